//! Resolution paths: what the books print of theirs, the special chains against
//! a search that follows the definitions word by word, the notation, the
//! drawings and the trials.

use crate::board::{InitialState, board};
use gradus_check::{Verdict, check_chain, check_path, check_record};
use gradus_csp::{Instance, Label, Labels, Position, State};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::proof::{follow, path_of, prove, rating_in, trials};
use gradus_engine::rating::{Limits, Name, Rating};
use gradus_engine::rules::budget::Budget;
use gradus_engine::rules::reversible::{ChainClass, ReversibleChains};
use gradus_engine::rules::t_whip::t_whip;
use gradus_engine::rules::whip::{FoundWhip, Whips};
use gradus_engine::rules::{Brt, Theory, Whips1};
use gradus_engine::te::TrialAndError;
use gradus_path::{
    Chain, ChainLink, ChainRule, Family, Object, Path, PathEnd, PathStep, PathTheory, Record,
    marks, notation,
};
use gradus_puzzles::book::{self, BookPuzzle, Printed};
use gradus_puzzles::sudoku::{Puzzle, domain, label_name, sudoku_model};

use crate::bridge::{check_state, engine_state, is_legal, kernel_state, puzzle_state, truth};
use crate::reference::random::{Rng, minimal_puzzle, random_states};
use crate::reference::{model, parse};

fn book_puzzle(id: &str) -> BookPuzzle {
    let mut puzzles = book::puzzles().into_iter();
    puzzles.find(|puzzle| puzzle.id == id).unwrap()
}

fn label_named(name: &str) -> Option<Label> {
    domain().names().label_named(name)
}

fn step_text(step: &PathStep) -> String {
    notation::step_text(domain().names(), step)
}

fn limits(max_length: usize) -> Limits {
    Limits {
        max_length,
        ..Limits::default()
    }
}

/// A simplest-first path from a state, checked, and the state at its end.
fn checked(
    start: &State<Boards>,
    truth: &Boards,
    family: Family,
    max: usize,
) -> (Path, State<Boards>) {
    let kernel = board();
    let path = follow(
        &kernel,
        start,
        truth,
        PathTheory::Chains(family),
        limits(max),
    );
    let end = check_path(sudoku_model(), check_state(start), &path).unwrap();
    let mut replayed = check_state(start);
    let steps = path.steps.iter();
    steps.for_each(|step| step.apply(sudoku_model(), &mut replayed));
    assert_eq!(replayed, end);
    (path, kernel_state(&end))
}

fn of_book(id: &str, family: Family, max: usize) -> (Path, State<Boards>) {
    let puzzle = book_puzzle(id).puzzle;
    checked(&puzzle_state(&puzzle), &truth(&parse(&puzzle)), family, max)
}

/// The targets of a path's chains of this length, in order.
fn targets(path: &Path, length: usize) -> Vec<String> {
    let chains = path.chains().filter(|chain| chain.length() == length);
    let targets = chains.flat_map(|chain| chain.targets.iter());
    targets.map(|&target| label_name(target)).collect()
}

fn texts(path: &Path) -> Vec<String> {
    let patterns = path.steps.iter().filter(|step| step.length() > 0);
    patterns.map(step_text).collect()
}

/// A chain in the books' notation, without its name.
fn chain(rule: ChainRule, target: &str, text: &str) -> Chain {
    let link = |link: &str| {
        let (variable, inside) = link.trim_end_matches('}').split_once('{').unwrap();
        // In the variable r6c1, n9 stands for n9r6c1, and so on.
        let full = |place: &str| {
            let name = match &variable.as_bytes()[..3] {
                [b'r', _, b'c'] => format!("{place}{variable}"),
                [b'r', _, b'n'] => format!("{}{}{place}", &variable[2..], &variable[..2]),
                [b'c', _, b'n'] => format!("{}{place}{}", &variable[2..], &variable[..2]),
                _ => format!("{}{place}", &variable[2..]),
            };
            label_named(&name).unwrap()
        };
        let (left, right) = inside.split_once(' ').unwrap();
        ChainLink {
            variable: domain().names().variable_named(variable).unwrap(),
            llc: full(left),
            rlo: (right != ".").then(|| Object::Label(full(right))),
        }
    };
    Chain {
        rule,
        targets: vec![label_named(target).unwrap()],
        links: text.split(" - ").map(link).collect(),
    }
}

