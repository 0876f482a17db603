//! The page of a suite: the results of the reports of its pipelines for the published
//! tables. It is written only from the files of the reports, so that it cannot contradict
//! them.

use std::io;
use std::path::Path;

use super::error::{PipelineError, failed};
use super::excerpt::{Excerpts, MARK, PIPELINE};
use super::format::{Pipeline, SourceOrigin};
use super::suite::{Suite, SuiteEntry};
use crate::report::MARKDOWN;
use crate::sheet::layout::{ALL_COLUMNS, VERDICTS};
use crate::sheet::{Sheet, SheetCell, plain};
use crate::stats::published::PublishedTable;

/// Writes the page from the reports in a directory.
pub fn render(suite: &Suite, root: &Path) -> Result<String, PipelineError> {
    let verdicts = Excerpts {
        suite,
        root,
        force: false,
    };
    let found = read(&verdicts.collect()?)?;
    let mut text = format!("{MARK}# {}\n\n{}\n", suite.name, suite.page.text);
    for part in &suite.parts {
        let pipelines = Suite::pipelines(root, part)?;
        text += &format!("\n## {}\n\n", part.title);
        let mut results = Vec::new();
        let mut lines = Vec::new();
        for (name, pipeline) in &pipelines {
            let of_table = |table: &PublishedTable| {
                let mut found = found.iter();
                let found = found.find(|it| it.pipeline == *name && it.table == table.id);
                (table.clone(), found.cloned())
            };
            let tables: Vec<_> = pipeline.stats.tables.iter().map(of_table).collect();
            lines.push(line(suite, name, pipeline, &tables));
            results.extend(tables);
        }
        text += &sheet(part, &results).markdown();
        text += "\n";
        text.extend(lines);
        text.extend(missing(part));
        text += &notes(&results);
    }
    Ok(text)
}

/// The verdict of a report on a published table.
#[derive(Clone, Debug)]
struct TableResult {
    pipeline: String,
    table: String,
    /// The columns from `numbers compared` to `verdict`.
    cells: [SheetCell; 7],
}

/// Reads the results from the verdicts of reports.
fn read(text: &str) -> Result<Vec<TableResult>, PipelineError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let broken = |what: String| {
        let error = io::Error::new(io::ErrorKind::InvalidData, what);
        failed(Path::new(VERDICTS))(error)
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers();
    let heads = heads.map_err(|error| broken(error.to_string()))?.clone();
    let mut results = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(error.to_string()))?;
        let cell = |name: &str| {
            let place = heads.iter().position(|head| head == name);
            let cell = place.and_then(|place| record.get(place));
            cell.ok_or_else(|| broken(format!("no column {name:?}")))
        };
        let number = |name: &str| Ok::<_, PipelineError>(cell(name)?.parse::<f64>().ok());
        let count = |name: &str| {
            let count = cell(name)?
                .parse()
                .map_or(SheetCell::Empty, SheetCell::Count);
            Ok::<_, PipelineError>(count)
        };
        let fixed = |name: &str, decimals: usize| {
            let fixed = |number| SheetCell::Fixed(number, decimals);
            Ok::<_, PipelineError>(number(name)?.map_or(SheetCell::Empty, fixed))
        };
        if cell("column")? == ALL_COLUMNS {
            results.push(TableResult {
                pipeline: cell(PIPELINE)?.to_string(),
                table: cell("table")?.to_string(),
                cells: [
                    count("numbers")?,
                    count("as published")?,
                    fixed("largest difference", 0)?,
                    fixed("largest Δ/σ", 1)?,
                    SheetCell::significant(number("smallest exact p")?, 2),
                    SheetCell::significant(number("p")?, 2),
                    cell("verdict")?.into(),
                ],
            });
        }
    }
    Ok(results)
}

/// A published table, and the result of its report.
type TableVerdict = (PublishedTable, Option<TableResult>);

fn sheet(part: &SuiteEntry, results: &[TableVerdict]) -> Sheet {
    let row = |(table, result): &TableVerdict| {
        let mut row = vec![
            table.source.as_str().into(),
            table.title.as_str().into(),
            SheetCell::Count(table.misprints() as u64),
        ];
        match result {
            Some(result) => row.extend(result.cells.clone()),
            None => {
                row.extend([const { SheetCell::Empty }; 6]);
                row.push("not run".into());
            }
        }
        row
    };
    let counts = [
        "misprints",
        "numbers compared",
        "equal",
        "largest difference",
    ];
    Sheet::new(
        "tables",
        "Tables and their results:",
        ["table", "what it shows"],
    )
    .group("", counts)
    .group("", ["largest Δ/σ", "smallest exact p", "p", "verdict"])
    .named(part.title.clone())
    .keeping_digits()
    .with_rows(results.iter().map(row))
}

/// A pipeline: its command, reports, duration and needs.
fn line(suite: &Suite, name: &str, pipeline: &Pipeline, tables: &[TableVerdict]) -> String {
    let mut text = format!("- `gradus run {name}`");
    let up = "../".repeat(Path::new(&suite.page.file).components().count() - 1);
    let run = tables.iter().filter(|(_, result)| result.is_some());
    let mut ids = run.map(|(table, _)| &table.id).peekable();
    match &suite.page.reports {
        Some(pages) => text.extend(ids.map(|id| format!(", [{id}]({up}{pages}/{id}.md)"))),
        None if ids.peek().is_some() => {
            text += &format!(", [report]({up}{}/{MARKDOWN})", pipeline.report.dir);
        }
        None => {}
    }
    if let Some(takes) = &pipeline.takes {
        text += &format!("; takes {}", plain(takes));
    }
    let reads_files = matches!(pipeline.source.origin, SourceOrigin::Files(_));
    match &pipeline.source.needs {
        Some(needs) if reads_files => text += &format!(". Needs {}\n", plain(needs)),
        _ => text += ".\n",
    }
    text
}

/// The tables that no pipeline reproduces.
fn missing(part: &SuiteEntry) -> impl Iterator<Item = String> {
    part.missing.iter().map(|missing| {
        let (table, why) = (plain(&missing.table), plain(&missing.why));
        format!("- {table}: not reproduced. {why}\n")
    })
}

fn notes(results: &[TableVerdict]) -> String {
    let notes = results.iter().flat_map(|(table, _)| {
        let notes = table.notes.iter();
        notes.map(|note| format!("- {}: {}\n", plain(&table.source), plain(note)))
    });
    let notes: String = notes.collect();
    if notes.is_empty() {
        notes
    } else {
        format!("\nNotes:\n\n{notes}")
    }
}
