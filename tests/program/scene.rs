//! Scenes and the paths that they show: states, marks, arcs, frames and lines.

use std::collections::BTreeSet;

use gradus::csp::{Instance, Label, Model, Position};
use gradus::engine::rating::Limits;
use gradus::explain::{ExplainTarget, Explanation};
use gradus::path::notation::step_text;
use gradus::path::{Path, PathStep};
use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, DEPTH_3, LONGER_WHIPS};
use serde::Deserialize;

/// CSP-Rules manual: W 7, FW 5.
const FORCING: &str =
    ".2....78.4....9.3..6..32........85....1...6...9.51..2...56.....6...21.....2.4.3.1";
/// CSP-Rules manual 14.17: split relations.
const SPLIT: &str =
    ".2.4.......7.....66.8....15...5.4.61....9...2.6..12.9......51..5......249.124....";
/// PBCS, figure 7.1: hidden pairs, naked triplets, a swordfish.
const SUBSETS: &str =
    "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";

/// PBCS, figure 8.6: finned fish.
const FISH: &str =
    ".............1.....123.456...........23...78..47.6.12...........318.764..58...23.";
/// PBCS, table 11.5, H5: a belt.
const BELT: &str =
    ".......8...6...12....2..6.5..15..9..8....3....4..7....3....8.....21....6.7..4....";

/// A scene as read by a viewer.
#[derive(Deserialize)]
struct Scene {
    labels: Vec<Named>,
    start: Start,
    steps: Vec<SceneStep>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct Start {
    candidates: Vec<usize>,
    values: Vec<usize>,
}

#[derive(Deserialize)]
struct SceneStep {
    number: String,
    rule: String,
    kind: String,
    reached: usize,
    line: Vec<(String, usize)>,
    marks: Vec<(usize, String, Vec<usize>)>,
    #[serde(default)]
    arcs: Vec<SceneArc>,
    #[serde(default)]
    frames: Vec<SceneFrame>,
    #[serde(default)]
    others: Vec<(usize, usize, usize)>,
    #[serde(default)]
    targets: Vec<usize>,
    #[serde(default)]
    asserts: Vec<usize>,
    gone: Vec<usize>,
    trial: Option<SceneTrial>,
}

#[derive(Deserialize)]
struct SceneArc {
    from: Vec<usize>,
    to: Vec<usize>,
    tie: String,
    link: usize,
    variable: Option<String>,
}

#[derive(Deserialize)]
struct SceneFrame {
    part: String,
    labels: Vec<usize>,
    variable: Option<String>,
}

#[derive(Deserialize)]
struct SceneTrial {
    hypothesis: usize,
    gone: Vec<usize>,
    steps: Vec<SceneStep>,
    empty: String,
}

fn explained(puzzle: &str, theory: &str) -> (Explanation, Scene) {
    let puzzle = gradus::read(puzzle).unwrap();
    let theory: ExplainTarget = theory.parse().unwrap();
    let explanation = Explanation::of(puzzle, theory, Limits::default()).unwrap();
    let scene = serde_json::to_value(explanation.scene(None).unwrap()).unwrap();
    let scene = serde_json::from_value(scene).unwrap();
    (explanation, scene)
}

/// A scene with its puzzle.
struct Shown<'a> {
    scene: &'a Scene,
    puzzle: &'a dyn Instance,
}

