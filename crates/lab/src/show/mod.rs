//! The output of experiments: tables, plots, pages and the report that joins them.

mod answer;
mod blocks;
mod html;
mod number;
mod overview;
mod page;
mod plot;
mod report;
mod svg;
mod table;

pub use blocks::{Refreshed, refresh};
pub use page::{Page, Provenance, write_page};
pub use plot::{Mark, Place, Plot, Scale, Series, Style, Tick, Uncertainty};
pub use report::{read_page, report};
pub use table::{Column, Table, Value};

pub(crate) use number::text;
