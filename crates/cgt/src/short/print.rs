//! Games as text, which [`Games::parse`] reads back.

use super::{GameId, Games, Result, ValueError};
use crate::Dyadic;
use std::{collections::HashMap, rc::Rc};

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Syntax {
    /// `{2|±1,-1/2}`, `3+^*`.
    #[default]
    Plain,
    /// As CGSuite writes them: `{2|-1/2,+-1}`, `3^*`, `Tiny(2)`.
    CgSuite,
}

impl Games<'_> {
    /// The canonical form in this syntax, if it has at most so many bytes.
    pub fn text_in(&mut self, game: GameId, syntax: Syntax, most: usize) -> Result<String> {
        match syntax {
            Syntax::Plain => self.text_within(game, most),
            Syntax::CgSuite => self.cgsuite_text(game, most),
        }
    }

    /// The canonical form as text: `{2|-1/2,±1}`, `±(1,{2|0})`, `3+^*`.
    pub fn text(&mut self, game: GameId) -> Result<String> {
        self.text_within(game, usize::MAX)
    }

    /// The same, if it has at most so many bytes. A form whose parts occur often is much longer than it is large.
    pub fn text_within(&mut self, game: GameId, most: usize) -> Result<String> {
        Ok(self.printed(game, most, &mut HashMap::new())?.to_string())
    }

    fn printed(&mut self, game: GameId, most: usize, known: &mut Texts) -> Result<Rc<str>> {
        if let Some(text) = known.get(&game) {
            return Ok(Rc::clone(text));
        }
        self.step()?;
        let text: Rc<str> = self.form(game, most, known)?.into();
        if text.len() > most {
            return Err(ValueError::TooLong(most));
        }
        known.insert(game, Rc::clone(&text));
        Ok(text)
    }

    fn form(&mut self, game: GameId, most: usize, known: &mut Texts) -> Result<String> {
        if let Some(number) = self.as_number(game) {
            return Ok(number.to_string());
        }
        if let Some(name) = self.name(game)? {
            return Ok(name);
        }
        let (left, right) = (self.left(game)?, self.right(game)?);
        let left_list = self.list(&left, most, known)?;
        if self.negative(game)? == game {
            let whole = left.len() == 1 && self.as_number(left[0]).is_some();
            return Ok(if whole { format!("±{left_list}") } else { format!("±({left_list})") });
        }
        Ok(format!("{{{left_list}|{}}}", self.list(&right, most, known)?))
    }

    fn list(&mut self, options: &[GameId], most: usize, known: &mut Texts) -> Result<String> {
        // Large means first for both sides, then by text, so that the order in the arena does not matter.
        let mut texts = Vec::new();
        for &option in options {
            texts.push((self.mean_and_temperature(option)?.0, self.printed(option, most, known)?));
        }
        texts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        Ok(texts.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(","))
    }

    /// The name of a number plus a named infinitesimal.
    fn name(&mut self, game: GameId) -> Result<Option<String>> {
        // Only games whose stops agree are a number plus an infinitesimal.
        let (stop, other) = self.stops(game)?;
        if stop != other {
            return Ok(None);
        }
        let number = self.number(stop)?;
        let rest = self.difference(game, number)?;
        let name = self.infinitesimal_name(rest)?;
        Ok(name.map(|name| if stop == Dyadic::ZERO { name } else { format!("{stop}+{name}") }))
    }
}

/// The texts of games that occurred before.
type Texts = HashMap<GameId, Rc<str>>;
