//! Files of games: what was added is there again, what was torn is cut off, what was changed is refused.

use learn::{
    LearnError,
    data::{DataFile, Header, Sample},
};
use std::{fs, path::PathBuf};

fn header() -> Header {
    Header::new("knightthrough", "inputs", "alphabeta", 100, 4, 1)
}

fn sample(nth: u16) -> Sample {
    Sample { bucket: (nth % 4) as u8, half_points: 2, score: -(nth as i16), inputs: (nth..nth + 5).collect() }
}

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("quadrille-learn-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn filled(name: &str) -> PathBuf {
    let path = path(name);
    let mut file = DataFile::open(&path, &header()).unwrap();
    for number in 0..5 {
        file.add(number, (0..10).map(|nth| sample(number as u16 * 10 + nth)).collect()).unwrap();
    }
    path
}

#[test]
fn games_are_there_again() {
    let path = filled("again");
    let file = DataFile::open(&path, &header()).unwrap();
    assert_eq!(file.games.len(), 5);
    assert_eq!(file.games[&3][7], sample(37));
    let _ = fs::remove_file(path);
}

#[test]
fn a_torn_block_is_cut_off_and_written_again() {
    let path = filled("torn");
    let whole = fs::read(&path).unwrap();
    let first_block = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
    for length in [whole.len() - 1, whole.len() - 40, first_block + 3, first_block + 30] {
        fs::write(&path, &whole[..length]).unwrap();
        let mut file = DataFile::open(&path, &header()).unwrap();
        let had = file.games.len() as u32;
        assert!(had < 5, "{length}");
        for number in had..5 {
            file.add(number, (0..10).map(|nth| sample(number as u16 * 10 + nth)).collect()).unwrap();
        }
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
    }
    let _ = fs::remove_file(path);
}

#[test]
fn changed_bytes_and_other_runs_are_refused() {
    let path = filled("changed");
    let whole = fs::read(&path).unwrap();
    let first_block = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
    for nth in (first_block + 4..whole.len() - 150).step_by(11) {
        let mut changed = whole.clone();
        changed[nth] ^= 4;
        fs::write(&path, &changed).unwrap();
        match DataFile::open(&path, &header()) {
            Err(LearnError::Corrupt { .. }) => {}
            // A length that was changed makes the rest look torn.
            Ok(file) => assert!(file.games.len() < 5, "byte {nth}"),
            Err(other) => panic!("{other}"),
        }
    }
    fs::write(&path, &whole).unwrap();
    let other = Header { seed: 2, ..header() };
    let error = DataFile::open(&path, &other).err().unwrap().to_string();
    assert!(
        error.ends_with("holds games of another run; take another folder, or the same settings"),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap(), whole);
    let _ = fs::remove_file(path);
}
