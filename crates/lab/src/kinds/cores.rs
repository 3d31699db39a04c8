//! Numbers of cores: threads as far as the machine has cores, and beyond that one thread with as many times the time, which
//! is called simulated wherever it is shown. An experiment may ask for simulated cores even where the machine has real ones.

use std::thread::available_parallelism;

/// What replaces what, for the method of an experiment.
pub(crate) const METHOD: &str = "k cores are k threads for the same time a turn, as far as the machine has cores. More are **simulated**: one thread \
    with k times the time, which is more than k threads would reach.";

/// The same where all but one are simulated.
pub(crate) const SIMULATED_METHOD: &str = "All cores but the first are **simulated**, also where the machine has them: k cores are one thread with k times the \
    time, which is more than k threads would reach.";

/// A number of cores, threads or simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cores {
    pub(crate) many: u64,
    is_simulated: bool,
}

impl Cores {
    /// One, two, four and eight cores on this machine.
    pub(crate) fn doublings() -> [Cores; 4] {
        Cores::on(available_parallelism().map_or(1, |many| many.get() as u64))
    }

    /// One core and two, four and eight simulated ones, on every machine.
    pub(crate) fn simulated() -> [Cores; 4] {
        Cores::on(1)
    }

    fn on(machine: u64) -> [Cores; 4] {
        [1, 2, 4, 8].map(|many| Cores { many, is_simulated: many > machine })
    }

    /// `1 core`, `2 cores` or `4 cores (simulated)`.
    pub(crate) fn label(self) -> String {
        let unit = if self.many == 1 { "core" } else { "cores" };
        format!("{} {unit}{}", self.many, if self.is_simulated { " (simulated)" } else { "" })
    }

    /// Of which series of a plot they are a point.
    pub(crate) fn series(self) -> &'static str {
        if self.is_simulated { "simulated cores" } else { "cores" }
    }

    /// Does one thread stand for them?
    pub(crate) fn is_simulated(self) -> bool {
        self.is_simulated
    }

    /// The threads of a search.
    pub(crate) fn threads(self) -> u64 {
        if self.is_simulated { 1 } else { self.many }
    }

    /// The milliseconds of a search that has so many on each core.
    pub(crate) fn milliseconds(self, on_each: u64) -> u64 {
        if self.is_simulated { self.many * on_each } else { on_each }
    }

    /// Settings for a search with so many milliseconds on each core.
    pub(crate) fn settings(self, on_each: u64) -> String {
        format!(",threads={},time={}ms", self.threads(), self.milliseconds(on_each))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_threads_as_far_as_the_machine_goes() {
        let [one, two, four, eight] = Cores::on(2);
        assert_eq!([one, two].map(|c| c.settings(10)), [",threads=1,time=10ms", ",threads=2,time=10ms"]);
        assert_eq!([four, eight].map(|c| c.settings(10)), [",threads=1,time=40ms", ",threads=1,time=80ms"]);
        assert_eq!([one.label(), two.label()], ["1 core", "2 cores"]);
        assert_eq!([four.label(), eight.label()], ["4 cores (simulated)", "8 cores (simulated)"]);
        assert_eq!([two.series(), four.series()], ["cores", "simulated cores"]);
        let [one, more @ ..] = Cores::simulated();
        assert!(!one.is_simulated() && more.iter().all(|cores| cores.is_simulated() && cores.threads() == 1));
        assert!(Cores::on(8).iter().all(|cores| !cores.label().contains("simulated")));
    }
}
