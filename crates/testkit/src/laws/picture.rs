//! Laws of pictures: what any browser can show, and nothing that reaches beyond the document. Knows no board.

use crate::{Plays, walk::the_same_games};
use game::{Draw, TextStyle};

/// A number for all drawings of the positions of some random games, which changes with any byte of them: boards in letters and
/// in colour and as SVG, with and without marks.
pub fn drawn<G: Draw>(starts: &[G], plays: Plays) -> u64 {
    let mut digest = 0;
    the_same_games(starts, plays, |position, _| {
        let marks: Vec<String> =
            position.action_list().first().map_or(Vec::new(), |&a| position.squares_of(a));
        let texts = [TextStyle::Plain, TextStyle::Colour].map(|style| position.text_board(style, &marks));
        let all = [texts.concat(), position.svg_board(&marks), position.svg_board(&[])];
        digest = all.concat().bytes().fold(digest, |digest, byte| game::mix(digest ^ u64::from(byte)));
    });
    digest
}

/// An SVG picture is a document of its own: tags open and close in order, attributes are quoted, nothing outside is referred
/// to, and those who cannot see it are told what it shows. Draw it with the mark `"/><script>` to see that marks which are no
/// names of squares stay out.
pub fn picture(svg: &str) {
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
        "the name space comes first: {svg}"
    );
    assert!(svg.ends_with("</svg>\n"), "a picture ends with its end: {svg}");
    let mut open = Vec::new();
    for (nth, piece) in svg.split('<').skip(1).enumerate() {
        assert!(nth == 0 || !open.is_empty(), "nothing follows the end: <{piece}");
        let Some((tag, after)) = piece.split_once('>') else { panic!("every tag is closed: <{piece}") };
        assert_eq!(tag.matches('"').count() % 2, 0, "attributes are quoted: <{tag}>");
        assert!(!after.contains('>'), "signs that mean something are escaped: <{piece}");
        match (tag.strip_prefix('/'), tag.ends_with('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name), "tags close in order: <{piece}"),
            (None, true) => (),
            (None, false) => open.push(tag.split_whitespace().next().unwrap_or(tag)),
        }
    }
    assert!(open.is_empty(), "every tag has an end: {open:?}");
    assert_eq!(svg.matches("http").count(), 1, "only the name space is an address: {svg}");
    assert!(!svg.contains("script"), "marks that are no names stay out: {svg}");
    for part in ["<title>", "<desc>", "role=\"img\""] {
        assert!(svg.contains(part), "those who cannot see it need {part}: {svg}");
    }
}
