//! What is easily got wrong about chains, one test each: facts printed in PBCS
//! 5.10 and 7.7, and small models made so that the wrong reading shows.

use crate::board::board;
use std::sync::Arc;

use gradus_check::{Refusal, check_chain, check_path};
use gradus_csp::{Label, LabelSet, Labels, Model, ModelBuilder, Position, State, VariableKind};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::kernel::{GenericKernel, Kernel};
use gradus_engine::proof::follow;
use gradus_engine::rating::Limits;
use gradus_engine::rules::braid::Braids;
use gradus_engine::rules::budget::Budget;
use gradus_engine::rules::whip::{FoundWhip, Whips};
use gradus_engine::rules::{Brt, Theory};
use gradus_path::{
    Chain, ChainLink, ChainRule, Family, Object, Path, PathEnd, PathStep, PathTheory, Strategy,
};
use gradus_puzzles::book;
use gradus_puzzles::sudoku::{label_name, sudoku_model};

use crate::bridge::{
    check_state, engine_state, kernel_state, label, looped_whip_length, puzzle_state, truth,
};
use crate::reference;
use crate::reference::parse;

fn book_puzzle(id: &str) -> String {
    let mut puzzles = book::puzzles().into_iter();
    puzzles.find(|puzzle| puzzle.id == id).unwrap().puzzle
}

/// A path as far as it goes, checked, and the state at its end.
fn path_of(id: &str, chain: Family, max: usize) -> (Path, Position) {
    let puzzle = book_puzzle(id);
    let state = puzzle_state(&puzzle);
    let truth = truth(&parse(&puzzle));
    let limits = Limits {
        max_length: max,
        budget: u64::MAX,
        ..Limits::default()
    };
    let theory = PathTheory::Chains(chain);
    let path = follow(&board(), &state, &truth, theory, limits);
    let end = check_path(sudoku_model(), check_state(&state), &path).unwrap();
    (path, end)
}

fn braid_exists<const GROUPS: bool>(state: &State<Boards>, target: Label, max: usize) -> bool {
    let (kernel, mut budget) = (board(), Budget::unlimited());
    let mut braids = Braids::<_, GROUPS>::new(&kernel, &mut budget);
    braids.exists(state, target, max).unwrap()
}

fn whip<const GROUPS: bool>(state: &State<Boards>, target: Label, max: usize) -> FoundWhip {
    let (kernel, mut budget) = (board(), Budget::unlimited());
    let mut whips = Whips::<_, GROUPS>::new(&kernel, &mut budget);
    whips.shortest(state, target, max).unwrap()
}

/// The targets with a property, by name.
fn targets(state: &State<Boards>, wanted: impl Fn(Label) -> bool) -> Vec<String> {
    let candidates = state.candidates();
    let found = candidates.iter().filter(|&target| wanted(target));
    found.map(label_name).collect()
}

/// The eliminations of a path that are longer than `length`, with their lengths.
fn longer(path: &Path, length: usize) -> Vec<(usize, String)> {
    let patterns = path.chains().filter(|p| p.length() > length);
    let each = |p: &Chain| {
        let names = p.targets.iter().map(|&target| label_name(target));
        names.map(|name| (p.length(), name)).collect::<Vec<_>>()
    };
    patterns.flat_map(each).collect()
}

/// A model whose labels have one-letter names: variables as words, links as
/// pairs. Each word after `/` is a variable of the second kind.
struct Small {
    kernel: GenericKernel<1>,
    names: Vec<char>,
}

impl Small {
    fn new(names: &str, variables: &str, links: &str) -> Self {
        let names: Vec<char> = names.chars().collect();
        let find = |c: char| Label::new(names.iter().position(|&n| n == c).unwrap());
        let mut model = ModelBuilder::new(names.len());
        for (kind, words) in variables.split('/').enumerate() {
            for word in words.split_whitespace() {
                model.variable(VariableKind(kind as u8), word.chars().map(find));
            }
        }
        for link in links.split_whitespace() {
            let mut pair = link.chars().map(find);
            model.link(pair.next().unwrap(), pair.next().unwrap());
        }
        let kernel = GenericKernel::new(Arc::new(model.build().unwrap())).unwrap();
        Small { kernel, names }
    }

    fn model(&self) -> &Model {
        self.kernel.model()
    }

    fn label(&self, name: char) -> Label {
        Label::new(self.names.iter().position(|&n| n == name).unwrap())
    }

    fn state(&self) -> State<LabelSet<1>> {
        self.kernel.state(self.kernel.all())
    }

