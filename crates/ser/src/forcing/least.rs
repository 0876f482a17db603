//! The shortest forcing chains of all sources at once, and the sources of cycles that matter.

use crate::geometry::{PEERS, cells};
use crate::spread::{self, Bits, Spread, contains};

/// The forcing chains of least complexity of a sweep.
pub(super) struct Least {
    pub(super) complexity: u32,
    /// The first source in order, and whether it is assumed on.
    pub(super) source: (usize, bool),
    /// The half steps after which it was known.
    pub(super) done: u32,
}

/// The forcing chains of least complexity, unless it is not wanted any more.
///
/// After h half steps, candidates that imply their opposites by a chain of complexity up to 2h are
/// known, because its contraposition meets it in the middle; after an even number of half steps,
/// candidates that are implied by their opposites up to complexity h + 2. The latter is at most two
/// less than the least of the former.
pub(super) fn least<const N: usize>(
    spread: &mut Spread<'_, N>,
    wanted: impl Fn(u32) -> bool,
) -> Option<Least> {
    let (mut on, mut off): (Option<(u32, usize)>, Option<(u32, usize)>) = (None, None);
    let mut idle = 0;
    let mut h = 0;
    loop {
        h += 1;
        let changed = half_step(spread, h);
        idle = if changed { 0 } else { idle + 1 };
        if on.is_none() {
            on = spread::first(&spread.contradictory()).map(|source| (2 * h, source));
        }
        if off.is_none() && h % 2 == 0 {
            off = spread::first(&spread.opposites()).map(|source| (h + 2, source));
        }
        let known = h + 2 - h % 2;
        let best = [on, off].into_iter().flatten().map(|hit| hit.0).min();
        match best {
            Some(best) if best <= known || idle >= 2 => break,
            Some(_) => {}
            None if idle >= 2 || !wanted((2 * h).max(4)) => return None,
            None => {}
        }
    }
    let on = on.map(|(complexity, source)| (complexity, source, false));
    let off = off.map(|(complexity, source)| (complexity, source, true));
    let (complexity, source, is_off) = [on, off].into_iter().flatten().min()?;
    Some(Least {
        complexity,
        source: (source, !is_off),
        done: h,
    })
}

/// The h-th half step.
fn half_step<const N: usize>(spread: &mut Spread<'_, N>, h: u32) -> bool {
    if h % 2 == 1 {
        spread.weak()
    } else {
        spread.strong()
    }
}

/// The sources of cycles up to a complexity that may eliminate something: those that lead to a true
/// and a false candidate near one that is refuted by a chain of at most two more.
pub(super) fn near<const N: usize>(
    spread: &mut Spread<'_, N>,
    mut done: u32,
    longest: u32,
) -> Bits<N> {
    let mut idle = 0;
    let mut go_on = |spread: &mut Spread<'_, N>, until: u32| {
        while done < until && idle < 2 {
            done += 1;
            idle = if half_step(spread, done) { 0 } else { idle + 1 };
        }
    };
    go_on(spread, longest / 2 + 1);
    let hits = spread.contradictory();
    go_on(spread, longest - 1);
    around(spread, &hits)
}

/// The sources that lead to a true and a false candidate which both exclude one of the hits.
pub(super) fn around<const N: usize>(spread: &Spread<'_, N>, hits: &Bits<N>) -> Bits<N> {
    let links = spread.links;
    let mut sources = [0; N];
    for x in 0..links.len() {
        if !contains(hits, x) {
            continue;
        }
        let id = usize::from(links.ids[x]);
        let (mut on, mut off) = ([0; N], [0; N]);
        for peer in cells(PEERS[id / 9]) {
            // Only candidates that are there have a number that leads back.
            let number = usize::from(links.dense[9 * peer + id % 9]);
            if links.ids.get(number).map(|&id| usize::from(id)) == Some(9 * peer + id % 9) {
                for i in 0..N {
                    on[i] |= spread.on[number][i];
                    off[i] |= spread.off[number][i];
                }
            }
        }
        for i in 0..N {
            sources[i] |= on[i] & off[i];
        }
    }
    sources
}
