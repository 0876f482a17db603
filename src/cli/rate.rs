//! `gradus rate`: ratings of puzzles from arguments, stdin or the books, as a table or as JSON
//! Lines.

mod advice;
mod book;
mod choice;
mod printer;

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use self::advice::Advice;
use self::choice::RatingChoice;
use self::printer::{JsonRow, PUZZLE_WIDTH, Printer, columns};
use super::examine::ExamineOptions;
use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::{CANNOT_PRINT, print_note};
use super::options::{KindOptions, SOME_RATINGS, TimedLimitsOptions, all_ratings};
use crate::explain::examined_row;
use crate::input::{ColumnError, Fields, ReadOptions, Records, split_line, text_records};
use crate::io::{LONGEST_LINE, shown};
use crate::table::Keep;
use gradus_engine::examine::{Trying, examine};
use gradus_engine::rating::{Limits, Rejection, Request, classify};

/// Rate puzzles and print a table.
///
/// A Sudoku is 81 characters, row by row, with one of . 0 * _ - x X for an empty cell, or 729
/// for a sukaku (nine per cell). Other puzzles start with their kind, such as latin:1..2.....
/// for a 3×3 Latin square. A comment may follow after a space, tab, comma or semicolon. Puzzles
/// that cannot be rated are reported on stderr; the exit code is then 3.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_long_help = "\
Columns:
  clues           Givens
  candidates      Candidates that the givens leave
  clues_brt       Cells decided after Singles
  candidates_brt  Candidates after Singles
  candidates_w1   Candidates after Singles and whips[1]
  te, w, ...      The ratings of --ratings

auto is te, w, b and gw, then bpb at T&E depth 2 or bpbb at depth 3.

Signs: ∞ no length solves, ≤n a shorter path is not excluded, ≥n the search has
reached a limit, - the rating is not defined for this puzzle. JSON has a status
next to each rating.

Examples:
  gradus rate .......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..
  gradus rate - --ratings te,w,gb < puzzles.txt
  gradus rate --json - < puzzles.txt
  gradus rate --book --ratings te"
)]
pub(super) struct Arguments {
    /// Puzzles, or - for stdin
    ///
    /// Stdin has one puzzle per line; empty lines and lines that start with # are skipped
    #[arg(value_name = "PUZZLE", required_unless_present = "book")]
    puzzles: Vec<OsString>,

    /// Ratings to compute.
    #[arg(long, value_name = "LIST", default_value = "auto", help = SOME_RATINGS)]
    #[arg(long_help = all_ratings())]
    ratings: RatingChoice,

    /// Print one JSON object per line, with statuses
    #[arg(long)]
    json: bool,

    /// Rate the puzzles of the books, compare with printed values
    #[arg(long, conflicts_with = "puzzles")]
    book: bool,

    #[command(flatten)]
    examine: ExamineOptions,

    #[command(flatten)]
    kind: KindOptions,

    #[command(flatten)]
    limits: TimedLimitsOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let examine = &arguments.examine;
    let has_ratings = !arguments.ratings.is_auto;
    if examine.examine && (has_ratings || arguments.book) {
        let other = ["--ratings", "--book"][usize::from(arguments.book)];
        bail_usage!("--examine excludes {other}");
    }
    // Stdout is flushed after each line: results and messages keep their order, and puzzles
    // typed by hand are rated at once.
    let mut printer = Printer::new(io::stdout().lock(), arguments.json);
    let choice = &arguments.ratings;
    let request = Request {
        names: choice.names.clone(),
        limits: arguments.limits.limits(),
    };
    let status = if arguments.book {
        book::rate(&mut printer, &request, choice)?
    } else {
        let mode = if examine.examine {
            RateMode::Examination(examine.limits(&arguments.limits), examine.trying())
        } else {
            RateMode::Ratings(request, choice)
        };
        let kind = arguments.kind.kind.as_deref();
        let status = rate_all(&mut printer, &arguments.puzzles, kind, &mode)?;
        printer
            .advice
            .notes(&choice.names)
            .iter()
            .for_each(|note| print_note(note));
        status
    };
    printer.out.flush().context(CANNOT_PRINT)?;
    Ok(status)
}

enum RateMode<'a> {
    Ratings(Request, &'a RatingChoice),
    /// Report what each theory leaves, for any number of solutions.
    Examination(Limits, Trying),
}

/// Characters of a rejected text that JSON shows: as many as a sukaku has.
const LONGEST_ECHOED: usize = 729;

