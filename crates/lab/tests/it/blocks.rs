//! Texts that repeat results: what is written, what is stale, and what is refused.

use crate::framework::folder;
use lab::{Column, Page, Plot, Provenance, Table, Value, refresh};
use std::path::{Path, PathBuf};

fn results(name: &str) -> PathBuf {
    let out = folder(name);
    let mut table = Table::new("board | nodes | share, per cent | ~seconds");
    table.columns.push(Column { name: "Elo".into(), timed: false });
    for (board, nodes) in [("4x4", 1), ("5x6", 29_980), ("6|6", 1_260_370)] {
        table.push(vec![
            Value::text(board),
            Value::count(nodes),
            Value::Number(12.5, 1),
            Value::Number(0.25, 2),
            Value::Estimate(-7.0, 3.5, 1),
        ]);
    }
    for (folder, name) in [(out.clone(), "boards"), (out.join("tuning"), "fit-boards")] {
        let provenance: Provenance = serde_json::from_value(serde_json::json!({
            "command": "quadrille lab run boards", "scale": "quick", "seed": 1, "commit": "abc", "machine": "m",
            "date": "2026-11-18", "concurrency": 1, "cells": 3, "games": 0
        }))
        .unwrap();
        let page = Page {
            version: 1,
            name: name.into(),
            title: "Boards".into(),
            source: "s".into(),
            claim: "c".into(),
            method: Vec::new(),
            table: table.clone(),
            plot: Plot::default(),
            notes: Vec::new(),
            answer: None,
            provenance,
        };
        lab::write_page(&folder, &page).unwrap();
    }
    out
}

const TABLE: &str = "<!-- result: boards; board; nodes as visited; share, per cent; rows: 6|6 | 4x4 -->";

#[test]
fn tables_and_figures_are_written_from_results() {
    let out = results("blocks-written");
    let text = "# Text\n<!-- result: boards; board; nodes as visited; share, per cent -->\nold\n<!-- end -->\nafter\n\
                In <!-- value: boards; 5x6; {nodes} nodes, Elo {Elo} -->?<!-- end --> and \
                <!-- value: tuning/fit-boards; last; {nodes} -->1,260,370<!-- end -->.\n";
    let new = refresh(Path::new("text.md"), text, &out).unwrap();
    let expected = "# Text\n<!-- result: boards; board; nodes as visited; share, per cent -->\n\
        | board | visited | share, per cent |\n|---|--:|--:|\n| 4x4 | 1 | 12.5 |\n| 5x6 | 29,980 | 12.5 |\n\
        | 6\\|6 | 1,260,370 | 12.5 |\n\n`quadrille lab run boards`, commit abc, 2026-11-18.\n<!-- end -->\nafter\n\
        In <!-- value: boards; 5x6; {nodes} nodes, Elo {Elo} -->29,980 nodes, Elo -7.0 ± 3.5<!-- end --> and \
        <!-- value: tuning/fit-boards; last; {nodes} -->1,260,370<!-- end -->.\n";
    assert_eq!(new.text, expected);
    assert_eq!((new.blocks, new.stale), (3, vec![2, 6]));
    let again = refresh(Path::new("text.md"), &new.text, &out).unwrap();
    assert_eq!((again.text, again.stale), (new.text, Vec::new()), "what was written is up to date");
}

#[test]
fn rows_can_be_chosen_and_all_columns_are_the_default() {
    let out = results("blocks-rows");
    let text = "<!-- result: boards; rows: 5x6 | last -->\n<!-- end -->\n";
    let new = refresh(Path::new("text.md"), text, &out).unwrap().text;
    assert!(new.contains("| board | nodes | share, per cent | seconds | Elo |\n"), "{new}");
    assert!(
        new.contains("| 5x6 | 29,980 |") && new.contains("| 1,260,370 |") && !new.contains("4x4"),
        "{new}"
    );
}

#[test]
fn code_and_other_comments_are_left_alone() {
    let out = results("blocks-code");
    let text =
        "<!-- a remark -->\n```text\n<!-- result: nothing -->\n<!-- value: nothing -->\n```\n<!-- end -->\n";
    let new = refresh(Path::new("text.md"), text, &out).unwrap();
    assert_eq!((new.text.as_str(), new.blocks), (text, 0));
}

#[test]
fn wrong_markers_are_named_with_their_line() {
    let out = results("blocks-wrong");
    for (text, words) in [
        ("\n<!-- result: bords -->\n<!-- end -->\n", "'text.md', line 2: 'bords' has no result in"),
        ("<!-- result: ../boards -->\n<!-- end -->\n", "'../boards' is not the name of a result"),
        (
            "<!-- result: boards; nods -->\n<!-- end -->\n",
            "'nods' is not a column of 'boards', which has: board | nodes",
        ),
        ("<!-- result: boards; rows: 9x9 -->\n<!-- end -->\n", "'9x9' is not a row of 'boards'"),
        ("<!-- result: boards -->\ntext\n", "has no line '<!-- end -->' after it"),
        (
            "<!-- result: boards -->\n<!-- result: boards -->\n<!-- end -->\n",
            "line 1: '<!-- result: boards -->' has no line",
        ),
        ("<!-- result: boards\n-->\n<!-- end -->\n", "does not end with '-->'"),
        ("a <!-- value: boards; 4x4 -->1<!-- end -->", "does not have three parts"),
        ("a <!-- value: boards; 4x4; {nodes} -->1", "has no '<!-- end -->' after it on its line"),
        ("a <!-- value: boards; 4x4; {nodes -->1<!-- end -->", "has a '{' without a '}'"),
        ("a <!-- value: boards; 4x4; nodes -->1<!-- end -->", "names no column of 'boards' in braces"),
        ("a <!-- value: boards; 4x4; {nodes}", "does not end with '-->'"),
    ] {
        let error = refresh(Path::new("text.md"), text, &out).unwrap_err();
        assert!(error.is_bad_input() && error.to_string().contains(words), "{error}");
    }
    // A bar separates rows, so one whose name has a bar can only be reached as the last.
    assert!(refresh(Path::new("text.md"), &format!("{TABLE}\n<!-- end -->\n"), &out).is_err());
}
