//! Unbiased estimates from a controlled-bias sample (PBCS 6.2 and 6.3). Puzzles
//! with few clues are too frequent in it, by a known ratio, which weights correct.
//!
//! Estimates are ratios of weighted sums; their standard errors are those of the
//! delta method, for puzzles that were generated independently of each other.

use std::collections::BTreeMap;

use serde::Serialize;

use super::joint::Joint;
use gradus_puzzles::sudoku::CELLS;
use gradus_table::table::Column;
use gradus_table::table::Entry;

pub(crate) const COMPLETE_GRIDS: f64 = 6_670_903_752_021_072_936_960.0;

/// Number of essentially different complete grids.
pub(crate) const GRID_CLASSES: f64 = 5_472_730_538.0;

/// The number of clues whose correction factor is 1, by convention.
const REFERENCE: u16 = 26;

/// A value and its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// An exact value, from counting.
    pub(crate) fn exact(value: f64) -> Estimate {
        Estimate { value, error: 0.0 }
    }
}

/// The number of ways to choose this many cells of a Sudoku.
pub(crate) fn choices(clues: u16) -> f64 {
    let cells = CELLS as u16;
    let factor = |k: u16| f64::from(cells + 1 - k) / f64::from(k);
    (1..=clues.min(cells)).map(factor).product()
}

/// The correction factor cf(n) = C(81, n) / C(81, 26): the weight of a puzzle with n clues.
pub(crate) fn correction(clues: u16) -> f64 {
    choices(clues) / choices(REFERENCE)
}

/// A class of a weighted sample: the sum of its weights and of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Weight {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Weight {
    pub(crate) fn add(&mut self, weight: f64, count: u64) {
        self.count += count;
        self.sum += weight * count as f64;
        self.squares += weight * weight * count as f64;
    }

    /// The share of this class among all, in percent.
    pub(crate) fn percent_of(&self, all: &Weight) -> Option<Estimate> {
        let share = self.sum / all.sum;
        let inside = (1.0 - share).powi(2) * self.squares;
        let outside = share.powi(2) * (all.squares - self.squares).max(0.0);
        (all.sum > 0.0).then(|| Estimate {
            value: 100.0 * share,
            error: 100.0 * (inside + outside).sqrt() / all.sum,
        })
    }

    /// The complement of this class in a sample.
    pub(crate) fn rest_of(&self, all: &Weight) -> Weight {
        Weight {
            count: all.count - self.count,
            sum: (all.sum - self.sum).max(0.0),
            squares: (all.squares - self.squares).max(0.0),
        }
    }

    /// This class with one more puzzle, of the mean weight of a sample.
    pub(crate) fn with_one_of(&self, all: &Weight) -> Weight {
        let n = all.count.max(1) as f64;
        Weight {
            count: self.count + 1,
            sum: self.sum + all.sum / n,
            squares: self.squares + all.squares / n,
        }
    }

    /// The mean weight of the class's puzzles, each counted by its weight.
    pub(crate) fn heaviness(&self) -> f64 {
        if self.sum > 0.0 {
            self.squares / self.sum
        } else {
            0.0
        }
    }

    /// The mean weight of the puzzles; 0 if there are none.
    pub(crate) fn mean(&self) -> f64 {
        match self.count {
            0 => 0.0,
            count => self.sum / count as f64,
        }
    }

    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }

    /// The size of an unweighted sample of the same precision (Kish).
    pub(crate) fn effective_size(&self) -> f64 {
        if self.squares > 0.0 {
            self.sum * self.sum / self.squares
        } else {
            0.0
        }
    }
}

/// Sums weights with counts.
impl FromIterator<(f64, u64)> for Weight {
    fn from_iter<I: IntoIterator<Item = (f64, u64)>>(classes: I) -> Weight {
        let mut sum = Weight::default();
        for (weight, count) in classes {
            sum.add(weight, count);
        }
        sum
    }
}

/// The union of disjoint classes.
impl std::iter::Sum for Weight {
    fn sum<I: Iterator<Item = Weight>>(classes: I) -> Weight {
        classes.fold(Weight::default(), |sum, class| Weight {
            count: sum.count + class.count,
            sum: sum.sum + class.sum,
            squares: sum.squares + class.squares,
        })
    }
}

/// The unbiased shares of classes of puzzles, in percent, from the number of clues,
/// the class if any, and the count of each group.
pub(super) fn shares<K: Ord>(
    puzzles: impl Iterator<Item = (Entry, Option<K>, u64)>,
) -> BTreeMap<K, Estimate> {
    let mut classes: BTreeMap<K, Weight> = BTreeMap::new();
    let mut all = Weight::default();
    for (clues, class, count) in puzzles {
        if let (Some(clues), Some(class)) = (clues.finite(), class) {
            let weight = correction(clues);
            classes.entry(class).or_default().add(weight, count);
            all.add(weight, count);
        }
    }
    let share = |(class, weight): (K, Weight)| Some((class, weight.percent_of(&all)?));
    classes.into_iter().filter_map(share).collect()
}

/// Unbiased mean and standard deviation of a column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnbiasedMoments {
    /// The column.
    pub column: Column,
    /// The number of puzzles with a finite value.
    pub n: u64,
    /// Mean.
    pub mean: Estimate,
    /// Standard deviation.
    pub sd: Estimate,
}

