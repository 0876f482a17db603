//! The questions that a rating may ask about a puzzle.

use super::request::Limits;
use crate::backdoor::NoStep;
use crate::rules::hls::ChainTheory;
use gradus_path::{PathTheory, Rating};

/// A question about a puzzle with one solution. Every answer is a rating.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The first level of a theory that solves.
    Theory(PathTheory),
    /// The size of the smallest backdoor.
    Backdoor(NoStep),
    /// The length of the shortest whip that alone solves, modulo whips\[1\].
    OneStep,
    /// The number of belts after Singles and whips\[1\].
    Belts,
    /// The number of anti-tridagons after Subsets and finned fish.
    Tridagons,
    /// The least number of guardians of one of these.
    Guardians,
    /// The place of the first theory of HLS up to L4_0 that solves.
    HlsRule,
    /// The place of the first level of HLS that solves.
    HlsLevel,
    /// The length of the chains that a theory of HLS needs beyond L4_0.
    HlsChains(ChainTheory),
}

/// A puzzle with one solution, as the function of a rating sees it. Answers are kept, so
/// asking twice costs nothing.
pub trait Case {
    /// The limits of the search.
    fn limits(&self) -> Limits;
    /// Number of candidates left by Singles and whips\[1\].
    fn candidates(&self) -> usize;
    /// The answer to a question: not applicable where it makes no sense for the puzzle.
    fn ask(&mut self, question: Question) -> Rating;
}
