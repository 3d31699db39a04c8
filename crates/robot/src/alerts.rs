//! What goes wrong, told at once: a sentence for the log, a line in the journal, and a mail, at most one an hour of each kind. Daily
//! reports are mailed here too.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    Voice,
    config::RobotConfig,
    journal::{Journal, now},
};
use jiff::civil::Date;
use serde_json::{Value, json};
use server::{Delivery, Mail, Mailer};
use std::{
    collections::HashMap,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The shortest time between two mails of one kind, in milliseconds.
const BETWEEN: u64 = 3_600_000;

/// Longest time that an ending robot waits for its mails.
const LAST_MAILS: Duration = Duration::from_secs(20);

/// A kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The club does not answer, or refuses something unexpectedly.
    Club,
    /// The token, or the account, is not accepted.
    Token,
    /// A challenge was withdrawn before it was accepted.
    Challenge,
    /// The engine, or the player, failed.
    Engine,
    /// A game ended while the robot was thinking.
    Interrupted,
    /// The robot's own folder cannot be written.
    Disk,
}

impl Kind {
    const ALL: [(Kind, &str); 6] = [
        (Kind::Club, "club"),
        (Kind::Token, "token"),
        (Kind::Challenge, "challenge"),
        (Kind::Engine, "engine"),
        (Kind::Interrupted, "interrupted"),
        (Kind::Disk, "disk"),
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        Kind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.iter().find(|(_, word)| *word == text).map(|(kind, _)| *kind).ok_or_else(|| {
            let words: Vec<&str> = Kind::ALL.iter().map(|(_, word)| *word).collect();
            format!("'{text}' is not a kind of trouble; expected {}", words.join(", "))
        })
    }
}

/// Reports that wait for the mail server, by their subject.
type Waiting = Arc<Mutex<HashMap<String, Date>>>;

/// Tells people.
pub struct Alerts {
    /// The robot's name in the club; empty while it is unknown.
    pub name: String,
    club: String,
    zone: String,
    voice: Voice,
    journal: Arc<Journal>,
    mail: Option<(Mailer, String)>,
    quiet: Vec<Kind>,
    /// When a mail of a kind was last sent, and how many were held back since then.
    last: HashMap<&'static str, (u64, u64)>,
    waiting: Waiting,
}

impl Alerts {
    /// Starts the mailer, if mails are wanted.
    pub fn new(config: &RobotConfig, voice: &Voice, journal: &Arc<Journal>) -> Result<Alerts, String> {
        let waiting = Waiting::default();
        let mail = match &config.mail {
            None => None,
            Some((mail, to)) => {
                let (voice, journal, waiting) =
                    (Arc::clone(voice), Arc::clone(journal), Arc::clone(&waiting));
                let mailer = Mailer::start(mail, move |mail, delivery| {
                    heard(mail, delivery, &voice, &journal, &waiting)
                })?;
                Some((mailer, to.clone()))
            }
        };
        let mut last = HashMap::new();
        // A robot that is started again and again does not mail again and again.
        let today = journal.day(now());
        for line in [today.yesterday().unwrap_or(today), today].iter().flat_map(|&day| journal.lines(day)) {
            let word = line.get("what").and_then(Value::as_str);
            let known = Kind::ALL.iter().map(|(_, word)| *word).find(|&known| Some(known) == word);
            if let (Some("mail"), Some(word)) = (line.get("kind").and_then(Value::as_str), known) {
                last.insert(word, (line.get("at").and_then(Value::as_u64).unwrap_or(0), 0));
            }
        }
        let (club, zone) = (config.club.clone(), config.zone.1.clone());
        let (voice, journal, quiet) = (Arc::clone(voice), Arc::clone(journal), config.quiet.clone());
        Ok(Alerts { name: journal.standing().name, club, zone, voice, journal, mail, quiet, last, waiting })
    }

    /// Says a sentence.
    pub fn say(&self, sentence: &str) {
        let name = if self.name.is_empty() { "robot" } else { &self.name };
        (self.voice)(&format!("{name}: {sentence}"));
    }

    /// Adds a line to the journal; what cannot be written is said.
    pub fn note(&mut self, line: Value) {
        if let Err(error) = self.journal.note(line) {
            self.disk(&error.to_string());
        }
    }

