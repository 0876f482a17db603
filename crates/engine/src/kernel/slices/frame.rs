//! The candidates of a state, numbered, and which of them each of its undecided variables has.

use gradus_csp::{Label, Labels, Model, State};

/// The number of a candidate.
pub(super) type CandidateIndex = u16;

/// Groups of candidates, those with as many members next to each other: loops over the members then
/// have the same length most of the time, which is what processors predict best.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowGroups {
    rows: Vec<CandidateIndex>,
    /// For each number of members that occurs, how many groups have it.
    sizes: Vec<(usize, usize)>,
}

/// Work that is the same for each group.
pub(super) trait EachGroup {
    fn group(&mut self, rows: &[CandidateIndex]);
}

impl RowGroups {
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

    pub(super) fn pairs(&self) -> &[[CandidateIndex; 2]] {
        let mut start = 0;
        for &(size, count) in &self.sizes {
            if size == 2 {
                return self.rows[start..start + 2 * count].as_chunks().0;
            }
            start += size * count;
        }
        &[]
    }

    /// Keeps the members that are wanted, and the groups that have two of them.
    #[inline(always)]
    pub(super) fn filter(
        &self,
        into: &mut RowGroups,
        room: &mut Room,
        wanted: impl Fn(CandidateIndex) -> bool,
    ) {
        // One group after the other, each of its members where the last one that
        // was wanted ends; then all of them in the order of their sizes.
        room.rows.resize(self.rows.len() + 1, 0);
        room.kept.clear();
        room.places.clear();
        let mut end = 0;
        let mut rest = &self.rows[..];
        for &(size, count) in &self.sizes {
            room.places.resize(room.places.len().max(size + 1), 0);
            let (rows, others) = rest.split_at(size * count);
            rest = others;
            for group in rows.chunks_exact(size) {
                let start = end;
                for &row in group {
                    room.rows[end] = row;
                    end += usize::from(wanted(row));
                }
                if end < start + 2 {
                    end = start;
                } else {
                    room.kept.push(end - start);
                    room.places[end - start] += 1;
                }
            }
        }
        into.sizes.clear();
        let mut start = 0;
        for (size, place) in room.places.iter_mut().enumerate() {
            let count = *place;
            if count > 0 {
                into.sizes.push((size, count));
            }
            *place = start;
            start += size * count;
        }
        into.rows.resize(start, 0);
        let mut from = 0;
        for &size in &room.kept {
            let place = &mut room.places[size];
            for i in 0..size {
                into.rows[*place + i] = room.rows[from + i];
            }
            *place += size;
            from += size;
        }
    }
}

/// Where groups wait to be put in order.
#[derive(Debug, Default)]
pub(super) struct Room {
    rows: Vec<CandidateIndex>,
    /// The members of each group that is kept.
    kept: Vec<usize>,
    /// By size: how many groups, then where the next of them goes.
    places: Vec<usize>,
}

#[inline(always)]
fn each_of<const N: usize>(rows: &[CandidateIndex], work: &mut impl EachGroup) {
    for group in rows.as_chunks::<N>().0 {
        work.group(group);
    }
}

/// The candidates of a state, and which of them each undecided variable has.
#[derive(Clone, Debug, Default)]
pub struct CandidateTable {
    pub(super) labels: Vec<Label>,
    /// The candidates of each undecided variable.
    pub(super) variables: RowGroups,
    /// Candidates that are linked although they share no variable.
    pub(super) pairs: Vec<[CandidateIndex; 2]>,
}

/// The sights that are left in a state: for each, the candidates of its variable outside,
/// then those that have this sight.
#[derive(Clone, Debug, Default)]
pub(super) struct SightRows {
    rows: Vec<CandidateIndex>,
    /// How many of each.
    sizes: Vec<(u16, u16)>,
}

impl SightRows {
    pub(super) fn new(model: &Model, frame: &CandidateTable) -> Self {
        let mut row_of = vec![CandidateIndex::MAX; model.label_count()];
        for (row, label) in frame.labels.iter().enumerate() {
            row_of[label.index()] = row as CandidateIndex;
        }
        let mut segments = SightRows::default();
        for sight in model.sights() {
            let inside = &sight.labels;
            let present = |label: &Label| row_of[label.index()] != CandidateIndex::MAX;
            if inside.iter().filter(|label| present(label)).count() < 2 {
                continue;
            }
            let before = segments.rows.len();
            let outside = model.labels_of(sight.variable).iter();
            let outside = outside.filter(|label| present(label) && !inside.contains(label));
            segments
                .rows
                .extend(outside.map(|label| row_of[label.index()]));
            let middle = segments.rows.len();
            let seen = sight.linked.iter().filter(|label| present(label));
            segments
                .rows
                .extend(seen.map(|label| row_of[label.index()]));
            let end = segments.rows.len();
            match end - middle {
                0 => segments.rows.truncate(before),
                seen => segments.sizes.push(((middle - before) as u16, seen as u16)),
            }
        }
        segments
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The candidates outside and those seen, of each.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[CandidateIndex], &[CandidateIndex])> {
        let mut rest = &self.rows[..];
        self.sizes.iter().map(move |&(outside, seen)| {
            let (first, others) = rest.split_at(outside as usize);
            let (second, others) = others.split_at(seen as usize);
            rest = others;
            (first, second)
        })
    }
}

impl CandidateTable {
    /// The candidates of a state that is closed under Singles.
    pub fn new<S: Labels>(model: &Model, state: &State<S>) -> Self {
        let candidates = state.candidates();
        let mut labels = Vec::with_capacity(candidates.len());
        labels.extend(candidates.iter());
        let mut counts = vec![0u32; model.variables().len()];
        let mut widest = 0;
        for &label in &labels {
            for variable in model.variables_of(label) {
                let count = &mut counts[variable.index()];
                *count += 1;
                widest = widest.max(*count);
            }
        }
        // First how many variables have each size, then where the next of them goes.
        let mut places = vec![0u32; widest as usize + 1];
        for &count in &counts {
            places[count as usize] += 1;
        }
        let mut variables = RowGroups::default();
        let mut start = 0;
        for (size, place) in places.iter_mut().enumerate().skip(1) {
            let count = *place as usize;
            if count > 0 {
                variables.sizes.push((size, count));
            }
            *place = start as u32;
            start += size * count;
        }
        for count in &mut counts {
            let size = *count;
            *count = places[size as usize];
            places[size as usize] += size;
        }
        variables.rows.resize(start, 0);
        for (row, &label) in labels.iter().enumerate() {
            for variable in model.variables_of(label) {
                let place = &mut counts[variable.index()];
                variables.rows[*place as usize] = row as CandidateIndex;
                *place += 1;
            }
        }
        let row_of = |label: Label| {
            labels
                .binary_search(&label)
                .ok()
                .map(|row| row as CandidateIndex)
        };
        let pair = |&(a, b): &(Label, Label)| Some([row_of(a)?, row_of(b)?]);
        CandidateTable {
            pairs: model.bare_links().iter().filter_map(pair).collect(),
            variables,
            labels,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }
}
