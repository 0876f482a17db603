//! All-different constraints, found in the graph alone: sets of labels that are all linked to
//! each other, put together to families of disjoint sets for [`Matching`].

use super::matching::Matching;
use gradus_csp::{Label, Model, Variable, VariableKind};

/// Families of sets; sets that fit into none of them are left out.
const MOST_FAMILIES: usize = 6;
/// Words of bits that the search for sets looks at.
const MOST_WORDS: usize = 8_000_000;

/// The matchings of the variables that are not decided with the labels that are left.
pub(super) fn matchings(
    model: &Model,
    left: &[u64],
    is_open: &dyn Fn(Variable) -> bool,
) -> Vec<Matching> {
    let kinds = || (0..model.kind_count() as u8).map(VariableKind);
    let open = |kind| -> Vec<Variable> {
        let variables = model.variables();
        let of_kind = variables.filter(|&v| model.kind_of(v) == kind && is_open(v));
        of_kind.collect()
    };
    let mut found = Vec::new();
    // The labels of a variable are linked to each other.
    for kind in kinds() {
        for other in kinds().filter(|&other| other != kind) {
            // As many variables of both kinds take each other: once is enough.
            let covered = |label: Label| model.variable_of(label, other).is_some();
            let both = |variable: Variable| model.labels_of(variable).iter().all(|&l| covered(l));
            if other < kind
                && open(other).into_iter().all(|v| {
                    let mut labels = model.labels_of(v).iter();
                    labels.all(|&l| model.variable_of(l, kind).is_some())
                })
            {
                continue;
            }
            let variables = open(kind);
            if variables.iter().any(|&variable| both(variable)) {
                let parts = open(other).into_iter().map(|v| model.labels_of(v));
                found.push(Matching::new(model, variables, parts));
            }
        }
    }
    for family in families(model, left) {
        for kind in kinds() {
            let parts = family.iter().map(Vec::as_slice);
            found.push(Matching::new(model, open(kind), parts));
        }
    }
    found
}

/// Families of disjoint sets of labels that are linked but share no variable. Every link between
/// labels left is in a set, but for those that take too long to look at.
fn families(model: &Model, left: &[u64]) -> Vec<Vec<Vec<Label>>> {
    let words = model.words();
    let is_left = |label: Label| left[label.index() / 64] >> (label.index() % 64) & 1 == 1;
    let links = model.bare_links().iter();
    let links: Vec<(Label, Label)> = links
        .copied()
        .filter(|&(a, b)| is_left(a) && is_left(b))
        .collect();
    if links.is_empty() || links.len() * words > MOST_WORDS {
        return Vec::new();
    }
    let mut bare = LinkRows::new(model.label_count());
    links.iter().for_each(|&(a, b)| bare.add(a, b));
    let mut covered = LinkRows::new(model.label_count());
    let mut sets: Vec<Vec<Label>> = Vec::new();
    for &(a, b) in &links {
        if covered.has(a, b) {
            continue;
        }
        let mut set = vec![a, b];
        let mut rest: Vec<u64> = bare
            .row(a)
            .iter()
            .zip(bare.row(b))
            .map(|(a, b)| a & b)
            .collect();
        loop {
            // A label whose link to the first is in no set yet is preferred.
            let fresh = rest
                .iter()
                .zip(covered.row(a))
                .map(|(rest, covered)| rest & !covered);
            let Some(next) = first(fresh).or_else(|| first(rest.iter().copied())) else {
                break;
            };
            set.push(next);
            rest.iter_mut()
                .zip(bare.row(next))
                .for_each(|(rest, row)| *rest &= row);
        }
        for (at, &one) in set.iter().enumerate() {
            set[at + 1..]
                .iter()
                .for_each(|&other| covered.add(one, other));
        }
        sets.push(set);
    }
    // Large sets say most.
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    let mut families: Vec<(Vec<u64>, Vec<Vec<Label>>)> = Vec::new();
    for set in sets {
        let fits = |used: &[u64]| {
            let mut labels = set.iter();
            labels.all(|label| used[label.index() / 64] >> (label.index() % 64) & 1 == 0)
        };
        let place = families.iter().position(|(used, _)| fits(used));
        let place = match place {
            Some(place) => place,
            None if families.len() < MOST_FAMILIES => {
                families.push((vec![0; words], Vec::new()));
                families.len() - 1
            }
            None => continue,
        };
        let (used, family) = &mut families[place];
        for label in &set {
            used[label.index() / 64] |= 1 << (label.index() % 64);
        }
        family.push(set);
    }
    families.into_iter().map(|(_, family)| family).collect()
}

/// The first label of a row of bits.
fn first(words: impl Iterator<Item = u64>) -> Option<Label> {
    let mut words = words.enumerate();
    let (at, word) = words.find(|(_, word)| *word != 0)?;
    Some(Label::new(at * 64 + word.trailing_zeros() as usize))
}

/// Links as rows of bits, built for few links only.
struct LinkRows {
    words: usize,
    bits: Vec<u64>,
}

impl LinkRows {
    fn new(labels: usize) -> LinkRows {
        let words = labels.div_ceil(64);
        let bits = vec![0; words * labels];
        LinkRows { words, bits }
    }

    fn row(&self, label: Label) -> &[u64] {
        &self.bits[label.index() * self.words..][..self.words]
    }

    fn has(&self, a: Label, b: Label) -> bool {
        self.row(a)[b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    fn add(&mut self, a: Label, b: Label) {
        for (a, b) in [(a, b), (b, a)] {
            self.bits[a.index() * self.words + b.index() / 64] |= 1 << (b.index() % 64);
        }
    }
}
