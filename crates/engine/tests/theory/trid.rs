//! Anti-tridagons, OR_k relations and OR_k-whips: what the manual prints, the reference
//! implementation on states of its puzzles and near them, and what the checker refuses.

use crate::board::board;
use gradus_check::{Refusal, Verdict, check_impossible, check_record};
use gradus_csp::{Instance, Label, Labels};
use gradus_engine::proof::{path_with_patterns, prove, rating_in};
use gradus_engine::rating::{Classification, Limits, Name, Rating, Request, Status, classify};
use gradus_engine::relations::{
    self, GivenError, GivenPattern, PatternSource, Tridagons, find_or_whip,
};
use gradus_engine::rules::budget::Budget;
use gradus_path::record::StepRecord;
use gradus_path::{Impossible, OrWhip, PathTheory, Patterns, Record, Relation, Split, TRIDAGON};
use gradus_puzzles::sudoku::{Puzzle, label_name, sudoku_model};

use crate::bridge::{check_state, engine_state, truth};
use crate::reference::random::Rng;
use crate::reference::relations::{has_or_whip, tridagons};
use crate::reference::{self, State, brt, finned_closure, parse, whips1};

const TRID: PathTheory = PathTheory::OrWhips(Patterns::Tridagons);

/// A T&E(3) puzzle of the manual: the anti-tridagon that it prints, with the guardians that
/// are there when it is found, and the level of the puzzle, or `None` if it is beyond 8.
struct Example {
    id: &'static str,
    digits: &'static str,
    cells: &'static str,
    guardians: &'static str,
    level: Option<u8>,
}

