//! Exact numbers, and arithmetic over numbers of which only a bound is known.

use gradus_engine::rating::Name;
use gradus_table::expression::{BoundKind, Formula, Measure, Number, Scope, Value, Why};
use gradus_table::table::{Column, Entry};
use proptest::prelude::*;

const OPERATORS: [char; 4] = ['+', '-', '*', '/'];

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

/// The number that a formula without columns is.
fn calculated(text: &str) -> Result<Number, Why> {
    let formula: Formula = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
    let bound = formula.bind(&Scope::default()).expect("there is no column");
    bound.number(|_| unreachable!("there is no column"))
}

/// What is known of `a + b` and the like.
fn measured(operator: char, a: Entry, b: Entry) -> Option<Measure> {
    let formula: Formula = format!("w {operator} b").parse().expect("a formula");
    let columns = [Name::W, Name::B].map(Column::Rating);
    let bound = formula.bind(&Scope::from_iter(columns)).expect("columns");
    bound.measure(|place| Value::Entry([a, b][place])).ok()
}

#[test]
fn texts_that_are_numbers_and_texts_that_are_not() {
    for (text, shown) in [
        ("7", "7"),
        ("007", "7"),
        ("-0.50", "-0.5"),
        ("+3", "3"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1.2e3", "1200"),
        ("12E-1", "1.2"),
        ("9.100", "9.1"),
        ("999999999999999999", "999999999999999999"),
        ("0.000000000000000001", "0.000000000000000001"),
    ] {
        assert_eq!(number(text).to_string(), shown, "{text}");
    }
    let long = ["1000000000000000000", "0.0000000000000000001"];
    let others = "- . -. e 1e 1e99 abc 1,5 0x1 ∞ NaN inf --1 1.2.3 ١".split(' ');
    for text in others.chain(long).chain(["", "1 2"]) {
        assert_eq!(Number::parse(text), None, "{text}");
    }
}

#[test]
fn decimals_are_exact() {
    for (text, result) in [
        ("0.1 + 0.2", "0.3"),
        ("1 / 3 * 3", "1"),
        ("1 / 3", "0.333333"),
        ("9.1 * 10", "91"),
    ] {
        assert_eq!(calculated(text).expect(text).to_string(), result);
    }
}

#[test]
fn infinite_exceeds_everything_and_is_never_nothing() {
    use Entry::{Exact, Infinite};
    let infinite = Number::INFINITE;
    assert!(infinite.compare(number("999999999999999999")).is_gt());
    assert_eq!(measured('-', Infinite, Infinite), None);
    assert_eq!(measured('*', Infinite, Exact(0)), None);
    assert_eq!(measured('/', Infinite, Infinite), None);
    assert!(calculated("2 / 0").is_err());
    let nothing = measured('/', Exact(2), Infinite).map(|measure| measure.number);
    assert_eq!(nothing, Some(Number::from(0)));
    let gap = |finite| {
        measured('-', Infinite, Exact(finite))
            .expect("a gap")
            .number
    };
    assert!(gap(2).compare(gap(5)).is_eq());
    assert!(gap(2) > gap(5));
    assert!((-gap(2)).compare(number("-999999999999999999")).is_lt());
}

#[test]
fn results_with_too_many_digits_are_no_numbers() {
    let large = "999999999999999999";
    assert!(calculated(&format!("{large} * {large}")).is_err());
    let sum = |count: usize| vec![large; count].join(" + ");
    let nine = calculated(&sum(9)).expect("it fits");
    assert!(nine.compare(number(large)).is_gt() && (-nine).compare(number(large)).is_lt());
    assert!(calculated(&sum(10)).is_err());
}

proptest! {
    #[test]
    fn arithmetic_is_that_of_fractions(a in -99_i64..99, b in 1_i64..20, c in -99_i64..99, d in 1_i64..20) {
        let fraction = |over: i64, under: i64| calculated(&format!("({over}) / ({under})"));
        let with = |sign: &str| calculated(&format!("({a}) / {b} {sign} (({c}) / {d})"));
        prop_assert_eq!(with("+"), fraction(a * d + c * b, b * d));
        prop_assert_eq!(with("*"), fraction(a * c, b * d));
        prop_assert_eq!(with("/"), fraction(a * d, b * c));
        let (x, y) = (fraction(a, b).expect("small"), fraction(c, d).expect("small"));
        prop_assert_eq!(x.compare(y), (a * d).cmp(&(c * b)));
    }

    #[test]
    fn decimals_are_printed_as_they_are_read(whole in 0_u32..1_000_000, decimals in 0_u32..1_000_000) {
        let read = number(&format!("{whole}.{decimals:06}"));
        prop_assert_eq!(number(&read.to_string()), read);
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*") {
        let _ = Number::parse(&text);
    }
}

#[test]
fn a_gap_is_known_as_far_as_its_ends() {
    use Entry::{Exact, Infinite as Inf, Lower, NotApplicable, Unknown, Upper};
    let of = |w: Entry, b: Entry| measured('-', w, b);
    let known = |w, b| of(w, b).map(|measure| (measure.value(), measure.known));
    let two = |known| Some((Some(Number::from(2)), known));
    assert_eq!(known(Exact(7), Exact(5)), two(BoundKind::Exact));
    assert_eq!(known(Upper(7), Exact(5)), two(BoundKind::Upper));
    assert_eq!(known(Lower(7), Exact(5)), two(BoundKind::Lower));
    assert_eq!(known(Exact(7), Lower(5)), two(BoundKind::Upper));
    assert_eq!(known(Upper(7), Lower(5)), two(BoundKind::Upper));
    assert_eq!(known(Lower(7), Lower(5)), None);
    assert_eq!(known(Upper(7), Upper(5)), None);
    assert_eq!(known(Inf, Exact(5)), Some((None, BoundKind::Infinite)));
    assert_eq!(known(Upper(5), Inf), Some((None, BoundKind::MinusInfinite)));
    assert_eq!(known(Inf, Inf), None);
    assert_eq!(known(Inf, Lower(5)), None, "it may be infinite, too");
    assert_eq!(known(Lower(5), Inf), None, "it may be infinite, too");
    assert_eq!(known(Unknown, Exact(5)), None);
    assert_eq!(known(Exact(5), NotApplicable), None);
    let above = |a: Option<Measure>, b: Option<Measure>| {
        let [a, b] = [a, b].map(|measure| measure.expect("it is known").number);
        assert!(a > b, "{a} {b}");
    };
    above(of(Inf, Exact(2)), of(Inf, Upper(5)));
    above(of(Inf, Exact(200)), of(Exact(200), Exact(0)));
    above(of(Exact(0), Exact(200)), of(Exact(9), Inf));
}

/// Every value that entries allow is within what is known of the result.
#[test]
fn no_value_is_beyond_what_is_known() {
    let values = |entry: Entry| match entry {
        Entry::Exact(value) => value..=value,
        Entry::Upper(value) => 0..=value,
        Entry::Lower(value) => value..=value + 20,
        _ => unreachable!("it has a number"),
    };
    let entries = |v: u16| [Entry::Exact(v), Entry::Upper(v), Entry::Lower(v)];
    let entries: Vec<Entry> = (0..5).flat_map(entries).collect();
    let pairs = || {
        entries
            .iter()
            .flat_map(|a| entries.iter().map(move |b| (*a, *b)))
    };
    let mut known = 0;
    for (operator, (a, b)) in OPERATORS
        .iter()
        .flat_map(|o| pairs().map(move |pair| (*o, pair)))
    {
        let Some(measure) = measured(operator, a, b) else {
            continue;
        };
        known += 1;
        for (x, y) in values(a).flat_map(|x| values(b).map(move |y| (x, y))) {
            let value = measured(operator, Entry::Exact(x), Entry::Exact(y));
            let value = value.expect("it is defined").number;
            let order = value.compare(measure.number);
            let holds = match measure.known {
                BoundKind::Exact => order.is_eq(),
                BoundKind::Upper => order.is_le(),
                BoundKind::Lower => order.is_ge(),
                BoundKind::Infinite | BoundKind::MinusInfinite => false,
            };
            assert!(holds, "{operator} {a} {b}: {value} {measure:?}");
        }
    }
    assert!(known > 200, "{known}");
}
