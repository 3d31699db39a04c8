//! The lab: named, seeded, resumable experiments that rebuild the tables and figures of the papers.
//!
//! An [`Experiment`] is data with a function that makes its cells. A cell is the unit of work: it gives the same result on
//! any thread, in any order and when it is repeated. [`run`] does the missing cells and writes the results, [`report`] joins
//! all results into one document. Nothing here prints, and no experiment reads files except the positions it is given.

pub mod catalogue;
mod error;
mod experiment;
mod files;
mod hypothesis;
mod kinds;
mod positions;
pub mod properties;
mod run;
mod show;
pub mod tune;

pub use catalogue::{all, cost, find};
pub use error::LabError;
pub use experiment::{
    Cell, Conditions, Design, DesignFn, Experiment, Findings, Origin, Present, Scale, Work,
};
pub use hypothesis::{Answer, Bound, Evidence, Gather, Hypothesis, Judged, Part, Test, Verdict};
pub use run::{Difference, FinishedRun, Progress, RunConfig, Verification, VerifyConfig, run, verify};
pub use show::{
    Column, Mark, Page, Place, Plot, Provenance, Refreshed, Scale as AxisScale, Series, Style, Table, Tick,
    Uncertainty, Value, read_page, refresh, report, write_page,
};
