//! Answers of `quadrille cgt` as text and JSON.

use super::Wanted;
use crate::regions::wall;
use cgt::{Answer, Study, ValueError};
use serde_json::{Value, json};
use std::{fmt::Write, time::Duration};

/// An answer with everything that is printed beside it.
pub(super) struct Report {
    pub(super) title: String,
    pub(super) answer: Answer,
    /// The canonical form where it was asked for, or why it is not printed.
    pub(super) value: Result<Option<String>, ValueError>,
    /// What else the canonical form tells, where it was computed.
    pub(super) study: Option<Study>,
    pub(super) method: String,
    pub(super) nodes: u64,
    /// The boards of a sum, each with its own answer.
    pub(super) parts: Vec<(String, Answer)>,
    pub(super) time: Duration,
}

impl Report {
    pub(super) fn json(&self, wanted: Wanted) -> Value {
        let mut object = json!({
            "subject": self.title,
            "mean": self.answer.mean.to_string(),
            "temperature": self.answer.temperature.to_string(),
            "value": self.value.as_ref().ok(),
            "exact": self.answer.exact,
            "method": self.method,
            "nodes": self.nodes,
            "time_ms": self.time.as_millis() as u64,
        });
        if let (Wanted::Value, Some(study)) = (wanted, &self.study) {
            object["outcome"] = json!(study.outcome.to_string());
            object["left_stop"] = json!(study.stops.0.to_string());
            object["right_stop"] = json!(study.stops.1.to_string());
            object["birthday"] = json!(study.birthday);
            object["reduced"] = json!(study.reduced.as_ref().ok());
            object["atomic_weight"] =
                json!(study.atomic_weight.as_ref().and_then(|weight| weight.as_ref().ok()));
        }
        if let (Wanted::Thermograph, Some(graph)) = (wanted, &self.answer.thermograph) {
            object["left_wall"] = wall(graph.left_wall());
            object["right_wall"] = wall(graph.right_wall());
        }
        if let Some((mean, temperature)) = self.answer.bounds {
            object["mean_bounds"] = json!(mean.map(|n| n.to_string()));
            object["temperature_bounds"] = json!(temperature.map(|n| n.to_string()));
        }
        if wanted == Wanted::Sum {
            let part = |(position, answer): &(String, Answer)| json!({"position": position, "mean": answer.mean.to_string(), "temperature": answer.temperature.to_string()});
            object["parts"] = self.parts.iter().map(part).collect();
        }
        object
    }

    pub(super) fn text(&self, wanted: Wanted) -> String {
        let mut out = String::new();
        for (position, part) in &self.parts {
            let _ = writeln!(out, "{position}: mean {}, temperature {}", part.mean, part.temperature);
        }
        let _ = match &self.value {
            Ok(Some(value)) => writeln!(out, "value {value}"),
            Ok(None) => Ok(()),
            Err(error) => writeln!(out, "value not printed: {error}"),
        };
        let doubt = if self.answer.exact { "" } else { " (an estimate)" };
        let _ = writeln!(out, "mean {}\ntemperature {}{doubt}", self.answer.mean, self.answer.temperature);
        if let Some(([low, high], [cold, hot])) = self.answer.bounds {
            let _ = writeln!(out, "mean from {low} to {high}, temperature from {cold} to {hot}");
        }
        if let (Wanted::Value, Some(study)) = (wanted, &self.study) {
            out += &lines(study);
        }
        if let (Wanted::Thermograph, Some(graph)) = (wanted, &self.answer.thermograph) {
            for (name, wall) in [("left wall", graph.left_wall()), ("right wall", graph.right_wall())] {
                let corners: Vec<String> =
                    wall.iter().map(|c| format!("({}, {})", c.value, c.temperature)).collect();
                let _ = writeln!(out, "{name} {}", corners.join(" "));
            }
        }
        let _ = writeln!(out, "{}, {} nodes, {} ms", self.method, self.nodes, self.time.as_millis());
        out
    }
}

/// What a canonical form tells beside mean and temperature.
fn lines(study: &Study) -> String {
    let printed = |text: &Result<String, ValueError>| match text {
        Ok(text) => text.clone(),
        Err(error) => format!("not printed: {error}"),
    };
    let weight = match &study.atomic_weight {
        Some(weight) => printed(weight),
        None => "none: the game is not all small".into(),
    };
    format!(
        "outcome {} ({})\nleft stop {}, right stop {}\nbirthday {}\nreduced canonical form {}\natomic weight {weight}\n",
        study.outcome,
        study.outcome.meaning(),
        study.stops.0,
        study.stops.1,
        study.birthday,
        printed(&study.reduced),
    )
}
