//! Local games against values that other programs and books print.

use cgt::{
    Dyadic, Partizan, Thermograph,
    exact::{ExactError, Thermographs, Values},
    games::{Amazons, Clobber, Domineering, NoGo},
};
use search::{NodeBudget, Unlimited};

fn d(text: &str) -> Dyadic {
    Dyadic::parse(text).unwrap()
}

fn graph<P: Partizan>(text: &str) -> Thermograph {
    let position = P::parse(text).unwrap();
    let mut all = Thermographs::default();
    let walls = all.walls(std::slice::from_ref(&position), &mut NodeBudget::new(&Unlimited)).unwrap();
    Thermograph::from_walls(&walls).unwrap()
}

fn mast<P: Partizan>(text: &str) -> (Dyadic, Dyadic) {
    let graph = graph::<P>(text);
    (graph.mean(), graph.temperature())
}

/// Checks that a position has the value of a written game, and the thermograph that goes with it.
fn is<P: Partizan>(position: &str, form: &str) {
    let mut values = Values::<P>::default();
    let value = values.value(&P::parse(position).unwrap(), &mut NodeBudget::new(&Unlimited)).unwrap();
    let expected = values.games().parse(form).unwrap();
    let text = values.games().text(value).unwrap();
    assert_eq!(value, expected, "{position} is {text}, not {form}");
    assert_eq!(values.games().thermograph(value).unwrap(), graph::<P>(position), "{position}");
}

#[test]
fn amazons_forms_that_are_printed() {
    is::<Amazons>("x...|o...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}");
    is::<Amazons>("#.#|.#x|o.#", "{2|-1/2,+-1}");
    is::<Amazons>(".x.|...|o.#", "{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}");
    for board in ["xo##|..##|#..#", "ox##|..##|#..#", "#x##|o..#|#..#", ".x##|#..#|.o##", "#x##|....|##o#"] {
        is::<Amazons>(board, "+-(1,{2|1/2,{1|*}})");
    }
    is::<Amazons>("x.|o.", "0");
    is::<Amazons>("x..|o..", "{1,{2|0}|-1,{0|-2}}");
    is::<Amazons>("x....|o....", "{5,{6|2,{3|*,{1,{2|0}|-1,{0|-2}}}}|-5,{-2,{*,{1,{2|0}|-1,{0|-2}}|-3}|-6}}");
}

#[test]
fn amazons_means_and_temperatures() {
    for (board, mean, temperature) in [
        ("x...|o...", "0", "3"),
        ("x..#|....|.#.o", "1/2", "7/2"),
        ("#.#|.#x|o.#", "3/4", "5/4"),
        (".x.|...|o.#", "5/4", "7/4"),
        ("x.|o.", "0", "-1"),
        ("x..|o..", "0", "1"),
        ("x....|o....", "0", "5"),
        ("x.....|o.....", "0", "7"),
    ] {
        assert_eq!(mast::<Amazons>(board), (d(mean), d(temperature)), "{board}");
    }
}

/// CGSuite counts 2,784 positions that can arise from this one, itself included.
#[test]
fn followers_of_an_amazons_position() {
    let mut seen = std::collections::HashSet::new();
    let mut todo = vec![Amazons::parse("x...|o...").unwrap()];
    while let Some(position) = todo.pop() {
        if seen.insert(position) {
            cgt::Player::BOTH.iter().for_each(|&player| position.options(player, |option| todo.push(option)));
        }
    }
    assert_eq!(seen.len(), 2784);
}

/// Walls printed by CGSuite for 3x3 boards: value and temperature of each corner.
const WALLS: &str = "
..o|...|..x : (1,-1)(1,0)(1/2,1/2)(1/2,9/4)(0,11/4) : (-1,-1)(-1,0)(-1/2,1/2)(-1/2,9/4)(0,11/4)
...|x.o|.#. : (2,-1)(0,1) : (-2,-1)(0,1)
.xo|#..|... : (2,-1)(2,-1/2)(1/4,5/4) : (-2,-1)(1/4,5/4)
...|.o.|x.. : (1,-1)(0,0) : (-1,-1)(0,0)
..#|.o.|x.. : (0,-1) : (0,-1)
...|...|o.x : (1,-1)(1,0)(1/2,1/2)(1/2,9/4)(0,11/4) : (-1,-1)(-1,0)(-1/2,1/2)(-1/2,9/4)(0,11/4)
...|#xo|... : (0,-1) : (0,-1)
..o|x..|.#. : (2,-1)(2,-1/2)(1/4,5/4) : (-2,-1)(1/4,5/4)
o#.|..x|... : (6,-1)(2,3) : (-2,-1)(2,3)
..#|..o|x.. : (1,-1)(1/2,-1/2)(1/2,-1/4)(0,1/4) : (0,-1)";

