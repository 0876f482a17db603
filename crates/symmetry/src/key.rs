//! A short name of a class: for sets of millions of them.

use gradus_puzzles::sudoku::Puzzle;

/// 16 bytes that stand for a class: the first half of the BLAKE3 hash of its canonical
/// form. Among a hundred million classes, two with the same key are there with a
/// probability of less than 10⁻²².
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u128);

impl Key {
    /// The key of a class, from its canonical form.
    pub fn of(form: &Puzzle) -> Key {
        let hash = match form {
            Puzzle::Givens(grid) => blake3::hash(&grid.0),
            Puzzle::Sukaku(cells) => {
                let bytes: Vec<u8> = cells.iter().flat_map(|mask| mask.to_le_bytes()).collect();
                blake3::hash(&bytes)
            }
        };
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        Key(u128::from_le_bytes(half))
    }
}
