//! Solutions in few steps as text: all with one or two steps, or one that is short.

use std::fmt::Write;

use super::page::PathPage;
use crate::io::counted;
use gradus_csp::{Instance, Style};
use gradus_engine::proof::{CountedPath, FewSteps, StepGoal, StepRules};
use gradus_path::notation::step_text;

pub(crate) fn few_steps_text(
    puzzle: &dyn Instance,
    rules: &StepRules,
    wanted: StepGoal,
    found: &FewSteps,
    style: Style,
) -> String {
    let mut text = format!(
        "{puzzle}\n{}, steps by {} up to length {}, modulo {}\n",
        counted(puzzle.givens().len() as u64, "clue"),
        rules.kind.plural(),
        rules.max_length,
        rules.no_step,
    );
    if found.left == 0 {
        let _ = write!(text, "{} solves: no step is needed\n\n", rules.no_step);
        return text + &path_text(puzzle, found, style);
    }
    let _ = writeln!(
        text,
        "after {}: {} left, {}",
        rules.no_step,
        counted(found.left as u64, "candidate"),
        counted(found.anti_backdoors as u64, "anti-backdoor"),
    );
    match wanted {
        StepGoal::One => text + &list(puzzle, &found.solutions, "one-step solution"),
        StepGoal::Two => {
            let (pairs, relevant) = found.pairs.unwrap_or_default();
            let _ = writeln!(
                text,
                "{}, {relevant} of them with one of {}",
                counted(pairs as u64, "anti-backdoor pair"),
                counted(found.erasable as u64, "erasable candidate"),
            );
            text + &list(puzzle, &found.solutions, "two-step solution")
        }
        StepGoal::Fewest { tries, seed } => {
            let tries = match tries {
                1 => "1 try".to_string(),
                tries => format!("{tries} tries"),
            };
            let range = match (found.tries.iter().min(), found.tries.iter().max()) {
                (Some(least), Some(most)) if least < most => format!("{least} to {most} steps"),
                (Some(least), _) => counted(*least as u64, "step"),
                (None, _) => String::new(),
            };
            let solved = found.tries.len();
            let _ = match found.solutions.first() {
                None => writeln!(
                    text,
                    "{tries}, seed {seed}: none solved; longer chains may go on"
                ),
                Some(best) => writeln!(
                    text,
                    "{tries}, seed {seed}: {solved} solved, with {range}; the shortest path has {}\n",
                    counted(best.steps.len() as u64, "step")
                ),
            };
            text + &path_text(puzzle, found, style)
        }
    }
}

/// The path of the first solution, without a head of its own.
fn path_text(puzzle: &dyn Instance, found: &FewSteps, style: Style) -> String {
    let best = found.solutions.first();
    best.map_or(String::new(), |best| {
        PathPage::new(puzzle, &best.path, style).body()
    })
}

/// The number of solutions, and the counted steps of each.
fn list(puzzle: &dyn Instance, solutions: &[CountedPath], noun: &str) -> String {
    let names = puzzle.domain().names();
    let mut text = counted(solutions.len() as u64, noun) + "\n";
    for (number, solution) in (1..).zip(solutions) {
        for (place, &step) in solution.steps.iter().enumerate() {
            let gap = if (number, place) == (1, 0) { "\n" } else { "" };
            let number = match place {
                0 => number.to_string(),
                _ => String::new(),
            };
            let step = step_text(names, &solution.path.steps[step]);
            let _ = writeln!(text, "{gap}{number:>7}  {step}");
        }
    }
    text
}
