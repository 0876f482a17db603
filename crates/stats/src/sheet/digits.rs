//! The digits of a column: all numbers of a column that differ little in size have the same
//! decimals, so that they can be compared at a glance.

use super::cell::SheetCell;
use super::table::Sheet;

/// The most decimals that are given to all numbers of a column.
const MOST: i32 = 4;

impl Sheet {
    /// The cells as people read them, row by row.
    pub fn shown(&self) -> Vec<Vec<String>> {
        let columns = self.heads.len();
        let decimals: Vec<Option<usize>> = (0..columns).map(|at| self.decimals(at)).collect();
        let shown = |(column, cell): (usize, &SheetCell)| {
            let decimals = decimals.get(column).copied().flatten();
            match (cell, decimals) {
                (SheetCell::Significant(value, _), Some(decimals)) => {
                    SheetCell::Fixed(*value, decimals).shown()
                }
                _ => cell.shown(),
            }
        };
        let row = |row: &Vec<SheetCell>| row.iter().enumerate().map(shown).collect();
        self.rows.iter().map(row).collect()
    }

    /// The decimals of a column whose cells have significant digits, or `None` if its numbers
    /// are too different, or say by their digits how sure they are.
    fn decimals(&self, column: usize) -> Option<usize> {
        if self.keeps_digits {
            return None;
        }
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let numbers = cells.filter_map(|cell| match cell {
            SheetCell::Significant(value, digits) if *value != 0.0 => {
                let magnitude = value.abs().log10().floor() as i32;
                Some((magnitude, *digits as i32 - 1 - magnitude))
            }
            _ => None,
        });
        let numbers: Vec<(i32, i32)> = numbers.collect();
        let least = numbers.iter().map(|(magnitude, _)| *magnitude).min()?;
        let most = numbers.iter().map(|(_, decimals)| *decimals).max()?;
        let largest = numbers.iter().map(|(magnitude, _)| *magnitude).max()?;
        let decimals = most.clamp(0, MOST);
        // Each number keeps two digits, and none has digits without a meaning.
        (-least < decimals && largest <= 3).then_some(decimals as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(numbers: &[(f64, usize)]) -> Vec<String> {
        let rows = numbers
            .iter()
            .map(|(number, digits)| vec!["".into(), SheetCell::Significant(*number, *digits)]);
        let sheet = Sheet::new("a", "a", ["", "n"]).with_rows(rows);
        sheet
            .shown()
            .into_iter()
            .map(|mut row| row.remove(1))
            .collect()
    }

    #[test]
    fn numbers_of_one_size_have_the_same_decimals() {
        let means = [(24.3831, 5), (1.945_83, 5), (0.0, 4), (-0.5, 3)];
        assert_eq!(column(&means), ["24.3831", "1.9458", "0.0000", "−0.5000"]);
        assert_eq!(column(&[(24.0, 2), (7.0, 1)]), ["24", "7"]);
    }

    #[test]
    fn numbers_of_very_different_sizes_keep_their_digits() {
        let counts = [(3e12, 3), (0.5, 3)];
        assert_eq!(column(&counts), ["3.00 × 10¹²", "0.500"]);
        assert_eq!(column(&[(0.79, 2), (0.000_31, 2)]), ["0.79", "0.00031"]);
    }
}
