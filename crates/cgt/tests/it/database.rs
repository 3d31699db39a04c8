//! Databases: agreement with the searches, resuming after a kill, and damage of every kind.

use crate::common;

use cgt::{
    Partizan,
    database::{BoardSize, Builder, Database, DatabaseError, Extras, Plan, Step, Verifier},
    exact::{AmazonsThermographs, Thermographs},
    games::Amazons,
};
use common::{Folder, Sound, damage};
use rand::RngExt;
use search::random::generator;
use search::{NodeBudget, Unlimited};
use std::{fs, path::Path};

fn plan(size: &str) -> Plan {
    Plan::new(BoardSize::parse(size).unwrap(), 1, 1, Extras::default()).unwrap()
}

fn build(size: &str, path: &Path) -> Vec<Step> {
    let mut builder = Builder::new(plan(size), path).unwrap();
    let mut steps = Vec::new();
    while steps.last() != Some(&Step::Done) {
        steps.push(builder.step(&mut NodeBudget::new(&Unlimited)).unwrap());
    }
    steps
}

#[test]
fn every_position_follows_from_its_moves_and_agrees_with_both_searches() {
    let folder = Folder::new("verify");
    let path = folder.file("3x3");
    build("3x3", &path);
    let database = Database::open(&path).unwrap();
    let (mut fast, mut generic) = (AmazonsThermographs::default(), Thermographs::default());
    let (mut verifier, mut checked) = (Verifier::default(), 0);
    for position in database.positions() {
        verifier.check(&database, &position, &mut NodeBudget::new(&Unlimited)).unwrap();
        let entry = database.probe(&position).unwrap();
        assert_eq!(entry.walls, fast.walls(&position, &mut NodeBudget::new(&Unlimited)).unwrap());
        assert_eq!(entry.walls, generic.walls(&[position], &mut NodeBudget::new(&Unlimited)).unwrap());
        checked += 1;
    }
    assert_eq!(checked, database.stats().positions);
}

/// The whole box of the paper: what is printed or computed elsewhere about it, and a large sample against its moves.
#[test]
fn the_4x4_box() {
    let folder = Folder::new("4x4");
    let path = folder.file("4x4");
    build("4x4", &path);
    let database = Database::open(&path).unwrap();
    let stats = database.stats();
    assert_eq!((stats.positions, stats.thermographs), (161_831, 35_842));
    assert!(stats.bytes < 20 << 20);
    let mut random = generator(26, &[1]);
    let (mut generic, mut verifier) = (Thermographs::default(), Verifier::default());
    let (mut hottest, mut finest, mut audited, mut searched) = ([i32::MIN; 15], [0; 15], 0, 0);
    let mut open = std::collections::HashSet::new();
    for position in database.positions() {
        let empties = position.longest() as usize;
        let mast = database.probe(&position).unwrap().walls.mast;
        hottest[empties] = hottest[empties].max(mast.t);
        finest[empties] = finest[empties].max(20_u32.saturating_sub(mast.t.trailing_zeros()));
        if empties == 14 {
            open.extend([position.normal(), position.swapped().unwrap().normal()]);
        }
        if empties <= 5 || random.random_bool(0.7) {
            verifier.check(&database, &position, &mut NodeBudget::new(&Unlimited)).unwrap();
            audited += 1;
        }
        if empties <= 8 && searched < 1000 && random.random_bool(0.1) {
            let expected = generic.walls(&[position], &mut NodeBudget::new(&Unlimited)).unwrap();
            assert_eq!(database.probe(&position).unwrap().walls, expected, "{}", position.text());
            searched += 1;
        }
    }
    assert!(audited > 100_000 && searched == 1000, "{audited} {searched}");
    // Nothing that lasts n moves is hotter than n - 1, and up to twelve empty squares something is as hot as that.
    let one = 1 << 20;
    assert_eq!(hottest[1..=12], std::array::from_fn::<i32, 12, _>(|n| n as i32 * one));
    assert_eq!(hottest[13..], [9 * one, 13 * one / 2]);
    assert_eq!(finest[1..], [0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, finest[14]]);
    // The open board up to symmetry, colours told apart.
    assert_eq!(open.len(), 33);
}

