//! Laws of symmetric games: a mirror image has as many continuations and is worth as much.

use crate::{Plays, random_games};
use game::{Game, Heuristics, Outcome, perft};

/// The law of a symmetry: the image of the image is the original, the outcome is the same for the image's sides, and the
/// counts of sequences up to `depth` agree. An image that swaps the sides swaps the side to move and the outcome with it.
pub fn symmetry<G: Game>(starts: &[G], plays: Plays, depth: u32, image_of: impl Fn(&G) -> G) {
    random_games(starts, plays, |position, _| {
        let image = image_of(position);
        assert_eq!(image_of(&image), *position, "the image of the image must be the original");
        let outcome = match position.outcome() {
            Some(Outcome::Win(side)) if image.to_move() != position.to_move() => {
                Some(Outcome::Win(side.other()))
            }
            outcome => outcome,
        };
        assert_eq!(image.outcome(), outcome, "an image must end as the original does: {position:?}");
        for depth in 1..=depth {
            let (count, expected) = (perft(&image, depth), perft(position, depth));
            assert_eq!(count, expected, "an image must have as many sequences of {depth}: {position:?}");
        }
    });
}

/// The law that heuristics respect a symmetry: an image has the static score of the original.
pub fn symmetric_evaluation<G: Game, H: Heuristics<G>>(
    starts: &[G],
    plays: Plays,
    heuristics: &H,
    image_of: impl Fn(&G) -> G,
) {
    random_games(starts, plays, |position, _| {
        if position.outcome().is_none() {
            let [score, expected] =
                [&image_of(position), position].map(|p| heuristics.static_score_from_scratch(p));
            assert_eq!(score, expected, "an image must have the same score: {position:?}");
        }
    });
}
