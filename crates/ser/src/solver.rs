//! The search for the next step: all producers in order.

use crate::board::Board;
use crate::hint::{Hint, Removals};
use crate::kind::Kind;
use crate::meter::Stopped;
use crate::runs::{self, Context, Runs};
use crate::technique::{Level, Technique};
use crate::{aligned, bug, fish, locking, loops, sets, singles, wings};

/// The houses and digits for which producers found nothing since they last changed.
#[derive(Clone, Copy, Default)]
struct Clean {
    direct: [u32; 2],
    naked: [u32; 3],
    hidden: [u32; 3],
    fish: [u16; 3],
    locking: u16,
}

impl Clean {
    fn forget(&mut self, houses: u32, digits: u16) {
        let lists = [&mut self.direct[..], &mut self.naked, &mut self.hidden];
        for mask in lists.into_iter().flatten() {
            *mask &= !houses;
        }
        for mask in self.fish.iter_mut().chain([&mut self.locking]) {
            *mask &= !digits;
        }
    }
}

const HOUSES: u32 = (1 << 27) - 1;
const DIGITS: u16 = 0x1ff;

/// A puzzle on its way, with what is known to fail.
#[derive(Clone)]
pub(crate) struct Solver {
    pub(crate) board: Board,
    clean: Clean,
    /// Whether uniqueness may be assumed.
    pub(crate) uniqueness: bool,
}

impl Solver {
    pub(crate) fn new(board: Board, uniqueness: bool) -> Solver {
        Solver {
            board,
            clean: Clean::default(),
            uniqueness,
        }
    }

    /// Applies a hint.
    pub(crate) fn apply(&mut self, hint: &Hint) {
        for &(cell, digits) in &hint.removals {
            for digit in crate::geometry::bits(digits) {
                self.board.remove(usize::from(cell), digit);
            }
        }
        if let Some((cell, digit)) = hint.placement {
            self.board.place(usize::from(cell), usize::from(digit));
        }
    }

    /// The next hint, except hidden singles, which come before all others.
    pub(crate) fn next(&mut self, context: &mut Context<'_, '_>) -> Result<Option<Hint>, Stopped> {
        let (houses, digits) = self.board.changes();
        self.clean.forget(sets::in_set_order(houses), digits);
        if let Some(hint) = self.simple().or_else(|| self.middle()) {
            return Ok(Some(hint));
        }
        self.chains(context)
    }

    /// Up to XYZ-Wing.
    fn simple(&mut self) -> Option<Hint> {
        use Technique::*;
        let board = &self.board;
        if let Some((cell, digit)) = locking::direct(&board.grid) {
            return Some(Hint::placing(DirectPointing, 17, cell, digit));
        }
        if let Some(hint) = self.direct(2) {
            return Some(hint);
        }
        if let Some((cell, digit)) = singles::naked(&self.board) {
            return Some(Hint::placing(NakedSingle, 23, cell, digit));
        }
        self.direct(3)
            .or_else(|| self.locking())
            .or_else(|| self.naked(2))
            .or_else(|| self.fish(2))
            .or_else(|| self.hidden(2))
            .or_else(|| self.naked(3))
            .or_else(|| self.fish(3))
            .or_else(|| self.hidden(3))
            .or_else(|| wings::xy(&self.board).map(|found| Hint::new(XyWing, 42, found)))
            .or_else(|| wings::xyz(&self.board).map(|found| Hint::new(XyzWing, 44, found)))
    }

    /// Up to Aligned Pair Exclusion.
    fn middle(&mut self) -> Option<Hint> {
        let unique = |this: &Solver, find: fn(&Board) -> Option<Hint>| match this.uniqueness {
            true => find(&this.board),
            false => None,
        };
        unique(self, loops::first)
            .or_else(|| self.naked(4))
            .or_else(|| self.fish(4))
            .or_else(|| self.hidden(4))
            .or_else(|| unique(self, bug::first))
            .or_else(|| {
                let found = aligned::pair(&self.board)?;
                Some(Hint::new(Technique::AlignedPairExclusion, 62, found))
            })
    }

