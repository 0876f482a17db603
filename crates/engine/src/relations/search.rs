//! Paths by Subsets, finned fish, whips and OR_k-whips, simplest first: the rating
//! SFin + W_n + Trid-OR5W_n of CSP-Rules manual 14.20.
//!
//! At each level n: Subsets of size n, finned fish of size n; at level 3, after these, the
//! impossible patterns; whips\[n\]; the splitting of relations by c-chains\[n\]; OR_2-,
//! OR_3-, … OR_5-whips\[n\]. After every step the search begins again at level 1.

use super::c_chain::Bivalue;
use super::memory::{KnownRelations, Update};
use super::{PatternSource, or_whip};
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::budget::{Budget, Budgeted, OutOfBudget};
use crate::rules::closure::SubsetClosure;
use crate::rules::family::find_chain;
use crate::rules::finned;
use crate::rules::pattern::{Chain, whip_of};
use crate::rules::subset::{self, LARGEST};
use crate::rules::survey::Survey;
use crate::rules::targets::with_all_targets;
use crate::walk::Walk;
use gradus_csp::{Label, Labels, State};
use gradus_path::{
    Family, LONGEST_C_CHAIN, MOST_GUARDIANS, PATTERN_LEVEL, Path, PathEnd, PathStep, PathTheory,
    Relation, Strategy,
};

pub(crate) struct OrSearch<'a, K: Kernel> {
    pub(crate) kernel: &'a K,
    /// Labels that are known to be true: they are never targets.
    pub(crate) truth: &'a K::Set,
    pub(crate) sources: &'a [&'a dyn PatternSource<K>],
    /// The theory that the path is said to be of.
    pub(crate) theory: PathTheory,
    pub(crate) max_length: usize,
    /// Search nodes for each step.
    pub(crate) budget: u64,
    pub(crate) order: TargetOrder,
}

/// Findings about a state, computed once for all levels.
struct Prospects {
    targets: Vec<Label>,
    /// After how many rounds of Singles a target is refuted, if it is.
    by_singles: Option<Vec<(Label, usize)>>,
    /// The same with each relation, in the order of the relations.
    by_relation: Vec<Option<Vec<(Label, usize)>>>,
    bivalue: Option<Bivalue>,
}

struct Course<'s, 'a, K: Kernel> {
    search: &'s OrSearch<'a, K>,
    walk: Walk<'a, K>,
    relations: KnownRelations,
    subsets: SubsetClosure<'a, K>,
    survey: Survey,
    budget: Budget,
}

impl<K: Kernel> OrSearch<'_, K> {
    /// The path from a state, as far as it goes.
    pub(crate) fn path(&self, state: &State<K::Set>) -> Path {
        let mut course = Course {
            search: self,
            walk: Walk::new(self.kernel, state),
            relations: KnownRelations::default(),
            subsets: SubsetClosure::finned(self.kernel),
            survey: Survey::default(),
            budget: Budget::new(0),
        };
        let end = course.run();
        course.walk.end(self.theory, end, Strategy::SimplestFirst)
    }
}

impl<K: Kernel> Course<'_, '_, K> {
    fn run(&mut self) -> PathEnd {
        loop {
            if let Some(end) = self.walk.close_singles() {
                return end;
            }
            match self.relations.update(&self.walk.state) {
                Update::Quiet => {}
                Update::Last { pattern, value } => {
                    self.walk.apply(PathStep::Guardian {
                        rule: (),
                        pattern,
                        value,
                    });
                    continue;
                }
                Update::Contradiction => return PathEnd::Stopped,
            }
            self.budget = Budget::new(self.search.budget);
            match self.step() {
                Ok(Some(step)) => self.apply(step),
                Ok(None) | Err(OutOfBudget) => return PathEnd::Stopped,
            }
        }
    }

    fn apply(&mut self, step: PathStep) {
        if let PathStep::Split(split) = &step {
            self.relations.split(split);
        }
        self.walk.apply(step);
    }

