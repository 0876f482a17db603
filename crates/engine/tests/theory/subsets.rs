//! Subsets: the theory S_p and the ratings S and W+S against the reference
//! implementation, the books' values and other puzzles.

use crate::board::{InitialState, board};
use std::sync::Arc;

use gradus_csp::{
    CoverMatrix, Incidence, Label, Labels, MatrixError, ModelBuilder, State, Variable,
};
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_engine::kernel::{GenericKernel, Kernel};
use gradus_engine::rating::{ChainRater, Limits, Rating, Status, s_rating, solution, with_subsets};
use gradus_engine::rules::subset::find as find_subset;
use gradus_engine::rules::{Subsets, Theory, Whips1};
use gradus_engine::te::TrialAndError;
use gradus_path::Family;
use gradus_puzzles::book;
use gradus_puzzles::book::Printed;
use gradus_puzzles::sudoku::solver::is_unique;
use gradus_puzzles::sudoku::{Grid, Puzzle, domain, label, label_name, sudoku_model};
use proptest::prelude::*;

use crate::instances::{Instance, Set, latin};
use crate::reference;
use crate::reference::random::{Rng, full_grid};

/// The engine's form of a state of the reference; both number the labels alike.
fn engine<K: Kernel>(kernel: &K, state: &reference::State) -> State<K::Set> {
    let set = |labels: Vec<usize>| kernel.set_of(labels.into_iter().map(Label::new));
    let (mut left, values) = (set(state.candidates()), set(state.values()));
    left.unite(&values);
    State { left, values }
}

/// A random minimal puzzle, and its solution.
fn minimal_puzzle(rng: &mut Rng) -> (Grid, [u8; 81]) {
    let solution = full_grid(rng);
    let mut puzzle = Grid(solution);
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        puzzle.0[cell] = 0;
        if !is_unique(&puzzle) {
            puzzle.0[cell] = solution[cell];
        }
    }
    (puzzle, solution)
}

/// A puzzle's own state and others near it: with wrong candidates deleted, with
/// a candidate asserted, with any candidates deleted; many are contradictory.
fn random_states(rng: &mut Rng) -> Vec<reference::State> {
    let (puzzle, solution) = minimal_puzzle(rng);
    let start = reference::State::from_givens(&puzzle.0);
    let mut states = vec![start.clone()];
    for round in 0..6 {
        let mut state = start.clone();
        let mut labels = state.candidates();
        if round < 4 {
            labels.retain(|&l| usize::from(solution[l % 81]) != l / 81 + 1);
        }
        rng.shuffle(&mut labels);
        let deletions = rng.below(1 + labels.len() / 3);
        labels[..deletions].iter().for_each(|&l| state.delete(l));
        if round % 2 == 1 {
            state.assert(labels[deletions]);
        }
        states.push(state);
    }
    states
}

/// A state with few givens in which some bases of some matrices, two to four at
/// a time, keep no covers but those that they have in the solution.
fn planted_state(rng: &mut Rng, givens: usize) -> reference::State {
    let solution = full_grid(rng);
    let mut state = reference::State::empty();
    for _ in 0..rng.below(givens + 1) {
        let cell = rng.below(81);
        state.assert(reference::label(
            solution[cell].into(),
            cell / 9 + 1,
            cell % 9 + 1,
        ));
    }
    let is_true = |l: Label| usize::from(solution[l.index() % 81]) == l.index() / 81 + 1;
    for _ in 0..1 + rng.below(6) {
        let matrix = &domain().matrices()[rng.below(36)];
        let transposed = rng.below(2) == 1;
        let crossing = |base, cover| {
            if !transposed {
                matrix.label(base, cover)
            } else {
                matrix.label(cover, base)
            }
        };
        let mut bases: Vec<usize> = (0..9).collect();
        rng.shuffle(&mut bases);
        bases.truncate(2 + rng.below(3));
        let own = |base: usize| {
            (0..9)
                .find(|&cover| is_true(crossing(base, cover)))
                .unwrap()
        };
        let covers: Vec<usize> = bases.iter().map(|&base| own(base)).collect();
        for &base in &bases {
            for cover in (0..9).filter(|&cover| cover != own(base)) {
                if !covers.contains(&cover) || rng.below(2) == 0 {
                    state.delete(crossing(base, cover).index());
                }
            }
        }
    }
    if rng.below(4) == 0 {
        let candidates = state.candidates();
        state.assert(candidates[rng.below(candidates.len())]);
    }
    state
}

