//! Reading games: `{2|-1/2,{1|-1}}`, `±1`, `+-(1,{2|0})`, `^`, `*2`, `v9*8`, `5||3|1`, sums and differences of them.

use super::{GameId, Games, ValueError};
use crate::Dyadic;
use game::TextError;
use thiserror::Error;

/// Why a text could not be read as a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseError {
    /// The text is not a game.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is a game that is too large.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// Most levels of nesting, since reading recurses.
const DEEPEST: u32 = 100;
/// Largest multiples of up and nimbers.
const MOST_UPS: i64 = 100;
const MOST_STARS: i64 = 64;

const EXAMPLE: &str = "a game looks like {2|-1/2,{1|-1}}, ±1, ^*, v, *2 or 3+^";

impl Games {
    /// Reads a game and brings it to canonical form.
    pub fn parse(&mut self, text: &str) -> Result<GameId, ParseError> {
        let mut reader = Reader { games: self, text, rest: text, depth: 0 };
        reader.skip_blanks();
        if reader.rest.is_empty() {
            return Err(TextError::new(text, format!("holds no game; {EXAMPLE}")).into());
        }
        // Bars outside braces mean the same as inside.
        let game = reader.slashed()?;
        match reader.rest {
            "" => Ok(game),
            rest => Err(TextError::new(rest, format!("is left over; {EXAMPLE}")).into()),
        }
    }
}

struct Reader<'a, 'g> {
    games: &'g mut Games,
    text: &'a str,
    rest: &'a str,
    depth: u32,
}

/// The inside of braces: lists separated by runs of bars.
struct Slashed {
    lists: Vec<Vec<GameId>>,
    bars: Vec<usize>,
}

