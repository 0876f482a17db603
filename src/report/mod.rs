//! Reports on a ratings table: one self-contained HTML page, the same as
//! Markdown, and a CSV file beside each figure.

mod axis;
pub(crate) mod compose;
pub(crate) mod contents;
pub(crate) mod document;
pub(crate) mod frame;
pub(crate) mod heatmap;
pub(crate) mod histogram;
pub(crate) mod lines;
mod markdown;
pub(crate) mod matrix;
mod page;
mod paths;
mod provenance;
pub(crate) mod svg;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub(crate) use compose::{ComposeError, ReportOrder, compose};
use document::Document;

use crate::io::atomic;

/// The page, in the folder of the report.
pub(crate) const PAGE: &str = "index.html";

/// The same as Markdown.
pub(crate) const MARKDOWN: &str = "report.md";

/// The folder of the figures and of their data.
pub(crate) const FIGURES: &str = "figures";

/// Why a report was not written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The template refused the document.
    #[error("the page cannot be composed")]
    Page(#[from] minijinja::Error),
    /// A file cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
}

/// The files of a report: names within its folder, and contents. The page comes
/// last: where it is, all is.
pub(crate) fn files(document: &Document) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let mut files = Vec::new();
    for sheet in document.sheets() {
        let csv = sheet.csv().into_bytes();
        files.push((format!("{FIGURES}/{}.csv", sheet.id), csv));
    }
    for (name, picture) in document.pictures() {
        let picture = picture.file(page::FIGURE_STYLE);
        files.push((format!("{FIGURES}/{name}"), picture.into_bytes()));
    }
    let markdown = markdown::render(document);
    files.push((MARKDOWN.to_string(), markdown.into_bytes()));
    files.push((PAGE.to_string(), page::render(document)?.into_bytes()));
    Ok(files)
}

/// Writes a report into a folder, which is made if need be, and returns its files.
/// Every file appears whole or not at all.
pub(crate) fn write(folder: &Path, document: &Document) -> Result<Vec<PathBuf>, ReportError> {
    let mut paths = Vec::new();
    for (name, contents) in files(document)? {
        let path = folder.join(name);
        let written = write_whole(&path, &contents);
        written.map_err(|error| ReportError::Write(path.clone(), error))?;
        paths.push(path);
    }
    Ok(paths)
}

fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    atomic::write(path, contents)
}
