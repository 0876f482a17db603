//! Records of paths are accepted as they are made, and refused when anything in
//! them is changed, unless the change makes another legal path: a second replay,
//! on the reference's tables, tells which.

use crate::bridge::is_legal;
use crate::reference::random::{Rng, minimal_puzzle};
use crate::reference::subsets::subset_targets;
use crate::reference::{State, belt_targets, finned_targets, model, name, parse};
use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Label, Position};
use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::{Limits, Name};
use gradus_path::record::StepRecord;
use gradus_path::{
    Belt, Chain, ChainLink, ChainRule, Family, FinnedFish, Forcing, Impossible, Ladder, Named,
    OrWhip, Path, PathEnd, PathStep, PathTheory, Rating, Record, Specific, Split, Subset,
};
use gradus_puzzles::sudoku::{Puzzle, label_name};

/// PBCS, figure 5.2: whips need one more than braids.
pub const LONGER_WHIPS: &str =
    ".2.4..7......891.........65..48.....3..9....1.95..1.7..7.3...1263.........2.1...8";
/// PBCS, figure 7.1: whips 7, g-whips 2, Subsets 3.
pub const VARIED: &str =
    "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";
/// PBCS, figure 7.3: nothing without g-candidates or Subsets.
pub const DEPTH_2: &str =
    "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";

const RATINGS: [Name; 6] = [Name::S, Name::W, Name::WS, Name::B, Name::GW, Name::GB];

pub fn record(puzzle: &str, theory: PathTheory) -> Record {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
    prove(&puzzle, theory, rating, Limits::default()).unwrap()
}

/// Records in all theories that solve the puzzle.
fn records(puzzle: &str) -> Vec<Record> {
    let theories = RATINGS.map(|name| name.theory().unwrap());
    let records = theories.map(|theory| record(puzzle, theory));
    let solved = records.into_iter().filter(|record| record.end == "solved");
    solved.collect()
}

/// The path of a record, if its names are names.
pub fn path(record: &Record) -> Option<Path> {
    let puzzle: Puzzle = record.puzzle.parse().unwrap();
    record.path(&puzzle).ok()
}

/// Returns true if a path is one, by a plain replay: theory, states, patterns, trials, end.
/// It knows nothing of names and lengths, which are compared elsewhere.
pub fn replays(record: &Record) -> bool {
    replayed(record) == Some(PathEnd::Solved)
}

/// The end of a path, if all of its steps are legal and it is as the path says.
pub fn replayed(record: &Record) -> Option<PathEnd> {
    let path = path(record)?;
    let mut state = State::from_givens(&parse(&record.puzzle));
    if !follow(
        &mut state,
        &path.steps,
        path.theory,
        trials_inside(path.theory),
    ) {
        return None;
    }
    let as_said = match path.end {
        PathEnd::Solved => state.solved(),
        PathEnd::Contradiction => state.contradictory(),
        PathEnd::Stuck | PathEnd::Stopped => !state.solved() && !state.contradictory(),
    };
    as_said.then_some(path.end)
}

/// How many trials a theory allows inside each other.
fn trials_inside(theory: PathTheory) -> usize {
    match theory {
        PathTheory::Trials(Ladder::Depths | Ladder::GDepths) => 9,
        PathTheory::Trials(Ladder::Subsets | Ladder::Fish) => 1,
        PathTheory::Trials(Ladder::Braids { depth }) => depth,
        _ => 0,
    }
}

