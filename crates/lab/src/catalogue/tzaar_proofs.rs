//! Tzaar, df-pn in endgames: tables 4.7 to 4.14 and section 4.1.5 (Veselý 2013).

use super::{Listing, game};
use crate::{
    Conditions, Design, LabError,
    kinds::searches::{Figure, Searches, Variant, limits},
    positions::{ENDSET, TzaarSet, tzaar_set},
};

/// WALTZ's best df-pn.
const WALTZ_24: &str = "level:waltz-24";

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-table-4.7", enhancements),
    ("tzaar-table-4.8", table_sizes),
    ("tzaar-table-4.9", |conditions| {
        let values = "64 32 16 8 4 2 1 0.5 0.25 0.125 0.0625";
        let solved = [487, 487, 487, 487, 487, 486, 485, 483, 483, 484, 476];
        constant(conditions, "ε", "level:waltz-24,epsilon", values, &solved, true)
    }),
    ("tzaar-table-4.10", |conditions| {
        let solved = [484, 484, 484, 482, 484, 471, 471, 468];
        constant(conditions, "A", "level:waltz-24,init-a", "1 3 5 8 10 12 15 20", &solved, false)
    }),
    ("tzaar-table-4.11", |conditions| {
        let solved = [296, 397, 443, 470, 484, 483, 483, 484, 484];
        constant(conditions, "B", "level:waltz-24,init-b", "1 3 5 8 10 12 15 20 50", &solved, false)
    }),
    ("tzaar-table-4.12", |conditions| {
        constant(
            conditions,
            "T",
            "level:waltz-24,init-t",
            "1e5 1e6 1e7 1e8 1e9",
            &[293, 351, 387, 484, 485],
            true,
        )
    }),
    ("tzaar-table-4.13-h", |conditions| {
        constant(conditions, "H", "level:waltz-24,weak-h", "1 2 3 5", &[484, 444, 374, 301], false)
    }),
    ("tzaar-table-4.13-t", |conditions| {
        let solved = [468, 474, 484, 484, 484, 484];
        constant(conditions, "T", "level:waltz-24,weak-t", "1e4 1e5 1e6 1e7 1e8 1e9", &solved, true)
    }),
    ("tzaar-table-4.14", |conditions| {
        let solved = [481, 483, 480, 480, 480, 480, 467, 457];
        constant(conditions, "J", "level:waltz-25,widen", "2 3 4 5 7 8 10 15", &solved, false)
    }),
    ("tzaar-section-4.1.5", |conditions| {
        let best = format!("{WALTZ_24},epsilon=4,init-b=20,init-t=1e8");
        let rows = [
            ("WALTZ's df-pn, best constants".into(), best, Some(495)),
            ("WALTZ's alpha-beta".into(), "level:waltz-9".into(), Some(506)),
            ("our df-pn".into(), "dfpns".into(), None),
            ("our alpha-beta".into(), "alphabeta".into(), None),
            ("our combined player".into(), "combined".into(), None),
        ];
        solving(conditions, "player", rows.into(), false)
    }),
];

fn enhancements(conditions: &Conditions) -> Result<Design, LabError> {
    let efb = "epsilon=1/8,init=eval,init-a=10,init-b=10,init-t=5e7";
    let rows = [
        ("HW, ET and EFB".into(), WALTZ_24.into(), Some(484)),
        ("WPNS, ET and EFB".into(), format!("level:waltz-20,weak=plain,{efb}"), Some(484)),
        ("DW, ET and EFB".into(), "level:waltz-25".into(), Some(480)),
        ("HW, ET and EFB without sorting".into(), format!("{WALTZ_24},-order"), Some(465)),
        ("only 1+ε".into(), "level:waltz-21".into(), Some(343)),
        ("none".into(), "level:waltz-20".into(), Some(336)),
        ("only HW".into(), "level:waltz-22".into(), Some(289)),
        ("only EFB".into(), "level:waltz-23".into(), Some(289)),
        ("our best df-pn".into(), "dfpns".into(), None),
    ];
    solving(conditions, "enhancements", rows.into(), false)
}

fn table_sizes(conditions: &Conditions) -> Result<Design, LabError> {
    let printed = [(18, 467), (19, 482), (20, 484), (21, 485), (22, 488), (23, 487), (25, 488)];
    // With the few nodes of a quick search only small tables are ever full.
    let quick = vec![6, 8, 10, 12, 14, 16, 18, 20];
    let bits: Vec<u32> = conditions.scale.pick(quick, printed.map(|(bits, _)| bits).to_vec());
    let rows = bits.into_iter().map(|bits| {
        let solved = printed.iter().find(|(b, _)| *b == bits).map(|(_, n)| *n);
        (bits.to_string(), format!("{WALTZ_24},tt=2^{}e", bits + 1), solved)
    });
    solving(conditions, "binary logarithm of the table's places", rows.collect(), false)
}

/// A table of one constant of WALTZ's df-pn: the spec that ends with its name, its values as words, and the positions solved
/// with each.
fn constant(
    conditions: &Conditions,
    what: &'static str,
    spec: &str,
    values: &str,
    solved: &[u32],
    log_x: bool,
) -> Result<Design, LabError> {
    let rows = values.split(' ').zip(solved);
    let rows = rows.map(|(value, solved)| (value.to_string(), format!("{spec}={value}"), Some(*solved)));
    solving(conditions, what, rows.collect(), log_x)
}

/// Endgames solved by some variants: label, spec, positions that the thesis solved. A label that is a number is also the place
/// on the x axis.
fn solving(
    conditions: &Conditions,
    what: &'static str,
    rows: Vec<(String, String, Option<u32>)>,
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
    let variants = rows.into_iter().map(|(label, spec, solved)| {
        let (at, printed) = (label.parse().ok(), solved.map(f64::from));
        Ok(Variant { at, printed, ..Variant::player(entry, label, &spec, limit)? })
    });
    let note = "The printed counts are of 713 positions of games with people, ours of generated ones: compare the shares, and rather their order.";
    let (title, method) = (format!("Endgames solved: {what}"), vec![sentence, limit_words]);
    let variants = variants.collect::<Result<_, LabError>>()?;
    let searches = Searches {
        printed: "Veselý: solved of 713",
        figure: Figure::Solved { of: ENDSET },
        log_x,
        notes: vec![note.into()],
        ..Searches::new(&title, what, conditions.seed, positions, variants, method)
    };
    searches.design()
}
