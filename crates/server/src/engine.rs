//! Engines in stored games: asks the player for a turn and stores it, unless the game has changed meanwhile.

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Client,
    live_game::{LiveGame, ending_by_rules},
    policy,
    searches::{Permit, Purpose},
    state::App,
    store::{Change, Changed, Seat, StoredTurn},
    updates::Update,
    warm_players::WarmPlayer,
    wire,
};
use players::{Request, SearchInfo};
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

/// How often an engine that has to wait for a permit asks again.
const RETRY_INTERVAL: Duration = Duration::from_millis(25);

/// The shortest time between two reports of an engine.
const REPORT_INTERVAL: Duration = Duration::from_millis(60);

/// Engines of stored games count for the server, not for the client that happened to look at the game first.
const SERVER: Client = Client(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

/// Lets the engine think if it is its turn and it is not thinking yet. Returns at once.
pub fn wake(app: &App, game: &Arc<LiveGame>) {
    if game.is_over() {
        return;
    }
    let Seat::Engine(spec) = &game.stored.seats[game.board.to_move().index()] else { return };
    let (id, version) = (game.stored.id.clone(), game.stored.version);
    let stop = Arc::new(AtomicBool::new(false));
    if !app.updates.begin_thinking(&id, version, &stop) {
        return;
    }
    let (own, game, spec) = (app.clone(), Arc::clone(game), spec.clone());
    let started = blocking::spawn("engine", move || {
        let failed = think(&own, &game, &spec, &stop).err();
        let id = &game.stored.id;
        own.updates.end_thinking(id, version);
        if let Some(error) = failed {
            own.updates.publish(id, Update::Failed(error.sentence.into()));
        }
        // The next turn may be an engine's too.
        if let Ok(Some(game)) = LiveGame::load(&own, id)
            && game.stored.version > version
        {
            own.updates.publish(id, Update::Changed);
            wake(&own, &game);
        }
    });
    if let Err(error) = started {
        app.updates.end_thinking(&id, version);
        app.updates.publish(&id, Update::Failed(error.sentence.into()));
    }
}

/// Waits for a permit to search, and takes the player of the side to move: the one kept since its last turn, or a new one.
fn player_for_turn(
    app: &App,
    game: &Arc<LiveGame>,
    spec: &str,
    stop: &Arc<AtomicBool>,
) -> ApiResult<(Permit, WarmPlayer)> {
    let seat = (game.stored.id.as_str(), game.board.to_move());
    let spec = policy::approve(game.entry, spec, &app.config.limits)?;
    let (permit, kept) = loop {
        let purpose = Purpose::of_player("play", game.entry.name(), &spec, SERVER);
        match app.searches.begin_turn(purpose, stop, seat) {
            Ok(begun) => break begun,
            Err(error) if *app.closing.borrow() || stop.load(Ordering::Relaxed) => return Err(error),
            Err(_) => thread::sleep(RETRY_INTERVAL),
        }
    };
    let warm = match kept.map(|kept| kept.catch_up(game)).transpose()?.flatten() {
        Some(kept) => kept,
        None => {
            app.searches.players_built.fetch_add(1, Ordering::Relaxed);
            WarmPlayer::build(game, spec)?
        }
    };
    Ok((permit, warm))
}

fn think(app: &App, game: &Arc<LiveGame>, spec: &str, stop: &Arc<AtomicBool>) -> ApiResult<()> {
    let (id, version) = (&game.stored.id, game.stored.version);
    let (permit, mut warm) = player_for_turn(app, game, spec, stop)?;
    let limits = game.limits(app.config.limits.time);
    let started = Instant::now();
    let mut last_report: Option<Instant> = None;
    let observer = &mut |info: &SearchInfo| {
        if last_report.is_none_or(|at| at.elapsed() >= REPORT_INTERVAL) {
            last_report = Some(Instant::now());
            let info = Arc::new(wire::info(game.board.as_ref(), info));
            app.updates.publish(id, Update::SearchInfo(version, info));
        }
    };
    let request = Request::new(limits, stop);
    let answer =
        catch_unwind(AssertUnwindSafe(|| warm.player.choose_turn(game.board.as_ref(), request, observer)))
            .map_err(|_| ApiError::internal("the engine crashed; ask it again, or take a turn back"))?;
    let spent = started.elapsed().as_millis() as u64;
    // A server that shuts down stores no hasty turns: the engine thinks again after the next start.
    if *app.closing.borrow() {
        return Ok(());
    }
    let Some(turn) = answer.turn() else {
        return Err(ApiError::internal("the engine found no turn; ask it again, or take a turn back"));
    };
    let mut board = game.board.copy();
    let played = board.play(turn)?;
    let info = wire::info(game.board.as_ref(), &answer).to_string();
    let add = StoredTurn { word: played.word, text: played.text, ms: spent, info: Some(info) };
    let end = game.time_forfeit(spent).or_else(|| ending_by_rules(board.as_ref()));
    let is_over = end.is_some();
    let change = Change { keep: game.stored.turns.len(), add: Some(add), end };
    match app.store.change(id, version, None, &change)? {
        Changed::Done if is_over => app.searches.drop_players(id),
        Changed::Done => permit.keep(warm),
        Changed::Stale(_) | Changed::Before(_) => (),
    }
    Ok(())
}
