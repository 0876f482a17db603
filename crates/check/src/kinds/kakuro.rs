//! The coupling rules of Kakuro (PBCS 15.3 and 17.3.2), from the text of the
//! puzzle: for each clue, its cells, and the remaining combinations and digits.

use std::collections::BTreeMap;

use crate::replay::{KindApplication, KindRules, KindState, KindVisitor};
use gradus_csp::{Instance, Label, RuleLevel};

const NAMES: [&str; 6] = [
    "ctr-to-horiz-sector",
    "ctr-to-verti-sector",
    "cell-to-horiz-ctr",
    "cell-to-verti-ctr",
    "horiz-sector-to-ctr",
    "verti-sector-to-ctr",
];

/// The choices for a cell or clue: digits as text, with their labels.
type Choices = Vec<(String, Label)>;

/// A clue and its cells.
struct SumClue {
    is_horizontal: bool,
    /// The name of its variable, which is the premise of a step: `hr2c1`.
    name: String,
    combinations: Choices,
    cells: Vec<Choices>,
}

/// All clues of a puzzle.
pub(crate) struct KakuroRules(Vec<SumClue>);

impl KakuroRules {
    /// The clues in the text of a puzzle, or `None` if it is not a Kakuro.
    pub(crate) fn of(puzzle: &dyn Instance) -> Option<KakuroRules> {
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
            // Lines are counted from the second: the first is black.
            for (line, text) in (2..).zip(lines.split('/')) {
                let tokens: Vec<&str> = text.split(',').collect();
                for (place, token) in (1..).zip(&tokens) {
                    if token.parse::<u8>().is_err() {
                        continue;
                    }
                    let cell = |place: usize| {
                        if is_horizontal {
                            format!("r{line}c{place}")
                        } else {
                            format!("r{place}c{line}")
                        }
                    };
                    let white = tokens[place..].iter().take_while(|token| **token == ".");
                    let cells = (place + 1..).zip(white).map(|(place, _)| at(cell(place)));
                    let letter = if is_horizontal { 'h' } else { 'v' };
                    let name = format!("{letter}{}", cell(place));
                    clues.push(SumClue {
                        is_horizontal,
                        combinations: at(name.clone()),
                        name,
                        cells: cells.collect(),
                    });
                }
            }
        }
        Some(KakuroRules(clues))
    }
}

impl SumClue {
    /// The labels that one of the three rules refutes.
    fn refuted(&self, rule: &str, left: &dyn Fn(Label) -> bool) -> Vec<Label> {
        let is_left = |(_, label): &&(String, Label)| left(*label);
        let combinations = || self.combinations.iter().filter(is_left);
        let cells = || self.cells.iter().flatten().filter(is_left);
        let has = |digits: &str, digit: &str| digits.contains(digit);
        // Digits that are in no remaining combination.
        let uncombined = |digit: &str| !combinations().any(|(digits, _)| has(digits, digit));
        // Combinations for which some cell has no digit left.
        let fits = |digits: &str, cell: &Choices| {
            let mut choices = cell.iter().filter(is_left);
            choices.any(|(digit, _)| has(digits, digit))
        };
        let excluded = |digits: &str| !self.cells.iter().all(|cell| fits(digits, cell));
        // Combinations with a digit that no cell can have.
        let has_cell = |digit: char| cells().any(|(own, _)| own.starts_with(digit));
        let misplaced = |digits: &str| !digits.chars().all(has_cell);
        let refuted: Vec<&(String, Label)> = match rule {
            "ctr-to-horiz-sector" | "ctr-to-verti-sector" => {
                cells().filter(|(digit, _)| uncombined(digit)).collect()
            }
            "cell-to-horiz-ctr" | "cell-to-verti-ctr" => combinations()
                .filter(|(digits, _)| excluded(digits))
                .collect(),
            _ => combinations()
                .filter(|(digits, _)| misplaced(digits))
                .collect(),
        };
        refuted.into_iter().map(|(_, label)| *label).collect()
    }
}

impl KindRules for KakuroRules {
    fn names(&self, level: RuleLevel) -> Vec<&str> {
        match level {
            RuleLevel::Basic => NAMES.to_vec(),
            RuleLevel::Whips1 => Vec::new(),
        }
    }

    fn visit(&self, rule: &str, facts: &KindState<'_>, visitor: &mut KindVisitor<'_>) {
        let is_horizontal = rule.contains("horiz");
        for clue in self.0.iter().filter(|c| c.is_horizontal == is_horizontal) {
            visitor(KindApplication {
                premises: &|| vec![clue.name.clone()],
                refuted: &clue.refuted(rule, facts.left),
            });
        }
    }
}
