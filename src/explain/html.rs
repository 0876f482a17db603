//! A path as a self-contained HTML page, which includes the scene, the viewer and its styles.
//! Its content security policy allows these and nothing more, by their digests; content
//! from the puzzle and its comment is data, never markup.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::{AutoEscape, Environment, context};
use sha2::{Digest, Sha256};

use super::scene::Scene;

/// The files of the viewer by their names, for servers: ES modules without a
/// build step, and the style sheet. `viewer.js` has the interface.
pub const VIEWER: [(&str, &str); 8] = [
    ("scene.js", include_str!("viewer/scene.js")),
    ("curves.js", include_str!("viewer/curves.js")),
    ("line.js", include_str!("viewer/line.js")),
    ("words.js", include_str!("viewer/words.js")),
    ("board.js", include_str!("viewer/board.js")),
    ("panel.js", include_str!("viewer/panel.js")),
    ("viewer.js", include_str!("viewer/viewer.js")),
    ("viewer.css", include_str!("viewer/viewer.css")),
];

const TEMPLATE: &str = include_str!("viewer/page.html");
const PAGE_STYLE: &str = include_str!("viewer/page.css");
const PAGE_SCRIPT: &str = include_str!("viewer/page.js");

/// The reason why a page could not be made.
#[derive(Debug, thiserror::Error)]
pub enum NoPage {
    /// The template is refused.
    #[error("cannot make the page: {0}")]
    Template(#[from] minijinja::Error),
    /// The scene cannot be written.
    #[error("cannot make the page: {0}")]
    Scene(#[from] serde_json::Error),
}

/// The page of a scene. The text is for readers without scripts.
pub(crate) fn page(scene: &Scene, text: &str) -> Result<String, NoPage> {
    let style = style();
    let script = script();
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        digest(&script),
        digest(&style),
    );
    let name = scene.comment.as_ref().unwrap_or(&scene.puzzle);
    let title = format!("{name} in {}", scene.theory[0]);
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let template = environment.template_from_named_str("page.html", TEMPLATE)?;
    let mut page = template.render(context! {
        policy, title, style, script, text,
        scene => json(scene)?,
        version => env!("CARGO_PKG_VERSION"),
    })?;
    page.push('\n');
    Ok(page)
}

/// JSON that an HTML parser cannot mistake for the end of its element or for a comment.
fn json(scene: &Scene) -> serde_json::Result<String> {
    let json = serde_json::to_string(scene)?;
    Ok(json.replace('<', "\\u003c").replace('>', "\\u003e"))
}

fn style() -> String {
    let sheets = VIEWER.iter().filter(|(name, _)| name.ends_with(".css"));
    sheets.map(|(_, sheet)| *sheet).collect::<String>() + PAGE_STYLE
}

/// The modules in one: each after its imports, so that the import statements can go.
fn script() -> String {
    let modules = VIEWER.iter().filter(|(name, _)| name.ends_with(".js"));
    let modules = modules.map(|(_, module)| *module).chain([PAGE_SCRIPT]);
    let lines = modules.flat_map(str::lines);
    let lines = lines.filter(|line| !line.starts_with("import "));
    let line = |line: &str| format!("{}\n", line.strip_prefix("export ").unwrap_or(line));
    lines.map(line).collect()
}

/// A digest in the format of a content security policy.
fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}
