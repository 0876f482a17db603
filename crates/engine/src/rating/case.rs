//! A puzzle on its way through the ratings: what is known of it so far, and what
//! a rating may ask. Whatever several ratings need is computed once.

use super::bpb::{bpb, bpbb};
use super::chains::ChainRater;
use super::in_turn::{Eliminated, Turns};
use super::limits::{Limits, MAX_DEPTH};
use super::name::Name;
use super::request::Request;
use super::spb::spb;
use super::spbx::spbx;
use super::special::SpecialRater;
use super::subsets::{Start, g_braids_and_subsets, s_rating, with_subsets};
use super::track::End;
use super::trid::{trid, tridagons};
use crate::backdoor::{self, LARGEST_BACKDOOR, Modulo, NoStep};
use crate::kernel::Kernel;
use crate::kernel::slices::Rounds;
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::Budget;
use crate::rules::hls::{self, BasicTheory, ChainTheory, Reached};
use crate::rules::reversible::Reversible;
use crate::rules::{Beginnings, Brt, Whips1, belt};
use crate::te::Depth;
use gradus_csp::State;
use gradus_path::{Family, PathTheory, Rating, Special, Status};

/// What a rating may ask of a puzzle. Answers are kept, so that asking twice
/// costs nothing.
pub trait Case {
    /// The limits of the search.
    fn limits(&self) -> Limits;
    /// Candidates left by Singles and whips\[1\].
    fn candidates(&self) -> usize;
    /// T&E depth, if it is at most `max`.
    fn depth(&mut self, max: usize) -> Option<usize>;
    /// Depth of T&E over whips\[1\], if it is at most `max`.
    fn gdepth(&mut self, max: usize) -> Option<usize>;
    /// The rating by a family of chains.
    fn chains(&mut self, family: Family) -> Rating;
    /// The rating by special chains, or by whips with forcing whips.
    fn special(&mut self, special: Special) -> Rating;
    /// The rating by Subsets.
    fn subsets(&mut self) -> Rating;
    /// The rating by chains and Subsets, side by side.
    fn chains_and_subsets(&mut self, family: Family) -> Rating;
    /// The class by Subsets inside T&E.
    fn spb(&mut self) -> Rating;
    /// The same with finned fish and belts beyond them.
    fn spbx(&mut self) -> Rating;
    /// The size of the smallest backdoor.
    fn backdoor(&mut self, no_step: NoStep) -> Rating;
    /// The length of the shortest whip that alone solves, modulo whips\[1\].
    fn one_step(&mut self) -> Rating;
    /// Number of belts after Singles and whips\[1\].
    fn belts(&mut self) -> usize;
    /// Number of anti-tridagons after Subsets and finned fish, and the least number of
    /// guardians of one of them.
    fn tridagons(&mut self) -> (usize, Option<usize>);
    /// The rating by Subsets, finned fish, whips and OR_k-whips.
    fn trid(&mut self) -> Rating;
    /// The class by braids inside T&E; not applicable inside T&E(1).
    fn bpb(&mut self) -> Rating;
    /// The class by braids inside T&E of depth 2; not applicable inside T&E(2).
    fn bpbb(&mut self) -> Rating;
    /// The place of the first theory of HLS up to L4_0 that solves; not applicable to
    /// puzzles of which HLS does not speak.
    fn hls_rule(&mut self) -> Rating;
    /// The place of the first level of HLS that solves.
    fn hls_level(&mut self) -> Rating;
    /// The length of the chains that a theory of HLS needs beyond L4_0.
    fn hls_chains(&mut self, theory: ChainTheory) -> Rating;
}