    /// The simplest step, in a state closed under Singles.
    fn step(&mut self) -> Budgeted<Option<PathStep>> {
        let kernel = self.search.kernel;
        let targets = self.walk.state.candidates().without(self.search.truth);
        let mut prospects = Prospects {
            targets: self.search.order.of(kernel.model(), &targets),
            by_singles: None,
            by_relation: vec![None; self.relations.live.len()],
            bivalue: None,
        };
        for level in 1..=self.search.max_length {
            let step = match level {
                1 => self.of_level_1(),
                _ => self.of_level(level, &mut prospects)?,
            };
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(None)
    }

    fn of_level_1(&self) -> Option<PathStep> {
        let (kernel, state) = (self.search.kernel, &self.walk.state);
        let targets = kernel.whip1_targets(&state.left).without(&state.values);
        if let Some(target) = targets.iter().next() {
            let whip = whip_of(kernel, state, target, &[])?;
            let whip = with_all_targets(kernel.model(), state, whip);
            return Some(PathStep::Chain(whip));
        }
        let mut relations = self.usable();
        let whip = relations.find_map(|(_, r)| or_whip::of_length_1(kernel, state, r));
        whip.map(PathStep::OrWhip)
    }

    /// The relations that OR_k-whips may have, with their places.
    fn usable(&self) -> impl Iterator<Item = (usize, &Relation)> {
        let relations = self.relations.live.iter().enumerate();
        relations.filter(|(_, relation)| relation.size() <= MOST_GUARDIANS)
    }

    fn of_level(&mut self, level: usize, prospects: &mut Prospects) -> Budgeted<Option<PathStep>> {
        if let Some(step) = self.subset(level) {
            return Ok(Some(step));
        }
        if level == PATTERN_LEVEL
            && let Some(step) = self.pattern()
        {
            return Ok(Some(step));
        }
        if let Some(whip) = self.whip(level, prospects)? {
            return Ok(Some(PathStep::Chain(whip)));
        }
        if level.is_multiple_of(2) && level <= LONGEST_C_CHAIN && !self.relations.live.is_empty() {
            let (kernel, state) = (self.search.kernel, &self.walk.state);
            let new = || Bivalue::new(kernel, state);
            let bivalue = prospects.bivalue.get_or_insert_with(new);
            if let Some(split) = bivalue.split(&self.relations, level) {
                return Ok(Some(PathStep::Split(split)));
            }
        }
        self.or_whip(level, prospects)
    }

    /// A Subset or finned fish of a size, where there is none smaller.
    fn subset(&mut self, size: usize) -> Option<PathStep> {
        if size > LARGEST {
            return None;
        }
        let (kernel, state) = (self.search.kernel, &self.walk.state);
        let mut closed = state.clone();
        if self.subsets.close(&mut closed, size) && closed.left == state.left {
            return None;
        }
        let subset = subset::find(kernel, &state.left, size).map(PathStep::Subset);
        subset.or_else(|| finned::find(kernel, &state.left, size).map(PathStep::Finned))
    }

    /// The eliminations of an impossible pattern, or else a new relation.
    fn pattern(&mut self) -> Option<PathStep> {
        let (kernel, left) = (self.search.kernel, &self.walk.state.left);
        let model = kernel.model();
        let sources = self.search.sources.iter();
        let found = sources.flat_map(|source| source.occurrences(kernel, left));
        let new = found.filter(|occurrence| !self.relations.knows(occurrence));
        let mut first = None;
        for occurrence in new {
            let pattern = occurrence.conclusion(model, left);
            let eliminates = !pattern.targets.is_empty();
            if eliminates || first.is_none() {
                first = Some((occurrence, pattern));
            }
            if eliminates {
                break;
            }
        }
        let (occurrence, pattern) = first?;
        let relation = pattern.targets.is_empty().then(|| Relation::from(&pattern));
        self.relations.assert(occurrence, relation);
        Some(PathStep::Impossible(pattern))
    }

    fn whip(&mut self, length: usize, prospects: &mut Prospects) -> Budgeted<Option<Chain>> {
        let (kernel, state) = (self.search.kernel, &self.walk.state);
        let Prospects { targets, .. } = prospects;
        let survey = &mut self.survey;
        let limit = self.search.max_length - 1;
        let refuted = prospects.by_singles.get_or_insert_with(|| {
            let tried = kernel.set_of(targets.iter().copied());
            let mut found = survey.rounds(kernel, state, &tried, limit);
            found.sort_by_key(|(label, _)| targets.iter().position(|target| target == label));
            found
        });
        for &(target, rounds) in refuted.iter() {
            if rounds >= length {
                continue;
            }
            let (whip, budget) = (Family::WHIP, &mut self.budget);
            if let Ok(objects) = find_chain(kernel, state, None, whip, target, length, budget)?
                && let Some(whip) = whip_of(kernel, state, target, &objects)
            {
                return Ok(Some(whip));
            }
        }
        Ok(None)
    }

    fn or_whip(&mut self, length: usize, prospects: &mut Prospects) -> Budgeted<Option<PathStep>> {
        let (kernel, state) = (self.search.kernel, &self.walk.state);
        let mut budget = self.budget;
        let limit = self.search.max_length - 1;
        for (place, relation) in self.usable() {
            let targets = &prospects.targets;
            let refuted = prospects.by_relation[place].get_or_insert_with(|| {
                let relations = std::slice::from_ref(&relation.guardians);
                or_whip::rounds(kernel, state, relations, targets, limit)
            });
            for &(target, rounds) in refuted.iter() {
                if rounds >= length {
                    continue;
                }
                let found = or_whip::find(kernel, state, relation, target, length, &mut budget)?;
                if let Some(whip) = found {
                    return Ok(Some(PathStep::OrWhip(whip)));
                }
            }
        }
        self.budget = budget;
        Ok(None)
    }
}
