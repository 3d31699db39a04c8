//! Small local games that implement [`Partizan`](crate::partizan::Partizan): Amazons, Domineering, Clobber, NoGo.

mod amazons;
mod clobber;
mod domineering;
pub mod field;
mod nogo;

pub use amazons::Amazons;
pub use clobber::Clobber;
pub use domineering::Domineering;
pub use nogo::NoGo;
