//! A summary as sheets: every table that a summary has, each with what a reader
//! must know to read it.

use super::column::Column;
use super::correlation::Correlations;
use super::cross::{By, Cross};
use super::difference::Difference;
use super::distribution::Distribution;
use super::entry::Entry;
use super::published::{Cell, Comparison};
use super::sheet::{Align, Sheet, significant, significant_or_blank};
use super::summary::Summary;
use super::unbiased::{Estimate, Unbiased};

impl Summary {
    /// All tables of the summary, in the order of its parts.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.moments_sheet()];
        sheets.extend(self.distributions.iter().map(Distribution::sheet));
        sheets.extend(self.by.iter().map(By::sheet));
        sheets.extend(self.correlations.sheets());
        sheets.extend(self.crosses.iter().map(Cross::sheet));
        for difference in &self.differences {
            sheets.push(difference.sheet());
            sheets.extend(difference.examples_sheet());
        }
        if let Some(unbiased) = &self.unbiased {
            sheets.push(unbiased.sheet());
            sheets.extend(unbiased.totals_sheet());
        }
        sheets.extend(self.comparisons.iter().map(Comparison::sheet));
        sheets
    }

    fn moments_sheet(&self) -> Sheet {
        let names = [
            "column", "n", "min", "max", "mean", "sd", "skewness", "kurtosis",
        ];
        let mut sheet = Sheet::new("moments", "Moments", &names);
        sheet.note(
            "Over the n puzzles with a finite value. Kurtosis is in excess of a normal \
             distribution's.",
        );
        if self.unbiased.is_some() {
            for name in ["unbiased mean", "± 1 se", "unbiased sd", "± 1 se"] {
                sheet.column(name, Align::Right);
            }
        }
        for of in &self.moments {
            let m = &of.moments;
            let mut line = vec![
                of.column.heading().to_string(),
                m.n.to_string(),
                m.min.to_string(),
                m.max.to_string(),
                significant(m.mean, 7),
                significant(m.sd, 7),
                significant_or_blank(m.skewness, 5),
                significant_or_blank(m.kurtosis, 5),
            ];
            if let Some(unbiased) = &self.unbiased {
                let found = unbiased.moments.iter().find(|u| u.column == of.column);
                line.extend(estimate_cells(found.map(|found| found.mean), 6));
                line.extend(estimate_cells(found.map(|found| found.sd), 6));
            }
            sheet.line(line);
        }
        sheet
    }
}

/// A value and its standard error, in two cells.
fn estimate_cells(estimate: Option<Estimate>, digits: usize) -> [String; 2] {
    [
        significant_or_blank(estimate.map(|estimate| estimate.value), digits),
        significant_or_blank(estimate.map(|estimate| estimate.error), 2),
    ]
}

/// What an entry without a number means in a column.
fn word(column: Column, entry: Entry) -> String {
    match entry {
        Entry::Infinite => "∞".to_string(),
        Entry::Unknown if column == Column::Rating(crate::rating::Name::Te) => {
            "beyond what was tried".to_string()
        }
        Entry::Unknown => "not told".to_string(),
        Entry::NotApplicable => "not applicable".to_string(),
        number => number.to_string(),
    }
}

impl Distribution {
    /// The distribution as a sheet.
    pub fn sheet(&self) -> Sheet {
        let heading = self.column.heading();
        let title = format!("Distribution of {heading}");
        let names = [heading, "puzzles", "%", "cumulated %"];
        let mut sheet = Sheet::new(format!("distribution-{}", self.column), title, &names);
        let unbiased = self.lines.iter().any(|line| line.unbiased.is_some());
        if unbiased {
            sheet.column("unbiased %", Align::Right);
            sheet.column("± 1 se", Align::Right);
        }
        if self.upper() > 0 {
            sheet.column("upper bounds", Align::Right);
            sheet.note("Of the upper bounds, a smaller value is not excluded.");
        }
        if self.not_applicable > 0 {
            sheet.note(format!(
                "Of {} puzzles; not defined for {} others.",
                self.n, self.not_applicable
            ));
        }
        for of in &self.lines {
            let mut line = vec![
                word(self.column, of.entry),
                of.count.to_string(),
                significant(of.percent, 6),
                significant(of.cumulated, 6),
            ];
            if unbiased {
                line.extend(estimate_cells(of.unbiased, 6));
            }
            if self.upper() > 0 {
                line.push(of.upper.to_string());
            }
            sheet.line(line);
        }
        sheet
    }
}

impl Cross {
    /// The cross-table as a sheet.
    pub fn sheet(&self) -> Sheet {
        let (down, across) = (self.down.heading(), self.across.heading());
        let id = format!("cross-{}-{}", self.down, self.across);
        let corner = format!("{down} \\ {across}");
        let mut sheet = Sheet::new(id, format!("{down} × {across}"), &[&corner]);
        for &entry in &self.across_entries {
            sheet.column(word(self.across, entry), Align::Right);
        }
        for (&entry, counts) in self.down_entries.iter().zip(&self.counts) {
            let counts = counts.iter().map(u64::to_string);
            sheet.line([word(self.down, entry)].into_iter().chain(counts));
        }
        sheet
    }
}

