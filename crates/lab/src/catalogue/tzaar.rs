//! Tzaar, alpha-beta: tables 4.1 to 4.6 (Veselý 2013).

use super::{Listing, game};
use crate::{
    Bound, Conditions, Design, LabError,
    hypothesis::Claim,
    kinds::{
        local::micros,
        searches::{Measured, Probe, Searches, Variant, limits, player_probe, sign},
    },
    positions::{MIDSET, TzaarSet, tzaar_set},
};
use ::game::{HeuristicSet, History, Notation};
use ::tzaar::{
    Tzaar,
    heuristics::{Ordering, Waltz},
};
use search::{Limits, Root, SearchControl, TurnSearch, alphabeta};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-table-4.1", enhancements),
    ("tzaar-table-4.2", |conditions| {
        let values = [0, 3, 6, 9, 12, 15, 21, 30, 39, 51];
        let seconds = [3892, 3865, 3875, 3847, 3843, 3812, 3814, 3817, 3846, 3860];
        let claim = Claim::new("StackBonus hardly matters.")
            .ratio(
                "0 takes as many nodes as 15, within 8 per cent.",
                "3,892 and 3,812 s, or 1.02",
                ["0", "15"],
                HARDLY,
            )
            .ratio(
                "51 takes as many nodes as 15, within 8 per cent.",
                "3,860 and 3,812 s, or 1.01",
                ["51", "15"],
                HARDLY,
            );
        constant(conditions, "StackBonus", &values, &seconds, 6, claim, |stack_bonus, limits| {
            ordering_probe(Ordering { stack_bonus, ..Ordering::WALTZ }, limits)
        })
    }),
    ("tzaar-table-4.3", |conditions| {
        let values = [1, 2, 3, 4, 5, 6, 7, 8, 10];
        let seconds = [3924, 3862, 3852, 3825, 3774, 3765, 3749, 3741, 3796];
        let claim = Claim::new("StackCountMult hardly matters, and 8 is no worse than 1.")
            .ratio(
                "8 takes no more nodes than 1, by 2 per cent.",
                "3,741 and 3,924 s, or 0.95",
                ["8", "1"],
                Bound::AtMost(1.02),
            )
            .ratio(
                "8 takes as many nodes as 3, within 8 per cent.",
                "3,741 and 3,852 s, or 0.97",
                ["8", "3"],
                HARDLY,
            );
        constant(conditions, "StackCountMult", &values, &seconds, 3, claim, |stack_count, limits| {
            ordering_probe(Ordering { stack_count, ..Ordering::WALTZ }, limits)
        })
    }),
    ("tzaar-table-4.4", |conditions| {
        let values = [1, 2, 4, 6, 8, 10, 15, 18, 20, 25, 30];
        let seconds = [5285, 4682, 4190, 3892, 3809, 3749, 3759, 3806, 3852, 3874, 3913];
        let claim = Claim::new("A very small CaptureCountMult costs much, and from 10 on it hardly matters.")
            .ratio(
                "1 takes at least 15 per cent more nodes than 10.",
                "5,285 and 3,749 s, or 1.41",
                ["1", "10"],
                Bound::AtLeast(1.15),
            )
            .ratio(
                "30 takes as many nodes as 10, within 8 per cent.",
                "3,913 and 3,749 s, or 1.04",
                ["30", "10"],
                HARDLY,
            );
        constant(conditions, "CaptureCountMult", &values, &seconds, 20, claim, |capture_count, limits| {
            ordering_probe(Ordering { capture_count, ..Ordering::WALTZ }, limits)
        })
    }),
    ("tzaar-table-4.5", |conditions| {
        let values = [3, 5, 10, 15, 20, 25, 30];
        let seconds = [3827, 3821, 3845, 3876, 3886, 3899, 3919];
        let claim = Claim::new("The weight of history hardly matters.")
            .ratio(
                "5 takes as many nodes as 20, within 8 per cent.",
                "3,821 and 3,886 s, or 0.98",
                ["5", "20"],
                HARDLY,
            )
            .ratio(
                "30 takes as many nodes as 20, within 8 per cent.",
                "3,919 and 3,886 s, or 1.01",
                ["30", "20"],
                HARDLY,
            );
        constant(conditions, "HistoryPruneMult", &values, &seconds, 20, claim, |value, limits| {
            waltz_9(&format!("history-weight={value}"), limits)
        })
    }),
    ("tzaar-table-4.6", table_sizes),
];

