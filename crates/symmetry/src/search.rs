//! The least form of anything that has contents in 81 cells: by a depth-first search over
//! the order of lines, one line at a time, that learns automorphisms and uses them.
//!
//! The first row is chosen, then the columns from left to right, then the other rows. Of
//! the lines that can come next only those go on whose cells say the least, and of those
//! that a known automorphism leads to each other, all before them being fixed, only one.
//! Two ends that say the same are an automorphism. Everything that is not in the orbit of
//! something else is tried, so the form is the least; the search keeps one path and a few
//! generators, so its memory does not grow; and there are no more than 2 × 6⁸ ends.

use crate::lines::lines;
use crate::names::Names;
use crate::symmetry::Symmetry;

/// Lines in the order in which they are chosen: the first row, nine columns, the rest.
const CHOICES: usize = 18;

/// The place among the choices of the second row.
const SECOND_ROW: usize = 10;

type Path = [u8; CHOICES];

/// The least form, how it is reached, and how many symmetries of the cells reach it.
pub(crate) struct Found {
    /// What the cells say.
    pub said: [u16; 81],
    /// One of those that lead there.
    pub symmetry: Symmetry,
    /// The order of the group.
    pub automorphisms: u64,
}

/// The least form of what the cells hold.
pub(crate) fn least<N: Names>(cells: &[u16; 81]) -> Found {
    let mut search = Search {
        lines: lines(cells),
        path: [0; CHOICES],
        said: [0; 81],
        best: None,
        less: true,
        automorphisms: Vec::new(),
    };
    search.choose(0, N::NEW);
    search.found::<N>()
}

struct Search {
    lines: [[u16; 9]; 18],
    /// The lines chosen so far.
    path: Path,
    /// What the cells say in the order of the path.
    said: [u16; 81],
    best: Option<(Path, [u16; 81])>,
    /// Whether the path already says less than the best; its end will be the best then.
    less: bool,
    /// Where each line goes.
    automorphisms: Vec<Path>,
}

/// A line that can be chosen.
#[derive(Clone, Copy)]
struct Child<N> {
    line: u8,
    said: [u16; 9],
    names: N,
}

impl Search {
    /// Chooses the lines from a place on. Returns the place to go back to if all between
    /// is known to be the same as something that was tried.
    fn choose<N: Names>(&mut self, place: usize, names: N) -> usize {
        if place == CHOICES {
            return self.end();
        }
        let (cell, cells) = match place {
            0 => (0, 0),
            1..SECOND_ROW => (place - 1, 1),
            _ => (9 * (place - SECOND_ROW + 1), 9),
        };
        let mut children: [Option<Child<N>>; CHOICES] = [None; CHOICES];
        let mut count = 0;
        for line in self.open(place) {
            let child = self.child(place, line, names, cells);
            let order = match &children[0] {
                Some(first) if count > 0 => child.said.cmp(&first.said),
                _ => std::cmp::Ordering::Less,
            };
            match order {
                std::cmp::Ordering::Greater => continue,
                std::cmp::Ordering::Less => count = 0,
                std::cmp::Ordering::Equal => {}
            }
            children[count] = Some(child);
            count += 1;
        }
        for tried in 0..count {
            let Some(child) = children[tried] else {
                continue;
            };
            let before = children[..tried].iter().flatten().map(|child| child.line);
            if tried > 0 && self.is_image(place, child.line, before) {
                continue;
            }
            if let (false, Some((_, best))) = (self.less, &self.best) {
                match child.said[..cells].cmp(&best[cell..cell + cells]) {
                    std::cmp::Ordering::Greater => return place,
                    std::cmp::Ordering::Less => self.less = true,
                    std::cmp::Ordering::Equal => {}
                }
            }
            self.path[place] = child.line;
            self.said[cell..cell + cells].copy_from_slice(&child.said[..cells]);
            let back = self.choose(place + 1, child.names);
            if back < place {
                return back;
            }
        }
        place
    }

