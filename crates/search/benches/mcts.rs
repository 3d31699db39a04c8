//! Iterations per second of Monte-Carlo tree search with the settings of Rabbocop (Jakl 2011, appendix B.1) on Arimaa.
//!
//! One iteration is a descent and ten playouts of four turns. The program made 870 to 1,210 of them a CPU second.

use arimaa::{
    Arimaa,
    heuristics::{GoalCheck, Rabbocop, heuristics},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::{History, Notation};
use search::{
    Limits, Root, SearchControl, TurnSearch,
    mcts::{Config, Mcts},
};
use std::{hint::black_box, sync::atomic::AtomicBool};

const SETTINGS: &str = "plain,c=0.01,fpu=value,virtual-visits=4,maturity=5,maturity-depth,graph=depth,stats=node,bias=1,\
    bias-by=step,history=1.1,cache=6,cache-every=50,playouts=10,length=4,best-of=3,sigmoid-scale=0.0003,virtual-loss=15,virtual-loss-as=even,no-pass,\
    memory=64M";

/// The classical start and a middle game.
const POSITIONS: [&str; 2] = [
    "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]",
    "g [r  rr  r rh  dr  cDEM c   mrH    eHdR h    R  r DR C CR R R  R R]",
];

fn iterations(criterion: &mut Criterion) {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let mut group = criterion.benchmark_group("rabbocop-mcts");
    group.sample_size(10);
    for (nth, text) in POSITIONS.iter().enumerate() {
        let position = Arimaa::parse_position(text).expect("a valid position");
        let history = History::starting_at(&position);
        for threads in [1, 2] {
            let text = format!("{SETTINGS},threads={threads}");
            let config = Config::parse(&text, &Config::BEST).expect("valid settings");
            let mut player =
                Mcts::new(config, heuristics(Rabbocop::PLAIN, GoalCheck::Off), 1).expect("enough memory");
            let mut run = || {
                player.new_game();
                let session = SearchControl::new(limits, &stop);
                black_box(player.search(Root { position: &position, history: &history, lines: 1 }, &session));
                player.iterations()
            };
            group.throughput(Throughput::Elements(run()));
            group.bench_function(format!("position {nth}, {threads} threads"), |bencher| {
                bencher.iter(&mut run)
            });
        }
    }
    group.finish();
}

criterion_group!(benches, iterations);
criterion_main!(benches);
