//! Lines from standard input, robust against half lines, bytes that are not text and endless lines.

use super::session::Event;
use std::{
    io::{BufRead, Read},
    sync::mpsc::Sender,
};

/// Longer lines are cut: no message is that long.
const LONGEST: u64 = 1 << 16;

/// Sends every line until the input or the receiver is gone.
pub(super) fn read_lines(sender: &Sender<Event>) {
    lines_of(&mut std::io::stdin().lock(), |line| sender.send(Event::Line(line)).is_ok());
    let _ = sender.send(Event::EndOfInput);
}

/// Visits the lines of a stream until `visit` says no. A last line without an end is a line.
fn lines_of(stream: &mut impl BufRead, mut visit: impl FnMut(String) -> bool) {
    loop {
        let mut bytes = Vec::new();
        match stream.take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => (),
        }
        let is_cut = bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n');
        if is_cut && skip_line(stream).is_err() {
            return;
        }
        if !visit(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()) {
            return;
        }
    }
}

/// Reads on to the end of a line, keeping nothing.
fn skip_line(stream: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = stream.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        stream.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        lines_of(&mut std::io::BufReader::with_capacity(7, bytes), |line| {
            found.push(line);
            true
        });
        found
    }

    #[test]
    fn a_line_ends_as_it_likes() {
        assert_eq!(lines(b"aei\nisready\r\n\nquit"), ["aei", "isready", "", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let mut bytes = vec![b'x'; 3 * LONGEST as usize];
        bytes.extend(b"\naei\n");
        let found = lines(&bytes);
        assert_eq!(found.iter().map(String::len).collect::<Vec<_>>(), [LONGEST as usize, 3]);
    }
}
