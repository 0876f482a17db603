//! `gradus explain`: a resolution path of a puzzle in the notation of the books, or its trials
//! where no path of rules leads to the solution.

mod steps;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use self::steps::StepOptions;
use super::check;
use super::examine::ExamineOptions;
use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::{print_note, print_text, style};
use super::options::{KindOptions, TimedLimitsOptions};
use super::output::{check_writable, write};
use crate::explain::{
    ExplainTarget, Explanation, NotOnePuzzle, PathPage, UnknownTarget, examined_row, examined_text,
    html_page, only_puzzle, path_theories, trial_classes, trials_summary, without,
};
use crate::input::{LONGEST_SHOWN, PuzzleRecord, is_puzzle};
use crate::io::{counted, is_device, is_same, open_file, shown};
use crate::job::cores;
use gradus_check::BUDGET;
use gradus_csp::{Instance, Style};
use gradus_engine::examine::examine;
use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Limits, Name};
use gradus_engine::relations::GivenPattern;
use gradus_path::PathTheory;
use gradus_path::record::{StateRecord, position_cells};

/// Show how a puzzle is solved, step by step.
///
/// Each step is a pattern in nrc notation: the variables of a chain, each with its left- and
/// right-linking candidates, and the candidates that it eliminates. Simplest steps come first;
/// if the rating needs another order, the path follows it and says so. If the theory does not
/// solve the puzzle, the path goes as far as it can.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_long_help = format!("{}{EXAMPLES}", theories()),
    group = clap::ArgGroup::new("files").multiple(true)
)]
pub(super) struct Arguments {
    /// Puzzle, file with one, or - for stdin
    ///
    /// 81 characters, the 729 of a sukaku, a grid over nine lines, or KIND:DATA
    #[arg(value_name = "PUZZLE|FILE|-", required_unless_present = "check")]
    puzzle: Option<String>,

    /// Theory: W, B, gW, S+W, trid, te, bpb, ...
    #[arg(long, value_name = "THEORY", default_value = "W", value_parser = theory)]
    theory: ExplainTarget,

    /// Also use these impossible patterns (theory trid)
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    #[arg(hide_short_help = true)]
    patterns: Option<PathBuf>,

    /// Delete these candidates first: r1c1=3
    ///
    /// The path is that of the sukaku that is left: it proves nothing of the puzzle
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["check", "few_steps", "examine"])]
    delete: Vec<String>,

    /// Print step N only; one past the last is the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    step: Option<u32>,

    /// Draw the candidates before each pattern
    #[arg(long)]
    show_state: bool,

    /// Print each Single on a line of its own
    #[arg(long)]
    all_singles: bool,

    /// Print the path as JSON for gradus check
    #[arg(long)]
    json: bool,

    /// Write a page (.html), picture (.svg, .png), record (.json) or text (.txt) instead; may be
    /// repeated
    #[arg(short, long, value_name = "FILE", group = "files")]
    output: Vec<PathBuf>,

    /// Overwrite existing files
    #[arg(long, requires = "files")]
    force: bool,

    #[command(flatten)]
    few: StepOptions,

    #[command(flatten)]
    examine: ExamineOptions,

    /// Old option: writes a page, and prints the path too.
    #[arg(long, group = "files", hide = true)]
    html: Option<PathBuf>,

    /// Old option: writes a picture, and prints the path too.
    #[arg(long, group = "files", hide = true)]
    svg: Option<PathBuf>,

    /// Old option: `gradus check`.
    #[arg(long, conflicts_with = "puzzle", hide = true)]
    check: Option<OsString>,

    #[command(flatten)]
    kind: KindOptions,

    #[command(flatten)]
    limits: TimedLimitsOptions,
}

/// Reads the name of a theory.
fn theory(word: &str) -> Result<ExplainTarget, String> {
    let theory = word.parse();
    theory.map_err(|error: UnknownTarget| format!("{error} (gradus explain --help lists all)"))
}

/// The theories and their meanings, for the help.
fn theories() -> String {
    let (paths, trials) = (path_theories(), trial_classes());
    let line = |(name, meaning)| format!("  {name:<9} {meaning}\n");
    format!(
        "Theories, also by the column of their rating:\n{}\n\
         Trial and Error, as a summary per level, or with --json the trials that matter,\n\
         each with its refutation:\n{}\n",
        paths.into_iter().map(line).collect::<String>(),
        trials.into_iter().map(line).collect::<String>(),
    )
}

const EXAMPLES: &str = "\
Examples:
  gradus explain ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --theory B -o path.html ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --step 20 --show-state ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
  gradus explain --few-steps fewest ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";

/// A file to write.
type PathFile = (PathBuf, PathFormat);

#[derive(Clone, Copy)]
enum PathFormat {
    Page,
    Picture,
    Pixels,
    Record,
    Text,
}

