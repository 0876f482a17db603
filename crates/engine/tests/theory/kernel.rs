//! The kernels agree: the vector kernel of Sudoku (with and without AVX2) and
//! the generic one that loops over variables, on random sets of labels.

use crate::board::board;
use std::sync::{Arc, LazyLock};

use gradus_csp::{Label, LabelSet, Labels, State, VariableKind};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::kernel::{GenericKernel, Kernel};
use gradus_puzzles::sudoku::sudoku_model;
use proptest::prelude::*;

/// The oracle: a generic kernel over a Sudoku model of its own.
fn oracle() -> &'static GenericKernel<12> {
    static ORACLE: LazyLock<GenericKernel<12>> = LazyLock::new(|| {
        use gradus_csp::ModelBuilder;
        let model = sudoku_model();
        let mut builder = ModelBuilder::new(model.label_count());
        for variable in model.variables() {
            builder.variable(
                model.kind_of(variable),
                model.labels_of(variable).iter().copied(),
            );
        }
        GenericKernel::new(Arc::new(builder.build().unwrap())).unwrap()
    });
    &ORACLE
}

/// Random sets of labels of all densities; sparse ones have many singles and empty variables.
fn labels() -> impl Strategy<Value = Vec<Label>> {
    (1u32..=100, proptest::collection::vec(0u32..100, 729)).prop_map(|(share, draws)| {
        let chosen = draws.iter().enumerate().filter(|(_, draw)| **draw < share);
        chosen.map(|(label, _)| Label::new(label)).collect()
    })
}

/// Labels left after asserting some compatible labels in a random order: like real states.
fn states() -> impl Strategy<Value = (Vec<Label>, Vec<Label>)> {
    (
        proptest::collection::vec(0usize..729, 0..60),
        proptest::collection::vec(0usize..729, 0..200),
    )
        .prop_map(|(asserted, eliminated)| {
            let kernel = board().portable();
            let mut state = kernel.state(kernel.all());
            for label in asserted.into_iter().map(Label::new) {
                if state.left.contains(label) {
                    kernel.assert(&mut state, label);
                }
            }
            for label in eliminated.into_iter().map(Label::new) {
                if !state.values.contains(label) {
                    state.left.remove(label);
                }
            }
            (state.left.iter().collect(), state.values.iter().collect())
        })
}

