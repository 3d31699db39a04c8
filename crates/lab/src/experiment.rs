//! Experiments: a name, a source, a claim and the cells to run.

use crate::{
    LabError,
    hypothesis::{Claim, Hypothesis},
    show::{Plot, Table},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

/// The size of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A minute or so, to try it: few positions, small depths, budgets of nodes.
    Quick,
    /// Enough to decide most claims within hours for all experiments together; budgets of nodes wherever possible, so that
    /// every machine finds the same.
    Standard,
    /// As in the work.
    Full,
}

impl Scale {
    /// All sizes, the smallest first.
    pub const ALL: [Scale; 3] = [Scale::Quick, Scale::Standard, Scale::Full];

    /// Picks the value for this size.
    pub fn sizes<T>(self, quick: T, standard: T, full: T) -> T {
        match self {
            Scale::Quick => quick,
            Scale::Standard => standard,
            Scale::Full => full,
        }
    }

    /// Picks the value for runs that are smaller than the work's, or the work's own.
    pub fn pick<T>(self, reduced: T, full: T) -> T {
        match self {
            Scale::Quick | Scale::Standard => reduced,
            Scale::Full => full,
        }
    }

    /// Is it smaller than the work's own?
    pub fn is_reduced(self) -> bool {
        self != Scale::Full
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sizes("quick", "standard", "full"))
    }
}

/// Where an experiment comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// A table or a figure of one of the four works.
    Printed,
    /// A claim in the text of one of the four works.
    Text,
    /// Our own question.
    Own,
}

impl Origin {
    /// The authors of the four works: theses of 2011, 2013 and 2015 and a report of 2014.
    const AUTHORS: [&str; 4] = ["Veselý 2013", "Zhang 2015", "Soemers 2014", "Jakl 2011"];

    /// The origin that a source, such as `Zhang 2015, table 4.1`, tells of. Appendix A of Jakl's work consists of tables.
    pub fn of_source(source: &str) -> Origin {
        let is_work = Self::AUTHORS.iter().any(|author| source.starts_with(author));
        if !is_work || source.contains("our own") {
            return Origin::Own;
        }
        match ["table", "figure", "appendix"].iter().any(|word| source.contains(word)) {
            true => Origin::Printed,
            false => Origin::Text,
        }
    }
}

/// The conditions of a run; together with the name of the experiment they determine every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The size of the run.
    pub scale: Scale,
    /// The random seed.
    pub seed: u64,
    /// A folder of WALTZ's position files to use instead of generated positions.
    pub positions: Option<PathBuf>,
}

/// An experiment.
pub struct Experiment {
    /// The name on the command line, of the files and of the folder.
    pub name: String,
    /// A short title.
    pub title: String,
    /// Where it comes from: author, year, table or figure.
    pub source: &'static str,
    /// What the source claims; for our own experiments, the question.
    pub claim: &'static str,
    /// Can its positions come from a folder of WALTZ's files?
    pub takes_positions: bool,
    /// Makes the cells.
    pub design: DesignFn,
}

impl Experiment {
    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        Origin::of_source(self.source)
    }
}

/// Makes the cells of an experiment.
pub type DesignFn = Box<dyn Fn(&Conditions) -> Result<Design, LabError> + Send + Sync>;

/// A unit of work: self-contained, with the same result on every run, except for measured times.
pub struct Cell {
    /// Its name, unique within the experiment.
    pub id: String,
    /// Does the work. When the flag is set it may stop early; its result is then discarded.
    pub work: Box<Work>,
    /// The round it belongs to, from 0. Rounds are run one after the other, and the hypothesis is judged after each.
    pub round: usize,
    /// The parts of the hypothesis that it serves; all if there are none here. It is skipped when all of them are decided.
    pub parts: Vec<usize>,
}

/// The work of a cell.
pub type Work = dyn Fn(&AtomicBool) -> Result<Value, LabError> + Send + Sync;

/// The work of a cell before its result becomes JSON.
pub(crate) type TypedWork<T> = Box<dyn Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync>;

/// Turns results into a table and a plot. Cells that were not needed have none.
pub type Present = dyn Fn(&[Option<Value>]) -> Result<Findings, LabError> + Send + Sync;

