//! Parameters of a spec as text: what to change, from which value, within which bounds.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::LabError;

/// A tunable number of a spec: `KEY=START:MIN:MAX:STEP`.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The setting, such as `quiescence` or `w.knight`.
    pub key: String,
    /// The start value.
    pub start: f64,
    /// The lower bound.
    pub least: f64,
    /// The upper bound.
    pub most: f64,
    /// The perturbation in the last step.
    pub step: f64,
    /// Decimals: as many as were given.
    pub digits: usize,
}

impl Parameter {
    /// Reads `KEY=START:MIN:MAX:STEP`.
    pub fn parse(text: &str) -> Result<Parameter, LabError> {
        let wrong = |problem: &str| {
            LabError::BadInput(format!(
                "'{text}' {problem}; a parameter is KEY=START:MIN:MAX:STEP, as in w.knight=100:50:200:8"
            ))
        };
        let (key, numbers) = key_and_rest(text).ok_or_else(|| wrong("does not name a setting"))?;
        let words: Vec<&str> = numbers.split(':').collect();
        let values: Option<Vec<f64>> = words.iter().map(|word| number(word)).collect();
        let Some(&[start, least, most, step]) = values.as_deref() else {
            return Err(wrong("does not give four numbers"));
        };
        if !(least <= start && start <= most) {
            return Err(wrong("does not start between its bounds"));
        }
        if step <= 0.0 {
            return Err(wrong("has a step that is not positive"));
        }
        let digits = words.iter().map(|word| digits(word)).max().unwrap_or(0);
        Ok(Parameter { key: key.into(), start, least, most, step, digits })
    }

    /// Formats a value for a spec.
    pub fn text(&self, value: f64) -> String {
        crate::show::text(value.clamp(self.least, self.most), self.digits)
    }
}

/// Values to try for a setting: `KEY=A,B,C`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// The setting.
    pub key: String,
    /// The values as text.
    pub values: Vec<String>,
}

impl Values {
    /// Reads `KEY=A,B,C`.
    pub fn parse(text: &str) -> Result<Values, LabError> {
        let wrong = |problem: &str| {
            LabError::BadInput(format!("'{text}' {problem}; values are KEY=A,B,C, as in quiescence=0,2,4"))
        };
        let (key, rest) = key_and_rest(text).ok_or_else(|| wrong("does not name a setting"))?;
        let values: Vec<String> = rest.split(',').map(|value| value.trim().to_string()).collect();
        if values.iter().any(String::is_empty) {
            return Err(wrong("has an empty value"));
        }
        Ok(Values { key: key.into(), values })
    }
}

fn key_and_rest(text: &str) -> Option<(&str, &str)> {
    text.split_once('=')
        .map(|(key, rest)| (key.trim(), rest))
        .filter(|(key, _)| !key.is_empty() && !key.contains(','))
}

fn number(word: &str) -> Option<f64> {
    word.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

fn digits(word: &str) -> usize {
    word.trim().split_once('.').map_or(0, |(_, behind)| behind.len().min(9))
}

/// A setting unchanged, or, if its key ends in `*`, all weights whose names start like that, each multiplied by the value.
/// Unchanged weights are left out, which keeps specs short.
pub(super) fn scaled(
    key: &str,
    value: &str,
    weights: &[(String, i32)],
) -> Result<Vec<(String, String)>, LabError> {
    let Some(start) = key.strip_suffix('*') else { return Ok(vec![(key.into(), value.into())]) };
    let wrong = |problem: &str| {
        LabError::BadInput(format!(
            "'{key}={value}' {problem}; w.NAME*=FACTOR multiplies all weights whose names start with NAME, as in w.frozen*=1.5"
        ))
    };
    let factor = number(value).ok_or_else(|| wrong("is not a factor"))?;
    let start = start.strip_prefix("w.").ok_or_else(|| wrong("does not name weights"))?;
    let group: Vec<&(String, i32)> = weights.iter().filter(|(name, _)| name.starts_with(start)).collect();
    if group.is_empty() {
        return Err(wrong("matches no weight"));
    }
    let changed = group.into_iter().map(|(name, old)| (name, *old, (f64::from(*old) * factor).round()));
    let changed = changed.filter(|(_, old, new)| *new != f64::from(*old));
    Ok(changed.map(|(name, _, new)| (format!("w.{name}"), (new as i64).to_string())).collect())
}

/// A spec with further settings at the end.
pub fn spec_with<K: AsRef<str>, V: AsRef<str>>(spec: &str, settings: &[(K, V)]) -> String {
    let more: Vec<String> = settings.iter().map(|(k, v)| format!("{}={}", k.as_ref(), v.as_ref())).collect();
    match (more.is_empty(), spec.contains(':')) {
        (true, _) => spec.into(),
        (_, true) => format!("{spec},{}", more.join(",")),
        (_, false) => format!("{spec}:{}", more.join(",")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn parameters_are_read_with_the_digits_they_were_given() {
        let one = Parameter::parse("c=0.2:0:1:0.05").unwrap();
        assert_eq!((one.key.as_str(), one.start, one.most, one.step), ("c", 0.2, 1.0, 0.05));
        assert_eq!([one.text(0.123), one.text(7.0)], ["0.12", "1.00"]);
        assert_eq!(Parameter::parse("w.knight=100:50:200:8").unwrap().text(99.6), "100");
    }

    #[test]
    fn wrong_parameters_are_quoted() {
        for text in ["", "c", "=1:2:3:4", "c=1:2:3", "c=1:2:3:x", "c=1:2:3:1", "c=2:1:3:0", "c=2:1:3:inf"] {
            let error = Parameter::parse(text).unwrap_err();
            assert!(error.is_bad_input() && error.to_string().contains(&format!("'{text}'")), "{error}");
        }
        for text in ["", "k", "=1", "k=", "k=1,,2"] {
            assert!(Values::parse(text).unwrap_err().to_string().contains(&format!("'{text}'")));
        }
    }

    #[test]
    fn a_group_of_weights_is_multiplied() {
        let weights =
            [("trap.0", -3), ("trap.1", 10), ("trap.2", 0), ("step", 7)].map(|(n, v)| (n.to_string(), v));
        let text = |key, value| {
            let settings = scaled(key, value, &weights).unwrap();
            settings.into_iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text("w.trap*", "1.5"), "w.trap.0=-5 w.trap.1=15");
        assert_eq!(text("w.*", "0"), "w.trap.0=0 w.trap.1=0 w.step=0");
        assert_eq!(text("w.trap.1", "1.5"), "w.trap.1=1.5");
        for (key, value) in [("w.traps*", "2"), ("trap*", "2"), ("w.trap*", "x")] {
            let error = scaled(key, value, &weights).unwrap_err();
            assert!(
                error.is_bad_input() && error.to_string().contains(&format!("'{key}={value}'")),
                "{error}"
            );
        }
    }

    #[test]
    fn settings_come_behind_those_of_the_spec() {
        assert_eq!(spec_with("best", &[("w.a", "1"), ("b", "2")]), "best:w.a=1,b=2");
        assert_eq!(spec_with("alphabeta:tt=1M", &[("w.a", "1")]), "alphabeta:tt=1M,w.a=1");
        assert_eq!(spec_with::<&str, &str>("best", &[]), "best");
    }
}
