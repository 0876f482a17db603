//! The texts of Slitherlink, the sizes of its model, small loops and drawings.

use gradus_csp::{Instance, Labels, Position, Solutions, State, Style};
use gradus_engine::kernel::{Kernel, initial_state};
use gradus_engine::rating::LinkCount;
use gradus_engine::solve::{count_solutions, solutions};
use gradus_engine::with_kernel;
use gradus_puzzles::read;

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

#[test]
fn texts_and_ids_are_read_and_printed() {
    let text = "slitherlink:3x4,.21.30...2.3";
    for same in [
        text,
        "slitherlink:3×4,.21.30...2.3",
        "Slitherlink:3x4,.21.30...2.3",
        "4x3t0:a21a30c2a3",
        "4x3t0de:a21a30c2a3",
        "slitherlink:4x3t0:a21a30c2a3",
    ] {
        assert_eq!(read(same).unwrap().to_string(), text, "{same}");
    }
    let extended = read("slitherlink-xtd:4x3t0:a21a30c2a3").unwrap();
    assert_eq!(extended.to_string(), "slitherlink-xtd:3x4,.21.30...2.3");
    assert_eq!(extended.kind(), "slitherlink-xtd");
}

#[test]
fn other_texts_are_refused_with_a_reason() {
    assert_eq!(
        refused("slitherlink:...."),
        "slitherlink: expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found \"....\""
    );
    assert_eq!(
        refused("slitherlink:2x,...."),
        "slitherlink: expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found \"2x,....\""
    );
    assert_eq!(
        refused("slitherlink:0x4,"),
        "slitherlink: a grid of 0 rows and 4 columns has no cells"
    );
    assert_eq!(
        refused("slitherlink:2x2,..."),
        "slitherlink: 3 cells: 2 rows of 2 are 4"
    );
    assert_eq!(
        refused("slitherlink:2x2,..4."),
        "slitherlink: cell 3 is '4': expected 0, 1, 2, 3 or . for empty"
    );
    assert_eq!(
        refused("4x3t1:a21a30c2a3"),
        "slitherlink: type 1 of Loopy is no grid of squares: only type 0 is read"
    );
    assert_eq!(
        refused("2x2t0:a4b"),
        "slitherlink: character 2 of the description is '4': expected 0 to 3, or a to z for a run of empty cells"
    );
    let large = format!("slitherlink:23x23,{}", ".".repeat(529));
    assert_eq!(
        refused(&large),
        "slitherlink: 23 rows of 23 cells are too large: at most 16384 labels can be rated"
    );
}

/// The links of the initial state, and after Singles: among labels of variables that are
/// undecided.
fn counts_in<K: Kernel>(kernel: &K, puzzle: &dyn Instance) -> ([usize; 4], [usize; 4]) {
    let mut state = initial_state(kernel, puzzle).unwrap();
    let count = |state: &State<K::Set>| {
        let mut state = state.clone();
        let left = kernel.scan(&state.left).singles;
        state.values.unite(&left);
        let links = LinkCount::new(kernel, &state);
        let model = kernel.model();
        let open = model.variables().filter(|&variable| {
            let labels = model.labels_of(variable).iter();
            labels.filter(|&&label| state.left.contains(label)).count() > 1
        });
        [open.count(), links.candidates, links.csp_links, links.links]
    };
    let first = count(&state);
    assert_eq!(kernel.rounds(&mut state, usize::MAX), None);
    (first, count(&state))
}

fn counts(text: &str) -> ([usize; 4], [usize; 4]) {
    let puzzle = read(text).unwrap();
    with_kernel!(puzzle, |kernel| counts_in(kernel, puzzle.as_ref()))
}

#[test]
fn the_model_has_as_many_candidates_and_links_as_that_of_the_book() {
    let (five, _) = counts("slitherlink:5x5,.........................");
    assert_eq!(five, [191, 837, 2980, 12213]);
    let (rows, _) = counts("slitherlink:3x4,............");
    assert_eq!(rows[1..], [400, 1243, 5079]);
    // Mebane I.3 (CSP-Rules-Examples, Slitherlink/Mebane).
    let (before, after) = counts(MEBANE_3);
    assert_eq!(before[1..], [2747, 9297, 39805]);
    assert_eq!(after[1..], [1604, 4206, 16586]);
}

const MEBANE_3: &str = "slitherlink:10x10,1..3..2.2003..22..2...2....2..3..2..2..3.3..23..0..2..12..1.1..2..2..1..2....2...3..02..2131.1..0..0";

/// Two 3s side by side, or four 2s in a square, may be all there is: the rules that exclude
/// the loop round them are not applied then.
#[test]
fn small_loops_may_be_the_solution() {
    for text in [
        "slitherlink:3x4,1331.11.0000",
        "slitherlink:3x4,011013310110",
        "slitherlink:4x4,.11.122112210110",
    ] {
        let puzzle = read(text).unwrap();
        let count = count_solutions(puzzle.as_ref(), 2);
        let closes = with_kernel!(puzzle, |kernel| {
            let mut state = initial_state(kernel, puzzle.as_ref()).unwrap();
            kernel.close_singles(&mut state)
        });
        assert_eq!((count, closes), (1, true), "{text}");
    }
}

/// A line of the grid is part of each drawing.
#[test]
fn drawings_show_lines_and_crosses() {
    let puzzle = read("slitherlink:3x4,.21.30...2.3").unwrap();
    let Solutions::One(labels) = solutions(puzzle.as_ref()) else {
        panic!("one solution");
    };
    let position = Position {
        candidates: Default::default(),
        values: labels.into_iter().collect(),
    };
    let drawing = puzzle.domain().drawing().unwrap();
    let text = drawing.text(&position, &Default::default(), Style::Plain);
    assert_eq!(text, SOLVED);
    let svg = drawing.svg(
        "Slitherlink",
        &puzzle.givens(),
        Some((&position, &Default::default())),
    );
    assert!(svg.contains("gradus-path") && svg.contains("gradus-area"));
}

const SOLVED: &str = "     c1  c2  c3  c4
   · × ·───·───·───·
r1 ×   │ 2 × 1 ×   │
   ·───· × · × ·───·
r2 │ 3 × 0 ×   │   ×
   ·───· × · × ·───·
r3 ×   │ 2 ×   × 3 │
   · × ·───·───·───·
";
