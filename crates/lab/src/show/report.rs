//! The report: all pages of a folder in one document, as Markdown and as self-contained HTML.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    html,
    overview::{HEADINGS, Overview},
    page::Page,
};
use crate::{
    LabError,
    files::{read_text, write_whole},
};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The longest result that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// Joins the results in a folder into `report.md` and `report.html`; gives the names of the experiments and the files.
pub fn report(out: &Path) -> Result<(Vec<String>, [PathBuf; 2]), LabError> {
    let pages = pages(out)?;
    if pages.is_empty() {
        let problem = format!("'{}' contains no results; run `quadrille lab run NAME` first", out.display());
        return Err(LabError::BadInput(problem));
    }
    let files = [out.join("report.md"), out.join("report.html")];
    let [markdown_file, html_file] = &files;
    write_whole(markdown_file, &markdown(&pages))?;
    write_whole(html_file, &html::document(&pages))?;
    Ok((pages.into_iter().map(|page| page.name).collect(), files))
}

/// The page of this name in a folder, if there is one. The name becomes part of a path, so it must come from the catalogue
/// or from the folder itself.
pub fn read_page(out: &Path, name: &str) -> Result<Option<Page>, LabError> {
    let path = out.join(name).join(format!("{name}.json"));
    if !path.is_file() {
        return Ok(None);
    }
    let text = read_text(&path, MOST_BYTES)?;
    let corrupt = |line: usize, problem: String| LabError::Corrupt { path: path.clone(), line, problem };
    let page: Page =
        serde_json::from_str(&text).map_err(|e| corrupt(e.line(), format!("is not a result: {e}")))?;
    if !(1..=Page::VERSION).contains(&page.version) {
        let problem =
            format!("'{}' is not a known version of results; expected 1 to {}", page.version, Page::VERSION);
        return Err(corrupt(1, problem));
    }
    Ok(Some(page))
}

/// All pages in a folder, in the order of the catalogue; others follow by name.
fn pages(out: &Path) -> Result<Vec<Page>, LabError> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut pages = Vec::new();
    for name in names {
        pages.extend(read_page(out, &name)?);
    }
    let order: Vec<String> = crate::all(players::GAMES).into_iter().map(|e| e.name).collect();
    pages.sort_by_key(|page| {
        (order.iter().position(|n| *n == page.name).unwrap_or(order.len()), page.name.clone())
    });
    Ok(pages)
}

fn markdown(pages: &[Page]) -> String {
    let overview = Overview::new(pages);
    let mut text = format!("# Results\n\n{}\n", overview.summary());
    let link = |page: &Page| format!("[`{}`](#{})", page.name, anchor(&page.title));
    for (title, rows) in overview.tables() {
        let _ = write!(text, "\n## {title}\n\n| {} |\n|---|---|---|---|---|\n", HEADINGS.join(" | "));
        for (page, words) in rows {
            let words = words.map(|word| word.replace('|', "\\|"));
            let _ = writeln!(text, "| {} | {} |", link(page), words.join(" | "));
        }
    }
    for (nth, (page, sentence, why)) in overview.differing().enumerate() {
        let heading = if nth == 0 { "\n## Where ours differs\n" } else { "" };
        let _ = writeln!(text, "{heading}\n{}: {sentence} {why}", link(page));
    }
    text += "\n## All pages\n\n";
    for page in pages {
        let _ = writeln!(text, "* [{}](#{}) ({})", page.title, anchor(&page.title), page.provenance.scale);
    }
    for page in pages {
        let plot = format!("{0}/{0}.svg", page.name);
        // Headings go one level down, since the report has its own title.
        let _ = write!(text, "\n#{}", page.markdown(&plot));
    }
    text
}

/// The anchor of a heading, as Markdown renderers make it.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
