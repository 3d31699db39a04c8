//! Tables and figures in Markdown files that repeat results, written from the result files so that they cannot go stale.
//!
//! A block is a marker, what stands there now, and `<!-- end -->`. There are two markers:
//!
//! * `<!-- result: NAME; COLUMN; COLUMN as HEADING; rows: A | B -->` on a line of its own, for a table with some columns, and
//!   with all rows or those whose first value is named; the run that made it stands below.
//! * `<!-- value: NAME; ROW; TEXT -->` within a line, for figures of one row, which `{COLUMN}` in the text stands for. The row
//!   is named by its first value, or is `last`.
//!
//! Semicolons separate the parts, because a bar would end a cell of a table. NAME is a folder of results, such as `tzaar-table-4.9` or `tuning/fit-tzaar`. Nothing in code blocks is touched.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{Page, Table, Value, number::grouped, report::read_page};
use crate::LabError;
use std::path::Path;

const RESULT: &str = "<!-- result:";
const VALUE: &str = "<!-- value:";
const END: &str = "<!-- end -->";
const CLOSE: &str = "-->";

/// A text with all its blocks written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refreshed {
    /// The text.
    pub text: String,
    /// The number of blocks.
    pub blocks: usize,
    /// The lines, from 1, of blocks that did not say what the results say.
    pub stale: Vec<usize>,
}

/// Writes the blocks of a text anew from a folder of results. The file is named in errors only.
pub fn refresh(file: &Path, text: &str, results: &Path) -> Result<Refreshed, LabError> {
    let mut new = Refreshed { text: String::with_capacity(text.len()), blocks: 0, stale: Vec::new() };
    let mut lines = text.split_inclusive('\n').enumerate();
    let mut in_code = false;
    while let Some((nth, line)) = lines.next() {
        let corrupt = |problem: String| LabError::Corrupt { path: file.into(), line: nth + 1, problem };
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let marker = line.trim();
        if !in_code && marker.starts_with(RESULT) {
            let asked = asked(marker, RESULT).map_err(corrupt)?;
            let mut old = String::new();
            let end = loop {
                match lines.next() {
                    Some((_, line)) if line.trim() == END => break line,
                    Some((_, line)) if !line.trim_start().starts_with(RESULT) => old += line,
                    _ => return Err(corrupt(format!("'{marker}' has no line '{END}' after it"))),
                }
            };
            let written = table(&asked, results).map_err(corrupt)?;
            new.add(&old, &written, nth + 1);
            new.text += &format!("{line}{written}{end}");
        } else if !in_code && line.contains(VALUE) {
            values(line, results, nth + 1, &mut new).map_err(corrupt)?;
        } else {
            new.text += line;
        }
    }
    Ok(new)
}

impl Refreshed {
    fn add(&mut self, old: &str, written: &str, line: usize) {
        self.blocks += 1;
        if old != written {
            self.stale.push(line);
        }
    }
}

/// The parts of a marker.
fn asked<'a>(marker: &'a str, kind: &str) -> Result<Vec<&'a str>, String> {
    let inside = marker.strip_prefix(kind).and_then(|rest| rest.strip_suffix(CLOSE));
    let inside = inside.ok_or_else(|| format!("'{marker}' does not end with '{CLOSE}'"))?;
    Ok(inside.split(';').map(str::trim).collect())
}

/// Rewrites the values of a line.
fn values(line: &str, results: &Path, number: usize, new: &mut Refreshed) -> Result<(), String> {
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(VALUE) {
        let whole = |inside: &str| format!("{VALUE}{inside}{CLOSE}");
        let (inside, after) =
            after.split_once(CLOSE).ok_or_else(|| format!("'{VALUE}' does not end with '{CLOSE}'"))?;
        let (old, after) = after
            .split_once(END)
            .ok_or_else(|| format!("'{}' has no '{END}' after it on its line", whole(inside)))?;
        let marker = whole(inside);
        let [name, row, words] = asked(&marker, VALUE)?[..] else {
            return Err(format!("'{marker}' does not have three parts: result; row; text with {{column}}"));
        };
        let page = page(name, results)?;
        let written = filled(words, &page.table, find_row(&page.table, name, row)?, name)?;
        new.add(old, &written, number);
        new.text += &format!("{before}{marker}{written}{END}");
        rest = after;
    }
    new.text += rest;
    Ok(())
}

