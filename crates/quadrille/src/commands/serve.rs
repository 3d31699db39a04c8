//! `quadrille serve`: starts the workbench in the browser, prints its address, and ends it on Ctrl-C.

use crate::{cli::ServeArgs, failure::Failure, stop};
use players::Games;
use server::{ClubConfig, Config, MailConfig, StartError, start};
use std::{path::PathBuf, sync::atomic::Ordering, thread, time::Duration};

/// How often to check for the end.
const GLANCE: Duration = Duration::from_millis(50);

pub(crate) fn run(games: Games, args: &ServeArgs) -> Result<(), Failure> {
    let config = Config {
        address: args.addr,
        results: Some(args.results.clone()),
        hosts: args.host.clone(),
        club: club(args)?,
        ..Config::new(games, args.data.clone().unwrap_or_else(data_folder))
    };
    let data = config.data.clone();
    let running = start(config).map_err(|error| match error {
        StartError::Exposed(_) | StartError::Club(_) => Failure::bad(error),
        _ => Failure::failed(error),
    })?;
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

/// The club that is asked for.
fn club(args: &ServeArgs) -> Result<Option<ClubConfig>, Failure> {
    if !args.club {
        return Ok(None);
    }
    let mail = args.mail.as_deref().map(|path| {
        let wrong = |problem: String| Failure::bad(format!("'{}': {problem}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        MailConfig::parse(&text).map_err(wrong)
    });
    Ok(Some(ClubConfig {
        registration: args.registration,
        public_url: args.public_url.clone(),
        trusted_proxy: args.trusted_proxy,
        insecure_http: args.insecure_http,
        mail: mail.transpose()?,
        ..ClubConfig::default()
    }))
}

/// Where people's programs keep their data: `$XDG_DATA_HOME/quadrille`, else `~/.local/share/quadrille`, else a folder here.
pub(crate) fn data_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
        .map_or_else(|| PathBuf::from("quadrille-data"), |folder| folder.join("quadrille"))
}
