//! Latin squares as puzzles: their text, their ratings against the definitions and
//! against published ones, their paths, names and drawings.

use crate::compare::{compare_lengths, compare_ratings};
use crate::reference::latin::Latin;
use crate::reference::random::Rng;
use crate::texts::{puzzle as square, rate};
use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Label, Marks, Position, Solutions, Style};
use gradus_engine::proof::{path_of, prove, rating_in, trials};
use gradus_engine::rating::{Limits, Name, Rating, Rejection, Status};
use gradus_engine::solve::solutions;
use gradus_path::notation::{rule_name, step_text};
use gradus_path::record::{StepRecord, position_cells};
use gradus_path::{
    Belt, Chain, Family, FinnedFish, Forcing, PathEnd, PathTheory, Record, Subset, Trial, marks,
};
use gradus_puzzles::read;

/// A square of size 4 that Singles solve.
const EASY: &str = "latin:1..4.3.....1....";
/// CSP-Rules-Examples, LatinSquares/LatinSquares/9x9-#1-W5.
const W5: &str =
    "latin:....5....45.1..2.66.9..21.524.8..3.139..148.28..2.3...53.9..61...8.....396.3.15.8";
/// The same, 9x9-#2-W6.
const W6: &str =
    "latin:..345.789.5.......8..2375.4....648.5...52..76...7.349...267.948..6........83426.7";
/// The same, 9x9-#3-W7.
const W7: &str =
    "latin:...4....945..8.23.6892.3.54.....7...79....325865..2.97.76......5.8..4.6294....573";
/// The same, 9x9-#4-W9: whips and Subsets.
const WS9: &str =
    "latin:12.4.678.4..18..6.68..2741.24.83.97..3.9.48..89..7234...........1.....9.9.2...13.";

/// The line of a square given row by row, 0 for an empty cell.
fn line(cells: &[usize]) -> String {
    let symbol = |&symbol: &usize| match symbol {
        0 => '.',
        _ => char::from_digit(symbol as u32, 36)
            .unwrap()
            .to_ascii_uppercase(),
    };
    format!("latin:{}", cells.iter().map(symbol).collect::<String>())
}

/// A random square with one solution: symbols are taken away in a random order, as
/// long as the solution stays the only one and more than `keep` are left.
fn random_puzzle(latin: &Latin, keep: usize, rng: &mut Rng) -> (Vec<usize>, Vec<usize>) {
    let full = latin.random(rng);
    let mut cells = full.clone();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut order);
    for cell in order {
        if cells.iter().filter(|&&symbol| symbol > 0).count() == keep {
            break;
        }
        cells[cell] = 0;
        if solutions(square(&line(&cells)).as_ref()) == Solutions::Several {
            cells[cell] = full[cell];
        }
    }
    (cells, full)
}

/// The cells of a published square and of its solution.
fn published(text: &str) -> (Vec<usize>, Vec<usize>) {
    let cells = |labels: Vec<Label>| {
        let mut cells = vec![0; 81];
        let places = labels
            .iter()
            .map(|label| (label.index() % 81, label.index() / 81));
        places.for_each(|(cell, symbol)| cells[cell] = symbol + 1);
        cells
    };
    let puzzle = square(text);
    let Solutions::One(solution) = solutions(puzzle.as_ref()) else {
        panic!("{text}: one solution");
    };
    (cells(puzzle.givens()), cells(solution))
}

#[test]
fn lines_are_read_and_written() {
    for (text, same) in [
        ("latin:.", "latin:."),
        ("latin:12..", "latin:12.."),
        ("LATIN:1x0*_-X2.", "latin:1......2."),
        (EASY, EASY),
        (W5, W5),
    ] {
        assert_eq!(square(text).to_string(), same);
    }
    let large = format!("latin:{}f", "ab.cDEx".repeat(32));
    let same = large
        .to_uppercase()
        .replace('X', ".")
        .replace("LATIN", "latin");
    assert_eq!(square(&large).to_string(), same);
    assert_eq!(square(&large).domain().model().label_count(), 15 * 15 * 15);
    let sudoku = "sudoku:".to_string() + &".".repeat(81);
    assert_eq!(square(&sudoku).to_string(), ".".repeat(81));
}

