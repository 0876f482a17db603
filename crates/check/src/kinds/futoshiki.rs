//! Hills and valleys of Futoshiki (PBCS 14.3), from the text of the puzzle: k
//! different cells of a line, all less than a cell between them and none less than
//! m, force that cell to be at least m + k; and vice versa.

use gradus_csp::{Instance, Label, RuleLevel};

use crate::replay::{KindApplication, KindRules, KindState, KindVisitor};

/// The rules, by kind: the name before the number of cells, true for valleys, and
/// true for rules that look at candidates.
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
    names: Vec<String>,
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
        let kinds = KINDS.iter().map(|(kind, ..)| kind);
        let names = kinds.flat_map(|kind| (2..15).map(move |length| format!("{kind}[{length}]")));
        Some(Hills {
            size,
            labels,
            less,
            names: names.collect(),
        })
    }

    /// The name of a cell.
    fn name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.size + 1, cell % self.size + 1)
    }

    /// The premise of a step: cells from left to right or from top to bottom, with the signs
    /// between them.
    fn premise(&self, cells: &[usize]) -> String {
        let mut text = self.name(cells[0]);
        for pair in cells.windows(2) {
            let sign = if self.less.contains(&(pair[0], pair[1])) {
                '<'
            } else {
                '>'
            };
            text += &format!("{sign}{}", self.name(pair[1]));
        }
        text
    }

    /// The cells in a direction from a summit, each beyond the previous one: less
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

impl KindRules for Hills {
    fn names(&self, level: RuleLevel) -> Vec<&str> {
        match level {
            RuleLevel::Basic => Vec::new(),
            RuleLevel::Whips1 => self.names.iter().map(String::as_str).collect(),
        }
    }

    fn visit(&self, rule: &str, facts: &KindState<'_>, visitor: &mut KindVisitor<'_>) {
        let parts = rule.strip_suffix(']').and_then(|rule| rule.split_once('['));
        let Some((kind, length)) = parts else {
            return;
        };
        let mut kinds = KINDS.iter();
        let found = kinds.find(|(name, ..)| *name == kind);
        let (Some(&(_, valley, strong)), Ok(length)) = (found, length.parse::<usize>()) else {
            return;
        };
        for (summit, own) in self.labels.iter().enumerate() {
            for step in [1, self.size as isize] {
                let before = self.slope(summit, -step, valley);
                let after = self.slope(summit, step, valley);
                for back in 1..length {
                    let ends = (before.get(back - 1), after.get(length - back - 1));
                    let (Some(&first), Some(&last)) = ends else {
                        continue;
                    };
                    // The possible values of an end, from 1.
                    let left = |value: usize| {
                        let at = [first, last].map(|end| self.labels[end][value - 1]);
                        !strong || at.iter().any(|&label| (facts.left)(label))
                    };
                    let out = |value: usize| {
                        if !valley {
                            (1..=self.size)
                                .find(|&value| left(value))
                                .is_some_and(|least| value < least + length)
                        } else {
                            (1..=self.size)
                                .rev()
                                .find(|&value| left(value))
                                .is_some_and(|most| value + length > most)
                        }
                    };
                    let gone = (1..=self.size).filter(|&value| out(value));
                    let refuted: Vec<Label> = gone.map(|value| own[value - 1]).collect();
                    let cells = || -> Vec<usize> {
                        let upward = before[..back].iter().rev().copied();
                        let downward = after[..length - back].iter().copied();
                        upward.chain([summit]).chain(downward).collect()
                    };
                    visitor(KindApplication {
                        premises: &|| vec![self.premise(&cells())],
                        refuted: &refuted,
                    });
                }
            }
        }
    }
}
