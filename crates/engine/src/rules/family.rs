//! The one question that the ratings ask of a family of chains: is there one on a
//! target, up to a length?

use super::braid::Braids;
use super::budget::{Budget, OutOfBudget};
use super::pattern::{Object, distinct_llcs};
use super::whip::{Found, Whips};
use crate::kernel::Kernel;
use gradus_csp::{Label, State};
use gradus_path::Family;

/// Whether there is a chain up to some length, or may be a longer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is one.
    Yes,
    /// None up to the length asked for, nor a braid.
    NotYet,
    /// None of any length, nor a braid. Found out only where that costs little.
    Never,
    /// A braid, but no whip up to the length asked for.
    BraidOnly,
    /// A braid, but no whip of any length.
    BraidForEver,
}

/// From here on it pays to know which targets no chain of any length has.
pub const LONG: usize = 8;

/// Whether a family has a chain up to this length on a target of a state closed
/// under BRT.
pub fn search<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Answer, OutOfBudget> {
    match family.groups {
        false => search_in::<K, false>(kernel, state, family.braid, target, length, budget),
        true => search_in::<K, true>(kernel, state, family.braid, target, length, budget),
    }
}

/// Like [`search`] for whips, of a target that is known to have a braid up to this
/// length.
pub(crate) fn search_braided<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    groups: bool,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Answer, OutOfBudget> {
    let found = match groups {
        false => Whips::<K, false>::new(kernel, budget).shortest(state, target, length)?,
        true => Whips::<K, true>::new(kernel, budget).shortest(state, target, length)?,
    };
    Ok(beside_braid(&found))
}

/// What the search for a whip says where there is a braid.
fn beside_braid(found: &Found) -> Answer {
    match found {
        Found::Whip(_) => Answer::Yes,
        Found::NotUpTo(_) => Answer::BraidOnly,
        Found::Never => Answer::BraidForEver,
    }
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
) -> Result<Answer, OutOfBudget> {
    let found = match family.groups {
        false => loose::<K, false>(kernel, state, linking, target, length, budget)?,
        true => loose::<K, true>(kernel, state, linking, target, length, budget)?,
    };
    Ok(match found {
        Err(answer) => answer,
        Ok(_) => Answer::Yes,
    })
}

/// The left-linking candidates, but the last, of a loose whip; the last one is
/// always there.
pub(crate) fn loose_llcs<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: &K::Set,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Label>>, OutOfBudget> {
    let found = match family.groups {
        false => loose::<K, false>(kernel, state, linking, target, length, budget)?,
        true => loose::<K, true>(kernel, state, linking, target, length, budget)?,
    };
    let places = found
        .ok()
        .and_then(|objects| distinct_llcs(kernel, state, linking, target, &objects));
    Ok(places.map(|places| places.into_iter().map(|(_, llc)| llc).collect()))
}

/// The objects of a loose whip, or how far none is.
fn loose<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    state: &State<K::Set>,
    linking: &K::Set,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Result<Vec<Object>, Answer>, OutOfBudget> {
    let mut braids = Braids::<K, GROUPS>::new(kernel, budget);
    if !braids.exists(state, target, length)? {
        let never = length > LONG && !braids.is_refutable(state, target);
        let answer = if never { Answer::Never } else { Answer::NotYet };
        return Ok(Err(answer));
    }
    let objects = braids.found();
    let mut whips = Whips::<K, GROUPS>::loose(kernel, budget, linking);
    let mut found = whips.among(state, target, &objects)?;
    if !matches!(found, Found::Whip(_)) {
        found = whips.shortest(state, target, length)?;
    }
    Ok(match found {
        Found::Whip(objects) => Ok(objects),
        found => Err(beside_braid(&found)),
    })
}

fn search_in<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    state: &State<K::Set>,
    braid: bool,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Answer, OutOfBudget> {
    let mut braids = Braids::<K, GROUPS>::new(kernel, budget);
    if !braids.exists(state, target, length)? {
        let never = length > LONG && !braids.is_refutable(state, target);
        return Ok(if never { Answer::Never } else { Answer::NotYet });
    }
    if braid {
        return Ok(Answer::Yes);
    }
    // Where there is a braid, its objects most often make a whip as well.
    let objects = braids.found();
    let mut whips = Whips::<K, GROUPS>::new(kernel, budget);
    let mut found = whips.among(state, target, &objects)?;
    if !matches!(found, Found::Whip(_)) {
        found = whips.shortest(state, target, length)?;
    }
    Ok(beside_braid(&found))
}
