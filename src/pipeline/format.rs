//! The file of a pipeline: where puzzles come from, what is computed of them, and
//! what is reported about that. A key that is not known is an error, so that a slip of
//! the pen does not pass for a default.

use serde::Deserialize;

use super::classification::{ClassifyPart, condition, request};
use super::error::{FormatError, wrong};
use super::step::{Step, StepPart};
use crate::expression::Condition;
use crate::input::Reading;
use crate::report::Respects;
use crate::stats::origin::Generator;
use crate::stats::published::{self, PublishedTable};
use crate::table::Keep;
use gradus_engine::rating::Request;
use gradus_generate::Kind;
use gradus_puzzles::{book, kind_names};

/// A pipeline.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// What it is called; the title of its report.
    pub name: String,
    /// How long it takes, in words.
    pub takes: Option<String>,
    /// Where the puzzles come from.
    pub source: SourceSpec,
    /// Other puzzles, for the columns of published tables that speak of such.
    pub also: Vec<SourceSpec>,
    /// What the puzzles of the source are turned into before they are rated, in order.
    pub steps: Vec<Step>,
    /// What is computed of each puzzle.
    pub request: Request,
    /// Puzzles read at most from a source.
    pub limit: Option<u64>,
    /// What must hold for a row to be written.
    pub condition: Option<Condition>,
    /// What is reported about the table.
    pub stats: Stats,
    /// What the report looks like.
    pub report: Report,
}

/// Where puzzles come from.
#[derive(Clone, Debug)]
pub struct SourceSpec {
    /// From where.
    pub origin: Origin,
    /// What the user must supply, and where it is to be had.
    pub needs: Option<String>,
    /// How tables among the files are read.
    pub reading: Reading,
    /// Whether the files are ratings tables, taken as they are: nothing is rated.
    pub rated: bool,
}

/// From where puzzles come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Files, folders or patterns.
    Files(Vec<String>),
    /// A generator.
    Generate(Generate),
    /// The books: all puzzles whose name begins so.
    Book(String),
}

/// Puzzles to be generated.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The kind of generator.
    #[serde(deserialize_with = "kind")]
    pub kind: Kind,
    /// How many puzzles.
    pub count: u64,
    /// The same seed gives the same puzzles.
    #[serde(default)]
    pub seed: u64,
}

/// What is reported about a table.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Whether to undo the bias of a controlled-bias sample; none: if the puzzles
    /// say that they are one.
    pub unbiased: Option<bool>,
    /// The generator of the puzzles, if the files do not record it.
    pub generator: Option<Generator>,
    /// Complete grids that were tried, if the files do not record it.
    pub grids: Option<u64>,
    /// Published tables to set beside what is measured.
    pub tables: Vec<PublishedTable>,
    /// What must hold for a row to be counted.
    pub condition: Option<Condition>,
}

/// What a report looks like.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Its folder.
    pub dir: String,
    /// In what respects extreme puzzles are shown.
    #[serde(default)]
    pub extremes: Respects,
    /// Extreme puzzles in each respect.
    #[serde(default = "four")]
    pub top: usize,
    /// How many of these get a resolution path.
    #[serde(default = "one")]
    pub paths: usize,
    /// Whether the report says when, where and how fast it was made. Without that, the
    /// same puzzles give the same bytes.
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

/// A pipeline as its file has it.
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
    /// The kind of the puzzles that do not show theirs.
    kind: Option<String>,
    #[serde(default)]
    rated: bool,
}

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

fn kind<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
    let word = String::deserialize(deserializer)?;
    word.parse().map_err(serde::de::Error::custom)
}

