//! Any constraint graph by the letter of the definitions: Singles, whips\[1\], Trial and
//! Error, loopless whips, braids, g-whips and g-braids (PBCS 4.3, 4.6, 5.2, 5.4 and 7.1
//! to 7.4), and the ratings made of them, with plain lists and loops. It shares no code
//! with the crates: who compares a puzzle with it states variables and links again.
//!
//! The rules of one kind of puzzle are a function from a state and a level (0 with
//! Singles, 1 with whips\[1\]) to the labels that they refute.

use std::collections::BTreeSet;

/// The rules of a kind of puzzle.
pub type Rules = Box<dyn Fn(&Labels, usize) -> Vec<usize>>;

/// Values and candidates; no label is both.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

    /// Returns true if a label is a candidate or a value.
    pub fn left(&self, label: usize) -> bool {
        self.candidate[label] || self.value[label]
    }
}

/// A g-label (PBCS 7.1): labels of one variable, taken together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub variable: usize,
    pub labels: Vec<usize>,
    /// The labels outside the variable that are linked to each of `labels`.
    pub links: Vec<usize>,
}

/// Labels, variables, links and g-labels.
pub struct Graph {
    variables: Vec<Vec<usize>>,
    variables_of: Vec<Vec<usize>>,
    linked: Vec<Vec<bool>>,
    links: Vec<Vec<usize>>,
    groups: Vec<Group>,
    groups_of: Vec<Vec<usize>>,
    rules: Option<Rules>,
}

/// A family of chains: whether they are braids, and whether right-linking objects may be
/// g-candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    pub braid: bool,
    pub grouped: bool,
}

pub const WHIP: Chain = chain(false, false);
pub const BRAID: Chain = chain(true, false);
pub const G_WHIP: Chain = chain(false, true);
pub const G_BRAID: Chain = chain(true, true);

const fn chain(braid: bool, grouped: bool) -> Chain {
    Chain { braid, grouped }
}

impl Graph {
    /// A graph with this many labels. The labels of a variable are linked to each other, and
    /// `links` has the other pairs, each once or twice.
    pub fn new(labels: usize, variables: Vec<Vec<usize>>, links: &[(usize, usize)]) -> Graph {
        let mut linked = vec![vec![false; labels]; labels];
        let mut variables_of = vec![Vec::new(); labels];
        for (variable, of) in variables.iter().enumerate() {
            for &a in of {
                variables_of[a].push(variable);
                for &b in of {
                    linked[a][b] |= a != b;
                }
            }
        }
        for &(a, b) in links {
            assert_ne!(a, b);
            linked[a][b] = true;
            linked[b][a] = true;
        }
        let row = |row: &Vec<bool>| (0..labels).filter(|&l| row[l]).collect();
        let mut graph = Graph {
            links: linked.iter().map(row).collect(),
            groups: Vec::new(),
            groups_of: vec![Vec::new(); variables.len()],
            rules: None,
            variables,
            variables_of,
            linked,
        };
        for variable in 0..graph.variables.len() {
            for group in graph.saturated(variable) {
                graph.groups_of[variable].push(graph.groups.len());
                graph.groups.push(group);
            }
        }
        graph
    }

    /// The same with rules of its kind of puzzle.
    pub fn with_rules(self, rules: Rules) -> Graph {
        Graph {
            rules: Some(rules),
            ..self
        }
    }

    /// All g-labels.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The g-labels of a variable: two of its labels or more but not all, linked together
    /// to some label outside, so that any further label would lose one of these. (A label
    /// that contradicts the whole variable counts for none: it is false.)
    fn saturated(&self, variable: usize) -> Vec<Group> {
        let own = &self.variables[variable];
        let outside = (0..self.linked.len()).filter(|l| !own.contains(l));
        let outside: Vec<usize> = outside.collect();
        let seen = |&out: &usize| -> Vec<usize> {
            own.iter()
                .copied()
                .filter(|&l| self.linked[out][l])
                .collect()
        };
        let first: BTreeSet<Vec<usize>> = outside.iter().map(seen).collect();
        let mut sets = first.clone();
        // What several labels outside see together.
        loop {
            let both = |a: &Vec<usize>, b: &Vec<usize>| -> Vec<usize> {
                a.iter().copied().filter(|l| b.contains(l)).collect()
            };
            let meets = sets.iter().flat_map(|a| first.iter().map(|b| both(a, b)));
            let meets: Vec<Vec<usize>> = meets.filter(|set| set.len() > 1).collect();
            let before = sets.len();
            sets.extend(meets);
            if sets.len() == before {
                break;
            }
        }
        let group = |labels: Vec<usize>| {
            let sees = |&out: &usize| labels.iter().all(|&l| self.linked[out][l]);
            let links: Vec<usize> = outside.iter().copied().filter(sees).collect();
            let further = own.iter().filter(|l| !labels.contains(l));
            for &more in further {
                assert!(links.iter().any(|&out| !self.linked[out][more]));
            }
            Group {
                variable,
                labels,
                links,
            }
        };
        let proper = |set: &Vec<usize>| set.len() > 1 && set.len() < own.len();
        sets.into_iter().filter(proper).map(group).collect()
    }

