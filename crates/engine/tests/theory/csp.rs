//! Binary constraint satisfaction problems stated in JSON.

use gradus_engine::solve::count_solutions;
use gradus_harness::random::Rng;
use gradus_puzzles::read;

use crate::compare::compare_ratings;
use crate::reference::graph::Graph;

/// A random problem whose links leave some assignment alone.
struct Drawn {
    /// The number of values of each variable.
    sizes: Vec<usize>,
    /// The value of each variable in a solution.
    truth: Vec<usize>,
    /// Pairs of a variable and a value.
    links: Vec<((usize, usize), (usize, usize))>,
}

impl Drawn {
    fn new(rng: &mut Rng, count: usize, density: usize) -> Drawn {
        let sizes: Vec<usize> = (0..count).map(|_| 3 + rng.below(2)).collect();
        let truth: Vec<usize> = sizes.iter().map(|&size| rng.below(size)).collect();
        let labels = |v: usize| (0..sizes[v]).map(move |value| (v, value));
        let is_true = |(v, value): (usize, usize)| truth[v] == value;
        let mut links = Vec::new();
        for a in 0..count {
            for b in a + 1..count {
                for one in labels(a) {
                    for other in labels(b) {
                        if !(is_true(one) && is_true(other)) && rng.below(100) < density {
                            links.push((one, other));
                        }
                    }
                }
            }
        }
        Drawn {
            sizes,
            truth,
            links,
        }
    }

    fn text(&self, given: &[bool]) -> String {
        let name = |(v, value): (usize, usize)| format!("\"x{v}={value}\"");
        let variable = |(v, &size): (usize, &usize)| {
            let values: Vec<String> = (0..size).map(|value| format!("\"{value}\"")).collect();
            format!("\"x{v}\":[{}]", values.join(","))
        };
        let variables: Vec<String> = self.sizes.iter().enumerate().map(variable).collect();
        let links = self.links.iter();
        let links: Vec<String> = links
            .map(|&(a, b)| format!("[{},{}]", name(a), name(b)))
            .collect();
        let values = (0..self.sizes.len()).filter(|&v| given[v]);
        let values: Vec<String> = values.map(|v| name((v, self.truth[v]))).collect();
        format!(
            "csp:{{\"variables\":{{{}}},\"links\":[{}],\"values\":[{}]}}",
            variables.join(","),
            links.join(","),
            values.join(",")
        )
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_problems_are_those_of_the_definitions() {
    let mut rng = Rng(17);
    let mut lengths = [0; 5];
    for round in 0..200 {
        let count = 8 + round % 5;
        let drawn = Drawn::new(&mut rng, count, 22 + round % 4 * 3);
        let mut given = vec![true; count];
        for variable in 0..count {
            given[variable] = false;
            if count_solutions(read(&drawn.text(&given)).unwrap().as_ref(), 2) != 1 {
                given[variable] = true;
            }
        }
        let firsts: Vec<usize> = (0..count).map(|v| drawn.sizes[..v].iter().sum()).collect();
        let label = |(v, value): (usize, usize)| firsts[v] + value;
        let variables = (0..count).map(|v| (0..drawn.sizes[v]).map(|x| label((v, x))).collect());
        let links = drawn.links.iter().map(|&(a, b)| (label(a), label(b)));
        let links: Vec<(usize, usize)> = links.collect();
        let graph = Graph::new(drawn.sizes.iter().sum(), variables.collect(), &links);
        let givens = (0..count).filter(|&v| given[v]);
        let givens: Vec<usize> = givens.map(|v| label((v, drawn.truth[v]))).collect();
        let start = graph.given(&givens);
        let compared = compare_ratings(&drawn.text(&given), &graph, &start, 4, 300);
        lengths[compared.b.unwrap_or(4).min(4)] += 1;
    }
    println!("B {lengths:?}");
    assert!(lengths[2..].iter().sum::<usize>() > 20, "{lengths:?}");
}
