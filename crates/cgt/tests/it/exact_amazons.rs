//! The fast exact method against known means and temperatures, and against the generic method.

use cgt::{
    Dyadic, Partizan, Thermograph,
    exact::{AmazonsThermographs, Thermographs},
    games::Amazons,
};
use rand::RngExt;
use search::random::generator;
use search::{NodeBudget, Unlimited};

/// Boards with mean and temperature, computed by another program.
const KNOWN: &str = "
#..x|###o|####|#### 0 1
###x|.#.#|#o##|#### -1/2 -1/2
##xo#|#.##.|###.#|##.##|#.#.# -4 -1
###.#|#x#.#|##.##|#.o.#|####. -3/2 5/2
#x###|##..#|##.#o|..###|#.### -1/2 9/2
##.###|##.###|##x###|o..#..|###..#|###### 5/2 9/2
######|####.#|.####.|o.###.|.#..x#|####.# 15/4 9/4
##..##|..##x#|###.##|#o.#.#|##.###|..#### 7/2 7/2
.#.###|#.#.##|#x#.##|..##.#|#.o###|##.### 9/2 5/2
######|######|##...#|#x..##|##..##|##.o.. 0 3
####..|####o#|###.##|##..x#|##.##.|#....# 5/4 19/4
##.###|#.####|.##.##|#.#..#|#..#x#|##..o# 3 7
##.#x#|###.##|##.##.|..#...|#.o.#.|###### -41/8 39/8
##x###|#.#.#.|##o#.#|...##.|.#.###|.#..## -11/2 3/2
######|.....#|o####.|#x#.##|##..##|...#.# 1 -1
x.....|o..... 0 7
x......|o...... 0 9";

#[test]
fn known_means_and_temperatures() {
    for line in KNOWN.lines().filter(|l| !l.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        let position = Amazons::parse(words[0]).unwrap();
        let walls =
            AmazonsThermographs::default().walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap();
        let graph = Thermograph::from_walls(&walls).unwrap();
        let expected = (Dyadic::parse(words[1]).unwrap(), Dyadic::parse(words[2]).unwrap());
        assert_eq!((graph.mean(), graph.temperature()), expected, "{line}");
    }
}

#[test]
fn both_methods_agree_on_random_boards_with_several_amazons() {
    let mut random = generator(11, &[4]);
    let mut fast = AmazonsThermographs::default();
    for round in 0..150 {
        let (width, height) = (random.random_range(2..=4), random.random_range(2..=4));
        let mut rows = Vec::new();
        let mut empties = 0;
        for _ in 0..height {
            let row: String = (0..width)
                .map(|_| match random.random_range(0..10) {
                    0 | 1 => 'x',
                    2 | 3 => 'o',
                    4..=6 if empties < 6 => {
                        empties += 1;
                        '.'
                    }
                    _ => '#',
                })
                .collect();
            rows.push(row);
        }
        let text = rows.join("|");
        if text.matches(['x', 'o']).count() > 5 {
            continue;
        }
        let position = Amazons::parse(&text).unwrap();
        let expected = Thermographs::default().walls(&[position], &mut NodeBudget::new(&Unlimited)).unwrap();
        let found = fast.walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(found, expected, "round {round}: {text}");
    }
}

#[test]
fn refutations_change_nothing() {
    let mut plain_positions = 0;
    let mut positions = 0;
    for text in ["x...|.#.#|.#o.|#..#", "..#.|.x#.|#.#o|....", "x.....|o.....", ".#..x|..#.#|o..#x"] {
        let position = Amazons::parse(text).unwrap();
        let (mut plain, mut refuting) =
            (AmazonsThermographs::default(), AmazonsThermographs::default().refuting_from(3));
        let expected = plain.walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(refuting.walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap(), expected, "{text}");
        plain_positions += plain.positions();
        positions += refuting.positions();
    }
    assert!(positions < plain_positions, "nothing was refuted: {positions} of {plain_positions}");
}

#[test]
fn too_large_regions_are_refused() {
    let position = Amazons::parse(&format!("x{}|{}o", ".".repeat(9), ".".repeat(9))).unwrap();
    let error =
        AmazonsThermographs::default().walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap_err();
    assert!(error.to_string().contains("at most 8x8 squares"), "{error}");
}