#[test]
fn figure_5_2_has_a_braid_4_that_is_no_whip() {
    let (path, _) = of_book("PBCS-5.10.1", Family::BRAID, 9);
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 4));
    let braids = path.chains().filter(|chain| chain.rule == ChainRule::Braid);
    let first = braids.map(|braid| label_name(braid.targets[0])).next();
    assert_eq!(first.as_deref(), Some("n7r2c1"));
}

#[test]
fn figure_5_4_is_solved_by_whips_4_or_5_depending_on_the_order() {
    let entry = book_puzzle("PBCS-5.10.3");
    let truth = truth(&parse(&entry.puzzle));
    let (path, mut state) = of_book("PBCS-5.10.3", Family::WHIP, 3);
    assert_eq!((path.end, state.candidate_count()), (PathEnd::Stopped, 137));
    let order = [
        "n6r8c5", "n6r7c5", "n7r7c7", "n8r5c7", "n7r8c7", "n1r8c7", "n1r6c7", "n6r9c6",
    ];
    for name in order {
        state.eliminate(label_named(name).unwrap());
    }
    let (whips, _) = checked(&state, &truth, Family::WHIP, 36);
    assert_eq!((whips.end, whips.longest), (PathEnd::Solved, 5));
    let (braids, _) = checked(&state, &truth, Family::BRAID, 36);
    assert_eq!((braids.end, braids.longest), (PathEnd::Solved, 4));
    // With a known rating, the path has it.
    let puzzle: Puzzle = entry.puzzle.parse().unwrap();
    let theory = PathTheory::Chains(Family::WHIP);
    let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
    assert_eq!(rating.and_then(|rating| rating.value), Some(4));
    let path = path_of(&puzzle, theory, rating, Limits::default()).unwrap();
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 4));
}

#[test]
fn figure_5_7_is_contradictory_in_b7() {
    let (path, _) = of_book("PBCS-5.10.5", Family::BRAID, 36);
    assert_eq!((path.end, path.longest), (PathEnd::Contradiction, 7));
    let braids = path.chains().filter(|chain| chain.rule == ChainRule::Braid);
    let first = braids.map(|braid| (braid.length(), label_name(braid.targets[0])));
    let printed = ["n1r5c2", "n1r9c3"].map(|name| (3, name.to_string()));
    assert!(first.take(2).eq(printed));
    let puzzle: Puzzle = book_puzzle("PBCS-5.10.5").puzzle.parse().unwrap();
    let record = prove(&puzzle, path.theory, None, Limits::default()).unwrap();
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Contradiction)
    );
}

#[test]
fn figure_7_1_has_a_braid_6_where_7_is_printed() {
    let (_, state) = of_book("PBCS-7.7.1", Family::WHIP, 5);
    let text = "r6c1{n9 n7} - r9n8{c1 c8} - r7c9{n8 n5} - r7c6{n5 n7} - r3n7{c6 c5} - r4n7{c5 .}";
    let braid = chain(ChainRule::Braid, "n9r9c1", text);
    check_chain(sudoku_model(), &check_state(&state), &braid).unwrap();
    assert_eq!(
        step_text(&PathStep::Chain(braid.clone())),
        format!("braid[6]: {text} ==> r9c1 ≠ 9")
    );
    let whip = Chain {
        rule: ChainRule::Whip,
        ..braid
    };
    assert!(check_chain(sudoku_model(), &check_state(&state), &whip).is_err());
    let (path, _) = of_book("PBCS-7.7.1", Family::BRAID, 36);
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 6));
    assert!(targets(&of_book("PBCS-7.7.1", Family::GWHIP, 2).0, 2).contains(&"n7r6c1".to_string()));
}

