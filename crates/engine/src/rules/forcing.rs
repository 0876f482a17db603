//! Forcing whips: from each candidate of a variable that has two, or two or
//! three, a partial whip; what is linked to all their ends is false. Manual of
//! CSP-Rules, 3.3. Branches may have no steps. If all but one have none, the chain is
//! a whip of the same length, unless a candidate would occur twice in that: another
//! candidate of the variable, or the target, may be left-linking in the branch.
//!
//! The search looks at rounds first, which assert at once all that is forced from a candidate: what
//! n rounds do not contradict, no partial whip of length n does. Partial whips are searched only
//! where rounds leave something to eliminate, breadth first as in [`super::whip`].
//!
//! *Forcing braids* show that forcing whips cannot do more in any order: partial braids in
//! place of partial whips. Together with braids of the same length they are stable for
//! confluence: if a right-linking candidate goes, a braid refutes the start of its branch, and
//! the other branches become Singles. All sequences of forced candidates are gone through up to
//! `EXACT`; beyond that rounds take their place, so that at most too many are found.

use std::iter::repeat;

use rustc_hash::FxHashSet;

use super::braid::Braids;
use super::budget::{Budget, Budgeted};
use super::linked::{linked_to, remaining};
use super::pattern::{Object, chain_to, distinct_llcs, objects_of, steps};
use super::survey::Survey;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State, Variable};
use gradus_path::{Branch, Forcing};

/// The length up to which partial braids are gone through one by one.
const EXACT: usize = 3;

/// The search for forcing whips in a state closed under BRT.
pub struct ForcingWhips<'a, K: Kernel> {
    kernel: &'a K,
    state: &'a State<K::Set>,
    truth: &'a K::Set,
    forks: usize,
    /// For each label, what each round from it left, as far as it was needed.
    rounds: Vec<Vec<K::Set>>,
    partials: Vec<(Label, GrownWhips<K::Set>)>,
}

/// The partial whips on a candidate.
struct GrownWhips<S> {
    nodes: Vec<GrownWhip<S>>,
    /// Where those of each length end.
    ends: Vec<usize>,
    /// For each length, what is linked to the ends of partial whips up to it.
    reach: Vec<S>,
    seen: FxHashSet<(Vec<Label>, Label)>,
}

struct GrownWhip<S> {
    last: Label,
    before: usize,
    left: S,
}

impl<'a, K: Kernel> ForcingWhips<'a, K> {
    /// A search for forcing whips from variables with at most `forks` candidates.
    pub fn new(kernel: &'a K, state: &'a State<K::Set>, truth: &'a K::Set, forks: usize) -> Self {
        ForcingWhips {
            kernel,
            state,
            truth,
            forks,
            rounds: vec![Vec::new(); kernel.model().label_count()],
            partials: Vec::new(),
        }
    }

