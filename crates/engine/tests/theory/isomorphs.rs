//! Paths mapped to isomorphs of their puzzles: the checker accepts them, whatever their steps,
//! and the inverse symmetry maps them back.

use std::collections::BTreeSet;

use crate::finned::{EASTER_MONSTER, METCALF};
use gradus_check::check_record_within;
use gradus_csp::Label;
use gradus_engine::proof::{path_of, rating_in};
use gradus_engine::rating::Limits;
use gradus_generate::dice::Dice;
use gradus_path::{NotIsomorphic, PathStep, PathTheory, Record};
use gradus_puzzles::book;
use gradus_puzzles::sudoku::{Puzzle, sudoku_model};

/// Puzzles, by their ids in the books or as texts, with the theories of their paths.
const CASES: [(&str, &str); 12] = [
    (EASTER_MONSTER, "SFin+x2y2"),
    (METCALF, "SFin+x2y2"),
    (EASTER_MONSTER, "bpb"),
    ("PBCS-7.7.1", "gB"),
    ("PBCS-7.7.1", "te"),
    ("PBCS-7.7.1", "gte"),
    ("PBCS-7.7.1", "spbx"),
    (
        "..3.5...9...7..12.7.9...4....1.6...45..3.....8.7...3...1..9...66....12.......8...",
        "F3W",
    ),
    ("PBCS-5.10.1", "SFin"),
    ("PBCS-5.10.1", "S+W"),
    ("UM-14.2-Loki", "Trid-OR5W"),
    ("UM-14.5-147", "Trid-OR5W"),
];

fn puzzle(text: &str) -> Puzzle {
    let mut puzzles = book::puzzles().into_iter();
    let entry = puzzles.find(|entry| entry.id == text);
    let text = entry.map_or(text.to_string(), |entry| entry.puzzle.to_string());
    text.parse().unwrap()
}

/// The kinds of steps, those inside trials too.
fn kinds(steps: &[PathStep], found: &mut BTreeSet<&'static str>) {
    for step in steps {
        let kind = match step {
            PathStep::Single { .. } => "single",
            PathStep::Chain(_) => "chain",
            PathStep::Forcing(_) => "forcing",
            PathStep::Subset(_) => "subset",
            PathStep::Finned(_) => "finned",
            PathStep::Belt(_) => "belt",
            PathStep::Impossible(_) => "impossible",
            PathStep::Split(_) => "split",
            PathStep::OrWhip(_) => "orwhip",
            PathStep::Guardian { .. } => "guardian",
            PathStep::Trial(trial) => {
                kinds(&trial.steps, found);
                "trial"
            }
            _ => panic!("Sudoku has no rules of its own"),
        };
        found.insert(kind);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn paths_of_isomorphs_are_accepted() {
    let mut dice = Dice::new(33, "isomorphs", 0);
    let mut found = BTreeSet::new();
    for (text, theory) in CASES {
        let puzzle = puzzle(text);
        let theory: PathTheory = theory.parse().unwrap();
        let limits = Limits::default();
        let rating = rating_in(&puzzle, theory, limits).unwrap();
        let path = path_of(&puzzle, theory, rating, limits).unwrap();
        kinds(&path.steps, &mut found);
        for _ in 0..3 {
            let symmetry = dice.symmetry();
            let back = symmetry.inverse().source_labels();
            let sources = symmetry.source_labels();
            let isomorph = symmetry.apply(&puzzle);
            let image = |label: Label| back[label.index()];
            let mapped = path.isomorph(sudoku_model(), image).unwrap();
            let record = Record::new(&isomorph, &mapped, None);
            let verdict = check_record_within(&record, gradus_puzzles::read, 1000);
            assert!(verdict.is_ok(), "{isomorph} in {theory}: {verdict:?}");
            let source = |label: Label| sources[label.index()];
            assert_eq!(mapped.isomorph(sudoku_model(), source).unwrap(), path);
        }
    }
    let all = "belt chain finned forcing impossible orwhip single subset trial";
    let missing: Vec<&str> = all
        .split(' ')
        .filter(|kind| !found.contains(kind))
        .collect();
    assert!(missing.is_empty(), "no path has {missing:?}: {found:?}");
}

#[test]
fn maps_that_are_no_symmetries_are_errors() {
    let puzzle = puzzle("PBCS-5.10.1");
    let path = path_of(&puzzle, PathTheory::Brt, None, Limits::default()).unwrap();
    // All labels to one: no variable has that one alone.
    let first = sudoku_model().labels().next().unwrap();
    let mapped = path.isomorph(sudoku_model(), |_| first);
    assert!(matches!(mapped, Err(NotIsomorphic::Variable(_))));
}
