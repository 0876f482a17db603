//! The text of a Kakuro: `SIZE;ROWS;COLUMNS`, lines of tokens with slashes between them, in
//! the order of CSP-Rules (manual, 9): a number is a clue, `.` a white cell, `B` a black one
//! without a clue in this direction. Tokens are separated by commas or blanks. Givens, if
//! any, follow as rows of symbols.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Kakuro;
use super::domain::check_size;
use super::grid::{Direction, GridPoint, KakuroGrid, KakuroToken};
use crate::text::{joined, words};

/// The lines of a part, with or without a slash at its end.
fn lines<'a>(part: &'a str, what: &str, expected: usize) -> Result<Vec<&'a str>, String> {
    let part = part.trim().trim_end_matches('/');
    let lines: Vec<&str> = part.split('/').collect();
    match lines.len() {
        found if found == expected => Ok(lines),
        found => Err(format!(
            "{found} {what} between slashes: expected {expected}, all but the black one at the edge"
        )),
    }
}

fn check_places(line: &str, found: usize, expected: usize) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{line} has {found} places: expected {expected}"))
    }
}

/// The tokens of a row or column.
fn tokens(line: String, text: &str, size: usize) -> Result<Vec<KakuroToken>, String> {
    let words = words(text);
    check_places(&line, words.len(), size)?;
    let token = |(place, word): (usize, &str)| match word {
        "." => Ok(KakuroToken::White),
        "B" | "b" => Ok(KakuroToken::Black),
        clue => match clue.parse() {
            Ok(clue @ 1..=45) => Ok(KakuroToken::Clue(clue)),
            _ => Err(format!(
                "{line}, place {place}, is {clue:?}: expected `.` for a white cell, `B` for a \
                 black one or a sum from 1 to 45"
            )),
        },
    };
    (1..).zip(words).map(token).collect()
}

/// The tokens of all rows or columns.
fn part(text: &str, one: &str, size: usize) -> Result<Vec<Vec<KakuroToken>>, String> {
    let lines = lines(text, &format!("{one}s"), size - 1)?.into_iter();
    let line = |(number, text)| tokens(format!("{one} {number}"), text, size);
    (2..).zip(lines).map(line).collect()
}

/// The given digits, one for each white cell.
fn givens(grid: &KakuroGrid, text: &str) -> Result<Vec<Option<u8>>, String> {
    let size = grid.size;
    let mut givens = vec![None; grid.cells.len()];
    for (row, line) in (2..).zip(lines(text, "rows of givens", size - 1)?) {
        let symbols = line.chars().filter(|c| *c != ',' && !c.is_whitespace());
        let symbols: Vec<char> = symbols.collect();
        check_places(&format!("row {row} of the givens"), symbols.len(), size - 1)?;
        for (column, found) in (2..).zip(symbols) {
            let place = GridPoint { row, column };
            let digit = match found {
                '.' | 'B' | 'b' => continue,
                '1'..='9' => found as u8 - b'0',
                _ => {
                    let expected = "expected a digit from 1 to 9 or `.`";
                    return Err(format!("given {place} is {found:?}: {expected}"));
                }
            };
            let wrong = |reason| format!("given {place} is {digit}: {reason}");
            let cell = grid.cells.binary_search(&place);
            let cell = cell.map_err(|_| wrong("the cell is black"))?;
            if !grid.digits(cell).contains(digit) {
                return Err(wrong("no combination of the sums has this digit"));
            }
            givens[cell] = Some(digit);
        }
    }
    Ok(givens)
}

impl FromStr for Kakuro {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(';').collect();
        let (size, rows, columns, digits) = match parts[..] {
            [size, rows, columns] => (size, rows, columns, None),
            [size, rows, columns, givens] => (size, rows, columns, Some(givens)),
            _ => {
                return Err(format!(
                    "{} parts between semicolons: expected SIZE;ROWS;COLUMNS, and perhaps ;GIVENS",
                    parts.len()
                ));
            }
        };
        let size = match size.trim().parse() {
            Ok(size @ 2..=usize::MAX) => size,
            _ => {
                return Err(format!(
                    "the size is {size:?}: expected the number of rows, 2 or more, the black row \
                     at the top included"
                ));
            }
        };
        let grid = KakuroGrid::new(
            size,
            &part(rows, "row", size)?,
            &part(columns, "column", size)?,
        )?;
        if grid.cells.is_empty() {
            return Err("there is no white cell".to_string());
        }
        check_size(&grid).map_err(|error| error.to_string())?;
        let givens = match digits {
            None => vec![None; grid.cells.len()],
            Some(text) => givens(&grid, text)?,
        };
        Ok(Kakuro {
            grid: Arc::new(grid),
            domain: Arc::default(),
            givens,
        })
    }
}

/// The line of the puzzle.
impl fmt::Display for Kakuro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = &self.grid;
        write!(f, "kakuro:{}", grid.size)?;
        for direction in Direction::BOTH {
            let tokens = grid.tokens(direction);
            let lines = tokens.chunks(grid.size).skip(1);
            write!(f, ";{}", joined(lines.map(|line| joined(line, ",")), "/"))?;
        }
        if self.givens.iter().any(Option::is_some) {
            let mut symbols = vec!['.'; grid.size * grid.size];
            for (place, digit) in grid.cells.iter().zip(&self.givens) {
                let symbol = digit.map_or('.', |digit| char::from(b'0' + digit));
                symbols[(place.row - 1) * grid.size + place.column - 1] = symbol;
            }
            let rows = symbols.chunks(grid.size).skip(1);
            write!(f, ";{}", joined(rows.map(|row| joined(&row[1..], "")), "/"))?;
        }
        Ok(())
    }
}
