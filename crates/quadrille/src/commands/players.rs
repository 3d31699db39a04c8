//! `quadrille players`: what a player spec can say.

use crate::{cli::PlayersArgs, failure::Failure, output, setup};
use players::{ALGORITHMS, EVALUATION_SETTINGS, GAMES, GameEntry, Kind, SettingInfo};

pub(crate) fn run(args: &PlayersArgs) -> Result<(), Failure> {
    match &args.game {
        Some(name) => show_game(setup::game(name)?.0),
        None => GAMES.iter().for_each(|&entry| show_game(entry)),
    }
    output::line(
        "A spec is NAME[:SETTING,SETTING…]; a setting is key=value, key (on), -key (off), plain or best.\n\
         Settings apply from left to right on top of the game's best, as in alphabeta:-history,tt=256M.",
    );
    output::line("\nevaluation: eval=NAME, its weights as w.NAME=NUMBER, and for every search that has one");
    EVALUATION_SETTINGS.iter().for_each(show_setting);
    for algorithm in ALGORITHMS {
        output::line(&format!("\n{}: {}", algorithm.name, algorithm.help));
        algorithm.settings.iter().for_each(show_setting);
    }
    Ok(())
}

fn show_setting(setting: &SettingInfo) {
    let kind = match setting.kind {
        Kind::Exact => "exact",
        Kind::Selective => "selective",
        Kind::Choice => "choice",
        Kind::Budget => "budget",
    };
    output::line(&format!(
        "  {:<20} {kind:<10} {}\n  {:<31} takes {}",
        setting.key, setting.help, "", setting.values
    ));
}

fn show_game(entry: &dyn GameEntry) {
    output::line(&format!(
        "{} ({})\n  position  {}\n  eval=     {}\n  best      {}",
        entry.name(),
        entry.variants(),
        entry.position_example(),
        entry.evaluations().join(", "),
        entry.best()
    ));
    for (title, levels) in [("levels", entry.levels()), ("presets", entry.presets())] {
        output::line(&format!("  {title}"));
        for level in levels {
            output::line(&format!(
                "    level:{:<18} {}\n    {:<24} = {}",
                level.name, level.help, "", level.spec
            ));
        }
    }
    for line in entry.notes().lines() {
        output::line(&format!("    {line}"));
    }
    output::line("");
}
