//! Plots as data: axes, series, marks with intervals or bounds. `svg` draws them.

use serde::{Deserialize, Serialize};

/// How the numbers of an axis are spaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// Logarithmically; values that are not positive are left out.
    Log,
}

/// How marks are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Points joined by lines.
    #[default]
    Lines,
    /// Points alone.
    Points,
    /// Horizontal bars, one group for each label.
    Bars,
}

/// A named place on the x axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tick {
    /// Where.
    pub at: f64,
    /// Its name.
    pub label: String,
}

/// The origin of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Measured by us.
    #[default]
    Ours,
    /// Printed in the source; drawn dotted, with hollow marks, or pale.
    Source,
    /// A line to compare with, without marks.
    Guide,
}

/// Stands for infinity, which JSON does not have.
const FAR: f64 = 1e300;

/// How far the truth may be from the value of a mark.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Uncertainty {
    /// The value is exact, or nothing is known of its error.
    #[default]
    None,
    /// The ends of the 95 % interval.
    Within([f64; 2]),
    /// The value is only a lower bound.
    AtLeast,
    /// The value is only an upper bound.
    AtMost,
}

/// A mark.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredMark")]
pub struct Mark {
    /// Its place on the x axis; in bar charts the number of its label.
    pub x: f64,
    /// Its value.
    pub y: f64,
    /// How far the truth may be from it.
    pub uncertainty: Uncertainty,
}

/// A mark in a file. Files of version 0.1 have half the width of the interval.
#[derive(Deserialize)]
struct StoredMark {
    x: f64,
    y: f64,
    error: Option<f64>,
    #[serde(default)]
    uncertainty: Uncertainty,
}

impl From<StoredMark> for Mark {
    fn from(StoredMark { x, y, error, uncertainty }: StoredMark) -> Mark {
        match error {
            Some(error) => Mark::with_error(x, y, error),
            None => Mark { x, y, uncertainty },
        }
    }
}

/// A series of marks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its origin.
    pub place: Place,
    /// The marks, from left to right.
    pub marks: Vec<Mark>,
}

impl Series {
    /// A series of ours.
    pub fn ours(name: impl Into<String>, marks: Vec<Mark>) -> Series {
        Series { name: name.into(), place: Place::Ours, marks }
    }

    /// A series of the source.
    pub fn source(name: impl Into<String>, marks: Vec<Mark>) -> Series {
        Series { name: name.into(), place: Place::Source, marks }
    }

    /// A line to compare with.
    pub fn guide(name: impl Into<String>, marks: Vec<Mark>) -> Series {
        Series { name: name.into(), place: Place::Guide, marks }
    }

    /// Adds the marks of a series to the one of that name in a list, or the series itself if there is none.
    pub(crate) fn add(list: &mut Vec<Series>, new: Series) {
        match list.iter_mut().find(|s| s.name == new.name) {
            Some(old) => old.marks.extend(new.marks),
            None => list.push(new),
        }
    }
}

impl Mark {
    /// A mark without an interval.
    pub fn at(x: f64, y: f64) -> Mark {
        Mark { x, y, uncertainty: Uncertainty::None }
    }

    /// A mark with half the width of its interval.
    pub fn with_error(x: f64, y: f64, error: f64) -> Mark {
        Mark::within(x, y, [y - error, y + error])
    }

    /// A mark with the ends of its interval. An infinite end leaves the other one as a bound of the truth, not of the value, so
    /// it is drawn as far as the axis goes; ends that are no numbers leave the mark without an interval.
    pub fn within(x: f64, y: f64, [low, high]: [f64; 2]) -> Mark {
        let ends = [low, high].map(|end| end.clamp(-FAR, FAR));
        let is_known = !low.is_nan() && !high.is_nan() && low < high;
        Mark { x, y, uncertainty: if is_known { Uncertainty::Within(ends) } else { Uncertainty::None } }
    }

    /// A mark whose value is a lower bound.
    pub fn at_least(x: f64, y: f64) -> Mark {
        Mark { x, y, uncertainty: Uncertainty::AtLeast }
    }

