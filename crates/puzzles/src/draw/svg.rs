//! Pictures of any puzzle that has a board: the board, and on it the candidates and values of
//! a state, or the givens alone. Marks, colours and legend are those of squares.

use std::fmt::Write;

use super::board;
use crate::text::joined;
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Mark, Marks, Position, SMALLEST, Stroke};

/// The width of the margin around the grid.
pub(crate) const MARGIN: usize = 2;

/// The CSS classes of a picture.
pub(crate) const STYLE: &str = "\
.gradus-grid{color:inherit}\
.gradus-thin{stroke:currentColor;stroke-opacity:.35;stroke-width:1}\
.gradus-thick{stroke:currentColor;stroke-width:2}\
.gradus-grid text{fill:currentColor;font-family:sans-serif;text-anchor:middle}\
.gradus-given{font-size:24px;font-weight:bold}\
.gradus-value{font-size:24px;fill-opacity:.75}\
.gradus-candidate{font-size:10px}\
.gradus-ruler{fill-opacity:.6}\
.gradus-grid .gradus-link{font-size:6px;font-weight:bold}\
.gradus-grid .gradus-legend{font-size:11px;text-anchor:start}\
.gradus-left{fill:#56b4e9;fill-opacity:.6}\
.gradus-right{fill:#009e73;fill-opacity:.55}\
.gradus-target{fill:#d55e00;fill-opacity:.8}";

const MORE_STYLE: &str = "\
.gradus-area{fill:currentColor;fill-opacity:.25}\
.gradus-path{fill:none;stroke:#56b4e9;stroke-opacity:.7;stroke-width:5;stroke-linejoin:round;stroke-linecap:round}\
.gradus-point{fill:canvas;stroke:currentColor;stroke-opacity:.5}\
.gradus-grid .gradus-thin,.gradus-grid .gradus-thick{fill:none}";

