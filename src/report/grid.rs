//! A puzzle as a picture: its givens in a grid.

use super::svg::{Anchor, Svg};
use crate::sudoku::Puzzle;

const CELL: f64 = 20.0;
const MARGIN: f64 = 2.0;

/// Draws the givens of a puzzle; of a sukaku, the cells that have one candidate.
pub fn draw(puzzle: &Puzzle) -> Svg {
    let side = 9.0 * CELL + 2.0 * MARGIN;
    let mut svg = Svg::new(side, side, &format!("Puzzle {puzzle}"));
    svg.rect("paper", (MARGIN, MARGIN), (9.0 * CELL, 9.0 * CELL), "");
    // Thin lines first: the thick ones lie over their ends.
    let is_thick = |index: &i32| index % 3 == 0;
    for index in (0..=9).filter(|index| !is_thick(index)) {
        draw_lines(&mut svg, "thin", index);
    }
    for index in (0..=9).filter(is_thick) {
        draw_lines(&mut svg, "thick", index);
    }
    for (cell, &digit) in puzzle.givens().0.iter().enumerate() {
        if digit != 0 {
            let x = MARGIN + CELL * ((cell % 9) as f64 + 0.5);
            let y = MARGIN + CELL * ((cell / 9) as f64 + 0.5) + 5.2;
            svg.text("given", (x, y), Anchor::Middle, &digit.to_string());
        }
    }
    svg
}

fn draw_lines(svg: &mut Svg, class: &str, index: i32) {
    let (at, end) = (MARGIN + CELL * f64::from(index), MARGIN + 9.0 * CELL);
    svg.line(class, (at, MARGIN), (at, end));
    svg.line(class, (MARGIN, at), (end, at));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_givens_are_where_they_belong() {
        let text =
            ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..";
        let svg = draw(&text.parse().expect("a puzzle")).inline();
        assert_eq!(svg.matches("class=\"given\"").count(), 17);
        assert!(svg.contains(r#"x="152" y="17.2" text-anchor="middle">1</text>"#));
        assert_eq!(svg.matches("class=\"thick\"").count(), 8);
        assert_eq!(svg.matches("class=\"thin\"").count(), 12);
    }
}
