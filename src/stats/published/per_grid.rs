//! The table of minimal puzzles for a complete grid (table 6.2 of PBCS), with the
//! numbers of minimal puzzles that follow from it.

use serde::Deserialize;

use super::{Cell, ComparisonColumn, ComparisonLine, Printed, TableError, Unit, check_width};
use crate::stats::joint::Joint;
use crate::stats::origin::{Generator, Origin};
use crate::stats::unbiased::{Estimate, Unbiased};

/// A table of minimal puzzles for a complete grid.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PerGrid {
    sample: u64,
    lines: Vec<Line>,
}

/// A line: a number of clues, or a total. Its numbers are the mean number of
/// puzzles, its relative error in percent, and the tries for one of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Line {
    clues: Option<u16>,
    total: Option<Total>,
    printed: Vec<Printed>,
    #[serde(default)]
    correct: Vec<Printed>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Total {
    PerGrid,
    All,
    EssentiallyDifferent,
}

const COLUMNS: [&str; 3] = ["minimal puzzles", "relative error %", "tries"];

impl Line {
    fn label(&self) -> String {
        match (self.clues, self.total) {
            (Some(clues), _) => format!("{clues} clues"),
            (_, Some(Total::PerGrid)) => "total per grid".to_string(),
            (_, Some(Total::All)) => "in all".to_string(),
            (_, Some(Total::EssentiallyDifferent)) => "essentially different".to_string(),
            (None, None) => String::new(),
        }
    }

    /// The measured number of puzzles, and of tries.
    fn measured(&self, unbiased: &Unbiased) -> Option<(Estimate, Option<f64>)> {
        let totals = unbiased.totals?;
        match (self.clues, self.total) {
            (Some(clues), _) => {
                let mut lines = unbiased.clues.iter();
                let line = lines.find(|line| line.clues == clues)?;
                Some((line.per_grid?, line.tries))
            }
            (_, Some(Total::PerGrid)) => Some((totals.per_grid, None)),
            (_, Some(Total::All)) => Some((totals.all, None)),
            (_, Some(Total::EssentiallyDifferent)) => Some((totals.essentially_different, None)),
            (None, None) => None,
        }
    }
}

impl PerGrid {
    pub(super) fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            if line.clues.is_some() == line.total.is_some() {
                return Err(TableError::Line(format!("{:?}", line.printed)));
            }
            check_width(&line.label(), &line.printed, &line.correct, COLUMNS.len())?;
        }
        Ok(())
    }

    pub(super) fn compare(
        &self,
        joint: &Joint,
        origin: &Origin,
    ) -> (Vec<ComparisonColumn>, Vec<ComparisonLine>) {
        let column = |name: &str| ComparisonColumn {
            name: name.to_string(),
            sample: Some(self.sample),
        };
        let fits = origin.kind == Some(Generator::ControlledBias);
        let unbiased = fits.then(|| Unbiased::of(joint, origin.grids)).flatten();
        let line = |line: &Line| ComparisonLine {
            label: line.label(),
            unit: Unit::Number,
            cells: cells(line, unbiased.as_ref()),
        };
        (
            COLUMNS.iter().map(|name| column(name)).collect(),
            self.lines.iter().map(line).collect(),
        )
    }
}

fn cells(line: &Line, unbiased: Option<&Unbiased>) -> Vec<Cell> {
    let blank = |place: usize| Cell::new(&line.printed[place], line.correct.get(place));
    let [number, error, tries] = [blank(0), blank(1), blank(2)];
    let published_error = error.published().map_or(0.0, |error| error.value() / 100.0);
    let Some((estimate, measured_tries)) = unbiased.and_then(|all| line.measured(all)) else {
        return vec![number, error, tries];
    };
    let relative = estimate.error / estimate.value;
    let exact = |value: f64| Estimate { value, error: 0.0 };
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
    vec![
        number.with(Some(estimate), variance(Some(estimate))),
        error.with(Some(exact(100.0 * relative)), |_| None),
        tries.with(measured_tries, variance(measured_tries)),
    ]
}