/// The [`Case`] of a puzzle with one solution.
pub(super) struct OnePuzzle<'a, K: Kernel> {
    kernel: &'a K,
    request: &'a Request,
    truth: &'a K::Set,
    states: &'a Beginnings<K::Set>,
    depth: Depth<Brt, K::Set>,
    gdepth: Depth<Whips1, K::Set>,
    spb: Option<Rating>,
    /// The chain ratings that are known. All that are asked for, or that others
    /// need, are computed together.
    chains: Vec<(Family, Rating)>,
    /// The ratings by special chains that are known.
    special: Vec<(Special, Rating)>,
    /// Where bivalue chains as long as the whips ended.
    bivalue: Option<Turns<K::Set>>,
    /// Where the ratings by braids and g-braids stood before the last level.
    ends: Vec<End<K::Set>>,
    /// A length, and the state that braids up to it lead to.
    braided: Option<(usize, BraidClosure<K::Set>)>,
    /// The ratings by chains and Subsets, side by side, that are known.
    beside: Vec<(Family, Rating)>,
    /// A level, and whether g-braids and Subsets below it do not solve.
    needed: Option<(u8, bool)>,
    /// What the theories of HLS up to L4_0 come to, once they have been asked for.
    l4_0: Option<Option<Reached<K::Set>>>,
    /// What is known of anti-tridagons.
    tridagons: Option<(usize, Option<usize>)>,
    /// The lengths of the chains of HLS that are known. All that are asked for are computed
    /// together.
    hls_lengths: Vec<(ChainTheory, Option<usize>)>,
}

impl<'a, K: Kernel> OnePuzzle<'a, K> {
    pub(super) fn new(
        kernel: &'a K,
        request: &'a Request,
        truth: &'a K::Set,
        states: &'a Beginnings<K::Set>,
    ) -> Self {
        OnePuzzle {
            kernel,
            request,
            truth,
            depth: Depth::new(Brt, states.brt.clone()),
            gdepth: Depth::new(Whips1, states.w1.clone()),
            spb: None,
            states,
            chains: Vec::new(),
            special: Vec::new(),
            bivalue: None,
            ends: Vec::new(),
            braided: None,
            beside: Vec::new(),
            needed: None,
            l4_0: None,
            tridagons: None,
            hls_lengths: Vec::new(),
        }
    }

    /// A rating by special chains that is not settled by Singles and whips\[1\],
    /// with all that is computed together.
    fn rate_special(&mut self, special: Special) -> Vec<(Special, Rating)> {
        let whips = self.whips_for(special);
        let bc = match special {
            // Whips of length 2 are t-whips.
            Special::TWhips if whips == Rating::exact(2) => return vec![(special, whips)],
            Special::ZChains | Special::TWhips => self.special(Special::BivChains),
            _ => Rating::INFINITE,
        };
        // Whips have all of these, and these have all bivalue chains.
        if special.forks() == 0 && bc == whips && bc.status == Status::Exact {
            return vec![(special, bc)];
        }
        let braided = match (special.forks(), whips.value) {
            (2.., Some(value)) if value > 3 => self.braided(usize::from(value) - 1),
            _ => BraidClosure::new(self.states.w1.clone()),
        };
        let rater = self.special_rater();
        // Bivalue chains are z-chains and t-whips: what they eliminated stays so.
        let bivalue = self.bivalue.take();
        let from = bivalue.as_ref().map_or(rater.state, |turns| &turns.state);
        match special {
            Special::BivChains => {
                let found = rater.reversible(Reversible::Bivalue, whips, rater.state);
                self.bivalue = Some(found.turns);
                vec![(special, found.rating)]
            }
            Special::ZChains => {
                let found = rater.reversible(Reversible::Z, whips, from);
                self.bivalue = bivalue;
                vec![(special, found.rating)]
            }
            Special::TWhips => {
                let turns = bivalue.unwrap_or_else(|| Turns::new(rater.state));
                let rated = rater.t_whips_from(turns.clone(), whips);
                self.bivalue = Some(turns);
                vec![(special, rated.rating)]
            }
            Special::TypedWhips => vec![(special, rater.typed(whips).rating)],
            Special::ForcingWhips | Special::Forcing3Whips => {
                let both = [Special::ForcingWhips, Special::Forcing3Whips];
                let rated = rater.forcing(whips, braided).map(|rated| rated.rating);
                both.into_iter().zip(rated).collect()
            }
        }
    }

