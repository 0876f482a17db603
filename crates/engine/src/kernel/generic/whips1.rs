//! The targets of whips\[1\], and g-candidates: what is left of a variable lies in a sight,
//! or in a g-label.

use super::rows::{SetRows, SetWord};
use gradus_csp::{GLabel, Label, Model, Sight, Variable, variable_sights};

/// Beyond this many sights it costs less to look at what the labels left are linked to.
const MANY: usize = 32;

#[derive(Debug)]
struct SightedVariable {
    variable: Variable,
    /// The most labels that a sight has.
    largest: u32,
    /// The number of sights, or 0 if they are too many to go through.
    sights: u32,
    /// Where the first of them is.
    first: u32,
}

#[derive(Debug, Default)]
pub(super) struct SightIndex {
    seen: Vec<SightedVariable>,
    /// For each sight the labels of the variable outside, as bits of the pieces of the
    /// variable, one sight after the other.
    outside: Vec<u64>,
    starts: Vec<u32>,
    linked: SetRows,
}

impl SightIndex {
    pub(super) fn new(model: &Model, variables: &SetRows) -> Self {
        let mut table = SightIndex::default();
        for (variable, sights) in variable_sights(model) {
            let size = |sight: &Sight| sight.places.iter().map(|word| word.count_ones()).sum();
            let Some(largest) = sights.iter().map(size).max() else {
                continue;
            };
            let few = sights.len() <= MANY;
            table.seen.push(SightedVariable {
                variable,
                largest,
                sights: if few { sights.len() as u32 } else { 0 },
                first: table.starts.len() as u32,
            });
            if !few {
                continue;
            }
            let labels = model.labels_of(variable);
            for sight in sights {
                table.starts.push(table.outside.len() as u32);
                let mut place = 0;
                for piece in variables.get(variable.index()) {
                    let mut outside = 0;
                    for bit in (0..64).filter(|bit| piece.bits >> bit & 1 == 1) {
                        debug_assert_eq!(labels[place].index() % 64, bit);
                        outside |= u64::from(!sight.has(place)) << bit;
                        place += 1;
                    }
                    table.outside.push(outside);
                }
                table.linked.push(sight.linked);
            }
        }
        table
    }

    /// Adds to `targets` what is left and linked to all that is left of a variable that has
    /// two labels or more.
    #[inline]
    pub(super) fn targets(
        &self,
        model: &Model,
        variables: &SetRows,
        links: &SetRows,
        left: &[u64],
        targets: &mut [u64],
    ) {
        for seen in &self.seen {
            let pieces = variables.get(seen.variable.index());
            let (mut any, mut several) = (false, false);
            for piece in pieces {
                let bits = left[piece.word as usize] & piece.bits;
                several |= bits & bits.wrapping_sub(1) != 0 || any && bits != 0;
                any |= bits != 0;
            }
            if !several {
                continue;
            }
            if seen.sights == 0 {
                let count = |piece: &SetWord| (left[piece.word as usize] & piece.bits).count_ones();
                if pieces.iter().map(count).sum::<u32>() <= seen.largest {
                    common(model, links, pieces, left, targets);
                }
                continue;
            }
            for sight in seen.first..seen.first + seen.sights {
                let outside = &self.outside[self.starts[sight as usize] as usize..];
                let inside =
                    |(piece, outside): (&SetWord, &u64)| left[piece.word as usize] & outside == 0;
                if pieces.iter().zip(outside).all(inside) {
                    for piece in self.linked.get(sight as usize) {
                        let word = piece.word as usize;
                        targets[word] |= left[word] & piece.bits;
                    }
                }
            }
        }
    }
}

/// What is left and linked to all labels left of a variable.
fn common(model: &Model, links: &SetRows, pieces: &[SetWord], left: &[u64], targets: &mut [u64]) {
    let bits = |piece: &SetWord| {
        let word = piece.word;
        let bits = gradus_csp::Bits(left[word as usize] & piece.bits);
        bits.map(move |bit| Label::new(word as usize * 64 + bit as usize))
    };
    let mut labels = pieces.iter().flat_map(bits);
    let Some(first) = labels.next() else {
        return;
    };
    for piece in links.get(first.index()) {
        let word = piece.word as usize;
        let mut seen = left[word] & piece.bits;
        for other in labels.clone() {
            seen &= model.links(other)[word];
        }
        targets[word] |= seen;
    }
}

#[derive(Debug, Default)]
pub(super) struct GroupTable {
    /// The variables that have g-labels, with the first and the one after the last.
    variables: Vec<(Variable, u32, u32)>,
    /// The labels of the variable outside each.
    outside: SetRows,
    sizes: Vec<u32>,
    linked: SetRows,
}

impl GroupTable {
    pub(super) fn new(model: &Model) -> Self {
        let mut groups = GroupTable::default();
        for group in model.glabels() {
            let variable = model.glabel_variable(group);
            match groups.variables.last_mut() {
                Some((last, _, end)) if *last == variable => *end += 1,
                _ => {
                    let number = group.index() as u32;
                    groups.variables.push((variable, number, number + 1));
                }
            }
            let inside = model.glabel_labels(group);
            let own = model.labels_of(variable).iter().copied();
            groups.sizes.push(inside.len() as u32);
            let outside = own.filter(|label| inside.binary_search(label).is_err());
            groups.outside.push(outside);
            let linked = model.glabel_linked(group).iter().copied();
            groups.linked.push(linked);
        }
        groups
    }

    pub(super) fn linked(&self, group: GLabel) -> &[SetWord] {
        self.linked.get(group.index())
    }

    /// The smallest g-label of each variable that holds all its labels left, two or more.
    pub(super) fn find(
        &self,
        variables: &SetRows,
        left: &[u64],
        useful: bool,
        mut wanted: impl FnMut(Variable) -> bool,
        found: &mut Vec<GLabel>,
    ) {
        let meets = |piece: &SetWord| left[piece.word as usize] & piece.bits != 0;
        for &(variable, first, end) in &self.variables {
            let count = |piece: &SetWord| (left[piece.word as usize] & piece.bits).count_ones();
            let count: u32 = variables.get(variable.index()).iter().map(count).sum();
            if count < 2 || !wanted(variable) {
                continue;
            }
            let holds = |&group: &u32| {
                count <= self.sizes[group as usize]
                    && !self.outside.get(group as usize).iter().any(meets)
            };
            let smallest = (first..end)
                .filter(holds)
                .min_by_key(|&g| self.sizes[g as usize]);
            let strikes = |&group: &u32| self.linked.get(group as usize).iter().any(meets);
            let group = smallest.filter(|group| !useful || strikes(group));
            found.extend(group.map(|group| GLabel::new(group as usize)));
        }
    }
}
