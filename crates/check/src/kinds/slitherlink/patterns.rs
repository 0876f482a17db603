//! The macro-rules of Slitherlink as pictures on the lattice of [`super::slitherlink`]:
//! numbers, absent lines, and the conclusions. A picture holds in all rotations and
//! reflections; a picture that belongs to no corner holds anywhere.

use super::Spot;

/// A picture.
#[derive(Clone, Default)]
pub(crate) struct Pattern {
    /// Cells and their numbers.
    pub(crate) numbers: Vec<(Spot, usize)>,
    /// Lines that must exist and be absent.
    pub(crate) absent: Vec<Spot>,
    /// Pairs of cells on one side of a pair, of which one must press on the point between
    /// them, with the direction in which that side lies.
    pub(crate) pressed: Vec<Pressed>,
    /// The cells of each loop that must not be a solution.
    pub(crate) round: Vec<Vec<Spot>>,
    /// Lines that are present.
    pub(crate) there: Vec<Spot>,
    /// Lines that are absent.
    pub(crate) not: Vec<Spot>,
    /// Points that the loop visits.
    pub(crate) visited: Vec<Spot>,
    /// True if it can be moved.
    moves: bool,
}

/// The two cells on one side of a pair: the left one, and the direction up or down.
#[derive(Clone, Copy)]
pub(crate) struct Pressed {
    left: Spot,
    away: i32,
}

/// The cells of the two that press: a 3, or a 2 at the end of a diagonal of 2s that begins with
/// a 3 and points to the point between them.
pub(crate) fn pressing(side: Pressed, number: &dyn Fn(Spot) -> Option<usize>) -> Vec<Spot> {
    let (row, column) = side.left;
    let presses = |&(column, step): &(i32, i32)| {
        let mut at = (row, column);
        while number(at) == Some(2) {
            at = (at.0 + side.away, at.1 + step);
        }
        number(at) == Some(3)
    };
    let pressing = [(column, -2), (column + 2, 2)].into_iter().filter(presses);
    pressing.map(|(column, _)| (row, column)).collect()
}

/// The eight symmetries of a grid.
pub(crate) fn turns(rows: i32, columns: i32) -> Vec<Box<dyn Fn(Spot) -> Spot>> {
    let from_end =
        |turned: bool, count: i32, at: i32| if turned { 2 * (count + 1) - at } else { at };
    let turned = |code: u8| -> Box<dyn Fn(Spot) -> Spot> {
        Box::new(move |(row, column)| {
            let (row, column) = match code & 1 {
                0 => (row, column),
                _ => (column, row),
            };
            (
                from_end(code & 2 != 0, rows, row),
                from_end(code & 4 != 0, columns, column),
            )
        })
    };
    (0..8).map(turned).collect()
}

