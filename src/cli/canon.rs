//! `gradus canon`: canonical forms, and classes of isomorphic puzzles.

use std::ffi::OsString;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::exit::{ExitStatus, bail_usage};
use super::lines::LineOptions;
use super::options::bytes;
use crate::canon::{self, FormChoice, Job};

/// Write the canonical form of each puzzle; drop duplicates.
///
/// Isomorphic puzzles have the same canonical form, and the same ratings: two puzzles are
/// isomorphic if one becomes the other by permuting bands, stacks, rows in a band and columns
/// in a stack, transposing the grid and renaming digits. Complete grids, sukakus and puzzles
/// with any number of solutions have a canonical form; --form solution needs exactly one
/// solution.
///
/// Writes one puzzle per line with its comment. Requested numbers come before the comment:
/// order of the automorphism group, number of the class, size of the class.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus canon puzzles.txt --unique
  gradus canon train.csv --exclude test.csv
  gradus canon puzzles.txt --form solution --automorphisms -o forms.txt.zst")]
pub(super) struct Arguments {
    /// minlex, or solution (least solution grid)
    ///
    /// minlex is the least text of the class, with empty cells before digits; solution
    /// brings the solution to its least form and moves the puzzle along
    #[arg(long, value_name = "FORM", default_value = "minlex")]
    form: FormName,

    /// Write only the first puzzle of each class
    #[arg(long)]
    unique: bool,

    /// Skip puzzles isomorphic to one in these files
    #[arg(long, value_name = "FILE", num_args = 1.., alias = "against")]
    exclude: Vec<OsString>,

    /// Add the order of the automorphism group
    #[arg(long)]
    automorphisms: bool,

    /// Add the number and the size of the class
    #[arg(long)]
    classes: bool,

    /// Memory for classes, then disk
    #[arg(long, value_name = "SIZE", default_value = "1G", hide_short_help = true, value_parser = bytes)]
    memory: u64,

    #[command(flatten)]
    lines: LineOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormName {
    Minlex,
    Solution,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let lines = &arguments.lines;
    if arguments.exclude.iter().any(|file| file == "-") && lines.reads_stdin() {
        bail_usage!("stdin (-) cannot be both an input and a file to exclude");
    }
    let against = match &arguments.exclude[..] {
        [] => None,
        files => Some(lines.job_over(files, None)?),
    };
    let job = Job {
        puzzles: lines.job()?,
        against,
        form: match arguments.form {
            FormName::Minlex => FormChoice::Minlex,
            FormName::Solution => FormChoice::Solution,
        },
        automorphisms: arguments.automorphisms,
        unique: arguments.unique,
        classes: arguments.classes,
        memory: arguments.memory,
    };
    let jobs = std::iter::once(&job.puzzles).chain(&job.against);
    let inputs: Vec<_> = jobs.map(|job| &job.found).collect();
    lines.run(&inputs, |output, control| canon::run(&job, output, control))
}
