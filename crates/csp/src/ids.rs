//! The things of a constraint graph, by their numbers.

/// A label: the smallest thing that can be asserted or eliminated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u16);

/// A CSP variable: exactly one of its labels is true in a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u16);

/// A kind of CSP variables (such as "cells"); a label has at most one variable of each kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableKind(pub u8);

impl VariableKind {
    /// The first kind of a model: that of the cells, if the puzzle is a grid.
    pub const FIRST: VariableKind = VariableKind(0);
}

/// A g-label: two or more labels of one variable that some label outside it contradicts together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GLabel(pub u16);

impl Label {
    /// The label's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Variable {
    /// The variable's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl GLabel {
    /// The g-label's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
