//! What `quadrille club` does: members, codes, the log, backups and restoring. Works on the data folder, also while a server runs.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    accounts,
    config::Hashing,
    log_in,
    members::{self, Member, NewMember, Role},
    moderation,
    secrets::{self, Passwords},
    tokens,
};
use crate::{
    data_lock::DataLock,
    error::ApiError,
    store::{self, FILE, LOG},
};
use rusqlite::{
    Connection, OpenFlags, TransactionBehavior,
    backup::{Backup, StepResult},
    params,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Who the log names for what is done on the command line.
const ACTOR: &str = "command line";

/// The name of tokens of house robots.
const HOUSE: &str = "house";

/// How long to wait for a server that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause before a backup is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// The result of an action: a sentence if it failed.
type Done<T> = Result<T, String>;

/// A member as `quadrille club user list` shows it.
#[derive(Clone, Debug)]
pub struct ListedMember {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Is it a robot?
    pub robot: bool,
    /// `active` or `disabled`.
    pub state: String,
    /// Its mail address.
    pub email: Option<String>,
}

/// A new member for [`ClubAdmin::add`].
#[derive(Clone, Debug)]
pub struct AddedMember<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its mail address, taken as confirmed.
    pub email: Option<&'a str>,
    /// Its role.
    pub role: Role,
    /// Is it a robot?
    pub robot: bool,
    /// Its password; a random one if there is none.
    pub password: Option<&'a str>,
}

/// The club of a data folder, as its administrator sees it.
pub struct ClubAdmin {
    connection: Connection,
    passwords: Passwords,
}

