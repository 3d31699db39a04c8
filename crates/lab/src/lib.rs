//! The lab: named, seeded, resumable experiments that rebuild the tables and figures of the papers.
//!
//! An [`Experiment`] is data with a function that makes its cells; a cell is the unit of work, which means the same on any
//! thread, in any order and when it is done twice. [`run`] does the cells that are missing and writes what came of them,
//! [`report`] joins everything that was written. Nothing here prints, and no experiment reads files except the positions
//! that it was given.

pub mod catalogue;
mod error;
mod experiment;
mod kinds;
mod positions;
mod run;
mod show;
pub mod tune;

pub use catalogue::{all, find};
pub use error::LabError;
pub use experiment::{Cell, Conditions, Design, DesignFn, Experiment, Findings, Present, Scale, Work};
pub use run::{Finished, Order, Progress, run};
pub use show::{
    Column, Entry, Mark, Page, Place, Plot, Provenance, Scale as AxisScale, Series, Style, Table, Tick,
    read_page, report, write_page,
};
