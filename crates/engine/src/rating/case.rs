//! A puzzle that is being rated: it answers the questions of ratings, and computes once
//! whatever several of them need.

use super::bpb::{bpb, bpbb};
use super::chains::ChainRater;
use super::in_turn::{Eliminated, InTurnPath, SpecialRater};
use super::name::Name;
use super::question::{Case, Question};
use super::rejection::{Rejection, solution_within};
use super::request::{Limits, MAX_DEPTH, Request};
use super::spb::{spb, spbx};
use super::subsets::{SubsetStart, g_braids_and_subsets, s_rating, with_subsets};
use super::track::ClosedState;
use super::trid::{trid, tridagons};
use crate::backdoor::{LARGEST_BACKDOOR, Modulo, NoStep};
use crate::effort;
use crate::kernel::slices::Rounds;
use crate::kernel::{Kernel, initial_state};
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::hls::{self, ChainTheory, HlsLevel};
use crate::rules::reversible::ChainClass;
use crate::rules::{Beginnings, Brt, Whips1, belt};
use crate::te::DepthSearch;
use gradus_csp::{Instance, Label, Labels, State};
use gradus_path::{Family, Ladder, PathTheory, Patterns, Rating, Special, Status};

/// A puzzle before any rating: its first states, and its solution.
pub(super) struct StartStates<S> {
    pub(super) states: Beginnings<S>,
    pub(super) truth: S,
}

impl<S: Labels> StartStates<S> {
    /// The states of a puzzle; its only solution is sought if it is not known, within a number
    /// of nodes.
    pub(super) fn new<K: Kernel<Set = S>>(
        kernel: &K,
        puzzle: &dyn Instance,
        known: Option<&[Label]>,
        nodes: u64,
    ) -> Result<Self, Rejection> {
        let initial = initial_state(kernel, puzzle)?;
        Ok(StartStates {
            truth: match known {
                Some(solution) => kernel.set_of(solution.iter().copied()),
                None => kernel.set_of(solution_within(puzzle, nodes)?),
            },
            states: Beginnings::new(kernel, initial),
        })
    }

    /// The rating by chains of a puzzle that Singles or whips\[1\] solve.
    pub(super) fn settled(&self) -> Option<Rating> {
        let mut states = [&self.states.brt, &self.states.w1].into_iter();
        let level = states.position(|state| state.is_decided());
        level.map(Rating::exact)
    }
}

/// The [`Case`] of a puzzle with one solution.
pub(super) struct OnePuzzle<'a, K: Kernel> {
    kernel: &'a K,
    request: &'a Request,
    start: &'a StartStates<K::Set>,
    truth: &'a K::Set,
    states: &'a Beginnings<K::Set>,
    depth: DepthSearch<Brt, K::Set>,
    gdepth: DepthSearch<Whips1, K::Set>,
    /// The questions that are answered. Ratings that share work are computed together.
    answers: Vec<(Question, Rating)>,
    /// Where bivalue chains as long as the whips ended.
    bivalue: Option<InTurnPath<K::Set>>,
    /// Where the ratings by braids and g-braids stood before the last level.
    ends: Vec<ClosedState<K::Set>>,
    /// A length, and the state that braids up to it lead to.
    braided: Option<(usize, BraidClosure<K::Set>)>,
    /// A level, and true if g-braids and Subsets below it do not solve.
    needed: Option<(u8, bool)>,
    /// Where the theories of HLS up to L4_0 end.
    l4_0: Option<Option<HlsLevel<K::Set>>>,
}

impl<'a, K: Kernel> OnePuzzle<'a, K> {
    pub(super) fn new(kernel: &'a K, request: &'a Request, start: &'a StartStates<K::Set>) -> Self {
        let nodes = request.limits.budget;
        OnePuzzle {
            kernel,
            request,
            start,
            truth: &start.truth,
            states: &start.states,
            depth: DepthSearch::new(Brt, start.states.brt.clone()).within(nodes),
            gdepth: DepthSearch::new(Whips1, start.states.w1.clone()).within(nodes),
            answers: Vec::new(),
            bivalue: None,
            ends: Vec::new(),
            braided: None,
            needed: None,
            l4_0: None,
        }
    }

