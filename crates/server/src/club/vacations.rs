//! Vacations: times during which the clock of a turn-based game does not run for a member. Everything follows from the stored
//! intervals, so that a vacation that ends early needs no repair.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ApiError, ApiResult};
use rusqlite::{Connection, params};
use serde_json::{Value, json};

/// A day in milliseconds.
pub const DAY: u64 = 24 * 3_600_000;

/// Days of vacation within a year.
const DAYS: u64 = 30;

const YEAR: u64 = 365 * DAY;

/// From when until when.
type Interval = (u64, u64);

/// The vacations of a member, the oldest first.
pub fn of_member(connection: &Connection, member: i64) -> ApiResult<Vec<Interval>> {
    let sql = "SELECT began, until FROM vacations WHERE member = ?1 ORDER BY began";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement
        .query_map([member], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// When a turn that began at `began` and may take `days` is overdue.
pub fn deadline(began: u64, days: u64, vacations: &[Interval]) -> u64 {
    let mut end = began + days * DAY;
    for &(from, until) in vacations {
        if from < end && until > began {
            end += until - from.max(began);
        }
    }
    end
}

/// What is left of this year's vacation, in milliseconds.
fn left(vacations: &[Interval], now: u64) -> u64 {
    let since = now.saturating_sub(YEAR);
    let taken: u64 = vacations.iter().map(|&(from, until)| until.saturating_sub(from.max(since))).sum();
    (DAYS * DAY).saturating_sub(taken)
}

/// Begins a vacation of some days, or ends the present one, within a transaction.
pub fn set(connection: &Connection, member: i64, days: u32, now: u64) -> ApiResult<()> {
    // The present one ends now; what is left of it can be taken later.
    connection
        .execute("DELETE FROM vacations WHERE member = ?1 AND began >= ?2", params![member, now as i64])?;
    let end = "UPDATE vacations SET until = ?2 WHERE member = ?1 AND until > ?2";
    connection.execute(end, params![member, now as i64])?;
    if days == 0 {
        return Ok(());
    }
    let left = left(&of_member(connection, member)?, now);
    let length = u64::from(days) * DAY;
    if length > left {
        let most = left / DAY;
        return Err(ApiError::bad(format!(
            "'{days}' days are too many; {most} are left of this year's {DAYS}"
        )));
    }
    connection.execute(
        "INSERT INTO vacations VALUES (?1, ?2, ?3)",
        params![member, now as i64, (now + length) as i64],
    )?;
    Ok(())
}

/// What a member sees of its vacation.
pub fn view(connection: &Connection, member: i64, now: u64) -> ApiResult<Value> {
    let vacations = of_member(connection, member)?;
    let until = vacations.last().map(|&(_, until)| until).filter(|&until| until > now);
    Ok(json!({ "vacation_until": until, "vacation_left_ms": left(&vacations, now) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_moves_by_what_falls_into_the_turn() {
        let at = |day: u64| 1000 * DAY + day * DAY;
        assert_eq!(deadline(at(0), 3, &[]), at(3));
        assert_eq!(deadline(at(0), 3, &[(at(1), at(5))]), at(7), "in the middle of a turn");
        assert_eq!(deadline(at(2), 3, &[(at(1), at(5))]), at(8), "a turn that begins on vacation");
        assert_eq!(deadline(at(6), 3, &[(at(1), at(5))]), at(9), "over before");
        assert_eq!(deadline(at(0), 3, &[(at(4), at(5))]), at(3), "too late");
        assert_eq!(
            deadline(at(0), 3, &[(at(1), at(3)), (at(4), at(5))]),
            at(6),
            "the first brings the second in"
        );
    }

    #[test]
    fn a_year_has_thirty_days_of_vacation() {
        let at = |day: u64| 1000 * DAY + day * DAY;
        assert_eq!(left(&[], at(0)), 30 * DAY);
        assert_eq!(left(&[(at(0), at(10)), (at(20), at(25))], at(30)), 15 * DAY);
        assert_eq!(left(&[(at(0), at(10))], at(370)), 25 * DAY, "half of it was more than a year ago");
    }
}
