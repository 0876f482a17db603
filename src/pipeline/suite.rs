//! A suite: pipelines that are run one after the other, and the page that says what
//! their comparisons with published tables come to.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Deserialize;

use super::excerpt::Excerpts;
use super::format::{FormatError, Pipeline, wrong};
use super::page;
use super::stages::{self, Audience, End, PipelineError, Run, failed};

/// A suite of pipelines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Its title, and that of the page.
    pub name: String,
    /// The page.
    pub page: Page,
    /// Its parts.
    #[serde(rename = "part")]
    pub parts: Vec<Part>,
}

/// The page of a suite.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Its file.
    pub file: String,
    /// How it begins: Markdown.
    pub text: String,
    /// Directory for one short page per published table and an index of them.
    pub reports: Option<String>,
}

/// A part of a suite.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// The files of its pipelines.
    #[serde(default)]
    pub pipelines: Vec<String>,
    /// Tables that no pipeline reproduces.
    #[serde(default)]
    pub missing: Vec<Missing>,
}

/// A table that no pipeline reproduces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missing {
    /// Which.
    pub table: String,
    /// Why.
    pub why: String,
}

impl Suite {
    /// Whether the text of a file is that of a suite.
    pub fn is_one(text: &str) -> bool {
        let table: Result<toml::Table, _> = toml::from_str(text);
        table.is_ok_and(|table| table.contains_key("part") || table.contains_key("page"))
    }

    /// Reads a suite from the text of its file.
    pub fn parse(text: &str) -> Result<Suite, FormatError> {
        let suite: Suite = toml::from_str(text).map_err(|error| FormatError::toml(text, &error))?;
        match suite.parts.iter().all(|part| part.pipelines.is_empty()) {
            true => Err(wrong("part", "there are no pipelines")),
            false => Ok(suite),
        }
    }

    /// The pipelines of a part, read from their files, which are relative to a folder.
    pub(super) fn pipelines(
        root: &Path,
        part: &Part,
    ) -> Result<Vec<(String, Pipeline)>, PipelineError> {
        let read = |name: &String| {
            let path = root.join(name);
            let text = fs::read_to_string(&path).map_err(failed(&path))?;
            let pipeline = Pipeline::parse(&text).map_err(|reason| PipelineError::Member {
                path: name.into(),
                reason,
            })?;
            Ok((name.clone(), pipeline))
        };
        part.pipelines.iter().map(read).collect()
    }
}

/// A suite to be run.
pub struct SuiteRun<'a> {
    /// What to do.
    pub suite: &'a Suite,
    /// The folder for what is made on the way, with a folder for each pipeline.
    pub folder: &'a Path,
    /// Workers.
    pub threads: usize,
    /// Whether to do again what was done.
    pub force: bool,
    /// Set when the suite is asked to stop.
    pub stop: &'a AtomicBool,
}

/// Runs the pipelines of a suite and writes its page. A pipeline whose puzzles are not
/// there is left out.
pub fn run(run: &SuiteRun, audience: &mut dyn Audience) -> Result<End, PipelineError> {
    let here = Path::new("");
    // All are read before the first is run: a slip in the last one shows at once.
    let parts = run.suite.parts.iter();
    let parts = parts.map(|part| Suite::pipelines(here, part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut rejected = 0;
    for (name, pipeline) in parts.iter().flatten() {
        audience.say(&format!("{name}:"));
        let stem = Path::new(name).file_stem().unwrap_or_default();
        let one = Run {
            pipeline,
            folder: &run.folder.join(stem),
            threads: run.threads,
            force: run.force,
            stop: run.stop,
        };
        match stages::run(&one, audience) {
            Ok(End::Done { rejected: lines }) => rejected += lines,
            Ok(End::Interrupted) => return Ok(End::Interrupted),
            Err(PipelineError::Source {
                reason,
                needs: Some(_),
            }) => audience.say(&format!("skipped, puzzles missing: {reason}")),
            Err(error) => return Err(error),
        }
    }
    let excerpts = Excerpts {
        suite: run.suite,
        root: here,
        force: run.force,
    };
    excerpts.write(&excerpts.collect()?)?;
    let path = PathBuf::from(&run.suite.page.file);
    let text = page::render(run.suite, here)?;
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        audience.say(&format!("{} is up to date", path.display()));
        return Ok(End::Done { rejected });
    }
    excerpts.replace(&path, &text)?;
    audience.say(&format!("wrote {}", path.display()));
    Ok(End::Done { rejected })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"x\"\n[page]\nfile = \"p.md\"\ntext = \"Text.\"\n\
        [[part]]\ntitle = \"One\"\npipelines = [\"a.toml\"]\n\
        [[part.missing]]\ntable = \"T\"\nwhy = \"Because.\"\n";

    #[test]
    fn a_suite_is_known_by_its_parts() {
        assert!(Suite::is_one(TEXT));
        assert!(!Suite::is_one("name = \"x\"\n[source]\nbook = \"PBCS\"\n"));
        let suite = Suite::parse(TEXT).expect("a suite");
        assert_eq!(suite.parts[0].missing[0].table, "T");
    }

    #[test]
    fn errors_name_the_line() {
        let error = Suite::parse(&TEXT.replace("why", "because")).map(drop);
        let error = error.expect_err("no such key").to_string();
        assert!(
            error.starts_with("line 10: unknown field `because`"),
            "{error}"
        );
        let none = TEXT.replace("[\"a.toml\"]", "[]");
        let error = Suite::parse(&none).map(drop).expect_err("nothing to run");
        assert_eq!(error.to_string(), "part: there are no pipelines");
    }
}
