//! The figures of a robot's day, and the report that they make: games, results, turns, depths, nodes, time, the slowest search, troubles.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Write as _};

/// The figures of one game, or of all.
#[derive(Clone, Debug, Default)]
struct Figures {
    begun: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    aborted: u64,
    turns: u64,
    /// Searches that told their depth, and the sum of their depths; engines that exchange files tell none.
    measured: u64,
    depths: u64,
    deepest: u64,
    nodes: u64,
    ms: u64,
}

impl Figures {
    fn finished(&self) -> u64 {
        self.won + self.lost + self.drawn + self.aborted
    }

    /// The mean depth of all searches.
    fn depth(&self) -> String {
        if self.measured == 0 {
            return "-".into();
        }
        format!("{:.1}", self.depths as f64 / self.measured as f64)
    }
}

/// The longest search of a day.
#[derive(Clone, Debug)]
struct Slowest {
    game: String,
    opponent: String,
    turn: String,
    depth: u64,
    nodes: u64,
    ms: u64,
}

/// What a robot did on one day.
#[derive(Clone, Debug, Default)]
pub struct Day {
    games: BTreeMap<String, Figures>,
    accepted: u64,
    declined: u64,
    slowest: Option<Slowest>,
    ends: Vec<String>,
    troubles: Vec<(String, String)>,
}

/// Entries of a list in a report; the rest is counted.
const LISTED: usize = 30;

impl Day {
    /// Adds up the lines of a journal.
    pub fn from_lines(lines: &[Value], zone: &TimeZone) -> Day {
        let mut day = Day::default();
        for line in lines {
            let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let number = |key: &str| line.get(key).and_then(Value::as_u64).unwrap_or(0);
            let at = || {
                let at =
                    Timestamp::from_millisecond(i64::try_from(number("at")).unwrap_or(0)).unwrap_or_default();
                at.to_zoned(zone.clone()).strftime("%H:%M").to_string()
            };
            match text("kind").as_str() {
                "begin" => day.games.entry(text("game")).or_default().begun += 1,
                "turn" => {
                    let figures = day.games.entry(text("game")).or_default();
                    let (depth, nodes, ms) = (number("depth"), number("nodes"), number("ms"));
                    figures.turns += 1;
                    figures.measured += u64::from(depth > 0);
                    figures.depths += depth;
                    figures.deepest = figures.deepest.max(depth);
                    figures.nodes += nodes;
                    figures.ms += ms;
                    if day.slowest.as_ref().is_none_or(|slowest| slowest.ms < ms) {
                        let (game, opponent, turn) = (text("game"), text("opponent"), text("turn"));
                        day.slowest = Some(Slowest { game, opponent, turn, depth, nodes, ms });
                    }
                }
                "end" => {
                    let figures = day.games.entry(text("game")).or_default();
                    match text("result").as_str() {
                        "won" => figures.won += 1,
                        "lost" => figures.lost += 1,
                        "drawn" => figures.drawn += 1,
                        _ => figures.aborted += 1,
                    }
                    let (game, opponent, result) = (text("game"), text("opponent"), text("result"));
                    day.ends.push(format!(
                        "{} {game} against {opponent}: {result} ({})",
                        at(),
                        text("reason")
                    ));
                }
                "accept" => day.accepted += 1,
                "decline" => day.declined += 1,
                "trouble" => day.troubles.push((text("what"), format!("{} {}", at(), text("text")))),
                _ => (),
            }
        }
        day
    }

    /// The report in words.
    pub fn text(&self, name: &str, club: &str, date: Date, zone: &str) -> String {
        let mut all = Figures::default();
        for figures in self.games.values() {
            all.begun += figures.begun;
            all.won += figures.won;
            all.lost += figures.lost;
            all.drawn += figures.drawn;
            all.aborted += figures.aborted;
            all.turns += figures.turns;
            all.measured += figures.measured;
            all.depths += figures.depths;
            all.deepest = all.deepest.max(figures.deepest);
            all.nodes += figures.nodes;
            all.ms += figures.ms;
        }
        let mut text = format!("{name} at {club}, {} ({zone})\n\n", date.strftime("%A %-d %B %Y"));
        let mut row = |what: &str, value: String| {
            let _ = writeln!(text, "{what:<16}{value}");
        };
        row("games", format!("{} begun, {} finished", all.begun, all.finished()));
        row(
            "results",
            format!("{} won, {} lost, {} drawn, {} aborted", all.won, all.lost, all.drawn, all.aborted),
        );
        row("challenges", format!("{} accepted, {} declined", self.accepted, self.declined));
        row("turns", grouped(all.turns));
        row("depth", format!("{} on average, {} at most", all.depth(), all.deepest));
        row("nodes", grouped(all.nodes));
        row("time used", seconds(all.ms));
        row(
            "slowest search",
            self.slowest.as_ref().map_or("-".into(), |slowest| {
                let Slowest { game, opponent, turn, depth, nodes, ms } = slowest;
                format!("{game} against {opponent}: {turn} ({})", effort(*depth, *nodes, *ms))
            }),
        );
        row("troubles", if self.troubles.is_empty() { "none".into() } else { self.counted() });
        if !self.games.is_empty() {
            let heads = ["game", "begun", "won", "lost", "drawn", "turns", "depth", "nodes", "time"];
            let _ = write!(text, "\n{}", line(&heads.map(str::to_owned)));
            for (game, figures) in &self.games {
                let numbers = [figures.begun, figures.won, figures.lost, figures.drawn, figures.turns];
                let [begun, won, lost, drawn, turns] = numbers.map(grouped);
                let nodes = grouped(figures.nodes);
                text += &line(&[
                    game.clone(),
                    begun,
                    won,
                    lost,
                    drawn,
                    turns,
                    figures.depth(),
                    nodes,
                    seconds(figures.ms),
                ]);
            }
        }
        let sentences: Vec<String> = self.troubles.iter().map(|(_, sentence)| sentence.clone()).collect();
        for (title, list) in [("Finished games", &self.ends), ("Troubles", &sentences)] {
            if list.is_empty() {
                continue;
            }
            let _ = write!(text, "\n{title}\n");
            for entry in list.iter().take(LISTED) {
                let _ = writeln!(text, "* {entry}");
            }
            if list.len() > LISTED {
                let _ = writeln!(text, "* and {} more", list.len() - LISTED);
            }
        }
        text
    }

