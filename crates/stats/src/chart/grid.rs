//! Tables of coloured cells: counts of two variables as a heat map, and correlation matrices.

use serde::{Deserialize, Serialize};

use super::plot::Layout;
use super::svg::Svg;
use gradus_table::io::{counted, fixed, grouped, short};

/// The title and the values of a side.
pub type GridSide = (String, Vec<String>);

/// Cells in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The description for screen readers.
    pub label: String,
    /// The variable that goes down.
    pub rows: GridSide,
    /// The variable that goes across.
    pub columns: GridSide,
    /// The cells, row by row.
    pub cells: Vec<Vec<GridCell>>,
    /// The width and height of a cell.
    pub cell: (f64, f64),
    /// True if the names are on the diagonal, and the cells below it.
    pub is_triangle: bool,
}

/// A cell of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GridCell {
    /// The class that colours it.
    pub class: String,
    /// The text in it, which is omitted if the cell is too small.
    pub text: String,
    /// What it means.
    pub tooltip: String,
}

/// The colours of counts run from `h0` to `h8`; empty cells have the class `empty`.
const STEPS: usize = 9;

/// Coefficients of fewer puzzles are shown only with their number.
const FEW: u64 = 100;

/// The margin of a triangle, and the width of its longest name.
const MARGIN: f64 = 2.0;
const NAME: f64 = 120.0;

/// The place of the titles and names above the cells.
const TOP: f64 = 40.0;

/// The width of a character of a name, at most.
const LETTER: f64 = 6.6;

impl Grid {
    /// A heat map of counts, coloured by their logarithms.
    pub fn counts(label: &str, rows: GridSide, columns: GridSide, counts: &[Vec<u64>]) -> Grid {
        let most = counts.iter().flatten().copied().max().unwrap_or(0);
        let cell = |(row, column): (usize, usize), count: u64| GridCell {
            class: heat(count, most),
            text: Some(count)
                .filter(|count| *count > 0)
                .map_or(String::new(), short),
            tooltip: format!(
                "{} {}, {} {}: {}",
                rows.0,
                rows.1[row],
                columns.0,
                columns.1[column],
                grouped(count)
            ),
        };
        let line = |(row, counts): (usize, &Vec<u64>)| {
            let counts = counts.iter().enumerate();
            let cells = counts.map(|(column, count)| cell((row, column), *count));
            cells.collect()
        };
        Grid {
            cells: counts.iter().enumerate().map(line).collect(),
            label: label.to_string(),
            rows,
            columns,
            cell: (31.0, 20.0),
            is_triangle: false,
        }
    }

    /// A correlation matrix: coefficients, or `None` where a column does not vary, and the
    /// numbers of puzzles behind them.
    pub fn correlations(
        label: &str,
        names: Vec<String>,
        coefficients: &[Vec<Option<f64>>],
        n: &[Vec<u64>],
    ) -> Grid {
        let cell = |row: usize, column: usize| {
            let (coefficient, n) = (coefficients[row][column], n[row][column]);
            let exact = coefficient.map_or("not defined".to_string(), |r| fixed(r, 6));
            GridCell {
                class: strength(coefficient),
                text: match coefficient {
                    None => "–".to_string(),
                    Some(r) if n < FEW => format!("{} n{n}", fixed(r, 1)),
                    Some(r) => fixed(r, 2),
                },
                tooltip: format!(
                    "{} and {}: {exact}, over {}",
                    names[row],
                    names[column],
                    counted(n, "puzzle")
                ),
            }
        };
        let line = |row| (0..row).map(|column| cell(row, column)).collect();
        Grid {
            label: label.to_string(),
            cells: (0..names.len()).map(line).collect(),
            rows: (String::new(), names),
            columns: (String::new(), Vec::new()),
            cell: (44.0, 24.0),
            is_triangle: true,
        }
    }

    /// The coordinates of the cells: `slot` is the width of one.
    pub fn layout(&self) -> Layout {
        if self.is_triangle {
            let size = self.rows.1.len() as f64;
            return Layout {
                width: self.cell.0 * (size - 1.0) + NAME,
                height: self.cell.1 * size + 2.0 * MARGIN,
                left: MARGIN,
                top: MARGIN,
                slot: self.cell.0,
                base: MARGIN + self.cell.1 * size,
            };
        }
        let longest = longest(&self.rows.1) as f64;
        let left = (32.0 + LETTER * longest).max(50.0);
        let base = TOP + self.cell.1 * self.rows.1.len() as f64;
        Layout {
            // The titles need room too.
            width: (left + self.cell.0 * self.columns.1.len() as f64 + 4.0)
                .max(left + LETTER * longest_of(&self.columns.0)),
            height: base + 6.0,
            left,
            top: TOP,
            slot: self.cell.0,
            base,
        }
    }

