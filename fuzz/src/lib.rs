//! Laws about everything that reads input: each target states one, for any bytes.
//!
//! `cargo fuzz run NAME` tries a law under libFuzzer (`fuzz_targets`), `cargo test -p quadrille-fuzz` with the seeded mutator of
//! `testkit`. Both begin with the small files of `corpus/NAME`. Nothing here is part of the program.

mod databases;
mod http;
mod protocols;
mod records;
mod texts;
mod values;

/// A law about one kind of input.
pub struct Target {
    /// Its name in `cargo fuzz run NAME` and its folder in `corpus`.
    pub name: &'static str,
    /// The law in one sentence.
    pub law: &'static str,
    /// Checks the law for one input and panics where it is broken; returns whether the input was read, not refused.
    pub check: fn(&[u8]) -> bool,
    /// Mutations that the seeded mutator tries, about three seconds in a development build.
    pub mutations: u32,
}

/// Every target, by name.
pub const TARGETS: &[Target] = &[
    Target {
        name: "aei",
        law: "an AEI message that is read prints to a line that reads back to an equal message",
        check: |input| text(input, protocols::aei),
        mutations: 400_000,
    },
    Target {
        name: "cgt-boards",
        law: "a local game that is read prints to a text with the same value and the same normal form",
        check: |input| text(input, values::board),
        mutations: 40_000,
    },
    Target {
        name: "cgt-games",
        law: "a short game that is read prints to a text that reads back to an equal game",
        check: |input| text(input, values::game),
        mutations: 1500,
    },
    Target {
        name: "cgt-sums",
        law: "the mean of a sum of local games is the sum of their means",
        check: |input| text(input, values::sum),
        mutations: 60_000,
    },
    Target {
        name: "databases",
        law: "a database file is refused, or every position that it lists can be probed",
        check: databases::file,
        mutations: 15_000,
    },
    Target {
        name: "http",
        law: "every well-formed HTTP request gets a complete response with a status below 500",
        check: http::requests,
        mutations: 4000,
    },
    Target {
        name: "imports",
        law: "a foreign record that is read is a legal game, from a start that reads back, with turns in canonical form",
        check: |input| text(input, records::import),
        mutations: 200_000,
    },
    Target {
        name: "positions",
        law: "a position that is read prints to a text that reads back to the same position and key",
        check: |input| text(input, texts::position),
        mutations: 250_000,
    },
    Target {
        name: "records",
        law: "a record that is read prints to a line that reads back to an equal record, and is replayed or refused",
        check: |input| text(input, records::record),
        mutations: 200_000,
    },
    Target {
        name: "specs",
        law: "a player spec that is read prints to a canonical text that reads back to an equal spec",
        check: |input| text(input, texts::spec),
        mutations: 50_000,
    },
    Target {
        name: "time-controls",
        law: "a time control that is read prints to a text that reads back to an equal one",
        check: |input| text(input, texts::time_control),
        mutations: 700_000,
    },
    Target {
        name: "turns",
        law: "a turn that is read is legal and complete, and both of its texts read back to it",
        check: |input| text(input, texts::turns),
        mutations: 150_000,
    },
    Target {
        name: "ugi",
        law: "a UGI message that is read prints to a line that reads back to an equal message",
        check: |input| text(input, protocols::ugi),
        mutations: 350_000,
    },
    Target {
        name: "waltz",
        law: "a WALTZ file that is read is written to a text that reads back to an equal position or move",
        check: |input| text(input, texts::waltz),
        mutations: 250_000,
    },
];

/// Checks the law of a target for one input.
///
/// # Panics
/// Where the law is broken, and if there is no such target.
pub fn check(name: &str, input: &[u8]) -> bool {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("'{name}' is not a target"));
    (target.check)(input)
}

/// Input that is not text is refused.
fn text(input: &[u8], law: fn(&str) -> bool) -> bool {
    str::from_utf8(input).is_ok_and(law)
}
