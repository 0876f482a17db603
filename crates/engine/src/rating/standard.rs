//! The standard ratings: one entry each, in the order of the columns. New entries go to the
//! end, because the constants of [`Name`](super::Name) are places in this table.

use super::entry::{Cost, RatingEntry, Words};
use super::question::Question::{self, *};
use crate::backdoor::NoStep;
use crate::rules::hls::{self, ChainTheory};
use gradus_path::PathTheory::{self, Chains, OrWhips, S, SubsetsAnd};
use gradus_path::{Family, Ladder, Patterns, Special};

type Text = &'static str;

const fn asking(column: Text, heading: Text, section: Text, question: Question) -> RatingEntry {
    RatingEntry::asking(column, heading, question).section(section)
}

const fn theory(column: Text, heading: Text, section: Text, theory: PathTheory) -> RatingEntry {
    asking(column, heading, section, Theory(theory))
}

const fn trials(column: Text, heading: Text, section: Text, ladder: Ladder) -> RatingEntry {
    theory(column, heading, section, PathTheory::Trials(ladder))
}

const fn special(column: Text, heading: Text, section: Text, special: Special) -> RatingEntry {
    theory(column, heading, section, PathTheory::Special(special))
}

const fn hls(column: Text, heading: Text, theory: ChainTheory) -> RatingEntry {
    asking(column, heading, "HLS XXI", HlsChains(theory))
}

