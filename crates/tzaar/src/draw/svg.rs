//! The board as an SVG document: lines, discs that differ by shape and not only by colour, heights as numbers.

use super::{counts, scene, stack_name, state};
use crate::{
    geometry::Field,
    piece::{Kind, Stack},
    position::Tzaar,
};
use game::{Scene, Side, is_marked, marked_in_words};
use std::fmt::Write;

/// Distance between neighbouring fields.
const STEP: f64 = 64.0;
const MARGIN: f64 = 64.0;
const WIDTH: f64 = 8.0 * STEP * scene::COLUMN + 2.0 * MARGIN;
const HEIGHT: f64 = 8.0 * STEP + 2.0 * MARGIN + 26.0;
const RADIUS: f64 = 24.0;
/// How much each further piece of a stack is shown below the one on top, and how many are shown at the most.
const LAYER: f64 = 3.5;
const LAYERS: u8 = 5;

pub(super) fn board(position: &Tzaar, marked: &[String]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {HEIGHT:.0}\" width=\"{WIDTH:.0}\" \
         height=\"{HEIGHT:.0}\" role=\"img\" font-family=\"sans-serif\">\n\
         <title>Tzaar: {}</title>\n<desc>{}</desc>\n\
         <rect width=\"{WIDTH:.0}\" height=\"{HEIGHT:.0}\" rx=\"12\" fill=\"#e9e2d0\"/>\n",
        state(position),
        described(position, marked),
    );
    out += &outline();
    out += &lines_and_labels(&scene::scene(position));
    for field in Field::all() {
        let (x, y) = scaled(scene::centre(field));
        let stack = position.stack_at(field);
        let title =
            stack.map_or_else(|| format!("{field}: empty"), |s| format!("{field}: {}", stack_name(s)));
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "<g data-square=\"{field}\" transform=\"translate({x:.1} {y:.1})\"><title>{title}</title>"
        );
        if is_marked(field, marked) {
            out += "<circle r=\"30\" fill=\"#f0b429\" fill-opacity=\"0.5\" stroke=\"#9a6700\" stroke-width=\"3\" \
                    stroke-dasharray=\"7 4\"/>";
        }
        match stack {
            Some(stack) => out += &stack_picture(stack),
            // An empty field is a small dot that is still easy to hit.
            None => {
                out += "<circle r=\"24\" fill=\"#e9e2d0\" fill-opacity=\"0\"/><circle r=\"3.5\" fill=\"#8c8168\"/>"
            }
        }
        out += "</g>\n";
    }
    let y = HEIGHT - 14.0;
    let _ = writeln!(
        out,
        "<text x=\"{:.0}\" y=\"{y:.0}\" font-size=\"15\" text-anchor=\"middle\" fill=\"#4a4332\">{}</text>",
        WIDTH / 2.0,
        state(position)
    );
    out + "</svg>\n"
}

/// Where a place of the scene is drawn.
fn scaled((x, y): (f64, f64)) -> (f64, f64) {
    (MARGIN + x * STEP, MARGIN + y * STEP)
}

/// The ground under the fields: a hexagon a little larger than the corners.
fn outline() -> String {
    let corners = [(0.0, 0.0), (4.0, 0.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0), (0.0, 4.0)];
    let (x0, y0) = scaled(scene::place(4.0, 4.0));
    let stretched = corners.map(|(column, row)| {
        let (x, y) = scaled(scene::place(column, row));
        format!("{:.1},{:.1}", x0 + (x - x0) * 1.22, y0 + (y - y0) * 1.22)
    });
    let points = stretched.join(" ");
    format!(
        "<polygon points=\"{points}\" fill=\"#f7f2e4\" stroke=\"#b8ac8c\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n"
    )
}

/// The lines, and the letters and numbers at the ends of the columns, as in the scene but a little closer to them.
fn lines_and_labels(scene: &Scene) -> String {
    let mut path = String::new();
    for [(x, y), (to_x, to_y)] in scene.lines.iter().map(|ends| ends.map(scaled)) {
        let _ = write!(path, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
    let mut out = format!(
        "<path d=\"{path}\" stroke=\"#a3966f\" stroke-width=\"2\" fill=\"none\"/>\n\
         <g font-size=\"15\" fill=\"#6b6147\" text-anchor=\"middle\" aria-hidden=\"true\">\n"
    );
    for label in &scene.labels {
        let is_letter = label.text.starts_with(char::is_alphabetic);
        let (beyond, offset) = if is_letter { (scene::BELOW, 49.0) } else { (-scene::ABOVE, -35.0) };
        let (x, y) = scaled((label.x, label.y - beyond));
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + offset, label.text);
    }
    out + "</g>\n"
}

/// Discs on top of each other; the one on top tells the kind: plain, with a ring, or with a ring and a disc within.
fn stack_picture(stack: Stack) -> String {
    let (fill, ink, edge) = match stack.side() {
        Side::First => ("#fffdf6", "#3a342a", "#3a342a"),
        Side::Second => ("#2b2722", "#f2e9d6", "#0f0d0b"),
    };
    let mut out = String::new();
    let layers = stack.height().min(LAYERS);
    for layer in (0..layers).rev() {
        let y = f64::from(layer) * LAYER - f64::from(layers - 1) * LAYER / 2.0;
        let _ = write!(
            out,
            "<circle cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.6\"/>"
        );
    }
    let top = -f64::from(layers - 1) * LAYER / 2.0;
    // The thin light rim keeps dark pieces of a stack apart.
    let _ = write!(
        out,
        "<circle cy=\"{top:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.8\" stroke-opacity=\"0.7\"/>",
        RADIUS - 1.5
    );
    if stack.kind() != Kind::Tott {
        let _ = write!(
            out,
            "<circle cy=\"{top:.1}\" r=\"14\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.4\"/>"
        );
    }
    if stack.kind() == Kind::Tzaar {
        let _ = write!(out, "<circle cy=\"{top:.1}\" r=\"7.5\" fill=\"{ink}\"/>");
    }
    if stack.height() > 1 {
        let _ = write!(
            out,
            "<g transform=\"translate(18 {:.1})\"><circle r=\"10.5\" fill=\"#c8382e\" stroke=\"#fffdf6\" \
             stroke-width=\"1.6\"/><text y=\"5\" font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"#fffdf6\">{}</text></g>",
            top - 15.0,
            stack.height()
        );
    }
    out
}

/// The position in words, for those who cannot see it.
fn described(position: &Tzaar, marked: &[String]) -> String {
    let mut text = format!("{}. {}.", counts(position, Side::First), counts(position, Side::Second));
    for (field, stack) in position.stacks() {
        let _ = write!(text, " {field} {stack}");
    }
    text + "." + &marked_in_words(Field::all(), marked)
}
