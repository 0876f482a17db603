//! Checks of the reference implementation itself: the counts of its model, and
//! values printed in PBCS (sections and figures are given with each puzzle).

use crate::reference::random::{Rng, full_grid, minimal_puzzle, random_states, solutions};
use crate::reference::ratings::{simplest_first, targets};
use crate::reference::{
    LABELS, State, b_closure, b_rating, bpb, braid_length, brt, g_braid_length, g_whip_length,
    gb_rating, gw_path, label, model, name, parse, refutes, s_rating, spb, subsets_closure,
    te_closure, te_closure_of, te_depth, w_path, whip_length, whip1_targets, whips1,
};

/// Figure 1.1.
const ROYLE_3: &str =
    ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..";
/// 5.2.3, Figure 5.1.
const CB_7: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
/// 5.10.1, Figure 5.2.
const B4_W5: &str =
    ".2.4..7......891.........65..48.....3..9....1.95..1.7..7.3...1263.........2.1...8";
/// 5.10.3, Figure 5.4.
const NOT_CONFLUENT: &str =
    "9817.325.752..19..364.9...8.173...92.43..9.6..9...7...4..1...29.29..8......9..5..";
/// 5.10.4, Figure 5.6.
const MAURICIO: &str =
    ".....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8.";
/// 5.10.5, Figure 5.7.
const NO_SOLUTION: &str =
    "..3..6....5.1.....6...234...7.....5....9....7.64.3.8...4.....91..2..83...........";
/// 7.7.1, Figure 7.1.
const CB_41065: &str =
    "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";
/// 7.7.2, Figure 7.2.
const CB_1249: &str =
    "..34.6..9....8..237..1.25..271.4....5..6......3...8..7.......9..459..2....7..4...";
/// 7.7.3, Figure 7.3.
const SWORDFISH: &str =
    "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";
/// 7.7.5, Figure 7.5.
const BRAIDS_ONLY: &str =
    ".....1..2.1..3..4...54..6....35..7...4.....2.1....8..9..29..1...3..6...76....7.9.";
/// 8.8.1, Figure 8.2.
const ROYLE_18966: &str =
    ".5.4.........3.8..........13...8.7...6.....5....2........5.6.4.1.8...3...........";
/// 12.3.6, Figure 12.4.
const ELEVEN_26370: &str =
    "1...........18...6..9..7.5.....6.3.8..5..4.7....3..........2..7..2...4.597.....2.";
/// 13.5, Figure 13.6.
const RONK: &str =
    "98.7.....7.6...8...54......6..8..3......9..2......4..1.3.6..7......5..9......1..4";

fn start(puzzle: &str) -> State {
    State::from_givens(&parse(puzzle))
}

fn names(labels: &[usize]) -> Vec<String> {
    labels.iter().map(|&l| name(l)).collect()
}

#[test]
fn the_model_has_the_counts_of_the_book() {
    let model = model();
    assert_eq!(model.variables.len(), 324);
    assert!(model.variables.iter().all(|labels| labels.len() == 9));
    assert!(model.variables_of.iter().all(|v| v.len() == 4));
    assert!(model.links.iter().all(|links| links.len() == 28));
    assert_eq!(model.g_labels.len(), 972);
    for g in &model.g_labels {
        assert_eq!(g.labels.len(), 3);
        assert_eq!(g.links.len(), 6);
    }
}

#[test]
fn candidates_and_links_are_those_printed_with_the_paths() {
    for (puzzle, candidates, links) in [
        (ROYLE_3, 304, 2579),
        (CB_7, 224, 1648),
        (B4_W5, 196, 1151),
        (NOT_CONFLUENT, 146, 792),
        (NO_SOLUTION, 242, 1692),
        (CB_41065, 206, 1339),
        (CB_1249, 200, 1254),
        (SWORDFISH, 214, 1289),
        (BRAIDS_ONLY, 204, 1214),
        (ELEVEN_26370, 245, 1708),
    ] {
        let state = start(puzzle);
        assert_eq!(state.candidates().len(), candidates, "{puzzle}");
        assert_eq!(state.csp_links(), links, "{puzzle}");
    }
}

#[test]
fn figure_1_1_needs_singles_only() {
    let state = start(ROYLE_3);
    let mut solved = state.clone();
    brt(&mut solved);
    assert!(solved.solved() && !solved.contradictory());
    assert_eq!(solutions(&parse(ROYLE_3), 2), [solved.grid()]);
    assert_eq!(te_depth(&state, 1), Some(0));
    assert_eq!(w_path(&state, 1), Some(0));
    assert_eq!(b_rating(&state, 1), Some(0));
    assert_eq!(gw_path(&state, 1), Some(0));
    assert_eq!(gb_rating(&state, 1), Some(0));
    assert_eq!(s_rating(&state), Some(0));
    assert_eq!(spb(&state), Some(0));
    assert_eq!(bpb(&state, 1), Some(0));
}

