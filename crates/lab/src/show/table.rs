//! Tables of typed values, printed as CSV and Markdown.

use super::number;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Does it contain measured times? Such columns go to a separate CSV file, so that the main one is the same on every
    /// machine.
    pub timed: bool,
}

/// A value in a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// No value.
    Nothing,
    /// Text.
    Text(String),
    /// A count.
    Whole(i64),
    /// A number and its decimals.
    Number(f64, usize),
    /// A number with half the width of its 95 % interval, and the decimals of both.
    Estimate(f64, f64, usize),
}

impl Value {
    /// Text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A count.
    pub fn count(number: u64) -> Value {
        Value::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// A number, or nothing.
    pub fn maybe(number: Option<f64>, digits: usize) -> Value {
        number.map_or(Value::Nothing, |value| Value::Number(value, digits))
    }

    /// An estimate with its error, or nothing.
    pub fn estimate(estimate: Option<(f64, f64)>, digits: usize) -> Value {
        estimate.map_or(Value::Nothing, |(value, error)| Value::Estimate(value, error, digits))
    }

    pub(super) fn markdown(&self) -> String {
        match self {
            Value::Nothing => "–".into(),
            // A bar would start a new column.
            Value::Text(text) => text.replace('|', "\\|").replace('\n', " "),
            Value::Whole(number) => number.to_string(),
            Value::Number(value, digits) => number::text(*value, *digits),
            Value::Estimate(value, error, digits) => {
                format!("{} ± {}", number::text(*value, *digits), number::text(*error, *digits))
            }
        }
    }

    /// The value and, for estimates, the error.
    fn fields(&self) -> [String; 2] {
        let plain = |value: f64, digits: usize| {
            if value.is_finite() { number::text(value, digits) } else { String::new() }
        };
        match self {
            Value::Nothing => Default::default(),
            Value::Text(text) => [quoted(text), String::new()],
            Value::Whole(number) => [number.to_string(), String::new()],
            Value::Number(value, digits) => [plain(*value, *digits), String::new()],
            Value::Estimate(value, error, digits) => [plain(*value, *digits), plain(*error, *digits)],
        }
    }
}

/// A field of a CSV file, quoted where necessary (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// A table. Every row has a value for each column.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    /// The columns; the first names the row.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// A table without rows, from headings separated by ` | `. A heading that begins with `~` is a column of measured times.
    pub fn new(headings: &str) -> Table {
        let column = |heading: &str| match heading.strip_prefix('~') {
            Some(name) => Column { name: name.into(), timed: true },
            None => Column { name: heading.into(), timed: false },
        };
        Table { columns: headings.split(" | ").map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// Does any column contain measured times?
    pub fn has_times(&self) -> bool {
        self.columns.iter().any(|column| column.timed)
    }

    /// The columns that do not depend on the machine, as CSV.
    pub fn csv(&self) -> String {
        self.csv_of(|_, column| !column.timed)
    }

    /// The columns of measured times and the first column, as CSV.
    pub fn csv_of_times(&self) -> String {
        self.csv_of(|nth, column| nth == 0 || column.timed)
    }

    fn csv_of(&self, wanted: impl Fn(usize, &Column) -> bool) -> String {
        let shown: Vec<usize> =
            (0..self.columns.len()).filter(|&nth| wanted(nth, &self.columns[nth])).collect();
        let has_error =
            |nth: usize| self.rows.iter().any(|row| matches!(row.get(nth), Some(Value::Estimate(..))));
        let mut heads = Vec::new();
        for &nth in &shown {
            heads.push(quoted(&self.columns[nth].name));
            if has_error(nth) {
                heads.push(quoted(&format!("{} error", self.columns[nth].name)));
            }
        }
        let mut text = heads.join(",") + "\n";
        for row in &self.rows {
            let mut fields = Vec::new();
            for &nth in &shown {
                let [value, error] = row.get(nth).unwrap_or(&Value::Nothing).fields();
                fields.push(value);
                if has_error(nth) {
                    fields.push(error);
                }
            }
            text += &(fields.join(",") + "\n");
        }
        text
    }

    /// The table as Markdown; numbers are aligned right.
    pub fn markdown(&self) -> String {
        let mut text = String::from("|");
        for column in &self.columns {
            let _ = write!(text, " {} |", column.name);
        }
        text += "\n|";
        for nth in 0..self.columns.len() {
            text += if self.is_of_numbers(nth) { "---:|" } else { "---|" };
        }
        for row in &self.rows {
            text += "\n|";
            for entry in row {
                let _ = write!(text, " {} |", entry.markdown());
            }
        }
        text + "\n"
    }

    /// Does a column contain no text?
    pub fn is_of_numbers(&self, nth: usize) -> bool {
        !self.rows.iter().any(|row| matches!(row.get(nth), Some(Value::Text(_))))
    }

    /// The values as text.
    pub fn shown(&self) -> Vec<Vec<String>> {
        let shown = |entry: &Value| match entry {
            Value::Text(text) => text.clone(),
            other => other.markdown(),
        };
        self.rows.iter().map(|row| row.iter().map(shown).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let mut table = Table::new("player | Elo | ~seconds");
        table.push(vec![
            Value::text("alphabeta:tt=1M,id"),
            Value::Estimate(12.34, 5.0, 1),
            Value::Number(1.5, 2),
        ]);
        table.push(vec![Value::text("a | b"), Value::Nothing, Value::Number(f64::NAN, 2)]);
        table
    }

    #[test]
    fn times_stand_in_a_file_of_their_own() {
        assert_eq!(example().csv(), "player,Elo,Elo error\n\"alphabeta:tt=1M,id\",12.3,5.0\na | b,,\n");
        assert_eq!(example().csv_of_times(), "player,seconds\n\"alphabeta:tt=1M,id\",1.50\na | b,\n");
    }

    #[test]
    fn markdown_keeps_its_columns() {
        let text = example().markdown();
        assert!(text.starts_with("| player | Elo | seconds |\n|---|---:|---:|\n"), "{text}");
        assert!(text.contains("| a \\| b | – | – |") && text.contains("| 12.3 ± 5.0 | 1.50 |"), "{text}");
    }

    #[test]
    fn a_table_survives_its_json() {
        let mut table = example();
        table.rows.pop();
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
    }
}
