//! IDs of Unequal, the Futoshiki of Simon Tatham's collection: `n:` and n² items, row by
//! row, each with a comma after it. An item is a number, 0 for an empty cell, and letters
//! U, R, D, L for the neighbours that the cell is greater than.

use super::{Futoshiki, LARGEST, Signs};
use crate::tatham::Id;
use gradus_csp::{ReadError, ReadResult};

/// Reads the puzzle of an ID.
pub(crate) fn read(id: &Id<'_>) -> ReadResult {
    let puzzle = puzzle(id).map_err(|reason| ReadError::data("futoshiki", reason))?;
    Ok(Box::new(puzzle))
}

/// The same with the rules of hills and valleys.
pub(crate) fn read_hills(id: &Id<'_>) -> ReadResult {
    let puzzle = puzzle(id).map_err(|reason| ReadError::data("futoshiki-hills", reason))?;
    Ok(Box::new(puzzle.with_hills()))
}

fn puzzle(id: &Id<'_>) -> Result<Futoshiki, String> {
    let size = id.width;
    match id.letters {
        "" => {}
        "a" => {
            return Err(
                "an id of Unequal in adjacent mode, whose marks say that two cells \
                        differ by one: only inequalities are read"
                    .to_string(),
            );
        }
        letters => {
            return Err(format!(
                "unknown parameters {letters:?} in an id of Unequal"
            ));
        }
    }
    if !(1..=LARGEST).contains(&size) {
        return Err(format!(
            "the size is \"{size}\": expected a number from 1 to {LARGEST}"
        ));
    }
    let items = id.description.strip_suffix(',').unwrap_or(id.description);
    let items: Vec<&str> = items.split(',').collect();
    if items.len() != size * size {
        return Err(format!(
            "{} items: an id of Unequal of size {size} has {}",
            items.len(),
            size * size
        ));
    }
    let mut signs = Signs::none(size);
    let mut cells = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let wrong = |reason: &str| format!("item {} is {item:?}: {reason}", index + 1);
        let digits = item.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = item.split_at(digits);
        let number = number.parse::<usize>().ok().filter(|&n| n <= size);
        let expected = format!("expected a number from 0 to {size}, then letters U, R, D, L");
        let number = number.ok_or_else(|| wrong(&expected))?;
        cells.push(number.checked_sub(1));
        let (row, column) = (index / size, index % size);
        for letter in letters.chars() {
            let inside = |at: usize| Some(at).filter(|&at| at < size);
            let neighbour = match letter {
                'U' => row.checked_sub(1).map(|above| (above, column)),
                'D' => inside(row + 1).map(|below| (below, column)),
                'L' => column.checked_sub(1).map(|left| (row, left)),
                'R' => inside(column + 1).map(|right| (row, right)),
                _ => return Err(wrong(&expected)),
            };
            let outside = || wrong(&format!("no cell lies {letter} of it"));
            let neighbour = neighbour.ok_or_else(outside)?;
            if !signs.set_greater((row, column), neighbour) {
                return Err(wrong("its neighbour is greater already"));
            }
        }
    }
    Ok(Futoshiki::new(cells, signs))
}
