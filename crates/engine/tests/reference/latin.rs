//! Latin squares by the letter of the definitions: Singles, Trial and Error, whips
//! and braids (PBCS 4.3, 4.6, 5.2 and 5.4), with plain lists and loops. It shares
//! no code with the crates and builds tables of its own.

use std::collections::BTreeSet;

use super::random::Rng;

/// The structure of an n × n Latin square. A label is a symbol in a cell, numbered
/// by symbol, row and column.
pub struct Latin {
    n: usize,
    /// What is in a cell, where a symbol is in a row, where it is in a column.
    variables: Vec<Vec<usize>>,
    linked: Vec<Vec<bool>>,
}

/// Values and candidates; no label is both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labels {
    pub candidate: Vec<bool>,
    pub value: Vec<bool>,
}

impl Labels {
    pub fn candidates(&self) -> Vec<usize> {
        let all = 0..self.candidate.len();
        all.filter(|&l| self.candidate[l]).collect()
    }

    pub fn values(&self) -> Vec<usize> {
        let all = 0..self.value.len();
        all.filter(|&l| self.value[l]).collect()
    }
}

impl Latin {
    pub fn new(n: usize) -> Latin {
        let label = |symbol: usize, row: usize, column: usize| symbol * n * n + row * n + column;
        let mut variables: Vec<Vec<usize>> = Vec::new();
        for a in 0..n {
            for b in 0..n {
                variables.push((0..n).map(|symbol| label(symbol, a, b)).collect());
                variables.push((0..n).map(|column| label(a, b, column)).collect());
                variables.push((0..n).map(|row| label(a, row, b)).collect());
            }
        }
        let mut linked = vec![vec![false; n * n * n]; n * n * n];
        for labels in &variables {
            for (&a, &b) in labels
                .iter()
                .flat_map(|a| labels.iter().map(move |b| (a, b)))
            {
                linked[a][b] |= a != b;
            }
        }
        Latin {
            n,
            variables,
            linked,
        }
    }

    /// The state of a square given row by row, 0 for an empty cell.
    pub fn state(&self, cells: &[usize]) -> Labels {
        let count = self.n.pow(3);
        let mut state = Labels {
            candidate: vec![true; count],
            value: vec![false; count],
        };
        for (cell, &symbol) in cells.iter().enumerate().filter(|(_, symbol)| **symbol > 0) {
            self.assert(&mut state, (symbol - 1) * self.n * self.n + cell);
        }
        state
    }

    pub fn assert(&self, state: &mut Labels, label: usize) {
        state.value[label] = true;
        state.candidate[label] = false;
        for other in 0..self.linked.len() {
            state.candidate[other] &= !self.linked[label][other];
        }
    }

    fn candidates_of(&self, state: &Labels, variable: usize) -> Vec<usize> {
        let labels = self.variables[variable].iter().copied();
        labels.filter(|&l| state.candidate[l]).collect()
    }

    fn decided(&self, state: &Labels, variable: usize) -> bool {
        self.variables[variable].iter().any(|&l| state.value[l])
    }

    /// Whether every variable has a value.
    pub fn solved(&self, state: &Labels) -> bool {
        (0..self.variables.len()).all(|v| self.decided(state, v))
    }

    /// Singles to quiescence; false if a variable can have no value.
    pub fn brt(&self, state: &mut Labels) -> bool {
        loop {
            let mut single = None;
            for variable in (0..self.variables.len()).filter(|&v| !self.decided(state, v)) {
                match self.candidates_of(state, variable)[..] {
                    [] => return false,
                    [only] => single = Some(only),
                    _ => {}
                }
            }
            match single {
                Some(label) => self.assert(state, label),
                None => return true,
            }
        }
    }

