//! Networks from files: a spec names them by path and digest, and a broken file gets one sentence.

use players::{GAMES, Limits, Request};
use std::{fs, path::PathBuf, sync::atomic::AtomicBool};

/// The network that ships with KnightThrough, in a file of its own.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("quadrille-network-{}-{name}.net", std::process::id()));
    fs::write(&path, include_bytes!("../../../knightthrough/networks/knightthrough.net")).unwrap();
    path
}

fn nodes(spec: &str) -> u64 {
    let game = GAMES.find("knightthrough").unwrap();
    let board = game.start("").unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(5), ..Limits::default() };
    game.player(spec, 1).unwrap().choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ()).nodes
}

#[test]
fn a_file_plays_as_the_network_that_was_built_in() {
    let path = file("same");
    let spec = format!("alphabeta:eval-file={}", path.display());
    assert_eq!(nodes(&spec), nodes("alphabeta:eval=net"));
    assert_ne!(nodes(&spec), nodes("alphabeta:eval=main"));
    let _ = fs::remove_file(path);
}

#[test]
fn specs_name_a_network_by_its_digest() {
    let path = file("digest");
    let game = GAMES.find("knightthrough").unwrap();
    let spec = game.spec(&format!("alphabeta:eval-file={}", path.display())).unwrap();
    let text = spec.to_string();
    let (_, digest) = text.split_once('#').expect("the canonical text has a digest");
    let digest = &digest[..16];
    assert_eq!(game.spec(&text), Ok(spec));
    let other = text.replace(digest, "0123456789abcdef");
    let error = game.spec(&other).err().unwrap().to_string();
    assert!(error.ends_with(&format!("has the digest {digest}; expected 0123456789abcdef")), "{error}");
    // A later evaluation by name wins, as with every setting.
    let main = game.spec(&format!("alphabeta:eval-file={},eval=main", path.display())).unwrap();
    assert!(!main.to_string().contains("eval-file"), "{main}");
    let _ = fs::remove_file(path);
}

#[test]
fn a_broken_file_gets_one_sentence() {
    let path = file("broken");
    let spec = format!("alphabeta:eval-file={}", path.display());
    let game = GAMES.find("knightthrough").unwrap();
    let error = || game.spec(&spec).err().map(|error| error.to_string()).unwrap_or_default();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(error().contains("is damaged: its checksum is"), "{}", error());
    fs::write(&path, b"not a network").unwrap();
    assert!(error().ends_with("is not a network: it does not begin with 'QUADNET'"), "{}", error());
    fs::remove_file(&path).unwrap();
    assert!(error().contains("cannot be read"), "{}", error());
    let tzaar = GAMES.find("tzaar").unwrap().spec("alphabeta:eval-file=x.net").err().unwrap().to_string();
    assert!(tzaar.starts_with("'net' is not an evaluation of tzaar"), "{tzaar}");
}