    /// Changes what the journal knows of where the robot stands.
    pub fn set_seen(&mut self, seen: i64) {
        if let Err(error) = self.journal.set(|standing| standing.seen = Some(seen)) {
            self.disk(&error.to_string());
        }
    }

    fn disk(&mut self, problem: &str) {
        let sentence = format!("the robot's folder cannot be written: {problem}");
        self.say(&sentence);
        self.mail(Kind::Disk, &sentence);
    }

    /// Something went wrong.
    pub fn trouble(&mut self, kind: Kind, sentence: &str) {
        self.say(sentence);
        self.note(json!({ "kind": "trouble", "what": kind.word(), "text": sentence }));
        self.mail(kind, sentence);
    }

    fn mail(&mut self, kind: Kind, sentence: &str) {
        let Some((mailer, to)) = &self.mail else { return };
        if self.quiet.contains(&kind) {
            return;
        }
        let now = now();
        let (at, held) = self.last.get(kind.word()).copied().unwrap_or((0, 0));
        if now < at.saturating_add(BETWEEN) {
            self.last.insert(kind.word(), (at, held + 1));
            return;
        }
        self.last.insert(kind.word(), (now, 0));
        let name = if self.name.is_empty() { "a robot" } else { &self.name };
        let more = match held {
            0 => String::new(),
            1 => "One more trouble of this kind was not mailed since the last one.\n".into(),
            _ => format!("{held} more troubles of this kind were not mailed since the last one.\n"),
        };
        let at = local(now, &self.zone);
        let text = format!(
            "{name} at {}, {at}\n\n{sentence}\n\n{more}At most one mail an hour is sent about troubles of this kind ({}).\n",
            self.club,
            kind.word()
        );
        mailer.send(Mail { to: to.clone(), subject: format!("{name}: trouble ({})", kind.word()), text });
        let _ = self.journal.note(json!({ "kind": "mail", "what": kind.word() }));
    }

    /// Mails the reports of days that are over.
    pub fn reports(&mut self) {
        let Some((mailer, to)) = &self.mail else { return };
        let today = self.journal.day(now());
        for day in self.journal.unreported(today) {
            let subject = format!("{}: report of {day}", self.name);
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if waiting.insert(subject.clone(), day).is_some() {
                continue;
            }
            let text = self.journal.figures(day).text(&self.name, &self.club, day, &self.zone);
            mailer.send(Mail { to: to.clone(), subject, text });
        }
    }

    /// Waits for a while until all mails have been sent.
    pub fn finish(&self) {
        if let Some((mailer, _)) = &self.mail
            && !mailer.finish(LAST_MAILS)
        {
            self.say("not all mails could be sent");
        }
    }
}

/// A time of day in words.
fn local(ms: u64, zone: &str) -> String {
    let at = jiff::Timestamp::from_millisecond(i64::try_from(ms).unwrap_or(0)).unwrap_or_default();
    let zone = jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC);
    at.to_zoned(zone).strftime("%A %-d %B %Y, %H:%M %Z").to_string()
}

/// What became of a mail: a report that has arrived is not sent again, and a refusal is said.
fn heard(mail: &Mail, delivery: Delivery<'_>, voice: &Voice, journal: &Journal, waiting: &Waiting) {
    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let (Mail { subject, to, .. }, day) = (mail, waiting.get(&mail.subject).copied());
    match delivery {
        Delivery::Sent => {
            waiting.remove(subject);
            if let Some(day) = day {
                let _ = journal.set(|standing| {
                    let last = standing.reported.take();
                    // Dates in this form are ordered as texts.
                    standing.reported = last.max(Some(day.to_string()));
                });
                voice(&format!("{subject} was mailed to {to}"));
            }
        }
        Delivery::Refused { problem, is_last } => {
            let then = if is_last { "it is given up" } else { "it is tried again later" };
            let sentence = format!("the mail '{subject}' to {to} could not be sent: {problem}; {then}");
            voice(&sentence);
            let _ = journal.note(json!({ "kind": "trouble", "what": "mail", "text": sentence }));
            if is_last {
                // A report is tried again from the journal.
                waiting.remove(subject);
            }
        }
    }
}
