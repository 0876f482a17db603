//! Slitherlink beside the graph of the definitions: labels are sets of lines that are there
//! or not, and two of them are linked if they disagree; rules are stated again. Lines are pairs
//! of points, and a grid is turned instead of a rule.

use gradus_engine::solve::count_solutions;
use std::collections::{BTreeMap, BTreeSet};

use gradus_harness::random::Rng;

use super::compare::compare_ratings;
use crate::reference::graph::{Graph, Labels};

type Point = (i32, i32);
/// A line from its upper or left point to the other.
type Line = (Point, Point);

/// A grid with its givens.
#[derive(Clone)]
struct Grid {
    rows: i32,
    columns: i32,
    givens: BTreeMap<Point, usize>,
}

fn line(a: Point, b: Point) -> Line {
    (a.min(b), a.max(b))
}

/// The sides of the cell whose north-west corner is a point: n, e, s, w.
fn sides((r, c): Point) -> [Line; 4] {
    let (nw, ne, sw, se) = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1));
    [line(nw, ne), line(ne, se), line(sw, se), line(nw, sw)]
}

impl Grid {
    fn is_point(&self, (r, c): Point) -> bool {
        (0..=self.rows).contains(&r) && (0..=self.columns).contains(&c)
    }

    fn cells(&self) -> Vec<Point> {
        let rows = 0..self.rows;
        rows.flat_map(|r| (0..self.columns).map(move |c| (r, c)))
            .collect()
    }

    fn points(&self) -> Vec<Point> {
        let rows = 0..=self.rows;
        rows.flat_map(|r| (0..=self.columns).map(move |c| (r, c)))
            .collect()
    }

    fn at(&self, (r, c): Point) -> Vec<Line> {
        let others = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)];
        let others = others.into_iter().filter(|&other| self.is_point(other));
        others.map(|other| line((r, c), other)).collect()
    }

    fn lines(&self) -> BTreeSet<Line> {
        self.points().into_iter().flat_map(|p| self.at(p)).collect()
    }

    /// The cells beside a line; none beyond the edge.
    fn beside(&self, line: Line) -> [Option<Point>; 2] {
        let cells = self.cells().into_iter();
        let mut beside = cells.filter(|&cell| sides(cell).contains(&line));
        [beside.next(), beside.next()]
    }

    /// The grid of three rows of four with these cells.
    fn read(cells: &str) -> Grid {
        let mut grid = Grid {
            rows: 3,
            columns: 4,
            givens: BTreeMap::new(),
        };
        for (cell, given) in grid.cells().into_iter().zip(cells.chars()) {
            let number = given.to_digit(10).map(|number| (cell, number as usize));
            grid.givens.extend(number);
        }
        grid
    }

    fn text(&self) -> String {
        let cells = self
            .cells()
            .into_iter()
            .map(|cell| match self.givens.get(&cell) {
                Some(given) => given.to_string(),
                None => ".".to_string(),
            });
        let cells: String = cells.collect();
        format!("slitherlink:{}x{},{cells}", self.rows, self.columns)
    }

    fn satisfied(&self, there: &BTreeSet<Line>) -> bool {
        self.givens.iter().all(|(&cell, &given)| {
            let own = sides(cell).into_iter();
            own.filter(|side| there.contains(side)).count() == given
        })
    }
}

/// Returns true if lines are one loop, by taking it away from its start.
fn is_loop(grid: &Grid, there: &BTreeSet<Line>) -> bool {
    let Some(&(start, _)) = there.iter().next() else {
        return false;
    };
    let mut rest = there.clone();
    let mut point = start;
    loop {
        let next = grid.at(point).into_iter().find(|line| rest.contains(line));
        let Some(next) = next else {
            return point == start && rest.is_empty();
        };
        rest.remove(&next);
        point = if next.0 == point { next.1 } else { next.0 };
        if point == start {
            return rest.is_empty();
        }
    }
}

/// The lines between cells inside and outside.
fn boundary(grid: &Grid, inside: &BTreeSet<Point>) -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    for side in inside.iter().flat_map(|&cell| sides(cell)) {
        if !lines.remove(&side) {
            lines.insert(side);
        }
    }
    assert!(lines.iter().all(|line| grid.lines().contains(line)));
    lines
}

