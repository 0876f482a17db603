//! A solver that counts solutions: lines are set one by one, with what points, cells and
//! loops then force, and taken back. It has rules that hold for any number of solutions
//! only; what a puzzle's rating is never depends on it.

use std::collections::VecDeque;

use super::contacts::Contacts;
use super::grid::{Grid, Line};
use super::rules::is_one_loop;

/// What is known of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Open,
    There,
    Not,
}

/// Something to look at again.
#[derive(Clone, Copy, Debug)]
enum Dirty {
    Point(usize),
    Cell(usize),
}

/// Something to take back.
enum Change {
    Line(Line),
    /// The other end of the path that ends in a point, before it changed.
    End(usize, usize),
}

/// A search.
pub(crate) struct Solver<'a> {
    grid: Grid,
    givens: &'a [Option<u8>],
    contacts: Contacts,
    lines: Vec<Known>,
    /// Number of lines there.
    there: usize,
    /// For the end of a path its other end, and for a point without lines itself.
    ends: Vec<usize>,
    /// The lines at points and the sides of cells.
    at_point: Vec<[Option<Line>; 4]>,
    sides: Vec<[Line; 4]>,
    changes: Vec<Change>,
    dirty: VecDeque<Dirty>,
    /// Set when a loop is closed; nothing may be added to it.
    is_closed: bool,
}

/// A contradiction.
struct Wrong;

impl<'a> Solver<'a> {
    pub(crate) fn new(grid: Grid, givens: &'a [Option<u8>]) -> Solver<'a> {
        Solver {
            grid,
            givens,
            contacts: Contacts::new(grid, givens),
            lines: vec![Known::Open; grid.line_count()],
            there: 0,
            ends: (0..grid.points()).collect(),
            at_point: (0..grid.points())
                .map(|point| grid.at_point(point))
                .collect(),
            sides: (0..grid.cells()).map(|cell| grid.sides(cell)).collect(),
            changes: Vec::new(),
            dirty: VecDeque::new(),
            is_closed: false,
        }
    }

    /// Visits solutions, as the lines that are there, until `visit` says `true`.
    pub(crate) fn each(&mut self, visit: &mut dyn FnMut(&dyn Fn(Line) -> bool) -> bool) {
        self.dirty.extend((0..self.grid.points()).map(Dirty::Point));
        self.dirty.extend((0..self.grid.cells()).map(Dirty::Cell));
        if self.propagate().is_ok() {
            self.search(visit);
        }
    }

    fn search(&mut self, visit: &mut dyn FnMut(&dyn Fn(Line) -> bool) -> bool) -> bool {
        if self.probe().is_err() {
            return false;
        }
        let Some(line) = self.choice() else {
            let lines = &self.lines;
            let is_there = |line: Line| lines[line.index()] == Known::There;
            let there = self.grid.lines().filter(|&line| is_there(line));
            let satisfied = self
                .contacts
                .satisfied(there.collect::<Vec<_>>().into_iter());
            return satisfied && is_one_loop(self.grid, &is_there) && visit(&is_there);
        };
        for known in [Known::There, Known::Not] {
            let mark = (self.changes.len(), self.is_closed);
            if self.try_line(line, known).is_ok() && self.search(visit) {
                return true;
            }
            self.take_back(mark);
        }
        false
    }

    fn try_line(&mut self, line: Line, known: Known) -> Result<(), Wrong> {
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
                    if self.lines[line.index()] == Known::There {
                        self.there -= 1;
                    }
                    self.lines[line.index()] = Known::Open;
                }
                Some(Change::End(point, before)) => self.ends[point] = before,
                None => break,
            }
        }
        self.is_closed = is_closed;
    }

    /// Tries each line where a path ends, both ways, and keeps what the failures show, until
    /// none fails.
    fn probe(&mut self) -> Result<(), Wrong> {
        let mut last = None;
        loop {
            let mut changed = false;
            for at in 0..self.lines.len() {
                if self.lines[at] != Known::Open || !self.is_near(Line(at as u16)) {
                    continue;
                }
                if last == Some(at) {
                    return Ok(());
                }
                for (known, opposite) in [(Known::There, Known::Not), (Known::Not, Known::There)] {
                    let mark = (self.changes.len(), self.is_closed);
                    let result = self.try_line(Line(at as u16), known);
                    self.take_back(mark);
                    if result.is_err() {
                        self.try_line(Line(at as u16), opposite)?;
                        (changed, last) = (true, Some(at));
                        break;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Whether a line touches one that is decided, or a given.
    fn is_near(&self, line: Line) -> bool {
        let given = |cell: usize| self.givens[cell].is_some();
        let decided = |point: usize| {
            let mut lines = self.at_point[point].into_iter().flatten();
            lines.any(|line| self.lines[line.index()] == Known::There)
        };
        self.grid.ends(line).into_iter().any(decided)
            || self.grid.beside(line).into_iter().flatten().any(given)
    }

    /// An undecided line, at the end of a path if there is one.
    fn choice(&self) -> Option<Line> {
        let open = |line: &Line| self.lines[line.index()] == Known::Open;
        let at_end = |line: &Line| {
            let ends = self.grid.ends(*line);
            ends.into_iter().any(|point| self.ends[point] != point)
        };
        let near = self.grid.lines().filter(open).find(at_end);
        near.or_else(|| self.grid.lines().find(open))
    }

    fn set(&mut self, line: Line, known: Known) -> Result<(), Wrong> {
        match self.lines[line.index()] {
            Known::Open => {}
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
            Known::There => {
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
            // A loop: all that is there must be part of it, and nothing else comes.
            let lines = self.grid.lines();
            let there = lines.filter(|line| self.lines[line.index()] == Known::There);
            let there: Vec<Line> = there.collect();
            let is_there = |line: Line| self.lines[line.index()] == Known::There;
            if !self.contacts.satisfied(there.into_iter()) || !is_one_loop(self.grid, &is_there) {
                return Err(Wrong);
            }
            self.is_closed = true;
            for line in self.grid.lines() {
                if self.lines[line.index()] == Known::Open {
                    self.set(line, Known::Not)?;
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
            match dirty {
                Dirty::Point(point) => self.look_at_point(point)?,
                Dirty::Cell(cell) => self.look_at_cell(cell)?,
            }
        }
        Ok(())
    }

    /// Numbers of lines there and undecided.
    fn count(&self, lines: impl Iterator<Item = Line>) -> (usize, usize) {
        lines.fold((0, 0), |(there, open), line| {
            match self.lines[line.index()] {
                Known::There => (there + 1, open),
                Known::Open => (there, open + 1),
                Known::Not => (there, open),
            }
        })
    }

    fn set_open(&mut self, lines: impl Iterator<Item = Line>, known: Known) -> Result<(), Wrong> {
        for line in lines {
            if self.lines[line.index()] == Known::Open {
                self.set(line, known)?;
            }
        }
        Ok(())
    }

    fn look_at_point(&mut self, point: usize) -> Result<(), Wrong> {
        let lines = || self.at_point[point].into_iter().flatten();
        let known = match self.count(lines()) {
            (3.., _) | (1, 0) => return Err(Wrong),
            (2, _) | (0, 1) => Known::Not,
            (1, 1) => Known::There,
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
            Some(given) if there == given => Known::Not,
            Some(given) if there + open == given => Known::There,
            Some(_) => return Ok(()),
            // No cell has four sides.
            None => match there {
                4 => return Err(Wrong),
                3 => Known::Not,
                _ => return Ok(()),
            },
        };
        self.set_open(sides.into_iter(), known)
    }
}
