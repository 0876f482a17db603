//! The golden puzzles, with all their steps, by the literal implementation and by the engine.

mod reference;

use gradus_ser::{Meter, Profile, Tenths, explain, rate_both};
use reference::Step;
use reference::grid::Grid;

const GOLDEN: &str = include_str!("data/golden.txt");

struct Golden<'a> {
    se121: bool,
    puzzle: &'a str,
    ratings: [u16; 3],
    steps: usize,
    stretches: Vec<&'a str>,
}

fn tenths(text: &str) -> u16 {
    let (whole, tenth) = text.split_once('.').expect("a decimal");
    10 * whole.parse::<u16>().expect("digits") + tenth.parse::<u16>().expect("a digit")
}

fn golden() -> Vec<Golden<'static>> {
    let lines = GOLDEN.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ");
            let mut next = || parts.next().expect("four fields");
            let se121 = next() == "se121";
            let puzzle = next();
            let ratings: Vec<u16> = next().split('/').map(tenths).collect();
            let steps = next().parse().expect("a number of steps");
            Golden {
                se121,
                puzzle,
                ratings: ratings.try_into().expect("three ratings"),
                steps,
                stretches: parts.collect(),
            }
        })
        .collect()
}

/// A step as the golden file writes it, or for steps below 2.6 only its rating.
fn shown(stretch: &[Step]) -> String {
    let [step] = stretch else {
        panic!("one step");
    };
    let mut cells: Vec<(usize, String)> = Vec::new();
    for &(cell, digit) in &step.eliminations {
        match cells.last_mut().filter(|last| last.0 == cell) {
            Some(last) => last.1.push_str(&digit.to_string()),
            None => cells.push((cell, digit.to_string())),
        }
    }
    let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let mut text: Vec<String> = cells
        .iter()
        .map(|(cell, digits)| format!("{}-{digits}", name(*cell)))
        .collect();
    if let Some((cell, digit)) = step.placement {
        let last = text.pop().unwrap_or_default();
        text.push(format!("{last} {}={digit}", name(cell)).trim().to_string());
    }
    text.join(", ")
}

/// The kinds that name a step in the first part of the file.
fn kind(name: &str) -> &'static str {
    let has = |part: &str| name.contains(part);
    match () {
        _ if has("Nishio") || has("Contradiction") || has("Double") => "contradiction/double",
        _ if has("Region") => "region",
        _ if has("Cell") => "cell",
        _ if has("Cycle") => "cycle",
        _ if has("Chain") || has("Turbot") => "FC",
        _ if has("Aligned") => "Aligned",
        _ if has("XY") => "wing",
        _ if has("Naked") => "Naked set",
        _ if has("Hidden") => "Hidden set",
        _ => "Lock/fish",
    }
}

fn compare(golden: &Golden, steps: &[Step]) {
    let puzzle = golden.puzzle;
    assert_eq!(steps.len(), golden.steps, "{puzzle}");
    let mut rest = steps;
    for stretch in &golden.stretches {
        if stretch.contains(" x") {
            let mut expected: Vec<(u16, usize)> = Vec::new();
            for part in stretch.split(' ').collect::<Vec<_>>().chunks(2) {
                expected.push((tenths(part[0]), part[1][1..].parse().expect("a count")));
            }
            let total = expected.iter().map(|part| part.1).sum();
            let (these, others) = rest.split_at(total);
            for (rating, count) in expected {
                let found = these.iter().filter(|step| step.rating == rating).count();
                assert_eq!(found, count, "{puzzle}: {stretch}");
            }
            rest = others;
            continue;
        }
        let (these, others) = rest.split_at(1);
        rest = others;
        let step = &these[0];
        let name = if golden.se121 {
            &step.name
        } else {
            kind(&step.name)
        };
        let complexity = match step.complexity {
            0 => String::new(),
            complexity => format!("c={complexity} "),
        };
        let (whole, tenth) = (step.rating / 10, step.rating % 10);
        let text = format!("{whole}.{tenth} {name} {complexity}{}", shown(these));
        assert_eq!(&text, stretch, "{puzzle}");
    }
    assert_eq!(rest, [], "{puzzle}");
}

#[test]
fn reference_agrees() {
    let golden = golden();
    assert_eq!(golden.len(), 50);
    for golden in &golden {
        let steps = reference::steps(&Grid::new(golden.puzzle), golden.se121, u16::MAX);
        compare(golden, &steps);
        let er = steps.iter().map(|step| step.rating).max();
        assert_eq!(er, Some(golden.ratings[0]), "{}", golden.puzzle);
    }
}

#[test]
fn engine_agrees() {
    for golden in &golden() {
        let state = golden.puzzle.parse().expect("a puzzle");
        let profile = if golden.se121 {
            Profile::Se121
        } else {
            Profile::Fpgx
        };
        let (rated, steps) =
            explain(&state, profile, false, &mut Meter::unlimited()).expect("no limit");
        let steps: Vec<Step> = steps.iter().map(reference::of_engine).collect();
        compare(golden, &steps);
        let expected = golden.ratings.map(Tenths);
        assert_eq!(
            [rated.er, rated.ep, rated.ed],
            expected,
            "{}",
            golden.puzzle
        );
        let both = rate_both(&state, &mut Meter::unlimited()).expect("no limit");
        assert_eq!(if golden.se121 { both.0 } else { both.1 }, rated);
    }
}
