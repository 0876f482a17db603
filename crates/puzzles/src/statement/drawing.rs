//! Drawings of CSPs. As they have no shape, they are drawn as a list of variables, each with
//! the values that are left.

use std::fmt::Write;

use super::CspDomain;
use super::read::NamedVariable;
use crate::draw::board;
use crate::draw::svg::{escaped, mark_class};
use crate::draw::text::{legend_of_signs, paint, shown};
use crate::text::joined;
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Mark, Marks, Paint, Position, Stroke, Style};

/// The height of a row.
const ROW: usize = 26;
/// The width of a character.
const CHARACTER: usize = 9;
/// The width of the space around a value.
const AROUND: usize = 14;
/// The margin around the drawing.
const MARGIN: usize = 4;
/// The height of a line of the legend.
const LEGEND: usize = 20;

const STYLE: &str = "\
.gradus-csp{color:inherit}\
.gradus-csp path{stroke:currentColor;stroke-opacity:.35;stroke-width:1}\
.gradus-csp text{fill:currentColor;font-family:sans-serif;font-size:14px;text-anchor:middle}\
.gradus-csp .gradus-name{text-anchor:start;font-style:italic}\
.gradus-csp .gradus-given{font-weight:bold}\
.gradus-csp .gradus-link{font-size:8px}\
.gradus-csp .gradus-legend{font-size:11px;text-anchor:start}\
.gradus-left{fill:#56b4e9;fill-opacity:.6}\
.gradus-right{fill:#009e73;fill-opacity:.55}\
.gradus-target{fill:#d55e00;fill-opacity:.8}";

impl CspDomain {
    fn variables(&self) -> &[NamedVariable] {
        &self.statement.variables
    }

    /// The widths of the names of variables and of the places of values.
    fn widths(&self) -> (usize, usize) {
        let width = |name: &str| name.chars().count() * CHARACTER + AROUND;
        let variables = || self.variables().iter();
        let names = variables().map(|variable| width(&variable.name));
        let values = variables().flat_map(|variable| &variable.values);
        let values = values.map(|value| width(value));
        (names.max().unwrap_or(0), values.max().unwrap_or(0))
    }

    fn size(&self) -> (usize, usize) {
        let (name, value) = self.widths();
        let most = self.variables().iter().map(|v| v.values.len());
        let width = name + value * most.max().unwrap_or(0) + 2 * MARGIN;
        (width, self.variables().len() * ROW + 2 * MARGIN)
    }

    /// The middle of the place of a value.
    fn middle(&self, variable: usize, value: usize) -> (usize, usize) {
        let (name, width) = self.widths();
        let x = MARGIN + name + value * width + width / 2;
        (x, MARGIN + variable * ROW + ROW / 2)
    }

    /// The lines between variables.
    fn lines(&self) -> String {
        let (width, _) = self.size();
        let (start, end) = (MARGIN, width - MARGIN);
        let line = |row: usize| format!("M{start} {}H{end}", MARGIN + row * ROW);
        (0..=self.variables().len()).map(line).collect()
    }

    /// Returns true if a given of the same variable excludes a label.
    fn is_excluded(&self, label: Label, givens: &[Label]) -> bool {
        let variables = self.model.variables_of(label);
        let mut others = variables.flat_map(|v| self.model.labels_of(v));
        others.any(|other| givens.contains(other))
    }

    fn place(&self, label: Label) -> Option<Glyph> {
        let (variable, value) = *self.statement.labels[label.index()].first()?;
        let (x, y) = self.middle(variable, value);
        let text = &self.variables()[variable].values[value];
        Some(board::place((x as f32, y as f32), 14.0, text))
    }
}

