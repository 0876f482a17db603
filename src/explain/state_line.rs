//! A state as a line that is a puzzle itself: its values as givens, if these leave the same
//! candidates, or else the 729 characters of a sukaku.

use gradus_csp::{Instance, Label, Position};
use gradus_path::record::position_cells;
use gradus_puzzles::sudoku::{domain, is_sudoku};

/// The line of a state, or `None` if the kind of puzzle has no text for it: only 9×9 Sudokus
/// have texts with candidates.
pub(super) fn state_line(puzzle: &dyn Instance, position: &Position) -> Option<String> {
    let is_sudoku = is_sudoku(puzzle);
    if follows_from_values(puzzle, position, is_sudoku) {
        if is_sudoku {
            return Some(givens(position));
        }
        let values: Vec<Label> = position.values.iter().copied().collect();
        return puzzle.with_givens(&values).map(|puzzle| puzzle.to_string());
    }
    is_sudoku.then(|| sukaku(puzzle, position))
}

/// The line of a state of a kind other than 9×9 Sudokus, whose lines the viewer writes.
pub(super) fn short_line(puzzle: &dyn Instance, position: &Position) -> Option<String> {
    let has_short_line = !is_sudoku(puzzle);
    has_short_line
        .then(|| state_line(puzzle, position))
        .flatten()
}

/// Returns true if the values as givens leave exactly these candidates.
fn follows_from_values(puzzle: &dyn Instance, position: &Position, is_sudoku: bool) -> bool {
    let model = puzzle.domain().model();
    let Position { candidates, values } = position;
    let is_left = |label: &Label| {
        !values.contains(label) && !values.iter().any(|&value| model.linked(value, *label))
    };
    // A line of givens has no other candidates to exclude.
    let possible = puzzle.possible().filter(|_| !is_sudoku);
    let left = match possible {
        Some(labels) => labels.into_iter().filter(is_left).collect(),
        None => model.labels().filter(is_left).collect(),
    };
    *candidates == left
}

/// The 81 characters of a state's values.
fn givens(position: &Position) -> String {
    let names = domain().names();
    let cells = names.cells(&|label| position.values.contains(&label));
    let cell = |cell: String| if cell.is_empty() { ".".into() } else { cell };
    cells.into_iter().map(cell).collect()
}

/// The 729 characters of a state.
pub(super) fn sukaku(puzzle: &dyn Instance, position: &Position) -> String {
    let cells = position_cells(puzzle, position).into_iter();
    let cell = |cell: String| {
        let digit = move |digit: char| if cell.contains(digit) { digit } else { '.' };
        ('1'..='9').map(digit).collect::<String>()
    };
    cells.map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_puzzles::read;

    fn line(puzzle: &str, change: impl Fn(&mut Position)) -> Option<String> {
        let puzzle = read(puzzle).unwrap();
        let mut position = Position::initial(puzzle.as_ref());
        change(&mut position);
        let line = state_line(puzzle.as_ref(), &position)?;
        // The line has the state that it came from.
        let again = read(&line).unwrap();
        assert_eq!(Position::initial(again.as_ref()), position);
        Some(line)
    }

    const PUZZLE: &str =
        "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";

    #[test]
    fn a_state_of_givens_is_a_line_of_givens() {
        assert_eq!(line(PUZZLE, |_| {}).as_deref(), Some(PUZZLE));
        let latin = "latin:1...5.3......2....4......";
        assert_eq!(line(latin, |_| {}).as_deref(), Some(latin));
        let domain = domain();
        let value = domain.names().label_named("n4r1c1").unwrap();
        let more = line(PUZZLE, |position| position.assert(domain.model(), value));
        assert_eq!(more.unwrap(), format!("4{}", &PUZZLE[1..]));
    }

    #[test]
    fn a_state_with_eliminations_is_a_sukaku() {
        let gone = domain().names().label_named("n4r1c1").unwrap();
        let without = |position: &mut Position| {
            position.candidates.remove(&gone);
        };
        let text = line(PUZZLE, without).unwrap();
        assert_eq!(text.len(), 729);
        assert_eq!(&text[..18], "....5678.1.3.....");
        assert_eq!(line(&text, |_| {}), Some(text.clone()));
        assert_eq!(
            line("latin:1...5.3......2....4......", |position| {
                position.candidates.pop_first();
            }),
            None
        );
    }
}
