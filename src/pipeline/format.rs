//! The file of a pipeline: the source of its puzzles, their classification, and the report.
//! An unknown key is an error, so that a typo does not pass for a default.

use serde::Deserialize;

use super::classification::{ClassifyPart, condition, request};
use super::error::{FormatError, wrong};
use super::step::{PipelineStep, StepPart};
use crate::expression::Condition;
use crate::input::ReadOptions;
use crate::report::Respects;
use crate::stats::Generator;
use crate::stats::published::{self, PublishedTable};
use crate::table::Keep;
use gradus_engine::rating::Request;
use gradus_puzzles::{book, kind_names};

/// A pipeline.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Its name, which is the title of its report.
    pub name: String,
    /// How long it takes, for readers.
    pub takes: Option<String>,
    /// The source of the puzzles.
    pub source: SourceSpec,
    /// Other sources, for the columns of published tables about them.
    pub also: Vec<SourceSpec>,
    /// The steps before the classification, in order.
    pub(crate) steps: Vec<PipelineStep>,
    /// The ratings and limits.
    pub request: Request,
    /// The number of puzzles to read at most from a source.
    pub limit: Option<u64>,
    /// The condition on the rows to write.
    pub condition: Option<Condition>,
    /// The options of the statistics.
    pub stats: Stats,
    /// The options of the report.
    pub report: Report,
}

/// A source of puzzles.
#[derive(Clone, Debug)]
pub struct SourceSpec {
    /// Where they come from.
    pub origin: SourceOrigin,
    /// The files that the user must supply, and their source.
    pub needs: Option<String>,
    /// How tables are read.
    pub reading: ReadOptions,
    /// True if the files are ratings tables, and nothing is rated.
    pub rated: bool,
}

/// Where puzzles come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceOrigin {
    /// Files, directories or globs.
    Files(Vec<String>),
    /// A generator.
    Generate(Generate),
    /// The books: all puzzles whose names start with this text.
    Book(String),
}

/// Puzzles to be generated.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The kind of generator.
    #[serde(deserialize_with = "kind")]
    pub kind: gradus_generate::Generator,
    /// How many puzzles.
    pub count: u64,
    /// The same seed gives the same puzzles.
    #[serde(default)]
    pub seed: u64,
}

/// The options of the statistics.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// True to correct the bias of a controlled-bias sample; `None` decides by the records of
    /// the generator.
    pub unbiased: Option<bool>,
    /// The generator of the puzzles, if the files do not record it.
    pub generator: Option<Generator>,
    /// The number of complete grids tried, if the files do not record it.
    pub grids: Option<u64>,
    /// Published tables to compare with.
    pub tables: Vec<PublishedTable>,
    /// The condition on the rows to count.
    pub condition: Option<Condition>,
}

/// The options of a report.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Its directory.
    pub dir: String,
    /// The extreme puzzles to show.
    #[serde(default)]
    pub extremes: Respects,
    /// The number of puzzles for each extreme.
    #[serde(default = "four")]
    pub top: usize,
    /// The number of these with a resolution path.
    #[serde(default = "one")]
    pub paths: usize,
    /// True if the report says when, where and how fast it was made. Otherwise the same
    /// puzzles give the same bytes.
    #[serde(default = "yes")]
    pub clock: bool,
}

fn yes() -> bool {
    true
}

fn four() -> usize {
    4
}

