//! A path as text: a head, numbered steps, the states between them, and
//! the outcome.

use std::fmt::Write;

use super::state_line::state_line;
use crate::io::counted;
use gradus_csp::{Instance, Marks, Nomenclature, Paint, Position, Style};
use gradus_engine::proof::{TrialLevel, TrialsReport};
use gradus_engine::rating::{Rating, Status};
use gradus_path::notation::{path_lines, step_text};
use gradus_path::record::position_cells;
use gradus_path::{Path, PathEnd, PathStep, RuleCount, Strategy, marks, rule_counts};

pub(crate) struct PathPage<'a> {
    pub(crate) puzzle: &'a dyn Instance,
    pub(crate) path: &'a Path,
    /// The trials after the path, and the reason for them.
    pub(crate) trials: Option<(&'a Path, &'static str)>,
    pub(crate) rating: Option<Rating>,
    /// The reason for a missing rating.
    pub(crate) remark: Option<&'a str>,
    /// A remark on candidates that were deleted before.
    pub(crate) deletion: Option<&'a str>,
    /// T&E depth, where rules do not lead to the solution, and what to ask next.
    pub(crate) advice: Option<String>,
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
            trials: None,
            rating: None,
            remark: None,
            deletion: None,
            advice: None,
            style,
            show_state: false,
            all_singles: false,
        }
    }

    pub(crate) fn whole(&self) -> String {
        self.head() + &self.body() + &self.counts()
    }

    pub(super) fn body(&self) -> String {
        let mut position = Position::initial(self.puzzle);
        let mut text = self.lines(&self.path.steps, 0, &mut position);
        text.push_str(&self.end(&position));
        if let Some((trials, reason)) = self.trials {
            let _ = writeln!(text, "\n{reason}; trials do, each with its refutation:\n");
            text.push_str(&self.lines(&trials.steps, self.path.steps.len(), &mut position));
            text.push_str(&self.end_of_trials(trials, &position));
        }
        text + &self.advice()
    }

    /// What to ask next, on a line.
    fn advice(&self) -> String {
        let line = |advice| format!("{advice}\n");
        self.advice.as_ref().map_or(String::new(), line)
    }

    /// The lines of some steps, the first of which comes after `before` others.
    fn lines(&self, steps: &[PathStep], before: usize, position: &mut Position) -> String {
        let mut text = String::new();
        let mut step = 0;
        for (count, line) in self.grouped(steps) {
            let is_single = matches!(steps[step], PathStep::Single { .. });
            if self.show_state && !is_single {
                text.push('\n');
                text.push_str(&self.grid(position, steps.get(step)));
            }
            text.push_str(&self.numbered(before + step, count, &line));
            text.push_str(&self.inside(&steps[step], &(before + step + 1).to_string(), 1));
            for done in &steps[step..step + count] {
                done.apply(self.puzzle.domain().model(), position);
            }
            step += count;
        }
        text
    }

    /// The lines of steps, with the number of steps in each.
    fn grouped(&self, steps: &[PathStep]) -> Vec<(usize, String)> {
        let names = self.names();
        if self.all_singles {
            let line = |step| (1, step_text(names, step));
            return steps.iter().map(line).collect();
        }
        path_lines(names, steps).collect()
    }

    /// The steps inside a trial, which refute its hypothesis; empty for other steps.
    fn inside(&self, step: &PathStep, number: &str, depth: usize) -> String {
        let mut text = String::new();
        let PathStep::Trial(trial) = step else {
            return text;
        };
        let mut first = 0;
        for (count, line) in self.grouped(&trial.steps) {
            let last = match count {
                1 => String::new(),
                _ => format!("-{}", first + count),
            };
            let own = format!("{number}.{}", first + 1);
            let numbers = self.style.paint(Paint::Faint, &format!("{own}{last}"));
            let _ = writeln!(
                text,
                "{:1$}{numbers}  {2}",
                "",
                7 + 2 * depth,
                self.coloured(&line)
            );
            text.push_str(&self.inside(&trial.steps[first], &own, depth + 1));
            first += count;
        }
        text
    }

    /// One step, counted from 0, or the end after the last.
    pub(crate) fn step(&self, step: usize) -> String {
        let mut text = self.head();
        let trials = self.trials.iter().flat_map(|(trials, _)| &trials.steps);
        let mut steps = self.path.steps.iter().chain(trials);
        let mut position = Position::initial(self.puzzle);
        let model = self.puzzle.domain().model();
        steps
            .by_ref()
            .take(step)
            .for_each(|done| done.apply(model, &mut position));
        let next = steps.next();
        if let Some(line) = state_line(self.puzzle, &position) {
            let _ = writeln!(text, "state {line}\n");
        }
        if self.show_state {
            text.push_str(&self.grid(&position, next));
        }
        match (next, self.trials) {
            (Some(next), _) => {
                text.push_str(&self.numbered(step, 1, &step_text(self.names(), next)));
                text.push_str(&self.inside(next, &(step + 1).to_string(), 1));
            }
            (None, end) => {
                text.push_str(&match end {
                    Some((trials, _)) => self.end_of_trials(trials, &position),
                    None => self.end(&position),
                });
                text.push_str(&self.advice());
            }
        }
        text
    }

    /// The number of steps by each rule.
    fn counts(&self) -> String {
        let mut text = "\nsteps by rule\n".to_string();
        let counts = |path: &Path| rule_counts(self.names(), &path.steps, path.theory);
        let mut all = counts(self.path);
        for more in self.trials.iter().flat_map(|(trials, _)| counts(trials)) {
            match all.iter_mut().find(|known| known.rule == more.rule) {
                Some(known) => known.count += more.count,
                None => all.push(more),
            }
        }
        for RuleCount { rule, count, .. } in &all {
            let rule = self.style.paint(Paint::Rule, rule);
            let _ = writeln!(text, "{count:>7}  {rule}");
        }
        if all.is_empty() { String::new() } else { text }
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
        let remarks = order.into_iter().chain(self.deletion);
        let remarks: String = remarks.map(|remark| format!(", {remark}")).collect();
        let puzzle = self.puzzle;
        format!(
            "{puzzle}\n{clues}, theory {}{rating}{remarks}\n\n",
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
    fn grid(&self, position: &Position, next: Option<&PathStep>) -> String {
        let domain = self.puzzle.domain();
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
                let solution = self.solution(position);
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
                format!("{solution}longest pattern {longest}{rating}\n")
            }
            PathEnd::Contradiction => {
                format!("\na variable has no candidate left: there is no solution\n\n{grid}")
            }
            PathEnd::Stuck => {
                format!("\nstuck: {theory} has no more patterns; {left} candidates left\n\n{grid}")
            }
            PathEnd::Stopped => format!(
                "\nstopped: longer chains or a larger budget may go on; {left} candidates left\n\n{grid}"
            ),
        }
    }

    /// The line of a solution.
    fn solution(&self, position: &Position) -> String {
        let separator = self.names().separator();
        let cells = position_cells(self.puzzle, position).join(separator);
        format!("\nsolution {cells}\n")
    }

    /// The end of the trials after a path.
    fn end_of_trials(&self, trials: &Path, position: &Position) -> String {
        match trials.end {
            PathEnd::Solved => self.solution(position),
            _ => format!(
                "\nstopped: {} candidates left\n\n{}",
                position.candidates.len(),
                self.grid(position, None)
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