/// Applies steps; false if one of them is not legal.
fn follow(state: &mut State, steps: &[PathStep], theory: PathTheory, depth: usize) -> bool {
    for step in steps {
        let decided = |v: usize| model().variables[v].iter().any(|&l| state.value[l]);
        let trials = matches!(theory, PathTheory::Trials(_));
        let quiet = trials || (0..324).all(|v| decided(v) || state.candidates_of(v).len() > 1);
        let none = theory == PathTheory::Trials(Ladder::Depths) || theory == PathTheory::Brt;
        let allowed = match (step, theory.chains()) {
            (PathStep::Single { .. }, _) => true,
            (PathStep::Subset(_), _) => quiet && theory.has_subsets(),
            (PathStep::Finned(_), _) => quiet && theory.has_finned_fish(),
            (PathStep::Belt(_), _) => quiet && theory.has_belts(),
            (PathStep::Forcing(_), _) => panic!("{theory} has no forcing whips"),
            (PathStep::Specific(_), _) => panic!("Sudoku has no rules of its own"),
            (PathStep::Trial(_), _) => depth > 0,
            (PathStep::Chain(chain), None) => {
                quiet && !none && chain.rule == ChainRule::Whip && chain.length() == 1
            }
            (PathStep::Chain(chain), Some(family)) => {
                quiet
                    && match chain.rule {
                        ChainRule::GWhip => family.groups,
                        ChainRule::Braid => family.braid,
                        ChainRule::GBraid => family.braid && family.groups,
                        _ => true,
                    }
            }
            _ => panic!("{theory} has no relations"),
        };
        let legal = match step {
            PathStep::Single {
                value, variable, ..
            } => state.candidates_of(variable.index()) == [value.index()],
            PathStep::Chain(chain) => is_legal(&plain(state), chain),
            PathStep::Subset(subset) => {
                // That the targets are those of Subsets of this size is all
                // that the reference can tell.
                let known = subset_targets(state, subset.bases.len());
                let mut targets = subset.targets.iter();
                targets.all(|target| known.contains(&target.index()))
            }
            PathStep::Finned(fish) => {
                let known = finned_targets(state, fish.bases.len());
                let mut targets = fish.targets.iter();
                targets.all(|target| known.contains(&target.index()))
            }
            PathStep::Belt(belt) => {
                let known = belt_targets(state);
                let mut targets = belt.targets.iter();
                targets.all(|target| known.contains(&target.index()))
            }
            PathStep::Trial(trial) => {
                let mut inside = state.clone();
                let known = inside.candidate[trial.hypothesis.index()];
                inside.assert(trial.hypothesis.index());
                let of_empty = &model().variables[trial.empty.index()];
                known
                    && allowed
                    && follow(&mut inside, &trial.steps, theory, depth - 1)
                    && of_empty
                        .iter()
                        .all(|&l| !inside.value[l] && !inside.candidate[l])
            }
            _ => false,
        };
        if !allowed || !legal {
            return false;
        }
        match step {
            PathStep::Single { value, .. } => state.assert(value.index()),
            _ => step.targets().iter().for_each(|t| state.delete(t.index())),
        }
    }
    true
}

fn plain(state: &State) -> Position {
    let labels = |labels: Vec<usize>| labels.into_iter().map(Label::new).collect();
    Position {
        candidates: labels(state.candidates()),
        values: labels(state.values()),
    }
}

/// The step's links, targets, bases, covers and rule, to be changed.
fn links(step: &mut StepRecord) -> Option<&mut Vec<ChainLink<Named>>> {
    match step {
        StepRecord::Chain(Chain { links, .. }) => Some(links),
        _ => None,
    }
}

fn targets(step: &mut StepRecord) -> Option<&mut Vec<String>> {
    match step {
        StepRecord::Chain(Chain { targets, .. })
        | StepRecord::Forcing(Forcing { targets, .. })
        | StepRecord::Subset(Subset { targets, .. })
        | StepRecord::Finned(FinnedFish { targets, .. })
        | StepRecord::Belt(Belt { targets, .. })
        | StepRecord::Impossible(Impossible { targets, .. })
        | StepRecord::OrWhip(OrWhip { targets, .. })
        | StepRecord::Specific(Specific { targets, .. }) => Some(targets),
        _ => None,
    }
}

fn rule(step: &mut StepRecord) -> &mut String {
    match step {
        StepRecord::Single { rule, .. }
        | StepRecord::Chain(Chain { rule, .. })
        | StepRecord::Forcing(Forcing { rule, .. })
        | StepRecord::Subset(Subset { rule, .. })
        | StepRecord::Finned(FinnedFish { rule, .. })
        | StepRecord::Belt(Belt { rule, .. })
        | StepRecord::Impossible(Impossible { rule, .. })
        | StepRecord::Split(Split { rule, .. })
        | StepRecord::OrWhip(OrWhip { rule, .. })
        | StepRecord::Specific(Specific { rule, .. })
        | StepRecord::Guardian { rule, .. } => rule,
        _ => panic!("a trial has no rule"),
    }
}

