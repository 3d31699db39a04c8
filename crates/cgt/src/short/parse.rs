//! Reading games: `{2|-1/2,{1|-1}}`, `±1`, `+-(1,{2|0})`, `^`, `*2`, `v9*8`, `5||3|1`, sums and differences of them, and what
//! CGSuite prints: `6^*`, `-1^`, `Tiny(3/2)`, `2Miny({3|1})`, `^[4]`, `v<2>*`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{GameId, Games, ValueError, uptimals::MOST_POWERS};
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
/// Longest text, in bytes.
const MAX_TEXT: usize = 10_000;
/// Largest multiples of up and nimbers.
const MOST_UPS: i64 = 100;
const MOST_STARS: i64 = 64;

const EXAMPLE: &str = "a game looks like {2|-1/2,{1|-1}}, ±1, ^*, v, *2 or 3+^";

impl Games<'_> {
    /// Reads a game and brings it to canonical form.
    pub fn parse(&mut self, text: &str) -> Result<GameId, ParseError> {
        if text.len() > MAX_TEXT {
            return Err(TextError::new(text, format!("is longer than {MAX_TEXT} bytes")).into());
        }
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

struct Reader<'a, 'g, 'b> {
    games: &'g mut Games<'b>,
    text: &'a str,
    rest: &'a str,
    depth: u32,
}

/// The inside of braces: lists of options, and how many bars stand between them.
type Slashed = (Vec<Vec<GameId>>, Vec<usize>);

