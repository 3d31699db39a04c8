//! Runs steps one after another with their times and stops at the first failure.
//!
//! What the steps do is written in `main.rs`.

use crate::repo::Repo;
use anyhow::Result;
use std::time::Instant;

/// Something to check.
pub struct Step {
    /// What is checked, and the command that does it.
    pub name: &'static str,
    /// Checks it; an error is one clear sentence.
    pub run: fn(&Repo) -> Result<()>,
}

/// Runs the steps in order until one fails; answers whether all passed. The last line says how many did.
pub fn run_all(repo: &Repo, steps: &[Step]) -> bool {
    let started = Instant::now();
    for (passed, step) in steps.iter().enumerate() {
        println!("[{}/{}] {}", passed + 1, steps.len(), step.name);
        let step_started = Instant::now();
        let outcome = (step.run)(repo);
        let seconds = step_started.elapsed().as_secs_f64();
        if let Err(error) = outcome {
            println!("    FAILED after {seconds:.1} s: {error:#}");
            println!("{passed} passed, 1 failed, {} not run", steps.len() - passed - 1);
            return false;
        }
        println!("    ok in {seconds:.1} s");
    }
    println!("All steps took {:.1} s.", started.elapsed().as_secs_f64());
    println!("{} passed, 0 failed", steps.len());
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn the_first_failure_stops_the_rest() {
        let repo = Repo::find().unwrap();
        let good = || Step { name: "good", run: |_| Ok(()) };
        let bad = Step { name: "bad", run: |_| bail!("it is bad") };
        let never = Step { name: "never", run: |_| panic!("a step ran after a failure") };
        assert!(run_all(&repo, &[good(), good()]));
        assert!(!run_all(&repo, &[good(), bad, never]));
    }
}
