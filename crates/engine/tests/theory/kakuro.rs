//! Kakuro: texts, published ratings, records before the checker, and small random puzzles
//! beside the definitions.

use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Marks, Position, Style};
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Limits, Name, Rating, Rejection};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_harness::data::published_puzzles;
use gradus_path::Specific;
use gradus_path::notation::step_text;
use gradus_path::record::StepRecord;
use gradus_path::{Family, PathTheory, Record};
use gradus_puzzles::{examples, read};
use serde_json::Value;

use crate::compare::compare_ratings;
use crate::reference::graph::{Graph, Labels as Plain};
use crate::reference::random::Rng;
use crate::texts::{puzzle, rate, w_of};

/// Solved by Singles and the coupling rules. CSP-Rules-Examples, Kakuro/ATK/10x10-E81712.
const E81712: &str = "kakuro:10;B B 16 . . 16 . . B B/B B 23 . . . . . . B/9 . . 12 . . B 5 . ./\
    23 . . . 4 . . 14 . ./B B 25 . . . . . B B/4 . . 8 . . 9 . . ./13 . . B 9 . . 16 . ./\
    B 22 . . . . . . B B/B B 15 . . 17 . . B B;B B 17 . . 6 . . B B/B B 9 . . 13 . . . B/\
    17 . . 8 . . B 14 . ./11 . . . 3 . . 7 . ./B 36 . . . . . . . B/14 . . 11 . . 13 . . ./\
    11 . . B 15 . . 15 . ./B 8 . . . 9 . . B B/B B 13 . . 10 . . B B";

/// CSP-Rules manual, 9.2: W = 6, and 5 with r8c3 = 8.
const H2340: &str = "kakuro:10;7 . . B B 6 . . B B/9 . . . 19 . . . . B/35 . . . . . B 12 . ./\
    13 . . 12 . . 24 . . ./B 5 . . B B 9 . . B/13 . . . 11 . . 3 . ./9 . . B 29 . . . . ./\
    B 23 . . . . 12 . . ./B B 16 . . B B 4 . .;17 . . . . 6 . . B B/42 . . . . . . . . B/\
    B 13 . . 3 . . 12 . ./B B 13 . . B B 15 . ./B 20 . . . 17 . . . B/8 . . B B 8 . . B B/\
    5 . . 11 . . 8 . . B/B 41 . . . . . . . ./B B 13 . . 19 . . . .";

#[test]
fn texts_are_read_with_blanks_and_commas_and_printed_with_commas() {
    let (_, example) = examples().find(|(kind, _)| *kind == "kakuro").unwrap();
    for text in [
        "kakuro:3;3 . ./4 . .;4 . ./3 . .",
        "kakuro: 3; 3, ., . / 4 . . /; 4 . ./3,.,.//",
        "KAKURO:3;3,.,./4,.,.;4,.,./3,.,.;../..",
    ] {
        assert_eq!(puzzle(text).to_string(), example);
    }
    let given = "kakuro:3;3,.,./4,.,.;4,.,./3,.,.;1./..";
    assert_eq!(puzzle(given).to_string(), given);
    assert_eq!(puzzle(given).givens().len(), 1);
    for text in [E81712, H2340] {
        let printed = puzzle(text).to_string();
        assert!(!printed.contains(char::is_whitespace));
        assert_eq!(puzzle(&printed).to_string(), printed);
    }
}

#[test]
fn a_solution_is_a_text() {
    let kakuro = puzzle(E81712);
    let gradus_csp::Solutions::One(solution) = solutions(kakuro.as_ref()) else {
        panic!("one solution");
    };
    let solved = kakuro.with_givens(&solution).unwrap();
    assert_eq!(
        solved.givens().len(),
        kakuro.domain().names().cells(&|_| false).len()
    );
    let te = rate(&solved.to_string(), "te").unwrap().rating(Name::TE);
    assert_eq!(te, Some(Rating::exact(0)));
}