impl Pipeline {
    /// Reads a pipeline from the text of its file.
    pub fn parse(text: &str) -> Result<Pipeline, FormatError> {
        let file: PipelineFile =
            toml::from_str(text).map_err(|error| FormatError::toml(text, &error))?;
        let also: Result<Vec<SourceSpec>, _> = file.also.into_iter().map(source_of).collect();
        let source = source_of(file.source)?;
        if source.rated && (file.classify.is_some() || !file.step.is_empty()) {
            let message = "rated tables are taken as they are: leave out classify and step";
            return Err(wrong("source", message));
        }
        let steps: Result<Vec<Step>, _> = file.step.into_iter().map(StepPart::step).collect();
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

    /// The pipeline with other files in the place of those of its source; an error if
    /// its puzzles do not come from files.
    pub fn with_source(mut self, files: Vec<String>) -> Result<Pipeline, FormatError> {
        match self.source.origin {
            Origin::Files(_) => self.source.origin = Origin::Files(files),
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
            _ => {
                return Err(wrong(
                    "keep",
                    "it is \"all\", \"none\" or a list of columns",
                ));
            }
        },
    };
    let reads_tables = part.column.is_some() || keep != Keep::default();
    let has_kind = part.kind.is_some();
    if let Some(kind) = part
        .kind
        .as_ref()
        .filter(|kind| !kind_names().any(|k| k == **kind))
    {
        let kinds: Vec<&str> = kind_names().collect();
        let message = format!(
            "no kind is called {kind:?}: the kinds are {}",
            kinds.join(", ")
        );
        return Err(wrong("kind", &message));
    }
    if part.files.is_none() && (reads_tables || has_kind) {
        return Err(wrong("source", "column, keep and kind go with files"));
    }
    if part.rated && (part.files.is_none() || reads_tables || has_kind) {
        let message = "rated goes with files, without column, keep and kind";
        return Err(wrong("source", message));
    }
    let reading = Reading {
        column: part.column,
        keep,
        kind: part.kind,
    };
    let origins = [
        part.files.map(Origin::Files),
        part.generate.map(Origin::Generate),
        part.book.map(Origin::Book),
    ];
    let mut origins = origins.into_iter().flatten();
    let (Some(origin), None) = (origins.next(), origins.next()) else {
        return Err(wrong("source", "give exactly one of files, generate, book"));
    };
    match &origin {
        Origin::Files(files) if files.is_empty() => Err(wrong("files", "there are none"))?,
        Origin::Generate(generate) if generate.count == 0 => Err(wrong("count", "0 puzzles"))?,
        Origin::Generate(Generate { kind, seed, .. }) => {
            let checked = kind.check_seed(*seed);
            checked.map_err(|large| wrong("seed", large))?;
        }
        Origin::Book(start) if !book::puzzles().iter().any(|p| p.id.starts_with(start)) => Err(
            wrong("book", format!("no puzzle’s name begins with {start:?}")),
        )?,
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

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_engine::rating::Names;

    const WHOLE: &str = r#"
name = "PBCS table 6.4"
[source]
files = ["data/cb-sample.txt.zst"]
needs = "a sample"
column = "grid"
keep = ["ser", "author"]
[[also]]
generate = { kind = "bottom-up", count = 10, seed = 1 }
[[step]]
do = "expand"
by = "one"
[[step]]
do = "classify"
ratings = ["te"]
where = "te > 0"
[classify]
ratings = ["te", "w", "b"]
max_length = 20
budget = 0
max_depth = 2
limit = 1000
where = "W - B >= 1"
[stats]
unbiased = true
tables = ["pbcs-6.4"]
where = "clues<=25"
[report]
dir = "reports/x"
extremes = "all"
top = 2
clock = false
"#;

    fn refused(from: &str, to: &str) -> String {
        assert!(WHOLE.contains(from), "{from}");
        let error = Pipeline::parse(&WHOLE.replacen(from, to, 1));
        error.expect_err(to).to_string()
    }

    #[test]
    fn all_keys_are_read() {
        let pipeline = Pipeline::parse(WHOLE).expect("a pipeline");
        assert_eq!(pipeline.name, "PBCS table 6.4");
        let files = Origin::Files(vec!["data/cb-sample.txt.zst".to_string()]);
        assert_eq!(pipeline.source.origin, files);
        assert_eq!(pipeline.source.needs.as_deref(), Some("a sample"));
        assert!(matches!(&pipeline.also[0].origin, Origin::Generate(g) if g.count == 10));
        let steps: Vec<&str> = pipeline.steps.iter().map(Step::name).collect();
        assert_eq!(steps, ["expand", "classify"]);
        assert_eq!(pipeline.request.names.to_string(), "te,w,b");
        let limits = pipeline.request.limits;
        assert_eq!((limits.max_length, limits.budget), (20, u64::MAX));
        assert_eq!(limits.max_depth, 2);
        assert_eq!(pipeline.limit, Some(1000));
        let reading = &pipeline.source.reading;
        assert_eq!(reading.column.as_deref(), Some("grid"));
        assert_eq!(reading.keep.to_string(), "ser,author");
        let shown = |condition: Option<Condition>| condition.map(|it| it.to_string());
        assert_eq!(shown(pipeline.condition).as_deref(), Some("w - b >= 1"));
        let counted = shown(pipeline.stats.condition);
        assert_eq!(counted.as_deref(), Some("clues <= 25"));
        assert_eq!(pipeline.stats.unbiased, Some(true));
        assert_eq!(pipeline.stats.tables[0].id, "pbcs-6.4");
        let Report {
            dir,
            extremes,
            top,
            paths,
            clock,
        } = pipeline.report;
        assert_eq!((dir.as_str(), top, paths), ("reports/x", 2, 1));
        assert_eq!(extremes, Respects::All);
        assert!(!clock);
    }

    #[test]
    fn what_is_not_told_has_defaults() {
        let text = "name = \"x\"\n[source]\nbook = \"PBCS-T11.3\"\n[report]\ndir = \"y\"\n";
        let pipeline = Pipeline::parse(text).expect("a pipeline");
        assert_eq!(pipeline.request.names, Names::default());
        assert_eq!(pipeline.stats.unbiased, None);
        assert_eq!((pipeline.report.top, pipeline.report.paths), (4, 1));
        assert!(pipeline.report.clock);
    }

    #[test]
    fn errors_name_the_line_and_the_key() {
        let message = refused("limit = 1000", "limits = 1000");
        assert!(
            message.starts_with("line 22: unknown field `limits`"),
            "{message}"
        );
        let message = refused("[stats]", "[statistics]");
        assert!(message.contains("unknown field `statistics`"), "{message}");
        let message = refused("unbiased = true", "unbiased = 1");
        assert!(
            message.starts_with("line 25: ") && message.contains("boolean"),
            "{message}"
        );
        let message = refused("name = \"PBCS table 6.4\"", "");
        assert!(message.contains("missing field `name`"), "{message}");
        let message = refused("kind = \"bottom-up\"", "kind = \"sideways\"");
        assert!(
            message.contains("bottom-up, top-down, controlled-bias or suexg"),
            "{message}"
        );
        let message = refused("by = \"one\"", "bye = \"one\"");
        assert!(
            message.starts_with("line 12: unknown field `bye`"),
            "{message}"
        );
        let message = refused("name = ", "name ");
        assert!(message.starts_with("line 2: "), "{message}");
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        let message = refused("needs = \"a sample\"", "book = \"PBCS\"");
        assert_eq!(message, "source: give exactly one of files, generate, book");
        let message = refused("[\"te\", \"w\", \"b\"]", "[\"te\", \"x\"]");
        assert!(
            message.starts_with("ratings: no rating is called \"x\""),
            "{message}"
        );
        let message = refused("\"pbcs-6.4\"", "\"pbcs-6.5\"");
        assert!(
            message.starts_with("tables: no published table"),
            "{message}"
        );
        let message = refused("do = \"expand\"", "do = \"extend\"");
        assert!(message.starts_with("step: no step is called \"extend\": give one of expand,"));
        let message = refused("by = \"one\"", "seed = 3");
        assert_eq!(message, "step: seed does not go with expand");
        let message = refused("by = \"one\"", "by = \"two\"");
        assert_eq!(message, "step: by is brt, w1, s or one");
        let message = refused("where = \"te > 0\"", "where = \"te >\"");
        assert!(message.starts_with("step.where: "), "{message}");
        let message = refused("max_length = 20", "max_length = 0");
        assert_eq!(message, "max_length: it is from 1 to 99");
        let message = refused("max_depth = 2", "max_depth = 10");
        assert_eq!(message, "max_depth: it is from 1 to 9");
        let message = refused("count = 10", "count = 0");
        assert_eq!(message, "count: 0 puzzles");
        let files = "files = [\"data/cb-sample.txt.zst\"]";
        let message = refused(files, "book = \"PBCS\"");
        assert_eq!(message, "source: column, keep and kind go with files");
        let message = refused("column = \"grid\"", "rated = true");
        assert_eq!(
            message,
            "source: rated goes with files, without column, keep and kind"
        );
        let message = refused(
            "column = \"grid\"\nkeep = [\"ser\", \"author\"]",
            "rated = true",
        );
        assert_eq!(
            message,
            "source: rated tables are taken as they are: leave out classify and step"
        );
        let message = refused("keep = [\"ser\", \"author\"]", "keep = \"some\"");
        assert_eq!(
            message,
            "keep: it is \"all\", \"none\" or a list of columns"
        );
        let message = refused("W - B >= 1", "W - B >=");
        assert!(message.starts_with("classify.where: a column, a number"));
        assert!(message.ends_with("\n  W - B >=\n          ^"), "{message}");
        let text = "name = \"x\"\n[source]\nbook = \"Z\"\n[report]\ndir = \"y\"\n";
        let message = Pipeline::parse(text)
            .expect_err("no such puzzle")
            .to_string();
        assert_eq!(message, "book: no puzzle’s name begins with \"Z\"");
    }
}
