//! Facts: properties of a puzzle, as columns beside its ratings. They need no unbounded search
//! and have no status. A fact that is not defined for a puzzle is missing there.

use serde::{Deserialize, Serialize};

use super::entry::Cost;
use crate::backdoor::{Modulo, NoStep};
use crate::kernel::Kernel;
use gradus_csp::{Instance, Label, Labels, State};

/// A fact that a column can have; ordered as the columns are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Fact {
    /// How many givens are redundant, each by itself.
    Redundant,
    /// The puzzle with all values given that Singles assert.
    Expand,
    /// The least form of all puzzles that are essentially the same.
    Canon,
    /// Linked pairs of candidates.
    Links,
    /// How densely the candidates are linked.
    Density,
    /// How many candidates are anti-backdoors.
    AntiBackdoors(NoStep),
}

/// The kind of values that a fact has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactKind {
    /// Whole numbers up to this.
    Number(u16),
    /// Numbers with a decimal point.
    Decimal,
    /// Texts.
    Text,
}

/// The value of a fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FactValue {
    /// A whole number.
    Number(u16),
    /// A number with a decimal point, as it is written.
    Decimal(String),
    /// A text.
    Text(String),
}

impl Fact {
    /// All of them, in the order of the columns.
    pub const ALL: [Fact; 8] = [
        Fact::Redundant,
        Fact::Expand,
        Fact::Canon,
        Fact::Links,
        Fact::Density,
        Fact::AntiBackdoors(NoStep::Brt),
        Fact::AntiBackdoors(NoStep::W1),
        Fact::AntiBackdoors(NoStep::S),
    ];

    /// The fact whose column has this name, in capitals or not.
    pub fn of(column: &str) -> Option<Fact> {
        let mut all = Fact::ALL.into_iter();
        all.find(|fact| fact.column().eq_ignore_ascii_case(column))
    }

    /// The name of its column.
    pub fn column(self) -> &'static str {
        self.column_and_section().0
    }

    /// The section of a book that defines it.
    pub fn section(self) -> &'static str {
        self.column_and_section().1
    }

    fn column_and_section(self) -> (&'static str, &'static str) {
        match self {
            Fact::Redundant => ("redundant", "PBCS 6.1"),
            Fact::Expand => ("expand", "UM 6.6"),
            Fact::Canon => ("canon", "UM 6.6"),
            Fact::Links => ("links", "PBCS 2.1"),
            Fact::Density => ("density", "PBCS 6.3"),
            Fact::AntiBackdoors(NoStep::Brt) => ("ab_brt", "UM 3.8"),
            Fact::AntiBackdoors(NoStep::W1) => ("ab_w1", "UM 3.8"),
            Fact::AntiBackdoors(NoStep::S2) => ("ab_s2", "UM 3.8"),
            Fact::AntiBackdoors(NoStep::S3) => ("ab_s3", "UM 3.8"),
            Fact::AntiBackdoors(NoStep::S) => ("ab_s", "UM 3.8"),
        }
    }

    /// Its definition, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Fact::Redundant => "number of givens that can be deleted, each by itself",
            Fact::Expand => "the puzzle with all values that Singles assert",
            Fact::Canon => "canonical form of the puzzle",
            Fact::Links => "number of linked pairs of candidates",
            Fact::Density => "density of the links between candidates, in percent",
            Fact::AntiBackdoors(NoStep::Brt) => {
                "number of anti-backdoors: candidates whose deletion lets Singles solve"
            }
            Fact::AntiBackdoors(NoStep::W1) => "the same for Singles and whips[1]",
            Fact::AntiBackdoors(NoStep::S2) => "the same with Subsets of size 2",
            Fact::AntiBackdoors(NoStep::S3) => "the same with Subsets up to size 3",
            Fact::AntiBackdoors(NoStep::S) => "the same with Subsets",
        }
    }

    /// What it costs.
    pub fn cost(self) -> Cost {
        Cost::Low
    }

    /// The kind of its values.
    pub fn kind(self) -> FactKind {
        match self {
            Fact::Redundant => FactKind::Number(u8::MAX as u16),
            Fact::Links | Fact::AntiBackdoors(_) => FactKind::Number(u16::MAX),
            Fact::Density => FactKind::Decimal,
            Fact::Expand | Fact::Canon => FactKind::Text,
        }
    }
}

