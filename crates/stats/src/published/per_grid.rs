//! The number of minimal puzzles per complete grid (table 6.2 of PBCS), with the
//! numbers of minimal puzzles that follow from it.

use serde::Deserialize;

use super::comparison::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, TableKind,
    check_width,
};
use super::error::TableError;
use super::printed::PrintedNumber;
use crate::Generator;
use crate::inference::chi_square::FEWEST_EXPECTED;
use crate::inference::{Proportion, fisher};
use crate::origin::Origin;
use crate::reading::TablesRead;
use crate::unbiased::{Estimate, Unbiased, choices};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PerGrid {
    sample: u64,
    lines: Vec<PerGridLine>,
}

/// A line: a number of clues, or a total. Its numbers are the mean number of
/// puzzles, its relative error in percent, and the tries for one of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PerGridLine {
    clues: Option<u16>,
    total: Option<PerGridTotal>,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PerGridTotal {
    PerGrid,
    All,
    EssentiallyDifferent,
}

const COLUMNS: [&str; 3] = ["minimal puzzles", "relative error %", "tries"];

impl PerGridLine {
    fn label(&self) -> String {
        match (self.clues, self.total) {
            (Some(clues), _) => format!("{clues} clues"),
            (_, Some(PerGridTotal::PerGrid)) => "total per grid".to_string(),
            (_, Some(PerGridTotal::All)) => "in all".to_string(),
            (_, Some(PerGridTotal::EssentiallyDifferent)) => "essentially different".to_string(),
            (None, None) => String::new(),
        }
    }

    fn measured(&self, unbiased: &Unbiased) -> Option<(Estimate, Option<f64>)> {
        let totals = unbiased.totals?;
        match (self.clues, self.total) {
            (Some(clues), _) => {
                let mut lines = unbiased.clues.iter();
                match lines.find(|line| line.clues == clues) {
                    Some(line) => Some((line.per_grid?, line.tries)),
                    None => Some((Estimate::exact(0.0), None)),
                }
            }
            (None, total) => {
                let total = match total? {
                    PerGridTotal::PerGrid => totals.per_grid,
                    PerGridTotal::All => totals.all,
                    PerGridTotal::EssentiallyDifferent => totals.essentially_different,
                };
                Some((total, None))
            }
        }
    }

    /// The puzzles of the line among the grids tried: ours, and the published ones,
    /// whose number follows from its relative error, or `None` for a total.
    fn counted(&self, unbiased: &Unbiased, number: f64, error: f64) -> Option<[Proportion; 2]> {
        let clues = self.clues?;
        let mut lines = unbiased.clues.iter();
        let line = lines.find(|line| line.clues == clues);
        let ours = Proportion {
            hits: line.map_or(0, |line| line.count),
            size: unbiased.totals?.grids,
        };
        let hits = error.powi(-2).round();
        let size = hits * choices(clues) / number;
        let theirs = Proportion {
            hits: hits as u64,
            size: size as u64,
        };
        (hits.is_finite() && size.is_finite()).then_some([ours, theirs])
    }
}

/// The p-value of two counts, if one has so small an expectation that standard errors mislead.
fn exact(counted: [Proportion; 2]) -> Option<f64> {
    let is_few = fisher::expected(counted) < FEWEST_EXPECTED || counted[0].hits == 0;
    is_few.then(|| fisher::p_value(counted))
}

impl TableKind for PerGrid {
    fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            if line.clues.is_some() == line.total.is_some() {
                return Err(TableError::Line(format!("{:?}", line.printed)));
            }
            check_width(&line.label(), &line.printed, &line.correct, COLUMNS.len())?;
        }
        Ok(())
    }

    fn compare(&self, reading: &TablesRead, origin: &Origin) -> Compared {
        let column = |name: &str| ComparisonColumn::new(name, Some(self.sample));
        let fits = origin.kind == Some(Generator::ControlledBias);
        let unbiased = fits
            .then(|| Unbiased::of(&reading.joint, origin.grids))
            .flatten();
        let line = |line: &PerGridLine| ComparisonLine {
            label: line.label(),
            unit: ComparisonUnit::Number,
            cells: cells(line, unbiased.as_ref()),
        };
        (
            COLUMNS.iter().map(|name| column(name)).collect(),
            self.lines.iter().map(line).collect(),
        )
    }
}

fn cells(line: &PerGridLine, unbiased: Option<&Unbiased>) -> Vec<ComparisonCell> {
    let blank = |place: usize| ComparisonCell::new(&line.printed[place], line.correct.get(place));
    let [number, error, tries] = [blank(0), blank(1), blank(2)];
    let published_error = error.published().map_or(0.0, |error| error.value() / 100.0);
    let Some((estimate, measured_tries)) = unbiased.and_then(|all| line.measured(all)) else {
        return vec![number, error, tries];
    };
    let published = number.published().map_or(0.0, PrintedNumber::value);
    let counted = unbiased.and_then(|all| line.counted(all, published, published_error));
    let exact = counted.and_then(exact);
    let relative = estimate.error / estimate.value;
    let measured_tries = measured_tries.map(|value| Estimate {
        value,
        error: value * relative,
    });
    let variance = |measured: Option<Estimate>| {
        move |published: f64| {
            let error = measured.map_or(0.0, |measured| measured.error);
            Some(error.powi(2) + (published * published_error).powi(2))
        }
    };
    let percent = Estimate::exact(100.0 * relative);
    let percent = Some(percent).filter(|_| relative.is_finite());
    let number = number.with(Some(estimate), variance(Some(estimate)));
    let tries = tries.with(measured_tries, variance(measured_tries));
    vec![
        number.with_exact(exact),
        error.with(percent, |_| None),
        tries.with_exact(exact),
    ]
}