impl UnbiasedMoments {
    pub(crate) fn of(joint: &Joint, column: Column) -> Option<UnbiasedMoments> {
        let cells = joint.finite([Column::Clues, column])?.into_iter();
        let weighted = cells.map(|([clues, value], n)| (correction(clues), value.into(), n));
        let cells: Vec<Weighted> = weighted.collect();
        let (mean, sd) = weighted_moments(&cells)?;
        Some(UnbiasedMoments {
            column,
            n: cells.iter().map(|(_, _, count)| count).sum(),
            mean,
            sd,
        })
    }
}

/// A weight, a value, and the number of puzzles that have them.
pub(crate) type Weighted = (f64, f64, u64);

/// Weighted mean and standard deviation, or `None` for an empty sample.
pub(crate) fn weighted_moments(cells: &[Weighted]) -> Option<(Estimate, Estimate)> {
    let weights = cells.iter().map(|(weight, _, n)| weight * *n as f64);
    let total: f64 = weights.sum();
    if total <= 0.0 {
        return None;
    }
    // The weighted mean of a quantity, and its standard error.
    let estimate = |quantity: &dyn Fn(f64) -> f64| {
        let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
            let term =
                |(weight, value, count): &Weighted| term(*weight, quantity(*value)) * *count as f64;
            cells.iter().map(term).sum()
        };
        let value = sum(&|weight, x| weight * x) / total;
        let error = sum(&|weight, x| (weight * (x - value)).powi(2)).sqrt() / total;
        Estimate { value, error }
    };
    let mean = estimate(&|value| value);
    let variance = estimate(&|value| (value - mean.value).powi(2));
    let sd = variance.value.sqrt();
    let error = if sd > 0.0 {
        variance.error / (2.0 * sd)
    } else {
        0.0
    };
    Some((mean, Estimate { value: sd, error }))
}

/// Estimates for the minimal puzzles with a given number of clues.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ByClues {
    /// Number of clues.
    pub clues: u16,
    /// Number of puzzles in the sample.
    pub count: u64,
    /// The correction factor.
    pub factor: f64,
    /// Unbiased share of all minimal puzzles, in percent.
    pub percent: Estimate,
    /// Minimal puzzles with this number of clues per complete grid (table 6.2), if
    /// the number of grids tried is known.
    pub per_grid: Option<Estimate>,
    /// Grids tried per puzzle, if known.
    pub tries: Option<f64>,
}

/// The number of minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// Number of complete grids tried.
    pub grids: u64,
    /// Mean number of minimal puzzles per complete grid.
    pub per_grid: Estimate,
    /// Total number of minimal puzzles.
    pub all: Estimate,
    /// Number of essentially different minimal puzzles: as many for each class of
    /// grids as for a grid, which neglects the few grids that have symmetries.
    pub essentially_different: Estimate,
}

/// Unbiased estimates from a controlled-bias sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unbiased {
    /// Size of an unbiased sample of the same precision.
    pub effective_size: f64,
    /// By number of clues.
    pub clues: Vec<ByClues>,
    /// Unbiased moments of the columns.
    pub moments: Vec<UnbiasedMoments>,
    /// The number of minimal puzzles, if the number of grids tried is known.
    pub totals: Option<Totals>,
}

impl Unbiased {
    /// The unbiased estimates from a sample, or `None` if it lacks the number of clues.
    pub(crate) fn of(joint: &Joint, grids: Option<u64>) -> Option<Unbiased> {
        let clues = joint.values(Column::Clues)?;
        // The weight of the puzzles with a number of clues, and their number.
        let weighed = |&(clues, count): &(u16, u64)| (correction(clues), count);
        let all: Weight = clues.iter().map(weighed).collect();
        let line = |&(clues, count): &(u16, u64)| {
            let share = Weight::from_iter([weighed(&(clues, count))]);
            Some(ByClues {
                clues,
                count,
                factor: correction(clues),
                percent: share.percent_of(&all)?,
                per_grid: grids.map(|grids| per_grid(&[(clues, count)], grids)),
                tries: grids.map(|grids| grids as f64 / count as f64),
            })
        };
        let columns = joint.columns().into_iter();
        Some(Unbiased {
            effective_size: all.effective_size(),
            clues: clues.iter().filter_map(line).collect(),
            moments: columns
                .filter_map(|column| UnbiasedMoments::of(joint, column))
                .collect(),
            totals: grids.map(|grids| Totals::of(&clues, grids)),
        })
    }
}

impl Totals {
    fn of(clues: &[(u16, u64)], grids: u64) -> Totals {
        let per_grid = per_grid(clues, grids);
        let times = |factor: f64| Estimate {
            value: per_grid.value * factor,
            error: per_grid.error * factor,
        };
        Totals {
            grids,
            per_grid,
            all: times(COMPLETE_GRIDS),
            essentially_different: times(GRID_CLASSES),
        }
    }
}

/// M = Σ C(81, n) · on(n) / grids. Each grid tried gives at most one puzzle, and
/// rarely: the counts follow a Poisson distribution up to a factor 1 − p.
fn per_grid(clues: &[(u16, u64)], grids: u64) -> Estimate {
    let grids = grids as f64;
    let sum = |power: i32| -> f64 {
        let term = |(clues, count): &(u16, u64)| choices(*clues).powi(power) * *count as f64;
        clues.iter().map(term).sum()
    };
    let value = sum(1) / grids;
    let variance = (sum(2) / grids - value * value).max(0.0) / grids;
    Estimate {
        value,
        error: variance.sqrt(),
    }
}
