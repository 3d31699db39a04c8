//! Search info in the words of AEI. Thinks nothing and prints nothing.

use game::Score;
use players::{Board, SearchInfo};
use protocol::aei::Info;

/// What a controller may want to know of a search; `rabbit` is what one is worth at the start of a game, in its points.
pub(super) fn infos(board: &dyn Board, info: &SearchInfo, rabbit: i32) -> Vec<Info> {
    let mut infos =
        vec![Info::Depth { steps: info.depth, begun: false }, Info::Time(info.time), Info::Nodes(info.nodes)];
    if let Some(line) = info.lines.first() {
        infos.extend(line.score.map(|score| Info::Score(hundredths(score, rabbit))));
        infos.push(Info::Pv(variation(board, &line.turns)));
    }
    infos
}

/// A score in hundredths of a rabbit; wins and losses are far beyond what pieces are worth, the nearer the further.
fn hundredths(score: Score, rabbit: i32) -> i64 {
    const DECIDED: i64 = 100_000;
    match score.distance() {
        None => i64::from(score.raw()) * 100 / i64::from(rabbit),
        Some(actions) if score.is_win() => DECIDED - i64::from(actions),
        Some(actions) => i64::from(actions) - DECIDED,
    }
}

/// Turns in official notation, each after the first preceded by the letter of its side. The last one may be unfinished.
fn variation(board: &dyn Board, turns: &[String]) -> String {
    let letters = board.sides().map(|name| name.chars().next().unwrap_or(' ').to_ascii_lowercase());
    let mut board = board.copy();
    let mut words = Vec::new();
    for (nth, turn) in turns.iter().enumerate() {
        if nth > 0 {
            words.push(letters[board.to_move().index()].to_string());
        }
        match board.play(turn) {
            Ok(played) => words.push(played.text),
            Err(_) => {
                words.push(turn.replace(',', " "));
                break;
            }
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_are_beyond_all_pieces() {
        assert_eq!(hundredths(Score::estimate(-376), 188), -200);
        assert_eq!(hundredths(Score::win_in(3), 188), 99_997);
        assert_eq!(hundredths(Score::loss_in(8), 188), -99_992);
    }

    #[test]
    fn a_variation_names_the_sides() {
        let board = players::GAMES.find("arimaa").unwrap().start("classic").unwrap();
        let turns = ["Ee2n,Ee3n,pass", "ed7s,ed6s,ed5s,ed4s", "Md2e"].map(String::from);
        assert_eq!(variation(board.as_ref(), &turns), "Ee2n Ee3n s ed7s ed6s ed5s ed4s g Md2e");
        let cut = ["Ee2n,Ee3n,pass", "ed7s", "Rd1s"].map(String::from);
        assert_eq!(variation(board.as_ref(), &cut), "Ee2n Ee3n s ed7s g Rd1s");
    }
}
