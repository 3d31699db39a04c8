//! A small game and players of every temper, with the same interface as the real ones.
//!
//! The game is Nim: heaps `3/5/7`, a turn `b2` takes two from the second heap, and taking the last one wins. Players
//! named `NAME@N` play perfectly until they misbehave at their N-th turn.
#![allow(dead_code, reason = "every test file uses a part of this")]

use arena::{Contestant, GameRecord, MatchConfig, OpeningSource, TimeControl, TimeSource};
use game::{Key, Outcome, Scene, Score, Side, TextError, TextStyle, Verdict};
use players::{
    AnyGame, Board, EvaluationSpec, GameInfo, Palette, PartialTurn, PlayedTurn, Player, Request, SearchInfo,
    Spec, SpecError, TunableEvaluation, Typed, Variation, derive_seed,
};
use std::{
    any::Any,
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

/// A clock that stands still unless a player pushes it.
#[derive(Clone, Default)]
pub struct FakeTime(Arc<AtomicU64>);

impl FakeTime {
    fn push(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl TimeSource for FakeTime {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// Nim as a game whose type is erased.
#[derive(Default)]
pub struct Nim {
    pub time: FakeTime,
}

#[derive(Clone)]
struct Heaps {
    heaps: Vec<u64>,
    to_move: Side,
}

impl Heaps {
    fn parse(text: &str, to_move: Side) -> Result<Heaps, TextError> {
        let heap = |t: &str| {
            t.parse().ok().filter(|&n| n < 1000).ok_or(TextError::new(t, "is not a heap; write 3/5/7"))
        };
        Ok(Heaps { heaps: text.split('/').map(heap).collect::<Result<_, _>>()?, to_move })
    }

    fn turn_text(heap: usize, take: u64) -> String {
        format!("{}{take}", (b'a' + heap as u8) as char)
    }

    fn all_turns(&self) -> Vec<String> {
        let of_heap = |(heap, &size)| (1..=size).map(move |take| Heaps::turn_text(heap, take));
        self.heaps.iter().enumerate().flat_map(of_heap).collect()
    }

    fn nim_sum(&self) -> u64 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    fn perfect_turn(&self) -> String {
        let sum = self.nim_sum();
        let winning = self.heaps.iter().position(|&heap| heap ^ sum < heap);
        match winning {
            Some(heap) => Heaps::turn_text(heap, self.heaps[heap] - (self.heaps[heap] ^ sum)),
            None => self.all_turns()[0].clone(),
        }
    }
}

impl Board for Heaps {
    fn game(&self) -> &'static str {
        "nim"
    }
    fn sides(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }
    fn to_move(&self) -> Side {
        self.to_move
    }
    fn outcome(&self) -> Option<Outcome> {
        self.heaps.iter().all(|&heap| heap == 0).then(|| Outcome::Win(self.to_move.other()))
    }
    fn ending(&self) -> Option<&'static str> {
        self.outcome().map(|_| "nothing left")
    }
    fn position_text(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u64::to_string).collect();
        format!("{} {}", heaps.join("/"), ["first", "second"][self.to_move.index()])
    }
    fn key(&self) -> Key {
        Key(derive_seed(self.to_move.index() as u64, &self.heaps))
    }
    fn actions(&self) -> Vec<String> {
        self.all_turns()
    }
    fn turns(&self) -> Vec<String> {
        self.all_turns()
    }
    fn play(&mut self, turn: &str) -> Result<PlayedTurn, TextError> {
        let lower = turn.to_lowercase();
        if !self.all_turns().contains(&lower) {
            return Err(TextError::new(turn, "is not legal here; write a heap and a number, such as a1"));
        }
        let heap = usize::from(lower.as_bytes()[0] - b'a');
        self.heaps[heap] -= lower[1..].parse::<u64>().unwrap();
        self.to_move = self.to_move.other();
        Ok(PlayedTurn { text: format!("take {lower}"), word: lower, squares: Vec::new(), lost: Vec::new() })
    }
    fn scene(&self) -> Scene {
        Scene { state: self.position_text(), ..Scene::default() }
    }
    fn partial(&self, actions: &[String]) -> Result<PartialTurn, TextError> {
        Err(TextError::new(&actions.join(","), "is not asked for in matches"))
    }
    fn typed(&self, text: &str) -> Typed {
        Typed::Wrong(TextError::new(text, "is not asked for in matches"))
    }
    fn palette(&self) -> Palette {
        Palette { pieces: Vec::new(), phases: &[], phase: "", highest: 1 }
    }
    fn arranged(
        &self,
        _pieces: &[(String, Option<Side>, String, u8)],
        _side: Side,
        phase: &str,
    ) -> Result<Box<dyn Board>, TextError> {
        Err(TextError::new(phase, "is not asked for in matches"))
    }
    fn text_board(&self, _style: TextStyle, _marked: &[String]) -> String {
        self.position_text()
    }
    fn svg_board(&self, _marked: &[String]) -> String {
        String::from("<svg/>")
    }
    fn facts(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }
    fn count(&self, _what: players::Counted, _depth: u32) -> u64 {
        0
    }
    fn deepest_count(&self, _what: players::Counted) -> Option<u32> {
        None
    }
    fn lists_turns(&self) -> bool {
        true
    }
    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What a player does wrong when its time has come.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    Random,
    Perfect,
    Illegal,
    Silent,
    Crash,
    Slow(u64),
    /// Plays perfectly and says who wins.
    Prover,
    /// Claims a win in every position.
    Boaster,
}

struct NimPlayer {
    temper: Temper,
    /// The turn at which it misbehaves, from 1.
    when: u64,
    seed: u64,
    turns: u64,
    time: FakeTime,
}

impl Player for NimPlayer {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        _: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        assert!(!request.limits.is_unlimited(), "a match always sets a limit");
        let heaps = board.as_any().downcast_ref::<Heaps>().unwrap();
        self.turns += 1;
        let mut turn = heaps.perfect_turn();
        match self.temper {
            Temper::Random => {
                let turns = heaps.all_turns();
                turn = turns[(derive_seed(self.seed, &[self.turns]) % turns.len() as u64) as usize].clone();
            }
            Temper::Slow(milliseconds) => self.time.push(milliseconds),
            Temper::Illegal if self.turns == self.when => turn = "z9\u{1b}".into(),
            Temper::Silent if self.turns == self.when => turn.clear(),
            Temper::Crash if self.turns == self.when => panic!("crashed on purpose"),
            _ => {}
        }
        let score = (heaps.nim_sum() != 0).then(|| Score::estimate(100));
        let turns: Vec<String> = Some(turn).into_iter().filter(|t| !t.is_empty()).collect();
        let line = Variation { score, actions: turns.clone(), turns };
        let (depth, nodes) = (1, 10 + self.seed % 7);
        let verdict = match self.temper {
            Temper::Prover if heaps.nim_sum() == 0 => Verdict::Loss,
            Temper::Prover | Temper::Boaster => Verdict::Win,
            _ => Verdict::Unknown,
        };
        SearchInfo { depth, nodes, time: Duration::ZERO, verdict, length: None, lines: vec![line] }
    }
    fn new_game(&mut self) {
        self.turns = 0;
    }
}

