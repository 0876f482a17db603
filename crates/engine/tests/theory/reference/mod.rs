//! A slow, literal reference implementation of the resolution theories of PBCS
//! (D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*),
//! written from the definitions with plain lists and loops. It shares no code
//! with the crate: tests compare the two, so its worth lies in its independence.
//!
//! This file has the model (chapters 1 to 4), BRT, whips\[1\] and T&E; the
//! submodules have the chains (chapters 5 and 7), the Subsets (chapter 8), finned
//! fish and belts (chapters 9 and 13), the ratings and classes (chapters 5, 7, 8, 9
//! and 11), and random puzzles. Besides PBCS there are the levels of HLS and the
//! generator suexg.

#![allow(dead_code, unused_imports)]

pub mod backdoors;
pub mod belts;
pub mod chains;
pub mod fish;
pub mod graph;
pub mod hls;
pub mod latin;
pub mod random;
pub mod ratings;
pub mod relations;
pub mod special;
pub mod subsets;
pub mod suexg;

use std::sync::OnceLock;

pub use belts::{belt_count, belt_targets, belts_closure};
pub use chains::{braid_length, g_braid_length, g_whip_length, whip_length};
pub use fish::{finned_closure, finned_targets};
pub use ratings::{b_closure, b_rating, bpb, gb_rating, gw_path, spb, w_path};
pub use subsets::{s_rating, subsets_closure};

/// Number of labels: a digit in a cell.
pub const LABELS: usize = 729;

/// A g-label (PBCS chapter 7): three labels of one variable, taken together.
pub struct GLabel {
    /// The variable of which `labels` are labels.
    pub variable: usize,
    /// The three labels of the segment.
    pub labels: Vec<usize>,
    /// The labels that are g-linked to this g-label: no label of the variable,
    /// linked to each of the three.
    pub links: Vec<usize>,
}

/// The structure of Sudoku as a constraint satisfaction problem; it does not
/// depend on any puzzle.
pub struct Model {
    /// The 324 variables (81 rc, then 81 rn, 81 cn, 81 bn), each with its 9 labels.
    pub variables: Vec<Vec<usize>>,
    /// For each label, the 4 variables of which it is a label.
    pub variables_of: Vec<Vec<usize>>,
    /// True if two labels are linked: different, with a common variable.
    pub linked: Vec<Vec<bool>>,
    /// For each label, the 28 labels that are linked to it.
    pub links: Vec<Vec<usize>>,
    /// The 972 g-labels.
    pub g_labels: Vec<GLabel>,
    /// For each variable, its g-labels as indices into `g_labels`.
    pub g_labels_of: Vec<Vec<usize>>,
}

/// Label of digit `n` in row `r` and column `c`, all from 1 to 9.
pub fn label(n: usize, r: usize, c: usize) -> usize {
    (n - 1) * 81 + (r - 1) * 9 + (c - 1)
}

/// Digit, row and column of a label, all from 1 to 9.
pub fn coordinates(label: usize) -> (usize, usize, usize) {
    (label / 81 + 1, label / 9 % 9 + 1, label % 9 + 1)
}

/// Name of a label in nrc notation, such as `n5r1c9`.
pub fn name(label: usize) -> String {
    let (n, r, c) = coordinates(label);
    format!("n{n}r{r}c{c}")
}

/// Row and column of square `s` of block `b`.
fn square(b: usize, s: usize) -> (usize, usize) {
    let r = 3 * ((b - 1) / 3) + (s - 1) / 3 + 1;
    let c = 3 * ((b - 1) % 3) + (s - 1) % 3 + 1;
    (r, c)
}

