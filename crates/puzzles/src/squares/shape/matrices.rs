//! The cover matrices and spaces of a square, for Subsets, fish and the chains of HLS.

use super::{BLOCK, CELL, COLUMN, Houses, ROW, Shape};
use gradus_csp::{CoverMatrix, Label, Model, Space, Variable, VariableKind, WIDEST};

impl Shape {
    /// The cover matrices, in which Subsets are searched (PBCS 8.3): the symbols' places in a
    /// house against its cells, and the places of a symbol in houses of one kind against
    /// those of another, if any two cross in one cell: rows against columns,
    /// and diagonals if they fill the square. Each serves in both directions: hidden and
    /// naked Subsets, and fish in rows and in columns. The fins of fish may be in blocks.
    ///
    /// Empty for squares with more symbols than the most bases of a matrix.
    pub fn matrices(&self, model: &Model) -> Vec<CoverMatrix> {
        if self.size > WIDEST {
            return Vec::new();
        }
        let of = |label: Label, kind: VariableKind| {
            let variable = model.variable_of(label, kind);
            variable.expect("a cell in a house has its variables")
        };
        let matrix = |bases: &[Variable], covers: &[Variable]| {
            CoverMatrix::new(model, bases, covers).expect("bases and covers of a square cross once")
        };
        let mut matrices = Vec::new();
        for houses in &self.houses {
            for cells in houses.iter() {
                let symbols = (0..self.size).map(|n| of(self.label_in(n, cells[0]), houses.kind()));
                let cells = cells.iter().map(|&cell| of(self.label_in(0, cell), CELL));
                let (symbols, cells): (Vec<_>, Vec<_>) = (symbols.collect(), cells.collect());
                matrices.push(matrix(&symbols, &cells));
            }
        }
        let full = |houses: &&Houses| houses.iter().len() == self.size;
        let lines = self.houses.iter().filter(full);
        let lines: Vec<&Houses> = lines.filter(|houses| houses.kind() != BLOCK).collect();
        for (place, one) in lines.iter().enumerate() {
            for other in &lines[place + 1..] {
                for symbol in 0..self.size {
                    let all = |houses: &Houses| -> Vec<Variable> {
                        let first = houses.iter().map(|cells| self.label_in(symbol, cells[0]));
                        first.map(|label| of(label, houses.kind())).collect()
                    };
                    let fish = matrix(&all(one), &all(other));
                    matrices.push(match self.block {
                        None => fish,
                        Some(_) => fish
                            .with_patches(model, BLOCK)
                            .expect("a block is where some rows and some columns cross"),
                    });
                }
            }
        }
        matrices
    }

    /// The spaces (HLS). Blocks link only cells: the hidden spaces are those of a square
    /// without blocks.
    pub(crate) fn spaces(&self, model: &Model) -> Vec<Space> {
        let of = |kind: VariableKind, links: &[VariableKind]| Space::new(model, kind, links);
        let spaces = [
            of(CELL, &[ROW, COLUMN, BLOCK]),
            of(ROW, &[CELL, COLUMN]),
            of(COLUMN, &[CELL, ROW]),
        ];
        spaces.into_iter().flatten().collect()
    }
}
