//! Where strategies get thermographs: exact search, a database, temperature search on a budget, or exact search as far as
//! the limits reach and an estimate beyond.

use super::guess;
use crate::{
    Amazons, Dyadic, Graph, OutOfRange, Partizan, Player, Point, Result, Unit, Walls,
    database::Database,
    exact::{AmazonsThermographs, Thermographs},
    temperature::{Found, TemperatureConfig, TemperatureSearch},
};
use search::{Clock, Limits, NodeBudget, TimeLimit, Unlimited};
use std::{collections::HashMap, sync::atomic::AtomicBool, time::Instant};

/// Something that knows thermographs, or estimates them.
pub trait Source<P> {
    /// The thermograph of a component.
    fn walls(&mut self, component: &P) -> Result<Walls<i32>>;

    /// The component after the best move of a player at a temperature, if the source knows that without a thermograph of
    /// every option.
    fn best_move(&mut self, _component: &P, _player: Player, _t: i32) -> Result<Option<P>> {
        Ok(None)
    }

    /// Tells the source the limits of the move that is to be chosen. Sources without limits ignore it.
    fn begin_move(&mut self, _limits: Limits) {}

    /// Forgets everything: the next sum is as if it were the first.
    fn new_sum(&mut self) {}
}

/// Exact thermographs.
#[derive(Default)]
pub struct Exact(AmazonsThermographs);

impl Source<Amazons> for Exact {
    fn walls(&mut self, component: &Amazons) -> Result<Walls<i32>> {
        self.0.walls(component, &mut NodeBudget::new(&Unlimited))
    }

    fn new_sum(&mut self) {
        self.0 = AmazonsThermographs::default();
    }
}

impl<P: Partizan> Source<P> for Thermographs<P> {
    fn walls(&mut self, component: &P) -> Result<Walls<i32>> {
        Thermographs::walls(self, std::slice::from_ref(component), &mut NodeBudget::new(&Unlimited))
    }
}

/// A database; what is not in it is computed.
pub struct DatabaseSource {
    database: Database,
    other: Exact,
}

impl DatabaseSource {
    /// A source that asks this database first.
    pub fn new(database: Database) -> DatabaseSource {
        DatabaseSource { database, other: Exact::default() }
    }
}

impl Source<Amazons> for DatabaseSource {
    fn walls(&mut self, component: &Amazons) -> Result<Walls<i32>> {
        match self.database.probe(component) {
            Ok(entry) => Ok(entry.walls),
            Err(_) => self.other.walls(component),
        }
    }

    fn new_sum(&mut self) {
        self.other.new_sum();
    }
}

/// Temperature search with a node limit for each component, and once more for the move in one of them. It finds only mean
/// and temperature, so the walls are those of a switch. Every search has its own table, so use settings with a small one.
pub struct TdsSource<P> {
    graph: Graph<P>,
    config: TemperatureConfig,
    nodes: u64,
    known: HashMap<P, Walls<i32>>,
}

impl<P: Partizan> TdsSource<P> {
    /// Searches with these settings and at most so many nodes each.
    pub fn new(config: TemperatureConfig, nodes: u64) -> TdsSource<P> {
        TdsSource { graph: Graph::default(), config, nodes, known: HashMap::new() }
    }
}

impl<P: Partizan> TdsSource<P> {
    /// Searches a component, and then asks the search.
    fn search<T>(
        &mut self,
        component: &P,
        ask: impl FnOnce(Found, &mut TemperatureSearch<P>) -> Result<T>,
    ) -> Result<T> {
        let mut search = TemperatureSearch::on(std::mem::take(&mut self.graph), self.config.clone());
        let budget: NodeBudget = NodeBudget::new(&Unlimited);
        let found = search.run(component, &mut budget.at_most(self.nodes));
        let answer = found.and_then(|found| ask(found, &mut search));
        self.graph = search.graph;
        answer
    }
}

impl<P: Partizan> Source<P> for TdsSource<P> {
    fn walls(&mut self, component: &P) -> Result<Walls<i32>> {
        if let Some(known) = self.known.get(component) {
            return Ok(known.clone());
        }
        let found = self.search(component, |found, _| Ok(found)).map_err(|_| OutOfRange)?;
        let walls =
            switch(Point { t: i32::from_number(found.temperature)?, v: i32::from_number(found.mean)? });
        self.known.insert(component.clone(), walls.clone());
        Ok(walls)
    }

