//! Short pages about published tables, cut out of full reports: small enough to be part of a
//! repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::error::{PipelineError, failed};
use super::format::Pipeline;
use super::suite::Suite;
use crate::io::{IfExists, OutputConflict, write_file};
use crate::report::{FIGURES, MARKDOWN};
use crate::sheet::layout::{ALL_COLUMNS, VERDICTS};
use crate::sheet::plain;
use crate::stats::published::PublishedTable;

/// The first line of a page, which identifies it.
pub(super) const MARK: &str = "<!-- Written by gradus run. -->\n";

/// The heading of the pipelines in the collected verdicts.
pub(super) const PIPELINE: &str = "pipeline";

/// The pages of the tables of a suite, in one directory with an index.
pub(super) struct Excerpts<'a> {
    pub(super) suite: &'a Suite,
    /// The directory that the paths of the suite are relative to.
    pub(super) root: &'a Path,
    pub(super) force: bool,
}

impl Excerpts<'_> {
    /// The file of the collected verdicts.
    fn verdicts(&self) -> Option<PathBuf> {
        let directory = self.suite.page.reports.as_ref()?;
        Some(self.root.join(directory).join(format!("{VERDICTS}.csv")))
    }

    /// The verdicts on the tables of the suite as CSV: from the reports, and from an earlier
    /// run for pipelines without one. Each row starts with the name of its pipeline, because
    /// several pipelines may compare the same table.
    pub(super) fn collect(&self) -> Result<String, PipelineError> {
        let kept = match self.verdicts() {
            Some(path) => records_of(&path)?.unwrap_or_default(),
            None => Vec::new(),
        };
        let mut rows: Vec<StringRecord> = Vec::new();
        for part in &self.suite.parts {
            for (name, pipeline) in Suite::pipelines(self.root, part)? {
                let report = self.root.join(&pipeline.report.dir).join(FIGURES);
                let found = match records_of(&report.join(format!("{VERDICTS}.csv")))? {
                    Some(found) => prefixed(found, &name),
                    None => kept.clone(),
                };
                let is_wanted = |row: &&StringRecord, id: &str| {
                    row.iter().take(3).eq([name.as_str(), id, ALL_COLUMNS])
                };
                let heading = found.first().filter(|_| rows.is_empty());
                rows.extend(heading.cloned());
                for table in &pipeline.stats.tables {
                    rows.extend(found.iter().find(|row| is_wanted(row, &table.id)).cloned());
                }
            }
        }
        let mut text = csv::Writer::from_writer(Vec::new());
        let written = rows.iter().try_for_each(|row| text.write_record(row));
        written.map_err(|error| failed(Path::new(VERDICTS))(error.into()))?;
        let bytes = text.into_inner().unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Writes the pages of all tables that have a report, the collected verdicts and the
    /// index, if the suite names a directory for them.
    pub(super) fn write(&self, verdicts: &str) -> Result<(), PipelineError> {
        let (Some(reports), Some(path)) = (&self.suite.page.reports, self.verdicts()) else {
            return Ok(());
        };
        let (page, directory) = (&self.suite.page.file, self.root.join(reports));
        fs::create_dir_all(&directory).map_err(failed(&directory))?;
        let up = "../".repeat(Path::new(reports).components().count());
        let mut index = format!(
            "{MARK}# {}\n\nEach page shows the published and the measured numbers of a table. \
             [{page}]({up}{page}) says how far each table is reproduced, and by which command.\n",
            self.suite.name
        );
        for part in &self.suite.parts {
            index += &format!("\n## {}\n\n", part.title);
            for (name, pipeline) in Suite::pipelines(self.root, part)? {
                for table in &pipeline.stats.tables {
                    self.write_page(&directory, &name, &pipeline, table)?;
                    let file = format!("{}.md", table.id);
                    if directory.join(&file).exists() {
                        let (source, title) = (plain(&table.source), plain(&table.title));
                        index += &format!("- [{source}]({file}): {title}\n");
                    }
                }
            }
        }
        self.replace(&directory.join("README.md"), &index)?;
        write_file(&path, verdicts, IfExists::Replace).map_err(failed(&path))
    }

    /// Writes the page of a table from the report of its pipeline, if there is one.
    fn write_page(
        &self,
        directory: &Path,
        name: &str,
        pipeline: &Pipeline,
        table: &PublishedTable,
    ) -> Result<(), PipelineError> {
        let report = self.root.join(&pipeline.report.dir);
        let markdown = text_of(&report.join(MARKDOWN))?.unwrap_or_default();
        let Some(excerpt) = cut(&markdown, &table.id) else {
            return Ok(());
        };
        let mut text = format!("{MARK}# {}\n\n", plain(&table.title));
        if let Some(figure) = excerpt.figure {
            let from = report.join(FIGURES).join(figure);
            let bytes = fs::read(&from).map_err(failed(&from))?;
            let to = directory.join(format!("{}.svg", table.id));
            write_file(&to, bytes, IfExists::Replace).map_err(failed(&to))?;
            text += &format!("![{}]({}.svg)\n\n", plain(&table.title), table.id);
        }
        text += &excerpt.text;
        let dir = &pipeline.report.dir;
        text += &format!("\n\n`gradus run {name}` writes the full report to `{dir}`.\n");
        self.replace(&directory.join(format!("{}.md", table.id)), &text)
    }

    /// Replaces a page, unless it is another program's.
    pub(super) fn replace(&self, path: &Path, text: &str) -> Result<(), PipelineError> {
        let there = text_of(path)?;
        if there.is_some_and(|there| !self.force && !there.starts_with(MARK)) {
            return Err(OutputConflict::NotOurs(path.into()).into());
        }
        write_file(path, text, IfExists::Replace).map_err(failed(path))
    }
}

