//! A single puzzle: its row in the table, its ratings if the table has none, its paths and
//! its isomorphs.

use rayon::prelude::*;
use serde_json::{Value, json};

use super::loaded::{Loaded, TextColumns};
use crate::canon::FormChoice;
use crate::explain::{ExplainTarget, Explanation, only_puzzle};
use crate::job::pool;
use crate::table::{Column, Entry, PUZZLE};
use gradus_csp::{Instance, Marks, Position};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Classification, Limits, Name, Names, Request, classify};

/// Reads a single puzzle in any format that a line of an input may have.
fn read_puzzle(text: &str) -> Result<Box<dyn Instance>, String> {
    let puzzle = only_puzzle(text.as_bytes(), None);
    Ok(puzzle.map_err(|error| error.to_string())?.puzzle)
}

pub(super) fn described(column: Column, table: &Loaded) -> Value {
    let (kind, meaning, section, theory) = match column {
        Column::Rating(name) => {
            let entry = name.entry();
            let theory = match entry.shown_by {
                Shown::Path(theory) => Some(theory.to_string()),
                Shown::Trials(_) => Some(name.column().to_string()),
                _ => None,
            };
            ("rating", entry.meaning, entry.section, theory)
        }
        Column::Fact(fact) => ("fact", fact.meaning(), fact.section(), None),
        Column::Clues => ("count", "givens", "", None),
        Column::Candidates => {
            let meaning = "candidates after the givens' direct contradictions";
            ("count", meaning, "", None)
        }
        Column::CluesBrt => ("count", "cells decided after Singles", "", None),
        Column::CandidatesBrt => ("count", "candidates after Singles", "", None),
        Column::CandidatesW1 => ("count", "candidates after Singles and whips[1]", "", None),
    };
    json!({
        "name": column.name(),
        "heading": column.heading(),
        "kind": kind,
        "meaning": meaning,
        "section": section,
        "theory": theory,
        "status": column.status(),
        "in_table": table.column(column).is_some(),
    })
}

/// Describes a puzzle. `row` is its row in the table, if the page knows it.
pub(super) fn panel(table: &Loaded, text: &str, row: Option<usize>) -> Result<Value, String> {
    let puzzle = read_puzzle(text)?;
    let shown = puzzle.to_string();
    // Without a row, the page need not wait for the text columns.
    let packed = row.and_then(|_| table.texts().ok());
    let is_same = |(row, packed): &(usize, &TextColumns)| {
        let own = read_puzzle(&packed[PUZZLE].get(*row));
        *row < table.rows && own.is_ok_and(|own| own.to_string() == shown)
    };
    let found = row.zip(packed).filter(is_same);
    let mut values = Vec::new();
    let mut texts = Vec::new();
    if let Some((row, packed)) = found {
        for (column, coded) in &table.columns {
            let entry = coded.entry(row);
            values.push(rated(*column, entry, table));
        }
        for (name, column) in packed {
            let text = column.get(row);
            if name != PUZZLE && !text.is_empty() {
                texts.push(json!({ "name": name, "text": text }));
            }
        }
    }
    Ok(json!({
        "puzzle": shown,
        "clues": puzzle.givens().len(),
        "row": found.map(|(row, _)| table.number(row)),
        "values": values,
        "texts": texts,
    }))
}

fn rated(column: Column, entry: Entry, table: &Loaded) -> Value {
    let mut value = described(column, table);
    value["value"] = entry.shown(column).into();
    value["known"] = entry.status().map(|status| status.word()).into();
    value
}

/// Rates a puzzle: the ratings of the table, or the default ones.
pub(super) fn rate(table: &Loaded, text: &str) -> Result<Value, String> {
    let puzzle = read_puzzle(text)?;
    let rating = |(column, _): &(Column, _)| match column {
        Column::Rating(name) => Some(*name),
        _ => None,
    };
    let names: Vec<Name> = table.columns.iter().filter_map(rating).collect();
    let request = Request {
        names: if names.is_empty() {
            Names::default()
        } else {
            Names::from_iter(names)
        },
        limits: Limits::default(),
    };
    let numbers = classify(puzzle.as_ref(), &request).map_err(|rejection| rejection.to_string())?;
    let counts = counts(&numbers);
    let counts = counts.map(|(column, count)| rated(column, Entry::Exact(count), table));
    let ratings = numbers.ratings.iter();
    let ratings = ratings.map(|(name, value)| rated(Column::Rating(*name), (*value).into(), table));
    let values: Vec<Value> = counts.into_iter().chain(ratings).collect();
    Ok(json!({ "values": values }))
}

