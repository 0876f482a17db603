//! What theories make of patterns: contradictions have a T&E depth, and so have rules.

use crate::reference::{self, te_closure};
use gradus_engine::examine::{Examination, HowMany, Remainder, Trying, examine};
use gradus_engine::rating::{Limits, Rating};
use gradus_puzzles::read;

/// A sukaku in which some cells, given by row and column from 1, have some digits, and the
/// others all.
fn pattern(cells: &[(usize, usize, &str)]) -> String {
    let mut text = "123456789".repeat(81).into_bytes();
    for &(row, column, digits) in cells {
        let start = ((row - 1) * 9 + column - 1) * 9;
        for digit in &mut text[start..start + 9] {
            if !digits.as_bytes().contains(digit) {
                *digit = b'.';
            }
        }
    }
    String::from_utf8(text).unwrap()
}

fn examined(text: &str, max_depth: usize, trying: Trying) -> Examination {
    let limits = Limits {
        max_length: 3,
        max_depth,
        ..Limits::default()
    };
    examine(read(text).unwrap().as_ref(), limits, trying).unwrap()
}

/// What the level with this column leaves.
fn left(found: &Examination, column: &str) -> Remainder {
    let mut levels = found.levels.iter();
    levels.find(|level| level.column == column).unwrap().left
}

/// The twelve cells of a trivalue oddagon: three of each of four blocks, of which one has
/// an odd permutation.
fn oddagon() -> String {
    let cells = [
        [(1, 1), (2, 2), (3, 3)],
        [(1, 4), (2, 5), (3, 6)],
        [(4, 1), (5, 2), (6, 3)],
        [(4, 4), (5, 6), (6, 5)],
    ];
    let cells = cells.concat().into_iter();
    let cells: Vec<_> = cells.map(|(r, c)| (r, c, "123")).collect();
    pattern(&cells)
}

/// The same cells are possible where the product of the signs is even.
#[test]
fn an_oddagon_is_contradictory_at_depth_3() {
    let found = examined(&oddagon(), 3, Trying::Within);
    assert_eq!(found.solutions, HowMany::None);
    assert_eq!(found.depth, Rating::exact(3));
    for column in ["brt", "w1", "s2", "w3", "b3", "te1"] {
        assert_eq!(left(&found, column), Remainder::Candidates(657), "{column}");
    }
    // Each block has a Naked Triplet, with 18 targets.
    for column in ["s3", "s4", "te2"] {
        assert_eq!(left(&found, column), Remainder::Candidates(585), "{column}");
    }
    assert_eq!(left(&found, "te3"), Remainder::Contradiction);
    let cells: Vec<_> = [
        (1, 1),
        (2, 2),
        (3, 3),
        (1, 4),
        (2, 5),
        (3, 6),
        (4, 1),
        (5, 2),
        (6, 3),
    ]
    .into_iter()
    .chain([(4, 4), (5, 5), (6, 6)])
    .map(|(r, c)| (r, c, "123"))
    .collect();
    let possible = pattern(&cells);
    let found = examined(&possible, 1, Trying::All);
    assert_eq!(found.solutions, HowMany::Several);
    assert_eq!(found.depth, Rating::lower(2));
}

/// A Naked Pair, Triplet or Quad in a row, with its target in another cell of the row.
fn subset(size: usize, asserted: bool) -> String {
    let digits = &"1234"[..size];
    let columns = [1, 4, 7, 8];
    let mut cells: Vec<_> = columns[..size].iter().map(|&c| (1, c, digits)).collect();
    if asserted {
        cells.push((1, 9, "1"));
    }
    pattern(&cells)
}

/// Naked Pairs, Triplets and Quads as rules have depth 1, 2 and 3: T&E of this depth, and
/// none less, eliminates the target. With the target asserted, a contradiction is met one
/// level less deep.
#[test]
fn subset_rules_have_their_depths() {
    for size in [2, 3, 4] {
        let depth = size - 1;
        let found = examined(&subset(size, false), depth, Trying::Within);
        assert_eq!(found.solutions, HowMany::Several);
        let all = found.candidates;
        for less in 1..depth {
            let left = left(&found, &format!("te{less}"));
            assert_eq!(left, Remainder::Candidates(all), "{size} {less}");
        }
        // The trials are of cells of the pattern, and the target is in another one.
        let target = examined(&subset(size, true), 3, Trying::Within);
        assert_eq!(target.solutions, HowMany::None);
        assert_eq!(target.depth, Rating::exact(depth - 1), "{size}");
        if depth <= 2 {
            let full = examined(&subset(size, true), 2, Trying::All);
            assert_eq!(full.depth, Rating::exact(depth - 1), "{size}");
        }
    }
    // T&E over all candidates eliminates the targets, and so do Subsets of the size.
    for (size, depth) in [(2, 1), (3, 2)] {
        let found = examined(&subset(size, false), depth, Trying::All);
        let all = found.candidates;
        let targets = size * (9 - size);
        assert_eq!(
            left(&found, &format!("s{size}")),
            Remainder::Candidates(all - targets)
        );
        let by_trials = left(&found, &format!("te{depth}"));
        assert_eq!(by_trials, Remainder::Candidates(all - targets), "{size}");
        if depth > 1 {
            assert_eq!(left(&found, "te1"), Remainder::Candidates(all));
        }
    }
}

/// A puzzle with one solution has the depth that it is rated with, and what is left at each
/// depth is what the definition leaves.
#[test]
fn puzzles_have_what_the_definitions_leave() {
    for (text, depth) in [
        (
            "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..",
            2,
        ),
        (
            "87..9621.251..8.699..12...7.3...2..1.........4.28...3.3..2.16.862.9..14.1.56...72",
            1,
        ),
    ] {
        let found = examined(text, 3, Trying::All);
        assert_eq!(
            (found.solutions, found.depth),
            (HowMany::One, Rating::exact(depth))
        );
        let mut state = reference::State::from_givens(&reference::parse(text));
        te_closure(&mut state, 1);
        assert_eq!(
            left(&found, "te1"),
            Remainder::Candidates(state.candidates().len())
        );
        assert_eq!(left(&found, "te3"), Remainder::Candidates(0));
        // Nearly all cells have lost candidates, and trials within them are all there are.
        let within = examined(text, 2, Trying::Within);
        assert_eq!(left(&within, "te1"), left(&found, "te1"));
        assert_eq!(within.depth, Rating::exact(depth));
    }
}

/// Of a puzzle with several solutions every theory leaves the candidates of all of them.
#[test]
fn several_solutions_leave_what_they_have_together() {
    let one = "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";
    let several = format!("....{}", &one[4..]);
    let found = examined(&several, 2, Trying::All);
    assert_eq!(found.solutions, HowMany::Several);
    assert!(found.irrefutable > 57 && found.irrefutable < found.candidates);
    for level in &found.levels {
        match level.left {
            Remainder::Candidates(left) => assert!(left + 81 >= found.irrefutable),
            other => panic!("{}: {other:?}", level.name),
        }
    }
    assert_eq!(found.depth, Rating::lower(3));
    // Contradictory givens are rejected as ever.
    let clash = examine(
        read(&format!("11{}", ".".repeat(79))).unwrap().as_ref(),
        Limits::default(),
        Trying::All,
    );
    assert!(clash.unwrap_err().to_string().contains("contradict"));
}
