//! A lower bound for the number of missing objects of a whip: rounds that follow the chain.

use super::reach::{Reach, WhipSearch};
use crate::kernel::Kernel;
use crate::rules::linked::linked_to;
use crate::rules::pattern::Object;
use gradus_csp::Labels;

/// The verdict of rounds on a partial whip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WhipOutlook {
    /// This number of them leaves a variable empty.
    Open(usize),
    /// More than the requested number would be needed.
    TooFar,
    /// No number of them leaves a variable empty.
    Closed,
}

impl<K: Kernel, const GROUPS: bool> WhipSearch<'_, K, GROUPS> {
    /// Tests if at most `steps` more objects, after `last` is added to a chain, could leave a
    /// variable empty: rounds that assert at once all that may come next, after any of the objects
    /// of the round before. With `to_the_end`, it also finds out if no number of rounds does.
    pub(super) fn outlook(
        &self,
        reach: &Reach<K::Set>,
        last: Object,
        steps: usize,
        to_the_end: bool,
    ) -> WhipOutlook {
        if steps == 1 {
            // A look ahead of one step costs no less than the step.
            return WhipOutlook::Open(1);
        }
        let kernel = self.kernel;
        let Reach {
            mut left,
            asserted: mut spent,
        } = self.extend(reach, last);
        if self.loose && GROUPS {
            spent = kernel.none();
            spent.insert(self.target);
        } else if self.loose {
            spent.subtract(&self.state.values);
        }
        let mut touched = linked_to(kernel, self.linking, last);
        let mut groups = Vec::new();
        // The labels touched since a round last struck anything.
        let mut idle: Vec<K::Set> = Vec::new();
        for round in 1.. {
            if round > steps && !to_the_end {
                break;
            }
            let mut forced = kernel.singles_touching(&left, &touched);
            forced.subtract(&spent);
            if GROUPS {
                groups.clear();
                kernel.groups_touching(&left, &touched, &mut groups);
            }
            if forced.is_empty() && groups.is_empty() {
                return WhipOutlook::Closed;
            }
            // Linked labels are found once for both.
            let mut rest = self.linking.clone();
            rest.unite(&left);
            kernel.strike_all(&mut rest, &forced);
            touched = self.linking.without(&rest);
            let before = left.clone();
            left.intersect(&rest);
            for &group in &groups {
                kernel.strike_group(&mut left, group);
                kernel.add_followers(&mut touched, group);
            }
            if !groups.is_empty() {
                touched.intersect(self.linking);
            }
            if kernel.rescan(&before, &forced, &left).empty {
                if round > steps {
                    break;
                }
                return WhipOutlook::Open(round);
            }
            if to_the_end {
                if left != before {
                    idle.clear();
                } else if idle.contains(&touched) {
                    return WhipOutlook::Closed;
                }
                idle.push(touched.clone());
            }
        }
        WhipOutlook::TooFar
    }
}
