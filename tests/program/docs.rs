//! The pages of `docs/` match the program.

use gradus::Name;

/// Every rating has its line in the documentation, and no line is obsolete.
#[test]
fn the_table_of_ratings_is_the_registry() {
    let page = include_str!("../../docs/columns.md");
    let ratings = page.split("\n## ").find(|part| part.starts_with("Ratings"));
    let lines = ratings.unwrap().lines();
    let printed: Vec<&str> = lines.filter(|line| line.starts_with("| `")).collect();
    let line = |name: Name| {
        let entry = name.entry();
        format!(
            "| `{}` | {} | {} | {} |",
            entry.column, entry.heading, entry.meaning, entry.section
        )
    };
    assert_eq!(printed, Name::all().map(line).collect::<Vec<_>>());
}