fn check(left: &[Label]) {
    let oracle = oracle();
    let slow: LabelSet<12> = oracle.set_of(left.iter().copied());
    for kernel in [board(), board().portable()] {
        let fast: Boards = kernel.set_of(left.iter().copied());
        let same = |a: &Boards, b: &LabelSet<12>| a.iter().eq(b.iter());
        let (scan, expected) = (kernel.scan(&fast), oracle.scan(&slow));
        assert_eq!(scan.empty, expected.empty);
        assert!(
            same(&scan.singles, &expected.singles),
            "singles of all kinds"
        );
        for kind in (0..4).map(VariableKind) {
            let (a, b) = (kernel.scan_kind(&fast, kind), oracle.scan_kind(&slow, kind));
            assert!(same(&a.singles, &b.singles), "singles of kind {kind:?}");
            assert_eq!(a.empty, b.empty, "empty variables of kind {kind:?}");
            let (a, b) = (kernel.fill(&fast, kind), oracle.fill(&slow, kind));
            assert!(same(&a, &b), "variables of kind {kind:?} that have labels");
        }
        assert!(
            same(&kernel.whip1_targets(&fast), &oracle.whip1_targets(&slow)),
            "whips[1]"
        );
        assert_eq!(kernel.empty_variables(&fast), oracle.empty_variables(&slow));
        assert_eq!(scan.empty, !kernel.empty_variables(&fast).is_empty());
        let some = |step| left.iter().copied().step_by(step);
        for label in some(7) {
            let (mut a, mut b) = (fast, slow);
            kernel.strike(&mut a, label);
            oracle.strike(&mut b, label);
            assert!(same(&a, &b), "labels linked to {label:?}");
        }
        let (mut a, mut b) = (fast, slow);
        kernel.strike_all(&mut a, &kernel.set_of(some(11)));
        oracle.strike_all(&mut b, &oracle.set_of(some(11)));
        assert!(same(&a, &b), "labels linked to several");
        for variable in sudoku_model().variables() {
            let (few, slow_few) = (kernel.set_of(some(13)), oracle.set_of(some(13)));
            assert_eq!(kernel.has(variable, &few), oracle.has(variable, &slow_few));
        }
        let a = kernel.singles_touching(&fast, &kernel.set_of(some(5)));
        let b = oracle.singles_touching(&slow, &oracle.set_of(some(5)));
        assert!(same(&a, &b), "singles in touched variables");
        let (mut a, mut b) = (Vec::new(), Vec::new());
        kernel.groups_touching(&fast, &kernel.set_of(some(5)), &mut a);
        oracle.groups_touching(&slow, &oracle.set_of(some(5)), &mut b);
        a.sort_unstable();
        assert_eq!(a, b, "g-candidates of touched variables");
        for useful in [false, true] {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            kernel.groups(&fast, useful, &mut a);
            oracle.groups(&slow, useful, &mut b);
            a.sort_unstable();
            assert_eq!(a, b, "g-candidates that hold all of their variable");
            for group in a {
                let (mut a, mut b) = (fast, slow);
                kernel.strike_group(&mut a, group);
                oracle.strike_group(&mut b, group);
                assert!(same(&a, &b), "labels g-linked to {group:?}");
                let (mut a, mut b) = (kernel.none(), oracle.none());
                kernel.add_followers(&mut a, group);
                oracle.add_followers(&mut b, group);
                assert!(same(&a, &b), "labels that may follow {group:?}");
            }
        }
        if !scan.empty {
            let forced = scan.singles.iter().step_by(2);
            let (a, b) = (kernel.set_of(forced), scan.singles);
            let slow_forced = oracle.set_of(a.iter());
            let closes = kernel.closes(&fast, &b, &a);
            assert_eq!(
                closes,
                oracle.closes(&slow, &expected.singles, &slow_forced)
            );
            // By definition: asserting one of them leaves a variable empty.
            let empties = |label| {
                let mut next = fast;
                kernel.strike(&mut next, label);
                kernel.scan(&next).empty
            };
            assert_eq!(closes, a.iter().any(empties));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random_sets(left in labels()) {
        check(&left);
    }

    #[test]
    fn random_states((left, values) in states()) {
        check(&left);
        let oracle = oracle();
        let mut slow = State {
            left: oracle.set_of(left.iter().copied()),
            values: oracle.set_of(values.iter().copied()),
        };
        let slow_start = slow.clone();
        let consistent = oracle.close_singles(&mut slow);
        for kernel in [board(), board().portable()] {
            let mut fast = State {
                left: kernel.set_of(left.iter().copied()),
                values: kernel.set_of(values.iter().copied()),
            };
            for limit in 0..4 {
                let (mut a, mut b) = (fast.clone(), slow_start.clone());
                prop_assert_eq!(kernel.rounds(&mut a, limit), oracle.rounds(&mut b, limit));
                prop_assert!(a.left.iter().eq(b.left.iter()));
                prop_assert!(a.values.iter().eq(b.values.iter()));
            }
            prop_assert_eq!(kernel.close_singles(&mut fast), consistent);
            if consistent {
                prop_assert!(fast.left.iter().eq(slow.left.iter()));
                prop_assert!(fast.values.iter().eq(slow.values.iter()));
            }
        }
    }
}

#[test]
fn model_of_sudoku() {
    let model = sudoku_model();
    assert_eq!(model.label_count(), 729);
    assert_eq!(model.variables().count(), 324);
    assert_eq!(model.kind_count(), 4);
    assert_eq!(model.glabels().count(), 972);
    for label in model.labels() {
        assert_eq!(model.linked_labels(label).len(), 28);
        assert_eq!(model.variables_of(label).count(), 4);
        assert!(!model.linked(label, label));
    }
    for glabel in model.glabels() {
        assert_eq!(model.glabel_labels(glabel).len(), 3);
        assert_eq!(model.glabel_linked(glabel).len(), 6);
    }
    // The same three labels under a row and under a block are two g-labels.
    let mut groups: Vec<_> = model
        .glabels()
        .map(|g| model.glabel_labels(g).to_vec())
        .collect();
    groups.sort();
    groups.dedup();
    assert_eq!(groups.len(), 486);
}
