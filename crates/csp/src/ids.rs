//! Indices of labels, variables and g-labels of a constraint graph.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u16);

        impl $name {
            /// The id with an index, counted from 0.
            #[inline]
            pub const fn new(index: usize) -> $name {
                debug_assert!(index <= u16::MAX as usize);
                $name(index as u16)
            }

            /// The index, for tables.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A label: the smallest thing that can be asserted or eliminated.
    Label;
    /// A CSP variable: exactly one of its labels is true in a solution.
    Variable;
    /// A g-label: two or more labels of one variable that some label outside it contradicts
    /// together.
    GLabel;
}

/// A kind of CSP variables (such as "cells"); a label has at most one variable of each kind.
/// The first kind of a grid is that of its cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableKind(pub u8);
