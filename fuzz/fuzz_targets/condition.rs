//! Conditions and formulas over the columns of a table.

#![no_main]

use gradus_engine::rating::Name;
use gradus_table::expression::{Condition, Formula, Operand, Scope, Value};
use gradus_table::table::{Column, Entry};

/// Values of operands, by their places.
fn value(operands: &[Operand], place: usize) -> Value<'static> {
    match operands[place] {
        Operand::Row => Value::Number(7),
        Operand::Entry(_) => Value::Entry(Entry::Exact(3)),
        Operand::Puzzle | Operand::Text(_) => Value::Text("a comment"),
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let columns = [
        Column::Clues,
        Column::Rating(Name::W),
        Column::Rating(Name::B),
    ];
    let mut scope = Scope::from_iter(columns);
    scope.extend(["comment".to_string()]);
    if let Ok(condition) = text.parse::<Condition>() {
        let printed = condition.to_string();
        let again = printed.parse::<Condition>().map(|again| again.to_string());
        assert_eq!(again.as_ref(), Ok(&printed));
        if let Ok(bound) = condition.bind(&scope) {
            bound.verdict(|place| value(&bound.operands, place));
        }
    }
    if let Ok(formula) = text.parse::<Formula>() {
        // A single column is printed as its name, in whatever characters.
        if formula.name().is_none() {
            let printed = formula.to_string();
            let again = printed.parse::<Formula>().map(|again| again.to_string());
            assert_eq!(again.as_ref(), Ok(&printed));
        }
        if let Ok(bound) = formula.bind(&scope) {
            let _ = bound.number(|place| value(&bound.operands, place));
        }
    }
});
