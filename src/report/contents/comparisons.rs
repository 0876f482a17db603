//! Published tables beside what is measured.

use super::shares::interval;
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::frame::Estimate;
use crate::report::histogram::{Histogram, Mark, Series};
use crate::report::number::grouped;
use crate::stats::Summary;
use crate::stats::published::{Cell as Number, Comparison, ComparisonColumn, ComparisonLine};
use crate::sudoku::Puzzle;

/// The section; none if no table was asked for.
pub fn section(summary: &Summary) -> Option<Section> {
    if summary.comparisons.is_empty() {
        return None;
    }
    let mut section = Section::new("published", "Published and measured");
    let sigmas = |comparison: &Comparison| comparison.largest_sigmas().is_some();
    if summary.comparisons.iter().any(sigmas) {
        section.blocks.push(Block::Text(EXPLANATION.to_string()));
    }
    for comparison in &summary.comparisons {
        section.blocks.push(match figure(comparison) {
            Some(figure) => Block::Figure(figure),
            None => Block::Table(table(comparison)),
        });
        let text = [verdict(comparison), samples(comparison)].concat();
        section.blocks.push(Block::Text(text));
        let notes = comparison.notes.iter().cloned().map(Block::Text);
        section.blocks.extend(notes);
    }
    Some(section)
}

const EXPLANATION: &str = "± is the standard error of what is measured; Δ/σ is the difference, \
    measured less published, in standard errors of both together. Two samples of puzzles of one \
    kind differ by more than 2 in one number of twenty, by more than 3 in one of four hundred.";

/// The sizes of the published samples.
fn samples(comparison: &Comparison) -> String {
    let sample = |column: &ComparisonColumn| {
        let size = grouped(column.sample?);
        Some(format!("{size} ({})", column.name))
    };
    let samples: Vec<String> = comparison.columns.iter().filter_map(sample).collect();
    match samples.is_empty() {
        true => String::new(),
        false => format!(" Published sample sizes: {}.", samples.join(", ")),
    }
}

/// What the comparison comes to.
fn verdict(comparison: &Comparison) -> String {
    let cells = || comparison.lines.iter().flat_map(|line| &line.cells);
    let compared = cells().filter(|cell| cell.difference.is_some()).count();
    let sigmas = cells().filter_map(|cell| cell.sigmas);
    let differing = cells().filter(|cell| cell.difference.is_some_and(|d| d != 0.0));
    match comparison.largest_sigmas() {
        _ if compared == 0 => "Nothing of this table could be measured.".to_string(),
        Some(largest) => {
            let sigmas: Vec<f64> = sigmas.map(f64::abs).collect();
            let beyond = sigmas.iter().filter(|sigma| **sigma > 2.0).count();
            format!(
                "{} numbers are compared in standard errors: {beyond} differ by more than 2, the \
                 largest difference is {largest:.1}.",
                sigmas.len()
            )
        }
        None => match differing.count() {
            0 => format!("All {compared} numbers that could be measured are as published."),
            n => format!(
                "{n} of the {compared} numbers that could be measured are not as published."
            ),
        },
    }
}

/// The table, a group of columns for each published one that could be measured.
fn table(comparison: &Comparison) -> Table {
    let mut columns = vec![String::new()];
    let mut groups = vec![(String::new(), 1)];
    let shown: Vec<Shown> = (0..comparison.columns.len())
        .map(|place| Shown::of(comparison, place))
        .collect();
    for (column, shown) in comparison.columns.iter().zip(&shown) {
        groups.push((column.name.clone(), shown.heads().len()));
        columns.extend(shown.heads().iter().map(|head| head.to_string()));
    }
    let row = |line: &ComparisonLine| {
        let cells = line.cells.iter().zip(&shown);
        let cells = cells.flat_map(|(number, shown)| shown.cells(number));
        [label(line)].into_iter().chain(cells).collect()
    };
    let name = format!("published-{}", comparison.id.replace('.', "-"));
    let caption = format!("{} ({})", comparison.title, comparison.source);
    Table::new(name, caption, columns, comparison.lines.iter().map(row)).under(groups)
}

/// What a line is about: a puzzle, or words.
fn label(line: &ComparisonLine) -> Cell {
    match line.label.parse::<Puzzle>() {
        Ok(_) => Cell::Code(line.label.clone()),
        Err(_) => Cell::Text(line.label.clone()),
    }
}

