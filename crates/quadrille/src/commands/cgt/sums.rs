//! `quadrille cgt sum match` and `play`: matches between players of sums. Only prints.

use crate::{failure::Failure, output, setup};
use cgt::{
    Partizan, Player,
    sums::{Exact, Match, MatchResult, Sum, SumPlayer},
};
use clap::{Args, Subcommand};
use players::sums;
use search::Limits;
use serde_json::{Value, json};
use std::time::Duration;

/// Subcommands of `sum`.
#[derive(Subcommand)]
pub(super) enum Task {
    /// Play sums of random boards, each twice with colours swapped
    #[command(after_help = MATCH_HELP)]
    Match(MatchArgs),
    /// Play one sum and show every move
    #[command(
        after_help = "Example: quadrille cgt sum play hybrid alphabeta --boards 3 --size 4x4 --nodes 5000"
    )]
    Play(MatchArgs),
}

const MATCH_HELP: &str = "Examples:
  quadrille cgt sum match hotstrat:exact hotstrat:tds,nodes=300 --boards 4 --size 4x4 --sums 50
  quadrille cgt sum match hybrid alphabeta --boards 6 --size 5x5 --sums 20 --time 500ms
Players: hotstrat and hotstrat-second (the best move on the hottest board, at its own or at the second highest temperature),
sentestrat, thermostrat, follow and mean, each NAME[:SOURCE][,nodes=N] with the source exact, tds, tds+, mixed or
database=FILE; hybrid, the strongest, searches the sum over summaries of single boards, with the settings moves (per board)
and exact (the largest boards to value exactly, in empty squares); alphabeta and mcts search the whole sum with their settings.
The score is the number of moves the winner has left when the loser cannot move; the win rate leaves out games that end in zero.";

#[derive(Args)]
pub(super) struct MatchArgs {
    /// The first player
    first: String,
    /// The second player
    second: String,
    /// Number of sums; each is played twice
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sums: u32,
    /// Boards in each sum
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    boards: u32,
    /// Files and rows of each board, from 2x2 to 8x8
    #[arg(long, default_value = "4x4", value_name = "FILESxROWS", value_parser = size)]
    size: (u32, u32),
    /// Burnt squares of each board
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=60))]
    burnt: u32,
    /// Random seed for boards and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time per move for players that obey limits: mixed, hybrid, alphabeta and mcts
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Nodes per move for the same players
    #[arg(long, value_parser = setup::parse_nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// Time per move without --time or --nodes.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

fn size(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('x').and_then(|(f, r)| Some((f.parse().ok()?, r.parse().ok()?)));
    numbers
        .filter(|(f, r)| (2..=8).contains(f) && (2..=8).contains(r))
        .ok_or("use a size from 2x2 to 8x8".into())
}

impl MatchArgs {
    fn games(&self) -> Result<Match, Failure> {
        let (files, rows) = self.size;
        if self.burnt + 2 > files * rows {
            refuse!("'{}' burnt squares leave no room for two amazons on {files}x{rows}", self.burnt);
        }
        let boards = self.boards as usize;
        Ok(Match { sums: self.sums, boards, files, rows, burnt: self.burnt, seed: self.seed })
    }

    fn limits(&self) -> Limits {
        setup::limits(None, self.nodes, self.time.or(self.nodes.is_none().then_some(DEFAULT_TIME)))
    }

    fn players(&self) -> Result<[Box<dyn SumPlayer>; 2], Failure> {
        Ok([sums::make(&self.first, self.seed)?, sums::make(&self.second, self.seed)?])
    }
}

pub(super) fn run(task: &Task) -> Result<(), Failure> {
    match task {
        Task::Match(args) => play_match(args),
        Task::Play(args) => play_one(args),
    }
}

fn play_match(args: &MatchArgs) -> Result<(), Failure> {
    let games = args.games()?;
    let [mut first, mut second] = args.players()?;
    let watch = |all: &MatchResult, _| {
        if !args.json && all.tally.scores.len().is_multiple_of(10) {
            output::remark(line(args, all));
        }
    };
    let all = games.play([&mut *first, &mut *second], args.limits(), watch).map_err(Failure::failed)?;
    if args.json {
        output::json(&to_json(args, &all));
    } else {
        output::line(line(args, &all));
    }
    Ok(())
}

/// The usual figures: mean score with its spread and error, wins without zeros with their error, time for a move.
fn line(args: &MatchArgs, all: &MatchResult) -> String {
    let (mean, deviation) = all.tally.score().unwrap_or((0.0, 0.0));
    let error = all.tally.score_error().map_or("?".into(), |e| format!("{e:.2}"));
    let [won, lost, zero] = all.tally.counts();
    let rate = match (all.tally.win_rate(), all.tally.win_rate_error()) {
        (Some(rate), Some(error)) => format!("{:.1} % +/- {:.1}", 100.0 * rate, 100.0 * error),
        _ => "no win rate".into(),
    };
    let [one, other] = per_move(all);
    let [most, other_most] = all.longest.map(|longest| 1000.0 * longest.as_secs_f64());
    format!(
        "{} vs {}: {} games, score {mean:.2} ({deviation:.2}) +/- {error}, won {won}, lost {lost}, zero {zero}, {rate}, \
         {one:.0} and {other:.0} ms a move, {most:.0} and {other_most:.0} at most",
        args.first,
        args.second,
        all.tally.scores.len()
    )
}

/// Milliseconds for a move of each player.
fn per_move(all: &MatchResult) -> [f64; 2] {
    [0, 1].map(|who| 1000.0 * all.time[who].as_secs_f64() / f64::from(all.moves[who].max(1)))
}

fn to_json(args: &MatchArgs, all: &MatchResult) -> Value {
    let [won, lost, zero] = all.tally.counts();
    let score = all.tally.score();
    json!({
        "first": args.first,
        "second": args.second,
        "games": all.tally.scores.len(),
        "score": score.map(|s| s.0),
        "deviation": score.map(|s| s.1),
        "score_error": all.tally.score_error(),
        "won": won,
        "lost": lost,
        "zero": zero,
        "win_rate": all.tally.win_rate(),
        "win_rate_error": all.tally.win_rate_error(),
        "ms_per_move": per_move(all),
        "ms_at_most": all.longest.map(|longest| 1000.0 * longest.as_secs_f64()),
        "seed": args.seed,
    })
}

fn play_one(args: &MatchArgs) -> Result<(), Failure> {
    let games = args.games()?;
    let mut players = args.players()?;
    let names = [&args.first, &args.second];
    let mut sum = Sum::new(games.boards_in(0), Player::Left);
    let show = |sum: &Sum<_>| sum.components.iter().map(Partizan::text).collect::<Vec<String>>().join(" + ");
    output::line(show(&sum));
    loop {
        let who = sum.player.index();
        let Some(chosen) = players[who].choose(&mut sum, args.limits()).map_err(Failure::failed)? else {
            break;
        };
        let board = chosen.component + 1;
        sum.play(chosen);
        say!("{} on board {board}: {}", names[who], show(&sum));
    }
    let score = sum.score(&mut Exact::default()).map_err(Failure::failed)?;
    match score {
        0 => say!("neither player can move: zero"),
        _ => say!("{} has {} moves left", names[usize::from(score < 0)], score.abs()),
    }
    Ok(())
}
