//! Bar charts: horizontal bars in groups, with their intervals. A value of which only a bound is known has no end: its bar is
//! pale, and an arrow leads on.

use super::{
    super::{
        number::short,
        plot::{Mark, Place, Plot, Scale, Uncertainty},
    },
    BOTTOM, LETTER, TOP, WIDTH, arrow,
    axis::{Axis, apart},
    legend_name, looks, shortened, text,
};
use std::fmt::Write;

const BOUND: &str = "arrow: no bound on that side";
/// How strongly bars are filled: of ours, of a source and of bounds.
const FILLED: [f64; 3] = [0.85, 0.3, 0.2];
/// The length of the arrow of a bound.
const ARROW: f64 = 26.0;

pub(super) fn draw(plot: &Plot, out: &mut String) -> f64 {
    let bounds = plot.marks().any(Mark::is_one_sided);
    let groups = plot.ticks.len().max(1) as f64;
    let many = plot.series.len().max(1) as f64;
    let bar = if many > 2.0 { 9.0 } else { 12.0 };
    let group = bar * many + 9.0;
    let legend = 20.0 * (many + f64::from(u8::from(bounds))) + 8.0;
    let height = TOP + legend + groups * group + BOTTOM;
    let longest = plot.ticks.iter().map(|t| t.label.chars().count()).max().unwrap_or(0);
    let left = (longest as f64 * LETTER + 42.0).clamp(90.0, 400.0);
    let base = plot.base.or((plot.y_scale == Scale::Linear).then_some(0.0));
    let Some(mut y) = Axis::of_values(plot, base, 0.05) else {
        text(out, WIDTH / 2.0, height / 2.0, "middle", "q-ink", "no data");
        return height;
    };
    (y.from, y.to) = (left, WIDTH - 36.0);
    let (top, floor) = (TOP + legend, height - BOTTOM);
    let ticks = y.ticks().into_iter().filter(|tick| plot.clipped(*tick) == *tick);
    let ticks: Vec<(f64, String)> = ticks.filter_map(|tick| Some((y.place(tick)?, short(tick)))).collect();
    for (at, _) in &ticks {
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{at:.1} {top:.1}V{floor:.1}\"/>");
    }
    for (at, label) in apart(ticks) {
        text(out, at, floor + 16.0, "middle", "q-ink", &label);
    }
    text(out, (left + WIDTH - 36.0) / 2.0, height - 14.0, "middle", "q-ink", &plot.y);
    text(out, left - 8.0, top - 8.0, "end", "q-ink q-head", &plot.x);
    for tick in &plot.ticks {
        let middle = top + group * tick.at + group / 2.0;
        let label = shortened(&tick.label, ((left - 20.0) / LETTER) as usize);
        text(out, left - 8.0, middle + 4.0, "end", "q-ink", &label);
    }
    let zero = base.and_then(|b| y.place(b)).unwrap_or(left);
    for (nth, (series, look)) in plot.series.iter().zip(looks(plot)).enumerate() {
        let _ = write!(out, "<g class=\"{}\">", look.class());
        let fill = if series.place == Place::Ours { FILLED[0] } else { FILLED[1] };
        for mark in &series.marks {
            let Some(end) = y.place(mark.y) else { continue };
            let at = top + group * mark.x + 4.5 + bar * nth as f64;
            let (x, wide) = (zero.min(end), (end - zero).abs().max(1.0));
            let (thick, fill) = (bar - 1.5, if mark.is_bound() { FILLED[2] } else { fill });
            // A bar with an open end has no outline there.
            let outline = if mark.is_bound() { "none" } else { "currentColor" };
            let _ = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{at:.1}\" width=\"{wide:.1}\" height=\"{thick:.1}\" fill=\"currentColor\" \
                 fill-opacity=\"{fill}\" stroke=\"{outline}\"/>"
            );
            interval(plot, &y, mark, (end, at + thick / 2.0), out);
        }
        let ly = TOP - 4.0 + 20.0 * nth as f64;
        let _ = write!(
            out,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"14\" height=\"10\" fill=\"currentColor\" fill-opacity=\"{fill}\" stroke=\"currentColor\"/>",
            ly - 8.0
        );
        text(out, left + 22.0, ly + 1.0, "start", "q-ink", &legend_name(series));
        *out += "</g>";
    }
    if bounds {
        let ly = TOP - 4.0 + 20.0 * many;
        arrow(out, "q-line", (left, ly - 3.0), (left + 14.0, ly - 3.0));
        text(out, left + 22.0, ly + 1.0, "start", "q-ink", BOUND);
    }
    let _ = write!(out, "<path class=\"q-line\" d=\"M{zero:.1} {top:.1}V{floor:.1}\"/>");
    height
}

/// Draws how sure a value is, whose bar ends here.
fn interval(plot: &Plot, y: &Axis, mark: &Mark, (end, middle): (f64, f64), out: &mut String) {
    match mark.uncertainty {
        Uncertainty::AtLeast => arrow(out, "", (end, middle), ((end + ARROW).min(WIDTH - 6.0), middle)),
        Uncertainty::AtMost => arrow(out, "", (end, middle), ((end - ARROW).max(y.from - 6.0), middle)),
        Uncertainty::None | Uncertainty::Within(_) => {
            let Some(bar) = y.bar(plot, mark) else { return };
            let (u, d) = (middle - 3.0, middle + 3.0);
            for (reach, is_open) in bar.ends.into_iter().zip(bar.is_open) {
                if is_open {
                    arrow(out, "q-line", (end, middle), (reach, middle));
                    continue;
                }
                let _ = write!(
                    out,
                    "<path class=\"q-line\" fill=\"none\" d=\"M{end:.1} {middle:.1}H{reach:.1}M{reach:.1} {u:.1}V{d:.1}\"/>"
                );
            }
        }
    }
}
