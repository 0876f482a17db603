//! Classifies a puzzle: the counts that the published collections have, and the requested
//! ratings.

use super::case::{OnePuzzle, StartStates};
use super::entry::Shown;
use super::facts::{Fact, FactSource, FactValue};
use super::in_turn::Eliminated;
use super::name::Name;
use super::rejection::Rejection;
use super::request::Limits;
use super::request::Request;
use crate::kernel::Kernel;
use crate::with_kernel;
use gradus_csp::{CanonicalImage, CanonicalKey, Domain, Instance, Label, Labels, deadline};
use gradus_path::{Ladder, PathTheory, Rating, Special};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The results for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// Number of givens.
    pub clues: u16,
    /// Candidates after the givens' direct contradictions.
    pub candidates: u16,
    /// Decided cells after Singles.
    pub clues_brt: u16,
    /// Candidates after Singles.
    pub candidates_brt: u16,
    /// Candidates after Singles and whips\[1\].
    pub candidates_w1: u16,
    /// The ratings requested, in the order of their columns.
    pub ratings: Vec<(Name, Rating)>,
    /// The facts requested, in the order of their columns, or `None` where a fact is not defined.
    pub facts: Vec<(Fact, Option<FactValue>)>,
}

/// The columns in their order: the counts, then a value and a status for each rating that was
/// requested, then the facts; plain counts have no status.
impl Serialize for Classification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let counts = [
            ("clues", self.clues),
            ("candidates", self.candidates),
            ("clues_brt", self.clues_brt),
            ("candidates_brt", self.candidates_brt),
            ("candidates_w1", self.candidates_w1),
        ];
        for (name, count) in counts {
            map.serialize_entry(name, &count)?;
        }
        for (name, rating) in &self.ratings {
            match name.entry().words {
                Some(words) => map.serialize_entry(name.column(), &words.word(*rating))?,
                None => map.serialize_entry(name.column(), &rating.value)?,
            }
            if !name.is_count() {
                map.serialize_entry(&format!("{name}_status"), &rating.status)?;
            }
        }
        for (fact, value) in &self.facts {
            match value {
                None => map.serialize_entry(fact.column(), &())?,
                Some(FactValue::Number(number)) => map.serialize_entry(fact.column(), number)?,
                Some(FactValue::Decimal(text)) => {
                    map.serialize_entry(fact.column(), &text.parse::<f64>().ok())?;
                }
                Some(FactValue::Text(text)) => map.serialize_entry(fact.column(), text)?,
            }
        }
        map.end()
    }
}

impl Classification {
    /// A rating, if it was requested.
    pub fn rating(&self, name: Name) -> Option<Rating> {
        let found = self.ratings.iter().find(|(n, _)| *n == name);
        found.map(|(_, rating)| *rating)
    }

    /// A fact, if it was requested and is defined.
    pub fn fact(&self, fact: Fact) -> Option<&FactValue> {
        let found = self.facts.iter().find(|(f, _)| *f == fact);
        found.and_then(|(_, value)| value.as_ref())
    }
}

/// Classifies a puzzle that must have exactly one solution.
///
/// The solution serves only to skip trials of candidates that are true.
pub fn classify(puzzle: &dyn Instance, request: &Request) -> Result<Classification, Rejection> {
    classify_task(puzzle, request, None)
}

/// Classifies a puzzle as [`classify`] does, with ratings from memory where it has them. The
/// memory must be of this request.
pub fn classify_with(
    puzzle: &dyn Instance,
    request: &Request,
    memory: &dyn RatingMemory,
) -> Result<Classification, Rejection> {
    // Ratings that are shown by their number alone look at the givens, not at the expansion.
    let mut shown = request.names.iter().map(|name| name.entry().shown_by);
    let usable = memory.is_open() && shown.all(|shown| shown != Shown::Number);
    classify_task(puzzle, request, usable.then_some(memory))
}

fn classify_task(
    puzzle: &dyn Instance,
    request: &Request,
    memory: Option<&dyn RatingMemory>,
) -> Result<Classification, Rejection> {
    let task = Classify {
        puzzle,
        request,
        memory,
    };
    deadline::within(request.limits.timeout, || {
        with_kernel!(puzzle, |kernel| task.run(kernel))
    })
}

/// Remembers ratings of puzzles by the key of their expansions by Singles, for one request. What
/// is remembered changes no result, only the time.
pub trait RatingMemory {
    /// Returns true if it still accepts questions.
    fn is_open(&self) -> bool;

    /// The ratings that were kept under a key.
    fn recall(&self, key: CanonicalKey) -> Option<Vec<Rating>>;

    /// Keeps ratings under a key.
    fn keep(&self, key: CanonicalKey, ratings: &[Rating]);
}

struct Classify<'a> {
    puzzle: &'a dyn Instance,
    request: &'a Request,
    memory: Option<&'a dyn RatingMemory>,
}