const EXAMPLES: [Example; 21] = [
    Example {
        id: "UM-14.2-Loki",
        digits: "357",
        cells: "r8c8 r7c7 r9c9 r8c5 r7c4 r9c6 r5c8 r4c7 r6c9 r5c5 r4c6 r6c4",
        guardians: "n1r8c8",
        level: Some(3),
    },
    Example {
        id: "UM-14.5-147",
        digits: "234",
        cells: "r7c1 r8c3 r9c2 r7c4 r8c6 r9c5 r5c1 r6c3 r4c2 r5c4 r6c5 r4c6",
        guardians: "n1r7c1 n7r6c3",
        level: Some(4),
    },
    Example {
        id: "UM-14.5-2",
        digits: "356",
        cells: "r6c3 r5c1 r4c2 r6c4 r5c6 r4c5 r8c3 r7c1 r9c2 r8c4 r7c5 r9c6",
        guardians: "n7r6c3 n9r5c6",
        level: Some(3),
    },
    Example {
        id: "UM-14.6-396",
        digits: "125",
        cells: "r1c1 r2c2 r3c3 r1c5 r2c4 r3c6 r4c1 r6c2 r5c3 r4c4 r6c5 r5c6",
        guardians: "n6r2c4 n9r3c3",
        level: Some(5),
    },
    Example {
        id: "UM-14.9-Tann",
        digits: "179",
        cells: "r4c3 r5c2 r6c1 r4c4 r5c5 r6c6 r8c3 r9c2 r7c1 r8c4 r9c6 r7c5",
        guardians: "n4r4c3 n2r5c2 n3r6c1 n6r6c1",
        level: Some(4),
    },
    Example {
        id: "UM-14.9-339",
        digits: "159",
        cells: "r1c1 r2c2 r3c3 r1c5 r2c4 r3c6 r6c1 r4c2 r5c3 r6c5 r4c6 r5c4",
        guardians: "n3r1c5 n3r3c3 n3r3c6 n2r6c5",
        level: Some(4),
    },
    Example {
        id: "UM-14.9-47008",
        digits: "267",
        cells: "r1c2 r2c3 r3c1 r1c7 r2c8 r3c9 r5c2 r6c3 r4c1 r5c9 r6c8 r4c7",
        guardians: "n5r2c3 n5r2c8 n5r3c1 n5r6c3 n9r6c8",
        level: Some(4),
    },
    Example {
        id: "UM-14.9-62886",
        digits: "269",
        cells: "r1c5 r2c6 r3c4 r1c9 r2c7 r3c8 r4c5 r6c6 r5c4 r4c8 r6c7 r5c9",
        guardians: "n5r1c5 n5r2c6 n5r3c4 n5r3c8 n5r6c6 n3r6c7",
        level: Some(7),
    },
    Example {
        id: "UM-14.10-25591",
        digits: "478",
        cells: "r1c2 r2c1 r3c3 r1c4 r2c5 r3c6 r7c2 r8c1 r9c3 r7c4 r8c6 r9c5",
        guardians: "n2r1c2 n5r3c6 n2r9c3",
        level: Some(3),
    },
    Example {
        id: "UM-14.11-1359",
        digits: "159",
        cells: "r1c1 r2c2 r3c3 r1c5 r2c6 r3c4 r6c1 r4c2 r5c3 r6c5 r4c4 r5c6",
        guardians: "n4r1c5 n6r3c4 n8r5c6",
        level: Some(5),
    },
    Example {
        id: "UM-14.11-1167",
        digits: "179",
        cells: "r1c6 r2c4 r3c5 r1c7 r2c8 r3c9 r6c6 r4c4 r5c5 r6c9 r4c8 r5c7",
        guardians: "n6r1c6 n6r2c8 n3r5c7",
        level: Some(3),
    },
    Example {
        id: "UM-14.11-1888",
        digits: "359",
        cells: "r1c3 r2c2 r3c1 r1c9 r2c8 r3c7 r6c3 r4c2 r5c1 r6c8 r4c9 r5c7",
        guardians: "n7r4c9 n2r6c8",
        level: Some(5),
    },
    Example {
        id: "UM-14.15-2423",
        digits: "238",
        cells: "r4c1 r5c3 r6c2 r4c7 r5c9 r6c8 r7c1 r9c3 r8c2 r7c9 r9c7 r8c8",
        guardians: "n6r6c8 n5r7c1 n5r7c9 n4r8c8 n5r8c8",
        level: Some(8),
    },
    Example {
        id: "UM-14.16-53056",
        digits: "349",
        cells: "r1c4 r2c6 r3c5 r1c9 r2c8 r3c7 r6c4 r5c6 r4c5 r6c9 r5c7 r4c8",
        guardians: "n6r2c8 n1r5c6",
        level: None,
    },
    Example {
        id: "UM-14.17-1182",
        digits: "378",
        cells: "r4c5 r5c6 r6c4 r4c7 r5c8 r6c9 r8c5 r9c6 r7c4 r8c7 r9c9 r7c8",
        guardians: "n6r5c6 n4r5c8 n5r5c8 n6r7c4 n9r7c4 n6r8c5 n6r8c7 n9r8c7 n6r9c6",
        level: Some(6),
    },
    Example {
        id: "UM-14.18-33177",
        digits: "468",
        cells: "r1c3 r2c1 r3c2 r1c6 r2c5 r3c4 r7c3 r9c1 r8c2 r7c5 r9c6 r8c4",
        guardians: "n3r1c3 n5r3c2 n1r3c4",
        level: Some(6),
    },
    Example {
        id: "UM-14.19-48950",
        digits: "349",
        cells: "r1c3 r2c1 r3c2 r1c9 r2c8 r3c7 r6c3 r5c1 r4c2 r6c9 r5c7 r4c8",
        guardians: "n6r3c2 n6r4c2 n6r5c1 n5r5c7 n8r5c7",
        level: Some(5),
    },
    Example {
        id: "UM-15.5-1375",
        digits: "159",
        cells: "r1c1 r2c2 r3c3 r1c5 r2c6 r3c4 r6c1 r4c2 r5c3 r6c5 r4c4 r5c6",
        guardians: "n4r1c5 n8r2c6 n8r5c6 n2r6c5 n8r6c5",
        level: None,
    },
    Example {
        id: "UM-15.8-20119",
        digits: "349",
        cells: "r6c9 r5c8 r4c7 r6c6 r5c4 r4c5 r1c9 r2c8 r3c7 r1c4 r2c6 r3c5",
        guardians: "n7r6c9",
        level: Some(4),
    },
    Example {
        id: "UM-15.9-1",
        digits: "258",
        cells: "r1c4 r2c5 r3c6 r1c8 r2c7 r3c9 r8c4 r7c5 r9c6 r8c8 r7c9 r9c7",
        guardians: "n4r1c4 n3r1c8",
        level: None,
    },
    Example {
        id: "UM-15.15-48530",
        digits: "349",
        cells: "r1c3 r2c1 r3c2 r1c4 r2c6 r3c5 r9c3 r7c1 r8c2 r9c5 r7c6 r8c4",
        guardians: "n5r7c1 n6r8c4 n2r9c3 n1r9c5",
        level: Some(7),
    },
];

