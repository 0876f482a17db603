//! Chains as data, for display and for checking them again.

use crate::technique::Technique;

/// Why a node follows from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// It is an assumption.
    Assumed,
    /// The cell has one candidate only, or another value.
    Cell,
    /// The block has one place only for the digit, or has it elsewhere.
    Block,
    /// The same of the row.
    Row,
    /// The same of the column.
    Column,
    /// Another technique removes it, on the grid without what the parents exclude.
    Technique,
}

impl Cause {
    pub(crate) fn region(kind: usize) -> Cause {
        [Cause::Block, Cause::Row, Cause::Column][kind]
    }
}

/// A statement: this candidate is true (on) or false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The cell, row by row from 0.
    pub cell: u8,
    /// The digit, from 1.
    pub digit: u8,
    /// Whether the candidate is true.
    pub on: bool,
    /// Why it follows.
    pub cause: Cause,
    /// The nodes it follows from, as indices in the chain.
    pub parents: Vec<usize>,
    /// The nested chain that removes it: an index in [`Chain::nested`].
    pub nested: Option<usize>,
}

/// The reasons of a step: all nodes that its targets depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The technique of the chain.
    pub technique: Technique,
    /// Its complexity, with that of its nested chains.
    pub complexity: u32,
    /// The nodes. Parents may come before or after.
    pub nodes: Vec<Node>,
    /// The nodes that lead to the conclusion, as indices: one for each assumption, or the two
    /// that contradict each other.
    pub targets: Vec<usize>,
    /// The chains nested in it.
    pub nested: Vec<Chain>,
}
