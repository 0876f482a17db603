//! The rules of Slitherlink, from their definitions (PBCS2 17.7 to 17.10; CSP-KindRules manual
//! 10.5). No code is shared with the rules of the search: everything here is a place
//! of a lattice on which cells, points and lines have coordinates of their own, and a state
//! is read from the names of labels.
//!
//! Cell (r, c) is at (2r, 2c), the point at its north-west corner at (2r - 1, 2c - 1), the
//! line above it at (2r - 1, 2c), the line on its left at (2r, 2c - 1).

mod names;
mod patterns;

use std::collections::{BTreeMap, BTreeSet};

use crate::replay::{KindApplication, KindRules, KindState, KindVisitor};
use gradus_csp::{Instance, Label, RuleLevel};
use names::{cell_name, line_name, line_names, spot};
use patterns::{Pattern, pressing, turns};

/// A place of the lattice.
pub(crate) type Spot = (i32, i32);

const PLAIN: [&str; 16] = [
    "adjacent-3-3",
    "square-of-2s",
    "adjacent-3-2-0",
    "adjacent-3-2-noline",
    "3+1+1+3",
    "3-no-U-turn",
    "1-1-in-corner",
    "1-3-in-corner",
    "2-3-in-corner",
    "2-3+1-in-corner",
    "2-2+3-in-corner",
    "three-2s-in-corner",
    "five-2s-in-corner",
    "loop",
    "line-to-colour",
    "colour-to-line",
];

/// The fewest lines of a loop, of a path with an isolated chain, and the most of the chain.
const SHORTEST_LOOP: usize = 6;
const SHORTEST_PATH: usize = 4;
const LONGEST_CHAIN: usize = 20;

/// The state of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeState {
    Open,
    There,
    Not,
}

/// The rules of one puzzle.
pub(crate) struct SlitherlinkRules {
    rows: i32,
    columns: i32,
    givens: BTreeMap<Spot, usize>,
    extended: bool,
    /// For each variable, by its letter and place, its values and their labels.
    labels: BTreeMap<(char, Spot), Vec<(String, Label)>>,
}

impl SlitherlinkRules {
    /// The rules of a puzzle, if it is a Slitherlink.
    pub(crate) fn of(puzzle: &dyn Instance) -> Option<SlitherlinkRules> {
        let text = puzzle.to_string();
        let (kind, data) = text.split_once(':')?;
        let extended = match kind {
            "slitherlink" => false,
            "slitherlink-xtd" => true,
            _ => return None,
        };
        let (size, cells) = data.split_once(',')?;
        let (rows, columns) = size.split_once('x')?;
        let (rows, columns): (i32, i32) = (rows.parse().ok()?, columns.parse().ok()?);
        let mut givens = BTreeMap::new();
        for (index, cell) in (0..).zip(cells.chars()) {
            if let Some(number) = cell.to_digit(10) {
                let at = (2 * (index / columns + 1), 2 * (index % columns + 1));
                givens.insert(at, number as usize);
            }
        }
        let mut labels: BTreeMap<(char, Spot), Vec<(String, Label)>> = BTreeMap::new();
        let names = puzzle.domain().names();
        for label in puzzle.domain().model().labels() {
            let name = names.label(label);
            let (variable, value) = name.split_once('=')?;
            let of = labels.entry(spot(variable)?).or_default();
            of.push((value.to_string(), label));
        }
        Some(SlitherlinkRules {
            rows,
            columns,
            givens,
            extended,
            labels,
        })
    }

    fn labels(&self, letter: char, at: Spot) -> &[(String, Label)] {
        self.labels.get(&(letter, at)).map_or(&[], Vec::as_slice)
    }

    fn label(&self, letter: char, at: Spot, value: &str) -> Option<Label> {
        let mut labels = self.labels(letter, at).iter();
        labels.find(|(of, _)| of == value).map(|(_, label)| *label)
    }

