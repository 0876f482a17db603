//! The puzzles that `gradus rate` reads from arguments, files and stdin. They are rated one by
//! one, so that those typed by hand have their answer at once.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, anyhow};

use super::printer::{JsonRow, PUZZLE_WIDTH, Printer};
use super::{RateMode, rated};
use crate::cli::exit::{ExitStatus, Usage, bail_usage};
use crate::cli::messages::{print_error, print_note, print_warning};
use crate::cli::options::InputOptions;
use crate::cli::summary;
use crate::input::{ColumnError, Fields, Records, open, split_line, text_records};
use crate::io::{BytesRead, FindError, LONGEST_LINE, Source, shown};
use crate::job::pump::NEVER;
use crate::table::Keep;

/// Rates what arguments name, and prints the rows.
pub(super) struct Feed<'a, W> {
    pub(super) printer: &'a mut Printer<W>,
    pub(super) mode: &'a RateMode<'a>,
    pub(super) input: &'a InputOptions,
    /// The number of puzzles so far.
    rows: u64,
    rated: u64,
    rejected: u64,
}

/// Characters of a rejected text that JSON shows: as many as a sukaku has.
const LONGEST_ECHOED: usize = 729;

impl<'a, W: Write> Feed<'a, W> {
    pub(super) fn new(
        printer: &'a mut Printer<W>,
        mode: &'a RateMode<'a>,
        input: &'a InputOptions,
    ) -> Self {
        Feed {
            printer,
            mode,
            input,
            rows: 0,
            rated: 0,
            rejected: 0,
        }
    }

