//! What a plot shows, as data: axes, series, marks with error bars. How it is drawn is in `svg.rs`.

use serde::{Deserialize, Serialize};

/// How the numbers of an axis are spaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithms; what is not above zero is left out.
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

/// A place on the x axis that has a name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tick {
    /// Where.
    pub at: f64,
    /// Its name.
    pub label: String,
}

/// Where a series comes from.
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
    /// Its place on the x axis; in plots of bars the number of its label.
    pub x: f64,
    /// Its value.
    pub y: f64,
    /// Half the height of its error bar.
    pub error: Option<f64>,
}

/// Marks that belong together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Whose it is.
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
    /// Above it.
    pub title: String,
    /// What the x axis counts; in plots of bars, what the labels name.
    pub x: String,
    /// What the y axis counts; in plots of bars, what their lengths mean.
    pub y: String,
    /// How the x axis is spaced.
    pub x_scale: Scale,
    /// How the y axis is spaced; that of the lengths in plots of bars.
    pub y_scale: Scale,
    /// How it is drawn.
    pub style: Style,
    /// Names of places on the x axis; of the groups in plots of bars.
    pub ticks: Vec<Tick>,
    /// A value with a line of its own, such as no difference.
    pub base: Option<f64>,
    /// The series.
    pub series: Vec<Series>,
}

impl Plot {
    /// The plot as a document of its own, which needs no other file.
    pub fn svg(&self) -> String {
        super::svg::draw(self)
    }

    /// A plot of lines.
    pub fn lines(title: impl Into<String>, x: &str, y: &str, series: Vec<Series>) -> Plot {
        Plot { title: title.into(), x: x.into(), y: y.into(), series, ..Plot::default() }
    }

    /// A plot of bars, one group for each label.
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

    /// The same with a line at a value.
    pub fn with_base(self, base: f64) -> Plot {
        Plot { base: Some(base), ..self }
    }

    /// The same with points that are not joined.
    pub fn unjoined(self) -> Plot {
        Plot { style: Style::Points, ..self }
    }
}
