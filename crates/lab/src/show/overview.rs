//! The overview that opens the report: which claims of the works still hold.

use super::page::Page;
use crate::{Origin, Verdict};

/// The headings of its tables.
pub(super) const HEADINGS: [&str; 5] = ["experiment", "claim", "the work", "ours", "verdict"];

/// The verdict of a page that has none.
const NOT_JUDGED: &str = "not judged";

/// All pages by origin.
pub(super) struct Overview<'a> {
    pages: &'a [Page],
}

/// A page with the claim, the work's number, ours and the verdict.
pub(super) type Row<'a> = (&'a Page, [String; 4]);

impl<'a> Overview<'a> {
    pub(super) fn new(pages: &'a [Page]) -> Overview<'a> {
        Overview { pages }
    }

    fn with_origin(&self, origin: Origin) -> impl Iterator<Item = &'a Page> {
        self.pages.iter().filter(move |page| Origin::of_source(&page.source) == origin)
    }

    /// How many claims hold, in a few sentences.
    pub(super) fn summary(&self) -> String {
        let mut text = format!("Experiments: {}.", self.pages.len());
        let origins = [
            (Origin::Printed, "Tables and figures of the four works"),
            (Origin::Text, "Claims in their text"),
            (Origin::Own, "Our own questions with an answer that can be false"),
        ];
        for (origin, words) in origins {
            let pages: Vec<&Page> = self.with_origin(origin).collect();
            let count = |verdict: Verdict| {
                pages.iter().filter(|page| page.answer.as_ref().is_some_and(|a| a.verdict == verdict)).count()
            };
            let judged = pages.iter().filter(|page| page.answer.is_some()).count();
            let all = if origin == Origin::Own { judged } else { pages.len() };
            if all == 0 {
                continue;
            }
            let mut counts: Vec<String> =
                Verdict::ALL.iter().map(|&verdict| format!("{} {verdict}", count(verdict))).collect();
            if all > judged {
                counts.push(format!("{} {NOT_JUDGED}", all - judged));
            }
            text += &format!("\n\n{words}: {all}, of which {}.", counts.join(", "));
        }
        let known = crate::all(players::GAMES);
        let missing: Vec<String> = known
            .iter()
            .filter(|e| e.origin() == Origin::Printed && self.pages.iter().all(|page| page.name != e.name))
            .map(|e| format!("`{}`", e.name))
            .collect();
        if !missing.is_empty() && self.with_origin(Origin::Printed).next().is_some() {
            text += &format!("\n\nTables and figures without a result here: {}.", missing.join(", "));
        }
        text
    }

    /// The tables: what the works print, what they say, and our own questions.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&'static str, Vec<Row<'a>>)> {
        let titles = [
            (Origin::Printed, "The works' tables and figures"),
            (Origin::Text, "Claims in the works' text"),
            (Origin::Own, "Our own questions"),
        ];
        let tables = titles.map(|(origin, title)| {
            let pages = self.with_origin(origin).filter(|p| origin != Origin::Own || p.answer.is_some());
            (title, pages.map(row).collect::<Vec<_>>())
        });
        tables.into_iter().filter(|(_, rows)| !rows.is_empty())
    }

    /// Experiments of the works whose verdict is `differs`: the sentence and the reason.
    pub(super) fn differing(&self) -> impl Iterator<Item = (&'a Page, &'a str, &'a str)> {
        let works = [Origin::Printed, Origin::Text].map(|origin| self.with_origin(origin));
        works.into_iter().flatten().filter_map(|page| {
            let answer = page.answer.as_ref().filter(|answer| answer.verdict == Verdict::Differs)?;
            Some((page, &*answer.sentence, answer.why.as_deref().unwrap_or("The reason is not known yet.")))
        })
    }
}

/// The row of a page. The part with the verdict of the whole speaks for it.
fn row(page: &Page) -> Row<'_> {
    let Some(answer) = &page.answer else {
        let [printed, ours] = ["–", "–"].map(str::to_string);
        let verdict = match page.version {
            1 => format!("{NOT_JUDGED}: an earlier version's {} result", page.provenance.scale),
            _ => NOT_JUDGED.to_string(),
        };
        return (page, [page.claim.clone(), printed, ours, verdict]);
    };
    let (printed, ours) = match answer.main_part() {
        Some(part) => (part.printed.clone(), part.ours.clone()),
        None => (String::new(), String::new()),
    };
    let printed = if printed.is_empty() { "–".to_string() } else { printed };
    let ours = match (answer.verdict, answer.parts.len()) {
        (Verdict::CannotBeCompared, _) => "–".to_string(),
        (_, 1) => ours,
        (_, many) => {
            let same = answer.parts.iter().filter(|part| part.verdict == answer.verdict).count();
            format!("{ours} ({same} of {many} parts)")
        }
    };
    let verdict = match &*page.provenance.scale {
        "standard" => format!("**{}**", answer.verdict),
        scale => format!("**{}** ({scale})", answer.verdict),
    };
    (page, [answer.statement.clone(), printed, ours, verdict])
}
