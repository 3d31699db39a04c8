//! What the workers of a depth-first search share: the question, the policies, the table and each other.

use super::{
    leaf::LeafPolicy,
    question::{HistoryDependence, Question},
    table::{Entry, Table, TableKey},
    workers::Workers,
};
use game::Game;

/// What a worker works with and shares with others.
pub(super) struct Context<'a, G, H> {
    pub question: Question<'a>,
    pub leaf: &'a LeafPolicy<G, H>,
    pub table: &'a Table,
    pub workers: &'a Workers,
}

impl<G: Game, H> Context<'_, G, H> {
    /// What the table knows about a position that was reached on the line with these combined keys.
    #[inline]
    pub fn remembered(&self, key: TableKey, line: u64) -> Option<(Entry, HistoryDependence)> {
        let anywhere = self.table.probe(key).map(|entry| (entry, HistoryDependence::NONE));
        if G::FORBIDDEN_REPETITION.is_none() || anywhere.is_some() {
            return anywhere;
        }
        self.table.probe(key.on_line(line)).map(|entry| (entry, HistoryDependence::ALL))
    }

    /// Remembers a position. Where positions can come back, only decisions that do not depend on the line are shared:
    /// numbers from different lines would lower each other for ever, and the search would never end.
    #[inline]
    pub fn remember(&self, key: TableKey, line: u64, entry: Entry, dependence: HistoryDependence, work: u64) {
        let for_everybody = G::FORBIDDEN_REPETITION.is_none()
            || (dependence == HistoryDependence::NONE && entry.numbers.decided().is_some());
        let key = if for_everybody { key } else { key.on_line(line) };
        self.table.store(key, entry, work);
    }
}
