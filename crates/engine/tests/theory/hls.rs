//! The levels of HLS: the puzzles of the book, the definitions on random puzzles, and the
//! counts that the book prints.

use std::sync::OnceLock;

use gradus_csp::Instance;
use gradus_engine::rating::{Name, Rating, Request, classify};
use gradus_engine::rules::hls::{BASIC_THEORIES, ChainTheory, LEVELS};
use gradus_generate::suexg::Suexg;
use gradus_puzzles::book::Printed;
use gradus_puzzles::sudoku::solver::is_unique;
use gradus_puzzles::sudoku::{Grid, Puzzle};
use gradus_puzzles::{book, read};

use crate::reference;
use crate::reference::hls::{CHAIN_THEORIES, basic_theory, chain_length, chain_level};
use crate::reference::random::{Rng, full_grid};

/// Level and first of the fifteen theories.
fn rate(puzzle: &dyn Instance) -> [Rating; 2] {
    let request = Request {
        names: "hls,hls_rule".parse().unwrap(),
        ..Request::default()
    };
    let rated = classify(puzzle, &request).unwrap();
    ["hls", "hls_rule"].map(|name| rated.rating(name.parse().unwrap()).unwrap())
}

/// The lengths of chains, theory by theory; the levels of `hls` as lengths, too.
fn lengths(puzzle: &Puzzle) -> [Option<u8>; CHAIN_THEORIES] {
    let names = ChainTheory::ALL.map(ChainTheory::column).join(",");
    let request = Request {
        names: names.parse().unwrap(),
        ..Request::default()
    };
    let rated = classify(puzzle, &request).unwrap();
    ChainTheory::ALL.map(|theory| {
        let value = rated
            .rating(theory.column().parse().unwrap())
            .unwrap()
            .value;
        match theory {
            ChainTheory::Levels => value.map(|level| level.saturating_sub(2)),
            _ => value,
        }
    })
}

/// The word for the level of a puzzle.
fn level(puzzle: &str) -> String {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let words = "hls".parse::<Name>().unwrap().entry().words.unwrap();
    words.word(rate(&puzzle)[0]).unwrap().to_string()
}

#[test]
fn the_puzzles_of_the_book_have_their_levels() {
    let (mut published, mut computed) = (0, 0);
    for entry in book::puzzles() {
        if entry.solutions != 1 {
            continue;
        }
        for (values, count) in [
            (&entry.published, &mut published),
            (&entry.computed, &mut computed),
        ] {
            if let Some(expected) = values.get("level") {
                let found = Printed::Word(level(&entry.puzzle));
                assert_eq!(&found, expected, "{}", entry.id);
                *count += 1;
            }
        }
    }
    assert_eq!((published, computed), (93, 97));
}

#[test]
fn an_xy_wing_of_a_hidden_space_is_none_of_the_rules() {
    // With such wings it would be in L4_0.
    let puzzle =
        "2..5..9....1.7...6...4...2..2.....5...3.....7.578..64.....63...7........5..2...3.";
    assert!(LEVELS.iter().position(|name| *name == level(puzzle)) > Some(5));
}

#[test]
fn random_puzzles_have_the_levels_of_the_definitions() {
    let mut rng = Rng(7);
    let mut levels = [0; LEVELS.len() + 1];
    for _ in 0..80 {
        let grid = full_grid(&mut rng);
        let mut puzzle = Grid(grid);
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            puzzle.0[cell] = 0;
            if !is_unique(&puzzle) {
                puzzle.0[cell] = grid[cell];
            }
        }
        let [level, rule] = rate(&Puzzle::Givens(puzzle));
        let state = reference::State::from_givens(&puzzle.0);
        let basic = basic_theory(&state);
        let slow = match basic {
            Some(theory) => Some(level_of(theory)),
            None => chain_level(&state).map(|length| length + 2),
        };
        let expected = |value: Option<usize>| value.map_or(Rating::INFINITE, Rating::exact);
        assert_eq!(rule, expected(basic), "{puzzle}");
        assert_eq!(level, expected(slow), "{puzzle}");
        levels[slow.unwrap_or(LEVELS.len())] += 1;
    }
    // Chains of several lengths were needed, and some puzzles resist all of them.
    assert!(
        levels[6..].iter().filter(|&&count| count > 0).count() >= 5,
        "{levels:?}"
    );
}