fn one() -> usize {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PipelineFile {
    name: String,
    takes: Option<String>,
    source: SourcePart,
    #[serde(default)]
    also: Vec<SourcePart>,
    #[serde(default)]
    step: Vec<StepPart>,
    classify: Option<ClassifyPart>,
    #[serde(default)]
    stats: StatsPart,
    report: Report,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourcePart {
    files: Option<Vec<String>>,
    generate: Option<Generate>,
    book: Option<String>,
    needs: Option<String>,
    column: Option<String>,
    keep: Option<KeepPart>,
    /// The kind of puzzles without a KIND: prefix.
    kind: Option<String>,
    #[serde(default)]
    rated: bool,
}

const KEEP: &str = "expected \"all\", \"none\" or a list of columns";

/// The columns to keep: a word, or a list of names.
#[derive(Deserialize)]
#[serde(untagged, expecting = "keep is \"all\", \"none\" or a list of columns")]
enum KeepPart {
    Word(String),
    Names(Vec<String>),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatsPart {
    unbiased: Option<bool>,
    generator: Option<Generator>,
    grids: Option<u64>,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(rename = "where")]
    condition: Option<String>,
}

fn kind<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<gradus_generate::Generator, D::Error> {
    let word = String::deserialize(deserializer)?;
    word.parse().map_err(serde::de::Error::custom)
}

impl Pipeline {
    /// Reads a pipeline from the text of its file.
    pub fn parse(text: &str) -> Result<Pipeline, FormatError> {
        let file: PipelineFile =
            toml::from_str(text).map_err(|error| FormatError::toml(text, &error))?;
        let also: Result<_, _> = file.also.into_iter().map(source_of).collect();
        let source = source_of(file.source)?;
        if source.rated && (file.classify.is_some() || !file.step.is_empty()) {
            let message = "rated tables are taken as they are: leave out classify and step";
            return Err(wrong("source", message));
        }
        let steps: Result<_, _> = file.step.into_iter().map(StepPart::step).collect();
        let classify = file.classify.unwrap_or_default();
        Ok(Pipeline {
            name: file.name,
            takes: file.takes,
            source,
            also: also?,
            steps: steps?,
            request: request(&classify)?,
            limit: classify.limit,
            condition: condition("classify.where", classify.condition)?,
            stats: stats(file.stats)?,
            report: file.report,
        })
    }

    /// Replaces the files of the source. Fails if its puzzles do not come from files.
    pub(crate) fn with_source(mut self, files: Vec<String>) -> Result<Pipeline, FormatError> {
        match self.source.origin {
            SourceOrigin::Files(_) => self.source.origin = SourceOrigin::Files(files),
            _ => return Err(wrong("source", "its puzzles do not come from files")),
        }
        Ok(self)
    }
}

fn source_of(part: SourcePart) -> Result<SourceSpec, FormatError> {
    let keep = match part.keep {
        None => Keep::default(),
        Some(KeepPart::Names(names)) if names.is_empty() => Keep::None,
        Some(KeepPart::Names(names)) => Keep::Columns(names),
        Some(KeepPart::Word(word)) => match word.to_lowercase().as_str() {
            "all" => Keep::All,
            "none" => Keep::None,
            _ => return Err(wrong("keep", KEEP)),
        },
    };
    let reads_tables = part.column.is_some() || keep != Keep::default();
    let has_kind = part.kind.is_some();
    let kinds: Vec<&str> = kind_names().collect();
    if let Some(kind) = part.kind.as_ref()
        && !kinds.contains(&kind.as_str())
    {
        let kinds = kinds.join(", ");
        let message = format!("unknown kind {kind:?} (expected one of {kinds})");
        return Err(wrong("kind", message));
    }
    if part.files.is_none() && (reads_tables || has_kind) {
        return Err(wrong("source", "column, keep and kind go with files"));
    }
    if part.rated && (part.files.is_none() || reads_tables || has_kind) {
        let message = "rated goes with files, without column, keep and kind";
        return Err(wrong("source", message));
    }
    let reading = ReadOptions {
        column: part.column,
        keep,
        kind: part.kind,
        ..ReadOptions::default()
    };
    let origins = [
        part.files.map(SourceOrigin::Files),
        part.generate.map(SourceOrigin::Generate),
        part.book.map(SourceOrigin::Book),
    ];
    let mut origins = origins.into_iter().flatten();
    let (Some(origin), None) = (origins.next(), origins.next()) else {
        let message = "expected exactly one of files, generate, book";
        return Err(wrong("source", message));
    };
    match &origin {
        SourceOrigin::Files(files) if files.is_empty() => Err(wrong("files", "the list is empty"))?,
        SourceOrigin::Generate(generate) if generate.count == 0 => {
            Err(wrong("count", "0 puzzles"))?
        }
        SourceOrigin::Generate(Generate { kind, seed, .. }) => {
            let checked = kind.check_seed(*seed);
            checked.map_err(|large| wrong("seed", large))?;
        }
        SourceOrigin::Book(start) if !book::puzzles().iter().any(|p| p.id.starts_with(start)) => {
            Err(wrong(
                "book",
                format!("no puzzle’s name starts with {start:?}"),
            ))?
        }
        _ => {}
    }
    Ok(SourceSpec {
        origin,
        needs: part.needs,
        reading,
        rated: part.rated,
    })
}

fn stats(part: StatsPart) -> Result<Stats, FormatError> {
    let table = |name: &String| published::find(name).map_err(|error| wrong("tables", error));
    Ok(Stats {
        unbiased: part.unbiased,
        generator: part.generator,
        grids: part.grids,
        tables: part.tables.iter().map(table).collect::<Result<_, _>>()?,
        condition: condition("stats.where", part.condition)?,
    })
}
