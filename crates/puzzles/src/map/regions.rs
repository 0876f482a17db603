//! The regions of a map.

use super::picture::Picture;

/// The regions of a map and their borders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    /// Number of colours.
    pub colours: usize,
    /// Number of regions.
    pub count: usize,
    /// Pairs of regions with a common border, counted from 0: the lesser first, each once,
    /// in order.
    pub borders: Vec<(usize, usize)>,
    /// Where the regions lie, if the text has it.
    pub picture: Option<Picture>,
}