/// All sets of four of the bases of a matrix that have four covers and targets.
fn hall_sets_of_four(incidence: &Incidence) -> Vec<Vec<u16>> {
    let masks = incidence.0;
    let mut found = Vec::new();
    for chosen in (0..1u32 << 9).filter(|chosen| chosen.count_ones() == 4) {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..9).partition(|base| chosen >> base & 1 == 1);
        let covers = inside.iter().fold(0, |all, &base| all | masks[base]);
        let targets = outside.iter().any(|&base| masks[base] & covers != 0);
        if covers.count_ones() == 4 && targets {
            found.push(inside.iter().map(|&base| masks[base]).collect());
        }
    }
    found
}

/// {1,2} {1,3} {1,4} {1,2,3,4}: the shape that the reference has and the book has not.
fn is_missed_shape(bases: &[u16]) -> bool {
    let (pairs, others): (Vec<u16>, Vec<u16>) = bases.iter().partition(|b| b.count_ones() == 2);
    pairs.len() == 3 && others[0].count_ones() == 4 && pairs[0] & pairs[1] & pairs[2] != 0
}

/// Closes under Hall sets of all sizes up to p with no regard to their shapes.
fn hall_closure<K: Kernel>(kernel: &K, state: &mut State<K::Set>, p: usize) -> bool {
    while Whips1.close(kernel, state) {
        let before = state.left.clone();
        for (index, matrix) in kernel.matrices().iter().enumerate() {
            let incidence = matrix.incidence(&before);
            let mut apply = |masks: &Incidence, label: &dyn Fn(usize, usize) -> Label| {
                let some = |chosen: &u32| (2..=p).contains(&(chosen.count_ones() as usize));
                for chosen in (0..1u32 << 9).filter(some) {
                    let inside = (0..9).filter(|base| chosen >> base & 1 == 1);
                    let covers = inside.fold(0, |all, base| all | masks.0[base]);
                    if covers.count_ones() > chosen.count_ones() {
                        continue;
                    }
                    for base in (0..9).filter(|base| chosen >> base & 1 == 0) {
                        let struck = (0..9).filter(|cover| covers >> cover & 1 == 1);
                        struck.for_each(|cover| state.left.remove(label(base, cover)));
                    }
                }
            };
            apply(&incidence, &|base, cover| matrix.label(base, cover));
            let transposed = kernel.incidence(&before, index).transposed();
            apply(&transposed, &|cover, base| matrix.label(base, cover));
        }
        if state.left == before {
            return true;
        }
    }
    false
}

/// Compares what S_p makes of a state with the closure under Hall sets, none
/// if contradictory; whether the missed shape makes a difference.
fn compare<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    p: usize,
    expected: Option<State<K::Set>>,
) -> bool {
    let mut closed = state.clone();
    let closed = Subsets(p).close(kernel, &mut closed).then_some(closed);
    if closed == expected {
        return false;
    }
    // The difference must be the missed shape, and nothing but it.
    assert_eq!(p, 4);
    let closed = closed.expect("no more is refuted than Hall sets can");
    let mut shapes = Vec::new();
    for index in 0..kernel.matrices().len() {
        let incidence = kernel.incidence(&closed.left, index);
        shapes.extend(hall_sets_of_four(&incidence));
        shapes.extend(hall_sets_of_four(&incidence.transposed()));
    }
    assert!(!shapes.is_empty());
    assert!(shapes.iter().all(|shape| is_missed_shape(shape)));
    true
}

fn compare_with_reference(kernel: &BoardKernel, state: &reference::State, p: usize) -> bool {
    let mut slow = state.clone();
    reference::subsets_closure(&mut slow, p);
    let expected = (!slow.contradictory()).then(|| engine(kernel, &slow));
    compare(kernel, &engine(kernel, state), p, expected)
}

