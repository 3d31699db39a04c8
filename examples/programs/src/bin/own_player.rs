//! A player of your own in a match against a built-in one: `cargo run --release -p programs --bin own_player`.

use quadrille::{
    arena::{Contestant, MatchConfig, ResultBlock, TimeControl, WallClock, run_match},
    game::Verdict,
    players::{Board, GAMES, Player, Request, SearchInfo, Variation},
};
use std::{error::Error, ops::ControlFlow, sync::atomic::AtomicBool, time::Duration};

/// Plays the turn that leaves the opponent the fewest answers.
struct Smotherer;

impl Player for Smotherer {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        _request: Request<'_>,
        _observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let answers = |turn: &String| {
            let mut after = board.copy();
            after.play(turn).map_or(usize::MAX, |_| after.turns().len())
        };
        let turns = board.turns();
        let nodes = turns.len() as u64;
        let best = turns.into_iter().min_by_key(answers);
        let lines = best.map(|turn| Variation { score: None, actions: Vec::new(), turns: vec![turn] });
        let (verdict, lines) = (Verdict::Unknown, lines.into_iter().collect());
        SearchInfo { depth: 1, nodes, time: Duration::ZERO, verdict, length: None, lines }
    }

    fn new_game(&mut self) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = GAMES.find("knightthrough")?;
    let smotherer = Contestant::custom("smotherer", |_seed| Box::new(Smotherer));
    let players = [smotherer, game.spec("random")?.into()];
    let config = MatchConfig {
        variant: "6x6".into(),
        pairs: 20,
        ..MatchConfig::new(game, players, TimeControl::Nodes(1000))
    };
    let never = AtomicBool::new(false);
    let observer = &mut |_: quadrille::arena::Progress<'_>| ControlFlow::Continue(());
    let summary = run_match(&config, &WallClock::start(), None, &[], &never, observer)?;
    println!("{}", ResultBlock { first: "smotherer", second: "random", tally: &summary.tally });
    Ok(())
}
