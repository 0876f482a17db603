//! Maps: texts, ids, published ratings, records before the checker, and small random maps
//! beside the definitions.

use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Marks, Position, Solutions, Style};
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Limits, Name, Rating, Rejection};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_harness::data::published_puzzles;
use gradus_path::notation::step_text;
use gradus_path::{Family, PathTheory, Record};
use gradus_puzzles::read;
use serde_json::Value;

use crate::compare::compare_ratings;
use crate::reference::graph::Graph;
use crate::reference::random::Rng;
use crate::texts::{puzzle, rate};

/// Ids made by Tatham's generator.
const IDS: &[&str] = &[
    "8x6n10:aaaabcabbbcabcdajcdccaaddbacjca,1a2a032031",
    "8x6n10:aabcccacadfcfbcbibaadcaaabcabbf,b3b2012a",
    "12x8n15:bdlcaafcaaacdgcbaaaaaadabbabjcacqacdabaabafaahebaadaabaababafca,a02d0c1a30",
    "12x8n15:aebbiabccaaaabaaabbaabaadababaecablaobeeaebfdbacababfaaaaaaaadcafae,1a30c1a3a2b1",
    "12x8n15:accaaacgabacbeaacbbaacbbdacacbaaiaaafaabebdadadbcafabaaabaaaabaaaaaaafaagagcc,0b31e3a2a3",
];

#[test]
fn texts_are_read_with_blanks_dots_and_dashes_and_printed_with_dashes() {
    let printed = "map:4,R.Y..,1-2-3:2-3-4:4-5";
    for text in [
        "map:4,R.Y..,1 2 3:2 3 4:4 5",
        "map:4,r.y..,1.2.3:2.4:3.2:5.4",
        "map: 4 , R.Y.. ,5-4 | 4-2 | 3-1-2 | 2-1:",
    ] {
        assert_eq!(puzzle(text).to_string(), printed, "{text}");
    }
    assert_eq!(puzzle(printed).givens().len(), 2);
    // A border that is glued to the colon counts.
    assert_eq!(
        puzzle("map:4,...,1 2:2 3:").to_string(),
        "map:4,...,1-2:2-3"
    );
}

#[test]
fn refused_texts_say_what_was_expected() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        message("map:4,R.."),
        "map: 2 parts between commas: expected COLOURS,GIVENS,BORDERS, such as 4,R..B,1-2-3:2-4, or an id of Tatham's Map"
    );
    assert_eq!(
        message("map:10,...,1 2"),
        "map: the number of colours is \"10\": expected 1 to 9"
    );
    assert_eq!(
        message("map:3,R.G,1 2"),
        "map: region 3 is 'G': expected one of BYR, or `.`"
    );
    assert_eq!(
        message("map:4,R..,1 2:2 4"),
        "map: list 2 of the borders has \"4\": expected a region from 1 to 3"
    );
    assert_eq!(
        message("map:4,R..,1 2:2 2"),
        "map: region 2 borders on itself"
    );
    assert_eq!(
        message("6x4n6:dbdcacbcacaaaaccc"),
        "map: the description of the id has no comma between borders and givens"
    );
    assert_eq!(
        message("6x4n6:dbd1acbcacaaaaccc,3010a2"),
        "map: character 4 of the borders is '1': expected a letter from a to z"
    );
    assert_eq!(
        message("6x4n6:dbdcacbcacaaaacc,3010a2"),
        "map: the borders have 35 places: a map of this size has 38"
    );
    assert_eq!(
        message("6x4n7:dbdcacbcacaaaaccc,3010a2"),
        "map: the borders make 6 regions: the parameters say 7"
    );
    assert_eq!(
        message("6x4n6:dbdcacbcacaaaaccc,3040a2"),
        "map: character 3 of the givens is '4': expected a colour from 0 to 3 or a letter from a to z"
    );
    assert_eq!(
        message("6x4n6:dbdcacbcacaaaaccc,3010b2"),
        "map: the givens are for 7 regions: there are 6"
    );
}

