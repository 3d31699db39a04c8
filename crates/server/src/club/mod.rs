//! The club: members, challenges, games between members, ratings, robots.
//!
//! It stands on the workbench's games and rules, which stay as they are. What it knows is in the database; only presence, attempts to
//! sign in and mails that wait are kept in memory.

mod account;
mod accounts;
mod admin;
mod attempts;
mod auth;
mod challenge_store;
mod challenges;
mod chat;
mod clock;
mod clocks;
mod config;
mod door;
mod events;
mod games;
mod imports;
mod leaving;
mod mail;
mod mails;
mod members;
mod moderation;
mod play;
mod presence;
mod profiles;
mod ratings;
mod routes;
mod secrets;
mod streams;
mod tokens;
mod vacations;

pub use admin::{AddedMember, ClubAdmin, ListedMember, restore};
pub use clocks::keep_clocks;
pub use config::{ClubConfig, Hashing, Registration};
pub use door::check_workbench;
pub use mail::{Delivery, Mail, MailConfig, Mailer};
pub use mails::date;
pub use members::Role;
pub use routes::routes;

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::{Client, Rates},
    policy::Limits,
    state::App,
    store::Store,
};
use attempts::Attempts;
use clocks::Dues;
use members::Member;
use presence::Presence;
use rusqlite::params;
use secrets::Passwords;
use std::sync::Arc;

/// The part of the club that is kept in memory.
pub struct Club {
    pub config: ClubConfig,
    passwords: Passwords,
    attempts: Attempts,
    account_rates: Rates,
    pub presence: Arc<Presence>,
    dues: Dues,
    pub mailer: Option<Mailer>,
}

impl Club {
    /// Opens the club of a database.
    pub fn open(config: ClubConfig, store: &Arc<Store>) -> Result<Club, String> {
        let mailer = config.mail.as_ref().map(|mail| {
            let store = Arc::clone(store);
            Mailer::start(mail, move |mail, delivery| {
                if let Delivery::Refused { problem, is_last: true } = delivery {
                    let _ = log(&store, "mailer", "mail failed", &format!("to {}: {problem}", mail.to));
                }
            })
        });
        Ok(Club {
            passwords: Passwords::new(config.hashing.clone()),
            attempts: Attempts::default(),
            account_rates: Rates::default(),
            presence: Arc::default(),
            dues: Dues::default(),
            mailer: mailer.transpose()?,
            config,
        })
    }

    /// Limits how often a client asks about accounts.
    fn admit(&self, app: &App, Client(client): Client) -> ApiResult<()> {
        let (rate, burst) = (self.config.account_rate, self.config.account_burst);
        self.account_rates.take(client, &Limits { rate, burst, ..app.config.limits })
    }

    /// Hashes a password when a place is free.
    async fn hash(&self, app: &App, password: String) -> ApiResult<String> {
        let _place = self.passwords.places.acquire().await;
        let app = app.clone();
        blocking::run(move || app.club()?.passwords.hash(&password)).await
    }

    /// Compares a password with a stored hash when a place is free.
    async fn verify(&self, app: &App, stored: Option<String>, password: String) -> ApiResult<bool> {
        let _place = self.passwords.places.acquire().await;
        let app = app.clone();
        blocking::run(move || app.club()?.passwords.verify(stored.as_deref(), &password)).await
    }

    /// Asks a member that is signed in for the password again.
    async fn check_password(
        &self,
        app: &App,
        client: Client,
        member: &Member,
        password: String,
    ) -> ApiResult<()> {
        self.attempts.begin(&member.name, client.0, app.config.time.running())?;
        if password.len() > 200 || !self.verify(app, member.password.clone(), password).await? {
            return Err(ApiError::forbidden("the password is wrong").with_code("wrong"));
        }
        self.attempts.succeeded(&member.name, client.0);
        Ok(())
    }

    /// Sends a mail, if the club sends any.
    fn mail(&self, mail: Mail) {
        if let Some(mailer) = &self.mailer {
            mailer.send(mail);
        }
    }

    /// Where a mailed code can be entered, if the club knows its own address. What stands behind # is sent to no server.
    fn page_for(&self, page: &str, code: &str) -> String {
        let url = self.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
        url.map_or(String::new(), |url| format!("You can also open {url}/club/{page}#{code}\n\n"))
    }

    /// A text with the address of the club below it.
    fn signed(&self, text: &str) -> String {
        let address = self.config.public_url.as_deref().unwrap_or("your Quadrille club");
        format!("{text}\n-- \n{address}\n")
    }
}

/// Notes what an administrator or moderator did.
fn log(store: &Store, actor: &str, action: &str, detail: &str) -> ApiResult<()> {
    let (actor, action, detail) = (actor.to_string(), action.to_string(), detail.to_string());
    let now = store.now();
    store.write(move |connection| log_in(connection, &actor, &action, &detail, now))
}

/// [`log`] within a transaction.
fn log_in(
    connection: &rusqlite::Connection,
    actor: &str,
    action: &str,
    detail: &str,
    now: u64,
) -> ApiResult<()> {
    connection.execute(
        "INSERT INTO admin_log (at, actor, action, detail) VALUES (?1, ?2, ?3, ?4)",
        params![now as i64, actor, action, detail],
    )?;
    Ok(())
}

impl App {
    /// The club; an error if this server has none.
    pub fn club(&self) -> ApiResult<&Club> {
        self.0.club.as_ref().ok_or_else(|| {
            ApiError::not_found("this server has no club; start it with --club").with_code("no_club")
        })
    }
}
