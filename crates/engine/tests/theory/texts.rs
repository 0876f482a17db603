//! Puzzles of any kind by their texts, and their ratings.

use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Name, Rating, Rejection, Request, classify};
use gradus_puzzles::read;

/// The puzzle of a text.
pub fn puzzle(text: &str) -> Box<dyn Instance> {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Its ratings.
pub fn rate(text: &str, names: &str) -> Result<Classification, Rejection> {
    let request = Request {
        names: names.parse().unwrap(),
        ..Request::default()
    };
    classify(puzzle(text).as_ref(), &request)
}

/// Its W.
pub fn w_of(text: &str) -> Rating {
    rate(text, "w").unwrap().rating(Name::W).unwrap()
}