/// The cells of a run and how their results are presented.
pub struct Design {
    /// The units of work.
    pub cells: Vec<Cell>,
    /// The method in sentences: positions, limits, substitutes.
    pub method: Vec<String>,
    /// What the work claims, as a hypothesis that is tested; experiments of our own may have none.
    pub hypothesis: Option<Hypothesis>,
    /// Turns the results, in the order of the cells, into a table and a plot.
    pub present: Box<Present>,
}

/// How the cells of a group are spread over rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounds {
    /// This many cells of each group in each round, in order: for cells drawn alike.
    Each(usize),
    /// This many rounds, with every so-many-th cell of a group in each: for cells in an order, such as from easy to hard.
    Spread(usize),
}

impl Rounds {
    fn of(self, nth: usize) -> usize {
        match self {
            Rounds::Each(many) => nth / many.max(1),
            Rounds::Spread(rounds) => nth % rounds.max(1),
        }
    }
}

/// Cells whose results belong together, with a label: those of a variant, or of a pairing.
pub(crate) type Group<W> = (String, Vec<(String, W)>);

impl Design {
    /// A design of one round whose cells all give values of one type.
    pub(crate) fn new<T, W, P>(cells: Vec<(String, W)>, method: Vec<String>, present: P) -> Design
    where
        T: Serialize + DeserializeOwned,
        W: Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync + 'static,
        P: Fn(&[T]) -> Findings + Send + Sync + 'static,
    {
        let ids: Vec<String> = cells.iter().map(|(id, _)| id.clone()).collect();
        let cells = cells.into_iter().map(|(id, work)| untyped(id, work, 0, Vec::new())).collect();
        let present = move |values: &[Option<Value>]| {
            let typed: Vec<Option<T>> = typed(&ids, values)?;
            let all = typed.into_iter().collect::<Option<Vec<T>>>().ok_or(LabError::Stopped)?;
            Ok(present(&all))
        };
        Design { cells, method, hypothesis: None, present: Box::new(present) }
    }

    /// A design of groups of cells that runs in rounds until its claim is decided. Results are presented by group, each in
    /// the order of its rounds.
    pub(crate) fn grouped<T, W, P>(
        groups: Vec<Group<W>>,
        rounds: Rounds,
        claim: Option<Claim<T>>,
        method: Vec<String>,
        present: P,
    ) -> Result<Design, LabError>
    where
        T: Serialize + DeserializeOwned + 'static,
        W: Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync + 'static,
        P: Fn(&[Vec<T>]) -> Findings + Send + Sync + 'static,
    {
        let labels: Vec<String> = groups.iter().map(|(label, _)| label.clone()).collect();
        let needed = match &claim {
            Some(claim) => groups_of_parts(claim, &labels)?,
            None => Vec::new(),
        };
        let (mut cells, mut layout, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (_, of_group)) in groups.into_iter().enumerate() {
            let parts: Vec<usize> = (0..needed.len()).filter(|&part| needed[part].contains(&place)).collect();
            let first = cells.len();
            for (nth, (id, work)) in of_group.into_iter().enumerate() {
                ids.push(id.clone());
                cells.push(untyped(id, work, rounds.of(nth), parts.clone()));
            }
            let mut order: Vec<usize> = (first..cells.len()).collect();
            order.sort_by_key(|&cell| (cells[cell].round, cell));
            layout.push(order);
        }
        let layout = Arc::new((ids, layout));
        let hypothesis = claim.map(|claim| hypothesis(claim, needed, layout.clone()));
        let present = move |values: &[Option<Value>]| Ok(present(&by_group(&layout, values)?));
        Ok(Design { cells, method, hypothesis, present: Box::new(present) })
    }

    /// A design without cells, whose findings are already known.
    pub(crate) fn known(method: Vec<String>, show: impl Fn() -> Findings + Send + Sync + 'static) -> Design {
        Design { cells: Vec::new(), method, hypothesis: None, present: Box::new(move |_| Ok(show())) }
    }