#[test]
fn refused_texts_say_what_was_expected() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    let of = |data: &str| message(&format!("kakuro:{data}"));
    assert_eq!(
        of("3;3,.,./4,.,."),
        "kakuro: 2 parts between semicolons: expected SIZE;ROWS;COLUMNS, and perhaps ;GIVENS"
    );
    assert_eq!(
        of("x;.;."),
        "kakuro: the size is \"x\": expected the number of rows, 2 or more, the black row at the top included"
    );
    assert_eq!(
        of("3;3,.,.;4,.,./3,.,."),
        "kakuro: 1 rows between slashes: expected 2, all but the black one at the edge"
    );
    assert_eq!(
        of("3;3,.,./4,.;4,.,./3,.,."),
        "kakuro: row 3 has 2 places: expected 3"
    );
    assert_eq!(
        of("3;3,.,./4,.,.;4,.,./3,w,."),
        "kakuro: column 3, place 2, is \"w\": expected `.` for a white cell, `B` for a black one or a sum from 1 to 45"
    );
    assert_eq!(
        of("3;3,.,./4,.,B;4,.,./3,.,."),
        "kakuro: r3c3 is black in its row and white in its column"
    );
    assert_eq!(
        of("3;.,.,./4,.,.;4,.,./3,.,."),
        "kakuro: r2c1 is white: the first row and the first column are black"
    );
    assert_eq!(
        of("3;18,.,./4,.,.;4,.,./3,.,."),
        "kakuro: the sum 18 at hr2c1 is for 2 white cells: no 2 different digits have it"
    );
    assert_eq!(
        of("3;3,.,./4,.,.;4,.,./3,.,.;1x/.."),
        "kakuro: given r2c3 is 'x': expected a digit from 1 to 9 or `.`"
    );
    assert_eq!(
        of("3;3,.,./4,.,.;4,.,./3,.,.;9./.."),
        "kakuro: given r2c2 is 9: no combination of the sums has this digit"
    );
    assert_eq!(of("2;B,B;B,B"), "kakuro: there is no white cell");
    let long = "B".to_string() + &",.".repeat(10);
    let rows = vec![long.clone(); 10].join("/");
    assert_eq!(
        of(&format!("11;{rows};{rows}")),
        "kakuro: 10 white cells after r2c1: a run has at most 9"
    );
}

#[test]
fn sums_that_exclude_each_other_have_no_solution() {
    // 17 is 8 and 9, and 3 is 1 and 2.
    let crossed = "kakuro:3;17,.,./17,.,.;3,.,./17,.,.";
    assert_eq!(rate(crossed, "te"), Err(Rejection::NoSolution));
    let several = "kakuro:3;5,.,./5,.,.;5,.,./5,.,.";
    assert_eq!(rate(several, "te"), Err(Rejection::SeveralSolutions));
}

#[test]
fn the_combinations_of_10_in_3_cells_have_nine_g_labels() {
    // PBCS 15.5. The columns have no sum, so that all digits are there.
    let kakuro = puzzle("kakuro:4;10,.,.,./B,.,B,B/B,.,B,B;B,.,.,./B,.,B,B/B,.,B,B");
    let (model, names) = (kakuro.domain().model(), kakuro.domain().names());
    let controller = names.variable_named("hr2c1").unwrap();
    assert_eq!(model.labels_of(controller).len(), 4);
    assert_eq!(model.glabels_of(controller).count(), 9);
}

#[test]
fn names_are_unique_and_read_back() {
    for text in [E81712, H2340] {
        let kakuro = puzzle(text);
        let (model, names) = (kakuro.domain().model(), kakuro.domain().names());
        for label in model.labels() {
            assert_eq!(names.label_named(&names.label(label)), Some(label));
        }
        for variable in model.variables() {
            let name = names.variable(variable);
            assert_eq!(names.variable_named(&name), Some(variable), "{name}");
        }
    }
    let kakuro = puzzle(E81712);
    let names = kakuro.domain().names();
    let label = names.label_named("n79hr2c3").unwrap();
    assert_eq!(names.value(label), "hr2c3=79");
    assert_eq!(names.elimination(label), "hr2c3 ≠ 79");
}

