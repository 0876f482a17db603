//! What the checker says of a record, in words.

use gradus_check::{Refusal, Verdict, check_record_within};
use gradus_path::PathStep;
use gradus_path::notation::step_text;
use gradus_path::record::Record;

/// A text that should be a record, and was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The puzzle and the theory, if it has them, with a colon after them.
    pub what: String,
    /// What it proves, or why it is refused.
    pub verdict: Result<Verdict, String>,
}

/// Checks a record that is written as JSON; none is a text that is too long for one.
pub fn check_text(text: Option<&str>, budget: u64) -> Checked {
    let nothing = |reason: String| Checked {
        what: String::new(),
        verdict: Err(reason),
    };
    let Some(text) = text else {
        return nothing("not a text, or too long for a path".to_string());
    };
    let record: Record = match serde_json::from_str(text) {
        Ok(record) => record,
        Err(error) => return nothing(format!("no path: {error}")),
    };
    let puzzle = record.puzzle.escape_debug();
    let what = format!("{puzzle} in {}: ", record.theory.escape_debug());
    let verdict = check_record_within(&record, gradus_puzzles::read, budget).map_err(|refusal| {
        let step = refused_step(&record, &refusal);
        format!("{refusal}{step}")
    });
    Checked { what, verdict }
}

/// The step that was refused, to be read; of a trial, the step inside it.
fn refused_step(record: &Record, refusal: &Refusal) -> String {
    let Ok(puzzle) = gradus_puzzles::read(&record.puzzle) else {
        return String::new();
    };
    let Ok(path) = record.path(puzzle.as_ref()) else {
        return String::new();
    };
    let (mut refusal, mut steps, mut refused) = (refusal, &path.steps[..], None);
    while let Refusal::InPath(index, reason) = refusal {
        refused = steps.get(*index).or(refused);
        refusal = reason;
        steps = match refused {
            Some(PathStep::Trial(trial)) => &trial.steps,
            _ => &[],
        };
    }
    let names = puzzle.domain().names();
    refused.map_or_else(String::new, |step| format!(" ({})", step_text(names, step)))
}
