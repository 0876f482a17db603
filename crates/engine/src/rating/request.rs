//! A request for ratings.

use super::limits::Limits;
use super::name::Names;

/// The ratings to compute, and the limits of the search.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The requested ratings.
    pub names: Names,
    /// Limits of the search.
    pub limits: Limits,
}