/// A puzzle with its states before anything is rated.
pub(super) struct FactSource<'a, K: Kernel> {
    pub(super) kernel: &'a K,
    pub(super) puzzle: &'a dyn Instance,
    pub(super) initial: &'a State<K::Set>,
    /// Closed under Singles.
    pub(super) brt: &'a State<K::Set>,
    /// The only solution.
    pub(super) truth: &'a K::Set,
}

impl<K: Kernel> FactSource<'_, K> {
    /// A fact, or `None` if it is not defined for this puzzle.
    pub(super) fn fact(&self, fact: Fact) -> Option<FactValue> {
        let number = |count: usize| u16::try_from(count).ok().map(FactValue::Number);
        let links = || LinkCount::new(self.kernel, self.initial);
        match fact {
            Fact::Redundant => number(self.puzzle.redundant_givens()?),
            Fact::Expand => {
                let values: Vec<_> = self.brt.values.iter().collect();
                Some(FactValue::Text(
                    self.puzzle.with_givens(&values)?.to_string(),
                ))
            }
            Fact::Canon => Some(FactValue::Text(
                self.puzzle.canonical(&[])?.puzzle.to_string(),
            )),
            Fact::Links => number(links().links),
            Fact::Density => Some(FactValue::Decimal(decimal(links().density()?))),
            Fact::AntiBackdoors(no_step) => number(self.anti_backdoors(no_step)?),
        }
    }

    /// `None` if the theory solves: no candidate is left.
    fn anti_backdoors(&self, no_step: NoStep) -> Option<usize> {
        let modulo = Modulo::new(self.kernel, no_step, self.truth);
        let mut state = self.brt.clone();
        modulo.close(&mut state);
        (!state.is_decided()).then(|| modulo.anti_backdoors(&state).len())
    }
}

/// The links between the candidates of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkCount {
    /// Number of candidates.
    pub candidates: usize,
    /// Pairs of candidates in one CSP variable, over all variables: a pair that is in two
    /// variables counts twice.
    pub csp_links: usize,
    /// Pairs of candidates that are linked, each once.
    pub links: usize,
}

impl LinkCount {
    /// Counts the links between the candidates of a state.
    pub fn new<K: Kernel>(kernel: &K, state: &State<K::Set>) -> LinkCount {
        let (model, candidates) = (kernel.model(), state.candidates());
        let among = |labels: &[Label]| labels.iter().filter(|l| candidates.contains(**l)).count();
        let pairs = |count: usize| count * count.saturating_sub(1) / 2;
        let linked = candidates
            .iter()
            .map(|label| among(model.linked_labels(label)));
        LinkCount {
            candidates: candidates.len(),
            csp_links: model
                .variables()
                .map(|v| pairs(among(model.labels_of(v))))
                .sum(),
            // Every pair is seen from both its ends.
            links: linked.sum::<usize>() / 2,
        }
    }

    /// Half of all ordered pairs of candidates, in percent, that are csp-links (PBCS 17.2.2, UM
    /// 14.5.5), in parts of [`UNIT`], or `None` if there are fewer than two candidates.
    /// CSP-Rules prints four times this.
    pub fn density(&self) -> Option<u64> {
        let candidates = self.candidates as u64;
        let pairs = candidates * candidates.checked_sub(1)?;
        (500_000 * self.csp_links as u64 + pairs / 2).checked_div(pairs)
    }
}

/// How many parts make one: decimals have four places.
pub const UNIT: u64 = 10_000;

/// A number in parts of [`UNIT`] with a decimal point, without trailing zeros.
pub fn decimal(parts: u64) -> String {
    let (whole, rest) = (parts / UNIT, parts % UNIT);
    let digits = format!("{rest:04}");
    let digits = digits.trim_end_matches('0');
    format!("{whole}.{}", if digits.is_empty() { "0" } else { digits })
}