    fn line_letter(at: Spot) -> char {
        match at.0 % 2 {
            0 => 'V',
            _ => 'H',
        }
    }

    /// Returns true if a place is a line of the grid.
    fn is_line(&self, at: Spot) -> bool {
        self.labels.contains_key(&(Self::line_letter(at), at)) && (at.0 + at.1) % 2 != 0
    }

    fn lines(&self) -> impl Iterator<Item = Spot> + '_ {
        let lines = self.labels.keys();
        let lines = lines.filter(|(letter, _)| matches!(letter, 'H' | 'V'));
        lines.map(|&(_, at)| at)
    }

    fn line_label(&self, at: Spot, value: &str) -> Option<Label> {
        self.label(Self::line_letter(at), at, value)
    }

    fn is_cell(&self, at: Spot) -> bool {
        (1..=self.rows).contains(&(at.0 / 2)) && (1..=self.columns).contains(&(at.1 / 2))
    }

    /// Returns true if every given cell has the right number of sides among the lines.
    fn satisfies(&self, lines: &BTreeSet<Spot>) -> bool {
        self.givens.iter().all(|(&cell, &number)| {
            let sides = around(cell).into_iter();
            sides.filter(|side| lines.contains(side)).count() == number
        })
    }
}

/// The four neighbours of a place.
fn around((row, column): Spot) -> [Spot; 4] {
    [
        (row - 1, column),
        (row, column + 1),
        (row + 1, column),
        (row, column - 1),
    ]
}

/// The two points that a line joins.
fn ends((row, column): Spot) -> [Spot; 2] {
    match row % 2 {
        0 => [(row - 1, column), (row + 1, column)],
        _ => [(row, column - 1), (row, column + 1)],
    }
}

/// The two cells beside a line.
fn sides((row, column): Spot) -> [Spot; 2] {
    match row % 2 {
        0 => [(row, column - 1), (row, column + 1)],
        _ => [(row - 1, column), (row + 1, column)],
    }
}

/// A state of a puzzle.
struct LoopState<'a> {
    rules: &'a SlitherlinkRules,
    facts: &'a KindState<'a>,
    there: BTreeSet<Spot>,
}

