//! A bound for what is missing to a whip: rounds that follow the chain.

use super::Search;
use super::linked::linked_to;
use super::reach::Reach;
use crate::kernel::Kernel;
use crate::rules::pattern::Object;
use gradus_csp::Labels;

/// What rounds that follow the chain say about a partial whip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outlook {
    /// This number of them leaves a variable empty.
    Open(usize),
    /// More than asked for would be needed.
    TooFar,
    /// No number of them leaves a variable empty.
    Closed,
}

impl<K: Kernel, const GROUPS: bool> Search<'_, K, GROUPS> {
    /// Whether at most `steps` more objects, after `last` is added to a chain,
    /// could leave a variable empty: rounds that assert at once all that may come
    /// next, after any of the objects of the round before.
    /// Only if asked does it go on to find out that no number of them does.
    pub(super) fn outlook(
        &self,
        reach: &Reach<K::Set>,
        last: Object,
        steps: usize,
        to_the_end: bool,
    ) -> Outlook {
        if steps == 1 {
            // A look ahead of one step costs no less than the step.
            return Outlook::Open(1);
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
        // What was touched since a round last struck anything.
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
                return Outlook::Closed;
            }
            // What is linked is found once for both.
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
                return Outlook::Open(round);
            }
            if to_the_end {
                if left != before {
                    idle.clear();
                } else if idle.contains(&touched) {
                    return Outlook::Closed;
                }
                idle.push(touched.clone());
            }
        }
        Outlook::TooFar
    }
}
