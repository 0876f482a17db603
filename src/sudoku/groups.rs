//! The variables and g-labels of Sudoku as tables of bit boards: the labels of
//! each variable, which g-label a segment of a row, column or block is, and what
//! each is g-linked to. PBCS 7.1.2.

use std::sync::LazyLock;

use super::boards::Boards;
use super::model::{BLOCK, COLUMN, ROW, sudoku_model};
use crate::csp::labels::Labels;
use crate::csp::model::{GLabel, Kind, Label, Variable};

/// How a segment stands in its variable: a minirow of a row, a minicolumn of a
/// column, a minirow of a block, a minicolumn of a block.
const SEGMENTS: [(Kind, usize); 4] = [(ROW, 1), (COLUMN, 9), (BLOCK, 1), (BLOCK, 9)];

struct Tables {
    /// Labels of each variable.
    labels: Vec<Boards>,
    /// Labels that a g-label is g-linked to.
    linked: Vec<Boards>,
    /// The g-label of the segment that starts at a label, for each of [`SEGMENTS`].
    starting_at: [Vec<Option<GLabel>>; 4],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let model = sudoku_model();
    let set = |labels: &[Label]| {
        let mut set = Boards::EMPTY;
        labels.iter().for_each(|&label| set.insert(label));
        set
    };
    let mut tables = Tables {
        labels: model
            .variables()
            .map(|variable| set(model.labels_of(variable)))
            .collect(),
        linked: Vec::new(),
        starting_at: std::array::from_fn(|_| vec![None; model.label_count()]),
    };
    for group in model.glabels() {
        let kind = model.kind_of(model.glabel_variable(group));
        let labels = model.glabel_labels(group);
        let step = labels[1].index() - labels[0].index();
        let segment = SEGMENTS.iter().position(|&shape| shape == (kind, step));
        let segment = segment.expect("g-labels of Sudoku are segments");
        tables.starting_at[segment][labels[0].index()] = Some(group);
        tables.linked.push(set(model.glabel_linked(group)));
    }
    tables
});

/// The labels of a variable.
#[inline]
pub fn labels_of(variable: Variable) -> &'static Boards {
    &TABLES.labels[variable.index()]
}

/// The labels g-linked to a g-label.
#[inline]
pub fn linked(group: GLabel) -> &'static Boards {
    &TABLES.linked[group.index()]
}

/// The g-labels of segments that are flagged at their first labels, one set of
/// flags for each way a segment stands in its variable.
pub fn of_segments(flags: &[Boards; 4], found: &mut Vec<GLabel>) {
    for (table, flags) in TABLES.starting_at.iter().zip(flags) {
        found.extend(flags.iter().filter_map(|label: Label| table[label.index()]));
    }
}
