//! Tzaar, df-pn in endgames: tables 4.7 to 4.14 and section 4.1.5 (Veselý 2013).

use super::{experiment, game};
use crate::{
    Conditions, Design, Experiment, LabError,
    kinds::searches::{Figure, Searches, Variant, limits, player_probe},
    positions::{ENDSET, TzaarSet, text_of, tzaar_set},
};

/// A variant: label, place on the x axis, spec, positions that the thesis solved.
type Row = (String, Option<f64>, String, Option<u32>);

const TWENTY_FOUR: &str = "level:waltz-24";

pub(super) fn experiments() -> Vec<Experiment> {
    vec![
        experiment(
            "tzaar-table-4.7",
            "Tzaar: what the enhancements of df-pn are worth",
            "Veselý 2013, table 4.7",
            "Weak, heuristic weak and widening do equally well with the other two enhancements (480 to 484 of 713); one enhancement alone is not enough.",
            |conditions| {
                let efb = "epsilon=1/8,init=eval,init-a=10,init-b=10,init-t=5e7";
                let rows = [
                    ("HW, ET and EFB", TWENTY_FOUR.into(), Some(484)),
                    ("WPNS, ET and EFB", format!("level:waltz-20,weak=plain,{efb}"), Some(484)),
                    ("DW, ET and EFB", "level:waltz-25".into(), Some(480)),
                    ("HW, ET and EFB without sorting", format!("{TWENTY_FOUR},-order"), Some(465)),
                    ("only 1+ε", "level:waltz-21".into(), Some(343)),
                    ("none", "level:waltz-20".into(), Some(336)),
                    ("only HW", "level:waltz-22".into(), Some(289)),
                    ("only EFB", "level:waltz-23".into(), Some(289)),
                    ("our best df-pn", "dfpns".into(), None),
                ];
                let rows = rows.map(|(label, spec, solved)| (label.to_string(), None, spec, solved));
                solving(conditions, "enhancements", rows.to_vec(), false)
            },
        ),
        experiment(
            "tzaar-table-4.8",
            "Tzaar: the size of df-pn's table",
            "Veselý 2013, table 4.8",
            "2^19 places are needed (482 of 713), more than 2^20 gain four positions.",
            |conditions| {
                let printed = [(18, 467), (19, 482), (20, 484), (21, 485), (22, 488), (23, 487), (25, 488)];
                // With the few nodes of a quick search only small tables are ever full.
                let bits: Vec<u32> = conditions
                    .scale
                    .pick(vec![6, 8, 10, 12, 14, 16, 18, 20], printed.map(|(b, _)| b).to_vec());
                let rows = bits.into_iter().map(|bits| {
                    let solved = printed.iter().find(|(b, _)| *b == bits).map(|(_, n)| *n);
                    let spec = format!("{TWENTY_FOUR},tt=2^{}e", bits + 1);
                    (bits.to_string(), Some(f64::from(bits)), spec, solved)
                });
                solving(conditions, "binary logarithm of the table's places", rows.collect(), false)
            },
        ),
        constant(
            "tzaar-table-4.9",
            ("the constant ε", "ε"),
            "Veselý 2013, table 4.9",
            "Values of 4 and more are best (487 of 713), the default of 1/8 solves 484.",
            "epsilon",
            &[
                ("64", 487),
                ("32", 487),
                ("16", 487),
                ("8", 487),
                ("4", 487),
                ("2", 486),
                ("1", 485),
                ("0.5", 483),
                ("0.25", 483),
                ("0.125", 484),
                ("0.0625", 476),
            ],
            true,
        ),
        constant(
            "tzaar-table-4.10",
            ("the constant A of leaves by evaluation", "A"),
            "Veselý 2013, table 4.10",
            "Up to 10 all values solve 482 to 484 of 713, larger ones fewer.",
            "init-a",
            &[
                ("1", 484),
                ("3", 484),
                ("5", 484),
                ("8", 482),
                ("10", 484),
                ("12", 471),
                ("15", 471),
                ("20", 468),
            ],
            false,
        ),
        constant(
            "tzaar-table-4.11",
            ("the constant B of leaves by evaluation", "B"),
            "Veselý 2013, table 4.11",
            "Anything from 10 on is good (483 or 484 of 713); 1 solves only 296.",
            "init-b",
            &[
                ("1", 296),
                ("3", 397),
                ("5", 443),
                ("8", 470),
                ("10", 484),
                ("12", 483),
                ("15", 483),
                ("20", 484),
                ("50", 484),
            ],
            false,
        ),
        constant(
            "tzaar-table-4.12",
            ("the threshold T of leaves by evaluation", "T"),
            "Veselý 2013, table 4.12",
            "Only very high thresholds are good: 484 and 485 of 713 at 10^8 and 10^9, 293 at 10^5.",
            "init-t",
            &[("1e5", 293), ("1e6", 351), ("1e7", 387), ("1e8", 484), ("1e9", 485)],
            true,
        ),
        constant(
            "tzaar-table-4.13-h",
            ("the multiplier H of heuristic weak df-pn", "H"),
            "Veselý 2013, table 4.13, first part",
            "1 is best by far (484 of 713); 5 solves 301.",
            "weak-h",
            &[("1", 484), ("2", 444), ("3", 374), ("5", 301)],
            false,
        ),
        constant(
            "tzaar-table-4.13-t",
            ("the threshold T of heuristic weak df-pn", "T"),
            "Veselý 2013, table 4.13, second part",
            "From 10^6 on it makes no difference (484 of 713), below fewer are solved.",
            "weak-t",
            &[("1e4", 468), ("1e5", 474), ("1e6", 484), ("1e7", 484), ("1e8", 484), ("1e9", 484)],
            true,
        ),
        experiment(
            "tzaar-table-4.14",
            "Tzaar: the constant J of dynamic widening",
            "Veselý 2013, table 4.14",
            "3 is best (483 of 713); from 10 on fewer are solved.",
            |conditions| {
                let values =
                    [(2, 481), (3, 483), (4, 480), (5, 480), (7, 480), (8, 480), (10, 467), (15, 457)];
                let rows = values.map(|(j, solved)| {
                    (j.to_string(), Some(f64::from(j)), format!("level:waltz-25,widen={j}"), Some(solved))
                });
                solving(conditions, "J", rows.to_vec(), false)
            },
        ),
        experiment(
            "tzaar-section-4.1.5",
            "Tzaar: df-pn against alpha-beta in endgames",
            "Veselý 2013, section 4.1.5",
            "With the best constants df-pn solved 495 of 713 and alpha-beta 506; 20 positions were solved by df-pn alone.",
            |conditions| {
                let best = format!("{TWENTY_FOUR},epsilon=4,init-b=20,init-t=1e8");
                let rows = [
                    ("WALTZ's df-pn, best constants", best, Some(495)),
                    ("WALTZ's alpha-beta", "level:waltz-9".into(), Some(506)),
                    ("our df-pn", "dfpns".into(), None),
                    ("our alpha-beta", "alphabeta".into(), None),
                    ("our combined player", "combined".into(), None),
                ];
                let rows = rows.map(|(label, spec, solved)| (label.to_string(), None, spec, solved));
                solving(conditions, "player", rows.to_vec(), false)
            },
        ),
    ]
}

