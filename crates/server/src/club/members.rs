//! Members: their row in the database, the rules for names, and what others see of them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ApiError, ApiResult, quoted};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};
use std::str::FromStr;

/// What a member may do besides playing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Nothing.
    Member,
    /// Handle reports, mute and disable.
    Moderator,
    /// All that, read the log, and use the workbench's stored games, matches and experiments.
    Admin,
}

impl Role {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Role::Member => "member",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        [Role::Member, Role::Moderator, Role::Admin]
            .into_iter()
            .find(|role| role.word() == text)
            .ok_or_else(|| format!("'{text}' is not a role; expected member, moderator or admin"))
    }
}

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    pub id: i64,
    pub name: String,
    pub email: Option<String>,
    /// The hash of its password.
    pub password: Option<String>,
    pub role: Role,
    pub robot: bool,
    /// `active`, `disabled` or `deleted`.
    pub state: String,
    pub created: u64,
    /// The name of its time zone.
    pub zone: String,
    /// `off`, `turns` or `daily`.
    pub mails: String,
    /// May not chat before this time of day.
    pub muted_until: u64,
}

const COLUMNS: &str = "id, name, email, password, role, robot, state, created, zone, mails, muted_until";

fn read_member(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        password: row.get(3)?,
        role: row.get::<_, String>(4)?.parse().unwrap_or(Role::Member),
        robot: row.get(5)?,
        state: row.get(6)?,
        created: row.get::<_, i64>(7)? as u64,
        zone: row.get(8)?,
        mails: row.get(9)?,
        muted_until: row.get::<_, i64>(10)? as u64,
    })
}

/// What a new member brings.
pub struct NewMember<'a> {
    pub name: &'a str,
    pub email: Option<&'a str>,
    /// The hash of its password.
    pub password: Option<&'a str>,
    pub role: Role,
    pub robot: bool,
}

/// The sentence about a name that another member has.
pub fn taken(name: &str) -> ApiError {
    ApiError::conflict("taken", format!("the name {} is taken; choose another", quoted(name)))
}

/// The sentence about a member that does not exist.
pub fn unknown(name: &str) -> ApiError {
    ApiError::not_found(format!("there is no member {}", quoted(name)))
}

/// Checks a new name.
pub fn check_name(name: &str) -> ApiResult<()> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let is_valid = (2..=20).contains(&name.len())
        && name.chars().all(is_word)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !name.to_ascii_lowercase().starts_with("deleted-");
    is_valid.then_some(()).ok_or_else(|| {
        ApiError::bad(format!(
            "{} is not a name; a name has 2 to 20 letters, digits, _ or -, and begins with a letter",
            quoted(name)
        ))
    })
}

/// Checks a new password.
pub fn check_password(password: &str) -> ApiResult<()> {
    let is_valid = password.chars().count() >= 8 && password.len() <= 200;
    is_valid.then_some(()).ok_or_else(|| ApiError::bad("a password has 8 to 200 characters"))
}

/// Checks a mail address.
pub fn check_email(email: &str) -> ApiResult<()> {
    let is_valid = email.len() <= 200 && email.is_ascii() && email.parse::<lettre::Address>().is_ok();
    is_valid.then_some(()).ok_or_else(|| ApiError::bad(format!("{} is not a mail address", quoted(email))))
}

/// Adds a member and returns its number; `None` if the name or the address is taken.
pub fn insert(connection: &Connection, new: &NewMember<'_>, now: u64) -> ApiResult<Option<i64>> {
    let added = connection.execute(
        "INSERT INTO members (name, email, password, role, robot, state, created, zone, mails, muted_until, digest) \
         VALUES (?1, ?2, ?3, ?4, ?5, 'active', ?6, 'UTC', 'turns', 0, 0) ON CONFLICT DO NOTHING",
        params![new.name, new.email, new.password, new.role.word(), new.robot, now as i64],
    )?;
    Ok((added > 0).then(|| connection.last_insert_rowid()))
}

/// The member with this number.
pub fn by_id(connection: &Connection, id: i64) -> ApiResult<Member> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM members WHERE id = ?1"))?;
    statement
        .query_row([id], read_member)
        .optional()?
        .ok_or_else(|| ApiError::not_found("there is no such member"))
}

/// The member of this name, deleted ones included.
pub fn by_name(connection: &Connection, name: &str) -> ApiResult<Option<Member>> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM members WHERE name = ?1"))?;
    Ok(statement.query_row([name], read_member).optional()?)
}

/// The member of this name that others may see.
pub fn visible(connection: &Connection, name: &str) -> ApiResult<Member> {
    by_name(connection, name)?.filter(|member| member.state != "deleted").ok_or_else(|| unknown(name))
}

/// The active member with this mail address.
pub fn by_email(connection: &Connection, email: &str) -> ApiResult<Option<Member>> {
    let sql = format!("SELECT {COLUMNS} FROM members WHERE email = ?1 AND state = 'active'");
    Ok(connection.query_row(&sql, [email], read_member).optional()?)
}

/// Active members.
pub fn all(connection: &Connection) -> ApiResult<Vec<Member>> {
    let mut statement =
        connection.prepare(&format!("SELECT {COLUMNS} FROM members WHERE state <> 'deleted' ORDER BY id"))?;
    let rows = statement.query_map([], read_member)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Has one of the two blocked the other?
pub fn is_blocked(connection: &Connection, one: i64, other: i64) -> ApiResult<bool> {
    let sql =
        "SELECT EXISTS (SELECT 1 FROM blocks WHERE member = ?1 AND other = ?2 OR member = ?2 AND other = ?1)";
    Ok(connection.query_row(sql, [one, other], |row| row.get(0))?)
}

/// Ends the sessions of a member.
pub fn end_sessions(connection: &Connection, member: i64) -> ApiResult<()> {
    connection.execute("DELETE FROM sessions WHERE member = ?1", [member])?;
    Ok(())
}

impl Member {
    /// What everyone may see, without ratings.
    pub fn public(&self) -> Value {
        json!({ "name": self.name, "robot": self.robot, "role": self.role.word(), "created": self.created })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for name in ["ann", "Ann-2", "a_b", "x2", "abcdefghijklmnopqrst"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in
            ["", "a", "2x", "-x", "a b", "<b>", "ann\n", "añn", "abcdefghijklmnopqrstu", "Deleted-7", "../x"]
        {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_email("ann@club.example").is_ok());
        for email in ["", "ann", "ann@", "ann@x\r\nBcc: all", "ann@club.example, bob@club.example"] {
            assert!(check_email(email).is_err(), "{email}");
        }
    }
}