#[test]
fn closures_are_those_of_the_reference() {
    let kernels = [board(), board().portable()];
    let mut rng = Rng(8);
    for round in 0..10 {
        let kernel = &kernels[round % 2];
        let mut states = random_states(&mut rng);
        states.extend((0..5).map(|_| planted_state(&mut rng, 25)));
        for state in states {
            for p in [0, 2, 3, 4] {
                compare_with_reference(kernel, &state, p);
            }
        }
    }
}

#[test]
fn closures_are_those_of_hall_sets() {
    let kernel = board();
    let mut rng = Rng(9);
    let (mut missed, mut refuted) = (0, 0);
    let mut by_size = [0; 5];
    for _ in 0..1000 {
        let state = engine(&kernel, &planted_state(&mut rng, 10));
        let mut closed = state.clone();
        for (p, count) in by_size.iter_mut().enumerate().skip(1) {
            let mut hall = state.clone();
            let expected = hall_closure(&kernel, &mut hall, p).then_some(hall);
            missed += usize::from(compare(&kernel, &state, p, expected));
            let before = closed.left;
            if !Subsets(p).close(&kernel, &mut closed) {
                refuted += 1;
                break;
            }
            *count += usize::from(closed.left != before);
        }
    }
    // The states are of all sorts.
    let enough = by_size[2..].iter().all(|&count| count > 30);
    assert!(
        enough && refuted > 10,
        "{refuted} refuted, by size {by_size:?}"
    );
    assert!(missed > 0, "no state with the missed shape");
}

#[test]
fn ratings_are_those_of_the_reference() {
    let kernel = board();
    let mut rng = Rng(80);
    let mut ratings = [0; 6];
    for _ in 0..200 {
        let (puzzle, _) = minimal_puzzle(&mut rng);
        let state = reference::State::from_givens(&puzzle.0);
        let expected = reference::s_rating(&state);
        let rating = s_rating(&kernel, &engine(&kernel, &state));
        assert_eq!(rating.value.map(usize::from), expected, "{puzzle}");
        ratings[expected.unwrap_or(5)] += 1;
    }
    assert!(ratings[..3].iter().all(|&count| count > 5) && ratings[5] > 50);
}

