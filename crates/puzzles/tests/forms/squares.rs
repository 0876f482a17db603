//! The kinds of puzzles by their examples, the houses of squares, and the places of their
//! labels in drawings.

use std::collections::BTreeSet;

use gradus_csp::{Instance, Solutions};
use gradus_engine::solve::solutions;
use gradus_puzzles::{examples, kind_of, read};

#[test]
fn the_example_of_each_kind_is_a_puzzle_of_it_with_one_solution() {
    for (kind, example) in examples() {
        let puzzle = read(example).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(puzzle.kind(), kind);
        assert_eq!(puzzle.to_string(), example);
        assert_eq!(kind_of(example), kind);
        assert!(!example.contains(char::is_whitespace), "{example}");
        let solutions = solutions(puzzle.as_ref());
        assert!(matches!(solutions, Solutions::One(_)), "{example}");
    }
}

fn empty(kind: &str, size: usize) -> Box<dyn Instance> {
    read(&format!("{kind}:{}", ".".repeat(size * size))).unwrap()
}

/// The names of the labels of a variable, if there is one of this name.
fn labels(puzzle: &dyn Instance, variable: &str) -> Option<Vec<String>> {
    let domain = puzzle.domain();
    let variable = domain.names().variable_named(variable)?;
    let labels = domain.model().labels_of(variable).iter();
    Some(labels.map(|&label| domain.names().label(label)).collect())
}

#[test]
fn windows_lie_between_the_blocks() {
    let nine = empty("windoku", 9);
    let window = |left: usize, top: usize| -> Vec<String> {
        let cells =
            (top..top + 3).flat_map(|row| (left..left + 3).map(move |column| (row, column)));
        cells
            .map(|(row, column)| format!("n1r{row}c{column}"))
            .collect()
    };
    for (name, left, top) in [
        ("w1n1", 2, 2),
        ("w2n1", 6, 2),
        ("w3n1", 2, 6),
        ("w4n1", 6, 6),
    ] {
        assert_eq!(
            labels(nine.as_ref(), name),
            Some(window(left, top)),
            "{name}"
        );
    }
    assert_eq!(labels(nine.as_ref(), "w5n1"), None);
    let sixteen = empty("windoku", 16);
    assert!(labels(sixteen.as_ref(), "w9n1").is_some());
    assert_eq!(labels(sixteen.as_ref(), "w10n1"), None);
}

#[test]
fn diagonals_are_numbered_as_in_latin_rules() {
    let square = empty("pandiagonal", 7);
    for (variable, label) in [
        ("d1n1", "n1r1c1"),
        ("a1n1", "n1r1c1"),
        ("d6n1", "n1r3c4"),
        ("a2n1", "n1r3c4"),
    ] {
        let labels = labels(square.as_ref(), variable).unwrap();
        assert!(
            labels.contains(&label.to_string()),
            "{variable}: {labels:?}"
        );
    }
}

#[test]
fn houses_must_have_as_many_cells_as_a_row() {
    let jigsaw = |blocks: &str| read(&format!("jigsaw:{},{blocks}", ".".repeat(16)));
    assert!(jigsaw("aaaabbbbccccdddd").is_ok());
    for blocks in ["aaaaaaaabbbbbbbb", "aaabbbbbccccdddd", "abcdabcdabcdabce"] {
        assert!(jigsaw(blocks).is_err(), "{blocks}");
    }
}

#[test]
fn every_label_has_a_place_of_its_own_on_the_board() {
    for (text, size) in [
        (".".repeat(81), 9),
        ("5x2:zzzv".to_string(), 10),
        (format!("sudoku:{}", ".".repeat(256)), 16),
        (format!("latin:{}", ".".repeat(25)), 5),
    ] {
        let puzzle = read(&text).unwrap();
        let drawing = puzzle.domain().drawing().unwrap();
        let board = drawing.board().unwrap();
        let mut taken = BTreeSet::new();
        for label in puzzle.domain().model().labels() {
            let (candidate, value) = (drawing.candidate(label), drawing.value(label));
            for glyph in [&candidate, &value] {
                let glyph = glyph.as_ref().unwrap();
                assert!(0.0 < glyph.x && glyph.x < board.width);
                assert!(0.0 < glyph.y && glyph.y < board.height);
            }
            let candidate = candidate.unwrap();
            assert!(taken.insert([candidate.x, candidate.y].map(f32::to_bits)));
        }
        assert_eq!(taken.len(), size * size * size, "{text}");
    }
}
