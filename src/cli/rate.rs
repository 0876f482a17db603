//! `gradus rate`: rates the puzzles given as arguments, on standard input, or
//! printed in the books, and prints a table or JSON lines.
//!
//! A row is a list of column names and values, whatever the columns are: the
//! table and the JSON lines print the same list.

mod book;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Map, Value};

use super::any::AnyOptions;
use super::options::{KindOptions, RatingOptions};
use super::{Outcome, Usage, complain};
use crate::explain::{CONTRADICTION, examined_row};
use crate::input::text::TextRecords;
use crate::input::{Fields, Reading, plain};
use crate::io::lines::LONGEST;
use crate::io::{shortened, shown};
use crate::table::Column;
use crate::table::Entry;
use gradus_engine::examine::{Trying, examine};
use gradus_engine::rating::{Classification, Limits, Names, Rejection, Request, classify};

/// Rate puzzles and print a table.
///
/// A Sudoku is 81 characters, row by row, with one of . 0 * _ - x X for an
/// empty cell, or the 729 characters of a sukaku (nine for each cell). Other
/// puzzles start with their kind, such as latin:1..2..... for a 3×3 Latin square.
/// Text after a space, tab, comma or semicolon is a comment. A puzzle that cannot
/// be rated is reported on standard error, and the exit code is then 3.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Columns:
  clues           givens
  candidates      candidates left by the givens
  clues_brt       cells decided after Singles
  candidates_brt  candidates after Singles
  candidates_w1   candidates after Singles and whips[1]
  te, w, …        the ratings of --ratings

Signs: ∞ if no length solves, ≤n if a shorter path is not excluded, ≥n if the
search was stopped at its limits, - if the rating is not defined for this puzzle.
JSON has a status beside each rating. See docs/columns.md.

Examples:
  gradus rate .......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..
  gradus rate --json - < puzzles.txt
  gradus rate --book"
)]
pub(super) struct Arguments {
    /// Puzzles, or - to read them from standard input, one a line (empty lines
    /// and lines that start with # are skipped)
    #[arg(value_name = "PUZZLE", required_unless_present = "book")]
    puzzles: Vec<OsString>,

    /// Rate the puzzles printed in the books and compare with the published values
    #[arg(long, conflicts_with = "puzzles")]
    book: bool,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    kind: KindOptions,

    #[command(flatten)]
    ratings: RatingOptions,

    #[command(flatten)]
    examine: AnyOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let is_other = arguments.ratings.ratings != Names::default();
    if arguments.examine.any && (is_other || arguments.book) {
        let other = if arguments.book {
            "--book"
        } else {
            "--ratings"
        };
        let message = format!("--any shows what every theory leaves: leave out {other}");
        return Err(Usage(message).into());
    }
    // Standard output is flushed line by line: results and complaints keep
    // their order, and one who types puzzles sees them rated at once.
    let mut printer = Printer::new(io::stdout().lock(), arguments.json);
    let request = arguments.ratings.request();
    let outcome = if arguments.book {
        book::rate(&mut printer, &request)?
    } else {
        let task = match arguments.examine.any {
            false => Wanted::Ratings(request),
            true => Wanted::Examination(
                arguments.examine.limits(&arguments.ratings.limits),
                arguments.examine.trying(),
            ),
        };
        rate_all(
            &mut printer,
            &arguments.puzzles,
            arguments.kind.kind.as_deref(),
            &task,
        )?
    };
    printer.out.flush().context(CANNOT_WRITE)?;
    Ok(outcome)
}

const CANNOT_WRITE: &str = "cannot write to standard output";

/// What is wanted of each puzzle.
enum Wanted {
    /// Its ratings.
    Ratings(Request),
    /// What every theory leaves, however many solutions it has.
    Examination(Limits, Trying),
}

/// Column names and values, in order.
type JsonRow = Map<String, Value>;

/// Prints rows as JSON lines, or as a table that has the columns of its first row.
struct Printer<W> {
    out: W,
    json: bool,
    /// The columns of the table, once there is a first row.
    names: Vec<String>,
}

impl<W: Write> Printer<W> {
    fn new(out: W, json: bool) -> Self {
        Printer {
            out,
            json,
            names: Vec::new(),
        }
    }

    fn print(&mut self, row: &JsonRow) -> Result<()> {
        self.try_print(row).context(CANNOT_WRITE)
    }

    fn try_print(&mut self, row: &JsonRow) -> io::Result<()> {
        if self.json {
            serde_json::to_writer(&mut self.out, row)?;
            return writeln!(self.out);
        }
        if self.names.is_empty() {
            let is_status = |name: &&String| name.ends_with(STATUS);
            self.names = row
                .keys()
                .filter(|name| !is_status(name))
                .cloned()
                .collect();
            let header: String = self.names.iter().map(|name| cell(name, name)).collect();
            writeln!(self.out, "{}", header.trim_end())?;
        }
        let cell = |name: &String| cell(name, &shown_value(row, name));
        let cells: String = self.names.iter().map(cell).collect();
        writeln!(self.out, "{}", cells.trim_end())
    }
}

/// Width of the column of puzzles: a 9×9 Sudoku fits. Longer texts are shortened.
const PUZZLE_WIDTH: usize = 81;

/// Characters of a text that is no puzzle which JSON shows: those of a sukaku.
const LONGEST_ECHOED: usize = 729;

