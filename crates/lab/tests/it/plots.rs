//! What plots show: intervals end where values do, bounds look like bounds, and no series hides another.

use lab::{Mark, Plot, Series, Uncertainty};

fn bars(mark: Mark) -> Plot {
    Plot::bars("bars", "what", "per cent", ["one".to_string()], vec![Series::ours("ours", vec![mark])])
}

fn lines(series: Vec<Series>) -> Plot {
    Plot::lines("lines", "x", "y", series)
}

/// The numbers of an attribute in the order of the document.
fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
    let start = format!(" {attribute}=\"");
    svg.split(&start).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
}

#[test]
fn intervals_of_shares_end_at_0_and_100() {
    for (value, error, ends) in
        [(95.0, 20.0, [75.0, 100.0]), (5.0, 20.0, [0.0, 25.0]), (50.0, 90.0, [0.0, 100.0])]
    {
        let (wide, clipped) = (Mark::with_error(0.0, value, error), Mark::within(0.0, value, ends));
        for plot in [bars, |mark| lines(vec![Series::ours("ours", vec![mark])])] {
            assert_ne!(plot(wide).svg(), plot(clipped).svg(), "without limits the interval is longer");
            let shown = plot(wide).percent().svg();
            assert_eq!(shown, plot(clipped).percent().svg());
            assert!(!shown.contains(">120<") && !shown.contains(">-20<"), "{shown}");
        }
    }
    let ratio = |mark| bars(mark).not_below(0.0).svg();
    assert_eq!(ratio(Mark::with_error(0.0, 1.0, 3.0)), ratio(Mark::within(0.0, 1.0, [0.0, 4.0])));
}

#[test]
fn a_plot_of_equal_scores_is_no_magnifying_glass() {
    let svg =
        lines(vec![Series::ours("ours", vec![Mark::at(1.0, 50.0), Mark::at(2.0, 50.0)])]).percent().svg();
    assert!(svg.contains(">45<") && svg.contains(">55<") && !svg.contains(">50.2<"), "{svg}");
}

#[test]
fn bounds_have_arrows_and_a_line_in_the_legend() {
    const LEGEND: &str = "arrow: no bound on that side";
    for plot in [bars, |mark| lines(vec![Series::ours("ours", vec![mark, Mark::at(1.0, 0.0)])])] {
        let (least, most) = (plot(Mark::at_least(0.0, 100.0)).svg(), plot(Mark::at_most(0.0, 100.0)).svg());
        let exact = plot(Mark::at(0.0, 100.0)).svg();
        assert!(least.contains(LEGEND) && most.contains(LEGEND) && !exact.contains(LEGEND));
        assert_ne!(least, most);
        // An interval without an upper end.
        let open = plot(Mark::within(0.0, 100.0, [50.0, f64::INFINITY])).svg();
        assert!(open.contains(LEGEND) && !open.contains("inf") && !open.contains("NaN"), "{open}");
    }
}

/// Where the arrow of a bound of 10 points to in a bar chart, relative to the end of its bar.
fn direction(mark: Mark) -> f64 {
    let svg = bars(mark).svg();
    let arrow = svg.split("stroke=\"currentColor\" stroke-width=\"1.6\" fill=\"none\" d=\"M").nth(1).unwrap();
    let (from, rest) = arrow.split_once(' ').unwrap();
    let tip = rest.split_once('L').unwrap().1.split(' ').next().unwrap();
    tip.parse::<f64>().unwrap() - from.parse::<f64>().unwrap()
}

#[test]
fn arrows_point_to_where_the_truth_may_be() {
    assert!(direction(Mark::at_least(0.0, 10.0)) > 0.0);
    assert!(direction(Mark::at_most(0.0, 10.0)) < 0.0);
    assert_eq!(Mark::at_most(0.0, 10.0).uncertainty, Uncertainty::AtMost);
}

#[test]
fn series_with_the_same_values_are_drawn_side_by_side() {
    let marks = || vec![Mark::with_error(1.0, 5.0, 1.0), Mark::with_error(2.0, 6.0, 1.0)];
    let alone = numbers(&lines(vec![Series::ours("a", marks())]).svg(), "cx");
    // The mark of the legend comes last.
    assert_eq!(alone.len(), 3);
    // Seven series, so that the first and the last have circles.
    let many = (0..7).map(|nth| Series::ours(format!("series {nth}"), marks())).collect();
    let circles = numbers(&lines(many).svg(), "cx");
    let [a1, a2, b1, b2, ..] = circles[..] else { panic!("{circles:?}") };
    assert!(b1 - a1 > 20.0 && b2 - a2 > 20.0 && b1 < a2, "{circles:?}");
    // Lines of ours differ in their dashes too.
    let two = lines(vec![Series::ours("a", marks()), Series::ours("b", marks())]).svg();
    assert_eq!(two.matches("stroke-dasharray=\"9 3\"").count(), 2, "{two}");
    // Pairs of measured numbers stay where they are.
    let same = || vec![Series::ours("series 0", marks()), Series::ours("b", marks())];
    let points = lines(same()).unjoined().svg();
    let (circle, square) = (numbers(&points, "cx")[0], numbers(&points, "x"));
    assert!(square.iter().any(|x| (x + 3.4 - circle).abs() < 0.11), "{circle} {square:?}");
}

#[test]
fn a_curve_of_the_source_looks_like_ours_of_its_name() {
    let marks = || vec![Mark::at(1.0, 5.0), Mark::at(2.0, 6.0)];
    let svg = lines(vec![
        Series::ours("a", marks()),
        Series::ours("b", marks()),
        Series::source("b", marks()),
        Series::guide("equal", marks()),
    ])
    .svg();
    assert!(svg.contains("dotted, hollow: as printed") && !svg.contains("(printed)"), "{svg}");
    let groups: Vec<&str> = svg.split("<g class=\"").skip(1).filter_map(|g| g.split('"').next()).collect();
    assert_eq!(groups[..4], ["q-c0", "q-c1", "q-c1", "q-c7"]);
    let other = lines(vec![Series::ours("a", marks()), Series::source("Veselý", marks())]).svg();
    assert!(other.contains("Veselý (printed)") && !other.contains("hollow"), "{other}");
}

#[test]
fn marks_survive_their_json_and_old_ones_are_read() {
    let marks = [
        Mark::at(1.0, 2.0),
        Mark::with_error(1.0, 2.0, 0.5),
        Mark::at_least(1.0, 2.0),
        Mark::at_most(1.0, 2.0),
        Mark::within(1.0, 2.0, [1.5, f64::INFINITY]),
    ];
    for mark in marks {
        let text = serde_json::to_string(&mark).unwrap();
        assert_eq!(serde_json::from_str::<Mark>(&text).unwrap(), mark, "{text}");
    }
    let old: Mark = serde_json::from_str(r#"{"x":1.0,"y":2.0,"error":0.5}"#).unwrap();
    assert_eq!(old, marks[1]);
    let old: Mark = serde_json::from_str(r#"{"x":1.0,"y":2.0,"error":null}"#).unwrap();
    assert_eq!(old, marks[0]);
    assert_eq!(Mark::with_error(1.0, 2.0, f64::NAN), marks[0]);
}