#[test]
fn images_and_separate_amazons_are_found_too() {
    let folder = Folder::new("images");
    let path = folder.file("3x4");
    build("4x3", &path);
    let database = Database::open(&path).unwrap();
    let mut random = generator(5, &[1]);
    for _ in 0..60 {
        // Three files and four rows, the box turned, anywhere on the board.
        let mut squares: Vec<char> =
            (0..12).map(|_| if random.random_bool(0.6) { '.' } else { '#' }).collect();
        let (left, right) = (random.random_range(0..12), random.random_range(0..12));
        if left == right {
            continue;
        }
        (squares[left], squares[right]) = ('x', 'o');
        let rows: Vec<String> =
            squares.chunks(3).map(|row| format!("####{}", row.iter().collect::<String>())).collect();
        let text = format!("#######|{}", rows.join("|"));
        let position = Amazons::parse(&text).unwrap();
        let entry = database.probe(&position).unwrap();
        let expected = Thermographs::default().walls(&[position], &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(entry.walls, expected, "{text}");
        if entry.best.iter().any(Option::is_some) {
            Verifier::default().check(&database, &position, &mut NodeBudget::new(&Unlimited)).unwrap();
        }
    }
}

#[test]
fn a_killed_build_goes_on_and_gives_the_same_bytes() {
    let folder = Folder::new("resume");
    let whole = folder.file("whole");
    build("3x3", &whole);
    let expected = fs::read(&whole).unwrap();
    for killed_after in [0, 1, 4, 8, 9] {
        let path = folder.file("killed");
        let mut builder = Builder::new(plan("3x3"), &path).unwrap();
        for _ in 0..killed_after {
            builder.step(&mut NodeBudget::new(&Unlimited)).unwrap();
        }
        drop(builder);
        // A half-written level, as a kill leaves it.
        fs::write(folder.file("killed.3x3-level-05.part"), b"half").unwrap();
        assert!(matches!(Database::open(&path), Err(DatabaseError::File(..))));
        let resumed = build("3x3", &path);
        let many = resumed.iter().filter(|s| matches!(s, Step::Level { resumed: true, .. })).count();
        assert_eq!(many, killed_after);
        assert_eq!(fs::read(&path).unwrap(), expected);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_damaged_level_is_computed_again() {
    let folder = Folder::new("level");
    let whole = folder.file("whole");
    build("2x3", &whole);
    let path = folder.file("other");
    let mut builder = Builder::new(plan("2x3"), &path).unwrap();
    for _ in 0..4 {
        builder.step(&mut NodeBudget::new(&Unlimited)).unwrap();
    }
    let level = folder.file("other.2x3-level-03");
    let mut bytes = fs::read(&level).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(&level, bytes).unwrap();
    let resumed = build("2x3", &path);
    let kept: Vec<bool> = resumed
        .iter()
        .filter_map(|s| if let Step::Level { resumed, .. } = s { Some(*resumed) } else { None })
        .collect();
    assert_eq!(kept, [true, true, false, true, false, false]);
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn damage_is_an_error_that_names_the_file() {
    let folder = Folder::new("damage");
    let path = folder.file("3x3");
    build("3x3", &path);
    let good = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        let damaged = folder.file("damaged");
        fs::write(&damaged, bytes).unwrap();
        let error =
            Database::open(&damaged).err().unwrap_or_else(|| panic!("{what} was not noticed")).to_string();
        assert!(error.contains("damaged"), "{what}: {error}");
        error
    };
    let sound = Sound { bytes: &good, head: 20, sections: 9, swapped: [3, 4] };
    let error = damage(sound, 9, refused);
    assert!(error.contains("out of place"), "{error}");
    // What happens to a file after it was opened changes nothing.
    let open = Database::open(&path).unwrap();
    let figure = Amazons::parse("#.#|.#x|o.#").unwrap();
    let before = open.probe(&figure).unwrap();
    fs::write(&path, b"gone").unwrap();
    assert_eq!(open.probe(&figure).unwrap(), before);
}

#[test]
fn foreign_positions_and_boxes_are_refused() {
    let folder = Folder::new("foreign");
    let path = folder.file("2x2");
    build("2x2", &path);
    let database = Database::open(&path).unwrap();
    for text in ["x.o", "x.|oo", "x.|..", "x.........|.........o"] {
        let error = database.probe(&Amazons::parse(text).unwrap()).unwrap_err().to_string();
        assert!(error.contains("not in the database") && error.contains("2x2"), "{error}");
    }
    for text in ["", "4", "1x1", "5x5", "9x2", "x", "4x-1", "0x3"] {
        let error = BoardSize::parse(text).unwrap_err().to_string();
        assert!(error.contains(&format!("'{text}'")), "{error}");
    }
}
