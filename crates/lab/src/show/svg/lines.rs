//! Plots of points, joined by lines or not. Series that share places are moved apart sideways, so that none hides another.

use super::{
    super::{
        number::short,
        plot::{Mark, Place, Plot, Series, Style, Uncertainty},
    },
    BOTTOM, LETTER, Look, TOP, WIDTH, arrow,
    axis::{Axis, apart},
    escape, legend_name, looks, text,
};
use std::fmt::Write;

const BOUND: &str = "arrow: no bound on that side";
const PRINTED: &str = "dotted, hollow: as printed";
/// The most pixels between neighbouring series at one place.
const DODGE: f64 = 7.0;
/// The share of the room between places that the series of one place may take.
const DODGED: f64 = 0.5;

pub(super) fn draw(plot: &Plot, out: &mut String) -> f64 {
    let legend = Legend::new(plot);
    let height = 470.0_f64.max(TOP + BOTTOM + 20.0 * legend.entries() as f64);
    let longest = legend.names(plot).map(|name| name.chars().count()).max().unwrap_or(0);
    let right = (longest as f64 * LETTER + 66.0).min(340.0);
    let axes = Axis::of_places(plot).zip(Axis::of_values(plot, plot.base, 0.06));
    let Some((mut x, mut y)) = axes else {
        text(out, WIDTH / 2.0, height / 2.0, "middle", "q-ink", "no data");
        return height;
    };
    (x.from, x.to) = (74.0, WIDTH - right);
    (y.from, y.to) = (height - BOTTOM, TOP);
    frame(&x, &y, plot, out);
    let drawing = Drawing { plot, x, y };
    let dodges = dodges(plot, &drawing.x);
    for ((series, look), dodge) in plot.series.iter().zip(looks(plot)).zip(dodges) {
        let _ = write!(out, "<g class=\"{}\">", look.class());
        drawing.series(series, look, dodge, out);
        *out += "</g>";
    }
    legend.draw(plot, WIDTH - right + 14.0, out);
    height
}

/// What is written beside the plot: a line for each series, but one for all printed series that look like ours of their name.
struct Legend {
    listed: Vec<usize>,
    has_printed: bool,
    has_bounds: bool,
}

impl Legend {
    fn new(plot: &Plot) -> Legend {
        let looks = looks(plot);
        let (listed, others): (Vec<usize>, Vec<usize>) =
            (0..looks.len()).partition(|&nth| looks[nth].nth == nth);
        Legend { listed, has_printed: !others.is_empty(), has_bounds: plot.marks().any(Mark::is_one_sided) }
    }

    fn entries(&self) -> usize {
        self.listed.len() + usize::from(self.has_printed) + usize::from(self.has_bounds)
    }

    fn names(&self, plot: &Plot) -> impl Iterator<Item = String> {
        let names = self.listed.iter().map(|&nth| legend_name(&plot.series[nth]));
        let further = [(self.has_printed, PRINTED), (self.has_bounds, BOUND)];
        names.chain(further.into_iter().filter(|(is_there, _)| *is_there).map(|(_, words)| words.into()))
    }

    fn draw(&self, plot: &Plot, x: f64, out: &mut String) {
        let looks = looks(plot);
        for (row, name) in self.names(plot).enumerate() {
            let y = TOP + 10.0 + 20.0 * row as f64;
            text(out, x + 34.0, y + 4.0, "start", "q-ink", &name);
            let Some(&nth) = self.listed.get(row) else {
                match name.as_str() {
                    BOUND => arrow(out, "q-line", (x + 13.0, y + 7.0), (x + 13.0, y - 7.0)),
                    _ => {
                        let look = Look { nth: 0, place: Place::Source };
                        let _ = write!(out, "<g class=\"q-ink q-any\">");
                        line(&[(x, y), (x + 26.0, y)], look, out);
                        look.symbol(x + 13.0, y, out);
                        *out += "</g>";
                    }
                }
                continue;
            };
            let _ = write!(out, "<g class=\"{}\">", looks[nth].class());
            let is_guide = plot.series[nth].place == Place::Guide;
            if plot.style == Style::Lines || is_guide {
                line(&[(x, y), (x + 26.0, y)], looks[nth], out);
            }
            if !is_guide {
                looks[nth].symbol(x + 13.0, y, out);
            }
            *out += "</g>";
        }
    }
}