    /// From forcing chains on.
    fn chains(&mut self, context: &mut Context<'_, '_>) -> Result<Option<Hint>, Stopped> {
        let Board { grid, filled, .. } = &self.board;
        context.meter.spend(1)?;
        context.forcing.prepare(grid);
        if let Some(found) = context.forcing.first(grid) {
            let mut hint = Hint::new(found.technique(), 0, found.removals.clone());
            hint.rating.0 = ((found.rank.rating + 0.05) * 10.0).floor() as u16;
            hint.complexity = found.rank.complexity;
            hint.placement = found.placement;
            hint.chain = context.explain.then(|| found.chain());
            return Ok(Some(hint));
        }
        if let Some(found) = aligned::triplet(&self.board) {
            return Ok(Some(Hint::new(
                Technique::AlignedTripletExclusion,
                75,
                found,
            )));
        }
        let kinds = [
            Kind::Nishio,
            Kind::MULTIPLE,
            Kind::DYNAMIC,
            Kind::Runs(Level::Plus),
            Kind::Runs(Level::Forcing),
            Kind::Runs(Level::Multiple),
            Kind::Runs(Level::NestedDynamic),
        ];
        let last: &[Kind] = match self.uniqueness {
            true => &[Kind::Last],
            false => &[
                Kind::Runs(Level::NestedPlus),
                Kind::Runs(Level::NestedForcing),
            ],
        };
        context.chains.clear();
        let mut followed = Runs::default();
        let mut found = None;
        for &kind in kinds.iter().chain(last) {
            if !kind.continues() {
                std::mem::take(&mut followed).recycle(context);
            }
            found = runs::first(context, grid, filled, kind, &mut followed)?;
            if found.is_some() {
                break;
            }
        }
        followed.recycle(context);
        Ok(found)
    }

    fn direct(&mut self, k: u32) -> Option<Hint> {
        let clean = &mut self.clean.direct[k as usize - 2];
        let Board { grid, filled, .. } = &self.board;
        let (technique, tenths) = match k {
            2 => (Technique::DirectHiddenPair, 20),
            _ => (Technique::DirectHiddenTriplet, 25),
        };
        match sets::direct(grid, filled, k, HOUSES & !*clean) {
            Some((cell, digit)) => Some(Hint::placing(technique, tenths, cell, digit)),
            None => {
                *clean = HOUSES;
                None
            }
        }
    }

    fn locking(&mut self) -> Option<Hint> {
        let mut hint = None;
        locking::each(&self.board.grid, DIGITS & !self.clean.locking, |lock| {
            let (technique, tenths) = match lock.base {
                0..9 => (Technique::Pointing, 26),
                _ => (Technique::Claiming, 28),
            };
            hint = Some(Hint::new(technique, tenths, lock.removals()));
            false
        });
        if hint.is_none() {
            self.clean.locking = DIGITS;
        }
        hint
    }

    fn naked(&mut self, k: u32) -> Option<Hint> {
        let clean = &mut self.clean.naked[k as usize - 2];
        let Board { grid, filled, .. } = &self.board;
        let mut found: Option<Removals> = None;
        sets::naked(grid, filled, k, HOUSES & !*clean, |naked| {
            found = Some(naked.removals(grid));
            false
        });
        let (technique, tenths) = match k {
            2 => (Technique::NakedPair, 30),
            3 => (Technique::NakedTriplet, 36),
            _ => (Technique::NakedQuad, 50),
        };
        if found.is_none() {
            *clean = HOUSES;
        }
        found.map(|found| sorted(technique, tenths, found))
    }

    fn hidden(&mut self, k: u32) -> Option<Hint> {
        let clean = &mut self.clean.hidden[k as usize - 2];
        let Board { grid, filled, .. } = &self.board;
        let mut found: Option<Removals> = None;
        sets::hidden(grid, filled, k, HOUSES & !*clean, |hidden| {
            found = Some(hidden.removals(grid));
            false
        });
        let (technique, tenths) = match k {
            2 => (Technique::HiddenPair, 34),
            3 => (Technique::HiddenTriplet, 40),
            _ => (Technique::HiddenQuad, 54),
        };
        if found.is_none() {
            *clean = HOUSES;
        }
        found.map(|found| sorted(technique, tenths, found))
    }

    fn fish(&mut self, k: u32) -> Option<Hint> {
        let clean = &mut self.clean.fish[k as usize - 2];
        let Board { grid, filled, .. } = &self.board;
        let (technique, tenths) = match k {
            2 => (Technique::XWing, 32),
            3 => (Technique::Swordfish, 38),
            _ => (Technique::Jellyfish, 52),
        };
        let fish = fish::first(grid, filled, k, DIGITS & !*clean);
        if fish.is_none() {
            *clean = DIGITS;
        }
        fish.map(|fish| Hint::new(technique, tenths, fish.removals(grid)))
    }
}

fn sorted(technique: Technique, tenths: u16, mut removals: Removals) -> Hint {
    removals.sort_unstable();
    Hint::new(technique, tenths, removals)
}
