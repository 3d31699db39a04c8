//! Mails: their configuration, and the thread that sends them by SMTP.
//!
//! Mails wait in memory, not in the database, because some carry codes. A mail that the server refuses is tried again for a while.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use lettre::{
    Message, SmtpTransport, Transport,
    message::Mailbox,
    transport::smtp::{authentication::Credentials, client::Tls},
};
use serde::Deserialize;
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Longest time to wait for the mail server.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How mails are sent: the section `[mail]` of the file that `--mail` names.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailConfig {
    /// Name of the mail server.
    pub server: String,
    /// Its port; by default the usual one of its security.
    pub port: Option<u16>,
    /// `tls`, `starttls` or `none`; the last only towards this machine.
    #[serde(default = "starttls")]
    pub security: String,
    /// The sender of all mails.
    pub from: String,
    /// The name to sign in with, if the server wants one.
    pub user: Option<String>,
    /// Its password.
    pub password: Option<String>,
    /// How long to wait before a refused mail is tried again, in milliseconds; doubled after each try.
    #[serde(default = "minute")]
    pub retry_ms: u64,
}

fn starttls() -> String {
    "starttls".into()
}

fn minute() -> u64 {
    60_000
}

/// Without the password.
impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mail by {} ({}) from {}", self.server, self.security, self.from)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    mail: MailConfig,
}

impl MailConfig {
    /// Reads the text of a file with a section `[mail]`.
    pub fn parse(text: &str) -> Result<MailConfig, String> {
        let file: File = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            format!("line {line}: {}", error.message())
        })?;
        file.mail.check()?;
        Ok(file.mail)
    }

    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        self.transport().map(drop)
    }

    fn sender(&self) -> Result<Mailbox, String> {
        self.from
            .parse()
            .map_err(|_| format!("'{}' is not a sender; write Club <club@club.example>", self.from))
    }

    fn transport(&self) -> Result<(SmtpTransport, Mailbox), String> {
        let server = self.server.as_str();
        let wrong = |error| format!("'{server}' cannot be used as the mail server: {error}");
        let is_here =
            server == "localhost" || server.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
        let mut builder = match self.security.as_str() {
            "tls" => SmtpTransport::relay(server).map_err(wrong)?,
            "starttls" => SmtpTransport::starttls_relay(server).map_err(wrong)?,
            "none" if is_here => SmtpTransport::builder_dangerous(server).tls(Tls::None),
            "none" => {
                return Err(format!(
                    "security 'none' is for a mail server on this machine, and '{server}' is none"
                ));
            }
            other => return Err(format!("'{other}' is not a security; expected tls, starttls or none")),
        };
        if let Some(port) = self.port {
            builder = builder.port(port);
        }
        if let (Some(user), Some(password)) = (&self.user, &self.password) {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok((builder.timeout(Some(TIMEOUT)).build(), self.sender()?))
    }
}

/// A mail that waits.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The address of its reader.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its text, as plain lines.
    pub text: String,
}

/// What has become of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery<'a> {
    /// The mail server has taken it.
    Sent,
    /// The mail server refused it, or did not answer.
    Refused {
        /// What it said.
        problem: &'a str,
        /// It is given up; otherwise it is tried again later.
        is_last: bool,
    },
}

struct Waiting {
    mail: Mail,
    tries: u32,
    after: Instant,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    is_sending: bool,
    is_closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread that sends mails. Dropping it ends it; what waits is lost.
pub struct Mailer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Mailer {
    /// Mails that wait at most; more are dropped.
    const MOST: usize = 10_000;
    /// Tries for one mail.
    const TRIES: u32 = 8;

    /// Starts the thread. `heard` hears what becomes of each mail, try by try.
    pub fn start(
        config: &MailConfig,
        heard: impl Fn(&Mail, Delivery<'_>) + Send + 'static,
    ) -> Result<Mailer, String> {
        let (transport, from) = config.transport()?;
        let retry = Duration::from_millis(config.retry_ms);
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let work = move || {
            while let Some(next) = take(&own) {
                let sent = send(&transport, &from, &next.mail);
                let is_last = next.tries + 1 >= Self::TRIES;
                heard(
                    &next.mail,
                    match &sent {
                        Ok(()) => Delivery::Sent,
                        Err(problem) => Delivery::Refused { problem, is_last },
                    },
                );
                let mut queue = own.lock();
                if sent.is_err() && !is_last {
                    let after = Instant::now() + retry * 2_u32.pow(next.tries.min(10));
                    queue.waiting.push_back(Waiting { tries: next.tries + 1, after, ..next });
                }
                queue.is_sending = false;
                own.changed.notify_all();
            }
        };
        let thread =
            std::thread::Builder::new().name("mailer".into()).spawn(work).map_err(|e| e.to_string())?;
        Ok(Mailer { shared, thread: Some(thread) })
    }

    /// Sends a mail soon.
    pub fn send(&self, mail: Mail) {
        let mut queue = self.shared.lock();
        if queue.waiting.len() < Self::MOST {
            queue.waiting.push_back(Waiting { mail, tries: 0, after: Instant::now() });
        }
        self.shared.changed.notify_all();
    }

    /// Waits until no mail waits any more, but not longer than this; true if none does.
    pub fn finish(&self, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        let mut queue = self.shared.lock();
        loop {
            if queue.waiting.is_empty() && !queue.is_sending {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.shared.changed.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Mailer {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        // A thread that waits for the mail server ends by itself.
        drop(self.thread.take());
    }
}

/// Waits for a mail that may be sent; `None` at the end.
fn take(shared: &Shared) -> Option<Waiting> {
    let mut queue = shared.lock();
    loop {
        if queue.is_closed {
            return None;
        }
        let now = Instant::now();
        if let Some(at) = queue.waiting.iter().position(|waiting| waiting.after <= now) {
            queue.is_sending = true;
            return queue.waiting.remove(at);
        }
        let pause = queue.waiting.iter().map(|waiting| waiting.after - now).min().unwrap_or(TIMEOUT);
        queue = shared.changed.wait_timeout(queue, pause).unwrap_or_else(PoisonError::into_inner).0;
    }
}

fn send(transport: &SmtpTransport, from: &Mailbox, mail: &Mail) -> Result<(), String> {
    let to = mail.to.parse().map_err(|_| "the address is not valid".to_string())?;
    let message = Message::builder().from(from.clone()).to(to).subject(mail.subject.clone());
    let message = message.body(mail.text.clone()).map_err(|e| e.to_string())?;
    transport.send(&message).map(drop).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_section_is_read_and_a_wrong_one_named() {
        let good = "[mail]\nserver = \"mail.example\"\nfrom = \"Club <club@club.example>\"\nuser = \"u\"\npassword = \"hunter2\"\n";
        let config = MailConfig::parse(good).unwrap_or_else(|e| panic!("{e}"));
        assert!(!format!("{config:?}").contains("hunter2"));
        for (bad, words) in [
            ("", "mail"),
            ("[mail]\nserver = \"x\"\nfrom = \"nobody\"", "'nobody' is not a sender"),
            ("[mail]\nserver = \"x\"\nfrom = \"a@b.example\"\nsecurity = \"no\"", "'no' is not a security"),
            ("[mail]\nserver = \"x\"\nfrom = \"a@b.example\"\nsecurity = \"none\"", "on this machine"),
            ("[mail]\nserver = \"x\"\nfrom = \"a@b.example\"\ncolour = 1", "line 4"),
        ] {
            let sentence = MailConfig::parse(bad).map(|_| ()).unwrap_err();
            assert!(sentence.contains(words), "{bad}: {sentence}");
        }
    }
}
