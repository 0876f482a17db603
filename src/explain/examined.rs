//! The result of every theory for a puzzle with any number of solutions, as text and as columns.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::io::counted;
use gradus_csp::{Instance, Marks, Style};
use gradus_engine::examine::{Examination, HowMany, Remainder};
use gradus_engine::rating::Status;

/// The sign for a contradiction in tables.
pub(crate) const CONTRADICTION: &str = "⊥";

/// The columns of an examination: numbers of candidates, or the word `contradiction`.
pub(crate) fn examined_row(puzzle: &dyn Instance, found: &Examination) -> Map<String, Value> {
    let mut row = Map::new();
    let mut insert = |name: &str, value: Value| row.insert(name.to_string(), value);
    insert("puzzle", puzzle.to_string().into());
    insert("solutions", found.solutions.word().into());
    insert("clues", puzzle.givens().len().into());
    insert("candidates", found.candidates.into());
    for level in &found.levels {
        let left = match level.left {
            Remainder::Candidates(left) | Remainder::Stopped(left) => left.into(),
            Remainder::Contradiction => "contradiction".into(),
        };
        insert(&format!("candidates_{}", level.column), left);
    }
    insert("te", found.depth.value.into());
    insert("te_status", found.depth.status.word().into());
    row
}

pub(crate) fn examined_text(puzzle: &dyn Instance, found: &Examination, style: Style) -> String {
    let clues = counted(puzzle.givens().len() as u64, "clue");
    let candidates = counted(found.candidates as u64, "candidate");
    let solutions = match found.solutions {
        HowMany::None => "no solution".to_string(),
        HowMany::One => "one solution".to_string(),
        HowMany::Several => format!(
            "several solutions, which have {} of the candidates",
            found.irrefutable
        ),
    };
    let mut text =
        format!("{puzzle}\n{clues}, {candidates}, {solutions}\n\nwhat each theory leaves:\n");
    // Deeper trials would only repeat the result.
    let depths = found.levels.iter().filter(|level| level.is_trials());
    let shown = found.depth.value.map_or(usize::MAX, usize::from);
    let deepest = depths.clone().count();
    let rules = found.levels.iter().filter(|level| !level.is_trials());
    for level in rules.chain(depths.take(shown)) {
        let left = match level.left {
            Remainder::Candidates(0) => "solved".to_string(),
            Remainder::Candidates(left) => counted(left as u64, "candidate"),
            Remainder::Stopped(left) => format!(
                "{}, where the budget was spent",
                counted(left as u64, "candidate")
            ),
            Remainder::Contradiction => "contradiction".to_string(),
        };
        let _ = writeln!(text, "  {:<13} {left}", level.name);
    }
    let depth = found.depth;
    let met = match found.solutions {
        HowMany::None => "a contradiction is met",
        _ => "everything is decided",
    };
    let _ = match depth.status {
        Status::Exact => writeln!(text, "\nT&E depth {depth}: {met}"),
        Status::Upper => writeln!(
            text,
            "\nT&E depth {depth}: {met}; trials of all candidates might need less"
        ),
        _ => writeln!(text, "\nT&E depth {depth}: T&E({deepest}) does not decide"),
    };
    let undecided = !found.end.candidates.is_empty();
    let contradiction =
        matches!(found.levels.last(), Some(l) if l.left == Remainder::Contradiction);
    if let (true, false, Some(drawing)) = (undecided, contradiction, puzzle.domain().drawing()) {
        text.push('\n');
        text.push_str(&drawing.text(&found.end, &Marks::default(), style));
    }
    text
}
