//! Where a result comes from: commit, machine and date. Asks the system, never the network.

use crate::Provenance;
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    process::{Command, Stdio},
    sync::OnceLock,
    time::{SystemTime, UNIX_EPOCH},
};

/// The provenance of a result of these commits that is finished now, without cells and games.
pub(crate) fn now(
    commit: String,
    command: &str,
    scale: String,
    seed: u64,
    concurrency: NonZeroUsize,
) -> Provenance {
    let (machine, date, command, concurrency) = (machine(), today(), command.into(), concurrency.get());
    Provenance {
        command,
        scale,
        seed,
        commit,
        machine,
        date,
        concurrency,
        cells: 0,
        planned: 0,
        games: 0,
        cpu_seconds: None,
        bench: BTreeMap::new(),
    }
}

/// The node totals of `quadrille bench` for the games that an experiment is about: the one that its name contains, or all.
/// CI compares them with what the search counts.
pub(crate) fn bench(experiment: &str) -> BTreeMap<String, u64> {
    let lines = include_str!("../../bench.txt").lines().filter_map(|line| line.split_once(' '));
    let all: BTreeMap<String, u64> = lines
        .filter(|(game, _)| *game != "total")
        .filter_map(|(game, nodes)| Some((game.to_string(), nodes.parse().ok()?)))
        .collect();
    let named = |game: &String| experiment.split('-').any(|word| word == game);
    let some: BTreeMap<String, u64> = all.clone().into_iter().filter(|(game, _)| named(game)).collect();
    if some.is_empty() { all } else { some }
}

/// The current commit of the sources that this program was built from, with a `+` if files differ from it. Git is asked once.
pub(crate) fn commit() -> String {
    static COMMIT: OnceLock<String> = OnceLock::new();
    COMMIT.get_or_init(ask_git).clone()
}

fn ask_git() -> String {
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command
            .args(["-C", env!("CARGO_MANIFEST_DIR")])
            .args(args)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        let output = command.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    match (git(&["rev-parse", "--short=12", "HEAD"]), git(&["status", "--porcelain", "--untracked-files=no"]))
    {
        (Some(commit), Some(changed)) if changed.is_empty() => commit,
        (Some(commit), _) => commit + "+",
        _ => format!("unknown, version {}", env!("CARGO_PKG_VERSION")),
    }
}

/// The processor, the number of cores and the operating system.
fn machine() -> String {
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let model = model.unwrap_or_else(|| std::env::consts::ARCH.into());
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// The date in UTC, as `2026-11-16`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days since 1970 (Hinnant 2013, `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_totals_of_their_games() {
        assert_eq!(bench("tzaar-table-4.1").keys().collect::<Vec<_>>(), ["tzaar"]);
        assert_eq!(bench("worth-mcts").len(), 4);
        assert!(bench("worth-mcts").values().all(|&nodes| nodes > 1000));
    }

    #[test]
    fn days_have_their_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_773), (2026, 11, 16));
    }
}