#[test]
fn figure_7_2_and_7_3_have_the_printed_g_whips_2() {
    let (path, _) = of_book("PBCS-7.7.2", Family::GWHIP, 2);
    assert_eq!(path.end, PathEnd::Solved);
    assert!(targets(&path, 2).contains(&"n8r1c1".to_string()));
    for family in [Family::GWHIP, Family::GBRAID] {
        let (path, _) = of_book("PBCS-7.7.3", family, 36);
        assert_eq!(path.end, PathEnd::Solved);
        assert_eq!(
            texts(&path),
            [
                "g-whip[2]: r7n4{c5 c123} - c3n4{r8 .} ==> r5c5 ≠ 4",
                "g-whip[2]: r1n9{c5 c789} - c9n9{r2 .} ==> r5c5 ≠ 9",
            ]
        );
    }
}

/// A g-whip as printed: the rule, its target, and for each step a variable,
/// the left-linking candidate and what is right-linking.
fn g_whip(target: &str, steps: &[(&str, &str, &[&str])]) -> Chain {
    let model = sudoku_model();
    let label = |name: &str| label_named(name).unwrap();
    let step = |&(variable, llc, rlo): &(&str, &str, &[&str])| {
        let variable = domain().names().variable_named(variable).unwrap();
        let mut inside: Vec<Label> = rlo.iter().map(|name| label(name)).collect();
        inside.sort_unstable();
        let rlo = match inside[..] {
            [] => None,
            [one] => Some(Object::Label(one)),
            _ => {
                let mut groups = model.glabels_of(variable);
                let group = groups.find(|&g| model.glabel_labels(g) == inside);
                Some(Object::Group(group.unwrap()))
            }
        };
        let llc = label(llc);
        ChainLink { variable, llc, rlo }
    };
    Chain {
        rule: ChainRule::GWhip,
        targets: vec![label(target)],
        links: steps.iter().map(step).collect(),
    }
}

/// Two g-whips\[5\] that the author's program prints, each with a left-linking
/// candidate that is linked to the group before it only as another label of the
/// group's own variable. Both puzzles have gW = 5.
#[test]
fn a_g_whip_may_go_on_from_another_label_of_its_group_s_variable() {
    let first = g_whip(
        "n6r4c1",
        &[
            ("r4n2", "n2r4c1", &["n2r4c3"]),
            ("c3n6", "n6r4c3", &["n6r7c3", "n6r8c3", "n6r9c3"]),
            ("r6c3", "n6r6c3", &["n4r6c3"]),
            ("r1c3", "n4r1c3", &["n3r1c3"]),
            ("r3c1", "n3r3c1", &[]),
        ],
    );
    let second = g_whip(
        "n2r7c4",
        &[
            ("r7n9", "n9r7c4", &["n9r7c5"]),
            ("c5n2", "n2r7c5", &["n2r1c5", "n2r2c5", "n2r3c5"]),
            ("r9c5", "n2r9c5", &["n1r9c5"]),
            ("r6c5", "n1r6c5", &["n4r6c5"]),
            ("r5c5", "n4r5c5", &[]),
        ],
    );
    let puzzles = [
        "1...5..8.......236..9..75..........7.1.632...83.9..1.....2.89.......4..397.......",
        "..34....9..7..9.........15.2...6.9....5..28...7.5.83..54.....17.1.87......9..54..",
    ];
    for (text, whip) in puzzles.into_iter().zip([first, second]) {
        let puzzle: Puzzle = text.parse().unwrap();
        let theory = PathTheory::Chains(Family::GWHIP);
        let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
        assert_eq!(rating.unwrap().value, Some(5), "{text}");
        let truth = truth(&parse(text));
        let (_, state) = checked(&puzzle_state(text), &truth, Family::GWHIP, 4);
        let verdict = check_chain(sudoku_model(), &check_state(&state), &whip);
        assert_eq!(verdict, Ok(()), "{text}");
        assert!(is_legal(&check_state(&state), &whip));
    }
}

