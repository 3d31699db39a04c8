//! The command line as a contract: every subcommand, option and example.

use crate::{
    cli_tune::TuneTask,
    setup::{parse_count, parse_nodes, parse_time},
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// A workbench for abstract two-player games: play, analyse, solve and measure.
#[derive(Parser)]
#[command(name = "quadrille", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  quadrille                                  the workbench in the browser, as `quadrille serve`
  quadrille play knightthrough --level beginner
  quadrille analyze knightthrough --time 3s
  quadrille solve knightthrough:4x6
  quadrille match knightthrough best level:expert --games 20 --time 100ms
  quadrille players knightthrough

GAME is name[:variant], for example knightthrough or knightthrough:6x6.
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The workbench in the browser; also what `quadrille` without a command does
    #[command(after_help = "Examples:
  quadrille serve
  quadrille serve --addr 127.0.0.1:8000 --data games
Open the printed address in a browser. Nobody but this machine can reach it unless --addr says so.")]
    Serve(ServeArgs),
    /// Play a game in the terminal
    #[command(after_help = "Example: quadrille play knightthrough --level intermediate --side second
Inside the game type a turn such as b1-c3, or help.")]
    Play(PlayArgs),
    /// Show the best turn and how good it is, live
    #[command(after_help = "Examples:
  quadrille analyze knightthrough --moves \"b1-c3 b8-c6\" --time 5s
  quadrille analyze knightthrough --player alphabeta:-history --depth 8 --json
  quadrille analyze amazons --position \"..#o|.x#.|###.|o.#x b\"
A board of amazons that falls apart is shown with its independent regions: mean and temperature of each, the hottest
marked. In JSON they are under regions.parts, with the walls of the thermographs.")]
    Analyze(AnalyzeArgs),
    /// Prove a position won or lost
    #[command(after_help = "Examples:
  quadrille solve knightthrough:4x6
  quadrille solve knightthrough:6x6 --player dfpns --time 60s --json")]
    Solve(SolveArgs),
    /// Count positions to test the rules
    #[command(after_help = "Example: quadrille perft knightthrough --depth 5")]
    Perft(PerftArgs),
    /// Fixed work on one thread: a node total that is the same on every machine, and nodes per second
    #[command(after_help = "Example: quadrille bench knightthrough")]
    Bench(BenchArgs),
    /// Play many games between two players
    #[command(
        name = "match",
        after_help = "Examples:
  quadrille match knightthrough best level:ser-prunes-a-lot --games 100 --time 200ms --out games.jsonl
  quadrille match knightthrough alphabeta alphabeta:-lmr --games 200 --nodes 1e5 --concurrency 2
  quadrille match tzaar best alphabeta:plain --games 2000 --nodes 1e4 --sprt elo0=0,elo1=10
  quadrille match arimaa best \"aei:simple_engine\" --games 10 --time 1s
  quadrille match tzaar level:expert level:intermediate --games 50 --time 1s --openings start --colours random
  quadrille match knightthrough best random --games 20 --nodes 1e4 --adjudicate
Programs play as aei:COMMAND (arimaa), ugi:COMMAND (every game) and waltz:COMMAND (tzaar; -b FILE -t SECONDS is added).
A program that crashes, hangs, floods, plays illegally or too late loses that game, and the match goes on.
Exit codes: 0 played as asked, forfeits included; 1 interrupted, or a player failed under --no-recover; 2 wrong usage."
    )]
    Match(MatchArgs),
    /// Many players against each other: round robin, gauntlet or ladder, from a file
    #[command(after_help = "Example: quadrille tournament levels.toml
