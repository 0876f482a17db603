//! The scan of all variables of a kind: whether one is empty, and which labels are alone.
//!
//! Variables whose labels share one or two words of a set are looked at one by one, a few
//! operations each. Variables whose labels are scattered over many words, but lie alike (in
//! squares: the cells, with a label for each symbol), are looked at 64 at a time: the words
//! that have the first labels of all of them, those that have the second, and so on.

use std::collections::BTreeMap;

use super::rows::{SetRows, SetWord};
use gradus_csp::{Label, Model, Variable, VariableKind};

/// Variables that lie alike, those whose first labels are in the same word together.
#[derive(Debug)]
struct VariableGroup {
    first: Vec<SetWord>,
    /// How far each label is from the first: whole words, and bits.
    distances: Vec<(u32, u32)>,
}

/// The variables of a kind, by how they are looked at.
#[derive(Debug, Default)]
pub(super) struct Plan {
    in_one: Vec<SetWord>,
    in_two: Vec<[SetWord; 2]>,
    in_many: Vec<Vec<SetWord>>,
    alike: Vec<VariableGroup>,
}

pub(super) struct ScanState<'a> {
    pub(super) empty: bool,
    pub(super) singles: &'a mut [u64],
}

impl Plan {
    pub(super) fn new(model: &Model, rows: &SetRows, kind: VariableKind) -> Plan {
        let mut plan = Plan::default();
        let mut families: BTreeMap<Vec<usize>, Vec<Variable>> = BTreeMap::new();
        for variable in model.variables().filter(|&v| model.kind_of(v) == kind) {
            if let [one] = rows.get(variable.index()) {
                plan.in_one.push(*one);
            } else if let [one, other] = rows.get(variable.index()) {
                plan.in_two.push([*one, *other]);
            } else {
                let labels = model.labels_of(variable);
                let distances = labels
                    .iter()
                    .map(|l| l.index() - labels[0].index())
                    .collect();
                families.entry(distances).or_default().push(variable);
            }
        }
        for (distances, family) in families {
            let mut first: Vec<Label> = family.iter().map(|&v| model.labels_of(v)[0]).collect();
            first.sort_unstable();
            let mut bases = SetRows::default();
            bases.push(first);
            let single = family.iter().map(|&v| rows.get(v.index()).len());
            // A word of first labels costs about two looks at a piece for each distance.
            if 2 * bases.get(0).len() * distances.len() < single.sum::<usize>() {
                plan.alike.push(VariableGroup {
                    first: bases.get(0).to_vec(),
                    distances: distances
                        .iter()
                        .map(|&d| ((d / 64) as u32, (d % 64) as u32))
                        .collect(),
                })
            } else {
                let own = family.iter().map(|&v| rows.get(v.index()).to_vec());
                plan.in_many.extend(own);
            }
        }
        plan
    }

    #[inline]
    pub(super) fn scan(&self, left: &[u64], found: &mut ScanState<'_>) {
        for piece in &self.in_one {
            let bits = left[piece.word as usize] & piece.bits;
            found.empty |= bits == 0;
            let alone = bits & bits.wrapping_sub(1) == 0;
            found.singles[piece.word as usize] |= if alone { bits } else { 0 };
        }
        for [one, other] in &self.in_two {
            let a = left[one.word as usize] & one.bits;
            let b = left[other.word as usize] & other.bits;
            found.empty |= a | b == 0;
            let several = (a & a.wrapping_sub(1)) | (b & b.wrapping_sub(1));
            let alone = several == 0 && (a == 0 || b == 0);
            found.singles[one.word as usize] |= if alone { a } else { 0 };
            found.singles[other.word as usize] |= if alone { b } else { 0 };
        }
        for pieces in &self.in_many {
            look(pieces, left, found);
        }
        for alike in &self.alike {
            alike.scan(left, found);
        }
    }
}

#[inline]
pub(super) fn look(pieces: &[SetWord], left: &[u64], found: &mut ScanState<'_>) {
    let (mut last, mut several) = (None, 0);
    for piece in pieces {
        let bits = left[piece.word as usize] & piece.bits;
        if bits != 0 {
            several |= bits & (bits - 1);
            if last.replace((piece.word, bits)).is_some() {
                several = 1;
            }
            if several != 0 {
                return;
            }
        }
    }
    match last {
        None => found.empty = true,
        Some((word, bits)) => found.singles[word as usize] |= bits,
    }
}

impl VariableGroup {
    #[inline]
    fn scan(&self, left: &[u64], found: &mut ScanState<'_>) {
        let at = |word: u32, (words, bits): (u32, u32)| {
            let place = (word + words) as usize;
            let low = left.get(place).map_or(0, |&word| word >> bits);
            match bits {
                0 => low,
                _ => low | left.get(place + 1).map_or(0, |&word| word << (64 - bits)),
            }
        };
        for first in &self.first {
            let (mut one, mut two) = (0, 0);
            for &distance in &self.distances {
                let here = at(first.word, distance);
                two |= one & here;
                one |= here;
            }
            found.empty |= one & first.bits != first.bits;
            let alone = one & !two & first.bits;
            if alone == 0 {
                continue;
            }
            for &(words, bits) in &self.distances {
                let here = alone & at(first.word, (words, bits));
                let place = (first.word + words) as usize;
                if here << bits != 0 {
                    found.singles[place] |= here << bits;
                }
                if bits > 0 && here >> (64 - bits) != 0 {
                    found.singles[place + 1] |= here >> (64 - bits);
                }
            }
        }
    }
}
