//! The robot at work: asks the club how things stand, answers challenges, has turns searched, sends them, and copes with what goes wrong.
//!
//! The club is the only memory. Everything begins with [`Session::look`], which compares what the club says with what is being
//! done; streams only say when to look. A turn names the version it is for, so nothing can be played twice.

mod news;
mod turns;

use crate::{
    Voice,
    alerts::{Alerts, Kind},
    api::{Answer, Api, Trouble},
    config::{Mode, RobotConfig},
    follow::{Follower, News},
    journal::{Journal, now},
    pool::Pool,
    report::seconds,
    running::Running,
    thinking::Thought,
};
use jiff::civil::Date;
use serde_json::json;
use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

/// How often the robot looks even if its streams say nothing.
const SAFETY: Duration = Duration::from_secs(60);

/// How often it looks at its own clocks.
const BEAT: Duration = Duration::from_millis(100);

/// Streams that end more often than this are not worth opening at once.
const STEADY: Duration = Duration::from_secs(5);

/// The longest pause after a failed request.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// What a robot needs a token for.
const SCOPES: [&str; 3] = ["read", "challenge", "play"];

/// The answer to a search: game, version, thought.
type Answered = (String, u64, Thought);

/// The club has not answered for a while.
struct Outage {
    since: Instant,
    pause: Duration,
    until: Instant,
    /// One request that fails is no news; the second one is.
    is_told: bool,
}

/// A robot that runs.
pub struct Session {
    config: RobotConfig,
    api: Arc<Api>,
    pool: Arc<Pool>,
    alerts: Alerts,
    journal: Arc<Journal>,
    stop: &'static AtomicBool,
    inbox: Receiver<News<Answered>>,
    sender: Sender<News<Answered>>,
    games: BTreeMap<String, Running>,
    /// Challenges that were answered, and games whose end was noted.
    settled: HashSet<String>,
    events: Option<Follower>,
    streams: u64,
    /// When a stream ended last.
    stream_ended: Option<Instant>,
    outage: Option<Outage>,
    next_look: Instant,
    is_signed_in: bool,
    today: Option<Date>,
}

impl Session {
    /// Prepares everything that does not need the club.
    pub fn open(
        config: &RobotConfig,
        pool: Arc<Pool>,
        voice: Voice,
        stop: &'static AtomicBool,
    ) -> Result<Session, String> {
        let journal = Arc::new(Journal::open(&config.data, &config.zone.0)?);
        let alerts = Alerts::new(config, &voice, &journal)?;
        let (sender, inbox) = channel();
        Ok(Session {
            config: config.clone(),
            api: Arc::new(Api::new(&config.club, &config.token)),
            pool,
            alerts,
            journal,
            stop,
            inbox,
            sender,
            games: BTreeMap::new(),
            settled: HashSet::new(),
            events: None,
            streams: 0,
            stream_ended: None,
            outage: None,
            next_look: Instant::now(),
            is_signed_in: false,
            today: None,
        })
    }

    /// Plays until it is told to stop; the error is the sentence with which it gave up.
    pub fn run(mut self) -> Result<(), String> {
        let ended = loop {
            if self.stop.load(Ordering::Relaxed) {
                self.alerts.say("ends; running games wait in the club");
                break Ok(());
            }
            self.new_day();
            if let Err(sentence) = self.step() {
                break Err(sentence);
            }
            self.listen();
        };
        self.games.clear();
        self.alerts.finish();
        ended
    }

    /// Notes that the robot is up on a new day, and mails reports of those that are over.
    fn new_day(&mut self) {
        let today = self.journal.day(now());
        if self.today != Some(today) {
            self.today = Some(today);
            self.alerts.note(json!({ "kind": "up" }));
        }
        // Without its name a report has no subject.
        if !self.alerts.name.is_empty() {
            self.alerts.reports();
        }
    }

    /// Does what is due, unless the club needs a rest.
    fn step(&mut self) -> Result<(), String> {
        if self.outage.as_ref().is_some_and(|outage| Instant::now() < outage.until) {
            return Ok(());
        }
        let is_due = Instant::now() >= self.next_look;
        let has_intent = self.games.values().any(|game| game.intent.is_some());
        if !is_due && !has_intent {
            return Ok(());
        }
        let done = self
            .sign_in()
            .and_then(|()| self.send_all())
            .and_then(|()| if is_due { self.look() } else { Ok(()) });
        match done {
            Ok(()) => {
                if let Some(outage) = self.outage.take().filter(|outage| outage.is_told) {
                    let pause = seconds(outage.since.elapsed().as_millis() as u64);
                    self.alerts.say(&format!("the club answers again after {pause}"));
                }
                if is_due {
                    self.next_look = Instant::now() + self.interval();
                }
                Ok(())
            }
            Err(Trouble::Locked(sentence)) => {
                let sentence = format!("the club refuses the robot: {sentence}");
                self.alerts.trouble(Kind::Token, &format!("{sentence}; the robot ends"));
                Err(sentence)
            }
            Err(trouble) => {
                self.rest(&trouble);
                Ok(())
            }
        }
    }

    /// How long to wait until the next look.
    fn interval(&self) -> Duration {
        let is_blind = |game: &Running| game.follower.is_none();
        match self.config.mode {
            Mode::Poll => self.config.poll,
            Mode::Stream if self.events.is_none() || self.games.values().any(is_blind) => self.config.poll,
            Mode::Stream => SAFETY,
        }
    }