impl Nim {
    /// A game for one test.
    pub fn new() -> &'static Nim {
        Box::leak(Box::default())
    }

    /// A player of the given temper.
    pub fn player(&self, text: &str) -> Contestant {
        let (text, time) = (text.to_owned(), self.time.clone());
        Contestant::custom(text.clone(), move |seed| Box::new(NimPlayer::new(&text, seed, time.clone())))
    }
}

impl NimPlayer {
    fn new(text: &str, seed: u64, time: FakeTime) -> NimPlayer {
        let (name, when) = text.split_once('@').unwrap_or((text, "0"));
        let when = when.parse().unwrap();
        let temper = match name {
            "random" => Temper::Random,
            "perfect" => Temper::Perfect,
            "illegal" => Temper::Illegal,
            "silent" => Temper::Silent,
            "crash" => Temper::Crash,
            "prover" => Temper::Prover,
            "boaster" => Temper::Boaster,
            "slow" => Temper::Slow(when),
            _ => panic!("{text}"),
        };
        NimPlayer { temper, when, seed, turns: 0, time }
    }
}

impl AnyGame for Nim {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "nim",
            variants: "heaps such as 3/5/7",
            starts: &[],
            position_example: "3/5/7 first",
            sides: ["First", "Second"],
            evaluations: &[],
            former_names: &[],
            best: "random",
            levels: &[],
            presets: &[],
            notes: "",
            bench: &[],
            has_regions: false,
        }
    }
    fn start(&self, variant: &str) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(Heaps::parse(if variant.is_empty() { "5/6/7/8" } else { variant }, Side::First)?))
    }
    fn at_position(&self, text: &str) -> Result<Box<dyn Board>, TextError> {
        let (heaps, side) =
            text.trim().split_once(' ').ok_or(TextError::new(text, "has no side; write 3/5/7 first"))?;
        match side.trim() {
            "first" => Ok(Box::new(Heaps::parse(heaps, Side::First)?)),
            "second" => Ok(Box::new(Heaps::parse(heaps, Side::Second)?)),
            other => Err(TextError::new(other, "is not a side; write first or second")),
        }
    }
    fn tunable(&self, _: &EvaluationSpec) -> Box<dyn TunableEvaluation> {
        unreachable!("nim has no evaluations")
    }
    /// The only built-in player of a game without evaluations is the random one.
    fn build(&self, _: &Spec, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        Ok(Box::new(NimPlayer::new("random", seed, self.time.clone())))
    }
}

/// A match with small, usual settings.
pub fn plan(nim: &'static Nim, first: &str, second: &str, pairs: u64) -> MatchConfig {
    MatchConfig {
        pairs,
        openings: OpeningSource::Random(2),
        seed: 7,
        max_turns: None,
        ..MatchConfig::new(nim, [nim.player(first), nim.player(second)], TimeControl::Nodes(100))
    }
}

/// The number of threads that this is.
pub fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// The games without the times they took, which differ from run to run.
pub fn without_times(records: &[GameRecord]) -> Vec<GameRecord> {
    let mut records = records.to_vec();
    records.iter_mut().flat_map(|r| &mut r.played.turns).for_each(|t| t.ms = 0);
    records
}

/// A file name that no other test uses; the file is removed when the test is over.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        // All tests share a process, so that names alone may meet.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("arena-test-{}-{number}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
