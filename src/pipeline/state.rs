//! The records of a pipeline's stages: for each, its request and the digests of its
//! outputs. A stage is done only if both are still the same.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::io::{IfExists, OutputConflict, digest, write_file};
use crate::table::changes;

/// The request of a stage: [`crate::table::Asked`] of its job, or the options of a report.
pub(super) type Task = Map<String, Value>;

const FILE: &str = "state.json";

#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct StageRecord {
    /// Its request; empty if it was never done.
    pub task: Task,
    /// Its outputs with their digests.
    pub outputs: BTreeMap<PathBuf, String>,
    /// The time it took.
    pub seconds: f64,
    /// The number of rejected lines.
    pub rejected: u64,
    /// The record that takes its place as soon as the outputs have been moved into theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<StageRecord>>,
}

impl StageRecord {
    /// Returns the first output that is not as the stage left it.
    fn modified(&self) -> Option<&PathBuf> {
        let is_as_it_was =
            |(path, then): &(&PathBuf, &String)| digest(path).is_ok_and(|now| now == **then);
        let mut outputs = self.outputs.iter();
        let modified = outputs.find(|output| !is_as_it_was(output))?;
        Some(modified.0)
    }
}

pub(super) struct StageRecords {
    path: PathBuf,
    stages: BTreeMap<String, StageRecord>,
}

/// Why a stage must run.
pub(super) enum RerunReason {
    /// It has no record.
    New,
    /// These fields have changed.
    Changed(Vec<String>),
    /// An output was modified.
    Output(PathBuf),
}

impl StageRecords {
    /// The records in a working directory. Fails if the file is not one of records.
    pub(super) fn open(folder: &Path, if_exists: IfExists) -> Result<StageRecords, OutputConflict> {
        let path = folder.join(FILE);
        let stages = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(BTreeMap::new()),
            Err(_) => None,
        };
        match (stages, if_exists) {
            (None, IfExists::Fail) => Err(OutputConflict::NotOurs(path)),
            (stages, _) => Ok(StageRecords {
                path,
                stages: completed(stages.unwrap_or_default()),
            }),
        }
    }

    /// Returns true if a file is as a stage left it.
    pub(super) fn has(&self, path: &Path) -> bool {
        let stages = self.stages.values();
        let mut then = stages.filter_map(|done| done.outputs.get(path));
        digest(path).is_ok_and(|now| then.any(|then| *then == now))
    }

    pub(super) fn knows(&self, stage: &str) -> bool {
        let done = self.stages.get(stage);
        done.is_some_and(|done| !done.task.is_empty())
    }

    /// The record of a stage that is done, or why it must run.
    pub(super) fn done(&self, stage: &str, task: &Task) -> Result<&StageRecord, RerunReason> {
        let done = self.stages.get(stage).filter(|done| !done.task.is_empty());
        let done = done.ok_or(RerunReason::New)?;
        if done.task != *task {
            return Err(RerunReason::Changed(differences(&done.task, task)));
        }
        match done.modified() {
            Some(path) => Err(RerunReason::Output(path.clone())),
            None => Ok(done),
        }
    }

    pub(super) fn add(&mut self, stage: &str, done: StageRecord) -> io::Result<()> {
        self.stages.insert(stage.to_string(), done);
        self.write()
    }

    /// Records outputs that are about to be moved into place, so that they are known even if the
    /// pipeline is killed before they are added.
    pub(super) fn announce(&mut self, stage: &str, coming: StageRecord) -> io::Result<()> {
        let stage = self.stages.entry(stage.to_string()).or_default();
        stage.next = Some(Box::new(coming));
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&self.stages)?;
        write_file(&self.path, text + "\n", IfExists::Replace)
    }
}

/// The records after a pipeline that was perhaps killed: a stage whose announced outputs are in
/// place is done.
fn completed(mut stages: BTreeMap<String, StageRecord>) -> BTreeMap<String, StageRecord> {
    for done in stages.values_mut() {
        if let Some(next) = done.next.take()
            && next.modified().is_none()
        {
            *done = *next;
        }
    }
    stages
}

/// The fields in which two tasks differ.
fn differences(then: &Task, now: &Task) -> Vec<String> {
    let changes = changes(then, now).into_iter();
    changes.map(|(field, _)| field).collect()
}
