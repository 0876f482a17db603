//! `gradus rate`: rates the puzzles given as arguments, on standard input, or
//! printed in the books, and prints a table or JSON lines.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Map, Value, json};

use super::Outcome;
use crate::book;
use crate::rating::{Classification, classify};
use crate::sudoku::Puzzle;

/// Rates puzzles and prints a table.
///
/// A puzzle is 81 characters, row by row, with one of . 0 * _ - x X for an
/// empty cell, or the 729 characters of a sukaku. A puzzle that cannot be rated
/// is reported, and the exit code is then 3.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Example:\n  gradus rate ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
)]
pub struct Arguments {
    /// Puzzles, or - to read them from standard input, one a line
    #[arg(
        value_name = "PUZZLE",
        allow_hyphen_values = true,
        required_unless_present = "book"
    )]
    puzzles: Vec<String>,

    /// Rate the puzzles printed in the books and compare with what is published
    #[arg(long, conflicts_with = "puzzles")]
    book: bool,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = if arguments.book {
        rate_book(&mut out, arguments.json)?
    } else {
        rate_all(&mut out, &arguments.puzzles, arguments.json)?
    };
    out.flush().context("cannot write to standard output")?;
    Ok(outcome)
}

fn rate_all(out: &mut impl Write, puzzles: &[String], json: bool) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    if !json {
        writeln!(out, "{}", header("puzzle", 81))?;
    }
    let mut rate = |text: &str| -> Result<()> {
        match rate_text(text) {
            Ok((puzzle, numbers)) if json => writeln!(out, "{}", object(&puzzle, &numbers))?,
            Ok((puzzle, numbers)) => writeln!(out, "{}", line(&puzzle.to_string(), 81, &numbers))?,
            Err(reason) => {
                outcome = Outcome::SomeRejected;
                if json {
                    writeln!(out, "{}", json!({ "puzzle": text, "error": reason }))?;
                }
                out.flush()?;
                eprintln!("gradus: {text}: {reason}");
            }
        }
        Ok(())
    };
    for text in puzzles {
        if text != "-" {
            rate(text)?;
            continue;
        }
        for line in io::stdin().lock().lines() {
            let line = line.context("cannot read standard input")?;
            let text = line
                .split([' ', '\t', ',', ';'])
                .next()
                .unwrap_or_default()
                .trim_end();
            if !text.is_empty() && !text.starts_with('#') {
                rate(text)?;
            }
        }
    }
    Ok(outcome)
}

/// Parses and classifies, or says why not.
fn rate_text(text: &str) -> Result<(Puzzle, Classification), String> {
    let puzzle: Puzzle = text.parse().map_err(|error| format!("{error}"))?;
    let numbers = classify(&puzzle).map_err(|error| error.to_string())?;
    Ok((puzzle, numbers))
}

fn header(first: &str, width: usize) -> String {
    format!(
        "{first:width$}  {:>5}  {:>10}  {:>13}  {:>14}  {:>3}",
        "clues", "candidates", "after Singles", "after whips[1]", "T&E"
    )
}

fn line(first: &str, width: usize, numbers: &Classification) -> String {
    let after_singles = format!("{} + {}", numbers.clues_brt, numbers.candidates_brt);
    format!(
        "{first:width$}  {:>5}  {:>10}  {after_singles:>13}  {:>14}  {:>3}",
        numbers.clues,
        numbers.candidates,
        numbers.candidates_w1,
        numbers
            .te
            .map_or("> 3".to_string(), |depth| depth.to_string()),
    )
}

/// The puzzle and its numbers, under the column names of a ratings table.
fn object(puzzle: &Puzzle, numbers: &Classification) -> Value {
    let mut object = Map::new();
    object.insert("puzzle".into(), Value::from(puzzle.to_string()));
    if let Ok(Value::Object(rest)) = serde_json::to_value(numbers) {
        object.extend(rest);
    }
    Value::Object(object)
}

/// Rates the books' puzzles and marks where the measured value is not the expected one.
fn rate_book(out: &mut impl Write, json: bool) -> Result<Outcome> {
    if !json {
        writeln!(out, "{}", header("id", 16))?;
    }
    for entry in book::puzzles() {
        match rate_text(&entry.puzzle) {
            Ok((puzzle, numbers)) if json => writeln!(out, "{}", object(&puzzle, &numbers))?,
            Ok((_, numbers)) => writeln!(out, "{}", line(&entry.id, 16, &numbers))?,
            Err(reason) => writeln!(out, "{:16}  {reason}", entry.id)?,
        }
    }
    Ok(Outcome::Done)
}
