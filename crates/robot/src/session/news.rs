//! What happens in the club: challenges that come and go, games that begin and end.

use super::Session;
use crate::{
    alerts::Kind,
    api::{Answer, Trouble},
    running::Running,
    wire::{Challenge, Event, Playing},
};
use serde_json::json;
use std::time::Instant;

impl Session {
    /// Reads the events since the last ones, also those of the time when the robot was away.
    pub(super) fn read_events(&mut self) -> Answer<()> {
        let Some(mut seen) = self.journal.standing().seen else {
            // The first time: what was before is none of this robot's figures.
            let last = self.api.events(i64::MAX)?.last;
            self.alerts.set_seen(last);
            return Ok(());
        };
        loop {
            let news = self.api.events(seen)?;
            let is_end = news.events.is_empty();
            for event in news.events {
                match event {
                    Event::GameFinish { game } => self.finished(&game),
                    Event::ChallengeCanceled { challenge } => self.withdrawn(&challenge),
                    Event::Other => (),
                }
            }
            if news.last != seen {
                seen = news.last;
                self.alerts.set_seen(seen);
            }
            if is_end {
                return Ok(());
            }
        }
    }

    pub(super) fn open_game(&mut self, playing: &Playing) {
        let running = Running::new(playing, &self.config.plays);
        let rated = if playing.rated { "rated" } else { "casual" };
        if running.play.is_none() {
            let sentence = format!(
                "a {rated} game of {} runs, and the configuration names no player for it; it waits",
                running.title()
            );
            self.alerts.trouble(Kind::Engine, &sentence);
        } else {
            self.alerts.say(&format!("plays a {rated} game of {}", running.title()));
        }
        self.games.insert(playing.id.clone(), running);
    }

    /// A game is over, or changed while a search ran: stops the search, and says so if it was in the middle of one.
    pub(super) fn close(&mut self, id: &str, reason: Option<&str>) {
        let Some(mut game) = self.games.remove(id) else { return };
        self.pool.forget(&self.key(id));
        if game.stop() {
            let what = match reason {
                Some("resigned") => format!("{} resigned", game.opponent),
                Some("aborted") => format!("{} aborted the game", game.opponent),
                Some(reason) => format!("the game ended ({reason})"),
                None => "the game ended".into(),
            };
            let sentence =
                format!("{}: {what} while the robot was thinking; its search was stopped", game.title());
            self.alerts.trouble(Kind::Interrupted, &sentence);
        }
    }

    /// Notes the end of a game.
    pub(super) fn finished(&mut self, game: &Playing) {
        self.close(&game.id, game.reason.as_deref());
        if !self.settled.insert(game.id.clone()) {
            return;
        }
        let result = match (game.status.as_str(), game.winner) {
            ("aborted", _) => "aborted",
            (_, Some(winner)) if winner == game.side => "won",
            (_, Some(_)) => "lost",
            (_, None) => "drawn",
        };
        let (reason, opponent) = (game.reason.as_deref().unwrap_or_default(), &game.opponent.name);
        self.alerts.say(&format!("{} against {opponent}: {result} ({reason})", game.game));
        self.alerts.note(json!({
            "kind": "end", "id": game.id, "game": game.game, "opponent": opponent, "result": result, "reason": reason,
        }));
    }

    /// A challenge was withdrawn, which matters only if it was about to be accepted; see [`Session::answer`].
    pub(super) fn withdrawn(&mut self, challenge: &Challenge) {
        if self.settled.insert(challenge.id.clone()) {
            let sentence = format!(
                "{} has withdrawn a challenge to {} before it was answered",
                challenge.from.name, challenge.game
            );
            self.alerts.trouble(Kind::Challenge, &sentence);
        }
    }

    /// Accepts or declines a challenge.
    pub(super) fn answer(&mut self, challenge: &Challenge) -> Answer<()> {
        if self.settled.contains(&challenge.id) {
            return Ok(());
        }
        let (from, game) = (&challenge.from.name, &challenge.game);
        let opponents: Vec<&str> = self.games.values().map(|game| game.opponent.as_str()).collect();
        let decision = self.config.accept.decide(challenge, &self.config.plays, &opponents);
        let answered = match &decision {
            Ok(()) => self.api.accept(&challenge.id).map(|accepted| Some(accepted.game_id)),
            Err(reason) => self.api.decline(&challenge.id, reason).map(|_| None),
        };
        let (kind, sentence) = match (&answered, &decision) {
            (Ok(Some(_)), _) => ("accept", format!("accepts {from}'s challenge to {game}")),
            (Ok(None), Err(reason)) => {
                ("decline", format!("declines {from}'s challenge to {game}: {reason}"))
            }
            (Err(Trouble::Refused { sentence, .. }), _) => {
                let sentence = format!("{from}'s challenge to {game} could not be answered: {sentence}");
                self.alerts.trouble(Kind::Challenge, &sentence);
                self.settled.insert(challenge.id.clone());
                return Ok(());
            }
            _ => ("", String::new()),
        };
        let game_id = answered?;
        self.settled.insert(challenge.id.clone());
        self.alerts.say(&sentence);
        self.alerts.note(json!({ "kind": kind, "game": game, "opponent": from }));
        if let Some(id) = game_id {
            self.alerts.note(json!({ "kind": "begin", "id": id, "game": game, "opponent": from }));
            // So that the next challenge of the same list is counted against it.
            let playing = self.api.playing()?;
            for game in playing.iter().filter(|game| game.id == id) {
                self.open_game(game);
            }
            self.next_look = Instant::now();
            self.look_soon();
        }
        Ok(())
    }
}
