//! The searches that are running, and the players that wait for their next turn: how many, for which client, with how
//! much memory, and the flags that stop them.

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Client,
    policy::Limits,
    state::App,
    warm_players::{IdlePlayers, WarmPlayer},
};
use game::Side;
use players::Spec;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

/// What a search is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// `analysis`, `play`, `review`, `match` or `experiment`.
    pub what: &'static str,
    pub game: &'static str,
    pub spec: String,
    /// Bytes of its tables.
    pub memory: u64,
    /// The client that asked for it.
    pub client: IpAddr,
}

impl Purpose {
    /// A search that uses this many bytes, named by its player's spec or by what it computes.
    pub fn new(
        what: &'static str,
        game: &'static str,
        spec: &str,
        memory: u64,
        Client(client): Client,
    ) -> Purpose {
        Purpose { what, game, spec: spec.into(), memory, client }
    }

    /// A search by a player.
    pub fn of_player(what: &'static str, game: &'static str, spec: &Spec, client: Client) -> Purpose {
        Purpose::new(what, game, spec.given(), spec.memory(), client)
    }
}

struct Running {
    purpose: Purpose,
    started: Instant,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    last_id: u64,
    running: BTreeMap<u64, Running>,
    idle: IdlePlayers,
}

/// The searches of a server.
pub struct Searches {
    limits: Limits,
    state: Mutex<State>,
    /// How many players were built for turns of stored games.
    pub players_built: AtomicU64,
}

impl Searches {
    /// A server without searches.
    pub fn new(limits: Limits) -> Arc<Searches> {
        Arc::new(Searches { limits, state: Mutex::default(), players_built: AtomicU64::new(0) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Permits a search within the limits. Raising `stop` ends the search; dropping the permit returns its place.
    pub fn begin(self: &Arc<Searches>, purpose: Purpose, stop: &Arc<AtomicBool>) -> ApiResult<Permit> {
        self.admit(&mut self.lock(), purpose, stop)
    }

    /// Permits a turn of a stored game, and hands over the side's player if it was kept.
    pub fn begin_turn(
        self: &Arc<Searches>,
        purpose: Purpose,
        stop: &Arc<AtomicBool>,
        (game, side): (&str, Side),
    ) -> ApiResult<(Permit, Option<WarmPlayer>)> {
        let mut state = self.lock();
        let kept = state.idle.take(game, side);
        match self.admit(&mut state, purpose, stop) {
            Ok(permit) => Ok((permit, kept)),
            Err(error) => {
                kept.into_iter().for_each(|kept| state.idle.keep(kept));
                Err(error)
            }
        }
    }

    fn admit(
        self: &Arc<Searches>,
        state: &mut State,
        purpose: Purpose,
        stop: &Arc<AtomicBool>,
    ) -> ApiResult<Permit> {
        let refuse = |sentence: String| Err(ApiError::too_many(sentence, 2));
        let (limits, all) = (&self.limits, || state.running.values().map(|search| &search.purpose));
        let own = || all().filter(|other| other.client == purpose.client);
        if own().count() >= limits.searches_per_client || all().count() >= limits.searches {
            let (own, all) = (own().count(), all().count());
            return refuse(format!(
                "{all} searches are running, {own} of them yours, and no more are allowed; stop one first"
            ));
        }
        let with = |others: u64| purpose.memory.saturating_add(others);
        if with(own().map(|other| other.memory).sum()) > limits.memory_per_client {
            let most = limits.memory_per_client >> 20;
            return refuse(format!("your searches use all of the {most}M that one client may use"));
        }
        let Some(left) = limits.memory.checked_sub(with(all().map(|other| other.memory).sum())) else {
            let most = limits.memory >> 20;
            return refuse(format!("running searches use all of the {most}M that searches may use together"));
        };
        state.idle.shrink(left);
        state.last_id += 1;
        let id = state.last_id;
        state.running.insert(id, Running { purpose, started: Instant::now(), stop: Arc::clone(stop) });
        Ok(Permit { id, searches: Arc::clone(self) })
    }

    /// Drops the kept players of a game.
    pub fn drop_players(&self, game: &str) {
        self.lock().idle.drop_game(game);
    }

    /// Stops all searches.
    pub fn stop_all(&self) {
        self.lock().running.values().for_each(|search| search.stop.store(true, Ordering::Relaxed));
    }

    /// How many are running.
    pub fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// The running searches, for the status request.
    pub fn status(&self) -> Value {
        let state = self.lock();
        let list = state.running.iter().map(|(id, search)| {
            json!({
                "id": id,
                "what": search.purpose.what,
                "game": search.purpose.game,
                "player": search.purpose.spec,
                "memory": search.purpose.memory,
                "seconds": search.started.elapsed().as_secs_f64(),
            })
        });
        list.collect()
    }

    /// The kept players, for the status request.
    pub fn player_status(&self) -> Value {
        let state = self.lock();
        json!({ "kept": state.idle.count(), "memory": state.idle.memory(), "built": self.players_built.load(Ordering::Relaxed) })
    }
}

/// Permission to search, until it is dropped.
pub struct Permit {
    id: u64,
    searches: Arc<Searches>,
}

impl Permit {
    /// Ends the search and keeps its player for the next turn.
    pub fn keep(self, player: WarmPlayer) {
        let mut state = self.searches.lock();
        state.running.remove(&self.id);
        state.idle.keep(player);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.searches.lock().running.remove(&self.id);
    }
}

/// Runs blocking work as a search, which is stopped when the client leaves.
pub async fn compute(
    app: App,
    purpose: Purpose,
    work: impl FnOnce(&AtomicBool) -> ApiResult<Value> + Send + 'static,
) -> ApiResult {
    let stop = Arc::new(AtomicBool::new(false));
    let _guard = StopOnDrop(Arc::clone(&stop));
    blocking::json(move || {
        let _permit = app.searches.begin(purpose, &stop)?;
        work(&stop)
    })
    .await
}

/// Raises a flag when it is dropped.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
