//! Sights: the labels of a variable that labels outside it see. Outside labels that
//! contradict the same two or more labels of the variable share a sight. The targets of
//! whips\[1\] come from them (PBCS 5.2): once the variable has only labels of a sight
//! left, the labels that have this sight are false. The intersections of sights are
//! the saturated g-labels (PBCS 7.1.1).

use super::ids::{GLabel, Label, Variable};
use super::model::{Grouped, Model};

/// The most g-labels that a model may have: their indices are 16-bit.
pub(super) const MOST_GLABELS: usize = u16::MAX as usize;

/// Labels of a variable: bit `i` is its label number `i`.
type Places = Vec<u64>;

/// Labels outside a variable that see the same labels of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The labels seen: two or more labels of the variable, perhaps all.
    pub places: Places,
    /// The labels that see it, in ascending order.
    pub linked: Vec<Label>,
}

impl Sight {
    /// The number of labels seen, at least two.
    fn size(&self) -> usize {
        self.places.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Returns true if the label at a place is seen.
    pub fn has(&self, place: usize) -> bool {
        self.places[place / 64] >> (place % 64) & 1 == 1
    }
}

impl Model {
    #[inline]
    fn groups(&self) -> &[Grouped] {
        let glabels = self.glabels.get_or_init(|| derive_glabels(self));
        glabels.as_deref().unwrap_or_default()
    }

    /// Returns true if the g-labels can be numbered. Some graphs have sets of labels whose
    /// intersections grow without bound; these count as having no g-labels.
    pub(crate) fn has_glabels(&self) -> bool {
        self.glabels.get_or_init(|| derive_glabels(self)).is_some()
    }

    /// The labels of a variable that labels outside see, two or more but not all: g-labels
    /// whose intersections need not be included.
    pub fn sights(&self) -> &[Grouped] {
        self.sights.get_or_init(|| derive_sights(self))
    }

    /// All g-labels.
    pub fn glabels(&self) -> impl Iterator<Item = GLabel> + use<> {
        (0..self.groups().len()).map(GLabel::new)
    }

    /// The g-labels of a variable.
    pub fn glabels_of(&self, variable: Variable) -> impl Iterator<Item = GLabel> + use<> {
        let groups = self.groups();
        let start = groups.partition_point(|g| g.variable < variable);
        let end = groups.partition_point(|g| g.variable <= variable);
        (start..end).map(GLabel::new)
    }

    /// The variable that a g-label belongs to.
    #[inline]
    pub fn glabel_variable(&self, glabel: GLabel) -> Variable {
        self.groups()[glabel.index()].variable
    }

    /// The labels in a g-label, in ascending order.
    #[inline]
    pub fn glabel_labels(&self, glabel: GLabel) -> &[Label] {
        &self.groups()[glabel.index()].labels
    }

    /// The labels g-linked to a g-label: outside its variable and linked to all its labels.
    #[inline]
    pub fn glabel_linked(&self, glabel: GLabel) -> &[Label] {
        &self.groups()[glabel.index()].linked
    }
}

/// All variables with their sights, ordered by the labels seen.
pub fn variable_sights(model: &Model) -> impl Iterator<Item = (Variable, Vec<Sight>)> + '_ {
    let sizes = model.variables().map(|v| model.labels_of(v).len());
    let words = sizes.max().unwrap_or(0).div_ceil(64).max(1);
    let mut finder = SightFinder {
        graph: model,
        seen: vec![0; words * model.label_count()],
        words,
    };
    let sights = move |variable| (variable, finder.sights_of(variable));
    model.variables().map(sights)
}

/// Finds the sights of one variable after the other.
struct SightFinder<'a> {
    graph: &'a Model,
    /// For each label the labels it sees of the current variable; empty between variables.
    seen: Vec<u64>,
    /// Words for the places of a variable, the same number for all variables.
    words: usize,
}

impl SightFinder<'_> {
    fn sights_of(&mut self, variable: Variable) -> Vec<Sight> {
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

/// The sights of every variable, except those that contain all of its labels.
fn derive_sights(graph: &Model) -> Vec<Grouped> {
    let mut all = Vec::new();
    for (variable, sights) in variable_sights(graph) {
        let labels = graph.labels_of(variable);
        let first = all.len();
        for sight in sights {
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
/// intersections of them that have two labels or more, but not all of the variable. A
/// larger set would lose one of the outside labels.
///
/// Returns `None` if there are too many.
fn derive_glabels(graph: &Model) -> Option<Vec<Grouped>> {
    let mut all = Vec::new();
    for (variable, sights) in variable_sights(graph) {
        let labels = graph.labels_of(variable);
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