#[test]
fn amazons_walls_that_are_printed() {
    let show = |wall: &[cgt::thermograph::Corner]| {
        wall.iter().map(|c| format!("({},{})", c.value, c.temperature)).collect::<String>()
    };
    let mut checked = 0;
    for line in WALLS.lines().filter(|l| !l.is_empty()) {
        let parts: Vec<&str> = line.split(" : ").collect();
        let graph = graph::<Amazons>(parts[0]);
        assert_eq!(
            (show(graph.left_wall()), show(graph.right_wall())),
            (parts[1].into(), parts[2].into()),
            "{line}"
        );
        checked += 1;
    }
    assert_eq!(checked, 10);
}

#[test]
fn domineering_values_of_the_books() {
    // Winning Ways and cgt-tools.
    for (board, form) in [
        (".", "0"),
        (".|.", "1"),
        ("..", "-1"),
        ("..|..", "+-1"),
        ("..|.#", "*"),
        (".|.|.|.", "2"),
        ("...|...", "{2|-1/2}"),
        ("..|..|..", "{1/2|-2}"),
        ("..|.#|.#", "1/2"),
    ] {
        is::<Domineering>(board, form);
    }
    assert_eq!(mast::<Domineering>("#...|....|....|....").1, d("1"));
    assert_eq!(mast::<Domineering>("..").1, d("-1"));
    assert_eq!(mast::<Domineering>("..|.#").1, d("0"));
}

#[test]
fn clobber_values_of_the_literature() {
    // Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber, 2005.
    is::<Clobber>("xo", "*");
    is::<Clobber>("xxo", "^");
    is::<Clobber>("xoo", "v");
    is::<Clobber>("xo|ox", "*");
    // By hand: Left reaches ^, 0 and *, Right the negatives.
    is::<Clobber>("xoxo", "{^,0,*|v,0,*}");
    is::<Clobber>("xxxo", "{0|^}");
}

#[test]
fn nogo_on_small_boards() {
    is::<NoGo>(".", "0");
    is::<NoGo>("..", "*");
    is::<NoGo>("x.", "0");
    // By hand: the next stone leaves no move.
    is::<NoGo>("x..", "*");
    assert_eq!(mast::<NoGo>("...").0, Dyadic::ZERO);
}

#[test]
fn bad_boards_get_one_sentence() {
    let message = |text: &str| Amazons::parse(text).unwrap_err().to_string();
    assert_eq!(message("x.|o"), "'o' is a row of 1 squares where the first row has 2");
    assert_eq!(message("x?"), "'?' is not a square of 'x?'; use 'x', 'o', '.', '#'");
    assert!(message("").contains("is not a board of 1x1 to 10x11"));
    assert!(message(&".".repeat(11)).contains("is not a board"));
    assert!(NoGo::parse("xo").unwrap_err().to_string().contains("without a liberty"));
    assert!(Domineering::parse("x.").unwrap_err().to_string().contains("use '.', '#'"));
}

/// Sums are exact or refused, however many boards they have.
#[test]
fn sums_beyond_the_units_are_refused() {
    let mut all = Thermographs::<Domineering>::default();
    let mut mean = |board: &str, many: usize| {
        let board = Domineering::parse(board).unwrap();
        all.walls(&vec![board; many], &mut NodeBudget::new(&Unlimited))
            .map(|s| Thermograph::from_walls(&s).unwrap().mean())
    };
    let column = ".|.|.|.|.|.|.|.";
    assert_eq!(mean(column, 128), Ok(Dyadic::integer(512)));
    assert_eq!(mean(column, 129), Err(ExactError::TooLong));
    assert_eq!(mean("........", 128), Ok(Dyadic::integer(-512)));
    assert_eq!(mean("........", 2000), Err(ExactError::TooLong));
    // Three squares round a corner are their own negative and cancel in pairs; four are not.
    assert_eq!(mean("..|.#", 2000), Ok(Dyadic::ZERO));
    assert_eq!(mean("...|.##", 256), Err(ExactError::TooLong));
}
