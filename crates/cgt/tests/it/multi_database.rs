//! Databases with several amazons: every position against its moves and the searches, kills, damage, territories.

use crate::common;

use cgt::{
    Partizan, Player,
    database::{
        BoardSize, Builder, Database, DatabaseError, Extras, Plan, Requirements, Step, Verifier, check_memory,
    },
    exact::{Thermographs, Values},
    games::Amazons,
    thermograph::Unit,
};
use common::{Folder, Sound, damage};
use rand::RngExt;
use search::{Clock, NodeBudget, Unlimited};
use search::{Limits, random::generator};
use std::{fs, path::Path, sync::atomic::AtomicBool};

const ALL: Extras = Extras { forms: true, minimax: true };

fn plan(size: &str, left: u8, right: u8, extras: Extras) -> Plan {
    Plan::new(BoardSize::parse(size).unwrap(), left, right, extras).unwrap()
}

fn build(plan: Plan, path: &Path) -> Vec<Step> {
    let mut builder = Builder::new(plan, path).unwrap();
    let mut steps = Vec::new();
    while steps.last() != Some(&Step::Done) {
        steps.push(builder.step(&mut NodeBudget::new(&Unlimited)).unwrap());
    }
    steps
}

/// What is left when both play in turn, from the bare definition.
fn plain_minimax(position: &Amazons, player: Player) -> i32 {
    let mut values = Vec::new();
    position.options(player, |option| values.push(plain_minimax(&option, player.other())));
    match (values.is_empty(), player) {
        // Who cannot move leaves a whole number, which is the score.
        (true, _) => {
            let walls =
                Thermographs::default().walls(&[*position], &mut NodeBudget::new(&Unlimited)).unwrap();
            walls.mast.v / i32::ONE
        }
        (false, Player::Left) => values.into_iter().max().unwrap(),
        (false, Player::Right) => values.into_iter().min().unwrap(),
    }
}

/// How many moves a player can make while the other does nothing.
fn plain_run(position: &Amazons, player: Player) -> i32 {
    let mut best = 0;
    position.options(player, |option| best = best.max(1 + plain_run(&option, player)));
    best
}

#[test]
fn every_position_of_a_small_box_is_right() {
    let folder = Folder::new("multi-verify");
    for (size, left, right, extras) in [
        ("2x3", 2, 2, ALL),
        ("3x3", 2, 1, Extras { minimax: true, ..Extras::default() }),
        ("2x4", 0, 2, Extras::default()),
        ("3x3", 1, 1, ALL),
    ] {
        let path = folder.file(&format!("{size}-{left}-{right}"));
        build(plan(size, left, right, extras), &path);
        let database = Database::open(&path).unwrap();
        assert_eq!(database.plan(), plan(size, left, right, extras));
        let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
        let (mut verifier, mut generic) = (Verifier::default(), Thermographs::default());
        let mut values = Values::default();
        let mut checked = 0;
        for position in database.positions() {
            verifier.check(&database, &position, budget).unwrap();
            let entry = database.probe(&position).unwrap();
            assert_eq!(entry.walls, generic.walls(&[position], budget).unwrap(), "{}", position.text());
            assert_eq!((entry.minimax.is_some(), entry.form.is_some()), (extras.minimax, extras.forms));
            if let Some((form, 0)) = &entry.form {
                let value = values.value(&position, budget).unwrap();
                assert_eq!(*form, values.games().text(value).unwrap(), "{}", position.text());
            }
            if let Some(minimax) = entry.minimax
                && position.longest() <= 4
            {
                assert_eq!(minimax, Player::BOTH.map(|p| plain_minimax(&position, p)), "{}", position.text());
            }
            checked += 1;
        }
        assert_eq!(checked, database.stats().positions);
    }
}