/// Random sets of labels of all densities.
fn labels() -> impl Strategy<Value = Vec<Label>> {
    (1u32..=100, proptest::collection::vec(0u32..100, 729)).prop_map(|(share, draws)| {
        let chosen = draws.iter().enumerate().filter(|(_, draw)| **draw < share);
        chosen.map(|(label, _)| Label::new(label)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn incidences_of_random_sets(left in labels()) {
        let kernel = board();
        let set: Boards = kernel.set_of(left);
        for (index, matrix) in kernel.matrices().iter().enumerate() {
            let incidence = kernel.incidence(&set, index);
            prop_assert_eq!(incidence, matrix.incidence(&set));
            let transposed = incidence.transposed();
            for (base, cover) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
                let there = set.contains(matrix.label(base, cover));
                prop_assert_eq!(incidence.0[base] >> cover & 1 == 1, there);
                prop_assert_eq!(transposed.0[cover] >> base & 1 == 1, there);
            }
        }
    }
}

#[test]
fn matrices_of_sudoku() {
    assert_eq!(domain().matrices().len(), 36);
    // Each label is in its row, column and block, and in the matrix of its digit.
    let mut seen = [0; 729];
    for matrix in domain().matrices().iter() {
        assert_eq!(matrix.width(), 9);
        for (base, cover) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            seen[matrix.label(base, cover).index()] += 1;
        }
    }
    assert_eq!(seen, [4; 729]);
}

#[test]
fn what_is_no_matrix() {
    let model = sudoku_model();
    let some = |from: usize, count: usize| {
        let variables = (from..from + count).map(Variable::new);
        variables.collect::<Vec<_>>()
    };
    let new = |bases: Vec<Variable>, covers: Vec<Variable>| {
        CoverMatrix::new(model, &bases, &covers).unwrap_err()
    };
    // Cells of the first row against the digits of the first row, but not all.
    assert_eq!(new(some(0, 9), some(81, 8)), MatrixError::Shape(9, 8));
    assert_eq!(new(some(0, 8), some(81, 8)), MatrixError::Outside(0));
    assert_eq!(new(some(0, 9), some(90, 9)), MatrixError::Crossing(0, 90));
    let twice = vec![Variable::new(0); 9];
    assert!(matches!(new(twice, some(81, 9)), MatrixError::Twice(_)));
}

#[test]
fn the_kernel_for_any_model_agrees() {
    let model = sudoku_model();
    let mut builder = ModelBuilder::new(model.label_count());
    for variable in model.variables() {
        let labels = model.labels_of(variable).iter().copied();
        builder.variable(model.kind_of(variable), labels);
    }
    let slow: GenericKernel<12> = GenericKernel::new(Arc::new(builder.build().unwrap())).unwrap();
    let slow = slow.with_matrices(domain().matrices().to_vec());
    let fast = board();
    let mut rng = Rng(88);
    for state in (0..10).flat_map(|_| random_states(&mut rng)) {
        let (mut a, mut b) = (engine(&fast, &state), engine(&slow, &state));
        let consistent = Subsets(4).close(&fast, &mut a);
        assert_eq!(Subsets(4).close(&slow, &mut b), consistent);
        assert!(!consistent || a.left.iter().eq(b.left.iter()));
    }
}

/// The first four cells of the first row have these digits, all else is open.
fn four_cells(cells: [&[usize]; 4]) -> reference::State {
    let mut state = reference::State::empty();
    for (column, digits) in (1..).zip(cells) {
        let others = (1..=9).filter(|digit| !digits.contains(digit));
        others.for_each(|digit| state.delete(reference::label(digit, 1, column)));
    }
    state
}

/// The orders of 0 to n - 1.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for item in 0..n {
        let insert = |order: Vec<usize>| {
            (0..=order.len()).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, item);
                longer
            })
        };
        all = all.into_iter().flat_map(insert).collect();
    }
    all
}

/// The members of a mask.
fn members(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |bit| mask >> bit & 1 == 1)
}

/// Returns true if the bases have these mandatory and no other than these allowed covers,
/// in some order of bases and covers.
fn fits(bases: &[u16], mandatory: &[u16], allowed: &[u16]) -> bool {
    let orders = orders(bases.len());
    let renamed =
        |mask: u16, order: &[usize]| members(mask).fold(0, |all, cover| all | 1 << order[cover]);
    orders.iter().any(|covers| {
        orders.iter().any(|order| {
            (0..bases.len()).all(|base| {
                let (must, may) = (mandatory[order[base]], allowed[order[base]]);
                let (must, may) = (renamed(must, covers), renamed(may, covers));
                must & !bases[base] == 0 && bases[base] & !may == 0
            })
        })
    })
}

/// All n bases in n covers, any q < n of which have more than q covers.
fn minimal(n: usize) -> Vec<Vec<u16>> {
    let all = 0..1u32 << (n * n);
    let bases = all.map(|bits| {
        let base = |base: usize| (bits >> (base * n) & ((1 << n) - 1)) as u16;
        (0..n).map(base).collect::<Vec<u16>>()
    });
    let is_minimal = |bases: &Vec<u16>| {
        (1..1u16 << n).all(|chosen| {
            let covers = members(chosen).fold(0, |all, base| all | bases[base]);
            covers.count_ones() >= (chosen.count_ones() + 1).min(n as u32)
        })
    };
    bases.filter(is_minimal).collect()
}

#[test]
fn pairs_and_triplets_are_all_there_is() {
    assert_eq!(minimal(2), [[0b11, 0b11]]);
    let triplets = minimal(3);
    assert_eq!(triplets.len(), 34);
    let is_cyclic = |bases: &Vec<u16>| fits(bases, &[0b011, 0b110, 0b101], &[0b111; 3]);
    assert!(triplets.iter().all(is_cyclic));
}