    /// The answer to a question, if it is known.
    fn known(&self, question: Question) -> Option<Rating> {
        let found = self.answers.iter().find(|(known, _)| *known == question);
        found.map(|(_, rating)| *rating)
    }

    /// Keeps an answer.
    fn keep(&mut self, question: Question, rating: Rating) {
        if self.known(question).is_none() {
            self.answers.push((question, rating));
        }
    }

    /// Computes the answer to a question, and keeps the answers to others that come with it.
    fn answer(&mut self, question: Question) -> Rating {
        match question {
            Question::Theory(theory) => self.rate(theory),
            Question::Backdoor(no_step) => self.backdoor(no_step),
            Question::OneStep => {
                let modulo = Modulo::new(self.kernel, NoStep::W1, self.truth);
                let limits = self.limits();
                modulo.one_step(&self.states.w1, limits.max_length, limits.budget)
            }
            Question::Belts => Rating::exact(belt::count(self.kernel, &self.states.w1.left)),
            Question::Tridagons | Question::Guardians => {
                let (count, least) = tridagons(self.kernel, &self.states.w1);
                let least = least.map_or(Rating::NOT_APPLICABLE, Rating::exact);
                self.keep(Question::Tridagons, Rating::exact(count));
                self.keep(Question::Guardians, least);
                self.known(question).unwrap_or(least)
            }
            Question::HlsRule => match self.l4_0() {
                None => Rating::NOT_APPLICABLE,
                Some(HlsLevel::Solved(basic)) => Rating::exact(*basic as usize),
                Some(HlsLevel::Stuck(_)) => Rating::INFINITE,
            },
            Question::HlsLevel => match self.l4_0() {
                Some(HlsLevel::Solved(basic)) => Rating::exact(basic.level()),
                _ => {
                    let chains = self.ask(Question::HlsChains(ChainTheory::Levels));
                    let level = |length: u8| Rating::exact(hls::level_of_chains(length.into()));
                    chains.value.map_or(chains, level)
                }
            },
            Question::HlsChains(theory) => self.hls_chains(theory),
        }
    }

    /// The first level of a theory that solves.
    fn rate(&mut self, theory: PathTheory) -> Rating {
        let (kernel, w1, truth) = (self.kernel, &self.states.w1, self.truth);
        match theory {
            PathTheory::S => s_rating(kernel, &self.states.brt),
            PathTheory::Chains(family) => self.rate_family(family),
            PathTheory::Special(special) => self.start.settled().unwrap_or_else(|| {
                self.rate_special(special);
                self.ask(Question::Theory(theory))
            }),
            PathTheory::SubsetsAnd(family) => self.without_subsets(family).unwrap_or_else(|| {
                let limits = self.request.limits;
                with_subsets(kernel, &self.states.brt, truth, family, limits)
            }),
            PathTheory::OrWhips(Patterns::Tridagons) => {
                let rated = || trid(kernel, w1, truth, self.limits());
                self.start.settled().unwrap_or_else(rated)
            }
            PathTheory::Trials(Ladder::Depths) => {
                let max = self.limits().max_depth;
                let depth = self.depth(max);
                rated_depth(max, depth, &self.depth)
            }
            PathTheory::Trials(Ladder::GDepths) => {
                let max = self.limits().max_depth;
                let depth = self.gdepth(max);
                rated_depth(max, depth, &self.gdepth)
            }
            PathTheory::Trials(Ladder::Subsets) => match self.depth(1) {
                Ok(Some(_)) => Rating::exact(0),
                _ => spb(kernel, w1, truth, self.limits().budget),
            },
            PathTheory::Trials(Ladder::Fish) => {
                let spb = Question::Theory(PathTheory::Trials(Ladder::Subsets));
                if self.known(spb).is_none() && matches!(self.depth(1), Ok(Some(_))) {
                    self.keep(spb, Rating::exact(0));
                }
                spbx(kernel, w1, truth, self.known(spb), self.limits().budget)
            }
            PathTheory::Trials(Ladder::Braids { depth: 1 }) => match self.depth(2) {
                Ok(Some(0 | 1)) => Rating::NOT_APPLICABLE,
                Ok(Some(_)) => bpb(kernel, w1, truth, self.limits()),
                Ok(None) => Rating::INFINITE,
                Err(OutOfBudget) => Rating::lower(1),
            },
            PathTheory::Trials(Ladder::Braids { .. }) => match self.depth(MAX_DEPTH) {
                Ok(Some(0..=2)) => Rating::NOT_APPLICABLE,
                Ok(Some(_)) => bpbb(kernel, w1, truth, self.limits()),
                Ok(None) => Rating::INFINITE,
                Err(OutOfBudget) => Rating::lower(1),
            },
            // No rating counts the levels of these.
            PathTheory::Brt
            | PathTheory::W1
            | PathTheory::SFin
            | PathTheory::Belts
            | PathTheory::OrWhips(_) => Rating::NOT_APPLICABLE,
        }
    }