    /// What the path eliminates that a rating by t-whips, typed whips or forcing
    /// whips comes from; nothing if whips alone do, or if there is none.
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
                let braided = BraidClosure::new(rater.state.clone());
                let [fw, f3w] = rater.forcing(whips, braided);
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
        let whips = self.chains(Family::WHIP);
        if whips.status != Status::Upper || special.forks() > 0 {
            return whips;
        }
        // From below, only what braids need is known.
        let least = self.chains(Family::BRAID).value;
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

    /// The ratings of some families of chains.
    fn rate_chains(&mut self, wanted: &[Family]) -> Vec<(Family, Rating)> {
        let same = |rating| wanted.iter().map(|&family| (family, rating)).collect();
        if self.states.brt.is_decided() {
            return same(Rating::exact(0));
        }
        if self.states.w1.is_decided() {
            return same(Rating::exact(1));
        }
        // Braids of some length solve iff T&E does, g-braids iff T&E over
        // whips[1] does (PBCS 5.6 and 7.4): no search for what is not there.
        let by_te = self.depth(1).is_some();
        let groups = wanted.iter().any(|family| family.groups);
        let by_gte = by_te || groups && self.gdepth(1).is_some();
        let is_finite = |family: &Family| if family.groups { by_gte } else { by_te };
        let finite: Vec<Family> = wanted.iter().copied().filter(is_finite).collect();
        let rater = ChainRater::new(
            self.kernel,
            &self.states.brt,
            self.truth,
            self.request.limits,
        );
        let rated = rater.rate_with_ends(&self.states.w1, &finite);
        self.ends.extend(rated.ends);
        let rating = |&family: &Family| {
            let found = rated.ratings.iter().find(|(rated, _)| *rated == family);
            (
                family,
                found.map_or(Rating::INFINITE, |(_, rating)| *rating),
            )
        };
        wanted.iter().map(rating).collect()
    }

    /// The families of the theories that are asked for, in order.
    fn requested(&self, family_of: fn(PathTheory) -> Option<Family>) -> Vec<Family> {
        let theories = self.request.names.iter().filter_map(Name::theory);
        theories.filter_map(family_of).collect()
    }

    /// The rating by a family of chains, if Subsets beside them do not matter.
    fn without_subsets(&mut self, family: Family) -> Option<Rating> {
        let alone = self.chains(family);
        let (Status::Exact, Some(value)) = (alone.status, alone.value) else {
            return None;
        };
        // Pairs have whips[2] (PBCS 8.6), so that up to 3 the rating is the same.
        (value <= 3 || self.needs_chains(value)).then_some(alone)
    }

    /// Where the rating by a family of braids stood at a level.
    fn end(&self, family: Family, level: usize) -> Option<&State<K::Set>> {
        let mut ends = self.ends.iter();
        let end = ends.find(|end| end.family == family && end.level == level);
        end.map(|end| &end.state)
    }

    /// The state that braids up to a length lead to, as far as the budget goes.
    fn braided(&mut self, length: usize) -> BraidClosure<K::Set> {
        if let Some((_, known)) = self.braided.as_ref().filter(|(known, _)| *known == length) {
            return known.clone();
        }
        let closure = match self.end(Family::BRAID, length) {
            Some(state) => BraidClosure::known(state.clone(), length),
            None => {
                let mut closure = BraidClosure::new(self.states.w1.clone());
                let mut budget = Budget::new(self.request.limits.budget);
                let mut survey = Rounds::default();
                // Where the budget does not suffice, what is missing is sought later.
                let _ = closure.close(self.kernel, length, self.truth, &mut survey, &mut budget);
                closure
            }
        };
        self.braided = Some((length, closure.clone()));
        closure
    }

