//! Crossings: two cover matrices that have covers in common, such as a row and a
//! block with the three cells that are in both. The segments of belts lie in
//! them (PBCS 13.4).

use super::ids::Variable;
use super::matrix::CoverMatrix;

/// Two matrices whose bases stand for the same things, in the same order, and
/// the covers that they have in common, at least two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// The places of the matrices in their list.
    pub matrices: [usize; 2],
    /// The common covers, and the place of each in either matrix.
    pub covers: Vec<(Variable, [usize; 2])>,
}

impl Crossing {
    /// The common covers of two matrices, if their bases have the same label in
    /// each of them.
    fn of(list: &[CoverMatrix], matrices: [usize; 2]) -> Option<Crossing> {
        let [one, other] = matrices.map(|place| &list[place]);
        let mut covers = Vec::new();
        for (here, &cover) in one.covers().iter().enumerate() {
            let Some(there) = other.covers().iter().position(|&c| c == cover) else {
                continue;
            };
            let same = |base| one.label(base, here) == other.label(base, there);
            if one.width() != other.width() || !(0..one.width()).all(same) {
                return None;
            }
            covers.push((cover, [here, there]));
        }
        (covers.len() > 1).then_some(Crossing { matrices, covers })
    }
}

/// All crossings of some matrices, each once.
pub fn crossings(list: &[CoverMatrix]) -> Vec<Crossing> {
    let places = 0..list.len();
    let pairs = places.flat_map(|one| (one + 1..list.len()).map(move |other| [one, other]));
    pairs.filter_map(|pair| Crossing::of(list, pair)).collect()
}
