//! What a search knows: each label's fate with its reason, and what follows from the
//! variables, the links and the clauses.

use super::clauses::{Clauses, Watch};
use super::literal::Literal;
use gradus_csp::{Label, Model, Variable};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    True,
    False,
}

/// Why a literal holds.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// It is guessed, or certain.
    None,
    /// The label is linked to one that is true.
    Link(Label),
    /// It is the only label left of a variable.
    Variable(Variable),
    /// All other literals of a clause fail.
    Clause(u32),
}

/// A contradiction.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// Two linked labels are true.
    Link(Label, Label),
    /// A variable has no label left.
    Variable(Variable),
    /// All literals of a clause fail.
    Clause(u32),
}

/// The labels with their fates.
pub(super) struct Board<'a> {
    pub(super) model: &'a Model,
    fates: Vec<Fate>,
    /// The labels that are not false, as bits.
    pub(super) left: Vec<u64>,
    /// The number of labels left of each variable.
    counts: Vec<u16>,
    /// The number of guesses before each literal on the trail, and its reason.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// The literals that hold, in the order in which they were found.
    pub(super) trail: Vec<Literal>,
    /// How many of these have been followed up.
    followed: usize,
    /// The length of the trail at each guess.
    pub(super) guesses: Vec<usize>,
    /// Variables with one label left, or none.
    low: Vec<Variable>,
    /// The last value of each variable.
    pub(super) last: Vec<Option<Label>>,
    pub(super) clauses: Clauses,
    /// Labels and clauses looked at.
    pub(super) work: u64,
}