impl<'a> Reader<'a, '_, '_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    fn close(&mut self, token: &str) -> Result<(), ParseError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("'{token}'"))) }
    }

    /// The characters that come next, as long as they are of this kind.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn expected(&self, what: &str) -> ParseError {
        let token = if self.rest.is_empty() { self.text } else { self.rest };
        let problem = if self.rest.is_empty() { "ends too early" } else { "is unexpected" };
        TextError::new(token, format!("{problem}; expected {what}")).into()
    }

    fn too_deep(&self) -> ParseError {
        TextError::new(self.text, format!("is nested deeper than {DEEPEST} levels")).into()
    }

    /// Lists and bars up to a closing brace or the end.
    fn inside(&mut self) -> Result<Slashed, ParseError> {
        let (mut lists, mut bars) = (Vec::new(), Vec::new());
        loop {
            let is_empty = self.rest.is_empty() || self.rest.starts_with(['|', '}', ')']);
            lists.push(if is_empty { Vec::new() } else { self.list()? });
            match self.take(|c| c == '|').len() {
                0 => return Ok((lists, bars)),
                many => bars.push(many),
            }
            self.skip_blanks();
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
            let problem = format!("has '{}' in more than one place of a game", "|".repeat(most.max(1)));
            return Err(TextError::new(self.text, problem).into());
        };
        let (left_lists, right_lists) = lists.split_at(at + 1);
        let (left_bars, right_bars) = (bars.get(..at), bars.get(at + 1..));
        let mut side = |lists: &[Vec<GameId>], bars: Option<&[usize]>| match (lists, bars.unwrap_or_default())
        {
            ([list], []) => Ok(list.clone()),
            (lists, bars) => self.build(lists, bars).map(|game| vec![game]),
        };
        let (left, right) = (side(left_lists, left_bars)?, side(right_lists, right_bars)?);
        Ok(self.games.game(&left, &right)?)
    }

    /// A game, with or without bars at the outermost level.
    fn slashed(&mut self) -> Result<GameId, ParseError> {
        let (lists, bars) = self.inside()?;
        match (lists.as_slice(), lists.concat().as_slice()) {
            ([_], [game]) => Ok(*game),
            ([_], _) => Err(self.expected("one game, or options with a bar between them")),
            (lists, _) => self.build(lists, &bars),
        }
    }

    fn sum(&mut self) -> Result<GameId, ParseError> {
        let mut total = self.term()?;
        loop {
            let is_minus = self.eat("-");
            if !is_minus && !self.eat("+") {
                return Ok(total);
            }
            let term = self.term()?;
            total =
                if is_minus { self.games.difference(total, term)? } else { self.games.sum(total, term)? };
        }
    }

    fn term(&mut self) -> Result<GameId, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let game = if self.eat("±") || self.eat("+-") {
            self.either()?
        } else if self
            .rest
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            // The sign belongs to the number alone: -1^ is -1 plus up, as CGSuite writes it.
            self.atom()?
        } else if self.eat("-") {
            let game = self.term()?;
            self.games.negative(game)?
        } else if self.eat("{") {
            let (lists, bars) = self.inside()?;
            if bars.is_empty() {
                return Err(self.expected("'|'"));
            }
            self.close("}")?;
            self.build(&lists, &bars)?
        } else if self.eat("(") {
            let game = self.slashed()?;
            self.close(")")?;
            game
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(game)
    }

    /// After `±`: a game, or a list of Left's options in brackets or braces.
    fn either(&mut self) -> Result<GameId, ParseError> {
        let options = if self.eat("(") {
            let list = self.list()?;
            self.close(")")?;
            list
        } else if self.eat("{") {
            let (mut lists, bars) = self.inside()?;
            self.close("}")?;
            if bars.is_empty() { lists.pop().unwrap_or_default() } else { vec![self.build(&lists, &bars)?] }
        } else {
            vec![self.atom()?]
        };
        let negatives =
            options.iter().map(|&option| self.games.negative(option)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.games.game(&options, &negatives)?)
    }

    /// A number, arrows and a star, in this order, at least one of them: `3`, `^^*2`, `1/2v`, `*`. In place of arrows there may be
    /// powers of up, and in place of both a tiny or miny game.
    fn atom(&mut self) -> Result<GameId, ParseError> {
        let before = self.rest;
        let minus = self.eat("-");
        let number = self.take(|c| c.is_ascii_digit() || c == '/');
        let number = match number {
            "" => None,
            digits => Some(Dyadic::parse(digits)?).map(|n| if minus { -n } else { n }),
        };
        if let Some(rest) = self.small(before)? {
            let number = self.games.number(number.unwrap_or(Dyadic::ZERO))?;
            return Ok(self.games.sum(number, rest)?);
        }
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

    /// A tiny or miny game, or a power of up or a sum of powers, perhaps with a star.
    fn small(&mut self, before: &'a str) -> Result<Option<GameId>, ParseError> {
        for (name, is_miny) in [("Tiny", false), ("Miny", true)] {
            if self.eat(name) {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.too_deep());
                }
                self.close("(")?;
                let threat = self.slashed()?;
                self.close(")")?;
                self.depth -= 1;
                let tiny = self.games.tiny(threat)?;
                return Ok(Some(if is_miny { self.games.negative(tiny)? } else { tiny }));
            }
        }
        for (token, close) in [("^[", "]"), ("^<", ">"), ("v[", "]"), ("v<", ">")] {
            if self.eat(token) {
                let n = self.count()?.and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= MOST_POWERS);
                let Some(n) = n else {
                    let problem = format!("needs a power of up from 0 to {MOST_POWERS}, as in ^[2]");
                    return Err(TextError::new(before, problem).into());
                };
                self.close(close)?;
                let power =
                    if close == "]" { self.games.power_sum_of_up(n)? } else { self.games.power_of_up(n)? };
                let power = if token.starts_with('v') { self.games.negative(power)? } else { power };
                let star = match self.stars()? {
                    Some(stars) if stars > MOST_STARS => {
                        return Err(
                            TextError::new(before, format!("is too large: at most *{MOST_STARS}")).into()
                        );
                    }
                    stars => self.games.nimber(stars.unwrap_or(0) as u32)?,
                };
                self.skip_blanks();
                return Ok(Some(self.games.sum(power, star)?));
            }
        }
        Ok(None)
    }

    fn count(&mut self) -> Result<Option<i64>, ParseError> {
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        Ok(Some(digits.parse().map_err(|_| TextError::new(digits, "is too large a number"))?))
    }

    fn arrows(&mut self) -> Result<Option<i64>, ParseError> {
        let Some(arrow) = self.rest.chars().next().filter(|c| matches!(c, '^' | 'v' | '↑' | '↓')) else {
            return Ok(None);
        };
        let many = match self.take(|c| c == arrow).chars().count() {
            1 => self.count()?.unwrap_or(1),
            many => many as i64,
        };
        Ok(Some(if matches!(arrow, '^' | '↑') { many } else { -many }))
    }

    fn stars(&mut self) -> Result<Option<i64>, ParseError> {
        let Some(rest) = self.rest.strip_prefix('*') else { return Ok(None) };
        self.rest = rest;
        Ok(Some(self.count()?.unwrap_or(1)))
    }
}