    /// T&E depth, if it is at most `max`.
    fn depth(&mut self, max: usize) -> Result<Option<usize>, OutOfBudget> {
        let found = self.depth.up_to(self.kernel, self.truth, max);
        match self.depth.exhausted(max) {
            Some(_) => Err(OutOfBudget),
            None => Ok(found),
        }
    }

    /// Depth of T&E over whips\[1\], if it is at most `max`.
    fn gdepth(&mut self, max: usize) -> Result<Option<usize>, OutOfBudget> {
        for depth in 0..=max {
            // T&E(W₁, n) has all that T&E(BRT, n) has, which is faster to ask.
            let over_singles = depth > 0 && matches!(self.depth(depth), Ok(Some(_)));
            if over_singles || self.gdepth.up_to(self.kernel, self.truth, depth).is_some() {
                return Ok(Some(depth));
            }
            if self.gdepth.exhausted(depth).is_some() {
                return Err(OutOfBudget);
            }
        }
        Ok(None)
    }

    /// The size of the smallest backdoor.
    fn backdoor(&self, no_step: NoStep) -> Rating {
        let modulo = Modulo::new(self.kernel, no_step, self.truth);
        let state = match no_step {
            NoStep::Brt => &self.states.brt,
            _ => &self.states.w1,
        };
        for size in 0..=LARGEST_BACKDOOR {
            let nodes = self.limits().budget;
            match effort::within(nodes, || modulo.backdoor_size(state, size)) {
                Ok(Some(size)) => return Rating::exact(size),
                Ok(None) => {}
                Err(OutOfBudget) => return Rating::lower(size),
            }
        }
        Rating::lower(LARGEST_BACKDOOR + 1)
    }

    /// The rating by a family of chains, which is computed together with those of all
    /// families that are requested.
    fn rate_family(&mut self, family: Family) -> Rating {
        if let Some(rating) = self.start.settled() {
            return rating;
        }
        let theories = self.request.names.iter().filter_map(Name::theory);
        let families = theories.filter_map(|theory| match theory {
            PathTheory::Chains(family) | PathTheory::SubsetsAnd(family) => Some(family),
            PathTheory::Special(_) => Some(Family::WHIP),
            _ => None,
        });
        let mut fresh: Vec<Family> = Vec::new();
        for family in families.chain([family]) {
            if self.known(chains(family)).is_none() && !fresh.contains(&family) {
                fresh.push(family);
            }
        }
        // Braids of some length solve iff T&E does, g-braids iff T&E over
        // whips[1] does (PBCS 5.6 and 7.4): no search for what is not there.
        let by_te = self.depth(1).map(|depth| depth.is_some());
        let groups = fresh.iter().any(|family| family.groups);
        let by_gte = match by_te {
            Ok(true) => by_te,
            _ if groups => self.gdepth(1).map(|depth| depth.is_some()),
            _ => by_te,
        };
        let is_finite = |family: &Family| if family.groups { by_gte } else { by_te };
        let families = fresh.iter().copied();
        let finite: Vec<Family> = families.filter(|f| is_finite(f) == Ok(true)).collect();
        let (origin, limits) = (&self.states.brt, self.request.limits);
        let rater = ChainRater::new(self.kernel, origin, self.truth, limits);
        let rated = rater.rate_with_ends(&self.states.w1, &finite);
        self.ends.extend(rated.ends);
        for (family, rating) in rated.ratings {
            self.keep(chains(family), rating);
        }
        for family in fresh {
            let rating = match is_finite(&family) {
                Ok(_) => Rating::INFINITE,
                // Whips[1] do not solve, and no more is known.
                Err(OutOfBudget) => Rating::lower(2),
            };
            self.keep(chains(family), rating);
        }
        self.known(chains(family)).unwrap_or(Rating::INFINITE)
    }

