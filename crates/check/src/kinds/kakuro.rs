//! The coupling rules of Kakuro (PBCS 15.3 and 17.3.2), from the text of the puzzle: for each
//! clue, which cells it is for, and what is left of its combinations and of their digits.

use std::collections::BTreeMap;

use crate::replay::{KindRules, KindState};
use gradus_csp::{Instance, Label, RuleLevel};

const NAMES: [&str; 6] = [
    "ctr-to-horiz-sector",
    "ctr-to-verti-sector",
    "cell-to-horiz-ctr",
    "cell-to-verti-ctr",
    "horiz-sector-to-ctr",
    "verti-sector-to-ctr",
];

/// What may stand in a place: digits as text, with their labels.
type Choices = Vec<(String, Label)>;

/// A clue and the cells that it is for.
struct Clue {
    is_horizontal: bool,
    combinations: Choices,
    cells: Vec<Choices>,
}

/// All clues of a puzzle.
pub(crate) struct Kakuro(Vec<Clue>);

impl Kakuro {
    /// The clues of a puzzle, which its text shows; none if it is no Kakuro.
    pub(crate) fn of(puzzle: &dyn Instance) -> Option<Kakuro> {
        let text = puzzle.to_string();
        let data = text.strip_prefix("kakuro:")?;
        let names = puzzle.domain().names();
        let mut choices: BTreeMap<String, Choices> = BTreeMap::new();
        for label in puzzle.domain().model().labels() {
            let name = names.label(label);
            let digits: String = name[1..].chars().take_while(char::is_ascii_digit).collect();
            let place = name[1 + digits.len()..].to_string();
            choices.entry(place).or_default().push((digits, label));
        }
        let at = |place: String| choices.get(&place).cloned().unwrap_or_default();
        let mut clues = Vec::new();
        let parts = data.split(';').skip(1).take(2);
        for (lines, is_horizontal) in parts.zip([true, false]) {
            // Lines begin with the second, after the black one at the edge.
            for (line, text) in (2..).zip(lines.split('/')) {
                let tokens: Vec<&str> = text.split(',').collect();
                for (place, token) in (1..).zip(&tokens) {
                    if token.parse::<u8>().is_err() {
                        continue;
                    }
                    let cell = |place: usize| match is_horizontal {
                        true => format!("r{line}c{place}"),
                        false => format!("r{place}c{line}"),
                    };
                    let white = tokens[place..].iter().take_while(|token| **token == ".");
                    let cells = (place + 1..).zip(white).map(|(place, _)| at(cell(place)));
                    let letter = if is_horizontal { 'h' } else { 'v' };
                    clues.push(Clue {
                        is_horizontal,
                        combinations: at(format!("{letter}{}", cell(place))),
                        cells: cells.collect(),
                    });
                }
            }
        }
        Some(Kakuro(clues))
    }
}

impl Clue {
    /// Digits that no combination left has.
    fn by_controller(&self, left: &dyn Fn(Label) -> bool, refuted: &mut Vec<Label>) {
        for (digit, label) in self.cells.iter().flatten() {
            let mut combinations = self.combinations.iter();
            let has =
                |(digits, label): &(String, Label)| left(*label) && digits.contains(digit.as_str());
            if !combinations.any(has) {
                refuted.push(*label);
            }
        }
    }

    /// Combinations of which some cell has no digit left.
    fn by_cells(&self, left: &dyn Fn(Label) -> bool, refuted: &mut Vec<Label>) {
        for (digits, label) in &self.combinations {
            let fits = |cell: &Choices| {
                let mut choices = cell.iter();
                choices.any(|(digit, label)| left(*label) && digits.contains(digit.as_str()))
            };
            if !self.cells.iter().all(fits) {
                refuted.push(*label);
            }
        }
    }

    /// Combinations with a digit that no cell has left.
    fn by_sector(&self, left: &dyn Fn(Label) -> bool, refuted: &mut Vec<Label>) {
        for (digits, label) in &self.combinations {
            let has_place = |digit: char| {
                let mut choices = self.cells.iter().flatten();
                choices.any(|(own, label)| left(*label) && own.starts_with(digit))
            };
            if !digits.chars().all(has_place) {
                refuted.push(*label);
            }
        }
    }
}

impl KindRules for Kakuro {
    fn names(&self, level: RuleLevel) -> &[&'static str] {
        match level {
            RuleLevel::Basic => &NAMES,
            RuleLevel::Whips1 => &[],
        }
    }

    fn refuted(&self, rule: &str, facts: &KindState<'_>) -> Vec<Label> {
        let mut refuted = Vec::new();
        let is_horizontal = rule.contains("horiz");
        for clue in self.0.iter().filter(|c| c.is_horizontal == is_horizontal) {
            match rule {
                "ctr-to-horiz-sector" | "ctr-to-verti-sector" => {
                    clue.by_controller(facts.left, &mut refuted);
                }
                "cell-to-horiz-ctr" | "cell-to-verti-ctr" => {
                    clue.by_cells(facts.left, &mut refuted);
                }
                _ => clue.by_sector(facts.left, &mut refuted),
            }
        }
        refuted
    }
}
