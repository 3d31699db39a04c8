//! Draws plots as self-contained SVG documents for light and dark pages, with axes, a legend and error bars.
//!
//! The colours are Okabe and Ito's, which colour-blind readers can tell apart; series also differ by their marks.

use super::{
    number::short,
    plot::{Mark, Place, Plot, Scale, Series, Style},
};
use std::fmt::Write;

const COLOURS: [&str; 8] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31", "#808080"];
const WIDTH: f64 = 860.0;
/// The average width of a letter.
const LETTER: f64 = 6.4;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 54.0;

const CSS: &str = "<style>.q-paper{fill:#ffffff}.q-ink{fill:#1b1f24}.q-line{stroke:#1b1f24}.q-grid{stroke:#d5dae0}\
.q-plot text{font-family:system-ui,sans-serif;font-size:12px}.q-plot .q-title{font-size:14px;font-weight:600}\
@media (prefers-color-scheme:dark){.q-paper{fill:#16191d}.q-ink{fill:#e6e9ed}.q-line{stroke:#e6e9ed}.q-grid{stroke:#3a4047}}</style>";

/// A range of numbers and the pixels it maps to.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis for these numbers with a margin; `None` if there are none.
    fn over(numbers: impl Iterator<Item = f64>, scale: Scale, margin: f64) -> Option<Axis> {
        let usable = |n: &f64| n.is_finite() && (scale == Scale::Linear || *n > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(usable) {
            (low, high) = (low.min(number), high.max(number));
        }
        if low > high {
            return None;
        }
        let mut axis = Axis { scale, low: 0.0, high: 1.0, from: 0.0, to: 1.0 };
        (axis.low, axis.high) = (axis.inner(low), axis.inner(high));
        let wide = axis.high - axis.low;
        let margin = if wide > 0.0 { wide * margin } else { 0.5 };
        (axis.low, axis.high) = (axis.low - margin, axis.high + margin);
        Some(axis)
    }

    /// The axis of values and error bars, with a further value that it must show.
    fn of_values(plot: &Plot, further: Option<f64>, margin: f64) -> Option<Axis> {
        let ends = |m: &Mark| {
            let error = m.error.filter(|e| e.is_finite()).unwrap_or(0.0);
            [m.y - error, m.y, m.y + error]
        };
        let marks = plot.series.iter().flat_map(|s| &s.marks);
        Axis::over(marks.flat_map(ends).chain(further), plot.y_scale, margin)
    }

    /// Both ends of the error bar of a mark; `None` if it has none.
    fn error_bar(&self, mark: &Mark) -> Option<(f64, f64)> {
        let error = mark.error.filter(|e| e.is_finite() && *e > 0.0)?;
        let least = if self.scale == Scale::Log { 10_f64.powf(self.low) } else { f64::NEG_INFINITY };
        self.place((mark.y - error).max(least)).zip(self.place(mark.y + error))
    }

    fn inner(&self, number: f64) -> f64 {
        if self.scale == Scale::Log { number.log10() } else { number }
    }

    fn place(&self, number: f64) -> Option<f64> {
        let inner = self.inner(number);
        let share = (inner - self.low) / (self.high - self.low);
        (inner.is_finite()).then(|| self.from + share.clamp(-0.02, 1.02) * (self.to - self.from))
    }

    /// Round numbers along the axis.
    fn ticks(&self) -> Vec<f64> {
        let decades = self.high - self.low;
        if self.scale == Scale::Log && decades >= 1.0 {
            let (first, last) = (self.low.floor() as i32, self.high.floor() as i32);
            let every = ((last - first) / 8).max(1) as usize;
            let steps: &[f64] = if decades < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let powers = (first..=last).step_by(every).map(|power| 10_f64.powi(power));
            let all = powers.flat_map(|power| steps.iter().map(move |step| step * power));
            return all.filter(|tick| (self.low..=self.high).contains(&tick.log10())).collect();
        }
        let (low, high) = match self.scale {
            Scale::Log => (10_f64.powf(self.low), 10_f64.powf(self.high)),
            Scale::Linear => (self.low, self.high),
        };
        let raw = (high - low) / 6.0;
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|s| *s >= raw).unwrap_or(raw);
        let first = (low / step).ceil() as i64;
        (first..first + 12).map(|n| n as f64 * step).take_while(|t| *t <= high + step * 1e-9).collect()
    }
}