/// A table of one constant of WALTZ's best df-pn.
fn constant(
    name: &'static str,
    (title, what): (&'static str, &'static str),
    source: &'static str,
    claim: &'static str,
    key: &'static str,
    values: &'static [(&'static str, u32)],
    log_x: bool,
) -> Experiment {
    experiment(name, &format!("Tzaar: {title}"), source, claim, move |conditions| {
        let rows = values.iter().map(|(value, solved)| {
            (value.to_string(), value.parse().ok(), format!("{TWENTY_FOUR},{key}={value}"), Some(*solved))
        });
        solving(conditions, what, rows.collect(), log_x)
    })
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
        let probe = player_probe(entry, &spec, limit)?;
        Ok(Variant { label, at, printed: solved.map(f64::from), probe })
    });
    let searches = Searches {
        title: format!("Endgames solved: {what}"),
        what,
        printed: "Veselý: solved of 713",
        figure: Figure::Solved { of: ENDSET },
        positions: positions.iter().map(text_of).collect(),
        variants: variants.collect::<Result<_, LabError>>()?,
        base: 0,
        log_x,
        method: vec![sentence, limit_words],
        notes: vec!["The printed counts are of 713 positions of games with people, ours of generated ones: compare the shares, and rather their order.".into()],
        seed: conditions.seed,
    };
    Ok(searches.design())
}
