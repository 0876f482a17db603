//! A table of texts, ready to be shown: as aligned Markdown on a terminal or in a
//! file, as CSV, or by whoever draws pages.

use serde::Serialize;

/// Where the texts of a column are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its name.
    pub name: String,
    /// Where its texts are set.
    pub align: Align,
}

/// A table of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// A name for files and links: letters, digits and `-`, `.`.
    pub id: String,
    /// What it tells.
    pub title: String,
    /// How to read it.
    pub notes: Vec<String>,
    /// The columns.
    pub headings: Vec<Heading>,
    /// The lines, a text for each column.
    pub lines: Vec<Vec<String>>,
}

impl Sheet {
    /// A sheet without lines. Its first column is set to the left, the others to
    /// the right.
    pub fn new(id: impl Into<String>, title: impl Into<String>, names: &[&str]) -> Sheet {
        let heading = |(place, name): (usize, &&str)| Heading {
            name: name.to_string(),
            align: if place == 0 {
                Align::Left
            } else {
                Align::Right
            },
        };
        Sheet {
            id: id.into(),
            title: title.into(),
            notes: Vec::new(),
            headings: names.iter().enumerate().map(heading).collect(),
            lines: Vec::new(),
        }
    }

    /// Adds a column to the right.
    pub fn column(&mut self, name: impl Into<String>, align: Align) {
        self.headings.push(Heading {
            name: name.into(),
            align,
        });
    }

    /// Adds a line.
    pub fn line(&mut self, cells: impl IntoIterator<Item = String>) {
        self.lines.push(cells.into_iter().collect());
    }

    /// Adds a sentence on how to read it.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Aligned Markdown, with the title as a heading of the third level.
    pub fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n", self.title);
        for note in &self.notes {
            text.push_str(&format!("{note}\n\n"));
        }
        let escaped = |cell: &String| cell.replace('|', "\\|");
        let names: Vec<String> = self.headings.iter().map(|h| escaped(&h.name)).collect();
        let lines: Vec<Vec<String>> = self
            .lines
            .iter()
            .map(|line| line.iter().map(escaped).collect())
            .collect();
        let width = |place: usize| {
            let cells = lines.iter().filter_map(|line| line.get(place));
            let widths = cells
                .chain([&names[place]])
                .map(|cell| cell.chars().count());
            widths.max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..names.len()).map(width).collect();
        text.push_str(&self.markdown_line(&names, &widths));
        let rule = |(heading, width): (&Heading, &usize)| match heading.align {
            Align::Left => "-".repeat(*width),
            Align::Right => format!("{}:", "-".repeat(width - 1)),
        };
        let rules: Vec<String> = self.headings.iter().zip(&widths).map(rule).collect();
        text.push_str(&self.markdown_line(&rules, &widths));
        for line in &lines {
            text.push_str(&self.markdown_line(line, &widths));
        }
        text
    }

    fn markdown_line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut text = String::from("|");
        for ((heading, cell), &width) in self.headings.iter().zip(cells).zip(widths) {
            text.push_str(&match heading.align {
                Align::Left => format!(" {cell:<width$} |"),
                Align::Right => format!(" {cell:>width$} |"),
            });
        }
        text.push('\n');
        text
    }

    /// CSV with a header line.
    pub fn csv(&self) -> String {
        let names = self.headings.iter().map(|heading| heading.name.clone());
        let mut text = csv_line(names);
        for line in &self.lines {
            text.push_str(&csv_line(line.iter().cloned()));
        }
        text
    }
}

/// Fields with commas between, in quotes where they must be.
fn csv_line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    let cells: Vec<String> = cells.map(quoted).collect();
    format!("{}\n", cells.join(","))
}

/// A number with so many significant digits; with an exponent if it is very large
/// or very small.
pub fn significant(number: f64, digits: usize) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{number}");
    }
    let scientific = format!("{number:.*e}", digits - 1);
    let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse().ok());
    match exponent {
        Some(exponent @ -4..=8) => {
            let decimals = digits as i32 - 1 - exponent;
            format!("{number:.*}", decimals.max(0) as usize)
        }
        _ => scientific,
    }
}

/// A number with so many significant digits, or nothing.
pub fn significant_or_blank(number: Option<f64>, digits: usize) -> String {
    number.map_or(String::new(), |number| significant(number, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_significant_digits() {
        assert_eq!(significant(35.084_168_76, 6), "35.0842");
        assert_eq!(significant(99.9999999, 6), "100.000");
        assert_eq!(significant(0.000_354_35, 3), "0.000354");
        assert_eq!(significant(6.749_52e-5, 3), "6.75e-5");
        assert_eq!(significant(3.105_5e37, 5), "3.1055e37");
        assert_eq!(significant(-0.5, 2), "-0.50");
        assert_eq!(significant(123_456.0, 3), "123456");
        assert_eq!(significant(0.0, 3), "0");
    }

    #[test]
    fn markdown_is_aligned_and_csv_is_quoted() {
        let mut sheet = Sheet::new("x", "A title", &["name", "n"]);
        sheet.line(["a|b".to_string(), "10".to_string()]);
        sheet.line(["∞, \"so\"".to_string(), "1".to_string()]);
        let expected = "### A title\n\n\
            | name    |   n |\n\
            | ------- | --: |\n\
            | a\\|b    |  10 |\n\
            | ∞, \"so\" |   1 |\n";
        assert_eq!(sheet.markdown(), expected);
        assert_eq!(sheet.csv(), "name,n\na|b,10\n\"∞, \"\"so\"\"\",1\n");
    }
}