fn counts(numbers: &Classification) -> [(Column, u16); 5] {
    [
        (Column::Clues, numbers.clues),
        (Column::Candidates, numbers.candidates),
        (Column::CluesBrt, numbers.clues_brt),
        (Column::CandidatesBrt, numbers.candidates_brt),
        (Column::CandidatesW1, numbers.candidates_w1),
    ]
}

const MOST_LISTED: usize = 200;

/// Candidates that a thread compares at a time.
const CHUNK: usize = 64;

/// The canonical form of a puzzle, its automorphisms, and the puzzles of the table that
/// are equivalent to it.
///
/// Counts do not change under isomorphisms, so only puzzles with the same counts are
/// compared.
pub(super) fn isomorphs(table: &Loaded, text: &str) -> Result<Value, String> {
    let puzzle = read_puzzle(text)?;
    let own = FormChoice::Minlex.worker()(0, puzzle.as_ref())?;
    let puzzles = &table.texts()?[PUZZLE];
    let candidates = with_counts_of(table, puzzle.as_ref());
    let equivalent = |rows: &[usize]| -> Vec<(usize, String)> {
        let mut canonise = FormChoice::Minlex.worker();
        let texts = rows.iter().map(|&row| (row, puzzles.get(row)));
        let is_same = |(_, text): &(usize, String)| {
            let other = read_puzzle(text);
            let other = other.and_then(|other| canonise(0, other.as_ref()));
            other.is_ok_and(|other| other.key == own.key && other.text == own.text)
        };
        texts.filter(is_same).collect()
    };
    let chunks = candidates.par_chunks(CHUNK);
    let same: Vec<(usize, String)> = pool::install(|| chunks.flat_map_iter(equivalent).collect());
    let shown = puzzle.to_string();
    let listed = same.iter().take(MOST_LISTED).map(|(row, text)| {
        json!({
            "place": row,
            "row": table.number(*row),
            "puzzle": text,
            "same": *text == shown,
        })
    });
    let listed: Vec<Value> = listed.collect();
    Ok(json!({
        "canonical": own.text,
        "automorphisms": own.automorphisms,
        "count": same.len(),
        "compared": candidates.len(),
        "equivalents": listed,
    }))
}

/// The rows with the same counts as a puzzle. Empty if the puzzle does not have exactly one
/// solution, because tables have no such puzzles.
fn with_counts_of(table: &Loaded, puzzle: &dyn Instance) -> Vec<usize> {
    let request = Request {
        names: Names::from_iter([]),
        limits: Limits::default(),
    };
    let Ok(numbers) = classify(puzzle, &request) else {
        return Vec::new();
    };
    let mut rows: Option<Vec<usize>> = None;
    for (column, count) in counts(&numbers) {
        let Some(coded) = table.column(column) else {
            continue;
        };
        let mut entries = coded.entries.iter();
        let code = entries.position(|entry| *entry == Entry::Exact(count));
        let has = |row: &usize| Some(coded.codes.get(*row)) == code;
        rows = Some(match rows {
            Some(rows) => rows.into_iter().filter(has).collect(),
            None => (0..table.rows).filter(has).collect(),
        });
    }
    rows.unwrap_or_else(|| (0..table.rows).collect())
}

/// A path of a puzzle in a theory, to step through.
pub(super) fn scene(text: &str, theory: &str) -> Result<Value, String> {
    let puzzle = read_puzzle(text)?;
    let theory: Result<ExplainTarget, _> = theory.parse();
    let theory = theory.map_err(|error| error.to_string())?;
    let limits = Limits::default();
    let explained = Explanation::of(puzzle, theory, limits);
    let explained = explained.and_then(|explained| explained.with_trials(limits));
    let explained = explained.map_err(|error| error.to_string())?;
    match explained.scene(None) {
        Some(scene) => Ok(json!({ "scene": scene })),
        None => Ok(json!({ "text": explained.text() })),
    }
}

/// A picture of a puzzle: the givens, perhaps with the candidates that they leave.
pub(super) fn picture(text: &str, candidates: bool) -> Result<String, String> {
    let puzzle = read_puzzle(text)?;
    let drawing = puzzle.domain().drawing();
    let drawing = drawing.ok_or("puzzles of this kind cannot be drawn")?;
    let title = format!("Puzzle {puzzle}");
    let givens = puzzle.givens();
    let (position, marks) = (Position::initial(puzzle.as_ref()), Marks::default());
    let svg = drawing.svg(&title, &givens, candidates.then_some((&position, &marks)));
    // A separate picture has no page to inherit the colour from.
    let style = "<style>svg:root{color:#1a1d21}\
        @media(prefers-color-scheme:dark){svg:root{color:#e4e7eb}}</style>";
    let end = svg.find('>').map_or(0, |end| end + 1);
    Ok(format!("{}{style}{}", &svg[..end], &svg[end..]))
}
