//! Expressions from their text to their verdict.

use gradus_engine::rating::Name;
use gradus_table::expression::{
    BoundKind, Condition, Formula, Operand, Scope, Truth, Value, Why, own_columns,
};
use gradus_table::table::{Column, Entry};

const W: Column = Column::Rating(Name::W);
const B: Column = Column::Rating(Name::B);

pub fn scope() -> Scope {
    let mut scope = Scope::from_iter([Column::Clues, W, B]);
    scope.add("puzzle", Operand::Puzzle);
    scope.extend(["comment", "ser", "SE rating"].map(String::from));
    scope
}

/// A row to look at.
pub struct Sample {
    pub w: Entry,
    pub b: Entry,
    pub comment: &'static str,
    pub ser: &'static str,
}

pub const PLAIN: Sample = Sample {
    w: Entry::Exact(7),
    b: Entry::Exact(5),
    comment: "GP 17c easter monster",
    ser: "9.1",
};

impl Sample {
    pub fn value(&self, operand: &Operand) -> Value<'_> {
        match operand {
            Operand::Row => Value::Number(41),
            Operand::Puzzle => Value::Text("98.7"),
            Operand::Entry(W) => Value::Entry(self.w),
            Operand::Entry(B) => Value::Entry(self.b),
            Operand::Entry(_) => Value::Entry(Entry::Exact(24)),
            Operand::Text(name) if name == "comment" => Value::Text(self.comment),
            Operand::Text(name) if name == "ser" => Value::Text(self.ser),
            Operand::Text(_) => Value::Text("8.5"),
        }
    }

    pub fn verdict(&self, text: &str) -> Truth {
        let condition: Condition = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
        let bound = condition
            .bind(&scope())
            .unwrap_or_else(|fault| panic!("{fault}"));
        bound.verdict(|place| self.value(&bound.operands[place]))
    }
}

#[test]
fn conditions_that_hold_and_that_fail() {
    for text in [
        "w = 7",
        "W == 7 and B != 7",
        "w - b >= 2",
        "w-b>=2",
        "2*w > 13 and w/2 = 3.5",
        "w_status = exact",
        "W_STATUS != Upper",
        "w_status = b_status",
        "exact = w_status",
        "w_status = \"exact\"",
        "comment ~ \"17c\"",
        "comment ~ '17c' or w = 0",
        "not comment ~ \"17C\"",
        "comment != \"\"",
        "ser >= 9.1 and ser < 9.2 and ser - 0.1 = 9",
        "ser = \"9.1\"",
        "9.10 = ser",
        "`SE rating` < ser",
        "`se RATING` != ser",
        "row = 41",
        "puzzle ~ '8.7'",
        "not (w < 7 or b > 5)",
        "not w < 7 and not b > 5",
        "-w < -6",
        "clues - (w + b) = 12",
        "w ≥ 7 and w ≤ 7 and w ≠ 8 and w − b = 2",
        "AND_is_no_word = 1 or w = 7",
    ] {
        let text = text.replace("AND_is_no_word", "b");
        assert_eq!(PLAIN.verdict(&text), Truth::Holds, "{text}");
        assert_eq!(
            PLAIN.verdict(&format!("not ({text})")),
            Truth::Fails,
            "{text}"
        );
    }
}

#[test]
fn infinite_exceeds_every_number_and_bounds_count_as_numbers() {
    let infinite = Sample {
        w: Entry::Infinite,
        ..PLAIN
    };
    for text in [
        "w > 8",
        "w >= 100",
        "w - b >= 2",
        "not w <= 100",
        "w = 2*w",
        "w_status = infinite",
        "w_status != exact",
        "b - w < 0",
        "b / w = 0",
    ] {
        assert_eq!(infinite.verdict(text), Truth::Holds, "{text}");
    }
    let missing = Truth::Open(Why::Missing);
    assert_eq!(infinite.verdict("w - w = 0"), missing);
    assert_eq!(infinite.verdict("w * 0 = 0"), missing);
    let bound = Sample {
        w: Entry::Lower(7),
        b: Entry::Upper(7),
        ..PLAIN
    };
    assert_eq!(bound.verdict("w = b and w_status = lower"), Truth::Holds);
}

