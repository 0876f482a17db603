//! The target of a hunt: a formula over columns to be maximised, perhaps where a condition
//! holds, such as `w-b` or `clues where te = 3`.

use std::fmt;
use std::str::FromStr;

use crate::expression::{
    BoundCondition, BoundFormula, BoundKind, Condition, Fault, Formula, Measure, Truth,
};
use crate::expression::{own_columns, row_value};
use crate::table::{Column, Row};
use gradus_engine::rating::{MAX_DEPTH, Name, Names};
use gradus_engine::te::Over;
use gradus_hunt::{DepthClass, Score, Toward};

/// The target of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The expression to maximise.
    pub formula: Formula,
    /// The condition on the puzzles, if any.
    pub condition: Option<Condition>,
}

impl FromStr for Target {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Target, Fault> {
        let place = text.to_ascii_lowercase().find(" where ");
        let (formula, condition) = match place {
            Some(place) => (&text[..place], Some(&text[place + " where ".len()..])),
            None => (text, None),
        };
        Ok(Target {
            formula: formula.parse()?,
            condition: condition.map(str::parse).transpose()?,
        })
    }
}

/// The canonical notation.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.formula)?;
        match &self.condition {
            None => Ok(()),
            Some(condition) => write!(f, " where {condition}"),
        }
    }
}

/// A question about one rating that is cheaper than the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheapTest {
    /// The target is this rating.
    Rating(Name),
    /// The target is the first rating less the second.
    Gap(Name, Name),
}

impl Target {
    /// The columns that it reads.
    fn columns(&self) -> Vec<Column> {
        let condition = self.condition.iter().flat_map(Condition::columns);
        self.formula.columns().chain(condition).collect()
    }

    /// The ratings and facts that the target and the tie-breaker read, and more.
    pub(crate) fn names(&self, tie: Option<&Formula>, more: &Names) -> Names {
        let tie = tie.iter().flat_map(|tie| tie.columns());
        let columns: Vec<Column> = self.columns().into_iter().chain(tie).collect();
        let ratings = columns.iter().copied().filter_map(rating);
        let facts = columns.iter().filter_map(|column| match column {
            Column::Fact(fact) => Some(*fact),
            _ => None,
        });
        Names::new(ratings.chain(more.iter()), facts.chain(more.facts()))
    }

    /// Where to look for the best puzzles in the class of the target.
    pub(crate) fn toward(&self, minimal: bool) -> Toward {
        match (minimal, self.sees_givens(), self.class().most) {
            (true, ..) => Toward::Minimal,
            (false, true, _) => Toward::Upper,
            (false, false, Some(_)) => Toward::Lower,
            (false, false, None) => Toward::Anywhere,
        }
    }

    /// Returns true if it depends on the givens, not only on the state after Singles.
    pub(crate) fn sees_givens(&self) -> bool {
        let is_count =
            |column| matches!(column, Column::Clues | Column::Candidates | Column::Fact(_));
        self.columns().into_iter().any(is_count)
    }

    /// The puzzles, by T&E depth, for which it is finite and which its condition allows.
    pub(crate) fn class(&self) -> DepthClass {
        let mut class = DepthClass::ANY;
        for name in self.formula.columns().filter_map(rating) {
            match name.column() {
                "w" | "b" | "bc" | "z" | "tw" | "tyw" | "fw" | "f3w" => {
                    class.over = Over::Singles;
                    class.most = Some(1);
                }
                "gw" | "gb" if class.most.is_none() => {
                    class.over = Over::Whips1;
                    class.most = Some(1);
                }
                "bpb" => (class.least, class.most) = (2, Some(2)),
                "bpbb" => class.least = 3,
                _ => {}
            }
        }
        if let (Some(condition), Over::Singles) = (&self.condition, class.over) {
            let (least, most) = condition.range_of(Name::TE.column());
            let depth = |depth: i64| usize::try_from(depth).unwrap_or(0);
            class.least = least.map_or(class.least, |least| depth(least).max(class.least));
            let most = most.map(depth).into_iter().chain(class.most).min();
            // Depths beyond all known ones are not tested beforehand.
            class.most = most.filter(|most| *most < MAX_DEPTH);
        }
        class
    }

    /// Returns true if upper bounds of B can stand for it.
    pub fn takes_bounds(&self) -> bool {
        self.cheap_test() == Some(CheapTest::Rating(Name::B))
    }

    /// A question about one rating that excludes most puzzles, if the target is one rating
    /// or the difference of two.
    pub(crate) fn cheap_test(&self) -> Option<CheapTest> {
        let asked = |name: &Name| !name.is_count() && *name != Name::TE;
        if let Some(column) = self.formula.column() {
            return rating(column).filter(asked).map(CheapTest::Rating);
        }
        let (minuend, subtrahend) = self.formula.gap()?;
        let gap = rating(minuend).zip(rating(subtrahend));
        gap.filter(|(a, b)| asked(a) && asked(b))
            .map(|(a, b)| CheapTest::Gap(a, b))
    }
}

fn rating(column: Column) -> Option<Name> {
    match column {
        Column::Rating(name) => Some(name),
        _ => None,
    }
}

/// A target with its tie-breaker, for rows with known columns.
pub(crate) struct Scorer {
    names: Names,
    formula: BoundFormula,
    condition: Option<BoundCondition>,
    tie: Option<BoundFormula>,
    takes_bounds: bool,
}

impl Scorer {
    /// With `takes_bounds`, an upper bound of the target stands for its value.
    pub(crate) fn new(
        target: &Target,
        tie: Option<&Formula>,
        names: &Names,
        takes_bounds: bool,
    ) -> Result<Scorer, Fault> {
        // All ratings are known here, so that the error for a wrong name lists them.
        target.formula.bind(&own_columns(&Names::everything()))?;
        let scope = own_columns(names);
        let condition = target.condition.as_ref();
        Ok(Scorer {
            names: names.clone(),
            formula: target.formula.bind(&scope)?,
            condition: condition.map(|given| given.bind(&scope)).transpose()?,
            tie: tie.map(|tie| tie.bind(&scope)).transpose()?,
            takes_bounds,
        })
    }

    /// The score of a row, or `None` if the condition does not hold, or if the target is
    /// infinite or has no known lower bound.
    pub(crate) fn score(&self, row: &Row) -> Option<Score> {
        if let Some(condition) = &self.condition {
            let operands = &condition.operands;
            let verdict =
                condition.verdict(|place| row_value(&self.names, row, &[], &operands[place]));
            if verdict != Truth::Holds {
                return None;
            }
        }
        let measure = |formula: &BoundFormula| {
            let operands = &formula.operands;
            let measured =
                formula.measure(|place| row_value(&self.names, row, &[], &operands[place]));
            measured.ok()
        };
        let target = measure(&self.formula)?;
        let counts = match target.known {
            BoundKind::Exact | BoundKind::Lower => true,
            BoundKind::Upper => self.takes_bounds,
            _ => false,
        };
        if !counts {
            return None;
        }
        let tie = self.tie.as_ref().and_then(measure);
        Some(Score {
            value: thousandths(target)?,
            tie: tie.and_then(thousandths).unwrap_or(0),
        })
    }
}

fn thousandths(measure: Measure) -> Option<i64> {
    let number = measure.value()?.to_f64() * 1000.0;
    (number.abs() < 1e15).then(|| number.round() as i64)
}

/// A value as it is shown, from its thousandths.
pub(crate) fn shown(thousandths: i64) -> String {
    (thousandths as f64 / 1000.0).to_string()
}
