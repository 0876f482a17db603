//! The document as a self-contained HTML page: styles and pictures are embedded,
//! and it has no script. The template escapes text from input files; tables and
//! pictures are already markup, and escape their own text.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};

use super::document::Document;
use crate::stats::chart;

/// The formats of pictures: endings of files.
const FORMATS: [&str; 2] = ["svg", "pdf"];

const STYLE: &str = include_str!("style.css");
const TEMPLATE: &str = include_str!("page.html");

pub(super) fn render(document: &Document) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    environment.add_template("page", TEMPLATE)?;
    let mut page = environment.get_template("page")?.render(context! {
        document => Serde(document),
        tables => Serde(document.tables()),
        formats => FORMATS,
        style => format!("{}{STYLE}", chart::STYLE),
        version => env!("CARGO_PKG_VERSION"),
        // Wider pictures have a full row of the page.
        half => 480.0,
    })?;
    page.push('\n');
    Ok(page)
}