    /// Rates the puzzles of all arguments.
    pub(super) fn rate(mut self, arguments: &[OsString]) -> Result<ExitStatus> {
        if arguments.iter().filter(|argument| *argument == "-").count() > 1 {
            bail_usage!("{}", FindError::TwiceStandardInput);
        }
        for argument in arguments {
            let argument = std::slice::from_ref(argument);
            let found = match self.input.find(argument, |_| false) {
                Ok(found) => found,
                Err(error) if is_nothing(&argument[0], &error) => {
                    self.no_file(&argument[0])?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            for (name, reason) in &found.unreadable {
                print_warning(&format!("{name} cannot be read: {reason}"));
                self.rejected += 1;
            }
            for (name, reason) in &found.skipped {
                print_note(&format!("{name} is skipped: {reason}"));
            }
            for source in &found.sources {
                self.source(source)?;
            }
        }
        summary::set_count("puzzles", self.rated);
        summary::set_count("rejected", self.rejected);
        Ok(self.input.status(self.rejected))
    }

    /// Rates the puzzles of an input.
    fn source(&mut self, source: &Source) -> Result<()> {
        let is_line = |text: &[u8]| !text.trim_ascii().contains(&b'\n');
        let name = match &source.text {
            Some(text) if is_line(text) => None,
            Some(_) => Some(String::new()),
            None if source.is_stdin() => Some(String::new()),
            None => Some(format!("{}, ", source.name)),
        };
        let place = |line: u64| match &name {
            Some(name) => format!("{name}line {line}: "),
            None => String::new(),
        };
        let reading = self.input.reading(Keep::None);
        let what = if source.is_stdin() {
            "stdin"
        } else {
            &source.name
        };
        let opened = open(source, &BytesRead::default(), &NEVER, &reading);
        let mut records = opened.map_err(|error| unreadable(what, error))?;
        self.records(records.as_mut(), what, &place)
    }

    /// Rejects an argument that is neither a puzzle nor a file.
    fn no_file(&mut self, argument: &OsStr) -> Result<()> {
        let bytes = argument.as_encoded_bytes();
        if bytes.trim_ascii().contains(&b'\n') {
            let reading = self.input.reading(Keep::None);
            let mut records = text_records(bytes, &reading);
            return self.records(&mut records, "the argument", &|line| {
                format!("line {line}: ")
            });
        }
        let mut buffer = Vec::new();
        let kind = self.input.kind();
        let parts = split_line(bytes, kind, &mut buffer);
        let fields = Fields {
            line: 0,
            text: parts.puzzle,
            puzzle: parts.puzzle,
            kind,
            comment: None,
            kept: None,
            too_long: parts.puzzle.len() > LONGEST_LINE,
            fault: parts.fault,
        };
        let file = if is_file_name(Path::new(argument)) {
            "; no file has this name"
        } else {
            ""
        };
        match rated(fields, self.mode, &mut self.printer.advice) {
            Ok((row, comment)) => self.printer.print(&row, comment.as_deref()),
            Err(refusal) => self.reject(fields.puzzle, "", &format!("{refusal}{file}")),
        }
    }

    /// Rates records; `place` names their lines.
    fn records(
        &mut self,
        records: &mut dyn Records,
        what: &str,
        place: &dyn Fn(u64) -> String,
    ) -> Result<()> {
        let mut is_noted = false;
        while self.input.end().is_none_or(|end| self.rows < end) {
            let Some(fields) = records.next().map_err(|error| unreadable(what, error))? else {
                break;
            };
            let has_comment = fields.comment.is_some();
            let comment = fields.comment.filter(|_| self.printer.has_comments());
            // Comments that are not printed may be of any length.
            let fields = Fields {
                too_long: fields.too_long && !has_comment,
                comment,
                ..fields
            };
            self.take(fields, &place(fields.line))?;
            if let Some(column) = records.chosen_column().filter(|_| !is_noted) {
                print_note(&format!("the puzzles are read from the column {column}"));
                is_noted = true;
            }
        }
        Ok(())
    }

    /// Rates one puzzle and prints its row, or the reason why it is rejected.
    fn take(&mut self, fields: Fields, place: &str) -> Result<()> {
        if self.rows < self.input.skipped() {
            self.rows += u64::from(fields.parse().is_ok());
            return Ok(());
        }
        match rated(fields, self.mode, &mut self.printer.advice) {
            Ok((row, comment)) => {
                self.rows += 1;
                self.rated += 1;
                self.printer.print(&row, comment.as_deref())
            }
            Err(refusal) => {
                self.rows += u64::from(fields.parse().is_ok());
                self.reject(fields.puzzle, place, &refusal)
            }
        }
    }

    fn reject(&mut self, text: &[u8], place: &str, refusal: &str) -> Result<()> {
        self.rejected += 1;
        summary::add_reject(refusal, 1);
        let name = match text {
            b"" => "(empty)".to_string(),
            _ => shown(text, PUZZLE_WIDTH),
        };
        let message = format!("{place}{name}: {refusal}");
        if self.input.strict {
            return Err(anyhow!(message));
        }
        print_error(&message);
        if self.printer.is_json() {
            let mut row = JsonRow::new();
            row.insert("puzzle".into(), shown(text, LONGEST_ECHOED).into());
            row.insert("error".into(), refusal.into());
            self.printer.print(&row, None)?;
        }
        Ok(())
    }
}

/// Returns true if an argument looks like the name of a file: it has an ending of letters, or
/// is in a directory.
fn is_file_name(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let is_word = |ending: &str| !ending.is_empty() && ending.chars().all(is_letter);
    ending.is_some_and(is_word) || path.components().count() > 1
}

/// Returns true if an argument was not found because nothing has its name.
fn is_nothing(argument: &OsStr, error: &anyhow::Error) -> bool {
    match error.downcast_ref() {
        Some(FindError::Unreadable { .. }) => !Path::new(argument).exists(),
        Some(FindError::NoMatch(_) | FindError::BadText { .. }) => true,
        _ => false,
    }
}

/// The error for an input that cannot be read.
fn unreadable(what: &str, error: io::Error) -> anyhow::Error {
    match ColumnError::of(&error) {
        Some(columns) => Usage(format!("{what}: {columns}")).into(),
        None => anyhow::Error::from(error).context(format!("cannot read {what}")),
    }
}
