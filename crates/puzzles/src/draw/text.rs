//! Text drawings of puzzles that are no squares of symbols: a table of places, each with what
//! is possible in it, the candidates of a step marked by colour or by a sign.

use std::fmt::Write;

use gradus_csp::{Label, Mark, Marks, Paint, Position, Style};

/// What stands in a place.
pub(crate) struct Piece {
    text: String,
    is_value: bool,
    mark: Option<Mark>,
}

impl Piece {
    /// Something that belongs to the puzzle and is no candidate.
    pub(crate) fn fixed(text: impl Into<String>) -> Piece {
        Piece {
            text: text.into(),
            is_value: false,
            mark: None,
        }
    }

    /// A candidate or a value.
    pub(crate) fn label(text: String, label: Label, position: &Position, marks: &Marks) -> Piece {
        Piece {
            text,
            is_value: position.values.contains(&label),
            mark: marks.get(label),
        }
    }

    fn shown(&self, style: Style) -> String {
        match (style, self.mark) {
            (Style::Plain, mark) => format!("{}{}", self.text, sign(mark)),
            (Style::Coloured, Some(mark)) => style.paint(paint(mark), &self.text),
            (Style::Coloured, None) if self.is_value => style.paint(Paint::Value, &self.text),
            (Style::Coloured, None) => self.text.clone(),
        }
    }

    fn width(&self, style: Style) -> usize {
        let sign = match style {
            Style::Plain => sign(self.mark).len(),
            Style::Coloured => 0,
        };
        self.text.chars().count() + sign
    }
}

/// The rows of a table under each other, the pieces of a place with a separator between them,
/// and a legend if there are marks.
pub(crate) fn table(
    rows: &[Vec<Vec<Piece>>],
    separator: &str,
    marks: &Marks,
    style: Style,
) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |place: &Vec<Piece>| {
        let pieces: usize = place.iter().map(|piece| piece.width(style)).sum();
        pieces + separator.len() * place.len().saturating_sub(1)
    };
    let widest = |column: usize| {
        let places = rows.iter().filter_map(|row| row.get(column));
        places.map(width).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (place, &wide) in row.iter().zip(&widths) {
            let pieces: Vec<String> = place.iter().map(|piece| piece.shown(style)).collect();
            let padding = wide - width(place);
            let _ = write!(line, "{}{:padding$}  ", pieces.join(separator), "");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text + &legend(marks, style)
}

/// The colour of a mark.
pub(crate) fn paint(mark: Mark) -> Paint {
    match mark {
        Mark::Left => Paint::Left,
        Mark::Right | Mark::Base | Mark::Value => Paint::Right,
        Mark::Target => Paint::Target,
    }
}

/// The sign of a mark where there are no colours.
pub(crate) fn sign(mark: Option<Mark>) -> &'static str {
    match mark.map(paint) {
        Some(Paint::Left) => "-",
        Some(Paint::Right) => "+",
        Some(Paint::Target) => "x",
        _ => "",
    }
}

/// What the marks mean; nothing if there are none.
pub(crate) fn legend(marks: &Marks, style: Style) -> String {
    let word = |mark: &Mark| match style {
        Style::Plain => format!("{} {}", sign(Some(*mark)), mark.word()),
        Style::Coloured => style.paint(paint(*mark), mark.word()),
    };
    let words: Vec<String> = marks.kinds().iter().map(word).collect();
    match words.is_empty() {
        true => String::new(),
        false => words.join(", ") + "\n",
    }
}