/// The text of a file, or `None` if it does not exist.
fn text_of(path: &Path) -> Result<Option<String>, PipelineError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path)(error)),
    }
}

/// The records of a CSV file, headings first, or `None` if it does not exist.
fn records_of(path: &Path) -> Result<Option<Vec<StringRecord>>, PipelineError> {
    let Some(text) = text_of(path)? else {
        return Ok(None);
    };
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).from_reader(text.as_bytes());
    let records = reader.into_records().collect::<Result<_, csv::Error>>();
    Ok(Some(records.map_err(|error| failed(path)(error.into()))?))
}

/// The verdicts of a report with the name of its pipeline before each.
fn prefixed(records: Vec<StringRecord>, pipeline: &str) -> Vec<StringRecord> {
    let names = std::iter::once(PIPELINE).chain(std::iter::repeat(pipeline));
    let row = |(name, row): (_, &StringRecord)| std::iter::once(name).chain(row).collect();
    names.zip(&records).map(row).collect()
}

/// The part of a report about one table.
struct Excerpt<'a> {
    /// The file of its first figure.
    figure: Option<&'a str>,
    text: String,
}

/// Cuts the part about a table out of a report. It starts with the table's identifier, after
/// its figure, and ends with its numbers.
fn cut<'a>(report: &'a str, id: &str) -> Option<Excerpt<'a>> {
    let paragraphs: Vec<&str> = report.split("\n\n").collect();
    let id = format!("{id}: ");
    let is_start = |paragraph: &&str| {
        let title = paragraph
            .strip_prefix("Table ")
            .and_then(|rest| rest.split_once(". "));
        title
            .map_or(*paragraph, |(_, title)| title)
            .starts_with(&id)
    };
    let start = paragraphs.iter().position(is_start)?;
    let mut rest = paragraphs[start..].iter();
    let numbers = rest.position(|it| it.starts_with('|'));
    let text = paragraphs[start + 1..=start + numbers?].join("\n\n");
    let picture = start.checked_sub(2).map(|place| paragraphs[place]);
    let picture = picture.and_then(|it| it.strip_prefix("![")?.split_once("](figures/"));
    let figure = picture.and_then(|(_, file)| Some(file.split_once(')')?.0));
    let text = match figure {
        Some(_) => format!("{}\n\n{text}", paragraphs[start - 1]),
        None => text,
    };
    Some(Excerpt { figure, text })
}