#[test]
fn published_ratings_of_short_puzzles() {
    assert_eq!(w_of(E81712), Rating::exact(0));
    assert_eq!(w_of(H2340).value, Some(6));
    let mut rows = vec!["."; 9 * 9]
        .chunks(9)
        .map(<[&str]>::concat)
        .collect::<Vec<_>>();
    // The rows and columns of givens begin with 2.
    rows[6] = ".8.......".into();
    assert_eq!(w_of(&format!("{H2340};{}", rows.join("/"))).value, Some(5));
    // Subsets need cover matrices, and sectors have none.
    let ratings = rate(H2340, "s,ws").unwrap();
    assert_eq!(ratings.rating(Name::S), Some(Rating::NOT_APPLICABLE));
    assert_eq!(ratings.rating(Name::WS), Some(Rating::NOT_APPLICABLE));
}

/// The text of a published puzzle.
fn published(entry: &Value) -> String {
    let lines = |key: &str| {
        let lines = entry["instance"][key].as_array().unwrap();
        let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
        lines.join("/")
    };
    let size = &entry["instance"]["n"];
    format!("kakuro:{size};{};{}", lines("rows"), lines("cols"))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_ratings() {
    let Some(entries) = published_puzzles("kakuro") else {
        return;
    };
    assert_eq!(entries.len(), 12);
    for entry in entries {
        let id = entry["id"].as_str().unwrap();
        let w = w_of_entry(id, &entry);
        match w {
            None => {}
            Some(expected) => assert_eq!(w_of(&published(&entry)).value, expected, "{id}"),
        }
    }
}

/// The published W, if it is computed here; none inside if whips do not solve.
fn w_of_entry(id: &str, entry: &Value) -> Option<Option<u8>> {
    match id {
        "EX-Kakuro-ATK-10x10-E81712" => Some(Some(0)),
        "EX-Kakuro-ATK-14x14-H2341-gW12-notW" => Some(None),
        // 21 as published, but it takes a minute to find the order.
        "EX-Kakuro-ATK-14x14-H6602-W21-gW4" => None,
        _ => {
            let ratings = &entry["ratings"];
            let w = ratings["W"].as_u64().or(ratings["Wplus"].as_u64());
            Some(Some(w.unwrap() as u8))
        }
    }
}

fn record(text: &str, theory: PathTheory) -> Record {
    let puzzle = puzzle(text);
    let rating = rating_in(puzzle.as_ref(), theory, Limits::default()).unwrap();
    prove(puzzle.as_ref(), theory, rating, Limits::default()).unwrap()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn records_are_accepted_with_their_coupling_rules() {
    let mut rules = std::collections::BTreeSet::new();
    for (text, theory) in [
        (E81712, PathTheory::Brt),
        (H2340, PathTheory::Chains(Family::WHIP)),
        (H2340, PathTheory::Chains(Family::BRAID)),
    ] {
        let record = record(text, theory);
        let line = serde_json::to_string(&record).unwrap();
        let read: Record = serde_json::from_str(&line).unwrap();
        assert_eq!(
            check_record(&read, gradus_puzzles::read),
            Ok(Verdict::Solution)
        );
        for step in &record.steps {
            if let StepRecord::Specific(Specific { rule, .. }) = step {
                rules.insert(rule.clone());
            }
        }
    }
    let sectors = ["horiz-sector-to-ctr", "verti-sector-to-ctr"];
    assert!(
        sectors.iter().all(|rule| rules.contains(*rule)),
        "{rules:?}"
    );
    assert_eq!(rules.len(), 6, "{rules:?}");
}

#[test]
fn changed_records_are_refused() {
    let record = record(H2340, PathTheory::Brt);
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Stuck)
    );
    let is_specific = |step: &StepRecord| matches!(step, StepRecord::Specific(_));
    let first = record.steps.iter().position(is_specific).unwrap();
    let refusal = |change: &dyn Fn(&mut String, &mut Vec<String>)| {
        let mut changed = record.clone();
        if let StepRecord::Specific(Specific {
            rule,
            targets: eliminates,
            ..
        }) = &mut changed.steps[first]
        {
            change(rule, eliminates);
        }
        check_record(&changed, gradus_puzzles::read).unwrap_err()
    };
    // Another rule, no rule, no target, and a target that the rule does not have: what a
    // Single asserts later is true.
    let asserted = |step: &StepRecord| match step {
        StepRecord::Single { value, .. } => Some(value.clone()),
        _ => None,
    };
    let untouched = record.steps[first..].iter().find_map(asserted).unwrap();
    let other = |name: &str| {
        if name.contains("horiz") {
            name.replace("horiz", "verti")
        } else {
            name.replace("verti", "horiz")
        }
    };
    for wrong in [
        refusal(&|rule, _| *rule = other(rule)),
        refusal(&|rule, _| *rule = "surface-sums".into()),
        refusal(&|_, targets| targets.clear()),
        refusal(&|_, targets| targets.push(untouched.clone())),
    ] {
        assert!(matches!(wrong, Refusal::InPath(..)), "{wrong}");
    }
}

