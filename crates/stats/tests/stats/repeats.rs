//! Puzzles that come more than once, in one table or in several.

use gradus_stats::{ReadPlan, Repeats, TableSet, TablesRead};

fn repeats(tables: &[&[(&str, u16)]], condition: Option<&str>) -> Repeats {
    let folder = tempfile::tempdir().unwrap();
    let write = |(place, rows): (usize, &&[(&str, u16)])| {
        let path = folder.path().join(format!("{place}.csv"));
        let rows = rows
            .iter()
            .map(|(puzzle, clues)| format!("{puzzle},{clues}\n"));
        std::fs::write(&path, format!("puzzle,clues\n{}", rows.collect::<String>())).unwrap();
        path
    };
    let paths: Vec<_> = tables.iter().enumerate().map(write).collect();
    let mut tables = TableSet::open(&paths).unwrap();
    if let Some(condition) = condition {
        tables.choose(&condition.parse().unwrap()).unwrap();
    }
    let plan = ReadPlan {
        repeats: true,
        ..ReadPlan::default()
    };
    TablesRead::of(&tables, &plan).unwrap().repeats
}

#[test]
fn within_and_between_tables_and_with_other_numbers() {
    let first = [("1..", 1), ("2..", 1), ("100", 1), ("1..", 2)];
    let second = [("3..", 1), ("2..", 1), ("3..", 1)];
    let repeats = repeats(&[&first, &second], None);
    assert_eq!((repeats.within, repeats.between), (3, 1));
    assert_eq!(repeats.conflicting, 1);
    let conflict = repeats.first_conflict.unwrap();
    assert_eq!((conflict.first, conflict.second), ((0, 1), (0, 4)));
    let notes = repeats.notes(&["a.csv", "b.csv"]);
    assert_eq!(notes.len(), 3);
    assert!(notes[2].contains("row 4 of a.csv"), "{notes:?}");
}

#[test]
fn places_are_those_of_the_tables_whatever_rows_are_chosen() {
    let first = [("4..", 9), ("1..", 1), ("2..", 9), ("1..", 2)];
    let second = [("5..", 9), ("2..", 1), ("1..", 2)];
    let repeats = repeats(&[&first, &[("6..", 9)], &second], Some("clues < 9"));
    assert_eq!((repeats.within, repeats.between), (1, 1));
    let conflict = repeats.first_conflict.unwrap();
    assert_eq!((conflict.first, conflict.second), ((0, 2), (0, 4)));
    assert!(super::repeats::repeats(&[&first], Some("clues > 8")).is_empty());
}
