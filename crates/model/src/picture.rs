//! SVG images of a board with candidates and values on it: givens alone, or a resolution
//! state with the candidates of a step marked. Self-contained and without scripts; lines
//! and symbols have the colour of the text around, and marks are tints that go with light
//! and dark.

use std::fmt::Write;

use super::drawing::{Drawing, Mark, Marks, Place, Stroke};
use super::model::Label;
use super::position::Position;

/// The width of the margin around a board.
pub(crate) const MARGIN: usize = 2;

/// How lines, symbols and marks look.
pub(crate) const STYLE: &str = "\
.gradus-grid{color:inherit}\
.gradus-thin{stroke:currentColor;stroke-opacity:.35;stroke-width:1}\
.gradus-thick{stroke:currentColor;stroke-width:2}\
.gradus-grid text{fill:currentColor;font-family:sans-serif;text-anchor:middle}\
.gradus-given{font-size:24px;font-weight:bold}\
.gradus-value{font-size:24px;fill-opacity:.75}\
.gradus-candidate{font-size:10px}\
.gradus-grid .gradus-link{font-size:6px;font-weight:bold}\
.gradus-grid .gradus-legend{font-size:11px;text-anchor:start}\
.gradus-left{fill:#56b4e9;fill-opacity:.6}\
.gradus-right{fill:#009e73;fill-opacity:.55}\
.gradus-target{fill:#d55e00;fill-opacity:.8}";

/// What boards of any kind have beyond the lines of a grid.
const BOARD_STYLE: &str = "\
.gradus-area{fill:currentColor;fill-opacity:.15;stroke:none}\
.gradus-grid .gradus-thick,.gradus-grid .gradus-thin{fill:none}";

/// The image of a domain that has a board and a place for each label.
pub(crate) fn svg(
    drawing: &dyn Drawing,
    title: &str,
    givens: &[Label],
    state: Option<(&Position, &Marks)>,
) -> String {
    let board = drawing.board().unwrap_or_default();
    let mut inside = String::new();
    for (stroke, path) in &board.strokes {
        let class = match stroke {
            Stroke::Thick => "gradus-thick",
            Stroke::Thin => "gradus-thin",
            Stroke::Area => "gradus-area",
        };
        let _ = write!(inside, r#"<path class="{class}" d="{path}"/>"#);
    }
    for place in &board.texts {
        text(&mut inside, place, "gradus-sign");
    }
    let nothing = Marks::default();
    let marks = match state {
        None => {
            let mut givens = givens.to_vec();
            givens.sort_unstable();
            for place in givens.into_iter().filter_map(|l| drawing.value(l)) {
                text(&mut inside, &place, "gradus-given");
            }
            &nothing
        }
        Some((position, marks)) => {
            for &label in &position.values {
                let class = match givens.contains(&label) {
                    true => "gradus-given",
                    false => "gradus-value",
                };
                if let Some(place) = drawing.value(label) {
                    text(&mut inside, &place, class);
                }
            }
            for &label in &position.candidates {
                if let Some(place) = drawing.candidate(label) {
                    candidate(&mut inside, label, place, marks);
                }
            }
            marks
        }
    };
    let (width, board_height) = (board.width.ceil() as usize, board.height.ceil() as usize);
    let (legend, below) = legend(marks, width, board_height);
    let height = board_height + below;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="gradus-grid" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{title}</title><style>{STYLE}{BOARD_STYLE}</style>{inside}{legend}</svg>
"#
    )
}

/// A text at its place, or what is drawn instead.
fn text(svg: &mut String, place: &Place, class: &str) {
    let Place { x, size, .. } = place;
    if let Some(path) = &place.path {
        let _ = write!(svg, r#"<path class="{class}" d="{path}"/>"#);
        return;
    }
    // The middle of most symbols is about a third of their height above the base line.
    let y = place.y + size * 0.36;
    let text = place.text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(
        svg,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" style="font-size:{size}px">{text}</text>"#
    );
}

/// A candidate with its mark and the links of a chain that it belongs to.
fn candidate(svg: &mut String, label: Label, mut place: Place, marks: &Marks) {
    let Place { x, y, size, .. } = place;
    if let Some(mark) = marks.get(label) {
        let (class, radius) = (mark_class(mark), size * 0.7);
        let _ = write!(
            svg,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"/>"#
        );
    }
    let links: Vec<String> = marks.links(label).iter().map(usize::to_string).collect();
    if links.is_empty() {
        text(svg, &place, "gradus-candidate");
        return;
    }
    // A number leaves less room for the symbol.
    place.x -= 2.0;
    text(svg, &place, "gradus-candidate");
    let (x, y, links) = (x + 4.0, y - 1.0, links.join(","));
    let _ = write!(
        svg,
        r#"<text class="gradus-link" x="{x:.1}" y="{y:.1}">{links}</text>"#
    );
}

/// The height of a line of the legend.
const LINE: usize = 18;

/// What the marks mean, under a board of this width and height, and its own height;
/// nothing if there are no marks.
pub(crate) fn legend(marks: &Marks, width: usize, height: usize) -> (String, usize) {
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
        let y = height + LINE * line + 14;
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
    match entries.is_empty() {
        true => (svg, 0),
        false => (svg, LINE * (line + 1) + 4),
    }
}

/// The class of a mark.
pub(crate) fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Left => "gradus-left",
        Mark::Right | Mark::Base | Mark::Value => "gradus-right",
        Mark::Target => "gradus-target",
    }
}