#[test]
fn ids_print_back_without_their_difficulty() {
    let id = "6x4n6dh:dbdcacbcacaaaaccc,3010a2";
    let map = puzzle(id);
    assert_eq!(map.to_string(), "map:6x4n6:dbdcacbcacaaaaccc,3010a2");
    let Solutions::One(solution) = solutions(map.as_ref()) else {
        panic!("one solution");
    };
    let solved = map.with_givens(&solution).unwrap();
    assert_eq!(solved.to_string(), "map:6x4n6:dbdcacbcacaaaaccc,301002");
    let same = puzzle("map:4,BRYR.G,1-2-3-5-6:2-3:3-4-5-6:5-6");
    assert_eq!(solutions(same.as_ref()), Solutions::One(solution));
    for id in IDS {
        let map = puzzle(id);
        assert_eq!(map.to_string(), format!("map:{id}"));
        assert_eq!(puzzle(&map.to_string()).to_string(), map.to_string());
        let found = rate(id, "te,w,b,gw").unwrap();
        assert!(found.rating(Name::W).unwrap().value.is_some(), "{id}");
        // There is no g-label: g-whips are whips.
        assert_eq!(found.rating(Name::GW), found.rating(Name::W), "{id}");
    }
}

/// The text of a published map.
fn published(entry: &Value) -> String {
    let instance = &entry["instance"];
    let borders = instance["adjacency"].as_array().unwrap().iter();
    let borders = borders.map(|pair| format!("{} {}", pair[0], pair[1]));
    format!(
        "map:{},{},{}",
        instance["colours"],
        instance["givens"].as_str().unwrap(),
        borders.collect::<Vec<_>>().join(":")
    )
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_ratings() {
    let Some(entries) = published_puzzles("map-colouring") else {
        return;
    };
    for entry in &entries {
        // What was printed, if it was whips, and what an independent program found.
        let computed = entry["check"]["W_loopless"].as_u64().unwrap();
        let printed = entry["ratings"]["W"].as_u64().unwrap_or(computed);
        assert_eq!(printed, computed);
        let found = rate(&published(entry), "w,s").unwrap();
        let w = found.rating(Name::W).unwrap().value;
        assert_eq!(w.map(u64::from), Some(computed), "{}", entry["id"]);
        assert_eq!(found.rating(Name::S), Some(Rating::NOT_APPLICABLE));
    }
    assert_eq!(entries.len(), 23);
}

#[test]
fn neighbours_of_one_colour_are_contradictory() {
    let wrong = rate("map:4,RR.,1-2-3", "te").unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "the givens X1=R and X2=R contradict each other"
    );
    assert_eq!(
        rate("map:2,B..,1-2-3:2-3", "te"),
        Err(Rejection::NoSolution)
    );
    assert_eq!(
        rate("map:4,...,1-2-3", "te"),
        Err(Rejection::SeveralSolutions)
    );
}