/// Records that differ from this one in one place; their length is put right,
/// so that the change itself must be found.
fn mutations(record: &Record, rng: &mut Rng) -> Vec<(&'static str, Record)> {
    let mut all = Vec::new();
    let mut add = |what: &'static str, change: &dyn Fn(&mut Record)| {
        let mut changed = record.clone();
        change(&mut changed);
        let longest = path(&changed).map(|path| {
            let lengths = path.steps.iter().map(PathStep::length);
            lengths.max().unwrap_or(0)
        });
        changed.longest = longest.unwrap_or(changed.longest);
        if changed != *record {
            all.push((what, changed));
        }
    };
    let any_label = |rng: &mut Rng| name(rng.below(729));
    for at in 0..record.steps.len() {
        add("drop", &|r| drop(r.steps.remove(at)));
        add("repeat", &|r| r.steps.insert(at, r.steps[at].clone()));
        if at > 0 {
            add("swap", &|r| r.steps.swap(at - 1, at));
        }
        let label = any_label(rng);
        match &record.steps[at] {
            StepRecord::Single { .. } => {
                add("value", &|r| {
                    if let StepRecord::Single { value, .. } = &mut r.steps[at] {
                        *value = label.clone();
                    }
                });
                continue;
            }
            StepRecord::Chain(_) => {
                for other in ChainRule::ALL {
                    add("rename", &|r| {
                        let length = links(&mut r.steps[at]).unwrap().len();
                        *rule(&mut r.steps[at]) = format!("{other}[{length}]");
                    });
                }
                let count = links(&mut record.steps[at].clone()).unwrap().len();
                for link in 0..count {
                    add("drop link", &|r| {
                        let links = links(&mut r.steps[at]).unwrap();
                        links.remove(link);
                        let length = links.len();
                        let name = rule(&mut r.steps[at]);
                        *name = format!("{}[{length}]", name.split('[').next().unwrap());
                    });
                    add("left", &|r| {
                        links(&mut r.steps[at]).unwrap()[link].llc = label.clone();
                    });
                    add("right", &|r| {
                        links(&mut r.steps[at]).unwrap()[link].rlo = Some(label.clone());
                    });
                    add("no right", &|r| {
                        links(&mut r.steps[at]).unwrap()[link].rlo = None;
                    });
                    if link > 0 {
                        add("swap links", &|r| {
                            links(&mut r.steps[at]).unwrap().swap(link - 1, link);
                        });
                        add("variable", &|r| {
                            let links = links(&mut r.steps[at]).unwrap();
                            links[link].variable = links[link - 1].variable.clone();
                        });
                    }
                }
            }
            StepRecord::Subset(_) => {
                add("base for cover", &|r| {
                    if let StepRecord::Subset(Subset { bases, covers, .. }) = &mut r.steps[at] {
                        std::mem::swap(bases, covers);
                    }
                });
                add("base less", &|r| {
                    if let StepRecord::Subset(Subset { bases, .. }) = &mut r.steps[at] {
                        bases.pop();
                    }
                });
                add("cover", &|r| {
                    if let StepRecord::Subset(Subset { covers, .. }) = &mut r.steps[at] {
                        covers[0] = covers[1].clone();
                    }
                });
            }
            StepRecord::Finned(_) => {
                add("another base last", &|r| {
                    if let StepRecord::Finned(FinnedFish { bases, .. }) = &mut r.steps[at] {
                        bases.rotate_left(1);
                    }
                });
                add("base for cover", &|r| {
                    if let StepRecord::Finned(FinnedFish { bases, covers, .. }) = &mut r.steps[at] {
                        std::mem::swap(bases, covers);
                    }
                });
                add("cover", &|r| {
                    if let StepRecord::Finned(FinnedFish { covers, .. }) = &mut r.steps[at] {
                        covers[0] = covers[1].clone();
                    }
                });
                add("fins", &|r| {
                    if let StepRecord::Finned(FinnedFish { fins, bases, .. }) = &mut r.steps[at] {
                        *fins = bases[0].clone();
                    }
                });
            }
            _ => continue,
        }
        add("target", &|r| {
            targets(&mut r.steps[at]).unwrap()[0] = label.clone()
        });
        add("more targets", &|r| {
            targets(&mut r.steps[at]).unwrap().push(label.clone())
        });
        add("no target", &|r| targets(&mut r.steps[at]).unwrap().clear());
        add("target twice", &|r| {
            let targets = targets(&mut r.steps[at]).unwrap();
            targets.push(targets[0].clone());
        });
    }
    all
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn what_is_changed_is_refused_unless_it_is_a_path_again() {
    let mut rng = Rng(7);
    let mut puzzles: Vec<String> = vec![VARIED.into(), DEPTH_2.into()];
    for _ in 0..1 {
        let digits = minimal_puzzle(&mut rng);
        puzzles.push(digits.map(|d| char::from(b'0' + d)).iter().collect());
    }
    let (mut refused, mut accepted) = (0, 0);
    for record in puzzles.iter().flat_map(|puzzle| records(puzzle)) {
        assert_eq!(
            check_record(&record, gradus_puzzles::read),
            Ok(Verdict::Solution)
        );
        assert!(replays(&record));
        // What may be longer than the rating is not the question here.
        let record = Record {
            rating: None,
            status: None,
            ..record
        };
        let subsets = record.theory.contains('S');
        for (what, changed) in mutations(&record, &mut rng) {
            let verdict = check_record(&changed, gradus_puzzles::read);
            let legal = replays(&changed);
            let text = || serde_json::to_string(&changed).unwrap();
            match verdict {
                Ok(_) => assert!(legal, "{what}: {}", text()),
                // Of Subsets the reference knows no shapes.
                Err(_) => assert!(!legal || subsets, "{what}, {verdict:?}: {}", text()),
            }
            if ["repeat", "no target", "target twice", "no right", "value"].contains(&what) {
                assert!(verdict.is_err(), "{what}: {}", text());
            }
            refused += usize::from(verdict.is_err());
            accepted += usize::from(verdict.is_ok());
        }
    }
    println!("{refused} refused, {accepted} accepted");
    assert!(refused > 3_000 && accepted > 50, "{refused} {accepted}");
}

