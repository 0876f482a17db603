//! Slitherlink (PBCS2 chapter 17, CSP-Rules manual 10): published ratings, what paths and
//! records show, and the solver.

use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Instance, Position, Solutions};
use gradus_engine::proof::{path_of, prove};
use gradus_engine::rating::{Limits, Name, Rating, Request, Status, classify};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_harness::data::published_puzzles;
use gradus_path::Specific;
use gradus_path::notation::step_text;
use gradus_path::record::StepRecord;
use gradus_path::{Family, Path, PathEnd, PathStep, PathTheory, Record};

use crate::texts::puzzle;

const WHIPS: PathTheory = PathTheory::Chains(Family::WHIP);

/// Puzzles with their source and W; the first is made by hand.
const SMALL: [(&str, &str); 1] = [("slitherlink:3x4,.21.30...2.3", "spec of Loopy ids")];

fn limits(max_length: usize) -> Limits {
    Limits {
        max_length,
        ..Limits::default()
    }
}

/// A published puzzle.
struct Golden {
    id: String,
    text: String,
}

/// The published puzzles; empty without the development data.
fn golden() -> Vec<Golden> {
    let records = published_puzzles("slitherlink").unwrap_or_default();
    let golden = records.into_iter().map(|record| {
        let of = &record["instance"];
        let cells = of["grid"].as_str().unwrap().replace(' ', "");
        Golden {
            id: record["id"].as_str().unwrap().to_string(),
            text: format!("slitherlink:{}x{},{cells}", of["rows"], of["cols"]),
        }
    });
    golden.collect()
}

/// Part of the id of each puzzle that is not published as solved in W1, the W of the four
/// that longer whips solve, and the number of lines that whips up to 5 leave undecided in
/// the others.
const HARD: [(&str, Result<usize, usize>); 13] = [
    ("Mebane-I-13-", Ok(3)),
    ("Tatham-H7x7-L10-W5", Ok(5)),
    ("Tatham-H10x10", Ok(7)),
    ("H-246-", Err(72)),
    ("H-252-", Err(70)),
    ("Mebane-I-3-", Err(19)),
    ("Mebane-I.4", Err(29)),
    ("Mebane-I-6-", Err(12)),
    ("Mebane-I-9-", Err(135)),
    ("Mebane-I-11-", Err(20)),
    ("Mebane-I-12-", Err(86)),
    ("Mebane-I-14-", Err(85)),
    ("Mebane-I-15-", Err(81)),
];

/// The puzzles that Extended Loops bring to W1.
const EXTENDED: [&str; 4] = ["H-246-", "H-252-", "Mebane-I.4", "Mebane-I-6-"];

fn rating(puzzle: &dyn Instance, name: Name, max_length: usize) -> Rating {
    let request = Request {
        names: name.into(),
        limits: limits(max_length),
    };
    let found = classify(puzzle, &request).unwrap();
    found.rating(name).unwrap()
}

/// Number of lines that a path leaves undecided.
fn open_lines(puzzle: &dyn Instance, path: &Path) -> usize {
    let position = path.position_before(puzzle, path.steps.len());
    let names = puzzle.domain().names();
    let is_line = |name: &str| name.starts_with('H') || name.starts_with('V');
    let candidates = position.candidates.iter();
    candidates
        .filter(|&&label| is_line(&names.label(label)))
        .count()
        / 2
}

fn hard(id: &str) -> Option<Result<usize, usize>> {
    let found = HARD.iter().find(|(part, _)| id.contains(part));
    found.map(|(_, what)| *what)
}

#[test]
fn published_puzzles_have_one_solution_and_their_published_w() {
    let golden = golden();
    let mut solved_in_w1 = 0;
    for Golden { id, text } in &golden {
        let puzzle = puzzle(text);
        assert_eq!(count_solutions(puzzle.as_ref(), 3), 1, "{id}");
        match hard(id) {
            None => {
                let w = rating(puzzle.as_ref(), Name::W, 1);
                assert!(
                    w == Rating::exact(0) || w == Rating::exact(1),
                    "{id}: {w:?}"
                );
                solved_in_w1 += 1;
            }
            Some(Ok(w)) => {
                let found = rating(puzzle.as_ref(), Name::W, w);
                assert_eq!(found, Rating::exact(w), "{id}");
            }
            Some(Err(_)) => {}
        }
    }
    if !golden.is_empty() {
        assert_eq!((golden.len(), solved_in_w1), (82, 69));
    }
}

#[test]
fn whips_up_to_5_leave_as_many_lines_undecided_as_published() {
    for Golden { id, text } in golden() {
        if let Some(Err(lines)) = hard(&id) {
            let puzzle = puzzle(&text);
            let path = path_of(puzzle.as_ref(), WHIPS, None, limits(5)).unwrap();
            assert_ne!(path.end, PathEnd::Solved, "{id}");
            assert_eq!(open_lines(puzzle.as_ref(), &path), lines, "{id}");
        }
    }
}

#[test]
fn extended_loops_solve_four_more_with_whips_1_and_change_no_other() {
    for Golden { id, text } in golden() {
        if !matches!(hard(&id), Some(Err(_))) {
            continue;
        }
        let puzzle = puzzle(&text.replace("slitherlink:", "slitherlink-xtd:"));
        let path = path_of(puzzle.as_ref(), WHIPS, None, limits(1)).unwrap();
        let helped = EXTENDED.iter().any(|part| id.contains(part));
        assert_eq!(path.end == PathEnd::Solved, helped, "{id}");
    }
}

