//! The kinds of runs, and the producers that are made of them.

use crate::technique::{Level, Multiple, Technique};

/// The links that runs use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Uses {
    /// Whether eliminations make new links.
    pub(crate) dynamic: bool,
    /// Whether cells link their candidates.
    pub(crate) cells: bool,
}

/// A kind of run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Nishio,
    Runs(Level),
    /// The last level of the profile with uniqueness, which tries plain dynamic chains first.
    Last,
}

/// A family of chains that is tried inside a run when nothing else is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inner {
    Forcing,
    Runs(Kind),
}

impl Kind {
    pub(crate) const DYNAMIC: Kind = Kind::Runs(Level::Dynamic);
    pub(crate) const MULTIPLE: Kind = Kind::Runs(Level::Static);

    pub(crate) fn links(self) -> Uses {
        Uses {
            dynamic: self != Kind::MULTIPLE,
            cells: self != Kind::Nishio,
        }
    }

    /// Whether runs use the four basic techniques.
    pub(crate) fn basic(self) -> bool {
        !matches!(
            self,
            Kind::Nishio | Kind::Runs(Level::Static) | Kind::Runs(Level::Dynamic)
        )
    }

    /// Whether its runs continue those of the level before, with one family more at the end.
    pub(crate) fn continues(self) -> bool {
        matches!(
            self,
            Kind::Runs(Level::Plus | Level::Forcing | Level::Multiple)
        )
    }

    /// The families tried after the basic techniques.
    pub(crate) fn inner(self) -> &'static [Inner] {
        const DYNAMIC: Inner = Inner::Runs(Kind::DYNAMIC);
        match self {
            Kind::Nishio | Kind::Runs(Level::Static | Level::Dynamic | Level::Plus) => &[],
            Kind::Runs(Level::Forcing) => &[Inner::Forcing],
            Kind::Runs(Level::Multiple) => &[Inner::Forcing, Inner::Runs(Kind::MULTIPLE)],
            Kind::Runs(Level::NestedDynamic) => &[DYNAMIC],
            Kind::Runs(Level::NestedPlus) => &[Inner::Runs(Kind::Runs(Level::Plus))],
            Kind::Runs(Level::NestedForcing) => &[Inner::Runs(Kind::Runs(Level::Forcing))],
            Kind::Last => &[DYNAMIC, Inner::Runs(Kind::Runs(Level::Forcing))],
        }
    }

    /// The tenths that the surcharge is added to.
    pub(crate) fn base(self) -> u16 {
        match self {
            Kind::Nishio => 75,
            Kind::Runs(Level::Static) => 80,
            Kind::Runs(Level::Dynamic) => 85,
            Kind::Runs(Level::Plus) => 90,
            Kind::Runs(Level::Forcing) => 95,
            Kind::Runs(Level::Multiple) => 100,
            Kind::Runs(_) => 105,
            Kind::Last => 110,
        }
    }

    pub(crate) fn technique(self, multiple: Multiple) -> Technique {
        match self {
            Kind::Nishio => Technique::Nishio,
            Kind::Runs(level) => Technique::Chains(multiple, level),
            Kind::Last => Technique::Chains(multiple, Level::NestedForcing),
        }
    }
}
