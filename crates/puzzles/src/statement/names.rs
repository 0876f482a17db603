//! The names of a CSP, as given in its statement: a variable `x`, a label `x=a`.

use super::CspDomain;
use super::read::NamedVariable;
use crate::text::joined;
use gradus_csp::{Label, Model, Nomenclature, Variable};

impl Nomenclature for CspDomain {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        self.statement.name(label)
    }

    fn variable(&self, variable: Variable) -> String {
        self.statement.variables[variable.index()].name.clone()
    }

    fn value(&self, label: Label) -> String {
        self.statement.name(label)
    }

    fn elimination(&self, label: Label) -> String {
        self.statement.name(label).replacen('=', " ≠ ", 1)
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        let named = &self.statement.variables[variable.index()];
        let place = named.labels.iter().position(|&own| own == label);
        place.map_or(String::new(), |place| named.values[place].clone())
    }

    /// The name and values of each variable, `x=a|b`, separated by blanks.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let variables = self.statement.variables.iter();
        let cell = |(place, named): (usize, &NamedVariable)| {
            let values = named.values.iter().zip(&named.labels);
            let values = values
                .filter(|(_, label)| has(**label))
                .map(|(value, _)| value);
            let blank = if place > 0 { " " } else { "" };
            format!("{blank}{}={}", named.name, joined(values, "|"))
        };
        variables.enumerate().map(cell).collect()
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        self.statement.label_named(name)
    }

    fn variable_named(&self, name: &str) -> Option<Variable> {
        let variables = &self.statement.variables;
        let place = variables.iter().position(|variable| variable.name == name);
        place.map(Variable::new)
    }
}