impl Example {
    fn puzzle(&self) -> String {
        let mut puzzles = gradus_puzzles::book::puzzles().into_iter();
        puzzles.find(|entry| entry.id == self.id).unwrap().puzzle
    }

    /// The state after Subsets and finned fish.
    fn after_subsets(&self) -> State {
        let mut state = State::from_givens(&parse(&self.puzzle()));
        finned_closure(&mut state, 4);
        state
    }

    /// The cells, sorted.
    fn sorted_cells(&self) -> Vec<String> {
        let mut cells: Vec<String> = self.cells.split(' ').map(str::to_string).collect();
        cells.sort();
        cells
    }
}

fn rate(puzzle: &str, names: &str) -> Classification {
    let request = Request {
        names: names.parse().unwrap(),
        limits: Limits::default(),
    };
    classify(&puzzle.parse::<Puzzle>().unwrap(), &request).unwrap()
}

fn value(rated: &Classification, column: &str) -> Option<u8> {
    rated.rating(column.parse::<Name>().unwrap()).unwrap().value
}

/// An occurrence by its cells and digits, sorted, and its guardians.
type Found = (Vec<String>, String, Vec<usize>);

fn by_engine(state: &State) -> Vec<Found> {
    let (kernel, model) = (board(), sudoku_model());
    let left = engine_state(state).left;
    let found = Tridagons.occurrences(&kernel, &left).into_iter();
    let mut all: Vec<Found> = found
        .map(|occurrence| {
            let cell =
                |v: &gradus_csp::Variable| format!("r{}c{}", v.index() / 9 + 1, v.index() % 9 + 1);
            let mut cells: Vec<String> = occurrence.variables.iter().map(cell).collect();
            cells.sort();
            let mut digits: Vec<char> = occurrence
                .inside
                .iter()
                .map(|label| label_name(*label).chars().nth(1).unwrap())
                .collect();
            digits.sort_unstable();
            digits.dedup();
            let guardians = occurrence.guardians(model, &left);
            let guardians = guardians.into_iter().map(Label::index).collect();
            (cells, digits.into_iter().collect(), guardians)
        })
        .collect();
    all.sort();
    all
}

fn by_reference(state: &State) -> Vec<Found> {
    let found = tridagons(state).into_iter().map(|tridagon| {
        let cells = tridagon.cells.iter().map(|(r, c)| format!("r{r}c{c}"));
        let mut cells: Vec<String> = cells.collect();
        cells.sort();
        let digits = tridagon.digits.iter().map(|digit| digit.to_string());
        (cells, digits.collect(), tridagon.guardians)
    });
    let mut all: Vec<Found> = found.collect();
    all.sort();
    all
}

#[test]
fn the_manual_prints_the_tridagons_that_are_found() {
    for example in &EXAMPLES {
        let found = by_engine(&example.after_subsets());
        let printed = found
            .iter()
            .find(|(cells, digits, _)| *cells == example.sorted_cells() && digits == example.digits)
            .unwrap_or_else(|| panic!("{}", example.id));
        // What the manual has found later may have lost guardians since.
        let guardians: Vec<String> = printed.2.iter().map(|&l| reference::name(l)).collect();
        for guardian in example.guardians.split(' ') {
            assert!(
                guardians.iter().any(|g| g == guardian),
                "{} {guardian}",
                example.id
            );
        }
        let rated = rate(&example.puzzle(), "tridagons,guardians");
        assert_eq!(
            value(&rated, "tridagons").map(usize::from),
            Some(found.len())
        );
        let least = found.iter().map(|(_, _, guardians)| guardians.len()).min();
        assert_eq!(
            value(&rated, "guardians").map(usize::from),
            least,
            "{}",
            example.id
        );
    }
}