#[test]
fn quads_are_cyclic_special_or_missed() {
    let kernel = board();
    let cyclic = [0b0011, 0b0110, 0b1100, 0b1001];
    let special = [0b0011, 0b0101, 0b1001, 0b1110];
    let mut counts = [0; 3];
    for bases in minimal(4) {
        let is_cyclic = fits(&bases, &cyclic, &[0b1111; 4]);
        let is_special = fits(&bases, &special, &special);
        let is_missed = is_missed_shape(&bases);
        let kinds = [is_cyclic, is_special, is_missed];
        assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1, "{bases:?}");
        counts
            .iter_mut()
            .zip(kinds)
            .for_each(|(n, kind)| *n += usize::from(kind));
        let digits = |at: usize| members(bases[at]).map(|d| d + 1).collect::<Vec<_>>();
        let cells: [Vec<usize>; 4] = std::array::from_fn(digits);
        let state = engine(&kernel, &four_cells(cells.each_ref().map(|cell| &cell[..])));
        let found = find_subset(&kernel, &state.left, 4);
        assert_eq!(found.is_none(), is_missed, "{bases:?}");
    }
    assert_eq!(counts, [6593, 96, 96]);
}

#[test]
fn the_shape_that_the_book_misses_is_no_subset() {
    let kernel = board();
    let special = four_cells([&[1, 2], &[1, 3], &[1, 4], &[2, 3, 4]]);
    let missed = four_cells([&[1, 2], &[1, 3], &[1, 4], &[1, 2, 3, 4]]);
    let count = |state: &reference::State| {
        let mut state = engine(&kernel, state);
        let before = state.left.len();
        assert!(Subsets(4).close(&kernel, &mut state));
        before - state.left.len()
    };
    // Four digits in five other cells; they then leave the first block but for
    // the row, because there they are confined to it.
    assert!(!compare_with_reference(&kernel, &special, 4));
    assert!(count(&special) >= 20);
    assert!(compare_with_reference(&kernel, &missed, 4));
    assert_eq!(count(&missed), 0);
}

/// A Latin square's matrices: places of the digits in a line against its
/// cells, and of a digit in the rows against those in the columns.
fn with_families(n: usize, square: Instance) -> Instance {
    let model = square.kernel.model();
    let of = |kind: u8, digit: usize, row: usize, column: usize| {
        let label = Label::new(digit * n * n + row * n + column);
        model
            .variable_of(label, gradus_csp::VariableKind(kind))
            .unwrap()
    };
    let matrix = |base: &dyn Fn(usize) -> Variable, cover: &dyn Fn(usize) -> Variable| {
        let all = |f: &dyn Fn(usize) -> Variable| (0..n).map(f).collect::<Vec<_>>();
        CoverMatrix::new(model, &all(base), &all(cover)).unwrap()
    };
    let matrices = (0..n).flat_map(|i| {
        [
            matrix(&|digit| of(1, digit, i, 0), &|column| of(0, 0, i, column)),
            matrix(&|digit| of(2, digit, 0, i), &|row| of(0, 0, row, i)),
            matrix(&|row| of(1, i, row, 0), &|column| of(2, i, 0, column)),
        ]
    });
    let matrices: Vec<CoverMatrix> = matrices.collect();
    let Instance { kernel, state } = square;
    Instance {
        kernel: kernel.with_matrices(matrices),
        state,
    }
}

