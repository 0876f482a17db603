//! Resolution paths of the extreme puzzles, in the theory in which they are extreme.

use std::convert::Infallible;

use super::contents::{ExtremeGroup, ExtremePuzzle};
use super::document::ShownPath;
use crate::expression::Formula;
use crate::job::cores;
use crate::job::pump::each;
use crate::stats::{Column, Entry};
use gradus_engine::proof::path_of;
use gradus_engine::rating::{Limits, Name, Rating, Status};
use gradus_path::PathEnd;
use gradus_path::notation::path_lines;

/// Search nodes per path, so that a report does not take minutes.
const BUDGET: u64 = 400_000;

/// Finds paths for the first `puzzles` of each group where possible.
/// The searches run in parallel.
pub(super) fn find(groups: &mut [ExtremeGroup], puzzles: usize) {
    let chosen = groups.iter_mut().flat_map(|group| {
        let rating = rating(&group.by);
        let first = group.puzzles.iter_mut().take(puzzles);
        first.map(move |shown| (shown, rating))
    });
    let chosen: Vec<(&mut ExtremePuzzle, Option<Name>)> = chosen.collect();
    let work = |(shown, rating): (&mut ExtremePuzzle, _)| shown.path = path(shown, rating);
    let Ok(()) = each(cores(), chosen, work, |()| Ok::<_, Infallible>(()));
}

/// The rating whose theory is most telling about a puzzle that is extreme in this quantity:
/// for a gap, the smaller rating, which is the surprising one.
pub(super) fn rating(by: &Formula) -> Option<Name> {
    let subtrahend = by.gap().map(|(_, subtrahend)| subtrahend);
    match by.column().or(subtrahend)? {
        Column::Rating(name) => Some(name),
        _ => None,
    }
}

fn path(shown: &ExtremePuzzle, rating: Option<Name>) -> Option<ShownPath> {
    let name = rating?;
    let theory = name.theory()?;
    let rating = match shown.extreme.entries.get(&Column::Rating(name))? {
        Entry::Exact(value) => (*value, Status::Exact),
        Entry::Upper(value) => (*value, Status::Upper),
        _ => return None,
    };
    let rating = Rating {
        value: rating.0.try_into().ok(),
        status: rating.1,
    };
    let limits = Limits {
        budget: BUDGET,
        ..Limits::default()
    };
    let path = path_of(shown.puzzle.as_ref(), theory, Some(rating), limits).ok()?;
    (path.end == PathEnd::Solved).then(|| ShownPath {
        theory: theory.to_string(),
        longest: path.longest,
        steps: path_lines(shown.puzzle.domain().names(), &path.steps)
            .map(|(_, line)| line)
            .collect(),
    })
}
