//! The candidates of a state, numbered, and which of them each of its undecided
//! variables has.

use crate::labels::Labels;
use crate::model::{Label, Model};
use crate::state::State;

/// The number of a candidate.
pub(super) type Row = u16;

/// Groups of candidates, those with as many members next to each other: loops
/// over the members then have the same length most of the time, which is what
/// processors predict best.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    rows: Vec<Row>,
    /// For each number of members that occurs, how many groups have it.
    sizes: Vec<(usize, usize)>,
}

/// Work that is the same for each group.
pub(super) trait EachGroup {
    /// Does it for one group.
    fn group(&mut self, rows: &[Row]);
}

impl Groups {
    /// Goes through all groups.
    #[inline(always)]
    pub(super) fn each(&self, work: &mut impl EachGroup) {
        let mut rest = &self.rows[..];
        for &(size, count) in &self.sizes {
            let (rows, others) = rest.split_at(size * count);
            rest = others;
            match size {
                2 => each_of::<2>(rows, work),
                3 => each_of::<3>(rows, work),
                4 => each_of::<4>(rows, work),
                5 => each_of::<5>(rows, work),
                _ => {
                    for group in rows.chunks_exact(size) {
                        work.group(group);
                    }
                }
            }
        }
    }

    /// Keeps the members that are wanted, and the groups that have two of them.
    pub(super) fn filtered(&self, into: &mut Groups, wanted: impl Fn(Row) -> bool) {
        into.rows.clear();
        into.sizes.clear();
        let mut rest = &self.rows[..];
        for &(size, count) in &self.sizes {
            let (rows, others) = rest.split_at(size * count);
            rest = others;
            for group in rows.chunks_exact(size) {
                let before = into.rows.len();
                for &row in group {
                    if wanted(row) {
                        into.rows.push(row);
                    }
                }
                let kept = into.rows.len() - before;
                if kept < 2 {
                    into.rows.truncate(before);
                    continue;
                }
                match into.sizes.last_mut() {
                    Some((last, count)) if *last == kept => *count += 1,
                    _ => into.sizes.push((kept, 1)),
                }
            }
        }
    }
}

#[inline(always)]
fn each_of<const N: usize>(rows: &[Row], work: &mut impl EachGroup) {
    for group in rows.as_chunks::<N>().0 {
        work.group(group);
    }
}

/// The candidates of a state, and which of them each undecided variable has.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub(super) labels: Vec<Label>,
    /// The candidates of each undecided variable.
    pub(super) variables: Groups,
    /// Candidates that are linked although they share no variable.
    pub(super) pairs: Vec<[Row; 2]>,
}

impl Frame {
    /// The candidates of a state that is closed under Singles.
    pub fn new<S: Labels>(model: &Model, state: &State<S>) -> Self {
        let labels: Vec<Label> = state.candidates().iter().collect();
        let mut counts = vec![0u16; model.variables().len()];
        for &label in &labels {
            for variable in model.variables_of(label) {
                counts[variable.index()] += 1;
            }
        }
        // First how many variables have each size, then where the next of them goes.
        let mut places: Vec<usize> = Vec::new();
        for &count in &counts {
            let size = count as usize;
            if size >= places.len() {
                places.resize(size + 1, 0);
            }
            places[size] += 1;
        }
        let mut variables = Groups::default();
        let mut start = 0;
        for (size, place) in places.iter_mut().enumerate().skip(1) {
            let count = *place;
            if count > 0 {
                variables.sizes.push((size, count));
            }
            *place = start;
            start += size * count;
        }
        for count in &mut counts {
            let size = *count as usize;
            *count = places[size] as u16;
            places[size] += size;
        }
        variables.rows.resize(start, 0);
        for (row, &label) in labels.iter().enumerate() {
            for variable in model.variables_of(label) {
                let place = &mut counts[variable.index()];
                variables.rows[*place as usize] = row as Row;
                *place += 1;
            }
        }
        let row_of = |label: Label| labels.binary_search(&label).ok().map(|row| row as Row);
        let pair = |&(a, b): &(Label, Label)| Some([row_of(a)?, row_of(b)?]);
        Frame {
            pairs: model.bare_links().iter().filter_map(pair).collect(),
            variables,
            labels,
        }
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no candidate.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}
