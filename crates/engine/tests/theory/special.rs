//! Special chains and forcing whips: the engine against the slow reference, target
//! by target and on whole ratings; published values; paths and their checker.

use crate::board::board;
use crate::bridge::{engine_state, truth};
use crate::reference;
use crate::reference::random::{Rng, minimal_puzzle, random_states};
use crate::reference::ratings::{Length, simplest_first};
use crate::reference::special::{
    biv_length, forcing_lengths, t_whip_length, typed_length, z_length,
};
use crate::reference::{name, whip_length, whips1};
use gradus_check::{Refusal, Verdict, check_forcing, check_record};
use gradus_csp::{Label, Labels, Position};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::kernel::slices::Reversals;
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Limits, Name, Rating, Request, Status, classify};
use gradus_engine::rules::budget::Budget;
use gradus_engine::rules::forcing::ForcingWhips;
use gradus_engine::rules::reversible::{ChainClass, ReversibleChains};
use gradus_engine::rules::t_whip::t_whip;
use gradus_engine::rules::typed::typed_whip;
use gradus_path::notation::step_text;
use gradus_path::record::StepRecord;
use gradus_path::{
    Chain, ChainRule, Family, Forcing, PathEnd, PathStep, PathTheory, Record, Special, Strategy,
};
use gradus_puzzles::read;
use gradus_puzzles::sudoku::{Puzzle, sudoku_model};

