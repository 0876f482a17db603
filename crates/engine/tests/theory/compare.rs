//! Puzzles of any kind beside the graph of the definitions ([`crate::reference::graph`]):
//! a test reads the text of a puzzle, states its graph again, and compares.

use crate::reference::graph::{BRAID, Chain, G_BRAID, G_WHIP, Graph, Labels as Plain, WHIP};
use gradus_csp::{Label, Labels, State};
use gradus_engine::kernel::Kernel;
use gradus_engine::rating::{Name, Rating, Request, Status, classify};
use gradus_engine::rules::braid::Braids;
use gradus_engine::rules::budget::Budget;
use gradus_engine::rules::whip::{FoundWhip, Whips};
use gradus_engine::with_kernel;
use gradus_puzzles::read;

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    pub te: Option<usize>,
    pub w: Option<usize>,
    pub b: Option<usize>,
    pub gw: Option<usize>,
    pub gb: Option<usize>,
}

/// Compares `te, w, b` and, if there are g-labels, `gw, gb` of a puzzle with those of its
/// graph: depths up to 2, chains up to `max`. `start` is the state that the givens leave.
/// B and gB must be equal; W and gW must be at most the length of one path, at least B or
/// gB, and equal if these are; where an exact value is below the path, no order of
/// eliminations may solve with less, as far as `orders` states show it.
pub fn compare_ratings(
    text: &str,
    graph: &Graph,
    start: &Plain,
    max: usize,
    orders: usize,
) -> Compared {
    let puzzle = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(graph.solutions(start), 1, "{text}: one solution");
    let request = Request {
        names: "te,w,b,gw,gb".parse().unwrap(),
        ..Request::default()
    };
    let found = classify(puzzle.as_ref(), &request).unwrap();
    assert_eq!(
        usize::from(found.candidates),
        start.candidates().len(),
        "{text}"
    );
    let mut brt = start.clone();
    assert!(graph.brt(&mut brt));
    assert_eq!(usize::from(found.clues_brt), brt.values().len(), "{text}");
    assert_eq!(
        usize::from(found.candidates_brt),
        brt.candidates().len(),
        "{text}"
    );
    let mut w1 = start.clone();
    assert!(graph.whips1(&mut w1));
    assert_eq!(
        usize::from(found.candidates_w1),
        w1.candidates().len(),
        "{text}"
    );
    let of = |name: Name| found.rating(name).unwrap();
    let te = of(Name::TE).value.map(usize::from);
    let shallow = te.filter(|&te| te < 2);
    assert_eq!(shallow, graph.depth(start, 1), "te of {text}");

    let up_to = |rating: Rating| rating.value.map(usize::from).filter(|&v| v <= max);
    let compared = |name: Name, chain: Chain, braids: Name| {
        let rating = of(name);
        if rating == Rating::NOT_APPLICABLE {
            return None;
        }
        let path = graph.rating(start, chain, max);
        if chain.braid {
            assert_eq!(up_to(rating), path, "{name} of {text}");
            return path;
        }
        let lower = up_to(of(braids));
        if let Some(path) = path {
            let w = up_to(rating);
            assert!(w.is_some_and(|w| w <= path), "{name} of {text}");
            if lower == Some(path) {
                assert_eq!(w, Some(path), "{name} of {text}");
            }
        }
        assert!(rating.value >= of(braids).value, "{name} of {text}");
        if let (Some(w), Status::Exact) = (up_to(rating), rating.status) {
            let below = |length| graph.in_some_order(start, chain, length, orders);
            if w > 0 {
                assert_ne!(below(w - 1), Some(true), "{name} of {text}");
            }
            assert_ne!(below(w), Some(false), "{name} of {text}");
        }
        up_to(rating)
    };
    Compared {
        te,
        b: compared(Name::B, BRAID, Name::B),
        w: compared(Name::W, WHIP, Name::B),
        gb: compared(Name::GB, G_BRAID, Name::GB),
        gw: compared(Name::GW, G_WHIP, Name::GB),
    }
}

/// Compares the lengths of the shortest chains of all four families on every candidate of
/// a state, which must be quiescent under Singles. `name` is the name of a label of the
/// graph in the puzzle's notation. Returns how many chains of each length there are, of
/// each family; 0 stands for none.
pub fn compare_lengths(
    text: &str,
    graph: &Graph,
    state: &Plain,
    name: &dyn Fn(usize) -> String,
    max: usize,
) -> [Vec<usize>; 4] {
    let puzzle = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let names = puzzle.domain().names();
    let label = |l: usize| {
        let named = names.label_named(&name(l));
        named.unwrap_or_else(|| panic!("{text} has no label {}", name(l)))
    };
    let task = Lengths {
        candidates: state.candidates().into_iter().map(label).collect(),
        values: state.values().into_iter().map(label).collect(),
        max,
    };
    let lengths = with_kernel!(puzzle, |kernel| task.run(kernel));
    let mut counts = [const { Vec::new() }; 4];
    counts.iter_mut().for_each(|of| *of = vec![0; max + 1]);
    for (target, engine) in state.candidates().into_iter().zip(lengths) {
        let shortest = |chain| graph.shortest(state, chain, target, max);
        let slow = [WHIP, BRAID, G_WHIP, G_BRAID].map(shortest);
        assert_eq!(engine, slow, "{} of {text}", name(target));
        for (of, length) in counts.iter_mut().zip(slow) {
            of[length.unwrap_or(0)] += 1;
        }
    }
    counts
}

/// The lengths of the shortest whip, braid, g-whip and g-braid on every candidate.
struct Lengths {
    candidates: Vec<Label>,
    values: Vec<Label>,
    max: usize,
}

impl Lengths {
    fn run<K: Kernel>(&self, kernel: &K) -> Vec<[Option<usize>; 4]> {
        let values = kernel.set_of(self.values.iter().copied());
        let mut left = kernel.set_of(self.candidates.iter().copied());
        left.unite(&values);
        let state = State { left, values };
        let of = |&target: &Label| {
            [
                whip::<K, false>(kernel, &state, target, self.max),
                braid::<K, false>(kernel, &state, target, self.max),
                whip::<K, true>(kernel, &state, target, self.max),
                braid::<K, true>(kernel, &state, target, self.max),
            ]
        };
        self.candidates.iter().map(of).collect()
    }
}

fn whip<K: Kernel, const GROUPED: bool>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
) -> Option<usize> {
    let mut budget = Budget::unlimited();
    let whips = &mut Whips::<K, GROUPED>::new(kernel, &mut budget);
    match whips.shortest(state, target, max).unwrap() {
        FoundWhip::Whip(objects) => Some(objects.len() + 1),
        FoundWhip::Never | FoundWhip::NotUpTo(_) => None,
    }
}

fn braid<K: Kernel, const GROUPED: bool>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
) -> Option<usize> {
    let mut budget = Budget::unlimited();
    let braids = &mut Braids::<K, GROUPED>::new(kernel, &mut budget);
    let found = (1..=max).find(|&length| braids.exists(state, target, length).unwrap());
    assert!(found.is_none_or(|length| braids.found().len() + 1 == length));
    found
}