#[test]
fn what_is_missing_neither_holds_nor_fails() {
    let missing = Truth::Open(Why::Missing);
    for nothing in [Entry::Unknown, Entry::NotApplicable] {
        let row = Sample {
            w: nothing,
            ser: " ",
            ..PLAIN
        };
        for text in [
            "w > 2",
            "w != 2",
            "not w > 2",
            "w = w",
            "w + b = 3",
            "ser > 2",
        ] {
            assert_eq!(row.verdict(text), missing, "{text}");
        }
        assert_eq!(row.verdict("w > 2 or b = 5"), Truth::Holds);
        assert_eq!(row.verdict("b = 5 or w > 2"), Truth::Holds);
        assert_eq!(row.verdict("w > 2 and b = 6"), Truth::Fails);
        assert_eq!(row.verdict("w > 2 and b = 5"), missing);
    }
    let row = Sample {
        w: Entry::Unknown,
        ..PLAIN
    };
    assert_eq!(row.verdict("w_status = ''"), Truth::Holds);
    assert_eq!(PLAIN.verdict("w / 0 = 1"), missing);
    let row = Sample {
        ser: "high",
        w: Entry::Unknown,
        ..PLAIN
    };
    let no_number = Truth::Open(Why::NoNumber);
    assert_eq!(row.verdict("ser > 2"), no_number);
    assert_eq!(row.verdict("not ser > 2 and w = 3"), no_number);
    assert_eq!(row.verdict("ser = 'high'"), Truth::Holds);
    assert_eq!(row.verdict("ser = `SE rating`"), Truth::Fails);
}

#[test]
fn errors_show_the_place_and_what_was_expected() {
    let fault = |text: &str| {
        let bound = text
            .parse::<Condition>()
            .and_then(|it| it.bind(&scope()).map(|_| ()));
        let shown = bound.expect_err(text).to_string();
        let mut lines = shown.lines();
        let message = lines.next().expect("a message").to_string();
        let mark = lines.nth(1).expect("a mark").chars().count() - 3;
        (message, mark)
    };
    for (text, at, message) in [
        ("", 0, "the expression is empty"),
        ("w >=", 4, "a column, a number or ( is expected here"),
        (
            "w >= and b",
            5,
            "a column, a number or ( is expected here, not and",
        ),
        ("(w = 2", 6, "a ) is expected here"),
        ("w = 2)", 5, "this ) has no matching ("),
        (
            "w = 2 b = 3",
            6,
            "b cannot follow here: join conditions by and or or",
        ),
        ("w", 0, "a comparison is expected here, such as w >= 8"),
        (
            "w = 2 and b",
            10,
            "a comparison is expected here, such as w >= 8",
        ),
        ("not w", 4, "a comparison is expected here, such as w >= 8"),
        (
            "2 < w < 5",
            6,
            "comparisons are joined by and, such as 2 <= w and w <= 5",
        ),
        (
            "w = 2 or b_status",
            9,
            "compare a status with one, such as b_status = exact",
        ),
        (
            "x = 2",
            0,
            "no column is called \"x\": the columns are row, clues, w, w_status, b, b_status, puzzle, comment, ser, SE rating",
        ),
        (
            "w = 1 and coment ~ 'a'",
            10,
            "no column is called \"coment\" (did you mean comment?): the columns are row, clues, w, w_status, b, b_status, puzzle, comment, ser, SE rating",
        ),
        (
            "w_status = maybe",
            11,
            "a status is expected here: exact, upper, lower, infinite or \"not applicable\"",
        ),
        (
            "w_status = 2",
            11,
            "a status is expected here: exact, upper, lower, infinite or \"not applicable\"",
        ),
        (
            "w_status > exact",
            0,
            "a status is compared by = and !=, not by >",
        ),
        (
            "w_status + 1 = 2",
            0,
            "w_status is no number; w is the rating itself",
        ),
        ("w = \"a\"", 4, "a number is expected here, not a text"),
        (
            "comment > \"a\"",
            0,
            "texts are compared by =, != and ~; numbers go without quotes",
        ),
        (
            "comment ~ 17",
            10,
            "~ looks for a text: put it between quotes",
        ),
        (
            "w ~ \"1\"",
            0,
            "~ looks into columns of texts, such as comment ~ \"17c\"",
        ),
        (
            "puzzle = 1",
            0,
            "a puzzle is a text: compare it with one between quotes",
        ),
        ("puzzle + 1 = 2", 0, "puzzles are no numbers"),
        ("\"a\" = \"a\"", 0, "one of the two must be a column"),
        (
            "(w = 2) + 1 = 3",
            1,
            "a number is expected here, not a condition",
        ),
    ] {
        assert_eq!(fault(text), (message.to_string(), at), "{text}");
    }
    let deep = format!("{}w = 2{}", "(".repeat(60), ")".repeat(60));
    assert!(fault(&deep).0.starts_with("more than 50 brackets"));
    let signs = format!("w = {}2", "-".repeat(400));
    assert!(fault(&signs).0.starts_with("more than 50 brackets"));
    let nots = format!("{}w = 2", "not ".repeat(400));
    assert!(fault(&nots).0.starts_with("more than 50 brackets"));
}

