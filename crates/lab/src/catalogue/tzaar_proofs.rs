//! Tzaar, df-pn in endgames: tables 4.7 to 4.14 and section 4.1.5 (Veselý 2013).

use super::{Listing, game};
use crate::{
    Conditions, Design, LabError,
    kinds::searches::{Figure, Searches, Variant, limits},
    positions::{ENDSET, TzaarSet, tzaar_set},
};
use ::game::Notation;

/// A variant: label, place on the x axis, spec, positions that the thesis solved.
type Row = (String, Option<f64>, String, Option<u32>);

/// WALTZ's best df-pn.
const WALTZ_24: &str = "level:waltz-24";

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-table-4.7", enhancements),
    ("tzaar-table-4.8", table_sizes),
    ("tzaar-table-4.9", |conditions| {
        let values = "64 32 16 8 4 2 1 0.5 0.25 0.125 0.0625";
        let solved = [487, 487, 487, 487, 487, 486, 485, 483, 483, 484, 476];
        constant(conditions, "ε", "epsilon", values, &solved, true)
    }),
    ("tzaar-table-4.10", |conditions| {
        let solved = [484, 484, 484, 482, 484, 471, 471, 468];
        constant(conditions, "A", "init-a", "1 3 5 8 10 12 15 20", &solved, false)
    }),
    ("tzaar-table-4.11", |conditions| {
        let solved = [296, 397, 443, 470, 484, 483, 483, 484, 484];
        constant(conditions, "B", "init-b", "1 3 5 8 10 12 15 20 50", &solved, false)
    }),
    ("tzaar-table-4.12", |conditions| {
        constant(conditions, "T", "init-t", "1e5 1e6 1e7 1e8 1e9", &[293, 351, 387, 484, 485], true)
    }),
    ("tzaar-table-4.13-h", |conditions| {
        constant(conditions, "H", "weak-h", "1 2 3 5", &[484, 444, 374, 301], false)
    }),
    ("tzaar-table-4.13-t", |conditions| {
        let solved = [468, 474, 484, 484, 484, 484];
        constant(conditions, "T", "weak-t", "1e4 1e5 1e6 1e7 1e8 1e9", &solved, true)
    }),
    ("tzaar-table-4.14", |conditions| {
        let solved = [481, 483, 480, 480, 480, 480, 467, 457];
        let rows = [2, 3, 4, 5, 7, 8, 10, 15].into_iter().zip(solved).map(|(j, solved)| {
            (j.to_string(), Some(f64::from(j)), format!("level:waltz-25,widen={j}"), Some(solved))
        });
        solving(conditions, "J", rows.collect(), false)
    }),
    ("tzaar-section-4.1.5", |conditions| {
        let best = format!("{WALTZ_24},epsilon=4,init-b=20,init-t=1e8");
        let rows = [
            ("WALTZ's df-pn, best constants", best, Some(495)),
            ("WALTZ's alpha-beta", "level:waltz-9".into(), Some(506)),
            ("our df-pn", "dfpns".into(), None),
            ("our alpha-beta", "alphabeta".into(), None),
            ("our combined player", "combined".into(), None),
        ];
        solving(conditions, "player", rows.map(named).into(), false)
    }),
];

/// A variant with a name and no place on an axis.
fn named((label, spec, solved): (&str, String, Option<u32>)) -> Row {
    (label.into(), None, spec, solved)
}

fn enhancements(conditions: &Conditions) -> Result<Design, LabError> {
    let efb = "epsilon=1/8,init=eval,init-a=10,init-b=10,init-t=5e7";
    let rows = [
        ("HW, ET and EFB", WALTZ_24.into(), Some(484)),
        ("WPNS, ET and EFB", format!("level:waltz-20,weak=plain,{efb}"), Some(484)),
        ("DW, ET and EFB", "level:waltz-25".into(), Some(480)),
        ("HW, ET and EFB without sorting", format!("{WALTZ_24},-order"), Some(465)),
        ("only 1+ε", "level:waltz-21".into(), Some(343)),
        ("none", "level:waltz-20".into(), Some(336)),
        ("only HW", "level:waltz-22".into(), Some(289)),
        ("only EFB", "level:waltz-23".into(), Some(289)),
        ("our best df-pn", "dfpns".into(), None),
    ];
    solving(conditions, "enhancements", rows.map(named).into(), false)
}

fn table_sizes(conditions: &Conditions) -> Result<Design, LabError> {
    let printed = [(18, 467), (19, 482), (20, 484), (21, 485), (22, 488), (23, 487), (25, 488)];
    // With the few nodes of a quick search only small tables are ever full.
    let quick = vec![6, 8, 10, 12, 14, 16, 18, 20];
    let bits: Vec<u32> = conditions.scale.pick(quick, printed.map(|(bits, _)| bits).to_vec());
    let rows = bits.into_iter().map(|bits| {
        let solved = printed.iter().find(|(b, _)| *b == bits).map(|(_, n)| *n);
        (bits.to_string(), Some(f64::from(bits)), format!("{WALTZ_24},tt=2^{}e", bits + 1), solved)
    });
    solving(conditions, "binary logarithm of the table's places", rows.collect(), false)
}

/// A table of one constant of WALTZ's best df-pn: its values as words, and the positions solved with each.
fn constant(
    conditions: &Conditions,
    what: &'static str,
    key: &str,
    values: &str,
    solved: &[u32],
    log_x: bool,
) -> Result<Design, LabError> {
    let rows = values.split(' ').zip(solved).map(|(value, solved)| {
        (value.to_string(), value.parse().ok(), format!("{WALTZ_24},{key}={value}"), Some(*solved))
    });
    solving(conditions, what, rows.collect(), log_x)
}

fn solving(
    conditions: &Conditions,
    what: &'static str,
    rows: Vec<Row>,
    log_x: bool,
) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let (many, nodes, seconds) = conditions.scale.pick((40, 20_000, 0), (ENDSET, 0, 60));
    let (positions, sentence) = tzaar_set(conditions, TzaarSet::Ending, many)?;
    let limit = limits(0, nodes, seconds);
    let limit_words = match seconds {
        0 => format!("Limit: {nodes} nodes a position (the thesis: 60 s)."),
        _ => format!("Limit: {seconds} s a position, as in the thesis."),
    };
    let variants = rows.into_iter().map(|(label, at, spec, solved)| {
        Ok(Variant { at, printed: solved.map(f64::from), ..Variant::player(entry, label, &spec, limit)? })
    });
    let searches = Searches {
        title: format!("Endgames solved: {what}"),
        what,
        printed: "Veselý: solved of 713",
        figure: Figure::Solved { of: ENDSET },
        positions: positions.iter().map(Notation::position_text).collect(),
        variants: variants.collect::<Result<_, LabError>>()?,
        log_x,
        method: vec![sentence, limit_words],
        notes: vec!["The printed counts are of 713 positions of games with people, ours of generated ones: compare the shares, and rather their order.".into()],
        seed: conditions.seed,
        ..Searches::default()
    };
    Ok(searches.design())
}