    fn whip<const GROUPS: bool>(&self, target: char, max: usize) -> Option<usize> {
        let mut budget = Budget::unlimited();
        let mut whips = Whips::<_, GROUPS>::new(&self.kernel, &mut budget);
        match whips.shortest(&self.state(), self.label(target), max) {
            Ok(FoundWhip::Whip(objects)) => Some(objects.len() + 1),
            _ => None,
        }
    }

    fn braid(&self, target: char, max: usize) -> Option<usize> {
        let mut budget = Budget::unlimited();
        let mut braids = Braids::<_, true>::new(&self.kernel, &mut budget);
        let (state, target) = (self.state(), self.label(target));
        let found = (1..=max).find(|&length| braids.exists(&state, target, length).unwrap());
        assert!(found.is_none_or(|length| braids.found().len() + 1 == length));
        found
    }

    /// A step: the variable (by its position), llc and rlo.
    fn step(&self, variable: usize, llc: char, rlo: &str) -> ChainLink {
        let labels: Vec<Label> = rlo.chars().map(|c| self.label(c)).collect();
        let variable = gradus_csp::Variable::new(variable);
        let model = self.model();
        let rlo = match labels[..] {
            [] => None,
            [label] => Some(Object::Label(label)),
            _ => model
                .glabels_of(variable)
                .find(|&g| model.glabel_labels(g) == labels)
                .map(Object::Group),
        };
        ChainLink {
            variable,
            llc: self.label(llc),
            rlo,
        }
    }

    fn check(&self, rule: ChainRule, target: char, steps: Vec<ChainLink>) -> Result<(), Refusal> {
        let targets = vec![self.label(target)];
        let pattern = Chain {
            rule,
            targets,
            links: steps,
        };
        check_chain(self.model(), &self.all(), &pattern)
    }

    /// The state in which every label is a candidate.
    fn all(&self) -> Position {
        Position {
            candidates: self.model().labels().collect(),
            ..Position::default()
        }
    }
}

