//! Games as text, which [`Games::parse`] reads back.

use super::{GameId, Games, Result};
use crate::Dyadic;

impl Games {
    /// The canonical form as text: `{2|-1/2,±1}`, `±(1,{2|0})`, `3+^*`.
    pub fn text(&mut self, game: GameId) -> Result<String> {
        if let Some(number) = self.as_number(game) {
            return Ok(number.to_string());
        }
        if let Some(name) = self.name(game)? {
            return Ok(name);
        }
        let (left, right) = (self.left(game)?, self.right(game)?);
        if self.negative(game)? == game {
            let whole = left.len() == 1 && self.as_number(left[0]).is_some();
            let list = self.list(&left)?;
            return Ok(if whole { format!("±{list}") } else { format!("±({list})") });
        }
        Ok(format!("{{{}|{}}}", self.list(&left)?, self.list(&right)?))
    }

    fn list(&mut self, options: &[GameId]) -> Result<String> {
        // Large means first for both sides, then by text, so that the order in the arena does not matter.
        let mut texts = Vec::new();
        for &option in options {
            texts.push((self.mean_and_temperature(option)?.0, self.text(option)?));
        }
        texts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        Ok(texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(","))
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
