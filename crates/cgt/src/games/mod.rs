//! Small local games that implement [`Partizan`](crate::partizan::Partizan): Amazons, Domineering, Clobber, NoGo,
//! and abstract games.

pub(crate) mod amazons;
mod clobber;
mod domineering;
pub(crate) mod field;
mod form;
mod nogo;

pub use amazons::Amazons;
pub use clobber::Clobber;
pub use domineering::Domineering;
pub use form::Form;
pub use nogo::NoGo;