impl Reader<'_, '_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                self.skip_blanks();
                true
            }
            None => false,
        }
    }

    fn expected(&self, what: &str) -> ParseError {
        let token = if self.rest.is_empty() { self.text } else { self.rest };
        let problem = if self.rest.is_empty() { "ends too early" } else { "is unexpected" };
        TextError::new(token, format!("{problem}; expected {what}")).into()
    }

    fn deeper(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(TextError::new(self.text, format!("is nested deeper than {DEEPEST} levels")).into());
        }
        Ok(())
    }

    /// Lists and bars up to a closing brace or the end.
    fn inside(&mut self) -> Result<Slashed, ParseError> {
        let mut found = Slashed { lists: vec![Vec::new()], bars: Vec::new() };
        loop {
            if !(self.rest.is_empty() || self.rest.starts_with(['|', '}', ')'])) {
                let list = self.list()?;
                if let Some(last) = found.lists.last_mut() {
                    *last = list;
                }
            }
            let bars = self.rest.len() - self.rest.trim_start_matches('|').len();
            if bars == 0 {
                return Ok(found);
            }
            self.rest = &self.rest[bars..];
            self.skip_blanks();
            found.bars.push(bars);
            found.lists.push(Vec::new());
        }
    }

    fn list(&mut self) -> Result<Vec<GameId>, ParseError> {
        let mut list = vec![self.sum()?];
        while self.eat(",") {
            list.push(self.sum()?);
        }
        Ok(list)
    }

    /// Builds a game; the longest run of bars splits first, as in `5||3|1`.
    fn build(&mut self, lists: &[Vec<GameId>], bars: &[usize]) -> Result<GameId, ParseError> {
        let most = bars.iter().max().copied().unwrap_or(0);
        let mut places = bars.iter().enumerate().filter(|(_, n)| **n == most).map(|(at, _)| at);
        let (Some(at), None) = (places.next(), places.next()) else {
            let shown = "|".repeat(most.max(1));
            return Err(
                TextError::new(self.text, format!("has '{shown}' in more than one place of a game")).into()
            );
        };
        let mut sides = [Vec::new(), Vec::new()];
        let halves = [(&lists[..=at], &bars[..at]), (&lists[at + 1..], &bars[at + 1..])];
        for (side, (lists, bars)) in sides.iter_mut().zip(halves) {
            *side = if bars.is_empty() { lists[0].clone() } else { vec![self.build(lists, bars)?] };
        }
        Ok(self.games.game(&sides[0], &sides[1])?)
    }

    /// A game, with or without bars at the outermost level.
    fn slashed(&mut self) -> Result<GameId, ParseError> {
        let Slashed { lists, bars } = self.inside()?;
        match (&lists[..], &bars[..]) {
            ([list], []) if list.len() == 1 => Ok(list[0]),
            (_, []) => Err(self.expected("one game, or options with a bar between them")),
            (lists, bars) => self.build(lists, bars),
        }
    }

    fn sum(&mut self) -> Result<GameId, ParseError> {
        let mut total = self.term()?;
        loop {
            let minus = match self.rest.chars().next() {
                Some('+') => false,
                Some('-') => true,
                _ => return Ok(total),
            };
            self.rest = &self.rest[1..];
            self.skip_blanks();
            let term = self.term()?;
            total = if minus { self.games.difference(total, term)? } else { self.games.sum(total, term)? };
        }
    }

    fn term(&mut self) -> Result<GameId, ParseError> {
        self.deeper()?;
        let game = if self.eat("±") || self.eat("+-") {
            self.either()?
        } else if self.eat("-") {
            let game = self.term()?;
            self.games.negative(game)?
        } else if self.eat("{") {
            let Slashed { lists, bars } = self.inside()?;
            if bars.is_empty() || !self.eat("}") {
                return Err(self.expected(if bars.is_empty() { "'|'" } else { "'}'" }));
            }
            self.build(&lists, &bars)?
        } else if self.eat("(") {
            let game = self.slashed()?;
            if !self.eat(")") {
                return Err(self.expected("')'"));
            }
            game
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(game)
    }

    /// After `±`: a game, or a list of Left's options in brackets or braces.
    fn either(&mut self) -> Result<GameId, ParseError> {
        self.deeper()?;
        let options = if self.eat("(") {
            let list = self.list()?;
            if !self.eat(")") {
                return Err(self.expected("')'"));
            }
            list
        } else if self.eat("{") {
            let Slashed { lists, bars } = self.inside()?;
            if !self.eat("}") {
                return Err(self.expected("'}'"));
            }
            if bars.is_empty() {
                lists.into_iter().next().unwrap_or_default()
            } else {
                vec![self.build(&lists, &bars)?]
            }
        } else {
            vec![self.atom()?]
        };
        self.depth -= 1;
        let mut negatives = Vec::new();
        for &option in &options {
            negatives.push(self.games.negative(option)?);
        }
        Ok(self.games.game(&options, &negatives)?)
    }

    /// A number, arrows and a star, in this order, at least one of them: `3`, `^^*2`, `1/2v`, `*`.
    fn atom(&mut self) -> Result<GameId, ParseError> {
        let before = self.rest;
        let number = self.number()?;
        let ups = self.arrows()?;
        let stars = self.stars()?;
        if number.is_none() && ups.is_none() && stars.is_none() {
            return Err(self.expected(&format!("a game ({EXAMPLE})")));
        }
        if ups.is_some_and(|n| n.abs() > MOST_UPS) || stars.is_some_and(|n| n > MOST_STARS) {
            let problem = format!("is too large: at most {MOST_UPS} ups and *{MOST_STARS}");
            return Err(TextError::new(before, problem).into());
        }
        let mut total = self.games.number(number.unwrap_or(Dyadic::ZERO))?;
        if let Some(ups) = ups {
            let up = self.games.up()?;
            let many = self.games.multiple(up, ups)?;
            total = self.games.sum(total, many)?;
        }
        if let Some(stars) = stars {
            let star = self.games.nimber(stars as u32)?;
            total = self.games.sum(total, star)?;
        }
        self.skip_blanks();
        Ok(total)
    }

    fn number(&mut self) -> Result<Option<Dyadic>, ParseError> {
        let is_part = |c: char| c.is_ascii_digit() || c == '/';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return Ok(None);
        }
        let number = Dyadic::parse(&self.rest[..end])?;
        self.rest = &self.rest[end..];
        Ok(Some(number))
    }

    fn count(&mut self) -> Result<Option<i64>, ParseError> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Ok(None);
        }
        let digits = &self.rest[..end];
        let number = digits.parse().map_err(|_| TextError::new(digits, "is too large a number"))?;
        self.rest = &self.rest[end..];
        Ok(Some(number))
    }

    fn arrows(&mut self) -> Result<Option<i64>, ParseError> {
        let Some(arrow) = self.rest.chars().next().filter(|c| matches!(c, '^' | 'v' | '↑' | '↓')) else {
            return Ok(None);
        };
        let mut many = 0;
        while let Some(rest) = self.rest.strip_prefix(arrow) {
            self.rest = rest;
            many += 1;
        }
        if many == 1 {
            many = self.count()?.unwrap_or(1);
        }
        Ok(Some(if matches!(arrow, '^' | '↑') { many } else { -many }))
    }

    fn stars(&mut self) -> Result<Option<i64>, ParseError> {
        match self.rest.strip_prefix('*') {
            None => Ok(None),
            Some(rest) => {
                self.rest = rest;
                Ok(Some(self.count()?.unwrap_or(1)))
            }
        }
    }
}