fn table_sizes(conditions: &Conditions) -> Result<Design, LabError> {
    let seconds = [4360, 4176, 4064, 4003, 3977, 3911, 3883, 3844, 3841, 3833, 3838, 3847, 3845, 3906];
    // A search one move shallower has a thirtieth of the nodes, which fill smaller tables. Nothing is printed for these.
    let bits: Vec<i32> = conditions.scale.pick(7..21, 12..26).collect();
    let unprinted = bits.iter().filter(|bits| **bits < 12).count();
    let seconds: Vec<u32> = std::iter::repeat_n(0, unprinted).chain(seconds).collect();
    let [small, enough, large] = conditions.scale.pick(["7", "13", "19"], ["12", "18", "20"]);
    let claim = Claim::new("A table that the search fills a thousand times costs nodes, and from a place for some twenty nodes on its size does not matter.")
        .ratio("The smallest table takes at least 3 per cent more nodes than a large one.", "4,360 and 3,844 s, or 1.13", [small, large], Bound::AtLeast(1.03))
        .ratio("A place for some twenty nodes is as good as more, within 3 per cent.", "3,883 and 3,841 s, or 1.01", [enough, large], Bound::Within(0.97, 1.03));
    let name = "binary logarithm of the table's places";
    // A place of WALTZ's table holds two entries.
    constant(conditions, name, &bits, &seconds, 19, claim, |bits, limits| {
        waltz_9(&format!("tt=2^{}e", bits + 1), limits)
    })
}

/// What "hardly matters" means for a ratio of nodes.
const HARDLY: Bound = Bound::Within(0.92, 1.08);

/// Searches of middle games: by some variants, which their limits make, compared with one of them.
fn middle_games(
    conditions: &Conditions,
    title: &str,
    what: &'static str,
    base: usize,
    variants: impl FnOnce(Limits) -> Result<Vec<Variant>, LabError>,
) -> Result<Searches, LabError> {
    let (many, depth, most) =
        conditions.scale.sizes((5, 4, 1_500_000), (MIDSET, 5, 10_000_000), (MIDSET, 6, 0));
    let (positions, sentence) = tzaar_set(conditions, TzaarSet::Middle, many)?;
    let mut method =
        vec![sentence, format!("Each is searched to depth {depth} (in single moves; the thesis: 6).")];
    if most > 0 {
        method.push(format!("A search ends after {most} nodes at the latest."));
    }
    let variants = variants(limits(depth, most, 0))?;
    let searches = Searches::new(title, what, conditions.seed, positions, variants, method);
    Ok(Searches { printed: "Veselý: seconds", base, ..searches })
}