impl<'a> Board<'a> {
    /// The labels of a state that is closed under Singles.
    pub(super) fn new(
        model: &'a Model,
        left: impl Iterator<Item = Label>,
        values: impl Iterator<Item = Label>,
    ) -> Board<'a> {
        let labels = model.label_count();
        let mut board = Board {
            model,
            fates: vec![Fate::False; labels],
            left: vec![0; model.words()],
            counts: vec![0; model.variables().len()],
            levels: vec![0; labels],
            reasons: vec![Reason::None; labels],
            trail: Vec::with_capacity(labels),
            followed: 0,
            guesses: Vec::new(),
            low: Vec::new(),
            last: vec![None; model.variables().len()],
            clauses: Clauses::default(),
            work: 0,
        };
        for label in left {
            board.fates[label.index()] = Fate::Open;
            board.left[label.index() / 64] |= 1 << (label.index() % 64);
            for variable in model.variables_of(label) {
                board.counts[variable.index()] += 1;
            }
        }
        for label in values {
            board.assign(Literal::yes(label), Reason::None);
        }
        let low = |variable: &Variable| board.counts[variable.index()] <= 1;
        board.low = model.variables().filter(low).collect();
        board
    }

    pub(super) fn is_left(&self, label: Label) -> bool {
        self.fates[label.index()] != Fate::False
    }

    pub(super) fn holds(&self, literal: Literal) -> bool {
        self.fates[literal.label().index()]
            == if literal.is_yes() {
                Fate::True
            } else {
                Fate::False
            }
    }

    fn fails(&self, literal: Literal) -> bool {
        self.holds(literal.opposite())
    }

    /// The number of guesses when the fate of a label was found.
    pub(super) fn level(&self, label: Label) -> u32 {
        self.levels[label.index()]
    }

    /// The number of labels left of a variable.
    pub(super) fn count(&self, variable: Variable) -> u16 {
        self.counts[variable.index()]
    }

    /// The number of guesses that hold.
    pub(super) fn depth(&self) -> u32 {
        self.guesses.len() as u32
    }

    /// The guess of each level.
    pub(super) fn guessed(&self) -> impl DoubleEndedIterator<Item = Literal> + '_ {
        self.guesses.iter().map(|&at| self.trail[at])
    }

    /// The labels that are true.
    pub(super) fn values(&self) -> impl Iterator<Item = Label> + '_ {
        let labels = self.model.labels();
        labels.filter(|label| self.fates[label.index()] == Fate::True)
    }

    /// Guesses a literal.
    pub(super) fn guess(&mut self, literal: Literal) {
        self.guesses.push(self.trail.len());
        self.assign(literal, Reason::None);
    }

    /// Sets the fate of a label that is open.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let label = literal.label();
        let place = label.index();
        self.levels[place] = self.depth();
        self.reasons[place] = reason;
        self.trail.push(literal);
        self.work += 1;
        if literal.is_yes() {
            self.fates[place] = Fate::True;
            return;
        }
        self.fates[place] = Fate::False;
        self.left[place / 64] &= !(1 << (place % 64));
        for variable in self.model.variables_of(label) {
            let count = &mut self.counts[variable.index()];
            *count -= 1;
            if *count <= 1 {
                self.low.push(variable);
            }
        }
    }

    /// Takes back all guesses but some.
    pub(super) fn take_back(&mut self, kept: u32) {
        let Some(&length) = self.guesses.get(kept as usize) else {
            return;
        };
        for literal in self.trail.split_off(length) {
            let label = literal.label();
            let place = label.index();
            self.fates[place] = Fate::Open;
            if literal.is_yes() {
                for variable in self.model.variables_of(label) {
                    self.last[variable.index()] = Some(label);
                }
                continue;
            }
            self.left[place / 64] |= 1 << (place % 64);
            for variable in self.model.variables_of(label) {
                self.counts[variable.index()] += 1;
            }
        }
        self.guesses.truncate(kept as usize);
        self.followed = length;
        self.low.clear();
    }

    /// Finds what follows, up to a contradiction.
    pub(super) fn follow(&mut self) -> Option<Conflict> {
        loop {
            while let Some(variable) = self.low.pop() {
                let mut labels = self.model.labels_of(variable).iter();
                match labels.find(|&&label| self.is_left(label)) {
                    None => return Some(Conflict::Variable(variable)),
                    Some(&label) if self.fates[label.index()] == Fate::Open => {
                        self.assign(Literal::yes(label), Reason::Variable(variable));
                    }
                    Some(_) => {}
                }
            }
            let literal = *self.trail.get(self.followed)?;
            self.followed += 1;
            if literal.is_yes()
                && let Some(conflict) = self.strike(literal.label())
            {
                return Some(conflict);
            }
            if let Some(conflict) = self.follow_clauses(literal) {
                return Some(conflict);
            }
        }
    }

    /// Eliminates what is linked to a label that is true.
    fn strike(&mut self, label: Label) -> Option<Conflict> {
        let model = self.model;
        let linked = model.linked_labels(label);
        if linked.len() < model.words() {
            self.work += linked.len() as u64 / 16;
            for &other in linked {
                match self.fates[other.index()] {
                    Fate::False => {}
                    Fate::Open => self.assign(Literal::no(other), Reason::Link(label)),
                    Fate::True => return Some(Conflict::Link(label, other)),
                }
            }
            return None;
        }
        self.work += model.words() as u64 / 16;
        for (at, row) in model.links(label).iter().enumerate() {
            let mut struck = row & self.left[at];
            while struck != 0 {
                let other = Label::new(at * 64 + struck.trailing_zeros() as usize);
                struck &= struck - 1;
                if self.fates[other.index()] == Fate::True {
                    return Some(Conflict::Link(label, other));
                }
                self.assign(Literal::no(other), Reason::Link(label));
            }
        }
        None
    }

    /// Looks at the clauses that watch the opposite of a literal.
    fn follow_clauses(&mut self, literal: Literal) -> Option<Conflict> {
        let failed = literal.opposite();
        let mut watches = self.clauses.take_watches(failed);
        let (mut kept, mut conflict) = (0, None);
        for at in 0..watches.len() {
            let watch = watches[at];
            self.work += 1;
            if conflict.is_some() || self.holds(watch.blocker) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            let literals = self.clauses.get_mut(clause);
            if literals[0] == failed {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let blocked = Watch {
                clause,
                blocker: first,
            };
            let literals = self.clauses.get(clause);
            let other = (2..literals.len()).find(|&at| !self.fails(literals[at]));
            if let (Some(other), false) = (other, self.holds(first)) {
                let literals = self.clauses.get_mut(clause);
                literals.swap(1, other);
                let watched = literals[1];
                self.clauses.watch(watched, blocked);
                continue;
            }
            watches[kept] = blocked;
            kept += 1;
            if self.fails(first) {
                conflict = Some(Conflict::Clause(clause));
            } else if !self.holds(first) {
                self.assign(first, Reason::Clause(clause));
            }
        }
        watches.truncate(kept);
        self.clauses.put_back(failed, watches);
        conflict
    }

    /// Literals of which one must hold, although all fail.
    pub(super) fn failed(&self, conflict: Conflict, literals: &mut Vec<Literal>) {
        literals.clear();
        match conflict {
            Conflict::Link(a, b) => literals.extend([Literal::no(a), Literal::no(b)]),
            Conflict::Variable(variable) => {
                let labels = self.model.labels_of(variable).iter();
                literals.extend(labels.map(|&label| Literal::yes(label)));
            }
            Conflict::Clause(clause) => literals.extend(self.clauses.get(clause)),
        }
    }

    /// The literals that had to fail so that this one holds.
    pub(super) fn reasons(&self, literal: Literal, literals: &mut Vec<Literal>) {
        literals.clear();
        match self.reasons[literal.label().index()] {
            Reason::None => {}
            Reason::Link(label) => literals.push(Literal::no(label)),
            Reason::Variable(variable) => {
                let labels = self.model.labels_of(variable).iter();
                let labels = labels.map(|&label| Literal::yes(label));
                literals.extend(labels.filter(|&other| other != literal));
            }
            Reason::Clause(clause) => {
                let own = self.clauses.get(clause).iter().copied();
                literals.extend(own.filter(|&other| other != literal));
            }
        }
    }

    pub(super) fn is_guess(&self, label: Label) -> bool {
        matches!(self.reasons[label.index()], Reason::None)
    }
}