/// All loops but those round one cell, as what is inside.
fn loops(grid: &Grid) -> Vec<BTreeSet<Line>> {
    let cells = grid.cells();
    let mut found = Vec::new();
    for mask in 1u32..1 << cells.len() {
        let chosen = (0..cells.len()).filter(|bit| mask >> bit & 1 == 1);
        let inside: BTreeSet<Point> = chosen.map(|bit| cells[bit]).collect();
        let lines = boundary(grid, &inside);
        let simple = grid.points().into_iter().all(|point| {
            let own = grid.at(point).into_iter();
            matches!(own.filter(|line| lines.contains(line)).count(), 0 | 2)
        });
        if lines.len() > 4 && simple && is_loop(grid, &lines) {
            found.push(lines);
        }
    }
    found
}

/// A label: the letter of its variable and the place of that, and either what it says about
/// lines, or a number, or a colour.
#[derive(Clone, PartialEq, Debug)]
struct Label {
    letter: char,
    place: (Point, u8),
    lines: BTreeMap<Line, bool>,
    number: Option<usize>,
    inside: Option<bool>,
}

/// The labels of a puzzle, variable by variable.
fn labels(grid: &Grid) -> Vec<Vec<Label>> {
    let of_lines = |letter: char, place: (Point, u8), lines: &[Line], most: usize| {
        let choices = 0u32..1 << lines.len();
        let choices = choices.filter(|choice| choice.count_ones() as usize <= most);
        let label = |choice: u32| Label {
            letter,
            place,
            lines: lines
                .iter()
                .enumerate()
                .map(|(at, &line)| (line, choice >> at & 1 == 1))
                .collect(),
            number: None,
            inside: None,
        };
        choices.map(label).collect::<Vec<Label>>()
    };
    let count = |label: &Label| label.lines.values().filter(|there| **there).count();
    let mut variables = Vec::new();
    for line in grid.lines() {
        let kind = u8::from(line.0.0 == line.1.0);
        variables.push(of_lines('L', (line.0, kind), &[line], 1));
        // A cell beside the grid has this side alone.
        if grid.beside(line)[1].is_none() {
            variables.push(of_lines('O', (line.0, kind), &[line], 1));
        }
    }
    for point in grid.points() {
        let mut own = of_lines('P', (point, 0), &grid.at(point), 2);
        own.retain(|label| count(label) != 1);
        variables.push(own);
    }
    for cell in grid.cells() {
        let given = grid.givens.get(&cell).copied();
        let mut own = of_lines('B', (cell, 0), &sides(cell), 3);
        own.retain(|label| given.is_none_or(|given| count(label) == given));
        let corners = [
            (0, 0),
            (0, grid.columns),
            (grid.rows, 0),
            (grid.rows, grid.columns),
        ];
        own.retain(|label| {
            corners.iter().all(|&corner| {
                let here = grid.at(corner);
                let here = here.iter().filter_map(|line| label.lines.get(line));
                let here: Vec<&bool> = here.collect();
                here.len() < 2 || here[0] == here[1]
            })
        });
        variables.push(own);
        let plain = |letter, number, inside| Label {
            letter,
            place: (cell, 0),
            lines: BTreeMap::new(),
            number,
            inside,
        };
        let numbers = match given {
            Some(given) => given..=given,
            None => 0..=3,
        };
        variables.push(
            numbers
                .map(|number| plain('N', Some(number), None))
                .collect(),
        );
        variables.push(
            [false, true]
                .map(|inside| plain('I', None, Some(inside)))
                .to_vec(),
        );
    }
    variables
}

/// Returns true if two labels of different variables contradict each other.
fn linked(a: &Label, b: &Label) -> bool {
    let count = |label: &Label| label.lines.values().filter(|there| **there).count();
    match (a.letter, b.letter) {
        ('L', 'P' | 'B' | 'O') | ('P', 'B') => {
            let mut shared = a.lines.iter();
            shared.any(|(line, there)| b.lines.get(line).is_some_and(|other| other != there))
        }
        ('B', 'N') => a.place == b.place && b.number != Some(count(a)),
        _ => false,
    }
}

/// What is known of lines, numbers and colours.
#[derive(Clone, Default)]
struct Known {
    there: BTreeSet<Line>,
    not: BTreeSet<Line>,
    numbers: BTreeMap<Point, usize>,
    colours: BTreeMap<Point, bool>,
}

/// What is concluded.
#[derive(Default, Debug)]
struct Wrong {
    /// A line cannot be there, or cannot be absent.
    lines: Vec<(Line, bool)>,
    /// A point cannot be without lines.
    points: Vec<Point>,
    colours: Vec<(Point, bool)>,
}