impl Classify<'_> {
    fn run<K: Kernel>(&self, kernel: &K) -> Result<Classification, Rejection> {
        let nodes = self.request.limits.budget;
        let given = StartStates::new(kernel, self.puzzle, None, nodes)?;
        let form = self.form(&given);
        let remembered = form.as_ref().zip(self.memory);
        let known = remembered.and_then(|(form, memory)| memory.recall(form.key));
        let ratings = match known {
            Some(ratings) => ratings,
            None => {
                let ratings = self.rate(kernel, &given, form.as_ref())?;
                if let Some((form, memory)) = remembered {
                    memory.keep(form.key, &ratings);
                }
                ratings
            }
        };
        let ratings = self.request.names.iter().zip(ratings).collect();
        let source = FactSource {
            kernel,
            puzzle: self.puzzle,
            initial: &given.states.initial,
            brt: &given.states.brt,
            truth: &given.truth,
        };
        let facts = self.request.names.facts();
        Ok(Classification {
            clues: small(given.states.initial.values.len()),
            candidates: small(given.states.initial.candidate_count()),
            clues_brt: small(given.states.brt.values.len()),
            candidates_brt: small(given.states.brt.candidate_count()),
            candidates_w1: small(given.states.w1.candidate_count()),
            ratings,
            facts: facts.map(|fact| (fact, source.fact(fact))).collect(),
        })
    }

    /// The form to be rated, if some rating may depend on the order of eliminations or on
    /// the budget, or if there is something to remember.
    ///
    /// Ratings depend on the state after Singles alone, so all puzzles whose expansions by
    /// Singles are essentially the same have the same ratings. Where the order of
    /// eliminations or the budget can matter, which is where the order of the labels can,
    /// they have the same ratings only if they are turned in the same way, so that the
    /// expansion becomes its canonical form.
    fn form<S: Labels>(&self, given: &StartStates<S>) -> Option<CanonicalImage> {
        let depends = |name: Name| match name.entry().shown_by {
            Shown::Path(theory) => theory != PathTheory::S,
            Shown::Trials(ladder) => matches!(ladder, Ladder::Braids { .. } | Ladder::Fish),
            Shown::Invariant => true,
            Shown::Count | Shown::Number => false,
        };
        let matters = self.memory.is_some() || self.request.names.iter().any(depends);
        let is_open = !given.states.w1.is_decided();
        if !is_open || !matters {
            return None;
        }
        let values: Vec<Label> = given.states.brt.values.iter().collect();
        self.puzzle.canonical(&values)
    }

    /// The ratings, in the order of their columns: of the form, but for those that look at
    /// the puzzle as it is given.
    fn rate<K: Kernel>(
        &self,
        kernel: &K,
        given: &StartStates<K::Set>,
        form: Option<&CanonicalImage>,
    ) -> Result<Vec<Rating>, Rejection> {
        // The solution is known, so that the form does not have to be solved again.
        let turned = form.map(|form| {
            let places = form.source.iter().enumerate();
            let is_true = |(_, source): &(usize, &Label)| given.truth.contains(**source);
            let truth: Vec<Label> = places
                .filter(is_true)
                .map(|(at, _)| Label::new(at))
                .collect();
            StartStates::new(kernel, form.puzzle.as_ref(), Some(&truth), u64::MAX)
        });
        let turned = turned.transpose()?;
        // Ratings that are not defined for a kind of puzzle are not computed beside others.
        let domain = self.puzzle.domain();
        let names = self.request.names.iter();
        let request = Request {
            names: names.filter(|&name| applies(name, domain)).collect(),
            limits: self.request.limits,
        };
        let case = |start| OnePuzzle::new(kernel, &request, start);
        let (mut as_given, mut as_form) = (case(given), turned.as_ref().map(case));
        let rated = |name: Name| {
            let entry = name.entry();
            if !applies(name, domain) {
                return Rating::NOT_APPLICABLE;
            }
            let case = match &mut as_form {
                Some(case) if entry.shown_by != Shown::Number => case,
                _ => &mut as_given,
            };
            entry.rate(case)
        };
        Ok(self.request.names.iter().map(rated).collect())
    }
}

/// Returns true if a rating is defined for a kind of puzzle.
fn applies(name: Name, domain: &Domain) -> bool {
    let theory = match name.entry().shown_by {
        Shown::Path(theory) => theory,
        Shown::Trials(ladder) => PathTheory::Trials(ladder),
        Shown::Number | Shown::Invariant | Shown::Count => return true,
    };
    is_defined(theory, domain)
}

/// Returns true if a theory is defined for a kind of puzzle: some have no g-labels, some no
/// Subsets.
pub fn is_defined(theory: PathTheory, domain: &Domain) -> bool {
    let groups = theory.chains().is_some_and(|family| family.groups);
    (!groups || domain.has_groups()) && (!theory.has_subsets() || !domain.matrices().is_empty())
}

/// The eliminations of the path that shows a rating by special chains, in the order of the
/// puzzle's own labels. Empty if there is no path, or if whips alone show it.
pub(crate) fn special_path<K: Kernel>(
    kernel: &K,
    puzzle: &dyn Instance,
    special: Special,
    limits: Limits,
) -> Result<Vec<Eliminated>, Rejection> {
    let start = StartStates::new(kernel, puzzle, None, limits.budget)?;
    let names = Name::of_theory(PathTheory::Special(special)).into_iter();
    let names = names.collect();
    let request = Request { names, limits };
    Ok(OnePuzzle::new(kernel, &request, &start).special_path(special))
}

/// A count that fits its column, as it does for every model that has a kernel.
fn small<T: TryFrom<usize>>(count: usize) -> T
where
    T::Error: std::fmt::Debug,
{
    T::try_from(count).expect("no puzzle has more labels than the largest kernel")
}
