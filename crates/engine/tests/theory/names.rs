//! The names of labels, variables and g-labels, of Sudoku and of a large Latin
//! square: every name is read back to what it names, and nothing else is a name.

use std::collections::BTreeSet;

use gradus_csp::{Domain, Nomenclature};
use gradus_puzzles::read;
use gradus_puzzles::sudoku::domain;

/// Checks that every name of a domain is read back, and counts what has a name:
/// labels, variables and g-labels.
fn round_trips(domain: &Domain) -> [usize; 3] {
    let (model, names) = (domain.model(), domain.names());
    let (mut labels, mut variables, mut groups) = (BTreeSet::new(), BTreeSet::new(), 0);
    for label in model.labels() {
        let name = names.label(label);
        assert_eq!(names.label_named(&name), Some(label), "{name}");
        assert_eq!(names.variable_named(&name), None, "{name}");
        assert!(labels.insert(name));
    }
    for variable in model.variables() {
        let name = names.variable(variable);
        assert_eq!(names.variable_named(&name), Some(variable), "{name}");
        assert_eq!(names.label_named(&name), None, "{name}");
        assert!(variables.insert(name));
    }
    for group in model.glabels() {
        let (name, variable) = (names.glabel(group), model.glabel_variable(group));
        assert_eq!(names.glabel_named(&name, variable), Some(group), "{name}");
        assert_eq!(names.label_named(&name), None, "{name}");
        // The same name stands for the same labels in every variable.
        for other in model.variables().filter(|&other| other != variable) {
            if let Some(same) = names.glabel_named(&name, other) {
                assert_eq!(model.glabel_labels(same), model.glabel_labels(group));
            }
        }
        groups += 1;
    }
    [labels.len(), variables.len(), groups]
}

fn no_labels(names: &dyn Nomenclature, texts: &[&str]) {
    for text in texts {
        assert_eq!(names.label_named(text), None, "{text:?}");
    }
}

fn no_variables(names: &dyn Nomenclature, texts: &[&str]) {
    for text in texts {
        assert_eq!(names.variable_named(text), None, "{text:?}");
    }
}

/// What no square has.
const NOT_LABELS: [&str; 17] = [
    "", "n", "n1", "n1r1", "n1r1c", "n1r1c0", "n0r1c1", "n01r1c1", "n1r01c1", "n1c1r1", "N1R1C1",
    "n1r1c1 ", " n1r1c1", "n1r1c1c1", "n+1r1c1", "n٣r1c1", "n1r1c1é",
];
const NOT_VARIABLES: [&str; 14] = [
    "", "r", "r1", "r1c", "r0c1", "r01c2", "r1c02", "c1r1", "n1r1", "r1b1", "R1C1", "r1c1 ",
    "r1c1n1", "r1é1",
];

#[test]
fn names_of_sudoku_are_read_back() {
    assert_eq!(round_trips(domain()), [729, 324, 972]);
    let names = domain().names();
    no_labels(names, &NOT_LABELS);
    no_labels(
        names,
        &[
            "n10r1c1",
            "n1r10c1",
            "n1r1c10",
            "n1r1c123",
            "n18446744073709551617r1c1",
        ],
    );
    no_variables(names, &NOT_VARIABLES);
    no_variables(
        names,
        &["r10c1", "r1c10", "b10n1", "b1n10", "b1c1", "c10n1"],
    );
    assert!(names.variable_named("b9n9").is_some());
}

#[test]
fn g_labels_of_sudoku_have_their_variables_names_only() {
    let (model, names) = (domain().model(), domain().names());
    let in_variable = |name: &str, variable: &str| {
        let variable = names.variable_named(variable).unwrap();
        let found = names.glabel_named(name, variable)?;
        let cells = model.glabel_labels(found).iter();
        Some(cells.map(|&label| names.label(label)).collect::<Vec<_>>())
    };
    let segment = ["n5r1c7", "n5r1c8", "n5r1c9"].map(String::from).to_vec();
    assert_eq!(in_variable("n5r1c789", "r1n5"), Some(segment.clone()));
    assert_eq!(in_variable("n5r1c789", "b3n5"), Some(segment));
    for (name, variable) in [
        ("n5r1c789", "r2n5"),
        ("n5r1c789", "r1n4"),
        ("n5r1c789", "b1n5"),
        ("n5r1c789", "r1c7"),
        ("n5r1c78", "r1n5"),
        ("n5r1c987", "r1n5"),
        ("n5r1c7,8,9", "r1n5"),
        ("n5r01c789", "r1n5"),
        ("n5r1c678", "r1n5"),
        ("n5r1c7", "r1n5"),
    ] {
        assert_eq!(in_variable(name, variable), None, "{name} in {variable}");
    }
}

#[test]
fn names_of_a_latin_square_of_size_12_are_read_back() {
    let text = format!("latin:{}", ".".repeat(144));
    let square = read(&text).unwrap();
    // Every label of a Latin square is g-linked to nothing.
    assert_eq!(round_trips(square.domain()), [1728, 432, 0]);
    let names = square.domain().names();
    let label = names.label_named("n12r1c11").unwrap();
    assert_eq!(names.value(label), "r1c11=12");
    assert_eq!(names.elimination(label), "r1c11 ≠ 12");
    no_labels(names, &NOT_LABELS);
    no_labels(
        names,
        &["n13r1c1", "n1r13c1", "n1r1c13", "nCr1c1", "n1r1c012"],
    );
    no_variables(names, &NOT_VARIABLES);
    no_variables(names, &["r13c1", "r1c13", "c1n13", "b1n1"]);
}