impl By {
    /// The rating by the other column as a sheet.
    pub fn sheet(&self) -> Sheet {
        let cross = &self.cross;
        let (by, rating) = (cross.down.heading(), cross.across.heading());
        let id = format!("{}-by-{}", cross.across, cross.down);
        let names = [by, "puzzles", "mean", "sd", "max"];
        let mut sheet = Sheet::new(id, format!("{rating} by {by}"), &names);
        for &entry in &cross.across_entries {
            let entry = word(cross.across, entry);
            sheet.column(format!("{rating} {entry}"), Align::Right);
        }
        let lines = cross.down_entries.iter().zip(&cross.counts);
        for ((&entry, counts), moments) in lines.zip(&self.moments) {
            let sum: u64 = counts.iter().sum();
            let max = moments.map_or(String::new(), |moments| moments.max.to_string());
            let head = [
                word(cross.down, entry),
                sum.to_string(),
                significant_or_blank(moments.map(|moments| moments.mean), 6),
                significant_or_blank(moments.map(|moments| moments.sd), 6),
                max,
            ];
            sheet.line(head.into_iter().chain(counts.iter().map(u64::to_string)));
        }
        sheet
    }
}

impl Correlations {
    /// The two matrices as sheets; none if there is nothing to correlate.
    pub fn sheets(&self) -> Vec<Sheet> {
        if self.columns.len() < 2 {
            return Vec::new();
        }
        let matrices = [("Pearson", &self.pearson), ("Spearman", &self.spearman)];
        let sheet = |(name, matrix): (&str, &Vec<Vec<Option<f64>>>)| {
            let id = format!("correlations-{}", name.to_lowercase());
            let mut sheet = Sheet::new(id, format!("Correlations ({name})"), &["column"]);
            sheet.note("Over the puzzles where both values are finite.");
            for column in &self.columns {
                sheet.column(column.name(), Align::Right);
            }
            for (column, line) in self.columns.iter().zip(matrix) {
                let cells = line.iter().map(|cell| match cell {
                    Some(coefficient) => format!("{coefficient:.6}"),
                    None => String::new(),
                });
                sheet.line([column.name().to_string()].into_iter().chain(cells));
            }
            sheet
        };
        matrices.into_iter().map(sheet).collect()
    }
}

impl Difference {
    /// The distribution of the difference as a sheet.
    pub fn sheet(&self) -> Sheet {
        let heading = self.gap.heading();
        let names = [heading.as_str(), "puzzles", "%"];
        let title = format!("Differences {heading}");
        let mut sheet = Sheet::new(format!("difference-{}", self.gap), title, &names);
        sheet.note(format!(
            "Of {} puzzles with finite values of both; greater in {}, smaller in {}.",
            self.n, self.greater, self.smaller
        ));
        if self.incomparable > 0 {
            let note = format!("{} puzzles cannot be compared.", self.incomparable);
            sheet.note(note);
        }
        let unbiased = self.lines.iter().any(|line| line.unbiased.is_some());
        if unbiased {
            sheet.column("unbiased %", Align::Right);
            sheet.column("± 1 se", Align::Right);
        }
        for of in &self.lines {
            let mut line = vec![
                of.difference.to_string(),
                of.count.to_string(),
                significant(of.percent, 6),
            ];
            if unbiased {
                line.extend(estimate_cells(of.unbiased, 6));
            }
            sheet.line(line);
        }
        sheet
    }

    /// The puzzles with the largest differences; none if there are none.
    pub fn examples_sheet(&self) -> Option<Sheet> {
        if self.examples.is_empty() {
            return None;
        }
        let (gap, heading) = (self.gap, self.gap.heading());
        let names = [
            "puzzle",
            "row",
            gap.minuend.heading(),
            gap.subtrahend.heading(),
            &heading,
        ];
        let title = format!("Largest differences {heading}");
        let mut sheet = Sheet::new(format!("largest-{gap}"), title, &names);
        for example in &self.examples {
            sheet.line([
                example.puzzle.clone(),
                example.row.to_string(),
                example.entries[0].to_string(),
                example.entries[1].to_string(),
                example.difference.to_string(),
            ]);
        }
        Some(sheet)
    }
}

