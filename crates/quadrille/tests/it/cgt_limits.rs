//! What `quadrille cgt` promises about limits and files: canonical forms of any size, databases that overwrite nothing else, and
//! builds that survive kills.

use crate::common::{Folder, command, good, quadrille, refused};
use std::{fs, process::Stdio, time::Duration};

/// A game whose canonical form doubles with every part.
fn switches(many: u32) -> String {
    (0..many).map(|n| format!("±{}", 1_u64 << n)).collect::<Vec<_>>().join("+")
}

#[test]
fn large_canonical_forms_are_named_or_left_out() {
    for (game, value) in [("*32", "*32"), ("*64", "*64"), ("5*33", "5+*33"), ("v9*8", "v9*8")] {
        let out = good(&["cgt", "value", "--game", game, "--nodes", "1e6"]);
        assert!(out.starts_with(&format!("value {value}\n")), "{game}: {out}");
    }
    let out = good(&["cgt", "value", "--game", &switches(12)]);
    let sentence =
        "value not printed: the canonical form is too large to print: it has more than 10000 characters";
    assert!(out.starts_with(&format!("{sentence}\nmean 0\ntemperature 2048\n")), "{out}");
    let out = good(&["cgt", "value", "--game", &switches(12), "--json"]);
    assert!(out.contains("\"value\":null") && out.contains("\"temperature\":\"2048\""), "{out}");
    // The limits hold while forms are computed, by any method.
    for method in ["exact", "tds+"] {
        let run =
            quadrille(&["cgt", "value", "--game", &switches(40), "--nodes", "2000", "--method", method]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{method}: {}", run.err);
        assert!(run.err.contains("budget"), "{method}: {}", run.err);
    }
    let deep = ["^"; 1100].join("+");
    refused(&["cgt", "value", "--game", &deep], "may last more than 1000 moves");
    refused(&["cgt", "value", "--game", &"1+".repeat(6000)], "is longer than 10000 bytes");
}

#[test]
fn a_database_overwrites_nothing_but_a_database() {
    let folder = Folder::new();
    let build = |file: &str| {
        ["cgt", "database", "build", "2x2", "--file"]
            .map(String::from)
            .into_iter()
            .chain([file.to_owned()])
            .collect::<Vec<_>>()
    };
    let (thesis, link, nowhere) = (folder.file("thesis.txt"), folder.file("link"), folder.file("nowhere"));
    fs::write(&thesis, "years of work").unwrap();
    fs::write(folder.file("empty"), "").unwrap();
    fs::create_dir(folder.file("folder")).unwrap();
    let mut targets = vec![thesis.clone(), folder.file("empty"), folder.file("folder")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&thesis, &link).unwrap();
        std::os::unix::fs::symlink(folder.file("missing"), &nowhere).unwrap();
        targets.extend([link.clone(), nowhere.clone(), "/dev/null".to_owned()]);
    }
    for target in &targets {
        let args = build(target);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let message = refused(&args, &format!("'{target}' is "));
        assert!(message.contains("not a database, so it is not overwritten"), "{message}");
    }
    assert_eq!(fs::read_to_string(&thesis).unwrap(), "years of work");
    // A temporary file that is a link goes away, and what it leads to stays.
    let file = folder.file("2x2.cgdb");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&thesis, format!("{file}.part")).unwrap();
    for _ in 0..2 {
        good(&["cgt", "database", "build", "2x2", "--file", &file]);
    }
    assert_eq!(fs::read_to_string(&thesis).unwrap(), "years of work");
    good(&["cgt", "database", "stats", "--file", &file]);
}

/// A build that is killed at random moments ends with the file of a build that was not, and no reader accepts what a killed
/// build leaves.
#[test]
fn a_killed_build_resumes_and_gives_the_same_file() {
    let folder = Folder::new();
    let (whole, killed) = (folder.file("whole.cgdb"), folder.file("killed.cgdb"));
    good(&["cgt", "database", "build", "4x4", "--file", &whole]);
    let expected = fs::read(&whole).unwrap();
    for round in 0..10 * u64::from(testkit::scale()) {
        let mut build = command(&["cgt", "database", "build", "4x4", "--file", &killed])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(testkit::mix(&[24, round]) % 500));
        build.kill().unwrap();
        build.wait().unwrap();
        for left in fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()) {
            let name = left.to_str().unwrap();
            if name == killed {
                assert_eq!(fs::read(&killed).unwrap(), expected, "a file appears only when it is complete");
                fs::remove_file(&killed).unwrap();
            } else if name != whole {
                refused(&["cgt", "database", "stats", "--file", name], name);
            }
        }
    }
    good(&["cgt", "database", "build", "4x4", "--file", &killed]);
    assert_eq!(fs::read(&killed).unwrap(), expected);
    let left = fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(left, 2, "a finished build leaves nothing but its file");
}
