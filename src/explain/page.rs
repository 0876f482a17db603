//! A path as text: a head, numbered steps, the states between them, and
//! the outcome.

use std::fmt::Write;

use crate::io::counted;
use gradus_csp::{Instance, Marks, Nomenclature, Paint, Position, Style};
use gradus_engine::proof::{TrialLevel, TrialsReport};
use gradus_engine::rating::{Rating, Status};
use gradus_path::notation::{path_lines, step_text};
use gradus_path::record::position_cells;
use gradus_path::{Path, PathEnd, PathStep, Strategy, marks};

pub(crate) struct PathPage<'a> {
    pub(crate) puzzle: &'a dyn Instance,
    pub(crate) path: &'a Path,
    pub(crate) rating: Option<Rating>,
    /// The reason for a missing rating.
    pub(crate) remark: Option<&'a str>,
    /// T&E depth, where rules do not lead to the solution.
    pub(crate) depth: Option<Rating>,
    pub(crate) style: Style,
    /// True to draw the candidates before each pattern.
    pub(crate) show_state: bool,
    /// True to give every Single a line of its own.
    pub(crate) all_singles: bool,
}

impl<'a> PathPage<'a> {
    /// The page of a path without a rating.
    pub(super) fn new(puzzle: &'a dyn Instance, path: &'a Path, style: Style) -> PathPage<'a> {
        PathPage {
            puzzle,
            path,
            rating: None,
            remark: None,
            depth: None,
            style,
            show_state: false,
            all_singles: false,
        }
    }

    pub(crate) fn whole(&self) -> String {
        self.head() + &self.body()
    }

    pub(super) fn body(&self) -> String {
        let mut text = String::new();
        let mut position = Position::initial(self.puzzle);
        let (names, steps) = (self.names(), self.path.steps.iter());
        let lines: Vec<(usize, String)> = if self.all_singles {
            steps.map(|step| (1, step_text(names, step))).collect()
        } else {
            path_lines(names, &self.path.steps).collect()
        };
        let mut step = 0;
        for (count, line) in lines {
            let is_single = matches!(self.path.steps[step], PathStep::Single { .. });
            if self.show_state && !is_single {
                text.push('\n');
                text.push_str(&self.grid(&position, Some(step)));
            }
            text.push_str(&self.numbered(step, count, &line));
            for done in &self.path.steps[step..step + count] {
                done.apply(self.puzzle.domain().model(), &mut position);
            }
            step += count;
        }
        text + &self.end(&position)
    }

    /// One step, counted from 0, or the end after the last.
    pub(crate) fn step(&self, step: usize) -> String {
        let mut text = self.head();
        let position = self.path.position_before(self.puzzle, step);
        if self.show_state {
            text.push_str(&self.grid(&position, Some(step)));
        }
        match self.path.steps.get(step) {
            Some(next) => text.push_str(&self.numbered(step, 1, &step_text(self.names(), next))),
            None => text.push_str(&self.end(&position)),
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
        let order = order_remark(path.strategy);
        let order = order.map_or(String::new(), |remark| format!(", {remark}"));
        let puzzle = self.puzzle;
        format!(
            "{puzzle}\n{clues}, theory {}{rating}{order}\n\n",
            path.theory
        )
    }

    /// A line with the numbers of its steps before it.
    fn numbered(&self, step: usize, count: usize, line: &str) -> String {
        let numbers = match count {
            1 => format!("{}", step + 1),
            _ => format!("{}-{}", step + 1, step + count),
        };
        let numbers = self.style.paint(Paint::Faint, &format!("{numbers:>7}"));
        format!("{numbers}  {}\n", self.coloured(line))
    }

    /// A line with its rule and its result in colours.
    fn coloured(&self, line: &str) -> String {
        let rule = |name: &str| self.style.paint(Paint::Rule, name);
        let Some((pattern, result)) = line.split_once(" ==> ") else {
            return line.replacen("singles:", &rule("singles:"), 1);
        };
        let (name, chain) = pattern.split_at(pattern.find(": ").unwrap_or(pattern.len()));
        let paint = if result.contains('≠') {
            Paint::Target
        } else {
            Paint::Value
        };
        format!(
            "{}{chain} ==> {}",
            rule(name),
            self.style.paint(paint, result)
        )
    }

    fn names(&self) -> &dyn Nomenclature {
        self.puzzle.domain().names()
    }

    /// The position as a grid, with the marks of the next step.
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
        let (theory, longest) = (self.path.theory, self.path.longest);
        let left = position.candidates.len();
        let grid = self.grid(position, None);
        match self.path.end {
            PathEnd::Solved => {
                let separator = self.puzzle.domain().names().separator();
                let solution = position_cells(self.puzzle, position).join(separator);
                let beyond = |value: u8| usize::from(value) < longest;
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
            PathEnd::Contradiction => {
                format!("\na variable has no candidate left: there is no solution\n\n{grid}")
            }
            PathEnd::Stuck => {
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
            PathEnd::Stopped => format!(
                "\nstopped: longer chains or a larger budget may go on; {left} candidates left\n\n{grid}"
            ),
        }
    }
}

/// A remark on the order of the steps, unless it is the usual one.
pub(super) fn order_remark(strategy: Strategy) -> Option<&'static str> {
    match strategy {
        Strategy::SimplestFirst => None,
        Strategy::ByLength => Some("shortest first; special chains first would need longer ones"),
        Strategy::InTurn => Some("not simplest first; that would need longer chains"),
        Strategy::FewSteps => Some("few steps"),
        _ => None,
    }
}

/// A summary of trials.
pub(super) fn trials_text(puzzle: &dyn Instance, trials: &TrialsReport) -> String {
    let clues = counted(puzzle.givens().len() as u64, "clue");
    let depth = trials.depth;
    let mut text = format!("{puzzle}\n{clues}, T&E depth {depth}");
    if let Some(rating) = trials.rating {
        let name = trials.class.heading();
        let _ = match rating.status {
            Status::NotApplicable if !trials.is_defined => {
                write!(text, ", {name} not defined for this kind of puzzle")
            }
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

fn level_text(level: &TrialLevel) -> String {
    let TrialLevel {
        name,
        trials,
        refuted,
        others,
        left,
        ..
    } = level;
    let end = if level.solved {
        "solved".to_string()
    } else {
        format!("{left} candidates left")
    };
    if *trials == 0 {
        return format!("{name:<12} {others} candidates eliminated by rules; {end}\n");
    }
    let names = if refuted.is_empty() {
        String::new()
    } else {
        format!("\n{:13}{}", "", refuted.join(" "))
    };
    let count = refuted.len();
    let noun = if *trials == 1 { "trial" } else { "trials" };
    format!(
        "{name:<12} {trials} {noun}, {count} refuted, {others} more candidates eliminated; {end}{names}\n"
    )
}
