//! Checks records that are written as JSON, and says in words what the checker found.

use thiserror::Error;

use gradus_check::{Refusal, Verdict, check_record_within};
use gradus_path::PathStep;
use gradus_path::notation::step_text;
use gradus_path::record::Record;
use gradus_puzzles::read;

/// A text that was checked as a record.
#[derive(Debug)]
pub struct CheckedText {
    /// The puzzle and the theory with a colon after them; empty if it is not a record.
    pub what: String,
    /// The verdict, or the reason why it is not accepted.
    pub verdict: Result<Verdict, NotAccepted>,
}

/// The reason why a text is not accepted as a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotAccepted {
    /// It is not UTF-8, or longer than any record.
    #[error("not a text, or too long for a path")]
    NotText,
    /// It is not the JSON of a record.
    #[error("not a path: {0}")]
    NotRecord(#[from] serde_json::Error),
    /// The checker refuses it.
    #[error("{refusal}{}", .step.as_ref().map_or(String::new(), |step| format!(" ({step})")))]
    Refused {
        /// The reason.
        refusal: Refusal,
        /// The refused step in the books' notation; of a trial, the step inside it.
        step: Option<String>,
    },
}

/// Checks the JSON of a record; `None` is a line that is not UTF-8 or too long.
pub fn check_text(text: Option<&str>, budget: u64) -> CheckedText {
    let record = text.ok_or(NotAccepted::NotText);
    let record = match record.and_then(|text| Ok(serde_json::from_str::<Record>(text)?)) {
        Ok(record) => record,
        Err(reason) => {
            return CheckedText {
                what: String::new(),
                verdict: Err(reason),
            };
        }
    };
    let puzzle = record.puzzle.escape_debug();
    let what = format!("{puzzle} in {}: ", record.theory.escape_debug());
    let verdict = check_record_within(&record, read, budget);
    let verdict = verdict.map_err(|refusal| NotAccepted::Refused {
        step: refused_step(&record, &refusal),
        refusal,
    });
    CheckedText { what, verdict }
}

/// The refused step as text; of a trial, the step inside it.
fn refused_step(record: &Record, refusal: &Refusal) -> Option<String> {
    let puzzle = read(&record.puzzle).ok()?;
    let path = record.path(puzzle.as_ref()).ok()?;
    let (mut refusal, mut steps, mut refused) = (refusal, &path.steps[..], None);
    while let Refusal::InPath(index, reason) = refusal {
        refused = steps.get(*index).or(refused);
        refusal = reason;
        steps = match refused {
            Some(PathStep::Trial(trial)) => &trial.steps,
            _ => &[],
        };
    }
    refused.map(|step| step_text(puzzle.domain().names(), step))
}
