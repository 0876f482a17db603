//! `gradus canon`: canonical forms, and which puzzles are the same.

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use super::convert::{ConvertOptions, ReadLimit};
use super::options::Size;
use super::{Outcome, Usage};
use crate::canon::{self, Form, Job};

/// Bring puzzles to a form that all isomorphs share, one a line with its comment.
///
/// Two puzzles are essentially the same if one becomes the other when bands, stacks, rows
/// and columns change places, the grid is turned over its diagonal, and digits are
/// renamed: then they have the same canonical form, and the same ratings. Works for
/// puzzles with no, one or several solutions, for complete grids and for sukakus; --form
/// solution needs exactly one solution.
///
/// Numbers that are asked for come between the form and the comment: the order of the
/// automorphism group, the number of the class and its size.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus canon puzzles.txt
  gradus canon a.txt b.txt.zst --unique -o different.txt.zst
  gradus canon train.csv --unique --against test.csv -o clean.txt
  gradus canon puzzles.txt --form solution --automorphisms | sort")]
pub(super) struct Arguments {
    /// minlex: the least text of the class, empty cells before digits; solution: the
    /// solution brought to its least form, the puzzle moved along
    #[arg(long, value_name = "FORM", default_value = "minlex")]
    form: FormName,

    /// Add the number of symmetries of the cells that change nothing, the digits renamed
    #[arg(long)]
    automorphisms: bool,

    /// Only the first puzzle of each class
    #[arg(long)]
    unique: bool,

    /// Without puzzles that are the same as one of these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    against: Vec<OsString>,

    /// Add the number of the class, in the order of their first puzzles, and its size
    #[arg(long)]
    classes: bool,

    /// Memory for what is known of the classes, such as 500M or 4G; what does not fit
    /// takes more time and goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: Size,

    #[command(flatten)]
    limit: ReadLimit,

    #[command(flatten)]
    options: ConvertOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormName {
    Minlex,
    Solution,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let options = &arguments.options;
    if arguments.against.iter().any(|file| file == "-") && options.reads_standard_input() {
        bail!(Usage(
            "standard input (-) is named twice: once as an input, once after --against".into()
        ));
    }
    let against = match &arguments.against[..] {
        [] => None,
        files => Some(options.job_over(files, None)?),
    };
    let job = Job {
        puzzles: options.job(arguments.limit.limit)?,
        against,
        form: match arguments.form {
            FormName::Minlex => Form::Minlex,
            FormName::Solution => Form::Solution,
        },
        automorphisms: arguments.automorphisms,
        unique: arguments.unique,
        classes: arguments.classes,
        memory: arguments.memory.0,
    };
    let jobs = std::iter::once(&job.puzzles).chain(&job.against);
    let inputs: Vec<_> = jobs.map(|job| &job.found).collect();
    options.run(&inputs, |output, stop, observer| {
        canon::run(&job, output, stop, observer)
    })
}
