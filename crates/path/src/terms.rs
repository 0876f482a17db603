//! The terms in which a step is written: ids of a model, or names as in a record.

use std::fmt::Debug;
use std::hash::Hash;

use gradus_csp::{Label, Variable};

use super::chain::{Chain, Object};
use super::rule::ChainRule;
use super::step::PathStep;

/// The terms of a step: how it writes labels, variables, right-linking objects and rules.
pub trait Terms: Copy + Eq + Hash + Debug {
    /// A label.
    type Label: Clone + Eq + Hash + Debug;
    /// A CSP variable.
    type Variable: Clone + Eq + Hash + Debug;
    /// A right-linking candidate or g-candidate.
    type Object: Clone + Eq + Hash + Debug;
    /// The name of a rule that the rest of the step implies.
    type Rule: Clone + Eq + Hash + Debug;
    /// The rule of a chain.
    type ChainRule: Clone + Eq + Hash + Debug;
}

/// Ids of one model. The names of rules follow from the patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resolved {}

impl Terms for Resolved {
    type Label = Label;
    type Variable = Variable;
    type Object = Object;
    type Rule = ();
    type ChainRule = ChainRule;
}

/// Names, as a record writes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {}

impl Terms for Named {
    type Label = String;
    type Variable = String;
    type Object = String;
    type Rule = String;
    type ChainRule = String;
}

/// Terms that are strings: the bound of serialization.
pub(crate) trait Text:
    Terms<Label = String, Variable = String, Object = String, Rule = String, ChainRule = String>
{
}

impl Text for Named {}

/// A translation of terms: a symmetry of the model, ids to names, or names to ids.
pub trait TermMap<A: Terms, B: Terms> {
    /// The reason why a term has no translation.
    type Error;

    /// Translates a label.
    fn label(&mut self, label: &A::Label) -> Result<B::Label, Self::Error>;

    /// Translates a variable.
    fn variable(&mut self, variable: &A::Variable) -> Result<B::Variable, Self::Error>;

    /// Translates a right-linking object of a variable.
    fn object(
        &mut self,
        object: &A::Object,
        variable: &A::Variable,
    ) -> Result<B::Object, Self::Error>;

    /// Translates the name of a step's rule.
    fn rule(&mut self, step: &PathStep<A>) -> Result<B::Rule, Self::Error>;

    /// Translates the rule of a chain.
    fn chain_rule(&mut self, chain: &Chain<A>) -> Result<B::ChainRule, Self::Error>;

    /// Translates the guardians of a relation; ids stay in ascending order.
    fn guardians(&mut self, guardians: &[A::Label]) -> Result<Vec<B::Label>, Self::Error> {
        guardians
            .iter()
            .map(|guardian| self.label(guardian))
            .collect()
    }

    /// Translates the premise of a rule of one kind of puzzle, which is prose.
    fn premise(&mut self, premise: &str) -> Result<String, Self::Error> {
        Ok(premise.to_string())
    }
}
