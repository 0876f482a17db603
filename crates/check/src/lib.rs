#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

mod claims;
mod kinds;
mod record;
mod replay;

pub use claims::Unverified;
pub use record::{BUDGET, Verdict, check_path_of, check_record, check_record_within};
pub use replay::{
    Refusal, check_belt, check_chain, check_finned_fish, check_forcing, check_impossible,
    check_path, check_subset,
};