/// A text with the values of a row in place of `{COLUMN}`.
fn filled(words: &str, table: &Table, row: &[Value], name: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        let (column, after) =
            after.split_once('}').ok_or_else(|| format!("'{words}' has a '{{' without a '}}'"))?;
        let value = row.get(find_column(table, name, column)?).unwrap_or(&Value::Nothing);
        text += before;
        text += &shown(value);
        rest = after;
    }
    match text.is_empty() {
        true => Err(format!("'{words}' names no column of '{name}' in braces")),
        false => Ok(text + rest),
    }
}

/// The table that a marker asks for, and the run that made it.
fn table(asked: &[&str], results: &Path) -> Result<String, String> {
    let Some((&name, parts)) = asked.split_first() else { return Err("a result has no name".into()) };
    let page = page(name, results)?;
    let (mut columns, mut rows) = (Vec::new(), None);
    for part in parts {
        if let Some(names) = part.strip_prefix("rows:") {
            let found: Result<Vec<&[Value]>, String> =
                names.split('|').map(|row| find_row(&page.table, name, row.trim())).collect();
            rows = Some(found?);
            continue;
        }
        let (column, heading) = part.split_once(" as ").unwrap_or((part, part));
        columns.push((find_column(&page.table, name, column.trim())?, heading.trim()));
    }
    if columns.is_empty() {
        let all = page.table.columns.iter().enumerate();
        columns = all.map(|(nth, column)| (nth, column.name.as_str())).collect();
    }
    let rows = rows.unwrap_or_else(|| page.table.rows.iter().map(Vec::as_slice).collect());
    let line = |entries: Vec<String>| format!("| {} |\n", entries.join(" | "));
    let mut text = line(columns.iter().map(|(_, heading)| heading.to_string()).collect());
    let ruler = |&(nth, _): &(usize, &str)| if page.table.is_of_numbers(nth) { "--:" } else { "---" };
    text += &format!("|{}|\n", columns.iter().map(ruler).collect::<Vec<_>>().join("|"));
    for row in rows {
        text +=
            &line(columns.iter().map(|(nth, _)| shown(row.get(*nth).unwrap_or(&Value::Nothing))).collect());
    }
    let run = &page.provenance;
    Ok(text + &format!("\n`{}`, commit {}, {}.\n", run.command, run.commit, run.date))
}

/// The page of a result. Its name becomes part of a path.
fn page(name: &str, results: &Path) -> Result<Page, String> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
    };
    if !name.split('/').all(is_plain) {
        return Err(format!("'{name}' is not the name of a result"));
    }
    let (folder, leaf) = match name.rsplit_once('/') {
        Some((folder, leaf)) => (results.join(folder), leaf),
        None => (results.to_path_buf(), name),
    };
    let page = read_page(&folder, leaf).map_err(|e| e.to_string())?;
    page.ok_or_else(|| format!("'{name}' has no result in '{}'", results.display()))
}

fn find_column(table: &Table, name: &str, column: &str) -> Result<usize, String> {
    table.columns.iter().position(|c| c.name == column).ok_or_else(|| {
        let all: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
        format!("'{column}' is not a column of '{name}', which has: {}", all.join(" | "))
    })
}

fn find_row<'a>(table: &'a Table, name: &str, row: &str) -> Result<&'a [Value], String> {
    let is_it = |values: &&Vec<Value>| values.first().is_some_and(|first| shown(first) == row);
    let found = if row == "last" { table.rows.last() } else { table.rows.iter().find(is_it) };
    found.map(Vec::as_slice).ok_or_else(|| format!("'{row}' is not a row of '{name}'"))
}

/// A value as it stands in a text: with commas between thousands.
fn shown(value: &Value) -> String {
    match value {
        Value::Whole(number) => grouped(*number),
        other => other.markdown(),
    }
}