#[test]
fn bad_texts_are_refused_with_a_reason() {
    let reason = |text: &str| read(text).unwrap_err().to_string();
    let blanks = "expected 1 to {} or one of .0*_-xX for empty";
    for (text, length) in [
        ("latin:".to_string(), 0),
        ("latin:123".to_string(), 3),
        (format!("latin:{}", ".".repeat(80)), 80),
        (format!("latin:{}", ".".repeat(676)), 676),
    ] {
        let expected = format!(
            "latin: {length} characters: a Latin square of size n has n times n, with n from 1 to 25"
        );
        assert_eq!(reason(&text), expected);
    }
    for (text, position, found, last) in [
        ("latin:1.5.", 3, "'5'", "2"),
        ("latin:12 4............", 3, "' '", "4"),
        ("latin:...é", 4, "'é'", "2"),
        ("latin:12:.", 3, "':'", "2"),
    ] {
        let blanks = blanks.replace("{}", last);
        let expected = format!("latin: character {position} is {found}: {blanks}");
        assert_eq!(reason(text), expected);
    }
    // Beyond nine, symbols are letters, and only as many as there are.
    let ten = |last: &str| format!("latin:{}{last}", ".".repeat(99));
    assert!(read(&ten("A")).is_ok());
    let expected = format!("latin: character 100 is 'B': {}", blanks.replace("{}", "A"));
    assert_eq!(reason(&ten("B")), expected);
    let expected = "no kind of puzzle is called \"chess\": the kinds are sudoku";
    assert!(reason("chess:........").starts_with(expected));
}

#[test]
fn squares_without_one_solution_are_rejected() {
    let numbers = |text| rate(text, "te").unwrap_err();
    assert_eq!(numbers("latin:...."), Rejection::SeveralSolutions);
    assert_eq!(numbers("latin:12......."), Rejection::SeveralSolutions);
    // The middle cell has no symbol left.
    assert_eq!(numbers("latin:.1.2...3."), Rejection::NoSolution);
    for (text, other) in [("latin:11..", "n1r1c2"), ("latin:1.1.", "n1r2c1")] {
        let message = format!("the givens n1r1c1 and {other} contradict each other");
        assert_eq!(numbers(text).to_string(), message);
        assert_eq!(solutions(square(text).as_ref()), Solutions::None);
    }
}

#[test]
fn solved_squares_need_nothing() {
    let mut rng = Rng(31);
    for n in [1, 2, 4, 6, 9, 12, 15] {
        let cells: Vec<usize> = match n {
            // Larger squares by symmetry: a random search may take long.
            12.. => (0..n * n)
                .map(|cell| (cell / n + cell % n) % n + 1)
                .collect(),
            _ => Latin::new(n).random(&mut rng),
        };
        let numbers = rate(&line(&cells), "all").unwrap();
        assert_eq!(usize::from(numbers.clues), n * n);
        assert_eq!((numbers.candidates, numbers.clues_brt), (0, numbers.clues));
        for (name, rating) in numbers.ratings {
            let expected = match name {
                Name::BPB | Name::BPBB => Rating::NOT_APPLICABLE,
                _ => Rating::exact(0),
            };
            assert_eq!(rating, expected, "{name} of size {n}");
        }
    }
}

