//! The distributions of the ratings, and what chains of each length leave
//! unsolved.

use super::shares::{figure, wilson};
use super::{is_chain, tells};
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::frame::Estimate;
use crate::report::lines::{Line, LineChart};
use crate::stats::{Distribution, Entry, Summary};

/// The section.
pub fn section(summary: &Summary) -> Option<Section> {
    let ratings = || {
        let all = summary.distributions.iter();
        all.filter(|found| {
            found.column.is_rating() && tells(found.lines.iter().map(|line| &line.entry))
        })
    };
    let mut section = Section::new("ratings", "Ratings");
    let figures = ratings()
        .enumerate()
        .map(|(place, found)| Block::Figure(figure(found, Some(0), place == 0)));
    section.blocks.extend(figures);
    let chains: Vec<&Distribution> = ratings().filter(|found| is_chain(found.column)).collect();
    section.blocks.extend(unsolved(&chains).map(Block::Figure));
    (!section.blocks.is_empty()).then_some(section)
}

/// What is left when chains up to a length have done what they can.
fn unsolved(chains: &[&Distribution]) -> Option<Figure> {
    let longest = chains
        .iter()
        .filter_map(|found| Some(found.moments?.max))
        .max()?;
    let left = |found: &Distribution, length: u16| {
        let solved = found.count(|entry: Entry| entry.finite().is_some_and(|n| n <= length));
        found.n - solved
    };
    let points = |found: &Distribution| -> Vec<Option<Estimate>> {
        let share = |length| wilson(left(found, length), found.n);
        (0..=longest).map(share).collect()
    };
    let classes = ["s1", "s2", "s3", "s4"];
    let lines = chains.iter().zip(classes).map(|(found, class)| Line {
        name: found.column.heading().to_string(),
        class,
        points: points(found),
    });
    let chart = LineChart {
        label: "Share of puzzles left unsolved, by length of the chains".to_string(),
        variable: "length of the chains".to_string(),
        quantity: "unsolved, %".to_string(),
        categories: (0..=longest).map(|length| length.to_string()).collect(),
        lines: lines.collect(),
        logarithmic: true,
    };
    let mut columns = vec!["length"];
    let mut groups = vec![("", 1)];
    for found in chains {
        columns.extend(["unsolved", "%"]);
        groups.push((found.column.heading(), 2));
    }
    let row = |length: u16| {
        let mut cells = vec![Cell::Text(length.to_string())];
        for found in chains {
            let left = left(found, length);
            let share = 100.0 * left as f64 / found.n as f64;
            cells.extend([Cell::Count(left), Cell::Significant(share, 4)]);
        }
        cells
    };
    Some(Figure {
        title: "What is left unsolved".to_string(),
        pictures: vec![chart.draw()?],
        reading: "The share of the sample that chains up to each length do not solve, on a \
                  logarithmic scale: whips (W), braids (B), g-whips (gW), g-braids (gB). Where \
                  the lines part, the more general chains gain. Error bars are 95\u{202f}% intervals."
            .to_string(),
        open: false,
        tables: vec![
            Table::new(
                "unsolved",
                "Puzzles left unsolved by chains up to a length",
                columns,
                (0..=longest).map(row),
            )
            .under(groups),
        ],
    })
}
