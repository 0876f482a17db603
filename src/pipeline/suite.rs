//! A suite: several pipelines, and the page about their comparisons with published tables.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::error::{FormatError, PipelineError, failed, wrong};
use super::format::Pipeline;

/// A suite of pipelines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Its title, and that of the page.
    pub(super) name: String,
    pub(super) page: SuitePage,
    #[serde(rename = "part")]
    pub(super) parts: Vec<SuiteEntry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuitePage {
    pub(super) file: String,
    /// Its first paragraphs: Markdown.
    pub(super) text: String,
    /// Directory for one short page per published table and an index of them.
    pub(super) reports: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteEntry {
    /// Its heading.
    pub(super) title: String,
    /// The files of its pipelines.
    #[serde(default)]
    pub(super) pipelines: Vec<String>,
    #[serde(default)]
    pub(super) missing: Vec<Missing>,
}

/// A table that no pipeline reproduces, with the reason.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Missing {
    pub(super) table: String,
    pub(super) why: String,
}

impl Suite {
    /// Returns true if the text of a file is that of a suite.
    pub fn is_one(text: &str) -> bool {
        let table: Result<toml::Table, _> = toml::from_str(text);
        table.is_ok_and(|table| table.contains_key("part") || table.contains_key("page"))
    }

    /// Reads a suite from the text of its file.
    pub fn parse(text: &str) -> Result<Suite, FormatError> {
        let suite: Suite = toml::from_str(text).map_err(|error| FormatError::toml(text, &error))?;
        if suite.parts.iter().all(|part| part.pipelines.is_empty()) {
            Err(wrong("part", "no pipelines"))
        } else {
            Ok(suite)
        }
    }

    /// Reads the pipelines of a part from files relative to a directory.
    pub(super) fn pipelines(
        root: &Path,
        part: &SuiteEntry,
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
