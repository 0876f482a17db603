//! The order of whips: what is proven of all orders, what is found in some, and
//! that neither depends on how a puzzle is turned.

use gradus_check::{Verdict, check_record};
use gradus_csp::Label;
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Limits, Name, Rating, Request, classify};
use gradus_generate::dice::Dice;
use gradus_path::{Family, PathTheory, Record};
use gradus_puzzles::book;
use gradus_puzzles::sudoku::symmetry::least_form;
use gradus_puzzles::sudoku::{Puzzle, sudoku_model};

fn book_puzzle(id: &str) -> Puzzle {
    let mut puzzles = book::puzzles().into_iter();
    let entry = puzzles.find(|puzzle| puzzle.id == id).unwrap();
    entry.puzzle.parse().unwrap()
}

fn ratings(puzzle: &Puzzle, names: &str) -> Vec<(Name, Rating)> {
    let request = Request {
        names: names.parse().unwrap(),
        ..Request::default()
    };
    classify(puzzle, &request).unwrap().ratings
}

fn turned(puzzle: &Puzzle, dice: &mut Dice) -> Puzzle {
    dice.symmetry().apply(puzzle)
}

/// W is larger than B, and no order does better; or W is infinite.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn what_no_order_can_do_is_proven() {
    let cases = [
        ("PBCS-5.10.1", Rating::exact(5)),
        ("PBCS-5.10.3", Rating::exact(4)),
        ("PBCS-5.10.4", Rating::exact(31)),
        ("PBCS-7.7.1", Rating::exact(7)),
        ("PBCS-7.7.5", Rating::INFINITE),
    ];
    for (id, expected) in cases {
        assert_eq!(ratings(&book_puzzle(id), "w")[0].1, expected, "{id}");
    }
}

/// Puzzles whose whips get in each other's way, and the values of W and gW.
const DISPUTED: [(&str, &str); 4] = [
    (
        "87..9621.251..8.699..12...7.3...2..1.........4.28...3.3..2.16.862.9..14.1.56...72",
        "5 4",
    ),
    (
        "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
        "7 2",
    ),
    (
        "1...5..8.......236..9..75..........7.1.632...83.9..1.....2.89.......4..397.......",
        "5 5",
    ),
    (
        "..34....9..7..9.........15.2...6.9....5..28...7.5.83..54.....17.1.87......9..54..",
        "5 5",
    ),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_do_not_depend_on_how_a_puzzle_is_turned() {
    let mut dice = Dice::new(1, "order", 0);
    for (text, _) in DISPUTED {
        let puzzle: Puzzle = text.parse().unwrap();
        let names = "w,ws,gw,sgw,tw,tyw,fw,f3w";
        let expected = ratings(&puzzle, names);
        for _ in 0..10 {
            let other = turned(&puzzle, &mut dice);
            assert_eq!(ratings(&other, names), expected, "{text} as {other}");
        }
    }
}

/// gW of this one is beyond the usual budget, from whatever side.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn a_spent_budget_does_not_depend_on_how_a_puzzle_is_turned() {
    let text = "1.3.5.......1....3.8...7...2......5..7.6....8....9.4..5.....9..7...4..2..1...3..7";
    let puzzle: Puzzle = text.parse().unwrap();
    let mut dice = Dice::new(2, "order", 0);
    for number in 0..5 {
        let other = match number {
            0 => puzzle.clone(),
            _ => turned(&puzzle, &mut dice),
        };
        assert_eq!(ratings(&other, "gw")[0].1, Rating::lower(13), "{other}");
    }
}

/// B is 16, and the two lengths between are excluded.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn long_whips_come_to_an_end() {
    let text = "..34..........9..2.8..1.4..2...6...7.....5.9..1.8..6...61......5..3.7.....4...3..";
    let rating = ratings(&text.parse().unwrap(), "w")[0].1;
    assert_eq!(rating, Rating::exact(18));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn every_value_has_a_path_that_is_accepted() {
    for (text, expected) in DISPUTED {
        let puzzle: Puzzle = text.parse().unwrap();
        let values = expected
            .split(' ')
            .map(|value| value.parse::<u8>().unwrap());
        for (family, value) in [Family::WHIP, Family::GWHIP].into_iter().zip(values) {
            let theory = PathTheory::Chains(family);
            let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
            assert_eq!(rating.unwrap().value, Some(value), "{text}");
            let record = prove(&puzzle, theory, rating, Limits::default()).unwrap();
            assert_eq!(
                check_record(&record, gradus_puzzles::read),
                Ok(Verdict::Solution),
                "{text}"
            );
            assert_eq!(record.longest, usize::from(value), "{text}");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn a_path_of_the_canonical_form_leads_to_one_of_the_puzzle() {
    let mut dice = Dice::new(3, "order", 0);
    for (text, _) in &DISPUTED[..4] {
        let puzzle = turned(&text.parse().unwrap(), &mut dice);
        let form = least_form(&puzzle);
        let sources = form.symmetry.source_labels();
        for theory in ["W", "gW", "S+W", "TyW", "FW"] {
            let theory: PathTheory = theory.parse().unwrap();
            let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
            let path = path_of(&form.puzzle, theory, rating, Limits::default()).unwrap();
            let image = |label: Label| sources[label.index()];
            let turned = path.isomorph(sudoku_model(), image).unwrap();
            assert_eq!((turned.longest, turned.end), (path.longest, path.end));
            let record = Record::new(&puzzle, &turned, None);
            assert_eq!(
                check_record(&record, gradus_puzzles::read),
                Ok(Verdict::Solution),
                "{puzzle}"
            );
        }
    }
}
