//! `gradus rate --format`: lines made from a template with placeholders.

use std::str::FromStr;

use thiserror::Error;

use super::printer::{JsonRow, STATUS, shown_value};
use gradus_engine::rating::{Fact, Name, Names, nearest};

/// A template: text between placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Puzzle,
    Comment,
    /// A column of the row, with a sign if its value is not exact.
    Column(String),
}

/// A template that cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub(super) enum TemplateError {
    #[error("unknown placeholder %{word}{near} (gradus ratings --all lists all)")]
    Unknown { word: String, near: String },
    #[error("a % needs the name of a column after it (%% is a percent sign)")]
    Nameless,
}

/// Columns that are not ratings.
const COUNTS: [&str; 5] = [
    "clues",
    "candidates",
    "clues_brt",
    "candidates_brt",
    "candidates_w1",
];

/// The placeholders that are not columns, with their short forms.
const OTHERS: [(&str, Part); 4] = [
    ("p", Part::Puzzle),
    ("puzzle", Part::Puzzle),
    ("c", Part::Comment),
    ("comment", Part::Comment),
];

/// The columns that a placeholder may name.
fn columns() -> impl Iterator<Item = String> {
    let names = Names::everything();
    let ratings: Vec<String> = names.columns().map(str::to_string).collect();
    let statuses = names.iter().filter(|name| !name.is_count());
    let statuses: Vec<String> = statuses.map(|name| format!("{name}{STATUS}")).collect();
    let counts = COUNTS.map(str::to_string);
    counts.into_iter().chain(ratings).chain(statuses)
}

/// The placeholder at the start of a text and its length: the longest name that fits.
fn placeholder(text: &str) -> Option<(Part, usize)> {
    let starts = |name: &str| {
        let start = text.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let columns = columns().map(|name| (name.clone(), Part::Column(name)));
    let others = OTHERS.map(|(name, part)| (name.to_string(), part));
    let fitting = columns.chain(others).filter(|(name, _)| starts(name));
    let longest = fitting.max_by_key(|(name, _)| name.len());
    longest.map(|(name, part)| (part, name.len()))
}

/// The error for a text after `%` that begins with no name.
fn unknown(text: &str) -> TemplateError {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let word = text[..end].to_string();
    if word.is_empty() {
        return TemplateError::Nameless;
    }
    let columns: Vec<String> = columns().collect();
    let names = columns.iter().map(String::as_str);
    let near = nearest(&word, names.chain(OTHERS.iter().map(|(name, _)| *name)));
    let near = near.map_or(String::new(), |near| format!(": did you mean %{near}?"));
    TemplateError::Unknown { word, near }
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let escaped = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape));
            if let Some((escape, means)) = escaped {
                plain.push(*means);
                rest = &rest[escape.len()..];
            } else if first == '%' {
                let (inside, after) = named(&rest[1..]);
                let found = placeholder(inside);
                let complete = |length: usize| after.is_none() || length == inside.len();
                let (part, length) = found
                    .filter(|(_, length)| complete(*length))
                    .ok_or_else(|| unknown(inside))?;
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(part);
                rest = after.unwrap_or(&inside[length..]);
            } else {
                plain.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Template(parts))
    }
}

/// What stands for a character of its own.
const ESCAPES: [(&str, char); 4] = [("%%", '%'), ("\\t", '\t'), ("\\n", '\n'), ("\\\\", '\\')];

/// The name between braces and what follows, or all that follows if there are no braces.
fn named(text: &str) -> (&str, Option<&str>) {
    let inside = text.strip_prefix('{').and_then(|text| text.split_once('}'));
    inside.map_or((text, None), |(name, after)| (name, Some(after)))
}

impl Template {
    /// The ratings and facts that it needs.
    pub(super) fn names(&self) -> Names {
        let columns = || {
            self.0.iter().filter_map(|part| match part {
                Part::Column(name) => Some(name.strip_suffix(STATUS).unwrap_or(name)),
                _ => None,
            })
        };
        let ratings = columns().filter_map(|name| name.parse::<Name>().ok());
        Names::new(ratings, columns().filter_map(Fact::of))
    }

    /// Returns true if it has the comments of puzzles.
    pub(super) fn has_comments(&self) -> bool {
        self.0.contains(&Part::Comment)
    }

    /// The line of a row.
    pub(super) fn line(&self, row: &JsonRow, comment: Option<&str>) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Puzzle => shown_value(row, "puzzle"),
            Part::Comment => comment.unwrap_or_default().to_string(),
            Part::Column(name) => shown_value(row, name),
        };
        self.0.iter().map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(template: &str) -> String {
        let row =
            r#"{"puzzle":"1..","clues":24,"te":1,"te_status":"exact","w":5,"w_status":"upper"}"#;
        let row: JsonRow = serde_json::from_str(row).expect("it is an object");
        let template: Template = template.parse().expect("it is a template");
        template.line(&row, Some("a comment"))
    }

    #[test]
    fn the_longest_name_counts() {
        assert_eq!(line("%p %W %te%%"), "1.. ≤5 1%");
        assert_eq!(line("%clues;%c\\t%{w}x%w_status"), "24;a comment\t≤5xupper");
    }

    #[test]
    fn names_that_are_needed() {
        let names = |template: &str| {
            template
                .parse::<Template>()
                .map(|it| it.names().to_string())
        };
        assert_eq!(names("%W%te_status%canon%p"), Ok("te,w,canon".to_string()));
        let error = names("%qqq").map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("unknown placeholder %qqq (gradus ratings --all lists all)".into())
        );
        let error = names("%{bbp}").map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.contains("did you mean %bpb?")));
        assert_eq!(names("5 %"), Err(TemplateError::Nameless));
    }
}