    /// Rates by special chains a puzzle that Singles and whips\[1\] do not solve.
    fn rate_special(&mut self, special: Special) {
        let whips = self.whips_for(special);
        let bc = match special {
            // Whips of length 2 are t-whips.
            Special::TWhips if whips == Rating::exact(2) => {
                return self.keep_special(special, whips);
            }
            Special::ZChains | Special::TWhips => {
                self.ask(Question::Theory(PathTheory::Special(Special::BivChains)))
            }
            _ => Rating::INFINITE,
        };
        // Whips have all of these, and these have all bivalue chains.
        if special.forks() == 0 && bc == whips && bc.status == Status::Exact {
            return self.keep_special(special, bc);
        }
        let braided = match (special.forks(), whips.value) {
            (2.., Some(value)) if value > 3 => self.braided(usize::from(value) - 1),
            _ => BraidClosure::new(self.states.w1.clone()),
        };
        let rater = self.special_rater();
        // Bivalue chains are z-chains and t-whips: what they eliminated stays so.
        let bivalue = self.bivalue.as_ref();
        let rating = match special {
            Special::BivChains => {
                let found = rater.reversible(ChainClass::Bivalue, whips, rater.state);
                self.bivalue = Some(found.turns);
                found.rating
            }
            Special::ZChains => {
                let from = bivalue.map_or(rater.state, |turns| &turns.state);
                rater.reversible(ChainClass::Z, whips, from).rating
            }
            Special::TWhips => {
                let turns = bivalue.map_or_else(|| InTurnPath::new(rater.state), InTurnPath::clone);
                rater.t_whips_from(turns, whips).rating
            }
            Special::TypedWhips => rater.typed(whips).rating,
            Special::ForcingWhips | Special::Forcing3Whips => {
                let [fw, f3w] = rater.forcing(whips, braided);
                self.keep_special(Special::ForcingWhips, fw.rating);
                return self.keep_special(Special::Forcing3Whips, f3w.rating);
            }
        };
        self.keep_special(special, rating);
    }

    fn keep_special(&mut self, special: Special, rating: Rating) {
        self.keep(Question::Theory(PathTheory::Special(special)), rating);
    }

    /// The eliminations of the path that shows a rating by t-whips, typed whips or forcing
    /// whips. Empty if whips alone show it, or if there is no path.
    pub(super) fn special_path(&mut self, special: Special) -> Vec<Eliminated> {
        if self.states.w1.is_decided() {
            return Vec::new();
        }
        let whips = self.whips_for(special);
        let rater = self.special_rater();
        let rated = match special {
            Special::BivChains | Special::ZChains => return Vec::new(),
            Special::TWhips => rater.t_whips(whips),
            Special::TypedWhips => rater.typed(whips),
            Special::ForcingWhips | Special::Forcing3Whips => {
                let [fw, f3w] = rater.forcing(whips, BraidClosure::new(rater.state.clone()));
                match special {
                    Special::ForcingWhips => fw,
                    _ => f3w,
                }
            }
        };
        rated.path
    }

    /// The rating by whips, as far as it bounds that by special chains.
    fn whips_for(&mut self, special: Special) -> Rating {
        let whips = self.ask(chains(Family::WHIP));
        if whips.status != Status::Upper || special.forks() > 0 {
            return whips;
        }
        // From below, only what braids need is known.
        let least = self.ask(chains(Family::BRAID)).value;
        least.map_or(whips, |least| Rating::lower(least.into()))
    }