#[test]
fn random_boards_of_all_kinds() {
    let folder = Folder::new("multi-random");
    let path = folder.file("3x3");
    build(plan("3x3", 2, 2, Extras::default()), &path);
    let database = Database::open(&path).unwrap();
    let mut random = generator(81, &[1]);
    let mut found = 0;
    for _ in 0..400 {
        let mut squares: Vec<char> =
            (0..9).map(|_| if random.random_bool(0.7) { '.' } else { '#' }).collect();
        for letter in ['x', 'x', 'o', 'o'] {
            squares[random.random_range(0..9)] = letter;
        }
        let rows: Vec<String> =
            squares.chunks(3).map(|row| format!("##{}", row.iter().collect::<String>())).collect();
        let text = format!("#####|{}", rows.join("|"));
        let position = Amazons::parse(&text).unwrap();
        let expected = Thermographs::default().walls(&[position], &mut NodeBudget::new(&Unlimited)).unwrap();
        match database.probe(&position) {
            Ok(entry) => {
                assert_eq!(entry.walls, expected, "{text}");
                for player in Player::BOTH {
                    if let Some(best) = entry.best[player.index()] {
                        let mut legal = false;
                        position.options(player, |option| legal |= option == best);
                        assert!(legal, "{text}: {}", best.text());
                    }
                }
                found += 1;
            }
            // The only thing that is missing is a sum of two fights.
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert_eq!(found, 400);
    let two = Amazons::parse("xo.|###|.xo").unwrap();
    assert!(matches!(database.probe(&two), Err(DatabaseError::Beyond(..))));
}

#[test]
fn territories_and_amazons_that_hold_their_squares() {
    let folder = Folder::new("multi-territory");
    let path = folder.file("2x4");
    build(plan("4x2", 2, 0, Extras::default()), &path);
    let database = Database::open(&path).unwrap();
    let count = |text: &str, holding| {
        let position = Amazons::parse(text).unwrap();
        database.territory(&position, holding).unwrap()
    };
    // Alone, an amazon fills what it has; holding, it may go only once, shooting back.
    assert_eq!((count("x.", None), count("x.", Some(0))), (1, 1));
    assert_eq!((count("x...", None), count("x...", Some(0))), (3, 3));
    // Two areas that only the amazon joins: to hold its square it gives one of them up.
    assert_eq!((count(".x.", None), count(".x.", Some(0))), (2, 1));
    assert_eq!((count("..x.", None), count("..x.", Some(0))), (3, 2));
    // Two amazons, the second of which may play freely while the first stays.
    assert_eq!((count("x.|x.", None), count("x.|x.", Some(0)), count("x.|x.", Some(1))), (2, 2, 2));
    for text in ["x..|.x.", "x.x.|....", "..x|x..", ".x..|x..#", "x...|...x"] {
        let position = Amazons::parse(text).unwrap();
        assert_eq!(count(text, None) as i32, plain_run(&position, Player::Left), "{text}");
        assert!((0..2).all(|nth| count(text, Some(nth)) <= count(text, None)), "{text}");
    }
}

#[test]
fn a_build_killed_after_any_level_gives_the_same_bytes() {
    let folder = Folder::new("multi-resume");
    let wanted = plan("2x3", 2, 1, ALL);
    let whole = folder.file("whole");
    build(wanted, &whole);
    let expected = fs::read(&whole).unwrap();
    for killed_after in 0..=6 {
        let path = folder.file("killed");
        let mut builder = Builder::new(wanted, &path).unwrap();
        for _ in 0..killed_after {
            builder.step(&mut NodeBudget::new(&Unlimited)).unwrap();
        }
        drop(builder);
        fs::write(folder.file("killed.2x3-2-1-forms-minimax-level-05.part"), b"half").unwrap();
        assert!(matches!(Database::open(&path), Err(DatabaseError::File(..))));
        let resumed = build(wanted, &path);
        let many = resumed.iter().filter(|s| matches!(s, Step::Level { resumed: true, .. })).count();
        assert_eq!(many, killed_after);
        assert_eq!(fs::read(&path).unwrap(), expected, "killed after {killed_after} levels");
        fs::remove_file(&path).unwrap();
    }
    // Stopped in the middle of a level, again and again.
    let path = folder.file("often");
    let stop = AtomicBool::new(false);
    for nodes in [1, 40, 200, 600] {
        let clock = Clock::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
        let mut builder = Builder::new(wanted, &path).unwrap();
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let ended = loop {
            match builder.step(&mut budget) {
                Ok(Step::Level { .. }) => {}
                ended => break ended,
            }
        };
        assert!(matches!(ended, Err(DatabaseError::Exact(_))), "{nodes} nodes were enough");
    }
    build(wanted, &path);
    assert_eq!(fs::read(&path).unwrap(), expected);
}

#[test]
fn damage_is_an_error_that_names_the_file() {
    let folder = Folder::new("multi-damage");
    let path = folder.file("good");
    build(plan("2x3", 2, 2, ALL), &path);
    let good = fs::read(&path).unwrap();
    let damaged = folder.file("damaged.cgdb");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&damaged, bytes).unwrap();
        let error =
            Database::open(&damaged).err().unwrap_or_else(|| panic!("{what} was not noticed")).to_string();
        assert!(error.contains("damaged.cgdb"), "{what}: {error}");
    };
    let sound = Sound { bytes: &good, head: 24, sections: 6, swapped: [2, 3] };
    damage(sound, 82, refused);
}

#[test]
fn what_cannot_be_is_refused() {
    let size = BoardSize::parse("2x2").unwrap();
    for (left, right) in [(0, 0), (3, 1), (1, 9)] {
        let error = Plan::new(size, left, right, ALL).unwrap_err().to_string();
        assert!(error.contains("use 0 to 2 of each player"), "{error}");
    }
    let folder = Folder::new("multi-foreign");
    let path = folder.file("2x2");
    build(plan("2x2", 1, 2, Extras::default()), &path);
    let database = Database::open(&path).unwrap();
    for text in ["x.o", "x.|xo", "xx|..|..", "x.........|.........o"] {
        let error = database.probe(&Amazons::parse(text).unwrap()).unwrap_err().to_string();
        assert!(error.contains("is not in the database") && error.contains("2x2"), "{error}");
    }
    let entry = database.probe(&Amazons::parse("oo|x.").unwrap()).unwrap();
    assert_eq!(entry.walls.mast.t % i32::ONE, 0);
    let large = Requirements::new(&plan("4x5", 2, 2, ALL));
    assert!(check_memory(large, 1 << 30).unwrap_err().to_string().contains("bytes of memory"));
    let small = Requirements::new(&plan("4x4", 1, 1, Extras::default()));
    assert!(check_memory(small, 256 << 20).is_ok());
}
