//! The document as a self-contained HTML page: styles and pictures are embedded,
//! and it has no script. The template escapes text from input files; tables and
//! pictures are already markup, and escape their own text.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};

use super::document::Document;

/// The style sheet of pictures, also included in their own files.
pub(super) const FIGURE_STYLE: &str = include_str!("figure.css");

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
        style => format!("{FIGURE_STYLE}{STYLE}"),
        version => env!("CARGO_PKG_VERSION"),
        // Wider pictures have a full row of the page.
        half => 480.0,
    })?;
    page.push('\n');
    Ok(page)
}