/// A record with one change that must be refused for a reason.
fn refusal(record: &Record, change: impl Fn(&mut Record)) -> Refusal {
    let mut changed = record.clone();
    change(&mut changed);
    check_record(&changed, gradus_puzzles::read).unwrap_err()
}

/// What is wrong with a step of a path.
fn in_path(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::InPath(_, reason) => *reason,
        other => panic!("{other}"),
    }
}

#[test]
fn what_a_record_says_of_itself_is_checked() {
    let braids = record(LONGER_WHIPS, PathTheory::Chains(Family::BRAID));
    assert_eq!((braids.rating, braids.longest), (Some(4), 4));
    assert_eq!(
        refusal(&braids, |r| r.longest = 5),
        Refusal::WrongLength(4, 5)
    );
    assert_eq!(
        refusal(&braids, |r| r.rating = Some(3)),
        Refusal::WrongRating(Rating::exact(3), 4)
    );
    for end in ["contradiction", "stuck", "stopped"] {
        let wrong = refusal(&braids, |r| r.end = end.into());
        assert_eq!(wrong, Refusal::WrongEnd, "{end}");
    }
    let wrong = refusal(&braids, |r| r.solution = None);
    assert_eq!(wrong, Refusal::WrongSolution);
    let wrong = refusal(&braids, |r| {
        let solution = r.solution.as_mut().unwrap();
        solution.replace_range(..1, if solution.starts_with('1') { "2" } else { "1" });
    });
    assert_eq!(wrong, Refusal::WrongSolution);
    for theory in ["W", "gW", "S", "W1", "BRT"] {
        let wrong = in_path(refusal(&braids, |r| r.theory = theory.into()));
        assert_eq!(wrong, Refusal::NotOfTheory(theory.parse().unwrap()));
    }
    for theory in ["gB", "S+B"] {
        let mut stronger = braids.clone();
        stronger.theory = theory.into();
        // Whether the rating is the same there is another question.
        (stronger.rating, stronger.status) = (None, None);
        assert_eq!(
            check_record(&stronger, gradus_puzzles::read),
            Ok(Verdict::Solution),
            "{theory}"
        );
    }
    let chain = |step: &StepRecord| matches!(step, StepRecord::Chain(Chain { links, .. }) if links.len() == 4);
    let long = braids.steps.iter().position(chain).unwrap();
    let wrong = in_path(refusal(&braids, |r| {
        let name = rule(&mut r.steps[long]);
        *name = name.replace("[4]", "[3]");
    }));
    assert!(matches!(wrong, Refusal::Misnamed(..)), "{wrong}");
    // Another puzzle: one given less, one more.
    let wrong = refusal(&braids, |r| r.puzzle = r.puzzle.replacen('2', ".", 1));
    assert!(matches!(wrong, Refusal::InPath(..)), "{wrong}");
    let wrong = refusal(&braids, |r| r.puzzle = r.puzzle.replacen('.', "2", 1));
    assert_eq!(wrong, Refusal::Inconsistent);
}