impl Arguments {
    fn files(&self) -> Result<Vec<PathFile>> {
        let html = self.html.clone().map(|path| Ok((path, PathFormat::Page)));
        let svg = self.svg.clone().map(|path| Ok((path, PathFormat::Picture)));
        let new = self.output.iter().map(|path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            let format = match ending {
                Some("html" | "htm") => PathFormat::Page,
                Some("svg") => PathFormat::Picture,
                Some("png") if cfg!(feature = "png") => PathFormat::Pixels,
                Some("png") => bail_usage!(
                    "{}: this program was built without PNG (feature png); .svg needs nothing",
                    path.display()
                ),
                Some("json" | "jsonl") => PathFormat::Record,
                Some("txt") => PathFormat::Text,
                _ => bail_usage!(
                    "unknown format of {} (expected .html, .svg, .png, .json or .txt)",
                    path.display()
                ),
            };
            Ok((path.clone(), format))
        });
        let files: Vec<PathFile> = html
            .into_iter()
            .chain(svg)
            .chain(new)
            .collect::<Result<_>>()?;
        for (place, (path, _)) in files.iter().enumerate() {
            let mut before = files[..place].iter();
            if !is_device(path) && before.any(|(other, _)| is_same(other, path)) {
                bail_usage!(
                    "{} would be written twice: give each file a name of its own",
                    path.display()
                );
            }
        }
        Ok(files)
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let text = match (&arguments.check, &arguments.puzzle) {
        (Some(file), _) => return check::check(std::slice::from_ref(file), cores(), BUDGET),
        (None, Some(text)) => text,
        (None, None) => bail_usage!("no puzzle"),
    };
    let files = arguments.files()?;
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    check_writable(&paths, [], arguments.force)?;
    let kind = arguments.kind.kind.as_deref();
    let PuzzleRecord {
        puzzle, comment, ..
    } = match text.as_str() {
        "-" => only_puzzle(io::stdin().lock(), kind),
        text if is_puzzle(text.as_ref(), kind) => only_puzzle(text.as_bytes(), kind),
        path if Path::new(path).exists() => {
            let file = open_file(Path::new(path));
            only_puzzle(
                file.with_context(|| format!("cannot read {path}"))?.input,
                kind,
            )
        }
        text => only_puzzle(text.as_bytes(), kind),
    }
    .map_err(|error| match (text.as_str(), error) {
        ("-", NotOnePuzzle::Columns(error)) => Usage(format!("stdin: {error}")).into(),
        (path, NotOnePuzzle::Columns(error)) if Path::new(path).exists() => {
            Usage(format!("{path}: {error}")).into()
        }
        (text, NotOnePuzzle::Columns(_)) => {
            anyhow!("not a puzzle: {}", shown(text.as_bytes(), LONGEST_SHOWN))
        }
        (_, error) => anyhow::Error::from(error),
    })?;
    let (puzzle, deletion) = match arguments.delete[..] {
        [] => (puzzle, None),
        _ => {
            let (left, remark) = without(puzzle.as_ref(), &arguments.delete)?;
            (left, Some(remark))
        }
    };
    let few = &arguments.few;
    let few = few.run(puzzle.as_ref(), &arguments.limits, arguments.json, style())?;
    let out = match few {
        Some(few) => few,
        None if arguments.examine.examine => examined(arguments, puzzle.as_ref())?,
        None => explained(arguments, &files, puzzle, comment.as_deref(), deletion)?,
    };
    for (path, _) in &files {
        print_note(&format!("wrote {}", path.display()));
    }
    if arguments.output.is_empty() {
        print_text(&out)?;
    }
    Ok(ExitStatus::Done)
}

/// The result of every theory.
fn examined(arguments: &Arguments, puzzle: &dyn Instance) -> Result<String> {
    if arguments.step.is_some() || arguments.show_state || !arguments.files()?.is_empty() {
        bail!("--examine has no steps to show: it excludes --step, --show-state and --output");
    }
    let trying = arguments.examine.trying();
    let limits = arguments.examine.limits(&arguments.limits);
    let found = examine(puzzle, limits, trying)?;
    Ok(if arguments.json {
        serde_json::to_string(&examined_row(puzzle, &found))? + "\n"
    } else {
        examined_text(puzzle, &found, style())
    })
}

