//! `gradus explain`: a resolution path of a puzzle, step by step in the books'
//! notation, with its states as grids if wanted; or what trials do where no path
//! of rules leads to the solution.

mod page;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use thiserror::Error;

use super::job::{may_write, write};
use super::options::LimitOptions;
use super::{Outcome, check};
use crate::input::Reading;
use crate::input::text::TextRecords;
use gradus_check::BUDGET;
use gradus_engine::proof::{path_of, prove, rating_in, trials};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Limits, Name, Rating, Rejection, Request, classify};
use gradus_model::style::Style;
use gradus_model::{Instance, Marks};
use gradus_path::record::{Record, StateRecord, position_cells};
use gradus_path::{End, Path, PathTheory, marks};
use page::Page;

/// Print a resolution path of a puzzle, simplest first.
///
/// Each step is a pattern in nrc notation: the variables of a chain, each with
/// its left- and right-linking candidates, and what it eliminates. Where a
/// rating comes from an order that is not simplest first, so does the path, and
/// says so. A puzzle that the theory does not solve is followed as far as the
/// theory goes.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = format!("{}{EXAMPLES}", theories())
)]
pub(super) struct Arguments {
    /// The puzzle: 81 characters, the 729 of a sukaku, or KIND:DATA; or - to read it
    /// from standard input
    #[arg(required_unless_present = "check")]
    puzzle: Option<String>,

    /// The theory of the path
    #[arg(long, value_name = "T", default_value = "W")]
    theory: Asked,

    /// Print the path as one JSON object, fit for `gradus check`
    #[arg(long)]
    json: bool,

    /// Check the paths in a file instead (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    check: Option<OsString>,

    /// Draw the candidates before each pattern, or before the step of --step
    #[arg(long)]
    show_state: bool,

    /// Print this step alone; one more than there are stands for the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    step: Option<u32>,

    /// Write the grid before the step of --step (or at the start) as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Overwrite the file of --svg if it is there
    #[arg(long, requires = "svg")]
    force: bool,

    /// Print every Single on a line of its own
    #[arg(long)]
    all_singles: bool,

    #[command(flatten)]
    limits: LimitOptions,
}

/// What to explain: a path, or the trials of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Path(PathTheory),
    Trials(Name),
}

#[derive(Debug, Error)]
#[error("no theory is called {0:?}: give one of {paths}, {trials}", paths = PathTheory::names(), trials = shown_by_trials())]
struct Unknown(String);

/// The ratings that trials show.
fn trial_ratings() -> impl Iterator<Item = Name> {
    Name::all().filter(|name| matches!(name.entry().shown_by, Shown::Trials(_)))
}

/// Their columns, with commas between.
fn shown_by_trials() -> String {
    let columns: Vec<&str> = trial_ratings().map(Name::column).collect();
    columns.join(", ")
}

/// The theories and what they are, for the help.
fn theories() -> String {
    let paths = PathTheory::all().map(|theory| (theory.to_string(), theory.meaning()));
    let trials = trial_ratings().map(|name| (name.column().into(), name.entry().meaning.into()));
    let line = |(name, meaning): (String, String)| format!("  {name:<9} {meaning}\n");
    format!(
        "Theories:\n{}\nTrial and Error, as a summary of its trials, level by level; with --json,\n\
         the trials that matter, each with its refutation:\n{}\n\
         The column of a rating names its theory as well.\n\n",
        paths.map(line).collect::<String>(),
        trials.map(line).collect::<String>(),
    )
}

const EXAMPLES: &str = "\
Examples:
  gradus explain ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --theory B --step 20 --show-state ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --theory gW --json ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57 > path.json
  gradus explain --check path.json";

impl FromStr for Asked {
    type Err = Unknown;

