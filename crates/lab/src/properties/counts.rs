//! Exact counts: starts, heights, turns, positions. Where the thesis gives a bound instead of a count, the same formula is
//! evaluated here.

use super::natural::{binomial, factorial, multinomial};
use num_bigint::BigUint;
use tzaar::{FIELDS, Field, INITIAL_COUNTS, Kind, PIECES_OF_A_SIDE, SYMMETRIES};

/// Every kind of both sides must be there in a game that goes on.
const SORTS: u64 = 6;

/// Pieces of each of the six sorts at the start.
fn pieces() -> [u64; SORTS as usize] {
    std::array::from_fn(|sort| u64::from(INITIAL_COUNTS[sort % Kind::ALL.len()]))
}

/// Start positions: arrangements of all pieces on all fields, 60! / (15! 9! 6!)².
pub(super) fn starts() -> BigUint {
    multinomial(&pieces())
}

/// Start positions that no symmetry of the board carries into each other, exactly: by Burnside's lemma this is the average,
/// over the twelve symmetries, of the number of starts that a symmetry leaves as they are.
pub(super) fn different_starts() -> BigUint {
    (0..SYMMETRIES).map(starts_kept_by).sum::<BigUint>() / SYMMETRIES
}

/// How many starts look the same after a symmetry. It moves the fields in cycles, and all fields of a cycle must hold the
/// same sort of piece. No field is the centre, so a rotation has cycles of one length only; a reflection has fields that
/// stay, on its axis, and pairs. In both cases there are `alone` fields that stay and cycles of one other length.
fn starts_kept_by(symmetry: usize) -> BigUint {
    let alone = fields_kept_by(symmetry);
    if alone == FIELDS as u64 {
        return starts();
    }
    let length = match symmetry {
        rotation @ 0..6 => (1..=6).find(|times| rotation * times % 6 == 0).unwrap_or(1) as u64,
        _ => 2,
    };
    let mut kept = BigUint::ZERO;
    share_out(alone, length, &pieces(), &mut Vec::new(), &mut |singles| {
        let cycles: Vec<u64> = pieces().iter().zip(singles).map(|(all, one)| (all - one) / length).collect();
        kept += multinomial(singles) * multinomial(&cycles);
    });
    kept
}

/// How many fields a symmetry leaves where they are.
fn fields_kept_by(symmetry: usize) -> u64 {
    Field::all().filter(|field| field.under_symmetry(symmetry) == *field).count() as u64
}

/// Visits every way to fill `alone` fields from these pieces so that whole cycles of `length` remain of each sort.
fn share_out(alone: u64, length: u64, rest: &[u64], so_far: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    match rest.split_first() {
        None if alone == 0 => visit(so_far),
        None => {}
        Some((&all, others)) => {
            for singles in (all % length..=all.min(alone)).step_by(length as usize) {
                so_far.push(singles);
                share_out(alone - singles, length, others, so_far, visit);
                so_far.pop();
            }
        }
    }
}

/// The height that no stack can exceed. A stack of height h is made by h - 1 stackings, each in a turn of its own, because
/// the other move of the turn must be a capture. Before each of these turns the opponent had a turn too (White's single
/// opening capture comes before Black's first), and took a piece with it. So h - 1 pieces of the builder are gone, h are in
/// the stack, and the other two kinds must still show: h + (h - 1) + 2 pieces are at most 30.
pub(super) fn greatest_height() -> u64 {
    let others = Kind::ALL.len() as u64 - 1;
    (u64::from(PIECES_OF_A_SIDE) - others).div_ceil(2)
}

/// The most turns of both sides together in a game without a pass: after White's opening capture each turn takes two stacks
/// from the board, and a turn can only begin while all six sorts are there, so with six stacks or more.
pub(super) fn turns_without_pass() -> u64 {
    most_turns(2)
}

/// The most turns of both sides together if every turn ends with a pass, so that only one stack vanishes.
pub(super) fn turns_with_passes() -> u64 {
    most_turns(1)
}

fn most_turns(vanishing: u64) -> u64 {
    let after_opening = FIELDS as u64 - 1;
    let later_turns = (after_opening - SORTS) / vanishing + 1;
    1 + later_turns
}

/// The thesis's bound of the number of positions, its printed sum evaluated as it stands: v empty fields, s white stacks
/// with k pieces in them, all others black with l pieces. For given v and s, the sums over k and over l do not depend on
/// each other.
pub(super) fn positions_bound() -> BigUint {
    let mut total = BigUint::ZERO;
    for empty in 1..=55 {
        let stacks = FIELDS as u64 - empty;
        let most_pieces = u64::from(PIECES_OF_A_SIDE) - empty / 4;
        let heights = |stacks: u64| -> BigUint {
            (stacks.max(2)..=most_pieces).map(|pieces| binomial(pieces - 1, stacks - 1)).sum()
        };
        let with_white = |white| binomial(stacks, white) * heights(white) * heights(stacks - white);
        let boards: BigUint = (2..=58 - empty).map(with_white).sum();
        let kinds = BigUint::from(3_u32).pow(stacks as u32);
        total += binomial(FIELDS as u64, empty) * boards * kinds;
    }
    total
}

/// Endings with six stacks, one of each sort: fields, then who stands where, then heights. The three stacks of a side have
/// at most 16 pieces, since every stacking was preceded by a capture.
pub(super) fn endings() -> BigUint {
    arrangements(FIELDS as u64) * ending_heights().pow(2)
}