#[test]
fn columns_that_are_refused_say_why() {
    let mut scope = own_columns(&"w,b".parse().expect("ratings"));
    let bind = |text: &str, scope: &Scope| {
        let bound = text.parse::<Condition>().expect(text).bind(scope);
        bound.map(|bound| bound.operands)
    };
    for text in ["BpB = 2", "bpb_status = exact"] {
        let fault = bind(text, &scope).expect_err(text);
        assert!(
            fault.message == "bpb is not computed: add it to the ratings",
            "{fault}"
        );
    }
    scope.is_open = true;
    assert!(bind("bpb = 2", &scope).is_err());
    assert_eq!(
        bind("later = 2", &scope),
        Ok(vec![Operand::Text("later".into())])
    );
}

#[test]
fn a_condition_is_written_in_one_way() {
    for (text, written) in [
        ("W>=8", "w >= 8"),
        ("((TE=2))AND(bpb>=6)", "te = 2 and bpb >= 6"),
        ("a=1 or b=2 and not c=3", "a = 1 or b = 2 and not c = 3"),
        (
            "(a=1 or b=2) and not (c=3 and d=4)",
            "(a = 1 or b = 2) and not (c = 3 and d = 4)",
        ),
        ("w-(b-1)=2*(w+1)/3", "w - (b - 1) = 2 * (w + 1) / 3"),
        ("-(w-b) < --3", "-(w - b) < --3"),
        (
            "`and` = `a b` and Ser ~ 'a\"\\\\'",
            "`and` = `a b` and Ser ~ \"a\\\"\\\\\"",
        ),
        ("x = 1.50", "x = 1.5"),
    ] {
        let condition: Condition = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(condition.to_string(), written);
        assert_eq!(written.parse::<Condition>().as_ref(), Ok(&condition));
    }
    let about = |text: &str| text.parse::<Condition>().expect(text).is_about_puzzles();
    assert!(about(
        "W > 2 and (te_status = upper or not clues - 1 = 24) and puzzle ~ '12'"
    ));
    assert!(!about("w > 2 and row < 10") && !about("ser = 2") && !about("comment ~ 'x'"));
    let [a, b] = ["w = 1 or b = 2", "b = 3"].map(|text| text.parse::<Condition>().expect(text));
    assert_eq!(a.and(&b).to_string(), "(w = 1 or b = 2) and b = 3");
}

