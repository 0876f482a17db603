//! Binary CSPs that are stated in JSON: what is read, what is refused, and what is shown.

use gradus_csp::{Instance, Label, Mark, Marks, Position, Solutions, Style, Variable};
use gradus_engine::solve::{count_solutions, solutions};

fn read(text: &str) -> Box<dyn Instance> {
    gradus_puzzles::read(&format!("csp:{text}")).unwrap()
}

fn refused(text: &str) -> String {
    let error = gradus_puzzles::read(&format!("csp:{text}")).unwrap_err();
    error.to_string()["csp: ".len()..].to_string()
}

#[test]
fn white_space_numbers_and_the_order_of_links_do_not_matter() {
    let text = r#" { "values": ["x=1"], "links": [["y=1", "x=1"], ["x=1","y=1"], ["x=1","x=2"]],
        "variables": {"x": [1, 2], "y": ["1", 2]} }"#;
    let shown = r#"csp:{"variables":{"x":["1","2"],"y":["1","2"]},"links":[["x=1","y=1"]],"values":["x=1"]}"#;
    assert_eq!(read(text).to_string(), shown);
    assert_eq!(read(&shown[4..]).to_string(), shown);
}

#[test]
fn pairs_that_are_the_same_are_one_label() {
    let text = r#"{"variables":{"x":["a","b"],"y":["1","2"]},"links":[],"same":[["x=a","y=1"],["y=2","x=b"]]}"#;
    let csp = read(text);
    let model = csp.domain().model();
    assert_eq!(model.label_count(), 2);
    assert_eq!(model.kind_count(), 2);
    assert_eq!(count_solutions(csp.as_ref(), 10), 2);
    let names = csp.domain().names();
    assert_eq!(names.label_named("y=2"), names.label_named("x=b"));
    assert_eq!(names.answer(Variable::new(1), Label::new(1)), "2");
    let shown = r#"csp:{"variables":{"x":["a","b"],"y":["1","2"]},"links":[],"same":[["x=a","y=1"],["x=b","y=2"]]}"#;
    assert_eq!(csp.to_string(), shown);
}

#[test]
fn groups_are_derived_listed_or_none() {
    let text = |groups: &str| {
        format!(
            r#"{{"variables":{{"x":["a","b","c","d"],"y":["1","2"]}},"links":[["x=a","y=1"],["x=b","y=1"],["x=c","y=1"],["x=b","y=2"],["x=c","y=2"],["x=d","y=2"]]{groups}}}"#
        )
    };
    let sizes = |csp: &dyn Instance| {
        let model = csp.domain().model();
        let groups = model.glabels().map(|g| model.glabel_labels(g).len());
        groups.collect::<Vec<_>>()
    };
    let derived = read(&text(""));
    assert_eq!(sizes(derived.as_ref()), [3, 2, 3]);
    assert!(derived.domain().has_groups());
    let listed = read(&text(r#","groups":[["x=c","x=b"]]"#));
    assert_eq!(sizes(listed.as_ref()), [2]);
    assert!(listed.to_string().contains(r#""groups":[["x=b","x=c"]]"#));
    let both = read(&text(
        r#","groups":[["x=a","x=b","x=c"],["x=b","x=c","x=d"]]"#,
    ));
    assert_eq!(sizes(both.as_ref()), [3, 2, 3]);
    let none = read(&text(r#","groups":false"#));
    assert!(!none.domain().has_groups());
    assert!(none.to_string().contains(r#""groups":false"#));
    let message = refused(&text(r#","groups":[["x=a","x=d"]]"#));
    assert_eq!(
        message,
        "groups, list 1: no label outside x is linked to all of these"
    );
}

#[test]
fn a_solution_is_a_value_of_each_variable() {
    let csp = read(
        r#"{"variables":{"x":["a","b"],"y":["a","b"]},"links":[["x=a","y=a"],["x=b","y=b"]],"values":["x=a"]}"#,
    );
    let Solutions::One(solution) = solutions(csp.as_ref()) else {
        panic!("it has one solution");
    };
    let solved = csp.with_givens(&solution).expect("a text");
    assert!(solved.to_string().ends_with(r#""values":["x=a","y=b"]}"#));
    let cells = csp
        .domain()
        .names()
        .cells(&|label| solution.contains(&label));
    assert_eq!(cells.concat(), "x=a y=b");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let with = |rest: &str| format!(r#"{{"variables":{{"x":["a","b"],"y":["a"]}}{rest}}}"#);
    let cases = [
        ("{".to_string(), "character 1: EOF while parsing an object"),
        ("[]".to_string(), "character 1: expected a JSON object"),
        (
            r#"{"links":[]}"#.to_string(),
            "character 12: missing field `variables`",
        ),
        (r#"{"variables":{}}"#.to_string(), "variables: none given"),
        (
            r#"{"variables":{"x":[]}}"#.to_string(),
            "variables: x has no values",
        ),
        (
            r#"{"variables":{"x":["a"],"x":["b"]}}"#.to_string(),
            "variables: x comes twice",
        ),
        (
            r#"{"variables":{"x":["a","a"]}}"#.to_string(),
            "variables: x=a comes twice",
        ),
        (
            r#"{"variables":{"x y":["a"]}}"#.to_string(),
            "variables: \"x y\" is not a name",
        ),
        (
            with(r#","links":[["x=a","z=a"]]"#),
            "links, pair 1: \"z=a\" is not a label: expected",
        ),
        (
            with(r#","links":[["x=a","y=a"],["x=c","y=a"]]"#),
            "links, pair 2: \"x=c\" is not a label: x has the values a, b",
        ),
        (
            with(r#","links":[["x=a","x=a"]]"#),
            "links, pair 1: both are the label x=a",
        ),
        (with(r#","links":[["x=a"]]"#), "character"),
        (with(r#","values":["y"]"#), "values: \"y\" is not a label"),
        (
            with(r#","same":[["x=a"]]"#),
            "same, list 1: expected two labels or more",
        ),
        (
            with(r#","same":[["x=a","y=a","x=b"]]"#),
            "same, list 1: x=a and x=b are two values",
        ),
        (
            with(r#","groups":[["x=a","y=a"]]"#),
            "groups, list 1: expected labels of one",
        ),
        (
            with(r#","groups":[["x=a","x=b"]]"#),
            "groups, list 1: these are all values of x",
        ),
        (with(r#","names":1"#), "character"),
    ];
    for (text, message) in cases {
        let said = refused(&text);
        assert!(said.starts_with(message), "{text}: {said}");
    }
}

#[test]
fn a_drawing_lists_what_is_left() {
    let csp = read(
        r#"{"variables":{"long":["a","b"],"y":["a","b"]},"links":[["long=a","y=a"]],"values":["long=a"]}"#,
    );
    let drawing = csp.domain().drawing().expect("a drawing");
    let position = Position::initial(csp.as_ref());
    let mut marks = Marks::default();
    marks.add(Label::new(3), Mark::Target, None);
    let text = drawing.text(&position, &marks, Style::Plain);
    assert_eq!(text, "long = a\ny    = b!\n! target\n");
    let svg = drawing.svg("title", &csp.givens(), Some((&position, &marks)));
    assert!(svg.contains("gradus-target") && svg.contains(">long<"));
    let board = drawing.board().expect("a board");
    for label in csp.domain().model().labels() {
        let place = drawing.candidate(label).expect("a place");
        assert!(place.x < board.width && place.y < board.height);
    }
}
