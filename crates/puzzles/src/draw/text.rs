//! Text drawings: a table of places, each with its possible values, the candidates of a step
//! marked by colour or, without colours, by a sign after them.

use crate::text::joined;
use gradus_csp::{Label, Mark, Marks, Paint, Position, Style};

/// A text in a place of the table.
pub(crate) struct TextPiece {
    text: String,
    is_value: bool,
    mark: Option<Mark>,
}

impl TextPiece {
    /// A part of the puzzle that is not a candidate.
    pub(crate) fn fixed(text: impl Into<String>) -> TextPiece {
        TextPiece {
            text: text.into(),
            is_value: false,
            mark: None,
        }
    }

    /// A candidate or a value.
    pub(crate) fn label(
        text: impl ToString,
        label: Label,
        position: &Position,
        marks: &Marks,
    ) -> TextPiece {
        TextPiece {
            text: text.to_string(),
            is_value: position.values.contains(&label),
            mark: marks.get(label),
        }
    }

    fn shown(&self, style: Style) -> String {
        shown(&self.text, sign(self.mark), self.is_value, self.mark, style)
    }

    fn width(&self, style: Style) -> usize {
        let sign = match style {
            Style::Plain => sign(self.mark).len(),
            Style::Coloured => 0,
        };
        self.text.chars().count() + sign
    }
}

/// The printed form of a text: in the colour of its mark, or with a sign.
pub(crate) fn shown(
    text: &str,
    sign: &str,
    is_value: bool,
    mark: Option<Mark>,
    style: Style,
) -> String {
    match (style, mark) {
        (Style::Plain, _) => format!("{text}{sign}"),
        (Style::Coloured, Some(mark)) => style.paint(paint(mark), text),
        (Style::Coloured, None) if is_value => style.paint(Paint::Value, text),
        (Style::Coloured, None) => text.to_string(),
    }
}

/// The printed places of some rows, each as wide as the widest of its column, and
/// the widths of the columns. A separator stands between the pieces of a place.
pub(crate) fn padded(
    rows: &[Vec<Vec<TextPiece>>],
    separator: &str,
    style: Style,
) -> (Vec<Vec<String>>, Vec<usize>) {
    widened(rows, separator, style, 0)
}

/// [`padded`] for a table with a ruler: the names of columns with two digits need more space.
pub(crate) fn padded_under_ruler(
    rows: &[Vec<Vec<TextPiece>>],
    separator: &str,
    style: Style,
) -> (Vec<Vec<String>>, Vec<usize>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    widened(rows, separator, style, usize::from(columns > 9) + 1)
}

fn widened(
    rows: &[Vec<Vec<TextPiece>>],
    separator: &str,
    style: Style,
    least: usize,
) -> (Vec<Vec<String>>, Vec<usize>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |place: &Vec<TextPiece>| {
        let pieces: usize = place.iter().map(|piece| piece.width(style)).sum();
        pieces + separator.len() * place.len().saturating_sub(1)
    };
    let widest = |column: usize| {
        let places = rows.iter().filter_map(|row| row.get(column));
        places.map(width).max().unwrap_or(0).max(least)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let printed = |(place, wide): (&Vec<TextPiece>, &usize)| {
        let pieces = joined(place.iter().map(|piece| piece.shown(style)), separator);
        pieces + &" ".repeat(wide - width(place))
    };
    let line = |row: &Vec<Vec<TextPiece>>| row.iter().zip(&widths).map(printed).collect();
    (rows.iter().map(line).collect(), widths)
}

/// The names of rows and columns around a drawing: `c1 c2` above, and `r1` before each row.
pub(crate) struct Ruler {
    /// The width of what stands before each line.
    width: usize,
    style: Style,
}

impl Ruler {
    /// The ruler of a drawing with this many rows.
    pub(crate) fn new(rows: usize, style: Style) -> Ruler {
        let width = format!("r{rows} ").len();
        Ruler { width, style }
    }

    /// The line above the drawing, by the places at which the columns begin in it.
    pub(crate) fn above(&self, starts: impl IntoIterator<Item = usize>) -> String {
        let mut line = " ".repeat(self.width);
        for (number, start) in (1..).zip(starts) {
            line = format!("{line:<0$}c{number}", self.width + start);
        }
        self.style.paint(Paint::Faint, &line) + "\n"
    }

    /// The text before a row, counted from 0.
    pub(crate) fn row(&self, row: usize) -> String {
        let name = format!("{:<1$}", format!("r{}", row + 1), self.width);
        self.style.paint(Paint::Faint, &name)
    }

    /// The space before a line that is not a row.
    pub(crate) fn space(&self) -> String {
        " ".repeat(self.width)
    }
}

/// A table with a ruler, and a legend if any candidate is marked.
pub(crate) fn ruled_table(
    rows: &[Vec<Vec<TextPiece>>],
    separator: &str,
    marks: &Marks,
    style: Style,
) -> String {
    let (lines, widths) = padded_under_ruler(rows, separator, style);
    let ruler = Ruler::new(rows.len(), style);
    let mut start = 0;
    let mut text = ruler.above(widths.iter().map(|width| {
        let own = start;
        start += width + 2;
        own
    }));
    for (row, line) in lines.iter().enumerate() {
        let line = ruler.row(row) + &line.join("  ");
        text += &format!("{}\n", line.trim_end());
    }
    text + &legend(marks, style)
}

/// The rows of a table, and a legend if any candidate is marked.
pub(crate) fn table(
    rows: &[Vec<Vec<TextPiece>>],
    separator: &str,
    marks: &Marks,
    style: Style,
) -> String {
    let (lines, _) = padded(rows, separator, style);
    let lines = lines
        .iter()
        .map(|line| line.join("  ").trim_end().to_string() + "\n");
    lines.collect::<String>() + &legend(marks, style)
}

/// The colour of a mark.
pub(crate) fn paint(mark: Mark) -> Paint {
    match mark {
        Mark::Left => Paint::Left,
        Mark::Right | Mark::Base | Mark::Value => Paint::Right,
        Mark::Target => Paint::Target,
    }
}

/// The sign of a mark in output without colours.
pub(crate) fn sign(mark: Option<Mark>) -> &'static str {
    match mark.map(paint) {
        Some(Paint::Left) => "-",
        Some(Paint::Right) => "+",
        Some(Paint::Target) => "x",
        _ => "",
    }
}

/// The marks and their words; empty without marks.
pub(crate) fn legend(marks: &Marks, style: Style) -> String {
    legend_of_signs(marks, style, sign)
}

/// The legend of a drawing with its own signs.
pub(crate) fn legend_of_signs(
    marks: &Marks,
    style: Style,
    sign: fn(Option<Mark>) -> &'static str,
) -> String {
    let word = |mark: &Mark| match style {
        Style::Plain => format!("{} {}", sign(Some(*mark)), mark.word()),
        Style::Coloured => style.paint(paint(*mark), mark.word()),
    };
    let words = joined(marks.kinds().iter().map(word), ", ");
    if words.is_empty() {
        words
    } else {
        words + "\n"
    }
}