fn sentence(error: ApiError) -> String {
    error.sentence
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

impl ClubAdmin {
    /// Opens the club of a data folder, which is created if it is missing.
    pub fn open(folder: &Path, hashing: Hashing) -> Done<ClubAdmin> {
        let broken = |e: String| format!("'{}' cannot be used as the data folder: {e}", folder.display());
        fs::create_dir_all(folder).map_err(|e| broken(e.to_string()))?;
        let mut connection = Connection::open(folder.join(FILE)).map_err(|e| broken(e.to_string()))?;
        let prepare = |connection: &Connection| {
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        prepare(&connection).map_err(|e| broken(e.to_string()))?;
        store::migrate(&mut connection).map_err(broken)?;
        Ok(ClubAdmin { connection, passwords: Passwords::new(hashing) })
    }

    /// Changes something in one transaction.
    fn change<T>(&mut self, change: impl FnOnce(&Connection) -> Result<T, ApiError>) -> Done<T> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|e| e.to_string())?;
        let changed = change(&transaction).map_err(sentence)?;
        transaction.commit().map_err(|e| e.to_string())?;
        Ok(changed)
    }

    fn member(connection: &Connection, name: &str) -> Result<Member, ApiError> {
        members::visible(connection, name)
    }

    /// Adds a member and returns its password.
    pub fn add(&mut self, new: &AddedMember<'_>) -> Done<String> {
        members::check_name(new.name).map_err(sentence)?;
        new.email.map(members::check_email).transpose().map_err(sentence)?;
        let password = new.password.map_or_else(secrets::secret, |given| Ok(given.to_string()));
        let password = password.map_err(sentence)?;
        members::check_password(&password).map_err(sentence)?;
        let hash = self.passwords.hash(&password).map_err(sentence)?;
        self.change(|connection| {
            let row = NewMember {
                name: new.name,
                email: new.email,
                password: Some(&hash),
                role: new.role,
                robot: new.robot,
            };
            members::insert(connection, &row, now())?.ok_or_else(|| members::taken(new.name))?;
            let kind = if new.robot { "robot" } else { new.role.word() };
            log_in(connection, ACTOR, "add user", &format!("{} ({kind})", new.name), now())
        })?;
        Ok(password)
    }

    /// All members.
    pub fn list(&self) -> Done<Vec<ListedMember>> {
        let all = members::all(&self.connection).map_err(sentence)?;
        let listed = all.into_iter().map(|member| ListedMember {
            name: member.name,
            role: member.role,
            robot: member.robot,
            state: member.state,
            email: member.email,
        });
        Ok(listed.collect())
    }

    /// Gives a member another role.
    pub fn set_role(&mut self, name: &str, role: Role) -> Done<()> {
        self.change(|connection| {
            let member = Self::member(connection, name)?;
            connection
                .execute("UPDATE members SET role = ?2 WHERE id = ?1", params![member.id, role.word()])?;
            log_in(connection, ACTOR, "set role", &format!("{}: {}", member.name, role.word()), now())
        })
    }

    /// Disables a member, or enables it again.
    pub fn set_disabled(&mut self, name: &str, disabled: bool) -> Done<()> {
        self.change(|connection| {
            let member = Self::member(connection, name)?;
            moderation::set_disabled(connection, &member, disabled, ACTOR, now())
        })
    }

    /// Gives a member a new random password, and returns it. Its sessions end.
    pub fn reset(&mut self, name: &str) -> Done<String> {
        let password = secrets::secret().map_err(sentence)?;
        let hash = self.passwords.hash(&password).map_err(sentence)?;
        self.change(|connection| {
            let member = Self::member(connection, name)?;
            accounts::set_password(connection, member.id, &hash)?;
            log_in(connection, ACTOR, "reset password", &member.name, now())
        })?;
        Ok(password)
    }

    /// A token of a member with all scopes, for a robot on this machine.
    pub fn token(&mut self, name: &str) -> Done<String> {
        self.change(|connection| {
            let member = Self::member(connection, name)?;
            let (_, token) = tokens::insert(connection, member.id, ACTOR, "challenge play read", now())?;
            log_in(connection, ACTOR, "create token", &member.name, now())?;
            Ok(token)
        })
    }

    /// A new token for a house robot, which is added if it is missing. Its earlier house tokens end, so that one program has it at a
    /// time. `None` if the robot is disabled.
    pub fn house_token(&mut self, name: &str) -> Done<Option<String>> {
        members::check_name(name).map_err(sentence)?;
        self.change(|connection| {
            let row = NewMember { name, email: None, password: None, role: Role::Member, robot: true };
            if members::insert(connection, &row, now())?.is_some() {
                log_in(connection, ACTOR, "add user", &format!("{name} (house robot)"), now())?;
            }
            let member = Self::member(connection, name)?;
            if !member.robot {
                let sentence = format!("'{name}' is a member and not a robot, so it cannot be a house robot");
                return Err(ApiError::conflict("taken", sentence));
            }
            if member.state != "active" {
                return Ok(None);
            }
            connection
                .execute("DELETE FROM tokens WHERE member = ?1 AND name = ?2", params![member.id, HOUSE])?;
            let (_, token) = tokens::insert(connection, member.id, HOUSE, "challenge play read", now())?;
            Ok(Some(token))
        })
    }

    /// A code with which so many people can register within some days.
    pub fn invite(&mut self, uses: u32, days: u32) -> Done<String> {
        let code = secrets::secret().map_err(sentence)?;
        let code: String = code.chars().take(12).collect();
        self.change(|connection| {
            let expires = now() + u64::from(days) * 24 * 3_600_000;
            connection.execute(
                "INSERT INTO invitations VALUES (?1, ?2, ?3)",
                params![secrets::stored("invitation", &code), uses, expires as i64],
            )?;
            log_in(connection, ACTOR, "create code", &format!("{uses} uses, {days} days"), now())
        })?;
        Ok(code)
    }

    /// The latest entries of the log, the newest first: time of day in milliseconds since 1970, actor, action, detail.
    pub fn log(&self, limit: u32) -> Done<Vec<(u64, String, String, String)>> {
        let entries = moderation::entries(&self.connection, limit).map_err(sentence)?;
        let text = |entry: &serde_json::Value, key: &str| {
            entry.get(key).and_then(|value| value.as_str()).unwrap_or_default().to_string()
        };
        let rows = entries.iter().map(|entry| {
            let at = entry.get("at").and_then(serde_json::Value::as_u64).unwrap_or_default();
            (at, text(entry, "actor"), text(entry, "action"), text(entry, "detail"))
        });
        Ok(rows.collect())
    }

    /// Copies the database into a new file, also while a server writes to it.
    pub fn backup(&mut self, file: &Path) -> Done<()> {
        if file.exists() {
            return Err(format!("'{}' exists; choose another file", file.display()));
        }
        let part = with_ending(file, ".part");
        let copied = self.copy_to(&part).and_then(|()| check(&part));
        let moved = copied.and_then(|()| {
            sync(&part).and_then(|()| fs::rename(&part, file)).map_err(|e| cannot_write(file, &e))
        });
        if moved.is_err() {
            let _ = fs::remove_file(&part);
        }
        moved?;
        let shown = file.display().to_string();
        self.change(|connection| log_in(connection, ACTOR, "backup", &shown, now()))
    }

    fn copy_to(&self, file: &Path) -> Done<()> {
        let problem = |e: rusqlite::Error| format!("'{}' cannot be written: {e}", file.display());
        let mut target = Connection::open(file).map_err(problem)?;
        let backup = Backup::new(&self.connection, &mut target).map_err(problem)?;
        // All pages in one step: a backup in several steps begins again whenever the server writes.
        let mut tries = 0;
        while backup.step(-1).map_err(problem)? != StepResult::Done {
            tries += 1;
            if tries > 100 {
                return Err(format!("'{}' cannot be written: the database is busy", file.display()));
            }
            std::thread::sleep(PAUSE);
        }
        drop(backup);
        // A single file, without a log beside it.
        target.pragma_update(None, "journal_mode", "DELETE").map_err(problem)
    }
}

