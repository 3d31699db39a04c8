//! `quadrille analyze`: live lines, then the best turn.

use crate::{
    cli::AnalyzeArgs,
    failure::Failure,
    output, regions,
    setup::{self, Start},
    stop, words,
};
use players::{Board, BoardRegions, GameEntry, Request, Thought, ThoughtLine};
use serde_json::{Value, json};
use std::time::Duration;

/// How long to think when nobody says anything.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &AnalyzeArgs) -> Result<(), Failure> {
    let Start { entry, board, .. } = setup::unfinished_board(&args.game, &args.start)?;
    let mut player = setup::player(entry, &args.player, args.threads)?;
    let asked = &args.limit;
    let nothing_asked = asked.time.is_none() && asked.depth.is_none() && asked.nodes.is_none();
    let time = asked.time.or(nothing_asked.then_some(DEFAULT_TIME));
    let request = Request {
        limits: setup::limits(asked.depth, asked.nodes, time),
        lines: args.lines as usize,
        stop: stop::on_ctrl_c(),
    };
    let regions = regions_of(entry, board.as_ref(), args);
    if !args.json {
        if let Some(regions) = &regions {
            regions::lines(board.as_ref(), regions).iter().for_each(|line| output::line(line));
        }
        output::line(&header(board.as_ref(), player.spec()));
    }
    let live = |thought: &Thought| {
        if !args.json {
            thought.lines.iter().for_each(|line| output::line(&row(thought, line)));
        }
    };
    let answer = player.choose(board.as_ref(), request, &mut { live });
    if args.json {
        let mut object = to_json(&answer);
        if let Some(regions) = &regions {
            object["regions"] = regions::to_json(board.as_ref(), regions);
        }
        output::line(&object.to_string());
    } else {
        output::line(&verdict_line(&answer));
    }
    Ok(())
}

/// The regions of a board that falls apart; they have a budget of their own within the time that was asked for.
fn regions_of(entry: &dyn GameEntry, board: &dyn Board, args: &AnalyzeArgs) -> Option<BoardRegions> {
    if args.region_nodes == 0 {
        return None;
    }
    let limits = setup::limits(None, Some(args.region_nodes), args.limit.time);
    entry.regions(board, limits, stop::on_ctrl_c()).filter(regions::falls_apart)
}

pub(crate) fn header(board: &dyn Board, spec: &str) -> String {
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

pub(crate) fn row(thought: &Thought, line: &ThoughtLine) -> String {
    format!(
        "{:>5} {:>18} {:>9} {:>9} {:>8.2}s  {}",
        thought.depth,
        words::score(line.score, thought.length),
        words::short(thought.nodes),
        words::short(words::per_second(thought)),
        thought.time.as_secs_f64(),
        line.turns.join(" ")
    )
}

fn verdict_line(answer: &Thought) -> String {
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
pub(crate) fn to_json(answer: &Thought) -> Value {
    let line = answer.lines.first();
    let as_json = |line: &ThoughtLine| json!({ "score": line.score.map(|s| s.raw()), "pv": line.turns });
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
