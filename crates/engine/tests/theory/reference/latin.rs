//! Latin squares over the graph of the definitions ([`super::graph`]): their variables,
//! stated again, and random squares.

use std::ops::Deref;

use super::graph::{Graph, Labels};
use super::random::Rng;

/// The structure of an n × n Latin square. A label is a symbol in a cell, numbered
/// by symbol, row and column.
pub struct Latin {
    n: usize,
    graph: Graph,
}

impl Deref for Latin {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.graph
    }
}

impl Latin {
    pub fn new(n: usize) -> Latin {
        let graph = Graph::new(n * n * n, lines(n), &[]);
        assert!(graph.groups().is_empty(), "a Latin square has no g-label");
        Latin { n, graph }
    }

    /// The state of a square given row by row, 0 for an empty cell.
    pub fn state(&self, cells: &[usize]) -> Labels {
        let givens = cells.iter().enumerate().filter(|(_, symbol)| **symbol > 0);
        let label = |(cell, symbol): (usize, &usize)| (symbol - 1) * self.n * self.n + cell;
        self.given(&givens.map(label).collect::<Vec<_>>())
    }

    /// A random square in full, row by row, symbols from 1.
    pub fn random(&self, rng: &mut Rng) -> Vec<usize> {
        let mut cells = vec![0; self.n * self.n];
        assert!(self.fill(&mut cells, 0, rng));
        cells
    }

    fn fill(&self, cells: &mut [usize], cell: usize, rng: &mut Rng) -> bool {
        if cell == cells.len() {
            return true;
        }
        let (row, column) = (cell / self.n, cell % self.n);
        let mut symbols: Vec<usize> = (1..=self.n).collect();
        rng.shuffle(&mut symbols);
        for symbol in symbols {
            let in_row = cells[row * self.n..cell].contains(&symbol);
            let in_column = (0..row).any(|above| cells[above * self.n + column] == symbol);
            if !in_row && !in_column {
                cells[cell] = symbol;
                if self.fill(cells, cell + 1, rng) {
                    return true;
                }
            }
        }
        cells[cell] = 0;
        false
    }
}

/// The variables of an n × n Latin square: what is in a cell, where a symbol is in a row,
/// where it is in a column.
pub fn lines(n: usize) -> Vec<Vec<usize>> {
    let label = |symbol: usize, row: usize, column: usize| symbol * n * n + row * n + column;
    let mut variables: Vec<Vec<usize>> = Vec::new();
    for a in 0..n {
        for b in 0..n {
            variables.push((0..n).map(|symbol| label(symbol, a, b)).collect());
            variables.push((0..n).map(|column| label(a, b, column)).collect());
            variables.push((0..n).map(|row| label(a, row, b)).collect());
        }
    }
    variables
}