#[test]
fn latin_squares_have_subsets_too() {
    const N: usize = 8;
    let square = with_families(N, latin(N, &".".repeat(N * N), false));
    let kernel = &square.kernel;
    let cell =
        |digit: usize, row: usize, column: usize| Label::new(digit * N * N + row * N + column);
    let coordinates = |l: Label| [l.index() / N / N, l.index() / N % N, l.index() % N];
    // Digits, rows and columns play the same part: exchanging them turns naked
    // into hidden and super-hidden Subsets, and closures into closures.
    let exchanged = |set: &Set| {
        kernel.set_of(set.iter().map(|l| {
            let [digit, row, column] = coordinates(l);
            cell(row, column, digit)
        }))
    };
    let mut rng = Rng(888);
    let mut by_subsets = 0;
    for round in 0..200 {
        let mut state = square.state.clone();
        // Some lines of labels lose most of theirs, as if by other rules; the
        // cyclic square stays possible.
        for _ in 0..8 {
            let (row, size) = (rng.below(N), 2 + round % 3);
            let mut columns: Vec<usize> = (0..N).collect();
            rng.shuffle(&mut columns);
            let inside: Vec<usize> = columns[..size].iter().map(|c| (row + c) % N).collect();
            for &column in &columns[..size] {
                for digit in (0..N).filter(|digit| !inside.contains(digit)) {
                    state.left.remove(cell(digit, row, column));
                }
            }
        }
        let mut other = kernel.state(exchanged(&state.left));
        for p in 0..=4 {
            let (mut ours, mut whips1) = (state.clone(), state.clone());
            assert!(Subsets(p).close(kernel, &mut ours) && Whips1.close(kernel, &mut whips1));
            assert!(Subsets(p).close(kernel, &mut other));
            assert_eq!(exchanged(&ours.left), other.left);
            by_subsets += usize::from(ours.left != whips1.left);
            for (row, column) in (0..N).flat_map(|a| (0..N).map(move |b| (a, b))) {
                assert!(ours.left.contains(cell((row + column) % N, row, column)));
            }
        }
    }
    assert!(by_subsets > 100);
    // Without matrices there are no Subsets.
    let plain = latin(N, &".".repeat(N * N), false);
    assert!(plain.kernel.matrices().is_empty());
}

fn value(printed: &Printed) -> Option<u8> {
    match printed {
        Printed::Number(number) => Some(*number as u8),
        Printed::Word(word) => {
            assert_eq!(word, "infinite");
            None
        }
    }
}

/// W+S, or the rating by other chains and Subsets.
fn with_chains(puzzle: &Puzzle, chain: Family) -> Rating {
    let kernel = board();
    let truth = kernel.set_of(solution(puzzle).unwrap());
    let state = puzzle.state().unwrap();
    with_subsets(&kernel, &state, &truth, chain, Limits::default())
}

#[test]
fn ratings_of_the_books() {
    let kernel = board();
    let mut checked = (0, 0);
    for entry in book::puzzles() {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        if let Some(expected) = entry.expected("s") {
            let rating = s_rating(&kernel, &puzzle.state().unwrap());
            assert_eq!(rating.value, value(expected), "S of {}", entry.id);
            checked.0 += 1;
        }
        if let Some(expected) = entry.expected("ws") {
            let truth = kernel.set_of(solution(&puzzle).unwrap());
            let state = puzzle.state().unwrap();
            let rating = with_subsets(&kernel, &state, &truth, Family::WHIP, Limits::default());
            assert_eq!(rating.value, value(expected), "W+S of {}", entry.id);
            assert!(matches!(rating.status, Status::Exact | Status::Upper));
            checked.1 += 1;
        }
    }
    assert_eq!(checked, (258, 98));
}

#[test]
fn subsets_beyond_braids() {
    // PBCS 8.8.2: no braid of any length solves it, Triplets do.
    let entries = book::puzzles();
    let entry = entries
        .iter()
        .find(|entry| entry.id == "PBCS-F8.5")
        .unwrap();
    let puzzle = entry.puzzle.parse().unwrap();
    assert_eq!(with_chains(&puzzle, Family::WHIP), Rating::exact(3));
    // Ronk's puzzle: neither braids nor Subsets nor both of them.
    let entry = entries
        .iter()
        .find(|entry| entry.id == "PBCS-F13.6")
        .unwrap();
    let puzzle = entry.puzzle.parse().unwrap();
    for chain in [Family::WHIP, Family::BRAID, Family::GWHIP, Family::GBRAID] {
        assert_eq!(with_chains(&puzzle, chain), Rating::INFINITE);
    }
}

/// B+S by the reference, if it is at most 3.
fn slow_braids_with_subsets(state: &reference::State) -> Option<usize> {
    (0..=3).find(|&n| {
        let mut state = state.clone();
        loop {
            reference::subsets_closure(&mut state, n);
            let before = state.clone();
            if n > 0 {
                reference::b_closure(&mut state, n);
            }
            if state == before {
                return state.solved();
            }
        }
    })
}

