//! Tzaar, games: section 4.2 and tables 4.15 to 4.17 (Veselý 2013). What needs people or lost programs is cited, not played.

use super::{Listing, game};
use crate::{
    Conditions, Design, Findings, LabError, Scale,
    hypothesis::Claim,
    kinds::matches::{Matches, OWN_LIMITS, Pair, Pairing},
    show::{Mark, Plot, Series, Table, Value},
};
use arena::{OpeningSource, TimeControl};

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-section-4.2.1", versions),
    ("tzaar-unbeatable", unbeatable),
    ("tzaar-evaluations", evaluations),
    ("tzaar-table-4.15", gauntlet),
    ("tzaar-table-4.16", |_| {
        Ok(citation("The expert against people", "117 of 157 games, Elo 2083", EXPERT_AGAINST_PEOPLE))
    }),
    ("tzaar-table-4.17", |_| {
        let printed = "46 of 76 games, Elo 2072";
        Ok(citation("The unbeatable version against people", printed, UNBEATABLE_AGAINST_PEOPLE))
    }),
];

/// Opponent, Elo, games won and lost.
type AgainstPeople = &'static [(&'static str, u32, u32, u32)];

const EXPERT_AGAINST_PEOPLE: AgainstPeople = &[
    ("SlowBrain", 2467, 1, 3),
    ("Gambit", 2272, 2, 4),
    ("Paulie", 2220, 8, 3),
    ("evrardmoloic", 2062, 1, 1),
    ("PhilDakota", 1701, 14, 3),
    ("mat76", 1692, 19, 1),
    ("Gregg", 1618, 14, 5),
];
const UNBEATABLE_AGAINST_PEOPLE: AgainstPeople = &[
    ("SlowBrain", 2467, 9, 18),
    ("Paulie", 2220, 1, 3),
    ("mnmr", 2184, 0, 1),
    ("Zeichner", 2143, 1, 0),
    ("Talisac", 2123, 3, 0),
    ("azazhel", 1931, 8, 2),
];

/// Table 4.15: WALTZ's expert against programs that are lost or cannot be run by a program.
const TABLE_4_15: &[([&str; 2], u32, u32)] = &[
    (["WALTZ's expert", "HsTZAAR pscout_full_4"], 479, 121),
    (["WALTZ's expert", "HsTZAAR pscout_full_5"], 65, 18),
    (["WALTZ's expert", "GreensteinTzaarAI"], 342, 53),
    (["WALTZ's expert", "BiTzaarBot"], 196, 5),
    (["WALTZ's expert", "Mockinator++"], 83, 2),
    (["WALTZ's expert", "Mockinator"], 82, 1),
];

