//! The command line as a contract: every subcommand, option and example.

mod arena;
mod club;
mod lab;
mod learn;
mod read;
mod robot;

pub(crate) use arena::{ComplianceArgs, EngineArgs, MatchArgs, Protocol, TournamentArgs};
pub(crate) use club::{ClubTask, DataArgs, UserTask};
pub(crate) use lab::{
    ConfirmArgs, FitArgs, GridArgs, LabRunArgs, LabTablesArgs, LabTask, LabVerifyArgs, SpsaArgs, TuneArgs,
    TuneTask,
};
pub(crate) use learn::LearnArgs;
pub(crate) use robot::{HouseOptions, RobotArgs};

use crate::setup::{parse_count, parse_nodes, parse_time};
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
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
Files of records and tables may have 64 MiB, other text files 1 MiB, and lines 1 MiB.
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the workbench in the browser; the default command
    #[command(after_help = "Examples:
  quadrille serve
  quadrille serve --addr 127.0.0.1:8000 --data games
  quadrille serve --club --registration code --public-url https://club.example --trusted-proxy 127.0.0.1
Open the printed address in a browser. Only this machine can reach it; a club may listen on other addresses.")]
    Serve(ServeArgs),
    /// Play a game in the terminal
    #[command(after_help = "Example: quadrille play knightthrough --level intermediate --side second
Inside the game type a turn such as b1-c3, or help.")]
    Play(PlayArgs),
    /// Analyze a position: best turns and scores, live
    #[command(after_help = "Examples:
  quadrille analyze knightthrough --moves \"b1-c3 b8-c6\" --time 5s
  quadrille analyze knightthrough --player alphabeta:-history --depth 8 --json
  quadrille analyze amazons --position \"..#o|.x#.|###.|o.#x b\"
Where an Amazons board decomposes into independent regions, the mean and temperature of each are shown and the hottest
is marked. In JSON they are under regions.parts, with the walls of the thermographs.")]
    Analyze(AnalyzeArgs),
    /// Prove a position won or lost
    #[command(after_help = "Examples:
  quadrille solve knightthrough:4x6
  quadrille solve knightthrough:6x6 --player dfpns --time 60s --json")]
    Solve(SolveArgs),
    /// Count positions, to test the rules
    #[command(after_help = "Example: quadrille perft knightthrough --depth 5")]
    Perft(PerftArgs),
    /// Run a fixed search: a node total that is the same on every machine, and nodes per second
    #[command(after_help = "Example: quadrille bench knightthrough")]
    Bench(BenchArgs),
    /// Play a match between two players
    #[command(
        name = "match",
        after_help = "Examples:
  quadrille match knightthrough best level:ser-prunes-a-lot --games 100 --time 200ms --out games.jsonl
  quadrille match knightthrough alphabeta alphabeta:-lmr --games 200 --nodes 1e5 --concurrency 2
  quadrille match tzaar best alphabeta:plain --games 2000 --nodes 1e4 --sprt elo0=0,elo1=10
  quadrille match arimaa best \"aei:simple_engine\" --games 10 --time 1s
  quadrille match tzaar level:expert level:intermediate --games 50 --time 1s --openings start --colours random
  quadrille match knightthrough best random --games 20 --nodes 1e4 --adjudicate
External engines play as aei:COMMAND (arimaa), ugi:COMMAND (any game) and waltz:COMMAND (tzaar; -b FILE -t SECONDS is added).
An engine that crashes, hangs, floods, plays illegally or too late loses the game, and the match continues.
Exit codes: 0 played as asked, forfeits included; 1 interrupted, or a player failed under --no-recover; 2 wrong usage."
    )]
    Match(MatchArgs),
    /// Run a tournament described by a file: round robin, gauntlet or ladder
    #[command(after_help = "Example: quadrille tournament levels.toml
Only game, players and limit are required (a ladder without players takes the levels of the game):
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
  adjudicate = 100000          # end games that df-pn proves within this many nodes
  out = \"levels-games\"         # the folder for records and table