    fn best_move(&mut self, component: &P, player: Player, t: i32) -> Result<Option<P>> {
        let (nodes, t) = (self.nodes, Dyadic::from_units(i128::from(t), i32::FRACTION)?);
        self.search(component, |_, search| {
            let budget: NodeBudget = NodeBudget::new(&Unlimited);
            search.best_move(component, player, t, &mut budget.at_most(nodes))
        })
    }

    fn new_sum(&mut self) {
        self.graph = Graph::default();
        self.known.clear();
    }
}

/// Exact thermographs where a share of the move's limits suffices, and estimates elsewhere. Exact ones stay known.
#[derive(Default)]
pub struct MixedSource {
    values: AmazonsThermographs,
    exact: HashMap<Amazons, Walls<i32>>,
    estimated: HashMap<Amazons, Walls<i32>>,
    limits: Limits,
    begun: Option<Instant>,
    used: u64,
}

impl MixedSource {
    /// Regions with more empty squares are always estimated: one of them would use up everything.
    const MAX_EMPTY: u32 = 13;
    /// The share of the limits after which no exact search begins.
    const EXACT_UNTIL: f64 = 0.5;
    /// The share of the limits after which estimates are counts only.
    const SEARCH_UNTIL: f64 = 0.9;
    /// The largest share of the limits that one exact search may use.
    const ONE_SEARCH: f64 = 0.3;

    /// The share of the move's limits used so far.
    fn used(&self) -> f64 {
        let spent = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let time = self.limits.time.map_or(0.0, |t| spent / t.hard.as_secs_f64().max(1e-6));
        let nodes = self.limits.nodes.map_or(0.0, |n| self.used as f64 / n.max(1) as f64);
        time.max(nodes)
    }

    /// The exact thermograph, if there is time for it.
    fn exactly(&mut self, component: &Amazons) -> Option<Walls<i32>> {
        if component.longest() > Self::MAX_EMPTY || self.used() > Self::EXACT_UNTIL {
            return None;
        }
        let never = AtomicBool::new(false);
        let clock = Clock::new(share(self.limits, Self::ONE_SEARCH), &never);
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let found = self.values.walls(component, &mut budget);
        self.used += budget.used();
        found.ok()
    }
}

impl Source<Amazons> for MixedSource {
    fn walls(&mut self, component: &Amazons) -> Result<Walls<i32>> {
        for known in [&self.exact, &self.estimated] {
            if let Some(walls) = known.get(component) {
                return Ok(walls.clone());
            }
        }
        if let Some(walls) = self.exactly(component) {
            self.exact.insert(*component, walls.clone());
            return Ok(walls);
        }
        let depth = match self.used() {
            used if used < Self::EXACT_UNTIL => 2,
            used if used < Self::SEARCH_UNTIL => 1,
            _ => 0,
        };
        self.used += u64::from(depth);
        let walls = guess::walls(component, depth)?;
        self.estimated.insert(*component, walls.clone());
        Ok(walls)
    }

    fn begin_move(&mut self, limits: Limits) {
        // An estimate may be improved when there is time again.
        self.estimated.clear();
        (self.limits, self.begun, self.used) = (limits, Some(Instant::now()), 0);
    }

    fn new_sum(&mut self) {
        *self = MixedSource::default();
    }
}

/// A share of some limits.
pub(super) fn share(limits: Limits, share: f64) -> Limits {
    Limits {
        time: limits.time.map(|t| TimeLimit::exactly(t.hard.mul_f64(share))),
        nodes: limits.nodes.map(|n| (n as f64 * share) as u64),
        depth: None,
    }
}

/// The walls of a switch with this temperature and mean.
fn switch(mast: Point<i32>) -> Walls<i32> {
    let bottom = -i32::ONE;
    if mast.t <= bottom {
        return Walls::mast_only(mast);
    }
    let width = mast.t - bottom;
    Walls {
        left: vec![Point { t: bottom, v: mast.v + width }, mast],
        right: vec![Point { t: bottom, v: mast.v - width }, mast],
        mast,
    }
}