impl Drawing for CspDomain {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let names = self.variables().iter();
        let width = names.map(|variable| variable.name.chars().count()).max();
        let width = width.unwrap_or(0);
        let mut text = String::new();
        for variable in self.variables() {
            let labels = variable.values.iter().zip(&variable.labels);
            let left = labels.filter(|(_, label)| position.has(**label));
            let shown = left.map(|(value, label)| {
                let (is_value, mark) = (position.values.contains(label), marks.get(*label));
                shown(value, sign(mark), is_value, mark, style)
            });
            let _ = writeln!(text, "{:<width$} = {}", variable.name, joined(shown, " "));
        }
        text + &legend_of_signs(marks, style, sign)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let (width, rows) = self.size();
        let mut inside = String::new();
        for (number, variable) in self.variables().iter().enumerate() {
            let y = MARGIN + number * ROW + ROW / 2 + 5;
            let name = escaped(&variable.name);
            let _ = write!(
                inside,
                r#"<text class="gradus-name" x="{MARGIN}" y="{y}">{name}</text>"#
            );
            let labels = variable.values.iter().zip(&variable.labels).enumerate();
            for (place, (value, &label)) in labels {
                let is_given = givens.contains(&label);
                let exists = match state {
                    None => is_given || !self.is_excluded(label, givens),
                    Some((position, _)) => position.has(label),
                };
                if !exists {
                    continue;
                }
                let (x, middle) = self.middle(number, place);
                let marks = state.map(|(_, marks)| marks);
                if let Some(mark) = marks.and_then(|marks| marks.get(label)) {
                    let class = mark_class(mark);
                    let _ = write!(
                        inside,
                        r#"<circle class="{class}" cx="{x}" cy="{middle}" r="11"/>"#
                    );
                }
                let is_value = state.is_some_and(|(position, _)| position.values.contains(&label));
                let given = if is_given || is_value {
                    r#" class="gradus-given""#
                } else {
                    ""
                };
                let _ = write!(
                    inside,
                    r#"<text{given} x="{x}" y="{y}">{}</text>"#,
                    escaped(value)
                );
                let links = marks.map(|marks| marks.links(label)).unwrap_or_default();
                if !links.is_empty() {
                    let (x, y, links) = (x + 10, middle - 3, joined(links, ","));
                    let _ = write!(
                        inside,
                        r#"<text class="gradus-link" x="{x}" y="{y}">{links}</text>"#
                    );
                }
            }
        }
        let empty = Marks::default();
        let marks = state.map_or(&empty, |(_, marks)| marks);
        let (legend, below) = legend(marks, rows);
        let (height, lines, title) = (rows + below, self.lines(), escaped(title));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="gradus-csp" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{title}</title><style>{STYLE}</style>{inside}<path d="{lines}"/>{legend}</svg>
"#
        )
    }

    fn board(&self) -> Option<Backdrop> {
        let (width, height) = self.size();
        let name = |(number, variable): (usize, &NamedVariable)| {
            let x = MARGIN + variable.name.chars().count() * CHARACTER / 2;
            let y = MARGIN + number * ROW + ROW / 2;
            board::place((x as f32, y as f32), 14.0, &variable.name)
        };
        Some(Backdrop {
            width: width as f32,
            height: height as f32,
            strokes: vec![(Stroke::Thin, self.lines())],
            texts: self.variables().iter().enumerate().map(name).collect(),
            ruler: Vec::new(),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        self.place(label)
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        self.place(label)
    }
}

/// The legend under a drawing of this height, and its height.
fn legend(marks: &Marks, height: usize) -> (String, usize) {
    let mut svg = String::new();
    for (line, mark) in marks.kinds().into_iter().enumerate() {
        let (middle, class) = (height + line * LEGEND + LEGEND / 2, mark_class(mark));
        let (x, start, y) = (MARGIN + 7, MARGIN + 20, middle + 4);
        let word = mark.word();
        let _ = write!(
            svg,
            r#"<circle class="{class}" cx="{x}" cy="{middle}" r="7"/><text class="gradus-legend" x="{start}" y="{y}">{word}</text>"#
        );
    }
    (svg, marks.kinds().len() * LEGEND)
}

/// The sign of a mark in output without colours: a character that is not allowed in names.
fn sign(mark: Option<Mark>) -> &'static str {
    match mark.map(paint) {
        None => "",
        Some(Paint::Left) => "<",
        Some(Paint::Target) => "!",
        _ => ">",
    }
}