/// Draws a plot as a whole document.
pub(crate) fn draw(plot: &Plot) -> String {
    let mut body = String::new();
    let height = match plot.style {
        Style::Bars => bars(plot, &mut body),
        Style::Lines | Style::Points => lines(plot, &mut body),
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"q-plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">{CSS}\
         <rect class=\"q-paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>",
        title = escape(&plot.title)
    );
    text(&mut svg, WIDTH / 2.0, 20.0, "middle", "q-ink q-title", &plot.title);
    svg + &body + "</svg>\n"
}

fn lines(plot: &Plot, out: &mut String) -> f64 {
    let height = 470.0_f64.max(TOP + BOTTOM + 20.0 * plot.series.len() as f64);
    let longest = plot.series.iter().map(|s| legend_name(s).chars().count()).max().unwrap_or(0);
    let right = (longest as f64 * LETTER + 56.0).min(330.0);
    let marks = plot.series.iter().flat_map(|s| &s.marks);
    let x = Axis::over(marks.map(|m| m.x), plot.x_scale, 0.04);
    let y = Axis::of_values(plot, plot.base, 0.06);
    let (Some(mut x), Some(mut y)) = (x, y) else {
        text(out, WIDTH / 2.0, height / 2.0, "middle", "q-ink", "no data");
        return height;
    };
    (x.from, x.to) = (74.0, WIDTH - right);
    (y.from, y.to) = (height - BOTTOM, TOP);
    frame(&x, &y, plot, out);
    for (nth, series) in plot.series.iter().enumerate() {
        let colour = COLOURS[nth % COLOURS.len()];
        let points: Vec<(f64, f64)> =
            series.marks.iter().filter_map(|m| Some((x.place(m.x)?, y.place(m.y)?))).collect();
        if plot.style == Style::Lines && points.len() > 1 {
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let dash = if series.place == Place::Source { " stroke-dasharray=\"6 4\"" } else { "" };
            let _ = write!(
                out,
                "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dash} points=\"{}\"/>",
                path.join(" ")
            );
        }
        for mark in &series.marks {
            let Some((px, py)) = x.place(mark.x).zip(y.place(mark.y)) else { continue };
            if let Some((a, b)) = y.error_bar(mark) {
                let (l, r) = (px - 4.0, px + 4.0);
                let _ = write!(
                    out,
                    "<path stroke=\"{colour}\" fill=\"none\" d=\"M{px:.1} {a:.1}V{b:.1}M{l:.1} {a:.1}H{r:.1}M{l:.1} {b:.1}H{r:.1}\"/>"
                );
            }
            symbol(out, nth, px, py, colour);
        }
        let (lx, ly) = (WIDTH - right + 18.0, TOP + 10.0 + 20.0 * nth as f64);
        symbol(out, nth, lx, ly, colour);
        text(out, lx + 12.0, ly + 4.0, "start", "q-ink", &legend_name(series));
    }
    height
}