    /// After a request that failed: ever longer pauses. Searches go on meanwhile.
    fn rest(&mut self, trouble: &Trouble) {
        let (since, before, was_told) = match &self.outage {
            Some(outage) => (outage.since, outage.pause, outage.is_told),
            None => (Instant::now(), self.config.retry / 2, false),
        };
        let is_told = self.outage.is_some();
        let pause = match trouble {
            Trouble::Wait(pause, _) => *pause,
            _ => (before * 2).min(LONGEST_PAUSE),
        };
        self.outage = Some(Outage { since, pause, until: Instant::now() + pause, is_told });
        // Streams are opened again when the club is back.
        self.events = None;
        self.games.values_mut().for_each(|game| game.follower = None);
        self.next_look = Instant::now();
        if is_told && !was_told {
            self.alerts.trouble(Kind::Club, &format!("{}; the robot tries again", trouble.sentence()));
        }
    }

    /// Finds out who the robot is, once.
    fn sign_in(&mut self) -> Answer<()> {
        if self.is_signed_in {
            return Ok(());
        }
        let mut account = self.api.account()?;
        if let Some(missing) = SCOPES.iter().find(|scope| !account.scopes.iter().any(|known| known == *scope))
        {
            return Err(Trouble::Locked(format!("it has no scope '{missing}'; create one that has")));
        }
        if !account.robot {
            account = self.api.become_robot().map_err(|trouble| match trouble {
                Trouble::Refused { sentence, .. } => {
                    Trouble::Locked(format!("'{}' is not a robot, and {sentence}", account.name))
                }
                other => other,
            })?;
        }
        self.alerts.name.clone_from(&account.name);
        let name = account.name;
        if let Err(error) = self.journal.set(|standing| standing.name = name) {
            return Err(Trouble::Down(format!("the robot's folder cannot be written: {error}")));
        }
        self.is_signed_in = true;
        let games: Vec<&str> = self.config.plays.iter().map(|play| play.game.0.name()).collect();
        self.alerts.say(&format!("is at {} and plays {}", self.api.club(), games.join(", ")));
        Ok(())
    }

    /// Compares what the club says with what is being done, and does the rest.
    fn look(&mut self) -> Answer<()> {
        if self.config.mode == Mode::Stream && self.events.is_none() {
            // Before the first look, so that nothing falls between the two.
            self.events = Some(self.follow(None));
        }
        // Events after games, so that a game that is missing has its end among them.
        let mut playing = self.api.playing()?;
        self.read_events()?;
        playing.retain(|game| !self.settled.contains(&game.id));
        let is_running = |id: &String| playing.iter().any(|game| game.id == *id);
        let gone: Vec<String> = self.games.keys().filter(|id| !is_running(id)).cloned().collect();
        for id in gone {
            self.close(&id, None);
        }
        for game in &playing {
            if !self.games.contains_key(&game.id) {
                self.open_game(game);
            }
            if self.config.mode == Mode::Stream
                && self.games.get(&game.id).is_some_and(|game| game.follower.is_none())
            {
                let follower = self.follow(Some(&game.id));
                if let Some(running) = self.games.get_mut(&game.id) {
                    running.follower = Some(follower);
                }
            }
            let is_waiting = self.games.get(&game.id).is_some_and(|running| !running.is_busy(game.version));
            if game.is_my_turn && is_waiting {
                let full = self.api.game(&game.id)?;
                self.consider(&game.id, &full);
            }
        }
        for challenge in self.api.challenges()? {
            self.answer(&challenge)?;
        }
        Ok(())
    }

    fn follow(&mut self, game: Option<&str>) -> Follower {
        self.streams += 1;
        Follower::start(&self.api, game, self.streams, self.sender.clone())
    }

    fn key(&self, id: &str) -> String {
        format!("{} {id}", self.alerts.name)
    }

    /// After the end of a stream: at once, but a club that ends streams again and again is asked as often as without them.
    fn look_again(&mut self) {
        let now = Instant::now();
        let is_often = self.stream_ended.is_some_and(|before| now < before + STEADY);
        self.stream_ended = Some(now);
        self.next_look = self.next_look.min(if is_often { now + self.config.poll } else { now });
    }

    fn look_soon(&mut self) {
        let _ = self.sender.send(News::Event);
    }

    /// Hears what streams and searches say, for a short time.
    fn listen(&mut self) {
        let mut next = self.inbox.recv_timeout(BEAT).ok();
        while let Some(news) = next {
            match news {
                News::Event => self.next_look = Instant::now(),
                News::Game(id, line) => self.hear_game(&id, line),
                News::Ended(None, number) => {
                    if self.events.as_ref().is_some_and(|stream| stream.number == number) {
                        self.events = None;
                        self.look_again();
                    }
                }
                News::Ended(Some(id), number) => {
                    let game = self.games.get_mut(&id);
                    let own = game
                        .filter(|game| game.follower.as_ref().is_some_and(|stream| stream.number == number));
                    if let Some(game) = own {
                        game.follower = None;
                        self.look_again();
                    }
                }
                News::Thought((id, version, thought)) => self.hear_thought(&id, version, thought),
            }
            next = self.inbox.try_recv().ok();
        }
        if self.games.values().any(|game| game.rests_until.is_some_and(|until| until <= Instant::now())) {
            self.games.values_mut().for_each(|game| {
                if game.rests_until.is_some_and(|until| until <= Instant::now()) {
                    game.rests_until = None;
                }
            });
            self.next_look = Instant::now();
        }
    }
}