impl Shown<'_> {
    fn model(&self) -> &Model {
        self.puzzle.domain().model()
    }

    fn label(&self, number: usize) -> Label {
        let name = &self.scene.labels[number].name;
        self.puzzle.domain().names().label_named(name).unwrap()
    }

    fn labels(&self, numbers: &[usize]) -> BTreeSet<Label> {
        numbers.iter().map(|&number| self.label(number)).collect()
    }

    /// Walks through steps from a position: the viewer's state must equal the position.
    fn walk(&self, steps: &[PathStep], shown: &[SceneStep], mut position: Position) {
        assert_eq!(steps.len(), shown.len());
        for (step, shown) in steps.iter().zip(shown) {
            self.compare(step, shown, &position);
            let mut replayed = position.clone();
            for number in &shown.gone {
                assert!(replayed.candidates.remove(&self.label(*number)));
            }
            for number in &shown.asserts {
                assert!(replayed.candidates.remove(&self.label(*number)));
                replayed.values.insert(self.label(*number));
            }
            step.apply(self.model(), &mut position);
            assert_eq!(replayed, position, "{}", shown.number);
        }
    }

    fn compare(&self, step: &PathStep, shown: &SceneStep, position: &Position) {
        let names = self.puzzle.domain().names();
        let line: String = shown.line.iter().map(|(piece, _)| piece.as_str()).collect();
        assert_eq!(line, step_text(names, step));
        let targets: BTreeSet<Label> = step.targets().iter().copied().collect();
        assert_eq!(self.labels(&shown.targets), targets, "{line}");
        let marked = shown.marks.iter().map(|(number, _, _)| self.label(*number));
        let marked: BTreeSet<Label> = marked.collect();
        assert!(marked.is_subset(&position.candidates), "{line}");
        assert!(targets.is_subset(&marked), "{line}");
        for arc in &shown.arcs {
            let (from, to) = (self.labels(&arc.from), self.labels(&arc.to));
            assert!(!from.is_empty() && !to.is_empty(), "{line}");
            assert!(from.is_subset(&marked) && to.is_subset(&marked), "{line}");
            match (arc.tie.as_str(), &arc.variable) {
                ("variable", Some(variable)) => {
                    let variable = names.variable_named(variable).unwrap();
                    let own = self.model().labels_of(variable);
                    assert!(from.union(&to).all(|label| own.contains(label)), "{line}");
                }
                ("link", None) => {
                    let linked = |one| to.iter().all(|&other| self.model().linked(one, other));
                    assert!(from.iter().copied().all(linked), "{line}");
                }
                ("relation", None) => {}
                other => panic!("{line}: {other:?}"),
            }
        }
        if let PathStep::Chain(chain) = step {
            self.compare_chain(shown, chain.length(), &targets, &line);
        }
        if let (PathStep::Trial(trial), Some(inside)) = (step, &shown.trial) {
            assert_eq!(self.label(inside.hypothesis), trial.hypothesis);
            assert_eq!(inside.empty, names.variable(trial.empty));
            let mut supposed = position.clone();
            supposed.assert(self.model(), trial.hypothesis);
            let gone = position.candidates.difference(&supposed.candidates);
            let gone = gone.filter(|label| **label != trial.hypothesis).copied();
            assert_eq!(self.labels(&inside.gone), gone.collect::<BTreeSet<_>>());
            self.walk(&trial.steps, &inside.steps, supposed);
        }
    }

    /// Each link has a piece of the line and something that leads into it; all other
    /// candidates are linked to the target or to an earlier right-linking candidate.
    fn compare_chain(
        &self,
        shown: &SceneStep,
        length: usize,
        targets: &BTreeSet<Label>,
        line: &str,
    ) {
        let pieces = shown.line.iter().map(|(_, link)| *link);
        let pieces: Vec<usize> = pieces.filter(|&link| link > 0).collect();
        assert_eq!(pieces, (1..=length).collect::<Vec<_>>(), "{line}");
        for link in 1..=length {
            let mut arcs = shown.arcs.iter();
            assert!(
                arcs.any(|arc| arc.link == link && arc.tie == "link"),
                "{line}"
            );
        }
        for &(number, link, by) in &shown.others {
            let other = self.label(number);
            let right = |arc: &&SceneArc| arc.link == by && arc.tie == "variable";
            let excluding = match by {
                0 => targets.clone(),
                _ => self.labels(&shown.arcs.iter().find(right).unwrap().to),
            };
            assert!(by < link, "{line}");
            let excludes = |&label: &Label| label == other || self.model().linked(label, other);
            assert!(excluding.iter().all(excludes), "{line}: {by} in {link}");
        }
    }
}

