//! Tzaar, games: section 4.2 and tables 4.15 to 4.17 (Veselý 2013). What needs people or lost programs is cited, not played.

use super::{ELO, OWN_LIMITS, experiment, game, pairing};
use crate::{
    Conditions, Design, Experiment, Findings, LabError, Scale,
    kinds::matches::{Matches, Pairing, Show},
    show::{Entry, Mark, Plot, Series, Table},
};
use arena::{OpeningSource, TimeControl};

pub(super) fn experiments() -> Vec<Experiment> {
    vec![
        experiment(
            "tzaar-section-4.2.1",
            "Tzaar: WALTZ's versions against each other",
            "Veselý 2013, section 4.2.1",
            "Each version beats the next weaker one: 33 to 5, 21 to 4 and 19 to 6, from the fixed start.",
            versions,
        ),
        experiment(
            "tzaar-unbeatable",
            "Tzaar: ten times the time",
            "Veselý 2013, section 4.2.3",
            "The unbeatable version (300 s) won 65 of 99 games against the expert (30 s).",
            |conditions| {
                let [_, _, expert, unbeatable] = levels(conditions.scale);
                let pairs = conditions.scale.pick(8, 50);
                let mut one = pairing(
                    game("tzaar")?,
                    "",
                    [("unbeatable", unbeatable), ("expert", expert)],
                    OWN_LIMITS,
                    pairs,
                );
                one.openings = OpeningSource::Starts;
                (one.printed, one.printed_words) = (Some(100.0 * 65.0 / 99.0), Some("65 of 99"));
                matches(
                    conditions,
                    "Unbeatable against expert",
                    vec![one],
                    "Random starts. The unbeatable version has ten times the budget of the expert.",
                )
            },
        ),
        experiment(
            "tzaar-evaluations",
            "Tzaar: the evaluation of 2013 against that of 2012",
            "Veselý 2013, section 4.2.3",
            "The enhanced evaluation won 136 and lost 102 games against the old one.",
            |conditions| {
                let [_, _, expert, _] = levels(conditions.scale);
                let pairs = conditions.scale.pick(8, 119);
                let with = |evaluation: &str| format!("{expert},eval={evaluation}");
                let entry = game("tzaar")?;
                let players = [("2013", with("waltz-2013")), ("2012", with("waltz-2012"))];
                let mut first = pairing(entry, "", players, OWN_LIMITS, pairs);
                (first.printed, first.printed_words) = (Some(100.0 * 136.0 / 238.0), Some("136 to 102"));
                let players = [("own", with("own")), ("2013", with("waltz-2013"))];
                let mut second = pairing(entry, "", players, OWN_LIMITS, pairs);
                for one in [&mut first, &mut second] {
                    one.openings = OpeningSource::Starts;
                }
                matches(
                    conditions,
                    "Evaluations of Tzaar",
                    vec![first, second],
                    "WALTZ's expert with one evaluation or the other, from random starts.",
                )
            },
        ),
        experiment(
            "tzaar-table-4.15",
            "Tzaar: a gauntlet in place of the games with other programs",
            "Veselý 2013, table 4.15",
            "WALTZ beat every program there was: 479 to 121 and 65 to 18 against HsTZAAR, 342 to 53, 196 to 5, 83 to 2 and 82 to 1 against four programs of the University of Alaska.",
            gauntlet,
        ),
        experiment(
            "tzaar-table-4.16",
            "Tzaar: WALTZ's expert against people (citation, not rebuildable)",
            "Veselý 2013, table 4.16",
            "117 of 157 games won, Elo 2083, the 14th best player of the server.",
            |_| {
                Ok(citation(
                    "The expert against people",
                    &[
                        ("SlowBrain", 2467, 1, 3),
                        ("Gambit", 2272, 2, 4),
                        ("Paulie", 2220, 8, 3),
                        ("evrardmoloic", 2062, 1, 1),
                        ("PhilDakota", 1701, 14, 3),
                        ("mat76", 1692, 19, 1),
                        ("Gregg", 1618, 14, 5),
                    ],
                ))
            },
        ),
        experiment(
            "tzaar-table-4.17",
            "Tzaar: WALTZ's unbeatable version against people (citation, not rebuildable)",
            "Veselý 2013, table 4.17",
            "46 of 76 games won, Elo 2072, the 15th best player of the server.",
            |_| {
                Ok(citation(
                    "The unbeatable version against people",
                    &[
                        ("SlowBrain", 2467, 9, 18),
                        ("Paulie", 2220, 1, 3),
                        ("mnmr", 2184, 0, 1),
                        ("Zeichner", 2143, 1, 0),
                        ("Talisac", 2123, 3, 0),
                        ("azazhel", 1931, 8, 2),
                    ],
                ))
            },
        ),
    ]
}

/// WALTZ's four versions: with their own limits, or with node budgets of the same proportions.
fn levels(scale: Scale) -> [String; 4] {
    match scale {
        Scale::Full => {
            ["beginner", "intermediate", "expert", "unbeatable"].map(|l| format!("level:waltz-{l}"))
        }
        Scale::Quick => [
            ("beginner", "depth=2,nodes=2000,tt=1M"),
            ("intermediate", "depth=3,nodes=5000,tt=1M"),
            ("expert", "time=0,nodes=5000,tt=1M,pn.tt=1M,op.tt=1M"),
            ("unbeatable", "time=0,nodes=50000,tt=4M,pn.tt=4M,op.tt=4M"),
        ]
        .map(|(level, limit)| format!("level:waltz-{level},{limit}")),
    }
}