    /// What the theories of HLS up to L4_0 come to.
    fn l4_0(&mut self) -> Option<&Reached<K::Set>> {
        let reached = || hls::up_to_l4_0(self.kernel, self.states);
        self.l4_0.get_or_insert_with(reached).as_ref()
    }

    /// The length of the chains that a theory of HLS needs in a state where L4_0 ends.
    fn hls_length(&mut self, theory: ChainTheory, stuck: &State<K::Set>) -> Option<usize> {
        let known = self.hls_lengths.iter().find(|(known, _)| *known == theory);
        if let Some((_, length)) = known {
            return *length;
        }
        let columns = self.request.names.iter().map(Name::column);
        let columns: Vec<&str> = columns.collect();
        let wanted = ChainTheory::ALL.into_iter();
        let wanted = wanted.filter(|&of| of == theory || columns.contains(&of.column()));
        let wanted: Vec<ChainTheory> = wanted.collect();
        self.hls_lengths = hls::chain_lengths(self.kernel, stuck, &wanted);
        self.hls_length(theory, stuck)
    }

    /// A rating by a theory of HLS: from the first theory up to L4_0 that solves, or from
    /// the length of its chains.
    fn rate_hls(
        &mut self,
        theory: ChainTheory,
        by_basic: fn(BasicTheory) -> usize,
        by_chains: fn(usize) -> usize,
    ) -> Rating {
        let place = match self.l4_0() {
            None => return Rating::NOT_APPLICABLE,
            Some(Reached::Solved(basic)) => Some(by_basic(*basic)),
            Some(Reached::Stuck(state)) => {
                let state = state.clone();
                self.hls_length(theory, &state).map(by_chains)
            }
        };
        place.map_or(Rating::INFINITE, Rating::exact)
    }

