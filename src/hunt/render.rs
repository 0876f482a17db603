//! The table of a hunt, written from its journal.

use super::cascade::Stage;
use super::description::Description;
use super::frames::Frame;
use super::job::Job;
use super::replay::Replay;
use super::state::{COLUMNS, State};
use crate::classify::Outputs;
use crate::io::atomic::{self, Part};
use crate::io::overwrite::{Existing, is_there};
use crate::job::{Error, Journal};
use crate::table::metadata::{Hunt, Reached};
use crate::table::{Metadata, Row, TableWriter};
use gradus_hunt::Position;

/// Writes the finds of a hunt and moves the table into place.
pub(super) fn render(
    job: &Job,
    seeds: &[Position],
    outputs: &Outputs,
    description: &Description,
    (state, journal): (&State, &Journal<Frame>),
    existing: Existing,
) -> Result<(), Error> {
    let metadata = metadata(job, description, state);
    let failed = Error::writing(&outputs.table);
    let part = Part::create(&outputs.table).map_err(&failed)?;
    let file = part.file().map_err(&failed)?;
    let columns = metadata.columns(&job.request.names);
    let mut table = outputs
        .format
        .writer(file, columns, &metadata)
        .map_err(&failed)?;
    match job.sorted {
        false => each_find(job, seeds, journal, |row| {
            table.write(&row).map_err(&failed)
        })?,
        true => write_sorted(job, seeds, journal, table.as_mut(), &failed)?,
    }
    table.finish().map_err(&failed)?;
    if let Some(path) = outputs.metadata() {
        let text = format!("{}\n", metadata.to_json());
        atomic::write(&path, text, existing).map_err(Error::writing(&path))?;
    }
    part.commit(existing).map_err(&failed)
}

/// Writes the finds, those that are worth most first.
fn write_sorted(
    job: &Job,
    seeds: &[Position],
    journal: &Journal<Frame>,
    table: &mut dyn TableWriter,
    failed: &impl Fn(std::io::Error) -> Error,
) -> Result<(), Error> {
    let scale = job.scale()?;
    let mut rows: Vec<Row> = Vec::new();
    each_find(job, seeds, journal, |row| {
        rows.push(row);
        Ok(())
    })?;
    rows.sort_by_cached_key(|row| (std::cmp::Reverse(scale.score(row)), row.row));
    rows.iter()
        .try_for_each(|row| table.write(row).map_err(failed))
}

/// Shows all finds in the order in which they were found.
fn each_find(
    job: &Job,
    seeds: &[Position],
    journal: &Journal<Frame>,
    mut show: impl FnMut(Row) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut replay = Replay::new(job, seeds);
    let mut frames = journal.frames()?;
    while let Some(frame) = frames.next()? {
        let mut found = Vec::new();
        replay.follow(frame, &mut |row| found.push(row));
        found.into_iter().try_for_each(&mut show)?;
    }
    Ok(())
}

fn metadata(job: &Job, description: &Description, state: &State) -> Metadata {
    let stages = Stage::ALL.iter();
    let stages = stages.map(|stage| (stage.word().to_string(), state.tally.passed(*stage)));
    let reached = Reached {
        generations: state.generation,
        stages: stages.collect(),
        best: state.best().map(|best| job.shown(best.score.value)),
    };
    Metadata {
        version: description.version.clone(),
        options: description.options.clone(),
        inputs: description.inputs.clone(),
        records_blake3: String::new(),
        generated: Vec::new(),
        rows: state.rows,
        rejected: 0,
        rated: None,
        shard: None,
        max_depth: description.max_depth,
        kind: None,
        kinds: Vec::new(),
        kept: COLUMNS.map(String::from).to_vec(),
        hunt: Some(Hunt {
            reached: Some(reached),
            ..description.hunt.clone()
        }),
    }
}

/// Sees that a table which is there is an earlier part of a hunt that goes on.
pub(super) fn may_replace(outputs: &Outputs, now: &Description) -> Result<(), Error> {
    let path = &outputs.table;
    if !is_there(path) {
        return Ok(());
    }
    let metadata =
        Metadata::open(path, outputs.format).map_err(|error| Error::read(path, error))?;
    let hunt = metadata.hunt.map(|hunt| Hunt {
        reached: None,
        ..hunt
    });
    match hunt == Some(now.hunt.clone()) {
        true => Ok(()),
        false => Err(Error::Changed {
            path: path.clone(),
            difference: "it is no table of this hunt".to_string(),
        }),
    }
}