/// How many pixels each series is moved to the right. Series that share no place with others stay where they are.
pub(super) fn dodges(plot: &Plot, x: &Axis) -> Vec<f64> {
    let place = |m: &Mark| x.place(m.x);
    let mut places: Vec<f64> = plot.marks().filter_map(place).collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|a, b| *a - *b < 0.5);
    let room = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let at_place = |series: &Series, at: f64| {
        series.place != Place::Guide
            && series.marks.iter().filter_map(place).any(|other| (other - at).abs() < 0.5)
    };
    let shares = |series: &Series| {
        let is_shared = |at: f64| plot.series.iter().filter(|other| at_place(other, at)).count() > 1;
        series.place != Place::Guide && series.marks.iter().filter_map(place).any(is_shared)
    };
    // Points that are not joined lie where they lie: they are pairs of measured numbers.
    if plot.style == Style::Points {
        return vec![0.0; plot.series.len()];
    }
    let shared: Vec<bool> = plot.series.iter().map(shares).collect();
    let many = shared.iter().filter(|s| **s).count() as f64;
    let step = DODGE.min(DODGED * room / many.max(1.0));
    let mut nth = 0.0;
    let of_series = |is_shared: &bool| {
        if !is_shared {
            return 0.0;
        }
        nth += 1.0;
        (nth - (many + 1.0) / 2.0) * step
    };
    shared.iter().map(of_series).collect()
}

struct Drawing<'a> {
    plot: &'a Plot,
    x: Axis,
    y: Axis,
}

impl Drawing<'_> {
    fn series(&self, series: &Series, look: Look, dodge: f64, out: &mut String) {
        let place = |m: &Mark| Some((self.x.place(m.x)? + dodge, self.y.place(m.y)?));
        let points: Vec<(f64, f64)> = series.marks.iter().filter_map(place).collect();
        let is_joined = self.plot.style == Style::Lines || series.place == Place::Guide;
        if is_joined && points.len() > 1 {
            line(&points, look, out);
        }
        if series.place == Place::Guide {
            return;
        }
        for mark in &series.marks {
            let Some(at) = place(mark) else { continue };
            self.interval(mark, at, out);
            look.symbol(at.0, at.1, out);
        }
    }

    /// Draws how sure a value is: an interval with caps, and arrows where it goes on.
    fn interval(&self, mark: &Mark, (px, py): (f64, f64), out: &mut String) {
        let beyond = |end: f64| {
            let room = (end - py).abs();
            py + (end - py).signum() * room.clamp(10.0, 30.0)
        };
        match mark.uncertainty {
            Uncertainty::AtLeast => arrow(out, "", (px, py), (px, beyond(self.y.to))),
            Uncertainty::AtMost => arrow(out, "", (px, py), (px, beyond(self.y.from))),
            Uncertainty::None | Uncertainty::Within(_) => {
                let Some(bar) = self.y.bar(self.plot, mark) else { return };
                let (l, r) = (px - 4.0, px + 4.0);
                for (end, is_open) in bar.ends.into_iter().zip(bar.is_open) {
                    if is_open {
                        arrow(out, "", (px, py), (px, end));
                        continue;
                    }
                    let _ = write!(
                        out,
                        "<path stroke=\"currentColor\" fill=\"none\" d=\"M{px:.1} {py:.1}V{end:.1}M{l:.1} {end:.1}H{r:.1}\"/>"
                    );
                }
            }
        }
    }
}

fn line(points: &[(f64, f64)], look: Look, out: &mut String) {
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = write!(
        out,
        "<polyline fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\"{} points=\"{}\"/>",
        look.dash(),
        path.join(" ")
    );
}

/// Draws the axes with grid, numbers and labels.
fn frame(x: &Axis, y: &Axis, plot: &Plot, out: &mut String) {
    let (left, right, floor, top) = (x.from, x.to, y.from, y.to);
    for tick in y.ticks().into_iter().filter(|tick| plot.clipped(*tick) == *tick) {
        let Some(at) = y.place(tick) else { continue };
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{left:.1} {at:.1}H{right:.1}\"/>");
        text(out, left - 8.0, at + 4.0, "end", "q-ink", &short(tick));
    }
    let named: Vec<(f64, String)> = if plot.ticks.is_empty() {
        x.place_ticks(plot).into_iter().map(|t| (t, short(t))).collect()
    } else {
        plot.ticks.iter().map(|t| (t.at, t.label.clone())).collect()
    };
    let labels: Vec<(f64, String)> =
        named.into_iter().filter_map(|(tick, label)| Some((x.place(tick)?, label))).collect();
    for (at, _) in &labels {
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{at:.1} {floor:.1}V{top:.1}\"/>");
    }
    for (at, label) in apart(labels) {
        text(out, at, floor + 16.0, "middle", "q-ink", &label);
    }
    if let Some(at) = plot.base.and_then(|base| y.place(base)) {
        let _ = write!(
            out,
            "<path class=\"q-line\" stroke-dasharray=\"2 3\" d=\"M{left:.1} {at:.1}H{right:.1}\"/>"
        );
    }
    let _ =
        write!(out, "<path class=\"q-line\" fill=\"none\" d=\"M{left:.1} {top:.1}V{floor:.1}H{right:.1}\"/>");
    text(out, (left + right) / 2.0, floor + 40.0, "middle", "q-ink", &plot.x);
    let middle = (top + floor) / 2.0;
    let _ = write!(
        out,
        "<text class=\"q-ink\" text-anchor=\"middle\" transform=\"translate(18 {middle:.1}) rotate(-90)\">{}</text>",
        escape(&plot.y)
    );
}