#[test]
fn other_puzzles_of_the_manual_have_none() {
    let mut count = 0;
    for entry in gradus_puzzles::book::puzzles() {
        let other = entry.id.starts_with("UM-") && EXAMPLES.iter().all(|e| e.id != entry.id);
        if other && entry.solutions == 1 {
            let rated = rate(&entry.puzzle, "tridagons,guardians");
            let counts = (value(&rated, "tridagons"), value(&rated, "guardians"));
            assert_eq!(counts, (Some(0), None), "{}", entry.id);
            count += 1;
        }
    }
    assert!(count >= 10);
}

#[test]
fn levels_of_the_manual() {
    for example in &EXAMPLES {
        let rated = rate(&example.puzzle(), "trid");
        let rating = rated.rating("trid".parse::<Name>().unwrap()).unwrap();
        match example.level {
            Some(level) => {
                let solved = matches!(rating.status, Status::Exact | Status::Upper);
                assert!(
                    solved && rating.value == Some(level),
                    "{} {rating}",
                    example.id
                );
            }
            None => assert_eq!(rating.status, Status::Lower, "{} {rating}", example.id),
        }
    }
}

#[test]
fn easier_puzzles_have_the_level_of_whips_and_subsets() {
    // Singles; whips[1]; a puzzle with W = 4.
    for (puzzle, level) in [
        (
            ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..",
            0,
        ),
        (
            "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57",
            4,
        ),
    ] {
        let rated = rate(puzzle, "trid");
        assert_eq!(value(&rated, "trid"), Some(level), "{puzzle}");
    }
}

/// States of the manual's puzzles in which some candidates that are false are gone.
fn states(rng: &mut Rng, count: usize) -> Vec<State> {
    let mut states = Vec::new();
    for round in 0..count {
        let example = &EXAMPLES[round % EXAMPLES.len()];
        let givens = parse(&example.puzzle());
        let mut state = State::from_givens(&givens);
        match round % 3 {
            0 => brt(&mut state),
            1 => whips1(&mut state),
            _ => finned_closure(&mut state, 3),
        };
        let truth = truth(&givens);
        for label in 0..reference::LABELS {
            let is_false = !truth.contains(Label::new(label));
            if state.candidate[label] && is_false && rng.below(25) == 0 {
                state.candidate[label] = false;
            }
        }
        brt(&mut state);
        states.push(state);
    }
    states
}

