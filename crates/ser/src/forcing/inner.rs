//! All forcing chains and cycles inside a run.

use super::least::around;
use super::{Forcing, Found, Rank, Sweep, base, conclusion, eliminated, order, rating};
use crate::board::Grid;
use crate::plan;
use crate::spread::{Spread, contains, is_empty};

impl Forcing {
    /// All hints on a grid, sorted, and whether multiple static chains find nothing either, if that
    /// became known.
    ///
    /// Cycles that come after a chain for each of their eliminations are left out if `needed` is
    /// set.
    pub(crate) fn all(&mut self, grid: &Grid, needed: bool) -> (Vec<Found>, bool) {
        self.prepare(grid);
        match self.links.len() {
            0..=64 => self.all_of::<1>(grid, needed),
            65..=128 => self.all_of::<2>(grid, needed),
            129..=192 => self.all_of::<3>(grid, needed),
            193..=256 => self.all_of::<4>(grid, needed),
            _ => self.all_of::<12>(grid, needed),
        }
    }

    fn all_of<const N: usize>(&mut self, grid: &Grid, needed: bool) -> (Vec<Found>, bool) {
        let mut all = Vec::new();
        let mut spread = Spread::<N>::new(&self.links, true, true);
        while spread.weak() | spread.strong() {}
        let hits = spread.contradictory();
        if is_empty(&hits) {
            return (all, plan::of(grid, &spread, None).is_none());
        }
        let opposites = spread.opposites();
        let sources = around(&spread, &hits);
        drop(spread);
        for sweep in [Sweep::X, Sweep::Y, Sweep::Xy] {
            self.build(grid, sweep);
            // A chain eliminates what a cycle does with a complexity of at most two more. So no
            // cycle is longer than the longest of these, if there are chains for all.
            let mut longest = 4;
            if sweep != Sweep::Y {
                for source in 0..self.links.len() {
                    let id = self.links.ids[source];
                    let refuted = contains(&hits, source);
                    if grid.n(usize::from(id) / 9) < 2 {
                        longest = if refuted { u32::MAX } else { longest };
                        continue;
                    }
                    if refuted {
                        let complexity = self.add_chain(grid, sweep, id, true, &mut all);
                        longest = longest.max(complexity.unwrap_or(0));
                    }
                    if contains(&opposites, source) {
                        self.add_chain(grid, sweep, id, false, &mut all);
                    }
                }
            }
            if sweep != Sweep::Xy || !needed {
                longest = u32::MAX;
            }
            for source in 0..self.links.len() {
                let n = grid.n(usize::from(self.links.ids[source]) / 9);
                if contains(&sources, source) && (n == 2 || n > 2 && sweep != Sweep::Y) {
                    self.all_cycles(sweep, source, longest, &mut all);
                }
            }
        }
        all.sort_by(|a, b| a.rank.compare(&b.rank));
        (all, false)
    }

    fn add_chain(
        &mut self,
        grid: &Grid,
        sweep: Sweep,
        id: u16,
        on: bool,
        all: &mut Vec<Found>,
    ) -> Option<u32> {
        let path = self.find_chain(sweep, 2 * id + u16::from(on))?;
        let complexity = path.len() as u32;
        let (removals, placement) = conclusion(grid, id, on);
        all.push(Found {
            rank: Rank {
                rating: rating(base(sweep, false), complexity),
                complexity,
                key: sweep.key(),
                order: order(id, 1 + u32::from(!on)),
            },
            sweep,
            cycle: false,
            removals,
            placement,
            path,
        });
        Some(complexity)
    }

    fn all_cycles(&mut self, sweep: Sweep, source: usize, longest: u32, all: &mut Vec<Found>) {
        let id = self.links.ids[source];
        let left = self.left;
        let mut path = Vec::new();
        self.search(sweep, source, longest, |this, complexity, on, closing| {
            this.cycle_path(source, on, closing, &mut path);
            let removals = eliminated(&left, &path);
            if !removals.is_empty() {
                all.push(Found {
                    rank: Rank {
                        rating: rating(base(sweep, true), complexity),
                        complexity,
                        key: sweep.key(),
                        order: order(id, 0),
                    },
                    sweep,
                    cycle: true,
                    removals,
                    placement: None,
                    path: path.clone(),
                });
            }
            true
        });
    }
}
