//! Options that several commands share.

use std::str::FromStr;

use clap::Args;

use crate::expression::Condition;
use gradus_engine::rating::{Fact, Limits, MAX_DEPTH, Name, Names, Request};
use gradus_puzzles::kind_names;

/// Which rows of tables count.
#[derive(Args)]
pub(super) struct RowOptions {
    /// Only rows for which this holds, such as 'te = 2 and bpb >= 6', 'w - b >= 2',
    /// 'w_status = upper' or 'comment ~ "17c"'
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<Condition>,
}

/// What kind of puzzles there are.
#[derive(Args)]
pub(super) struct KindOptions {
    /// The kind of the puzzles that do not show theirs, such as latin
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    pub kind: Option<String>,
}

fn kind(word: &str) -> Result<String, String> {
    let known = kind_names().find(|known| known.eq_ignore_ascii_case(word));
    known.map(str::to_string).ok_or_else(|| {
        let kinds: Vec<&str> = kind_names().collect();
        format!("the kinds are {}", kinds.join(", "))
    })
}

/// Which ratings to compute, and how hard to try.
#[derive(Args)]
pub(super) struct RatingOptions {
    /// The ratings to compute.
    #[arg(long, value_name = "LIST", default_value_t, help = ratings_help())]
    pub ratings: Names,

    #[command(flatten)]
    pub limits: LimitOptions,
}

/// The ratings of the registry, each with its meaning.
fn ratings_help() -> String {
    let mut help =
        "Ratings to compute, separated by commas; all for te to bpbb, or everything:".to_string();
    for name in Name::all() {
        let entry = name.entry();
        help.push_str(&format!("\n  {:<9} {}", entry.column, entry.meaning));
    }
    for fact in Fact::ALL {
        help.push_str(&format!("\n  {:<9} {}", fact.column(), fact.meaning()));
    }
    help
}

impl RatingOptions {
    /// The request that these options make.
    pub(super) fn request(&self) -> Request {
        Request {
            names: self.ratings.clone(),
            limits: self.limits.limits(),
        }
    }
}

/// How hard to try.
#[derive(Args)]
pub(super) struct LimitOptions {
    /// Longest chains to try; beyond it, a rating is reported as a lower bound
    #[arg(long, value_name = "N", default_value_t = 36, value_parser = clap::value_parser!(u8).range(1..=99))]
    max_length: u8,

    /// Search nodes for each path that a rating follows, 0 for no limit; beyond it,
    /// a rating is reported as a lower bound
    #[arg(long, value_name = "N", default_value_t = Limits::default().budget)]
    budget: u64,

    /// Deepest Trial and Error to try for te and gte; a puzzle that is deeper is
    /// reported with a lower bound
    #[arg(long, value_name = "N", default_value_t = MAX_DEPTH as u8, value_parser = clap::value_parser!(u8).range(1..=9))]
    max_depth: u8,
}

impl LimitOptions {
    /// The limits that these options set.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            max_length: self.max_length.into(),
            budget: match self.budget {
                0 => u64::MAX,
                nodes => nodes,
            },
            max_depth: self.max_depth.into(),
        }
    }
}

/// A number of bytes.
#[derive(Clone, Copy)]
pub(super) struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
        let upper = text.to_ascii_uppercase();
        let unit = units
            .iter()
            .find_map(|(unit, shift)| Some((upper.strip_suffix(unit)?, *shift)));
        let (number, shift) = unit.unwrap_or((&upper, 0));
        let bytes = number
            .parse()
            .ok()
            .and_then(|number: u64| number.checked_mul(1 << shift));
        bytes.map(Size).ok_or_else(|| {
            "a size is a number of bytes, or one with K, M, G or T: 500M".to_string()
        })
    }
}
