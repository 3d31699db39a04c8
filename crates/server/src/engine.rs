//! Engines that play in stored games: asks the player for a turn and puts it into the game, unless the game has gone on
//! without it.

use crate::{
    error::ApiError,
    games::{Table, finish_of},
    policy::{self, Approved},
    room::News,
    searches::{Purpose, Ticket},
    state::App,
    store::{Change, Changed, Seat, StoredTurn},
    wire,
};
use players::{Request, Thought, derive_seed};
use std::{
    net::{IpAddr, Ipv4Addr},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How often an engine that has to wait for a place asks again.
const QUEUE_GLANCE: Duration = Duration::from_millis(25);

/// Thoughts reach watchers no more often than this.
const NEWS_GAP: Duration = Duration::from_millis(60);

/// Lets the engine think if it is its turn and nobody thinks yet. Returns at once.
pub fn wake(app: &App, table: &Table) {
    if table.is_over() {
        return;
    }
    let Seat::Engine(spec) = &table.stored.seats[table.board.to_move().index()] else { return };
    let (id, version) = (table.stored.id.clone(), table.stored.version);
    let stop = Arc::new(AtomicBool::new(false));
    if !app.rooms.begin_thinking(&id, version, &stop) {
        return;
    }
    let (own, spec) = (app.clone(), spec.clone());
    let made = thread::Builder::new().name("engine".into()).spawn(move || {
        let failed = think(&own, &id, version, &spec, &stop).err();
        own.rooms.end_thinking(&id, version);
        if let Some(error) = failed {
            own.rooms.tell(&id, News::Failed(error.sentence.into()));
        }
        // The next turn may be an engine's too.
        if let Ok(Some(table)) = Table::load(&own, &id)
            && table.stored.version > version
        {
            own.rooms.tell(&id, News::Changed);
            wake(&own, &table);
        }
    });
    if made.is_err() {
        app.rooms.end_thinking(&table.stored.id, version);
        app.rooms
            .tell(&table.stored.id, News::Failed("the machine has no thread left for the engine".into()));
    }
}

/// Waits for a place among the searches.
fn ticket(
    app: &App,
    game: &'static str,
    approved: &Approved,
    stop: &Arc<AtomicBool>,
) -> Result<Ticket, ApiError> {
    loop {
        let purpose = Purpose {
            what: "play",
            game,
            spec: approved.spec.clone(),
            memory: approved.memory,
            // Engines of stored games count for the server, not for whoever happened to look at the game first.
            client: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        };
        match app.searches.begin(purpose, stop) {
            Ok(ticket) => return Ok(ticket),
            Err(error) if *app.closing.borrow() || stop.load(Ordering::Relaxed) => return Err(error),
            Err(_) => thread::sleep(QUEUE_GLANCE),
        }
    }
}

fn think(app: &App, id: &str, version: u64, spec: &str, stop: &Arc<AtomicBool>) -> Result<(), ApiError> {
    let Some(table) = Table::load(app, id)?.filter(|t| t.stored.version == version) else { return Ok(()) };
    let limits = &app.config.limits;
    let approved = policy::approve(table.entry, spec, limits)?;
    let ticket = ticket(app, table.entry.name(), &approved, stop)?;
    let number = table.stored.turns.len() as u64;
    let mut player = table.entry.player(spec, derive_seed(table.stored.seed, &[number]))?;
    let request_limits = table.limits(limits.time);
    let started = Instant::now();
    let mut last_news: Option<Instant> = None;
    let observer = &mut |thought: &Thought| {
        if last_news.is_none_or(|at| at.elapsed() >= NEWS_GAP) {
            last_news = Some(Instant::now());
            let news = Arc::new(wire::thought(table.board.as_ref(), thought));
            app.rooms.tell(id, News::Thought(version, news));
        }
    };
    let request = Request { limits: request_limits, lines: 1, stop };
    let answer = catch_unwind(AssertUnwindSafe(|| player.choose(table.board.as_ref(), request, observer)))
        .map_err(|_| ApiError::broken("the engine crashed; ask it again, or take a turn back"))?;
    let spent = started.elapsed().as_millis() as u64;
    drop(ticket);
    // A server that is about to end keeps no hasty turns: the engine thinks again after the next start.
    if *app.closing.borrow() {
        return Ok(());
    }
    let Some(turn) = answer.turn() else {
        return Err(ApiError::broken("the engine found no turn; ask it again, or take a turn back"));
    };
    let mut board = table.board.copy();
    let played = board.play(turn)?;
    let thought = wire::thought(table.board.as_ref(), &answer).to_string();
    let add = StoredTurn { word: played.word, text: played.text, ms: spent, thought: Some(thought) };
    let end = table.time_forfeit(spent).or_else(|| finish_of(board.as_ref()));
    let change = Change { keep: table.stored.turns.len(), add: Some(add), end };
    match app.store.change(id, version, None, &change, |_| String::new())? {
        Changed::Done(_) | Changed::Stale(_) | Changed::Before(_) => Ok(()),
    }
}
