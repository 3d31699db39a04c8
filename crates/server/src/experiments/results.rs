//! What clients see of experiments: descriptions, results, plots and tables.
//!
//! An experiment is looked up in the lab's own list, so no part of a URL ever becomes part of a path.

use super::runs;
use crate::{
    error::{ApiError, ApiResult},
    state::App,
};
use lab::{Experiment, Page};
use players::Games;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

/// Where results come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Runs on this server.
    Own,
    /// The folder that the server was started with, which is only read.
    Given,
}

impl Source {
    const ALL: [Source; 2] = [Source::Own, Source::Given];

    fn name(self) -> &'static str {
        match self {
            Source::Own => "own",
            Source::Given => "given",
        }
    }

    /// The results of an experiment, if there are any.
    pub fn page(self, app: &App, experiment: &Experiment) -> ApiResult<Option<Page>> {
        let folder = match self {
            Source::Own => {
                check_own(app, experiment)?;
                own_folder(app)
            }
            Source::Given => match &app.config.results {
                Some(folder) => folder.clone(),
                None => return Ok(None),
            },
        };
        lab::read_page(&folder, &experiment.name)
            .map_err(|_| ApiError::internal(format!("the results of '{}' are damaged", experiment.name)))
    }
}

/// Finds an experiment by name.
pub fn find(app: &App, name: &str) -> ApiResult<&'static Experiment> {
    let found = app.experiments.all.iter().find(|experiment| experiment.name == name);
    found.ok_or_else(|| ApiError::not_found("no such experiment; see /api/v1/experiments"))
}

/// The game that an experiment is about; `None` if it is about all of them.
pub fn game_of(games: Games, experiment: &Experiment) -> Option<&'static str> {
    let about = |name: &str| experiment.name.split('-').any(|word| word == name);
    games.iter().map(|game| game.name()).find(|name| about(name))
}

/// The folder for results of runs on this server.
pub fn own_folder(app: &App) -> PathBuf {
    app.config.data.join("lab")
}

/// Refuses a link where own results belong: it could lead out of the data folder.
pub fn check_own(app: &App, experiment: &Experiment) -> ApiResult<()> {
    let is_link =
        |path: &std::path::Path| fs::symlink_metadata(path).is_ok_and(|known| known.file_type().is_symlink());
    let folder = own_folder(app).join(&experiment.name);
    let mut within = fs::read_dir(&folder).into_iter().flatten().flatten();
    if is_link(&own_folder(app)) || is_link(&folder) || within.any(|entry| is_link(&entry.path())) {
        let sentence = "the data folder contains a link where results of experiments belong; remove it first";
        return Err(ApiError::conflict("link", sentence));
    }
    Ok(())
}

/// The results of one source, by the source's name in URLs.
pub fn page(app: &App, name: &str, source: &str) -> ApiResult<Page> {
    let missing = || ApiError::not_found("this experiment has no such results");
    let source = Source::ALL.into_iter().find(|known| known.name() == source).ok_or_else(missing)?;
    source.page(app, find(app, name)?)?.ok_or_else(missing)
}

/// An experiment with each of its results as `show` presents it.
fn present(app: &App, experiment: &Experiment, show: impl Fn(Source, &Page) -> Value) -> Value {
    let (mut pages, mut problem) = (Vec::new(), None);
    for source in Source::ALL {
        match source.page(app, experiment) {
            Ok(page) => pages.extend(page.map(|page| (source, page))),
            Err(error) => problem = Some(error.sentence),
        }
    }
    json!({
        "name": experiment.name,
        "title": experiment.title,
        "source": experiment.source,
        "claim": experiment.claim,
        "game": game_of(app.config.games, experiment),
        "problem": problem,
        "run": runs::state(app, experiment, pages.iter().any(|(source, _)| *source == Source::Own)),
        "results": pages.iter().map(|(source, page)| show(*source, page)).collect::<Value>(),
    })
}

/// What a list shows of an experiment.
pub fn summary(app: &App, experiment: &Experiment) -> Value {
    present(app, experiment, label)
}

/// An experiment with its tables and methods.
pub fn view(app: &App, experiment: &Experiment) -> Value {
    present(app, experiment, |source, page| {
        let column = |(nth, column): (usize, &lab::Column)| json!({ "name": column.name, "number": page.table.is_of_numbers(nth) });
        let mut result = label(source, page);
        result["plot"] = page.plot.title.clone().into();
        result["method"] = page.method.clone().into();
        result["notes"] = page.notes.clone().into();
        result["table"] = json!({
            "columns": page.table.columns.iter().enumerate().map(column).collect::<Value>(),
            "rows": page.table.shown(),
        });
        result["answer"] = serde_json::to_value(&page.answer).unwrap_or_default();
        result["provenance"] = serde_json::to_value(&page.provenance).unwrap_or_default();
        result
    })
}

fn label(source: Source, page: &Page) -> Value {
    json!({
        "shelf": source.name(),
        "scale": page.provenance.scale,
        "date": page.provenance.date,
        "verdict": page.answer.as_ref().map(|answer| answer.verdict),
    })
}

#[cfg(test)]
mod tests {

    #[test]
    fn every_experiment_has_a_plain_name() {
        for experiment in lab::all(players::GAMES) {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
            assert!(
                experiment.name.chars().all(plain) && !experiment.name.contains(".."),
                "{}",
                experiment.name
            );
        }
    }
}