#[test]
fn records_are_accepted_and_changed_ones_refused() {
    let theory = PathTheory::Chains(Family::WHIP);
    let hardest = |id: &&&str| rate(id, "w").unwrap().rating(Name::W).unwrap().value;
    let map = puzzle(IDS.iter().max_by_key(hardest).unwrap());
    let rating = rating_in(map.as_ref(), theory, Limits::default()).unwrap();
    let record = prove(map.as_ref(), theory, rating, Limits::default()).unwrap();
    let line = serde_json::to_string(&record).unwrap();
    let read: Record = serde_json::from_str(&line).unwrap();
    assert_eq!(
        check_record(&read, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
    let mut changed = record.clone();
    changed.solution = None;
    assert_eq!(
        check_record(&changed, gradus_puzzles::read),
        Err(Refusal::WrongSolution)
    );
    let mut changed = record;
    changed.steps.remove(0);
    assert!(check_record(&changed, gradus_puzzles::read).is_err());
}

#[test]
fn steps_are_written_as_maprules_writes_them() {
    let map = puzzle("map:4,RYGB..,1-2-3-4-5:2-3-4-6:3-5-6:4-5-6:5-6");
    let path = path_of(map.as_ref(), PathTheory::Brt, None, Limits::default()).unwrap();
    let names = map.domain().names();
    let texts: Vec<String> = path.steps.iter().map(|s| step_text(names, s)).collect();
    assert_eq!(texts, ["single ==> X5=Y", "single ==> X6=R"]);
}

#[test]
fn drawings_show_regions_or_points() {
    let none = Marks::default();
    for (text, borders) in [
        ("6x4n6:dbdcacbcacaaaaccc,3010a2", "gradus-thick"),
        ("map:4,R.Y..,1-2-3:2-3-4:4-5", "gradus-point"),
    ] {
        let map = puzzle(text);
        let drawing = map.domain().drawing().unwrap();
        let position = Position::initial(map.as_ref());
        let svg = drawing.svg("A map", &map.givens(), Some((&position, &none)));
        assert!(svg.contains(&format!("class=\"{borders}\"")), "{svg}");
        let board = drawing.board().unwrap();
        for label in map.domain().model().labels() {
            for place in [drawing.candidate(label), drawing.value(label)] {
                let place = place.unwrap();
                assert!(0.0 < place.x && place.x < board.width, "{place:?}");
                assert!(0.0 < place.y && place.y < board.height, "{place:?}");
            }
        }
    }
    let map = puzzle("map:3,R.Y....,1-2-3:2-3-4:4-5");
    let position = Position::initial(map.as_ref());
    let drawing = map.domain().drawing().unwrap();
    let text = drawing.text(&position, &none, Style::Plain);
    assert_eq!(
        text,
        "X1: R    X2: B  X3: Y  X4: BYR  X5: BYR  X6: BYR\nX7: BYR\n"
    );
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_maps_are_those_of_the_definitions() {
    let mut rng = Rng(14);
    let mut lengths = [0; 5];
    for round in 0..100 {
        let (count, colours) = (8 + round % 7, 3 + round % 2);
        let density = if round < 60 { 45 } else { 32 };
        // A random colouring, and borders between different colours.
        let truth: Vec<usize> = (0..count).map(|_| rng.below(colours)).collect();
        let mut borders = Vec::new();
        for a in 0..count {
            for b in a + 1..count {
                if truth[a] != truth[b] && rng.below(100) < density {
                    borders.push((a, b));
                }
            }
        }
        let text = |given: &[bool]| {
            let symbol = |r: usize| {
                if given[r] {
                    "BYRG".as_bytes()[truth[r]] as char
                } else {
                    '.'
                }
            };
            let givens: String = (0..count).map(symbol).collect();
            let lists: Vec<String> = borders
                .iter()
                .map(|(a, b)| format!("{}-{}", a + 1, b + 1))
                .collect();
            format!("map:{colours},{givens},{}", lists.join(":"))
        };
        let mut given = vec![true; count];
        for region in 0..count {
            given[region] = false;
            if count_solutions(puzzle(&text(&given)).as_ref(), 2) != 1 {
                given[region] = true;
            }
        }
        let label = |region: usize, colour: usize| region * colours + colour;
        let variables = (0..count).map(|r| (0..colours).map(|c| label(r, c)).collect());
        let links: Vec<(usize, usize)> = borders
            .iter()
            .flat_map(|&(a, b)| (0..colours).map(move |c| (label(a, c), label(b, c))))
            .collect();
        let graph = Graph::new(count * colours, variables.collect(), &links);
        let givens = (0..count).filter(|&r| given[r]);
        let givens: Vec<usize> = givens.map(|r| label(r, truth[r])).collect();
        let start = graph.given(&givens);
        let compared = compare_ratings(&text(&given), &graph, &start, 4, 300);
        lengths[compared.b.unwrap_or(4).min(4)] += 1;
    }
    println!("B {lengths:?}");
    assert!(lengths[2..].iter().sum::<usize>() > 1, "{lengths:?}");
}