    /// T&E(BRT, 1) to quiescence; false if it meets a contradiction.
    fn trial_and_error(&self, state: &mut Labels) -> bool {
        'again: while self.brt(state) {
            for label in state.candidates() {
                let mut trial = state.clone();
                self.assert(&mut trial, label);
                if !self.brt(&mut trial) {
                    state.candidate[label] = false;
                    continue 'again;
                }
            }
            return true;
        }
        false
    }

    /// The T&E depth, if it is 0 or 1.
    pub fn depth(&self, state: &Labels) -> Option<usize> {
        let mut state = state.clone();
        if self.brt(&mut state) && self.solved(&state) {
            return Some(0);
        }
        (self.trial_and_error(&mut state) && self.solved(&state)).then_some(1)
    }

    /// What the candidates of a variable are that are linked neither to the target
    /// nor to a right-linking candidate; none if the variable is the target's or
    /// decided.
    fn left(&self, state: &Labels, target: usize, rlcs: &[usize], v: usize) -> Option<Vec<usize>> {
        let all = self.candidates_of(state, v);
        if all.len() < 2 || self.variables[v].contains(&target) {
            return None;
        }
        let struck = |l: usize| rlcs.iter().chain([&target]).any(|&rlc| self.linked[rlc][l]);
        Some(all.into_iter().filter(|&l| !struck(l)).collect())
    }

    /// Whether a partial whip can be completed by this many variables.
    fn complete(
        &self,
        state: &Labels,
        target: usize,
        llcs: &mut Vec<usize>,
        rlcs: &mut Vec<usize>,
        more: usize,
    ) -> bool {
        let last = *rlcs.last().unwrap_or(&target);
        for llc in (0..self.linked.len()).filter(|&l| self.linked[last][l]) {
            if !state.candidate[llc] || llcs.contains(&llc) || rlcs.contains(&llc) || llc == target
            {
                continue;
            }
            for variable in 0..self.variables.len() {
                if !self.variables[variable].contains(&llc) {
                    continue;
                }
                let Some(left) = self.left(state, target, rlcs, variable) else {
                    continue;
                };
                match left[..] {
                    [] if more == 1 => return true,
                    [rlc] if more > 1 && !rlcs.contains(&rlc) && !llcs.contains(&rlc) => {
                        llcs.push(llc);
                        rlcs.push(rlc);
                        let found = self.complete(state, target, llcs, rlcs, more - 1);
                        llcs.pop();
                        rlcs.pop();
                        if found {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Length of the shortest loopless whip, if at most `max`.
    pub fn whip(&self, state: &Labels, target: usize, max: usize) -> Option<usize> {
        (1..=max)
            .find(|&length| self.complete(state, target, &mut Vec::new(), &mut Vec::new(), length))
    }

    /// Length of the shortest braid, if at most `max`.
    pub fn braid(&self, state: &Labels, target: usize, max: usize) -> Option<usize> {
        let mut level = BTreeSet::from([Vec::new()]);
        for length in 1..=max {
            let mut next = BTreeSet::new();
            for rlcs in &level {
                for variable in 0..self.variables.len() {
                    let Some(left) = self.left(state, target, rlcs, variable) else {
                        continue;
                    };
                    match left[..] {
                        [] => return Some(length),
                        [rlc] if length < max && !rlcs.contains(&rlc) => {
                            let mut extended = rlcs.clone();
                            extended.push(rlc);
                            extended.sort_unstable();
                            next.insert(extended);
                        }
                        _ => {}
                    }
                }
            }
            level = next;
        }
        None
    }

    /// The smallest length up to which chains solve, if at most `max`: B for
    /// braids; for whips the length of one path, each elimination by a shortest
    /// whip of all.
    pub fn rating(
        &self,
        state: &Labels,
        max: usize,
        chain: fn(&Self, &Labels, usize, usize) -> Option<usize>,
    ) -> Option<usize> {
        let mut state = state.clone();
        let mut longest = 0;
        loop {
            assert!(self.brt(&mut state), "a puzzle with a solution");
            if self.solved(&state) {
                return Some(longest);
            }
            let of_length = |&length: &usize| {
                let mut targets = state.candidates().into_iter();
                targets.find(|&target| chain(self, &state, target, length).is_some())
            };
            let (length, target) =
                (1..=max).find_map(|length| Some((length, of_length(&length)?)))?;
            longest = longest.max(length);
            state.candidate[target] = false;
        }
    }

    /// A random square in full, row by row, symbols from 1.
    pub fn random(&self, rng: &mut Rng) -> Vec<usize> {
        let mut cells = vec![0; self.n * self.n];
        assert!(self.fill(&mut cells, 0, rng));
        cells
    }

    fn fill(&self, cells: &mut [usize], cell: usize, rng: &mut Rng) -> bool {
        if cell == cells.len() {
            return true;
        }
        let (row, column) = (cell / self.n, cell % self.n);
        let mut symbols: Vec<usize> = (1..=self.n).collect();
        rng.shuffle(&mut symbols);
        for symbol in symbols {
            let in_row = cells[row * self.n..cell].contains(&symbol);
            let in_column = (0..row).any(|above| cells[above * self.n + column] == symbol);
            if !in_row && !in_column {
                cells[cell] = symbol;
                if self.fill(cells, cell + 1, rng) {
                    return true;
                }
            }
        }
        cells[cell] = 0;
        false
    }

    /// Number of solutions of a state, counted up to two.
    pub fn solutions(&self, state: &Labels) -> usize {
        let mut state = state.clone();
        if !self.brt(&mut state) {
            return 0;
        }
        let Some(&guess) = state.candidates().first() else {
            return 1;
        };
        let mut with = state.clone();
        self.assert(&mut with, guess);
        state.candidate[guess] = false;
        (self.solutions(&with) + self.solutions(&state)).min(2)
    }
}
