//! A resolution state as the rules of Slitherlink see it: lines that are present (TRUE) or
//! absent (FALSE), the numbers of cells and their colours. All of it is derived only from the
//! labels left, so that a fact of a state is also a fact of any later one.

use super::grid::Edge;
use super::layout::{IN, Layout, OUT, Site};
use gradus_csp::{Bits, Label, StateBits};

/// A state.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) layout: &'a Layout,
    pub(super) known: StateBits<'a>,
}

/// The bits of the labels "this line is absent".
const NOT_THERE: u64 = 0x5555_5555_5555_5555;

impl Facts<'_> {
    /// Returns true if a label is left.
    pub(super) fn is_left(&self, label: Label) -> bool {
        self.known.is_left(label)
    }

    /// Returns true if a line is present.
    pub(super) fn is_true(&self, line: Edge) -> bool {
        !self.is_left(self.layout.line(line, false))
    }

    /// Returns true if a line is absent.
    pub(super) fn is_false(&self, line: Edge) -> bool {
        !self.is_left(self.layout.line(line, true))
    }

    /// Returns true if a line is undecided.
    pub(super) fn is_open(&self, line: Edge) -> bool {
        !self.is_true(line) && !self.is_false(line)
    }

    /// The lines that are present. The first labels are those of lines, two each.
    pub(super) fn true_lines(&self) -> impl Iterator<Item = Edge> + '_ {
        let lines = self.layout.grid.line_count();
        let words = self.known.left.iter().enumerate();
        let words = words.take(lines.div_ceil(32));
        let found = words.flat_map(|(at, &word)| {
            Bits(!word & NOT_THERE).map(move |bit| at * 32 + bit as usize / 2)
        });
        let found = found.take_while(move |&line| line < lines);
        found.map(|line| Edge(line as u16))
    }

    /// The number of sides of a cell, if it is given or decided.
    pub(super) fn number(&self, cell: usize) -> Option<u8> {
        if let Some(given) = self.layout.givens[cell] {
            return Some(given);
        }
        let mut left = self.layout.labels_of(Site::Number(cell));
        let first = left.find(|&label| self.is_left(label))?;
        let more = left.any(|label| self.is_left(label));
        (!more).then(|| self.layout.value(first))
    }

    /// The colour of a cell, if it is decided.
    pub(super) fn colour(&self, cell: usize) -> Option<u8> {
        let mut labels = self.layout.labels_of(Site::Colour(cell));
        let mut is_left = || labels.next().is_some_and(|label| self.is_left(label));
        match (is_left(), is_left()) {
            (true, false) => Some(OUT),
            (false, true) => Some(IN),
            _ => None,
        }
    }
}