impl LoopState<'_> {
    fn has(&self, label: Option<Label>) -> bool {
        label.is_some_and(|label| (self.facts.left)(label))
    }

    fn line(&self, at: Spot) -> Option<EdgeState> {
        if !self.rules.is_line(at) {
            return None;
        }
        let left = ["0", "1"].map(|value| self.has(self.rules.line_label(at, value)));
        Some(match left {
            [false, _] => EdgeState::There,
            [true, false] => EdgeState::Not,
            [true, true] => EdgeState::Open,
        })
    }

    /// The only remaining value of a variable.
    fn only(&self, letter: char, at: Spot) -> Option<&str> {
        let labels = self.rules.labels(letter, at).iter();
        let mut left = labels.filter(|(_, label)| (self.facts.left)(*label));
        match (left.next(), left.next()) {
            (Some((value, _)), None) => Some(value),
            _ => None,
        }
    }

    fn number(&self, cell: Spot) -> Option<usize> {
        self.only('N', cell)?.parse().ok()
    }

    /// The colour of a cell; all cells beyond the edge are outside.
    fn colour(&self, cell: Spot) -> Option<&str> {
        if self.rules.is_cell(cell) {
            self.only('I', cell)
        } else {
            Some("out")
        }
    }

    fn lines_there_at(&self, point: Spot) -> Vec<Spot> {
        let lines = around(point).into_iter();
        lines.filter(|line| self.there.contains(line)).collect()
    }

    /// The present lines from a point along a line to another point, if there is no
    /// branch in between.
    fn way(&self, from: Spot, first: Spot, to: Spot) -> Option<Vec<Spot>> {
        let (mut way, mut point) = (vec![first], from);
        loop {
            let line = *way.last()?;
            let [a, b] = ends(line);
            point = if a == point { b } else { a };
            if point == to {
                return Some(way);
            }
            let mut next = self.lines_there_at(point);
            next.retain(|&next| next != line);
            match next[..] {
                [only] if way.len() <= self.there.len() => way.push(only),
                _ => return None,
            }
        }
    }

    /// Returns true if these are all lines of the state, and satisfy the givens.
    fn is_all(&self, lines: &BTreeSet<Spot>) -> bool {
        self.there.is_subset(lines) && self.rules.satisfies(lines)
    }

    fn loops(&self, visitor: &mut KindVisitor<'_>) {
        for line in self.rules.lines() {
            let [from, to] = ends(line);
            let firsts = self.lines_there_at(from).into_iter();
            let mut ways = firsts
                .filter(|&first| first != line)
                .filter_map(|first| self.way(from, first, to));
            if let Some(way) = ways.find(|way| way.len() + 1 >= SHORTEST_LOOP) {
                self.closing(line, way, visitor);
            }
        }
    }

    /// The conclusions about a line that closes a loop, or that is part of a closed one.
    fn closing(&self, line: Spot, way: Vec<Spot>, visitor: &mut KindVisitor<'_>) {
        let mut whole: BTreeSet<Spot> = way.iter().copied().collect();
        whole.insert(line);
        let mut refuted = Vec::new();
        let mut refute = |at: Spot, value: &str| refuted.extend(self.rules.line_label(at, value));
        let is_closed = self.there.contains(&line);
        match (is_closed, self.is_all(&whole)) {
            (true, true) => {
                let others = self.rules.lines().filter(|other| !whole.contains(other));
                others.for_each(|other| refute(other, "1"));
            }
            (true, false) => whole.iter().for_each(|&line| refute(line, "1")),
            (false, true) => {}
            (false, false) => refute(line, "1"),
        }
        if self.rules.satisfies(&whole) {
            refute(line, "0");
        }
        let length = whole.len();
        let premises = || -> Vec<String> {
            // A loop may begin with any line: each of them closes it in its turn.
            let last = is_closed.then_some(line);
            let ended = if is_closed { ", closed" } else { "" };
            let back = way.iter().rev().copied().chain(last);
            let forth = way.iter().copied().chain(last);
            [line_names(forth), line_names(back)]
                .map(|names| format!("{length} lines {names}{ended}"))
                .into()
        };
        visitor(KindApplication {
            premises: &premises,
            refuted: &refuted,
        });
    }

    fn extended_loops(&self, visitor: &mut KindVisitor<'_>) {
        let points: BTreeSet<Spot> = self.there.iter().flat_map(|&line| ends(line)).collect();
        let is_end = |point: &Spot| self.lines_there_at(*point).len() == 1;
        let tips: Vec<Spot> = points.into_iter().filter(is_end).collect();
        for &from in &tips {
            for &to in tips.iter().filter(|&&to| to != from) {
                let first = self.lines_there_at(from)[0];
                let path = self.way(from, first, to);
                let Some(path) = path.filter(|path| path.len() >= SHORTEST_PATH) else {
                    continue;
                };
                for chain in self.chains(from, to) {
                    let whole = path.iter().chain(&chain).copied().collect();
                    let wrong = if self.is_all(&whole) { "0" } else { "1" };
                    let lines = chain.iter();
                    let refuted = lines.filter_map(|&line| self.rules.line_label(line, wrong));
                    let premises = || {
                        let length = path.len() + chain.len();
                        let path = line_names(path.iter().copied());
                        let chain = line_names(chain.iter().copied());
                        vec![format!("{length} lines {path} and the chain {chain}")]
                    };
                    visitor(KindApplication {
                        premises: &premises,
                        refuted: &refuted.collect::<Vec<Label>>(),
                    });
                }
            }
        }
    }

    /// The isolated chains between two points.
    fn chains(&self, from: Spot, to: Spot) -> Vec<Vec<Spot>> {
        let open = |line: &Spot| self.line(*line) == Some(EdgeState::Open);
        let mut found = Vec::new();
        for first in around(from).into_iter().filter(open) {
            let (mut chain, mut point) = (vec![first], from);
            while chain.len() <= LONGEST_CHAIN {
                let line = chain[chain.len() - 1];
                let [a, b] = ends(line);
                point = if a == point { b } else { a };
                if point == to {
                    found.extend((chain.len() > 1).then_some(chain));
                    break;
                }
                let others = around(point).into_iter().filter(|&other| other != line);
                let known = others.filter_map(|other| Some((other, self.line(other)?)));
                let not_gone: Vec<(Spot, EdgeState)> = known
                    .filter(|(_, known)| *known != EdgeState::Not)
                    .collect();
                match not_gone[..] {
                    [(next, EdgeState::Open)] => chain.push(next),
                    _ => break,
                }
            }
        }
        found
    }

    fn line_to_colour(&self, visitor: &mut KindVisitor<'_>) {
        for line in self.rules.lines() {
            let same = match self.line(line) {
                Some(EdgeState::Not) => true,
                Some(EdgeState::There) => false,
                _ => continue,
            };
            let [one, two] = sides(line);
            for (from, to) in [(one, two), (two, one)] {
                let Some(colour) = self.colour(from) else {
                    continue;
                };
                let wrong = match (colour, same) {
                    ("in", true) | ("out", false) => "out",
                    _ => "in",
                };
                let refuted = self.rules.label('I', to, wrong);
                let premises = || {
                    let (from, line) = (self.side_name(from), line_name(line));
                    vec![format!("{from} is {colour}, {line}={}", u8::from(!same))]
                };
                visitor(KindApplication {
                    premises: &premises,
                    refuted: refuted.as_slice(),
                });
            }
        }
    }

    fn colour_to_line(&self, visitor: &mut KindVisitor<'_>) {
        for line in self.rules.lines() {
            let cells = sides(line);
            let [Some(one), Some(two)] = cells.map(|cell| self.colour(cell)) else {
                continue;
            };
            let wrong = if one == two { "1" } else { "0" };
            let refuted = self.rules.line_label(line, wrong);
            let premises = || {
                let [before, after] = cells.map(|cell| self.side_name(cell));
                vec![format!("{before} is {one}, {after} is {two}")]
            };
            visitor(KindApplication {
                premises: &premises,
                refuted: refuted.as_slice(),
            });
        }
    }

    /// The name of a cell; all cells beyond the edge are the outside.
    fn side_name(&self, cell: Spot) -> String {
        if self.rules.is_cell(cell) {
            cell_name(cell)
        } else {
            "the outside".to_string()
        }
    }

    /// The conclusions of a macro-rule.
    fn patterns(&self, rule: &str, visitor: &mut KindVisitor<'_>) {
        let SlitherlinkRules { rows, columns, .. } = *self.rules;
        let patterns = Pattern::named(rule);
        let patterns = patterns.map_or(Vec::new(), |one| one.everywhere(rows.max(columns)));
        for turn in turns(rows, columns) {
            let number = |spot: Spot| self.number(turn(spot));
            for pattern in &patterns {
                if self.holds(pattern, &turn, &number) {
                    visitor(KindApplication {
                        premises: &|| named_cells(pattern, &turn, &number),
                        refuted: &self.concluded(pattern, &turn),
                    });
                }
            }
        }
    }

    fn holds(
        &self,
        pattern: &Pattern,
        turn: &dyn Fn(Spot) -> Spot,
        number: &dyn Fn(Spot) -> Option<usize>,
    ) -> bool {
        let numbers = pattern.numbers.iter();
        let mut needed = numbers.map(|&(cell, wanted)| number(cell) == Some(wanted));
        let mut absent = pattern.absent.iter();
        let mut pressed = pattern.pressed.iter();
        let mut round = pattern.round.iter().map(|cells| {
            let cells = cells.iter().map(|&cell| turn(cell));
            let mut lines = BTreeSet::new();
            for side in cells.flat_map(around) {
                // A side of two of the cells is not part of the loop round them.
                if !lines.remove(&side) {
                    lines.insert(side);
                }
            }
            lines
        });
        needed.all(|holds| holds)
            && absent.all(|&line| self.line(turn(line)) == Some(EdgeState::Not))
            && pressed.all(|&side| !pressing(side, number).is_empty())
            && !round.any(|lines| self.rules.satisfies(&lines))
    }

    fn concluded(&self, pattern: &Pattern, turn: &dyn Fn(Spot) -> Spot) -> Vec<Label> {
        let label = |&line: &Spot, wrong| self.rules.line_label(turn(line), wrong);
        let there = pattern.there.iter().filter_map(|line| label(line, "0"));
        let not = pattern.not.iter().filter_map(|line| label(line, "1"));
        let points = pattern.visited.iter();
        let visited = points.filter_map(|&point| self.rules.label('P', turn(point), "o"));
        there.chain(not).chain(visited).collect()
    }
}

