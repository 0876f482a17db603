//! Cover matrices: equal numbers of two sorts of CSP variables, bases and covers, with a
//! label at each crossing. Subsets use nothing else of a puzzle (PBCS 8.1): the
//! transversal set of a cover for some bases is the labels at their crossings,
//! and the rest of the cover's labels are linked to all of them.

use thiserror::Error;

use super::ids::{Label, Variable, VariableKind};
use super::labels::Labels;
use super::model::Model;

/// The most bases or covers of a matrix: their masks fill one vector register.
pub const WIDEST: usize = 16;

/// The reason why variables are not a cover matrix.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MatrixError {
    /// The numbers of bases and covers differ or are too large for a mask.
    #[error("{0} bases and {1} covers: give as many of each, at most {WIDEST}")]
    Shape(usize, usize),
    /// A base and a cover have no label in common, or several.
    #[error("variables {0} and {1} do not have exactly one label in common")]
    Crossing(usize, usize),
    /// A variable has a label that is at no crossing.
    #[error("variable {0} has labels at no crossing")]
    Outside(usize),
    /// Two bases or two covers have a label in common.
    #[error("label {0} is at two crossings")]
    Twice(usize),
    /// A variable has some of the crossings of some bases and covers, but not all.
    #[error("variable {0} does not have all crossings of its bases and covers")]
    Patchy(usize),
}

/// A variable of another kind that has all the crossings of some bases and some
/// covers of a matrix, and no other label of it: in the row-column matrix of a symbol,
/// the places of the symbol in a block. The fins of a finned fish are in one patch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch {
    /// The variable.
    pub variable: Variable,
    /// The bases, as a mask.
    pub bases: u16,
    /// The covers, as a mask.
    pub covers: u16,
}

/// Bases and covers with their crossings.
#[derive(Clone, Debug)]
pub struct CoverMatrix {
    bases: Vec<Variable>,
    covers: Vec<Variable>,
    /// Cover by cover for each base.
    labels: Vec<Label>,
    patches: Vec<Patch>,
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
                return Err(MatrixError::Outside(variable.index()));
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
                    _ => return Err(MatrixError::Crossing(base.index(), cover.index())),
                }
            }
        }
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(MatrixError::Twice(pair[0].index())),
            None => Ok(CoverMatrix {
                bases: bases.to_vec(),
                covers: covers.to_vec(),
                labels,
                patches: Vec::new(),
            }),
        }
    }

    /// The same matrix with the variables of a third kind as patches. Each must
    /// have all crossings of its bases and covers.
    pub fn with_patches(self, model: &Model, kind: VariableKind) -> Result<Self, MatrixError> {
        let mut patches: Vec<Patch> = Vec::new();
        for (place, &label) in self.labels.iter().enumerate() {
            let Some(variable) = model.variable_of(label, kind) else {
                continue;
            };
            let (base, cover) = (1 << (place / self.width()), 1 << (place % self.width()));
            match patches.iter_mut().find(|patch| patch.variable == variable) {
                Some(patch) => {
                    patch.bases |= base;
                    patch.covers |= cover;
                }
                None => patches.push(Patch {
                    variable,
                    bases: base,
                    covers: cover,
                }),
            }
        }
        for patch in &patches {
            let own = model.labels_of(patch.variable);
            let inside = self.labels.iter().filter(|label| own.contains(label));
            let all = patch.bases.count_ones() * patch.covers.count_ones();
            if inside.count() != all as usize {
                return Err(MatrixError::Patchy(patch.variable.index()));
            }
        }
        Ok(CoverMatrix { patches, ..self })
    }

    /// The number of bases, equal to the number of covers.
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

    /// The variables of a third kind that finned fish may have their fins in.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// The label that a base and a cover have in common.
    pub fn label(&self, base: usize, cover: usize) -> Label {
        self.labels[base * self.width() + cover]
    }

    /// The labels of the matrix that are left.
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