#[test]
fn tridagons_of_random_states_are_those_of_the_definition() {
    let mut rng = Rng(14);
    let mut found = 0;
    for state in states(&mut rng, 210) {
        let engine = by_engine(&state);
        assert_eq!(engine, by_reference(&state));
        found += engine.len();
        let (count, least) = relations::count(&board(), &engine_state(&state).left);
        assert_eq!(count, engine.len());
        assert_eq!(
            least,
            engine.iter().map(|(_, _, guardians)| guardians.len()).min()
        );
        let position = check_state(&engine_state(&state));
        for occurrence in Tridagons.occurrences(&board(), &engine_state(&state).left) {
            let impossible = Impossible {
                rule: (),
                pattern: TRIDAGON.to_string(),
                guardians: occurrence.guardians(sudoku_model(), &engine_state(&state).left),
                variables: occurrence.variables,
                inside: occurrence.inside,
                targets: Vec::new(),
            };
            assert_eq!(
                check_impossible(sudoku_model(), &position, &impossible),
                Ok(())
            );
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn or_whips_of_random_states_are_those_of_the_definition() {
    let mut rng = Rng(15);
    let kernel = board();
    let (mut asked, mut found) = (0, 0);
    for state in states(&mut rng, 84) {
        // Any set of candidates will do as a relation, whether it holds or not: most of
        // those that are linked to one candidate, or the guardians of a tridagon.
        let candidates = state.candidates();
        if candidates.is_empty() {
            continue;
        }
        let near = candidates[rng.below(candidates.len())];
        let is_near = |l: &usize| reference::model().linked[near][*l];
        let mut guardians: Vec<usize> = candidates.iter().copied().filter(is_near).collect();
        rng.shuffle(&mut guardians);
        guardians.truncate(1 + rng.below(4));
        guardians.push(candidates[rng.below(candidates.len())]);
        if let Some((_, _, found)) = by_reference(&state).into_iter().next()
            && rng.below(3) == 0
        {
            guardians = found;
            guardians.truncate(2 + rng.below(4));
        }
        guardians.sort_unstable();
        guardians.dedup();
        if guardians.len() < 2 {
            continue;
        }
        let engine = engine_state(&state);
        let relation = Relation {
            pattern: TRIDAGON.to_string(),
            guardians: guardians.iter().map(|&l| Label::new(l)).collect(),
        };
        for target in (0..reference::LABELS).filter(|&l| state.candidate[l]) {
            if rng.below(4) != 0 {
                continue;
            }
            for length in 1..=3 {
                let defined = has_or_whip(&state, &guardians, target, length);
                let mut budget = Budget::unlimited();
                let target = Label::new(target);
                let whip =
                    find_or_whip(&kernel, &engine, &relation, target, length, &mut budget).unwrap();
                // Where a plain whip is no longer, the engine takes that.
                let plain = reference::whip_length(&state, target.index(), length).is_some();
                assert_eq!(
                    whip.is_some() || plain,
                    defined || plain,
                    "{}",
                    label_name(target)
                );
                asked += 1;
                found += usize::from(whip.is_some());
            }
        }
    }
    assert!(asked > 1000 && found > 20, "{asked} {found}");
}

/// The record of a puzzle of the manual.
fn record(id: &str) -> Record {
    let example = EXAMPLES.iter().find(|example| example.id == id).unwrap();
    let puzzle: Puzzle = example.puzzle().parse().unwrap();
    let rating = rating_in(&puzzle, TRID, Limits::default()).unwrap();
    prove(&puzzle, TRID, rating, Limits::default()).unwrap()
}

#[test]
fn the_checker_accepts_the_paths_of_the_manual() {
    let mut kinds = [0; 4];
    for example in EXAMPLES.iter().filter(|example| example.level.is_some()) {
        let record = record(example.id);
        assert_eq!(
            record.longest,
            usize::from(example.level.unwrap()),
            "{}",
            example.id
        );
        let verdict = check_record(&record, gradus_puzzles::read);
        let accepted = matches!(verdict, Ok(Verdict::Solution | Verdict::NotVerified(_)));
        assert!(accepted, "{} {verdict:?}", example.id);
        for step in &record.steps {
            match step {
                StepRecord::Impossible(_) => kinds[0] += 1,
                StepRecord::Split(_) => kinds[1] += 1,
                StepRecord::OrWhip(_) => kinds[2] += 1,
                StepRecord::Guardian { .. } => kinds[3] += 1,
                _ => {}
            }
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}");
}

/// The reason why a step of a record is refused after a change.
fn refused(record: &Record, change: impl Fn(&mut StepRecord) -> bool) -> Refusal {
    let mut record = record.clone();
    let changed = record.steps.iter_mut().any(change);
    assert!(changed, "there is nothing to change");
    let mut refusal = check_record(&record, gradus_puzzles::read).unwrap_err();
    while let Refusal::InPath(_, inside) | Refusal::InChain(_, inside) = refusal {
        refusal = *inside;
    }
    refusal
}

#[test]
fn the_checker_refuses_relations_that_do_not_hold() {
    let record = record("UM-14.17-1182");
    // A guardian less.
    let fewer = refused(&record, |step| match step {
        StepRecord::Impossible(Impossible {
            guardians, rule, ..
        }) => {
            guardians.pop();
            *rule = format!("Trid-OR{}-relation", guardians.len());
            true
        }
        _ => false,
    });
    assert_eq!(fewer, Refusal::WrongGuardians);
    // A cell less: the rest can be filled.
    let smaller = |name: &str, step: &mut StepRecord| match step {
        StepRecord::Impossible(Impossible {
            variables: cells,
            inside,
            guardians,
            pattern,
            rule,
            ..
        }) => {
            let cell = cells.pop().unwrap();
            inside.retain(|label| !label.ends_with(&cell));
            guardians.retain(|label| !label.ends_with(&cell));
            *pattern = name.to_string();
            *rule = format!("{name}-OR{}-relation", guardians.len());
            true
        }
        _ => false,
    };
    assert_eq!(
        refused(&record, |step| smaller("Trid", step)),
        Refusal::NoTridagon
    );
    let mut given = record.clone();
    given.theory = PathTheory::OrWhips(Patterns::Given).to_string();
    assert_eq!(
        refused(&given, |step| smaller("Other", step)),
        Refusal::Possible
    );
    // Another name, in a theory that has tridagons alone.
    let renamed = refused(&record, |step| match step {
        StepRecord::Impossible(Impossible { pattern, rule, .. }) => {
            *rule = rule.replace("Trid", "Other");
            *pattern = "Other".to_string();
            true
        }
        _ => false,
    });
    assert_eq!(renamed, Refusal::NotOfTheory(TRID));
    // A relation that nothing asserted.
    let mut without = record.clone();
    without
        .steps
        .retain(|step| !matches!(step, StepRecord::Impossible(_)));
    let mut refusal = check_record(&without, gradus_puzzles::read).unwrap_err();
    while let Refusal::InPath(_, inside) = refusal {
        refusal = *inside;
    }
    assert_eq!(refusal, Refusal::UnknownRelation);
}

#[test]
fn the_checker_refuses_chains_that_are_none() {
    let record = record("UM-14.9-339");
    // A c-chain of odd length.
    let odd = refused(&record, |step| match step {
        StepRecord::Split(Split {
            candidates: chain,
            variables,
            rule,
            guardians,
            ..
        }) => {
            chain.pop();
            variables.pop();
            *rule = format!("Trid-OR{}-splitting[{}]", guardians.len(), variables.len());
            true
        }
        _ => false,
    });
    assert_eq!(odd, Refusal::NoCChain);
    // A guardian too few in a whip.
    let fewer = refused(&record, |step| match step {
        StepRecord::OrWhip(OrWhip {
            guardians,
            left,
            right,
            rule,
            ..
        }) if guardians.len() > 2 => {
            let spare = |g: &String| g != left && Some(g) != right.as_ref();
            let Some(place) = guardians.iter().position(spare) else {
                return false;
            };
            guardians.remove(place);
            let size = guardians.len();
            *rule = rule.replace(&format!("OR{}", size + 1), &format!("OR{size}"));
            true
        }
        _ => false,
    });
    assert_eq!(fewer, Refusal::UnknownRelation);
    // A target that is a guardian.
    let other = refused(&record, |step| match step {
        StepRecord::OrWhip(OrWhip {
            targets: eliminates,
            guardians,
            before,
            ..
        }) if before.is_empty() => {
            eliminates[0] = guardians[0].clone();
            true
        }
        _ => false,
    });
    assert_eq!(other, Refusal::GuardianInChain);
    // An end where there is none: the relation leaves a guardian.
    let cut = refused(&record, |step| match step {
        StepRecord::OrWhip(OrWhip {
            right,
            after,
            rule,
            before,
            ..
        }) if !after.is_empty() => {
            (*right, *after) = (None, Vec::new());
            let name = rule.split('-').take(2).collect::<Vec<_>>().join("-");
            *rule = format!("{name}-ctr-whip[{}]", before.len() + 1);
            true
        }
        _ => false,
    });
    assert!(matches!(cut, Refusal::NotEmpty(_)), "{cut}");
}

/// A pattern of eleven's list, as the manual's program prints it for a puzzle of mith.
const EL10C8: &str = "EL10c8: n2 n4 n8 in r8c8 r8c2 r8c5 r2c5 r3c8 r3c2 r3c6 r1c8 r1c2 r1c4";

fn given(text: &str) -> Result<Vec<GivenPattern>, GivenError> {
    let puzzle: Puzzle = EXAMPLES[0].puzzle().parse().unwrap();
    let domain = puzzle.domain();
    GivenPattern::read(text, domain.model(), domain.names())
}

#[test]
fn patterns_are_read_if_they_are_impossible() {
    let text = format!("# of eleven\n\n{EL10C8}\n");
    let patterns = given(&text).unwrap();
    assert_eq!(patterns[0].name(), "EL10c8");
    let wrong = [
        ("EL10c8 n1 n2 n3 in r1c1", GivenError::Form(1)),
        ("EL10c8: n1 n2 n3 r1c1", GivenError::Form(1)),
        ("\nX: n1 in r1c10", GivenError::Cell(2, "r1c10".into())),
        ("X: n0 in r1c1", GivenError::Digit(1, "n0".into())),
        ("X: n1 n1 in r1c1", GivenError::Twice(1, "n1".into())),
        ("X: n1 in r1c1 r1c1", GivenError::Twice(1, "r1c1".into())),
        ("X: n1 in r1c1 r1n1", GivenError::Kind(1, "r1n1".into())),
        ("X: n1 n2 in r1c1 r1c2", GivenError::Possible(1, "X".into())),
    ];
    for (text, error) in wrong {
        assert_eq!(given(text).unwrap_err(), error, "{text}");
    }
    // Without any of its cells it can be filled.
    let (name, rest) = EL10C8.split_once(" in ").unwrap();
    let cells: Vec<&str> = rest.split(' ').collect();
    for missing in &cells {
        let fewer = cells.iter().filter(|cell| *cell != missing);
        let fewer: Vec<&str> = fewer.copied().collect();
        let text = format!("{name} in {}", fewer.join(" "));
        assert!(
            matches!(given(&text), Err(GivenError::Possible(1, _))),
            "{missing}"
        );
    }
}

#[test]
fn given_patterns_are_found_where_their_cells_are() {
    let kernel = board();
    let pattern = &given(EL10C8).unwrap()[0];
    // Nothing is known but that some cells have three digits and one guardian: the pattern
    // upside down and turned, with other digits.
    let cells = [
        "r2c2", "r8c2", "r5c2", "r5c8", "r2c7", "r8c7", "r4c7", "r2c9", "r8c9", "r6c9",
    ];
    let mut state = State::from_givens(&[0; 81]);
    let turned: Vec<(usize, usize)> = cells
        .iter()
        .map(|cell| (cell[1..2].parse().unwrap(), cell[3..4].parse().unwrap()))
        .collect();
    for r in 1..=9 {
        for c in 1..=9 {
            let inside = turned.contains(&(r, c));
            for n in 1..=9 {
                let keep = if inside {
                    [1, 5, 9].contains(&n) || (n, r, c) == (3, 2, 2)
                } else {
                    n == 2
                };
                state.candidate[reference::label(n, r, c)] = keep;
            }
        }
    }
    let left = engine_state(&state).left;
    let found = pattern.occurrences(&kernel, &left);
    assert_eq!(found.len(), 1);
    let guardians = found[0].guardians(sudoku_model(), &left);
    assert_eq!(guardians, [crate::bridge::label(3, 2, 2)]);
}

#[test]
fn paths_with_given_patterns_are_accepted() {
    for example in EXAMPLES.iter().take(6) {
        let puzzle: Puzzle = example.puzzle().parse().unwrap();
        let path = path_with_patterns(&puzzle, &given(EL10C8).unwrap(), Limits::default()).unwrap();
        let rating = Rating::upper(path.longest);
        let record = Record::new(&puzzle, &path, Some(rating));
        assert_eq!(record.theory, "Imp-OR5W");
        assert_eq!(
            check_record(&record, gradus_puzzles::read),
            Ok(Verdict::Solution),
            "{}",
            example.id
        );
    }
}
