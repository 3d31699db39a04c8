//! Plots as data: axes, series, marks with error bars. `svg.rs` draws them.

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
    /// Printed in the source; drawn dashed or hatched.
    Source,
}

/// A mark.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Its place on the x axis; in bar charts the number of its label.
    pub x: f64,
    /// Its value.
    pub y: f64,
    /// Half the height of its error bar.
    pub error: Option<f64>,
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

    /// Adds the marks of a series to the one of that name in a list, or the series itself if there is none.
    pub(crate) fn add(list: &mut Vec<Series>, new: Series) {
        match list.iter_mut().find(|s| s.name == new.name) {
            Some(old) => old.marks.extend(new.marks),
            None => list.push(new),
        }
    }
}

impl Mark {
    /// A mark without an error bar.
    pub fn at(x: f64, y: f64) -> Mark {
        Mark { x, y, error: None }
    }

    /// A mark with one.
    pub fn with_error(x: f64, y: f64, error: f64) -> Mark {
        Mark { x, y, error: Some(error) }
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

    /// The same with points that are not joined.
    pub fn unjoined(self) -> Plot {
        Plot { style: Style::Points, ..self }
    }
}