    /// The name of a theory, or of a rating's column.
    fn from_str(word: &str) -> Result<Self, Unknown> {
        match word.parse() {
            Ok(PathTheory::Trials(_)) | Err(_) => {}
            Ok(theory) => return Ok(Asked::Path(theory)),
        }
        let unknown = || Unknown(word.to_string());
        let name: Name = word.parse().map_err(|_| unknown())?;
        match name.entry().shown_by {
            Shown::Path(theory) => Ok(Asked::Path(theory)),
            Shown::Trials(_) => Ok(Asked::Trials(name)),
            Shown::Number | Shown::Count => Err(unknown()),
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = match (&arguments.check, &arguments.puzzle) {
        (Some(file), _) => return check::check(std::slice::from_ref(file), None, BUDGET),
        (None, Some(text)) => text,
        (None, None) => bail!("no puzzle is given"),
    };
    if let Some(file) = &arguments.svg {
        may_write(std::slice::from_ref(file), [], arguments.force)?;
    }
    let puzzle = match text.as_str() {
        "-" => only_puzzle(io::stdin().lock())?,
        text => only_puzzle(text.as_bytes())?,
    };
    let puzzle = puzzle.as_ref();
    let limits = arguments.limits.limits();
    let out = match arguments.theory {
        Asked::Path(theory) => explain_path(arguments, puzzle, theory, limits)?,
        Asked::Trials(class) => explain_trials(arguments, puzzle, class, limits)?,
    };
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(out.as_bytes())
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")?;
    Ok(Outcome::Done)
}

/// The puzzle of a text that has one.
fn only_puzzle(text: impl BufRead) -> Result<Box<dyn Instance>> {
    let mut records = TextRecords::new(text, &Reading::plain());
    let unreadable = "cannot read standard input";
    let Some(fields) = records.next().context(unreadable)? else {
        bail!("there is no puzzle");
    };
    let given = fields.parse();
    let given = given.map_err(|bad| anyhow!("this is not a puzzle: {}", bad.reason))?;
    match records.next().context(unreadable)? {
        None => Ok(given.puzzle),
        Some(_) => bail!("there is more than one puzzle, and explain takes one"),
    }
}

/// Colours are for terminals, and not for those who do not want them.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match io::stdout().is_terminal() && !refused {
        true => Style::Coloured,
        false => Style::Plain,
    }
}

fn explain_path(
    arguments: &Arguments,
    puzzle: &dyn Instance,
    theory: PathTheory,
    limits: Limits,
) -> Result<String> {
    let (rating, remark) = match rating_in(puzzle, theory, limits) {
        Ok(rating) => (rating, None),
        Err(Rejection::Contradictory(clash)) => return Err(clash.into()),
        Err(rejection) => (None, Some(rejection.to_string())),
    };
    let path = path_of(puzzle, theory, rating, limits)?;
    let step = arguments.step.map(|step| step as usize);
    if let Some(step) = step.filter(|&step| step > path.steps.len() + 1) {
        bail!("there is no step {step}: the path has {}", path.steps.len());
    }
    if let Some(file) = &arguments.svg {
        write_svg(file, puzzle, &path, step.unwrap_or(1))?;
    }
    if arguments.json {
        let mut record = Record::new(puzzle, &path, rating);
        if arguments.show_state {
            let before_step = step.unwrap_or(path.steps.len() + 1);
            let position = path.position_before(puzzle, before_step - 1);
            let cells = position_cells(puzzle, &position);
            record.state = Some(StateRecord { before_step, cells });
        }
        return Ok(serde_json::to_string(&record)? + "\n");
    }
    let page = Page {
        puzzle,
        path: &path,
        rating,
        remark: remark.as_deref(),
        depth: match path.end {
            End::Stuck => depth(puzzle),
            _ => None,
        },
        style: style(),
        show_state: arguments.show_state,
        all_singles: arguments.all_singles,
    };
    Ok(match step {
        Some(step) => page.step(step - 1),
        None => page.whole(),
    })
}

/// T&E depth, if the puzzle has one.
fn depth(puzzle: &dyn Instance) -> Option<Rating> {
    let request = Request {
        names: Name::TE.into(),
        ..Request::default()
    };
    classify(puzzle, &request).ok()?.rating(Name::TE)
}

fn write_svg(
    file: &std::path::Path,
    puzzle: &dyn Instance,
    path: &Path,
    step: usize,
) -> Result<()> {
    let position = path.position_before(puzzle, step - 1);
    let domain = puzzle.domain();
    let Some(drawing) = domain.drawing() else {
        bail!("there is no way to draw a puzzle of this kind");
    };
    let next = path.steps.get(step - 1);
    let marks = next.map_or_else(Marks::default, |next| {
        marks(domain.model(), next, &position)
    });
    let title = format!("Resolution state of {puzzle}");
    let svg = drawing.svg(&title, &puzzle.givens(), Some((&position, &marks)));
    write(file, svg)
}

fn explain_trials(
    arguments: &Arguments,
    puzzle: &dyn Instance,
    class: Name,
    limits: Limits,
) -> Result<String> {
    if arguments.step.is_some() || arguments.show_state || arguments.svg.is_some() {
        bail!(
            "trials have no steps to show: give a theory of rules with --step, --show-state or --svg"
        );
    }
    if let (true, Shown::Trials(ladder)) = (arguments.json, class.entry().shown_by) {
        let theory = PathTheory::Trials(ladder);
        let rating = rating_in(puzzle, theory, limits)?;
        let record = prove(puzzle, theory, rating, limits)?;
        return Ok(serde_json::to_string(&record)? + "\n");
    }
    match trials(puzzle, class, limits)? {
        Some(trials) => Ok(page::trials_text(puzzle, &trials)),
        None => bail!("{class} is not shown by trials"),
    }
}
