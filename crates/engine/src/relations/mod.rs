//! OR_k relations: sets of candidates of which one is true, and the paths that use them.
//! CSP-Rules manual, 3.5 and 14.
//!
//! Relations come from *impossible patterns*: variables that cannot all have one of certain
//! labels. A source of such patterns is a plug-in ([`PatternSource`]): [`Tridagons`] are one,
//! patterns that are given another. All that follows is the same for all of them. A relation is
//! kept to the end of the path: guardians that are eliminated leave it, the last one is
//! asserted, and where two of them are true or false together it is split in two. OR_k-whips
//! have a relation in the place of one variable.

mod bound;
mod c_chain;
mod given;
mod memory;
mod or_whip;
mod search;
mod tridagon;

pub(crate) use bound::excludes;
pub use given::{GivenError, GivenPattern};
pub use or_whip::find as find_or_whip;
pub(crate) use search::OrSearch;
pub use tridagon::{Tridagons, count};

use crate::kernel::Kernel;
use gradus_csp::{Bits, Label, Labels, Model, Variable};
use gradus_path::{Impossible, Relation};

/// An occurrence of an impossible pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Occurrence {
    /// The name of the pattern.
    pub pattern: String,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// The labels that they cannot all have one of, in ascending order. All of them are candidates.
    pub inside: Vec<Label>,
}

/// A source of impossible patterns.
pub trait PatternSource<K: Kernel> {
    /// The occurrences in a state closed under Singles, by what is left of it.
    fn occurrences(&self, kernel: &K, left: &K::Set) -> Vec<Occurrence>;
}

impl Occurrence {
    /// The candidates of its variables that are not inside: one of them is true.
    pub fn guardians<S: Labels>(&self, model: &Model, left: &S) -> Vec<Label> {
        let labels = self.variables.iter().flat_map(|&v| model.labels_of(v));
        let outside = labels.filter(|label| self.inside.binary_search(label).is_err());
        let mut guardians: Vec<Label> = outside.copied().filter(|&l| left.contains(l)).collect();
        guardians.sort_unstable();
        guardians.dedup();
        guardians
    }

    /// The relation that it asserts in a state.
    fn relation<S: Labels>(&self, model: &Model, left: &S) -> Relation {
        Relation {
            pattern: self.pattern.clone(),
            guardians: self.guardians(model, left),
        }
    }

    /// Its conclusion in a state: if all guardians are of one variable, that the labels inside
    /// that variable are false, else that one of the guardians is true.
    fn conclusion<S: Labels>(&self, model: &Model, left: &S) -> Impossible {
        let guardians = self.guardians(model, left);
        let of = |variable: Variable| model.labels_of(variable);
        let has_all = |&variable: &Variable| guardians.iter().all(|g| of(variable).contains(g));
        let only = self.variables.iter().copied().find(has_all);
        let targets = only.map_or(Vec::new(), |variable| {
            let labels = of(variable).iter().copied();
            let inside = labels.filter(|label| self.inside.binary_search(label).is_ok());
            inside.filter(|&label| left.contains(label)).collect()
        });
        Impossible {
            rule: (),
            pattern: self.pattern.clone(),
            variables: self.variables.clone(),
            inside: self.inside.clone(),
            guardians,
            targets,
        }
    }
}

/// Calls a function with all choices of some bits of a mask, in the order of their lowest bits,
/// each together with the bits chosen before.
fn each_choice(mask: u32, more: u32, chosen: u32, found: &mut dyn FnMut(u32)) {
    if more == 0 {
        return found(chosen);
    }
    for bit in Bits(mask.into()) {
        let above = mask & (u32::MAX << bit << 1);
        each_choice(above, more - 1, chosen | 1 << bit, found);
    }
}
