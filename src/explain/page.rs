//! A path as a page of text: a head, the steps with their numbers, the
//! states between them, and how it ends.

use std::fmt::Write;

use crate::io::number::counted;
use gradus_csp::{Instance, Marks, Nomenclature, Paint, Position, Style};
use gradus_engine::proof::{Level, Trials};
use gradus_engine::rating::{Rating, Status};
use gradus_path::notation::step_text;
use gradus_path::record::position_cells;
use gradus_path::{End, Path, PathStep, Strategy, marks};

/// A path on its way to the reader.
pub struct Page<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Instance,
    /// The path.
    pub path: &'a Path,
    /// Its rating.
    pub rating: Option<Rating>,
    /// Why there is no rating.
    pub remark: Option<&'a str>,
    /// T&E depth, where rules do not lead to the solution.
    pub depth: Option<Rating>,
    /// Whether there are colours.
    pub style: Style,
    /// Whether the candidates are drawn before each pattern.
    pub show_state: bool,
    /// Whether every Single has a line of its own.
    pub all_singles: bool,
}

impl Page<'_> {
    /// The whole path.
    pub fn whole(&self) -> String {
        self.head() + &self.body()
    }

    /// All steps and the end.
    pub(super) fn body(&self) -> String {
        let mut text = String::new();
        let mut step = 0;
        let mut position = Position::initial(self.puzzle);
        while step < self.path.steps.len() {
            let count = self.run_at(step);
            if self.show_state && !self.is_single(step) {
                text.push('\n');
                text.push_str(&self.grid(&position, Some(step)));
            }
            text.push_str(&self.lines(step, count));
            for done in &self.path.steps[step..step + count] {
                done.apply(self.puzzle.domain().model(), &mut position);
            }
            step += count;
        }
        text + &self.end(&position)
    }

    /// One step, counted from 0, or what is there after the last.
    pub fn step(&self, step: usize) -> String {
        let mut text = self.head();
        let position = self.path.position_before(self.puzzle, step);
        if self.show_state {
            text.push_str(&self.grid(&position, Some(step)));
        }
        match step < self.path.steps.len() {
            true => text.push_str(&self.line(step)),
            false => text.push_str(&self.end(&position)),
        }
        text
    }

    fn head(&self) -> String {
        let path = self.path;
        let clues = counted(self.puzzle.givens().len() as u64, "clue");
        let rating = match (self.rating, self.remark) {
            (Some(rating), _) => format!(", rating {rating}"),
            (None, Some(remark)) => format!(", {remark}"),
            (None, None) => String::new(),
        };
        let order = match path.strategy {
            Strategy::SimplestFirst => "",
            Strategy::ByLength => ", shortest first; special chains first would need longer ones",
            Strategy::InTurn => ", not simplest first; that would need longer chains",
            Strategy::FewSteps => ", few steps",
        };
        let puzzle = self.puzzle;
        format!(
            "{puzzle}\n{clues}, theory {}{rating}{order}\n\n",
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
        let text = self.coloured(&step_text(self.names(), &self.path.steps[step]));
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
                let _ = write!(text, " {}", self.names().value(*label));
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

    fn names(&self) -> &dyn Nomenclature {
        self.puzzle.domain().names()
    }

    /// The position as a grid, with what the next step marks in it.
    fn grid(&self, position: &Position, next: Option<usize>) -> String {
        let domain = self.puzzle.domain();
        let next = next.and_then(|step| self.path.steps.get(step));
        let marks = next.map_or_else(Marks::default, |step| marks(domain.model(), step, position));
        let drawing = domain.drawing();
        drawing.map_or(String::new(), |drawing| {
            drawing.text(position, &marks, self.style)
        })
    }

    fn end(&self, position: &Position) -> String {
        let Path {
            theory,
            longest,
            end,
            ..
        } = self.path;
        let left = position.candidates.len();
        let grid = self.grid(position, None);
        match end {
            End::Solved => {
                let separator = self.puzzle.domain().names().separator();
                let solution = position_cells(self.puzzle, position).join(separator);
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
                    Some(rating) if rating == Rating::exact(1) => {
                        "T&E depth 1: braids solve it, see --theory B\n".to_string()
                    }
                    Some(depth) => format!("T&E depth {depth}: --theory te shows its trials\n"),
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
pub(super) fn trials_text(puzzle: &dyn Instance, trials: &Trials) -> String {
    let clues = counted(puzzle.givens().len() as u64, "clue");
    let depth = trials.depth;
    let mut text = format!("{puzzle}\n{clues}, T&E depth {depth}");
    if let Some(rating) = trials.rating {
        let name = trials.class.heading();
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
    let names = match refuted.is_empty() {
        true => String::new(),
        false => format!("\n{:13}{}", "", refuted.join(" ")),
    };
    let count = refuted.len();
    let noun = if *trials == 1 { "trial" } else { "trials" };
    format!(
        "{name:<12} {trials} {noun}, {count} refuted, {others} more candidates eliminated; {end}{names}\n"
    )
}
