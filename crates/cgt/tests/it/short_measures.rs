//! Outcome classes, birthdays, cooling, heating, reduced canonical forms, atomic weights and CGSuite's syntax: against values that
//! the tests of CGSuite print, against the theorems that define them, and against play move by move.

use cgt::{
    Change, Dyadic, GameId, Games, OutcomeClass, Partizan, Player, Syntax, ValueError,
    exact::Values,
    games::{Amazons, Clobber, Domineering, NoGo},
    study_form, study_sum,
};
use rand::RngExt;
use search::{
    NodeBudget, Unlimited,
    random::{Generator, generator},
};
use std::collections::HashMap;

/// Printed in the tests of CGSuite (CanonicalShortGameTestCase): game, its printed form (`=` if the same), outcome class, birthday,
/// reduced canonical form and atomic weight. `-` stands where the game is not all small and we give no weight. CGSuite, which weighs
/// all atomic games, has 0 for the two tiny games and the miny one, and 2 for `{1|^^||^}`.
const PRINTED: &str = "
0 0 P 0 0 0
5 5 L 5 5 -
-1823437481924 -1823437481924 R 1823437481924 -1823437481924 -
-1/2 -1/2 R 2 -1/2 -
25/16 25/16 L 6 25/16 -
*8 *8 N 8 0 0
9/8+* 9/8* L 6 9/8 -
^ ^ L 2 0 1
v* v* N 2 0 -1
6+^* 6^* L 8 6 -
^*6 ^*6 L 8 0 1
73/16+v9*8 73/16v9*8 L 27 73/16 -
{0|*||*|||*||||*} ^[4] L 5 0 1
{0||0|v*} {0|^<2>} L 4 0 1
{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}} = L 9 0 0
{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}},{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}||||vv*4}} = N 12 0 0
{0||0|vvv} {0||0|v3} L 6 0 0
{^^^|vv} {^3|vv} N 5 0 {1|0}
{0||0|-3/2} Tiny(3/2) L 5 0 -
{0|||0||-1|-3} Tiny({3|1}) L 6 0 -
{5||3|1|||0||||0} Miny({5||3|1}) R 8 0 -
{1|^^||^} {1|^^||^} L 5 0 -
{1|^^^||^} {1|^3||^} L 6 0 -
{3||2+*|1+*} {3||2*|1*} L 5 {3||2|1} -
{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}} {3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}} N 6 {3/2|1/2||{0|-3},{-1/2|-1||-5/2}} -";

fn cgsuite(games: &mut Games, game: GameId) -> String {
    games.text_in(game, Syntax::CgSuite, usize::MAX).unwrap()
}

#[test]
fn measures_of_25_printed_games() {
    let mut games = Games::default();
    let mut checked = 0;
    for line in PRINTED.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        let game = games.parse(words[0]).unwrap();
        let printed = cgsuite(&mut games, game);
        assert_eq!(printed, if words[1] == "=" { words[0] } else { words[1] }, "{line}");
        assert_eq!(games.parse(&printed).unwrap(), game, "{line}: {printed}");
        assert_eq!(games.outcome_class(game).unwrap().to_string(), words[2], "{line}");
        assert_eq!(games.birthday(game).unwrap().to_string(), words[3], "{line}");
        let reduced = games.reduced(game).unwrap();
        assert_eq!(cgsuite(&mut games, reduced), words[4], "{line}");
        let weight = games.atomic_weight(game).unwrap().map_or("-".into(), |w| cgsuite(&mut games, w));
        assert_eq!(weight, words[5], "{line}");
        checked += 1;
    }
    assert_eq!(checked, 25);
}

