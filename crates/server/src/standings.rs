//! The standings of a match or a tournament as JSON: points, ratings with errors, the test, reasons of losses. Computed
//! from the plan and the records alone.

use crate::{
    error::ApiResult,
    plans::{Encounter, Plan, Schedule},
    store::StoredMatch,
};
use arena::{
    Decision, EloInterval, Encounter as Met, GameRecord, Pentanomial, Ratings, RunningSprt, Sprt, Tally,
};
use game::Side;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many of the latest games are listed.
const LISTED: usize = 500;

/// A match with its standings and games.
pub fn view(
    stored: &StoredMatch,
    plan: &Plan,
    schedule: &Schedule,
    records: &[GameRecord],
) -> ApiResult<Value> {
    let encounters = &schedule.encounters;
    let of_record = |record: &GameRecord| encounters.iter().position(|e| e.has(record)).unwrap_or(0);
    let places: Vec<usize> = records.iter().map(of_record).collect();
    let met: Vec<(Tally, Vec<u8>)> = encounters.iter().map(|e| results(e, records)).collect();
    let mut view = summary(stored, plan, schedule, records.len() as u64);
    view["encounters"] = encounters.iter().zip(&met).map(|(e, (tally, _))| encounter(e, tally)).collect();
    view["standings"] = standings(plan, encounters, &met, records, &places);
    view["sprt"] = schedule.sprt.map_or(Value::Null, |sprt| test(sprt, records));
    let listed = records.iter().zip(&places).enumerate().skip(records.len().saturating_sub(LISTED));
    view["games"] =
        listed.map(|(number, (record, &place))| game(number, record, place, encounters)).collect();
    Ok(view)
}

/// What a list shows of a match.
pub fn summary(stored: &StoredMatch, plan: &Plan, schedule: &Schedule, played: u64) -> Value {
    json!({
        "id": stored.id,
        "plan": plan,
        "created": stored.created,
        "state": stored.state,
        "problem": stored.problem,
        "tournament": schedule.encounters.len() > 1,
        "played": played,
        "of": schedule.games,
    })
}

fn results(encounter: &Encounter, records: &[GameRecord]) -> (Tally, Vec<u8>) {
    let own = || records.iter().filter(|record| encounter.has(record));
    let mut pairs: BTreeMap<u64, (u8, u8)> = BTreeMap::new();
    for record in own() {
        let (points, games) = pairs.entry(record.header.pair).or_default();
        *points += record.half_points_of_first_player();
        *games += 1;
    }
    let complete = pairs.values().filter(|(_, games)| *games == 2).map(|(points, _)| *points);
    (Tally::from_records(own()), complete.collect())
}

/// An Elo estimate: only a bound where every pair ended alike.
fn elo(interval: EloInterval) -> Value {
    let words = interval.to_string();
    match interval {
        EloInterval::Unknown | EloInterval::TooFew => Value::Null,
        EloInterval::AtLeast(bound) => {
            json!({ "kind": "at_least", "value": bound, "error": null, "words": words })
        }
        EloInterval::AtMost(bound) => {
            json!({ "kind": "at_most", "value": bound, "error": null, "words": words })
        }
        EloInterval::About(estimate, _) => {
            json!({ "kind": "about", "value": estimate.value, "error": estimate.error, "words": words })
        }
    }
}

fn encounter(encounter: &Encounter, tally: &Tally) -> Value {
    let pairs: Pentanomial = tally.pentanomial();
    json!({
        "players": encounter.players,
        "games": encounter.plan.pairs * 2,
        "played": tally.games(),
        "wins": tally.wins(),
        "draws": tally.draws(),
        "losses": tally.losses(),
        "points": tally.points(),
        "pairs": pairs.0,
        "elo": elo(pairs.elo_interval()),
        "normalised_elo": elo(pairs.normalised_elo_interval()),
        "superiority": (pairs.pairs() > 0).then(|| pairs.likelihood_of_superiority()),
    })
}

/// All players, the strongest first, with ratings and reasons of losses.
fn standings(
    plan: &Plan,
    encounters: &[Encounter],
    met: &[(Tally, Vec<u8>)],
    records: &[GameRecord],
    places: &[usize],
) -> Value {
    let number = plan.players.len();
    let results: Vec<Met> = encounters
        .iter()
        .zip(met)
        .map(|(e, (_, pairs))| Met { players: e.players, pairs: pairs.clone() })
        .collect();
    let seed = encounters.first().map_or(1, |e| e.plan.seed);
    let ratings = Ratings::fit(number, &results, seed).0;
    let mut losses: Vec<BTreeMap<&str, u64>> = vec![BTreeMap::new(); number];
    let mut points = vec![(0_u64, 0_u64); number];
    for (record, &place) in records.iter().zip(places) {
        let [one, other] = encounters[place].players;
        let half = u64::from(record.half_points_of_first_player());
        for (player, won) in [(one, half), (other, 2 - half)] {
            points[player].0 += 1;
            points[player].1 += won;
            if won == 0 {
                *losses[player].entry(record.played.reason.as_str()).or_default() += 1;
            }
        }
    }
    let mut order: Vec<usize> = (0..number).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo).then(a.cmp(&b)));
    let row = |&player: &usize| {
        let rating = ratings[player];
        let reasons = losses[player].iter().map(
            |(reason, count)| json!({ "reason": reason, "count": count, "failure": is_failure(reason) }),
        );
        json!({
            "player": player,
            "spec": plan.players[player],
            "elo": rating.elo,
            "interval": rating.doubt().is_none().then_some(rating.interval),
            "doubt": rating.doubt(),
            "rated": rating.games,
            "played": points[player].0,
            "points": points[player].1 as f64 / 2.0,
            "losses": reasons.collect::<Value>(),
        })
    };
    order.iter().map(row).collect()
}

fn is_failure(reason: &str) -> bool {
    arena::reason::FAILURES.contains(&reason)
}

/// The state of the sequential test.
fn test(sprt: Sprt, records: &[GameRecord]) -> Value {
    let mut running = RunningSprt::new(sprt);
    for record in records {
        running.add(record);
    }
    let (lower, upper) = sprt.bounds();
    json!({
        "ratio": sprt.log_likelihood_ratio(running.counted()),
        "lower": lower,
        "upper": upper,
        "line": running.line(),
        "decision": running.decision().map(|decision| match decision {
            Decision::Accepted => "accepted",
            Decision::Rejected => "rejected",
        }),
    })
}

fn game(number: usize, record: &GameRecord, place: usize, encounters: &[Encounter]) -> Value {
    let [one, other] = encounters[place].players;
    let sides = if record.side_of_first_player() == Side::First { [one, other] } else { [other, one] };
    json!({
        "number": number,
        "encounter": place,
        "sides": sides,
        "result": record.played.result.text(),
        "reason": record.played.reason,
        "failure": is_failure(&record.played.reason),
        "late": record.played.late,
        "turns": record.played.turns.len(),
        "pair": record.header.pair,
    })
}
