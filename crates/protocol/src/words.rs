//! How lines are taken apart into words and kept in one piece, for all protocols alike. Knows no message.

/// Splits a line into its first word and the rest, both without blanks around them.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    line.split_once(is_blank).map_or((line, ""), |(word, rest)| (word, rest.trim_matches(is_blank)))
}

/// Control characters separate words like blanks do.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control()
}

/// A text that cannot break out of its line: control characters become blanks.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.trim_matches(is_blank).chars();
    words.map(|c| if c.is_control() { ' ' } else { c }).collect()
}
