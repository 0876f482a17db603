//! What a hunt chooses: moves by what they pay, puzzles by what they are worth.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_hunt::{Bandit, Member, Population, Score, SolvedPuzzle};

fn member(row: u64, solution: u128, value: i64) -> Member {
    let grid = random_grid(&mut Dice::new(1, "member", row));
    Member {
        row,
        position: SolvedPuzzle {
            puzzle: grid,
            solution: grid,
        },
        solution,
        score: Score { value, tie: 0 },
        tried: 0,
        done: Vec::new(),
    }
}

#[test]
fn what_pays_is_played_more_often_and_all_is_played() {
    let mut bandit = Bandit::new(4);
    let mut dice = Dice::new(1, "bandit", 0);
    let mut played = [0; 4];
    for round in 0..4000 {
        let arm = bandit.choose(&mut dice);
        if round >= 1000 {
            played[arm] += 1;
        }
        // The third pays five times as much as the others.
        bandit.note(arm, if arm == 2 { 5 } else { 1 }, 100);
        if round % 64 == 0 {
            bandit.fade();
        }
    }
    for arm in [0, 1, 3] {
        assert!(played[arm] > 150, "{played:?}");
        assert!(played[2] > 2 * played[arm], "{played:?}");
    }
    // What was dry pays now.
    for round in 0..4000 {
        let arm = bandit.choose(&mut dice);
        bandit.note(arm, if arm == 0 { 5 } else { 1 }, 100);
        if round % 64 == 0 {
            bandit.fade();
        }
    }
    assert!(bandit.share(0) > 2.0 * bandit.share(2));
}

#[test]
fn one_family_does_not_swamp_the_population() {
    let mut population = Population::new(10, 3);
    for row in 0..20 {
        population.admit(member(row, 7, row as i64));
    }
    let values = |population: &Population| {
        let mut values: Vec<i64> = population.members().iter().map(|m| m.score.value).collect();
        values.sort_unstable();
        values
    };
    assert_eq!(values(&population), [17, 18, 19]);
    for row in 20..27 {
        assert!(population.admit(member(row, row.into(), 1)));
    }
    assert_eq!(population.members().len(), 10);
    assert!(!population.admit(member(27, 27, 0)));
    assert!(!population.admit(member(28, 28, 1)), "as good as the worst");
    assert!(population.admit(member(29, 29, 2)));
    let bars = population.bars();
    assert_eq!(bars.of(99), Some(2), "more than the worst");
    assert_eq!(bars.of(7), Some(18), "more than the worst of the family");
}

#[test]
fn a_member_that_had_its_chance_gives_way_to_its_equal() {
    let mut population = Population::new(1, 1);
    assert!(population.admit(member(0, 1, 5)));
    let mut dice = Dice::new(1, "draw", 0);
    for _ in 0..4 {
        assert!(!population.admit(member(1, 2, 5)));
        assert_eq!(population.draw(&mut dice).unwrap().row, 0);
    }
    assert_eq!(population.bars().all, Some(5));
    assert!(population.admit(member(1, 2, 5)));
}

#[test]
fn better_puzzles_are_drawn_more_often() {
    let mut population = Population::new(100, 100);
    for row in 0..100 {
        population.admit(member(row, row.into(), row as i64));
    }
    let mut dice = Dice::new(1, "draw", 0);
    let drawn: u64 = (0..1000)
        .map(|_| population.draw(&mut dice).unwrap().row)
        .sum();
    assert!(drawn / 1000 > 58, "{drawn}");
    assert!(population.members().iter().all(|member| member.tried < 60));
}

#[test]
fn what_need_be_made_once_is_made_once_from_each() {
    let mut population = Population::new(60, 60);
    for row in 0..60 {
        population.admit(member(row, row.into(), row as i64 / 10));
    }
    let mut dice = Dice::new(1, "draw", 0);
    let mut once = |population: &mut Population, made: usize| {
        let drawn = population.draw_once(made, &mut dice);
        drawn.map(|member| (member.row, member.score.value))
    };
    let drawn: Vec<_> = (0..60).filter_map(|_| once(&mut population, 3)).collect();
    let rows: BTreeSet<u64> = drawn.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows.len(), 60);
    assert_eq!(once(&mut population, 3), None);
    // Half of them are the best, the others of any value.
    let best = drawn[..12].iter().filter(|(_, value)| *value == 5).count();
    assert!((4..=10).contains(&best), "{drawn:?}");
    // Another move can be made from all of them, and this one from a new member.
    assert!(once(&mut population, 1).is_some());
    population.admit(member(60, 60, 9));
    assert_eq!(once(&mut population, 3), Some((60, 9)));
}
