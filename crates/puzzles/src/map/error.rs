//! Why a text is no map.

use thiserror::Error;

use super::colours::COLOURS;
use gradus_csp::TooLarge;

/// Why a text is no map. Regions are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MapError {
    /// The parts are colours, givens and borders.
    #[error(
        "{0} parts between commas: expected COLOURS,GIVENS,BORDERS, such as 4,R..B,1-2-3:2-4, or an id of Tatham's Map"
    )]
    Parts(usize),
    /// The number of colours is none.
    #[error("the number of colours is {0:?}: expected 1 to {most}", most = COLOURS.len())]
    Colours(String),
    /// A region has a symbol that is no colour.
    #[error("region {region} is {found:?}: expected one of {colours}, or `.`")]
    Given {
        /// From 1.
        region: usize,
        /// What is there.
        found: char,
        /// The symbols of the colours.
        colours: &'static str,
    },
    /// There is no region.
    #[error("there is no region")]
    Empty,
    /// A list names what is no region.
    #[error("list {list} of the borders has {found:?}: expected a region from 1 to {count}")]
    Region {
        /// From 1.
        list: usize,
        /// What is there.
        found: String,
        /// The number of regions.
        count: usize,
    },
    /// A region borders on itself.
    #[error("region {0} borders on itself")]
    Itself(usize),
    /// The description has no comma.
    #[error("the description of the id has no comma between borders and givens")]
    IdParts,
    /// The size of the picture.
    #[error("a map of {width} by {height} squares: expected 1 to {most} of each")]
    IdSize {
        /// Squares in a row.
        width: usize,
        /// Squares in a column.
        height: usize,
        /// The most of each.
        most: usize,
    },
    /// A symbol that is no run of borders.
    #[error("character {position} of the borders is {found:?}: expected a letter from a to z")]
    IdBorder {
        /// From 1.
        position: usize,
        /// What is there.
        found: char,
    },
    /// More or less borders than there are places.
    #[error("the borders have {found} places: a map of this size has {expected}")]
    IdPlaces {
        /// What the runs add up to.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// The borders make another number of regions.
    #[error("the borders make {found} regions: the parameters say {expected}")]
    IdRegions {
        /// What the borders make.
        found: usize,
        /// What the parameters say.
        expected: usize,
    },
    /// A symbol that is neither a colour nor a run of regions without.
    #[error(
        "character {position} of the givens is {found:?}: expected a colour from 0 to 3 or a letter from a to z"
    )]
    IdGiven {
        /// From 1.
        position: usize,
        /// What is there.
        found: char,
    },
    /// More or less givens than regions.
    #[error("the givens are for {found} regions: there are {expected}")]
    IdGivens {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// It cannot be rated.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}
