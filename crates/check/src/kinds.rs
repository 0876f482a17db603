//! Which kinds of puzzles have rules of their own.

use super::futoshiki::Hills;
use super::kakuro::Kakuro;
use super::slitherlink::Slitherlink;
use super::specific::Rules;
use gradus_csp::Instance;

/// The rules of a puzzle's kind, if it has any.
pub(crate) fn rules_of(puzzle: &dyn Instance) -> Option<Box<dyn Rules>> {
    if let Some(rules) = Slitherlink::of(puzzle) {
        return Some(Box::new(rules));
    }
    match puzzle.kind() {
        "kakuro" => Some(Box::new(Kakuro::of(puzzle)?)),
        "futoshiki-hills" => Some(Box::new(Hills::of(puzzle)?)),
        _ => None,
    }
}
