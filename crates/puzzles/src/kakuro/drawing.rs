//! Pictures of Kakuro: black cells with the sums in their halves, row sums at the upper
//! right and column sums at the lower left. Combinations are printed small beside the sums.

use std::fmt::Write;

use super::domain::{KakuroDomain, KakuroLabel};
use super::grid::{Direction, GridPoint};
use crate::draw::board;
use crate::draw::text::{TextPiece, legend, ruled_table, table};
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Marks, Position, Stroke, Style};

/// The width of a cell.
const CELL: usize = 44;
/// The width of the margin around the grid.
const MARGIN: usize = 2;

/// The upper left corner of a cell.
fn corner(cell: GridPoint) -> (usize, usize) {
    let at = |line: usize| MARGIN + (line - 1) * CELL;
    (at(cell.column), at(cell.row))
}

/// A text at a place of a cell, given in shares of its width.
fn place(cell: GridPoint, (x, y): (f32, f32), size: f32, text: String) -> Glyph {
    let (left, top) = corner(cell);
    let at = |start: usize, share: f32| start as f32 + share * CELL as f32;
    board::place((at(left, x), at(top, y)), size, text)
}

impl KakuroDomain {
    /// The black cells, row by row.
    fn black(&self) -> impl Iterator<Item = GridPoint> + '_ {
        let lines = 1..=self.grid.size;
        let cells = lines
            .clone()
            .flat_map(move |row| lines.clone().map(move |column| GridPoint { row, column }));
        cells.filter(|cell| self.grid.cells.binary_search(cell).is_err())
    }
}

impl Drawing for KakuroDomain {
    /// Sums are written `column\row`; the combinations of a step stand below.
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let grid = &self.grid;
        let mut rows: Vec<Vec<Vec<TextPiece>>> = Vec::new();
        for row in 1..=grid.size {
            rows.push(
                (0..grid.size)
                    .map(|_| vec![TextPiece::fixed("#")])
                    .collect(),
            );
            for (number, cell) in grid.cells.iter().enumerate().filter(|(_, c)| c.row == row) {
                let digits = self
                    .digits(number)
                    .filter(|(_, label)| position.has(*label));
                let piece = |(digit, label): (u8, Label)| {
                    TextPiece::label(digit.to_string(), label, position, marks)
                };
                rows[row - 1][cell.column - 1] = digits.map(piece).collect();
            }
        }
        let mut sums = std::collections::BTreeMap::new();
        for sector in &grid.sectors {
            if let Some(clue) = sector.clue {
                let own: &mut [String; 2] = sums.entry(sector.controller).or_default();
                own[sector.direction as usize] = clue.to_string();
            }
        }
        for (cell, [across, down]) in sums {
            let sums = TextPiece::fixed(format!("{down}\\{across}"));
            rows[cell.row - 1][cell.column - 1] = vec![sums];
        }
        let mut controllers = String::new();
        for sector in 0..grid.sectors.len() {
            let combinations = || self.combinations(sector).map(|(_, label)| label);
            if combinations().any(|label| marks.get(label).is_some()) {
                let left = combinations().filter(|&label| position.has(label));
                let piece = |label: Label| {
                    let KakuroLabel::Combination { digits, .. } = self.meaning(label) else {
                        return TextPiece::fixed("");
                    };
                    TextPiece::label(digits.to_string(), label, position, marks)
                };
                let mut pieces = vec![TextPiece::fixed(format!("{}:", self.controller(sector)))];
                pieces.extend(left.map(piece));
                let line = vec![vec![pieces]];
                controllers.push_str(&table(&line, " ", &Marks::default(), style));
            }
        }
        ruled_table(&rows, "", &Marks::default(), style) + &controllers + &legend(marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        board::picture(self, "", title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        let grid = &self.grid;
        let (mut areas, mut halves) = (String::new(), String::new());
        for cell in self.black() {
            let (x, y) = corner(cell);
            areas.push_str(&board::square(x, y, CELL));
        }
        let mut split: Vec<GridPoint> = Vec::new();
        let mut texts = Vec::new();
        for sector in &grid.sectors {
            let Some(clue) = sector.clue else {
                continue;
            };
            if !split.contains(&sector.controller) {
                let (x, y) = corner(sector.controller);
                let _ = write!(halves, "M{x} {y}l{CELL} {CELL}");
                split.push(sector.controller);
            }
            let at = match sector.direction {
                Direction::Horizontal => (0.7, 0.3),
                Direction::Vertical => (0.3, 0.7),
            };
            texts.push(place(sector.controller, at, 13.0, clue.to_string()));
        }
        let mut strokes = vec![(Stroke::Area, areas), (Stroke::Thin, halves)];
        strokes.extend(board::grid(grid.size, CELL, MARGIN));
        let side = (2 * MARGIN + grid.size * CELL) as f32;
        Some(Backdrop {
            width: side,
            height: side,
            strokes,
            texts,
            ruler: board::ruler(grid.size, grid.size, |line| {
                (MARGIN + line * CELL + CELL / 2) as f32
            }),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        Some(match self.meaning(label) {
            KakuroLabel::Digit { cell, digit } => {
                let third = |n: u8| (f32::from(n) + 0.5) / 3.0;
                let at = (third((digit - 1) % 3), third((digit - 1) / 3));
                place(self.grid.cells[cell], at, 11.0, digit.to_string())
            }
            KakuroLabel::Combination { sector, digits } => {
                // Along the inner side of the half, as far as there is room.
                let number = self
                    .combinations(sector)
                    .position(|(_, own)| own == label)?;
                let count = self.combinations(sector).count();
                let along = (number as f32 + 0.5) / count as f32;
                let sector = &self.grid.sectors[sector];
                let at = match sector.direction {
                    Direction::Horizontal => (0.8 - 0.25 * (1.0 - along), 0.06 + 0.88 * along),
                    Direction::Vertical => (0.24 + 0.1 * along, 0.06 + 0.88 * along),
                };
                let size = (CELL as f32 * 0.8 / count as f32).min(4.8);
                place(sector.controller, at, size, digits.to_string())
            }
        })
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        match self.meaning(label) {
            KakuroLabel::Digit { cell, digit } => {
                let cell = self.grid.cells[cell];
                Some(place(cell, (0.5, 0.5), 24.0, digit.to_string()))
            }
            KakuroLabel::Combination { .. } => self.candidate(label),
        }
    }
}