#[test]
fn figure_7_5_begins_with_two_braids_5_and_a_braid_6() {
    let (path, _) = of_book("PBCS-7.7.5", Family::BRAID, 36);
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 6));
    let first: Vec<(usize, String)> = path
        .chains()
        .take(3)
        .map(|braid| (braid.length(), label_name(braid.targets[0])))
        .collect();
    let printed = [(5, "n8r7c9"), (5, "n8r9c7"), (6, "n5r9c9")];
    assert_eq!(first, printed.map(|(n, name)| (n, name.to_string())));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_books_puzzles_have_accepted_paths_of_their_ratings() {
    let mut counts = [0; 2];
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 1) {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        for name in [Name::S, Name::WS, Name::W, Name::B, Name::GW, Name::GB] {
            let expected = match entry.expected(name.column()) {
                Some(&Printed::Number(number @ ..=7)) => number as usize,
                _ => continue,
            };
            let theory = name.theory().unwrap();
            let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
            let record = prove(&puzzle, theory, rating, Limits::default()).unwrap();
            let line = serde_json::to_string(&record).unwrap();
            let read: Record = serde_json::from_str(&line).unwrap();
            assert_eq!(read, record);
            assert_eq!(
                check_record(&read, gradus_puzzles::read),
                Ok(Verdict::Solution),
                "{line}"
            );
            assert_eq!(record.longest, expected, "{name} of {}", entry.id);
            assert_eq!(record.solution, entry.solution, "{}", entry.id);
            counts[usize::from(theory.has_subsets())] += 1;
        }
    }
    println!("{counts:?}");
    assert!(counts[0] > 140 && counts[1] > 50, "{counts:?}");
}

/// The shortest chain of a special kind on a target, up to a length, by trying
/// everything that the definitions allow.
fn shortest_special(
    state: &State<Boards>,
    rule: ChainRule,
    target: Label,
    max: usize,
) -> Option<usize> {
    let state = check_state(state);
    fn extend(
        state: &Position,
        rule: ChainRule,
        target: Label,
        steps: &mut Vec<ChainLink>,
        length: usize,
    ) -> bool {
        let last = steps.last().map_or(target, |step| match step.rlo {
            Some(Object::Label(rlc)) => rlc,
            _ => target,
        });
        let is_last = steps.len() + 1 == length;
        let llcs = model().links[last.index()].iter().map(|&l| Label::new(l));
        for llc in llcs.filter(|llc| state.candidates.contains(llc)) {
            for variable in sudoku_model().variables_of(llc) {
                let labels = sudoku_model().labels_of(variable).iter();
                let others = labels.filter(|l| state.candidates.contains(l) && **l != llc);
                let mut rlos: Vec<_> = others.map(|&l| Some(Object::Label(l))).collect();
                if is_last && rule != ChainRule::BivChain {
                    rlos = vec![None];
                }
                for rlo in rlos {
                    steps.push(ChainLink { variable, llc, rlo });
                    let found = if is_last {
                        is_legal(state, &pattern(rule, target, steps))
                    } else {
                        is_start(state, rule, target, steps)
                            && extend(state, rule, target, steps, length)
                    };
                    if found {
                        return true;
                    }
                    steps.pop();
                }
            }
        }
        false
    }
    (1..=max).find(|&length| extend(&state, rule, target, &mut Vec::new(), length))
}

fn pattern(rule: ChainRule, target: Label, steps: &[ChainLink]) -> Chain {
    Chain {
        rule,
        targets: vec![target],
        links: steps.to_vec(),
    }
}