fn versions(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let [beginner, intermediate, expert, unbeatable] = levels(conditions.scale);
    let rows = [
        (("intermediate", intermediate.clone()), ("beginner", beginner), 19, 33.0, 5.0, "33 to 5"),
        (("expert", expert.clone()), ("intermediate", intermediate), 13, 21.0, 4.0, "21 to 4"),
        (("unbeatable", unbeatable), ("expert", expert), 13, 19.0, 6.0, "19 to 6"),
    ];
    let pairings = rows.map(|(first, second, pairs, won, lost, words)| {
        let mut one = pairing(entry, "", [first, second], OWN_LIMITS, conditions.scale.pick(8, pairs));
        one.openings = OpeningSource::Start;
        (one.printed, one.printed_words) = (Some(100.0 * won / (won + lost)), Some(words));
        one
    });
    matches(
        conditions,
        "WALTZ's versions",
        pairings.into(),
        "All games begin from the fixed start; the versions vary their first turns by themselves.",
    )
}

fn gauntlet(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let (pairs, control) =
        conditions.scale.pick((4, TimeControl::Nodes(5_000)), (100, TimeControl::Depth(200)));
    let limit = conditions.scale.pick("", ",time=30s");
    let small = conditions.scale.pick(",tt=4M", "");
    let best = format!("best:variety=5{small}{}", conditions.scale.pick(",pn.tt=4M", ",time=30s"));
    let rivals = [
        ("WALTZ's expert", levels(conditions.scale)[2].clone()),
        ("WALTZ's intermediate", levels(conditions.scale)[1].clone()),
        ("WALTZ's beginner", levels(conditions.scale)[0].clone()),
        ("our alpha-beta, plain with a table", format!("alphabeta:plain,id,tt=4M{limit}")),
        ("our MCTS", format!("mcts:memory=16M{limit}")),
        ("random", "random".to_string()),
    ];
    let pairings = rivals.map(|(label, spec)| {
        let mut one = pairing(entry, "", [("our best", best.clone()), (label, spec)], control, pairs);
        one.openings = OpeningSource::Starts;
        one
    });
    let design = Matches {
        title: "A gauntlet in Tzaar".into(),
        show: Show::Elo,
        x: "",
        log_x: false,
        pairings: pairings.into(),
        method: vec![
            "The programs of table 4.15 are lost or cannot be run by a program, so our best player meets players of our own, WALTZ's versions among them.".into(),
            "Random starts, as in the table.".into(),
        ],
        notes: vec![
            "Cited: WALTZ's expert (30 s) won 479, lost 121 against HsTZAAR `pscout_full_4`; 65 to 18 against `pscout_full_5`; 342 to 53 against GreensteinTzaarAI; 196 to 5 against BiTzaarBot; 83 to 2 against Mockinator++; 82 to 1 against Mockinator.".into(),
        ],
        seed: conditions.seed,
    };
    design.design()
}

fn matches(
    conditions: &Conditions,
    title: &str,
    pairings: Vec<Pairing>,
    method: &str,
) -> Result<Design, LabError> {
    let mut sentences = vec![method.to_string()];
    if conditions.scale == Scale::Quick {
        sentences.push("Budgets of nodes in place of time: expert 5,000, unbeatable 50,000, beginner depth 2, intermediate depth 3.".into());
    }
    Matches {
        title: title.into(),
        show: ELO,
        x: "",
        log_x: false,
        pairings,
        method: sentences,
        notes: Vec::new(),
        seed: conditions.seed,
    }
    .design()
}

/// Results that nobody can repeat: opponent, Elo, games won and lost.
fn citation(title: &'static str, rows: &'static [(&'static str, u32, u32, u32)]) -> Design {
    let method = vec![
        "Cited from the thesis: games against people on a server in 2012 and 2013. Not rebuildable.".into(),
    ];
    Design::known(method, move || {
        let mut table =
            Table::new(&["opponent", "Veselý: Elo", "Veselý: won", "Veselý: lost", "Veselý: score %"]);
        let mut marks = Vec::new();
        for (nth, &(name, elo, won, lost)) in rows.iter().enumerate() {
            let score = 100.0 * f64::from(won) / f64::from(won + lost);
            let [elo, won, lost] = [elo, won, lost].map(|n| Entry::count(u64::from(n)));
            table.push(vec![Entry::words(name), elo, won, lost, Entry::Number(score, 1)]);
            marks.push(Mark::at(nth as f64, score));
        }
        let labels = rows.iter().map(|(name, elo, ..)| format!("{name} ({elo})"));
        let series = vec![Series::source("WALTZ", marks)];
        let plot = Plot::bars(title, "opponent (Elo)", "score of WALTZ in per cent", labels, series);
        Findings { table, plot: plot.with_base(50.0), notes: Vec::new(), games: 0 }
    })
}
