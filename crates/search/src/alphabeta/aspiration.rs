//! Aspiration: an iteration starts with a narrow window around the value it expects. Exact: a miss is searched again.
//!
//! Source: Soemers 2014, 4.3 and 7.1 with its three set-ups: 136 around the last value, 171 around it, and 100 around the last
//! value moved by 141 up after even depths and down after odd ones, because values alternate with the parity of the depth.
//!
//! Worth on KnightThrough (2026-11-15, nodes to depth 7 on the bench positions, all exact techniques on): a window of 30
//! takes 1.00 times the nodes of the full one.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `aspiration`: KnightThrough +26 ± 24 % nodes, −23 ± 56 Elo in 60 games; Tzaar +2 ± 3 % nodes, +58 ± 76 Elo in 60
//!   games; Amazons +23 ± 13 % nodes, −108 ± 166 Elo; Arimaa +2 ± 4 % nodes, 0 ± 144 Elo.
//! * `aspiration-offset`: KnightThrough +5 ± 5 % nodes, 0 ± 92 Elo; Tzaar +8 ± 6 % nodes, +35 ± 164 Elo; Amazons
//!   −1 ± 7 % nodes, +35 ± 66 Elo; Arimaa +31 ± 13 % nodes, +70 ± 186 Elo.

use super::config::Config;
use crate::Window;
use game::Score;

/// The window for the iteration after one of `last_depth` (0 before the first) that gave `last`.
pub(super) fn first_window(config: &Config, last: Option<Score>, last_depth: u32) -> Window {
    let guess = last.unwrap_or(Score::DRAW);
    if !config.aspiration.is_on() || guess.is_decided() {
        return Window::FULL;
    }
    let offset = config.aspiration_offset.0 as i32;
    let expected = guess.plus(if last_depth.is_multiple_of(2) { offset } else { -offset });
    Window::around(expected, config.aspiration.0 as i32)
}

/// The window to search again with after a search of `missed` gave `score`; `None` if it did not miss.
pub(super) fn window_after(missed: Window, score: Score) -> Option<Window> {
    if score <= missed.alpha && missed.alpha > Window::FULL.alpha {
        Some(Window { alpha: Window::FULL.alpha, beta: score.plus(1) })
    } else if score >= missed.beta && missed.beta < Window::FULL.beta {
        Some(Window { alpha: score.plus(-1), beta: Window::FULL.beta })
    } else {
        None
    }
}
