//! `quadrille solve`: win, loss or unknown, with the line and its length.
//!
//! Without a player of one's own, df-pn finds the verdict and alpha-beta with exact techniques only then looks for the
//! shortest way to it, for half as long again or a second: a verdict should not wait for its embellishment.

use super::analyze::to_json;
use crate::{
    cli::SolveArgs,
    failure::Failure,
    output,
    setup::{self, Start},
    stop, words,
};
use game::Verdict;
use players::{Board, Games, Request, SearchInfo};
use std::time::{Duration, Instant};

/// The default time.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// The least time that is given to the search for the shortest way.
const SHORTEST_TIME: Duration = Duration::from_secs(10);
/// Finds verdicts.
const PROVER: &str = "dfpns";

pub(crate) fn run(games: Games, args: &SolveArgs) -> Result<(), Failure> {
    let Start { entry, board, .. } = setup::unfinished_board(games, &args.game, &args.start)?;
    let started = Instant::now();
    let asked = &args.limit;
    let time = asked.time_or(DEFAULT_TIME);
    let ask = |spec: &str, time: Option<Duration>| -> Result<SearchInfo, Failure> {
        let spec = entry.spec(spec)?;
        let mut player = spec.build(0)?;
        if !args.json {
            remark!("asking {spec}");
        }
        let limits = setup::limits(asked.depth, asked.nodes, time);
        let request = Request::new(limits, stop::on_ctrl_c());
        Ok(player.choose_turn(board.as_ref(), request, &mut |_| ()))
    };
    let mut answer = ask(args.player.as_deref().unwrap_or(PROVER), time)?;
    let mut shortest = answer.length.is_some();
    if args.player.is_none() && answer.verdict != Verdict::Unknown && !shortest {
        let allowed = SHORTEST_TIME.max(started.elapsed() / 2);
        let left = time.map_or(allowed, |t| t.saturating_sub(started.elapsed()).min(allowed));
        if !left.is_zero() {
            let exact = ask(&shortest_spec(), Some(left))?;
            shortest = exact.verdict == answer.verdict && exact.length.is_some();
            answer.nodes += exact.nodes;
            if shortest {
                answer = SearchInfo { nodes: answer.nodes, ..exact };
            }
        }
    }
    answer.time = started.elapsed();
    if args.json {
        output::json(&to_json(&answer));
    } else {
        print(board.as_ref(), &answer);
    }
    Ok(())
}

/// Alpha-beta with every selective technique off: its first proof is a shortest one.
fn shortest_spec() -> String {
    let selective = players::ALGORITHMS
        .iter()
        .find(|a| a.name == "alphabeta")
        .into_iter()
        .flat_map(|a| a.settings.iter().filter(|s| s.kind == players::Kind::Selective));
    let off: Vec<String> = selective.map(|s| format!("-{}", s.key)).collect();
    format!("alphabeta:{},tt=256M", off.join(","))
}

fn print(board: &dyn Board, answer: &SearchInfo) {
    let side = board.sides()[board.to_move().index()];
    let sentence = match answer.verdict {
        Verdict::Win => format!("{side}, to move, wins"),
        Verdict::Loss => format!("{side}, to move, loses"),
        Verdict::Draw => "neither side can win".into(),
        Verdict::Unknown => "unknown: neither a win nor a loss was proven".into(),
    };
    let length = answer.length.map(|n| format!(" in {n}")).unwrap_or_default();
    say!("{}{length}", sentence);
    if answer.verdict != Verdict::Unknown
        && let Some(line) = answer.lines.first()
    {
        let kind = if answer.length.is_some() { "a shortest line" } else { "a line, not the shortest" };
        say!("{kind}: {}", line.turns.join(" "));
    }
    say!(
        "{} nodes in {:.2} s, {} nodes/s",
        answer.nodes,
        answer.time.as_secs_f64(),
        words::short(words::per_second(answer))
    );
}
