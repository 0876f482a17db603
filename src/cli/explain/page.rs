//! What `gradus explain` prints: a head, the steps with their numbers, the
//! states between them, and how it ends.

use std::fmt::Write;

use anyhow::Result;
use serde_json::json;

use crate::csp::state::State;
use crate::proof::draw::draw;
use crate::proof::marks::Marks;
use crate::proof::notation::{step_text, value_text};
use crate::proof::order::Strategy;
use crate::proof::style::{Paint, Style};
use crate::proof::trials::{Level, Trials};
use crate::proof::{End, Path, PathStep};
use crate::rating::{Name, Rating, Status};
use crate::sudoku::{Boards, Puzzle, SudokuKernel, label_name};

/// A path on its way to the reader.
pub(super) struct Page<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) initial: &'a State<Boards>,
    pub(super) path: &'a Path,
    pub(super) rating: Option<Rating>,
    /// Why there is no rating.
    pub(super) remark: Option<&'a str>,
    /// T&E depth, where rules do not lead to the solution.
    pub(super) depth: Option<u8>,
    pub(super) style: Style,
    pub(super) show_state: bool,
    pub(super) all_singles: bool,
}

impl Page<'_> {
    /// The whole path.
    pub(super) fn whole(&self) -> String {
        let mut text = self.head();
        let mut step = 0;
        let mut state = self.initial.clone();
        let kernel = SudokuKernel::new();
        while step < self.path.steps.len() {
            let count = self.run_at(step);
            if self.show_state && !self.is_single(step) {
                text.push('\n');
                text.push_str(&self.grid(&state, Some(step)));
            }
            text.push_str(&self.lines(step, count));
            for done in &self.path.steps[step..step + count] {
                done.apply(&kernel, &mut state);
            }
            step += count;
        }
        text + &self.end(&state)
    }

    /// One step, counted from 0, or what is there after the last.
    pub(super) fn step(&self, step: usize) -> String {
        let mut text = self.head();
        let kernel = SudokuKernel::new();
        let state = self.path.state_before(&kernel, self.initial, step);
        if self.show_state {
            text.push_str(&self.grid(&state, Some(step)));
        }
        match step < self.path.steps.len() {
            true => text.push_str(&self.line(step)),
            false => text.push_str(&self.end(&state)),
        }
        text
    }

    fn head(&self) -> String {
        let path = self.path;
        let clues = self.puzzle.clues();
        let rating = match (self.rating, self.remark) {
            (Some(rating), _) => format!(", rating {rating}"),
            (None, Some(remark)) => format!(", {remark}"),
            (None, None) => String::new(),
        };
        let order = match path.strategy {
            Strategy::SimplestFirst => "",
            Strategy::ByLength => ", shortest first; special chains first would need longer ones",
            Strategy::InTurn => ", not simplest first; that would need longer chains",
        };
        let puzzle = self.puzzle;
        format!(
            "{puzzle}\n{clues} clues, theory {}{rating}{order}\n\n",
            path.theory
        )
    }

    fn is_single(&self, step: usize) -> bool {
        matches!(self.path.steps[step], PathStep::Single { .. })
    }

    /// How many steps go on one line: a run of Singles, or one step.
    fn run_at(&self, step: usize) -> usize {
        let rest = step..self.path.steps.len();
        let singles = rest.take_while(|&step| self.is_single(step)).count();
        match self.all_singles {
            true => 1,
            false => singles.max(1),
        }
    }

    /// The line of a run of steps.
    fn lines(&self, step: usize, count: usize) -> String {
        let steps = &self.path.steps[step..step + count];
        match &steps[0] {
            PathStep::Single { .. } if !self.all_singles => {
                let numbers = match count {
                    1 => format!("{}", step + 1),
                    _ => format!("{}-{}", step + 1, step + count),
                };
                self.numbered(&numbers, &self.singles(steps))
            }
            _ => self.line(step),
        }
    }

    /// The line of one step, in full.
    fn line(&self, step: usize) -> String {
        let text = self.coloured(&step_text(&self.path.steps[step]));
        self.numbered(&format!("{}", step + 1), &text)
    }

    fn numbered(&self, numbers: &str, text: &str) -> String {
        let numbers = self.style.paint(Paint::Faint, &format!("{numbers:>7}"));
        format!("{numbers}  {text}\n")
    }

    fn singles(&self, steps: &[PathStep]) -> String {
        let mut text = self.style.paint(Paint::Rule, "singles:");
        for step in steps {
            if let PathStep::Single { label, .. } = step {
                let _ = write!(text, " {}", value_text(*label));
            }
        }
        text
    }

    /// A step with its name and what it does in colours.
    fn coloured(&self, step: &str) -> String {
        let Some((pattern, result)) = step.split_once(" ==> ") else {
            return step.to_string();
        };
        let (name, chain) = pattern.split_at(pattern.find(": ").unwrap_or(pattern.len()));
        let paint = match result.contains('≠') {
            true => Paint::Target,
            false => Paint::Value,
        };
        let name = self.style.paint(Paint::Rule, name);
        format!("{name}{chain} ==> {}", self.style.paint(paint, result))
    }

    fn grid(&self, state: &State<Boards>, next: Option<usize>) -> String {
        let next = next.and_then(|step| self.path.steps.get(step));
        let marks = next.map_or_else(Marks::default, |step| Marks::of(step, state));
        draw(state, &marks, self.style)
    }

    fn end(&self, state: &State<Boards>) -> String {
        let Path {
            theory,
            longest,
            end,
            ..
        } = self.path;
        let left = state.candidate_count();
        let grid = self.grid(state, None);
        match end {
            End::Solved => {
                let solution = crate::proof::record::state_cells(state).concat();
                let beyond = |value: u8| usize::from(value) < *longest;
                let rating = match self.rating {
                    Some(rating) if rating.value.is_some_and(beyond) => {
                        format!("; {theory} is {rating}, but no such path was found")
                    }
                    Some(rating) if rating.status == Status::Exact => {
                        format!(", {theory} = {rating}")
                    }
                    Some(_) => format!(", {theory} ≤ {longest}"),
                    None => String::new(),
                };
                format!("\nsolution {solution}\nlongest pattern {longest}{rating}\n")
            }
            End::Contradiction => {
                format!("\na variable has no candidate left: there is no solution\n\n{grid}")
            }
            End::Stuck => {
                let depth = match self.depth {
                    Some(0 | 1) => "T&E depth 1: braids solve it, see --theory B\n".to_string(),
                    Some(depth) => format!("T&E depth {depth}: --theory te tells of its trials\n"),
                    None => String::new(),
                };
                format!(
                    "\nstuck: {theory} has no more patterns; {left} candidates left\n\n{grid}{depth}"
                )
            }
            End::Stopped => format!(
                "\nstopped: longer chains or a larger budget may go on; {left} candidates left\n\n{grid}"
            ),
        }
    }
}

