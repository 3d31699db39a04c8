//! `quadrille serve`: starts the workbench in the browser, prints its address, and ends it on Ctrl-C.

use crate::{cli::ServeArgs, failure::Failure, stop};
use players::Games;
use server::{Config, start};
use std::{path::PathBuf, sync::atomic::Ordering, thread, time::Duration};

/// How often to check for the end.
const GLANCE: Duration = Duration::from_millis(50);

pub(crate) fn run(games: Games, args: &ServeArgs) -> Result<(), Failure> {
    let config = Config {
        address: args.addr,
        results: Some(args.results.clone()),
        hosts: args.host.clone(),
        ..Config::new(games, args.data.clone().unwrap_or_else(data_folder))
    };
    let data = config.data.clone();
    let running = start(config).map_err(Failure::failed)?;
    say!("Quadrille is at http://{}", running.address());
    say!("Games are kept in {}. Ctrl-C ends it; `quadrille --help` lists other commands.", data.display());
    let ended = stop::on_ctrl_c();
    while !ended.load(Ordering::Relaxed) {
        thread::sleep(GLANCE);
    }
    say!("ending; games are kept");
    running.stop();
    Ok(())
}

/// Where people's programs keep their data: `$XDG_DATA_HOME/quadrille`, else `~/.local/share/quadrille`, else a folder here.
fn data_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
        .map_or_else(|| PathBuf::from("quadrille-data"), |folder| folder.join("quadrille"))
}