#[test]
fn every_type_of_chains_has_the_lengths_of_the_definitions() {
    let mut suexg = Suexg::from_seed(5).unwrap();
    let mut parted = 0;
    for _ in 0..25 {
        let grid = suexg.puzzle();
        let puzzle = Puzzle::Givens(grid);
        let found = lengths(&puzzle);
        let state = reference::State::from_givens(&grid.0);
        if basic_theory(&state).is_some() {
            let levels = ChainTheory::Levels as usize;
            let others = (0..CHAIN_THEORIES).filter(|&theory| theory != levels);
            assert!(others.into_iter().all(|theory| found[theory] == Some(0)));
            continue;
        }
        const LIMIT: usize = 7;
        let slow = |theory: usize| chain_length(&state, theory + 1, LIMIT);
        let expected: [_; CHAIN_THEORIES] = std::array::from_fn(slow);
        let up_to_limit = found.map(|length| length.map(usize::from).filter(|&l| l <= LIMIT));
        assert_eq!(up_to_limit, expected, "{puzzle}");
        parted += expected.windows(2).filter(|two| two[0] != two[1]).count();
    }
    assert!(parted >= 7, "{parted}");
}

/// The random collection of HLS with a seed: 10,000 puzzles of suexg.
fn collection(seed: u32) -> &'static [Grid] {
    static COLLECTIONS: [OnceLock<Vec<Grid>>; 2] = [OnceLock::new(), OnceLock::new()];
    let of_seed = &COLLECTIONS[usize::from(seed != 0)];
    of_seed.get_or_init(|| {
        let mut suexg = Suexg::from_seed(seed.into()).unwrap();
        (0..10_000).map(|_| suexg.puzzle()).collect()
    })
}

/// Table XXI.3. Where it is printed otherwise, the printed number is behind ours.
#[test]
fn the_types_of_chains_add_what_the_book_prints() {
    #[rustfmt::skip]
    let tables = [
        (0, [
            ([739, 255, 441, 124, 30, 93, 10], 8271),
            ([373, 180,  52, 227 /* 272 */, 98, 133, 24], 8959),
            ([171, 114,  91, 175, 70, 123, 18], 9326),
            ([ 68,  48,  13, 129 /* 128 */, 66, 68 /* 67 */, 5], 9472),
        ], 272, 19),
        (17, [
            ([714, 263, 471, 137, 22, 90, 10], 8233),
            ([372, 220,  49, 184 /* 224 */, 87, 138, 23], 8901),
            ([182, 124, 100, 168, 82, 126 /* 127 */, 26], 9297 /* 9298 */),
            ([ 61,  44,  20, 126, 79, 69, 3], 9458 /* 9459 */),
        ], 224, 15),
    ];
    let beyond = u8::MAX;
    for (seed, lines, xyt_after_hxy, hxyzt_7) in tables {
        let grids = collection(seed).iter();
        let rows = grids.map(|&grid| lengths(&Puzzle::Givens(grid)));
        let rows: Vec<[u8; CHAIN_THEORIES]> = rows
            .map(|row| row.map(|length| length.unwrap_or(beyond)))
            .collect();
        let new = |of: ChainTheory, after: Option<ChainTheory>, length: u8| {
            let is_new = |row: &&[u8; CHAIN_THEORIES]| {
                let before = after.map_or(beyond, |after| row[after as usize]);
                row[of as usize] == length && before > length
            };
            rows.iter().filter(is_new).count()
        };
        for (length, (cells, total)) in (4..).zip(lines) {
            let cell = |place: usize| {
                let before = place.checked_sub(1);
                let before = before.map(|before| ChainTheory::ALL[before]);
                new(ChainTheory::ALL[place], before, length)
            };
            assert_eq!(std::array::from_fn(cell), cells, "{seed} L{length}");
            // The book's totals have what some theory up to this one solves.
            let is_solved = |row: &&[u8; CHAIN_THEORIES]| {
                let mut lengths = row[..=ChainTheory::Levels as usize].iter();
                lengths.any(|of| *of <= length)
            };
            assert_eq!(rows.iter().filter(is_solved).count(), total, "{seed}");
        }
        let found = new(ChainTheory::Xyt, Some(ChainTheory::Hxy), 5);
        assert_eq!(found, xyt_after_hxy, "as the book counts");
        let found = new(ChainTheory::Hxyzt, Some(ChainTheory::Xyzt), 7);
        assert_eq!(found, hxyzt_7, "as the book defines");
    }
}

