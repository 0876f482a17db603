//! The overview: the numbers that matter most, and the moments of every column.

use crate::rating::Name;
use crate::report::document::{Block, Cell, Fact, Section, Table};
use crate::report::number::{fixed, grouped, significant};
use crate::stats::{Column, Distribution, Entry, Summary};

/// What the report is about, in a sentence.
pub fn lede(summary: &Summary) -> String {
    let ratings: Vec<&str> = summary
        .distributions
        .iter()
        .filter(|distribution| distribution.column.is_rating())
        .map(|distribution| distribution.column.heading())
        .collect();
    let rows = grouped(summary.rows);
    let puzzles = if summary.rows == 1 {
        "puzzle"
    } else {
        "puzzles"
    };
    let generator = match &summary.origin.kind {
        Some(kind) => format!(" of the {kind} generator"),
        None => String::new(),
    };
    match ratings.as_slice() {
        [] => format!("{rows} {puzzles}{generator}."),
        [one] => format!("{rows} {puzzles}{generator}, classified by {one}."),
        [first @ .., last] => {
            let first = first.join(", ");
            format!("{rows} {puzzles}{generator}, classified by {first} and {last}.")
        }
    }
}

/// The section.
pub fn section(summary: &Summary) -> Section {
    let mut section = Section::new("overview", "Overview");
    section.blocks.push(Block::Facts(facts(summary)));
    section.blocks.push(Block::Table(moments(summary)));
    for note in &summary.notes {
        section.blocks.push(Block::Text(format!("{note}.")));
    }
    section
}

fn facts(summary: &Summary) -> Vec<Fact> {
    let fact = |value: String, meaning: &str| Fact {
        value,
        meaning: meaning.to_string(),
    };
    let mut facts = vec![fact(grouped(summary.rows), "puzzles")];
    let of = |column| {
        summary
            .distributions
            .iter()
            .find(|found| found.column == column)
    };
    if let Some(moments) = of(Column::Clues).and_then(|found| found.moments) {
        let range = match moments.min == moments.max {
            true => moments.min.to_string(),
            false => format!("{}–{}", moments.min, moments.max),
        };
        let mean = format!("clues; {} in the mean", fixed(moments.mean, 2));
        facts.push(fact(range, &mean));
    }
    let rating = |name| of(Column::Rating(name)).filter(|found| found.n > 0);
    if let Some((distribution, theory)) = [(Name::W, "whips"), (Name::B, "braids")]
        .into_iter()
        .find_map(|(name, theory)| Some((rating(name)?, theory)))
    {
        facts.extend(chain_facts(distribution, theory));
    }
    if let Some(depth) = rating(Name::Te) {
        let deep = depth.count(|entry| entry.finite().is_none_or(|depth| depth > 1));
        facts.push(fact(grouped(deep), "beyond T&E(1): no braid solves them"));
    }
    if let Some(totals) = summary.unbiased.as_ref().and_then(|found| found.totals) {
        let count = significant(totals.essentially_different.value, 3);
        facts.push(fact(
            count,
            "essentially different minimal puzzles, estimated",
        ));
    }
    facts
}

/// What chains of one kind do: alone, and at length 4, where PBCS draws the line.
fn chain_facts(distribution: &Distribution, theory: &str) -> Vec<Fact> {
    let heading = distribution.column.heading();
    let share = |longest: u16| {
        let solved = distribution.count(|entry| entry.finite().is_some_and(|n| n <= longest));
        format!(
            "{} %",
            fixed(100.0 * solved as f64 / distribution.n as f64, 1)
        )
    };
    let mut facts = vec![
        Fact {
            value: share(0),
            meaning: "solved by Singles alone".to_string(),
        },
        Fact {
            value: share(4),
            meaning: format!("solved by {theory} of length 4 or less"),
        },
    ];
    if let Some(moments) = distribution.moments {
        facts.push(Fact {
            value: moments.max.to_string(),
            meaning: format!("largest finite {heading}"),
        });
    }
    let infinite = distribution.count(|entry| entry == Entry::Infinite);
    if infinite > 0 {
        facts.push(Fact {
            value: grouped(infinite),
            meaning: format!("not solved by {theory} of any length"),
        });
    }
    facts
}

fn moments(summary: &Summary) -> Table {
    let unbiased = summary.unbiased.as_ref();
    let mut columns = vec![
        "", "puzzles", "min", "max", "mean", "sd", "skewness", "kurtosis",
    ];
    if unbiased.is_some() {
        columns.extend(["mean", "standard error", "sd"]);
    }
    let row = |found: &crate::stats::summary::ColumnMoments| {
        let moments = found.moments;
        let optional = |value: Option<f64>| value.map_or(Cell::Empty, |x| Cell::Fixed(x, 3));
        let mut cells = vec![
            Cell::from(found.column.heading()),
            Cell::Count(moments.n),
            Cell::Count(moments.min.into()),
            Cell::Count(moments.max.into()),
            Cell::Fixed(moments.mean, 4),
            Cell::Fixed(moments.sd, 4),
            optional(moments.skewness),
            optional(moments.kurtosis),
        ];
        if let Some(unbiased) = unbiased {
            let estimate = unbiased
                .moments
                .iter()
                .find(|other| other.column == found.column);
            let numbers = estimate.map(|e| [(e.mean.value, 4), (e.mean.error, 4), (e.sd.value, 4)]);
            let cell = |place: usize| {
                let number = numbers.map(|numbers| numbers[place]);
                number.map_or(Cell::Empty, |(value, decimals)| {
                    Cell::Fixed(value, decimals)
                })
            };
            cells.extend((0..3).map(cell));
        }
        cells
    };
    let caption = "Moments of the finite values";
    let table = Table::new("moments", caption, columns, summary.moments.iter().map(row));
    match unbiased {
        Some(_) => table.under([("", 2), ("sample", 6), ("all minimal puzzles", 3)]),
        None => table,
    }
}