    /// A forcing whip of this length, none of whose targets is true, with all its
    /// targets; or one that has a certain target.
    pub fn find(
        &mut self,
        length: usize,
        on: Option<Label>,
        budget: &mut Budget,
    ) -> Budgeted<Option<Forcing>> {
        // Shorter ones are whips.
        if length < 3 {
            return Ok(None);
        }
        let on = on.map(|on| self.kernel.set_of([on]));
        let variables = self.variables();
        for (variable, starts) in &variables {
            let mut targets = self.by_rounds(starts, length);
            if let Some(on) = &on {
                targets.intersect(on);
            }
            if targets.is_empty() {
                continue;
            }
            for lengths in splits(starts.len(), length - 1, false) {
                let found = self.by_whips(*variable, starts, &lengths, &targets, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        // Those with all steps in one branch are braids as well.
        let mut braided = self.with_braids(length, budget)?;
        if let Some(on) = &on {
            braided.intersect(on);
        }
        if braided.is_empty() {
            return Ok(None);
        }
        for (variable, starts) in &variables {
            for &one in starts {
                let lengths = alone(starts, one, length);
                let targets = self.contradicted(braided.clone(), starts, lengths.iter().copied());
                if targets.is_empty() {
                    continue;
                }
                let found = self.by_whips(*variable, starts, &lengths, &targets, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// The candidates that have a braid up to a length.
    fn with_braids(&self, length: usize, budget: &mut Budget) -> Budgeted<K::Set> {
        let targets = self.state.candidates().without(self.truth);
        let targets = Survey::default().refuted(self.kernel, self.state, &targets, length);
        let mut braids = Braids::<K, false>::new(self.kernel, budget);
        let mut found = self.kernel.none();
        for target in targets.iter() {
            if braids.exists(self.state, target, length)? {
                found.insert(target);
            }
        }
        Ok(found)
    }

    /// The targets of forcing braids up to this length.
    pub fn braided(&mut self, length: usize) -> K::Set {
        let mut found = self.kernel.none();
        let all = length > EXACT + 1;
        let mut braids: Vec<Vec<Option<K::Set>>> = vec![Vec::new(); self.rounds.len()];
        for (_, starts) in self.variables() {
            // Rounds are quick, and have all that braids have.
            let mut open = self.by_rounds(&starts, length);
            if all {
                open.unite(&self.by_one(&starts, length));
            }
            open.subtract(&found);
            if open.is_empty() {
                continue;
            }
            for lengths in splits(starts.len(), length - 1, all) {
                let mut targets = open.clone();
                for (&start, steps) in starts.iter().zip(lengths) {
                    let known = &mut braids[start.index()];
                    known.resize(length, None);
                    let left = known[steps].get_or_insert_with(|| {
                        let trial = self.kernel.asserted(self.state, start);
                        after_braids(self.kernel, &trial.left, &trial.values, steps, EXACT)
                    });
                    targets.subtract(left);
                }
                found.unite(&targets);
            }
        }
        found
    }

    /// The labels that every candidate of some variable contradicts, by rounds of any number.
    pub(crate) fn at_all(&mut self) -> K::Set {
        let mut found = self.kernel.none();
        let candidates = self.state.candidates().without(self.truth);
        for (_, starts) in self.variables() {
            let open = candidates.without(&found);
            found.unite(&self.contradicted(open, &starts, repeat(usize::MAX)));
        }
        found
    }

    /// The labels contradicted by rounds from one candidate and directly by the others.
    fn by_one(&mut self, starts: &[Label], length: usize) -> K::Set {
        let mut found = self.kernel.none();
        let candidates = self.state.candidates().without(self.truth);
        for &one in starts {
            let lengths = alone(starts, one, length);
            found.unite(&self.contradicted(candidates.clone(), starts, lengths));
        }
        found
    }

    /// Of some labels, those contradicted by these numbers of rounds from each candidate.
    fn contradicted(
        &mut self,
        mut among: K::Set,
        starts: &[Label],
        rounds: impl IntoIterator<Item = usize>,
    ) -> K::Set {
        for (&start, rounds) in starts.iter().zip(rounds) {
            among.subtract(self.after_rounds(start, rounds));
        }
        among
    }

    /// The variables from which forcing whips may start, with their candidates.
    fn variables(&self) -> Vec<(Variable, Vec<Label>)> {
        let model = self.kernel.model();
        let candidates = self.state.candidates();
        let with_starts = |variable: Variable| {
            let starts = remaining(model.labels_of(variable), &candidates);
            let starts: Vec<Label> = starts.take(self.forks + 1).collect();
            (2..=self.forks)
                .contains(&starts.len())
                .then_some((variable, starts))
        };
        model.variables().filter_map(with_starts).collect()
    }

    /// The labels contradicted by rounds from all these candidates, at least two of which have
    /// rounds.
    fn by_rounds(&mut self, starts: &[Label], length: usize) -> K::Set {
        let mut found = self.kernel.none();
        let candidates = self.state.candidates().without(self.truth);
        // None has all of them.
        let candidates = self.contradicted(candidates, starts, repeat(length - 2));
        if candidates.is_empty() {
            return found;
        }
        for lengths in splits(starts.len(), length - 1, false) {
            found.unite(&self.contradicted(candidates.clone(), starts, lengths));
        }
        found
    }

    /// The labels that a number of rounds leave from a candidate; empty if they refute it.
    fn after_rounds(&mut self, start: Label, rounds: usize) -> &K::Set {
        let kernel = self.kernel;
        let done = &mut self.rounds[start.index()];
        if done.is_empty() {
            let mut left = self.state.left.clone();
            kernel.strike(&mut left, start);
            done.push(left);
        }
        while done.len() <= rounds {
            let last = &done[done.len() - 1];
            let scan = kernel.scan(last);
            let mut left = last.clone();
            if scan.empty {
                left = kernel.none();
            } else {
                kernel.strike_all(&mut left, &scan.singles);
            }
            if left == *last {
                break;
            }
            done.push(left);
        }
        &done[rounds.min(done.len() - 1)]
    }

    /// A forcing whip with branches of these lengths on one of the targets, and on all that it has.
    fn by_whips(
        &mut self,
        variable: Variable,
        starts: &[Label],
        lengths: &[usize],
        targets: &K::Set,
        budget: &mut Budget,
    ) -> Budgeted<Option<Forcing>> {
        let mut reached = targets.clone();
        for (&start, &length) in starts.iter().zip(lengths) {
            let reach = self.grown(start, length, budget)?;
            reached.intersect(&reach);
            if reached.is_empty() {
                return Ok(None);
            }
        }
        for target in reached.iter() {
            let branch = |(&start, &length)| self.branch(start, length, target);
            let branches: Option<Vec<Branch>> = starts.iter().zip(lengths).map(branch).collect();
            let Some(branches) = branches else { continue };
            let model = self.kernel.model();
            let ends: Vec<Label> = branches.iter().filter_map(Branch::end).collect();
            let candidates = self.state.candidates().without(self.truth);
            let linked = candidates
                .iter()
                .filter(|&l| ends.iter().all(|&end| model.linked(end, l)));
            return Ok(Some(Forcing {
                rule: (),
                variable,
                branches,
                targets: linked.collect(),
            }));
        }
        Ok(None)
    }

    /// The labels linked to the ends of the partial whips on a candidate, up to a length.
    fn grown(&mut self, start: Label, length: usize, budget: &mut Budget) -> Budgeted<K::Set> {
        let place = self.partials.iter().position(|(label, _)| *label == start);
        let place = place.unwrap_or_else(|| {
            let mut left = self.state.left.clone();
            self.kernel.strike(&mut left, start);
            let reach = linked_to(self.kernel, &self.state.left, Object::Label(start));
            let partials = GrownWhips {
                nodes: vec![GrownWhip {
                    last: start,
                    before: 0,
                    left,
                }],
                ends: vec![1],
                reach: vec![reach],
                seen: FxHashSet::default(),
            };
            self.partials.push((start, partials));
            self.partials.len() - 1
        });
        let partials = &mut self.partials[place].1;
        while partials.ends.len() <= length {
            grow(self.kernel, self.state, partials, budget)?;
        }
        Ok(partials.reach[length].clone())
    }

    /// A partial whip up to a length on a candidate to whose end a target is linked, without loops.
    fn branch(&self, start: Label, length: usize, target: Label) -> Option<Branch> {
        let model = self.kernel.model();
        let (_, partials) = self.partials.iter().find(|(label, _)| *label == start)?;
        let nodes = &partials.nodes[..partials.ends[length]];
        let ending = (0..nodes.len()).filter(|&node| model.linked(nodes[node].last, target));
        let mut rlcs = ending.map(|node| chain_to(node, |at| (nodes[at].last, nodes[at].before)));
        rlcs.find_map(|rlcs| self.without_loops(start, &rlcs))
    }

    /// The partial whip with these right-linking candidates; if it has loops, one
    /// with the same candidates in another order and the same end.
    fn without_loops(&self, start: Label, rlcs: &[Label]) -> Option<Branch> {
        let whip = |rlcs: &[Label]| {
            let objects = objects_of(rlcs);
            let places = distinct_llcs(self.kernel, self.state, &self.state.left, start, &objects)?;
            let links = steps(&places, &objects);
            Some(Branch { start, links })
        };
        whip(rlcs).or_else(|| {
            let (&last, rest) = rlcs.split_last()?;
            orders(&mut Vec::new(), rest, last, &whip)
        })
    }
}

/// Tries all orders of some right-linking candidates before the last.
fn orders(
    done: &mut Vec<Label>,
    rest: &[Label],
    last: Label,
    whip: &dyn Fn(&[Label]) -> Option<Branch>,
) -> Option<Branch> {
    if rest.is_empty() {
        done.push(last);
        let found = whip(done);
        done.pop();
        return found;
    }
    for (at, &rlc) in rest.iter().enumerate() {
        done.push(rlc);
        if whip(done).is_some() {
            let mut rest = rest.to_vec();
            rest.remove(at);
            let found = orders(done, &rest, last, whip);
            if found.is_some() {
                return found;
            }
        }
        done.pop();
    }
    None
}

/// Adds the partial whips that are longer by one.
fn grow<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    partials: &mut GrownWhips<K::Set>,
    budget: &mut Budget,
) -> Budgeted<()> {
    let lengths = partials.ends.len();
    let first = lengths
        .checked_sub(2)
        .map_or(0, |before| partials.ends[before]);
    let mut reach = partials.reach[lengths - 1].clone();
    let last = partials.ends[lengths - 1];
    for index in first..last {
        budget.spend(1)?;
        let node = &partials.nodes[index];
        let touched = linked_to(kernel, &state.left, Object::Label(node.last));
        let next = kernel.singles_touching(&node.left, &touched);
        let next = next.without(&state.values);
        let nodes = &partials.nodes;
        let rlcs = chain_to(index, |at| (nodes[at].last, nodes[at].before));
        let (start, left) = (partials.nodes[0].last, node.left.clone());
        for rlc in next.iter() {
            if rlc == start || rlcs.contains(&rlc) {
                continue;
            }
            let mut set: Vec<Label> = rlcs.iter().copied().chain([rlc]).collect();
            set.sort_unstable();
            if !partials.seen.insert((set, rlc)) {
                continue;
            }
            reach.unite(&linked_to(kernel, &state.left, Object::Label(rlc)));
            let mut left = left.clone();
            kernel.strike(&mut left, rlc);
            // A refuted candidate has a whip.
            if kernel.scan(&left).empty {
                left = kernel.none();
            }
            partials.nodes.push(GrownWhip {
                last: rlc,
                before: index,
                left,
            });
        }
    }
    partials.reach.push(reach);
    partials.ends.push(partials.nodes.len());
    Ok(())
}

/// The numbers of steps that give all of them to the branch of one candidate.
fn alone(starts: &[Label], one: Label, length: usize) -> Vec<usize> {
    let steps = |&start: &Label| if start == one { length - 1 } else { 0 };
    starts.iter().map(steps).collect()
}

/// The labels that no partial braid with at most `steps` objects contradicts; empty if one of
/// them refutes its start. Beyond `exact` objects, rounds take their place.
fn after_braids<K: Kernel>(
    kernel: &K,
    left: &K::Set,
    done: &K::Set,
    steps: usize,
    exact: usize,
) -> K::Set {
    if steps == 0 {
        return left.clone();
    }
    let scan = kernel.scan(left);
    if scan.empty {
        return kernel.none();
    }
    let forced = scan.singles.without(done);
    if exact == 0 {
        let mut next = left.clone();
        kernel.strike_all(&mut next, &forced);
        let mut done = done.clone();
        done.unite(&forced);
        return after_braids(kernel, &next, &done, steps - 1, 0);
    }
    let mut rest = left.clone();
    for label in forced.iter() {
        let mut next = left.clone();
        kernel.strike(&mut next, label);
        let mut done = done.clone();
        done.insert(label);
        rest.intersect(&after_braids(kernel, &next, &done, steps - 1, exact - 1));
    }
    rest
}

/// All ways to share steps among branches, at least two of which have
/// some; with `all`, or one alone.
fn splits(branches: usize, steps: usize, all: bool) -> Vec<Vec<usize>> {
    let least = if all { 1 } else { 2 };
    fn share(branches: usize, steps: usize, before: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if branches == 1 {
            let mut split = before.clone();
            split.push(steps);
            all.push(split);
            return;
        }
        for own in 0..=steps {
            before.push(own);
            share(branches - 1, steps - own, before, all);
            before.pop();
        }
    }
    let mut ways = Vec::new();
    share(branches, steps, &mut Vec::new(), &mut ways);
    ways.retain(|way| way.iter().filter(|&&steps| steps > 0).count() >= least);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_two_branches_have_steps() {
        assert_eq!(splits(2, 3, false), [[1, 2], [2, 1]]);
        assert_eq!(splits(3, 2, false), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        assert!(splits(2, 1, false).is_empty());
    }
}
