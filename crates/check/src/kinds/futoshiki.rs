//! Hills and valleys of Futoshiki (PBCS 14.3), from the text of the puzzle: k different
//! cells of a line, all less than a cell between them and none less than m, make that cell
//! at least m + k; and the same upside down.

use gradus_csp::{Instance, Label, RuleLevel};

use crate::replay::{KindRules, KindState};

/// The rules, by kind: what comes before the number of cells, and whether it is a valley
/// and looks at candidates.
const KINDS: [(&str, bool, bool); 4] = [
    ("hill", false, false),
    ("valley", true, false),
    ("str-hill", false, true),
    ("str-valley", true, true),
];

/// The rules of one puzzle.
pub(crate) struct Hills {
    size: usize,
    /// For each cell, row by row, its labels in the order of their values.
    labels: Vec<Vec<Label>>,
    /// Pairs of cells, the smaller one first.
    less: Vec<(usize, usize)>,
    names: Vec<&'static str>,
}

impl Hills {
    /// The rules of a puzzle whose text is `futoshiki-hills:n,GIVENS,H,V`.
    pub(crate) fn of(puzzle: &dyn Instance) -> Option<Hills> {
        let text = puzzle.to_string();
        let parts: Vec<&str> = text.strip_prefix("futoshiki-hills:")?.split(',').collect();
        let [size, _, rows, columns] = parts[..] else {
            return None;
        };
        let size: usize = size.parse().ok()?;
        let names = puzzle.domain().names();
        let cell = |cell: usize| {
            let (row, column) = (cell / size + 1, cell % size + 1);
            let label = |value: usize| names.label_named(&format!("n{value}r{row}c{column}"));
            (1..=size).map(label).collect::<Option<Vec<Label>>>()
        };
        let labels = (0..size * size).map(cell).collect::<Option<Vec<_>>>()?;
        let mut less = Vec::new();
        let mut sign = |sign: char, first: usize, second: usize| match sign {
            '<' => less.push((first, second)),
            '>' => less.push((second, first)),
            _ => {}
        };
        for (place, found) in rows.chars().enumerate() {
            let first = place / (size - 1) * size + place % (size - 1);
            sign(found, first, first + 1);
        }
        for (place, found) in columns.chars().enumerate() {
            let first = place % (size - 1) * size + place / (size - 1);
            sign(found, first, first + size);
        }
        Some(Hills {
            size,
            labels,
            less,
            names: all_names(),
        })
    }

    /// The cells in a direction from a summit, each of which is beyond the one before: less
    /// in a hill, greater in a valley.
    fn slope(&self, summit: usize, step: isize, valley: bool) -> Vec<usize> {
        let mut cells = Vec::new();
        let mut here = summit;
        loop {
            let Some(next) = here.checked_add_signed(step) else {
                return cells;
            };
            let pair = if valley { (here, next) } else { (next, here) };
            if !self.less.contains(&pair) {
                return cells;
            }
            cells.push(next);
            here = next;
        }
    }
}

/// The names of all rules that there may be.
fn all_names() -> Vec<&'static str> {
    const NAMES: &[&str] = &[
        "hill[2]",
        "hill[3]",
        "hill[4]",
        "hill[5]",
        "hill[6]",
        "hill[7]",
        "hill[8]",
        "hill[9]",
        "hill[10]",
        "hill[11]",
        "hill[12]",
        "hill[13]",
        "hill[14]",
        "valley[2]",
        "valley[3]",
        "valley[4]",
        "valley[5]",
        "valley[6]",
        "valley[7]",
        "valley[8]",
        "valley[9]",
        "valley[10]",
        "valley[11]",
        "valley[12]",
        "valley[13]",
        "valley[14]",
        "str-hill[2]",
        "str-hill[3]",
        "str-hill[4]",
        "str-hill[5]",
        "str-hill[6]",
        "str-hill[7]",
        "str-hill[8]",
        "str-hill[9]",
        "str-hill[10]",
        "str-hill[11]",
        "str-hill[12]",
        "str-hill[13]",
        "str-hill[14]",
        "str-valley[2]",
        "str-valley[3]",
        "str-valley[4]",
        "str-valley[5]",
        "str-valley[6]",
        "str-valley[7]",
        "str-valley[8]",
        "str-valley[9]",
        "str-valley[10]",
        "str-valley[11]",
        "str-valley[12]",
        "str-valley[13]",
        "str-valley[14]",
    ];
    NAMES.to_vec()
}

impl KindRules for Hills {
    fn names(&self, level: RuleLevel) -> &[&'static str] {
        match level {
            RuleLevel::Basic => &[],
            RuleLevel::Whips1 => &self.names,
        }
    }

    fn refuted(&self, rule: &str, facts: &KindState<'_>) -> Vec<Label> {
        let parts = rule.strip_suffix(']').and_then(|rule| rule.split_once('['));
        let Some((kind, length)) = parts else {
            return Vec::new();
        };
        let mut kinds = KINDS.iter();
        let found = kinds.find(|(name, ..)| *name == kind);
        let (Some(&(_, valley, strong)), Ok(length)) = (found, length.parse::<usize>()) else {
            return Vec::new();
        };
        let mut refuted = Vec::new();
        for (summit, own) in self.labels.iter().enumerate() {
            for step in [1, self.size as isize] {
                let before = self.slope(summit, -step, valley);
                let after = self.slope(summit, step, valley);
                for back in 1..length {
                    let ends = (before.get(back - 1), after.get(length - back - 1));
                    let (Some(&first), Some(&last)) = ends else {
                        continue;
                    };
                    // The values that an end may have, from 1.
                    let left = |value: usize| {
                        let at = [first, last].map(|end| self.labels[end][value - 1]);
                        !strong || at.iter().any(|&label| (facts.left)(label))
                    };
                    let out = |value: usize| match valley {
                        false => (1..=self.size)
                            .find(|&value| left(value))
                            .is_some_and(|least| value < least + length),
                        true => (1..=self.size)
                            .rev()
                            .find(|&value| left(value))
                            .is_some_and(|most| value + length > most),
                    };
                    let gone = (1..=self.size).filter(|&value| out(value));
                    refuted.extend(gone.map(|value| own[value - 1]));
                }
            }
        }
        refuted
    }
}
