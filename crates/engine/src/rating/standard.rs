//! The standard ratings: one entry each, in the order of the columns. New entries go to the
//! end, because the constants of [`Name`](super::Name) are places in this table.

use super::entry::{RatingEntry, Words};
use super::question::Question;
use crate::backdoor::NoStep;
use crate::rules::hls::{self, ChainTheory};
use gradus_path::PathTheory::{Chains, OrWhips, S, Special, SubsetsAnd, Trials};
use gradus_path::{Family, Ladder, Patterns, Special as SpecialChains};

pub(super) const STANDARD: &[RatingEntry] = &[
    RatingEntry::theory("te", "T&E depth", Trials(Ladder::Depths))
        .meaning("depth of Trial and Error over Singles")
        .section("PBCS 11.3"),
    RatingEntry::theory("s", "S", S)
        .meaning("size of Subsets")
        .section("PBCS 8.3"),
    RatingEntry::theory("w", "W", Chains(Family::WHIP))
        .meaning("length of whips")
        .section("PBCS 5.5"),
    RatingEntry::theory("ws", "W+S", SubsetsAnd(Family::WHIP))
        .meaning("length of whips and size of Subsets, side by side")
        .section("PBCS 8.3"),
    RatingEntry::theory("b", "B", Chains(Family::BRAID))
        .meaning("length of braids")
        .section("PBCS 5.5")
        .at_most(&["w"]),
    RatingEntry::theory("gw", "gW", Chains(Family::GWHIP))
        .meaning("length of g-whips")
        .section("PBCS 7.5")
        .at_most(&["w"]),
    RatingEntry::theory("gb", "gB", Chains(Family::GBRAID))
        .meaning("length of g-braids")
        .section("PBCS 7.5")
        .at_most(&["gw", "b"]),
    RatingEntry::theory("spb", "SpB", Trials(Ladder::Subsets))
        .meaning("size of Subsets inside Trial and Error")
        .section("PBCS 9.5"),
    RatingEntry::theory("bpb", "BpB", Trials(Ladder::Braids { depth: 1 }))
        .meaning("length of braids inside Trial and Error, for puzzles of depth 2")
        .section("PBCS 11.2"),
    RatingEntry::theory("bpbb", "BpBB", Trials(Ladder::Braids { depth: 2 }))
        .meaning("length of braids inside Trial and Error of depth 2, for puzzles of depth 3")
        .section("PBCS 11.4"),
    RatingEntry::asking("hls", "HLS level", Question::HlsLevel)
        .meaning("first of the levels L1_0 to L16 that solves, by rules in one space each")
        .section("HLS XXI")
        .words(Words {
            values: &hls::LEVELS,
            beyond: ">L16",
        }),
    RatingEntry::asking("hls_rule", "HLS rule", Question::HlsRule)
        .meaning("first of the fifteen theories up to L4_0 that solves, from 0: naked Singles")
        .section("HLS XXI"),
    RatingEntry::asking("hls_xy", "HLS XY", Question::HlsChains(ChainTheory::Xy))
        .meaning("length of chains beyond L4_0, of type xy alone; 0 if L4_0 solves")
        .section("HLS XXI"),
    RatingEntry::asking("hls_hxy", "HLS HXY", Question::HlsChains(ChainTheory::Hxy))
        .meaning("length of chains beyond L4_0, of the types xy and hxy")
        .section("HLS XXI"),
    RatingEntry::asking("hls_c", "HLS C", Question::HlsChains(ChainTheory::C))
        .meaning("length of chains beyond L4_0, of the types xy to c")
        .section("HLS XXI"),
    RatingEntry::asking("hls_xyt", "HLS XYT", Question::HlsChains(ChainTheory::Xyt))
        .meaning("length of chains beyond L4_0, of the types xy to xyt")
        .section("HLS XXI"),
    RatingEntry::asking(
        "hls_hxyt",
        "HLS HXYT",
        Question::HlsChains(ChainTheory::Hxyt),
    )
    .meaning("length of chains beyond L4_0, of the types xy to hxyt")
    .section("HLS XXI"),
    RatingEntry::asking(
        "hls_xyzt",
        "HLS XYZT",
        Question::HlsChains(ChainTheory::Xyzt),
    )
    .meaning("length of chains beyond L4_0, of the types xy to xyzt")
    .section("HLS XXI"),
    RatingEntry::asking(
        "hls_hxyzt",
        "HLS HXYZT",
        Question::HlsChains(ChainTheory::Hxyzt),
    )
    .meaning("length of chains beyond L4_0, of all types, hxyzt up to 7 (hls: up to 6)")
    .section("HLS XXI"),
    RatingEntry::theory("gte", "gT&E depth", Trials(Ladder::GDepths))
        .meaning("depth of Trial and Error over whips[1]")
        .section("PBCS 7.6")
        .at_most(&["te"]),
    RatingEntry::theory("spbx", "SpB+x", Trials(Ladder::Fish))
        .meaning("SpB, then 5 with finned fish and 6 with belts inside Trial and Error")
        .section("PBCS 9.6")
        .at_most(&["spb"]),
    RatingEntry::asking("belts", "belts", Question::Belts)
        .meaning("number of x2y2-belts after Singles and whips[1]")
        .section("PBCS 13.4"),
    RatingEntry::theory("bc", "BC", Special(SpecialChains::BivChains))
        .meaning("length of bivalue chains")
        .section("PBCS 5.1"),
    RatingEntry::theory("z", "Z", Special(SpecialChains::ZChains))
        .meaning("length of z-chains")
        .section("PBCS 5.1")
        .at_most(&["bc"]),
    RatingEntry::theory("tw", "tW", Special(SpecialChains::TWhips))
        .meaning("length of t-whips")
        .section("PBCS 5.2")
        .at_most(&["bc"]),
    RatingEntry::theory("tyw", "TyW", Special(SpecialChains::TypedWhips))
        .meaning("length of whips whose variables are of one kind")
        .section("UM 6.5"),
    RatingEntry::theory("fw", "FW", Special(SpecialChains::ForcingWhips))
        .meaning("length of whips and forcing whips")
        .section("UM 3.3")
        .at_most(&["w"]),
    RatingEntry::theory("f3w", "F3W", Special(SpecialChains::Forcing3Whips))
        .meaning("length of whips, forcing whips and forcing3-whips")
        .section("UM 3.3")
        .at_most(&["fw"]),
    RatingEntry::theory("sgw", "S+gW", SubsetsAnd(Family::GWHIP))
        .meaning("length of g-whips and size of Subsets, side by side")
        .section("PBCS 8.3")
        .at_most(&["ws", "gw"]),
    RatingEntry::theory("bs", "B+S", SubsetsAnd(Family::BRAID))
        .meaning("length of braids and size of Subsets, side by side")
        .section("PBCS 8.3")
        .at_most(&["ws", "b"]),
    RatingEntry::theory("gbs", "gB+S", SubsetsAnd(Family::GBRAID))
        .meaning("length of g-braids and size of Subsets, side by side")
        .section("PBCS 8.3")
        .at_most(&["sgw", "bs", "gb"]),
    RatingEntry::asking("tridagons", "tridagons", Question::Tridagons)
        .meaning("number of anti-tridagons after Subsets and finned fish")
        .section("UM 14.2"),
    RatingEntry::asking("guardians", "guardians", Question::Guardians)
        .meaning("least number of guardians of an anti-tridagon")
        .section("UM 14.8"),
    RatingEntry::theory("trid", "Trid-OR5W", OrWhips(Patterns::Tridagons))
        .meaning("level of Subsets, finned fish, whips and OR5-whips of anti-tridagons, up to 8")
        .section("UM 14.20"),
    RatingEntry::asking("b_brt", "b(BRT)", Question::Backdoor(NoStep::Brt))
        .meaning("size of the smallest backdoor: labels that let Singles solve, up to 3")
        .section("PBCS 11.5"),
    RatingEntry::asking("b_w1", "b(W1)", Question::Backdoor(NoStep::W1))
        .meaning("the same for Singles and whips[1]")
        .section("PBCS 11.5")
        .at_most(&["b_brt"]),
    RatingEntry::asking("one_step", "one step", Question::OneStep)
        .meaning("length of the shortest whip that alone solves, after whips[1]")
        .section("UM 13.2"),
];