/// Where a larger theory solves less (HLS believes that this cannot be).
#[test]
fn more_types_of_chains_may_need_longer_ones() {
    use ChainTheory::*;
    // Seed and number of the puzzle, a theory and its length, and a larger one and its own.
    let cases = [
        (0, 6896, (Xyzt, Some(6)), (Levels, Some(10))),
        (0, 7428, (Xyt, Some(7)), (Hxyt, Some(8))),
        (17, 382, (Xyzt, Some(5)), (Levels, Some(6))),
        (17, 4700, (Xyt, Some(6)), (Hxyt, Some(13))),
        (17, 7205, (Hxyt, Some(7)), (Xyzt, None)),
        (17, 8164, (Hxyt, Some(7)), (Xyzt, Some(9))),
    ];
    for (seed, number, smaller, larger) in cases {
        let grid = collection(seed)[number - 1];
        let found = lengths(&Puzzle::Givens(grid));
        let state = reference::State::from_givens(&grid.0);
        for (theory, length) in [smaller, larger] {
            let place = theory as usize;
            assert_eq!(found[place], length, "{seed} {number} {theory:?}");
            let slow = chain_length(&state, place + 1, 7);
            let short = length.filter(|&length| length <= 7);
            assert_eq!(slow, short.map(usize::from), "{seed} {number} {theory:?}");
        }
    }
}

#[test]
fn a_theory_by_itself_is_what_it_is_among_others() {
    let mut suexg = Suexg::from_seed(3).unwrap();
    for _ in 0..60 {
        let puzzle = Puzzle::Givens(suexg.puzzle());
        let together = lengths(&puzzle);
        for theory in ChainTheory::ALL {
            let name: Name = theory.column().parse().unwrap();
            let request = Request {
                names: theory.column().parse().unwrap(),
                ..Request::default()
            };
            let rated = classify(&puzzle, &request).unwrap();
            let value = rated.rating(name).unwrap().value;
            let value = match theory {
                ChainTheory::Levels => value.map(|level| level.saturating_sub(2)),
                _ => value,
            };
            assert_eq!(value, together[theory as usize], "{puzzle} {theory:?}");
        }
    }
}

/// The level of a theory, by the arrows of table XXI.1.
fn level_of(theory: usize) -> usize {
    let lasts = ["HS", "BiRC", "SHP", "SHT", "XYZ3", "SH4"];
    let last = |name: &&str| BASIC_THEORIES.iter().position(|theory| theory == name);
    let reaches = |name: &&str| last(name) >= Some(theory);
    lasts.iter().position(reaches).unwrap()
}

#[test]
fn l1_0_and_l1_are_w0_and_w1() {
    let mut suexg = Suexg::from_seed(17).unwrap();
    let request = Request {
        names: "w,hls".parse().unwrap(),
        ..Request::default()
    };
    let hls = "hls".parse().unwrap();
    for _ in 0..300 {
        let puzzle = Puzzle::Givens(suexg.puzzle());
        let rated = classify(&puzzle, &request).unwrap();
        let [w, level] = [Name::W, hls].map(|name| rated.rating(name).unwrap().value);
        for n in [0, 1] {
            assert_eq!(w == Some(n), level == Some(n), "{puzzle}");
        }
    }
}

#[test]
fn other_puzzles_have_no_level() {
    let puzzle = read("latin:1..4.3.....1....").unwrap();
    assert_eq!(rate(puzzle.as_ref()), [Rating::NOT_APPLICABLE; 2]);
    let request = Request {
        names: "hls_xy".parse().unwrap(),
        ..Request::default()
    };
    let rated = classify(puzzle.as_ref(), &request).unwrap();
    let rating = rated.rating("hls_xy".parse().unwrap());
    assert_eq!(rating, Some(Rating::NOT_APPLICABLE));
}