    /// Whether g-braids and Subsets below a level do not solve: nothing weaker does.
    fn needs_chains(&mut self, level: u8) -> bool {
        if let Some((_, known)) = self.needed.filter(|(known, _)| *known == level) {
            return known;
        }
        let (below, limits) = (usize::from(level) - 1, self.limits());
        let (state, closed) = match self.end(Family::GBRAID, below) {
            Some(state) => (state.clone(), true),
            None => (self.braided(below).into_state(), false),
        };
        let start = Start { state, closed };
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

    fn depth(&mut self, max: usize) -> Option<usize> {
        self.depth.up_to(self.kernel, self.truth, max)
    }

    fn gdepth(&mut self, max: usize) -> Option<usize> {
        // T&E(W₁, n) has all that T&E(BRT, n) has, which is faster to ask.
        (0..=max).find(|&depth| {
            let over_singles = depth > 0 && self.depth(depth).is_some();
            over_singles || self.gdepth.up_to(self.kernel, self.truth, depth).is_some()
        })
    }

    fn chains(&mut self, family: Family) -> Rating {
        if let Some((_, known)) = self.chains.iter().find(|(known, _)| *known == family) {
            return *known;
        }
        let mut wanted = self.requested(|theory| match theory {
            PathTheory::Chains(family) | PathTheory::SubsetsAnd(family) => Some(family),
            PathTheory::Special(_) => Some(Family::WHIP),
            _ => None,
        });
        wanted.push(family);
        let mut fresh: Vec<Family> = Vec::new();
        for family in wanted {
            let known = self.chains.iter().any(|(known, _)| *known == family);
            if !known && !fresh.contains(&family) {
                fresh.push(family);
            }
        }
        let rated = self.rate_chains(&fresh);
        self.chains.extend(rated);
        let found = self.chains.iter().find(|(rated, _)| *rated == family);
        found.map_or(Rating::INFINITE, |(_, rating)| *rating)
    }

    fn special(&mut self, special: Special) -> Rating {
        if let Some((_, known)) = self.special.iter().find(|(known, _)| *known == special) {
            return *known;
        }
        if self.states.brt.is_decided() {
            return Rating::exact(0);
        }
        if self.states.w1.is_decided() {
            return Rating::exact(1);
        }
        let rated = self.rate_special(special);
        self.special.extend(rated);
        self.special(special)
    }

    fn subsets(&mut self) -> Rating {
        s_rating(self.kernel, &self.states.brt)
    }

    fn chains_and_subsets(&mut self, family: Family) -> Rating {
        if let Some((_, known)) = self.beside.iter().find(|(known, _)| *known == family) {
            return *known;
        }
        let rating = self.without_subsets(family).unwrap_or_else(|| {
            let (kernel, limits) = (self.kernel, self.request.limits);
            with_subsets(kernel, &self.states.brt, self.truth, family, limits)
        });
        self.beside.push((family, rating));
        rating
    }

    fn spb(&mut self) -> Rating {
        let known = self.spb.unwrap_or_else(|| match self.depth(1) {
            Some(_) => Rating::exact(0),
            None => spb(self.kernel, &self.states.w1, self.truth),
        });
        *self.spb.insert(known)
    }

    fn spbx(&mut self) -> Rating {
        if self.spb.is_none() && self.depth(1).is_some() {
            self.spb = Some(Rating::exact(0));
        }
        spbx(self.kernel, &self.states.w1, self.truth, self.spb)
    }

    fn backdoor(&mut self, no_step: NoStep) -> Rating {
        let modulo = Modulo::new(self.kernel, no_step);
        let state = match no_step {
            NoStep::Brt => &self.states.brt,
            _ => &self.states.w1,
        };
        let size = backdoor::size(&modulo, state, self.truth, LARGEST_BACKDOOR);
        size.map_or(Rating::lower(LARGEST_BACKDOOR + 1), Rating::exact)
    }

    fn one_step(&mut self) -> Rating {
        let modulo = Modulo::new(self.kernel, NoStep::W1);
        let Limits {
            max_length, budget, ..
        } = self.limits();
        backdoor::one_step(&modulo, &self.states.w1, self.truth, max_length, budget)
    }

    fn belts(&mut self) -> usize {
        belt::count(self.kernel, &self.states.w1.left)
    }

    fn tridagons(&mut self) -> (usize, Option<usize>) {
        let (kernel, w1) = (self.kernel, &self.states.w1);
        *self.tridagons.get_or_insert_with(|| tridagons(kernel, w1))
    }

    fn trid(&mut self) -> Rating {
        if self.states.brt.is_decided() {
            return Rating::exact(0);
        }
        if self.states.w1.is_decided() {
            return Rating::exact(1);
        }
        trid(self.kernel, &self.states.w1, self.truth, self.limits())
    }

    fn bpb(&mut self) -> Rating {
        match self.depth(2) {
            Some(0 | 1) => Rating::NOT_APPLICABLE,
            Some(_) => bpb(self.kernel, &self.states.w1, self.truth, self.limits()),
            None => Rating::INFINITE,
        }
    }

    fn bpbb(&mut self) -> Rating {
        match self.depth(MAX_DEPTH) {
            Some(0..=2) => Rating::NOT_APPLICABLE,
            Some(_) => bpbb(self.kernel, &self.states.w1, self.truth, self.limits()),
            None => Rating::INFINITE,
        }
    }

    fn hls_rule(&mut self) -> Rating {
        match self.l4_0() {
            None => Rating::NOT_APPLICABLE,
            Some(Reached::Solved(basic)) => Rating::exact(*basic as usize),
            Some(Reached::Stuck(_)) => Rating::INFINITE,
        }
    }

    fn hls_level(&mut self) -> Rating {
        self.rate_hls(
            ChainTheory::Levels,
            BasicTheory::level,
            hls::level_of_chains,
        )
    }

    fn hls_chains(&mut self, theory: ChainTheory) -> Rating {
        self.rate_hls(theory, |_| 0, |length| length)
    }
}
