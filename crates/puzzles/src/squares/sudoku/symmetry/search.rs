//! The least form of any contents of 81 cells, by a depth-first search over
//! the order of lines, one line at a time, that learns automorphisms and uses them.
//!
//! The first row is chosen, then the columns from left to right, then the other rows. The
//! search follows only the next lines with the least cells, and only one of those that a
//! known automorphism maps to each other while fixing all lines before them.
//! Two ends with equal contents are an automorphism. Everything that is not in the orbit of
//! something else is tried, so the form is the least; the search keeps one path and a few
//! generators, so its memory does not grow; it reaches at most 2 × 6⁸ ends.

use std::cmp::Ordering;

use super::Canonical;
use super::lines::lines;
use super::names::DigitNames;
use super::transformation::Symmetry;

/// Lines in the order in which they are chosen: the first row, nine columns, the rest.
const CHOICES: usize = 18;

/// The index of the second row among the choices.
const SECOND_ROW: usize = 10;

type Path = [u8; CHOICES];

/// The lines of a mask.
fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let line = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (line < u32::BITS).then_some(line as u8)
    })
}

/// The least form of the contents of the cells, and a symmetry that yields it.
pub(crate) fn least<N: DigitNames>(cells: &[u16; 81]) -> Canonical<[u16; 81]> {
    let mut search = LineSearch {
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

struct LineSearch {
    lines: [[u16; 9]; 18],
    /// The lines chosen so far.
    path: Path,
    /// The cells in the order of the path.
    said: [u16; 81],
    best: Option<(Path, [u16; 81])>,
    /// True if the path is already less than the best; its end will be the new best.
    less: bool,
    /// The new place of each line.
    automorphisms: Vec<Path>,
}

impl LineSearch {
    /// Chooses the lines from a place on. Returns the place to backtrack to if everything
    /// between is known to be equivalent to something already tried.
    fn choose<N: DigitNames>(&mut self, place: usize, names: N) -> usize {
        if place == CHOICES {
            return self.end();
        }
        let (cell, cells) = match place {
            0 => (0, 0),
            1..SECOND_ROW => (place - 1, 1),
            _ => (9 * (place - SECOND_ROW + 1), 9),
        };
        let (said, least) = self.least(place, names, cells);
        if let (false, Some((_, best))) = (self.less, &self.best) {
            match said[..cells].cmp(&best[cell..cell + cells]) {
                Ordering::Greater => return place,
                Ordering::Less => self.less = true,
                Ordering::Equal => {}
            }
        }
        let mut tried = 0;
        for line in bits(least) {
            if tried != 0 && self.orbit(&self.path[..place], line) & tried != 0 {
                continue;
            }
            tried |= 1 << line;
            self.path[place] = line;
            self.said[cell..cell + cells].copy_from_slice(&said[..cells]);
            let mut names = names;
            self.say(place, line, &mut names, &mut [0; 9][..cells]);
            let back = self.choose(place + 1, names);
            if back < place {
                return back;
            }
        }
        place
    }

    /// The least contents of lines at a place, and the lines that have them.
    fn least<N: DigitNames>(&self, place: usize, names: N, cells: usize) -> ([u16; 9], u32) {
        let mut least = ([u16::MAX; 9], 0);
        for line in bits(self.open(place)) {
            let (mut said, mut names) = ([0; 9], names);
            self.say(place, line, &mut names, &mut said[..cells]);
            match said.cmp(&least.0) {
                Ordering::Less => least = (said, 1 << line),
                Ordering::Equal => least.1 |= 1 << line,
                Ordering::Greater => {}
            }
        }
        least
    }

    /// The lines that can be chosen at a place, one bit each.
    fn open(&self, place: usize) -> u32 {
        if place == 0 {
            return (1 << CHOICES) - 1;
        }
        let is_row = place >= SECOND_ROW;
        // The number of lines of its kind before it, the last of them, and all.
        let (before, last) = match is_row {
            true if place == SECOND_ROW => (1, self.path[0]),
            true => (place - SECOND_ROW + 1, self.path[place - 1]),
            false => (place - 1, self.path[place - 1]),
        };
        let mut chosen = self.path[..place]
            .iter()
            .fold(0u32, |mask, line| mask | 1 << line);
        if !before.is_multiple_of(3) {
            return (0b111 << (last / 3 * 3)) & !chosen;
        }
        // The band is complete: no line of it is left.
        let is_first_side = (self.path[0] < 9) == is_row;
        chosen |= if is_first_side { !0x1ff } else { 0x1ff };
        ((1 << CHOICES) - 1) & !chosen
    }

    /// The contents of a line at a place.
    #[inline]
    fn say<N: DigitNames>(&self, place: usize, line: u8, names: &mut N, said: &mut [u16]) {
        let at = |row: u8, column: u8| self.lines[usize::from(row)][usize::from(column % 9)];
        for (column, said) in said.iter_mut().enumerate() {
            *said = names.read(match place {
                ..SECOND_ROW => at(self.path[0], line),
                _ => at(line, self.path[1 + column]),
            });
        }
    }

    /// The end of a path.
    fn end(&mut self) -> usize {
        match &self.best {
            Some((best, _)) if !self.less => {
                let mut images = [0; CHOICES];
                for (from, to) in best.iter().zip(&self.path) {
                    images[usize::from(*from)] = *to;
                }
                // Everything below the place where the two diverge is equivalent.
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

    /// The images of a line under known automorphisms that fix the other lines.
    fn orbit(&self, fixed: &[u8], line: u8) -> u32 {
        let fixes = |images: &&Path| fixed.iter().all(|&f| images[usize::from(f)] == f);
        let mut orbit = 1u32 << line;
        loop {
            let mut grown = orbit;
            for images in self.automorphisms.iter().filter(fixes) {
                for (from, to) in images.iter().enumerate() {
                    // In a finite group, images are also preimages.
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

    fn found<N: DigitNames>(self) -> Canonical<[u16; 81]> {
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
        Canonical {
            puzzle: said,
            symmetry,
            automorphisms,
        }
    }
}
