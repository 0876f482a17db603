//! The decided lines, joined to paths with two ends and loops.

use super::facts::Facts;
use super::grid::Edge;
use super::rules::Contacts;

const NOWHERE: u16 = u16::MAX;

/// The paths and loops of a state. Rebuilt for each state in the same memory.
#[derive(Default)]
pub(super) struct LinePaths {
    /// The lines, one path or loop after the other, each in its order.
    order: Vec<Edge>,
    /// Paths and loops, in `order`.
    parts: Vec<LoopPart>,
    /// For each point: its number of lines, and two of them.
    degree: Vec<u8>,
    lines: Vec<[Edge; 2]>,
    /// For each point: the part that it is on, its place there, and the contacts of the
    /// lines before it.
    part: Vec<u16>,
    place: Vec<u16>,
    contacts: Vec<u32>,
}

/// A path or a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopPart {
    start: usize,
    end: usize,
    /// The points where a path begins and ends, or `None` for a loop.
    pub(super) ends: Option<[usize; 2]>,
}

impl LoopPart {
    /// Number of lines.
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }
}

impl LinePaths {
    /// Joins the lines of a state. Returns false if some point has more than two, which is
    /// a contradiction that Singles find.
    pub(super) fn read(&mut self, facts: &Facts<'_>, contacts: &Contacts) -> bool {
        let grid = facts.layout.grid;
        let points = grid.points();
        self.order.clear();
        self.parts.clear();
        self.degree.clear();
        self.degree.resize(points, 0);
        self.lines.resize(points, [Edge(0); 2]);
        self.part.clear();
        self.part.resize(points, NOWHERE);
        self.place.resize(points, 0);
        self.contacts.resize(points, 0);
        let mut count = 0;
        for line in facts.true_lines() {
            count += 1;
            for point in grid.ends(line) {
                let degree = usize::from(self.degree[point]);
                match self.lines[point].get_mut(degree) {
                    Some(slot) => *slot = line,
                    None => return false,
                }
                self.degree[point] += 1;
            }
        }
        for point in 0..points {
            if self.degree[point] == 1 && self.part[point] == NOWHERE {
                self.follow(facts, contacts, point);
            }
        }
        // The remaining lines are loops.
        for point in 0..points {
            if self.order.len() == count {
                break;
            }
            if self.degree[point] == 2 && self.part[point] == NOWHERE {
                self.follow(facts, contacts, point);
            }
        }
        true
    }

    fn follow(&mut self, facts: &Facts<'_>, contacts: &Contacts, from: usize) {
        let grid = facts.layout.grid;
        let (start, part) = (self.order.len(), self.parts.len() as u16);
        let (mut point, mut touched) = (from, 0);
        let mut line = self.lines[from][0];
        let ends = loop {
            self.part[point] = part;
            self.place[point] = (self.order.len() - start) as u16;
            self.contacts[point] = touched;
            self.order.push(line);
            touched += contacts.of(line) as u32;
            let [a, b] = grid.ends(line);
            point = if a == point { b } else { a };
            if point == from {
                break None;
            }
            if self.degree[point] == 1 {
                self.part[point] = part;
                self.place[point] = (self.order.len() - start) as u16;
                self.contacts[point] = touched;
                break Some([from, point]);
            }
            let [one, other] = self.lines[point];
            line = if one == line { other } else { one };
        };
        let end = self.order.len();
        self.parts.push(LoopPart { start, end, ends });
    }

    /// All paths and loops.
    pub(super) fn parts(&self) -> &[LoopPart] {
        &self.parts
    }

    /// Number of lines.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// The lines of a path or loop.
    pub(super) fn lines(&self, part: &LoopPart) -> &[Edge] {
        &self.order[part.start..part.end]
    }

    /// Number of lines at a point.
    pub(super) fn degree(&self, point: usize) -> u8 {
        self.degree[point]
    }

    /// The path between two points, with the contacts of its lines, if both are on one path.
    pub(super) fn between(&self, points: [usize; 2]) -> Option<(&[Edge], usize)> {
        let [a, b] = points;
        if self.part[a] == NOWHERE || self.part[a] != self.part[b] {
            return None;
        }
        let part = self.parts[usize::from(self.part[a])];
        part.ends?;
        let [a, b] = if self.place[a] < self.place[b] {
            [a, b]
        } else {
            [b, a]
        };
        let at = |point: usize| part.start + usize::from(self.place[point]);
        let contacts = self.contacts[b] - self.contacts[a];
        Some((&self.order[at(a)..at(b)], contacts as usize))
    }
}
