//! A solver that counts solutions: lines are set one by one, with the consequences at points,
//! cells and loops, and undone. It has only rules that hold for any number of solutions;
//! ratings do not depend on it.

use std::collections::VecDeque;

use gradus_csp::{Undecided, deadline};

use super::grid::{Edge, LineGrid};
use super::rules::{Contacts, is_one_loop};

/// The state of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EdgeValue {
    Open,
    There,
    Not,
}

/// A place to examine again.
#[derive(Clone, Copy, Debug)]
enum Dirty {
    Point(usize),
    Cell(usize),
}

/// A change to undo.
enum Change {
    Line(Edge),
    /// The previous other end of the path that ends in a point.
    End(usize, usize),
}

/// A search.
pub(super) struct Solver<'a> {
    grid: LineGrid,
    givens: &'a [Option<u8>],
    contacts: Contacts,
    lines: Vec<EdgeValue>,
    /// Number of lines present.
    there: usize,
    /// For the end of a path its other end, for a point without lines the point itself.
    ends: Vec<usize>,
    /// The lines at points and the sides of cells.
    at_point: Vec<[Option<Edge>; 4]>,
    sides: Vec<[Edge; 4]>,
    changes: Vec<Change>,
    dirty: VecDeque<Dirty>,
    /// Set when a loop is closed; nothing may be added to it.
    is_closed: bool,
    /// The number of failed choices that each line was part of: such lines are chosen first.
    failures: Vec<u32>,
    /// Points and cells looked at since the last solution, and how many may be.
    looks: u64,
    most_looks: u64,
}

/// A contradiction.
struct Wrong;

/// Points and cells looked at for a node: as much work as one of the search for chains.
const LOOKS: u64 = 32;

/// The end of a search.
#[derive(PartialEq, Eq)]
enum SolverOutcome {
    /// All solutions were visited.
    Exhausted,
    /// The visitor stopped it.
    Done,
    /// Too many choices failed.
    Impatient,
    /// It took too many nodes.
    GivenUp,
}

/// The number of choices that may fail before the first restart; doubled each time.
const PATIENCE: usize = 16;

/// Receives solutions, each as its lines, until it returns `true`.
pub(super) type Visitor<'a> = dyn FnMut(&dyn Fn(Edge) -> bool) -> bool + 'a;