/// Writes the files of a path or of trials. Returns the text to print.
fn explained(
    arguments: &Arguments,
    files: &[PathFile],
    puzzle: Box<dyn Instance>,
    comment: Option<&str>,
    deletion: Option<String>,
) -> Result<String> {
    let limits = arguments.limits.limits();
    let has_relations =
        matches!(arguments.theory, ExplainTarget::Path(theory) if theory.has_relations());
    if arguments.patterns.is_some() && !has_relations {
        bail!("--patterns needs --theory trid: no other theory uses them");
    }
    if let ExplainTarget::Trials(class) = arguments.theory {
        let is_picture =
            |(_, format): &PathFile| matches!(format, PathFormat::Picture | PathFormat::Pixels);
        if arguments.step.is_some() || arguments.show_state || files.iter().any(is_picture) {
            bail!(
                "trials have no steps to show: --step, --show-state and pictures need a theory of \
                 rules (use -o FILE.html to step through trials)"
            );
        }
        if files.is_empty() {
            deletion.iter().for_each(|remark| print_note(remark));
            return trials(puzzle.as_ref(), class, limits, arguments.json);
        }
    }
    let mut explanation = match &arguments.patterns {
        None => Explanation::of(puzzle, arguments.theory, limits)?,
        Some(file) => with_patterns(file, puzzle, limits)?,
    };
    explanation.deletion = deletion;
    // Records do not have the trials after a path.
    let is_record = |(_, format): &PathFile| matches!(format, PathFormat::Record);
    let has_text = !arguments.json && arguments.output.is_empty();
    let explanation = if has_text || !files.iter().all(is_record) {
        explanation.with_trials(limits)?
    } else {
        explanation
    };
    let has_record = arguments.json || files.iter().any(is_record);
    let steps = if has_record {
        explanation.path.steps.len()
    } else {
        explanation.steps().count()
    };
    let step = arguments.step.map(|step| step as usize);
    if let Some(step) = step.filter(|&step| step > steps + 1) {
        let steps = counted(steps as u64, "step");
        bail!("no step {step}: the path has {steps}");
    }
    let record = || -> Result<String> {
        let mut record = explanation.record();
        if arguments.show_state {
            let puzzle = explanation.puzzle.as_ref();
            let before_step = step.unwrap_or(steps + 1);
            let position = explanation.path.position_before(puzzle, before_step - 1);
            let cells = position_cells(puzzle, &position);
            record.state = Some(StateRecord { before_step, cells });
        }
        Ok(serde_json::to_string(&record)? + "\n")
    };
    let text = |style| {
        let page = PathPage {
            show_state: arguments.show_state,
            all_singles: arguments.all_singles,
            ..explanation.page(style)
        };
        match (arguments.theory, step) {
            (ExplainTarget::Trials(_), _) => explanation.text(),
            (_, Some(step)) => page.step(step - 1),
            (_, None) => page.whole(),
        }
    };
    let not_drawn = "puzzles of this kind cannot be drawn";
    let picture = || {
        let picture = explanation.svg(step.unwrap_or(1) - 1);
        picture.context(not_drawn)
    };
    for (path, format) in files {
        let contents = match format {
            PathFormat::Page => {
                let scene = explanation.scene(comment).context(not_drawn)?;
                html_page(&scene, &explanation.text())?.into_bytes()
            }
            PathFormat::Picture => picture()?.into_bytes(),
            PathFormat::Pixels => pixels(&picture()?)?,
            PathFormat::Record => record()?.into_bytes(),
            PathFormat::Text => text(Style::Plain).into_bytes(),
        };
        write(path, contents)?;
    }
    if !has_text {
        let notes = explanation.deletion.clone().into_iter();
        let notes = notes.chain(explanation.advice());
        notes.for_each(|note| print_note(&note));
    }
    if arguments.json {
        record()
    } else {
        Ok(text(style()))
    }
}

/// The PNG of an SVG image.
#[cfg(feature = "png")]
fn pixels(svg: &str) -> Result<Vec<u8>> {
    Ok(crate::explain::png(svg)?)
}

#[cfg(not(feature = "png"))]
fn pixels(_: &str) -> Result<Vec<u8>> {
    bail!("this program was built without PNG (feature png)")
}

/// A path with the impossible patterns of a file.
fn with_patterns(file: &Path, puzzle: Box<dyn Instance>, limits: Limits) -> Result<Explanation> {
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    let domain = puzzle.domain();
    let patterns = GivenPattern::read(&text, domain.model(), domain.names());
    let patterns = patterns.with_context(|| format!("in {}", file.display()))?;
    Ok(Explanation::with_patterns(puzzle, &patterns, limits)?)
}

/// Trials as a summary or as a record.
fn trials(puzzle: &dyn Instance, class: Name, limits: Limits, json: bool) -> Result<String> {
    if let (true, Shown::Trials(ladder)) = (json, class.entry().shown_by) {
        let theory = PathTheory::Trials(ladder);
        let rating = rating_in(puzzle, theory, limits)?;
        let record = prove(puzzle, theory, rating, limits)?;
        return Ok(serde_json::to_string(&record)? + "\n");
    }
    Ok(trials_summary(puzzle, class, limits)?)
}
