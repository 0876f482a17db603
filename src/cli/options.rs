//! Options that several commands share.

use clap::Args;

use gradus_engine::rating::{Limits, Names, Request};

/// Which ratings to compute, and how hard to try.
#[derive(Args)]
pub struct RatingOptions {
    /// Ratings, of te, s, w, ws, b, gw, gb, spb, bpb, bpbb with commas between;
    /// or all
    #[arg(long, value_name = "LIST", default_value_t)]
    pub ratings: Names,

    #[command(flatten)]
    limits: LimitOptions,
}

impl RatingOptions {
    /// The request that these options make.
    pub fn request(&self) -> Request {
        Request {
            names: self.ratings.clone(),
            limits: self.limits.limits(),
        }
    }
}

/// How hard to try.
#[derive(Args)]
pub struct LimitOptions {
    /// Longest chains to try; a rating beyond is told as a lower bound
    #[arg(long, value_name = "N", default_value_t = 36, value_parser = clap::value_parser!(u8).range(1..=99))]
    max_length: u8,

    /// Search nodes for each path that a rating follows, 0 for no limit; beyond,
    /// the rating is told as a lower bound
    #[arg(long, value_name = "N", default_value_t = Limits::default().budget)]
    budget: u64,
}

impl LimitOptions {
    /// The limits that these options set.
    pub fn limits(&self) -> Limits {
        Limits {
            max_length: self.max_length.into(),
            budget: match self.budget {
                0 => u64::MAX,
                nodes => nodes,
            },
        }
    }
}