impl Pattern {
    /// The picture of a rule. Movable pictures have their first cell in the
    /// north-west corner, at (2, 2).
    pub(crate) fn named(rule: &str) -> Option<Pattern> {
        let anywhere = Pattern {
            moves: true,
            ..Pattern::default()
        };
        // The lines on the left of, between and on the right of two cells in row 1, and
        // the lines that continue the one between them.
        let (left, middle, right) = ((2, 1), (2, 3), (2, 5));
        let beyond = vec![(0, 3), (4, 3)];
        Some(match rule {
            "adjacent-3-3" => Pattern {
                numbers: vec![((2, 2), 3), ((2, 4), 3)],
                round: vec![vec![(2, 2), (2, 4)]],
                there: vec![left, middle, right],
                not: beyond,
                ..anywhere
            },
            "square-of-2s" => Pattern {
                numbers: vec![((2, 2), 2), ((2, 4), 2), ((4, 2), 2), ((4, 4), 2)],
                round: vec![vec![(2, 2), (2, 4), (4, 2), (4, 4)]],
                visited: vec![(3, 3)],
                ..anywhere
            },
            "adjacent-3-2-0" => Pattern {
                numbers: vec![((2, 2), 3), ((2, 4), 2), ((2, 6), 0)],
                there: vec![left],
                not: beyond,
                ..anywhere
            },
            "adjacent-3-2-noline" => Pattern {
                numbers: vec![((2, 2), 3), ((2, 4), 2)],
                absent: vec![right],
                there: vec![left],
                not: beyond,
                ..anywhere
            },
            "3+1+1+3" => Pattern {
                numbers: vec![((2, 2), 1), ((2, 4), 1)],
                pressed: vec![
                    Pressed {
                        left: (0, 2),
                        away: -2,
                    },
                    Pressed {
                        left: (4, 2),
                        away: 2,
                    },
                ],
                there: beyond,
                not: vec![left, right],
                ..anywhere
            },
            "3-no-U-turn" => Pattern {
                numbers: vec![((2, 2), 3)],
                absent: vec![(1, 6), (0, 5), (3, 6), (4, 5)],
                round: vec![vec![(2, 2), (2, 4)]],
                not: vec![(1, 4), (3, 4), (2, 5)],
                ..anywhere
            },
            "1-1-in-corner" => Pattern {
                numbers: vec![((2, 4), 1), ((4, 2), 1)],
                not: vec![(3, 2), (2, 3)],
                ..Pattern::default()
            },
            "1-3-in-corner" => Pattern {
                numbers: vec![((2, 4), 3), ((4, 2), 1)],
                round: vec![vec![(2, 2), (2, 4)]],
                there: vec![(2, 3)],
                not: vec![(3, 2)],
                ..Pattern::default()
            },
            "2-3-in-corner" => Pattern {
                numbers: vec![((2, 4), 3), ((4, 2), 2)],
                there: vec![(2, 5)],
                ..Pattern::default()
            },
            "2-3+1-in-corner" => Pattern {
                numbers: vec![((2, 4), 3), ((4, 2), 2), ((4, 4), 1)],
                there: vec![(2, 3), (2, 5)],
                ..Pattern::default()
            },
            "2-2+3-in-corner" => Pattern {
                numbers: vec![((2, 4), 2), ((4, 2), 2), ((4, 4), 3)],
                round: vec![vec![(2, 2), (2, 4), (4, 4)], vec![(2, 2), (4, 2), (4, 4)]],
                there: vec![(1, 2), (1, 6), (2, 1), (6, 1)],
                ..Pattern::default()
            },
            "three-2s-in-corner" => Pattern {
                numbers: vec![((6, 2), 2), ((4, 4), 2), ((2, 6), 2)],
                there: vec![(1, 8), (8, 1)],
                ..Pattern::default()
            },
            "five-2s-in-corner" => Pattern {
                numbers: vec![
                    ((10, 2), 2),
                    ((8, 4), 2),
                    ((6, 6), 2),
                    ((4, 8), 2),
                    ((2, 10), 2),
                ],
                there: vec![(1, 12), (12, 1)],
                ..Pattern::default()
            },
            _ => return None,
        })
    }

    /// The picture in all possible places.
    pub(crate) fn everywhere(&self, size: i32) -> Vec<Pattern> {
        if !self.moves {
            return vec![self.clone()];
        }
        let places = (0..size).flat_map(|row| (0..size).map(move |column| (2 * row, 2 * column)));
        places.map(|by| self.moved(by)).collect()
    }

    fn moved(&self, (rows, columns): Spot) -> Pattern {
        let to = |&(row, column): &Spot| (row + rows, column + columns);
        let all = |spots: &[Spot]| spots.iter().map(to).collect::<Vec<Spot>>();
        let pressed = |side: &Pressed| Pressed {
            left: to(&side.left),
            away: side.away,
        };
        Pattern {
            numbers: (self.numbers.iter())
                .map(|(cell, number)| (to(cell), *number))
                .collect(),
            absent: all(&self.absent),
            pressed: self.pressed.iter().map(pressed).collect(),
            round: self.round.iter().map(|cells| all(cells)).collect(),
            there: all(&self.there),
            not: all(&self.not),
            visited: all(&self.visited),
            moves: false,
        }
    }
}
