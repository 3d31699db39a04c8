//! Turns: when one is searched, what is done with the answer, and how it reaches the club.

use super::Session;
use crate::{
    alerts::Kind,
    api::{Answer, Trouble},
    config::AfterCrashes,
    follow::News,
    pool::Job,
    report::effort,
    running::{Intent, seed},
    thinking::{Found, Question, Thought},
    wire::{Full, State},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

impl Session {
    /// Has a turn searched if the robot is to move.
    pub(super) fn consider(&mut self, id: &str, full: &Full) {
        if let Some(game) = self.games.get_mut(id) {
            game.start = Some(full.start.clone());
        }
        self.consider_state(id, &full.state);
    }

    pub(super) fn consider_state(&mut self, id: &str, state: &State) {
        let received = Instant::now();
        if state.status != "started" {
            self.close(id, state.reason.as_deref());
            self.look_soon();
            return;
        }
        let (lag, resigns, key) = (self.config.lag, self.config.resigns, self.key(id));
        let Some(game) = self.games.get_mut(id) else { return };
        if state.to_move != game.side || game.is_busy(state.version) {
            return;
        }
        let (Some(play), Some(start)) = (game.play.clone(), game.start.clone()) else { return };
        let question = Question {
            play,
            start,
            turns: state.turns.split_whitespace().map(str::to_owned).collect(),
            side: game.side.side(),
            clocks: state.clocks().map(|clocks| (clocks, game.clock.increment.unwrap_or(0) * 1000)),
            elapsed: Duration::from_millis(state.elapsed_ms),
            received,
            lag,
            seed: seed(id, game.side),
            resigns,
        };
        let stop = game.begin(state.version);
        let (sender, id, version) = (self.sender.clone(), id.to_owned(), state.version);
        let reply = Box::new(move |thought| drop(sender.send(News::Thought((id, version, thought)))));
        self.pool.ask(Job { key, is_live: game.clock.is_live(), question, stop, reply });
    }

    pub(super) fn hear_game(&mut self, id: &str, line: Value) {
        match line.get("type").and_then(Value::as_str) {
            Some("gameFull") => {
                if let Ok(full) = serde_json::from_value::<Full>(line) {
                    self.consider(id, &full);
                }
            }
            Some("gameState") => {
                if let Ok(state) = serde_json::from_value::<State>(line) {
                    self.consider_state(id, &state);
                }
            }
            _ => (),
        }
    }

    pub(super) fn hear_thought(&mut self, id: &str, version: u64, thought: Thought) {
        let Some(game) = self.games.get_mut(id) else { return };
        if game.thinking.as_ref().is_none_or(|thinking| thinking.version != version) {
            return;
        }
        game.thinking = None;
        match thought {
            Thought::Stopped => (),
            Thought::Turn(found) => game.intent = Some(Intent::Turn(version, found)),
            Thought::Lost => {
                game.intent = Some(Intent::Resign(version));
                let sentence = format!("{}: the game is proven lost; the robot resigns", game.title());
                self.alerts.say(&sentence);
            }
            Thought::Failed(problem) => self.failed(id, version, &problem),
        }
    }

    /// The player of a game failed: it is started again, some times; then the owner's wish counts.
    pub(super) fn failed(&mut self, id: &str, version: u64, problem: &str) {
        let (most, then) = (self.config.crashes, self.config.after_crashes);
        let Some(game) = self.games.get_mut(id) else { return };
        game.rest(most, self.config.retry);
        let player = game.play.as_ref().map_or("", |play| play.player.given());
        let what = format!("{}: the player '{player}' failed ({problem})", game.title());
        let count = game.crashes;
        let next = match then {
            _ if count < most => format!("it is started again, {count} of {most} failures"),
            AfterCrashes::Wait => format!("failure {count}; it is tried again later, and the clock runs"),
            AfterCrashes::Abort => {
                game.intent = Some(Intent::Abort(version));
                format!("after {count} failures the robot aborts the game, or resigns it")
            }
            AfterCrashes::Resign => {
                game.intent = Some(Intent::Resign(version));
                format!("after {count} failures the robot resigns")
            }
        };
        self.alerts.trouble(Kind::Engine, &format!("{what}; {next}"));
    }

    /// Sends what waits to be sent.
    pub(super) fn send_all(&mut self) -> Answer<()> {
        let waiting: Vec<(String, Intent)> =
            self.games.iter().filter_map(|(id, game)| Some((id.clone(), game.intent.clone()?))).collect();
        for (id, intent) in waiting {
            let sent = match &intent {
                Intent::Turn(version, found) => self.api.play(&id, *version, &found.word),
                Intent::Resign(version) => self.api.resign(&id, *version),
                Intent::Abort(version) => match self.api.abort(&id) {
                    Err(Trouble::Refused { code, .. }) if code == "begun" => self.api.resign(&id, *version),
                    other => other,
                },
            };
            match sent {
                Ok(_) => self.sent(&id, &intent),
                Err(Trouble::Refused { code, sentence }) => self.not_taken(&id, &code, &sentence),
                // What got no answer is sent again as it is; the club knows whether it has happened.
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(())
    }

    pub(super) fn sent(&mut self, id: &str, intent: &Intent) {
        let Some(game) = self.games.get_mut(id) else { return };
        (game.intent, game.done) = (None, intent.version());
        if let Intent::Turn(_, found) = intent {
            let Found { word, text, depth, nodes, ms } = found;
            let (title, name, opponent) = (game.title(), game.game.clone(), game.opponent.clone());
            // It works again, so old failures do not count.
            game.crashes = 0;
            self.alerts.say(&format!("{title}: plays {text} ({})", effort(u64::from(*depth), *nodes, *ms)));
            self.alerts.note(json!({
                "kind": "turn", "id": id, "game": name, "opponent": opponent, "turn": word, "depth": depth, "nodes": nodes,
                "ms": ms,
            }));
        } else {
            self.next_look = Instant::now();
        }
    }

    /// The club refused a turn: the game has moved on, or the turn is wrong.
    pub(super) fn not_taken(&mut self, id: &str, code: &str, sentence: &str) {
        self.next_look = Instant::now();
        let (most, pause) = (self.config.crashes, self.config.retry);
        let Some(game) = self.games.get_mut(id) else { return };
        game.intent = None;
        let title = game.title();
        if ["stale", "over", "not_your_turn", "reused"].contains(&code) {
            self.alerts.say(&format!("{title}: the game has moved on ({sentence})"));
        } else {
            game.rest(most, pause);
            self.alerts
                .trouble(Kind::Club, &format!("{title}: the club refused the robot's turn: {sentence}"));
        }
    }
}