/// What is shown of a published column.
#[derive(Clone, Copy)]
enum Shown {
    /// What is printed: nothing could be measured.
    Printed,
    /// What was counted in the same puzzles, and the difference.
    Counted,
    /// What was estimated from a sample, and the difference in standard errors.
    Estimated,
}

impl Shown {
    fn of(comparison: &Comparison, place: usize) -> Shown {
        let mut cells = comparison
            .lines
            .iter()
            .filter_map(|line| line.cells.get(place));
        match cells.any(|cell| cell.sigmas.is_some()) {
            true => Shown::Estimated,
            false if comparison.is_measured(place) => Shown::Counted,
            false => Shown::Printed,
        }
    }

    fn heads(self) -> &'static [&'static str] {
        match self {
            Shown::Printed => &["published"],
            Shown::Counted => &["published", "measured", "difference"],
            Shown::Estimated => &["published", "measured", "±", "Δ/σ"],
        }
    }

    fn cells(self, number: &Number) -> Vec<Cell> {
        let cell = |value: Option<f64>, shown: fn(f64) -> Cell| value.map_or(Cell::Empty, shown);
        let measured = number.measured.map(|estimate| estimate.value);
        let error = number.measured.map(|estimate| estimate.error);
        let mut cells = vec![published(number)];
        match self {
            Shown::Printed => {}
            Shown::Counted => {
                cells.extend([cell(measured, counted), cell(number.difference, counted)])
            }
            Shown::Estimated => cells.extend([
                cell(measured, |value| Cell::Significant(value, 4)),
                cell(error, |value| Cell::Significant(value, 2)),
                cell(number.sigmas, |value| Cell::Fixed(value, 1)),
            ]),
        }
        cells
    }
}

/// A number that is whole, unless it is a percentage.
fn counted(value: f64) -> Cell {
    match value.fract() == 0.0 {
        true => Cell::Fixed(value, 0),
        false => Cell::Significant(value, 4),
    }
}

/// A printed number; where it is a misprint, with the right one.
fn published(number: &Number) -> Cell {
    let printed = number
        .printed
        .as_ref()
        .map_or(String::new(), ToString::to_string);
    match &number.correct {
        Some(correct) => Cell::Printed(format!("{printed} (correct: {correct})")),
        None => Cell::Printed(printed),
    }
}

/// Published shares on the measured ones; none if the table has no shares.
fn figure(comparison: &Comparison) -> Option<Figure> {
    let lines: Vec<&ComparisonLine> = comparison
        .lines
        .iter()
        .filter(|line| is_share(line))
        .collect();
    let sampled = comparison
        .columns
        .iter()
        .map(|column| column.sample.is_some());
    let estimated = sampled.enumerate().filter(|(place, sampled)| {
        *sampled && matches!(Shown::of(comparison, *place), Shown::Estimated)
    });
    let mut series = Vec::new();
    for ((place, _), class) in estimated.zip(["s1", "s2", "s3", "s4"]) {
        let name = &comparison.columns[place].name;
        let cells = || lines.iter().map(|line| line.cells.get(place));
        let measured = |cell: Option<&Number>| cell?.measured.map(interval);
        let printed = |cell: Option<&Number>| {
            let value = cell?.published()?.value();
            Some(Estimate {
                value,
                low: value,
                high: value,
            })
        };
        series.push(Series {
            name: name.clone(),
            class,
            mark: Mark::Measured,
            shares: cells().map(measured).collect(),
        });
        series.push(Series {
            name: "published".to_string(),
            class,
            mark: Mark::Published,
            shares: cells().map(printed).collect(),
        });
    }
    if lines.is_empty() || series.is_empty() {
        return None;
    }
    let histogram = Histogram {
        label: comparison.title.clone(),
        variable: "value".to_string(),
        categories: lines.iter().map(|line| line.label.clone()).collect(),
        series,
    };
    let pictures = [Some(histogram.linear()), histogram.logarithmic()];
    Some(Figure {
        title: comparison.title.clone(),
        pictures: pictures.into_iter().flatten().collect(),
        reading: format!(
            "{}. Diamonds are the published shares, on the measured ones; error bars are \
             95\u{202f}% intervals of what is measured.",
            comparison.source
        ),
        open: true,
        tables: vec![table(comparison)],
    })
}

/// Whether a line is about the share of a value, or of a range of values.
fn is_share(line: &ComparisonLine) -> bool {
    let bounds = line.label.trim_start_matches('≥').split('-');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    bounds.into_iter().all(is_number)
}
