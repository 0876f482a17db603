//! The text of a Kakuro: `SIZE;ROWS;COLUMNS`, lines of tokens with slashes between them, in
//! the order of CSP-Rules (manual, 9): a number is a clue, `.` a white cell, `B` a black one
//! without a clue in this direction. Tokens have commas or blanks between them. Givens, if
//! there are any, follow as rows of symbols.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Kakuro;
use super::domain::KakuroDomain;
use super::error::KakuroError;
use super::grid::{Grid, Token};
use super::place::{Direction, Place};

/// The lines of a part, with or without a slash at its end.
fn lines<'a>(
    part: &'a str,
    what: &'static str,
    expected: usize,
) -> Result<Vec<&'a str>, KakuroError> {
    let part = part.trim().trim_end_matches('/');
    let lines: Vec<&str> = part.split('/').collect();
    match lines.len() == expected {
        true => Ok(lines),
        false => Err(KakuroError::Lines {
            what,
            found: lines.len(),
            expected,
        }),
    }
}

/// The tokens of a row or column.
fn tokens(line: String, text: &str, size: usize) -> Result<Vec<Token>, KakuroError> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.len() != size {
        return Err(KakuroError::Places {
            line,
            found: words.len(),
            expected: size,
        });
    }
    let token = |(place, word): (usize, &&str)| match *word {
        "." => Ok(Token::White),
        "B" | "b" => Ok(Token::Black),
        clue => match clue.parse() {
            Ok(clue @ 1..=45) => Ok(Token::Clue(clue)),
            _ => Err(KakuroError::Token {
                line: line.clone(),
                place: place + 1,
                found: clue.to_string(),
            }),
        },
    };
    words.iter().enumerate().map(token).collect()
}

/// The tokens of all rows or columns.
fn part(
    text: &str,
    [one, many]: [&'static str; 2],
    size: usize,
) -> Result<Vec<Vec<Token>>, KakuroError> {
    let lines = lines(text, many, size - 1)?.into_iter();
    let line = |(number, text)| tokens(format!("{one} {number}"), text, size);
    (2..).zip(lines).map(line).collect()
}

/// The digits that are given, one for each white cell.
fn givens(grid: &Grid, text: &str) -> Result<Vec<Option<u8>>, KakuroError> {
    let size = grid.size;
    let mut givens = vec![None; grid.cells.len()];
    for (row, line) in (2..).zip(lines(text, "rows of givens", size - 1)?) {
        let symbols = line.chars().filter(|c| *c != ',' && !c.is_whitespace());
        let symbols: Vec<char> = symbols.collect();
        if symbols.len() != size - 1 {
            return Err(KakuroError::Places {
                line: format!("row {row} of the givens"),
                found: symbols.len(),
                expected: size - 1,
            });
        }
        for (column, found) in (2..).zip(symbols) {
            let place = Place { row, column };
            let digit = match found {
                '.' | 'B' | 'b' => continue,
                '1'..='9' => found as u8 - b'0',
                _ => return Err(KakuroError::Given { place, found }),
            };
            let wrong = |reason| KakuroError::WrongGiven {
                place,
                digit,
                reason,
            };
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
    type Err = KakuroError;

    fn from_str(text: &str) -> Result<Self, KakuroError> {
        let parts: Vec<&str> = text.split(';').collect();
        let (size, rows, columns, digits) = match parts[..] {
            [size, rows, columns] => (size, rows, columns, None),
            [size, rows, columns, givens] => (size, rows, columns, Some(givens)),
            _ => return Err(KakuroError::Parts(parts.len())),
        };
        let size = match size.trim().parse() {
            Ok(size @ 2..=usize::MAX) => size,
            _ => return Err(KakuroError::Size(size.to_string())),
        };
        let rows = part(rows, ["row", "rows"], size)?;
        let columns = part(columns, ["column", "columns"], size)?;
        let grid = Grid::new(size, &rows, &columns)?;
        if grid.cells.is_empty() {
            return Err(KakuroError::Empty);
        }
        KakuroDomain::check_size(&grid)?;
        let givens = match digits {
            None => vec![None; grid.cells.len()],
            Some(text) => givens(&grid, text)?,
        };
        Ok(Kakuro {
            names: Arc::new(KakuroDomain::new(grid)),
            domain: Arc::default(),
            givens,
        })
    }
}

/// The line that stands for it.
impl fmt::Display for Kakuro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.names.grid();
        write!(f, "kakuro:{}", grid.size)?;
        for direction in Direction::BOTH {
            let tokens = grid.tokens(direction);
            let lines = tokens.chunks(grid.size).skip(1).map(|line| {
                let words = line.iter().map(|token| match token {
                    Token::White => ".".to_string(),
                    Token::Black => "B".to_string(),
                    Token::Clue(clue) => clue.to_string(),
                });
                words.collect::<Vec<_>>().join(",")
            });
            write!(f, ";{}", lines.collect::<Vec<_>>().join("/"))?;
        }
        if self.givens.iter().any(Option::is_some) {
            let mut symbols = vec![b'.'; grid.size * grid.size];
            for (place, digit) in grid.cells.iter().zip(&self.givens) {
                let symbol = digit.map_or(b'.', |digit| b'0' + digit);
                symbols[(place.row - 1) * grid.size + place.column - 1] = symbol;
            }
            let rows = symbols.chunks(grid.size).skip(1);
            let rows = rows.map(|row| String::from_utf8_lossy(&row[1..]).into_owned());
            write!(f, ";{}", rows.collect::<Vec<_>>().join("/"))?;
        }
        Ok(())
    }
}
