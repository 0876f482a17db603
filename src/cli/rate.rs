//! `gradus rate`: ratings of puzzles from arguments, files, stdin or the books, as a table, as
//! JSON Lines or as lines of a template.

mod advice;
mod book;
mod choice;
mod feed;
mod printer;
mod template;

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;

use self::advice::Advice;
use self::choice::RatingChoice;
use self::feed::Feed;
use self::printer::{Form, JsonRow, Printer, columns};
use self::template::Template;
use super::examine::ExamineOptions;
use super::exit::{ExitStatus, bail_usage};
use super::messages::{CANNOT_PRINT, print_notice};
use super::options::{InputOptions, SOME_RATINGS, TimedLimitsOptions};
use crate::explain::examined_row;
use crate::input::Fields;
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
  gradus rate puzzles.txt --ratings te,w,gb
  gradus rate --json - < puzzles.txt
  gradus rate puzzles.txt --format '%p %W %te'
  gradus rate --book --ratings te"
)]
pub(super) struct Arguments {
    /// Puzzles, files, directories, globs, or - for stdin
    ///
    /// Files have one puzzle per line, grids over nine lines, or are tables; empty lines and
    /// lines that start with # are skipped
    #[arg(value_name = "INPUT", required_unless_present = "book")]
    inputs: Vec<OsString>,

    /// Ratings to compute, separated by commas
    ///
    /// te depth, w whips, b braids, gw g-whips, gb g-braids, s Subsets, bpb and bpbb braids in
    /// trials; sets: auto (te, w, b, gw, then bpb at depth 2 or bpbb at depth 3), core,
    /// everything; see gradus ratings
    #[arg(long, value_name = "LIST", default_value = "auto", help = SOME_RATINGS)]
    #[arg(value_parser = RatingChoice::read)]
    ratings: RatingChoice,

    /// Print one JSON object per line, with statuses
    #[arg(long)]
    json: bool,

    /// Print a line per puzzle: '%p %W %te'
    ///
    /// %p is the puzzle, %c its comment, %w or %{w} any rating or count by the name of its
    /// column, with a sign if it is not exact, %% a percent sign. Only the ratings of the
    /// template are computed
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["ratings", "json", "book", "examine"])]
    format: Option<Template>,

    /// Rate the puzzles of the books, compare with printed values
    #[arg(long, conflicts_with = "inputs")]
    book: bool,

    #[command(flatten)]
    examine: ExamineOptions,

    #[command(flatten)]
    input: InputOptions,

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
    let form = match (&arguments.format, arguments.json) {
        (Some(template), _) => Form::Lines(template.clone()),
        (None, true) => Form::Json,
        (None, false) => Form::Table,
    };
    let mut printer = Printer::new(io::stdout().lock(), form);
    let choice = &arguments.ratings;
    let template = arguments.format.as_ref();
    let names = template.map_or_else(|| choice.names.clone(), Template::names);
    let limits = arguments.limits.limits();
    let request = Request { names, limits };
    let status = if arguments.book {
        book::rate(&mut printer, &request, choice)?
    } else {
        let mode = if examine.examine {
            RateMode::Examination(examine.limits(&arguments.limits), examine.trying())
        } else {
            RateMode::Ratings(request, choice)
        };
        let feed = Feed::new(&mut printer, &mode, &arguments.input);
        let status = feed.rate(&arguments.inputs)?;
        let notes = printer.advice.notes(&choice.names);
        notes.iter().for_each(|note| print_notice(note));
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

/// The columns of a puzzle and its comment, or the reason why it is rejected.
fn rated(
    fields: Fields,
    mode: &RateMode,
    advice: &mut Advice,
) -> Result<(JsonRow, Option<String>), String> {
    let record = fields.parse().map_err(|bad| bad.reason)?;
    let (puzzle, comment) = (record.puzzle, record.comment);
    let refused = |rejection: Rejection| rejection.to_string();
    match mode {
        RateMode::Ratings(request, choice) => {
            let numbers = classify(puzzle.as_ref(), request).map_err(refused)?;
            let mut row = JsonRow::new();
            row.insert("puzzle".into(), puzzle.to_string().into());
            row.extend(choice.applicable(columns(&numbers)));
            advice.add(puzzle.as_ref(), &numbers);
            Ok((row, comment))
        }
        RateMode::Examination(limits, trying) => {
            let found = examine(puzzle.as_ref(), *limits, *trying).map_err(refused)?;
            Ok((examined_row(puzzle.as_ref(), &found), comment))
        }
    }
}
