//! Any binary CSP (PBCS, chapters 1 to 4), stated by the user: a line is `csp:` and a JSON
//! object with variables and their values, links, and given values.
//!
//! ```text
//! csp:{"variables":{"x":["a","b"],"y":["a","b"]},"links":[["x=a","y=a"]],"values":["x=a"]}
//! ```
//!
//! A label is a pair of a variable and a value, `x=a`, unless pairs are declared to be the
//! `same`: then one label stands for all of them, as a label of Sudoku stands for pairs with
//! four variables. Two values of a variable are linked implicitly. `groups` are the
//! g-labels: derived from the links by default, none if false, or listed.

mod drawing;
mod names;
mod read;
mod written;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use crate::built;
use gradus_csp::{Domain, Instance, Label, Model, ModelBuilder, VariableKind};

use read::{GroupSpec, Statement};

/// A constraint satisfaction problem.
#[derive(Clone)]
pub(crate) struct Csp {
    statement: Arc<Statement>,
    givens: Vec<Label>,
    /// Built on first use, and shared by the same problem with other givens.
    domain: Arc<OnceLock<Domain>>,
}

/// All problems with the same variables, links and groups.
#[derive(Debug)]
pub(super) struct CspDomain {
    statement: Arc<Statement>,
    model: Arc<Model>,
}

impl CspDomain {
    fn domain(statement: Arc<Statement>) -> Domain {
        let mut model = ModelBuilder::new(statement.labels.len());
        for (variable, &kind) in statement.variables.iter().zip(&statement.kinds) {
            model.variable(VariableKind(kind), variable.labels.iter().copied());
        }
        for &(a, b) in &statement.links {
            model.link(a, b);
        }
        if let GroupSpec::Listed(groups) = &statement.groups {
            model.groups(groups);
        }
        let model = Arc::new(model.build().expect("the statement was checked"));
        let no_groups = matches!(statement.groups, GroupSpec::None);
        let names = Arc::new(CspDomain {
            model: model.clone(),
            statement,
        });
        if no_groups {
            built::domain(model, names).with_groups(false)
        } else {
            built::domain(model, names)
        }
    }
}

impl FromStr for Csp {
    type Err = String;

    fn from_str(text: &str) -> Result<Csp, String> {
        let (statement, givens) = Statement::read(text)?;
        Ok(Csp {
            statement: Arc::new(statement),
            givens,
            domain: Arc::default(),
        })
    }
}

impl Instance for Csp {
    fn kind(&self) -> &'static str {
        "csp"
    }

    fn domain(&self) -> &Domain {
        let build = || CspDomain::domain(self.statement.clone());
        self.domain.get_or_init(build)
    }

    fn givens(&self) -> Vec<Label> {
        self.givens.clone()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        puzzle.givens.extend(more);
        puzzle.givens.sort_unstable();
        puzzle.givens.dedup();
        Some(Box::new(puzzle))
    }
}

/// The line of the puzzle, without white space.
impl fmt::Display for Csp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "csp:{}", self.statement.written(&self.givens))
    }
}

impl fmt::Debug for Csp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