fn compare(explanation: &Explanation, scene: &Scene) {
    let puzzle = explanation.puzzle.as_ref();
    let path: &Path = &explanation.path;
    let shown = Shown { scene, puzzle };
    let start = path.position_before(puzzle, 0);
    assert_eq!(shown.labels(&scene.start.candidates), start.candidates);
    assert_eq!(shown.labels(&scene.start.values), start.values);
    shown.walk(&path.steps, &scene.steps, start);
    let reached = scene.steps.last().map_or(0, |step| step.reached);
    assert_eq!(reached, path.longest);
}

#[test]
fn what_a_scene_shows_is_the_path() {
    let cases = [
        (DEPTH_1, "W"),
        (DEPTH_1, "S+W"),
        (DEPTH_1, "Z"),
        (DEPTH_1, "tW"),
        (DEPTH_1, "te"),
        (LONGER_WHIPS, "B"),
        (LONGER_WHIPS, "TyW"),
        (DEPTH_2, "gW"),
        (DEPTH_2, "gB"),
        (DEPTH_2, "te"),
        (FISH, "SFin"),
        (BELT, "SFin+x2y2"),
        (DEPTH_3, "trid"),
        (FORCING, "FW"),
        (FORCING, "F3W"),
        (SPLIT, "trid"),
        (SUBSETS, "S"),
        (SUBSETS, "BRT"),
        ("latin:1...5.3......2....4......", "W"),
    ];
    let mut kinds = BTreeSet::new();
    for (puzzle, theory) in cases {
        let (explanation, scene) = explained(puzzle, theory);
        compare(&explanation, &scene);
        kinds.extend(scene.steps.into_iter().map(|step| step.kind));
    }
    let seen = [
        "belt",
        "fish",
        "chain",
        "forcing",
        "impossible",
        "or-whip",
        "single",
        "split",
        "subset",
        "trial",
    ];
    for kind in seen {
        assert!(kinds.contains(kind), "no {kind} in {kinds:?}");
    }
}

#[test]
fn a_braid_goes_back_to_what_its_candidates_are_linked_to() {
    let (_, scene) = explained(LONGER_WHIPS, "B");
    let braid = scene.steps.iter().find(|step| step.rule == "braid[4]");
    let braid = braid.unwrap();
    let name = |number: &usize| scene.labels[*number].name.clone();
    let names = |numbers: &[usize]| numbers.iter().map(name).collect::<Vec<_>>().join(" ");
    let arcs = braid.arcs.iter().map(|arc| {
        let (from, to) = (names(&arc.from), names(&arc.to));
        format!("{} {from} {} {to}", arc.link, arc.tie)
    });
    assert_eq!(
        arcs.collect::<Vec<_>>(),
        [
            "1 n7r2c1 link n7r2c4",
            "1 n7r2c4 variable n2r2c4",
            "2 n7r2c1 link n7r4c1",
            "2 n7r4c1 variable n2r4c1",
            "3 n2r2c4 link n2r3c6",
            "3 n2r3c6 variable n2r5c6",
            "4 n2r2c4 link n2r2c8",
        ]
    );
    // The last variable, which has no candidates left.
    let emptied = braid.frames.iter().find(|frame| frame.part == "emptied");
    assert_eq!(emptied.unwrap().variable.as_deref(), Some("c8n2"));
}

#[test]
fn a_g_candidate_is_one_end_of_an_arc_and_has_a_frame() {
    let (_, scene) = explained(DEPTH_2, "gW");
    let step = &scene.steps[0];
    let names = |numbers: &[usize]| {
        let names = numbers
            .iter()
            .map(|&number| scene.labels[number].name.as_str());
        names.collect::<Vec<_>>()
    };
    let group = step.frames.iter().find(|frame| frame.part == "group");
    assert_eq!(names(&group.unwrap().labels), ["n4r7c1", "n4r7c2"]);
    let out = step.arcs.iter().find(|arc| arc.link == 2).unwrap();
    assert_eq!(names(&out.from), ["n4r7c1", "n4r7c2"]);
    assert_eq!(names(&out.to), ["n4r8c3"]);
}