    /// The state before anything is asserted.
    pub fn all(&self) -> Labels {
        Labels {
            candidate: vec![true; self.linked.len()],
            value: vec![false; self.linked.len()],
        }
    }

    /// The state in which these labels are values.
    pub fn given(&self, givens: &[usize]) -> Labels {
        let mut state = self.all();
        givens.iter().for_each(|&l| self.assert(&mut state, l));
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

    /// Returns true if every variable has a value.
    pub fn solved(&self, state: &Labels) -> bool {
        (0..self.variables.len()).all(|v| self.decided(state, v))
    }

    /// Takes out what the rules of the kind refute; whether there is something.
    fn refute(&self, state: &mut Labels, level: usize) -> bool {
        let refuted = self.rules.iter().flat_map(|rules| rules(state, level));
        let refuted: Vec<usize> = refuted.filter(|&l| state.left(l)).collect();
        for &label in &refuted {
            state.candidate[label] = false;
            state.value[label] = false;
        }
        !refuted.is_empty()
    }

    /// Singles, and the rules of level 0, to quiescence; false if a variable can have no
    /// value.
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
                None if self.refute(state, 0) => {}
                None => return true,
            }
        }
    }

    /// The targets of whips\[1\]: candidates linked to all candidates of a variable that
    /// is not theirs.
    fn whip1_targets(&self, state: &Labels) -> Vec<usize> {
        let all = state.candidates();
        all.into_iter()
            .filter(|&target| self.shortest(state, WHIP, target, 1).is_some())
            .collect()
    }

    /// Singles, whips\[1\] and the rules of level 1 to quiescence; false if a variable can
    /// have no value.
    pub fn whips1(&self, state: &mut Labels) -> bool {
        while self.brt(state) {
            let targets = self.whip1_targets(state);
            for &target in &targets {
                state.candidate[target] = false;
            }
            if targets.is_empty() && !self.refute(state, 1) {
                return true;
            }
        }
        false
    }

    /// T&E of a depth over Singles, to quiescence; false if it meets a contradiction.
    pub fn trial_and_error(&self, state: &mut Labels, depth: usize) -> bool {
        let closes = |state: &mut Labels, depth: usize| match depth {
            0 => self.brt(state),
            _ => self.trial_and_error(state, depth),
        };
        'again: while closes(state, depth - 1) {
            for label in state.candidates() {
                let mut trial = state.clone();
                self.assert(&mut trial, label);
                if !closes(&mut trial, depth - 1) {
                    state.candidate[label] = false;
                    continue 'again;
                }
            }
            return true;
        }
        false
    }

    /// The T&E depth, if it is at most `max`.
    pub fn depth(&self, state: &Labels, max: usize) -> Option<usize> {
        (0..=max).find(|&depth| {
            let mut state = state.clone();
            let consistent = match depth {
                0 => self.brt(&mut state),
                _ => self.trial_and_error(&mut state, depth),
            };
            consistent && self.solved(&state)
        })
    }

    /// The labels linked to a right-linking object: a label, or a g-label whose number
    /// comes after all labels.
    fn links_of(&self, object: usize) -> &[usize] {
        match object.checked_sub(self.linked.len()) {
            None => &self.links[object],
            Some(group) => &self.groups[group].links,
        }
    }

    /// The labels that may come next in a whip. A g-label is also linked to the other
    /// labels of its own variable.
    fn leads_to(&self, object: usize) -> Vec<usize> {
        let mut links = self.links_of(object).to_vec();
        if let Some(group) = object.checked_sub(self.linked.len()) {
            let group = &self.groups[group];
            let own = self.variables[group.variable].iter();
            links.extend(own.filter(|l| !group.labels.contains(l)));
        }
        links
    }

    /// The candidates of a variable that are linked neither to the target nor to a
    /// right-linking object, or `None` if the variable is the target's or decided.
    fn rest(&self, state: &Labels, target: usize, rlcs: &[usize], v: usize) -> Option<Vec<usize>> {
        let all = self.candidates_of(state, v);
        if all.len() < 2 || self.variables[v].contains(&target) {
            return None;
        }
        let struck = |l: &usize| {
            let mut objects = rlcs.iter().chain([&target]);
            objects.any(|&object| self.links_of(object).binary_search(l).is_ok())
        };
        Some(all.into_iter().filter(|l| !struck(l)).collect())
    }

    /// What a variable with these candidates left offers: its only candidate, or the
    /// smallest g-label that has them all.
    fn object(&self, rest: &[usize], variable: usize, grouped: bool) -> Option<usize> {
        match rest {
            [] => None,
            [only] => Some(*only),
            _ if grouped => {
                let holds = |&g: &usize| rest.iter().all(|l| self.groups[g].labels.contains(l));
                let groups = self.groups_of[variable].iter().copied().filter(holds);
                let smallest = groups.min_by_key(|&g| self.groups[g].labels.len());
                smallest.map(|group| self.linked.len() + group)
            }
            _ => None,
        }
    }

    /// Returns true if a partial whip can be completed by this many variables. No llc is among the
    /// earlier llc's and rlc's, nor is an rlc.
    fn complete(
        &self,
        state: &Labels,
        (grouped, target): (bool, usize),
        llcs: &mut Vec<usize>,
        rlcs: &mut Vec<usize>,
        more: usize,
    ) -> bool {
        let last = *rlcs.last().unwrap_or(&target);
        for llc in self.leads_to(last) {
            if !state.candidate[llc] || llcs.contains(&llc) || rlcs.contains(&llc) || llc == target
            {
                continue;
            }
            for &variable in &self.variables_of[llc] {
                let Some(rest) = self.rest(state, target, rlcs, variable) else {
                    continue;
                };
                if rest.is_empty() && more == 1 {
                    return true;
                }
                let Some(rlc) = self.object(&rest, variable, grouped).filter(|_| more > 1) else {
                    continue;
                };
                if rlcs.contains(&rlc) || llcs.contains(&rlc) {
                    continue;
                }
                llcs.push(llc);
                rlcs.push(rlc);
                let found = self.complete(state, (grouped, target), llcs, rlcs, more - 1);
                llcs.pop();
                rlcs.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Length of the shortest chain on a target, if at most `max`. The state must be
    /// quiescent under Singles.
    pub fn shortest(
        &self,
        state: &Labels,
        chain: Chain,
        target: usize,
        max: usize,
    ) -> Option<usize> {
        if !chain.braid {
            let whip = |&length: &usize| {
                let on = (chain.grouped, target);
                self.complete(state, on, &mut Vec::new(), &mut Vec::new(), length)
            };
            return (1..=max).find(whip);
        }
        // In a braid the llc's come for free: the rlc's say all about it.
        let mut level = BTreeSet::from([Vec::new()]);
        for length in 1..=max {
            let mut next = BTreeSet::new();
            for rlcs in &level {
                for variable in 0..self.variables.len() {
                    let Some(rest) = self.rest(state, target, rlcs, variable) else {
                        continue;
                    };
                    if rest.is_empty() {
                        return Some(length);
                    }
                    let object = self.object(&rest, variable, chain.grouped);
                    if let Some(rlc) = object.filter(|rlc| length < max && !rlcs.contains(rlc)) {
                        let mut extended: Vec<usize> = rlcs.clone();
                        extended.push(rlc);
                        extended.sort_unstable();
                        next.insert(extended);
                    }
                }
            }
            level = next;
        }
        None
    }

    /// Applies what is simplest until nothing up to `max` applies, all the eliminations of
    /// the shortest chains together; the greatest length used, and the state.
    pub fn simplest_first(&self, state: &Labels, chain: Chain, max: usize) -> (usize, Labels) {
        let mut state = state.clone();
        let mut greatest = 0;
        loop {
            if !self.brt(&mut state) || self.solved(&state) {
                return (greatest, state);
            }
            let targets = |&length: &usize| {
                let all = state.candidates().into_iter();
                let has = |&t: &usize| self.shortest(&state, chain, t, length).is_some();
                let targets: Vec<usize> = all.filter(has).collect();
                (!targets.is_empty()).then_some((length, targets))
            };
            let found = (1..=max).find_map(|length| targets(&length));
            if found.as_ref().is_none_or(|(length, _)| *length > 1)
                && max > 0
                && self.refute(&mut state, 1)
            {
                greatest = greatest.max(1);
                continue;
            }
            let Some((length, targets)) = found else {
                return (greatest, state);
            };
            greatest = greatest.max(length);
            for target in targets {
                state.candidate[target] = false;
            }
        }
    }

    /// The smallest length up to which chains solve, if at most `max`. Exact for braids
    /// (confluence); for whips the length of one path, simplest first, an upper bound.
    pub fn rating(&self, state: &Labels, chain: Chain, max: usize) -> Option<usize> {
        let (greatest, end) = self.simplest_first(state, chain, max);
        self.solved(&end).then_some(greatest)
    }

    /// Returns true if chains up to a length solve in some order of eliminations, one at a time;
    /// none if more than `limit` states were looked at.
    pub fn in_some_order(
        &self,
        state: &Labels,
        chain: Chain,
        length: usize,
        limit: usize,
    ) -> Option<bool> {
        let mut open = vec![state.clone()];
        let mut seen = BTreeSet::new();
        while let Some(mut state) = open.pop() {
            if !self.brt(&mut state) || (length > 0 && self.refute(&mut state, 1)) {
                // A contradiction says nothing: puzzles have solutions.
                if self.brt(&mut state) {
                    open.push(state);
                }
                continue;
            }
            if self.solved(&state) {
                return Some(true);
            }
            if !seen.insert(state.clone()) {
                continue;
            }
            if seen.len() > limit {
                return None;
            }
            for target in state.candidates() {
                if self.shortest(&state, chain, target, length).is_some() {
                    let mut next = state.clone();
                    next.candidate[target] = false;
                    open.push(next);
                }
            }
        }
        Some(false)
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