    /// A mark whose value is an upper bound.
    pub fn at_most(x: f64, y: f64) -> Mark {
        Mark { x, y, uncertainty: Uncertainty::AtMost }
    }

    /// Is its value only a bound?
    pub(super) fn is_bound(&self) -> bool {
        matches!(self.uncertainty, Uncertainty::AtLeast | Uncertainty::AtMost)
    }

    /// Is the truth unbounded on one side?
    pub(super) fn is_one_sided(&self) -> bool {
        self.is_bound() || self.interval().is_some_and(|ends| ends.iter().any(|end| end.is_infinite()))
    }

    /// The ends of its interval; one that goes on for ever ends at infinity.
    pub(super) fn interval(&self) -> Option<[f64; 2]> {
        match self.uncertainty {
            Uncertainty::Within(ends) => {
                Some(ends.map(|end| if end.abs() < FAR { end } else { f64::INFINITY.copysign(end) }))
            }
            _ => None,
        }
    }
}

/// A plot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The label of the x axis; in bar charts, of the groups.
    pub x: String,
    /// The label of the y axis; in bar charts, of the lengths.
    pub y: String,
    /// The scale of the x axis.
    pub x_scale: Scale,
    /// The scale of the y axis; in bar charts, of the lengths.
    pub y_scale: Scale,
    /// How it is drawn.
    pub style: Style,
    /// Named places on the x axis; in bar charts, the groups.
    pub ticks: Vec<Tick>,
    /// A value marked by a line, such as no difference.
    pub base: Option<f64>,
    /// The least value that is possible, where intervals end.
    #[serde(default)]
    pub least: Option<f64>,
    /// The greatest value that is possible.
    #[serde(default)]
    pub greatest: Option<f64>,
    /// The series.
    pub series: Vec<Series>,
}

impl Plot {
    /// The plot as a self-contained SVG document.
    pub fn svg(&self) -> String {
        super::svg::draw(self)
    }

    /// A line plot.
    pub fn lines(title: impl Into<String>, x: &str, y: &str, series: Vec<Series>) -> Plot {
        Plot { title: title.into(), x: x.into(), y: y.into(), series, ..Plot::default() }
    }

    /// A bar chart, one group for each label.
    pub fn bars(
        title: impl Into<String>,
        x: &str,
        y: &str,
        labels: impl IntoIterator<Item = String>,
        series: Vec<Series>,
    ) -> Plot {
        let ticks = labels.into_iter().enumerate().map(|(nth, label)| Tick { at: nth as f64, label });
        Plot { style: Style::Bars, ticks: ticks.collect(), ..Plot::lines(title, x, y, series) }
    }

    /// The same with logarithmic axes.
    pub fn log(mut self, x: bool, y: bool) -> Plot {
        let scale = |log| if log { Scale::Log } else { Scale::Linear };
        (self.x_scale, self.y_scale) = (scale(x), scale(y));
        self
    }

    /// The same with a line at this value.
    pub fn with_base(self, base: f64) -> Plot {
        Plot { base: Some(base), ..self }
    }

    /// The same for values that cannot be less than this, such as counts and ratios, which begin at 0.
    pub fn not_below(self, least: f64) -> Plot {
        Plot { least: Some(least), ..self }
    }

    /// The same for shares and scores in per cent: intervals end at 0 and 100.
    pub fn percent(self) -> Plot {
        Plot { least: Some(0.0), greatest: Some(100.0), ..self }
    }

    /// The marks of all series.
    pub(super) fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.series.iter().flat_map(|s| &s.marks)
    }

    /// A value, or the end of what is possible if it is beyond.
    pub(super) fn clipped(&self, value: f64) -> f64 {
        value.max(self.least.unwrap_or(f64::NEG_INFINITY)).min(self.greatest.unwrap_or(f64::INFINITY))
    }

    /// The same with points that are not joined.
    pub fn unjoined(self) -> Plot {
        Plot { style: Style::Points, ..self }
    }
}