fn enhancements(conditions: &Conditions) -> Result<Design, LabError> {
    const BEST: &str = "alphabeta";
    let entry = game("tzaar")?;
    let rows = [
        ("all (ID, PVM, MO, HH, NS)", "level:waltz-9", 3_800),
        ("all, history counting cut-offs", "level:waltz-9,history=count", 0),
        ("without NegaScout", "level:waltz-8", 4_134),
        ("without history", "level:waltz-7", 8_906),
        ("without NegaScout and history", "level:waltz-4", 9_282),
        ("randomised, with ID, PVM and MO", "level:waltz-6", 9_803),
        ("only the table's move and ID", "level:waltz-3", 22_712),
        ("no enhancement, not even ID", "level:waltz-1,depth=0", 36_764),
        ("only ID", "level:waltz-2", 37_586),
        ("only move ordering and ID", "level:waltz-5", 38_189),
        ("our best alpha-beta", BEST, 0),
    ];
    let title = "Alpha-beta with various enhancements";
    let searches = middle_games(conditions, title, "enhancements", 0, |limits| {
        let variant = |(label, spec, seconds): (&str, &str, i32)| {
            let printed = (seconds > 0).then_some(f64::from(seconds));
            // All of them search to the depth; WALTZ's time estimation must not end them at the limit of nodes.
            let spec = if spec == BEST { spec.into() } else { format!("{spec},eval=waltz-thesis,pace=full") };
            Ok(Variant { printed, ..Variant::player(entry, label, &spec, limits)? })
        };
        rows.map(variant).into_iter().collect()
    })?;
    let note = "The thesis counts seconds on an Opteron 2216 of 2006, so its shares are comparable and its seconds are not.";
    let [all, none] = ["all (ID, PVM, MO, HH, NS)", "no enhancement, not even ID"];
    let claim = Claim::new("Alpha-beta's enhancements save most of the work, and history and the table's move save most of that.")
        .ratio("All enhancements together take at most a fifth of the nodes of none.", "3,800 of 36,764 s, or 0.10", [all, none], Bound::AtMost(0.2))
        .ratio("Without history the search takes at least one and a half times the nodes.", "8,906 of 3,800 s, or 2.34", ["without history", all], Bound::AtLeast(1.5))
        .ratio("The table's move saves at least a fifth of the nodes of iterative deepening alone.", "22,712 of 37,586 s, or 0.60", ["only the table's move and ID", "only ID"], Bound::AtMost(0.8))
        .ratio("NegaScout changes less than history does: within a quarter.", "4,134 of 3,800 s, or 1.09", ["without NegaScout", all], Bound::Within(0.8, 1.25))
        .why("What history saves grows with the number of stacks: at depth 6 the search without it took 1.2 times the nodes on a position with \
              41 stacks, 4.2 times with 53 and 6.4 times with 51 (one position each, of games with people). The thesis counted seconds.");
    Searches { notes: vec![note.into()], claim: Some(claim), ..searches }.design()
}

/// A table of a constant: its values, the printed seconds, the thesis's default and the search with a value.
fn constant(
    conditions: &Conditions,
    name: &'static str,
    values: &[i32],
    seconds: &[u32],
    default: i32,
    claim: Claim<Measured>,
    probe: impl Fn(i32, Limits) -> Result<Probe, LabError>,
) -> Result<Design, LabError> {
    let base = values.iter().position(|value| *value == default).unwrap_or(0);
    let title = format!("Alpha-beta: {name}");
    let searches = middle_games(conditions, &title, name, base, |limits| {
        let variant = |(&value, &seconds): (&i32, &u32)| {
            let (at, printed) = (Some(f64::from(value)), (seconds > 0).then_some(f64::from(seconds)));
            Ok(Variant { label: value.to_string(), series: "", at, printed, probe: probe(value, limits)? })
        };
        values.iter().zip(seconds).map(variant).collect()
    })?;
    Searches { claim: Some(claim), ..searches }.design()
}

/// A search with these settings on top of `level:waltz-9`.
fn waltz_9(setting: &str, limits: Limits) -> Result<Probe, LabError> {
    player_probe(game("tzaar")?, &format!("level:waltz-9,eval=waltz-thesis,pace=full,{setting}"), limits)
}

/// What `level:waltz-9` has but its time estimation, for searches that are made here.
const WALTZ_9: &str = "plain,id,tt=2^20e,tt-scheme=twobig,tt-deeper,tt-move,hints,history=2^d,history-weight=20,history-first,pvs,lost=previous";

/// A search with a constant of the move ordering that no spec can name.
fn ordering_probe(ordering: Ordering, limits: Limits) -> Result<Probe, LabError> {
    Ok(Arc::new(move |position: &str, seed: u64, stop: &AtomicBool| {
        let position = Tzaar::parse_position(position).map_err(LabError::cell)?;
        let config = alphabeta::Config::parse(WALTZ_9, &alphabeta::Config::BEST).map_err(LabError::cell)?;
        let heuristics = HeuristicSet { ordering, ..Waltz::THESIS.heuristics_without_proofs() };
        let mut search = alphabeta::AlphaBeta::new(config, heuristics, seed).map_err(LabError::cell)?;
        let history = History::starting_at(&position);
        let started = Instant::now();
        let control = SearchControl::new(limits, stop);
        let report = search.search(Root { position: &position, history: &history, lines: 1 }, &control);
        let (result, timed) = (sign(report.verdict), limits.time.is_some());
        Ok(Measured { nodes: report.nodes, micros: micros(started), depth: report.depth, result, timed })
    }))
}
