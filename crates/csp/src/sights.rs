//! Sights: what labels see of a variable that is not theirs. Labels outside that
//! contradict the same two or more labels of the variable share a sight. The targets of
//! whips\[1\] come from them (PBCS 5.2): once only labels of a sight are left of the
//! variable, the labels that have this sight are false. The intersections of sights are
//! the saturated g-labels (PBCS 7.1.1).

use super::ids::{Label, Variable};
use super::model::Model;

/// The most g-labels that a model may have: their numbers are 16-bit.
pub(super) const MOST_GLABELS: usize = u16::MAX as usize;

/// Some labels of a variable that are all linked to some label outside it.
#[derive(Debug)]
pub struct Grouped {
    /// The variable.
    pub variable: Variable,
    /// The labels, in ascending order.
    pub labels: Vec<Label>,
    /// The labels outside the variable that are linked to all of them.
    pub linked: Vec<Label>,
}

/// Labels of a variable, a bit for each by its place among them.
type Places = Vec<u64>;

/// The labels outside a variable that see the same of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// What they see: two or more labels of the variable, perhaps all.
    pub places: Places,
    /// The labels that see it, in ascending order.
    pub linked: Vec<Label>,
}

impl Sight {
    /// The number of labels that are seen, at least two.
    pub fn size(&self) -> usize {
        self.places.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Returns true if it has the label at a place.
    pub fn has(&self, place: usize) -> bool {
        self.places[place / 64] >> (place % 64) & 1 == 1
    }
}

/// Finds the sights of one variable after the other.
pub struct Sights<'a> {
    graph: &'a Model,
    /// For each label what it sees of the variable at hand, empty in between.
    seen: Vec<u64>,
    /// Words of a variable's places, the same for all.
    words: usize,
}

impl<'a> Sights<'a> {
    /// For the variables of a graph.
    pub fn new(graph: &'a Model) -> Self {
        let sizes = graph.variables().map(|v| graph.labels_of(v).len());
        let words = sizes.max().unwrap_or(0).div_ceil(64).max(1);
        Sights {
            graph,
            seen: vec![0; words * graph.label_count()],
            words,
        }
    }

    /// The sights of a variable, in the order of what is seen.
    pub fn of(&mut self, variable: Variable) -> Vec<Sight> {
        let (graph, words) = (self.graph, self.words);
        let labels = graph.labels_of(variable);
        let mut outside = Vec::new();
        for (place, &label) in labels.iter().enumerate() {
            for &other in graph.linked_labels(label) {
                let seen = &mut self.seen[other.index() * words..][..words];
                if seen.iter().all(|&word| word == 0) {
                    outside.push(other);
                }
                seen[place / 64] |= 1 << (place % 64);
            }
        }
        let seen = |label: Label| &self.seen[label.index() * words..][..words];
        let count = |label: Label| seen(label).iter().map(|w| w.count_ones()).sum::<u32>();
        let mut several = outside.clone();
        several.retain(|label| count(*label) > 1 && labels.binary_search(label).is_err());
        several.sort_unstable_by(|a, b| seen(*a).cmp(seen(*b)).then(a.cmp(b)));
        let same = several.chunk_by(|a, b| seen(*a) == seen(*b));
        let sights = same.map(|linked| Sight {
            places: seen(linked[0]).to_vec(),
            linked: linked.to_vec(),
        });
        let sights = sights.collect();
        for label in outside {
            self.seen[label.index() * words..][..words].fill(0);
        }
        sights
    }
}

/// The sights of every variable but those that are the whole variable.
pub(super) fn derive_sights(graph: &Model) -> Vec<Grouped> {
    let mut all = Vec::new();
    let mut finder = Sights::new(graph);
    for variable in graph.variables() {
        let labels = graph.labels_of(variable);
        let first = all.len();
        for sight in finder.of(variable) {
            if sight.size() < labels.len() {
                let own = (0..labels.len()).filter(|&place| sight.has(place));
                all.push(Grouped {
                    variable,
                    labels: own.map(|place| labels[place]).collect(),
                    linked: sight.linked,
                });
            }
        }
        all[first..].sort_unstable_by(|a, b| a.labels.cmp(&b.labels));
    }
    all
}

/// The saturated g-labels of every variable (PBCS 7.1.1): its sights and all
/// intersections of them that keep two labels or more and are not the whole variable. A
/// larger set would lose one of the outside labels.
///
/// Returns `None` if there are too many.
pub(super) fn derive_glabels(graph: &Model) -> Option<Vec<Grouped>> {
    let mut all = Vec::new();
    let mut finder = Sights::new(graph);
    for variable in graph.variables() {
        let labels = graph.labels_of(variable);
        let sights = finder.of(variable);
        let mut closed: Vec<Places> = Vec::new();
        for sight in &sights {
            let meets: Vec<Places> = closed.iter().map(|set| meet(set, &sight.places)).collect();
            closed.extend(meets);
            closed.push(sight.places.clone());
            closed.retain(|set| set.iter().map(|w| w.count_ones()).sum::<u32>() > 1);
            closed.sort_unstable();
            closed.dedup();
            if closed.len() > MOST_GLABELS {
                return None;
            }
        }
        let first = all.len();
        for set in closed {
            let own = labels.iter().enumerate();
            let own = own.filter(|(place, _)| set[place / 64] >> (place % 64) & 1 == 1);
            let own: Vec<Label> = own.map(|(_, &label)| label).collect();
            if own.len() == labels.len() {
                continue;
            }
            let seeing = sights
                .iter()
                .filter(|sight| meet(&sight.places, &set) == set);
            let mut linked: Vec<Label> = seeing.flat_map(|s| s.linked.iter().copied()).collect();
            linked.sort_unstable();
            all.push(Grouped {
                variable,
                labels: own,
                linked,
            });
        }
        all[first..].sort_unstable_by(|a, b| a.labels.cmp(&b.labels));
    }
    (all.len() <= MOST_GLABELS).then_some(all)
}

fn meet(a: &[u64], b: &[u64]) -> Places {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