    /// How many troubles of each kind there were.
    fn counted(&self) -> String {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for (kind, _) in &self.troubles {
            *counts.entry(kind).or_default() += 1;
        }
        let parts: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        parts.join(", ")
    }
}

/// A row of the table.
fn line(cells: &[String; 9]) -> String {
    let [game, begun, won, lost, drawn, turns, depth, nodes, time] = cells;
    format!("{game:<14}{begun:>6}{won:>5}{lost:>5}{drawn:>6}{turns:>7}{depth:>7}{nodes:>16}{time:>14}\n")
}

/// What a search took, as far as the player told.
pub fn effort(depth: u64, nodes: u64, ms: u64) -> String {
    match (depth, nodes) {
        (0, 0) => seconds(ms),
        _ => format!("depth {depth}, {} nodes, {}", grouped(nodes), seconds(ms)),
    }
}

/// A number with commas.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A duration in words.
pub fn seconds(ms: u64) -> String {
    match ms / 1000 {
        0..60 => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
        60..3600 => format!("{} min {} s", ms / 60_000, ms / 1000 % 60),
        _ => format!("{} h {} min", ms / 3_600_000, ms / 60_000 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_day_is_added_up() {
        let lines = [
            json!({ "kind": "accept", "at": 0 }),
            json!({ "kind": "decline", "at": 0 }),
            json!({ "kind": "begin", "game": "tzaar", "at": 0 }),
            json!({ "kind": "turn", "game": "tzaar", "opponent": "ann", "turn": "a1-a2", "depth": 6, "nodes": 1_234_567, "ms": 9_850, "at": 0 }),
            json!({ "kind": "turn", "game": "tzaar", "opponent": "ann", "turn": "a2-a3", "depth": 9, "nodes": 1_000, "ms": 61_000, "at": 0 }),
            json!({ "kind": "end", "game": "tzaar", "opponent": "ann", "result": "won", "reason": "resigned", "at": 45_000_000 }),
            json!({ "kind": "trouble", "what": "club", "text": "it does not answer", "at": 45_060_000 }),
            json!({ "kind": "something new", "at": 0 }),
        ];
        let day = Day::from_lines(&lines, &TimeZone::get("Europe/Prague").unwrap());
        let text =
            day.text("waltz", "https://club.example", jiff::civil::date(2026, 11, 18), "Europe/Prague");
        let expected = "\
waltz at https://club.example, Wednesday 18 November 2026 (Europe/Prague)

games           1 begun, 1 finished
results         1 won, 0 lost, 0 drawn, 0 aborted
challenges      1 accepted, 1 declined
turns           2
depth           7.5 on average, 9 at most
nodes           1,235,567
time used       1 min 10 s
slowest search  tzaar against ann: a2-a3 (depth 9, 1,000 nodes, 1 min 1 s)
troubles        club 1

game           begun  won lost drawn  turns  depth           nodes          time
tzaar              1    1    0     0      2    7.5       1,235,567    1 min 10 s

Finished games
* 13:30 tzaar against ann: won (resigned)

Troubles
* 13:31 it does not answer
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_day_without_anything_is_a_report_too() {
        let text =
            Day::default().text("waltz", "https://club.example", jiff::civil::date(2026, 11, 18), "UTC");
        assert!(text.contains("turns           0\ndepth           - on average, 0 at most\n"), "{text}");
        assert!(text.contains("slowest search  -\ntroubles        none\n"), "{text}");
    }

    #[test]
    fn long_times_are_short_texts() {
        let shown = [0, 999, 59_999, 60_000, 3_599_000, 3_600_000, 90_061_000].map(seconds);
        assert_eq!(
            shown,
            ["0.0 s", "0.9 s", "59.9 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "25 h 1 min"]
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
