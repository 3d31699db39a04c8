//! Quadrille for Python: the part in Rust. What people import is in `package/quadrille`, which documents it.
//!
//! Everything goes through the type-erased games and players of crate `players`; only environments need more, numbered
//! actions and observations, which `state.rs` and `observation.rs` add. Nothing here knows a rule.

mod batch;
mod errors;
mod matches;
mod observation;
mod player;
mod position;
mod state;
mod theory;

use pyo3::prelude::*;

/// The module `quadrille._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::PyGame>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<player::PyAnalysis>()?;
    module.add_class::<player::PySearchInfo>()?;
    module.add_class::<matches::PyMatchResult>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<theory::PyAnswer>()?;
    module.add_class::<theory::PyThermograph>()?;
    module.add_function(wrap_pyfunction!(position::find_game, module)?)?;
    module.add_function(wrap_pyfunction!(position::games, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::replay, module)?)?;
    module.add_function(wrap_pyfunction!(batch::random_games, module)?)?;
    module.add_function(wrap_pyfunction!(theory::solve_local, module)?)?;
    Ok(())
}