impl Model {
    fn new() -> Model {
        let mut variables = Vec::new();
        for r in 1..=9 {
            for c in 1..=9 {
                variables.push((1..=9).map(|n| label(n, r, c)).collect::<Vec<_>>());
            }
        }
        for r in 1..=9 {
            for n in 1..=9 {
                variables.push((1..=9).map(|c| label(n, r, c)).collect());
            }
        }
        for c in 1..=9 {
            for n in 1..=9 {
                variables.push((1..=9).map(|r| label(n, r, c)).collect());
            }
        }
        for b in 1..=9 {
            for n in 1..=9 {
                let in_block = |s| {
                    let (r, c) = square(b, s);
                    label(n, r, c)
                };
                variables.push((1..=9).map(in_block).collect());
            }
        }

        let mut variables_of = vec![Vec::new(); LABELS];
        let mut linked = vec![vec![false; LABELS]; LABELS];
        for (variable, labels) in variables.iter().enumerate() {
            for &a in labels {
                variables_of[a].push(variable);
                for &b in labels {
                    if a != b {
                        linked[a][b] = true;
                    }
                }
            }
        }
        let links = linked
            .iter()
            .map(|row| (0..LABELS).filter(|&b| row[b]).collect())
            .collect();

        // Segments by position in the variable: thirds of a row or a column; in
        // a block both the three row segments and the three column segments.
        let thirds = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let columns = [[0, 3, 6], [1, 4, 7], [2, 5, 8]];
        let mut g_labels = Vec::new();
        let mut g_labels_of = vec![Vec::new(); variables.len()];
        for variable in 81..324 {
            let mut segments = thirds.to_vec();
            if variable >= 243 {
                segments.extend(columns);
            }
            for segment in segments {
                let labels: Vec<usize> = segment.iter().map(|&i| variables[variable][i]).collect();
                let g_linked = (0..LABELS)
                    .filter(|l| !variables[variable].contains(l))
                    .filter(|&l| labels.iter().all(|&m| linked[l][m]))
                    .collect();
                g_labels_of[variable].push(g_labels.len());
                g_labels.push(GLabel {
                    variable,
                    labels,
                    links: g_linked,
                });
            }
        }
        Model {
            variables,
            variables_of,
            linked,
            links,
            g_labels,
            g_labels_of,
        }
    }
}

/// The one model, built on first use.
pub fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(Model::new)
}

/// A resolution state (PBCS chapter 4): decided values and remaining candidates. No
/// label is both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// True if each label is a candidate.
    pub candidate: Vec<bool>,
    /// True if each label is a value.
    pub value: Vec<bool>,
}

impl State {
    /// The state in which every label is a candidate.
    pub fn empty() -> State {
        State {
            candidate: vec![true; LABELS],
            value: vec![false; LABELS],
        }
    }

    /// The initial state of a puzzle given row by row, 0 for an empty cell: the
    /// givens are values, the labels neither given nor linked to a given are
    /// candidates.
    pub fn from_givens(givens: &[u8; 81]) -> State {
        let mut state = State::empty();
        for (cell, &digit) in givens.iter().enumerate() {
            if digit != 0 {
                state.assert(label(digit as usize, cell / 9 + 1, cell % 9 + 1));
            }
        }
        state
    }

    /// Makes a label a value, and deletes every candidate linked to it (ECP).
    pub fn assert(&mut self, label: usize) {
        self.value[label] = true;
        self.candidate[label] = false;
        for &other in &model().links[label] {
            self.candidate[other] = false;
        }
    }

    /// Deletes a candidate.
    pub fn delete(&mut self, label: usize) {
        self.candidate[label] = false;
    }

    /// Labels that are candidates, in increasing order.
    pub fn candidates(&self) -> Vec<usize> {
        (0..LABELS).filter(|&l| self.candidate[l]).collect()
    }

    /// Labels that are values, in increasing order.
    pub fn values(&self) -> Vec<usize> {
        (0..LABELS).filter(|&l| self.value[l]).collect()
    }

    /// Number of values and number of candidates among the labels of a variable.
    fn count(&self, variable: usize) -> (usize, usize) {
        let labels = &model().variables[variable];
        (
            labels.iter().filter(|&&l| self.value[l]).count(),
            labels.iter().filter(|&&l| self.candidate[l]).count(),
        )
    }

    /// Candidates of a variable. A decided variable has none.
    pub fn candidates_of(&self, variable: usize) -> Vec<usize> {
        let labels = &model().variables[variable];
        labels
            .iter()
            .copied()
            .filter(|&l| self.candidate[l])
            .collect()
    }

    /// Returns true if some undecided variable has no candidate (CD), or two values
    /// contradict each other, as two givens may.
    pub fn contradictory(&self) -> bool {
        (0..324).any(|v| matches!(self.count(v), (0, 0) | (2.., _)))
    }

    /// Returns true if every variable has its one value (SD).
    pub fn solved(&self) -> bool {
        (0..324).all(|v| self.count(v).0 == 1)
    }