#[test]
fn what_names_nothing_is_refused_with_its_name() {
    let record = record(VARIED, PathTheory::S);
    let text = |change: &dyn Fn(&mut Record)| refusal(&record, change).to_string();
    assert!(text(&|r| r.theory = "X".into()).contains("\"X\""));
    assert!(text(&|r| r.end = "won".into()).contains("\"won\""));
    assert!(text(&|r| r.strategy = "guess".into()).contains("\"guess\""));
    assert!(text(&|r| r.puzzle.truncate(80)).contains("80"));
    let at = record
        .steps
        .iter()
        .position(|step| step.rule().contains("triplets"))
        .unwrap();
    let shown = format!("step {}: \"n0r1c1\" is not the name of a candidate", at + 1);
    assert_eq!(
        text(&|r| targets(&mut r.steps[at]).unwrap()[0] = "n0r1c1".into()),
        shown
    );
    let other = "naked-pairs-in-a-row";
    let wrong = in_path(refusal(&record, |r| *rule(&mut r.steps[at]) = other.into()));
    assert!(matches!(wrong, Refusal::Misnamed(stated, _) if stated == other));
    let known = serde_json::to_string(&record).unwrap();
    let unknown = known.replacen("{", "{\"more\":1,", 1);
    assert!(serde_json::from_str::<Record>(&known).is_ok());
    assert!(serde_json::from_str::<Record>(&unknown).is_err());
}

#[test]
fn a_path_that_stops_is_accepted_as_far_as_it_goes() {
    let record = record(DEPTH_2, PathTheory::Chains(Family::WHIP));
    assert_eq!((record.end.as_str(), record.rating), ("stuck", None));
    assert_eq!(record.status.as_deref(), Some("infinite"));
    assert_eq!(record.solution, None);
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Stuck)
    );
    let wrong = refusal(&record, |r| r.end = "solved".into());
    assert_eq!(wrong, Refusal::WrongEnd);
    // A path cut short proves less, and may say so.
    let mut cut = record.clone();
    cut.steps.truncate(9);
    cut.longest = 3;
    cut.end = "stopped".into();
    assert_eq!(
        check_record(&cut, gradus_puzzles::read),
        Ok(Verdict::AsFarAsItGoes)
    );
    // What it eliminates is false: no label of the solution is a target.
    let solution =
        parse("641592873875613249239478561316247958754189326982356417428731695597864132163925784");
    let truth: Vec<String> = (0..81)
        .map(|cell| label_name(Label::new((usize::from(solution[cell]) - 1) * 81 + cell)))
        .collect();
    for step in &record.steps {
        if let StepRecord::Chain(Chain {
            targets: eliminates,
            ..
        }) = step
        {
            assert!(eliminates.iter().all(|target| !truth.contains(target)));
        }
    }
}

#[test]
fn sukakus_have_paths_too() {
    let cell = |found: char| match found {
        '.' => "123456789".to_string(),
        digit => ('1'..='9')
            .map(|c| if c == digit { c } else { '.' })
            .collect(),
    };
    let sukaku: String = DEPTH_2.chars().map(cell).collect();
    let record = record(&sukaku, PathTheory::Chains(Family::GWHIP));
    assert_eq!((record.puzzle.len(), record.rating), (729, Some(2)));
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
}