impl Unbiased {
    /// The estimates by number of clues as a sheet.
    pub fn sheet(&self) -> Sheet {
        let names = ["clues", "puzzles", "correction", "unbiased %", "± 1 se"];
        let mut sheet = Sheet::new("unbiased-clues", "Unbiased estimates by clues", &names);
        sheet.note(format!(
            "An unbiased sample of {} puzzles would tell as much.",
            significant(self.effective_size, 4)
        ));
        if self.totals.is_some() {
            for name in ["per grid", "± %", "tries"] {
                sheet.column(name, Align::Right);
            }
        }
        for of in &self.clues {
            let mut line = vec![
                of.clues.to_string(),
                of.count.to_string(),
                significant(of.factor, 5),
            ];
            line.extend(estimate_cells(Some(of.percent), 6));
            if let (Some(per_grid), Some(tries)) = (of.per_grid, of.tries) {
                line.extend(relative_cells(per_grid));
                line.push(significant(tries, 5));
            }
            sheet.line(line);
        }
        sheet
    }

    /// The numbers of minimal puzzles as a sheet, if they are known.
    pub fn totals_sheet(&self) -> Option<Sheet> {
        let totals = self.totals.as_ref()?;
        let names = ["minimal puzzles", "number", "± %"];
        let mut sheet = Sheet::new("unbiased-totals", "Numbers of minimal puzzles", &names);
        sheet.note(format!("From {} complete grids tried.", totals.grids));
        let lines = [
            ("per complete grid", totals.per_grid),
            ("in all", totals.all),
            ("essentially different", totals.essentially_different),
        ];
        for (name, estimate) in lines {
            let [number, error] = relative_cells(estimate);
            sheet.line([name.to_string(), number, error]);
        }
        Some(sheet)
    }
}

/// A value and its relative error in percent, in two cells.
fn relative_cells(estimate: Estimate) -> [String; 2] {
    let relative = 100.0 * estimate.error / estimate.value;
    [significant(estimate.value, 5), significant(relative, 2)]
}

impl Comparison {
    /// The published table beside what is measured, as a sheet.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(
            self.id.clone(),
            format!("{}: {}", self.id, self.title),
            &[""],
        );
        sheet.note(format!("Published: {}.", self.source));
        for note in &self.notes {
            sheet.note(note.clone());
        }
        let parts: Vec<Vec<Part>> = (0..self.columns.len())
            .map(|column| self.parts(column))
            .collect();
        if parts.iter().all(Vec::is_empty) {
            sheet.note("Nothing of it could be measured with these puzzles.");
        }
        if parts.iter().any(|parts| parts.contains(&Part::Sigmas)) {
            sheet.note("σ: measured less published, in standard errors of both.");
        }
        for (column, parts) in self.columns.iter().zip(&parts) {
            sheet.column(column.name.clone(), Align::Right);
            for part in parts {
                sheet.column(part.heading(), Align::Right);
            }
        }
        for line in &self.lines {
            let mut cells = vec![line.label.clone()];
            for (cell, parts) in line.cells.iter().zip(&parts) {
                cells.push(printed(cell));
                cells.extend(parts.iter().map(|part| part.of(cell)));
            }
            sheet.line(cells);
        }
        sheet
    }

    /// What there is to show beside a published column.
    fn parts(&self, column: usize) -> Vec<Part> {
        let cells = || self.lines.iter().filter_map(|line| line.cells.get(column));
        let shows = |part: &Part| cells().any(|cell| !part.of(cell).is_empty());
        Part::ALL.into_iter().filter(shows).collect()
    }
}

/// What can be shown beside a published number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Measured,
    Error,
    Difference,
    Sigmas,
}

impl Part {
    const ALL: [Part; 4] = [Part::Measured, Part::Error, Part::Difference, Part::Sigmas];

    fn heading(self) -> &'static str {
        match self {
            Part::Measured => "measured",
            Part::Error => "± 1 se",
            Part::Difference => "difference",
            Part::Sigmas => "σ",
        }
    }

    /// The text of the part for a cell, blank if it has none.
    fn of(self, cell: &Cell) -> String {
        let is_count = cell.measured.is_some_and(|measured| measured.error == 0.0);
        let number = |number: f64, digits: usize| match is_count && number.fract() == 0.0 {
            true => number.to_string(),
            false => significant(number, digits),
        };
        match self {
            Part::Measured => cell.measured.map(|measured| number(measured.value, 6)),
            Part::Error => {
                let error = cell.measured.map(|measured| measured.error);
                error
                    .filter(|error| *error > 0.0)
                    .map(|error| significant(error, 2))
            }
            Part::Difference => cell.difference.map(|difference| number(difference, 3)),
            Part::Sigmas => cell.sigmas.map(|sigmas| format!("{sigmas:+.1}")),
        }
        .unwrap_or_default()
    }
}

/// What is printed, with the right number beside a misprint.
fn printed(cell: &Cell) -> String {
    let text = |printed: Option<&super::published::Printed>| {
        printed.map_or(String::new(), |printed| printed.to_string())
    };
    match &cell.correct {
        Some(correct) => format!("{} (sic; {correct})", text(cell.printed.as_ref())),
        None => text(cell.printed.as_ref()),
    }
}
