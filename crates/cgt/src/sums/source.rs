//! Where strategies take means, temperatures and walls from: exact search, a database, or temperature search on a budget.

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
use search::Limits;
use std::{collections::HashMap, sync::atomic::AtomicBool};

/// Something that knows thermographs, or a guess at them.
pub trait Source<P> {
    /// The thermograph of a component.
    fn sketch(&mut self, component: &P) -> Result<Sketch<i32>, ExactError>;
}

/// Exact thermographs.
#[derive(Default)]
pub struct Exact(Fast);

impl Source<Amazons> for Exact {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        self.0.of(component, &mut Meter::new(&Unlimited))
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
