//! Games as CGSuite prints them: `{3||2*|1*}`, `6^*`, `v9*8`, `+-{1,{2|0}}`, `Tiny(3/2)`, `^[4]`.
//!
//! Options stand in an order of our own: numbers with ups and stars first, then the rest. CGSuite's order is not documented, and
//! the games are the same.

use super::{GameId, Games, Result, ValueError};
use crate::{Dyadic, Player};
use std::{cmp::Reverse, collections::HashMap, rc::Rc};

/// Most bars in a row, as in CGSuite; beyond that braces stay.
const MOST_BARS: usize = 4;

/// The text of a game, and how many bars the longest run in it has if it is options in braces.
#[derive(Clone)]
struct Printed {
    text: Rc<str>,
    bars: usize,
}

/// The texts of games that occurred before.
type Texts = HashMap<GameId, Printed>;

/// Numbers with ups and stars come first, by falling number and ups and rising star; then others by falling mean and by text.
type Rank = (bool, Reverse<Dyadic>, Reverse<i64>, u32);

impl Games<'_> {
    /// The canonical form as CGSuite prints it, if it has at most so many bytes.
    pub(super) fn cgsuite_text(&mut self, game: GameId, most: usize) -> Result<String> {
        Ok(self.cgsuite(game, most, &mut HashMap::new())?.text.to_string())
    }

    fn cgsuite(&mut self, game: GameId, most: usize, known: &mut Texts) -> Result<Printed> {
        if let Some(printed) = known.get(&game) {
            return Ok(printed.clone());
        }
        self.step()?;
        let printed = match self.cgsuite_name(game, most, known)? {
            Some(name) => Printed { text: name.into(), bars: 0 },
            None => self.cgsuite_form(game, most, known)?,
        };
        if printed.text.len() > most {
            return Err(ValueError::TooLong(most));
        }
        known.insert(game, printed.clone());
        Ok(printed)
    }

    /// The name of a number, or of a number plus an infinitesimal with a name.
    fn cgsuite_name(&mut self, game: GameId, most: usize, known: &mut Texts) -> Result<Option<String>> {
        if let Some(number) = self.as_number(game) {
            return Ok(Some(number.to_string()));
        }
        let (stop, other) = self.stops(game)?;
        if stop != other {
            return Ok(None);
        }
        let number = self.number(stop)?;
        let rest = self.difference(game, number)?;
        let before = if stop == Dyadic::ZERO { String::new() } else { stop.to_string() };
        if let Some((ups, stars)) = self.ups_and_stars(rest)? {
            return Ok(Some(before + &up_star_name(ups, stars)));
        }
        if let Some(name) = self.uptimal_name(rest)? {
            return Ok(Some(before + &name));
        }
        let Some((player, threat)) = self.tiny_threat(rest)? else { return Ok(None) };
        let name = if player == Player::Left { "Tiny" } else { "Miny" };
        let threat = self.cgsuite(threat, most, known)?.text;
        Ok(Some(format!("{before}{name}({threat})")))
    }

    /// Options in braces, or a game that is its own negative.
    fn cgsuite_form(&mut self, game: GameId, most: usize, known: &mut Texts) -> Result<Printed> {
        let (left, right) = (self.left(game)?, self.right(game)?);
        if self.negative(game)? == game {
            let list = self.cgsuite_list(&left, most, known)?;
            let texts: Vec<&str> = list.iter().map(|printed| &*printed.text).collect();
            let text = match (&left[..], &texts[..]) {
                ([option], [text]) if self.as_number(*option).is_some() => format!("+-{text}"),
                (_, [text]) => format!("+-({text})"),
                (_, texts) => format!("+-{{{}}}", texts.join(",")),
            };
            return Ok(Printed { text: text.into(), bars: 0 });
        }
        let sides = [self.cgsuite_side(&left, most, known)?, self.cgsuite_side(&right, most, known)?];
        let bars = 1 + sides[0].bars.max(sides[1].bars);
        let text = format!("{{{}{}{}}}", sides[0].text, "|".repeat(bars), sides[1].text);
        Ok(Printed { text: text.into(), bars })
    }

    /// The options of a player. A single one that is options in braces loses them, as long as few enough bars tell the levels apart.
    fn cgsuite_side(&mut self, options: &[GameId], most: usize, known: &mut Texts) -> Result<Printed> {
        let list = self.cgsuite_list(options, most, known)?;
        if let [Printed { text, bars: bars @ 1..MOST_BARS }] = &list[..] {
            let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            return Ok(Printed { text: inside.unwrap_or(text).into(), bars: *bars });
        }
        let texts: Vec<&str> = list.iter().map(|printed| &*printed.text).collect();
        Ok(Printed { text: texts.join(",").into(), bars: 0 })
    }

    fn cgsuite_list(&mut self, options: &[GameId], most: usize, known: &mut Texts) -> Result<Vec<Printed>> {
        let mut list = Vec::new();
        for &option in options {
            list.push((self.rank(option)?, self.cgsuite(option, most, known)?));
        }
        list.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.text.cmp(&b.1.text)));
        Ok(list.into_iter().map(|(_, printed)| printed).collect())
    }

    fn rank(&mut self, game: GameId) -> Result<Rank> {
        let (stop, other) = self.stops(game)?;
        if stop == other {
            let number = self.number(stop)?;
            let rest = self.difference(game, number)?;
            if let Some((ups, stars)) = self.ups_and_stars(rest)? {
                return Ok((false, Reverse(stop), Reverse(ups), stars));
            }
        }
        Ok((true, Reverse(self.mean_and_temperature(game)?.0), Reverse(0), 0))
    }
}

/// `^`, `^^`, `^3`, `v*2` and so on; nothing for zero.
fn up_star_name(ups: i64, stars: u32) -> String {
    let arrow = if ups < 0 { "v" } else { "^" };
    let ups = match ups.unsigned_abs() {
        n @ 0..=2 => arrow.repeat(n as usize),
        n => format!("{arrow}{n}"),
    };
    match stars {
        0 => ups,
        1 => format!("{ups}*"),
        n => format!("{ups}*{n}"),
    }
}