/// Returns true if the last step of an unfinished chain has its right-linking candidate
/// by the definition.
fn is_start(state: &Position, rule: ChainRule, target: Label, steps: &[ChainLink]) -> bool {
    let (last, before) = steps.split_last().unwrap();
    let excluded = |l: usize| {
        let by_rlo = |step: &ChainLink| match step.rlo {
            Some(Object::Label(rlc)) => model().linked[rlc.index()][l],
            _ => false,
        };
        match rule {
            ChainRule::ZChain => model().linked[target.index()][l],
            ChainRule::TWhip if before.is_empty() => model().linked[target.index()][l],
            ChainRule::TWhip => before.iter().any(by_rlo),
            _ => false,
        }
    };
    let labels = sudoku_model().labels_of(last.variable).iter();
    let mut left =
        labels.filter(|l| state.candidates.contains(l) && **l != last.llc && !excluded(l.index()));
    let only = left.next().copied();
    only.map(Object::Label) == last.rlo && left.next().is_none() && only != Some(target)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn special_chains_are_found_wherever_they_are() {
    const LONGEST: usize = 3;
    let kernel = board();
    let mut rng = Rng(4);
    let mut found = [0; 3];
    for _ in 0..40 {
        let puzzle = minimal_puzzle(&mut rng);
        let truth = truth(&puzzle);
        for state in random_states(&puzzle, &mut rng, 2) {
            let mut state = engine_state(&state);
            if !Whips1.close(&kernel, &mut state) || state.is_decided() {
                continue;
            }
            let mut chains = ReversibleChains::new(sudoku_model(), &state);
            for target in state.candidates().without(&truth).iter() {
                let biv = chains.chain(ChainClass::Bivalue, target, LONGEST);
                let z = chains.chain(ChainClass::Z, target, LONGEST);
                for (chain, rule) in [(biv, ChainRule::BivChain), (z, ChainRule::ZChain)] {
                    let length = chain.as_ref().map(Chain::length);
                    let slow = shortest_special(&state, rule, target, LONGEST);
                    assert_eq!(length, slow, "{rule} on {}", label_name(target));
                    assert!(chain.is_none_or(|chain| is_legal(&check_state(&state), &chain)));
                    found[rule as usize] += usize::from(slow.is_some());
                }
                // t-whips are sought where a shortest whip is known.
                let mut budget = Budget::unlimited();
                let whip =
                    Whips::<_, false>::new(&kernel, &mut budget).shortest(&state, target, LONGEST);
                if let Ok(FoundWhip::Whip(objects)) = whip {
                    let length = objects.len() + 1;
                    let chain = t_whip(&kernel, &state, target, length, false).0;
                    let slow = shortest_special(&state, ChainRule::TWhip, target, length);
                    assert_eq!(chain.is_some(), slow.is_some(), "on {}", label_name(target));
                    assert!(chain.is_none_or(|chain| is_legal(&check_state(&state), &chain)));
                    found[2] += usize::from(slow.is_some());
                }
            }
        }
    }
    println!("{found:?}");
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn special_chains_come_first_and_have_their_names() {
    let (path, _) = of_book("PBCS-5.2.3", Family::WHIP, 36);
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 4));
    let texts = texts(&path);
    for text in [
        "whip[1]: r4n6{c7 .} ==> r5c7 ≠ 6, r6c9 ≠ 6",
        "biv-chain[2]: r4n4{c3 c9} - c8n4{r6 r7} ==> r7c3 ≠ 4",
        "t-whip[3]: r6n3{c2 c9} - r2c9{n3 n2} - r1n2{c7 .} ==> r6c2 ≠ 2",
    ] {
        assert!(texts.contains(&text.to_string()), "{text}");
    }
    // Where a whip is applied, no special chain of its length is left.
    let kernel = board();
    let entry = book_puzzle("PBCS-7.7.1");
    let puzzle: Puzzle = entry.puzzle.parse().unwrap();
    let truth = truth(&parse(&entry.puzzle));
    let (path, _) = of_book("PBCS-7.7.1", Family::WHIP, 36);
    let mut whips = 0;
    for (index, step) in path.steps.iter().enumerate() {
        let PathStep::Chain(chain) = step else {
            continue;
        };
        if chain.rule != ChainRule::Whip || chain.length() < 2 {
            continue;
        }
        whips += 1;
        let state = kernel_state(&path.position_before(&puzzle, index));
        let mut chains = ReversibleChains::new(sudoku_model(), &state);
        for target in state.candidates().without(&truth).iter() {
            let length = chain.length();
            assert_eq!(chains.chain(ChainClass::Bivalue, target, length), None);
            assert_eq!(chains.chain(ChainClass::Z, target, length), None);
            assert_eq!(t_whip(&kernel, &state, target, length, false).0, None);
        }
    }
    assert!(whips > 5);
}

