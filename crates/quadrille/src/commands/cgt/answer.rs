//! Answers of `quadrille cgt` as text and JSON.

use super::Wanted;
use crate::regions::wall;
use cgt::{
    Answer, Partizan, Study, ValueError,
    temperature::{Ply, Variation},
};
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
    /// The principal variation where it was asked for.
    pub(super) variation: Option<Line>,
    pub(super) time: Duration,
}

/// A principal variation of any game, its boards as text.
pub(super) struct Line(Variation<String>);

impl<P: Partizan> From<Variation<P>> for Line {
    fn from(line: Variation<P>) -> Line {
        let Variation { value, alone, top, step, plies } = line;
        let plies = plies.into_iter().map(|ply| match ply {
            Ply::Coupon(coupon) => Ply::Coupon(coupon),
            Ply::Board(position) => Ply::Board(position.text()),
        });
        Line(Variation { value, alone, top, step, plies: plies.collect() })
    }
}

impl Line {
    fn json(&self) -> Value {
        let ply = |ply: &Ply<String>| match ply {
            Ply::Coupon(coupon) => json!({"coupon": coupon.to_string()}),
            Ply::Board(board) => json!({"board": board}),
        };
        let Variation { value, alone, top, step, plies } = &self.0;
        json!({
            "value_with_coupons": value.to_string(),
            "value_of_coupons": alone.to_string(),
            "top_coupon": top.to_string(),
            "step": step.to_string(),
            "principal_variation": plies.iter().map(ply).collect::<Vec<_>>(),
        })
    }

    /// One line for each player's move; coupons that follow each other share one.
    fn text(&self) -> String {
        let Variation { value, alone, top, step, plies } = &self.0;
        let mut out = format!(
            "beside coupons from {top} in steps of {step}: V(G+C) {value}, V(C) {alone}, Left first\n"
        );
        let mut nth = 0;
        while let Some(ply) = plies.get(nth) {
            let first = nth;
            let _ = match ply {
                Ply::Board(board) => writeln!(out, "{}. {board}", first + 1),
                Ply::Coupon(coupon) => {
                    let is_coupon = |ply: &&Ply<String>| matches!(ply, Ply::Coupon(_));
                    let run: Vec<&Ply<String>> = plies.iter().skip(nth).take_while(is_coupon).collect();
                    nth += run.len() - 1;
                    match run.last() {
                        Some(Ply::Coupon(last)) if run.len() > 1 => {
                            writeln!(out, "{}-{}. coupons {coupon} to {last}", first + 1, nth + 1)
                        }
                        _ => writeln!(out, "{}. coupon {coupon}", first + 1),
                    }
                }
            };
            nth += 1;
        }
        out
    }
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
        if let Some(line) = &self.variation {
            object["variation"] = line.json();
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
        if let Some(line) = &self.variation {
            out += &line.text();
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