#[test]
fn chains_and_subsets_side_by_side() {
    let kernel = board();
    let mut rng = Rng(18);
    let mut compared = 0;
    for _ in 0..60 {
        let (puzzle, _) = minimal_puzzle(&mut rng);
        let puzzle: Puzzle = puzzle.to_string().parse().unwrap();
        let state = puzzle.state().unwrap();
        let whips = with_chains(&puzzle, Family::WHIP);
        let braids = with_chains(&puzzle, Family::BRAID);
        assert_eq!(braids.status, Status::Exact);
        assert!(whips.value >= braids.value, "{puzzle}");
        if let Some(s) = s_rating(&kernel, &state).value {
            assert!(braids.value.unwrap() <= s, "{puzzle}");
        }
        let mut w1 = state.clone();
        assert!(Whips1.close(&kernel, &mut w1));
        if !w1.is_decided() {
            let truth = kernel.set_of(solution(&puzzle).unwrap());
            let rater = ChainRater::new(&kernel, &w1, &truth, Limits::default());
            let alone = rater.rate(&w1, &[Family::BRAID])[0].1;
            assert!(braids.value <= alone.value, "{puzzle}");
        }
        if compared < 12 && braids.value <= Some(3) {
            let slow = reference::State::from_givens(&puzzle.givens().0);
            let expected = slow_braids_with_subsets(&slow);
            assert_eq!(braids.value.map(usize::from), expected, "{puzzle}");
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}

#[test]
fn limits_stop_the_search() {
    let entries = book::puzzles();
    let entry = entries
        .iter()
        .find(|entry| entry.id == "HLS-XVIII-13")
        .unwrap();
    let puzzle: Puzzle = entry.puzzle.parse().unwrap();
    let kernel = board();
    let truth = kernel.set_of(solution(&puzzle).unwrap());
    let rate = |max_length, budget| {
        let limits = Limits {
            max_length,
            budget,
            ..Limits::default()
        };
        let state = puzzle.state().unwrap();
        with_subsets(&kernel, &state, &truth, Family::WHIP, limits)
    };
    assert_eq!(rate(36, 2_000_000).value, Some(7));
    assert_eq!(rate(5, 2_000_000), Rating::lower(6));
    assert_eq!(rate(36, 10).status, Status::Lower);
}

#[test]
fn trial_and_error_over_subsets_in_ronks_puzzle() {
    // PBCS 13.5.1: braids and g-braids delete nothing, S₂-braids 16 candidates.
    let entries = book::puzzles();
    let entry = entries
        .iter()
        .find(|entry| entry.id == "PBCS-F13.6")
        .unwrap();
    let puzzle: Puzzle = entry.puzzle.parse().unwrap();
    let kernel = board();
    let deleted = |p: usize| {
        let start = puzzle.state().unwrap();
        let mut state = start.clone();
        assert!(TrialAndError::new(Subsets(p), 1).close(&kernel, &mut state));
        start.left.without(&state.left)
    };
    let listed = "r1c7-6 r2c4-3 r3c4-3 r3c7-6 r4c2-7 r4c3-7 r5c6-5 r5c9-5 r6c5-2 r6c8-5 r7c1-8 \
                  r7c3-8 r8c6-2 r8c9-2 r9c5-2 r9c8-5";
    let digit = |text: &str, at: usize| text[at..=at].parse::<usize>().unwrap() - 1;
    let expected = kernel.set_of(
        listed
            .split_whitespace()
            .map(|text| label(digit(text, 5), digit(text, 1), digit(text, 3))),
    );
    assert_eq!(expected.len(), 16);
    for p in 0..=4 {
        let deleted = deleted(p);
        let names: Vec<String> = deleted.iter().map(label_name).collect();
        match p {
            0 | 1 => assert!(deleted.is_empty(), "S_{p}: {names:?}"),
            _ => assert_eq!(deleted, expected, "S_{p}: {names:?}"),
        }
    }
}