#[test]
fn g_whips_and_subsets_are_not_applicable() {
    let puzzle = puzzle(SMALL[0].0);
    let request = Request {
        names: "te,w,b,gw,gb,s,ws,spb".parse().unwrap(),
        ..Request::default()
    };
    let found = classify(puzzle.as_ref(), &request).unwrap();
    for name in ["gw", "gb", "s", "ws", "spb"] {
        let rating = found.rating(name.parse().unwrap()).unwrap();
        assert_eq!(rating, Rating::NOT_APPLICABLE, "{name}");
    }
    assert!(found.rating(Name::W).unwrap().status == Status::Exact);
}

/// A record of a path by whips.
fn record(text: &str) -> Record {
    let puzzle = puzzle(text);
    let w = rating(puzzle.as_ref(), Name::W, 5);
    prove(puzzle.as_ref(), WHIPS, Some(w), limits(5)).unwrap()
}

#[test]
fn records_pass_the_checker_and_changed_ones_do_not() {
    let record = record(SMALL[0].0);
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
    let specific = |step: &&mut StepRecord| matches!(step, StepRecord::Specific(_));
    let refusal = |change: &dyn Fn(&mut StepRecord)| {
        let mut changed = record.clone();
        change(changed.steps.iter_mut().find(specific).unwrap());
        check_record(&changed, gradus_puzzles::read).unwrap_err()
    };
    let within = |refusal: Refusal| match refusal {
        Refusal::InPath(_, inside) => *inside,
        other => other,
    };
    let other_rule = within(refusal(&|step| {
        if let StepRecord::Specific(Specific { rule, .. }) = step {
            *rule = "five-2s-in-corner".to_string();
        }
    }));
    assert!(matches!(other_rule, Refusal::NotByRule(_)), "{other_rule}");
    let unknown = within(refusal(&|step| {
        if let StepRecord::Specific(Specific { rule, .. }) = step {
            *rule = "xtd-loop".to_string();
        }
    }));
    assert!(matches!(unknown, Refusal::UnknownRule(_)), "{unknown}");
    let level = within(refusal(&|step| {
        if let StepRecord::Specific(Specific { level, .. }) = step {
            *level = gradus_csp::RuleLevel::Whips1;
        }
    }));
    assert!(matches!(level, Refusal::UnknownRule(_)), "{level}");
}

#[test]
fn paths_of_published_puzzles_pass_the_checker() {
    let mut rules = std::collections::BTreeSet::new();
    for Golden { id, text } in golden().into_iter().step_by(3) {
        if text.contains("15x15") || hard(&id).is_some() {
            continue;
        }
        for text in [
            text.clone(),
            text.replace("slitherlink:", "slitherlink-xtd:"),
        ] {
            let record = record(&text);
            assert_eq!(
                check_record(&record, gradus_puzzles::read),
                Ok(Verdict::Solution),
                "{id}"
            );
            for step in &record.steps {
                if let StepRecord::Specific(Specific { rule, .. }) = step {
                    rules.insert(rule.clone());
                }
            }
        }
    }
    if !rules.is_empty() {
        for rule in ["loop", "line-to-colour", "colour-to-line", "adjacent-3-3"] {
            assert!(rules.contains(rule), "{rule}");
        }
    }
}

#[test]
fn a_path_reads_as_in_the_book() {
    let puzzle = puzzle(SMALL[0].0);
    let path = path_of(puzzle.as_ref(), WHIPS, None, limits(5)).unwrap();
    let names = puzzle.domain().names();
    assert_eq!(path.end, PathEnd::Solved);
    let texts: Vec<String> = path
        .steps
        .iter()
        .map(|step| step_text(names, step))
        .collect();
    assert!(
        texts.contains(&"single ==> Br2c2=o".to_string()),
        "{texts:#?}"
    );
    let loops = path.steps.iter().zip(&texts);
    let loops =
        loops.filter(|(step, _)| matches!(step, PathStep::Specific(one) if one.rule == "loop"));
    for (_, text) in loops {
        assert!(
            text.starts_with("loop: ") && text.contains(" lines "),
            "{text}"
        );
    }
}

#[test]
fn the_solution_is_that_of_the_description_of_ids() {
    let puzzle = puzzle("4x3t0:a21a30c2a3");
    assert_eq!(puzzle.to_string(), SMALL[0].0);
    let Solutions::One(labels) = solutions(puzzle.as_ref()) else {
        panic!("one solution");
    };
    let names = puzzle.domain().names();
    let there: Vec<String> = labels.iter().map(|&label| names.label(label)).collect();
    let there: Vec<&str> = (there.iter())
        .filter_map(|name| name.strip_suffix("=1"))
        .filter(|name| name.starts_with(['H', 'V']))
        .collect();
    assert_eq!(
        there,
        [
            "Hr1c2", "Hr1c3", "Hr1c4", "Hr2c1", "Hr2c4", "Hr3c1", "Hr3c4", "Hr4c2", "Hr4c3",
            "Hr4c4", "Vr1c2", "Vr1c5", "Vr2c1", "Vr2c4", "Vr3c2", "Vr3c5"
        ]
    );
    // All labels of the solution agree with the graph, and names lead back to labels.
    let model = puzzle.domain().model();
    for &a in &labels {
        assert_eq!(names.label_named(&names.label(a)), Some(a));
        assert!(labels.iter().all(|&b| !model.linked(a, b)));
    }
    assert_eq!(labels.len(), model.variables().len());
    let position = Position::initial(puzzle.as_ref());
    let drawing = puzzle.domain().drawing().unwrap();
    let svg = drawing.svg(
        "Slitherlink",
        &puzzle.givens(),
        Some((&position, &Default::default())),
    );
    let numbers = svg.matches("<text class=\"gradus-ruler\"").count();
    assert_eq!(
        svg.matches("<text").count(),
        puzzle.givens().len() + numbers
    );
}
