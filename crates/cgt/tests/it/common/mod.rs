//! What tests share: walls at a temperature; folders of their own, and files damaged in every way. Knows no format but its
//! sections.

use cgt::{Dyadic, thermograph::Corner};
use rand::RngExt;
use search::random::generator;
use std::{cmp::Ordering, fs, path::PathBuf};

/// A folder of its own for each test, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// The name must be that of one test only.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-cgt-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A good file: a head of some bytes, and sections, of which two may change places.
pub struct Sound<'a> {
    pub bytes: &'a [u8],
    pub head: usize,
    pub sections: usize,
    pub swapped: [usize; 2],
}

/// Calls `refused` with flipped bits, truncated, empty and longer files and swapped sections, each with its name. The answer
/// to the last of them, the swapped sections, is returned.
pub fn damage<T>(sound: Sound, seed: u64, mut refused: impl FnMut(&[u8], &str) -> T) -> T {
    let Sound { bytes: good, head, sections: many, swapped } = sound;
    let mut random = generator(seed, &[25]);
    // Every byte, or a sample that visits all parts of a large file.
    let step = (good.len() / (1000 * testkit::scale() as usize)).max(1);
    for begin in (0..good.len()).step_by(step) {
        let mut bytes = good.to_vec();
        let at = (begin + random.random_range(0..step)).min(good.len() - 1);
        bytes[at] ^= 1 << random.random_range(0..8);
        refused(&bytes, &format!("a bit of byte {at}"));
    }
    for _ in 0..200 * testkit::scale() {
        refused(&good[..random.random_range(0..good.len())], "a truncated file");
    }
    refused(&[], "an empty file");
    refused(&[good, b"x"].concat(), "a longer file");
    let mut sections = Vec::new();
    let mut rest = &good[head..];
    while !rest.is_empty() {
        let long = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize + 12;
        sections.push(&rest[..long]);
        rest = &rest[long..];
    }
    assert_eq!(sections.len(), many);
    sections.swap(swapped[0], swapped[1]);
    refused(&[&good[..head], &sections.concat()].concat(), "swapped levels")
}

/// The value of a wall at a temperature.
pub fn score(wall: &[Corner], t: Dyadic) -> Dyadic {
    let below = wall.iter().rev().find(|corner| corner.temperature <= t).unwrap();
    let Some(above) = wall.iter().find(|corner| corner.temperature > t) else { return below.value };
    let further = t.minus(below.temperature).unwrap();
    match below.value.cmp(&above.value) {
        Ordering::Less => below.value.plus(further).unwrap(),
        Ordering::Greater => below.value.minus(further).unwrap(),
        Ordering::Equal => below.value,
    }
}
