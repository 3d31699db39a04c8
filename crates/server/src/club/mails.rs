//! Mails about games: that it is a member's turn, at once or once a day, with times in the member's own zone.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    events::{self, Notice},
    games,
    mail::Mail,
    members::{self, Member},
    play::ClubGame,
};
use crate::{error::ApiResult, live_game::LiveGame, state::App};
use jiff::{Timestamp, Zoned, tz::TimeZone};
use rusqlite::params;
use serde_json::Value;

/// The hour of the day after which daily mails are sent, in the member's zone.
const MORNING: i8 = 7;

/// A time of day in a zone; in UTC if the zone is unknown.
fn local(ms: u64, zone: &str) -> Zoned {
    let at = Timestamp::from_millisecond(i64::try_from(ms).unwrap_or(i64::MAX)).unwrap_or(Timestamp::MAX);
    at.to_zoned(TimeZone::get(zone).unwrap_or(TimeZone::UTC))
}

/// A time of day in words, such as `Wednesday 18 November 2026, 14:00 CET`.
pub fn date(ms: u64, zone: &str) -> String {
    local(ms, zone).strftime("%A %-d %B %Y, %H:%M %Z").to_string()
}

/// Tells the member that is to move in a turn-based game, on the page and, if it wishes, by mail.
pub fn your_turn(app: &App, game: &ClubGame, live: &LiveGame) -> ApiResult<()> {
    let club = app.club()?;
    let (now, side) = (app.config.time.time_of_day(), live.board.to_move());
    let (member, opponent) = (game.player(side).member, &game.player(side.other()).name);
    let text = format!("it is your turn against {opponent} at {}", game.game);
    let (id, notice) = (game.id.clone(), text.clone());
    let member = app.store.write(move |connection| {
        let notice = Notice { kind: "turn", text: notice, game: Some(&id), challenge: None };
        events::notify(connection, member, &notice, now)?;
        members::by_id(connection, member)
    })?;
    events::wake(app, [member.id]);
    let is_online = club.presence.is_online(member.id, app.config.time.running());
    if let Some(to) = member.email.clone().filter(|_| member.mails == "turns" && !is_online) {
        let deadline = game.playing(app, live, side)?.get("deadline").and_then(Value::as_u64).unwrap_or(now);
        let url = club.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
        let place = url.map_or(String::new(), |url| format!("{url}/club/game/{}\n", game.id));
        let text = format!(
            "Hello {},\n\n{text}.\n\nYou have time until {}.\n{place}",
            member.name,
            date(deadline, &member.zone)
        );
        club.mail(Mail { to, subject: format!("Your turn against {opponent}"), text: club.signed(&text) });
    }
    Ok(())
}

/// Members that want a daily mail and have had none today.
fn waiting(app: &App, now: u64) -> ApiResult<Vec<Member>> {
    let rows: Vec<(i64, u64)> = app.store.read(|connection| {
        let mut statement = connection.prepare_cached(
            "SELECT id, digest FROM members WHERE mails = 'daily' AND email IS NOT NULL AND state = 'active'",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    })?;
    let mut list = Vec::new();
    for (id, last) in rows {
        let member = app.store.read(|connection| members::by_id(connection, id))?;
        let here = local(now, &member.zone);
        if here.hour() >= MORNING && here.date() > local(last, &member.zone).date() {
            list.push(member);
        }
    }
    Ok(list)
}

/// Sends the daily mails that are due: the games in which a member is to move.
pub fn send_daily(app: &App) -> ApiResult<()> {
    let club = app.club()?;
    if club.mailer.is_none() {
        return Ok(());
    }
    let now = app.config.time.time_of_day();
    for member in waiting(app, now)? {
        let text_of = |view: &Value| {
            let text = |key: &str| view.get(key).and_then(Value::as_str).unwrap_or_default();
            let opponent = view.pointer("/opponent/name").and_then(Value::as_str).unwrap_or_default();
            let deadline = view.get("deadline").and_then(Value::as_u64);
            let until = deadline.map_or(String::new(), |at| format!(", until {}", date(at, &member.zone)));
            format!("* {} against {opponent}{until}", text("game"))
        };
        let games = games::playing_of(app, member.id)?;
        let mine = games.iter().filter(|view| view.get("is_my_turn") == Some(&Value::Bool(true)));
        let lines: Vec<String> = mine.map(text_of).collect();
        let id = member.id;
        app.store.write(move |connection| {
            let sql = "UPDATE members SET digest = ?2 WHERE id = ?1";
            Ok(connection.execute(sql, params![id, now as i64])?)
        })?;
        if let Some(to) = member.email.clone().filter(|_| !lines.is_empty()) {
            let number = lines.len();
            let text = format!("Hello {},\n\nit is your turn in:\n\n{}\n", member.name, lines.join("\n"));
            let subject = format!("Your turn in {number} game{}", if number == 1 { "" } else { "s" });
            club.mail(Mail { to, subject, text: club.signed(&text) });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_the_zone_of_the_member() {
        let noon = 1_795_003_200_000;
        assert_eq!(date(noon, "UTC"), "Wednesday 18 November 2026, 12:00 UTC");
        assert_eq!(date(noon, "Europe/Prague"), "Wednesday 18 November 2026, 13:00 CET");
        assert_eq!(date(noon, "Asia/Tokyo"), "Wednesday 18 November 2026, 21:00 JST");
        assert_eq!(date(noon, "Nowhere"), "Wednesday 18 November 2026, 12:00 UTC");
    }
}
