//! Regions: what is split is worth as much as the whole, territories are counted right, and settled games are settled.

use crate::common;

use amazons::{
    Amazons, Squares, members,
    regions::{
        decided,
        fill::{self, Effort, Ground},
        settled,
    },
    slides_from,
};
use common::{read, start, strewn};
use game::{Decomposes, Draw, EitherSideCanMove, Game, Holder, Outcome, Score, Side, Span};
use std::collections::HashMap;
use testkit::brute;

// ─────────────────────────────── sums ───────────────────────────────

/// A sum of boards and of turns that a side may make at any time.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sum {
    boards: Vec<Amazons>,
    free: [u32; 2],
}

impl Sum {
    /// Does the side to move win? By trying everything.
    fn wins(&self, side: Side, known: &mut HashMap<(Sum, Side), bool>) -> bool {
        let key = (self.clone(), side);
        if let Some(&answer) = known.get(&key) {
            return answer;
        }
        let answer = self.options(side).into_iter().any(|option| !option.wins(side.other(), known));
        known.insert(key, answer);
        answer
    }

    fn options(&self, side: Side) -> Vec<Sum> {
        let mut found = Vec::new();
        if self.free[side.index()] > 0 {
            let mut option = self.clone();
            option.free[side.index()] -= 1;
            found.push(option);
        }
        for (nth, board) in self.boards.iter().enumerate() {
            let board = board.with_to_move(side);
            for turn in game::distinct_turns(&board) {
                let mut option = self.clone();
                option.boards[nth] = turn.result.with_to_move(Side::First);
                found.push(option);
            }
        }
        found
    }
}

fn whole(position: &Amazons) -> Sum {
    Sum { boards: vec![position.with_to_move(Side::First)], free: [0; 2] }
}

/// Regions with one holder and a known count become free turns, dead ones vanish.
fn in_parts(position: &Amazons) -> Sum {
    let mut sum = Sum { boards: Vec::new(), free: [0; 2] };
    for region in position.regions() {
        match (region.holder, region.turns.and_then(Span::exact)) {
            (Holder::Neither, _) => (),
            (Holder::One(side), Some(turns)) => sum.free[side.index()] += turns,
            _ => sum.boards.push(region.position.with_to_move(Side::First)),
        }
    }
    sum
}

/// Small boards with enough burnt that everything can be tried.
fn small(count: u64, most_empty: u32) -> Vec<Amazons> {
    let boards = strewn(4, 4, count).chain(strewn(5, 3, count)).chain(strewn(7, 2, count));
    boards.filter(|p| (1..=most_empty).contains(&p.empty().count_ones())).collect()
}

#[test]
fn the_sum_of_the_regions_is_worth_the_whole() {
    let (mut split, mut gated, mut territories) = (0, 0, 0);
    let mut known = HashMap::new();
    // On boards of six squares everything comes up, amazons that stand between two territories among it.
    let narrow = (0..4096_usize).step_by(3).flat_map(|code| {
        let signs: Vec<char> = (0..6).map(|nth| ['o', 'x', '.', '#'][code >> (2 * nth) & 3]).collect();
        let row = |signs: &[char]| signs.iter().collect::<String>();
        [
            read(&format!("{}|######", row(&signs))),
            read(&format!("{}|{}", row(&signs[..3]), row(&signs[3..]))),
        ]
    });
    for position in small(250, 5).into_iter().chain(narrow) {
        let (whole, parts) = (whole(&position), in_parts(&position));
        let regions = position.regions();
        split += usize::from(regions.iter().filter(|r| r.holder != Holder::Neither).count() > 1);
        territories += regions.iter().filter(|r| r.turns.is_some()).count();
        // A component that was split between two sides that touch.
        let touches = |side: Side| {
            let own = position.regions().into_iter().filter(|r| r.holder == Holder::One(side));
            own.fold(0, |set: Squares, r| set | r.position.amazons(side))
        };
        gated += usize::from(amazons::neighbours(touches(Side::First)) & touches(Side::Second) != 0);
        for side in Side::BOTH {
            // Differences from known values tell more than the outcome alone.
            for extra in [[0, 0], [1, 0], [0, 1], [2, 0], [0, 2]] {
                let with =
                    |sum: &Sum| Sum { free: [sum.free[0] + extra[0], sum.free[1] + extra[1]], ..sum.clone() };
                let expected = with(&whole).wins(side, &mut known);
                let found = with(&parts).wins(side, &mut known);
                assert_eq!(found, expected, "{position:?} with {extra:?}, {side:?} to move");
            }
        }
    }
    assert!(
        split > 50 && gated > 20 && territories > 200,
        "{split} split, {gated} gated, {territories} territories"
    );
}

