//! Ratings of a puzzle, computed in one call that shares work.
//!
//! The classifier takes a puzzle and a request and returns numbers; it reads and writes
//! nothing. The [`registry`] lists all ratings; they are computed from a [`Case`].

mod above;
mod all_orders;
pub mod bpb;
mod case;
pub mod chains;
mod classify;
mod entry;
mod expansion;
mod facts;
mod forcing;
mod ground;
mod in_turn;
mod name;
mod nearest;
mod order;
mod precedence;
mod question;
pub mod registry;
mod rejection;
mod request;
mod round_robin;
pub mod spb;
mod special;
mod standard;
mod subsets;
mod traced;
mod track;
mod trid;
mod typed;

pub use above::{Above, Bound, above, bound};
pub use chains::ChainRater;
pub(crate) use classify::special_path;
pub use classify::{Classification, RatingMemory, classify, classify_with, is_defined};
pub use expansion::{Expansion, expand, expand_within};
pub use facts::{Fact, FactKind, FactValue, LinkCount, UNIT, decimal};
pub use gradus_path::{Rating, Status};
pub(crate) use ground::GroundTheory;
pub(crate) use in_turn::Eliminated;
pub use name::{Name, Names, UnknownName};
pub use nearest::nearest;
pub(crate) use precedence::OrderMove;
pub use question::{Case, Question};
pub use rejection::{Rejection, solution, solution_within};
pub use request::{Limits, MAX_DEPTH, Request};
pub(crate) use round_robin::RoundRobin;
pub use subsets::{s_rating, with_subsets};
pub(crate) use trid::{path_with, trid_path, trid_path_of};
