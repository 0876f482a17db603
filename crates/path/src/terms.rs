//! The terms of a step: ids of a model, or names as in a record.

use std::fmt::Debug;
use std::hash::Hash;

use gradus_csp::{GLabel, Label, Model, Variable};

use super::rule::ChainRule;

/// A right-linking object: a candidate, or a g-candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A right-linking candidate.
    Label(Label),
    /// A right-linking g-candidate.
    Group(GLabel),
}

impl Object {
    /// Its labels.
    pub(crate) fn labels<'a>(&'a self, model: &'a Model) -> &'a [Label] {
        match self {
            Object::Label(label) => std::slice::from_ref(label),
            Object::Group(group) => model.glabel_labels(*group),
        }
    }
}

/// The terms of a step: the types for labels, variables, right-linking objects and rules.
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

/// Names as in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {}

impl Terms for Named {
    type Label = String;
    type Variable = String;
    type Object = String;
    type Rule = String;
    type ChainRule = String;
}

/// Terms that are strings: the bound for serialization.
pub(crate) trait Text:
    Terms<Label = String, Variable = String, Object = String, Rule = String, ChainRule = String>
{
}

impl Text for Named {}
