//! Results remembered from other puzzles change no rating and no status, for any budget.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use gradus_csp::{CanonicalKey, Instance};
use gradus_engine::rating::{
    Expansion, Limits, Rating, RatingMemory, Request, classify, classify_with, expand,
};
use gradus_harness::puzzles::sukaku;
use gradus_harness::random::Rng;
use gradus_puzzles::sudoku::as_sudoku;
use gradus_puzzles::sudoku::symmetry::Symmetry;
use gradus_puzzles::{book, read};

#[derive(Default)]
struct All {
    known: RefCell<HashMap<CanonicalKey, Vec<Rating>>>,
    hits: Cell<usize>,
}

impl RatingMemory for All {
    fn is_open(&self) -> bool {
        true
    }

    fn recall(&self, key: CanonicalKey) -> Option<Vec<Rating>> {
        let found = self.known.borrow().get(&key).cloned();
        self.hits
            .set(self.hits.get() + usize::from(found.is_some()));
        found
    }

    fn keep(&self, key: CanonicalKey, ratings: &[Rating]) {
        self.known.borrow_mut().insert(key, ratings.to_vec());
    }
}

/// A puzzle, its expansion by Singles, the sukaku of its candidates, and all of them turned.
fn relatives(text: &str, rng: &mut Rng) -> Vec<Box<dyn Instance>> {
    let puzzle = read(text).unwrap();
    let values = expand(puzzle.as_ref(), Expansion::Brt).unwrap();
    let expansion = puzzle.with_givens(&values).unwrap();
    let mut turned = |puzzle: &dyn Instance| -> Box<dyn Instance> {
        let symmetry = Symmetry::random(|count| rng.below(count));
        Box::new(symmetry.apply(&as_sudoku(puzzle).unwrap()))
    };
    let sukaku = read(&sukaku(text)).unwrap();
    let all = [puzzle, expansion, sukaku];
    let turned: Vec<_> = all.iter().map(|puzzle| turned(puzzle.as_ref())).collect();
    turned.into_iter().chain(all).collect()
}

#[test]
fn relatives_have_the_same_ratings_with_and_without_memory() {
    let mut rng = Rng(16);
    for budget in [20, 300, 4000] {
        let request = Request {
            names: "te,s,w,b,gw,bpb,z,tyw".parse().unwrap(),
            limits: Limits {
                budget,
                ..Limits::default()
            },
        };
        let memory = All::default();
        let (mut rated, mut bounds) = (0, 0);
        for entry in book::puzzles()
            .iter()
            .filter(|entry| entry.solutions == 1)
            .step_by(5)
        {
            let relatives = relatives(&entry.puzzle, &mut rng);
            let first = classify(relatives[0].as_ref(), &request).unwrap();
            for puzzle in &relatives {
                let alone = classify(puzzle.as_ref(), &request).unwrap();
                let with = classify_with(puzzle.as_ref(), &request, &memory).unwrap();
                assert_eq!(alone, with, "{} {budget}", entry.id);
                assert_eq!(alone.ratings, first.ratings, "{} {budget}", entry.id);
            }
            rated += 1;
            let is_bound = |(_, rating): &(_, Rating)| rating.to_string().contains('≥');
            bounds += first
                .ratings
                .iter()
                .filter(|rating| is_bound(rating))
                .count();
        }
        assert!(
            memory.hits.get() >= 3 * (rated - 10),
            "{} hits",
            memory.hits.get()
        );
        assert!(budget > 300 || bounds > 0, "the budget never ran out");
    }
}

/// HLS levels look at the givens: a request with them is not remembered.
#[test]
fn levels_of_hls_are_not_remembered() {
    let request = Request {
        names: "b,hls".parse().unwrap(),
        ..Request::default()
    };
    let memory = All::default();
    let text = "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
    let puzzle = read(text).unwrap();
    let with = classify_with(puzzle.as_ref(), &request, &memory);
    assert_eq!(with, classify(puzzle.as_ref(), &request));
    assert!(memory.known.borrow().is_empty());
}
