//! The frames of a hunt's journal, and the files written from them: the table, and the best
//! finds while the hunt runs.

use std::cmp::Reverse;
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cascade::Stage;
use super::judge::Judgement;
use super::spec::Job;
use super::state::{COLUMNS, GenerationStart, HuntState};
use super::target::shown;
use crate::io::{AtomicFile, IfExists, OutputConflict, exists, write_file};
use crate::job::durable::{JournalFrame, JournalWriter};
use crate::job::{Error, Outputs};
use crate::table::{Asked, Cell, Columns, HuntExtent, Metadata, Row};
use gradus_hunt::SolvedPuzzle;

/// A frame of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum HuntFrame {
    /// A generation starts: its moves are made.
    Opened(GenerationStart),
    /// Verdicts on its new puzzles, in order.
    Verdicts(Vec<Judgement>),
}

impl JournalFrame for HuntFrame {
    fn absorb(&mut self, next: HuntFrame) -> Option<HuntFrame> {
        match (self, next) {
            (HuntFrame::Verdicts(verdicts), HuntFrame::Verdicts(more)) => {
                verdicts.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

/// Brings a hunt to the state after the next frame, and shows the finds in it.
pub(super) fn follow(
    state: &mut HuntState,
    job: &Job,
    seeds: &[SolvedPuzzle],
    frame: HuntFrame,
    show: impl FnMut(Row),
) {
    match frame {
        HuntFrame::Opened(opened) => {
            state.plan(job, seeds);
            state.open(opened);
        }
        HuntFrame::Verdicts(verdicts) => {
            let verdicts = verdicts.iter();
            let finds = verdicts.filter_map(|verdict| state.take(job, verdict));
            finds.for_each(show);
        }
    }
    if state.is_judged() {
        state.close(job);
    }
}

/// Writes the finds of a hunt and moves the table into place.
pub(super) fn render(
    job: &Job,
    seeds: &[SolvedPuzzle],
    outputs: &Outputs,
    state: &HuntState,
    log: &JournalWriter<HuntFrame>,
) -> Result<(), Error> {
    let metadata = metadata(job, &log.asked, state);
    let failed = Error::writing(&outputs.table);
    let part = AtomicFile::create(&outputs.table).map_err(&failed)?;
    let file = part.file.try_clone().map_err(&failed)?;
    let columns = metadata.columns(&job.request.names);
    let table = outputs.format.writer(file, columns, &metadata);
    let mut table = table.map_err(&failed)?;
    let mut write = |row: &Row| table.write(row).map_err(&failed);
    if job.sorted {
        let scorer = job.scorer()?;
        let mut rows: Vec<Row> = Vec::new();
        each_find(job, seeds, log, |row| {
            rows.push(row);
            Ok(())
        })?;
        rows.sort_by_cached_key(|row| (Reverse(scorer.score(row)), row.row));
        rows.iter().try_for_each(write)?;
    } else {
        each_find(job, seeds, log, |row| write(&row))?;
    }
    table.finish().map_err(&failed)?;
    if let Some(path) = outputs.metadata() {
        let text = format!("{metadata}\n");
        write_file(&path, text, log.if_exists).map_err(Error::writing(&path))?;
    }
    part.commit(log.if_exists).map_err(&failed)
}

/// Shows all finds in the order in which they were found.
fn each_find(
    job: &Job,
    seeds: &[SolvedPuzzle],
    log: &JournalWriter<HuntFrame>,
    mut show: impl FnMut(Row) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut state = HuntState::new(job);
    log.each(|frame| {
        let mut found = Vec::new();
        follow(&mut state, job, seeds, frame, |row| found.push(row));
        found.into_iter().try_for_each(&mut show)
    })
}

fn metadata(job: &Job, asked: &Asked, state: &HuntState) -> Metadata {
    let stages = Stage::ALL.iter();
    let stages = stages.map(|stage| (stage.word().to_string(), state.tally.passed(*stage)));
    Metadata {
        rows: state.rows,
        kept: COLUMNS.map(String::from).to_vec(),
        reached: Some(HuntExtent {
            generations: state.generation,
            stages: stages.collect(),
            best: state.best().map(|best| job.shown(best.score.value)),
        }),
        ..Metadata::from(asked.clone())
    }
}

/// Fails if there is a table that is not an earlier part of the same hunt.
pub(super) fn is_same_hunt(outputs: &Outputs, now: &Asked) -> Result<(), Error> {
    let path = &outputs.table;
    if !exists(path) {
        return Ok(());
    }
    let metadata = Metadata::open(path, outputs.format);
    let metadata = metadata.map_err(|error| Error::read(path, error))?;
    if metadata.asked.job == now.job {
        Ok(())
    } else {
        Err(Error::Changed {
            path: path.clone(),
            difference: "it is not a table of this hunt".to_string(),
        })
    }
}

/// Returns true if there is metadata of the same hunt, whose table was not yet moved into place.
pub(super) fn has_own_metadata(outputs: &Outputs, now: &Asked) -> bool {
    let is_ours = |path| {
        let text = fs::read(path).ok()?;
        let metadata: Metadata = serde_json::from_slice(&text).ok()?;
        Some(metadata.asked.job == now.job)
    };
    outputs.metadata().and_then(is_ours).unwrap_or(false)
}

/// Fails if the watched file was not written by this hunt: the finds in it are not the first of
/// its own.
pub(super) fn check_snapshot(job: &Job, state: &HuntState, allowed: IfExists) -> Result<(), Error> {
    let (Some(path), IfExists::Fail) = (&job.watch, allowed) else {
        return Ok(());
    };
    match fs::read(path) {
        Ok(text) if snapshot(job, state).as_bytes().starts_with(&text) => Ok(()),
        Ok(_) => Err(OutputConflict::NotOurs(path.clone()).into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::read(path, error)),
    }
}

/// Writes all finds that were better than all before to the watched file, if any.
pub(super) fn write_snapshot(job: &Job, state: &HuntState) -> Result<(), Error> {
    let Some(path) = &job.watch else {
        return Ok(());
    };
    let text = snapshot(job, state);
    write_file(path, text, IfExists::Replace).map_err(Error::writing(path))
}

/// All finds that were better than all before: one JSON object per line, the best last.
fn snapshot(job: &Job, state: &HuntState) -> String {
    let columns = Columns::of(&job.request.names).with(&COLUMNS.map(String::from), &[]);
    let mut text = String::new();
    for rise in &state.rises {
        let value = shown(rise.score.value);
        let value = value
            .parse()
            .map_or(json!(value), |number: f64| json!(number));
        let mut line = Map::from_iter([("value".to_string(), value)]);
        line.extend(columns.0.iter().map(|field| {
            let value = match rise.row.cell(field) {
                Cell::Null => Value::Null,
                Cell::Number(number) => json!(number),
                Cell::Text(text) => json!(text),
                Cell::Decimal(text) => json!(text.parse::<f64>().ok()),
            };
            (field.to_string(), value)
        }));
        text += &format!("{}\n", Value::Object(line));
    }
    text
}
