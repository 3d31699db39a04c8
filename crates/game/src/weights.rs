//! Numbers of an evaluation that can be changed by name: for specs, experiments and tuners. Knows no evaluation.

/// Whole numbers with names, in a fixed order. [`weights!`](crate::weights) writes it for a struct; numbers and arrays have
/// it already, so that weights may be nested.
pub trait Weights {
    /// Shows every number with its name, such as `piece.3`, to be read or changed. `path` is the name of the whole.
    fn visit(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut i32));

    /// All names and numbers.
    fn list(&self) -> Vec<(String, i32)>
    where
        Self: Clone,
    {
        let mut list = Vec::new();
        self.clone().visit("", &mut |name, number| list.push((name.to_string(), *number)));
        list
    }

    /// The same with these numbers in the order of [`Weights::list`]; where there are too few, the rest stays as it is.
    fn with(&self, numbers: &[i32]) -> Self
    where
        Self: Clone,
    {
        let mut changed = self.clone();
        let mut numbers = numbers.iter();
        changed.visit("", &mut |_, number| {
            if let Some(new) = numbers.next() {
                *number = *new;
            }
        });
        changed
    }
}

impl Weights for i32 {
    fn visit(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut i32)) {
        see(path, self);
    }
}

impl<W: Weights, const N: usize> Weights for [W; N] {
    fn visit(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut i32)) {
        for (nth, part) in self.iter_mut().enumerate() {
            part.visit(&weight_name(path, &nth.to_string()), see);
        }
    }
}

/// The name of a part of something that has a name.
pub fn weight_name(whole: &str, part: &str) -> String {
    if whole.is_empty() { part.into() } else { format!("{whole}.{part}") }
}

/// Makes the named fields of a struct its [`Weights`](crate::Weights). A field that is left out does not compile, unless the
/// list ends in `..`.
#[macro_export]
macro_rules! weights {
    ($kind:ident { $($field:ident),+ $(,)? }) => { $crate::weights!(@ $kind { $($field),+ } {}); };
    ($kind:ident { $($field:ident,)+ .. }) => { $crate::weights!(@ $kind { $($field),+ } { .. }); };
    (@ $kind:ident { $($field:ident),+ } { $($rest:tt)* }) => {
        impl $crate::Weights for $kind {
            fn visit(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut i32)) {
                let $kind { $($field,)+ $($rest)* } = self;
                $($crate::Weights::visit($field, &$crate::weight_name(path, stringify!($field)), see);)+
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Debug)]
    struct Part {
        early: i32,
        late: i32,
    }

    #[derive(Clone, PartialEq, Debug)]
    struct Whole {
        tempo: i32,
        parts: [Part; 2],
    }

    weights!(Part { early, late });
    weights!(Whole { tempo, parts });

    #[test]
    fn nested_weights_have_names_and_can_be_set() {
        let whole = Whole { tempo: 1, parts: [Part { early: 2, late: 3 }, Part { early: 4, late: 5 }] };
        let names: Vec<String> = whole.list().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["tempo", "parts.0.early", "parts.0.late", "parts.1.early", "parts.1.late"]);
        let changed = whole.with(&[9, 8, 7]);
        assert_eq!(changed.list().into_iter().map(|(_, n)| n).collect::<Vec<_>>(), [9, 8, 7, 4, 5]);
        assert_eq!(changed.with(&[1, 2, 3]), whole);
    }
}
