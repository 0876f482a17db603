//! The course of a hunt, read from its table: when its best value rose, and the ancestors of
//! its best finds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{io, num};

use super::state::COLUMNS;
use super::target::{Scorer, Target, shown};
use crate::expression::Formula;
use crate::table::{Columns, Hunt, HuntExtent, JobKind, Metadata, Row, TableReader};
use gradus_engine::rating::Names;
use gradus_hunt::Score;

/// A find of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Find {
    /// Its row.
    pub row: u64,
    /// The row of the find that it came from.
    pub parent: Option<u64>,
    /// The puzzle.
    pub puzzle: String,
    /// Its number of clues.
    pub clues: u16,
    /// Its value.
    pub value: String,
    /// The move that led to it.
    pub by: String,
    /// The generation that found it.
    pub generation: u64,
    /// The number of puzzles tried by then.
    pub tried: u64,
    score: Score,
}

/// The course of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lineage {
    /// The hunt.
    pub hunt: Hunt,
    /// How far it went.
    pub reached: Option<HuntExtent>,
    /// The finds that were better than all before, in order.
    pub rises: Vec<Find>,
    /// The families of the best finds: each find after its parent, with its distance from
    /// the first of the family.
    pub families: Vec<(usize, Find)>,
}

impl Lineage {
    /// The lineage of a hunt's table with the families of its best finds. Returns `None` if
    /// the table is not from a hunt, or if its columns were changed.
    pub(crate) fn of(path: &Path, metadata: &Metadata, best: usize) -> io::Result<Option<Lineage>> {
        let JobKind::Hunt(hunt) = metadata.asked.job.clone() else {
            return Ok(None);
        };
        let names = metadata.asked.ratings.join(",").parse::<Names>();
        let tie = hunt.tie.as_deref().map(str::parse::<Formula>).transpose();
        let (Ok(names), Ok(target), Ok(tie)) = (names, hunt.target.parse::<Target>(), tie) else {
            return Ok(None);
        };
        let scorer = Scorer::new(&target, tie.as_ref(), &names, hunt.bounds_below.is_some());
        let columns = Columns::of(&names).with(&COLUMNS.map(String::from), &[]);
        let (Ok(scorer), Ok(rows)) = (scorer, TableReader::open(path, columns)) else {
            return Ok(None);
        };
        let mut finds = BTreeMap::new();
        for row in rows {
            finds.extend(find(&scorer, row?).map(|find| (find.row, find)));
        }
        Ok(Some(Lineage {
            hunt,
            reached: metadata.reached.clone(),
            rises: rises(&finds),
            families: families(&finds, best),
        }))
    }
}

/// The find in a row, or `None` if something is missing.
fn find(scorer: &Scorer, row: Row) -> Option<Find> {
    let score = scorer.score(&row)?;
    let [parent, by, generation, tried] = <[Option<String>; 4]>::try_from(row.kept).ok()?;
    let number = |text: String| -> Result<u64, num::ParseIntError> { text.parse() };
    Some(Find {
        row: row.row,
        parent: parent.map(number).transpose().ok()?,
        puzzle: row.puzzle,
        clues: row.clues,
        value: shown(score.value),
        by: by?,
        generation: number(generation?).ok()?,
        tried: number(tried?).ok()?,
        score,
    })
}

fn rises(finds: &BTreeMap<u64, Find>) -> Vec<Find> {
    let mut best = None;
    let is_rise = |find: &&Find| {
        let before = best;
        best = best.max(Some(find.score.value));
        best > before
    };
    finds.values().filter(is_rise).cloned().collect()
}

/// The best finds with all their ancestors, family by family.
fn families(finds: &BTreeMap<u64, Find>, best: usize) -> Vec<(usize, Find)> {
    let mut order: Vec<&Find> = finds.values().collect();
    order.sort_by_key(|find| (std::cmp::Reverse(find.score), find.row));
    let mut members: BTreeSet<u64> = BTreeSet::new();
    for find in order.into_iter().take(best) {
        let mut next = Some(find);
        while let Some(find) = next {
            if !members.insert(find.row) {
                break;
            }
            // A parent is older, so cycles are impossible.
            let parent = find.parent.filter(|parent| *parent < find.row);
            next = parent.and_then(|parent| finds.get(&parent));
        }
    }
    let mut children: BTreeMap<Option<u64>, Vec<&Find>> = BTreeMap::new();
    for find in members.iter().filter_map(|row| finds.get(row)) {
        let parent = find.parent.filter(|parent| members.contains(parent));
        children.entry(parent).or_default().push(find);
    }
    let mut families = Vec::new();
    let first = children.get(&None).into_iter().flatten();
    let mut open: Vec<(usize, &Find)> = first.rev().map(|find| (0, *find)).collect();
    while let Some((depth, find)) = open.pop() {
        families.push((depth, find.clone()));
        let next = children.get(&Some(find.row)).into_iter().flatten();
        open.extend(next.rev().map(|find| (depth + 1, *find)));
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(row: u64, parent: Option<u64>, value: i64) -> (u64, Find) {
        let find = Find {
            row,
            parent,
            puzzle: String::new(),
            clues: 25,
            value: shown(value),
            by: "-1+1".to_string(),
            generation: row,
            tried: 10 * row,
            score: Score { value, tie: 0 },
        };
        (row, find)
    }

    #[test]
    fn the_best_come_after_what_they_came_from() {
        let finds = BTreeMap::from([
            find(0, None, 3000),
            find(1, Some(0), 4000),
            find(2, None, 2000),
            find(3, Some(1), 7000),
            find(4, Some(1), 6000),
            find(5, Some(2), 5000),
        ]);
        let rows = |best| -> Vec<(usize, u64)> {
            let families = families(&finds, best).into_iter();
            families.map(|(depth, find)| (depth, find.row)).collect()
        };
        assert_eq!(rows(1), [(0, 0), (1, 1), (2, 3)]);
        assert_eq!(rows(3), [(0, 0), (1, 1), (2, 3), (2, 4), (0, 2), (1, 5)]);
        let rises = rises(&finds);
        assert!(rises.iter().map(|find| find.row).eq([0, 1, 3]));
    }
}