    /// Draws it.
    pub fn draw(&self) -> Svg {
        let layout = self.layout();
        let mut svg = Svg::new(layout.width, layout.height, &self.label);
        if self.is_triangle {
            self.draw_diagonal(&mut svg, &layout);
        } else {
            self.draw_names(&mut svg, &layout);
        }
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let x = layout.left + self.cell.0 * column as f64;
                let corner = (x, layout.top + self.cell.1 * row as f64);
                let fits = self.cell.0 >= 6.2 * cell.text.chars().count() as f64 + 4.0;
                let text = if fits { &cell.text[..] } else { "" };
                svg.cell(&cell.class, corner, self.cell, text, &cell.tooltip);
            }
        }
        svg
    }

    /// A column starts below its name, and a row ends at it.
    fn draw_diagonal(&self, svg: &mut Svg, layout: &Layout) {
        for (row, name) in self.rows.1.iter().enumerate() {
            let x = layout.left + self.cell.0 * row as f64 + 6.0;
            let y = layout.top + self.cell.1 * (row as f64 + 0.5) + 3.5;
            svg.text("tick", (x, y), "start", name);
        }
    }

    fn draw_names(&self, svg: &mut Svg, layout: &Layout) {
        let width = self.cell.0 * self.columns.1.len() as f64;
        let middle = (layout.left + width / 2.0, 12.0);
        if width > LETTER * longest_of(&self.columns.0) {
            svg.text("axis", middle, "middle", &self.columns.0);
        } else {
            svg.text("axis", (layout.left, 12.0), "start", &self.columns.0);
        }
        let middle = (12.0, (layout.top + layout.height) / 2.0);
        svg.upright_text("axis", middle, &self.rows.0);
        let room = LETTER * longest(&self.columns.1) as f64 + 5.0;
        let every = (room / self.cell.0).ceil().max(1.0) as usize;
        for (index, name) in self.columns.1.iter().enumerate().step_by(every) {
            let x = layout.left + self.cell.0 * (index as f64 + 0.5) - 0.75;
            svg.text("tick", (x, layout.top - 8.0), "middle", name);
        }
        for (index, name) in self.rows.1.iter().enumerate() {
            let y = layout.top + self.cell.1 * (index as f64 + 0.5) + 3.5;
            svg.text("tick", (layout.left - 8.0, y), "end", name);
        }
    }
}

/// The number of characters of the longest name.
fn longest(names: &[String]) -> usize {
    let lengths = names.iter().map(|name| name.chars().count());
    lengths.max().unwrap_or(0)
}

fn longest_of(title: &str) -> f64 {
    title.chars().count() as f64
}

/// The class of a count: its logarithm relative to that of the largest.
fn heat(count: u64, most: u64) -> String {
    if count == 0 {
        return "empty".to_string();
    }
    let top = (most as f64).ln().max(f64::MIN_POSITIVE);
    let step = (count as f64).ln() / top * (STEPS - 1) as f64;
    format!("h{}", step.round() as usize)
}

/// The class of a coefficient: from `n4` (strongly negative) through `z` to `p4`.
fn strength(coefficient: Option<f64>) -> String {
    let Some(r) = coefficient else {
        return "empty".to_string();
    };
    match (r * 4.0).round() as i32 {
        0 => "z".to_string(),
        step if step < 0 => format!("n{}", -step),
        step => format!("p{step}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: u8) -> Vec<String> {
        (0..n).map(|k| k.to_string()).collect()
    }

    #[test]
    fn colours_show_size_sign_and_strength() {
        let classes = [0, 1, 10, 100, 1000, 10_000].map(|count| heat(count, 10_000));
        assert_eq!(classes, ["empty", "h0", "h2", "h4", "h6", "h8"]);
        assert_eq!(heat(1, 1), "h0");
        let classes = [-1.0, -0.5, 0.05, 0.3, 1.0].map(|r| strength(Some(r)));
        assert_eq!(classes, ["n4", "n2", "z", "p1", "p4"]);
        assert_eq!(strength(None), "empty");
    }

    #[test]
    fn a_cell_says_what_it_counts() {
        let counts = [vec![12_345, 0, 0], vec![0, 7, 1]];
        let mut map = Grid::counts(
            "W against B",
            ("W".into(), names(2)),
            ("B".into(), names(3)),
            &counts,
        );
        let svg = map.draw().inline();
        assert!(svg.contains("<title>W 0, B 0: 12,345</title>"));
        assert!(svg.contains(">12k</text>"));
        assert_eq!(svg.matches("class=\"cell empty\"").count(), 3);
        assert_eq!(svg.matches("class=\"count").count(), 3);
        // Text that does not fit is omitted; every cell keeps its tooltip.
        map.cell.0 = 14.0;
        let svg = map.draw().inline();
        assert_eq!(svg.matches("class=\"count").count(), 2);
        assert_eq!(svg.matches("<title>").count(), 6);
    }

    #[test]
    fn each_pair_of_columns_is_there_once() {
        let matrix = |coefficients: [[Option<f64>; 3]; 3]| {
            let names = ["clues", "w", "te"].map(String::from).to_vec();
            let n = vec![vec![12_345; 3], vec![12_345; 3], vec![3; 3]];
            let coefficients = coefficients.map(|row| row.to_vec());
            let grid = Grid::correlations("Correlations", names, &coefficients, &n);
            grid.draw().inline()
        };
        let one = Some(1.0);
        let svg = matrix([[one, Some(0.19), None], [Some(0.19), one, None], [None; 3]]);
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains("<title>w and clues: 0.190000, over 12,345 puzzles</title>"));
        assert!(svg.contains("<title>te and w: not defined, over 3 puzzles</title>"));
        assert!(matrix([[Some(0.87); 3]; 3]).contains(">0.9 n3</text>"));
    }
}
