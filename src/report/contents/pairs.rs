//! Pairs of columns: cross-tables and differences of ratings, and the
//! correlations of all columns.

use crate::io::{counted, grouped};
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::sheet::Sheet;
use crate::sheet::layout::{self, SummaryPart};
use crate::stats::chart::Grid;
use crate::stats::{Correlations, Cross, Difference, Entry, Summary};

pub(super) fn section(summary: &Summary) -> Option<Section> {
    let block = |cross: &Cross| {
        let gap = |found: &&Difference| {
            found.gap.minuend == cross.down && found.gap.subtrahend == cross.across
        };
        let difference = summary.differences.iter().find(gap);
        SectionBlock::Figure(against(cross, difference))
    };
    let blocks = summary.crosses.iter().map(block);
    Section::new("pairs", "One rating against another", blocks.collect())
}

fn against(cross: &Cross, difference: Option<&Difference>) -> FigureBlock {
    let (down, across) = (cross.down.heading(), cross.across.heading());
    let title = format!("{down} against {across}");
    let mut reading = format!(
        "The number of puzzles with this {down} (down) and this {across} (across); colours go by \
         the logarithm of the number."
    );
    let id = format!("{}-{}", cross.down, cross.across).replace('_', "-");
    let mut sheets = vec![Sheet::from(cross).named(id)];
    if let Some(difference) = difference {
        let mut sheet = Sheet::from(difference);
        // The summary of the differences is visible without opening the numbers.
        for note in sheet.notes.drain(..) {
            reading += &format!(" {note}");
        }
        sheets.push(sheet);
    }
    FigureBlock::new(
        &title[..],
        vec![heat_map(cross, &title).draw()],
        reading,
        sheets,
    )
}

pub(super) fn heat_map(cross: &Cross, label: &str) -> Grid {
    let names =
        |column, entries: &[Entry]| entries.iter().map(|entry| entry.shown(column)).collect();
    let (down, across) = (cross.down.heading(), cross.across.heading());
    let rows = (down.to_string(), names(cross.down, &cross.down_entries));
    let columns = (
        across.to_string(),
        names(cross.across, &cross.across_entries),
    );
    Grid::counts(label, rows, columns, &cross.counts)
}

pub(super) fn correlations(summary: &Summary) -> Option<Section> {
    let sheets = layout::parts(summary, &[SummaryPart::Correlations]);
    let sheets = Some(sheets).filter(|sheets| !sheets.is_empty())?;
    let found = &summary.correlations;
    let names = found.columns.iter().map(|column| column.heading());
    let names = names.map(str::to_string).collect();
    let label = "Correlation coefficients of the columns";
    let matrix = Grid::correlations(label, names, &found.pearson, &found.n);
    let figure = FigureBlock::new(
        "Correlation matrix",
        vec![matrix.draw()],
        format!(
            "Pearson’s correlation coefficients over the puzzles where both values are finite{}: \
             blue is positive, orange negative. A column goes down from its name, a row ends with \
             it. Below a hundred puzzles, n is their number.",
            puzzles(found)
        ),
        sheets,
    );
    let blocks = vec![SectionBlock::Figure(figure)];
    Section::new("correlations", "Correlations", blocks)
}

/// The number of puzzles behind the coefficients.
fn puzzles(found: &Correlations) -> String {
    let counts = || found.n.iter().flatten().copied();
    match (counts().min(), counts().max()) {
        (Some(least), Some(most)) if least == most => format!(" ({})", counted(most, "puzzle")),
        (Some(least), Some(most)) => {
            format!(" ({} to {})", grouped(least), counted(most, "puzzle"))
        }
        _ => String::new(),
    }
}
