//! One Subset against the definitions of PBCS 8.1 and 8.2: as many bases as covers,
//! each base crossing each cover in one label, the bases' candidates at these
//! crossings only, in the shape of a Pair, a Triplet, a cyclic or a special Quad.

use super::{Refusal, all_different, apart, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position, Variable};
use gradus_path::Subset;

/// The mandatory covers of each base, as masks; all other covers are optional,
/// except in a special Quad, which has none.
const PAIR: &[u8] = &[0b11, 0b11];
const TRIPLET: &[u8] = &[0b011, 0b110, 0b101];
const QUAD: &[u8] = &[0b0011, 0b0110, 0b1100, 0b1001];
const SPECIAL: &[u8] = &[0b0011, 0b0101, 0b1001, 0b1110];

/// Checks that a Subset is valid in a state, so that its targets may be eliminated.
pub fn check_subset(model: &Model, position: &Position, subset: &Subset) -> Result<(), Refusal> {
    let (bases, covers) = (&subset.bases, &subset.covers);
    check_targets(position, &subset.targets)?;
    let sizes = bases.len() == covers.len() && (2..=4).contains(&bases.len());
    ensure(sizes, Refusal::NoShape)?;
    let mut masks = Vec::new();
    for &base in bases {
        let mut uncovered = candidates(model, position, base)?;
        let mut mask = 0u8;
        for (place, &cover) in covers.iter().enumerate() {
            let (inside, before) = (candidates(model, position, cover)?, uncovered.len());
            uncovered.retain(|label| !inside.contains(label));
            mask |= u8::from(uncovered.len() < before) << place;
            let mut common = model.labels_of(base).to_vec();
            common.retain(|label| model.labels_of(cover).contains(label));
            ensure(common.len() == 1, Refusal::NotCrossing)?;
        }
        ensure(uncovered.is_empty(), Refusal::Uncovered(uncovered))?;
        masks.push(mask);
    }
    // Each base has its value in a cover of its own, which excludes all others.
    ensure(
        apart(model, bases) && apart(model, covers),
        Refusal::NotCrossing,
    )?;
    let is_shape = match masks.len() {
        2 => fits(&masks, PAIR, false),
        3 => fits(&masks, TRIPLET, false),
        _ => fits(&masks, QUAD, false) || fits(&masks, SPECIAL, true),
    };
    ensure(is_shape, Refusal::NoShape)?;
    let of = |vs: &[Variable], t: &Label| vs.iter().any(|&v| model.labels_of(v).contains(t));
    let mut targets = subset.targets.iter();
    let taken = targets.all(|t| of(covers, t) && !of(bases, t));
    ensure(taken, Refusal::NotTaken)
}

/// Returns true if the bases have these mandatory covers, and no others if
/// `exactly`, in some order of the bases and of the covers.
fn fits(masks: &[u8], mandatory: &[u8], exactly: bool) -> bool {
    let n = masks.len();
    let order =
        |code: usize| -> Vec<usize> { (0..n).map(|i| code / n.pow(i as u32) % n).collect() };
    let mut orders: Vec<Vec<usize>> = (0..n.pow(n as u32)).map(order).collect();
    orders.retain(|order| all_different(order));
    let fit = |bases: &[usize], covers: &[usize]| {
        bases.iter().zip(mandatory).all(|(&base, must)| {
            let bits = (0..n).filter(|bit| must >> bit & 1 == 1);
            let must = bits.fold(0u8, |mask, bit| mask | 1 << covers[bit]);
            masks[base] & must == must && (!exactly || masks[base] == must)
        })
    };
    let fits_some = |bases: &Vec<usize>| orders.iter().any(|covers| fit(bases, covers));
    orders.iter().any(fits_some)
}
