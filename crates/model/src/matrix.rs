//! Cover matrices: as many CSP variables (bases) as others (covers), one label
//! at each crossing. They are all that Subsets know of a puzzle (PBCS 8.1): the
//! transversal set of a cover for some bases is the labels at their crossings,
//! and what the cover links to all of them is the rest of the cover's labels.

use thiserror::Error;

use super::labels::Labels;
use super::model::{Label, Model, Variable};

/// The most bases or covers of a matrix: their masks fill one vector register.
pub const WIDEST: usize = 16;

/// What makes variables not a cover matrix.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MatrixError {
    /// There must be as many bases as covers, and not too many for a mask.
    #[error("{0} bases and {1} covers: give as many of each, at most {WIDEST}")]
    Shape(usize, usize),
    /// A base and a cover have no label in common, or several.
    #[error("variables {0} and {1} do not have exactly one label in common")]
    Crossing(u16, u16),
    /// A variable has a label that is at no crossing.
    #[error("variable {0} has labels at no crossing")]
    Outside(u16),
    /// Two bases or two covers have a label in common.
    #[error("label {0} is at two crossings")]
    Twice(u16),
}

/// Bases and covers with their crossings.
#[derive(Clone, Debug)]
pub struct CoverMatrix {
    bases: Vec<Variable>,
    covers: Vec<Variable>,
    /// Cover by cover for each base.
    labels: Vec<Label>,
}

impl CoverMatrix {
    /// The matrix of these bases and covers: each base must have one label of
    /// each cover, and no other.
    pub fn new(
        model: &Model,
        bases: &[Variable],
        covers: &[Variable],
    ) -> Result<Self, MatrixError> {
        let width = bases.len();
        if width != covers.len() || width > WIDEST {
            return Err(MatrixError::Shape(width, covers.len()));
        }
        for &variable in bases.iter().chain(covers) {
            if model.labels_of(variable).len() != width {
                return Err(MatrixError::Outside(variable.0));
            }
        }
        let mut labels = Vec::with_capacity(width * width);
        for &base in bases {
            for &cover in covers {
                let in_base = model.labels_of(base);
                let mut common = model
                    .labels_of(cover)
                    .iter()
                    .filter(|label| in_base.contains(label));
                match (common.next(), common.next()) {
                    (Some(&label), None) => labels.push(label),
                    _ => return Err(MatrixError::Crossing(base.0, cover.0)),
                }
            }
        }
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(MatrixError::Twice(pair[0].0)),
            None => Ok(CoverMatrix {
                bases: bases.to_vec(),
                covers: covers.to_vec(),
                labels,
            }),
        }
    }

    /// Number of bases, and of covers.
    pub fn width(&self) -> usize {
        self.bases.len()
    }

    /// The bases.
    pub fn bases(&self) -> &[Variable] {
        &self.bases
    }

    /// The covers.
    pub fn covers(&self) -> &[Variable] {
        &self.covers
    }

    /// The label that a base and a cover have in common.
    pub fn label(&self, base: usize, cover: usize) -> Label {
        self.labels[base * self.width() + cover]
    }

    /// What is left of the matrix, label by label.
    pub fn incidence<S: Labels>(&self, left: &S) -> Incidence {
        let mut incidence = Incidence::default();
        for (mask, labels) in incidence.0.iter_mut().zip(self.labels.chunks(self.width())) {
            for (cover, &label) in labels.iter().enumerate() {
                *mask |= u16::from(left.contains(label)) << cover;
            }
        }
        incidence
    }
}

/// For each base of a matrix, the covers that have a label left at the crossing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Incidence(pub [u16; WIDEST]);

impl Incidence {
    /// The same with bases and covers exchanged.
    ///
    /// Quarters change places in squares of 16, then of 8, of 4 and of 2 masks
    /// and bits; four masks are in a word.
    #[inline]
    pub fn transposed(&self) -> Incidence {
        let mut words = [0u64; WIDEST / 4];
        for (word, masks) in words.iter_mut().zip(self.0.as_chunks::<4>().0) {
            *word = masks
                .iter()
                .rev()
                .fold(0, |word, &mask| word << 16 | u64::from(mask));
        }
        let mut exchange = |a: usize, b: usize, shift: u32, low: u64| {
            let moved = (words[a] >> shift ^ words[b]) & low;
            words[b] ^= moved;
            words[a] ^= moved << shift;
        };
        exchange(0, 2, 8, 0x00ff_00ff_00ff_00ff);
        exchange(1, 3, 8, 0x00ff_00ff_00ff_00ff);
        exchange(0, 1, 4, 0x0f0f_0f0f_0f0f_0f0f);
        exchange(2, 3, 4, 0x0f0f_0f0f_0f0f_0f0f);
        for word in &mut words {
            let moved = (*word ^ *word >> 30) & 0x0000_0000_cccc_cccc;
            *word ^= moved ^ moved << 30;
            let moved = (*word ^ *word >> 15) & 0x0000_aaaa_0000_aaaa;
            *word ^= moved ^ moved << 15;
        }
        let mut other = Incidence::default();
        for (word, masks) in words.iter().zip(other.0.as_chunks_mut::<4>().0) {
            *masks = std::array::from_fn(|i| (word >> (16 * i)) as u16);
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposed_exchanges_bases_and_covers() {
        let mut seed = 1u64;
        for _ in 0..1000 {
            let mut incidence = Incidence::default();
            for mask in &mut incidence.0 {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                *mask = (seed >> 40) as u16;
            }
            let transposed = incidence.transposed();
            for base in 0..WIDEST {
                for cover in 0..WIDEST {
                    let (here, there) = (incidence.0[base], transposed.0[cover]);
                    assert_eq!(here >> cover & 1, there >> base & 1);
                }
            }
        }
    }
}
