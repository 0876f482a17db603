//! Heat maps of counts: two variables, a cell for each pair of values, coloured
//! by the logarithm of the number of puzzles with both.

use super::svg::Svg;
use crate::io::{grouped, short};

const CELL: (f64, f64) = (31.0, 20.0);
const LEFT: f64 = 50.0;
const TOP: f64 = 40.0;

/// Colours run from `h0` to `h8`; empty cells have the class `empty`.
const STEPS: usize = 9;

/// The number of puzzles for each pair of values of two variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HeatMap {
    pub label: String,
    /// Name and values of the variable that goes down.
    pub rows: (String, Vec<String>),
    /// Name and values of the variable that goes across.
    pub columns: (String, Vec<String>),
    pub counts: Vec<Vec<u64>>,
}

impl HeatMap {
    pub(crate) fn draw(&self) -> Svg {
        let (rows, columns) = (&self.rows.1, &self.columns.1);
        let width = LEFT + CELL.0 * columns.len() as f64 + 4.0;
        let height = TOP + CELL.1 * rows.len() as f64 + 6.0;
        let mut svg = Svg::new(width, height, &self.label);
        self.draw_names(&mut svg, width, height);
        let most = self.counts.iter().flatten().copied().max().unwrap_or(0);
        for (row, counts) in self.counts.iter().enumerate() {
            for (column, &count) in counts.iter().enumerate() {
                let corner = (LEFT + CELL.0 * column as f64, TOP + CELL.1 * row as f64);
                let (row, column) = (&rows[row], &columns[column]);
                let (down, across) = (&self.rows.0, &self.columns.0);
                let tooltip = format!("{down} {row}, {across} {column}: {}", grouped(count));
                let text = Some(count).filter(|count| *count > 0).map(short);
                let text = text.unwrap_or_default();
                svg.cell(&heat(count, most), corner, CELL, &text, &tooltip);
            }
        }
        svg
    }

    fn draw_names(&self, svg: &mut Svg, width: f64, height: f64) {
        let middle = ((LEFT + width) / 2.0, 12.0);
        svg.text("axis", middle, "middle", &self.columns.0);
        svg.upright_text("axis", (12.0, (TOP + height) / 2.0), &self.rows.0);
        for (index, name) in self.columns.1.iter().enumerate() {
            let at = (LEFT + CELL.0 * (index as f64 + 0.5) - 0.75, TOP - 8.0);
            svg.text("tick", at, "middle", name);
        }
        for (index, name) in self.rows.1.iter().enumerate() {
            let at = (LEFT - 8.0, TOP + CELL.1 * (index as f64 + 0.5) + 3.5);
            svg.text("tick", at, "end", name);
        }
    }
}

/// The class of a cell: the logarithm of its count relative to that of the largest.
fn heat(count: u64, most: u64) -> String {
    if count == 0 {
        return "empty".to_string();
    }
    let top = (most as f64).ln().max(f64::MIN_POSITIVE);
    let step = (count as f64).ln() / top * (STEPS - 1) as f64;
    format!("h{}", step.round() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_logarithm() {
        let classes = [0, 1, 10, 100, 1000, 10_000].map(|count| heat(count, 10_000));
        assert_eq!(classes, ["empty", "h0", "h2", "h4", "h6", "h8"]);
        assert_eq!(heat(1, 1), "h0");
    }

    #[test]
    fn a_cell_says_what_it_counts() {
        let names = |n: u8| (0..n).map(|k| k.to_string()).collect::<Vec<_>>();
        let map = HeatMap {
            label: "W against B".into(),
            rows: ("W".into(), names(2)),
            columns: ("B".into(), names(3)),
            counts: vec![vec![12_345, 0, 0], vec![0, 7, 1]],
        };
        let svg = map.draw().inline();
        assert!(svg.contains("<title>W 0, B 0: 12,345</title>"));
        assert!(svg.contains(">12k</text>"));
        assert_eq!(svg.matches("class=\"cell empty\"").count(), 3);
        assert_eq!(svg.matches("class=\"count").count(), 3);
    }
}
