//! The relations of a path. They are kept even if the patterns that asserted them are gone.
//! CSP-Rules manual, 14.9 ("ultra-persistency") and 14.16 (splitting).

use std::collections::HashSet;

use super::Occurrence;
use gradus_csp::{Label, Labels, State};
use gradus_path::{Relation, Split};

/// KnownRelations, and the patterns that they came from.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownRelations {
    /// The relations that still say something, with the guardians left: two or more. The
    /// smallest come first.
    pub(super) live: Vec<Relation>,
    known: HashSet<Occurrence>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Update {
    /// All have two guardians or more.
    Quiet,
    /// The only guardian that is left of one of them is true.
    Last { pattern: String, value: Label },
    /// One of them has no guardian left: there is no solution.
    Contradiction,
}

impl KnownRelations {
    /// Takes out the guardians that are gone, and the relations that say nothing more:
    /// those with a guardian that is true, and those that contain another one.
    pub(super) fn update<S: Labels>(&mut self, state: &State<S>) -> Update {
        let is_true = |label: &Label| state.values.contains(*label);
        self.live
            .retain(|relation| !relation.guardians.iter().any(is_true));
        for relation in &mut self.live {
            relation
                .guardians
                .retain(|&label| state.left.contains(label));
        }
        self.live.sort_by_key(Relation::size);
        let mut kept: Vec<Relation> = Vec::new();
        for relation in self.live.drain(..) {
            let has = |small: &Relation| {
                let mut guardians = small.guardians.iter();
                guardians.all(|label| relation.guardians.contains(label))
            };
            if !kept.iter().any(has) {
                kept.push(relation);
            }
        }
        self.live = kept;
        match self.live.first() {
            Some(Relation { pattern, guardians }) => match guardians[..] {
                [] => Update::Contradiction,
                [value] => Update::Last {
                    pattern: pattern.clone(),
                    value,
                },
                _ => Update::Quiet,
            },
            None => Update::Quiet,
        }
    }

    pub(super) fn knows(&self, occurrence: &Occurrence) -> bool {
        self.known.contains(occurrence)
    }

    /// Remembers what a pattern asserts, if anything.
    pub(super) fn assert(&mut self, occurrence: Occurrence, relation: Option<Relation>) {
        self.known.insert(occurrence);
        self.live.extend(relation);
    }

    /// Replaces a relation by the two that it is split into.
    pub(super) fn split(&mut self, split: &Split) {
        self.live.retain(|relation| {
            relation.pattern != split.pattern || relation.guardians != split.guardians
        });
        self.live.extend(split.halves());
    }
}
