//! Reports on a ratings table: a self-contained HTML page, the same as Markdown, each figure as
//! a picture, and each table as CSV and LaTeX.

pub(crate) mod compose;
pub(crate) mod contents;
pub(crate) mod document;
mod markdown;
mod page;
mod paths;
mod provenance;

use std::path::{Path, PathBuf};

use thiserror::Error;

pub(crate) use compose::compose;
pub use compose::{ComposeError, ReportOrder};
pub use contents::Respects;
use document::Document;
use gradus_stats::TableSet;

use crate::io::{FolderError, IfExists, refuse_inputs, write_folder};

/// The name of the page.
pub const PAGE: &str = "index.html";

/// The same as Markdown.
pub(crate) const MARKDOWN: &str = "report.md";

pub(crate) const FIGURES: &str = "figures";

/// Why a report was not written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// It cannot be composed from the tables.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The template refused the document.
    #[error("the page cannot be composed")]
    Page(#[from] minijinja::Error),
    /// Its directory cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The files of a report: names within its directory, and contents. The page comes
/// last: once it exists, all files exist.
pub(crate) fn files(document: &Document) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let mut files = Vec::new();
    for sheet in document.sheets() {
        let name = format!("{FIGURES}/{}", sheet.id);
        files.push((format!("{name}.csv"), sheet.csv().into_bytes()));
        files.push((format!("{name}.tex"), sheet.latex().into_bytes()));
    }
    for (name, picture) in document.pictures() {
        let name = format!("{FIGURES}/{name}");
        files.push((format!("{name}.svg"), picture.file().into_bytes()));
        files.push((format!("{name}.pdf"), picture.pdf().into_bytes()));
    }
    let markdown = markdown::render(document);
    files.push((MARKDOWN.to_string(), markdown.into_bytes()));
    files.push((PAGE.to_string(), page::render(document)?.into_bytes()));
    Ok(files)
}

/// Composes a report on tables and writes it into a directory. Returns its files.
pub fn write_report(
    folder: &Path,
    tables: &TableSet,
    order: &ReportOrder,
    existing: IfExists,
) -> Result<Vec<PathBuf>, ReportError> {
    let document = compose(tables, order)?;
    let read: Vec<PathBuf> = tables.paths().map(Path::to_path_buf).collect();
    write(folder, &document, &read, existing)
}

/// Writes a report on some tables into a directory and returns its files. Replaces or removes
/// the files of an earlier report; keeps other files, unless they may be
/// overwritten.
pub(crate) fn write(
    folder: &Path,
    document: &Document,
    tables: &[PathBuf],
    existing: IfExists,
) -> Result<Vec<PathBuf>, ReportError> {
    let files = files(document)?;
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    let tables = tables.iter().map(PathBuf::as_path);
    refuse_inputs(tables, &paths).map_err(FolderError::from)?;
    Ok(write_folder(folder, &files, existing)?)
}
