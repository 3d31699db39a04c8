//! What `quadrille properties` prints: our figures beside those of the thesis.

use crate::common;

use common::{good, refused};

/// The cells of the table row that begins with this title.
fn row(text: &str, title: &str) -> Vec<String> {
    let start = format!("| {title} |");
    let line = text.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("no row '{title}' in {text}"));
    line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).skip(1).collect()
}

#[test]
fn tzaar_has_its_figures_beside_the_printed_ones() {
    let text = good(&["properties", "tzaar", "--games", "2", "--seed", "3"]);
    let starts = "71282770128370739231435744499571914240000";
    assert_eq!(row(&text, "start positions"), [starts, "7.13e40", "7.13e40"]);
    let bound = "9193620035678073040556718149497134362362176168322015720680";
    assert_eq!(row(&text, "positions, upper bound (the thesis's sum)"), [bound, "9.19e57", "9.17e57"]);
    let endings = row(&text, "endings with six different stacks");
    assert_eq!(endings, ["11304019077120000", "1.13e16", "1.13e16"]);
    assert_eq!(row(&text, "greatest height of a stack"), ["14", "14", "14"]);
    assert_eq!(row(&text, "stacks").len(), 12);
    // Every game has a turn with 59 stacks, and few reach six.
    assert_eq!(row(&text, "positions, ours")[0], "2");
    let average: f64 = row(&text, "average, ours")[0].parse().unwrap();
    assert!((4_000.0..11_000.0).contains(&average), "{average}");
    assert_eq!(good(&["properties", "tzaar", "--games", "2", "--seed", "3"]), text);
    assert_ne!(good(&["properties", "tzaar", "--games", "2", "--seed", "4"]), text);
}

#[test]
fn other_games_have_no_table() {
    refused(&["properties", "knightthrough"], "'knightthrough'");
    refused(&["properties", "tzaar:random=7"], "'tzaar:random=7'");
    refused(&["properties", "chess"], "'chess'");
    refused(&["properties", "tzaar", "--games", "0"], "'0'");
}
