//! The rules of particular kinds of puzzles.

mod futoshiki;
mod kakuro;
mod slitherlink;

use crate::replay::KindRules;
use futoshiki::Hills;
use gradus_csp::Instance;
use kakuro::KakuroRules;
use slitherlink::SlitherlinkRules;

/// The rules of a puzzle's kind, if any.
pub(crate) fn rules_of(puzzle: &dyn Instance) -> Option<Box<dyn KindRules>> {
    if let Some(rules) = SlitherlinkRules::of(puzzle) {
        return Some(Box::new(rules));
    }
    match puzzle.kind() {
        "kakuro" => Some(Box::new(KakuroRules::of(puzzle)?)),
        "futoshiki-hills" => Some(Box::new(Hills::of(puzzle)?)),
        _ => None,
    }
}