    /// Adds a claim to a design of one round. All its cells are one group.
    pub(crate) fn claiming<T: DeserializeOwned + 'static>(self, claim: Claim<T>) -> Design {
        let ids: Vec<String> = self.cells.iter().map(|cell| cell.id.clone()).collect();
        let order = (0..ids.len()).collect();
        let needed = vec![vec![0]; claim.parts.len()];
        let hypothesis = hypothesis(claim, needed, Arc::new((ids, vec![order])));
        Design { hypothesis: Some(hypothesis), ..self }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.cells.iter().map(|cell| cell.round + 1).max().unwrap_or(1)
    }
}

/// The names of all cells, and the cells of each group in the order of their rounds.
type Layout = (Vec<String>, Vec<Vec<usize>>);

/// A cell whose result becomes JSON.
fn untyped<T: Serialize>(
    id: String,
    work: impl Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync + 'static,
    round: usize,
    parts: Vec<usize>,
) -> Cell {
    let work = move |stop: &AtomicBool| {
        work(stop).and_then(|value| serde_json::to_value(value).map_err(LabError::cell))
    };
    Cell { id, work: Box::new(work), round, parts }
}

/// Reads results back from JSON.
fn typed<T: DeserializeOwned>(ids: &[String], values: &[Option<Value>]) -> Result<Vec<Option<T>>, LabError> {
    let read = |(id, value): (&String, &Option<Value>)| {
        let read = value.as_ref().map(T::deserialize).transpose();
        read.map_err(|e| LabError::Cell { cell: id.clone(), problem: e.to_string() })
    };
    ids.iter().zip(values).map(read).collect()
}

/// The results of each group.
fn by_group<T: DeserializeOwned>(
    (ids, layout): &Layout,
    values: &[Option<Value>],
) -> Result<Vec<Vec<T>>, LabError> {
    let mut typed: Vec<Option<T>> = typed(ids, values)?;
    let mut take = |cell: &usize| typed.get_mut(*cell).and_then(Option::take);
    Ok(layout.iter().map(|cells| cells.iter().filter_map(&mut take).collect()).collect())
}

/// The places of the groups that each part of a claim needs.
fn groups_of_parts<T>(claim: &Claim<T>, labels: &[String]) -> Result<Vec<Vec<usize>>, LabError> {
    let find = |label: &String| {
        let found: Vec<usize> = (0..labels.len()).filter(|&place| labels[place] == *label).collect();
        match found[..] {
            [one] => Ok(one),
            [] => Err(LabError::cell(format!("'{label}' is not one of: {}", labels.join(", ")))),
            _ => Err(LabError::cell(format!("'{label}' is the label of several groups; name them apart"))),
        }
    };
    let of_part = |groups: &Vec<String>| match groups.is_empty() {
        true => Ok((0..labels.len()).collect()),
        false => groups.iter().map(find).collect(),
    };
    claim.parts.iter().map(|part| of_part(&part.groups)).collect()
}

/// The hypothesis of a claim, whose parts need these groups.
fn hypothesis<T: DeserializeOwned + 'static>(
    claim: Claim<T>,
    needed: Vec<Vec<usize>>,
    layout: Arc<Layout>,
) -> Hypothesis {
    let Claim { statement, parts, why } = claim;
    let (mut stated, mut evidence) = (Vec::new(), Vec::new());
    for (part, needed) in parts.into_iter().zip(needed) {
        stated.push(part.part);
        evidence.push((part.evidence, needed));
    }
    let gather = move |values: &[Option<Value>]| {
        let groups: Vec<Vec<T>> = by_group(&layout, values)?;
        let of_part = |needed: &Vec<usize>| -> Vec<&[T]> {
            needed.iter().map(|&place| groups.get(place).map_or(&[][..], Vec::as_slice)).collect()
        };
        Ok(evidence.iter().map(|(evidence, needed)| evidence(&of_part(needed))).collect())
    };
    Hypothesis { statement, parts: stated, why, gather: Box::new(gather) }
}

/// The findings of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The table; the source's figures have their own columns.
    pub table: Table,
    /// The plot.
    pub plot: Plot,
    /// Remarks on the results.
    pub notes: Vec<String>,
    /// The number of games played.
    pub games: u64,
}