/// A text as the content of an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A text in the middle of its place.
fn text(place: &Glyph, class: &str) -> String {
    let Glyph {
        x, y, size, text, ..
    } = place;
    let below = y + size * 0.36;
    let text = escaped(text);
    format!(r#"<text class="{class}" x="{x}" y="{below}" style="font-size:{size}px">{text}</text>"#)
}

/// The numbers of rows and columns.
pub(crate) fn ruler(board: &Backdrop) -> String {
    let numbers = board.ruler.iter();
    numbers.map(|place| text(place, "gradus-ruler")).collect()
}

/// The part of a picture that shows a state on its board.
fn state(
    drawing: &dyn Drawing,
    givens: &[Label],
    (position, marks): (&Position, &Marks),
) -> String {
    let mut svg = String::new();
    for &value in &position.values {
        let class = if givens.contains(&value) {
            "gradus-given"
        } else {
            "gradus-value"
        };
        let place = drawing.value(value);
        let place = place.filter(|p| p.size >= SMALLEST || marks.get(value).is_some());
        svg.extend(place.map(|place| text(&place, class)));
    }
    for &candidate in &position.candidates {
        let mark = marks.get(candidate);
        let place = drawing.candidate(candidate);
        let Some(place) = place.filter(|p| p.size >= SMALLEST || mark.is_some()) else {
            continue;
        };
        if let Some(mark) = mark {
            let (class, r) = (mark_class(mark), place.size * 0.7);
            let wide = r.max(place.text.chars().count() as f32 * place.size * 0.35);
            let _ = write!(
                svg,
                r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="{r}"/>"#,
                place.x - wide,
                place.y - r,
                2.0 * wide,
                2.0 * r,
            );
        }
        svg.push_str(&text(&place, "gradus-candidate"));
        let links = marks.links(candidate);
        if !links.is_empty() {
            let corner = (place.x + place.size * 0.55, place.y - place.size * 0.45);
            let corner = board::place(corner, place.size * 0.6, joined(links, ","));
            svg.push_str(&text(&corner, "gradus-link"));
        }
    }
    svg
}

/// The picture; `under` is SVG between the board and its labels.
pub(crate) fn svg(
    drawing: &dyn Drawing,
    board: &Backdrop,
    under: &str,
    title: &str,
    givens: &[Label],
    shown: Option<(&Position, &Marks)>,
) -> String {
    let mut lines = String::new();
    for (stroke, path) in &board.strokes {
        let class = match stroke {
            Stroke::Thin => "gradus-thin",
            Stroke::Thick => "gradus-thick",
            Stroke::Area => "gradus-area",
        };
        let _ = write!(lines, r#"<path class="{class}" d="{path}"/>"#);
    }
    let texts: String = (board.texts.iter())
        .map(|place| text(place, "gradus-candidate"))
        .collect();
    let inside: String = match shown {
        Some(shown) => state(drawing, givens, shown),
        None => {
            let places = givens.iter().filter_map(|&given| drawing.value(given));
            places.map(|place| text(&place, "gradus-given")).collect()
        }
    };
    let none = Marks::default();
    let marks = shown.map_or(&none, |(_, marks)| marks);
    let (width, height) = (board.width.ceil() as usize, board.height.ceil() as usize);
    // The legend of a square begins under its width.
    let (legend, below) = legend(marks, width);
    let shift = height as i64 - width as i64;
    let legend = match below {
        0 => String::new(),
        _ => format!(r#"<g transform="translate(0 {shift})">{legend}</g>"#),
    };
    let head = head(
        title,
        &[STYLE, MORE_STYLE],
        board.edge(),
        (width, height + below),
    );
    let ruler = ruler(board);
    format!("{head}{lines}{texts}{under}{inside}{legend}{ruler}</svg>\n")
}

/// The beginning of a picture of this width and height, to which the edge for the numbers of
/// rows and columns is added.
pub(crate) fn head(
    title: &str,
    styles: &[&str],
    edge: f32,
    (width, height): (usize, usize),
) -> String {
    let start = 0.0 - edge;
    let (width, height) = (width as f32 + edge, height as f32 + edge);
    let (style, title) = (styles.concat(), escaped(title));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="gradus-grid" viewBox="{start} {start} {width} {height}" width="{width}" height="{height}" role="img"><title>{title}</title><style>{style}</style>"#
    )
}

/// The height of a line of the legend.
const LINE: usize = 18;

/// The legend under a grid of this width, and its height; empty without marks.
pub(crate) fn legend(marks: &Marks, width: usize) -> (String, usize) {
    let mut entries: Vec<(Option<Mark>, &str)> = Vec::new();
    entries.extend(marks.kinds().iter().map(|&mark| (Some(mark), mark.word())));
    if marks.has_links() {
        entries.push((None, "numbers: order of the chain"));
    }
    let mut svg = String::new();
    let (mut x, mut line) = (MARGIN, 0);
    for (mark, word) in &entries {
        let sign = if mark.is_some() { 18 } else { 0 };
        let space = sign + 6 * word.chars().count() + 8;
        if x > MARGIN && x + space > width {
            (x, line) = (MARGIN, line + 1);
        }
        let y = width + LINE * line + 14;
        if let Some(mark) = mark {
            let (class, x, y) = (mark_class(*mark), x + 7, y - 4);
            let _ = write!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="7"/>"#);
        }
        let start = x + sign;
        let _ = write!(
            svg,
            r#"<text class="gradus-legend" x="{start}" y="{y}">{word}</text>"#
        );
        x += space;
    }
    if entries.is_empty() {
        (svg, 0)
    } else {
        (svg, LINE * (line + 1) + 4)
    }
}

/// The class of a marked candidate.
pub(crate) fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Left => "gradus-left",
        Mark::Right | Mark::Base | Mark::Value => "gradus-right",
        Mark::Target => "gradus-target",
    }
}