#[test]
fn regions_are_boards_of_their_own() {
    let position = read("..#o|.x#.|###.|o.#x b");
    let regions = position.regions();
    let texts: Vec<String> = regions.iter().map(|r| r.position.grid_text()).collect();
    assert_eq!(texts, ["####|####|####|o.##", "###o|###.|###.|###x", "..##|.x##|####|####"]);
    let holders: Vec<Holder> = regions.iter().map(|r| r.holder).collect();
    assert_eq!(holders, [Holder::One(Side::First), Holder::Both, Holder::One(Side::Second)]);
    let exact = |nth: usize| regions[nth].turns.and_then(Span::exact);
    assert_eq!([exact(0), exact(1), exact(2)], [Some(1), None, Some(3)]);
    assert!(regions.iter().all(|r| r.position.to_move() == Side::Second));
    assert_eq!(start("").regions().len(), 1);
    let facts = position.facts();
    let fact = |name| facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1);
    let names = ["regions", "contested_regions", "white_territory", "black_territory"];
    assert_eq!(names.map(fact), [3, 1, 1, 3].map(Some));
}

/// The turns of a position are those of its components, as long as none was split between the sides.
#[test]
fn every_turn_is_made_in_one_region() {
    let mut seen = 0;
    for position in small(300, 12) {
        let regions = position.regions();
        let [white, black] = Side::BOTH.map(|side| position.amazons(side));
        if amazons::neighbours(white) & black != 0 {
            continue;
        }
        let in_regions: usize = regions.iter().map(|r| r.position.turn_count()).sum();
        assert_eq!(in_regions, position.turn_count(), "{position:?}");
        seen += usize::from(regions.len() > 1);
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn an_amazon_between_two_areas_joins_them() {
    // White's amazon can step aside and let Black in.
    assert_eq!(read("..o.x").regions().len(), 1);
    // Walled off by amazons that both can close behind them: two territories.
    let regions = read("..ox.").regions();
    let turns: Vec<_> = regions.iter().map(|r| (r.holder, r.turns.and_then(Span::exact))).collect();
    assert_eq!(turns, [(Holder::One(Side::First), Some(2)), (Holder::One(Side::Second), Some(1))]);
}

// ─────────────────────────────── territories ───────────────────────────────

/// The longest filling, by trying everything.
fn longest(empty: Squares, amazons: Squares) -> u32 {
    let mut best = 0;
    for from in members(amazons) {
        for to in members(slides_from(from, empty)) {
            let both = from.alone() | to.alone();
            for at in members(slides_from(to, empty ^ both)) {
                best = best.max(1 + longest(empty ^ both ^ at.alone(), amazons ^ both));
            }
        }
    }
    best
}

#[test]
fn territories_are_counted_as_trying_everything_does() {
    let (mut full, mut defective) = (0, 0);
    for position in small(1000, 5) {
        let amazons = position.amazons(Side::First);
        let reach = amazons::reached_by_king(amazons, position.empty());
        if reach.count_ones() < 2 {
            continue;
        }
        let ground = Ground { empty: reach, amazons, gates: 0 };
        let expected = longest(reach, amazons);
        let thorough = fill::count(ground, Effort::THOROUGH);
        assert_eq!(thorough.exact(), Some(expected), "{position:?}");
        let quick = fill::count(ground, Effort::QUICK);
        assert!(quick.least <= expected && expected <= quick.most, "{position:?}: {quick:?}");
        full += usize::from(expected == reach.count_ones());
        defective += usize::from(expected < reach.count_ones());
    }
    assert!(full > 300 && defective > 10, "{full} full, {defective} defective");
}

/// One amazon in the middle of a cross of dead ends can use only some of them.
#[test]
fn a_defective_territory_is_counted_right() {
    let position = read("#.#|.o.|#.#");
    let ground = Ground { empty: position.empty(), amazons: position.amazons(Side::First), gates: 0 };
    let expected = longest(ground.empty, ground.amazons);
    assert_eq!(fill::count(ground, Effort::THOROUGH), Span { least: expected, most: expected });
    // Wherever the amazon goes, the only arrow is back to the middle, and then it is stuck.
    let fork = read("#.#|#o#|.#.");
    let ground = Ground { empty: fork.empty(), amazons: fork.amazons(Side::First), gates: 0 };
    assert_eq!(longest(ground.empty, ground.amazons), 1);
    assert_eq!(fill::count(ground, Effort::QUICK).exact(), Some(1));
}

/// Large open grounds are filled by walking alone.
#[test]
fn open_grounds_are_filled() {
    for text in ["Q9/10/10/10/10 w", "4Q5/10/10/10/4Q5 w", "5/5/2Q2/5/5 w", "Q7/8/8/8/8/8/8/7Q w"] {
        let position = read(text);
        let size = position.empty().count_ones();
        let ground = Ground { empty: position.empty(), amazons: position.amazons(Side::First), gates: 0 };
        assert_eq!(fill::count(ground, Effort::QUICK), Span { least: size, most: size }, "{text}");
    }
}

// ─────────────────────────────── settled games ───────────────────────────────

/// The exact value by minimax down to the end.
fn solved(position: &Amazons) -> Score {
    let longest = 2 * position.empty().count_ones() + 1;
    brute::value(position, longest, &|_| unreachable!("the game ends before that")).unwrap()
}

#[test]
fn settled_games_are_what_minimax_finds() {
    let (mut wins, mut losses, mut gated, mut middle) = (0, 0, 0, 0);
    for position in small(2000, 5) {
        let mut asked = vec![position, position.with_to_move(position.to_move().other())];
        asked.extend(position.action_list().into_iter().step_by(2).map(|act| position.child(act)));
        for position in asked {
            if position.outcome().is_some() {
                continue;
            }
            let Some(score) = settled(&position) else { continue };
            assert_eq!(score, solved(&position), "{position:?}");
            wins += usize::from(score.is_win());
            losses += usize::from(score.is_loss());
            middle += usize::from(!position.starts_turn());
            let [white, black] = Side::BOTH.map(|side| position.amazons(side));
            gated += usize::from(amazons::neighbours(white) & black != 0);
        }
    }
    assert!(
        wins > 500 && losses > 100 && gated > 200 && middle > 300,
        "{wins} wins, {losses} losses, {gated} gated, {middle} in mid-turn"
    );
}

#[test]
fn settled_games_on_the_large_board() {
    // A wall along the whole board: White has 40 squares, Black 49.
    let text = "q9/10/10/10/10/##########/10/10/10/9Q w";
    let position = read(text);
    assert_eq!(settled(&position), Some(Score::loss_in(4 * 39)));
    let other = position.with_to_move(Side::Second);
    assert_eq!(settled(&other), Some(Score::win_in(4 * 39 + 2)));
    assert_eq!(settled(&start("")), None);
    assert_eq!(read("Q#/#q w").outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn a_proven_lead_wins() {
    let mut known = HashMap::new();
    let (mut ahead, mut settled_too) = (0, 0);
    let few = |p: &Amazons| p.empty().count_ones() <= 7 && p.starts_turn() && p.outcome().is_none();
    for position in strewn(4, 4, 3000).filter(few) {
        let Some(score) = decided(&position) else { continue };
        let wins = whole(&position).wins(position.to_move(), &mut known);
        assert_eq!(score.is_win(), wins, "{position:?}");
        assert!(score.distance() <= Some(2 * position.empty().count_ones()));
        match settled(&position) {
            Some(exact) => settled_too += u32::from(exact == score),
            None => ahead += 1,
        }
    }
    assert!(ahead > 50 && settled_too > 50, "{ahead}, {settled_too}");
}