The file, of which only game, players and limit must be there (a ladder without players has the levels of the game):
  game = \"knightthrough\"
  format = \"round-robin\"       # or gauntlet (the first against all others), ladder (each against the next)
  players = [\"best\", \"level:expert\", \"random\"]
  limit = \"nodes=10000\"        # or 200ms, 60s+0.5s, depth=4
  games = 20                   # of each encounter
  openings = \"random:4\"
  seed = 1
  concurrency = 2
  maxturns = 2000
  colours = \"swapped\"          # or random: one game from each opening, colours drawn by lot
  adjudicate = 100000          # end games that df-pn proves within so many nodes; absent: play them out
  out = \"levels-games\"         # the folder for records and table
Run it again to go on with a tournament that was interrupted.")]
    Tournament(TournamentArgs),
    /// Draw a position
    #[command(after_help = "Examples:
  quadrille show knightthrough:6x6
  quadrille show knightthrough --moves \"b1-c3\" --format svg > board.svg")]
    Show(ShowArgs),
    /// Replay the records of a match and print them as text for people
    #[command(after_help = "Examples:
  quadrille convert knightthrough games.jsonl > games.txt
  quadrille convert arimaa games.jsonl --to moves > games.txt
A list of moves is read wherever a position is: quadrille show arimaa --file game.txt")]
    Convert(ConvertArgs),
    /// An engine on standard input and output, for other programs to play with
    #[command(after_help = "Examples:
  quadrille engine --protocol aei --player best:threads=2
  quadrille engine --protocol ugi --game tzaar --player level:expert
Options of AEI that are understood: all times, hash, depth, threads. Options of UGI: hash, threads.")]
    Engine(EngineArgs),
    /// Check step by step whether a program keeps to its protocol
    #[command(after_help = "Examples:
  quadrille compliance \"quadrille engine --protocol ugi --game tzaar\" --game tzaar
  quadrille compliance simple_engine --protocol aei --game arimaa
Exit codes: 0 nothing was wrong, 1 something was, 2 wrong usage.")]
    Compliance(ComplianceArgs),
    /// WALTZ's command line: reads a position file and writes the best turn over it
    #[command(after_help = "Example: quadrille tzaar -b position.txt -a 42 -t 30 -e after.txt
Exit codes: 0 done, 2 cannot load, 3 nothing to move, 4 cannot save, 5 search error.")]
    Tzaar(TzaarArgs),
    /// List games, levels, players and their settings
    #[command(after_help = "Example: quadrille players knightthrough")]
    Players(PlayersArgs),
    /// Combinatorial game theory: values, thermographs, means and temperatures of positions and games
    #[command(after_help = "Example: quadrille cgt temperature amazons --position \"x..|o..\"")]
    Cgt(crate::commands::cgt::CgtArgs),
    /// How large a game is: starts, positions, turns and branching, beside the printed figures
    #[command(after_help = "Example: quadrille properties tzaar --games 470 --seed 7")]
    Properties(PropertiesArgs),
    /// Experiments that rebuild the tables and figures of the papers
    #[command(after_help = "Examples:
  quadrille lab list
  quadrille lab run tzaar-table-4.1 --quick --concurrency 2
  quadrille lab report")]
    Lab(LabArgs),
}

#[derive(Args)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) task: LabTask,
}

#[derive(Subcommand)]
pub(crate) enum LabTask {
    /// Name every experiment with its source
    #[command(after_help = "Example: quadrille lab list")]
    List,
    /// Run an experiment, or go on with one that was interrupted
    #[command(after_help = "Examples:
  quadrille lab run amazons-figure-4.1 --quick
  quadrille lab run all --quick --concurrency 2 --out results
  quadrille lab run tzaar-table-4.7 --positions endgames --seed 7
A run that was interrupted goes on where it was when the same command is given again.")]
    Run(LabRunArgs),
    /// Join all results of a folder into report.md and report.html
    #[command(after_help = "Example: quadrille lab report --out results")]
    Report(LabReportArgs),
    /// Find better numbers for a player: fit weights to games, climb, try a grid, and test what was found
    #[command(subcommand)]
    Tune(TuneTask),
}

#[derive(Args)]
pub(crate) struct LabRunArgs {
    /// The experiment, or all
    pub(crate) name: String,
    /// A version that takes minutes: few positions, small depths, budgets of nodes, few games
    #[arg(long)]
    pub(crate) quick: bool,
    /// Everything random derives from this
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cells done at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// A folder of WALTZ's position files for the experiments on Tzaar's middle games and endgames
    #[arg(long, value_name = "FOLDER")]
    pub(crate) positions: Option<PathBuf>,
    /// The folder for results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct LabReportArgs {
    /// The folder with results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = server::Config::DEFAULT_ADDRESS)]
    pub(crate) addr: SocketAddr,
    /// Folder for the database of games [default: quadrille in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Folder with results of experiments, to be shown; new runs go to the data folder
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) results: PathBuf,
    /// A further name under which the server may be asked for; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
}

