//! `quadrille players`: what a player spec can say.

use crate::{failure::Failure, output, setup};
use players::{ALGORITHMS, AnyGame, EVALUATION_SETTINGS, Games, Kind, SettingInfo};

pub(crate) fn run(games: Games, game: Option<&str>) -> Result<(), Failure> {
    match game {
        Some(name) => show_game(setup::game(games, name)?.0),
        None => games.iter().for_each(show_game),
    }
    output::line(
        "A spec is NAME[:SETTING,SETTING…]; a setting is key=value, key (on), -key (off), plain or best.\n\
         Settings apply from left to right on top of the game's best, as in alphabeta:-history,tt=256M.",
    );
    say!("\nevaluation: eval=NAME, its weights as w.NAME=NUMBER, and for every search that has one");
    EVALUATION_SETTINGS.iter().for_each(show_setting);
    for algorithm in ALGORITHMS {
        say!("\n{}: {}", algorithm.name, algorithm.help);
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
    say!("  {:<20} {kind:<10} {}\n  {:<31} takes {}", setting.key, setting.help, "", setting.values);
}

fn show_game(entry: &dyn AnyGame) {
    let info = entry.info();
    say!(
        "{} ({})\n  position  {}\n  eval=     {}\n  best      {}",
        info.name,
        info.variants,
        info.position_example,
        info.evaluations.join(", "),
        info.best
    );
    for (title, levels) in [("levels", info.levels), ("presets", info.presets)] {
        say!("  {title}");
        for level in levels {
            say!("    level:{:<18} {}\n    {:<24} = {}", level.name, level.help, "", level.spec);
        }
    }
    for line in info.notes.lines() {
        say!("    {line}");
    }
    say!("");
}
