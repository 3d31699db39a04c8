//! Axes of plots: which numbers they show, where these are in pixels, and which numbers are written beside them.

use super::{
    super::plot::{Mark, Plot, Scale},
    LETTER,
};

/// A plot whose values have a least and a greatest shows at least this share of what lies between them.
const LEAST_SHARE_SHOWN: f64 = 0.2;
/// Numbers beside an axis are at least this many pixels apart.
const GAP: f64 = 8.0;
/// With so many different places on the x axis, or fewer, each has its number.
const MOST_PLACES: usize = 14;

/// A range of numbers and the pixels it maps to.
pub(super) struct Axis {
    pub(super) scale: Scale,
    low: f64,
    high: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

/// An interval in pixels. An end that is beyond the axis is open.
pub(super) struct Bar {
    pub(super) ends: [f64; 2],
    pub(super) is_open: [bool; 2],
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

    /// The axis of places.
    pub(super) fn of_places(plot: &Plot) -> Option<Axis> {
        // Series that are moved sideways need room at both ends.
        let margin = 0.04 + 0.003 * plot.series.len() as f64;
        Axis::over(plot.marks().map(|m| m.x), plot.x_scale, margin)
    }

    /// The axis of values and their intervals, with a further value that it must show.
    pub(super) fn of_values(plot: &Plot, further: Option<f64>, margin: f64) -> Option<Axis> {
        let ends = |m: &Mark| {
            let [low, high] = m.interval().unwrap_or([m.y; 2]);
            [plot.clipped(low), m.y, plot.clipped(high)]
        };
        let mut numbers: Vec<f64> = plot.marks().flat_map(ends).chain(further).collect();
        if let (Some(low), Some(high), Scale::Linear) = (plot.least, plot.greatest, plot.y_scale) {
            let seen = numbers.iter().copied().filter(|n| n.is_finite());
            let (first, last) =
                seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), n| (a.min(n), b.max(n)));
            let wide = LEAST_SHARE_SHOWN * (high - low);
            if first <= last && last - first < wide {
                // As far to both sides as there is room.
                let start = ((first + last - wide) / 2.0).clamp(low, (high - wide).max(low));
                numbers.extend([start, start + wide]);
            }
        }
        Axis::over(numbers.into_iter(), plot.y_scale, margin)
    }

    /// The interval of a mark, within what is possible and within the axis; `None` if it has none.
    pub(super) fn bar(&self, plot: &Plot, mark: &Mark) -> Option<Bar> {
        let ends = mark.interval().filter(|[low, high]| low < high)?.map(|end| plot.clipped(end));
        // The lowest places of a logarithmic axis stand for everything below.
        let least = if self.scale == Scale::Log { 10_f64.powf(self.low) } else { f64::NEG_INFINITY };
        let is_open = ends.map(|end| end < least || end.is_infinite());
        let [low, high] = ends.map(|end| self.place(end.max(least)));
        Some(Bar { ends: [low.unwrap_or(self.from), high.unwrap_or(self.to)], is_open })
    }

    fn inner(&self, number: f64) -> f64 {
        if self.scale == Scale::Log { number.log10() } else { number }
    }

    /// Where a number is, in pixels.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        let inner = self.inner(number);
        let share = (inner - self.low) / (self.high - self.low);
        (inner.is_finite()).then(|| self.from + share.clamp(-0.02, 1.02) * (self.to - self.from))
    }

    /// Numbers to write along the axis: the places of the marks if they are few, otherwise round ones.
    pub(super) fn place_ticks(&self, plot: &Plot) -> Vec<f64> {
        let mut places: Vec<f64> = plot.marks().map(|m| m.x).filter(|x| self.place(*x).is_some()).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.len() <= MOST_PLACES { places } else { self.ticks() }
    }

    /// Round numbers along the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
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

/// Leaves out labels, given with their places in pixels, that would run into the one before.
pub(super) fn apart(labels: Vec<(f64, String)>) -> Vec<(f64, String)> {
    let mut free = f64::NEG_INFINITY;
    let fits = |(at, label): &(f64, String)| {
        let half = label.chars().count() as f64 * LETTER / 2.0;
        let is_free = at - half >= free;
        if is_free {
            free = at + half + GAP;
        }
        is_free
    };
    let mut fits = fits;
    labels.into_iter().filter(|label| fits(label)).collect()
}
