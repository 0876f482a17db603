//! The target of an explanation: a path in a theory, or the trials of a class.

use std::str::FromStr;

use thiserror::Error;

use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Name, nearest};
use gradus_path::PathTheory;

/// The target of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainTarget {
    /// A path of rules.
    Path(PathTheory),
    /// The trials of a class.
    Trials(Name),
}

/// A word that is not the name of a target.
#[derive(Debug, Error)]
#[error("unknown theory {0:?}{near}", near = hint(.0))]
pub struct UnknownTarget(String);

/// The ratings that trials show.
fn trial_ratings() -> impl Iterator<Item = Name> {
    Name::all().filter(|name| matches!(name.entry().shown_by, Shown::Trials(_)))
}

/// The theory that was probably meant.
fn hint(word: &str) -> String {
    let all = [path_theories(), trial_classes()].concat();
    let near = nearest(word, all.iter().map(|(name, _)| name.as_str()));
    near.map_or(String::new(), |near| format!(": did you mean {near}?"))
}

/// The names of the theories of paths, with their meanings.
pub fn path_theories() -> Vec<(String, String)> {
    let named = |theory: PathTheory| (theory.to_string(), theory.meaning());
    PathTheory::all().map(named).collect()
}

/// The names of the classes of trials, with their meanings.
pub fn trial_classes() -> Vec<(String, String)> {
    let named = |name: Name| (name.column().into(), name.entry().meaning.into());
    trial_ratings().map(named).collect()
}

impl FromStr for ExplainTarget {
    type Err = UnknownTarget;

    /// The name of a theory, or of a rating's column.
    fn from_str(word: &str) -> Result<Self, UnknownTarget> {
        match word.parse() {
            Ok(PathTheory::Trials(_)) | Err(_) => {}
            Ok(theory) => return Ok(ExplainTarget::Path(theory)),
        }
        let unknown = || UnknownTarget(word.to_string());
        let name: Name = word.parse().map_err(|_| unknown())?;
        match name.entry().shown_by {
            Shown::Path(theory) => Ok(ExplainTarget::Path(theory)),
            Shown::Trials(_) => Ok(ExplainTarget::Trials(name)),
            _ => Err(unknown()),
        }
    }
}
