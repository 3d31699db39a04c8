//! Answers of `quadrille cgt` as text and JSON.

use super::Wanted;
use cgt::{Answer, Dyadic, ValueError, thermograph::Corner};
use serde_json::{Value, json};
use std::{fmt::Write, time::Duration};

/// One part of a sum.
pub(super) struct Part {
    pub(super) position: String,
    pub(super) mean: Dyadic,
    pub(super) temperature: Dyadic,
}

/// An answer with everything that is printed beside it.
pub(super) struct Report {
    pub(super) title: String,
    pub(super) answer: Answer,
    /// The canonical form where it was asked for, or why it is not printed.
    pub(super) value: Result<Option<String>, ValueError>,
    pub(super) method: String,
    pub(super) nodes: u64,
    pub(super) parts: Vec<Part>,
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
        if let (Wanted::Thermograph, Some(graph)) = (wanted, &self.answer.thermograph) {
            let wall = |corners: &[Corner]| -> Vec<Value> {
                let corner = |c: &Corner| json!([c.value.to_string(), c.temperature.to_string()]);
                corners.iter().map(corner).collect()
            };
            object["left_wall"] = json!(wall(graph.left_wall()));
            object["right_wall"] = json!(wall(graph.right_wall()));
        }
        if let Some((mean, temperature)) = self.answer.bounds {
            object["mean_bounds"] = json!(mean.map(|n| n.to_string()));
            object["temperature_bounds"] = json!(temperature.map(|n| n.to_string()));
        }
        if wanted == Wanted::Sum {
            let part = |p: &Part| json!({"position": p.position, "mean": p.mean.to_string(), "temperature": p.temperature.to_string()});
            object["parts"] = json!(self.parts.iter().map(part).collect::<Vec<_>>());
        }
        object
    }

    pub(super) fn text(&self, wanted: Wanted) -> String {
        let mut out = String::new();
        for part in &self.parts {
            let _ = writeln!(out, "{}: mean {}, temperature {}", part.position, part.mean, part.temperature);
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