Run the same command again to resume an interrupted tournament.")]
    Tournament(TournamentArgs),
    /// Draw a position
    #[command(after_help = "Examples:
  quadrille show knightthrough:6x6
  quadrille show knightthrough --moves \"b1-c3\" --format svg > board.svg")]
    Show(ShowArgs),
    /// Replay the records of a match and convert them
    #[command(after_help = "Examples:
  quadrille convert knightthrough games.jsonl > games.txt
  quadrille convert arimaa games.jsonl --to moves > games.txt
A list of moves is accepted wherever a position is: quadrille show arimaa --file game.txt")]
    Convert(ConvertArgs),
    /// Run as an engine on standard input and output
    #[command(after_help = "Examples:
  quadrille engine --protocol aei --player best:threads=2
  quadrille engine --protocol ugi --game tzaar --player level:expert
AEI options: all times, hash, depth, threads. UGI options: hash, threads.")]
    Engine(EngineArgs),
    /// Check whether an engine follows its protocol
    #[command(after_help = "Examples:
  quadrille compliance \"quadrille engine --protocol ugi --game tzaar\" --game tzaar
  quadrille compliance simple_engine --protocol aei --game arimaa
Exit codes: 0 no problem found, 1 problems found, 2 wrong usage.")]
    Compliance(ComplianceArgs),
    /// WALTZ's command line: read a position file and overwrite it with the best turn
    #[command(after_help = "Example: quadrille tzaar -b position.txt -a 42 -t 30 -e after.txt
Exit codes: 0 done, 2 cannot load, 3 nothing to move, 4 cannot save, 5 search error.")]
    Tzaar(TzaarArgs),
    /// List games, levels, players and their settings
    #[command(after_help = "Example: quadrille players knightthrough")]
    Players {
        /// One game only
        game: Option<String>,
    },
    /// Combinatorial game theory: values, thermographs, means and temperatures of positions and games
    #[command(after_help = "Example: quadrille cgt temperature amazons --position \"x..|o..\"")]
    #[command(subcommand)]
    Cgt(crate::commands::cgt::Question),
    /// Measure the size of a game: starts, positions, turns and branching, next to the published figures
    #[command(after_help = "Example: quadrille properties tzaar --games 470 --seed 7")]
    Properties(PropertiesArgs),
    /// Administer a club: members, codes, backups
    #[command(after_help = "Examples:
  quadrille club user add ann --role admin
  quadrille club code --uses 20 --days 30
  quadrille club backup club-2026-11-18.sqlite
All of it but restore works while the server runs. Passwords, codes and tokens are printed once and stored as hashes.")]
    #[command(subcommand)]
    Club(ClubTask),
    /// Play in a club as a robot, by challenge, day and night; or run house robots
    #[command(after_help = "Examples:
  quadrille robot waltz.toml
  quadrille robot waltz.toml --report 2026-11-18
  quadrille robot --house --data club-data
The file needs only these lines; the token may also be in the environment variable QUADRILLE_TOKEN:
  club = \"https://club.example\"
  token_file = \"waltz.token\"
  [[play]]
  game = \"tzaar\"
  player = \"level:expert\"     # or any other player, such as waltz:COMMAND, ugi:COMMAND, aei:COMMAND
The guide 'For robot owners' has all settings. Ctrl-C ends the robot; running games wait in the club.
Exit codes: 0 ended by Ctrl-C, 1 the club refuses the robot, 2 wrong usage.")]
    Robot(Box<RobotArgs>),
    /// Run experiments that rebuild the tables and figures of the papers
    #[command(after_help = "Examples:
  quadrille lab list
  quadrille lab run tzaar-table-4.1 --quick --concurrency 2
  quadrille lab report")]
    #[command(subcommand)]
    Lab(LabTask),
    /// Learn an evaluation by self-play: plays games, trains a network on them, tests it, and starts again
    #[command(after_help = "Examples:
  quadrille learn knightthrough --hours 2
  quadrille learn knightthrough --hours 12 --games 40000 --nodes 2000 --folder nets/knights
