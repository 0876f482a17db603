//! The graph that bit boards answer for: 729 labels (digit, row, column) and 324 CSP
//! variables of four kinds, rc, rn, cn and bn, each with nine labels, without any other
//! links, and with 36 cover matrices. The kernel has its own numbering of them and recognises
//! a domain that has the same one.

use std::sync::{Arc, OnceLock};

use super::groups::GroupTables;
use gradus_csp::{
    CoverMatrix, Crossing, Domain, Label, Model, Rectangle, Space, Variable, crossings, rectangles,
};

/// Kinds of variables: cells, and the places of a digit in a row, a column and a block.
const KINDS: usize = 4;

/// The label of a digit in a cell; cells are counted row by row.
const fn label(digit: usize, cell: usize) -> Label {
    Label::new(81 * digit + cell)
}

/// The cell at a place of a house: a row, a column or a block.
const fn cell(kind: usize, house: usize, place: usize) -> usize {
    match kind {
        1 => 9 * house + place,
        2 => 9 * place + house,
        _ => 27 * (house / 3) + 9 * (place / 3) + 3 * (house % 3) + place % 3,
    }
}

const fn variable(kind: usize, house: usize, digit: usize) -> Variable {
    Variable::new(81 * kind + 9 * house + digit)
}

/// The labels of a variable, in ascending order.
fn labels(variable: usize) -> [Label; 9] {
    let (kind, house, digit) = (variable / 81, variable % 81 / 9, variable % 9);
    std::array::from_fn(|place| match kind {
        0 => label(place, variable),
        _ => label(digit, cell(kind, house, place)),
    })
}

fn sides(matrix: usize) -> [[Variable; 9]; 2] {
    let (kind, house) = (matrix / 9 + 1, matrix % 9);
    match kind {
        1..KINDS => [
            std::array::from_fn(|digit| variable(kind, house, digit)),
            std::array::from_fn(|place| Variable::new(cell(kind, house, place))),
        ],
        _ => [1, 2].map(|kind| std::array::from_fn(|line| variable(kind, line, house))),
    }
}

/// Returns true if a domain has the graph, the matrices and the spaces of bit boards, in
/// their numbering.
fn fits(domain: &Domain) -> bool {
    let model = domain.model();
    let is_graph = || {
        model.label_count() == 729
            && model.variables().len() == 81 * KINDS
            && model.bare_links().is_empty()
            && model.variables().all(|v| {
                usize::from(model.kind_of(v).0) == v.index() / 81
                    && model.labels_of(v) == labels(v.index())
            })
    };
    let are_matrices = |matrices: &[CoverMatrix]| {
        matrices.len() == 9 * KINDS
            && matrices.iter().enumerate().all(|(index, matrix)| {
                let [bases, covers] = sides(index);
                matrix.bases() == bases && matrix.covers() == covers
            })
    };
    let is_plain = domain.rules().is_none() && domain.spaces().len() == 3 && domain.has_groups();
    is_plain && are_matrices(domain.matrices()) && is_graph()
}

/// The graph and its matrices, of the first domain that fits.
#[derive(Debug)]
pub(super) struct BoardGraph {
    pub(super) model: Arc<Model>,
    pub(super) matrices: Arc<[CoverMatrix]>,
    pub(super) spaces: Vec<Space>,
    crossings: OnceLock<Vec<Crossing>>,
    rectangles: OnceLock<Vec<Rectangle>>,
    tables: OnceLock<GroupTables>,
}

impl BoardGraph {
    pub(super) fn of(domain: &Domain) -> Option<&'static BoardGraph> {
        static BOARD: OnceLock<BoardGraph> = OnceLock::new();
        fits(domain).then(|| {
            BOARD.get_or_init(|| BoardGraph {
                model: domain.model().clone(),
                matrices: domain.matrices().clone(),
                spaces: domain.spaces().to_vec(),
                crossings: OnceLock::new(),
                rectangles: OnceLock::new(),
                tables: OnceLock::new(),
            })
        })
    }

    /// Where matrices cross: in the three cells that a row or a column has in a block.
    pub(super) fn crossings(&self) -> &[Crossing] {
        self.crossings.get_or_init(|| crossings(&self.matrices))
    }

    /// The four blocks of two bands and two stacks.
    pub(super) fn rectangles(&self) -> &[Rectangle] {
        let build = || rectangles(&self.matrices, self.crossings());
        self.rectangles.get_or_init(build)
    }

    #[inline]
    pub(super) fn tables(&self) -> &GroupTables {
        self.tables.get_or_init(|| GroupTables::new(&self.model))
    }
}