#[test]
fn steps_are_written_as_kakurules_writes_them() {
    let kakuro = puzzle(H2340);
    let path = path_of(kakuro.as_ref(), PathTheory::Brt, None, Limits::default()).unwrap();
    let names = kakuro.domain().names();
    let texts: Vec<String> = path.steps.iter().map(|s| step_text(names, s)).collect();
    let some = |start: &str, middle: &str| {
        let mut texts = texts.iter();
        texts.any(|text| text.starts_with(start) && text.contains(middle))
    };
    assert!(some("naked-single ==> r", "="), "{texts:#?}");
    assert!(some("cell-to-horiz-ctr: hr", " ==> hr"), "{texts:#?}");
    assert!(some("cell-to-verti-ctr: vr", " ≠ "), "{texts:#?}");
}

#[test]
fn drawings_have_black_cells_with_split_sums() {
    let kakuro = puzzle("kakuro:3;3,.,./4,.,.;4,.,./3,.,.");
    let drawing = kakuro.domain().drawing().unwrap();
    let position = Position::initial(kakuro.as_ref());
    let text = drawing.text(&position, &Marks::default(), Style::Plain);
    let rows = "r1 #   4\\  3\\\nr2 \\3  1   12\nr3 \\4  13  1\n";
    assert_eq!(text, format!("   c1  c2  c3\n{rows}"));
    let svg = drawing.svg("A Kakuro", &[], None);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">4</text>") && svg.contains("gradus-area"));
    let board = drawing.board().unwrap();
    for label in kakuro.domain().model().labels() {
        for place in [drawing.candidate(label), drawing.value(label)] {
            let place = place.unwrap();
            assert!(0.0 < place.x && place.x < board.width, "{place:?}");
            assert!(0.0 < place.y && place.y < board.height, "{place:?}");
        }
    }
}

/// True if it is horizontal, the black cell before it, its cells, its sum.
type Run = (bool, (usize, usize), Vec<usize>, Option<usize>);

/// A puzzle as lists: white cells by row and column from 1, and runs with their sums.
struct Runs {
    size: usize,
    white: Vec<(usize, usize)>,
    runs: Vec<Run>,
}