    /// The lines that can be chosen at a place.
    fn open(&self, place: usize) -> impl Iterator<Item = u8> + use<> {
        let is_row = place == 0 || place >= SECOND_ROW;
        let row_side = 9 * (self.path[0] / 9);
        let (first, chosen) = match (place, is_row) {
            (0, _) => (0, Vec::new()),
            (_, true) => {
                let rows = [&self.path[..1], &self.path[SECOND_ROW..place]].concat();
                (row_side, rows)
            }
            (_, false) => (9 - row_side, self.path[1..place].to_vec()),
        };
        let count = if place == 0 { 18 } else { 9 };
        (first..first + count).filter(move |&line| {
            let in_group = match chosen.len() % 3 {
                0 => chosen.iter().all(|&other| other / 3 != line / 3),
                _ => chosen.last().is_some_and(|last| last / 3 == line / 3),
            };
            in_group && !chosen.contains(&line)
        })
    }

    /// What a line would say at a place.
    fn child<N: Names>(&self, place: usize, line: u8, mut names: N, cells: usize) -> Child<N> {
        let mut said = [0; 9];
        let at = |row: u8, column: u8| self.lines[usize::from(row)][usize::from(column % 9)];
        for (column, said) in said[..cells].iter_mut().enumerate() {
            *said = names.read(match place {
                ..SECOND_ROW => at(self.path[0], line),
                _ => at(line, self.path[1 + column]),
            });
        }
        Child { line, said, names }
    }

    /// The end of a path.
    fn end(&mut self) -> usize {
        match &self.best {
            Some((best, _)) if !self.less => {
                let mut images = [0; CHOICES];
                for (from, to) in best.iter().zip(&self.path) {
                    images[usize::from(*from)] = *to;
                }
                // What is below the place where the two part is the same for both.
                let parting = (0..CHOICES).find(|&place| best[place] != self.path[place]);
                self.automorphisms.push(images);
                parting.unwrap_or(CHOICES)
            }
            _ => {
                self.best = Some((self.path, self.said));
                self.less = false;
                CHOICES
            }
        }
    }

    /// Whether known automorphisms that fix the lines before a place lead one of some
    /// lines to this one.
    fn is_image(&self, place: usize, line: u8, mut others: impl Iterator<Item = u8>) -> bool {
        let orbit = self.orbit(&self.path[..place], line);
        others.any(|other| orbit >> other & 1 == 1)
    }

    /// The lines that known automorphisms lead a line to, if they fix others.
    fn orbit(&self, fixed: &[u8], line: u8) -> u32 {
        let fixes = |images: &&Path| fixed.iter().all(|&f| images[usize::from(f)] == f);
        let mut orbit = 1u32 << line;
        loop {
            let mut grown = orbit;
            for images in self.automorphisms.iter().filter(fixes) {
                for (from, to) in images.iter().enumerate() {
                    // In a finite group, what leads there leads back.
                    if grown >> from & 1 == 1 {
                        grown |= 1 << to;
                    }
                }
            }
            if grown == orbit {
                return orbit;
            }
            orbit = grown;
        }
    }

    fn found<N: Names>(self) -> Found {
        let (path, said) = self.best.unwrap_or((self.path, self.said));
        // The order of the group is the product of the orbits of its stabilisers.
        let orbits = (0..CHOICES).map(|place| self.orbit(&path[..place], path[place]));
        let automorphisms = orbits.map(|orbit| u64::from(orbit.count_ones())).product();
        let mut rows = [path[0] % 9; 9];
        let mut columns = [0; 9];
        for (row, line) in rows[1..].iter_mut().zip(&path[SECOND_ROW..]) {
            *row = line % 9;
        }
        for (column, line) in columns.iter_mut().zip(&path[1..SECOND_ROW]) {
            *column = line % 9;
        }
        let mut names = N::NEW;
        for row in rows {
            for column in columns {
                let line = 9 * (path[0] / 9) + row;
                names.read(self.lines[usize::from(line)][usize::from(column)]);
            }
        }
        let symmetry = Symmetry::of_parts(rows, columns, path[0] >= 9, names.names());
        Found {
            said,
            symmetry,
            automorphisms,
        }
    }
}
