//! Text for terminals: lines of a width, tables with wrapped cells, styles.

/// Columns of a terminal.
pub(super) const WIDTH: usize = 80;

/// Breaks lines between words so that none is longer than `width`. Lines that begin with a
/// blank stay as they are, and `[default: 1]` stays together.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let text = text.replace("[default: ", "[default:\u{a0}");
    let text = text.replace("[env: ", "[env:\u{a0}");
    let mut lines = vec![String::new()];
    for line in text.lines() {
        let words = if line.starts_with(' ') {
            vec![line]
        } else {
            line.split(' ').collect()
        };
        for word in words {
            let current = lines.last_mut().expect("there is a line");
            if current.is_empty() {
                current.push_str(word);
            } else if columns(current) + 1 + columns(word) > width {
                lines.push(word.to_string());
            } else {
                *current += &format!(" {word}");
            }
        }
        lines.push(String::new());
    }
    lines.join("\n").trim_end().replace('\u{a0}', " ")
}

/// The number of columns of a text.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Blanks between the columns of a table.
const GAP: usize = 2;

/// No column of a table is made narrower than this.
const NARROWEST: usize = 9;

/// A table as lines no longer than `width`: its cells are wrapped, those of the widest columns
/// first. The first row is the header.
pub(super) fn table(rows: &[Vec<String>], width: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| columns(cell)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let room = width.saturating_sub(GAP * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max().expect("there are columns");
        if *widest <= NARROWEST {
            break;
        }
        *widest -= 1;
    }
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        out += &table_row(row, &widths);
        if number == 0 {
            let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            out += &table_row(&rules, &widths);
        }
    }
    out
}

fn table_row(cells: &[String], widths: &[usize]) -> String {
    let wrap = |(cell, width): (&String, &usize)| wrapped(cell, *width);
    let cells: Vec<String> = cells.iter().zip(widths).map(wrap).collect();
    let cells: Vec<Vec<&str>> = cells.iter().map(|cell| cell.lines().collect()).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let text = cell.get(number).copied().unwrap_or_default();
            line += &format!("{text:<width$}{:GAP$}", "");
        }
        line.trim_end().to_string() + "\n"
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_column_is_wrapped() {
        let rows = [["name", "meaning"], ["w", "length of whips in a long text"]];
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(ToString::to_string).collect())
            .collect();
        let expected = "\
name  meaning
----  --------------
w     length of
      whips in a
      long text
";
        assert_eq!(table(&rows, 20), expected);
    }

    #[test]
    fn defaults_stay_together() {
        assert_eq!(wrapped("a b [default: 1]", 14), "a b\n[default: 1]");
    }
}