#[test]
fn subsets_have_the_books_names() {
    let puzzle: Puzzle = book_puzzle("PBCS-7.7.3").puzzle.parse().unwrap();
    let path = path_of(&puzzle, PathTheory::S, None, Limits::default()).unwrap();
    assert_eq!(
        texts(&path),
        [
            "swordfish-in-rows: n4{r1 r4 r7}{c1 c2 c5} ==> \
             r5c1 ≠ 4, r5c5 ≠ 4, r8c1 ≠ 4, r9c2 ≠ 4, r9c5 ≠ 4",
            "swordfish-in-rows: n9{r1 r4 r7}{c5 c7 c8} ==> \
             r2c7 ≠ 9, r3c5 ≠ 9, r3c8 ≠ 9, r5c5 ≠ 9, r5c7 ≠ 9",
        ]
    );
    let mut names: Vec<String> = Vec::new();
    for entry in book::puzzles() {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        let path = path_of(&puzzle, PathTheory::S, None, Limits::default()).unwrap();
        let start = check_state(&puzzle.state().unwrap());
        check_path(sudoku_model(), start, &path).unwrap();
        names.extend(texts(&path).iter().filter_map(|text| {
            let (name, _) = text.split_once(':')?;
            Some(name.to_string())
        }));
    }
    names.sort();
    names.dedup();
    for name in [
        "naked-pairs-in-a-block",
        "hidden-pairs-in-a-row",
        "jellyfish-in-columns",
    ] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
}

#[test]
fn theories_have_names() {
    for theory in PathTheory::all() {
        assert_eq!(theory.to_string().parse(), Ok(theory));
        assert_eq!(theory.to_string().to_lowercase().parse(), Ok(theory));
    }
    // By the column of its rating as well.
    let ws: Name = "ws".parse().unwrap();
    assert_eq!(ws.theory(), Some(PathTheory::SubsetsAnd(Family::WHIP)));
    assert_eq!(
        Name::of_theory(PathTheory::SubsetsAnd(Family::WHIP)),
        Some(ws)
    );
    let unknown = "whips".parse::<PathTheory>().unwrap_err().to_string();
    assert!(
        unknown.contains("\"whips\"")
            && unknown.contains("BRT, W1, S, SFin, SFin+x2y2, W, B, gW, gB, BC")
    );
}

