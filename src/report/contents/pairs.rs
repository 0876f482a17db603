//! Two columns at a time: cross-tables and differences of ratings, and the
//! correlations of all columns.

use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::heatmap::HeatMap;
use crate::report::matrix::Matrix;
use crate::report::number::grouped;
use crate::stats::cross::Cross;
use crate::stats::difference::Difference;
use crate::stats::{Entry, Summary};

/// One rating against another.
pub fn section(summary: &Summary) -> Option<Section> {
    let mut section = Section::new("pairs", "One rating against another");
    for cross in &summary.crosses {
        let gap = |found: &&Difference| {
            found.gap.minuend == cross.down && found.gap.subtrahend == cross.across
        };
        let difference = summary.differences.iter().find(gap);
        section
            .blocks
            .push(Block::Figure(against(cross, difference)));
    }
    (!section.blocks.is_empty()).then_some(section)
}

fn against(cross: &Cross, difference: Option<&Difference>) -> Figure {
    let (down, across) = (cross.down.heading(), cross.across.heading());
    let title = format!("{down} against {across}");
    let found = difference.map_or(String::new(), difference_text);
    let differences = difference.map(difference_table);
    Figure {
        title: title.clone(),
        pictures: vec![heat_map(cross, &title).draw()],
        reading: format!(
            "How many puzzles have this {down} (down) and this {across} (across); colours go by \
             the logarithm of the number.{found}"
        ),
        open: false,
        tables: [cross_table(cross, &title)]
            .into_iter()
            .chain(differences)
            .collect(),
    }
}

/// A cross-table as a picture.
pub fn heat_map(cross: &Cross, label: &str) -> HeatMap {
    let names = |entries: &[Entry]| entries.iter().map(Entry::to_string).collect();
    HeatMap {
        label: label.to_string(),
        rows: (cross.down.heading().to_string(), names(&cross.down_entries)),
        columns: (
            cross.across.heading().to_string(),
            names(&cross.across_entries),
        ),
        counts: cross.counts.clone(),
    }
}

/// A cross-table as a table.
pub fn cross_table(cross: &Cross, caption: &str) -> Table {
    let corner = format!("{} \\ {}", cross.down.heading(), cross.across.heading());
    let across = cross.across_entries.iter().map(Entry::to_string);
    let lines = cross.down_entries.iter().zip(&cross.counts);
    let row = |(entry, counts): (&Entry, &Vec<u64>)| {
        let cells = counts.iter().map(|&count| Cell::Count(count));
        [Cell::Text(entry.to_string())]
            .into_iter()
            .chain(cells)
            .collect()
    };
    let name = format!("{}-{}", cross.down, cross.across).replace('_', "-");
    Table::new(
        name,
        caption,
        [corner].into_iter().chain(across),
        lines.map(row),
    )
}

fn difference_text(difference: &Difference) -> String {
    let heading = difference.gap.heading();
    let (greater, smaller) = (difference.greater, difference.smaller);
    let differing = greater + smaller;
    let n = grouped(difference.n);
    if differing == 0 {
        return format!(" {heading} is 0 for all of the {n} puzzles whose two ratings are finite.");
    }
    let share = crate::report::number::percent(differing as f64 / difference.n as f64);
    let sides = match (greater, smaller) {
        (_, 0) => "always positive".to_string(),
        (0, _) => "always negative".to_string(),
        (greater, smaller) => {
            format!(
                "{} times positive, {} times negative",
                grouped(greater),
                grouped(smaller)
            )
        }
    };
    let rest = match difference.incomparable {
        0 => String::new(),
        count => format!(
            " {} other puzzles have a rating that is not finite.",
            grouped(count)
        ),
    };
    format!(
        " {heading} is not 0 for {} of the {n} puzzles whose two ratings are finite ({share} %): \
         {sides}.{rest}",
        grouped(differing)
    )
}

fn difference_table(difference: &Difference) -> Table {
    let heading = difference.gap.heading();
    let unbiased = difference.lines.iter().any(|line| line.unbiased.is_some());
    let mut columns = vec![heading.as_str(), "puzzles", "%"];
    if unbiased {
        columns.extend(["all minimal puzzles %", "standard error"]);
    }
    let row = |line: &crate::stats::difference::DifferenceLine| {
        let mut cells = vec![
            Cell::Text(line.difference.to_string().replace('-', "−")),
            Cell::Count(line.count),
            Cell::Significant(line.percent, 4),
        ];
        if let Some(estimate) = line.unbiased {
            cells.push(Cell::Significant(estimate.value, 4));
            cells.push(Cell::Significant(estimate.error, 2));
        }
        cells
    };
    Table::new(
        format!("difference-{}", difference.gap),
        format!("Distribution of {heading}"),
        columns,
        difference.lines.iter().map(row),
    )
}

/// The correlations.
pub fn correlations(summary: &Summary) -> Option<Section> {
    let found = &summary.correlations;
    if found.columns.len() < 2 {
        return None;
    }
    let names: Vec<String> = found
        .columns
        .iter()
        .map(|c| c.heading().to_string())
        .collect();
    let matrix = Matrix {
        label: "Correlation coefficients of the columns".to_string(),
        names: names.clone(),
        coefficients: found.pearson.clone(),
    };
    let pairs = (0..names.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let row = |(a, b): (usize, usize)| {
        let coefficient = |r: Option<f64>| r.map_or(Cell::Empty, |r| Cell::Fixed(r, 6));
        vec![
            Cell::Text(names[b].clone()),
            Cell::Text(names[a].clone()),
            Cell::Count(found.n[a][b]),
            coefficient(found.pearson[a][b]),
            coefficient(found.spearman[a][b]),
        ]
    };
    let mut section = Section::new("correlations", "Correlations");
    section.blocks.push(Block::Figure(Figure {
        title: "Correlation matrix".to_string(),
        pictures: vec![matrix.draw()],
        reading:
            "Pearson’s correlation coefficients over the puzzles where both values are finite: \
                  blue is positive, orange negative. A column goes down from \
                  its name, a row ends with it."
                .to_string(),
        open: false,
        tables: vec![Table::new(
            "correlations",
            "Pearson’s and Spearman’s correlation coefficients",
            ["", "with", "puzzles", "Pearson", "Spearman"],
            pairs.map(row),
        )],
    }));
    Some(section)
}