/// Where to start.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// A position in the game's notation
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) position: Option<String>,
    /// A file that holds a position
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Turns to play first, separated by blanks; actions of one turn are joined by commas
    #[arg(long, value_name = "TURNS")]
    pub(crate) moves: Option<String>,
}

/// How long to think.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Time, such as 500ms, 5s or 2m
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Depth in actions
    #[arg(long, allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: Option<u32>,
    /// Nodes, such as 50000 or 1e6
    #[arg(long, value_parser = parse_nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    /// The game, for example knightthrough or knightthrough:6x6
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Who analyses; see `quadrille players`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) player: String,
    /// Threads to search with
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// How many different turns to show, best first
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) lines: u32,
    /// Nodes for the exact values of independent regions, in games that fall apart; 0 leaves them out
    #[arg(long, value_name = "NODES", default_value = "300000", value_parser = parse_count)]
    pub(crate) region_nodes: u64,
    /// Print one JSON object at the end instead of live lines
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// The game, for example knightthrough:4x6
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Who solves; the default proves with df-pn, then looks for the shortest way with alpha-beta
    #[arg(long, value_name = "SPEC")]
    pub(crate) player: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    /// Deepest count
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,
    /// Count whole turns with distinct results instead of sequences of actions
    #[arg(long)]
    pub(crate) turns: bool,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// One game only
    pub(crate) game: Option<String>,
    /// Search positions on this many threads at once; the node total stays the same
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
}

/// How a position is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Svg,
    Json,
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// First or second side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideChoice {
    First,
    Second,
    /// Nobody: the levels play each other
    None,
    /// Both: two people at one board
    Both,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The game, for example knightthrough; not needed with --resume
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    /// How strong the opponent plays: a level of `quadrille players GAME`
    #[arg(long, default_value = "beginner", conflicts_with = "player")]
    pub(crate) level: String,
    /// The opponent as a player spec instead of a level
    #[arg(long, value_name = "SPEC")]
    pub(crate) player: Option<String>,
    /// Which side you play
    #[arg(long, value_enum, default_value = "first")]
    pub(crate) side: SideChoice,
    /// Longest time for a turn of the opponent
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "file", "moves"])]
    pub(crate) resume: Option<PathBuf>,
    /// Feeds the random choices of the opponent, so that it plays alike every time; without it every game is another
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    /// The first player; see `quadrille players`
    pub(crate) first: String,
    /// The second player
    pub(crate) second: String,
    /// How many games; pairs with colours swapped, so an even number
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How many pairs of games, instead of --games
    #[arg(long, conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    rounds: Option<u32>,
    /// Time for each turn, such as 200ms
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true, conflicts_with_all = ["tc", "nodes", "depth"])]
    pub(crate) time: Option<Duration>,
    /// Time for the game and increment for each turn, such as 60s+0.5s
    #[arg(long, conflicts_with_all = ["nodes", "depth"])]
    pub(crate) tc: Option<String>,
    /// Nodes for each turn
    #[arg(long, value_parser = parse_nodes, conflicts_with = "depth")]
    pub(crate) nodes: Option<u64>,
    /// Depth for each turn, in actions
    #[arg(long, allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: Option<u32>,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Feeds openings and players
    #[arg(long, alias = "srand", default_value_t = 1)]
    pub(crate) seed: u64,
    /// start, starts (random starts of games that have them), random:K for K random turns, or a file with an opening on
    /// each line: a position, `moves` and turns, or both
    #[arg(long, default_value = "random:4")]
    pub(crate) openings: String,
    /// A game that reaches this many turns is a draw
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) maxturns: u32,
    /// swapped: two games from each opening; random: one, and chance decides who begins
    #[arg(long, default_value = "swapped")]
    pub(crate) colours: String,
    /// When a player sees the end of the game, let df-pn prove it within so many nodes, and end the game if it does
    #[arg(long, value_name = "NODES", num_args = 0..=1, require_equals = true, value_parser = parse_nodes,
          default_missing_value = "100000")]
    pub(crate) adjudicate: Option<u64>,
    /// Write the records of all games to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the games that are missing in --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// End the match when a player fails instead of giving it the loss
    #[arg(long)]
    pub(crate) no_recover: bool,
    /// End as soon as one of two strengths is proved: elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
    /// Show the table again after this many games
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ratinginterval: u32,
}