impl Runs {
    /// Random black cells and digits, or `None` if digits do not fit.
    fn random(size: usize, rng: &mut Rng) -> Option<(Runs, Vec<usize>)> {
        let mut white = Vec::new();
        for row in 2..=size {
            for column in 2..=size {
                if rng.below(7) > 0 {
                    white.push((row, column));
                }
            }
        }
        let at = |place: (usize, usize)| white.iter().position(|&cell| cell == place);
        let mut runs = Vec::new();
        for horizontal in [true, false] {
            for line in 2..=size {
                let place = |other: usize| {
                    if horizontal {
                        (line, other)
                    } else {
                        (other, line)
                    }
                };
                for start in 1..=size {
                    let cells: Vec<usize> =
                        (start + 1..=size).map_while(|o| at(place(o))).collect();
                    if at(place(start)).is_none() && !cells.is_empty() {
                        runs.push((horizontal, place(start), cells, None));
                    }
                }
            }
        }
        let mut digits = vec![0; white.len()];
        for cell in 0..white.len() {
            let used = |digit: usize| {
                let mut own = runs.iter().filter(|run| run.2.contains(&cell));
                own.any(|run| run.2.iter().any(|&other| digits[other] == digit))
            };
            // Small and large digits leave fewer solutions.
            let free: Vec<usize> = [1, 2, 3, 7, 8, 9, 1, 9, 4]
                .into_iter()
                .filter(|&digit| !used(digit))
                .collect();
            if free.is_empty() {
                return None;
            }
            digits[cell] = free[rng.below(free.len())];
        }
        for run in &mut runs {
            run.3 = Some(run.2.iter().map(|&cell| digits[cell]).sum());
        }
        Some((Runs { size, white, runs }, digits))
    }

    fn text(&self) -> String {
        let part = |horizontal: bool| {
            let line = |line: usize| {
                let token = |other: usize| {
                    let place = if horizontal {
                        (line, other)
                    } else {
                        (other, line)
                    };
                    if self.white.contains(&place) {
                        return ".".to_string();
                    }
                    let mut own = self.runs.iter();
                    let own = own.find(|run| run.0 == horizontal && run.1 == place);
                    let sum = own.and_then(|run| run.3);
                    sum.map_or("B".to_string(), |sum| sum.to_string())
                };
                (1..=self.size).map(token).collect::<Vec<_>>().join(",")
            };
            (2..=self.size).map(line).collect::<Vec<_>>().join("/")
        };
        format!("kakuro:{};{};{}", self.size, part(true), part(false))
    }

