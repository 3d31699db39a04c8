//! The robot's figures on disk: one file of JSON lines for each day, from which reports are made, and a small file of where it stands.
//!
//! Lines are only added, so that a crash costs at most the last one; a line that cannot be read is left out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::report::Day;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

/// The largest file of a day that is read.
const LARGEST: u64 = 64 << 20;

/// Where the robot stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// Its name in the club.
    pub name: String,
    /// The number of the last event it has dealt with.
    pub seen: Option<i64>,
    /// The last day whose report was mailed, as in 2026-11-18.
    pub reported: Option<String>,
}

/// The folder of a robot.
pub struct Journal {
    folder: PathBuf,
    zone: TimeZone,
    standing: Mutex<Standing>,
    /// Held while the robot runs, so that no second one writes here.
    _lock: Option<File>,
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// The file of a day.
fn file_of(folder: &Path, day: Date) -> PathBuf {
    folder.join(format!("{day}.jsonl"))
}

impl Journal {
    /// Opens the folder for a robot that runs; it is made if it is missing.
    pub fn open(folder: &Path, zone: &TimeZone) -> Result<Journal, String> {
        let wrong =
            |error: io::Error| format!("'{}' cannot be used as the data folder: {error}", folder.display());
        fs::create_dir_all(folder).map_err(wrong)?;
        let lock = File::create(folder.join("lock")).map_err(wrong)?;
        if let Err(error) = lock.try_lock() {
            return Err(match error {
                fs::TryLockError::WouldBlock => {
                    format!(
                        "'{}' is in use by another robot; choose another folder with data",
                        folder.display()
                    )
                }
                fs::TryLockError::Error(error) => wrong(error),
            });
        }
        Ok(Journal { _lock: Some(lock), ..Journal::read_only(folder, zone) })
    }

    /// The folder for someone who only reads it, also while the robot runs.
    pub fn read_only(folder: &Path, zone: &TimeZone) -> Journal {
        let text = fs::read_to_string(folder.join("standing.json")).unwrap_or_default();
        let standing = serde_json::from_str(&text).unwrap_or_default();
        Journal { folder: folder.into(), zone: zone.clone(), standing: Mutex::new(standing), _lock: None }
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the robot stands.
    pub fn standing(&self) -> Standing {
        self.lock().clone()
    }

    /// Changes where the robot stands, on disk too.
    pub fn set(&self, change: impl FnOnce(&mut Standing)) -> io::Result<()> {
        let mut standing = self.lock();
        change(&mut standing);
        let part = self.folder.join("standing.json.part");
        let mut file = File::create(&part)?;
        file.write_all(json!(*standing).to_string().as_bytes())?;
        file.sync_all()?;
        fs::rename(part, self.folder.join("standing.json"))
    }

    /// The day of a time.
    pub fn day(&self, ms: u64) -> Date {
        let at = Timestamp::from_millisecond(i64::try_from(ms).unwrap_or(i64::MAX)).unwrap_or(Timestamp::MAX);
        at.to_zoned(self.zone.clone()).date()
    }

    /// Adds a line to the file of today; `at` is added to it.
    pub fn note(&self, mut line: Value) -> io::Result<()> {
        let at = now();
        if let Some(fields) = line.as_object_mut() {
            fields.insert("at".into(), at.into());
        }
        let _one_at_a_time = self.lock();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(file_of(&self.folder, self.day(at)))?;
        // After a crash in the middle of a line the next one begins on a line of its own.
        let mut text = format!("{line}\n");
        if ends_in_mid_line(&mut file)? {
            text.insert(0, '\n');
        }
        file.write_all(text.as_bytes())
    }

    /// Everything that was noted on a day.
    pub fn lines(&self, day: Date) -> Vec<Value> {
        let mut text = String::new();
        let file = File::open(file_of(&self.folder, day));
        let read = file.and_then(|file| file.take(LARGEST).read_to_string(&mut text));
        if read.is_err() {
            return Vec::new();
        }
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The figures of a day.
    pub fn figures(&self, day: Date) -> Day {
        Day::from_lines(&self.lines(day), &self.zone)
    }

    /// The report of a day in words; the day is `today` or a date.
    pub fn report(&self, day: &str, club: &str, zone: &str) -> Result<String, String> {
        let day = match day {
            "today" => self.day(now()),
            text => {
                text.parse().map_err(|_| format!("'{text}' is not a day; write one such as 2026-11-18"))?
            }
        };
        let name = self.standing().name;
        let name = if name.is_empty() { "a robot" } else { &name };
        Ok(self.figures(day).text(name, club, day, zone))
    }

    /// Days before this one whose report was not mailed yet, the oldest first; at most a week of them.
    pub fn unreported(&self, today: Date) -> Vec<Date> {
        let reported: Option<Date> = self.lock().reported.as_deref().and_then(|day| day.parse().ok());
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut days: Vec<Date> = names
            .filter_map(|name| name.strip_suffix(".jsonl")?.parse().ok())
            .filter(|&day| day < today && reported.is_none_or(|reported| day > reported))
            .collect();
        days.sort_unstable();
        let old = days.len().saturating_sub(7);
        days.drain(..old);
        days
    }
}

fn ends_in_mid_line(file: &mut File) -> io::Result<bool> {
    use std::io::{Seek, SeekFrom};
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_survive_a_torn_line_and_days_are_reported_once() {
        let folder = std::env::temp_dir().join(format!("quadrille-journal-{}", std::process::id()));
        let journal = Journal::open(&folder, &TimeZone::UTC).unwrap();
        assert!(Journal::open(&folder, &TimeZone::UTC).err().unwrap().contains("in use by another robot"));
        let today = journal.day(now());
        journal.note(json!({ "kind": "turn", "depth": 3 })).unwrap();
        let mut file = OpenOptions::new().append(true).open(file_of(&folder, today)).unwrap();
        file.write_all(b"{\"kind\":\"tu").unwrap();
        journal.note(json!({ "kind": "turn", "depth": 4 })).unwrap();
        let depths: Vec<Value> = journal.lines(today).iter().map(|line| line["depth"].clone()).collect();
        assert_eq!(depths, [json!(3), json!(4)]);
        assert_eq!(journal.unreported(today), []);
        let tomorrow = today.tomorrow().unwrap();
        assert_eq!(journal.unreported(tomorrow), [today]);
        journal.set(|standing| standing.reported = Some(today.to_string())).unwrap();
        drop(journal);
        let again = Journal::open(&folder, &TimeZone::UTC).unwrap();
        assert_eq!(again.unreported(tomorrow), []);
        drop(again);
        fs::remove_dir_all(folder).unwrap();
    }
}
