//! Variables of one kind and sets of labels of which at most one is true: if the variables
//! that are left with labels of few sets are more than these sets, there is no solution.

use gradus_csp::{Label, Model, Variable};

/// The set of labels that are in none.
const NO_PART: u32 = u32::MAX;
/// The variable of a set that is not taken.
const NOBODY: u32 = u32::MAX;

/// A different set for each variable, as far as they are known.
pub(super) struct Matching {
    variables: Vec<Variable>,
    /// The set of each label.
    part_of: Vec<u32>,
    /// The place of the variable that takes each set.
    taken_by: Vec<u32>,
    /// The label by which each variable takes its set.
    taken: Vec<Option<Label>>,
    /// The search that reached each set last.
    reached: Vec<u32>,
    search: u32,
    /// From which variable, and by which label, a set was reached.
    from: Vec<(u32, Label)>,
    /// The places of the variables that the last search reached.
    queue: Vec<u32>,
}

impl Matching {
    /// Variables of one kind, and disjoint sets of labels that are linked to each other.
    pub(super) fn new<'a>(
        model: &Model,
        variables: Vec<Variable>,
        parts: impl Iterator<Item = &'a [Label]>,
    ) -> Matching {
        let mut part_of = vec![NO_PART; model.label_count()];
        let mut count = 0;
        for part in parts {
            for label in part {
                part_of[label.index()] = count;
            }
            count += 1;
        }
        Matching {
            taken: vec![None; variables.len()],
            variables,
            part_of,
            taken_by: vec![NOBODY; count as usize],
            reached: vec![0; count as usize],
            search: 0,
            from: vec![(NOBODY, Label::new(0)); count as usize],
            queue: Vec::new(),
        }
    }

    /// Looks for a different set for each variable, among the labels that are left. Returns true
    /// if there is none; then [`Self::excluding`] says why. Adds its effort to `work`.
    pub(super) fn fails(&mut self, model: &Model, left: &[u64], work: &mut u64) -> bool {
        let is_left = |label: Label| left[label.index() / 64] >> (label.index() % 64) & 1 == 1;
        *work += self.variables.len() as u64 / 8;
        for at in 0..self.variables.len() {
            if let Some(label) = self.taken[at].filter(|&label| !is_left(label)) {
                self.taken[at] = None;
                let part = self.part_of[label.index()] as usize;
                if let Some(by) = self.taken_by.get_mut(part) {
                    *by = NOBODY;
                }
            }
        }
        (0..self.variables.len())
            .any(|at| self.taken[at].is_none() && !self.place(model, at, &is_left, work))
    }

    /// Finds a set for a variable; others may have to take other ones.
    fn place(
        &mut self,
        model: &Model,
        start: usize,
        is_left: &dyn Fn(Label) -> bool,
        work: &mut u64,
    ) -> bool {
        self.search += 1;
        self.queue.clear();
        self.queue.push(start as u32);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            let labels = model.labels_of(self.variables[at as usize]);
            *work += labels.len() as u64;
            for &label in labels.iter().filter(|&&label| is_left(label)) {
                let part = self.part_of[label.index()];
                if part == NO_PART {
                    self.give(start, at, label);
                    return true;
                }
                let part = part as usize;
                if self.reached[part] == self.search {
                    continue;
                }
                self.reached[part] = self.search;
                self.from[part] = (at, label);
                if self.taken_by[part] == NOBODY {
                    self.give(start, at, label);
                    return true;
                }
                self.queue.push(self.taken_by[part]);
            }
        }
        false
    }

    /// Gives a variable a set that is free, and its own to the one from which it was reached,
    /// back to the first.
    fn give(&mut self, start: usize, at: u32, label: Label) {
        let (mut at, mut label) = (at, label);
        loop {
            let before = self.taken[at as usize].replace(label);
            if let Some(by) = self.taken_by.get_mut(self.part_of[label.index()] as usize) {
                *by = at;
            }
            match before {
                Some(before) if at as usize != start => {
                    (at, label) = self.from[self.part_of[before.index()] as usize];
                }
                _ => return,
            }
        }
    }

    /// After a failure: labels of which one must be true, because without them the variables
    /// reached are more than the sets that they can take.
    pub(super) fn excluding<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = Label> + 'a {
        let variables = self.queue.iter().map(|&at| self.variables[at as usize]);
        let labels = variables.flat_map(|variable| model.labels_of(variable));
        labels.copied().filter(|label| {
            let reached = self.reached.get(self.part_of[label.index()] as usize);
            reached.is_none_or(|&search| search != self.search)
        })
    }
}