impl<'a> Solver<'a> {
    pub(super) fn new(grid: LineGrid, givens: &'a [Option<u8>]) -> Solver<'a> {
        Solver {
            grid,
            givens,
            contacts: Contacts::new(grid, givens),
            lines: vec![EdgeValue::Open; grid.line_count()],
            there: 0,
            ends: (0..grid.points()).collect(),
            at_point: (0..grid.points())
                .map(|point| grid.at_point(point))
                .collect(),
            sides: (0..grid.cells()).map(|cell| grid.sides(cell)).collect(),
            changes: Vec::new(),
            dirty: VecDeque::new(),
            is_closed: false,
            failures: vec![0; grid.line_count()],
            looks: 0,
            most_looks: u64::MAX,
        }
    }

    /// Visits solutions, each as its lines, until `visit` returns `true`. A long search restarts
    /// with the lines that failed most, because choices in the wrong order can take
    /// practically for ever. Fails if a solution, or the proof that there are no more, takes more
    /// nodes than `nodes`.
    pub(super) fn each(&mut self, nodes: u64, visit: &mut Visitor<'_>) -> Result<(), Undecided> {
        self.most_looks = nodes.saturating_mul(LOOKS);
        self.dirty.extend((0..self.grid.points()).map(Dirty::Point));
        self.dirty.extend((0..self.grid.cells()).map(Dirty::Cell));
        if self.propagate().is_err() {
            return Ok(());
        }
        self.looks = 0;
        let mut seen: Vec<Vec<EdgeValue>> = Vec::new();
        let mut patience = PATIENCE;
        loop {
            let mark = (self.changes.len(), self.is_closed);
            let mut left = patience;
            match self.search(&mut seen, visit, &mut left) {
                SolverOutcome::Impatient => {}
                SolverOutcome::GivenUp => return Err(Undecided::after(nodes)),
                SolverOutcome::Exhausted | SolverOutcome::Done => return Ok(()),
            }
            self.take_back(mark);
            patience *= 2;
        }
    }

    fn search(
        &mut self,
        seen: &mut Vec<Vec<EdgeValue>>,
        visit: &mut Visitor<'_>,
        left: &mut usize,
    ) -> SolverOutcome {
        if self.connect().is_err() || self.probe().is_err() {
            return SolverOutcome::Exhausted;
        }
        if self.looks > self.most_looks || deadline::passed().is_some() {
            return SolverOutcome::GivenUp;
        }
        let Some(line) = self.choice() else {
            return self.found(seen, visit);
        };
        for known in [EdgeValue::There, EdgeValue::Not] {
            let mark = (self.changes.len(), self.is_closed);
            if self.try_line(line, known).is_ok() {
                match self.search(seen, visit, left) {
                    SolverOutcome::Exhausted => {}
                    done => return done,
                }
            }
            self.take_back(mark);
        }
        self.failures[line.index()] += 1;
        *left = left.saturating_sub(1);
        match left {
            0 => SolverOutcome::Impatient,
            _ => SolverOutcome::Exhausted,
        }
    }

    /// Visits the decided lines if they are a solution that was not visited before.
    fn found(&mut self, seen: &mut Vec<Vec<EdgeValue>>, visit: &mut Visitor<'_>) -> SolverOutcome {
        let lines = &self.lines;
        let exists = |line: Edge| lines[line.index()] == EdgeValue::There;
        let there: Vec<Edge> = self.grid.lines().filter(|&line| exists(line)).collect();
        let is_solution =
            self.contacts.satisfied(there.into_iter()) && is_one_loop(self.grid, &exists);
        if !is_solution || seen.contains(lines) {
            return SolverOutcome::Exhausted;
        }
        seen.push(lines.clone());
        self.looks = 0;
        if visit(&exists) {
            SolverOutcome::Done
        } else {
            SolverOutcome::Exhausted
        }
    }

    /// Lines must be connected by possible lines; lines that are not connected are absent.
    fn connect(&mut self) -> Result<(), Wrong> {
        let there = |line: &Edge| self.lines[line.index()] == EdgeValue::There;
        let Some(first) = self.grid.lines().find(there) else {
            return Ok(());
        };
        let mut reached = vec![false; self.lines.len()];
        let mut open = vec![first];
        reached[first.index()] = true;
        while let Some(line) = open.pop() {
            for point in self.grid.ends(line) {
                for next in self.at_point[point].into_iter().flatten() {
                    let seen = std::mem::replace(&mut reached[next.index()], true);
                    if !seen && self.lines[next.index()] != EdgeValue::Not {
                        open.push(next);
                    }
                }
            }
        }
        for line in self.grid.lines().filter(|line| !reached[line.index()]) {
            if self.lines[line.index()] != EdgeValue::Not {
                self.try_line(line, EdgeValue::Not)?;
            }
        }
        Ok(())
    }

    fn try_line(&mut self, line: Edge, known: EdgeValue) -> Result<(), Wrong> {
        let done = self.set(line, known).and_then(|()| self.propagate());
        if done.is_err() {
            self.dirty.clear();
        }
        done
    }

    fn take_back(&mut self, (length, is_closed): (usize, bool)) {
        while self.changes.len() > length {
            match self.changes.pop() {
                Some(Change::Line(line)) => {
                    if self.lines[line.index()] == EdgeValue::There {
                        self.there -= 1;
                    }
                    self.lines[line.index()] = EdgeValue::Open;
                }
                Some(Change::End(point, before)) => self.ends[point] = before,
                None => break,
            }
        }
        self.is_closed = is_closed;
    }

    /// Tries both values of each line at the end of a path, and keeps the consequences of
    /// failures, until none fails.
    fn probe(&mut self) -> Result<(), Wrong> {
        let mut last = None;
        while self.looks <= self.most_looks {
            let mut changed = false;
            for at in 0..self.lines.len() {
                if self.lines[at] != EdgeValue::Open || !self.is_near(Edge(at as u16)) {
                    continue;
                }
                if last == Some(at) {
                    return Ok(());
                }
                for (known, opposite) in [
                    (EdgeValue::There, EdgeValue::Not),
                    (EdgeValue::Not, EdgeValue::There),
                ] {
                    let mark = (self.changes.len(), self.is_closed);
                    let result = self.try_line(Edge(at as u16), known);
                    self.take_back(mark);
                    if result.is_err() {
                        self.try_line(Edge(at as u16), opposite)?;
                        (changed, last) = (true, Some(at));
                        break;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns true if a line touches a decided line or a given.
    fn is_near(&self, line: Edge) -> bool {
        let given = |cell: usize| self.givens[cell].is_some();
        let decided = |point: usize| {
            let mut lines = self.at_point[point].into_iter().flatten();
            lines.any(|line| self.lines[line.index()] == EdgeValue::There)
        };
        self.grid.ends(line).into_iter().any(decided)
            || self.grid.beside(line).into_iter().flatten().any(given)
    }

    /// An undecided line: one that failed most, preferably at the end of a path.
    fn choice(&self) -> Option<Edge> {
        let open = |line: &Edge| self.lines[line.index()] == EdgeValue::Open;
        let at_end = |line: &Edge| {
            let ends = self.grid.ends(*line);
            ends.into_iter().any(|point| self.ends[point] != point)
        };
        let lines = self.grid.lines().filter(open);
        lines.max_by_key(|line| {
            let failures = self.failures[line.index()];
            (failures, at_end(line), std::cmp::Reverse(line.0))
        })
    }

    fn set(&mut self, line: Edge, known: EdgeValue) -> Result<(), Wrong> {
        match self.lines[line.index()] {
            EdgeValue::Open => {}
            same if same == known => return Ok(()),
            _ => return Err(Wrong),
        }
        self.lines[line.index()] = known;
        self.changes.push(Change::Line(line));
        let ends = self.grid.ends(line);
        self.dirty.extend(ends.map(Dirty::Point));
        let beside = self.grid.beside(line).into_iter().flatten();
        self.dirty.extend(beside.map(Dirty::Cell));
        match known {
            EdgeValue::There => {
                self.there += 1;
                self.join(ends)
            }
            _ => Ok(()),
        }
    }

    /// Joins the paths that end in two points.
    fn join(&mut self, [a, b]: [usize; 2]) -> Result<(), Wrong> {
        if self.is_closed {
            return Err(Wrong);
        }
        let (start, end) = (self.ends[a], self.ends[b]);
        if start == b {
            // A loop: all lines must be part of it, and no other line is added.
            let lines = self.grid.lines();
            let there = lines.filter(|line| self.lines[line.index()] == EdgeValue::There);
            let there: Vec<Edge> = there.collect();
            let exists = |line: Edge| self.lines[line.index()] == EdgeValue::There;
            if !self.contacts.satisfied(there.into_iter()) || !is_one_loop(self.grid, &exists) {
                return Err(Wrong);
            }
            self.is_closed = true;
            for line in self.grid.lines() {
                if self.lines[line.index()] == EdgeValue::Open {
                    self.set(line, EdgeValue::Not)?;
                }
            }
            return Ok(());
        }
        for (point, other) in [(start, end), (end, start)] {
            self.changes.push(Change::End(point, self.ends[point]));
            self.ends[point] = other;
        }
        Ok(())
    }

    fn propagate(&mut self) -> Result<(), Wrong> {
        while let Some(dirty) = self.dirty.pop_front() {
            self.looks += 1;
            let (looked, lines) = match dirty {
                Dirty::Point(point) => (self.look_at_point(point), self.at_point[point]),
                Dirty::Cell(cell) => (self.look_at_cell(cell), self.sides[cell].map(Some)),
            };
            if looked.is_err() {
                for line in lines.into_iter().flatten() {
                    self.failures[line.index()] += 1;
                }
                return looked;
            }
        }
        Ok(())
    }

    /// Numbers of lines present and undecided.
    fn count(&self, lines: impl Iterator<Item = Edge>) -> (usize, usize) {
        lines.fold((0, 0), |(there, open), line| {
            match self.lines[line.index()] {
                EdgeValue::There => (there + 1, open),
                EdgeValue::Open => (there, open + 1),
                EdgeValue::Not => (there, open),
            }
        })
    }

    fn set_open(
        &mut self,
        lines: impl Iterator<Item = Edge>,
        known: EdgeValue,
    ) -> Result<(), Wrong> {
        for line in lines {
            if self.lines[line.index()] == EdgeValue::Open {
                self.set(line, known)?;
            }
        }
        Ok(())
    }

    fn look_at_point(&mut self, point: usize) -> Result<(), Wrong> {
        let lines = || self.at_point[point].into_iter().flatten();
        let known = match self.count(lines()) {
            (3.., _) | (1, 0) => return Err(Wrong),
            (2, _) | (0, 1) => EdgeValue::Not,
            (1, 1) => EdgeValue::There,
            _ => return Ok(()),
        };
        let lines = self.at_point[point].into_iter().flatten();
        self.set_open(lines, known)
    }

    fn look_at_cell(&mut self, cell: usize) -> Result<(), Wrong> {
        let sides = self.sides[cell];
        let (there, open) = self.count(sides.into_iter());
        let known = match self.givens[cell].map(usize::from) {
            Some(given) if there > given || there + open < given => return Err(Wrong),
            Some(given) if there == given => EdgeValue::Not,
            Some(given) if there + open == given => EdgeValue::There,
            Some(_) => return Ok(()),
            // No cell has four sides.
            None => match there {
                4 => return Err(Wrong),
                3 => EdgeValue::Not,
                _ => return Ok(()),
            },
        };
        self.set_open(sides.into_iter(), known)
    }
}
