//! Shows the answer to a hypothesis, as Markdown and as HTML.

use super::{html::inline, svg::escape};
use crate::Answer;
use std::fmt::Write;

const HEADINGS: [&str; 5] = ["part", "test", "the work", "ours", "verdict"];

impl Answer {
    /// Its rows, in the order of the headings.
    fn rows(&self) -> impl Iterator<Item = [String; 5]> {
        self.parts.iter().map(|part| {
            let printed = if part.printed.is_empty() { "–" } else { &part.printed };
            let words = [&part.statement, &part.test, printed, &part.ours].map(str::to_string);
            let [statement, test, printed, ours] = words;
            [statement, test, printed, ours, part.verdict.to_string()]
        })
    }

    /// The end of a page: hypothesis, tests, evidence, verdict.
    pub(super) fn markdown(&self) -> String {
        let mut text = format!("**Hypothesis.** {} {}\n\n| ", self.statement, self.errors);
        text += &HEADINGS.join(" | ");
        text += " |\n|---|---|---|---|---|\n";
        for row in self.rows() {
            let _ = writeln!(text, "| {} |", row.map(|word| word.replace('|', "\\|")).join(" | "));
        }
        let _ = writeln!(text, "\n**Verdict: {}.** {}", self.verdict, self.sentence);
        if let Some(why) = &self.why {
            let _ = writeln!(text, "\n{why}");
        }
        text
    }

    /// The same as HTML.
    pub(super) fn html(&self) -> String {
        let mut text = format!(
            "<p><strong>Hypothesis.</strong> {} {}</p>\n<div class=\"wide\"><table><thead><tr>",
            inline(&self.statement),
            inline(&self.errors)
        );
        HEADINGS.iter().for_each(|heading| text += &format!("<th>{heading}</th>"));
        text += "</tr></thead><tbody>\n";
        for row in self.rows() {
            let row = row.map(|word| format!("<td>{}</td>", inline(&word)));
            let _ = writeln!(text, "<tr>{}</tr>", row.concat());
        }
        let verdict = escape(&self.verdict.to_string());
        let _ = writeln!(
            text,
            "</tbody></table></div>\n<p><strong>Verdict: {verdict}.</strong> {}</p>",
            inline(&self.sentence)
        );
        if let Some(why) = &self.why {
            let _ = writeln!(text, "<p>{}</p>", inline(why));
        }
        text
    }
}
