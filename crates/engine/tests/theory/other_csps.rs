//! The theory on puzzles other than Sudoku, with published cases from PBCS and
//! the CSP-Rules manual.

use crate::instances::{AnyKernel, Instance, Set, futoshiki, latin, queens};
use gradus_csp::{Label, Labels, State};
use gradus_engine::kernel::Kernel;
use gradus_engine::rating::{ChainRater, Limits, Rating, Status};
use gradus_engine::rules::{Brt, Theory, Whips1};
use gradus_engine::te::{DepthSearch, TrialAndError};
use gradus_path::Family;

/// The T&E depth with nothing known of the solution.
fn te(instance: &Instance, max: usize) -> Option<usize> {
    let mut search = DepthSearch::new(Brt, instance.state.clone());
    search.up_to(&instance.kernel, &instance.kernel.none(), max)
}

/// Closes under a theory; the state if it is consistent.
fn close(instance: &Instance, theory: impl Theory<AnyKernel>) -> Option<State<Set>> {
    let mut state = instance.state.clone();
    theory.close(&instance.kernel, &mut state).then_some(state)
}

/// The ratings by some families of chains, with nothing known of the solution.
/// The rater wants a state that braids of some length solve; whips[1] must not
/// have solved it already.
fn rate<const N: usize>(instance: &Instance, chains: [Family; N]) -> [Rating; N] {
    let state = close(instance, Whips1).unwrap();
    assert!(!state.is_decided());
    let none = instance.kernel.none();
    let rater = ChainRater::new(&instance.kernel, &state, &none, Limits::default());
    let ratings = rater.rate(&state, &chains);
    assert!(ratings.iter().map(|(chain, _)| *chain).eq(chains));
    let ratings: Vec<Rating> = ratings.into_iter().map(|(_, rating)| rating).collect();
    ratings.try_into().unwrap()
}

/// W, B, gW and gB.
const ALL: [Family; 4] = [Family::WHIP, Family::BRAID, Family::GWHIP, Family::GBRAID];

/// Checks that a theory keeps every solution, and finds it when it decides all.
fn check_sound(instance: &Instance) {
    let solutions = instance.solutions();
    let theories: [&dyn Theory<AnyKernel>; 4] = [
        &Brt,
        &Whips1,
        &TrialAndError::new(Brt, 1),
        &TrialAndError::new(Whips1, 1),
    ];
    for theory in theories {
        let mut state = instance.state.clone();
        let is_consistent = theory.close(&instance.kernel, &mut state);
        match is_consistent.then_some(state) {
            None => assert!(solutions.is_empty(), "refuted a puzzle that has a solution"),
            Some(state) => {
                for label in solutions.iter().flatten() {
                    assert!(
                        state.left.contains(*label),
                        "eliminated a label of a solution"
                    );
                }
                assert!(!state.is_decided() || solutions.len() == 1);
            }
        }
    }
}

/// Checks that a state is a solution: all decided, no two values linked, one for each variable.
fn check_solved(instance: &Instance, state: &State<Set>) {
    let model = instance.kernel.model();
    assert!(state.is_decided());
    for variable in model.variables() {
        let labels = model.labels_of(variable).iter();
        assert_eq!(
            labels
                .filter(|&&label| state.values.contains(label))
                .count(),
            1
        );
    }
    for a in state.values.iter() {
        assert!(state.values.iter().all(|b| !model.linked(a, b)));
    }
}

fn queen(n: usize, row: usize, column: usize) -> Label {
    Label::new((row - 1) * n + column - 1)
}

#[test]
fn latin_squares_have_neither_glabels_nor_whips_of_length_1() {
    let square = latin(5, ".........................", false);
    assert_eq!(square.kernel.model().variables().count(), 75);
    assert_eq!(square.kernel.model().glabels().count(), 0);
    assert!(square.kernel.whip1_targets(&square.state.left).is_empty());
}

#[test]
fn latin_square_by_singles() {
    let square = latin(4, "12..34..21......", false);
    check_sound(&square);
    assert_eq!(square.solutions().len(), 4);
    assert_eq!(te(&square, 2), None);
    let unique = latin(4, "12342143341.....", false);
    check_sound(&unique);
    assert_eq!(unique.solutions().len(), 1);
    assert_eq!(te(&unique, 1), Some(0));
}

#[test]
fn pandiagonal_latin_squares_of_the_manual() {
    // CSP-Rules manual 7.2.4 and 7.2.5: not by Singles, but by short z-chains.
    let first = latin(7, ".1.....4.........3..5..........6......2..........", true);
    let second = latin(7, "...............2..7...............41...6...3.....", true);
    for square in [&first, &second] {
        check_sound(square);
        assert_eq!(square.solutions().len(), 1);
        assert_eq!(te(square, 2), Some(1));
    }
    // 7.2.4 prints the state after Singles: 181 candidates.
    assert_eq!(close(&first, Brt).unwrap().candidate_count(), 181);
}