/// Loops: a simple cycle of lines that are there and one more.
fn loop_rule(grid: &Grid, known: &Known, wrong: &mut Wrong) {
    for closing in grid.lines() {
        let (from, to) = closing;
        // Away from one end, along the only line there, up to the other.
        let starts = grid.at(from).into_iter();
        let starts = starts.filter(|line| *line != closing && known.there.contains(line));
        for start in starts {
            let mut path = BTreeSet::from([start]);
            let mut point = if start.0 == from { start.1 } else { start.0 };
            while point != to {
                let next = grid.at(point).into_iter();
                let next = next.filter(|line| known.there.contains(line) && !path.contains(line));
                let next: Vec<Line> = next.collect();
                let [next] = next[..] else {
                    break;
                };
                path.insert(next);
                point = if next.0 == point { next.1 } else { next.0 };
            }
            if point != to || path.len() < 5 {
                continue;
            }
            path.insert(closing);
            let solves = grid.satisfied(&path);
            let alone = known.there.is_subset(&path);
            if solves {
                wrong.lines.push((closing, false));
            }
            if !(solves && alone) {
                wrong.lines.push((closing, true));
            } else if known.there.contains(&closing) {
                let others = grid.lines().into_iter().filter(|line| !path.contains(line));
                wrong.lines.extend(others.map(|line| (line, true)));
            }
        }
    }
}

fn colour_rules(grid: &Grid, known: &Known, wrong: &mut Wrong) {
    for line in grid.lines() {
        let [one, two] = grid.beside(line);
        let colour = |cell: Option<Point>| match cell {
            Some(cell) => known.colours.get(&cell).copied(),
            None => Some(false),
        };
        let there = known.there.contains(&line);
        if there || known.not.contains(&line) {
            for (from, to) in [(one, two), (two, one)] {
                if let (Some(colour), Some(to)) = (colour(from), to) {
                    wrong.colours.push((to, colour == there));
                }
            }
        }
        if let (Some(one), Some(two)) = (colour(one), colour(two)) {
            wrong.lines.push((line, one == two));
        }
    }
}

/// A grid seen from one side: rows and columns exchanged, rows counted from below.
#[derive(Clone, Copy)]
struct Seen<'a> {
    grid: &'a Grid,
    known: &'a Known,
    turn: u8,
}

