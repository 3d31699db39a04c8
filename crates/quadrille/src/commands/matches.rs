//! `quadrille match`: many games between two players, with a live table and records.

use crate::{
    cli::MatchArgs,
    failure::Failure,
    output::{self, Progress},
    setup, stop,
};
use arena::{
    Adjudication, AfterCrash, Contestant, Decision, GameRecord, MatchConfig, MatchEnd, MatchSummary,
    Openings, RecordFile, ResultBlock, RunningSprt, Sprt, Tally, TimeControl, WallClock, run_match,
};
use players::{AnyGame, Games, Milliseconds};
use std::{collections::BTreeMap, num::NonZeroUsize, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

pub(crate) fn run(games: Games, args: &MatchArgs) -> Result<(), Failure> {
    let (game, variant) = setup::game(games, &args.game)?;
    let config = config(args, game, variant)?;
    check(&config)?;
    let sprt = args.sprt.as_ref().map(|text| text.parse::<Sprt>()).transpose()?;
    args.engines.make_log()?;
    let (mut file, done) = match &args.out {
        None => (None, Vec::new()),
        Some(path) => open(path, args.resume)?,
    };
    let names = names(args);
    let mut failures = Failures::default();
    done.iter().for_each(|record| failures.add(record));
    let mut test = sprt.map(RunningSprt::new);
    // A test that earlier games have decided needs no more of them.
    let decided = test.as_mut().is_some_and(|test| {
        for record in &done {
            test.add(record);
        }
        test.decision().is_some()
    });
    let (enough, ctrl_c) = (AtomicBool::new(true), stop::on_ctrl_c());
    let stop = if decided { &enough } else { ctrl_c };
    let bar = Progress::new("", "games");
    let observer = &mut |progress: arena::Progress<'_>| {
        failures.add(progress.record);
        let decision = test.as_mut().and_then(|test| test.add(progress.record));
        let (done, total, tally) = (progress.finished, progress.total, progress.tally);
        bar.shows(done, total, &score(tally));
        if done.is_multiple_of(u64::from(args.ratinginterval)) && done < total {
            bar.print(&block(&names, tally, test.as_ref()), |text| say!("{text}\n"));
        }
        if decision.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let clock = WallClock::start();
    let result = run_match(&config, &clock, file.as_mut(), &done, stop, observer);
    drop(bar);
    let mut summary = result?;
    if decided {
        summary.end = MatchEnd::Enough;
    }
    finish(args, &names, &summary, test.as_ref(), &failures)
}

/// Games that were lost by something else than play, which says nothing about strength.
#[derive(Default)]
struct Failures([BTreeMap<String, u64>; 2]);

impl Failures {
    fn add(&mut self, record: &GameRecord) {
        if arena::reason::FAILURES.contains(&record.played.reason.as_str()) {
            let loser = usize::from(record.half_points_of_first_player() == 2);
            *self.0[loser].entry(record.played.reason.clone()).or_default() += 1;
        }
    }

    /// Who failed how often and why; `None` if no player did.
    fn line(&self, names: &[String; 2]) -> Option<String> {
        let of = |(name, reasons): (&String, &BTreeMap<String, u64>)| {
            let list = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect::<Vec<_>>();
            (!list.is_empty()).then(|| format!("{name}: {}", list.join(", ")))
        };
        let all = names.iter().zip(&self.0).filter_map(of).collect::<Vec<_>>().join("; ");
        (!all.is_empty()).then(|| format!("Games lost by failure: {all}"))
    }
}

fn config(args: &MatchArgs, game: &'static dyn AnyGame, variant: &str) -> Result<MatchConfig, Failure> {
    if !args.games().is_multiple_of(2) {
        refuse!("'{}' is not an even number of games; they are played and counted in pairs", args.games());
    }
    let control = match (args.time, &args.tc, args.nodes, args.depth) {
        (Some(time), ..) => TimeControl::PerTurn(Milliseconds(time.as_millis() as u64)),
        (_, Some(text), ..) => text.parse()?,
        (.., Some(nodes), _) => TimeControl::Nodes(nodes),
        (.., Some(depth)) => TimeControl::Depth(depth),
        _ => refuse!("a match needs a limit: --time 200ms, --tc 60s+0.5s, --nodes 1e5 or --depth 6"),
    };
    let engines = args.engines.settings();
    let player = |text: &str| Contestant::parse(game, text, &engines);
    Ok(MatchConfig {
        game,
        variant: variant.into(),
        players: [player(&args.first)?, player(&args.second)?],
        pairs: u64::from(args.games() / 2),
        control,
        openings: args.openings.parse()?,
        seed: args.seed,
        concurrency: NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        max_turns: Some(args.maxturns),
        after_crash: if args.no_recover { AfterCrash::EndMatch } else { AfterCrash::GoOn },
        colours: args.colours.parse()?,
        adjudication: args.adjudicate.map(|nodes| Adjudication::by_proof(game, nodes)).transpose()?,
    })
}

/// Refuses what could not be played before any file is made.
pub(super) fn check(config: &MatchConfig) -> Result<(), Failure> {
    for player in &config.players {
        player.check_control(config.control)?;
    }
    let mut openings = Openings::new(config.game, &config.variant, config.openings.clone(), config.seed)?;
    openings.of_pair(0)?;
    Ok(())
}

fn open(path: &Path, resume: bool) -> Result<(Option<RecordFile>, Vec<GameRecord>), Failure> {
    if !resume {
        return Ok((Some(RecordFile::create(path)?), Vec::new()));
    }
    let resumed = RecordFile::resume(path)?;
    if let Some(warning) = &resumed.warning {
        remark!("warning: {warning}");
    }
    Ok((Some(resumed.file), resumed.records))
}

/// The specs as given, made different if they are the same.
fn names(args: &MatchArgs) -> [String; 2] {
    if args.first == args.second {
        [format!("{} (1)", args.first), format!("{} (2)", args.second)]
    } else {
        [args.first.clone(), args.second.clone()]
    }
}

fn block(names: &[String; 2], tally: &Tally, test: Option<&RunningSprt>) -> String {
    let block = ResultBlock { first: &names[0], second: &names[1], tally };
    match test {
        None => block.to_string(),
        Some(test) => format!("{block}\n{}", test.line()),
    }
}

/// Wins, losses and draws so far.
pub(super) fn score(tally: &Tally) -> String {
    format!("+{} -{} ={}", tally.wins(), tally.losses(), tally.draws())
}

fn finish(
    args: &MatchArgs,
    names: &[String; 2],
    summary: &MatchSummary,
    test: Option<&RunningSprt>,
    failures: &Failures,
) -> Result<(), Failure> {
    output::line(block(names, &summary.tally, test));
    if let Some(line) = failures.line(names) {
        output::line(line);
    }
    if let Some(test) = test {
        let pairs = test.counted().pairs();
        output::line(match test.decision() {
            Some(Decision::Accepted) => format!("SPRT: H1 was accepted after {pairs} pairs"),
            Some(Decision::Rejected) => format!("SPRT: H0 was accepted after {pairs} pairs"),
            None => format!("SPRT: undecided after {pairs} pairs"),
        });
    }
    if summary.resumed > 0 {
        say!("{} games played now, {} before", summary.played, summary.resumed);
    }
    match summary.end {
        MatchEnd::Complete | MatchEnd::Enough => Ok(()),
        MatchEnd::Crashed => Err(Failure::failed("a player failed and --no-recover was given")),
        MatchEnd::Stopped => {
            let how = match &args.out {
                Some(path) => format!("; resume with --out {} --resume", path.display()),
                None => String::new(),
            };
            let (played, asked) = (summary.tally.games(), args.games());
            Err(Failure::failed(format!("stopped after {played} of {asked} games{how}")))
        }
    }
}