#[test]
fn queens_of_the_book() {
    // PBCS 5.11.2: solved with whips of length 1 and 2.
    let q8 = queens(8, &[(1, 2), (2, 7), (3, 5)]);
    check_sound(&q8);
    assert_eq!(te(&q8, 1), Some(1));
    let solution = [(4, 8), (5, 1), (6, 4), (7, 6), (8, 3)];
    let solved = close(&q8, TrialAndError::new(Brt, 1)).unwrap();
    assert!(
        solution
            .iter()
            .all(|&(r, c)| solved.values.contains(queen(8, r, c)))
    );

    // 5.11.3 is printed with three whips[1], but Singles alone solve it.
    let q10 = queens(10, &[(1, 7), (2, 10), (4, 3), (6, 8), (9, 9)]);
    check_sound(&q10);
    assert_eq!(te(&q10, 1), Some(0));

    // 5.11.4
    let q9 = queens(9, &[(3, 3), (6, 2), (9, 7)]);
    check_sound(&q9);
    assert_eq!(te(&q9, 1), Some(1));

    // 5.11.5 has two solutions: no theory decides it.
    let two = queens(8, &[(2, 7), (3, 5), (4, 8)]);
    check_sound(&two);
    assert_eq!(two.solutions().len(), 2);
    assert_eq!(te(&two, 3), None);

    // 5.11.6 has none: T&E proves it. 7.8.2 is printed as solvable and has two.
    let none = queens(6, &[(4, 5), (5, 2)]);
    check_sound(&none);
    assert!(close(&none, TrialAndError::new(Brt, 1)).is_none());
    assert_eq!(queens(9, &[(3, 3), (6, 2), (8, 5)]).solutions().len(), 2);
}

#[test]
fn futoshiki_of_the_book() {
    // PBCS 14.4, H662: W = 12, so T&E solves it.
    let h662 = h662();
    assert_eq!(te(&h662, 1), Some(1));
    check_solved(&h662, &close(&h662, TrialAndError::new(Brt, 1)).unwrap());
    // PBCS 14.5, H1117: not in T&E, but g-braids (hence T&E over whips[1]) solve it.
    let h1117 = h1117();
    assert_eq!(te(&h1117, 1), None);
    assert!(
        close(&h1117, TrialAndError::new(Whips1, 1))
            .unwrap()
            .is_decided()
    );
    assert!(h1117.kernel.model().glabels().count() > 0);
}

#[test]
fn ratings_of_pandiagonal_latin_squares() {
    // CSP-Rules manual 7.2.4: chains up to length 3; 7.2.5: z-chains of length 2.
    for (givens, length) in [
        (".1.....4.........3..5..........6......2..........", 3),
        ("...............2..7...............41...6...3.....", 2),
    ] {
        let square = latin(7, givens, true);
        assert!(!close(&square, Brt).unwrap().is_decided());
        assert_eq!(rate(&square, ALL), [Rating::exact(length); 4]);
    }
}

#[test]
fn ratings_of_queens() {
    // PBCS 5.11.2: whips of length 2.
    let q8 = queens(8, &[(1, 2), (2, 7), (3, 5)]);
    assert_eq!(rate(&q8, ALL), [Rating::exact(2); 4]);
    // PBCS 5.11.4 prints a path of whips of length 4 and one of g-whips of
    // length 3, found by hand; whips of length 2 are enough.
    let q9 = queens(9, &[(3, 3), (6, 2), (9, 7)]);
    assert_eq!(rate(&q9, ALL), [Rating::exact(2); 4]);
}

/// PBCS 14.4.
fn h662() -> Instance {
    futoshiki(
        7,
        &".".repeat(49),
        "--<>->---<->---<-->>----->----<><>---->-<>",
        "---->--->->-------<->->--->-><->-<->>>-><-",
    )
}

/// PBCS 14.5.
fn h1117() -> Instance {
    futoshiki(
        9,
        &".".repeat(81),
        "---<-<-------->>>----<>-<--->--------->-->-<-->>><-<-->-<-<>>---->-----<",
        "<---<<--->>>-->>-<--->->>>>>>--<--><-<----->-<><--><-----------<<->--<>-",
    )
}

/// A whip path whose length other orders may improve.
fn upper(length: u8) -> Rating {
    Rating {
        value: Some(length),
        status: Status::Upper,
    }
}

#[test]
fn ratings_of_futoshiki() {
    // PBCS 14.4: W = 12, which the book leaves open to be the least; B = 10.
    let whips_and_braids = rate(&h662(), [Family::WHIP, Family::BRAID]);
    assert_eq!(whips_and_braids, [Rating::exact(12), Rating::exact(10)]);
    // PBCS 14.5.
    assert_eq!(rate(&h1117(), [Family::GBRAID]), [Rating::exact(7)]);
}

#[test]
#[ignore = "takes ten seconds: the generic kernel is not made for long g-whips"]
fn g_whips_of_futoshiki() {
    assert_eq!(
        rate(&h662(), [Family::GWHIP, Family::GBRAID]),
        [upper(12), Rating::exact(10)]
    );
    // PBCS 14.5 says that whips, braids and g-whips do not solve it. T&E agrees
    // as to braids, hence whips; but g-whips of length 9 are found, two longer
    // than the g-braids that the book needs, and also if g-labels are only
    // those of PBCS 14 (the first or last values of a cell).
    assert_eq!(rate(&h1117(), [Family::WHIP]), [Rating::INFINITE]);
    assert_eq!(rate(&h1117(), [Family::GWHIP]), [upper(9)]);
}
