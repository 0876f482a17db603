//! What was done of a pipeline: for each stage, what it was asked to do and the
//! digests of what it wrote. A stage is done only if both are still the same.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::io::atomic;
use crate::io::digest::digest;
use crate::io::overwrite::{Existing, InTheWay};

/// What a stage is asked to do: options and digests under names.
pub(super) type Task = Map<String, Value>;

/// The name of the file in the working folder.
const FILE: &str = "state.json";

/// A stage that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    /// What it was asked to do.
    pub task: Task,
    /// What it wrote, with digests.
    pub outputs: BTreeMap<PathBuf, String>,
    /// How long it took.
    pub seconds: f64,
    /// Lines that it rejected.
    pub rejected: u64,
}

/// What was done.
#[derive(Debug, Default)]
pub(super) struct State {
    path: PathBuf,
    stages: BTreeMap<String, Done>,
}

/// Why a stage must be done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It was not done yet.
    New,
    /// It was asked to do something else: what has changed.
    Changed(Vec<String>),
    /// What it wrote is not there as it was.
    Output(PathBuf),
}

impl State {
    /// The state in a working folder. A file of its name that is something else is in
    /// the way.
    pub(super) fn open(folder: &Path, existing: Existing) -> Result<State, InTheWay> {
        let path = folder.join(FILE);
        let stages = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(BTreeMap::new()),
            Err(_) => None,
        };
        match (stages, existing) {
            (None, Existing::Keep) => Err(InTheWay::NotOurs(path)),
            (stages, _) => Ok(State {
                path,
                stages: stages.unwrap_or_default(),
            }),
        }
    }

    /// Whether a file is as a stage left it.
    pub(super) fn has(&self, path: &Path) -> bool {
        let mut then = self
            .stages
            .values()
            .filter_map(|done| done.outputs.get(path));
        digest(path).is_ok_and(|now| then.any(|then| *then == now))
    }

    /// A stage that is done as it is asked for, or why it is not.
    pub(super) fn done(&self, stage: &str, task: &Task) -> Result<&Done, Why> {
        let done = self.stages.get(stage).ok_or(Why::New)?;
        if done.task != *task {
            return Err(Why::Changed(differences(&done.task, task)));
        }
        let is_as_it_was =
            |(path, then): &(&PathBuf, &String)| digest(path).is_ok_and(|now| now == **then);
        match done.outputs.iter().find(|output| !is_as_it_was(output)) {
            Some((path, _)) => Err(Why::Output(path.clone())),
            None => Ok(done),
        }
    }

    /// Remembers that a stage is done.
    pub(super) fn remember(&mut self, stage: &str, done: Done) -> io::Result<()> {
        self.stages.insert(stage.to_string(), done);
        let text = serde_json::to_string_pretty(&self.stages)?;
        atomic::write(&self.path, text + "\n", Existing::Replace)
    }
}

/// The names under which two tasks differ.
fn differences(then: &Task, now: &Task) -> Vec<String> {
    let names = then
        .keys()
        .chain(now.keys().filter(|name| !then.contains_key(*name)));
    let differ = |name: &&String| then.get(*name) != now.get(*name);
    names.filter(differ).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(pairs: &[(&str, u64)]) -> Task {
        let pair = |(name, value): &(&str, u64)| (name.to_string(), Value::from(*value));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn a_stage_is_done_while_nothing_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("out");
        fs::write(&output, "text").expect("a file");
        let asked = task(&[("a", 1), ("b", 2)]);
        let open = || State::open(folder.path(), Existing::Keep).expect("our state");
        let mut state = open();
        assert_eq!(state.done("one", &asked), Err(Why::New));
        let digest = digest(&output).expect("a digest");
        let done = Done {
            task: asked.clone(),
            outputs: BTreeMap::from([(output.clone(), digest)]),
            seconds: 1.5,
            rejected: 3,
        };
        state.remember("one", done.clone()).expect("it is written");
        let state = open();
        assert_eq!(state.done("one", &asked), Ok(&done));
        assert!(state.has(&output));
        let other = task(&[("a", 1), ("b", 3), ("c", 4)]);
        let changed = Why::Changed(vec!["b".to_string(), "c".to_string()]);
        assert_eq!(state.done("one", &other), Err(changed));
        fs::write(&output, "other").expect("a file");
        assert!(!state.has(&output));
        assert_eq!(state.done("one", &asked), Err(Why::Output(output)));
    }

    #[test]
    fn another_file_of_the_name_is_in_the_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        fs::write(&path, "{\"one\": 7").expect("a file");
        let state = State::open(folder.path(), Existing::Keep).map(drop);
        assert_eq!(state, Err(InTheWay::NotOurs(path)));
        let state = State::open(folder.path(), Existing::Replace).expect("it is replaced");
        assert_eq!(state.done("one", &Task::new()), Err(Why::New));
    }
}