    /// The graph, by the letter of PBCS 15.2: combinations are listed by counting.
    fn graph(&self) -> Graph {
        let sets = |run: &(bool, (usize, usize), Vec<usize>, Option<usize>)| -> Vec<Vec<usize>> {
            let Some(sum) = run.3 else {
                return Vec::new();
            };
            let all = (1..512usize).map(|mask| {
                let digits = (1..=9).filter(|digit| mask >> (digit - 1) & 1 == 1);
                digits.collect::<Vec<usize>>()
            });
            let fits =
                |set: &Vec<usize>| set.len() == run.2.len() && set.iter().sum::<usize>() == sum;
            all.filter(fits).collect()
        };
        let combinations: Vec<Vec<Vec<usize>>> = self.runs.iter().map(sets).collect();
        let mut labels = Vec::new();
        let mut variables = Vec::new();
        for cell in 0..self.white.len() {
            let possible = |digit: &usize| {
                let runs = self.runs.iter().zip(&combinations);
                let mut own = runs.filter(|(run, _)| run.2.contains(&cell) && run.3.is_some());
                own.all(|(_, sets)| sets.iter().any(|set| set.contains(digit)))
            };
            let first = labels.len();
            labels.extend((1..=9).filter(possible).map(|digit| (cell, digit)));
            variables.push((first..labels.len()).collect::<Vec<_>>());
        }
        let digits = labels.len();
        let mut count = digits;
        let mut links = Vec::new();
        let mut rules = Vec::new();
        for (run, sets) in self.runs.iter().zip(&combinations) {
            let own: Vec<usize> = (0..digits)
                .filter(|&l| run.2.contains(&labels[l].0))
                .collect();
            for &a in &own {
                for &b in &own {
                    if a < b && labels[a].1 == labels[b].1 {
                        links.push((a, b));
                    }
                }
                for (number, set) in sets.iter().enumerate() {
                    if !set.contains(&labels[a].1) {
                        links.push((a, count + number));
                    }
                }
            }
            if run.3.is_some() {
                variables.push((count..count + sets.len()).collect());
            }
            for digit in 1..=9 {
                if run.3.is_some() && sets.iter().all(|set| set.contains(&digit)) {
                    let places = own.iter().copied().filter(|&l| labels[l].1 == digit);
                    variables.push(places.collect());
                }
                // A digit in none of the cells: no combination with it.
                let places: Vec<usize> = own
                    .iter()
                    .copied()
                    .filter(|&l| labels[l].1 == digit)
                    .collect();
                let with = sets
                    .iter()
                    .enumerate()
                    .filter(|(_, set)| set.contains(&digit));
                let with: Vec<usize> = with.map(|(number, _)| count + number).collect();
                rules.push((places, with));
            }
            count += sets.len();
        }
        let variables_again = variables.clone();
        let linked: std::collections::BTreeSet<(usize, usize)> =
            links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        Graph::new(count, variables, &links).with_rules(Box::new(move |state: &Plain, level| {
            let mut refuted = Vec::new();
            if level == 0 {
                for (places, with) in &rules {
                    if !places.iter().any(|&l| state.left(l)) {
                        refuted.extend(with);
                    }
                }
                // Cells against controllers and back: linked to all that is left.
                for variable in &variables_again {
                    let left: Vec<usize> = variable
                        .iter()
                        .copied()
                        .filter(|&l| state.left(l))
                        .collect();
                    let is_magic = variable.iter().all(|&l| l < digits)
                        && variable
                            .windows(2)
                            .any(|pair| labels[pair[0]].0 != labels[pair[1]].0);
                    if is_magic {
                        continue;
                    }
                    for target in (0..state.candidate.len()).filter(|&l| state.left(l)) {
                        let crosses = (target < digits) != (variable[0] < digits);
                        if crosses && left.iter().all(|&l| linked.contains(&(l, target))) {
                            refuted.push(target);
                        }
                    }
                }
            }
            refuted
        }))
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_puzzles_are_those_of_the_definitions() {
    let mut rng = Rng(15);
    let mut depths = [0; 4];
    let mut lengths = [0; 5];
    let mut clueless = 0;
    let mut tries = 0;
    while depths.iter().sum::<usize>() < 60 {
        tries += 1;
        assert!(tries < 100_000, "{depths:?}");
        let Some((mut runs, _)) = Runs::random(4 + tries % 2, &mut rng) else {
            continue;
        };
        // Some sums are not said.
        if tries % 3 == 0 && !runs.runs.is_empty() {
            let run = rng.below(runs.runs.len());
            runs.runs[run].3 = None;
        }
        let text = runs.text();
        let Ok(puzzle) = read(&text) else {
            assert!(runs.white.is_empty(), "{text}");
            continue;
        };
        if count_solutions(puzzle.as_ref(), 2) != 1 {
            continue;
        }
        let graph = runs.graph();
        let start = graph.all();
        if graph.depth(&start, 0).is_some() && depths[0] > 20 {
            continue;
        }
        let compared = compare_ratings(&text, &graph, &start, 4, 300);
        depths[compared.te.unwrap_or(3).min(3)] += 1;
        lengths[compared.b.unwrap_or(0)] += 1;
        clueless += usize::from(runs.runs.iter().any(|run| run.3.is_none()));
    }
    println!("depths {depths:?}, B {lengths:?}, {clueless} without a sum, {tries} tries");
    assert!(depths[1] > 5 && clueless > 0, "{depths:?}");
}
