//! The page of an experiment and the files it is written to. Tuning runs write pages too.

use super::{Plot, Table};
use crate::{Answer, Findings, LabError, files::write_whole};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// How a result was produced.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The command that repeats it.
    pub command: String,
    /// `quick`, `standard` or `full`.
    pub scale: String,
    /// The random seed.
    pub seed: u64,
    /// The commit of the program.
    pub commit: String,
    /// The machine.
    pub machine: String,
    /// The date when it was finished, in UTC.
    pub date: String,
    /// How many cells ran at the same time.
    pub concurrency: usize,
    /// The number of cells that were run.
    pub cells: usize,
    /// The number of cells that were planned: more, if the hypothesis was decided earlier. Unknown in pages of version 1.
    #[serde(default)]
    pub planned: usize,
    /// The number of games played.
    pub games: u64,
    /// Processor time of all cells in seconds, where the system tells.
    #[serde(default)]
    pub cpu_seconds: Option<f64>,
    /// Node totals of `quadrille bench` for the games it is about, which tell searches of different versions apart.
    #[serde(default)]
    pub bench: BTreeMap<String, u64>,
}

/// The complete output of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Page {
    /// [`Page::VERSION`].
    pub version: u32,
    /// The name, which is also that of the folder and the files.
    pub name: String,
    /// A short title.
    pub title: String,
    /// The work it reproduces: author, year, table or figure.
    pub source: String,
    /// What the source claims, or the question.
    pub claim: String,
    /// The method in sentences.
    pub method: Vec<String>,
    /// The table.
    pub table: Table,
    /// The plot.
    pub plot: Plot,
    /// Remarks on the results.
    pub notes: Vec<String>,
    /// The hypothesis and what became of it; pages of version 1 and some of our own experiments have none.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// How it was produced.
    pub provenance: Provenance,
}

impl Page {
    /// The version of the format of pages.
    pub const VERSION: u32 = 2;

    /// The page of some findings, with its name, title, source and claim.
    pub(crate) fn new(
        [name, title, source, claim]: [&str; 4],
        method: Vec<String>,
        findings: Findings,
        provenance: Provenance,
    ) -> Page {
        Page {
            version: Page::VERSION,
            name: name.into(),
            title: title.into(),
            source: source.into(),
            claim: claim.into(),
            method,
            table: findings.table,
            plot: findings.plot,
            notes: findings.notes,
            answer: None,
            provenance,
        }
    }

    /// The page as Markdown, with a link to the plot's file.
    pub fn markdown(&self, plot: &str) -> String {
        let mut text = format!("# {}\n\n", self.title);
        let _ = writeln!(text, "Source: {}.\n\n> {}\n", self.source, self.claim);
        if self.provenance.scale == "quick" {
            text += "This is the **quick** size: few positions, small depths, node budgets, few games. It shows that the \
                     experiment works and which way the results point, no more.\n\n";
        }
        for sentence in &self.method {
            let _ = writeln!(text, "* {sentence}");
        }
        let _ = writeln!(text, "\n![{}]({plot})\n", self.plot.title);
        text += &self.table.markdown();
        text += "\nNumbers after ± are half the width of a 95 % interval. Columns named after the source contain its printed figures.\n";
        for note in &self.notes {
            let _ = writeln!(text, "\n{note}");
        }
        if let Some(answer) = &self.answer {
            let _ = write!(text, "\n{}", answer.markdown());
        }
        text += "\n| run | |\n|---|---|\n";
        for (name, value) in self.provenance.rows() {
            let _ = writeln!(text, "| {name} | {} |", value.replace('|', "\\|"));
        }
        text
    }
}

impl Provenance {
    /// Its fields with their names.
    pub(super) fn rows(&self) -> Vec<(&'static str, String)> {
        let cells = match self.planned > self.cells {
            true => format!("{} of {}; the others were not needed", self.cells, self.planned),
            false => self.cells.to_string(),
        };
        let cpu = self.cpu_seconds.map_or("not measured".into(), |seconds| format!("{seconds:.1} s"));
        let bench: Vec<String> = self.bench.iter().map(|(game, nodes)| format!("{game} {nodes}")).collect();
        vec![
            ("command", format!("`{}`", self.command)),
            ("size", self.scale.clone()),
            ("seed", self.seed.to_string()),
            ("commit", self.commit.clone()),
            ("machine", self.machine.clone()),
            ("date", self.date.clone()),
            ("concurrency", self.concurrency.to_string()),
            ("cells", cells),
            ("games", self.games.to_string()),
            ("processor time", cpu),
            ("bench", if bench.is_empty() { "not stored".into() } else { bench.join(", ") }),
        ]
    }
}

/// Writes the files of a page into a folder of its name: CSV, times if there are any, SVG, Markdown, JSON. No file is ever
/// left half-written.
pub fn write_page(out: &Path, page: &Page) -> Result<PathBuf, LabError> {
    let folder = out.join(&page.name);
    fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
    let file = |ending: &str| folder.join(format!("{}.{ending}", page.name));
    write_whole(&file("csv"), &page.table.csv())?;
    if page.table.has_times() {
        write_whole(&file("times.csv"), &page.table.csv_of_times())?;
    }
    write_whole(&file("svg"), &page.plot.svg())?;
    let json = serde_json::to_string_pretty(page).map_err(LabError::cell)?;
    write_whole(&file("json"), &(json + "\n"))?;
    // The Markdown comes last: where it exists, the other files do too.
    write_whole(&file("md"), &page.markdown(&format!("{}.svg", page.name)))?;
    Ok(folder)
}
