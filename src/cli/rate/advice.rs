//! What to ask next about rated puzzles that chains do not solve, as notes after the table.

use std::collections::BTreeMap;

use crate::io::counted;
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Name, Names, Status};
use gradus_puzzles::sudoku::is_sudoku;

/// What is known of the depth of a puzzle for which a rating by chains is infinite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum KnownDepth {
    /// T&E depth was not requested.
    NotAsked,
    Exactly(u8),
    /// T&E of the greatest depth that was tried does not solve.
    Beyond,
}

/// The puzzles that chains do not solve.
#[derive(Debug, Default)]
pub(super) struct Advice {
    /// How many puzzles of each depth, Sudokus apart.
    puzzles: BTreeMap<(KnownDepth, bool), u64>,
    /// The number of rated puzzles.
    rated: u64,
}

impl Advice {
    /// Adds a puzzle with its ratings.
    pub(super) fn add(&mut self, puzzle: &dyn Instance, numbers: &Classification) {
        self.rated += 1;
        let status = |name| numbers.rating(name).map(|rating| rating.status);
        let chains: Vec<Status> = Name::all()
            .filter(|name| name.is_chain())
            .filter_map(status)
            .collect();
        let is_solved = chains
            .iter()
            .any(|s| matches!(s, Status::Exact | Status::Upper));
        if is_solved || !chains.contains(&Status::Infinite) {
            return;
        }
        let depth = match numbers.rating(Name::TE) {
            None => KnownDepth::NotAsked,
            Some(rating) => match (rating.status, rating.value) {
                (Status::Exact, Some(depth)) => KnownDepth::Exactly(depth),
                _ => KnownDepth::Beyond,
            },
        };
        *self.puzzles.entry((depth, is_sudoku(puzzle))).or_default() += 1;
    }

    /// A note for each sort of puzzles about which ratings other than the requested ones say
    /// more.
    pub(super) fn notes(&self, asked: &Names) -> Vec<String> {
        let notes = self
            .puzzles
            .iter()
            .filter_map(|(&(depth, is_sudoku), &count)| {
                let hint = next(depth, is_sudoku, asked)?;
                let puzzles = match (self.rated, depth) {
                    (1, _) => "this puzzle".to_string(),
                    (_, KnownDepth::Exactly(depth)) => {
                        format!("{} of T&E depth {depth}", counted(count, "puzzle"))
                    }
                    _ => counted(count, "puzzle"),
                };
                Some(format!("none of these chains solves {puzzles} ({hint})"))
            });
        notes.collect()
    }
}

/// The ratings that say more, if some do that are not requested.
fn next(depth: KnownDepth, is_sudoku: bool, asked: &Names) -> Option<String> {
    let classes: &[&str] = match (depth, is_sudoku) {
        (KnownDepth::NotAsked, _) => return Some("--ratings auto says more".into()),
        (KnownDepth::Beyond, _) => return Some("--max-depth N tries deeper trials".into()),
        (KnownDepth::Exactly(1), _) => &["b"],
        (KnownDepth::Exactly(2), _) => &["bpb"],
        (KnownDepth::Exactly(_), true) => &["bpbb", "trid"],
        (KnownDepth::Exactly(_), false) => &["bpbb"],
    };
    let is_missing = |name: &&str| !asked.columns().any(|column| column == *name);
    let missing: Vec<&str> = classes.iter().copied().filter(is_missing).collect();
    match missing[..] {
        [] => None,
        ["b"] => Some("--ratings b: braids do".into()),
        ["trid"] => Some("--ratings trid tries chains of tridagons".into()),
        _ => Some(format!("--ratings {} says more", missing.join(","))),
    }
}