/// What trials did, for people.
pub(super) fn trials_text(puzzle: &Puzzle, trials: &Trials) -> String {
    let depth = trials
        .depth
        .map_or("beyond what is tried".to_string(), |n| n.to_string());
    let mut text = format!("{puzzle}\n{} clues, T&E depth {depth}", puzzle.clues());
    if let Some(rating) = trials.rating {
        let name = match trials.class {
            Name::Spb => "SpB",
            Name::Bpb => "BpB",
            _ => "BpBB",
        };
        let _ = match rating.status {
            Status::NotApplicable => write!(text, ", {name} not defined at this depth"),
            _ => write!(text, ", {name} {rating}"),
        };
    }
    text.push_str("\n\n");
    for level in &trials.levels {
        text.push_str(&level_text(level));
    }
    text
}

fn level_text(level: &Level) -> String {
    let Level {
        name,
        trials,
        refuted,
        others,
        left,
        ..
    } = level;
    let end = match level.solved {
        true => "solved".to_string(),
        false => format!("{left} candidates left"),
    };
    if *trials == 0 {
        return format!("{name:<12} {others} candidates eliminated by rules; {end}\n");
    }
    let names: Vec<String> = refuted.iter().map(|&label| label_name(label)).collect();
    let names = match names.is_empty() {
        true => String::new(),
        false => format!("\n{:13}{}", "", names.join(" ")),
    };
    let count = refuted.len();
    format!(
        "{name:<12} {trials} trials, {count} refuted, {others} more candidates eliminated; {end}{names}\n"
    )
}

/// What trials did, for programs.
pub(super) fn trials_json(puzzle: &Puzzle, trials: &Trials) -> Result<String> {
    let solved = trials.levels.last().is_some_and(|level| level.solved);
    let object = json!({
        "puzzle": puzzle.to_string(),
        "theory": trials.class.column(),
        "te": trials.depth,
        "rating": trials.rating.and_then(|rating| rating.value),
        "status": trials.rating.map(|rating| rating.status),
        "end": if solved { "solved" } else { "stuck" },
        "version": crate::proof::record::VERSION,
        "levels": trials.levels,
    });
    Ok(serde_json::to_string(&object)?)
}
