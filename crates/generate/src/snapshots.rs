//! 256 random deletions of a grid's clues side by side, known only by a few snapshots.
//!
//! Let the clues vanish at independent random times, uniform between 0 and 1: the order of
//! the times is a random order. At the moment when 7/16 are left on the average, a clue is
//! still there with that chance, which four tosses of a coin decide. Snapshots at a few
//! moments, 64 deletions to a machine word, show how nearly every deletion will end; the
//! order of the clues that vanish between two snapshots is drawn only for the rest.

use super::cells::{ALL_CELLS, Cells, each};
use super::dice::Dice;
use super::lanes::{DealLanes, LANES, WORDS};

/// Number of snapshots of each deletion.
pub(crate) const MOMENTS: usize = 4;

/// The clues left at four moments, when 5, 6, 7 and 8 sixteenths of the clues are left on the
/// average: numbered backwards in time, as deletions are looked at.
pub struct Snapshots {
    left: [[DealLanes; 81]; MOMENTS],
    /// Distinguishes this deal from others when orders are drawn.
    key: u64,
}

impl Snapshots {
    /// Draws the snapshots of 256 deletions, independent of each other.
    pub fn draw(coins: &mut Coins) -> Snapshots {
        let mut left = [[DealLanes::NONE; 81]; MOMENTS];
        let [five, six, seven, eight] = &mut left;
        for (((five, six), seven), eight) in five.iter_mut().zip(six).zip(seven).zip(eight) {
            let [a, b, c, d] = std::array::from_fn(|_| coins.toss());
            *five = a.and(b.or(c.and(d)));
            *six = a.and(b.or(c));
            *seven = a.and(b.or(c).or(d));
            *eight = a;
        }
        let key = coins.0[0].word();
        Snapshots { left, key }
    }

    /// The clues left in all deletions at a moment, cell by cell.
    pub(crate) fn moment(&self, moment: usize) -> &[DealLanes; 81] {
        &self.left[moment]
    }

    /// The clues left in one deletion at a moment; all cells beyond the last moment.
    fn left(&self, lane: usize, moment: usize) -> Cells {
        let Some(left) = self.left.get(moment) else {
            return ALL_CELLS;
        };
        let (word, bit) = (lane / 64, lane % 64);
        let gather = |cells: &[DealLanes]| {
            let bits = cells.iter().enumerate();
            bits.fold(0, |all, (i, lanes)| all | (lanes.0[word] >> bit & 1) << i)
        };
        Cells::from(gather(&left[..64])) | Cells::from(gather(&left[64..])) << 64
    }

    /// One deletion played backwards from the snapshot before `moment`, or from the end if
    /// that is 0: what is left there, and the clues that come back.
    pub fn rewind(&self, lane: usize, moment: usize) -> (Cells, impl Iterator<Item = usize>) {
        let left = match moment {
            0 => 0,
            _ => self.left(lane, moment - 1),
        };
        let rewind = Rewind {
            snapshots: self,
            lane,
            moment,
            stretch: self.stretch(lane, moment, left),
        };
        (left, rewind)
    }

    /// The clues that come back until a moment, if some are there already.
    fn stretch(&self, lane: usize, moment: usize, there: Cells) -> Stretch {
        let number = lane + LANES * moment;
        let dice = Dice::derived(self.key, number as u64);
        Stretch::new(self.left(lane, moment) & !there, dice)
    }
}

/// Where the snapshots come from: a stream for each machine word, so that the processor
/// can draw from all of them at once.
pub struct Coins([Dice; WORDS]);

impl Coins {
    /// Coins that fall as the dice decide.
    pub fn new(dice: &mut Dice) -> Coins {
        Coins(std::array::from_fn(|_| dice.fork()))
    }

    #[inline(always)]
    fn toss(&mut self) -> DealLanes {
        let mut lanes = DealLanes::NONE;
        for (word, dice) in lanes.0.iter_mut().zip(&mut self.0) {
            *word = dice.word();
        }
        lanes
    }
}

/// The clues of one deletion as they come back when it is played backwards. Their order
/// does not depend on where it begins.
struct Rewind<'a> {
    snapshots: &'a Snapshots,
    lane: usize,
    /// The moment to which the stretch leads.
    moment: usize,
    stretch: Stretch,
}

impl Iterator for Rewind<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(cell) = self.stretch.next() {
                return Some(cell);
            }
            if self.moment == MOMENTS {
                return None;
            }
            let there = self.snapshots.left(self.lane, self.moment);
            self.moment += 1;
            self.stretch = self.snapshots.stretch(self.lane, self.moment, there);
        }
    }
}

/// Cells in an order that is drawn as it is needed.
struct Stretch {
    cells: [u8; 81],
    pending: usize,
    dice: Dice,
}

impl Stretch {
    fn new(cells: Cells, dice: Dice) -> Stretch {
        let mut stretch = Stretch {
            cells: [0; 81],
            pending: cells.count_ones() as usize,
            dice,
        };
        for (slot, cell) in stretch.cells.iter_mut().zip(each(cells)) {
            *slot = cell as u8;
        }
        stretch
    }

    fn next(&mut self) -> Option<usize> {
        let last = self.pending.checked_sub(1)?;
        self.cells.swap(self.dice.below(self.pending), last);
        self.pending = last;
        Some(usize::from(self.cells[last]))
    }
}
