//! The ratings of `gradus rate --ratings`: a list, or `auto`, the ratings that apply to a puzzle.

use serde_json::Value;

use super::printer::{JsonRow, STATUS};
use crate::cli::options::names;
use gradus_engine::rating::{Name, Names, Status};

/// The ratings to compute.
#[derive(Clone, Debug)]
pub(super) struct RatingChoice {
    pub(super) names: Names,
    /// True to leave out the classes that do not apply to a puzzle.
    pub(super) is_auto: bool,
}

impl RatingChoice {
    /// Reads a list, or `auto`.
    pub(super) fn read(list: &str) -> Result<Self, String> {
        Ok(RatingChoice {
            names: names(list)?,
            is_auto: list.eq_ignore_ascii_case("auto"),
        })
    }

    /// The columns of a puzzle. With `auto`, only the class of its T&E depth is among them.
    pub(super) fn applicable(&self, mut columns: JsonRow) -> JsonRow {
        let exact = columns
            .get(&status_of(Name::TE))
            .is_some_and(|s| s == Status::Exact.word());
        let depth = columns.get(Name::TE.column()).filter(|_| exact);
        let depth = depth.and_then(Value::as_u64);
        for (class, of_depth) in [(Name::BPB, 2), (Name::BPBB, 3)] {
            if self.is_auto && depth != Some(of_depth) {
                columns.shift_remove(class.column());
                columns.shift_remove(&status_of(class));
            }
        }
        columns
    }
}

/// The column with the status of a rating.
fn status_of(name: Name) -> String {
    format!("{}{STATUS}", name.column())
}
