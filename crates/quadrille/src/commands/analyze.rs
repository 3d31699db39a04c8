//! `quadrille analyze`: live lines, then the best turn.

use crate::{
    cli::AnalyzeArgs,
    failure::Failure,
    output, regions,
    setup::{self, Start},
    stop, words,
};
use players::{AnyGame, Board, BoardRegions, Games, Request, SearchInfo, Spec, Variation};
use serde_json::{Value, json};
use std::time::Duration;

/// The default time.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(crate) fn run(games: Games, args: &AnalyzeArgs) -> Result<(), Failure> {
    let Start { entry, board, .. } = setup::unfinished_board(games, &args.game, &args.start)?;
    let mut spec = entry.spec(&args.player)?;
    if let Some(threads) = args.threads {
        spec = spec.with("threads", threads)?;
    }
    let mut player = spec.build(0)?;
    let asked = &args.limit;
    let time = asked.time_or(DEFAULT_TIME);
    let request = Request {
        limits: setup::limits(asked.depth, asked.nodes, time),
        multipv: args.multipv as usize,
        stop: stop::on_ctrl_c(),
    };
    let regions = regions_of(entry, board.as_ref(), args);
    if !args.json {
        if let Some(regions) = &regions {
            regions::lines(board.as_ref(), regions).iter().for_each(output::line);
        }
        output::line(header(board.as_ref(), &spec));
    }
    let live = |info: &SearchInfo| {
        if !args.json {
            info.lines.iter().for_each(|line| output::line(row(info, line)));
        }
    };
    let answer = player.choose_turn(board.as_ref(), request, &mut { live });
    if args.json {
        let mut object = to_json(&answer);
        if let Some(regions) = &regions {
            object["regions"] = regions::to_json(board.as_ref(), regions);
        }
        output::json(&object);
    } else {
        output::line(verdict_line(&answer));
    }
    Ok(())
}

/// The regions of a board that decomposes, within a budget of their own.
fn regions_of(entry: &dyn AnyGame, board: &dyn Board, args: &AnalyzeArgs) -> Option<BoardRegions> {
    if args.region_nodes == 0 {
        return None;
    }
    let limits = setup::limits(None, Some(args.region_nodes), args.limit.time);
    entry.regions(board, limits, stop::on_ctrl_c()).filter(regions::decomposes)
}

pub(crate) fn header(board: &dyn Board, spec: &Spec) -> String {
    let side = board.sides()[board.to_move().index()];
    format!(
        "{}\n{spec}\nscores are for {side}, who is to move\n{:>5} {:>18} {:>9} {:>9} {:>9}  line",
        board.position_text(),
        "depth",
        "score",
        "nodes",
        "nodes/s",
        "time"
    )
}

pub(crate) fn row(info: &SearchInfo, line: &Variation) -> String {
    format!(
        "{:>5} {:>18} {:>9} {:>9} {:>8.2}s  {}",
        info.depth,
        words::score(line.score, info.length),
        words::short(info.nodes),
        words::short(words::per_second(info)),
        info.time.as_secs_f64(),
        line.turns.join(" ")
    )
}

fn verdict_line(answer: &SearchInfo) -> String {
    let line = answer.lines.first();
    let score = words::score(line.and_then(|l| l.score), answer.length);
    format!(
        "best {}  score {score}  depth {}  nodes {}  line {}",
        answer.turn().unwrap_or("none"),
        answer.depth,
        answer.nodes,
        line.map(|l| l.turns.join(" ")).unwrap_or_default()
    )
}

/// The fields of the contract, all for the side to move.
pub(crate) fn to_json(answer: &SearchInfo) -> Value {
    let line = answer.lines.first();
    let as_json = |line: &Variation| json!({ "score": line.score.map(|s| s.raw()), "pv": line.turns });
    let mut object = json!({
        "turn": answer.turn(),
        "actions": line.map(|l| l.actions.clone()).unwrap_or_default(),
        "score": line.and_then(|l| l.score).map(|s| s.raw()),
        "result": words::verdict(answer.verdict),
        "length": answer.length,
        "depth": answer.depth,
        "nodes": answer.nodes,
        "time_ms": answer.time.as_millis() as u64,
        "nps": words::per_second(answer),
        "pv": line.map(|l| l.turns.clone()).unwrap_or_default(),
    });
    if answer.lines.len() > 1 {
        object["lines"] = answer.lines.iter().map(as_json).collect();
    }
    object
}