/// Printed in the tests of CGSuite (GameTest): a game, a change and the result.
#[test]
fn cooled_and_heated_games_as_printed() {
    let warm = "{3||2+*|1+*}";
    for (game, change, result) in [
        (warm, "cool 0", "{3||2*|1*}"),
        (warm, "cool 1/4", "{11/4||2|3/2}"),
        (warm, "cool 1/2", "{5/2|2*}"),
        (warm, "cool 5/8", "{19/8|17/8}"),
        (warm, "cool 3/4", "9/4*"),
        (warm, "cool 70", "9/4"),
        (warm, "cool -1/2", "{7/2|||5/2|3/2||+-1/2}"),
        ("1/4", "cool -1/8", "1/4"),
        ("1/4", "cool -1/4", "1/4*"),
        ("1/4", "cool -3/8", "{3/8|1/8}"),
        (warm, "heat 0", "{3||2*|1*}"),
        (warm, "heat 1/2", "{7/2|||5/2|3/2||+-1/2}"),
        (warm, "heat 1", "{4|||3|1||0|-2}"),
        (warm, "heat -3/4", "9/4*"),
        (warm, "heat -1", "9/4"),
        (warm, "heat -2", "3/2"),
        (warm, "heat -3", "1"),
        (warm, "heat -4", "0"),
        (warm, "heat *", "{3*||2|1}"),
        (warm, "overheat * 1+*", "{1||+-(1*)|-1,{-1|-3}}"),
        ("7/16", "overheat 0 0", "^[3]"),
    ] {
        let words: Vec<&str> = change.split(' ').collect();
        let how = match words[..] {
            ["cool", t] => Change::Cool(Dyadic::parse(t).unwrap()),
            ["heat", by] => Change::Heat(by.into()),
            ["overheat", lower, upper] => Change::Overheat { lower: lower.into(), upper: upper.into() },
            _ => unreachable!(),
        };
        let found = study_form(game, &how, Syntax::CgSuite, &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(found.value.unwrap(), result, "{game} {change}");
    }
    let mut games = Games::default();
    let game = games.parse(warm).unwrap();
    assert_eq!(games.cooled(game, Dyadic::MINUS_ONE), Err(ValueError::TooCold(Dyadic::MINUS_ONE)));
    let (large, one) = (games.integer(1001).unwrap(), games.integer(1).unwrap());
    assert!(matches!(games.overheated(large, one, one), Err(ValueError::TooManyCopies(_))));
}

/// Random games: options are drawn from the games before, of which the first are given.
fn some_games(games: &mut Games, first: &[&str], many: usize, random: &mut Generator) -> Vec<GameId> {
    let mut all: Vec<GameId> = first.iter().map(|text| games.parse(text).unwrap()).collect();
    while all.len() < many {
        let side = |random: &mut Generator| -> Vec<GameId> {
            (0..random.random_range(1..=2)).map(|_| all[random.random_range(0..all.len())]).collect()
        };
        let (left, right) = (side(random), side(random));
        let game = games.game(&left, &right).unwrap();
        if games.birthday(game).unwrap() <= 7 && !all.contains(&game) {
            all.push(game);
        }
    }
    all
}

const HOT: &[&str] = &["0", "1", "-1", "*", "2", "-2", "1/2", "^", "{1|-1}", "{3|0}", "{0|-2}"];
const SMALL: &[&str] = &["0", "*", "*2", "^", "v", "^*"];

#[test]
fn cooling_keeps_means_lowers_temperatures_and_adds_up() {
    let mut games = Games::default();
    let random = &mut generator(3, &[0]);
    let all = some_games(&mut games, HOT, 60, random);
    let mut cooler = 0;
    for (nth, &game) in all.iter().enumerate() {
        let (mean, temperature) = games.mean_and_temperature(game).unwrap();
        for t in ["1/8", "1/4", "1/2", "1", "3/2"].map(|t| Dyadic::parse(t).unwrap()) {
            let cooled = games.cooled(game, t).unwrap();
            let (cooled_mean, cooled_temperature) = games.mean_and_temperature(cooled).unwrap();
            assert_eq!(cooled_mean, mean);
            if t < temperature {
                assert_eq!(cooled_temperature, temperature.minus(t).unwrap());
                cooler += 1;
            } else if t > temperature {
                assert_eq!(games.as_number(cooled), Some(mean));
            }
            let second = all[(nth * 7 + 3) % all.len()];
            let (sum, other) = (games.sum(game, second).unwrap(), games.cooled(second, t).unwrap());
            assert_eq!(games.cooled(sum, t).unwrap(), games.sum(cooled, other).unwrap());
            // Cooling undoes heating.
            let by = games.number(t).unwrap();
            let heated = games.heated(game, by).unwrap();
            assert_eq!(games.cooled(heated, t).unwrap(), game);
        }
    }
    assert!(cooler > 50, "{cooler}");
}

/// Heating works on the canonical form, which may have lost options that reverse through a hot game: unlike cooling it does not add up.
#[test]
fn heating_a_sum_is_not_the_sum_of_heated_games() {
    let mut games = Games::default();
    let [star, game, sum] = ["*", "{{1/4|0}|-1}", "*+{{1/4|0}|-1}"].map(|text| games.parse(text).unwrap());
    let one = games.integer(1).unwrap();
    let [star, game, whole] = [star, game, sum].map(|game| games.heated(game, one).unwrap());
    let parts = games.sum(star, game).unwrap();
    assert_eq!(games.text(whole).unwrap(), "{{{13/4|5/4}|±1}|{-1|-3}}");
    assert_eq!(games.text(parts).unwrap(), "{{{13/4|5/4}|±1}|-1,{-1|-3}}");
}

#[test]
fn reduced_forms_are_equal_exactly_for_games_that_are_infinitesimally_close() {
    let mut games = Games::default();
    let random = &mut generator(4, &[0]);
    let all = some_games(&mut games, HOT, 70, random);
    let small = some_games(&mut games, SMALL, 25, random);
    let reduced: Vec<GameId> = all.iter().map(|&game| games.reduced(game).unwrap()).collect();
    let mut close_pairs = 0;
    for (nth, &game) in all.iter().enumerate() {
        assert_eq!(games.reduced(reduced[nth]).unwrap(), reduced[nth]);
        let moved = games.sum(game, small[nth % small.len()]).unwrap();
        assert_eq!(games.reduced(moved).unwrap(), reduced[nth]);
        for (other, &game2) in all.iter().enumerate() {
            let difference = games.difference(game, game2).unwrap();
            let close = games.stops(difference).unwrap() == (Dyadic::ZERO, Dyadic::ZERO);
            assert_eq!(close, reduced[nth] == reduced[other]);
            close_pairs += usize::from(close && nth != other);
        }
    }
    assert!(close_pairs > 20, "{close_pairs}");
    assert!(reduced.iter().filter(|g| games.as_number(**g).is_none()).count() > 20);
}

#[test]
fn atomic_weights_add_up_and_two_ahead_wins() {
    let mut games = Games::default();
    let random = &mut generator(5, &[0]);
    let all = some_games(&mut games, SMALL, 80, random);
    let weights: Vec<GameId> = all.iter().map(|&game| games.atomic_weight(game).unwrap().unwrap()).collect();
    let zero = games.integer(0).unwrap();
    let mut ahead = 0;
    for (nth, &game) in all.iter().enumerate() {
        for (other, &game2) in all.iter().enumerate().skip(nth).step_by(5) {
            let sum = games.sum(game, game2).unwrap();
            let both = games.sum(weights[nth], weights[other]).unwrap();
            assert_eq!(games.atomic_weight(sum).unwrap(), Some(both));
            let (two, minus_one) = (games.integer(2).unwrap(), games.integer(-1).unwrap());
            if games.at_most(two, both).unwrap() {
                assert!(games.at_most(zero, sum).unwrap() && sum != zero, "two ahead");
                ahead += 1;
            }
            // One ahead is enough for a player who moves first.
            if games.at_most(both, minus_one).unwrap() {
                assert!(!games.at_most(zero, sum).unwrap(), "Right wins by moving first");
            }
        }
    }
    assert!(ahead > 20, "{ahead}");
    for (text, weight) in [("^^*", "2"), ("*", "0"), ("^5*3", "5"), ("vv", "-2"), ("{^^*|v*}", "1/2")] {
        let game = games.parse(text).unwrap();
        let found = games.atomic_weight(game).unwrap().unwrap();
        assert_eq!(games.text(found).unwrap(), weight, "{text}");
    }
    let hot = games.parse("{1|-1}").unwrap();
    assert_eq!(games.atomic_weight(hot).unwrap(), None);
}

/// Does this player win by moving first, by trying every line of play?
fn wins<P: Partizan>(position: &P, player: Player, known: &mut HashMap<(P, Player), bool>) -> bool {
    if let Some(&found) = known.get(&(position.clone(), player)) {
        return found;
    }
    let answer = position.all_options(player).iter().any(|after| !wins(after, player.other(), known));
    known.insert((position.clone(), player), answer);
    answer
}

/// The height of the tree of all lines of play.
fn height<P: Partizan>(position: &P) -> u64 {
    let options = Player::BOTH.iter().flat_map(|&player| position.all_options(player));
    options.map(|option| 1 + height(&option)).max().unwrap_or(0)
}

fn check_boards<P: Partizan>(cells: &str, boards: usize, size: usize, seen: &mut HashMap<String, usize>) {
    let random = &mut generator(6, &[size as u64]);
    let cells: Vec<char> = cells.chars().collect();
    let mut known = HashMap::new();
    let mut checked = 0;
    while checked < boards {
        let row = |random: &mut Generator| -> String {
            (0..size).map(|_| cells[random.random_range(0..cells.len())]).collect()
        };
        let text = format!("{}|{}", row(random), row(random));
        let Ok(position) = P::parse(&text) else { continue };
        checked += 1;
        let mut budget: NodeBudget = NodeBudget::new(&Unlimited);
        let found = study_sum(std::slice::from_ref(&position), &Change::None, Syntax::Plain, &mut budget)
            .unwrap()
            .unwrap();
        let [left, right] = Player::BOTH.map(|player| wins(&position, player, &mut known));
        let played = OutcomeClass::from_order(!left, !right);
        assert_eq!(found.outcome, played, "{} {text}", P::NAME);
        *seen.entry(played.to_string()).or_default() += 1;
        if position.longest() <= 4 {
            assert!(found.birthday <= height(&position), "{} {text}", P::NAME);
        }
        let mut values: Values<P> = Values::default();
        let value = values.value(&position, &mut budget).unwrap();
        let printed = cgsuite(values.games(), value);
        assert_eq!(values.games().parse(&printed).unwrap(), value, "{printed}");
    }
}

#[test]
fn outcomes_are_those_of_play_in_every_local_game() {
    let mut seen = HashMap::new();
    check_boards::<Domineering>("..#", 40, 4, &mut seen);
    check_boards::<Clobber>("xo.", 40, 4, &mut seen);
    check_boards::<NoGo>(".x.o", 40, 3, &mut seen);
    check_boards::<Amazons>("..xo#", 40, 3, &mut seen);
    assert!(seen.len() == 4 && seen.values().all(|many| *many > 4), "{seen:?}");
}

/// Printed in the tests of CGSuite (GameGridTest), in its own order of options.
#[test]
fn printed_forms_of_positions_are_read() {
    fn check<P: Partizan>(position: &str, printed: &str) {
        let mut values: Values<P> = Values::default();
        let value = values.value(&P::parse(position).unwrap(), &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(values.games().parse(printed).unwrap(), value, "{position}");
        let ours = cgsuite(values.games(), value);
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(letters(&ours), letters(printed), "the same but for the order: {ours}");
    }
    check::<Amazons>("x...|o...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}");
    check::<Clobber>("xox|ox.", "{^^*|*,v}");
    check::<Domineering>("....|....|....|....", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}");
}

#[test]
fn cgsuite_texts_round_trip_and_bad_ones_are_refused() {
    let mut games = Games::default();
    let random = &mut generator(7, &[0]);
    for first in [HOT, SMALL] {
        for game in some_games(&mut games, first, 80, random) {
            let text = cgsuite(&mut games, game);
            assert_eq!(games.parse(&text).unwrap(), game, "{text}");
        }
    }
    for (text, same) in [
        ("-1^", "-1+^"),
        ("-1/2v*", "-1/2+v*"),
        ("^[1]", "^"),
        ("^<1>*", "^*"),
        ("^<2>", "{0|v*}"),
        ("v[2]*3", "-^[2]+*3"),
        ("Miny(2)", "-Tiny(2)"),
        ("2Tiny(2)", "{2||2|0}"),
        ("-{2|0}", "{0|-2}"),
    ] {
        assert_eq!(games.parse(text).unwrap(), games.parse(same).unwrap(), "{text}");
    }
    for (text, quoted) in
        [("Tiny", "'Tiny'"), ("Tiny(", "Tiny("), ("^[99]", "'^[99]'"), ("^<x>", "'^<x>'"), ("Tiny(2", "')'")]
    {
        let error = games.parse(text).unwrap_err().to_string();
        assert!(error.contains(quoted), "{error}");
    }
    let deep = "Tiny(".repeat(500);
    assert!(games.parse(&deep).unwrap_err().to_string().contains("nested deeper"));
}