#[test]
fn contradictory_givens_are_noticed() {
    let mut givens = [0; 81];
    givens[0] = 5;
    givens[1] = 5;
    assert!(State::from_givens(&givens).contradictory());
    assert!(!State::empty().contradictory() && !State::empty().solved());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn figure_5_1_has_w_4() {
    let state = start(CB_7);
    assert_eq!(te_depth(&state, 1), Some(1));
    assert_eq!(w_path(&state, 4), Some(4));
    assert_eq!(b_rating(&state, 4), Some(4));
    assert_eq!(b_rating(&state, 3), None);
    assert_eq!(gw_path(&state, 4), Some(4));
    assert_eq!(gb_rating(&state, 3), None);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn figure_5_2_has_b_4_and_w_5() {
    let state = start(B4_W5);
    assert_eq!(w_path(&state, 5), Some(5));
    assert_eq!(w_path(&state, 4), None);
    assert_eq!(b_rating(&state, 5), Some(4));
    assert_eq!(gb_rating(&state, 3), None);
}

#[test]
fn figure_5_4_shows_that_w_4_is_not_confluent() {
    let mut state = start(NOT_CONFLUENT);
    assert_eq!(w_path(&state, 4), Some(4));
    simplest_first(&mut state, whip_length, 3);
    assert_eq!(state.candidates().len(), 137);
    let deleted = [
        (6, 8, 5),
        (6, 7, 5),
        (7, 7, 7),
        (8, 5, 7),
        (7, 8, 7),
        (1, 8, 7),
        (1, 6, 7),
        (6, 9, 6),
    ];
    for (n, r, c) in deleted {
        let target = label(n, r, c);
        assert!(whip_length(&state, target, 4).is_some(), "{}", name(target));
        state.delete(target);
    }
    assert_eq!(w_path(&state, 5), Some(5));
    assert_eq!(b_rating(&state, 5), Some(4));
}

#[test]
#[ignore = "takes ten seconds"]
fn figure_5_6_has_w_31_by_loopless_whips() {
    // With repeated llc's it would be 29.
    assert_eq!(w_path(&start(MAURICIO), 31), Some(31));
}

#[test]
fn figure_5_7_has_braids_3_but_no_whips_3() {
    let mut state = start(NO_SOLUTION);
    simplest_first(&mut state, whip_length, 3);
    assert_eq!(state.candidates().len(), 217);
    assert!(targets(&state, braid_length, 1).is_empty());
    assert!(targets(&state, braid_length, 2).is_empty());
    let braids = names(&targets(&state, braid_length, 3));
    assert_eq!(braids, ["n1r5c2", "n1r9c3"]);
    let g_whips = names(&targets(&state, g_whip_length, 3));
    assert!(braids.iter().all(|target| g_whips.contains(target)));
    assert_eq!(simplest_first(&mut state, braid_length, 7), 7);
    assert!(state.contradictory());
}

#[test]
fn figure_7_1_has_w_7_b_6_and_g_w_2() {
    let state = start(CB_41065);
    assert_eq!(gw_path(&state, 2), Some(2));
    assert_eq!(gb_rating(&state, 2), Some(2));
    assert_eq!(w_path(&state, 7), Some(7));
    // Printed as 7.
    assert_eq!(b_rating(&state, 7), Some(6));
    assert_eq!(s_rating(&state), Some(3));
}

#[test]
fn figure_7_2_has_w_3_and_g_w_2() {
    let state = start(CB_1249);
    assert_eq!(w_path(&state, 3), Some(3));
    assert_eq!(b_rating(&state, 3), Some(3));
    assert_eq!(gw_path(&state, 3), Some(2));
    assert_eq!(gb_rating(&state, 3), Some(2));
}

#[test]
fn figure_7_3_has_g_w_2_and_no_braid() {
    let state = start(SWORDFISH);
    let mut quiet = state.clone();
    whips1(&mut quiet);
    let g_whips = names(&targets(&quiet, g_whip_length, 2));
    assert_eq!(g_whips, ["n4r5c5", "n9r5c5"]);
    let whips = names(&targets(&quiet, whip_length, 3));
    let mut expected = [
        "n9r2c7", "n9r3c5", "n9r3c8", "n4r5c1", "n8r5c4", "n9r5c7", "n4r8c1", "n4r9c2", "n4r9c5",
    ];
    expected.sort_unstable();
    assert_eq!(whips, expected);
    assert_eq!(gw_path(&state, 2), Some(2));
    assert_eq!(gb_rating(&state, 2), Some(2));
    assert_eq!(te_depth(&state, 2), Some(2));
    assert_eq!(s_rating(&state), Some(3));
    assert_eq!(spb(&state), Some(1));
    assert_eq!(bpb(&state, 1), Some(1));
}

#[test]
fn figure_7_5_begins_with_two_braids_5() {
    let mut state = start(BRAIDS_ONLY);
    whips1(&mut state);
    for target in state.candidates() {
        if refutes(&state, target, &brt) {
            assert_eq!(whip_length(&state, target, 6), None);
            assert_eq!(g_whip_length(&state, target, 4), None);
        }
    }
    let shortest: Vec<usize> = state
        .candidates()
        .into_iter()
        .filter(|&target| refutes(&state, target, &brt))
        .filter(|&target| braid_length(&state, target, 5).is_some())
        .collect();
    assert_eq!(names(&shortest), ["n8r7c9", "n8r9c7"]);
    assert_eq!(b_rating(&state, 6), Some(6));
}

#[test]
fn figure_8_2_has_w_2_and_s_3() {
    let state = start(ROYLE_18966);
    assert_eq!(w_path(&state, 2), Some(2));
    assert_eq!(b_rating(&state, 2), Some(2));
    assert_eq!(s_rating(&state), Some(3));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn figure_12_4_has_class_b_2_b() {
    let state = start(ELEVEN_26370);
    assert_eq!(te_depth(&state, 2), Some(2));
    assert_eq!(bpb(&state, 2), Some(2));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn t_and_e_of_pairs_deletes_16_candidates_of_figure_13_6() {
    let mut state = start(RONK);
    brt(&mut state);
    let before = state.clone();
    te_closure(&mut state, 1);
    assert_eq!(state, before);
    te_closure_of(&mut state, &whips1);
    assert_eq!(state, before);
    te_closure_of(&mut state, &|s| subsets_closure(s, 2));
    let mut deleted = before.candidates();
    deleted.retain(|&l| !state.candidate[l]);
    let mut expected = [
        "n6r1c7", "n3r2c4", "n3r3c4", "n6r3c7", "n7r4c2", "n7r4c3", "n5r5c6", "n5r5c9", "n2r6c5",
        "n5r6c8", "n8r7c1", "n8r7c3", "n2r8c6", "n2r8c9", "n2r9c5", "n5r9c8",
    ];
    expected.sort_unstable();
    let mut deleted = names(&deleted);
    deleted.sort_unstable();
    assert_eq!(deleted, expected);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn searches_agree_with_each_other_on_random_states() {
    let mut rng = Rng(1);
    for _ in 0..3 {
        let puzzle = minimal_puzzle(&mut rng);
        for state in random_states(&puzzle, &mut rng, 3) {
            assert!(!state.contradictory());
            let one = targets(&state, whip_length, 1);
            assert_eq!(one, whip1_targets(&state));
            assert_eq!(one, targets(&state, g_braid_length, 1));
            // The theorems by which the ratings skip targets.
            for target in state.candidates() {
                let braid = braid_length(&state, target, 3);
                let g_braid = g_braid_length(&state, target, 3);
                assert!(braid.is_none() || refutes(&state, target, &brt));
                assert!(g_braid.is_none() || refutes(&state, target, &whips1));
                // W_2 = B_2, gW_2 = gB_2 and gW_3 = gB_3 hold for theories, the
                // inequalities below for each target.
                let no_longer = |a: Option<usize>, b: Option<usize>| {
                    a.unwrap_or(usize::MAX) <= b.unwrap_or(usize::MAX)
                };
                let whip = whip_length(&state, target, 3);
                let g_whip = g_whip_length(&state, target, 3);
                assert!(no_longer(braid, whip) && no_longer(g_whip, whip));
                assert!(no_longer(g_braid, g_whip) && no_longer(g_braid, braid));
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn closures_are_those_of_t_and_e_on_random_puzzles() {
    let mut rng = Rng(2);
    for _ in 0..5 {
        let puzzle = minimal_puzzle(&mut rng);
        let mut by_braids = State::from_givens(&puzzle);
        let mut by_trials = by_braids.clone();
        te_closure(&mut by_trials, 1);
        b_closure(&mut by_braids, 5);
        let is_kept = |l: usize| by_braids.candidate[l] || by_braids.value[l];
        assert!((0..LABELS).all(|l| !by_trials.candidate[l] || is_kept(l)));
        assert!(by_trials.solved());
        assert_eq!(by_trials.grid(), solutions(&puzzle, 2)[0]);
    }
}

#[test]
fn random_puzzles_are_minimal() {
    let mut rng = Rng(3);
    let grid = full_grid(&mut rng);
    assert!(State::from_givens(&grid).solved());
    let puzzle = minimal_puzzle(&mut rng);
    assert_eq!(solutions(&puzzle, 2).len(), 1);
    for cell in 0..81 {
        if puzzle[cell] != 0 {
            let mut fewer = puzzle;
            fewer[cell] = 0;
            assert_eq!(solutions(&fewer, 2).len(), 2);
        }
    }
}