/// The cells of a picture that holds: those with numbers and, where two sides must be pressed
/// on, a pressing cell of each, one before the numbers and one after them.
fn named_cells(
    pattern: &Pattern,
    turn: &dyn Fn(Spot) -> Spot,
    number: &dyn Fn(Spot) -> Option<usize>,
) -> Vec<String> {
    let name = |cell: Spot| cell_name(turn(cell));
    let numbers = pattern.numbers.iter().map(|&(cell, _)| name(cell));
    let numbers = numbers.collect::<Vec<_>>().join(" ");
    let [before, after] = pattern.pressed[..] else {
        return vec![numbers];
    };
    let mut texts = Vec::new();
    for first in pressing(before, number) {
        for last in pressing(after, number) {
            texts.push(format!("{} {numbers} {}", name(first), name(last)));
        }
    }
    texts
}

impl KindRules for SlitherlinkRules {
    fn names(&self, level: RuleLevel) -> Vec<&str> {
        let extended = self.extended.then_some("xtd-loop");
        match level {
            RuleLevel::Basic => PLAIN.into_iter().chain(extended).collect(),
            RuleLevel::Whips1 => Vec::new(),
        }
    }

    fn visit(&self, rule: &str, facts: &KindState<'_>, visitor: &mut KindVisitor<'_>) {
        let mut state = LoopState {
            rules: self,
            facts,
            there: BTreeSet::new(),
        };
        let there = self
            .lines()
            .filter(|&line| state.line(line) == Some(EdgeState::There));
        state.there = there.collect();
        match rule {
            "loop" => state.loops(visitor),
            "xtd-loop" => state.extended_loops(visitor),
            "line-to-colour" => state.line_to_colour(visitor),
            "colour-to-line" => state.colour_to_line(visitor),
            _ => state.patterns(rule, visitor),
        }
    }

    fn accepts(&self, facts: &KindState<'_>) -> bool {
        let is_there = |line: &Spot| {
            let label = self.line_label(*line, "1");
            label.is_some_and(|label| (facts.value)(label))
        };
        let there: BTreeSet<Spot> = self.lines().filter(is_there).collect();
        let state = LoopState {
            rules: self,
            facts,
            there,
        };
        let Some(&line) = state.there.iter().next() else {
            return false;
        };
        let [from, to] = ends(line);
        let others = state.lines_there_at(from).into_iter();
        let mut others = others.filter(|&other| other != line);
        match (others.next(), others.next()) {
            (Some(first), None) => {
                let way = state.way(from, first, to);
                way.is_some_and(|way| way.len() + 1 == state.there.len())
            }
            _ => false,
        }
    }
}
