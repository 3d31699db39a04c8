//! `quadrille tzaar`: WALTZ's command line, files and exit codes, so that scripts written for it work unchanged.
//!
//! Correct where the original was not: the kind of the second move is told from the board after the first, and a position
//! that is already decided gets a sentence instead of a crash. No file is ever half-written.

use crate::{
    cli::TzaarArgs,
    failure::Failure,
    input::{self, Limit},
    setup, stop,
};
use game::{Game, Notation};
use players::{Games, Request, SearchInfo};
use std::time::Duration;
use tzaar::waltz_file::{self, BestMove};

/// Exit codes of the original.
mod code {
    pub(super) const CANNOT_LOAD: u8 = 2;
    pub(super) const BAD_PHASE: u8 = 3;
    pub(super) const CANNOT_SAVE: u8 = 4;
    pub(super) const SEARCH_ERROR: u8 = 5;
}

/// The number that means the default version.
const DEFAULT_AI: i64 = -1;

pub(crate) fn run(games: Games, args: &TzaarArgs) -> Result<(), Failure> {
    let fail = |code: u8| move |sentence: String| Failure { code, sentence };
    let text =
        input::read_text(&args.bestmove, Limit::Small).map_err(|e| fail(code::CANNOT_LOAD)(e.sentence))?;
    let position = waltz_file::read_position(&text)
        .map_err(|e| fail(code::CANNOT_LOAD)(format!("'{}': {e}", args.bestmove.display())))?;
    if position.outcome().is_some() {
        let sentence = format!("'{}' is already decided: no side can move", args.bestmove.display());
        return Err(fail(code::BAD_PHASE)(sentence));
    }
    let entry = games.find("tzaar")?;
    let unknown = || fail(code::SEARCH_ERROR)(format!("'{}' is an unknown AI", args.ai));
    let mut player = entry.player(&spec(args.ai).ok_or_else(unknown)?, 0)?;
    let board = entry.at_position(&position.position_text())?;
    let limits = setup::limits(None, None, Some(Duration::from_secs(args.timelimit)));
    let request = Request::new(limits, stop::on_ctrl_c());
    let info = player.choose_turn(board.as_ref(), request, &mut |info: &SearchInfo| {
        let score = info.lines.first().and_then(|l| l.score).map_or(0, waltz_file::value_of);
        say!(
            "D: depth {}, {:.2} s, {} nodes, value {score}",
            info.depth,
            info.time.as_secs_f64(),
            info.nodes
        );
    });
    let no_turn = || fail(code::SEARCH_ERROR)("the search found no turn".into());
    let turn = position.parse_turn(info.turn().ok_or_else(no_turn)?)?;
    let value = info.lines.first().and_then(|l| l.score).map_or(0, waltz_file::value_of);
    let best = BestMove::of_turn(&position, &turn, info.time.as_millis() as u64, value)?;
    if let Some(file) = &args.execute {
        let after = game::play_turn(&position, &turn);
        setup::write_file(file, &waltz_file::write_executed(&after)?).map_err(fail(code::CANNOT_SAVE))?;
    }
    setup::write_file(&args.bestmove, &best.text()).map_err(fail(code::CANNOT_SAVE))
}

/// The player behind a number of the original; `None` for numbers it does not know.
fn spec(ai: i64) -> Option<String> {
    let name = match ai {
        40 => "beginner".to_owned(),
        41 => "intermediate".to_owned(),
        42 | DEFAULT_AI => "expert".to_owned(),
        1..=9 | 20..=25 => ai.to_string(),
        _ => return None,
    };
    Some(format!("level:waltz-{name}"))
}