impl Seen<'_> {
    fn point(&self, (r, c): Point) -> Point {
        let (r, c) = if self.turn & 1 == 0 { (r, c) } else { (c, r) };
        let r = if self.turn & 2 == 0 {
            r
        } else {
            self.grid.rows - r
        };
        let c = if self.turn & 4 == 0 {
            c
        } else {
            self.grid.columns - c
        };
        (r, c)
    }

    fn cell(&self, (r, c): Point) -> Point {
        self.point((r, c))
            .min(self.point((r + 1, c + 1)))
            .min(self.point((r, c + 1)))
            .min(self.point((r + 1, c)))
    }

    fn number(&self, r: i32, c: i32) -> Option<usize> {
        self.known.numbers.get(&self.cell((r, c))).copied()
    }

    /// The line above a cell.
    fn h(&self, r: i32, c: i32) -> Line {
        line(self.point((r, c)), self.point((r, c + 1)))
    }

    /// The line on the left of a cell.
    fn v(&self, r: i32, c: i32) -> Line {
        line(self.point((r, c)), self.point((r + 1, c)))
    }

    fn is_not(&self, line: Line) -> bool {
        self.known.not.contains(&line)
    }

    /// Returns true if the loop round cells solves the puzzle.
    fn solves(&self, cells: &[Point]) -> bool {
        let mut lines = BTreeSet::new();
        for side in cells.iter().flat_map(|&cell| sides(self.cell(cell))) {
            if !lines.remove(&side) {
                lines.insert(side);
            }
        }
        self.grid.satisfied(&lines)
    }

    fn presses(&self, r: i32, c: i32, dr: i32, dc: i32) -> bool {
        match self.number(r, c) {
            Some(3) => true,
            Some(2) => self.presses(r + dr, c + dc, dr, dc),
            _ => false,
        }
    }

    /// The macro-rules, in the coordinates of the table: rows and columns from 0.
    fn macros(&self, wrong: &mut Wrong) {
        let lines = self.grid.lines();
        let mut conclude = |there: &[Line], not: &[Line]| {
            let exist = |line: &&Line| lines.contains(line);
            wrong
                .lines
                .extend(there.iter().filter(exist).map(|&line| (line, false)));
            wrong
                .lines
                .extend(not.iter().filter(exist).map(|&line| (line, true)));
        };
        let most = self.grid.rows.max(self.grid.columns);
        for (r, c) in (0..most).flat_map(|r| (0..most).map(move |c| (r, c))) {
            let n = |dr: i32, dc: i32| self.number(r + dr, c + dc);
            let beyond = [self.v(r - 1, c + 1), self.v(r + 1, c + 1)];
            match (n(0, 0), n(0, 1)) {
                (Some(3), Some(3)) if !self.solves(&[(r, c), (r, c + 1)]) => {
                    conclude(&[self.v(r, c), self.v(r, c + 1), self.v(r, c + 2)], &beyond);
                }
                (Some(3), Some(2)) if self.is_not(self.v(r, c + 2)) || n(0, 2) == Some(0) => {
                    conclude(&[self.v(r, c)], &beyond);
                }
                (Some(1), Some(1)) => {
                    let above = self.presses(r - 1, c, -1, -1) || self.presses(r - 1, c + 1, -1, 1);
                    let below = self.presses(r + 1, c, 1, -1) || self.presses(r + 1, c + 1, 1, 1);
                    if above && below {
                        conclude(&beyond, &[self.v(r, c), self.v(r, c + 2)]);
                    }
                }
                _ => {}
            }
            let around = [
                self.h(r, c + 2),
                self.v(r - 1, c + 2),
                self.h(r + 1, c + 2),
                self.v(r + 1, c + 2),
            ];
            let closed = around.iter().all(|&line| self.is_not(line));
            if n(0, 0) == Some(3) && closed && !self.solves(&[(r, c), (r, c + 1)]) {
                conclude(
                    &[],
                    &[self.h(r, c + 1), self.h(r + 1, c + 1), self.v(r, c + 2)],
                );
            }
        }
        let n = |r, c| self.number(r, c);
        match (n(0, 1), n(1, 0), n(1, 1)) {
            (Some(1), Some(1), _) => conclude(&[], &[self.h(1, 0), self.v(0, 1)]),
            (Some(3), Some(1), _) if !self.solves(&[(0, 0), (0, 1)]) => {
                conclude(&[self.v(0, 1)], &[self.h(1, 0)]);
            }
            (Some(3), Some(2), Some(1)) => conclude(&[self.v(0, 1), self.v(0, 2)], &[]),
            (Some(3), Some(2), _) => conclude(&[self.v(0, 2)], &[]),
            (Some(2), Some(2), Some(3)) => {
                let small = [[(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (1, 1)]];
                if !small.iter().any(|cells| self.solves(cells)) {
                    let there = [self.h(0, 0), self.h(0, 2), self.v(0, 0), self.v(2, 0)];
                    conclude(&there, &[]);
                }
            }
            _ => {}
        }
        for last in [2, 4] {
            if (0..=last).all(|at| n(last - at, at) == Some(2)) {
                conclude(&[self.h(0, last + 1), self.v(last + 1, 0)], &[]);
            }
        }
        for (r, c) in self.grid.cells() {
            let square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
            let twos = square
                .iter()
                .all(|cell| self.known.numbers.get(cell) == Some(&2));
            if self.turn == 0 && twos && !self.solves(&square) {
                wrong.points.push((r + 1, c + 1));
            }
        }
    }
}

/// The graph of a puzzle with its rules.
fn graph(grid: &Grid) -> Graph {
    let variables = labels(grid);
    let all: Vec<Label> = variables.iter().flatten().cloned().collect();
    let mut next = 0;
    let numbered = variables.iter().map(|labels| {
        let own = next..next + labels.len();
        next = own.end;
        own.collect::<Vec<usize>>()
    });
    let numbered: Vec<Vec<usize>> = numbered.collect();
    let mut links = Vec::new();
    for (a, one) in all.iter().enumerate() {
        for (b, two) in all.iter().enumerate() {
            if linked(one, two) {
                links.push((a, b));
            }
        }
    }
    let rules_grid = grid.clone();
    let rules = move |state: &Labels, level: usize| {
        let grid = &rules_grid;
        if level > 0 {
            return Vec::new();
        }
        let mut known = Known::default();
        let is_left = |l: usize| state.left(l);
        let mut of_cell: BTreeMap<(char, Point), Vec<usize>> = BTreeMap::new();
        for (l, label) in all.iter().enumerate() {
            if label.letter == 'L' && !is_left(l) {
                let (&line, &there) = label.lines.iter().next().unwrap();
                if !there {
                    known.there.insert(line)
                } else {
                    known.not.insert(line)
                };
            }
            if matches!(label.letter, 'N' | 'I') && is_left(l) {
                of_cell
                    .entry((label.letter, label.place.0))
                    .or_default()
                    .push(l);
            }
        }
        for ((_, cell), left) in of_cell {
            if let [only] = left[..] {
                known
                    .numbers
                    .extend(all[only].number.map(|number| (cell, number)));
                known
                    .colours
                    .extend(all[only].inside.map(|inside| (cell, inside)));
            }
        }
        let mut wrong = Wrong::default();
        for turn in 0..8 {
            Seen {
                grid,
                known: &known,
                turn,
            }
            .macros(&mut wrong);
        }
        loop_rule(grid, &known, &mut wrong);
        colour_rules(grid, &known, &mut wrong);
        let is_wrong = |label: &Label| match label.letter {
            'L' => {
                let (&line, &there) = label.lines.iter().next().unwrap();
                wrong.lines.contains(&(line, there))
            }
            'P' => {
                wrong.points.contains(&label.place.0) && label.lines.values().all(|there| !there)
            }
            'I' => wrong
                .colours
                .contains(&(label.place.0, label.inside == Some(true))),
            _ => false,
        };
        (0..all.len()).filter(|&l| is_wrong(&all[l])).collect()
    };
    let count = next;
    Graph::new(count, numbered, &links).with_rules(Box::new(rules))
}

