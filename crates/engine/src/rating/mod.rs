//! Ratings: what is computed for a puzzle, in one call, sharing work.
//!
//! The classifier takes a puzzle and a request and returns numbers; it reads
//! and writes nothing. The [`registry`] lists all ratings; a [`Case`] is what
//! they are computed from.

mod above;
mod all_orders;
mod bound;
pub mod bpb;
mod case;
pub mod chains;
mod classify;
mod expansion;
mod facts;
mod forcing;
mod ground;
mod in_turn;
mod limits;
mod links;
mod memory;
mod name;
mod order;
mod precedence;
pub mod registry;
mod request;
pub mod spb;
pub mod spbx;
mod special;
mod subsets;
mod traced;
mod track;
mod trid;
mod typed;

pub use above::{Above, above};
pub use bound::{Bound, bound};
pub use case::Case;
pub use chains::ChainRater;
pub(crate) use classify::special_path;
pub use classify::{Classification, Rejection, classify, classify_with, is_defined, solution};
pub use expansion::{Expansion, expand};
pub use facts::{Fact, FactKind, FactValue, UNIT, decimal};
pub use gradus_path::{Rating, Status};
pub use ground::Ground;
pub(crate) use ground::SubsetsByLevel;
pub(crate) use in_turn::Eliminated;
pub use limits::{Limits, MAX_DEPTH};
pub use links::Links;
pub use memory::RatingMemory;
pub use name::{Name, Names, UnknownName};
pub(crate) use precedence::Move;
pub use request::Request;
pub use subsets::{s_rating, with_subsets};
pub(crate) use trid::{path_with, trid_path, trid_path_of};
