//! Ratings of whole puzzles.

use crate::chain::Chain;
use crate::hint::Hint;
use crate::meter::{Meter, Stopped};
use crate::runs::Context;
use crate::singles;
use crate::solver::Solver;
use crate::state::State;
use crate::technique::Technique;
use crate::tenths::Tenths;

/// Which program is reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Sudoku Explainer 1.2.1, with all techniques: `ser`.
    Se121,
    /// FPGX without uniqueness: `fpgx`.
    Fpgx,
}

/// The three ratings of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rated {
    /// The hardest step.
    pub er: Tenths,
    /// The hardest step up to the first placement.
    pub ep: Tenths,
    /// The first step.
    pub ed: Tenths,
}

/// A candidate: cell from 0, digit from 1.
pub type Candidate = (u8, u8);

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Its rating.
    pub rating: Tenths,
    /// The complexity of chains; 0 of other techniques.
    pub complexity: u32,
    /// The candidates that it removes, in order.
    pub eliminations: Vec<Candidate>,
    /// The value that it places.
    pub placement: Option<Candidate>,
    /// The nodes of a chain, if they were asked for.
    pub chain: Option<Chain>,
}

impl Step {
    fn new(hint: &Hint) -> Step {
        let removals = hint.removals.iter();
        Step {
            technique: hint.technique,
            rating: hint.rating,
            complexity: hint.complexity,
            eliminations: removals
                .flat_map(|&(cell, digits)| {
                    crate::geometry::bits(digits).map(move |digit| (cell, digit as u8 + 1))
                })
                .collect(),
            placement: hint.placement.map(|(cell, digit)| (cell, digit + 1)),
            chain: hint.chain.clone(),
        }
    }
}

/// A rating on its way.
#[derive(Clone)]
struct Progress {
    solver: Solver,
    rated: Rated,
    steps: u32,
    placed: bool,
}

impl Progress {
    fn new(state: &State, profile: Profile) -> Progress {
        Progress {
            solver: Solver::new(state.board(), profile == Profile::Se121),
            rated: Rated::default(),
            steps: 0,
            placed: false,
        }
    }

    fn solved(&self) -> bool {
        self.solver.board.unsolved == 0
    }

    fn count(&mut self, rating: Tenths, places: bool) {
        self.rated.er = self.rated.er.max(rating);
        if self.steps == 0 {
            self.rated.ed = rating;
        }
        if places && !self.placed {
            self.placed = true;
            self.rated.ep = self.rated.er;
        }
        self.steps += 1;
    }

    /// Applies the hidden singles that come next.
    fn hidden_singles(&mut self, mut seen: impl FnMut(&Hint)) {
        while let Some((tenths, cell, digit)) = singles::hidden(&self.solver.board) {
            self.count(Tenths(tenths), true);
            seen(&Hint::placing(Technique::HiddenSingle, tenths, cell, digit));
            self.solver.board.place(cell, digit);
        }
    }

    fn apply(&mut self, hint: &Hint) {
        self.count(hint.rating, hint.placement.is_some());
        self.solver.apply(hint);
    }

    /// No technique found anything.
    fn give_up(&mut self) {
        if self.solver.uniqueness {
            self.rated.er = Tenths::UNSOLVED;
        }
    }

    /// Goes on until the puzzle is solved, nothing is found, `seen` says stop, or `fork` sees a
    /// hint that only this profile has (`None` for the last levels, which differ).
    fn run(
        &mut self,
        context: &mut Context<'_, '_>,
        mut seen: impl FnMut(&Rated, &Hint) -> bool,
    ) -> Result<(), Stopped> {
        loop {
            let mut go_on = true;
            while let Some((tenths, cell, digit)) = singles::hidden(&self.solver.board) {
                self.count(Tenths(tenths), true);
                let hint = Hint::placing(Technique::HiddenSingle, tenths, cell, digit);
                go_on &= seen(&self.rated, &hint);
                self.solver.board.place(cell, digit);
            }
            if self.solved() || !go_on {
                return Ok(());
            }
            let Some(hint) = self.solver.next(context)? else {
                self.give_up();
                return Ok(());
            };
            self.apply(&hint);
            if !seen(&self.rated, &hint) {
                return Ok(());
            }
        }
    }
}

/// The ratings of a puzzle.
pub fn rate(state: &State, profile: Profile) -> Rated {
    rate_within(state, profile, &mut Meter::unlimited()).unwrap_or_default()
}

/// The ratings of a puzzle, unless the meter stops it.
pub fn rate_within(
    state: &State,
    profile: Profile,
    meter: &mut Meter<'_>,
) -> Result<Rated, Stopped> {
    let mut progress = Progress::new(state, profile);
    progress.run(&mut Context::new(meter, false), |_, _| true)?;
    Ok(progress.rated)
}

/// The ratings in both profiles: first with uniqueness, then without.
///
/// The steps are the same until uniqueness is first assumed, and are searched once.
pub fn rate_both(state: &State, meter: &mut Meter<'_>) -> Result<(Rated, Rated), Stopped> {
    let mut progress = Progress::new(state, Profile::Se121);
    let context = &mut Context::new(meter, false);
    let mut fork = None;
    while !progress.solved() {
        progress.hidden_singles(|_| {});
        if progress.solved() {
            break;
        }
        let before = fork.is_none().then(|| progress.clone());
        let Some(hint) = progress.solver.next(context)? else {
            fork = fork.or(before);
            progress.give_up();
            break;
        };
        // The last levels differ as well.
        let own = hint.technique.is_uniqueness()
            || matches!(
                hint.technique,
                Technique::Chains(_, crate::technique::Level::NestedForcing)
            );
        if own {
            fork = fork.or(before);
        }
        progress.apply(&hint);
    }
    let other = match fork {
        Some(mut fork) => {
            fork.solver.uniqueness = false;
            fork.run(context, |_, _| true)?;
            fork.rated
        }
        None => progress.rated,
    };
    Ok((progress.rated, other))
}

/// Whether ER is above a rating. It stops as soon as that is known.
pub fn exceeds(
    state: &State,
    profile: Profile,
    most: Tenths,
    meter: &mut Meter<'_>,
) -> Result<bool, Stopped> {
    let mut progress = Progress::new(state, profile);
    progress.run(&mut Context::new(meter, false), |rated, _| rated.er <= most)?;
    Ok(progress.rated.er > most)
}

/// The ratings of a puzzle with its steps, and with the nodes of chains if `chains` is set.
pub fn explain(
    state: &State,
    profile: Profile,
    chains: bool,
    meter: &mut Meter<'_>,
) -> Result<(Rated, Vec<Step>), Stopped> {
    let mut progress = Progress::new(state, profile);
    let mut steps = Vec::new();
    progress.run(&mut Context::new(meter, chains), |_, hint| {
        steps.push(Step::new(hint));
        true
    })?;
    Ok((progress.rated, steps))
}