fn bars(plot: &Plot, out: &mut String) -> f64 {
    let groups = plot.ticks.len().max(1) as f64;
    let many = plot.series.len().max(1) as f64;
    let bar = if many > 2.0 { 9.0 } else { 12.0 };
    let group = bar * many + 9.0;
    let legend = 20.0 * many;
    let height = TOP + legend + groups * group + BOTTOM;
    let longest = plot.ticks.iter().map(|t| t.label.chars().count()).max().unwrap_or(0);
    let left = (longest as f64 * LETTER + 42.0).clamp(90.0, 400.0);
    let base = plot.base.or((plot.y_scale == Scale::Linear).then_some(0.0));
    let Some(mut y) = Axis::of_values(plot, base, 0.04) else {
        text(out, WIDTH / 2.0, height / 2.0, "middle", "q-ink", "no data");
        return height;
    };
    (y.from, y.to) = (left, WIDTH - 30.0);
    let (top, floor) = (TOP + legend, height - BOTTOM);
    for tick in y.ticks() {
        let Some(at) = y.place(tick) else { continue };
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{at:.1} {top:.1}V{floor:.1}\"/>");
        text(out, at, floor + 16.0, "middle", "q-ink", &short(tick));
    }
    text(out, (left + WIDTH - 30.0) / 2.0, height - 14.0, "middle", "q-ink", &plot.y);
    text(out, 12.0, top - 6.0, "start", "q-ink", &plot.x);
    for tick in &plot.ticks {
        let middle = top + group * tick.at + group / 2.0;
        let label = shortened(&tick.label, ((left - 20.0) / LETTER) as usize);
        text(out, left - 8.0, middle + 4.0, "end", "q-ink", &label);
    }
    let zero = base.and_then(|b| y.place(b)).unwrap_or(left);
    for (nth, series) in plot.series.iter().enumerate() {
        let colour = COLOURS[nth % COLOURS.len()];
        let fill = if series.place == Place::Source { 0.35 } else { 1.0 };
        for mark in &series.marks {
            let Some(end) = y.place(mark.y) else { continue };
            let at = top + group * mark.x + 4.5 + bar * nth as f64;
            let (x, wide) = (zero.min(end), (end - zero).abs().max(1.0));
            let thick = bar - 1.5;
            let _ = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{at:.1}\" width=\"{wide:.1}\" height=\"{thick:.1}\" fill=\"{colour}\" fill-opacity=\"{fill}\" stroke=\"{colour}\"/>"
            );
            if let Some((a, b)) = y.error_bar(mark) {
                let middle = at + thick / 2.0;
                let (u, d) = (middle - 3.0, middle + 3.0);
                let _ = write!(
                    out,
                    "<path class=\"q-line\" fill=\"none\" d=\"M{a:.1} {middle:.1}H{b:.1}M{a:.1} {u:.1}V{d:.1}M{b:.1} {u:.1}V{d:.1}\"/>"
                );
            }
        }
        let ly = TOP - 8.0 + 20.0 * nth as f64;
        let _ = write!(
            out,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"14\" height=\"10\" fill=\"{colour}\" fill-opacity=\"{fill}\" stroke=\"{colour}\"/>",
            ly - 8.0
        );
        text(out, left + 22.0, ly + 1.0, "start", "q-ink", &legend_name(series));
    }
    let _ = write!(out, "<path class=\"q-line\" d=\"M{zero:.1} {top:.1}V{floor:.1}\"/>");
    height
}

/// Draws the axes with grid, numbers and labels.
fn frame(x: &Axis, y: &Axis, plot: &Plot, out: &mut String) {
    let (left, right, floor, top) = (x.from, x.to, y.from, y.to);
    for tick in y.ticks() {
        let Some(at) = y.place(tick) else { continue };
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{left:.1} {at:.1}H{right:.1}\"/>");
        text(out, left - 8.0, at + 4.0, "end", "q-ink", &short(tick));
    }
    let named: Vec<(f64, String)> = if plot.ticks.is_empty() {
        x.ticks().into_iter().map(|t| (t, short(t))).collect()
    } else {
        plot.ticks.iter().map(|t| (t.at, t.label.clone())).collect()
    };
    for (tick, label) in named {
        let Some(at) = x.place(tick) else { continue };
        let _ = write!(out, "<path class=\"q-grid\" d=\"M{at:.1} {floor:.1}V{top:.1}\"/>");
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

/// Draws the mark of a series: four shapes in turn.
fn symbol(out: &mut String, nth: usize, x: f64, y: f64, colour: &str) {
    let shape = match nth % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"{colour}\"/>"),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6.8\" height=\"6.8\" fill=\"{colour}\"/>",
            x - 3.4,
            y - 3.4
        ),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.4 7.4h-8.8z\" fill=\"{colour}\"/>", y - 4.6),
        _ => format!("<path d=\"M{x:.1} {:.1}l4.6 4.6l-4.6 4.6l-4.6 -4.6z\" fill=\"{colour}\"/>", y - 4.6),
    };
    out.push_str(&shape);
}

fn legend_name(series: &Series) -> String {
    match series.place {
        Place::Ours => shortened(&series.name, 44),
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