    fn special_rater(&self) -> SpecialRater<'a, K> {
        SpecialRater {
            kernel: self.kernel,
            state: &self.states.w1,
            origin: &self.states.brt,
            truth: self.truth,
            limits: self.request.limits,
        }
    }

    /// The rating by a family of chains, if Subsets beside them do not matter.
    fn without_subsets(&mut self, family: Family) -> Option<Rating> {
        let alone = self.ask(chains(family));
        let (Status::Exact, Some(value)) = (alone.status, alone.value) else {
            return None;
        };
        // Pairs have whips[2] (PBCS 8.6), so that up to 3 the rating is the same.
        (value <= 3 || self.needs_chains(value)).then_some(alone)
    }

    /// The state of the rating by a family of braids at a level.
    fn end(&self, family: Family, level: usize) -> Option<&State<K::Set>> {
        let mut ends = self.ends.iter();
        let end = ends.find(|end| end.family == family && end.level == level);
        end.map(|end| &end.state)
    }

    /// The state that braids up to a length lead to, as far as the budget goes.
    fn braided(&mut self, length: usize) -> BraidClosure<K::Set> {
        match &self.braided {
            Some((known, closure)) if *known == length => return closure.clone(),
            _ => {}
        }
        let closure = match self.end(Family::BRAID, length) {
            Some(state) => BraidClosure::known(state.clone(), length),
            None => {
                let mut closure = BraidClosure::new(self.states.w1.clone());
                let mut budget = Budget::new(self.request.limits.budget);
                let mut survey = Rounds::default();
                // If the budget does not suffice, the missing eliminations are found later.
                let _ = closure.close(self.kernel, length, self.truth, &mut survey, &mut budget);
                closure
            }
        };
        self.braided = Some((length, closure.clone()));
        closure
    }

    /// The result of the theories of HLS up to L4_0.
    fn l4_0(&mut self) -> Option<&HlsLevel<K::Set>> {
        let reached = || hls::up_to_l4_0(self.kernel, self.states);
        self.l4_0.get_or_insert_with(reached).as_ref()
    }

    /// The length of the chains that a theory of HLS needs beyond L4_0, which is computed
    /// together with those of all theories that are requested.
    fn hls_chains(&mut self, theory: ChainTheory) -> Rating {
        let stuck = match self.l4_0() {
            None => return Rating::NOT_APPLICABLE,
            Some(HlsLevel::Solved(_)) => return Rating::exact(0),
            Some(HlsLevel::Stuck(state)) => state.clone(),
        };
        let columns: Vec<&str> = self.request.names.iter().map(Name::column).collect();
        let mut wanted = ChainTheory::ALL.to_vec();
        wanted.retain(|&of| of == theory || columns.contains(&of.column()));
        for (theory, length) in hls::chain_lengths(self.kernel, &stuck, &wanted) {
            let rating = length.map_or(Rating::INFINITE, Rating::exact);
            self.keep(Question::HlsChains(theory), rating);
        }
        let known = self.known(Question::HlsChains(theory));
        known.unwrap_or(Rating::INFINITE)
    }

    /// Returns true if g-braids and Subsets below a level do not solve: nothing weaker does.
    fn needs_chains(&mut self, level: u8) -> bool {
        if let Some((_, known)) = self.needed.filter(|(known, _)| *known == level) {
            return known;
        }
        let (below, limits) = (usize::from(level) - 1, self.limits());
        let (state, closed) = match self.end(Family::GBRAID, below) {
            Some(state) => (state.clone(), true),
            None => (self.braided(below).into_state(), false),
        };
        let start = SubsetStart { state, closed };
        let solved = g_braids_and_subsets(self.kernel, start, self.truth, below, limits);
        self.needed = Some((level, !solved));
        !solved
    }
}

impl<K: Kernel> Case for OnePuzzle<'_, K> {
    fn limits(&self) -> Limits {
        self.request.limits
    }

    fn candidates(&self) -> usize {
        self.states.w1.candidate_count()
    }

    fn ask(&mut self, question: Question) -> Rating {
        if let Some(known) = self.known(question) {
            return known;
        }
        let rating = self.answer(question);
        self.keep(question, rating);
        rating
    }
}

/// The question for the rating by a family of chains.
fn chains(family: Family) -> Question {
    Question::Theory(PathTheory::Chains(family))
}

/// The rating by the depth of T&E up to `max`.
fn rated_depth<T: Copy, S: Labels>(
    max: usize,
    depth: Result<Option<usize>, OutOfBudget>,
    search: &DepthSearch<T, S>,
) -> Rating {
    let beyond = search.exhausted(max).unwrap_or(max + 1);
    let found = depth.ok().flatten();
    found.map_or(Rating::lower(beyond), Rating::exact)
}
