//! Reads files within a size limit, and writes them so that none is ever left half-written.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::LabError;
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
};

/// Reads an open file that must not have more bytes than this.
pub(crate) fn read_limited(path: &Path, file: &mut impl Read, most: u64) -> Result<Vec<u8>, LabError> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(LabError::io(path))?;
    if bytes.len() as u64 > most {
        let problem = format!("the file has more than {most} bytes");
        return Err(LabError::Corrupt { path: path.into(), line: 1, problem });
    }
    Ok(bytes)
}

/// Reads a file as text that must not have more bytes than this.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, LabError> {
    let mut file = File::open(path).map_err(LabError::io(path))?;
    String::from_utf8(read_limited(path, &mut file, most)?)
        .map_err(|_| LabError::BadInput(format!("'{}' is not UTF-8 text", path.display())))
}

/// Writes a file under a temporary name and then renames it.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), LabError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    write_then_rename(&new, path, |file| file.write_all(text.as_bytes()))
}

/// Writes a file under one name and gives it another. If either fails, no trace of the new one is left.
fn write_then_rename(
    new: &Path,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), LabError> {
    let written = File::create(new).and_then(|mut file| write(&mut file));
    written.and_then(|()| fs::rename(new, path)).map_err(|source| {
        let _ = fs::remove_file(new);
        LabError::Io { path: path.into(), source }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_old_file() {
        let folder = std::env::temp_dir().join(format!("quadrille-lab-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, new) = (folder.join("table.csv"), folder.join("table.csv.new"));
        write_whole(&path, "old").unwrap();
        let full = |file: &mut File| {
            file.write_all(b"ne")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        let error = write_then_rename(&new, &path, full).unwrap_err();
        assert!(!error.is_bad_input() && error.to_string().contains("table.csv"), "{error}");
        assert_eq!((read_text(&path, 3).unwrap().as_str(), new.exists()), ("old", false));
        let error = read_text(&path, 2).unwrap_err();
        assert!(error.is_bad_input() && error.to_string().contains("has more than 2 bytes"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
