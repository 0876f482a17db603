//! Ids and names: both translations between a path and its record.

use std::convert::Infallible;

use gradus_csp::{Label, Nomenclature, Variable};

use super::error::{RecordError, TermKind};
use crate::chain::Chain;
use crate::notation::{chain_name, rule_name};
use crate::rule::ChainRule;
use crate::step::{PathStep, TermMap};
use crate::terms::{Named, Object, Resolved};

/// Writes the names of a domain.
pub(super) struct ToNames<'a>(pub(super) &'a dyn Nomenclature);

impl TermMap<Resolved, Named> for ToNames<'_> {
    type Error = Infallible;

    fn label(&mut self, label: &Label) -> Result<String, Infallible> {
        Ok(self.0.label(*label))
    }

    fn variable(&mut self, variable: &Variable) -> Result<String, Infallible> {
        Ok(self.0.variable(*variable))
    }

    fn object(&mut self, object: &Object, _: &Variable) -> Result<String, Infallible> {
        Ok(match *object {
            Object::Label(label) => self.0.label(label),
            Object::Group(group) => self.0.glabel(group),
        })
    }

    fn rule(&mut self, step: &PathStep) -> Result<String, Infallible> {
        Ok(rule_name(self.0, step))
    }

    fn chain_rule(&mut self, chain: &Chain) -> Result<String, Infallible> {
        Ok(chain_name(self.0, chain))
    }
}

/// Reads the names in the step with this number, from 1.
pub(super) struct FromNames<'a> {
    pub(super) names: &'a dyn Nomenclature,
    pub(super) step: usize,
}

impl FromNames<'_> {
    fn unknown(&self, name: &str, kind: TermKind) -> RecordError {
        RecordError::Name {
            step: self.step,
            name: name.to_string(),
            kind,
        }
    }
}

impl TermMap<Named, Resolved> for FromNames<'_> {
    type Error = RecordError;

    fn label(&mut self, name: &String) -> Result<Label, RecordError> {
        let label = self.names.label_named(name);
        label.ok_or_else(|| self.unknown(name, TermKind::Candidate))
    }

    fn variable(&mut self, name: &String) -> Result<Variable, RecordError> {
        let variable = self.names.variable_named(name);
        variable.ok_or_else(|| self.unknown(name, TermKind::Variable))
    }

    fn object(&mut self, name: &String, variable: &String) -> Result<Object, RecordError> {
        if let Some(label) = self.names.label_named(name) {
            return Ok(Object::Label(label));
        }
        let variable = self.variable(variable)?;
        let group = self.names.glabel_named(name, variable);
        let group = group.ok_or_else(|| self.unknown(name, TermKind::Object))?;
        Ok(Object::Group(group))
    }

    fn rule(&mut self, _: &PathStep<Named>) -> Result<(), RecordError> {
        Ok(())
    }

    /// The rule of a chain. Its length is compared rather than read.
    fn chain_rule(&mut self, chain: &Chain<Named>) -> Result<ChainRule, RecordError> {
        let name = &chain.rule;
        let kind = name.split('[').next().unwrap_or(name);
        let plain = |rule: &ChainRule| *rule != ChainRule::TypedWhip && rule.name() == kind;
        let rule = if kind.starts_with("whip-") {
            Some(ChainRule::TypedWhip)
        } else {
            ChainRule::ALL.into_iter().find(plain)
        };
        rule.ok_or_else(|| self.unknown(name, TermKind::Chain))
    }
}
