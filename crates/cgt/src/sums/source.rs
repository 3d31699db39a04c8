//! Where strategies take means, temperatures and walls from: exact search, a database, temperature search on a budget, or
//! exact search as far as it comes and a guess beyond.

use super::guess;
use crate::{
    database::Database,
    exact::{ExactError, Thermographs, fast::Fast},
    games::Amazons,
    graph::Graph,
    meter::{Clock, Meter, Unlimited},
    partizan::Partizan,
    temperature::{TemperatureConfig, TemperatureSearch},
    thermograph::{Point, Sketch, Unit},
};
use search::{Limits, TimeLimit};
use std::{collections::HashMap, sync::atomic::AtomicBool, time::Instant};

/// Something that knows thermographs, or a guess at them.
pub trait Source<P> {
    /// The thermograph of a component.
    fn sketch(&mut self, component: &P) -> Result<Sketch<i32>, ExactError>;

    /// A move is to be chosen within these limits. Sources that always give the same answer need not care.
    fn begin_move(&mut self, _limits: Limits) {}

    /// Are the limits of this move used up? Whoever is not finished then should come to an end.
    fn is_late(&self) -> bool {
        false
    }

    /// Forgets everything: the next sum is as if it were the first.
    fn new_sum(&mut self) {}
}

/// Exact thermographs.
#[derive(Default)]
pub struct Exact(Fast);

impl Source<Amazons> for Exact {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        self.0.of(component, &mut Meter::new(&Unlimited))
    }

    fn new_sum(&mut self) {
        self.0 = Fast::default();
    }
}

impl<P: Partizan> Source<P> for Thermographs<P> {
    fn sketch(&mut self, component: &P) -> Result<Sketch<i32>, ExactError> {
        self.of(std::slice::from_ref(component), &mut Meter::new(&Unlimited))
    }
}

/// A database; what is not in it is computed.
pub struct FromDatabase {
    database: Database,
    other: Fast,
}

impl FromDatabase {
    /// Asks this database first.
    pub fn new(database: Database) -> FromDatabase {
        FromDatabase { database, other: Fast::default() }
    }
}

impl Source<Amazons> for FromDatabase {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        match self.database.probe(component) {
            Ok(entry) => Ok(entry.sketch),
            Err(_) => self.other.of(component, &mut Meter::new(&Unlimited)),
        }
    }

    fn new_sum(&mut self) {
        self.other = Fast::default();
    }
}

/// Temperature search with so many nodes for each component. Only mean and temperature are known then, so the walls are
/// those of a switch with these. Every search has a table of its own, so settings with a small one are wise.
pub struct Budgeted<P> {
    graph: Graph<P>,
    config: TemperatureConfig,
    nodes: u64,
    known: HashMap<P, Sketch<i32>>,
}

impl<P: Partizan> Budgeted<P> {
    /// Searches with these settings and at most so many nodes each.
    pub fn new(config: TemperatureConfig, nodes: u64) -> Budgeted<P> {
        Budgeted { graph: Graph::default(), config, nodes, known: HashMap::new() }
    }
}

impl<P: Partizan> Source<P> for Budgeted<P> {
    fn sketch(&mut self, component: &P) -> Result<Sketch<i32>, ExactError> {
        if let Some(known) = self.known.get(component) {
            return Ok(known.clone());
        }
        let never = AtomicBool::new(false);
        let clock = Clock::new(Limits { depth: None, nodes: Some(self.nodes), time: None }, &never);
        let mut search = TemperatureSearch::new(&mut self.graph, self.config.clone());
        let found = search.run(component, &mut Meter::new(&clock)).map_err(|_| crate::dyadic::OutOfRange)?;
        let units = |number: crate::Dyadic| {
            number
                .in_units(<i32 as Unit>::FRACTION)
                .and_then(<i32 as Unit>::narrow)
                .ok_or(crate::dyadic::OutOfRange)
        };
        let sketch = switch(Point { t: units(found.temperature)?, v: units(found.mean)? });
        self.known.insert(component.clone(), sketch.clone());
        Ok(sketch)
    }

