//! The page of an experiment: everything that is shown of it, and the files it is written to.
//!
//! A page is a value of its own, so that other work with a table and a plot, such as a run of a tuner, can be written and
//! reported in the same way.

use super::{Plot, Table};
use crate::LabError;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// How a result came about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The command that rebuilds it.
    pub command: String,
    /// `quick` or `full`.
    pub scale: String,
    /// Everything random derives from this.
    pub seed: u64,
    /// The commit of the program.
    pub commit: String,
    /// The machine.
    pub machine: String,
    /// The day it was finished, UTC.
    pub date: String,
    /// How many cells were done at the same time.
    pub concurrency: usize,
    /// Cells.
    pub cells: usize,
    /// Games that were played.
    pub games: u64,
}

/// Everything that is shown of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Page {
    /// [`Page::VERSION`].
    pub version: u32,
    /// The name, which is also that of the folder and the files.
    pub name: String,
    /// A few words.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What the source found, or the question.
    pub claim: String,
    /// What was done.
    pub method: Vec<String>,
    /// The table.
    pub table: Table,
    /// The plot.
    pub plot: Plot,
    /// What should be said about it.
    pub notes: Vec<String>,
    /// How it came about.
    pub provenance: Provenance,
}

impl Page {
    /// The version of the format of pages.
    pub const VERSION: u32 = 1;

    /// The page as Markdown, with the plot beside it under this name.
    pub fn markdown(&self, plot: &str) -> String {
        let mut text = format!("# {}\n\n", self.title);
        let _ = writeln!(text, "Source: {}.\n\n> {}\n", self.source, self.claim);
        if self.provenance.scale == "quick" {
            text += "This is the **quick** version: few positions, small depths, budgets of nodes, few games. It shows that \
                     the experiment works and which way it points, no more.\n\n";
        }
        for sentence in &self.method {
            let _ = writeln!(text, "* {sentence}");
        }
        let _ = writeln!(text, "\n![{}]({plot})\n", self.plot.title);
        text += &self.table.markdown();
        text += "\nNumbers behind ± are half of a 95 % interval. Columns with the name of the source hold what it prints.\n";
        for note in &self.notes {
            let _ = writeln!(text, "\n{note}");
        }
        text += "\n| run | |\n|---|---|\n";
        for (name, value) in self.provenance.rows() {
            let _ = writeln!(text, "| {name} | {} |", value.replace('|', "\\|"));
        }
        text
    }
}

impl Provenance {
    /// What it says, by name.
    pub(super) fn rows(&self) -> Vec<(&'static str, String)> {
        vec![
            ("command", format!("`{}`", self.command)),
            ("version", self.scale.clone()),
            ("seed", self.seed.to_string()),
            ("commit", self.commit.clone()),
            ("machine", self.machine.clone()),
            ("date", self.date.clone()),
            ("at the same time", self.concurrency.to_string()),
            ("cells", self.cells.to_string()),
            ("games", self.games.to_string()),
        ]
    }
}

/// Writes the files of a page into a folder of its name: CSV, times if there are any, SVG, Markdown, JSON. Each file is
/// there as a whole or not at all.
pub fn write_page(out: &Path, page: &Page) -> Result<PathBuf, LabError> {
    let folder = out.join(&page.name);
    fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
    let file = |ending: &str| folder.join(format!("{}.{ending}", page.name));
    write_whole(&file("csv"), &page.table.csv())?;
    if page.table.has_times() {
        write_whole(&file("times.csv"), &page.table.csv_of_times())?;
    }
    write_whole(&file("svg"), &page.plot.svg())?;
    let json = serde_json::to_string_pretty(page).map_err(LabError::because)?;
    write_whole(&file("json"), &(json + "\n"))?;
    // The page for people comes last: where it is, the rest is too.
    write_whole(&file("md"), &page.markdown(&format!("{}.svg", page.name)))?;
    Ok(folder)
}

/// Writes a file under another name and then renames it.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), LabError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text).map_err(LabError::io(&new))?;
    fs::rename(&new, path).map_err(LabError::io(path))
}
