//! Output: messages for people on stderr, or as JSON for programs, and text on stdout. A closed
//! stderr is not an error.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::SystemTime;

use anyhow::{Context, Result};
use clap::{ArgMatches, ValueEnum};
use serde_json::{Map, Value, json};

use crate::io::rfc3339;
use gradus_csp::Style;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    Text,
    Json,
}

/// How a run of the program talks: options that all commands have.
#[derive(Clone, Copy)]
pub(super) struct Voice {
    quiet: bool,
    color: When,
    format: LogFormat,
}

impl Voice {
    const USUAL: Voice = Voice {
        quiet: false,
        color: When::Auto,
        format: LogFormat::Text,
    };

    /// The voice that the options of a command choose.
    pub(super) fn of(matches: &ArgMatches) -> Voice {
        let options = matches.subcommand().map_or(matches, |(_, options)| options);
        let color = options.try_get_one(COLOR).ok().flatten();
        let format = options.try_get_one(LOG_FORMAT).ok().flatten();
        let quiet = options.try_get_one(QUIET).ok().flatten();
        Voice {
            quiet: quiet.copied().unwrap_or(Voice::USUAL.quiet),
            color: color.copied().unwrap_or(Voice::USUAL.color),
            format: format.copied().unwrap_or(Voice::USUAL.format),
        }
    }
}

/// The options of the voice.
pub(super) const COLOR: &str = "color";
pub(super) const LOG_FORMAT: &str = "log-format";
pub(super) const QUIET: &str = "quiet";

static VOICE: Mutex<Voice> = Mutex::new(Voice::USUAL);

/// Sets the voice of this run.
pub(super) fn set_voice(voice: Voice) {
    *VOICE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner()) = voice;
}

fn voice() -> Voice {
    *VOICE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Returns true if only errors are to be printed.
pub(super) fn is_quiet() -> bool {
    voice().quiet
}

/// Returns true if messages are JSON.
pub(super) fn is_json() -> bool {
    voice().format == LogFormat::Json
}

/// The style of stdout: colours on terminals, unless `NO_COLOR` is set; `--color` beats both.
pub(super) fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let coloured = match voice().color {
        When::Always => true,
        When::Never => false,
        When::Auto => io::stdout().is_terminal() && !refused,
    };
    if coloured {
        Style::Coloured
    } else {
        Style::Plain
    }
}

/// Prints what a user must know even if quiet.
pub(super) fn print_notice(message: &str) {
    write_message("info", message, Map::new(), message);
}

/// Prints an error.
pub(super) fn print_error(message: &str) {
    write_message("error", message, Map::new(), message);
}

/// Prints a note such as what was written, unless quiet.
pub(super) fn print_note(message: &str) {
    if !is_quiet() {
        write_message("info", message, Map::new(), message);
    }
}

pub(super) fn print_warning(message: &str) {
    let text = format!("warning: {message}");
    write_message("warning", message, Map::new(), &text);
}

/// Prints the progress of a job as a line of a log, with the time; as JSON also with numbers.
pub(super) fn print_progress(message: &str, numbers: Map<String, Value>) {
    let text = format!("{} {message}", rfc3339(SystemTime::now()));
    write_message("progress", message, numbers, &text);
}

/// Writes a message as JSON with its level and numbers, or as a text.
fn write_message(level: &str, message: &str, numbers: Map<String, Value>, text: &str) {
    let mut err = io::stderr();
    let _ = if is_json() {
        let mut line = Map::new();
        line.insert("time".into(), rfc3339(SystemTime::now()).into());
        line.insert("level".into(), level.into());
        line.insert("message".into(), message.into());
        line.extend(numbers);
        writeln!(err, "{}", json!(line))
    } else {
        writeln!(err, "gradus: {text}")
    };
}

pub(super) fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.context(CANNOT_PRINT)
}

/// The error for a stdout that does not take more.
pub(super) const CANNOT_PRINT: &str = "cannot write to stdout";