fn rate_all<W: Write>(
    printer: &mut Printer<W>,
    puzzles: &[OsString],
    kind: Option<&str>,
    mode: &RateMode,
) -> Result<ExitStatus> {
    let mut status = ExitStatus::Done;
    let reading = ReadOptions {
        kind: kind.map(str::to_string),
        keep: Keep::None,
        ..ReadOptions::default()
    };
    for argument in puzzles {
        let bytes = argument.as_encoded_bytes();
        if argument == "-" {
            let lines = io::stdin().lock();
            status = rate_lines(printer, lines, &reading, mode)?.max(status);
            continue;
        }
        if bytes.trim_ascii().contains(&b'\n') {
            // Several puzzles, or one as a grid over several lines.
            status = rate_lines(printer, bytes, &reading, mode)?.max(status);
            continue;
        }
        let mut buffer = Vec::new();
        let parts = split_line(bytes, kind, &mut buffer);
        let fields = Fields {
            line: 0,
            text: parts.puzzle,
            puzzle: parts.puzzle,
            kind,
            comment: parts.comment,
            kept: None,
            too_long: parts.puzzle.len() > LONGEST_LINE,
            fault: parts.fault,
        };
        let rated = rate_text(printer, fields, None, mode)?;
        if rated != ExitStatus::Done && Path::new(argument).is_file() {
            let name = shown(bytes, PUZZLE_WIDTH);
            print_note(&format!(
                "{name} is a file (use gradus classify to rate the puzzles of files)"
            ));
        }
        status = rated.max(status);
    }
    Ok(status)
}

/// Rates the puzzles of a text.
fn rate_lines<W: Write>(
    printer: &mut Printer<W>,
    lines: impl BufRead,
    reading: &ReadOptions,
    mode: &RateMode,
) -> Result<ExitStatus> {
    let mut status = ExitStatus::Done;
    let mut records = text_records(lines, reading);
    let unreadable = |error: io::Error| match ColumnError::of(&error) {
        Some(columns) => anyhow::Error::from(Usage(format!("stdin: {columns}"))),
        None => anyhow::Error::from(error).context("cannot read stdin"),
    };
    let mut is_noted = false;
    while let Some(fields) = records.next().map_err(unreadable)? {
        let line = Some(fields.line);
        // Comments are not printed, so they may be of any length.
        let fields = Fields {
            too_long: fields.too_long && fields.comment.is_none(),
            comment: None,
            ..fields
        };
        status = rate_text(printer, fields, line, mode)?.max(status);
        if let Some(column) = records.chosen_column().filter(|_| !is_noted) {
            print_note(&format!("the puzzles are read from the column {column}"));
            is_noted = true;
        }
    }
    Ok(status)
}

/// Rates one puzzle and prints its row, or the reason why it is rejected.
fn rate_text<W: Write>(
    printer: &mut Printer<W>,
    fields: Fields,
    line: Option<u64>,
    mode: &RateMode,
) -> Result<ExitStatus> {
    let refusal = match rated(fields, mode, &mut printer.advice) {
        Ok(row) => {
            printer.print(&row)?;
            return Ok(ExitStatus::Done);
        }
        Err(refusal) => refusal,
    };
    let text = fields.puzzle;
    let name = match text {
        b"" => "(empty)".to_string(),
        _ => shown(text, PUZZLE_WIDTH),
    };
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    print_note(&format!("{place}{name}: {refusal}"));
    if printer.json {
        let mut row = JsonRow::new();
        row.insert("puzzle".into(), shown(text, LONGEST_ECHOED).into());
        row.insert("error".into(), refusal.into());
        printer.print(&row)?;
    }
    Ok(ExitStatus::SomeRejected)
}

/// The columns of a puzzle, or the reason why it is rejected.
fn rated(fields: Fields, mode: &RateMode, advice: &mut Advice) -> Result<JsonRow, String> {
    let puzzle = fields.parse().map_err(|bad| bad.reason)?.puzzle;
    let refused = |rejection: Rejection| rejection.to_string();
    match mode {
        RateMode::Ratings(request, choice) => {
            let numbers = classify(puzzle.as_ref(), request).map_err(refused)?;
            let mut row = JsonRow::new();
            row.insert("puzzle".into(), puzzle.to_string().into());
            row.extend(choice.applicable(columns(&numbers)));
            advice.add(puzzle.as_ref(), &numbers);
            Ok(row)
        }
        RateMode::Examination(limits, trying) => {
            let found = examine(puzzle.as_ref(), *limits, *trying).map_err(refused)?;
            Ok(examined_row(puzzle.as_ref(), &found))
        }
    }
}
