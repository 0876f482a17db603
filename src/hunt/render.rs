//! The table of a hunt, written from its journal.

use super::cascade::Stage;
use super::journal::{Frame, follow};
use super::spec::Job;
use super::state::{COLUMNS, HuntState};
use crate::io::atomic::{self, AtomicFile};
use crate::io::exists;
use crate::job::durable::JournalWriter;
use crate::job::{Error, Outputs};
use crate::table::HuntExtent;
use crate::table::{Asked, Metadata, Row, TableWriter};
use gradus_hunt::SolvedPuzzle;

/// Writes the finds of a hunt and moves the table into place.
pub(super) fn render(
    job: &Job,
    seeds: &[SolvedPuzzle],
    outputs: &Outputs,
    state: &HuntState,
    log: &JournalWriter<Frame>,
) -> Result<(), Error> {
    let metadata = metadata(job, log.asked(), state);
    let failed = Error::writing(&outputs.table);
    let part = AtomicFile::create(&outputs.table).map_err(&failed)?;
    let file = part.file().map_err(&failed)?;
    let columns = metadata.columns(&job.request.names);
    let mut table = outputs
        .format
        .writer(file, columns, &metadata)
        .map_err(&failed)?;
    match job.sorted {
        false => each_find(job, seeds, log, |row| table.write(&row).map_err(&failed))?,
        true => write_sorted(job, seeds, log, table.as_mut(), &failed)?,
    }
    table.finish().map_err(&failed)?;
    if let Some(path) = outputs.metadata() {
        let text = format!("{}\n", metadata.to_json());
        atomic::write(&path, text, log.if_exists).map_err(Error::writing(&path))?;
    }
    part.commit(log.if_exists).map_err(&failed)
}

/// Writes the finds, the best first.
fn write_sorted(
    job: &Job,
    seeds: &[SolvedPuzzle],
    log: &JournalWriter<Frame>,
    table: &mut dyn TableWriter,
    failed: &impl Fn(std::io::Error) -> Error,
) -> Result<(), Error> {
    let scorer = job.scorer()?;
    let mut rows: Vec<Row> = Vec::new();
    each_find(job, seeds, log, |row| {
        rows.push(row);
        Ok(())
    })?;
    rows.sort_by_cached_key(|row| (std::cmp::Reverse(scorer.score(row)), row.row));
    rows.iter()
        .try_for_each(|row| table.write(row).map_err(failed))
}

/// Shows all finds in the order in which they were found.
fn each_find(
    job: &Job,
    seeds: &[SolvedPuzzle],
    log: &JournalWriter<Frame>,
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
        ..Metadata::new(asked.clone())
    }
}

/// Fails if there is a table that is not an earlier part of the same hunt.
pub(super) fn is_same_hunt(outputs: &Outputs, now: &Asked) -> Result<(), Error> {
    let path = &outputs.table;
    if !exists(path) {
        return Ok(());
    }
    let metadata =
        Metadata::open(path, outputs.format).map_err(|error| Error::read(path, error))?;
    match metadata.asked.job == now.job {
        true => Ok(()),
        false => Err(Error::Changed {
            path: path.clone(),
            difference: "it is not a table of this hunt".to_string(),
        }),
    }
}
