//! The page of a suite: what the reports of its pipelines say about the published
//! tables. It is written from the files of the reports alone, so that it cannot say
//! anything else.

use std::io;
use std::path::Path;

use super::error::{PipelineError, failed};
use super::excerpt::{Excerpts, MARK, PIPELINE};
use super::format::{Origin, Pipeline};
use super::suite::{Missing, Part, Suite};
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
            let tables = pipeline.stats.tables.iter().map(|table| {
                let mut found = found.iter();
                let found = found.find(|it| it.pipeline == *name && it.table == table.id);
                let found = found.cloned();
                (table.clone(), found)
            });
            let tables: Vec<TableVerdict> = tables.collect();
            lines.push(line(suite, name, pipeline, &tables));
            results.extend(tables);
        }
        text += &sheet(part, &results).markdown();
        text += "\n";
        text.extend(lines);
        text.extend(missing(part));
        text.extend(notes(&results));
    }
    Ok(text)
}

/// The verdict of a report on a published table.
#[derive(Clone, Debug)]
struct TableResult {
    pipeline: String,
    table: String,
    numbers: SheetCell,
    equal: SheetCell,
    difference: SheetCell,
    sigmas: SheetCell,
    exact: SheetCell,
    p: SheetCell,
    verdict: SheetCell,
}

/// Reads the results from the verdicts of reports.
fn read(text: &str) -> Result<Vec<TableResult>, PipelineError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let path = Path::new(VERDICTS);
    let broken = |what: String| failed(path)(io::Error::new(io::ErrorKind::InvalidData, what));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader
        .headers()
        .map_err(|error| broken(error.to_string()))?;
    let heads = heads.clone();
    let place = |name: &str| {
        let place = heads.iter().position(|head| head == name);
        place.ok_or_else(|| broken(format!("no column {name:?}")))
    };
    let [pipeline, table, column] = [place(PIPELINE)?, place("table")?, place("column")?];
    let counts = [place("numbers")?, place("as published")?];
    let [sigmas, exact] = [place("largest Δ/σ")?, place("smallest exact p")?];
    let difference = place("largest difference")?;
    let [p, verdict] = [place("p")?, place("verdict")?];
    let mut results = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(error.to_string()))?;
        if &record[column] != ALL_COLUMNS {
            continue;
        }
        let number = |place: usize| record[place].parse::<f64>().ok();
        let count = |place: usize| match record[place].parse() {
            Ok(count) => SheetCell::Count(count),
            Err(_) => SheetCell::Empty,
        };
        let fixed = |place: usize, decimals: usize| match number(place) {
            Some(number) => SheetCell::Fixed(number, decimals),
            None => SheetCell::Empty,
        };
        results.push(TableResult {
            pipeline: record[pipeline].to_string(),
            table: record[table].to_string(),
            numbers: count(counts[0]),
            equal: count(counts[1]),
            difference: fixed(difference, 0),
            sigmas: fixed(sigmas, 1),
            exact: SheetCell::significant(number(exact), 2),
            p: SheetCell::significant(number(p), 2),
            verdict: record[verdict].into(),
        });
    }
    Ok(results)
}

/// A published table, and what its report says of it.
type TableVerdict = (PublishedTable, Option<TableResult>);

/// The tables of a part.
fn sheet(part: &Part, results: &[TableVerdict]) -> Sheet {
    let row = |(table, result): &TableVerdict| {
        let words = [table.source.as_str().into(), table.title.as_str().into()];
        let misprints = SheetCell::Count(table.misprints() as u64);
        let numbers = match result.clone() {
            Some(result) => [
                misprints,
                result.numbers,
                result.equal,
                result.difference,
                result.sigmas,
                result.exact,
                result.p,
                result.verdict,
            ],
            None => {
                let mut cells = [const { SheetCell::Empty }; 8];
                cells[0] = misprints;
                cells[7] = "not run".into();
                cells
            }
        };
        words.into_iter().chain(numbers).collect()
    };
    Sheet::new(
        "tables",
        "Tables and what they come to:",
        ["table", "what it shows"],
    )
    .group(
        "",
        [
            "misprints",
            "numbers compared",
            "equal",
            "largest difference",
        ],
    )
    .group("", ["largest Δ/σ", "smallest exact p", "p", "verdict"])
    .named(part.title.clone())
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
    let brings_all = matches!(
        pipeline.source.origin,
        Origin::Book(_) | Origin::Generate(_)
    );
    match &pipeline.source.needs {
        Some(needs) if !brings_all => text += &format!(". Needs {}\n", plain(needs)),
        _ => text += ".\n",
    }
    text
}

/// The tables that no pipeline reproduces.
fn missing(part: &Part) -> Vec<String> {
    let line = |missing: &Missing| {
        let (table, why) = (plain(&missing.table), plain(&missing.why));
        format!("- {table}: not reproduced. {why}\n")
    };
    part.missing.iter().map(line).collect()
}

/// Notes about the tables.
fn notes(results: &[TableVerdict]) -> Vec<String> {
    let notes = results.iter().flat_map(|(table, _)| {
        let notes = table.notes.iter();
        notes.map(|note| format!("- {}: {}\n", plain(&table.source), plain(note)))
    });
    let notes: Vec<String> = notes.collect();
    let heading = (!notes.is_empty()).then(|| "\nNotes:\n\n".to_string());
    heading.into_iter().chain(notes).collect()
}
