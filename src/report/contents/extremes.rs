//! The extreme puzzles as pictures: those with the largest ratings, and those with the
//! largest difference of two ratings.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::is_informative;
use super::remarks::ValueRange;
use crate::expression::{BoundKind, Formula, Number};
use crate::io::{grouped, shown};
use crate::report::document::{Card, Section, SectionBlock, ShownPath};
use crate::report::paths;
use crate::stats::{Column, Extreme, Extremes, Gap, Summary};
use crate::table::COMMENT;
use gradus_csp::{Instance, Marks, Position};
use gradus_engine::rating::{Name, Status};
use gradus_puzzles::read;

/// The quantities by which puzzles are extreme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Respects {
    /// W, BpB, BpBB and the gaps between ratings
    #[default]
    Main,
    /// Every rating of the table, and the gaps between them
    All,
    /// As all, on a page that has nothing else
    Only,
}

pub(crate) struct ExtremeGroup {
    pub by: Formula,
    /// The puzzles, the most extreme first.
    pub puzzles: Vec<ExtremePuzzle>,
}

pub(crate) struct ExtremePuzzle {
    pub extreme: Extreme,
    pub puzzle: Box<dyn Instance>,
    pub path: Option<ShownPath>,
}

impl ExtremeGroup {
    /// The quantities by which puzzles of a table with these columns are ranked.
    pub(crate) fn quantities(columns: &[Column], respects: Respects) -> Vec<Formula> {
        let has = |column: Column| columns.contains(&column);
        let ratings: Vec<Name> = match respects {
            Respects::Main => vec![Name::W, Name::BPB, Name::BPBB],
            Respects::All | Respects::Only => Name::all().collect(),
        };
        let ratings = ratings.into_iter().map(Column::Rating);
        let ratings = ratings.filter(|column| has(*column));
        let ratings = ratings.map(|column| Formula::named(column.name()));
        let gaps = Gap::published(has).into_iter().map(Gap::formula);
        ratings.chain(gaps).collect()
    }

    /// The puzzles worth showing: not those with ratings that whips\[1\] reach, or with ratings
    /// that agree.
    pub(crate) fn of(extremes: Extremes) -> ExtremeGroup {
        let least = Number::from(if extremes.by.column().is_some() { 2 } else { 1 });
        let shown = |extreme: Extreme| {
            let puzzle = read(&extreme.puzzle).ok()?;
            Some(ExtremePuzzle {
                extreme,
                puzzle,
                path: None,
            })
        };
        let is_worthy = |extreme: &Extreme| match extreme.measure.value() {
            Some(value) => value.compare(least).is_ge(),
            None => extreme.measure.known == BoundKind::Infinite,
        };
        let worthy = extremes.puzzles.into_iter().filter(is_worthy);
        ExtremeGroup {
            by: extremes.by,
            puzzles: worthy.filter_map(shown).collect(),
        }
    }
}

pub(super) const SECTION: &str = "extremes";

pub(super) fn section(summary: &Summary, groups: &[ExtremeGroup]) -> Option<Section> {
    let groups = groups.iter().filter(|group| !group.puzzles.is_empty());
    let blocks = groups.map(|group| {
        let scale = ValueRange::of(summary, &group.by);
        let cards = group.puzzles.iter().enumerate();
        let cards = cards.map(|(place, shown)| card(&scale, place, shown));
        SectionBlock::Puzzles(format!("Largest {}", group.by.heading()), cards.collect())
    });
    Section::new(SECTION, "Extremes", blocks.collect())
}

fn card(scale: &ValueRange, place: usize, shown: &ExtremePuzzle) -> Card {
    let (by, extreme) = (scale.by, &shown.extreme);
    let value = match (extreme.measure.value(), extreme.named(by)) {
        (Some(_), Some(word)) => word,
        (Some(value), None) => value.to_string(),
        (None, _) => "∞".to_string(),
    };
    let sign = match (Status::from(extreme.measure.known).sign(), by.column()) {
        ("", Some(_)) => String::new(),
        ("", None) => "= ".to_string(),
        (sign, _) => format!("{sign} "),
    };
    Card {
        id: format!("{by}-{}", place + 1),
        heading: format!("{} {sign}{value}", by.heading()),
        picture: picture(shown.puzzle.as_ref()),
        puzzle: shown.puzzle.to_string(),
        remarks: scale.remarks(extreme),
        origin: format!(
            "{}; row\u{a0}{}{}",
            entries(extreme),
            grouped(extreme.row),
            comment(extreme)
        ),
        command: format!("gradus explain{} {}", theory(by), shown.puzzle),
        path: shown.path.clone(),
    }
}

fn comment(extreme: &Extreme) -> String {
    let mut texts = extreme.texts.iter();
    let comment = texts.find(|(name, text)| name == COMMENT && !text.is_empty());
    comment.map_or(String::new(), |(_, text)| {
        format!("; {}", shown(text.as_bytes(), LONGEST_COMMENT))
    })
}

const LONGEST_COMMENT: usize = 60;

/// A picture of the givens, or of the candidates of a sukaku; empty if the kind cannot be
/// drawn.
fn picture(puzzle: &dyn Instance) -> String {
    let (position, marks) = (Position::initial(puzzle), Marks::default());
    let state = puzzle.possible().map(|_| (&position, &marks));
    let drawing = puzzle.domain().drawing();
    drawing.map_or(String::new(), |drawing| {
        drawing.svg(&format!("Puzzle {puzzle}"), &puzzle.givens(), state)
    })
}

/// The option that selects the theory in which a puzzle is extreme.
fn theory(by: &Formula) -> String {
    let rating = paths::rating(by);
    rating.map_or(String::new(), |name| format!(" --theory {name}"))
}

/// The entries of the table for a puzzle. Names and numbers stay together in a line.
fn entries(extreme: &Extreme) -> String {
    let entries = extreme.entries.iter();
    let known = entries.filter(|(_, entry)| is_informative([*entry]));
    let known = known.map(|(column, entry)| match column {
        Column::Clues => format!("{entry}\u{a0}clues"),
        column => format!("{}\u{a0}{}", column.heading(), entry.shown(*column)),
    });
    known.collect::<Vec<_>>().join(", ")
}
