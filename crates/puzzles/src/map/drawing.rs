//! Pictures of maps: the regions of an ID with their borders, or, for a list of borders,
//! points on a circle with a line for each border. Colours are letters.

use std::f32::consts::TAU;
use std::fmt::Write;

use super::domain::MapDomain;
use super::picture::Picture;
use crate::draw::board;
use crate::draw::text::{TextPiece, table};
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Marks, Position, Stroke, Style};

/// The width of a square of a picture.
const SQUARE: usize = 26;
/// The width of the margin around it.
const MARGIN: usize = 2;
/// The least distance between two points of a circle.
const APART: f32 = 46.0;
/// Half the width of the text at a point.
const POINT: f32 = 18.0;
/// Regions in a line of text.
const IN_A_LINE: usize = 6;

fn rounded(x: f32) -> f32 {
    (x * 10.0).round() / 10.0
}

impl MapDomain {
    fn radius(&self) -> f32 {
        let around = self.regions.count as f32 * APART / TAU;
        around.max(2.0 * POINT).round()
    }

    /// The place of the text of a region.
    fn middle(&self, region: usize) -> (f32, f32) {
        match &self.regions.picture {
            Some(picture) => {
                let square = picture.middles()[region];
                let at = |place: usize| (MARGIN + place * SQUARE + SQUARE / 2) as f32;
                (at(square % picture.width), at(square / picture.width))
            }
            None => {
                let angle = TAU * region as f32 / self.regions.count as f32;
                let (middle, radius) = (self.radius() + 2.0 * POINT, self.radius());
                let x = middle + radius * angle.sin();
                (rounded(x), rounded(middle - radius * angle.cos()))
            }
        }
    }

    fn circle(&self) -> Backdrop {
        let size = 2.0 * self.radius() + 4.0 * POINT;
        let mut edges = String::new();
        for &(a, b) in &self.regions.borders {
            let ((x, y), (to_x, to_y)) = (self.middle(a), self.middle(b));
            let _ = write!(edges, "M{x} {y}L{to_x} {to_y}");
        }
        let name = |region: usize| {
            let angle = TAU * region as f32 / self.regions.count as f32;
            let (x, y) = self.middle(region);
            let (right, up) = (1.4 * POINT * angle.sin(), 1.4 * POINT * angle.cos());
            board::place((rounded(x + right), rounded(y - up)), 9.0, region + 1)
        };
        Backdrop {
            width: size,
            height: size,
            strokes: vec![(Stroke::Thin, edges)],
            texts: (0..self.regions.count).map(name).collect(),
            ruler: Vec::new(),
        }
    }
}

/// The borders of a picture, and the frame.
fn borders(picture: &Picture) -> String {
    let mut path = String::new();
    let at = |place: usize| MARGIN + place * SQUARE;
    for y in 0..picture.height {
        for x in 0..picture.width {
            let own = picture.regions[y * picture.width + x];
            let (left, top) = (at(x), at(y));
            if x == 0 || picture.regions[y * picture.width + x - 1] != own {
                let _ = write!(path, "M{left} {top}v{SQUARE}");
            }
            if y == 0 || picture.regions[(y - 1) * picture.width + x] != own {
                let _ = write!(path, "M{left} {top}h{SQUARE}");
            }
        }
    }
    let (right, bottom) = (at(picture.width), at(picture.height));
    let _ = write!(path, "M{right} {MARGIN}V{bottom}M{MARGIN} {bottom}H{right}");
    path
}

impl Drawing for MapDomain {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let region = |region: usize| {
            let labels = (0..self.regions.colours).map(|colour| self.label_of(region, colour));
            let labels = labels.filter(|&label| position.has(label));
            let mut pieces = vec![TextPiece::fixed(format!("X{}: ", region + 1))];
            pieces.extend(labels.map(|label| {
                let symbol = self.symbol(label).to_string();
                TextPiece::label(symbol, label, position, marks)
            }));
            pieces
        };
        let regions: Vec<usize> = (0..self.regions.count).collect();
        let rows = regions.chunks(IN_A_LINE);
        let rows: Vec<Vec<Vec<TextPiece>>> = rows
            .map(|row| row.iter().map(|&r| region(r)).collect())
            .collect();
        table(&rows, "", marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        // A disc at each point hides the lines behind its text.
        let under = match &self.regions.picture {
            Some(_) => String::new(),
            None => {
                let point = |region| {
                    let (x, y) = self.middle(region);
                    format!(r#"<circle class="gradus-point" cx="{x}" cy="{y}" r="{POINT}"/>"#)
                };
                (0..self.regions.count).map(point).collect()
            }
        };
        board::picture(self, &under, title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        let Some(picture) = &self.regions.picture else {
            return Some(self.circle());
        };
        let name = |(region, square): (usize, usize)| {
            let x = (MARGIN + square % picture.width * SQUARE) as f32 + 6.0;
            let y = (MARGIN + square / picture.width * SQUARE) as f32 + 5.0;
            board::place((x, y), 6.0, region)
        };
        Some(Backdrop {
            width: (picture.width * SQUARE + 2 * MARGIN) as f32,
            height: (picture.height * SQUARE + 2 * MARGIN) as f32,
            strokes: vec![(Stroke::Thick, borders(picture))],
            texts: (1..).zip(picture.middles()).map(name).collect(),
            ruler: Vec::new(),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        let (region, colour) = self.parts(label);
        let (x, y) = self.middle(region);
        let across = (1..).find(|n| n * n >= self.regions.colours)?;
        // The number of the region is in a corner of its square.
        let (wide, aside) = match self.regions.picture {
            Some(_) => (0.68 * SQUARE as f32, 0.15 * SQUARE as f32),
            None => (1.5 * POINT, 0.0),
        };
        let step = wide / across as f32;
        let shift = |place: usize| (place as f32 + 0.5) * step - wide / 2.0 + aside;
        let x = rounded(x + shift(colour % across));
        let y = rounded(y + shift(colour / across));
        let size = (step * 0.8).min(10.0);
        Some(board::place((x, y), size, self.symbol(label)))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        let middle = self.middle(self.parts(label).0);
        Some(board::place(middle, 16.0, self.symbol(label)))
    }
}
