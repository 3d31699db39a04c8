//! Every target on the stable toolchain: its corpus, and seeded mutations of it.

mod corpus;
mod mutations;