#[derive(Args)]
pub(crate) struct TournamentArgs {
    /// The file that describes the tournament
    pub(crate) file: PathBuf,
    /// End the tournament when a player fails instead of giving it the loss
    #[arg(long)]
    pub(crate) no_recover: bool,
    /// Show the table so far after this many games
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) ratinginterval: Option<u64>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
}

/// How long programs of others are waited for.
#[derive(Args)]
pub(crate) struct EngineOptions {
    /// Programs must be ready this soon after their start
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub(crate) engine_start: Duration,
    /// Programs must answer this soon where a turn has no limit in time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    pub(crate) engine_patience: Duration,
    /// Keep what programs write to their standard error in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) engine_log: Option<PathBuf>,
}

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// Tags and numbered turns, in the manner of PGN
    Text,
    /// One JSON object a line
    Jsonl,
    /// The lists of moves that a game's own records consist of, where it has such records: arimaa
    Moves,
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    /// A file of records, as `quadrille match --out` writes it
    pub(crate) file: PathBuf,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) to: RecordFormat,
}

impl MatchArgs {
    /// How many games were asked for.
    pub(crate) fn games(&self) -> u32 {
        self.rounds.map_or(self.games, |pairs| pairs * 2)
    }
}

impl Protocol {
    /// The word before the colon of a spec, and the game that is meant when none is named.
    pub(crate) fn word_and_game(self) -> (&'static str, &'static str) {
        match self {
            Protocol::Aei => ("aei", "arimaa"),
            Protocol::Ugi => ("ugi", "knightthrough"),
        }
    }
}

/// How engines are spoken to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// The Arimaa Engine Interface, version 1
    Aei,
    /// The universal game interface, for every game
    Ugi,
}

#[derive(Args)]
pub(crate) struct EngineArgs {
    /// The language of the other program
    #[arg(long, value_enum)]
    pub(crate) protocol: Protocol,
    /// The game; aei is about arimaa [default: arimaa with aei, knightthrough with ugi]
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Who plays; see `quadrille players`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) player: String,
    /// Feeds what is random in a UGI player, so that it plays alike every time
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct ComplianceArgs {
    /// The command that starts the program
    pub(crate) command: String,
    /// The language that it should speak
    #[arg(long, value_enum, default_value = "ugi")]
    pub(crate) protocol: Protocol,
    /// The game that it plays; aei is about arimaa [default: arimaa with aei, knightthrough with ugi]
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
}

#[derive(Args)]
pub(crate) struct TzaarArgs {
    /// The file with the position; the answer is written over it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) bestmove: PathBuf,
    /// 1 to 9 alpha-beta, 20 to 25 df-pn, 40 beginner, 41 intermediate, 42 or -1 expert
    #[arg(short, long, value_name = "NUMBER", default_value_t = -1, allow_hyphen_values = true)]
    pub(crate) ai: i64,
    /// A file for the position after the turn
    #[arg(short, long, value_name = "FILE")]
    pub(crate) execute: Option<PathBuf>,
    /// Seconds to think
    #[arg(short, long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timelimit: u64,
}

#[derive(Args)]
pub(crate) struct PlayersArgs {
    /// One game only
    pub(crate) game: Option<String>,
}

#[derive(Args)]
pub(crate) struct PropertiesArgs {
    /// The game: tzaar
    pub(crate) game: String,
    /// Quick games to play for the branching by number of stacks
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Feeds the starts and the choices of these games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}