pub(super) const STANDARD: &[RatingEntry] = &[
    trials("te", "T&E depth", "PBCS 11.3", Ladder::Depths)
        .meaning("depth of Trial and Error over Singles")
        .cost(Cost::Low),
    theory("s", "S", "PBCS 8.3", S)
        .meaning("size of Subsets")
        .cost(Cost::Low),
    theory("w", "W", "PBCS 5.5", Chains(Family::WHIP))
        .meaning("length of whips")
        .cost(Cost::High),
    theory("ws", "W+S", "PBCS 8.3", SubsetsAnd(Family::WHIP))
        .meaning("length of whips and size of Subsets, side by side")
        .cost(Cost::High),
    theory("b", "B", "PBCS 5.5", Chains(Family::BRAID))
        .meaning("length of braids")
        .cost(Cost::Medium)
        .at_most(&["w"]),
    theory("gw", "gW", "PBCS 7.5", Chains(Family::GWHIP))
        .meaning("length of g-whips")
        .cost(Cost::High)
        .at_most(&["w"]),
    theory("gb", "gB", "PBCS 7.5", Chains(Family::GBRAID))
        .meaning("length of g-braids")
        .cost(Cost::Medium)
        .at_most(&["gw", "b"]),
    trials("spb", "SpB", "PBCS 9.5", Ladder::Subsets)
        .meaning("size of Subsets inside Trial and Error")
        .cost(Cost::Low),
    trials("bpb", "BpB", "PBCS 11.2", Ladder::Braids { depth: 1 })
        .meaning("length of braids inside Trial and Error, for puzzles of depth 2")
        .cost(Cost::Medium),
    trials("bpbb", "BpBB", "PBCS 11.4", Ladder::Braids { depth: 2 })
        .meaning("length of braids inside Trial and Error of depth 2, for puzzles of depth 3")
        .cost(Cost::Medium),
    asking("hls", "HLS level", "HLS XXI", HlsLevel)
        .meaning("first of the levels L1_0 to L16 that solves, by rules in one space each")
        .cost(Cost::Low)
        .words(Words {
            values: &hls::LEVELS,
            beyond: ">L16",
        }),
    asking("hls_rule", "HLS rule", "HLS XXI", HlsRule)
        .meaning("first of the fifteen theories up to L4_0 that solves, from 0: naked Singles")
        .cost(Cost::Low),
    hls("hls_xy", "HLS XY", ChainTheory::Xy)
        .meaning("length of chains beyond L4_0, of type xy alone; 0 if L4_0 solves")
        .cost(Cost::Low),
    hls("hls_hxy", "HLS HXY", ChainTheory::Hxy)
        .meaning("length of chains beyond L4_0, of the types xy and hxy")
        .cost(Cost::Low),
    hls("hls_c", "HLS C", ChainTheory::C)
        .meaning("length of chains beyond L4_0, of the types xy to c")
        .cost(Cost::Low),
    hls("hls_xyt", "HLS XYT", ChainTheory::Xyt)
        .meaning("length of chains beyond L4_0, of the types xy to xyt")
        .cost(Cost::Low),
    hls("hls_hxyt", "HLS HXYT", ChainTheory::Hxyt)
        .meaning("length of chains beyond L4_0, of the types xy to hxyt")
        .cost(Cost::Low),
    hls("hls_xyzt", "HLS XYZT", ChainTheory::Xyzt)
        .meaning("length of chains beyond L4_0, of the types xy to xyzt")
        .cost(Cost::Low),
    hls("hls_hxyzt", "HLS HXYZT", ChainTheory::Hxyzt)
        .meaning("length of chains beyond L4_0, of all types, hxyzt up to 7 (hls: up to 6)")
        .cost(Cost::Low),
    trials("gte", "gT&E depth", "PBCS 7.6", Ladder::GDepths)
        .meaning("depth of Trial and Error over whips[1]")
        .cost(Cost::Low)
        .at_most(&["te"]),
    trials("spbx", "SpB+x", "PBCS 9.6", Ladder::Fish)
        .meaning("SpB, then 5 with finned fish and 6 with belts inside Trial and Error")
        .cost(Cost::Low)
        .at_most(&["spb"]),
    asking("belts", "belts", "PBCS 13.4", Belts)
        .meaning("number of x2y2-belts after Singles and whips[1]")
        .cost(Cost::Low),
    special("bc", "BC", "PBCS 5.1", Special::BivChains)
        .meaning("length of bivalue chains")
        .cost(Cost::High),
    special("z", "Z", "PBCS 5.1", Special::ZChains)
        .meaning("length of z-chains")
        .cost(Cost::High)
        .at_most(&["bc"]),
    special("tw", "tW", "PBCS 5.2", Special::TWhips)
        .meaning("length of t-whips")
        .cost(Cost::High)
        .at_most(&["bc"]),
    special("tyw", "TyW", "UM 6.5", Special::TypedWhips)
        .meaning("length of whips whose variables are of one kind")
        .cost(Cost::High),
    special("fw", "FW", "UM 3.3", Special::ForcingWhips)
        .meaning("length of whips and forcing whips")
        .cost(Cost::High)
        .at_most(&["w"]),
    special("f3w", "F3W", "UM 3.3", Special::Forcing3Whips)
        .meaning("length of whips, forcing whips and forcing3-whips")
        .cost(Cost::High)
        .at_most(&["fw"]),
    theory("sgw", "S+gW", "PBCS 8.3", SubsetsAnd(Family::GWHIP))
        .meaning("length of g-whips and size of Subsets, side by side")
        .cost(Cost::High)
        .at_most(&["ws", "gw"]),
    theory("bs", "B+S", "PBCS 8.3", SubsetsAnd(Family::BRAID))
        .meaning("length of braids and size of Subsets, side by side")
        .cost(Cost::Medium)
        .at_most(&["ws", "b"]),
    theory("gbs", "gB+S", "PBCS 8.3", SubsetsAnd(Family::GBRAID))
        .meaning("length of g-braids and size of Subsets, side by side")
        .cost(Cost::Medium)
        .at_most(&["sgw", "bs", "gb"]),
    asking("tridagons", "tridagons", "UM 14.2", Tridagons)
        .meaning("number of anti-tridagons after Subsets and finned fish")
        .cost(Cost::Low),
    asking("guardians", "guardians", "UM 14.8", Guardians)
        .meaning("least number of guardians of an anti-tridagon")
        .cost(Cost::Low),
    theory(
        "trid",
        "Trid-OR5W",
        "UM 14.20",
        OrWhips(Patterns::Tridagons),
    )
    .meaning("level of Subsets, finned fish, whips and OR5-whips of anti-tridagons, up to 8")
    .cost(Cost::High),
    asking("b_brt", "b(BRT)", "PBCS 11.5", Backdoor(NoStep::Brt))
        .meaning("size of the smallest backdoor: labels that let Singles solve, up to 3")
        .cost(Cost::Low),
    asking("b_w1", "b(W1)", "PBCS 11.5", Backdoor(NoStep::W1))
        .meaning("the same for Singles and whips[1]")
        .cost(Cost::Low)
        .at_most(&["b_brt"]),
    asking("one_step", "one step", "UM 13.2", OneStep)
        .meaning("length of the shortest whip that alone solves, after whips[1]")
        .cost(Cost::Medium),
];
