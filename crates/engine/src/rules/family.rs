//! The one question that the ratings ask of a family of chains: is there one on a
//! target, up to a length?

use super::braid::Braids;
use super::budget::{Budget, OutOfBudget};
use super::pattern::{Object, distinct_llcs};
use super::whip::{FoundWhip, Whips};
use crate::kernel::Kernel;
use gradus_csp::{Label, State};
use gradus_path::Family;

/// The result of a search for a chain up to some length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainExists {
    /// There is one.
    Yes,
    /// None up to the requested length, nor a braid.
    NotYet,
    /// None of any length, nor a braid. FoundWhip out only where that costs little.
    Never,
    /// A braid, but no whip up to the requested length.
    BraidOnly,
    /// A braid, but no whip of any length.
    BraidForEver,
}

impl ChainExists {
    /// The answer of a search that does not look for braids: `longer` is true if a longer
    /// chain is not excluded.
    pub(crate) fn new(found: bool, longer: bool) -> ChainExists {
        match (found, longer) {
            (true, _) => ChainExists::Yes,
            (false, true) => ChainExists::NotYet,
            (false, false) => ChainExists::Never,
        }
    }
}

/// From here on it pays to know which targets no chain of any length has.
pub(crate) const LONG: usize = 8;

/// Searches for a chain of a family up to this length on a target of a state closed
/// under BRT.
pub(crate) fn search<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<ChainExists, OutOfBudget> {
    let found = objects(kernel, state, None, family, target, length, budget)?;
    Ok(found.map_or_else(|answer| answer, |_| ChainExists::Yes))
}

/// The right-linking objects of a whip up to this length on a target, if there is one.
pub(crate) fn find_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Object>>, OutOfBudget> {
    Ok(objects(kernel, state, None, Family::WHIP, target, length, budget)?.ok())
}

/// Like [`search`] for whips, on a target that is known to have a braid up to this length.
pub(crate) fn search_braided<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    groups: bool,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<ChainExists, OutOfBudget> {
    let found = if groups {
        Whips::<K, true>::new(kernel, budget).shortest(state, target, length)?
    } else {
        Whips::<K, false>::new(kernel, budget).shortest(state, target, length)?
    };
    Ok(beside_braid(found).map_or_else(|answer| answer, |_| ChainExists::Yes))
}

/// Like [`search`], for loose whips with these left-linking candidates.
pub(crate) fn search_loose<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: &K::Set,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<ChainExists, OutOfBudget> {
    let found = objects(kernel, state, Some(linking), family, target, length, budget)?;
    Ok(found.map_or_else(|answer| answer, |_| ChainExists::Yes))
}

/// The left-linking candidates of a loose whip, except the last one, which is always left.
pub(crate) fn loose_llcs<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: &K::Set,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Label>>, OutOfBudget> {
    let found = objects(kernel, state, Some(linking), family, target, length, budget)?.ok();
    let places = found.and_then(|objects| distinct_llcs(kernel, state, linking, target, &objects));
    Ok(places.map(|places| places.into_iter().map(|(_, llc)| llc).collect()))
}

/// The right-linking objects of a chain, or why there is none.
pub(crate) fn objects<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: Option<&K::Set>,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Result<Vec<Object>, ChainExists>, OutOfBudget> {
    let braid = family.braid && linking.is_none();
    if family.groups {
        objects_in::<K, true>(kernel, state, linking, braid, target, length, budget)
    } else {
        objects_in::<K, false>(kernel, state, linking, braid, target, length, budget)
    }
}

fn objects_in<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    state: &State<K::Set>,
    linking: Option<&K::Set>,
    braid: bool,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Result<Vec<Object>, ChainExists>, OutOfBudget> {
    let mut braids = Braids::<K, GROUPS>::new(kernel, budget);
    if !braids.exists(state, target, length)? {
        let never = length > LONG && !braids.is_refutable(state, target);
        return Ok(Err(if never {
            ChainExists::Never
        } else {
            ChainExists::NotYet
        }));
    }
    let objects = braids.found();
    if braid {
        return Ok(Ok(objects));
    }
    // The objects of a braid usually make a whip as well.
    let mut whips = match linking {
        None => Whips::<K, GROUPS>::new(kernel, budget),
        Some(linking) => Whips::loose(kernel, budget, linking),
    };
    let mut found = whips.among(state, target, &objects)?;
    if !matches!(found, FoundWhip::Whip(_)) {
        found = whips.shortest(state, target, length)?;
    }
    Ok(beside_braid(found))
}

/// The whip that a search found on a target that has a braid, or why there is none.
fn beside_braid(found: FoundWhip) -> Result<Vec<Object>, ChainExists> {
    match found {
        FoundWhip::Whip(objects) => Ok(objects),
        FoundWhip::NotUpTo(_) => Err(ChainExists::BraidOnly),
        FoundWhip::Never => Err(ChainExists::BraidForEver),
    }
}
