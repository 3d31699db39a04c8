//! Engines in stored games: asks the player for a turn and stores it, unless the game has changed meanwhile.

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Client,
    live_game::{Applied, LiveGame, ending_by_rules},
    policy,
    searches::{Permit, Purpose},
    state::App,
    store::{Change, StoredTurn},
    warm_players::WarmPlayer,
    wire,
};
use players::{Request, SearchInfo};
use std::{
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

/// Lets the engine think if it is its turn and it is not thinking yet. Returns at once. The search counts for the client
/// whose request led to it.
pub fn wake(app: &App, game: &Arc<LiveGame>, client: Client) {
    let Some(spec) = game.engine_to_move() else { return };
    let (id, version) = (game.stored.id.clone(), game.stored.version);
    let stop = Arc::new(AtomicBool::new(false));
    if !app.updates.begin_thinking(&id, version, &stop) {
        return;
    }
    let (own, game, spec) = (app.clone(), Arc::clone(game), spec.to_string());
    let started = blocking::spawn("engine", move || {
        let moved = think(&own, &game, (&spec, client), &stop);
        own.updates.end_thinking(&game.stored.id, version);
        match moved {
            // The next turn may be an engine's too.
            Ok(Some(game)) => wake(&own, &game, client),
            Ok(None) => (),
            Err(error) => own.updates.report_failure(&game.stored.id, &error.sentence),
        }
    });
    if let Err(error) = started {
        app.updates.end_thinking(&id, version);
        app.updates.report_failure(&id, &error.sentence);
    }
}

/// Waits for a permit to search, and takes the player of the side to move: the one kept since its last turn, or a new one.
fn player_for_turn(
    app: &App,
    game: &Arc<LiveGame>,
    (spec, client): (&str, Client),
    stop: &Arc<AtomicBool>,
) -> ApiResult<(Permit, WarmPlayer)> {
    let seat = (game.stored.id.as_str(), game.board.to_move());
    let spec = policy::approve(game.entry, spec, &app.config.limits)?;
    let (permit, kept) = loop {
        let purpose = Purpose::of_player("play", game.entry.name(), &spec, client);
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

/// Searches and stores the turn; `None` if the game has changed meanwhile, or the server shuts down.
fn think(
    app: &App,
    game: &Arc<LiveGame>,
    asked: (&str, Client),
    stop: &Arc<AtomicBool>,
) -> ApiResult<Option<Arc<LiveGame>>> {
    let (id, version) = (&game.stored.id, game.stored.version);
    let (permit, mut warm) = player_for_turn(app, game, asked, stop)?;
    let limits = game.limits(app.config.limits.time);
    let started = app.config.time.running();
    let mut last_report: Option<Instant> = None;
    let observer = &mut |info: &SearchInfo| {
        if last_report.is_none_or(|at| at.elapsed() >= REPORT_INTERVAL) {
            last_report = Some(Instant::now());
            app.updates.report(id, version, wire::info(game.board.as_ref(), info));
        }
    };
    let request = Request::new(limits, stop);
    let answer =
        catch_unwind(AssertUnwindSafe(|| warm.player.choose_turn(game.board.as_ref(), request, observer)))
            .map_err(|_| ApiError::internal("the engine crashed; ask it again, or take a turn back"))?;
    let spent = app.config.time.running().saturating_sub(started);
    // A server that shuts down stores no hasty turns: the engine thinks again after the next start.
    if *app.closing.borrow() {
        return Ok(None);
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
    match game.apply(app, None, &change)? {
        Applied::Done(game) => {
            if !is_over {
                permit.keep(warm);
            }
            Ok(Some(game))
        }
        Applied::Stale(_) | Applied::Before(_) => Ok(None),
    }
}
