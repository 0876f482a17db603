//! Is a rating above a bar? The answer agrees with the value, for any bar.

use gradus_engine::rating::{
    Above, Bound, Limits, Name, Names, Request, Status, above, bound, classify, solution,
};
use gradus_engine::te::{Over, depth_of};
use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::top_down::top_down;
use gradus_puzzles::book;
use gradus_puzzles::sudoku::Puzzle;

/// Puzzles of the books, hard ones among them, and random ones.
fn puzzles() -> Vec<Puzzle> {
    let book = book::puzzles()
        .into_iter()
        .filter_map(|entry| entry.puzzle.parse().ok());
    let random = (0..60).map(|number| {
        let mut dice = Dice::new(3, "above", number);
        let grid = random_grid(&mut dice);
        Puzzle::Givens(top_down(&grid, &mut dice))
    });
    book.take(60).chain(random).collect()
}

#[test]
fn the_answer_agrees_with_the_value() {
    let limits = Limits::default();
    let names = [Name::B, Name::GB, Name::W, Name::BPB];
    let request = Request {
        names: Names::from_iter(names),
        limits,
    };
    let (mut asked, mut whips, mut wrong) = (0, 0, 0);
    for puzzle in puzzles() {
        let Ok(numbers) = classify(&puzzle, &request) else {
            continue;
        };
        let solution = solution(&puzzle).unwrap();
        for name in names {
            let rating = numbers.rating(name).unwrap();
            let mut is_solved = false;
            for bar in [0, 1, 2, 3, 5, 8, 12, 20, 30] {
                let answer = above(&puzzle, &solution, name, bar, limits).unwrap();
                let expected = match (rating.status, rating.value) {
                    (Status::Infinite, _) => Above::Infinite,
                    (Status::NotApplicable, _) => Above::NotApplicable,
                    (Status::Exact, Some(value)) if usize::from(value) <= bar => Above::No,
                    (Status::Exact, Some(_)) => Above::Yes,
                    _ => continue,
                };
                asked += 1;
                if name != Name::W {
                    assert_eq!(answer, expected, "{puzzle} {name} {bar}");
                    continue;
                }
                // Whips are searched here in the order of the puzzle as given, and may need
                // other lengths there than in its canonical form. On these puzzles a no is right, and
                // holds for higher bars.
                assert!(
                    answer == expected || answer == Above::Yes,
                    "{puzzle} {bar}: {answer:?}"
                );
                assert!(answer != Above::Yes || !is_solved, "{puzzle} {bar}");
                is_solved = answer == Above::No;
                whips += 1;
                wrong += usize::from(answer == Above::Yes && expected == Above::No);
            }
        }
    }
    assert!(asked > 2000, "{asked}");
    assert!(50 * wrong < whips, "{wrong} of {whips} are wrong");
}

/// Puzzles near long braids: here the bar decides which trials are short.
#[test]
fn the_answer_agrees_where_braids_are_long() {
    let limits = Limits::default();
    let records = include_str!("../../../../data/records.jsonl").lines();
    let mut asked = 0;
    for line in records {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let puzzle: Puzzle = record["puzzle"].as_str().unwrap().parse().unwrap();
        let Some(value) = record["ratings"]["b"]["value"].as_u64() else {
            continue;
        };
        let value = value as usize;
        let solution = solution(&puzzle).unwrap();
        for bar in [value - 3, value - 1, value, value + 1, value + 6, 60] {
            let expected = if bar < value { Above::Yes } else { Above::No };
            let answer = above(&puzzle, &solution, Name::B, bar, limits).unwrap();
            assert_eq!(answer, expected, "{puzzle} {bar}");
            asked += 1;
        }
    }
    assert!(asked >= 30, "{asked}");
}

/// What trials show is never below B, and is not far above it where braids are long.
#[test]
fn bounds_are_no_smaller_than_the_value() {
    let request = Request {
        names: Names::from_iter([Name::B]),
        limits: Limits {
            max_length: 60,
            ..Limits::default()
        },
    };
    let records = include_str!("../../../../data/records.jsonl").lines();
    let records = records.map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["puzzle"].as_str().unwrap().parse().unwrap()
    });
    let (mut finite, mut equal, mut deeper) = (0, 0, 0);
    for puzzle in puzzles().into_iter().chain(records) {
        let Ok(numbers) = classify(&puzzle, &request) else {
            continue;
        };
        let rating = numbers.rating(Name::B).unwrap();
        let solution = solution(&puzzle).unwrap();
        let Some(value) = rating.value.map(usize::from) else {
            assert_eq!(rating.status, Status::Infinite, "{puzzle}");
            assert_eq!(bound(&puzzle, &solution, 7), Ok(Bound::Infinite));
            deeper += 1;
            continue;
        };
        let at_most = |from: usize| match bound(&puzzle, &solution, from) {
            Ok(Bound::AtMost(length)) => length,
            other => panic!("{puzzle} {other:?}"),
        };
        let least = at_most(0);
        assert!(least >= value, "{puzzle}: {least} for {value}");
        assert!(least <= value + 6, "{puzzle}: {least} for {value}");
        for from in [1, value, value + 1, 60] {
            let length = at_most(from);
            assert!(length >= from.max(value), "{puzzle} {from}");
            assert!(from < least || length == from, "{puzzle} {from}");
        }
        finite += 1;
        equal += usize::from(least == value);
    }
    assert!(deeper > 10 && finite > 80, "{deeper} {finite}");
    assert!(3 * equal > 2 * finite, "{equal} of {finite} are equal");
}

#[test]
fn depths_are_those_of_the_ratings() {
    let request = Request {
        names: "te,gte".parse().unwrap(),
        limits: Limits::default(),
    };
    let gte: Name = "gte".parse().unwrap();
    for puzzle in puzzles() {
        let Ok(numbers) = classify(&puzzle, &request) else {
            continue;
        };
        let solution = solution(&puzzle).unwrap();
        for (name, over) in [(Name::TE, Over::Singles), (gte, Over::Whips1)] {
            let value = numbers.rating(name).unwrap().value.map(usize::from);
            for max in 0..3 {
                let found = depth_of(&puzzle, &solution, over, max);
                assert_eq!(
                    found,
                    value.filter(|value| *value <= max),
                    "{puzzle} {name}"
                );
            }
        }
    }
}