fn refused(verdict: Result<(), Refusal>) -> Refusal {
    match verdict {
        Err(Refusal::InChain(_, reason)) => *reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn candidates_are_struck_by_links_alone() {
    // Z makes R true, and R is in a second variable, Rm. R is not "compatible
    // with R", m is linked to it: by that reading the variable would be empty
    // and Z false, but Z, R is a solution.
    let small = Small::new("ZzlRm", "Zz lR / Rm", "lZ");
    assert_eq!(
        (small.whip::<true>('Z', 5), small.braid('Z', 5)),
        (None, None)
    );
    let steps = vec![small.step(1, 'l', "R"), small.step(2, 'm', "")];
    let refusal = refused(small.check(ChainRule::Whip, 'Z', steps));
    assert_eq!(refusal, Refusal::NotEmpty(vec![small.label('R')]));
}

#[test]
fn the_last_variable_is_not_the_targets_nor_degenerate() {
    let small = Small::new("ZabcA", "Za bc A", "Zb Zc ZA");
    assert_eq!(
        small.check(ChainRule::Whip, 'Z', vec![small.step(1, 'b', "")]),
        Ok(())
    );
    let own = refused(small.check(ChainRule::Whip, 'Z', vec![small.step(0, 'a', "")]));
    assert!(matches!(own, Refusal::WrongLast(_)));
    let single = refused(small.check(ChainRule::Whip, 'Z', vec![small.step(2, 'A', "")]));
    assert!(matches!(single, Refusal::WrongLast(_)));
}

#[test]
fn only_earlier_objects_justify() {
    // R and S would justify each other: x is linked to S, y to R.
    let small = Small::new("ZzlRxkSyef", "Zz lRx kSy ef", "lZ kZ xS yR eR fS");
    assert_eq!(
        (small.whip::<true>('Z', 6), small.braid('Z', 6)),
        (None, None)
    );
    let steps = vec![
        small.step(1, 'l', "R"),
        small.step(2, 'k', "S"),
        small.step(3, 'e', ""),
    ];
    let refusal = refused(small.check(ChainRule::Braid, 'Z', steps));
    let left = vec![small.label('R'), small.label('x')];
    assert_eq!(refusal, Refusal::NotAlone(left));
    // With x linked to the target the same braid is one; it is no whip, for k
    // is not linked to R, unless y is its left-linking candidate.
    let small = Small::new("ZzlRxkSyef", "Zz lRx kSy ef", "lZ kZ xZ yR eR fS");
    let steps = |llc| {
        vec![
            small.step(1, 'l', "R"),
            small.step(2, llc, "S"),
            small.step(3, 'f', ""),
        ]
    };
    assert_eq!(small.check(ChainRule::Braid, 'Z', steps('k')), Ok(()));
    assert_eq!(small.check(ChainRule::Whip, 'Z', steps('y')), Ok(()));
    let refusal = refused(small.check(ChainRule::Whip, 'Z', steps('k')));
    assert_eq!(refusal, Refusal::NotContinuous(small.label('k')));
}

#[test]
fn what_is_left_and_the_last_object_are_not_all_that_matters() {
    // R, X and Y, X leave the same labels, but only Y, X can go on with R (in
    // its variable Rq) and S, to a whip[5]; a g-whip[4] takes ac at once. The names R and Y are exchanged in
    // the second model, so that either comes first.
    for names in ["ZzlRmYpXqrSabcd", "ZzlYmRpXqrSabcd"] {
        let small = Small::new(
            names,
            "Zz lR mY pX rS abcd / qR",
            "lZ mZ pR pY qX rR rY aS cS bX dX",
        );
        assert_eq!(
            (small.whip::<false>('Z', 9), small.whip::<true>('Z', 9)),
            (Some(5), Some(4))
        );
    }
}

#[test]
fn groups_have_two_candidates_and_variables_may_come_again() {
    // o is linked to u and v: a g-label of the variable uvwk. It comes first as
    // a g-candidate, then with v alone, once P has struck u.
    let small = Small::new(
        "ZzuvwkoPefgh",
        "Zz uvwk oP efgh",
        "Zw Zk ou ov Pu ve vg Pf Ph",
    );
    let steps = |first: &str| {
        vec![
            small.step(1, 'w', first),
            small.step(2, 'o', "P"),
            small.step(1, 'u', "v"),
            small.step(3, 'e', ""),
        ]
    };
    assert_eq!(small.check(ChainRule::GWhip, 'Z', steps("uv")), Ok(()));
    assert_eq!(
        refused(small.check(ChainRule::Whip, 'Z', steps("uv"))),
        Refusal::Grouped
    );
    assert_eq!(
        (small.whip::<true>('Z', 6), small.braid('Z', 6)),
        (Some(4), Some(4))
    );
    // With v gone, u is a plain candidate and no g-candidate.
    let first = small.step(1, 'w', "uv");
    let pattern = Chain {
        rule: ChainRule::GWhip,
        targets: vec![small.label('Z')],
        links: vec![first, small.step(2, 'o', "")],
    };
    let mut state = small.all();
    state.candidates.remove(&small.label('v'));
    let verdict = check_chain(small.model(), &state, &pattern);
    assert_eq!(refused(verdict), Refusal::NotAlone(vec![small.label('u')]));
}

#[test]
fn a_segment_is_a_g_label_of_its_row_and_another_of_its_block() {
    let model = sudoku_model();
    let segment = [label(5, 1, 1), label(5, 1, 2), label(5, 1, 3)];
    let same: Vec<_> = model
        .glabels()
        .filter(|&g| model.glabel_labels(g) == segment)
        .collect();
    assert_eq!(model.glabels().count(), 972);
    assert_eq!(same.len(), 2);
    assert_ne!(
        model.glabel_variable(same[0]),
        model.glabel_variable(same[1])
    );
    let [in_row, in_block] = [same[0], same[1]].map(|g| model.glabel_linked(g));
    assert!(in_row.iter().all(|l| !in_block.contains(l)));
    assert_eq!((in_row.len(), in_block.len()), (6, 6));
}

#[test]
fn chains_wait_for_singles() {
    let small = Small::new("ZabcA", "Za bc A", "Zb Zc");
    let whip = Chain {
        rule: ChainRule::Whip,
        targets: vec![small.label('Z')],
        links: vec![small.step(1, 'b', "")],
    };
    let path = Path {
        theory: PathTheory::Chains(Family::WHIP),
        longest: 1,
        steps: vec![PathStep::Chain(whip)],
        end: PathEnd::Stuck,
        strategy: Strategy::SimplestFirst,
    };
    let verdict = check_path(small.model(), small.all(), &path);
    let pending = Refusal::NotQuiescent;
    assert_eq!(verdict, Err(Refusal::InPath(0, Box::new(pending))));
}

#[test]
fn figure_5_2_has_braids_4_where_whips_need_5() {
    assert_eq!(path_of("PBCS-5.10.1", Family::BRAID, 9).0.longest, 4);
    assert_eq!(path_of("PBCS-5.10.1", Family::WHIP, 9).0.longest, 5);
}

#[test]
fn figure_5_3_stops_after_a_whip_18() {
    let (path, end) = path_of("PBCS-5.10.2", Family::WHIP, 36);
    assert_eq!(path.end, PathEnd::Stuck);
    assert_eq!(end.candidates.len(), 194);
    let last = longer(&path, 6);
    let expected = [(7, "n9r2c9"), (9, "n9r2c7"), (11, "n8r2c7"), (18, "n8r1c8")];
    assert_eq!(
        last,
        expected.map(|(length, name)| (length, name.to_string()))
    );
}

#[test]
fn figure_5_4_has_137_candidates_after_whips_3() {
    let (path, end) = path_of("PBCS-5.10.3", Family::WHIP, 3);
    assert_eq!((path.end, end.candidates.len()), (PathEnd::Stopped, 137));
    assert_eq!(path_of("PBCS-5.10.3", Family::BRAID, 9).0.longest, 4);
}

#[test]
fn figure_5_6_has_w_31_without_loops_and_29_with_them() {
    let (path, _) = path_of("PBCS-5.10.4", Family::WHIP, 36);
    assert_eq!((path.end, path.longest), (PathEnd::Solved, 31));
    let expected = [
        (11, "n9r2c7"),
        (11, "n1r7c2"),
        (12, "n5r7c9"),
        (12, "n5r9c7"),
        (14, "n5r1c7"),
        (14, "n5r7c1"),
        (17, "n1r6c3"),
        (17, "n9r3c6"),
    ];
    let mut first = longer(&path, 10);
    first.retain(|(length, _)| *length < 31);
    first.sort();
    let mut expected = expected.map(|(length, name)| (length, name.to_string()));
    expected.sort();
    assert_eq!(first, expected);
    // The book goes on with a whip[31] on n8r1c3: a left-linking candidate used
    // twice would make it 29.
    let start = reference::State::from_givens(&parse(&book_puzzle("PBCS-5.10.4")));
    let mut state = start;
    for step in &path.steps {
        match step {
            PathStep::Single { value, .. } => state.assert(value.index()),
            _ if step.length() < 31 => {
                let targets = step.targets().iter();
                targets.for_each(|target| state.delete(target.index()));
            }
            _ => break,
        }
    }
    let target = label(8, 1, 3);
    let same = engine_state(&state);
    assert!(matches!(
        whip::<false>(&same, target, 30),
        FoundWhip::NotUpTo(_)
    ));
    assert!(matches!(
        whip::<false>(&same, target, 31),
        FoundWhip::Whip(_)
    ));
    assert_eq!(looped_whip_length(&state, target.index(), 31), Some(29));
}

#[test]
fn figure_5_7_has_braids_3_where_there_is_no_whip_3() {
    let (path, end) = path_of("PBCS-5.10.5", Family::WHIP, 3);
    assert_eq!((path.end, end.candidates.len()), (PathEnd::Stopped, 217));
    let state = kernel_state(&end);
    let braids = targets(&state, |target| braid_exists::<false>(&state, target, 3));
    assert_eq!(braids, ["n1r5c2", "n1r9c3"]);
    for target in [label(1, 5, 2), label(1, 9, 3)] {
        assert!(matches!(
            whip::<true>(&state, target, 3),
            FoundWhip::Whip(_)
        ));
    }
    assert_eq!(
        path_of("PBCS-5.10.5", Family::BRAID, 7).0.end,
        PathEnd::Contradiction
    );
}

#[test]
fn figure_7_3_has_two_g_whips_2_and_no_whip_solves_it() {
    let mut state = puzzle_state(&book_puzzle("PBCS-7.7.3"));
    Brt.close(&board(), &mut state);
    let g_whip = |target| matches!(whip::<true>(&state, target, 2), FoundWhip::Whip(_));
    assert_eq!(targets(&state, g_whip), ["n4r5c5", "n9r5c5"]);
    let whip3 = |target| matches!(whip::<false>(&state, target, 3), FoundWhip::Whip(_));
    let expected = [
        "n4r5c1", "n4r8c1", "n4r9c2", "n4r9c5", "n8r5c4", "n9r2c7", "n9r3c5", "n9r3c8", "n9r5c7",
    ];
    assert_eq!(targets(&state, whip3), expected);
    let (path, _) = path_of("PBCS-7.7.3", Family::GWHIP, 2);
    assert_eq!(path.end, PathEnd::Solved);
}

#[test]
fn figure_7_5_has_no_whip_and_no_g_whip_but_braids() {
    let mut state = puzzle_state(&book_puzzle("PBCS-7.7.5"));
    Brt.close(&board(), &mut state);
    let any_whip = |target| matches!(whip::<false>(&state, target, 36), FoundWhip::Whip(_));
    assert!(targets(&state, any_whip).is_empty());
    let any_g_whip = |target| matches!(whip::<true>(&state, target, 36), FoundWhip::Whip(_));
    assert!(targets(&state, any_g_whip).is_empty());
    let braids = |max| targets(&state, |target| braid_exists::<false>(&state, target, max));
    assert!(braids(4).is_empty());
    assert_eq!(braids(5), ["n8r7c9", "n8r9c7"]);
}