fn cannot_write(file: &Path, error: &io::Error) -> String {
    format!("'{}' cannot be written: {error}", file.display())
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

fn sync(file: &Path) -> io::Result<()> {
    fs::File::open(file)?.sync_all()
}

/// Refuses a file that is not a whole database of ours.
fn check(file: &Path) -> Done<()> {
    let shown = file.display();
    let wrong = |e: String| format!("'{shown}' is not a backup of a club: {e}");
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = connection.map_err(|e| wrong(e.to_string()))?;
    let found: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .map_err(|e| wrong(e.to_string()))?;
    if found != "ok" {
        return Err(wrong(found.lines().next().unwrap_or_default().to_string()));
    }
    connection
        .query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
        .map(drop)
        .map_err(|e| wrong(e.to_string()))
}

/// Puts a backup in the place of a data folder's database, while no server runs there. A database that is there already is kept
/// under another name, which is returned.
pub fn restore(folder: &Path, backup: &Path) -> Done<Option<PathBuf>> {
    check(backup)?;
    let _lock = DataLock::take(folder)?;
    let file = folder.join(FILE);
    let problem = |e: io::Error| cannot_write(&file, &e);
    let part = with_ending(&file, ".part");
    fs::copy(backup, &part).and_then(|_| sync(&part)).map_err(problem)?;
    check(&part)?;
    let mut kept = None;
    if file.exists() {
        // What the log still holds goes into the file that is kept.
        if let Ok(connection) = Connection::open(&file) {
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        let free = (1..).map(|number| with_ending(&file, &format!(".before-restore-{number}")));
        let name = free.into_iter().find(|name| !name.exists()).unwrap_or_else(|| with_ending(&file, ".old"));
        fs::rename(&file, &name).map_err(problem)?;
        kept = Some(name);
    }
    for log in [LOG.to_string(), LOG.replace("-wal", "-shm")] {
        let _ = fs::remove_file(folder.join(log));
    }
    fs::rename(&part, &file).map_err(problem)?;
    let _ = sync(folder);
    ClubAdmin::open(folder, Hashing::default())?
        .change(|connection| log_in(connection, ACTOR, "restore", &backup.display().to_string(), now()))?;
    Ok(kept)
}
