//! The files of the page, compiled into the program.

use crate::explain::VIEWER;
use crate::stats::chart;

const FILES: [(&str, &str); 15] = [
    ("", include_str!("page/index.html")),
    ("style.css", include_str!("page/style.css")),
    ("chart.css", chart::STYLE),
    ("icon.svg", include_str!("page/icon.svg")),
    ("main.js", include_str!("page/main.js")),
    ("api.js", include_str!("page/api.js")),
    ("address.js", include_str!("page/address.js")),
    ("dom.js", include_str!("page/dom.js")),
    ("histogram.js", include_str!("page/histogram.js")),
    ("whole.js", include_str!("page/whole.js")),
    ("cross.js", include_str!("page/cross.js")),
    ("rows.js", include_str!("page/rows.js")),
    ("puzzle.js", include_str!("page/puzzle.js")),
    ("compare.js", include_str!("page/compare.js")),
    ("save.js", include_str!("page/save.js")),
];

/// The media type and the content of a file. The files of the path viewer are in a
/// directory of their own.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static str)> {
    let (name, files) = match name.strip_prefix("viewer/") {
        Some(name) => (name, &VIEWER[..]),
        None => (name, &FILES[..]),
    };
    let (name, content) = files.iter().find(|(other, _)| *other == name)?;
    let media_type = match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    };
    Some((media_type, content))
}