/// A text as wide as its column. The rows are printed one by one, so the widths are
/// fixed beforehand.
fn cell(name: &str, text: &str) -> String {
    let width = match name {
        "puzzle" | "expand" | "canon" => {
            let text = shortened(text, PUZZLE_WIDTH);
            return format!("{text:<PUZZLE_WIDTH$}  ");
        }
        "solutions" | "published" => 9,
        "id" => 15,
        "remark" => 0,
        _ => {
            let width = longest_value(name).max(name.len());
            return format!("{text:>width$}  ");
        }
    };
    format!("{text:<width$}  ")
}

/// Characters of the longest value of a column that is common.
fn longest_value(name: &str) -> usize {
    let words = name.parse().ok().and_then(Column::words);
    words.map_or(3, |words| {
        let all = words.values.iter().chain([&words.beyond]);
        all.map(|word| word.len()).max().unwrap_or(0)
    })
}

/// Ends the name of the column that says how far a rating is known.
const STATUS: &str = "_status";

/// The value of a column as the table shows it, with a sign for what is not exact.
fn shown_value(row: &JsonRow, name: &str) -> String {
    let value = row.get(name).unwrap_or(&Value::Null);
    let status = row.get(&format!("{name}{STATUS}")).and_then(Value::as_str);
    let number = value.as_u64().and_then(|number| number.try_into().ok());
    let rating = status.map(|word| Entry::new(number, word.parse().ok()));
    match rating {
        Some(Ok(entry)) if !value.is_string() => entry.to_string(),
        _ => text(value),
    }
}

/// A value as text.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_string(),
        Value::String(text) if text == "contradiction" => CONTRADICTION.to_string(),
        Value::String(text) => text.clone(),
        Value::Object(pairs) => {
            let pairs = pairs
                .iter()
                .map(|(name, value)| format!("{name} {}", text(value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// The numbers of a puzzle as columns.
fn columns(numbers: &Classification) -> JsonRow {
    match serde_json::to_value(numbers) {
        Ok(Value::Object(columns)) => columns,
        _ => unreachable!("a classification is plain numbers under names"),
    }
}

fn rate_all<W: Write>(
    printer: &mut Printer<W>,
    puzzles: &[OsString],
    kind: Option<&str>,
    wanted: &Wanted,
) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    let reading = Reading {
        kind: kind.map(str::to_string),
        ..Reading::plain()
    };
    for argument in puzzles {
        if argument != "-" {
            let mut buffer = Vec::new();
            let (puzzle, comment) = plain::split(argument.as_encoded_bytes(), kind, &mut buffer);
            let fields = Fields {
                line: 0,
                text: puzzle,
                puzzle,
                kind,
                comment,
                kept: None,
                too_long: puzzle.len() > LONGEST,
                fault: None,
            };
            let rated = rate_text(printer, fields, None, wanted)?;
            if rated != Outcome::Done && Path::new(argument).is_file() {
                let name = shown(argument.as_encoded_bytes(), PUZZLE_WIDTH);
                complain(&format!(
                    "{name} is a file: gradus classify rates the puzzles of files"
                ));
            }
            outcome = rated.max(outcome);
            continue;
        }
        let mut records = TextRecords::new(io::stdin().lock(), &reading);
        while let Some(fields) = records.next().context("cannot read standard input")? {
            let line = Some(fields.line);
            // Comments are not shown, so they may be as they like.
            let fields = Fields {
                too_long: fields.too_long && fields.comment.is_none(),
                comment: None,
                ..fields
            };
            outcome = rate_text(printer, fields, line, wanted)?.max(outcome);
        }
    }
    Ok(outcome)
}

/// Rates one puzzle and prints its row, or says why it is not rated.
fn rate_text<W: Write>(
    printer: &mut Printer<W>,
    fields: Fields,
    line: Option<u64>,
    wanted: &Wanted,
) -> Result<Outcome> {
    let refusal = match rated(fields, wanted) {
        Ok(row) => {
            printer.print(&row)?;
            return Ok(Outcome::Done);
        }
        Err(refusal) => refusal,
    };
    let text = fields.puzzle;
    let name = match text {
        b"" => "(nothing)".to_string(),
        _ => shown(text, PUZZLE_WIDTH),
    };
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    complain(&format!("{place}{name}: {refusal}"));
    if printer.json {
        let text = shown(text, LONGEST_ECHOED);
        let pairs = [("puzzle", text), ("error", refusal)];
        printer.print(
            &pairs
                .map(|(k, v)| (k.into(), v.into()))
                .into_iter()
                .collect(),
        )?;
    }
    Ok(Outcome::SomeRejected)
}

/// The columns of a puzzle, or why it is not rated.
fn rated(fields: Fields, wanted: &Wanted) -> Result<JsonRow, String> {
    let puzzle = fields.parse().map_err(|bad| bad.reason)?.puzzle;
    let refused = |rejection: Rejection| rejection.to_string();
    match wanted {
        Wanted::Ratings(request) => {
            let numbers = classify(puzzle.as_ref(), request).map_err(refused)?;
            let mut row = JsonRow::new();
            row.insert("puzzle".into(), puzzle.to_string().into());
            row.extend(columns(&numbers));
            Ok(row)
        }
        Wanted::Examination(limits, trying) => {
            let found = examine(puzzle.as_ref(), *limits, *trying).map_err(refused)?;
            Ok(examined_row(puzzle.as_ref(), &found))
        }
    }
}