#[test]
fn trials_end_where_trial_and_error_ends() {
    let kernel = board();
    for (id, class, depth) in [("PBCS-7.7.3", Name::TE, 2), ("PBCS-5.2.3", Name::TE, 1)] {
        let text = book_puzzle(id).puzzle;
        let (puzzle, truth) = (text.parse::<Puzzle>().unwrap(), truth(&parse(&text)));
        let trials = trials(&puzzle, class, Limits::default()).unwrap().unwrap();
        assert_eq!(trials.depth, Rating::exact(depth));
        assert_eq!(trials.levels.len(), depth + 1);
        let mut state = puzzle.state().unwrap();
        let mut left = state.candidate_count();
        for (depth, level) in trials.levels.iter().enumerate() {
            TrialAndError::new(Brt, depth).close_without(&kernel, &mut state, &truth);
            assert_eq!(level.left, state.candidate_count(), "{}", level.name);
            assert_eq!(level.left + level.refuted.len() + level.others, left);
            assert_eq!(level.solved, state.is_decided());
            let refuted = level.refuted.iter().map(|name| label_named(name).unwrap());
            assert!(refuted.into_iter().all(|label| !truth.contains(label)));
            assert!(level.trials >= level.refuted.len());
            left = level.left;
        }
    }
    // A puzzle of T&E depth 2 by its class, and one without.
    let puzzle: Puzzle =
        "....5....4....92....632............83...9.5...7.....1.5..9..3...8......6..1..4.75"
            .parse()
            .unwrap();
    for (class, value, last) in [(Name::SPB, 3, "T&E(S3, 1)"), (Name::BPB, 4, "T&E(B4, 1)")] {
        let trials = trials(&puzzle, class, Limits::default()).unwrap().unwrap();
        assert_eq!(trials.rating.and_then(|rating| rating.value), Some(value));
        let end = trials.levels.last().unwrap();
        assert_eq!((end.name.as_str(), end.solved), (last, true));
    }
    let bpbb = trials(&puzzle, Name::BPBB, Limits::default())
        .unwrap()
        .unwrap();
    assert_eq!(bpbb.levels.len(), 1, "not defined at depth 2: only Singles");
}

/// The tags of an SVG, checked to be closed in order.
fn tags(svg: &str) -> Vec<&str> {
    let mut open: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for tag in svg.split('<').skip(1) {
        let tag = &tag[..tag.find('>').unwrap()];
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, true) => all.push(name),
            (false, false) => {
                open.push(name);
                all.push(name);
            }
        }
    }
    assert!(open.is_empty());
    all
}

#[test]
fn grids_as_svg() {
    let puzzle: Puzzle = book_puzzle("PBCS-5.2.3").puzzle.parse().unwrap();
    let drawing = domain().drawing().unwrap();
    let labels = Instance::givens(&puzzle);
    let givens = drawing.svg("Puzzle", &labels, None);
    let count = |svg: &str, tag: &str| tags(svg).iter().filter(|name| **name == tag).count();
    // Of these, 18 are the numbers of rows and columns.
    assert_eq!(
        (count(&givens, "text"), count(&givens, "script")),
        (25 + 18, 0)
    );
    let (path, _) = of_book("PBCS-5.2.3", Family::WHIP, 36);
    let step = path
        .steps
        .iter()
        .position(|step| step.length() == 4)
        .unwrap();
    let position = path.position_before(&puzzle, step);
    let marks = marks(sudoku_model(), &path.steps[step], &position);
    let svg = drawing.svg("ChainLink", &labels, Some((&position, &marks)));
    let left = position.candidates.len() + position.values.len();
    let PathStep::Chain(chain) = &path.steps[step] else {
        panic!("{:?}", path.steps[step]);
    };
    let mut marked: Vec<Label> = Vec::new();
    for link in &chain.links {
        marked.push(link.llc);
        marked.extend(link.rlo.map(|rlo| match rlo {
            Object::Label(rlc) => rlc,
            Object::Group(group) => panic!("{group:?}"),
        }));
    }
    marked.sort();
    marked.dedup();
    // Each candidate of the chain has the number of its link, and the legend has three
    // kinds of marks and a word on the numbers.
    assert_eq!(count(&svg, "text"), left + marked.len() + 4 + 18);
    assert_eq!(svg.matches("class=\"gradus-link\"").count(), marked.len());
    let last = format!(">{}</text>", chain.links.len());
    assert!(svg.contains(&last), "the last link has its number");
    marked.extend(&chain.targets);
    assert_eq!(count(&svg, "circle"), marked.len() + 3);
    assert!(svg.contains(">numbers: order of the chain</text>"));
    for class in ["gradus-left", "gradus-right", "gradus-target"] {
        assert!(svg.contains(&format!("<circle class=\"{class}\"")));
    }
    assert_eq!(
        drawing.svg("ChainLink", &labels, Some((&position, &marks))),
        svg,
        "the same bytes each time"
    );
}
