//! How a match or a tournament stands, as JSON: points, estimates with their errors, the test, and why games were lost.
//!
//! Everything is computed from the records and the plan; nothing is kept besides them.

use crate::{
    error::ApiError,
    plans::{Encounter, Plan, Programme},
    store::StoredMatch,
};
use arena::{Claim, Decision, Encounter as Met, GameRecord, Pentanomial, Ratings, RunningSprt, Sprt, Tally};
use game::Side;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Games that are listed one by one, the last ones.
const LISTED: usize = 500;

/// What is shown of a match.
pub fn view(
    stored: &StoredMatch,
    plan: &Plan,
    programme: &Programme,
    records: &[GameRecord],
) -> Result<Value, ApiError> {
    let encounters = &programme.encounters;
    let of_record = |record: &GameRecord| encounters.iter().position(|e| e.has(record)).unwrap_or(0);
    let places: Vec<usize> = records.iter().map(of_record).collect();
    let met: Vec<(Tally, Vec<u8>)> = encounters.iter().map(|e| results(e, records)).collect();
    let mut view = brief(stored, plan, programme, records.len() as u64);
    view["encounters"] = encounters.iter().zip(&met).map(|(e, (tally, _))| encounter(e, tally)).collect();
    view["standings"] = standings(plan, encounters, &met, records, &places);
    view["sprt"] = programme.sprt.map_or(Value::Null, |sprt| test(sprt, records));
    let listed = records.iter().zip(&places).enumerate().skip(records.len().saturating_sub(LISTED));
    view["games"] =
        listed.map(|(number, (record, &place))| game(number, record, place, encounters)).collect();
    Ok(view)
}

/// What a list shows of a match.
pub fn brief(stored: &StoredMatch, plan: &Plan, programme: &Programme, played: u64) -> Value {
    json!({
        "id": stored.id,
        "plan": plan,
        "created": stored.created,
        "state": stored.state,
        "problem": stored.problem,
        "tournament": programme.encounters.len() > 1,
        "played": played,
        "of": programme.games,
    })
}

fn results(encounter: &Encounter, records: &[GameRecord]) -> (Tally, Vec<u8>) {
    let own = || records.iter().filter(|record| encounter.has(record));
    let mut pairs: BTreeMap<u64, (u8, u8)> = BTreeMap::new();
    for record in own() {
        let (points, games) = pairs.entry(record.frame.pair).or_default();
        *points += record.half_points_of_first_player();
        *games += 1;
    }
    let complete = pairs.values().filter(|(_, games)| *games == 2).map(|(points, _)| *points);
    (Tally::of(own()), complete.collect())
}

/// What results say of a difference in strength, and no more than they say: a bound where every pair ended alike.
fn claim(claim: Claim) -> Value {
    let words = claim.to_string();
    match claim {
        // An estimate from nothing would be a number without a meaning.
        Claim::Unknown => Value::Null,
        Claim::AtLeast(bound) => json!({ "kind": "at_least", "value": bound, "error": null, "words": words }),
        Claim::AtMost(bound) => json!({ "kind": "at_most", "value": bound, "error": null, "words": words }),
        Claim::About(estimate, _) => {
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
        "elo": claim(pairs.elo_claim()),
        "normalised_elo": claim(pairs.normalised_claim()),
        "superiority": (pairs.pairs() > 0).then(|| pairs.likelihood_of_superiority()),
    })
}

/// Ratings of all players, the strongest first, with the reasons of their losses.
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
    let ratings = Ratings::of(number, &results, seed).0;
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

/// How far a test is between its bounds.
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
        "pair": record.frame.pair,
    })
}
