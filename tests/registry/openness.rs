use gradus_engine::rating::registry::RatingEntry;
use gradus_engine::rating::{Case, Rating};

/// A rating that no book has: how open a puzzle is before the search for chains starts.
pub(crate) static OPENNESS: RatingEntry = RatingEntry::new("open", "Openness", openness)
    .meaning("tens of candidates that Singles and whips[1] leave, at least")
    .section("nowhere");

pub(crate) fn openness(case: &mut dyn Case) -> Rating {
    match case.candidates() {
        0 => Rating::exact(0),
        left => Rating::lower(left / 10),
    }
}
