//! `gradus explain`: a resolution path of a puzzle, step by step in the books'
//! notation, with its states as grids if wanted; or what trials do where no path
//! of rules leads to the solution.

mod steps;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use self::steps::StepOptions;
use super::any::AnyOptions;
use super::job::{may_write, write};
use super::options::{KindOptions, LimitOptions};
use super::{Outcome, check};
use crate::explain::html;
use crate::explain::page::Page;
use crate::explain::{
    ExplainTarget, Explanation, examined_row, examined_text, path_theories, trial_classes,
    trials_summary,
};
use crate::input::text::TextRecords;
use crate::input::{Given, Reading};
use gradus_check::BUDGET;
use gradus_csp::{Instance, Style};
use gradus_engine::examine::examine;
use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Limits, Name};
use gradus_engine::relations::GivenPattern;
use gradus_path::PathTheory;
use gradus_path::record::{StateRecord, position_cells};

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
    after_help = format!("{}{EXAMPLES}", theories()),
    group = clap::ArgGroup::new("drawn").multiple(true)
)]
pub(super) struct Arguments {
    /// The puzzle: 81 characters, the 729 of a sukaku, or KIND:DATA; or - to read it
    /// from standard input
    #[arg(required_unless_present = "check")]
    puzzle: Option<String>,

    #[command(flatten)]
    kind: KindOptions,

    /// The theory of the path
    #[arg(long, value_name = "T", default_value = "W")]
    theory: ExplainTarget,

    /// Use these impossible patterns as well, beside tridagons (with --theory trid)
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    patterns: Option<PathBuf>,

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
    #[arg(long, value_name = "FILE", group = "drawn")]
    svg: Option<PathBuf>,

    /// Write the path as a page to step through, with every pattern drawn: one file that
    /// needs neither this program nor a network
    #[arg(long, value_name = "FILE", group = "drawn")]
    html: Option<PathBuf>,

    /// Overwrite the files of --svg and --html if they are there
    #[arg(long, requires = "drawn")]
    force: bool,

    /// Print every Single on a line of its own
    #[arg(long)]
    all_singles: bool,

    #[command(flatten)]
    few: StepOptions,

    #[command(flatten)]
    examine: AnyOptions,

    #[command(flatten)]
    limits: LimitOptions,
}

impl Arguments {
    /// Whether files are to be drawn.
    fn is_drawn(&self) -> bool {
        self.svg.is_some() || self.html.is_some()
    }
}

/// The theories and what they are, for the help.
fn theories() -> String {
    let (paths, trials) = (path_theories(), trial_classes());
    let line = |(name, meaning): (String, String)| format!("  {name:<9} {meaning}\n");
    format!(
        "Theories:\n{}\nTrial and Error, as a summary of its trials, level by level; with --json,\n\
         the trials that matter, each with its refutation:\n{}\n\
         The column of a rating names its theory as well.\n\n",
        paths.into_iter().map(line).collect::<String>(),
        trials.into_iter().map(line).collect::<String>(),
    )
}

const EXAMPLES: &str = "\
Examples:
  gradus explain ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --theory B --step 20 --show-state ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --theory gW --json ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57 > path.json
  gradus explain --check path.json
  gradus explain --steps fewest ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = match (&arguments.check, &arguments.puzzle) {
        (Some(file), _) => return check::check(std::slice::from_ref(file), None, BUDGET),
        (None, Some(text)) => text,
        (None, None) => bail!("no puzzle is given"),
    };
    let files: Vec<PathBuf> = [&arguments.svg, &arguments.html]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    may_write(&files, [], arguments.force)?;
    let given = match text.as_str() {
        "-" => only_puzzle(io::stdin().lock(), &arguments.kind)?,
        text => only_puzzle(text.as_bytes(), &arguments.kind)?,
    };
    let Given {
        puzzle, comment, ..
    } = given;
    let comment = comment.as_deref();
    let limits = arguments.limits.limits();
    let few = (arguments.few).run(puzzle.as_ref(), limits, arguments.json, style());
    let out = match (few, arguments.theory) {
        (Some(few), _) => few?,
        (None, _) if arguments.examine.any => examined(arguments, puzzle.as_ref())?,
        (None, ExplainTarget::Path(theory)) => {
            explain_path(arguments, puzzle, comment, theory, limits)?
        }
        (None, ExplainTarget::Trials(class)) => {
            explain_trials(arguments, puzzle, comment, class, limits)?
        }
    };
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(out.as_bytes())
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")?;
    Ok(Outcome::Done)
}

/// What every theory makes of the puzzle.
fn examined(arguments: &Arguments, puzzle: &dyn Instance) -> Result<String> {
    if arguments.step.is_some() || arguments.show_state || arguments.is_drawn() {
        bail!("--any has no steps to show: leave out --step, --show-state, --svg and --html");
    }
    let trying = arguments.examine.trying();
    let limits = arguments.examine.limits(&arguments.limits);
    let found = examine(puzzle, limits, trying)?;
    Ok(match arguments.json {
        true => serde_json::to_string(&examined_row(puzzle, &found))? + "\n",
        false => examined_text(puzzle, &found, style()),
    })
}

