//! The variables and g-labels of Sudoku as tables of bit boards: the labels of each variable, which
//! g-label a segment of a row, column or block is, and what each is g-linked to. PBCS 7.1.2.

use super::boards::{BoardLanes, Boards, label_at};
use gradus_csp::{Bits, GLabel, Label, Labels, Model, Variable, VariableKind};

/// The kinds of the variables of rows, columns and blocks.
const ROW: VariableKind = VariableKind(1);
const COLUMN: VariableKind = VariableKind(2);
const BLOCK: VariableKind = VariableKind(3);

/// How a segment stands in its variable: a minirow of a row, a minicolumn of a
/// column, a minirow of a block, a minicolumn of a block.
const SEGMENTS: [(VariableKind, usize); 4] = [(ROW, 1), (COLUMN, 9), (BLOCK, 1), (BLOCK, 9)];

/// The labels of variables and g-labels as bit boards.
#[derive(Debug)]
pub(super) struct GroupTables {
    labels: Vec<Boards>,
    /// The labels that a g-label is g-linked to: all are in one register.
    linked: Vec<(usize, BoardLanes)>,
    /// The same with the other labels of the g-label's own variable.
    followers: Vec<(usize, BoardLanes)>,
    /// The g-label of the segment that starts at a label, for each of [`SEGMENTS`].
    starting_at: [Vec<Option<GLabel>>; 4],
}

impl GroupTables {
    pub(super) fn new(model: &Model) -> GroupTables {
        let set = |labels: &[Label]| {
            let mut set = Boards::EMPTY;
            labels.iter().for_each(|&label| set.insert(label));
            set
        };
        let mut tables = GroupTables {
            labels: model
                .variables()
                .map(|variable| set(model.labels_of(variable)))
                .collect(),
            linked: Vec::new(),
            followers: Vec::new(),
            starting_at: std::array::from_fn(|_| vec![None; model.label_count()]),
        };
        for group in model.glabels() {
            let kind = model.kind_of(model.glabel_variable(group));
            let labels = model.glabel_labels(group);
            let step = labels[1].index() - labels[0].index();
            let segment = SEGMENTS.iter().position(|&shape| shape == (kind, step));
            let segment = segment.expect("g-labels of Sudoku are segments");
            tables.starting_at[segment][labels[0].index()] = Some(group);
            let register = labels[0].index() / 81 / 2;
            tables
                .linked
                .push((register, set(model.glabel_linked(group)).0[register]));
            let mut followers = set(model.labels_of(model.glabel_variable(group)));
            followers.subtract(&set(labels));
            followers.unite(&set(model.glabel_linked(group)));
            tables.followers.push((register, followers.0[register]));
        }
        tables
    }

    #[inline]
    pub(super) fn labels_of(&self, variable: Variable) -> &Boards {
        &self.labels[variable.index()]
    }

    #[inline]
    pub(super) fn strike(&self, left: &mut Boards, group: GLabel) {
        let (register, linked) = &self.linked[group.index()];
        let lanes = left.0[*register].0.iter_mut().zip(&linked.0);
        lanes.for_each(|(left, linked)| *left &= !linked);
    }

    #[inline]
    pub(super) fn add_followers(&self, found: &mut Boards, group: GLabel) {
        let (register, followers) = &self.followers[group.index()];
        let lanes = found.0[*register].0.iter_mut().zip(&followers.0);
        lanes.for_each(|(found, followers)| *found |= followers);
    }

    pub(super) fn of_segments(&self, segments: &FlaggedSegments, found: &mut Vec<GLabel>) {
        for (kind, table) in self.starting_at.iter().enumerate() {
            for lane in Bits(segments.lanes[kind]) {
                let lane = lane as usize;
                let flags = segments.flags[kind].0[lane / 8].0[lane % 8];
                let labels = Bits(flags.into()).map(|bit| label_at(lane, bit));
                found.extend(labels.filter_map(|label| table[label.index()]));
            }
        }
    }
}

/// FlaggedSegments, flagged at their first labels: one set of flags for each way a
/// segment stands in its variable, and which of its lanes have any.
pub(super) struct FlaggedSegments {
    pub flags: [Boards; 4],
    /// Bit i is set iff lane i, counted through all registers, is not zero.
    pub lanes: [u64; 4],
}