/// States of random puzzles, closed under whips[1] and not solved.
fn states(seed: u64, puzzles: usize) -> Vec<(reference::State, Boards)> {
    let mut rng = Rng(seed);
    let mut all = Vec::new();
    for _ in 0..puzzles {
        let puzzle = minimal_puzzle(&mut rng);
        for mut state in random_states(&puzzle, &mut rng, 2) {
            whips1(&mut state);
            if !state.solved() && !state.contradictory() {
                all.push((state, truth(&puzzle)));
            }
        }
    }
    all
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn shortest_special_chains_of_random_states() {
    let kernel = board();
    let mut found = [0; 4];
    for (state, truth) in states(21, 40) {
        let same = engine_state(&state);
        let mut chains = ReversibleChains::new(sudoku_model(), &same);
        let targets: Vec<usize> = same
            .candidates()
            .without(&truth)
            .iter()
            .map(Label::index)
            .collect();
        let slow = |target: &usize| biv_length(&state, *target, 4);
        for max in [2, 3, 4] {
            let on = |target: &&usize| {
                let label = Label::new(**target);
                chains.shortest(ChainClass::Bivalue, label, max).is_some()
            };
            let one_by_one: Vec<usize> = targets.iter().filter(on).copied().collect();
            let together =
                Reversals::default().targets(ChainClass::Bivalue, sudoku_model(), &same, max);
            let together = together.iter().map(|(target, _)| target.index());
            assert_eq!(together.collect::<Vec<usize>>(), one_by_one, "{state:?}");
        }
        let z_bounds = Reversals::default().targets(ChainClass::Z, sudoku_model(), &same, 4);
        let z_bound = |target: Label| z_bounds.iter().find(|(on, _)| *on == target);
        // Loops do not matter where nothing shorter can be eliminated.
        let least = targets.iter().filter_map(slow).min();
        for &target in &targets {
            let label = Label::new(target);
            let on = name(target);
            let biv = chains.shortest(ChainClass::Bivalue, label, 4);
            assert!(slow(&target).is_none_or(|slow| biv.is_some_and(|biv| biv <= slow)));
            let shortest = |length: Option<usize>| length.is_some() && length == least;
            assert_eq!(shortest(biv), shortest(slow(&target)), "bivalue {on}");
            let z = chains.shortest(ChainClass::Z, label, 4);
            assert_eq!(z, z_length(&state, target, 4), "z {on} in {state:?}");
            if let Some(z) = z {
                assert!(
                    z_bound(label).is_some_and(|&(_, bound)| bound <= z),
                    "z {on}"
                );
            }
            // What is missed where not all chains are tried is admitted.
            let mut hasty = ReversibleChains::new(sudoku_model(), &same);
            hasty.nodes = 0;
            assert!(hasty.shortest(ChainClass::Z, label, 4) == z || hasty.gave_up());
            let mut budget = Budget::unlimited();
            let (typed, _) = typed_whip(&kernel, &same, label, 4, &mut budget).unwrap();
            let typed = typed.map(|whip| whip.length());
            assert_eq!(typed, typed_length(&state, target, 4), "typed {on}");
            let t =
                (2..=4).find(|&length| t_whip(&kernel, &same, label, length, false).0.is_some());
            assert_eq!(t, t_whip_length(&state, target, 4), "t-whip {on}");
            for max in [3, 4] {
                let found = t_whip(&kernel, &same, label, max, true).0.is_some();
                assert_eq!(found, t.is_some_and(|t| t <= max), "t-whip {on}");
            }
            for (count, length) in found.iter_mut().zip([biv, z, typed, t]) {
                *count += usize::from(length.is_some());
            }
        }
    }
    println!("{found:?}");
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn forcing_whips_of_random_states() {
    let kernel = board();
    let mut counts = [0; 2];
    for (state, truth) in states(22, 20) {
        let same = engine_state(&state);
        let position = Position {
            candidates: same.candidates().iter().collect(),
            values: same.values.iter().collect(),
        };
        for forks in [2, 3] {
            let slow = forcing_lengths(&state, forks, 4);
            let mut forcing = ForcingWhips::new(&kernel, &same, &truth, forks);
            for target in same.candidates().without(&truth).iter() {
                let on = name(target.index());
                let mut budget = Budget::unlimited();
                let find = |n| forcing.find(n, Some(target), &mut budget).unwrap();
                let found = (3..=4).find_map(find);
                let length = slow[target.index()];
                if let Some(found) = &found {
                    assert!(
                        length.is_some_and(|length| length <= found.length()),
                        "{on}"
                    );
                    assert_eq!(check_forcing(sudoku_model(), &position, found), Ok(()));
                    counts[forks - 2] += 1;
                }
                // What is a whip as well is not looked for.
                let whip = whip_length(&state, target.index(), 4);
                if length.is_some() && whip.is_none() {
                    assert_eq!(found.map(|found| found.length()), length, "{on}");
                }
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn a_forcing_whip_with_all_its_steps_in_one_branch_need_not_be_a_whip() {
    // As a whip on r8c6 it would have to use a left-linking candidate twice.
    let text = ".1.6.....5..9...7.397........3..2....8.5...2.2...8615.7...9.61....1..437.3..6...5";
    let digits: Vec<u8> = text.bytes().map(|b| b.saturating_sub(b'0')).collect();
    let digits: [u8; 81] = digits.try_into().unwrap();
    let mut state = reference::State::from_givens(&digits);
    whips1(&mut state);
    let (same, truth) = (engine_state(&state), truth(&digits));
    let target = Label::new(302);
    assert_eq!(whip_length(&state, target.index(), 5), None);
    assert_eq!(
        forcing_lengths(&state, 2, 5)[target.index()],
        Some(5),
        "{}",
        name(target.index())
    );
    let kernel = board();
    let mut forcing = ForcingWhips::new(&kernel, &same, &truth, 2);
    let mut budget = Budget::unlimited();
    let found = forcing.find(5, Some(target), &mut budget).unwrap().unwrap();
    let with_steps = found.branches.iter().filter(|b| !b.links.is_empty());
    assert_eq!(with_steps.count(), 1);
    let position = Position {
        candidates: same.candidates().iter().collect(),
        values: same.values.iter().collect(),
    };
    assert_eq!(check_forcing(sudoku_model(), &position, &found), Ok(()));
}

/// Puzzles of the sample whose typed whips, taken simplest first, need to be longer.
const ORDERED: [&str; 3] = [
    ".8.74.6.....9......4..16....39..2.....16...388...7...51...37.8..5..2.4..........7",
    "....42.3.1.2..7.9..7.....4.....9....9....8.12...62.9...9....56..5371....8..9.....",
    ".9.4..8..864..72..1........9....84.3.8.9.4....7..1.9..6..8....4........5...2651..",
];

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn paths_are_no_longer_than_the_ratings_of_random_puzzles() {
    let theories = [
        PathTheory::Special(Special::TWhips),
        PathTheory::Special(Special::TypedWhips),
        PathTheory::Special(Special::ForcingWhips),
        PathTheory::Special(Special::Forcing3Whips),
        PathTheory::SubsetsAnd(Family::GWHIP),
    ];
    let mut rng = Rng(24);
    let random = (0..40).map(|_| {
        let digits = minimal_puzzle(&mut rng);
        digits.map(|d| char::from(b'0' + d)).iter().collect()
    });
    // And some whose typed whips must be taken in the order of the rating.
    let ordered = ORDERED.iter().map(|text| text.to_string());
    let (mut hard, mut in_order) = (0, 0);
    for text in ordered.chain(random) {
        let puzzle: Puzzle = text.parse().unwrap();
        for theory in theories {
            let rating = rating_in(&puzzle, theory, Limits::default())
                .unwrap()
                .unwrap();
            if !matches!(rating.status, Status::Exact | Status::Upper) {
                continue;
            }
            let path = path_of(&puzzle, theory, Some(rating), Limits::default()).unwrap();
            assert_eq!(path.end, PathEnd::Solved, "{theory:?} {puzzle}");
            let value = rating.value.map(usize::from);
            assert_eq!(Some(path.longest), value, "{theory:?} {puzzle}");
            let record = Record::new(&puzzle, &path, Some(rating));
            let verdict = check_record(&record, gradus_puzzles::read);
            assert!(verdict.is_ok(), "{theory:?} {puzzle}: {verdict:?}");
            hard += usize::from(path.longest > 3);
            in_order += usize::from(path.strategy == Strategy::InTurn);
        }
    }
    assert!(hard > 10, "{hard}");
    assert!(in_order >= ORDERED.len(), "{in_order}");
}

/// The length of a path that solves by these chains up to a length, all
/// eliminations of the shortest length at once.
fn slow_rating(puzzle: &[u8; 81], length: Length, max: usize) -> Option<usize> {
    let mut state = reference::State::from_givens(puzzle);
    let greatest = simplest_first(&mut state, length, max);
    state.solved().then_some(greatest)
}

fn ratings(puzzle: &str, names: &str) -> Vec<Rating> {
    let puzzle = read(puzzle).unwrap();
    let request = Request {
        names: names.parse().unwrap(),
        ..Request::default()
    };
    let found = classify(puzzle.as_ref(), &request).unwrap();
    let columns = names.split(',').map(|name| name.parse::<Name>().unwrap());
    columns.map(|name| found.rating(name).unwrap()).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_puzzles() {
    const MOST: usize = 4;
    let mut rng = Rng(23);
    let mut seen = [0; 6];
    for _ in 0..24 {
        let digits = minimal_puzzle(&mut rng);
        let puzzle: String = digits.map(|d| char::from(b'0' + d)).iter().collect();
        let found = ratings(&puzzle, "w,bc,z,tw,tyw,fw,f3w");
        let [w, bc, z, tw, tyw, fw, f3w] = found[..] else {
            panic!("{found:?}");
        };
        let value = |rating: Rating| match rating.status {
            Status::Exact | Status::Upper => rating.value.map(usize::from),
            _ => None,
        };
        // Confluent: one path is as good as another.
        for (rating, length) in [(bc, biv_length as Length), (z, z_length)] {
            let slow = slow_rating(&digits, length, MOST);
            assert_eq!(value(rating).filter(|&v| v <= MOST), slow, "{puzzle}");
            assert!(matches!(rating.status, Status::Exact | Status::Infinite));
        }
        // Not confluent: no path is below what is exact.
        for (rating, length) in [(tw, t_whip_length as Length), (tyw, typed_length)] {
            let slow = slow_rating(&digits, length, MOST);
            if rating.status != Status::Upper {
                assert!(slow.is_none_or(|slow| value(rating).is_some_and(|v| v <= slow)));
            }
        }
        let order = |a: Rating, b: Rating| {
            let most = |rating| value(rating).unwrap_or(usize::MAX);
            assert!(most(a) <= most(b), "{a} {b} {puzzle}");
        };
        for (a, b) in [
            (w, z),
            (w, tw),
            (z, bc),
            (tw, bc),
            (w, tyw),
            (fw, w),
            (f3w, fw),
        ] {
            order(a, b);
        }
        for (count, rating) in seen.iter_mut().zip([bc, z, tw, tyw, fw, f3w]) {
            *count += usize::from(value(rating).is_some_and(|value| value > 1));
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

/// Puzzles with published ratings (manual of CSP-Rules; ratings of cbg-000).
const PUBLISHED: [(&str, &str, &[Option<u8>]); 8] = [
    (
        "...4...89.5....1....9.3...6.71.6.9.3.....24..9....5..13.....6...9..4..1.815..3...",
        "w,tw,tyw,z,bc",
        &[Some(5), Some(5), Some(9), Some(6), None],
    ),
    (
        "87..9621.251..8.699..12...7.3...2..1.........4.28...3.3..2.16.862.9..14.1.56...72",
        "w,gw,z,tw,bc",
        &[Some(5), Some(4), Some(7), Some(6), None],
    ),
    (
        "18...6...7..4.......3....64.786.4..9.4.7.8.5.....59..........8....5..7..4.9.....5",
        "z,tw,bc",
        &[Some(5), Some(5), None],
    ),
    (
        ".......31.8..4.....7.......1.63...7.3............8....54....8.....6..2.....1.....",
        "bc,z,tw",
        &[Some(3), Some(3), Some(3)],
    ),
    (
        "...4.6.89.5...9.3..8.3..4...4...8.6.......1..9..5....25...6..2..6...4..8..1.7....",
        "fw,f3w,b",
        &[Some(6), Some(6), Some(6)],
    ),
    (
        ".2....78.4....9.3..6..32........85....1...6...9.51..2...56.....6...21.....2.4.3.1",
        "w,fw,f3w,b",
        &[Some(7), Some(5), Some(5), Some(7)],
    ),
    (
        "..3.5...9...7..12.7.9...4....1.6...45..3.....8.7...3...1..9...66....12.......8...",
        "w,fw,f3w,b",
        &[Some(5), Some(5), Some(4), Some(5)],
    ),
    (
        "....5..89..718.........25..2....4..38..5...2.9.1.2.....1....46...274.......6.8.5.",
        "w,tyw",
        &[Some(6), Some(24)],
    ),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_values() {
    for (puzzle, names, published) in &PUBLISHED {
        let found = ratings(puzzle, names);
        let columns = names.split(',').zip(found.iter().zip(*published));
        for (name, (found, published)) in columns {
            assert_eq!(found.value, *published, "{name} {puzzle}");
            assert_ne!(found.status, Status::Lower, "{name} {puzzle}");
        }
    }
}

fn path_in(puzzle: &str, special: Special) -> (Record, Verdict) {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let theory = PathTheory::Special(special);
    let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
    let record = prove(&puzzle, theory, rating, Limits::default()).unwrap();
    if let Some(rating) = rating.filter(|r| matches!(r.status, Status::Exact | Status::Upper)) {
        assert_eq!(record.rating, rating.value, "{special} {puzzle}");
    }
    let verdict = check_record(&record, gradus_puzzles::read);
    (
        record,
        verdict.unwrap_or_else(|refusal| panic!("{refusal} {puzzle}")),
    )
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn every_rating_has_a_path_that_the_checker_accepts() {
    for (puzzle, ..) in &PUBLISHED[..7] {
        for special in Special::ALL {
            let (record, verdict) = path_in(puzzle, special);
            let finite = record.rating.is_some();
            assert_eq!(finite, record.end == "solved", "{special} {puzzle}");
            let confluent = matches!(special, Special::BivChains | Special::ZChains);
            if confluent {
                assert!(
                    !matches!(verdict, Verdict::NotVerified(_)),
                    "{special} {puzzle}: {verdict:?}"
                );
            }
        }
    }
}

#[test]
fn typed_and_forcing_whips_in_the_notation_of_the_manual() {
    let texts = |puzzle: &str, special: Special| {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let theory = PathTheory::Special(special);
        let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
        let path = path_of(&puzzle, theory, rating, Limits::default()).unwrap();
        assert_eq!(path.end, PathEnd::Solved);
        let names = gradus_csp::Instance::domain(&puzzle).names();
        let texts: Vec<String> = path.steps.iter().map(|s| step_text(names, s)).collect();
        (path, texts)
    };
    let (path, typed) = texts(PUBLISHED[3].0, Special::TypedWhips);
    assert!(
        typed.iter().any(|text| text.starts_with("whip-cn[3]: c")),
        "{typed:?}"
    );
    let of_kind = |step: &PathStep| match step {
        PathStep::Chain(chain) => chain.rule == ChainRule::TypedWhip || chain.length() == 1,
        _ => true,
    };
    assert!(path.steps.iter().all(of_kind));
    let (_, forcing) = texts(PUBLISHED[5].0, Special::ForcingWhips);
    let forcing: Vec<&String> = forcing
        .iter()
        .filter(|t| t.starts_with("forcing-whip["))
        .collect();
    assert!(!forcing.is_empty());
    for text in forcing {
        assert_eq!(text.matches(" || ").count(), 2, "{text}");
        assert!(
            text.contains("partial-whip[") && text.contains("- ==> "),
            "{text}"
        );
    }
    let (_, three) = texts(PUBLISHED[6].0, Special::Forcing3Whips);
    let three = three.iter().find(|t| t.starts_with("forcing3-whip["));
    assert_eq!(three.unwrap().matches(" || ").count(), 3);
}

#[test]
fn a_changed_forcing_whip_is_refused() {
    let (record, _) = path_in(PUBLISHED[5].0, Special::ForcingWhips);
    let forced = |step: &StepRecord| matches!(step, StepRecord::Forcing(_));
    let at = record.steps.iter().position(forced).unwrap();
    let refusal = |change: &dyn Fn(&mut StepRecord)| {
        let mut changed = record.clone();
        (changed.rating, changed.status) = (None, None);
        change(&mut changed.steps[at]);
        assert_ne!(changed.steps, record.steps);
        match check_record(&changed, gradus_puzzles::read).unwrap_err() {
            Refusal::InPath(step, reason) => {
                assert_eq!(step, at);
                *reason
            }
            other => other,
        }
    };
    let branches = |step: &mut StepRecord| match step {
        StepRecord::Forcing(Forcing { branches, .. }) => std::mem::take(branches),
        _ => panic!("no forcing whip"),
    };
    let put = |step: &mut StepRecord, new| match step {
        StepRecord::Forcing(Forcing { branches, .. }) => *branches = new,
        _ => panic!("no forcing whip"),
    };
    // A branch that is missing, or starts elsewhere.
    let less = refusal(&|step| {
        let mut all = branches(step);
        all.pop();
        put(step, all);
    });
    assert!(
        matches!(less, Refusal::NotForked(_) | Refusal::Misnamed(..)),
        "{less:?}"
    );
    let elsewhere = refusal(&|step| {
        let mut all = branches(step);
        all[0].start = all[0].links[0].llc.clone();
        put(step, all);
    });
    assert!(matches!(elsewhere, Refusal::NotForked(_)), "{elsewhere:?}");
    // A right-linking candidate that is missing, and one that is another.
    let open = refusal(&|step| {
        let mut all = branches(step);
        all[0].links[0].rlo = None;
        put(step, all);
    });
    assert!(matches!(open, Refusal::InBranch(0, _)), "{open:?}");
    let other = refusal(&|step| {
        let mut all = branches(step);
        all[0].links[0].rlo = Some(all[0].links[0].llc.clone());
        put(step, all);
    });
    assert!(matches!(other, Refusal::InBranch(0, _)), "{other:?}");
    // A target that is not linked to the ends.
    let target = refusal(&|step| {
        let all = branches(step);
        let start = all[0].start.clone();
        put(step, all);
        if let StepRecord::Forcing(Forcing {
            targets: eliminates,
            ..
        }) = step
        {
            eliminates.push(start);
        }
    });
    assert!(matches!(target, Refusal::NotLinkedToEnd(_)), "{target:?}");
    // And in a theory that has none.
    for theory in ["W", "TyW", "tW", "BC"] {
        let mut changed = record.clone();
        (changed.rating, changed.status) = (None, None);
        changed.theory = theory.into();
        assert!(
            check_record(&changed, gradus_puzzles::read).is_err(),
            "{theory}"
        );
    }
    let mut stronger = record.clone();
    (stronger.rating, stronger.status) = (None, None);
    stronger.theory = "F3W".into();
    assert_eq!(
        check_record(&stronger, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
}

#[test]
fn a_typed_whip_has_variables_of_one_kind() {
    let (record, _) = path_in(PUBLISHED[3].0, Special::TypedWhips);
    let typed = |step: &StepRecord| step.rule().starts_with("whip-");
    let at = record.steps.iter().position(typed).unwrap();
    let mut changed = record.clone();
    (changed.rating, changed.status) = (None, None);
    let StepRecord::Chain(Chain { rule, .. }) = &mut changed.steps[at] else {
        panic!("no chain");
    };
    // The name of another kind.
    let other = if rule.starts_with("whip-rc") {
        "bn"
    } else {
        "rc"
    };
    let length = rule.split('[').nth(1).unwrap().to_string();
    *rule = format!("whip-{other}[{length}");
    let refusal = check_record(&changed, gradus_puzzles::read).unwrap_err();
    assert!(refusal.to_string().contains(other), "{refusal}");
    // A whip of two kinds under the name of the first: those of a path by whips.
    let puzzle: Puzzle = PUBLISHED[0].0.parse().unwrap();
    let theory = PathTheory::Chains(gradus_path::Family::WHIP);
    let path = path_of(&puzzle, theory, None, Limits::default()).unwrap();
    let model = sudoku_model();
    let mixed = path.chains().find(|chain| {
        let mut kinds = chain.links.iter().map(|s| model.kind_of(s.variable));
        let first = kinds.next();
        chain.rule != ChainRule::BivChain && kinds.any(|kind| Some(kind) != first)
    });
    let place = path
        .chains()
        .position(|chain| Some(chain) == mixed)
        .unwrap();
    let mut typed = mixed.unwrap().clone();
    typed.rule = ChainRule::TypedWhip;
    let step = path
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| matches!(step, PathStep::Chain(_)))
        .nth(place)
        .unwrap()
        .0;
    let position = path.position_before(&puzzle, step);
    let refusal = gradus_check::check_chain(model, &position, &typed);
    assert_eq!(refusal, Err(Refusal::OtherKind));
}
