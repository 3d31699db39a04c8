//! Thermographs as pictures, the way the books draw them: values grow to the left, temperature grows upwards, the mast ends
//! in an arrow, and both axes have the same scale, so that walls lean by 45 degrees.

use super::{Corner, Thermograph};
use crate::Dyadic;
use std::fmt::Write;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 44.0;
/// Most labels on an axis, roughly.
const LABELS: i128 = 12;
/// How far the mast rises above its foot, as a share of the picture.
const MAST_PART: f64 = 0.25;

/// The mapping from values and temperatures to the picture.
struct Axes {
    most: f64,
    top: f64,
    /// The length of one on both axes.
    unit: f64,
    /// The position of the largest value.
    start: f64,
}

impl Axes {
    /// The largest scale at which values from `least` to `most` and temperatures up to `top` fit.
    fn new(least: f64, most: f64, top: f64) -> Axes {
        let (across, up) = (WIDTH - 2.0 * MARGIN, HEIGHT - 2.0 * MARGIN);
        let unit = (across / (most - least)).min(up / (top + 1.0));
        Axes { most, top: up / unit - 1.0, unit, start: (WIDTH - (most - least) * unit) / 2.0 }
    }

    fn x(&self, value: f64) -> f64 {
        self.start + (self.most - value) * self.unit
    }

    fn y(&self, t: f64) -> f64 {
        HEIGHT - MARGIN - (t + 1.0) * self.unit
    }

    fn place(&self, corner: &Corner) -> (f64, f64) {
        (self.x(corner.value.to_f64()), self.y(corner.temperature.to_f64()))
    }
}

/// The integers in a range that get labels: multiples of 1, 2, 5, 10 …
fn labels(from: i128, to: i128) -> impl Iterator<Item = i128> {
    let by = step(to - from);
    let first = from.div_euclid(by) * by;
    (0..).map(move |nth| first + nth * by).skip_while(move |&n| n < from).take_while(move |&n| n <= to)
}

fn step(span: i128) -> i128 {
    let mut step = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut power = 1;
    while span / step > LABELS {
        let factor = factors.next().unwrap_or(10);
        step = power * factor;
        if factor == 10 {
            power *= 10;
        }
    }
    step
}

impl Thermograph {
    /// A picture of the thermograph as an SVG document with the given title.
    pub fn svg(&self, title: &str) -> String {
        let corners = || self.left.iter().chain(&self.right).chain([&self.foot]);
        let values = || corners().map(|c| c.value);
        let least = i128::from(values().min().map_or(0, Dyadic::floor)) - 1;
        let most = i128::from(values().max().map_or(0, Dyadic::ceil)) + 1;
        let top = self.foot.temperature.to_f64().max(0.0) * (1.0 + MAST_PART) + 1.0;
        let axes = Axes::new(least as f64, most as f64, top);
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n",
            escaped(title)
        );
        self.draw_axes(&axes, least, most, &mut out);
        for (wall, colour, name) in
            [(&self.left, "#1f5fa8", "left wall"), (&self.right, "#b3422e", "right wall")]
        {
            let mut points: Vec<(f64, f64)> = wall.iter().map(|c| axes.place(c)).collect();
            points.push(axes.place(&self.foot));
            let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"><title>{name}</title></polyline>",
                list.join(" ")
            );
        }
        let (x, y) = axes.place(&self.foot);
        let end = MARGIN * 0.75;
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {y:.1}V{end:.1}m-4 7l4 -7l4 7\" fill=\"none\" stroke=\"#333333\" stroke-width=\"2.5\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#333333\">mean {}, temperature {}</text>\n</svg>",
            (x + 8.0).min(WIDTH - 170.0),
            end + 4.0,
            self.mean(),
            self.temperature()
        );
        out
    }

    fn draw_axes(&self, axes: &Axes, least: i128, most: i128, out: &mut String) {
        let (left, right) = (axes.x(most as f64), axes.x(least as f64));
        let floor = axes.y(-1.0);
        for value in labels(least, most) {
            let x = axes.x(value as f64);
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {MARGIN}V{floor:.1}\" stroke=\"#e4e4e4\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\" fill=\"#555555\">{value}</text>",
                floor + 16.0
            );
        }
        for t in labels(-1, axes.top as i128) {
            let y = axes.y(t as f64);
            let _ = writeln!(
                out,
                "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\" fill=\"#555555\">{t}</text>",
                if t == 0 { "#9a9a9a" } else { "#e4e4e4" },
                left - 6.0,
                y + 4.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555555\">value (larger to the left)</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555555\">t</text>",
            WIDTH / 2.0,
            HEIGHT - 8.0,
            left - 6.0,
            MARGIN - 14.0
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::Games;

    #[test]
    fn values_grow_to_the_left_and_the_mast_is_labelled() {
        let mut games = Games::default();
        let game = games.parse("{2|-1/2,±1}").unwrap();
        let svg = games.thermograph(game).unwrap().svg("a < b");
        assert!(svg.contains("mean 3/4, temperature 5/4") && svg.contains("a &lt; b"), "{svg}");
        let place = |label: &str| {
            let end = svg.find(&format!(">{label}</text>")).unwrap();
            let at = svg[..end].rfind("x=\"").unwrap() + 3;
            svg[at..].split('"').next().unwrap().parse::<f64>().unwrap()
        };
        assert!(place("3") < place("-2"));
        assert_eq!(svg.matches("<polyline").count(), 2);
    }

    #[test]
    fn walls_lean_by_half_a_right_angle() {
        let mut games = Games::default();
        for text in ["±1", "{5|-7}", "{40|39}"] {
            let game = games.parse(text).unwrap();
            let svg = games.thermograph(game).unwrap().svg(text);
            let points = svg.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
            let numbers: Vec<f64> = points.split([' ', ',']).map(|n| n.parse().unwrap()).collect();
            let (across, up) = (numbers[2] - numbers[0], numbers[1] - numbers[3]);
            assert!(up > 10.0 && (across - up).abs() < 0.3, "{text}: {points}");
        }
    }

    #[test]
    fn huge_values_get_few_labels() {
        let mut games = Games::default();
        for most in ["1000000", "1000000000000000", "9223372036854775806"] {
            let game = games.parse(&format!("{{{most}|-{most}}}")).unwrap();
            let svg = games.thermograph(game).unwrap().svg("big");
            assert!(svg.len() < 10_000 && svg.contains(">0</text>"), "{svg}");
        }
    }

    #[test]
    fn labels_are_the_multiples_between() {
        assert_eq!(super::labels(-1, 3).collect::<Vec<_>>(), [-1, 0, 1, 2, 3]);
        assert_eq!(super::labels(-13, 14).collect::<Vec<_>>(), [-10, -5, 0, 5, 10]);
        assert_eq!(super::labels(3, 3).collect::<Vec<_>>(), [3]);
    }
}