Run the same command again to resume an interrupted run. The folder gets best.net, the network of the last generation that
passed its test, and learn.md, the report. A spec uses a network by its file: alphabeta:eval-file=learn/knightthrough/best.net")]
    Learn(LearnArgs),
}

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = server::Config::DEFAULT_ADDRESS)]
    pub(crate) addr: SocketAddr,
    /// Folder for the database of games [default: quadrille in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Folder with results of experiments to show; new runs go to the data folder
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) results: PathBuf,
    /// Additional host name to accept; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Have members, challenges, ratings and robots
    #[arg(long)]
    pub(crate) club: bool,
    /// Who may join the club: closed (administrators add members), code or open
    #[arg(long, value_name = "WHO", default_value = "closed", requires = "club", value_parser = str::parse::<server::Registration>)]
    pub(crate) registration: server::Registration,
    /// Address at which people find the club, such as https://club.example
    #[arg(long, value_name = "URL", requires = "club")]
    pub(crate) public_url: Option<String>,
    /// Address of the proxy whose X-Forwarded-For is believed
    #[arg(long, value_name = "ADDRESS", requires = "club")]
    pub(crate) trusted_proxy: Option<std::net::IpAddr>,
    /// Let the club listen beyond this machine without TLS
    #[arg(long, requires = "club")]
    pub(crate) insecure_http: bool,
    /// File with a section [mail]: server, port, security, from, user, password
    #[arg(long, value_name = "FILE", requires = "club")]
    pub(crate) mail: Option<PathBuf>,
}

/// The position to start from.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// A position in the game's notation
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) position: Option<String>,
    /// A file that holds a position
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Turns to play first, separated by spaces; actions of one turn are joined by commas
    #[arg(long, value_name = "TURNS")]
    pub(crate) moves: Option<String>,
}

/// Search limits.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Depth limit in actions
    #[arg(long, allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: Option<u32>,
    /// Node limit, such as 50000 or 1e6
    #[arg(long, value_parser = parse_nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
}

impl LimitArgs {
    /// The time limit; the default one if no limit is given.
    pub(crate) fn time_or(&self, default: Duration) -> Option<Duration> {
        self.time.or((self.depth.is_none() && self.nodes.is_none()).then_some(default))
    }
}

#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    /// The game, for example knightthrough or knightthrough:6x6
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: PositionArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Player that analyzes; see `quadrille players`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) player: String,
    /// Threads to search with
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Number of variations to show, best first
    #[arg(long, alias = "lines", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) multipv: u32,
    /// Node limit for exact values of independent regions; 0 turns them off
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
    /// Player that solves; by default df-pn proves the result, then alpha-beta looks for the shortest line
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
    /// Maximum depth
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
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// First or second side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideChoice {
    First,
    Second,
    /// None: the levels play each other
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
    /// Level of the opponent; see `quadrille players GAME`
    #[arg(long, default_value = "beginner", conflicts_with = "player")]
    pub(crate) level: String,
    /// The opponent as a player spec instead of a level
    #[arg(long, value_name = "SPEC")]
    pub(crate) player: Option<String>,
    /// Side that you play
    #[arg(long, value_enum, default_value = "first")]
    pub(crate) side: SideChoice,
    /// Time limit for each turn of the opponent
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "file", "moves"])]
    pub(crate) resume: Option<PathBuf>,
    /// Random seed of the opponent; by default every game is different
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

/// Formats of game records.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// Tags and numbered turns, in the manner of PGN
    Text,
    /// One JSON object a line
    Jsonl,
    /// The game's own list of moves, where it has one: arimaa
    Moves,
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    /// A file of records, as `quadrille match --out` writes it
    pub(crate) file: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) to: RecordFormat,
}

#[derive(Args)]
pub(crate) struct TzaarArgs {
    /// File with the position; overwritten with the answer
    #[arg(short, long, value_name = "FILE")]
    pub(crate) bestmove: PathBuf,
    /// 1 to 9 alpha-beta, 20 to 25 df-pn, 40 beginner, 41 intermediate, 42 or -1 expert
    #[arg(short, long, value_name = "NUMBER", default_value_t = -1, allow_hyphen_values = true)]
    pub(crate) ai: i64,
    /// File for the position after the turn
    #[arg(short, long, value_name = "FILE")]
    pub(crate) execute: Option<PathBuf>,
    /// Seconds to think
    #[arg(short, long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timelimit: u64,
}

#[derive(Args)]
pub(crate) struct PropertiesArgs {
    /// The game: tzaar
    pub(crate) game: String,
    /// Games to play for the branching by number of stacks
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}