#[test]
fn published_ratings() {
    for (text, w) in [(W5, 5), (W6, 6), (W7, 7)] {
        let numbers = rate(text, "te,w,b,gw,gb").unwrap();
        assert_eq!(numbers.rating(Name::TE), Some(Rating::exact(1)));
        let [whips, braids, g_whips, g_braids] =
            [Name::W, Name::B, Name::GW, Name::GB].map(|name| numbers.rating(name).unwrap());
        assert_eq!(whips.value, Some(w), "{text}");
        assert!(matches!(whips.status, Status::Exact | Status::Upper));
        assert!(braids.value <= whips.value && braids.status == Status::Exact);
        // There is no g-label: g-chains are chains.
        assert_eq!((g_whips, g_braids), (whips, braids), "{text}");
    }
    let ws = rate(WS9, "ws").unwrap().rating(Name::WS).unwrap();
    assert_eq!(ws.value, Some(9));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn shortest_chains_are_those_of_the_definitions() {
    const MAX: usize = 4;
    let mut rng = Rng(32);
    let mut found = [[0; MAX + 1]; 2];
    for (n, count) in [(4, 20), (6, 20), (9, 8)] {
        let latin = Latin::new(n);
        for round in 0..count {
            // Random squares are easy; the published ones are not.
            let (cells, full) = match n {
                9 => published([W5, W6, W7, WS9][round % 4]),
                _ => random_puzzle(&latin, 0, &mut rng),
            };
            let puzzle = square(&line(&cells));
            let mut state = latin.state(&cells);
            assert!(latin.brt(&mut state));
            // Some wrong candidates less make other states of the same square.
            let mut wrong = state.candidates();
            wrong.retain(|&l| full[l % (n * n)] != l / (n * n) + 1);
            for _ in 0..rng.below(1 + wrong.len() / 8) {
                state.candidate[wrong[rng.below(wrong.len())]] = false;
            }
            assert!(latin.brt(&mut state));
            let name = |l: usize| format!("n{}r{}c{}", l / (n * n) + 1, l / n % n + 1, l % n + 1);
            let text = puzzle.to_string();
            let counts = compare_lengths(&text, &latin, &state, &name, MAX);
            // There is no g-label: g-chains are chains.
            assert_eq!(counts[..2], counts[2..]);
            for (found, counts) in found.iter_mut().zip(counts) {
                found
                    .iter_mut()
                    .zip(counts)
                    .for_each(|(all, count)| *all += count);
            }
        }
    }
    println!("{found:?}");
    for counts in found {
        assert_eq!(counts[1], 0, "a Latin square has no whip of length 1");
        assert!(counts[2..].iter().all(|&count| count > 20), "{found:?}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_squares_are_those_of_the_definitions() {
    const MAX: usize = 3;
    let mut rng = Rng(33);
    let mut seen = [0; MAX + 1];
    let mut depths = [0; 3];
    for (n, count) in [(4, 40), (6, 40), (9, 24)] {
        let latin = Latin::new(n);
        for round in 0..count {
            // Random squares are easy; the published ones are not, and some more
            // of their symbols make others.
            let (cells, full) = match n {
                9 => {
                    let (mut cells, full) = published([W5, W6, W7, WS9][round % 4]);
                    for _ in 0..rng.below(8) {
                        let cell = rng.below(81);
                        cells[cell] = full[cell];
                    }
                    (cells, full)
                }
                _ => random_puzzle(&latin, 0, &mut rng),
            };
            let text = line(&cells);
            let start = latin.state(&cells);
            assert_eq!(latin.solutions(&start), 1, "{text}");
            let place = |(cell, symbol): (usize, &usize)| Label::new((symbol - 1) * n * n + cell);
            let mut truth: Vec<Label> = full.iter().enumerate().map(place).collect();
            truth.sort_unstable();
            assert_eq!(
                solutions(square(&text).as_ref()),
                Solutions::One(truth),
                "{text}"
            );

            // All orders of eliminations are too many but for the smallest.
            let orders = if n == 4 { 200 } else { 0 };
            let found = compare_ratings(&text, &latin, &start, MAX, orders);
            assert_eq!((found.gw, found.gb), (found.w, found.b), "{text}");
            depths[found.te.unwrap().min(2)] += 1;
            seen[found.b.unwrap_or(0)] += 1;
        }
    }
    println!("depths {depths:?}, B {seen:?}");
    assert!(depths[0] > 20 && depths[1] > 5, "{depths:?}");
    // Most squares need no chain, or longer ones than the reference can find.
    assert!(seen[2..].iter().any(|&count| count > 0), "{seen:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn records_are_accepted() {
    let mut steps = 0;
    for text in [EASY, W5, W6, WS9] {
        let puzzle = square(text);
        for theory in PathTheory::all() {
            let rating = rating_in(puzzle.as_ref(), theory, Limits::default()).unwrap();
            let record = prove(puzzle.as_ref(), theory, rating, Limits::default()).unwrap();
            let line = serde_json::to_string(&record).unwrap();
            let read: Record = serde_json::from_str(&line).unwrap();
            assert_eq!(read, record);
            assert_eq!(record.puzzle, text);
            let verdict = check_record(&read, gradus_puzzles::read)
                .unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
            // The checker has no bound for all orders of typed and forcing whips.
            let undecided = matches!(theory, PathTheory::Special(_))
                && !theory.is_confluent()
                && matches!(verdict, Verdict::NotVerified(_));
            match rating.and_then(|rating| rating.value) {
                // Where a path ends that is not the only one.
                Some(_)
                    if matches!(theory, PathTheory::Special(_))
                        && rating.is_some_and(|rating| rating.status == Status::Lower) =>
                {
                    assert!(matches!(verdict, Verdict::Stuck | Verdict::NotVerified(_)));
                }
                // Levels beyond 8 are not tried.
                Some(9)
                    if theory.has_relations()
                        && rating.is_some_and(|rating| rating.status == Status::Lower) =>
                {
                    assert_eq!(verdict, Verdict::AsFarAsItGoes);
                }
                Some(value) => {
                    assert!(
                        undecided || verdict == Verdict::Solution,
                        "{theory} of {text}"
                    );
                    assert!(record.longest <= usize::from(value), "{theory} of {text}");
                }
                None if text == EASY => assert_eq!(verdict, Verdict::Solution),
                None => assert!(undecided || verdict == Verdict::Stuck, "{theory} of {text}"),
            }
            if let Some(solution) = &record.solution {
                let full = square(&format!("latin:{solution}"));
                assert!(matches!(solutions(full.as_ref()), Solutions::One(_)));
                assert_eq!(full.givens().len(), solution.len());
            }
            steps += record.steps.len();
        }
    }
    assert!(steps > 500, "{steps}");
}

#[test]
fn changed_records_are_refused() {
    let puzzle = square(W5);
    let theory = PathTheory::Chains(Family::WHIP);
    let rating = rating_in(puzzle.as_ref(), theory, Limits::default()).unwrap();
    let record = prove(puzzle.as_ref(), theory, rating, Limits::default()).unwrap();
    let refusal = |change: &dyn Fn(&mut Record)| {
        let mut changed = record.clone();
        change(&mut changed);
        check_record(&changed, gradus_puzzles::read).unwrap_err()
    };
    // With blocks the same cells are another puzzle.
    let wrong = refusal(&|r| r.puzzle = r.puzzle.replace("latin:", ""));
    assert!(matches!(wrong, Refusal::InPath(..)), "{wrong}");
    assert!(
        refusal(&|r| r.puzzle.truncate(86))
            .to_string()
            .starts_with("latin: 80 characters")
    );
    assert_eq!(refusal(&|r| r.solution = None), Refusal::WrongSolution);
    assert_eq!(refusal(&|r| r.longest = 4), Refusal::WrongLength(5, 4));
    assert_eq!(
        refusal(&|r| r.rating = Some(4)),
        Refusal::WrongRating(Rating::exact(4), 5)
    );
    assert!(matches!(
        refusal(&|r| drop(r.steps.remove(0))),
        Refusal::InPath(..) | Refusal::WrongEnd
    ));
    for at in 0..record.steps.len() {
        refusal(&|r| r.steps.insert(at, r.steps[at].clone()));
        refusal(&|r| match &mut r.steps[at] {
            StepRecord::Single { variable, .. } => *variable = "b1n1".into(),
            StepRecord::Chain(Chain { links, .. }) => links[0].variable = "b1n1".into(),
            StepRecord::Forcing(Forcing { variable, .. }) => *variable = "b1n1".into(),
            StepRecord::Subset(Subset { bases, .. }) => bases[0] = "b1n1".into(),
            StepRecord::Finned(FinnedFish { bases, .. }) => bases[0] = "b1n1".into(),
            StepRecord::Belt(Belt { segments, .. }) => segments[0].ends[0] = "b1n1".into(),
            StepRecord::Trial(Trial { empty, .. }) => *empty = "b1n1".into(),
            _ => panic!("whips have no relations"),
        });
    }
}

#[test]
fn steps_have_the_names_of_rows_and_columns() {
    let puzzle = square(EASY);
    let names = puzzle.domain().names();
    let path = path_of(puzzle.as_ref(), PathTheory::Brt, None, Limits::default()).unwrap();
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 0));
    let texts: Vec<String> = path
        .steps
        .iter()
        .map(|step| step_text(names, step))
        .collect();
    assert_eq!(texts.len(), 12);
    assert!(
        texts.contains(&"naked-single ==> r1c2=2".to_string()),
        "{texts:?}"
    );
    let label = names.label_named("n3r1c2").unwrap();
    assert_eq!(names.value(label), "r1c2=3");
    assert_eq!(names.elimination(label), "r1c2 ≠ 3");
    for text in [W5, W6, WS9] {
        let puzzle = square(text);
        let theory = PathTheory::SubsetsAnd(Family::WHIP);
        let path = path_of(puzzle.as_ref(), theory, None, Limits::default()).unwrap();
        let names = puzzle.domain().names();
        let rules = path.steps.iter().map(|step| rule_name(names, step));
        assert!(rules.into_iter().all(|rule| !rule.contains("block")));
    }
}

#[test]
fn drawings_have_no_blocks() {
    let puzzle = square("latin:1..4.3.....1....");
    let drawing = puzzle.domain().drawing().unwrap();
    let position = Position::initial(puzzle.as_ref());
    let text = drawing.text(&position, &Marks::default(), Style::Plain);
    assert_eq!(text, EXPECTED);
    assert_eq!(
        position_cells(puzzle.as_ref(), &position)[..4],
        ["1", "2", "23", "4"]
    );

    let path = path_of(puzzle.as_ref(), PathTheory::Brt, None, Limits::default()).unwrap();
    let marks = marks(puzzle.domain().model(), &path.steps[0], &position);
    let marked = drawing.text(&position, &marks, Style::Plain);
    assert!(marked.ends_with("+ value\n"), "{marked}");

    let count = |svg: &str, what: &str| svg.matches(what).count();
    let givens = drawing.svg("Square", &puzzle.givens(), None);
    // Eight are the numbers of rows and columns.
    assert_eq!(count(&givens, "<text"), 4 + 8);
    assert_eq!(count(&givens, "<path class=\"gradus-thick\""), 2);
    assert_eq!(count(&givens, "<path class=\"gradus-thin\""), 3);
    let state = drawing.svg("Square", &puzzle.givens(), Some((&position, &marks)));
    let left = position.candidates.len() + position.values.len();
    // One more of each, in the legend.
    assert_eq!(count(&state, "<text"), left + 1 + 8);
    assert_eq!(count(&state, "<circle"), 2);
}

/// The text of the drawing.
const EXPECTED: &str = "     c1   c2   c3    c4
   +--------------------+
r1 | 1    2    23    4  |
r2 | 24   3    124   2  |
r3 | 234  24   234   1  |
r4 | 234  124  1234  23 |
   +--------------------+
";

#[test]
fn trials_of_latin_squares() {
    let puzzle = square(W5);
    let trials = trials(puzzle.as_ref(), Name::TE, Limits::default());
    let trials = trials.unwrap().unwrap();
    assert_eq!(trials.depth, Rating::exact(1));
    let names: Vec<&str> = trials
        .levels
        .iter()
        .map(|level| level.name.as_str())
        .collect();
    assert_eq!(names, ["BRT", "T&E(BRT, 1)"]);
    let end = trials.levels.last().unwrap();
    assert!(end.solved && end.left == 0);
    let Solutions::One(truth) = solutions(puzzle.as_ref()) else {
        panic!("one solution");
    };
    for name in &end.refuted {
        let label = puzzle.domain().names().label_named(name).unwrap();
        assert!(!truth.contains(&label), "{name}");
    }
}