#[test]
fn formulas_are_columns_gaps_and_more() {
    let formula = |text: &str| {
        text.parse::<Formula>()
            .unwrap_or_else(|fault| panic!("{fault}"))
    };
    let gap = formula(" W - B ");
    assert_eq!((gap.gap(), gap.column()), (Some((W, B)), None));
    assert_eq!(
        (gap.to_string(), gap.heading()),
        ("w-b".into(), "W − B".into())
    );
    assert_eq!(W - B, gap);
    let double = formula("2*(w+1)");
    assert_eq!((double.gap(), double.column()), (None, None));
    assert_eq!(
        (double.to_string(), double.heading()),
        ("2*(w+1)".into(), "2 × (W + 1)".into())
    );
    assert_eq!(formula("W").column(), Some(W));
    assert_eq!(formula("ser").name(), Some("ser"));
    assert_eq!(Formula::named("a-b c").to_string(), "a-b c");
    assert!("w > 2".parse::<Formula>().is_err());
    assert!("w -".parse::<Formula>().is_err());
    let measured = |text: &str, row: &Sample| {
        let bound = formula(text).bind(&scope()).expect("columns are known");
        bound.measure(|place| row.value(&bound.operands[place]))
    };
    let row = Sample {
        w: Entry::Lower(7),
        ser: "9.1",
        ..PLAIN
    };
    let measure = measured("2*w - ser", &row).expect("a bound");
    assert_eq!(
        (measure.number.to_string(), measure.known),
        ("4.9".into(), BoundKind::Lower)
    );
    let measure = measured("b - w/10", &row).expect("a bound");
    assert_eq!(
        (measure.number.to_string(), measure.known),
        ("4.3".into(), BoundKind::Upper)
    );
    assert_eq!(measured("comment", &row), Err(Why::NoNumber));
    assert!(formula("w_status").bind(&scope()).is_err());
}

#[test]
fn the_mark_is_under_the_place() {
    let fault = |text: &str| text.parse::<Condition>().expect_err(text).to_string();
    assert!(fault("w > > 2").ends_with("\n  w > > 2\n      ^"));
    assert!(fault("ü >").ends_with("\n  ü >\n     ^"));
    let long = fault(&format!("{}\u{1b}{}", "a".repeat(100), "b".repeat(100)));
    assert!(!long.contains('\u{1b}'));
    let mark = long.lines().nth(2).expect("a mark").chars().count();
    assert_eq!(mark, 2 + 61 + 1);
}

#[test]
fn signs_need_no_blanks() {
    for (text, written) in [
        ("w-b>=2", "w - b >= 2"),
        ("w ≤ 3.50", "w <= 3.5"),
        ("(a==b)<>c", "(a = b) != c"),
        ("'it'='s'", "\"it\" = \"s\""),
        ("`SE rating`>9", "`SE rating` > 9"),
    ] {
        let condition: Condition = text.parse().expect(text);
        assert_eq!(condition.to_string(), written);
    }
    let quoted = r#"comment ~ "a \"b\" \\ \n""#;
    let condition: Condition = quoted.parse().expect(quoted);
    assert_eq!(condition.to_string(), r#"comment ~ "a \"b\" \\ \\n""#);
}

#[test]
fn unknown_words_are_refused() {
    let many = "1 ".repeat(1001);
    for (text, message) in [
        ("w && b", "&& is not known here: write and\n"),
        ("comment ~ 17c", "17c is not a number"),
        ("comment ~ \"17", "closing \" is missing"),
        ("`` > 2", "name between the backquotes is missing"),
        ("w > 1234567890123456789", "at most 18 digits"),
        ("w > 1e5", "1e5 is not a number"),
        ("w ? 2", "\"?\" is not known"),
        (&many, "more than 1000 words"),
    ] {
        let fault = text.parse::<Condition>().expect_err(text).to_string();
        assert!(fault.contains(message), "{fault}");
    }
}
