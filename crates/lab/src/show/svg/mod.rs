//! Draws plots as self-contained SVG documents for light and dark pages, with axes, a legend, intervals and bounds.
//!
//! The colours are Okabe and Ito's, which colour-blind readers can tell apart, and lighter ones of the same hues for dark pages;
//! series also differ by their marks and dashes. A series of the source looks like ours of the same name, with hollow marks.

mod axis;
mod bars;
mod lines;

use super::plot::{Place, Plot, Series, Style};
use std::fmt::Write;

const LIGHT: [&str; COLOURS] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B87A00", "#3A9BD6", "#7A5C22", "#6E7781"];
const DARK: [&str; COLOURS] =
    ["#4A9FE0", "#F27B35", "#22C197", "#E09DC2", "#F0B42D", "#9AD5F5", "#C9A560", "#AAB1B9"];
const COLOURS: usize = 8;
/// Lines of ours in turn; those of a source are dotted.
const DASHES: [&str; 4] = ["", "9 3", "14 3 3 3", "5 2"];
const DOTS: &str = "2 4";
const WIDTH: f64 = 860.0;
/// The average width of a letter.
const LETTER: f64 = 6.4;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 54.0;

/// The look of all plots. Colours are classes, so that a dark page can have its own.
fn css() -> String {
    let colours = |list: [&str; COLOURS]| -> String {
        list.iter().enumerate().map(|(nth, colour)| format!(".q-c{nth}{{color:{colour}}}")).collect()
    };
    format!(
        "<style>.q-paper{{fill:#ffffff}}.q-ink{{fill:#1b1f24}}.q-line{{stroke:#1b1f24}}.q-grid{{stroke:#d5dae0}}.q-any{{color:#1b1f24}}{}\
         .q-plot text{{font-family:system-ui,sans-serif;font-size:12px}}.q-plot .q-title{{font-size:14px;font-weight:600}}\
         .q-plot .q-head{{font-style:italic}}\
         @media (prefers-color-scheme:dark){{.q-paper{{fill:#16191d}}.q-ink{{fill:#e6e9ed}}.q-line{{stroke:#e6e9ed}}\
         .q-grid{{stroke:#3a4047}}.q-any{{color:#e6e9ed}}{}}}</style>",
        colours(LIGHT),
        colours(DARK)
    )
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Look {
    /// The number of its colour, shape and dash.
    nth: usize,
    place: Place,
}

/// The looks of all series: each of ours has its own, one of the source that of ours with the same name.
fn looks(plot: &Plot) -> Vec<Look> {
    let of_ours = |name: &str| plot.series.iter().position(|s| s.place == Place::Ours && s.name == name);
    let look = |(nth, series): (usize, &Series)| Look {
        nth: if series.place == Place::Source { of_ours(&series.name).unwrap_or(nth) } else { nth },
        place: series.place,
    };
    plot.series.iter().enumerate().map(look).collect()
}

impl Look {
    /// The class that gives it its colour.
    fn class(self) -> String {
        match self.place {
            Place::Guide => format!("q-c{}", COLOURS - 1),
            _ => format!("q-c{}", self.nth % COLOURS),
        }
    }

    /// The attribute of its line.
    fn dash(self) -> String {
        let dash = match self.place {
            Place::Ours => DASHES[self.nth % DASHES.len()],
            Place::Source | Place::Guide => DOTS,
        };
        if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") }
    }

    /// Draws its mark: six shapes in turn, hollow for a source.
    fn symbol(self, x: f64, y: f64, out: &mut String) {
        let shape = match self.nth % 6 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\""),
            1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6.8\" height=\"6.8\"", x - 3.4, y - 3.4),
            2 => format!("<path d=\"M{x:.1} {:.1}l4.4 7.4h-8.8z\"", y - 4.6),
            3 => format!("<path d=\"M{x:.1} {:.1}l4.6 4.6l-4.6 4.6l-4.6 -4.6z\"", y - 4.6),
            4 => format!("<path d=\"M{x:.1} {:.1}l4.4 -7.4h-8.8z\"", y + 4.6),
            _ => {
                let (a, b) = (y - 4.2, y - 1.4);
                format!(
                    "<path d=\"M{:.1} {a:.1}h2.8v2.8h2.8v2.8h-2.8v2.8h-2.8v-2.8h-2.8v-2.8h2.8V{b:.1}z\"",
                    x - 1.4
                )
            }
        };
        let fill = if self.place == Place::Source { "class=\"q-paper\"" } else { "fill=\"currentColor\"" };
        let _ = write!(out, "{shape} {fill} stroke=\"currentColor\"/>");
    }
}

/// Draws a plot as a whole document.
pub(crate) fn draw(plot: &Plot) -> String {
    let mut body = String::new();
    let height = match plot.style {
        Style::Bars => bars::draw(plot, &mut body),
        Style::Lines | Style::Points => lines::draw(plot, &mut body),
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"q-plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">{css}\
         <rect class=\"q-paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>",
        title = escape(&plot.title),
        css = css()
    );
    text(&mut svg, WIDTH / 2.0, 20.0, "middle", "q-ink q-title", &plot.title);
    svg + &body + "</svg>\n"
}

/// Draws an arrow between two points, in the colour of a class or of what surrounds it.
fn arrow(out: &mut String, class: &str, (x, y): (f64, f64), (tip_x, tip_y): (f64, f64)) {
    let (dx, dy) = (tip_x - x, tip_y - y);
    let long = dx.hypot(dy).max(0.1);
    // A unit along the arrow, and the corners of its head.
    let (ux, uy) = (5.0 * dx / long, 5.0 * dy / long);
    let colour =
        if class.is_empty() { "stroke=\"currentColor\"".to_string() } else { format!("class=\"{class}\"") };
    let _ = write!(
        out,
        "<path {colour} stroke-width=\"1.6\" fill=\"none\" d=\"M{x:.1} {y:.1}L{tip_x:.1} {tip_y:.1}M{:.1} {:.1}L{tip_x:.1} {tip_y:.1}L{:.1} {:.1}\"/>",
        tip_x - ux - 0.7 * uy,
        tip_y - uy + 0.7 * ux,
        tip_x - ux + 0.7 * uy,
        tip_y - uy - 0.7 * ux,
    );
}

fn legend_name(series: &Series) -> String {
    match series.place {
        Place::Ours | Place::Guide => shortened(&series.name, 44),
        Place::Source => format!("{} (printed)", shortened(&series.name, 34)),
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        text.into()
    } else {
        text.chars().take(most.max(2) - 1).chain(['…']).collect()
    }
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
    let words = escape(words);
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
    );
}

/// Escapes text for XML and HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            sign if sign.is_control() => safe.push(' '),
            sign => safe.push(sign),
        }
    }
    safe
}
