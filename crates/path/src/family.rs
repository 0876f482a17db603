//! The four families of chains: whips and braids, with g-candidates and without.
//! PBCS 5.2, 5.4, 7.3 and 7.4.

/// A family of chains: continuous (whips) or not (braids), with g-candidates or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Family {
    /// True for braids, false for whips.
    pub braid: bool,
    /// True to allow right-linking g-candidates.
    pub groups: bool,
}

impl Family {
    /// Whips, rating W.
    pub const WHIP: Family = Family {
        braid: false,
        groups: false,
    };
    /// Braids, rating B.
    pub const BRAID: Family = Family {
        braid: true,
        groups: false,
    };
    /// g-whips, rating gW.
    pub const GWHIP: Family = Family {
        braid: false,
        groups: true,
    };
    /// g-braids, rating gB.
    pub const GBRAID: Family = Family {
        braid: true,
        groups: true,
    };

    /// The name of its chains.
    pub(crate) fn plural(self) -> &'static str {
        match (self.braid, self.groups) {
            (false, false) => "whips",
            (true, false) => "braids",
            (false, true) => "g-whips",
            (true, true) => "g-braids",
        }
    }

    /// The corresponding family of braids.
    pub fn braided(self) -> Family {
        Family {
            braid: true,
            ..self
        }
    }

    /// The strongest family contained in both.
    pub fn common(self, other: Family) -> Family {
        Family {
            braid: self.braid && other.braid,
            groups: self.groups && other.groups,
        }
    }

    /// The weakest family that contains both.
    pub fn union(self, other: Family) -> Family {
        Family {
            braid: self.braid || other.braid,
            groups: self.groups || other.groups,
        }
    }
}
