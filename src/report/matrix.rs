//! The correlation matrix as a picture: a cell for each pair of columns,
//! coloured by sign and strength, with the coefficient in it.

use super::svg::Svg;
use crate::io::{counted, fixed};

const CELL: (f64, f64) = (44.0, 24.0);
const MARGIN: f64 = 2.0;
const NAME: f64 = 120.0;

/// The correlation coefficients of every pair of columns.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    pub label: String,
    pub names: Vec<String>,
    /// By rows; `None` where a column does not vary.
    pub coefficients: Vec<Vec<Option<f64>>>,
    pub n: Vec<Vec<u64>>,
}

/// Coefficients of fewer puzzles are shown only with their number.
const FEW: u64 = 100;

impl Matrix {
    /// Draws the lower triangle, as the matrix is symmetric. The names are on
    /// the diagonal: a column starts below its name, and a row ends at it.
    pub(crate) fn draw(&self) -> Svg {
        let size = self.names.len() as f64;
        let width = CELL.0 * (size - 1.0) + NAME;
        let height = CELL.1 * size + 2.0 * MARGIN;
        let mut svg = Svg::new(width, height, &self.label);
        for (row, name) in self.names.iter().enumerate() {
            let y = MARGIN + CELL.1 * row as f64;
            for column in 0..row {
                let corner = (MARGIN + CELL.0 * column as f64, y);
                self.draw_cell(&mut svg, row, column, corner);
            }
            let at = (MARGIN + CELL.0 * row as f64 + 6.0, y + CELL.1 / 2.0 + 3.5);
            svg.text("tick", at, "start", name);
        }
        svg
    }

    fn draw_cell(&self, svg: &mut Svg, row: usize, column: usize, corner: (f64, f64)) {
        let coefficient = self.coefficients[row][column];
        let n = self.n[row][column];
        let shown = match coefficient {
            None => "–".to_string(),
            Some(r) if n < FEW => format!("{} n{n}", fixed(r, 1)),
            Some(r) => fixed(r, 2),
        };
        let exact = coefficient.map_or("not defined".to_string(), |r| fixed(r, 6));
        let tooltip = format!(
            "{} and {}: {exact}, over {}",
            self.names[row],
            self.names[column],
            counted(n, "puzzle")
        );
        svg.cell(&strength(coefficient), corner, CELL, &shown, &tooltip);
    }
}

/// The class of a cell: from `n4` (strongly negative) through `z` to `p4`.
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

    #[test]
    fn colours_show_sign_and_strength() {
        let classes = [-1.0, -0.5, 0.05, 0.3, 1.0].map(|r| strength(Some(r)));
        assert_eq!(classes, ["n4", "n2", "z", "p1", "p4"]);
        assert_eq!(strength(None), "empty");
    }

    #[test]
    fn each_pair_is_there_once() {
        let matrix = Matrix {
            label: "Correlations".into(),
            names: ["clues", "w", "te"].map(String::from).to_vec(),
            coefficients: vec![
                vec![Some(1.0), Some(0.19), None],
                vec![Some(0.19), Some(1.0), None],
                vec![None, None, None],
            ],
            n: vec![vec![12_345; 3], vec![12_345; 3], vec![3; 3]],
        };
        let svg = matrix.draw().inline();
        let few = Matrix {
            coefficients: vec![vec![Some(0.87); 3]; 3],
            ..matrix.clone()
        };
        assert!(few.draw().inline().contains(">0.9 n3</text>"));
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains("<title>w and clues: 0.190000, over 12,345 puzzles</title>"));
        assert!(svg.contains("<title>te and w: not defined, over 3 puzzles</title>"));
    }
}