    fn new_sum(&mut self) {
        self.graph = Graph::default();
        self.known.clear();
    }
}

/// Exact thermographs where a share of the move's time or nodes suffices, and a guess elsewhere. What is exact stays known.
#[derive(Default)]
pub struct Mixed {
    values: Fast,
    exact: HashMap<Amazons, Sketch<i32>>,
    guessed: HashMap<Amazons, Sketch<i32>>,
    limits: Limits,
    begun: Option<Instant>,
    used: u64,
}

impl Mixed {
    /// Regions with more empty squares are not even tried: one of them would use up everything.
    const MOST_EMPTY: u32 = 13;
    /// The share of the limits after which nothing costly is begun any more.
    const COSTLY_UNTIL: f64 = 0.5;
    /// The share of the limits after which only counting is left.
    const SEARCH_UNTIL: f64 = 0.9;
    /// The largest share of the limits that one exact search may use.
    const ONE_SEARCH: f64 = 0.3;

    /// Which part of the move's limits is used.
    fn used(&self) -> f64 {
        let spent = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let time = self.limits.time.map_or(0.0, |t| spent / t.hard.as_secs_f64().max(1e-6));
        let nodes = self.limits.nodes.map_or(0.0, |n| self.used as f64 / n.max(1) as f64);
        time.max(nodes)
    }

    /// The exact thermograph, if there is time for it.
    fn exactly(&mut self, component: &Amazons) -> Option<Sketch<i32>> {
        if component.longest() > Self::MOST_EMPTY || self.used() > Self::COSTLY_UNTIL {
            return None;
        }
        let never = AtomicBool::new(false);
        let limits = Limits {
            depth: None,
            nodes: self.limits.nodes.map(|n| (n as f64 * Self::ONE_SEARCH) as u64),
            time: self.limits.time.map(|t| TimeLimit::exactly(t.hard.mul_f64(Self::ONE_SEARCH))),
        };
        let clock = Clock::new(limits, &never);
        let mut meter = Meter::new(&clock);
        let found = self.values.of(component, &mut meter);
        self.used += meter.used();
        found.ok()
    }
}

impl Source<Amazons> for Mixed {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        for known in [&self.exact, &self.guessed] {
            if let Some(sketch) = known.get(component) {
                return Ok(sketch.clone());
            }
        }
        if let Some(sketch) = self.exactly(component) {
            self.exact.insert(*component, sketch.clone());
            return Ok(sketch);
        }
        let depth = match self.used() {
            used if used < Self::COSTLY_UNTIL => 2,
            used if used < Self::SEARCH_UNTIL => 1,
            _ => 0,
        };
        self.used += u64::from(depth);
        let sketch = guess::sketch(component, depth)?;
        self.guessed.insert(*component, sketch.clone());
        Ok(sketch)
    }

    fn is_late(&self) -> bool {
        self.used() >= Self::SEARCH_UNTIL
    }

    fn begin_move(&mut self, limits: Limits) {
        // A guess may be bettered when there is time again.
        self.guessed.clear();
        (self.limits, self.begun, self.used) = (limits, Some(Instant::now()), 0);
    }

    fn new_sum(&mut self) {
        *self = Mixed::default();
    }
}

/// The walls of a switch with this temperature and mean.
fn switch(mast: Point<i32>) -> Sketch<i32> {
    let bottom = -i32::ONE;
    if mast.t <= bottom {
        return Sketch { left: vec![mast], right: vec![mast], mast };
    }
    let wide = mast.t - bottom;
    Sketch {
        left: vec![Point { t: bottom, v: mast.v + wide }, mast],
        right: vec![Point { t: bottom, v: mast.v - wide }, mast],
        mast,
    }
}
