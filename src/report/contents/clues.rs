//! The number of clues: its distribution, how many minimal puzzles there are,
//! and how the ratings change with it.

use super::shares::{TWO_SIDED_95, figure};
use super::{is_chain, tells};
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::frame::Estimate;
use crate::report::lines::{Line, LineChart};
use crate::report::number::significant;
use crate::stats::cross::By;
use crate::stats::unbiased::{ByClues, Totals};
use crate::stats::{Column, Moments, Summary};

/// How the number of clues is distributed.
pub fn distribution(summary: &Summary) -> Option<Section> {
    let clues = |found: &&crate::stats::Distribution| found.column == Column::Clues;
    let distribution = summary.distributions.iter().find(clues)?;
    let mut section = Section::new("clues", "Clues");
    section
        .blocks
        .push(Block::Figure(figure(distribution, None, true)));
    if let Some(unbiased) = &summary.unbiased
        && let Some(totals) = unbiased.totals
    {
        section.blocks.push(Block::Text(totals_text(totals)));
        section.blocks.push(Block::Table(per_grid(&unbiased.clues)));
    }
    Some(section)
}

fn totals_text(totals: Totals) -> String {
    let number = |estimate: crate::stats::Estimate| {
        let error = 100.0 * estimate.error / estimate.value;
        let (value, error) = (significant(estimate.value, 4), significant(error, 2));
        format!("{value} (± {error} %)")
    };
    format!(
        "{} complete grids were tried. A complete grid has {} minimal puzzles in the mean; there \
         are {} minimal puzzles in all, {} of them essentially different.",
        crate::report::number::grouped(totals.grids),
        number(totals.per_grid),
        number(totals.all),
        number(totals.essentially_different)
    )
}

fn per_grid(lines: &[ByClues]) -> Table {
    let row = |line: &ByClues| {
        let digits = |value: f64, digits| Cell::Significant(value, digits);
        let relative = line.per_grid.map(|found| 100.0 * found.error / found.value);
        vec![
            Cell::Text(line.clues.to_string()),
            Cell::Count(line.count),
            digits(line.factor, 4),
            line.per_grid
                .map_or(Cell::Empty, |found| digits(found.value, 5)),
            relative.map_or(Cell::Empty, |error| digits(error, 3)),
            line.tries.map_or(Cell::Empty, |tries| digits(tries, 5)),
        ]
    };
    let columns = [
        "clues",
        "puzzles",
        "correction factor",
        "minimal puzzles a grid",
        "relative error %",
        "grids tried for one",
    ];
    let caption = "Minimal puzzles for a complete grid, by number of clues";
    Table::new("minimal-puzzles", caption, columns, lines.iter().map(row))
}

/// The ratings by number of clues.
pub fn ratings(summary: &Summary) -> Option<Section> {
    let by_clues = |by: &&By| by.cross.down == Column::Clues && by.cross.counts.len() > 1;
    let tables = summary.by.iter().filter(by_clues);
    let tables: Vec<&By> = tables
        .filter(|by| tells(&by.cross.across_entries))
        .collect();
    if tables.is_empty() {
        return None;
    }
    let mut section = Section::new("by-clues", "Ratings by number of clues");
    section.blocks.extend(means(&tables).map(Block::Figure));
    let maps = tables.iter().map(|by| Block::Figure(map(by)));
    section.blocks.extend(maps);
    Some(section)
}

/// Colours of the lines: there are four, and more lines cannot be told apart.
const CLASSES: [&str; 4] = ["s1", "s2", "s3", "s4"];

fn means(tables: &[&By]) -> Option<Figure> {
    let shown = || {
        tables
            .iter()
            .filter(|by| is_chain(by.cross.across))
            .zip(CLASSES)
    };
    let clues = &tables.first()?.cross.down_entries;
    let point = |moments: &Option<Moments>| {
        // One puzzle has no spread to tell how far its mean can be trusted.
        let moments = moments.filter(|moments| moments.n > 1)?;
        let half = TWO_SIDED_95 * moments.sd / (moments.n as f64).sqrt();
        Some(Estimate {
            value: moments.mean,
            low: moments.mean - half,
            high: moments.mean + half,
        })
    };
    let line = |(by, class): (&&By, &'static str)| Line {
        name: by.cross.across.heading().to_string(),
        class,
        points: by.moments.iter().map(point).collect(),
    };
    let chart = LineChart {
        label: "Mean rating by number of clues".to_string(),
        variable: "clues".to_string(),
        quantity: "mean".to_string(),
        categories: clues.iter().map(|entry| entry.to_string()).collect(),
        lines: shown().map(line).collect(),
        logarithmic: false,
    };
    let mut columns = vec!["clues", "puzzles"];
    let mut groups = vec![("", 2)];
    for (by, _) in shown() {
        columns.extend(["mean", "sd"]);
        groups.push((by.cross.across.heading(), 2));
    }
    let row = |place: usize| {
        let count = tables[0].cross.counts[place].iter().sum();
        let mut cells = vec![Cell::Text(clues[place].to_string()), Cell::Count(count)];
        for (by, _) in shown() {
            match by.moments[place] {
                Some(found) => cells.extend([found.mean, found.sd].map(|x| Cell::Fixed(x, 4))),
                None => cells.extend([Cell::Empty, Cell::Empty]),
            }
        }
        cells
    };
    Some(Figure {
        title: "Mean ratings by number of clues".to_string(),
        pictures: vec![chart.draw()?],
        reading: "The mean of the finite ratings of the puzzles with so many clues, where there \
                  are two or more. Lines that cannot be told apart agree. Error bars are \
                  95\u{202f}% intervals."
            .to_string(),
        open: false,
        tables: vec![
            Table::new(
                "means-by-clues",
                "Mean ratings by number of clues",
                columns,
                (0..clues.len()).map(row),
            )
            .under(groups),
        ],
    })
}

fn map(by: &By) -> Figure {
    let heading = by.cross.across.heading();
    let title = format!("{heading} by number of clues");
    Figure {
        title: title.clone(),
        pictures: vec![super::pairs::heat_map(&by.cross, &title).draw()],
        reading: format!(
            "How many puzzles have so many clues (down) and this {heading} (across). Colours go by \
             the logarithm of the number."
        ),
        open: false,
        tables: vec![super::pairs::cross_table(&by.cross, &title)],
    }
}