/// Puzzles with one solution, from which no given can be taken away.
fn minimal(rows: i32, columns: i32, count: usize, seed: u64) -> Vec<Grid> {
    let empty = Grid {
        rows,
        columns,
        givens: BTreeMap::new(),
    };
    let all = loops(&empty);
    let mut random = Rng(seed);
    let mut puzzles = Vec::new();
    while puzzles.len() < count {
        let solution = &all[random.below(all.len())];
        let mut grid = empty.clone();
        for cell in grid.cells() {
            let own = sides(cell).into_iter();
            let number = own.filter(|side| solution.contains(side)).count();
            grid.givens.insert(cell, number);
        }
        let solutions = |grid: &Grid| all.iter().filter(|lines| grid.satisfied(lines)).count();
        if solutions(&grid) != 1 {
            continue;
        }
        let mut order = grid.cells();
        random.shuffle(&mut order);
        for cell in order {
            let given = grid.givens.remove(&cell).unwrap();
            if solutions(&grid) != 1 {
                grid.givens.insert(cell, given);
            }
        }
        puzzles.push(grid);
    }
    puzzles
}

#[test]
fn the_solver_counts_the_loops_that_satisfy_the_givens() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let empty = Grid {
            rows,
            columns,
            givens: BTreeMap::new(),
        };
        let all = loops(&empty);
        let mut random = Rng(7 + rows as u64);
        for _ in 0..200 {
            let mut grid = empty.clone();
            // Givens of some loop, of which a few may be changed.
            let of = all.get(random.below(all.len().max(1)));
            for cell in grid.cells() {
                let own = sides(cell).into_iter();
                let number = own
                    .filter(|side| of.is_some_and(|of| of.contains(side)))
                    .count();
                match random.below(6) {
                    0 => grid.givens.insert(cell, random.below(4)),
                    1 | 2 => grid.givens.insert(cell, number),
                    _ => None,
                };
            }
            let count = all.iter().filter(|lines| grid.satisfied(lines)).count() as u64;
            let puzzle = gradus_puzzles::read(&grid.text()).unwrap();
            assert_eq!(
                count_solutions(puzzle.as_ref(), 50),
                count.min(50),
                "{}",
                grid.text()
            );
        }
    }
}

/// Random minimal puzzles that whips\[1\] do not solve.
const HARDER: [&str; 4] = [
    ".12.21.2.222",
    "..1.23.3..1.",
    "0...1.231...",
    "....2121223.",
];

#[test]
fn small_puzzles_have_the_ratings_of_the_definitions() {
    let mut found = BTreeMap::new();
    let random = [(2, 3, 4), (3, 3, 6), (3, 4, 4)].into_iter();
    let random = random.flat_map(|(rows, columns, count)| minimal(rows, columns, count, 11));
    let harder = HARDER.into_iter().map(Grid::read);
    for grid in random.chain(harder) {
        let graph = graph(&grid);
        let compared = compare_ratings(&grid.text(), &graph, &start(&graph, &grid), 4, 30);
        *found.entry((compared.te, compared.w)).or_insert(0) += 1;
    }
    assert!(found.len() > 2, "{found:?}");
}

/// The state in which the numbers that are given are values.
fn start(graph: &Graph, grid: &Grid) -> Labels {
    let all: Vec<Label> = labels(grid).into_iter().flatten().collect();
    let is_given = |l: &usize| all[*l].letter == 'N' && grid.givens.contains_key(&all[*l].place.0);
    let givens: Vec<usize> = (0..all.len()).filter(is_given).collect();
    graph.given(&givens)
}
