//! Pages as one HTML document with the plots inside: no scripts, no external resources.

use super::{
    overview::{HEADINGS, Overview},
    page::Page,
    svg::{self, escape},
};
use std::fmt::Write;

const CSS: &str = ":root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--line:#d5dae0;--soft:#57606a}\
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--paper:#16191d;--line:#3a4047;--soft:#a6adb5}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:62rem;padding:1rem}\
table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}div.wide{overflow-x:auto}\
td,th{border-bottom:1px solid var(--line);padding:.2rem .6rem;text-align:left}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
blockquote{border-left:3px solid var(--line);margin:0;padding-left:1rem;color:var(--soft)}svg{max-width:100%;height:auto}\
section{border-top:1px solid var(--line);margin-top:3rem}code{font-size:.9em}nav li{margin:.1rem 0}";

/// The whole document.
pub(super) fn document(pages: &[Page]) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Results</title><style>{CSS}</style></head>\n<body><h1>Results</h1>\n"
    );
    opening(pages, &mut text);
    text += "<h2>All pages</h2>\n<nav><ol>";
    for page in pages {
        let (name, title) = (escape(&page.name), escape(&page.title));
        let _ =
            writeln!(text, "<li><a href=\"#{name}\">{title}</a> ({})</li>", escape(&page.provenance.scale));
    }
    text += "</ol></nav>\n";
    pages.iter().for_each(|page| section(page, &mut text));
    text + "</body></html>\n"
}

/// Which claims of the works still hold.
fn opening(pages: &[Page], text: &mut String) {
    let overview = Overview::new(pages);
    for paragraph in overview.summary().split("\n\n") {
        let _ = writeln!(text, "<p>{}</p>", inline(paragraph));
    }
    let link = |page: &Page| format!("<a href=\"#{0}\">{0}</a>", escape(&page.name));
    for (title, rows) in overview.tables() {
        let headings = HEADINGS.map(|heading| format!("<th>{heading}</th>")).concat();
        let _ = writeln!(
            text,
            "<h2>{}</h2>\n<div class=\"wide\"><table><thead><tr>{headings}</tr></thead><tbody>",
            escape(title)
        );
        for (page, words) in rows {
            let words = words.map(|word| format!("<td>{}</td>", inline(&word))).concat();
            let _ = writeln!(text, "<tr><td>{}</td>{words}</tr>", link(page));
        }
        *text += "</tbody></table></div>\n";
    }
    for (nth, (page, sentence, why)) in overview.differing().enumerate() {
        if nth == 0 {
            *text += "<h2>Where ours differs</h2>\n";
        }
        let _ = writeln!(text, "<p>{}: {} {}</p>", link(page), inline(sentence), inline(why));
    }
}

fn section(page: &Page, text: &mut String) {
    let _ = write!(
        text,
        "<section id=\"{}\"><h2>{}</h2>\n<p>Source: {}.</p>\n<blockquote>{}</blockquote>\n",
        escape(&page.name),
        escape(&page.title),
        escape(&page.source),
        escape(&page.claim)
    );
    if page.provenance.scale == "quick" {
        *text += "<p>This is the <strong>quick</strong> version: few positions, small depths, node budgets, few games.</p>\n";
    }
    *text += "<ul>";
    for sentence in &page.method {
        let _ = write!(text, "<li>{}</li>", inline(sentence));
    }
    let _ = write!(
        text,
        "</ul>\n<figure>{}</figure>\n<div class=\"wide\"><table><thead><tr>",
        svg::draw(&page.plot)
    );
    let class = |nth: usize| if page.table.is_of_numbers(nth) { " class=\"n\"" } else { "" };
    for (nth, column) in page.table.columns.iter().enumerate() {
        let _ = write!(text, "<th{}>{}</th>", class(nth), escape(&column.name));
    }
    *text += "</tr></thead><tbody>\n";
    for row in page.table.shown() {
        *text += "<tr>";
        for (nth, entry) in row.iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(nth), escape(entry));
        }
        *text += "</tr>\n";
    }
    *text += "</tbody></table></div>\n<p>Numbers after ± are half the width of a 95 % interval.</p>\n";
    for note in &page.notes {
        let _ = writeln!(text, "<p>{}</p>", inline(note));
    }
    if let Some(answer) = &page.answer {
        *text += &answer.html();
    }
    *text += "<table><tbody>";
    for (name, value) in page.provenance.rows() {
        let _ = write!(text, "<tr><td>{name}</td><td>{}</td></tr>", inline(&value));
    }
    *text += "</tbody></table></section>\n";
}

/// Formats a sentence that has code in backticks and strong words between pairs of asterisks.
pub(super) fn inline(sentence: &str) -> String {
    let mut text = String::new();
    for (nth, part) in sentence.split('`').enumerate() {
        if nth % 2 == 0 {
            for (nth, part) in part.split("**").enumerate() {
                match nth % 2 {
                    0 => text += &escape(part),
                    _ => text += &format!("<strong>{}</strong>", escape(part)),
                }
            }
        } else {
            let _ = write!(text, "<code>{}</code>", escape(part));
        }
    }
    text
}
