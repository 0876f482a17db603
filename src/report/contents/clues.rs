//! The number of clues: its distribution, the number of minimal puzzles,
//! and the ratings by number of clues.

use super::shares;
use super::{CLASSES, is_informative};
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::chart::{ChartSeries, Mark, Plot};
use crate::stats::{Column, Interval, Moments, RatingByColumn, Summary};

pub(super) fn distribution(summary: &Summary) -> Option<Section> {
    let distribution = summary.distribution(Column::Clues)?;
    let mut blocks = vec![SectionBlock::Figure(shares::figure(distribution))];
    if let Some(unbiased) = &summary.unbiased {
        let totals = unbiased.totals.as_ref().map(Sheet::from);
        blocks.extend(totals.map(SectionBlock::Table));
        let by_clues = Sheet::from(unbiased).named("minimal-puzzles");
        blocks.push(SectionBlock::Table(by_clues));
    }
    Section::new("clues", "Clues", blocks)
}

pub(super) fn ratings(summary: &Summary) -> Option<Section> {
    let by_clues =
        |by: &&RatingByColumn| by.cross.down == Column::Clues && by.cross.counts.len() > 1;
    let is_informative = |by: &&RatingByColumn| is_informative(&by.cross.across_entries);
    let tables = summary.by.iter().filter(by_clues);
    let tables: Vec<&RatingByColumn> = tables.filter(is_informative).collect();
    let maps = tables.iter().map(|by| SectionBlock::Figure(map(by)));
    let blocks = means(&tables)
        .map(SectionBlock::Figure)
        .into_iter()
        .chain(maps);
    Section::new("by-clues", "Ratings by number of clues", blocks.collect())
}

fn means(tables: &[&RatingByColumn]) -> Option<FigureBlock> {
    let chains = tables
        .iter()
        .filter(|by| matches!(by.cross.across, Column::Rating(name) if name.is_chain()));
    let shown: Vec<&RatingByColumn> = chains.take(CLASSES.len()).copied().collect();
    let clues = &tables.first()?.cross.down_entries;
    let point = |moments: &Option<Moments>| {
        // A single puzzle has no spread, and so no error of the mean.
        let moments = moments.filter(|moments| moments.n > 1)?;
        let error = moments.sd / (moments.n as f64).sqrt();
        Some(Interval::around(moments.mean, error))
    };
    let line = |(by, class): (&&RatingByColumn, &'static str)| {
        let heading = by.cross.across.heading();
        ChartSeries::new(heading, class, Mark::Line, by.moments.iter().map(point))
    };
    let title = "Mean ratings by number of clues";
    let chart = Plot {
        label: title.to_string(),
        variable: "clues".to_string(),
        quantity: "mean rating".to_string(),
        categories: clues.iter().map(|entry| entry.to_string()).collect(),
        series: shown.iter().zip(CLASSES).map(line).collect(),
        ..Plot::default()
    };
    let mut sheet = Sheet::new("means-by-clues", title, ["clues", "puzzles"]);
    for by in &shown {
        sheet = sheet.group(by.cross.across.heading(), ["mean", "sd"]);
    }
    let row = |place: usize| {
        let count = tables[0].cross.counts[place].iter().sum();
        let mut cells = vec![SheetCell::written(clues[place]), SheetCell::Count(count)];
        for moments in shown.iter().map(|by| by.moments[place]) {
            cells.extend(match moments {
                Some(found) => [found.mean, found.sd].map(|x| SheetCell::Fixed(x, 4)),
                None => [SheetCell::Empty, SheetCell::Empty],
            });
        }
        cells
    };
    (!chart.is_empty()).then(|| {
        FigureBlock::new(
            title,
            vec![chart.draw()],
            "The mean of the finite ratings of the puzzles with each number of clues, where \
                  there are two or more. Lines that cannot be distinguished agree. Error bars are \
                  95\u{202f}% intervals.",
            vec![sheet.with_rows((0..clues.len()).map(row))],
        )
    })
}

fn map(by: &RatingByColumn) -> FigureBlock {
    let cross = &by.cross;
    let heading = cross.across.heading();
    let title = format!("{heading} by number of clues");
    FigureBlock::new(
        &title[..],
        vec![super::pairs::heat_map(cross, &title).draw()],
        format!(
            "The number of puzzles with this number of clues (down) and this {heading} (across). \
             Colours go by the logarithm of the number."
        ),
        vec![Sheet::from(by).named(format!("{}-{}", cross.down, cross.across))],
    )
}
