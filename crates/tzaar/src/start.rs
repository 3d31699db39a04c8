//! How a game begins: the fixed start, random starts and the empty board of the tournament version.

use crate::{
    geometry::FIELDS,
    phase::Phase,
    piece::{Kind, Stack},
    position::Tzaar,
};
use game::{Notation, Setup, Side, TextError, splitmix};

impl Setup for Tzaar {
    const NAME: &'static str = "tzaar";

    const VARIANTS: &'static str =
        "nothing or fixed for the fixed start, random=SEED for a random one, tournament to place the pieces";

    const STARTS: &'static [(&'static str, &'static str)] =
        &[("", "fixed start"), ("random={seed}", "random start"), ("tournament", "players place the pieces")];

    fn start(variant: &str) -> Result<Tzaar, TextError> {
        match variant {
            "" | "fixed" => Tzaar::parse_position(Tzaar::POSITION_EXAMPLE),
            "tournament" => Ok(Tzaar::empty()),
            _ => match variant.strip_prefix("random=").map(str::parse) {
                Some(Ok(seed)) => Ok(Tzaar::random_start(seed)),
                Some(Err(_)) => {
                    let problem = "needs a whole number from 0 to 2^64 - 1 as its seed, such as random=7";
                    Err(TextError::new(variant, problem))
                }
                None => Err(TextError::new(
                    variant,
                    format!("is not a start of Tzaar; it takes {}", Self::VARIANTS),
                )),
            },
        }
    }
}

impl Tzaar {
    /// All pieces on random fields, every arrangement equally likely; the same for a seed on every machine.
    pub fn random_start(seed: u64) -> Tzaar {
        let mut stacks = [None; FIELDS];
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            let of_kind = move |kind: Kind| {
                std::iter::repeat_n(Stack::new(side, kind, 1), usize::from(kind.initial_count()))
            };
            Kind::ALL.into_iter().flat_map(of_kind)
        });
        for (place, piece) in stacks.iter_mut().zip(pieces) {
            *place = Some(piece);
        }
        let mut state = seed;
        for last in (1..FIELDS).rev() {
            stacks.swap(last, below(&mut state, last as u64 + 1) as usize);
        }
        Tzaar::from_stacks(&stacks, Side::First, Phase::Opening)
            .unwrap_or_else(|_| unreachable!("all pieces are there"))
    }
}

/// A number below `bound`, each equally likely: the incomplete last round of numbers is thrown away.
fn below(state: &mut u64, bound: u64) -> u64 {
    let complete = u64::MAX - u64::MAX % bound;
    loop {
        let number = splitmix(state);
        if number < complete {
            return number % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    #[test]
    fn the_fixed_start_has_point_symmetry_between_the_sides() {
        let start = Tzaar::start("").unwrap();
        assert_eq!(start.stack_count(), 60);
        assert_eq!((start.to_move(), start.phase()), (Side::First, Phase::Opening));
        let turned = start.under_symmetry(3);
        for ((_, stack), (_, opposite)) in start.stacks().zip(turned.stacks()) {
            assert_eq!(stack.kind(), opposite.kind());
            assert_ne!(stack.side(), opposite.side());
        }
    }

    #[test]
    fn random_starts_depend_on_the_seed_and_on_nothing_else() {
        assert_eq!(Tzaar::start("random=7"), Tzaar::start("random=7"));
        assert_ne!(Tzaar::start("random=7"), Tzaar::start("random=8"));
        // A fixed point: a change of the generator would change every recorded match.
        let text = Tzaar::random_start(7).position_text();
        assert_eq!(text, "zzatT/TTZATa/TzAZaaa/TTAttTtZ/aAAAzTAA/TtTtTaZz/tAatTzt/aTtTtt/ZtttZ w o");
        for field in 0..FIELDS {
            let tzaars = (0..600).filter(|&seed| {
                Tzaar::random_start(seed).stacks().nth(field).is_some_and(|(_, s)| s.kind() == Kind::Tzaar)
            });
            // 120 are expected, with a standard deviation of 9.8.
            let count = tzaars.count();
            assert!((75..=165).contains(&count), "field {field} had {count} Tzaars in 600 starts");
        }
    }

    #[test]
    fn wrong_variants_are_quoted() {
        for (variant, part) in
            [("random=x", "whole number"), ("random", "random=SEED"), ("6x6", "tournament")]
        {
            let message = Tzaar::start(variant).unwrap_err().to_string();
            assert!(message.contains(variant) && message.contains(part), "{message}");
        }
    }
}