    /// The values as a grid, row by row, 0 for an undecided cell.
    pub fn grid(&self) -> [u8; 81] {
        let mut grid = [0; 81];
        for l in self.values() {
            grid[l % 81] = (l / 81 + 1) as u8;
        }
        grid
    }

    /// Sum over the variables of the number of pairs of their candidates, the
    /// "csp-links" that CSP-Rules prints.
    pub fn csp_links(&self) -> usize {
        (0..324)
            .map(|v| self.count(v).1)
            .map(|k| k * k.saturating_sub(1) / 2)
            .sum()
    }
}

/// The givens of a puzzle written in 81 characters; anything but 1 to 9 is empty.
pub fn parse(puzzle: &str) -> [u8; 81] {
    let digits: Vec<u8> = puzzle
        .bytes()
        .map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 })
        .collect();
    digits.try_into().unwrap()
}

/// BRT (PBCS chapter 4) to quiescence: ECP and the Singles of all four types of
/// variables. Stops at a contradiction.
pub fn brt(state: &mut State) {
    loop {
        if state.contradictory() {
            return;
        }
        let mut changed = false;
        for variable in 0..324 {
            if let (0, 1) = state.count(variable) {
                let single = state.candidates_of(variable)[0];
                state.assert(single);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Targets of the whips\[1\] (PBCS chapter 5): candidates linked to all the (at least
/// two) candidates of a variable of which they are no label.
pub fn whip1_targets(state: &State) -> Vec<usize> {
    let mut targets = Vec::new();
    for target in state.candidates() {
        let found = (0..324).any(|variable| {
            let candidates = state.candidates_of(variable);
            candidates.len() > 1
                && !model().variables[variable].contains(&target)
                && candidates.iter().all(|&l| model().linked[target][l])
        });
        if found {
            targets.push(target);
        }
    }
    targets
}

/// BRT and whips\[1\], the theory W1 = B1 = S1, to quiescence.
pub fn whips1(state: &mut State) {
    loop {
        brt(state);
        if state.contradictory() || state.solved() {
            return;
        }
        let targets = whip1_targets(state);
        if targets.is_empty() {
            return;
        }
        for target in targets {
            state.delete(target);
        }
    }
}

/// A theory: it takes a state to its quiescence.
pub type Theory<'a> = &'a dyn Fn(&mut State);

/// Returns true if a state in which `target` is asserted becomes contradictory by a theory.
pub fn refutes(state: &State, target: usize, theory: Theory) -> bool {
    let mut copy = state.clone();
    copy.assert(target);
    theory(&mut copy);
    copy.contradictory()
}

/// T&E(T, RS, n) of PBCS chapter 11; with `depth` 1 it is the T&E(T, RS) of chapter
/// 5, with 0 the theory alone. A solution met inside a trial is forgotten.
pub fn te_closure_of_depth(state: &mut State, theory: Theory, depth: usize) {
    theory(state);
    if depth == 0 {
        return;
    }
    // Candidates are tried in turn, round and round; a deletion makes all of
    // them "not tried" again, so the end is one whole round without any.
    let mut target = 0;
    let mut since_deletion = 0;
    while since_deletion < LABELS {
        if state.contradictory() || state.solved() {
            return;
        }
        since_deletion += 1;
        if state.candidate[target] {
            let trial: Theory = &|copy| te_closure_of_depth(copy, theory, depth - 1);
            if refutes(state, target, trial) {
                state.delete(target);
                theory(state);
                since_deletion = 0;
            }
        }
        target = (target + 1) % LABELS;
    }
}

/// T&E(T) of a theory, at depth 1.
pub fn te_closure_of(state: &mut State, theory: Theory) {
    te_closure_of_depth(state, theory, 1);
}

/// T&E(BRT, depth).
pub fn te_closure(state: &mut State, depth: usize) {
    te_closure_of_depth(state, &brt, depth);
}

/// The T&E-depth (PBCS chapter 11), if it is at most `max`.
pub fn te_depth(state: &State, max: usize) -> Option<usize> {
    te_depth_over(state, &brt, max)
}

/// The depth of T&E over a theory: over whips\[1\] it is the gT&E-depth (chapter 7).
pub fn te_depth_over(state: &State, theory: Theory, max: usize) -> Option<usize> {
    (0..=max).find(|&depth| {
        let mut copy = state.clone();
        te_closure_of_depth(&mut copy, theory, depth);
        copy.solved()
    })
}
