//! The files of the page, compiled into the program.

use crate::explain::html::VIEWER;

/// A file of the page.
pub(super) struct PageFile {
    /// The media type.
    pub media_type: &'static str,
    /// The text.
    pub content: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The names, media types and contents of the files.
const FILES: &[(&str, &str, &str)] = &[
    (
        "",
        "text/html; charset=utf-8",
        include_str!("page/index.html"),
    ),
    ("style.css", STYLE, include_str!("page/style.css")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("api.js", SCRIPT, include_str!("page/api.js")),
    ("address.js", SCRIPT, include_str!("page/address.js")),
    ("dom.js", SCRIPT, include_str!("page/dom.js")),
    ("axis.js", SCRIPT, include_str!("page/axis.js")),
    ("histogram.js", SCRIPT, include_str!("page/histogram.js")),
    ("whole.js", SCRIPT, include_str!("page/whole.js")),
    ("cross.js", SCRIPT, include_str!("page/cross.js")),
    ("rows.js", SCRIPT, include_str!("page/rows.js")),
    ("puzzle.js", SCRIPT, include_str!("page/puzzle.js")),
    ("compare.js", SCRIPT, include_str!("page/compare.js")),
    ("save.js", SCRIPT, include_str!("page/save.js")),
];

/// Finds a file. Those of the path viewer are in a directory of their own.
pub(super) fn file(name: &str) -> Option<PageFile> {
    if let Some(name) = name.strip_prefix("viewer/") {
        let (name, content) = VIEWER.iter().find(|(other, _)| *other == name)?;
        let media_type = if name.ends_with(".css") {
            STYLE
        } else {
            SCRIPT
        };
        return Some(PageFile {
            media_type,
            content,
        });
    }
    let found = FILES.iter().find(|(other, ..)| *other == name);
    found.map(|(_, media_type, content)| PageFile {
        media_type,
        content,
    })
}
