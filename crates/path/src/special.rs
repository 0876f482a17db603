//! The theories of chains other than the four families: those of the special cases
//! of whips, each alone, and whips together with forcing whips. PBCS 5.1 and 5.2;
//! manual of CSP-Rules 3.2, 3.3, 6.4 and 6.5.

use std::fmt;

/// The chains of a theory besides Singles and whips\[1\].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// Bivalue chains, rating BC.
    BivChains,
    /// z-chains, which include bivalue chains: rating Z.
    ZChains,
    /// t-whips, rating tW.
    TWhips,
    /// Whips all of whose variables are of one kind, rating TyW.
    TypedWhips,
    /// Whips, and forcing whips that start from two candidates: rating FW.
    ForcingWhips,
    /// Whips, and forcing whips that start from two or three: rating F3W.
    Forcing3Whips,
}

impl Special {
    /// All special theories.
    pub const ALL: [Special; 6] = [
        Special::BivChains,
        Special::ZChains,
        Special::TWhips,
        Special::TypedWhips,
        Special::ForcingWhips,
        Special::Forcing3Whips,
    ];

    /// The name of its chains.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Special::BivChains => "bivalue chains",
            Special::ZChains => "z-chains",
            Special::TWhips => "t-whips",
            Special::TypedWhips => "whips of variables of one kind",
            Special::ForcingWhips => "whips and forcing whips",
            Special::Forcing3Whips => "whips, forcing whips and forcing3-whips",
        }
    }

    /// Maximum number of candidates of the variable from which its forcing whips
    /// start; 0 if it has none.
    pub fn forks(self) -> usize {
        match self {
            Special::ForcingWhips => 2,
            Special::Forcing3Whips => 3,
            _ => 0,
        }
    }
}

/// The letters of the theory.
impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Special::BivChains => "BC",
            Special::ZChains => "Z",
            Special::TWhips => "tW",
            Special::TypedWhips => "TyW",
            Special::ForcingWhips => "FW",
            Special::Forcing3Whips => "F3W",
        })
    }
}