/// Endings that no symmetry carries into each other, by Burnside's lemma: all six stacks are of different sorts, so a
/// symmetry keeps an ending only if it moves none of their fields.
pub(super) fn different_endings() -> BigUint {
    let kept: BigUint = (0..SYMMETRIES).map(|symmetry| arrangements(fields_kept_by(symmetry))).sum();
    kept * ending_heights().pow(2) / SYMMETRIES
}

/// Ways to put one stack of each sort on some of these fields.
fn arrangements(fields: u64) -> BigUint {
    binomial(fields, SORTS) * factorial(SORTS)
}

/// Ways to give three stacks heights with a sum of at most 16.
fn ending_heights() -> BigUint {
    (3..=16).map(|sum| binomial(sum - 1, 2)).sum()
}

/// Orders in which fields are filled in the placement phase, as the thesis counts them: it leaves aside which piece is put.
pub(super) fn placements() -> BigUint {
    factorial(FIELDS as u64)
}

/// Courses of the placement phase by the rules: besides a field, one also chooses one of one's own kinds.
pub(super) fn placements_with_kinds() -> BigUint {
    placements() * multinomial(&INITIAL_COUNTS.map(u64::from)).pow(2)
}

#[cfg(test)]
mod tests {
    use super::super::natural::rounded;
    use super::*;
    use tzaar::GREATEST_HEIGHT;

    #[test]
    fn starts_are_counted() {
        assert_eq!(starts().to_string(), "71282770128370739231435744499571914240000");
        let divisor: BigUint = [15, 9, 6].map(factorial).iter().product();
        assert_eq!(starts() * divisor.pow(2), factorial(60));
        assert_eq!(
            starts(),
            BigUint::from(12_u32) * "5940230844030894935952978708297659520000".parse::<BigUint>().unwrap()
        );
    }

    #[test]
    fn symmetric_starts_are_few_and_known_by_hand() {
        // A turn by 120° needs multiples of three of each sort; one by 60° or 180° would need even numbers of Totts.
        let thirds = multinomial(&[5, 3, 2, 5, 3, 2]);
        let by_rotation: Vec<BigUint> = (1..6).map(starts_kept_by).collect();
        let none = BigUint::ZERO;
        assert_eq!(by_rotation, [none.clone(), thirds.clone(), none.clone(), thirds, none]);
        // Four fields on the axis between sides must hold the four odd sorts, in any order; the rest are pairs.
        let pairs = multinomial(&[7, 4, 3, 7, 4, 3]) * 24_u32;
        let axes: Vec<u64> = (6..12).map(fields_kept_by).collect();
        assert_eq!(axes.iter().filter(|&&fields| fields == 4).count(), 3);
        assert_eq!(axes.iter().filter(|&&fields| fields == 8).count(), 3);
        for (symmetry, _) in (6..12).zip(&axes).filter(|(_, fields)| **fields == 4) {
            assert_eq!(starts_kept_by(symmetry), pairs);
        }
    }

    #[test]
    fn different_starts_are_a_little_more_than_a_twelfth() {
        assert_eq!(different_starts().to_string(), "5940230844030894936107463332023562390400");
        assert_eq!(rounded(&different_starts()), "5.94e39");
    }

    #[test]
    fn cycles_are_as_long_as_the_count_of_starts_assumes() {
        for symmetry in 1..SYMMETRIES {
            let lengths: std::collections::BTreeSet<usize> = Field::all()
                .map(|field| {
                    let mut next = field.under_symmetry(symmetry);
                    let mut length = 1;
                    while next != field {
                        next = next.under_symmetry(symmetry);
                        length += 1;
                    }
                    length
                })
                .collect();
            let expected: &[usize] = match symmetry {
                1 | 5 => &[6],
                2 | 4 => &[3],
                3 => &[2],
                _ => &[1, 2],
            };
            assert!(lengths.iter().eq(expected), "symmetry {symmetry}: {lengths:?}");
        }
    }

    #[test]
    fn heights_and_turns_are_bounded() {
        assert_eq!(greatest_height(), u64::from(GREATEST_HEIGHT));
        assert_eq!(turns_without_pass(), 28);
        assert_eq!(turns_with_passes(), 55);
    }

    #[test]
    fn the_printed_sum_is_not_the_printed_value() {
        let bound = positions_bound();
        assert_eq!(bound.to_string(), "9193620035678073040556718149497134362362176168322015720680");
        assert_eq!(rounded(&bound), "9.19e57");
        assert_eq!((rounded(&(&bound / 12_u32)), &bound % 12_u32), ("7.66e56".into(), BigUint::ZERO));
    }

    #[test]
    fn endings_are_counted() {
        assert_eq!(ending_heights(), BigUint::from(560_u32));
        assert_eq!(endings(), BigUint::from(11_304_019_077_120_000_u64));
        assert_eq!(endings(), BigUint::from(942_001_589_760_000_u64) * 12_u32);
        // Three axes with eight fields add 3 · (8 · 7 · 6 · 5 · 4 · 3) · 560² / 12.
        let more = 3 * 20_160 * 560 * 560 / 12;
        assert_eq!(different_endings(), BigUint::from(942_001_589_760_000_u64 + more));
    }

    #[test]
    fn placements_are_counted() {
        assert_eq!(rounded(&placements()), "8.32e81");
        // 30! / (15! 9! 6!) ways to order the kinds of one side.
        let kinds = BigUint::from(776_363_187_600_u64);
        assert_eq!(placements_with_kinds(), placements() * kinds.pow(2));
    }
}
