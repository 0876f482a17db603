//! Conditions against a literal evaluation of trees that the test makes itself, and texts
//! of all kinds against the reader.

use proptest::prelude::*;

use crate::expression::{PLAIN, Sample, scope};
use gradus_table::expression::Formula;
use gradus_table::expression::Why;
use gradus_table::expression::{Condition, Truth};
use gradus_table::table::Entry;

/// A condition as a tree that the test makes itself, evaluated literally.
#[derive(Clone, Debug)]
enum Literal {
    Compare(Arithmetic, &'static str, Arithmetic),
    Not(Box<Literal>),
    And(Box<Literal>, Box<Literal>),
    Or(Box<Literal>, Box<Literal>),
}

#[derive(Clone, Debug)]
enum Arithmetic {
    W,
    B,
    Whole(i8),
    Calculated(Box<Arithmetic>, char, Box<Arithmetic>),
}

impl Arithmetic {
    fn text(&self) -> String {
        match self {
            Arithmetic::W => "w".into(),
            Arithmetic::B => "B".into(),
            Arithmetic::Whole(value) => value.to_string(),
            Arithmetic::Calculated(a, sign, b) => format!("({} {sign} {})", a.text(), b.text()),
        }
    }

    /// The value as a floating number, which is exact enough for the small ones here;
    /// nothing if something is missing or not defined.
    fn value(&self, w: Option<f64>, b: Option<f64>) -> Option<f64> {
        match self {
            Arithmetic::W => w,
            Arithmetic::B => b,
            Arithmetic::Whole(value) => Some((*value).into()),
            Arithmetic::Calculated(x, sign, y) => {
                let (x, y) = (x.value(w, b)?, y.value(w, b)?);
                let value = match sign {
                    '+' => x + y,
                    '-' => x - y,
                    '*' => x * y,
                    _ if y == 0.0 => return None,
                    _ => x / y,
                };
                Some(value).filter(|value| !value.is_nan())
            }
        }
    }
}

impl Literal {
    fn text(&self) -> String {
        match self {
            Literal::Compare(a, sign, b) => format!("{}{sign}{}", a.text(), b.text()),
            Literal::Not(of) => format!("not ({})", of.text()),
            Literal::And(a, b) => format!("({}) and ({})", a.text(), b.text()),
            Literal::Or(a, b) => format!("({})or({})", a.text(), b.text()),
        }
    }

    fn holds(&self, w: Option<f64>, b: Option<f64>) -> Option<bool> {
        match self {
            Literal::Compare(x, sign, y) => {
                let (x, y) = (x.value(w, b)?, y.value(w, b)?);
                let same = x == y || (x - y).abs() < 1e-9;
                Some(match *sign {
                    "=" => same,
                    "!=" => !same,
                    "<" => x < y && !same,
                    "<=" => x < y || same,
                    ">" => x > y && !same,
                    _ => x > y || same,
                })
            }
            Literal::Not(of) => Some(!of.holds(w, b)?),
            Literal::And(x, y) => match (x.holds(w, b), y.holds(w, b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Literal::Or(x, y) => match (x.holds(w, b), y.holds(w, b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    let leaf = prop_oneof![
        Just(Arithmetic::W),
        Just(Arithmetic::B),
        (-4_i8..12).prop_map(Arithmetic::Whole),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let sign = prop_oneof![Just('+'), Just('-'), Just('*'), Just('/')];
        (inner.clone(), sign, inner)
            .prop_map(|(a, sign, b)| Arithmetic::Calculated(Box::new(a), sign, Box::new(b)))
    })
}

fn literal() -> impl Strategy<Value = Literal> {
    let signs = proptest::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let leaf = (arithmetic(), signs, arithmetic());
    let leaf = leaf.prop_map(|(a, sign, b)| Literal::Compare(a, sign, b));
    leaf.prop_recursive(3, 12, 2, |inner| {
        let two = || (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|of| Literal::Not(Box::new(of))),
            two().prop_map(|(a, b)| Literal::And(Box::new(a), Box::new(b))),
            two().prop_map(|(a, b)| Literal::Or(Box::new(a), Box::new(b))),
        ]
    })
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        4 => (0_u16..9).prop_map(Entry::Exact),
        1 => (0_u16..9).prop_map(Entry::Upper),
        1 => (0_u16..9).prop_map(Entry::Lower),
        1 => Just(Entry::Infinite),
        1 => Just(Entry::Unknown),
    ]
}

fn float(entry: Entry) -> Option<f64> {
    match entry {
        Entry::Infinite => Some(f64::INFINITY),
        Entry::Exact(value) | Entry::Upper(value) | Entry::Lower(value) => Some(value.into()),
        Entry::Unknown | Entry::NotApplicable => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn verdicts_are_those_of_a_literal_evaluation(literal in literal(), w in entry(), b in entry()) {
        let expected = match literal.holds(float(w), float(b)) {
            Some(true) => Truth::Holds,
            Some(false) => Truth::Fails,
            None => Truth::Open(Why::Missing),
        };
        let row = Sample { w, b, ..PLAIN };
        prop_assert_eq!(row.verdict(&literal.text()), expected, "{}", literal.text());
        // Written in our own way, it means the same.
        let condition: Condition = literal.text().parse().expect("it was read before");
        prop_assert_eq!(row.verdict(&condition.to_string()), expected, "{}", condition);
        let again: Condition = condition.to_string().parse().expect("we wrote it");
        prop_assert_eq!(again.to_string(), condition.to_string());
    }

    #[test]
    fn no_text_is_too_strange_for_the_reader(text in "\\PC{0,60}") {
        let _ = text.parse::<Condition>().map(|it| it.bind(&scope()).map(|_| ()));
        let _ = text.parse::<Formula>().map(|it| it.bind(&scope()).map(|_| ()));
    }

    #[test]
    fn no_row_of_words_is_too_strange(words in proptest::collection::vec(proptest::sample::select(vec![
        "w", "b_status", "comment", "`SE rating`", "x", "2", "0.5", "\"a\"", "'", "(", ")", "(", ")",
        "and", "or", "not", "=", "!=", "<", ">=", "~", "+", "-", "*", "/", "exact", "\\", "é", "\u{0}",
    ]), 0..40)) {
        let text = words.join(" ");
        match text.parse::<Condition>() {
            Err(fault) => { let _ = fault.to_string(); }
            Ok(condition) => {
                let again = condition.to_string().parse::<Condition>();
                prop_assert_eq!(again, Ok(condition.clone()), "{}", condition);
                if let Ok(bound) = condition.bind(&scope()) {
                    let _ = bound.verdict(|place| PLAIN.value(&bound.operands[place]));
                }
            }
        }
    }
}