/// WALTZ's four versions: with their own limits, or with node budgets of the same proportions.
fn levels(scale: Scale) -> [String; 4] {
    match scale {
        Scale::Full => {
            ["beginner", "intermediate", "expert", "unbeatable"].map(|l| format!("level:waltz-{l}"))
        }
        Scale::Quick | Scale::Standard => [
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
        (("intermediate", intermediate.clone()), ("beginner", beginner), 19, [33.0, 5.0], "33 to 5"),
        (("expert", expert.clone()), ("intermediate", intermediate), 13, [21.0, 4.0], "21 to 4"),
        (("unbeatable", unbeatable), ("expert", expert), 13, [19.0, 6.0], "19 to 6"),
    ];
    let pairings = rows.map(|(first, second, pairs, printed, words)| {
        Pairing::new(entry, "", [first, second], OWN_LIMITS, conditions.scale.sizes(8, 40, pairs))
            .from(OpeningSource::Start)
            .printed(printed, words)
    });
    let method = "All games begin from the fixed start; the versions vary their first turns by themselves.";
    let claim = Claim::new("Each version of WALTZ beats the next weaker one.")
        .wins(
            "The intermediate version beats the beginner.",
            "33 to 5",
            "intermediate vs beginner",
            [0.0, 150.0],
        )
        .wins("The expert beats the intermediate version.", "21 to 4", "expert vs intermediate", [0.0, 150.0])
        .wins("The unbeatable version beats the expert.", "19 to 6", "unbeatable vs expert", [0.0, 100.0]);
    matches(conditions, "WALTZ's versions", pairings.into(), method, Some(claim))
}

fn unbeatable(conditions: &Conditions) -> Result<Design, LabError> {
    let [_, _, expert, unbeatable] = levels(conditions.scale);
    let (entry, pairs) = (game("tzaar")?, conditions.scale.sizes(8, 40, 50));
    let pairing =
        Pairing::new(entry, "", [("unbeatable", unbeatable), ("expert", expert)], OWN_LIMITS, pairs)
            .from(OpeningSource::Starts)
            .printed([65.0, 34.0], "65 of 99");
    let method = "Random starts. The unbeatable version has ten times the budget of the expert.";
    let claim = Claim::new("Ten times the time makes WALTZ stronger.").wins(
        "The unbeatable version beats the expert.",
        "65 of 99",
        "unbeatable vs expert",
        [0.0, 80.0],
    );
    matches(conditions, "Unbeatable against expert", vec![pairing], method, Some(claim))
}

fn evaluations(conditions: &Conditions) -> Result<Design, LabError> {
    let [_, _, expert, _] = levels(conditions.scale);
    let entry = game("tzaar")?;
    let nodes = conditions.scale.sizes("", ",nodes=10000", "");
    let against = |pairs: u64, players: [(&str, &str); 2]| {
        let players =
            players.map(|(label, evaluation)| (label, format!("{expert}{nodes},eval={evaluation}")));
        Pairing::new(entry, "", players, OWN_LIMITS, pairs).from(OpeningSource::Starts)
    };
    let pairings = vec![
        against(conditions.scale.sizes(8, 250, 119), [("2013", "waltz-2013"), ("2012", "waltz-2012")])
            .printed([136.0, 102.0], "136 to 102"),
        against(conditions.scale.sizes(4, 30, 119), [("ours", "main"), ("2013", "waltz-2013")]),
    ];
    let method = "WALTZ's expert with one evaluation or the other, from random starts.";
    let claim = Claim::new("The evaluation of 2013 is better than that of 2012.")
        .wins("WALTZ with the evaluation of 2013 beats itself with that of 2012.", "136 to 102", "2013 vs 2012", [0.0, 40.0])
        .why("The cause is not known. Six times the nodes do not change it: 48.0 % of 127 games with 60,000 nodes a turn (seed 2). In WALTZ's alpha-beta to depth 4, without proofs, the evaluation of 2013 scored 59.2 % of 103 games (`level:waltz-9,depth=4,pace=full`, seed 2), as in the thesis, though so few games could be chance. \
              The thesis gives only ranges for some values of the evaluation of 2013; the steps within them are ours. Its own result is 50 Elo with an error of about 45.");
    matches(conditions, "Evaluations of Tzaar", pairings, method, Some(claim))
}

/// WALTZ's expert against programs of the kinds that it met, and our best player against all of them.
fn gauntlet(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let (pairs, for_show) = conditions.scale.sizes((4, 2), (40, 8), (100, 100));
    let control = conditions.scale.pick(TimeControl::Nodes(5_000), TimeControl::Depth(200));
    let limit = conditions.scale.pick("", ",time=30s");
    let best = format!("best:eval-noise=5{}", conditions.scale.pick(",tt=4M,pn.tt=4M", ",time=30s"));
    let [beginner, intermediate, expert, _] = levels(conditions.scale);
    let [scout, playouts, chance] = ["scout to depth 4", "MCTS with playouts", "random"];
    let kinds = [
        (scout, format!("alphabeta:plain,id,pvs,tt=4M,eval=beginner,random=1,depth=4{limit}")),
        (playouts, format!("mcts:plain,memory=16M{limit}")),
        (chance, "random".to_string()),
    ];
    let others = [
        ("WALTZ's expert", expert.clone()),
        ("WALTZ's intermediate", intermediate),
        ("WALTZ's beginner", beginner),
        ("our alpha-beta, plain with a table", format!("alphabeta:plain,id,tt=4M{limit}")),
        ("our MCTS", format!("mcts:memory=16M{limit}")),
    ];
    let pairing = |pairs: u64, first: (&str, String), second: (&str, String)| {
        Pairing::new(entry, "", [first, second], control, pairs).from(OpeningSource::Starts)
    };
    let mut pairings: Vec<Pairing> = Vec::new();
    for kind in kinds {
        pairings.push(pairing(pairs, ("WALTZ", expert.clone()), kind));
    }
    for other in others {
        pairings.push(pairing(for_show, ("our best", best.clone()), other));
    }
    let method = vec![
        "The programs of table 4.15 are lost or cannot be run by a program. In their place are programs of their kinds: a scout search of fixed depth that counts pieces (HsTZAAR), tree search by playouts (BiTzaarBot), and random turns (Mockinator).".into(),
        "Random starts, as in the table.".into(),
    ];
    let note = "The last rows are those of the thesis: WALTZ's expert with 30 s a turn.";
    let claim = Claim::new("WALTZ's expert beats programs of every other kind.")
        .wins("It beats a scout search of fixed depth.", "479 to 121", &format!("WALTZ vs {scout}"), [0.0, 120.0])
        .wins("It beats a tree search by playouts.", "196 to 5", &format!("WALTZ vs {playouts}"), [0.0, 150.0])
        .wins("It beats random turns.", "82 to 1", &format!("WALTZ vs {chance}"), [0.0, 150.0])
        .why("The opponents are not the lost programs but others of their kinds, with as many nodes as WALTZ; the thesis's had other limits, and \
              its playouts came from a program of students.");
    let matches = Matches::new("A gauntlet in Tzaar", conditions.seed, pairings, method);
    Matches { notes: vec![note.into()], claim: Some(claim), cited: TABLE_4_15, ..matches }.design()
}

fn matches(
    conditions: &Conditions,
    title: &str,
    pairings: Vec<Pairing>,
    method: &str,
    claim: Option<Claim<Pair>>,
) -> Result<Design, LabError> {
    let mut method = vec![method.to_string()];
    if conditions.scale.is_reduced() {
        method.push("Budgets of nodes in place of time: expert 5,000, unbeatable 50,000, beginner depth 2, intermediate depth 3.".into());
    }
    Matches { claim, ..Matches::new(title, conditions.seed, pairings, method) }.design()
}

/// Results that cannot be repeated.
fn citation(title: &'static str, printed: &str, rows: AgainstPeople) -> Design {
    let method = vec![
        "Cited from the thesis: games against people on a server in 2012 and 2013. Not rebuildable.".into(),
    ];
    let why = "The games were played with people on a server in 2012 and 2013, and people cannot be rebuilt.";
    let claim: Claim<()> =
        Claim::cited("WALTZ plays as well as the best fifteen people of the server.", printed, why);
    let design = Design::known(method, move || {
        let mut table = Table::new("opponent | Veselý: Elo | Veselý: won | Veselý: lost | Veselý: score %");
        let mut marks = Vec::new();
        for (nth, &(name, elo, won, lost)) in rows.iter().enumerate() {
            let score = 100.0 * f64::from(won) / f64::from(won + lost);
            let [elo, won, lost] = [elo, won, lost].map(|n| Value::count(u64::from(n)));
            table.push(vec![Value::text(name), elo, won, lost, Value::Number(score, 1)]);
            marks.push(Mark::at(nth as f64, score));
        }
        let labels = rows.iter().map(|(name, elo, ..)| format!("{name} ({elo})"));
        let series = vec![Series::source("WALTZ", marks)];
        let plot = Plot::bars(title, "opponent (Elo)", "score of WALTZ in per cent", labels, series);
        Findings { table, plot: plot.with_base(50.0).percent(), notes: Vec::new(), games: 0 }
    });
    design.claiming(claim)
}
