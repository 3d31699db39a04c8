//! The report of a run: a table of its generations, and plots of loss and Elo.

use crate::{Generation, LearnConfig, LearnError, generations::write_whole};
use lab::{Mark, Plot, Series};
use std::fmt::Write as _;

/// Writes `learn.md`, `loss.svg` and `elo.svg` into the folder of a run.
pub(crate) fn write(config: &LearnConfig, generations: &[Generation]) -> Result<(), LearnError> {
    let mut text = format!(
        "# Learning {}\n\n`{}`\n\nEach generation plays {} games at {} nodes a turn, learns from the games of the last {} generations, and \
         is tested against its predecessor at {} nodes a turn ({}).\n\n",
        config.game.name(),
        config.command,
        config.games,
        config.nodes,
        config.window,
        config.match_nodes,
        config.sprt,
    );
    text += "| generation | games | positions | epochs | held-out loss | of the search's scores | won – drawn – lost | Elo over the predecessor | passed | network |\n";
    text += "|--:|--:|--:|--:|--:|--:|--:|--:|---|---|\n";
    for g in generations {
        let [won, drawn, lost] = g.result;
        let elo = g.elo.map_or("–".into(), |(elo, error)| format!("{elo:+.0} ± {error:.0}"));
        let passed = if g.passed { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.4} | {:.4} | {won} – {drawn} – {lost} | {elo} | {passed} | `{}` |",
            g.number,
            g.games,
            g.positions[0] + g.positions[1],
            g.epochs.len(),
            g.held_out[0],
            g.held_out[1],
            g.digest,
        );
    }
    text += "\n![loss](loss.svg)\n\n![Elo](elo.svg)\n\nHeld-out losses of different generations are of different games: compare within a row. Elo adds \
             up the differences of the generations that passed; errors add up too.\n";
    write_whole(&config.folder.join("learn.md"), text.as_bytes())?;
    let series = |name: &str, value: fn(&Generation) -> f64| {
        let marks = generations.iter().map(|g| Mark::at(f64::from(g.number), value(g))).collect();
        Series::ours(name, marks)
    };
    let losses = vec![
        series("network", |g| g.held_out[0]),
        series("the search's scores", |g| g.held_out[1]),
        series("the targets themselves", |g| g.held_out[2]),
    ];
    let plot = Plot::lines("held-out loss by generation", "generation", "mean log loss", losses);
    write_whole(&config.folder.join("loss.svg"), plot.svg().as_bytes())?;
    let (mut total, mut error) = (0.0, 0.0);
    let mut marks = vec![Mark::at(-1.0, 0.0)];
    for g in generations.iter().filter(|g| g.passed) {
        if let Some((elo, of_elo)) = g.elo {
            (total, error) = (total + elo, f64::hypot(error, of_elo));
            marks.push(Mark::with_error(f64::from(g.number), total, error));
        }
    }
    let plot = Plot::lines(
        "Elo by generation",
        "generation",
        "Elo over the first player",
        vec![Series::ours("network", marks)],
    );
    write_whole(&config.folder.join("elo.svg"), plot.svg().as_bytes())
}