/// The puzzle of a text that has one, and its comment.
fn only_puzzle(text: impl BufRead, kind: &KindOptions) -> Result<Given> {
    let reading = Reading {
        kind: kind.kind.clone(),
        ..Reading::plain()
    };
    let mut records = TextRecords::new(text, &reading);
    let unreadable = "cannot read standard input";
    let Some(fields) = records.next().context(unreadable)? else {
        bail!("there is no puzzle");
    };
    let given = fields.parse();
    let given = given.map_err(|bad| anyhow!("this is not a puzzle: {}", bad.reason))?;
    match records.next().context(unreadable)? {
        None => Ok(given),
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
    puzzle: Box<dyn Instance>,
    comment: Option<&str>,
    theory: PathTheory,
    limits: Limits,
) -> Result<String> {
    let explanation = match &arguments.patterns {
        None => Explanation::of(puzzle, ExplainTarget::Path(theory), limits)?,
        Some(file) => with_patterns(file, puzzle, theory, limits)?,
    };
    let steps = explanation.path.steps.len();
    let step = arguments.step.map(|step| step as usize);
    if let Some(step) = step.filter(|&step| step > steps + 1) {
        bail!("there is no step {step}: the path has {steps}");
    }
    if let Some(file) = &arguments.svg {
        let svg = explanation.svg(step.unwrap_or(1) - 1);
        write(
            file,
            svg.context("there is no way to draw a puzzle of this kind")?,
        )?;
    }
    write_page(arguments, &explanation, comment)?;
    if arguments.json {
        let mut record = explanation.record();
        if arguments.show_state {
            let puzzle = explanation.puzzle.as_ref();
            let before_step = step.unwrap_or(steps + 1);
            let position = explanation.path.position_before(puzzle, before_step - 1);
            let cells = position_cells(puzzle, &position);
            record.state = Some(StateRecord { before_step, cells });
        }
        return Ok(serde_json::to_string(&record)? + "\n");
    }
    let page = Page {
        show_state: arguments.show_state,
        all_singles: arguments.all_singles,
        ..explanation.page(style())
    };
    Ok(match step {
        Some(step) => page.step(step - 1),
        None => page.whole(),
    })
}

/// Writes the page of a path, if it is wanted.
fn write_page(
    arguments: &Arguments,
    explanation: &Explanation,
    comment: Option<&str>,
) -> Result<()> {
    let Some(file) = &arguments.html else {
        return Ok(());
    };
    let scene = explanation.scene(comment);
    let scene = scene.context("there is no way to step through a puzzle of this kind")?;
    write(file, html::page(&scene, &explanation.text())?)
}

/// A path with the impossible patterns of a file.
fn with_patterns(
    file: &Path,
    puzzle: Box<dyn Instance>,
    theory: PathTheory,
    limits: Limits,
) -> Result<Explanation> {
    if !theory.has_relations() {
        bail!("--patterns is for --theory trid: no other theory uses impossible patterns");
    }
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    let domain = puzzle.domain();
    let patterns = GivenPattern::read(&text, domain.model(), domain.names());
    let patterns = patterns.with_context(|| format!("in {}", file.display()))?;
    Ok(Explanation::with_patterns(puzzle, &patterns, limits)?)
}

fn explain_trials(
    arguments: &Arguments,
    puzzle: Box<dyn Instance>,
    comment: Option<&str>,
    class: Name,
    limits: Limits,
) -> Result<String> {
    if arguments.patterns.is_some() {
        bail!("--patterns is for --theory trid: trials use no impossible patterns");
    }
    if arguments.step.is_some() || arguments.show_state || arguments.svg.is_some() {
        bail!(
            "trials have no steps to show: give a theory of rules with --step, --show-state or \
             --svg, or step through them with --html"
        );
    }
    if arguments.html.is_some() {
        let explanation = Explanation::of(puzzle, ExplainTarget::Trials(class), limits)?;
        write_page(arguments, &explanation, comment)?;
        return Ok(match arguments.json {
            true => serde_json::to_string(&explanation.record())? + "\n",
            false => explanation.text(),
        });
    }
    if let (true, Shown::Trials(ladder)) = (arguments.json, class.entry().shown_by) {
        let theory = PathTheory::Trials(ladder);
        let rating = rating_in(puzzle.as_ref(), theory, limits)?;
        let record = prove(puzzle.as_ref(), theory, rating, limits)?;
        return Ok(serde_json::to_string(&record)? + "\n");
    }
    Ok(trials_summary(puzzle.as_ref(), class, limits)?)
}
