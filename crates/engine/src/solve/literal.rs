//! What is known of a label: that it is true, or that it is false.

use gradus_csp::Label;

/// A label that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// A label that is true.
    pub(super) fn yes(label: Label) -> Literal {
        Literal((label.index() as u32) << 1)
    }

    /// A label that is false.
    pub(super) fn no(label: Label) -> Literal {
        Literal((label.index() as u32) << 1 | 1)
    }

    pub(super) fn label(self) -> Label {
        Label::new((self.0 >> 1) as usize)
    }

    pub(super) fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn opposite(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    /// A place in tables that have two for each label.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
