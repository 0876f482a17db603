//! Parsing of arguments, and help that fits 80 columns: `-h` is one screen, `--help` adds
//! rare options, explanations and examples.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::{
    Arg, ArgAction, ColorChoice, Command, CommandFactory, FromArgMatches, ValueHint, value_parser,
};

use super::cluster::CLUSTER;
use super::exit::exit_code;
use super::messages::{COLOR, LOG_FORMAT, LogFormat, QUIET, Voice, When, set_voice};
use super::summary::{self, SUMMARY};
use super::text::{WIDTH, wrapped};
use crate::input::is_puzzle;
use gradus_puzzles::read;

/// Columns that `--help` indents the text of an option by.
const LONG_INDENT: usize = 10;

/// Parses arguments, the first of which is the program. Prints the help if it is requested,
/// or the error, and returns its exit code.
pub(super) fn parse<T: CommandFactory + FromArgMatches>(
    arguments: impl IntoIterator<Item = OsString>,
    finish: impl FnOnce(Command) -> Command,
) -> Result<T, u8> {
    let arguments: Vec<OsString> = arguments.into_iter().map(undashed).collect();
    let command = finish(T::command()).color(color_of(&arguments));
    let matches = command.try_get_matches_from(&arguments);
    let mut matches = matches.map_err(refused)?;
    set_voice(Voice::of(&matches));
    summary::begin(&matches, &arguments).map_err(|error| exit_code(Err(error)))?;
    T::from_arg_matches_mut(&mut matches).map_err(refused)
}

/// Replaces the first `-` of a puzzle by a dot, so that it does not look like an option. A grid
/// that begins with a border gets an empty line before it.
fn undashed(argument: OsString) -> OsString {
    match argument.to_str().and_then(|text| text.strip_prefix('-')) {
        Some(rest) if read(&format!(".{rest}")).is_ok() => format!(".{rest}").into(),
        Some(rest) if rest.contains('\n') && is_puzzle(&argument, None) => {
            format!("\n-{rest}").into()
        }
        _ => argument,
    }
}

/// Prints the help or an error of usage. Returns the exit code.
fn refused(error: clap::Error) -> u8 {
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// The choice of `--color`, which also holds for the help and for errors of usage.
fn color_of(arguments: &[OsString]) -> ColorChoice {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        choice = match value {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            Some("auto") => ColorChoice::Auto,
            _ => choice,
        };
    }
    choice
}

/// Completes a command: old names, the option for help, and text that fits.
pub(super) fn finished(command: Command) -> Command {
    let command_name = command.get_name().to_string();
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print help (--help prints more)")
        .long_help("Print help (-h prints a summary)")
        .help_heading("Running");
    let command = accept_old_names(command)
        .term_width(0)
        .disable_help_flag(true)
        .args(voice(&command_name))
        .arg(help)
        .mut_args(|arg| hinted(with_defaults(arg)));
    let columns = short_columns(&command);
    let about = command.get_long_about().map(ToString::to_string);
    let command = command.mut_args(|arg| fitted(arg, &columns));
    match about {
        Some(about) => command.long_about(wrapped(&about, WIDTH)),
        None => command,
    }
}

/// Commands that only print a text: there is nothing to be quiet about.
const TEXTS: [&str; 4] = ["completions", "help", "man", "ratings"];

/// The options of the messages, which all commands have.
fn voice(command: &str) -> Vec<Arg> {
    let running = |name: &'static str| Arg::new(name).long(name).help_heading("Running");
    let color = running(COLOR)
        .value_name("WHEN")
        .value_parser(value_parser!(When))
        .default_value("auto")
        .hide_short_help(true)
        .help("Use colour: auto, always, never")
        .long_help(
            "Use colour: auto, always, never\n\nauto is colour on a terminal, unless NO_COLOR \
             is set",
        );
    if TEXTS.contains(&command) {
        return vec![color];
    }
    let quiet = running(QUIET)
        .short('q')
        .action(ArgAction::SetTrue)
        .help("Print errors only");
    let format = running(LOG_FORMAT)
        .value_name("F")
        .value_parser(value_parser!(LogFormat))
        .default_value("text")
        .hide_short_help(true)
        .help("Write messages as text or json")
        .long_help(
            "Write messages as text or json\n\njson is an object per line, with the time, the \
             level (info, warning, error or progress) and the message",
        );
    let summary = running(SUMMARY)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .hide_short_help(true)
        .help("Write counts, times and rejects as JSON")
        .long_help(
            "Write counts, times and rejects as JSON\n\nAlso seconds, CPU seconds, peak memory, \
             threads and host; replaces an earlier summary",
        );
    vec![quiet, color, format, summary]
}

/// Tells completions which arguments are files.
fn hinted(arg: Arg) -> Arg {
    // Positional arguments are a section of their own.
    let arg = match arg.is_positional() {
        true => arg.help_heading(None::<&'static str>),
        false => arg,
    };
    let names = arg.get_value_names().unwrap_or_default();
    let hint = match names.first().map(|name| name.as_str()) {
        Some("DIR") => ValueHint::DirPath,
        Some("FILE" | "TABLE" | "REFERENCE" | "SHARD" | "PIPELINE") => ValueHint::FilePath,
        Some("INPUT" | "FILE|DIR|-" | "PUZZLE|FILE|-") => ValueHint::AnyPath,
        _ => return arg,
    };
    arg.value_hint(hint)
}

/// Adds the old names of options that several commands share. They still work but do not
/// appear in the help; those of other options are aliases.
fn accept_old_names(command: Command) -> Command {
    match command.get_name() {
        "classify" => command
            .mut_arg("ratings", |arg| arg.help("Ratings to compute, as in rate"))
            .mut_arg("first", |arg| arg.alias("limit")),
        "explain" => command.mut_arg("max_length", |arg| arg.alias("length")),
        "canon" | "expand" | "isomorph" | "neighbours" | "rate" | CLUSTER => {
            command.mut_arg("first", |arg| arg.alias("limit"))
        }
        _ => command,
    }
}

/// Adds the default value to the first line of the text of an option.
fn with_defaults(arg: Arg) -> Arg {
    let defaults = arg.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
    let takes_values = arg.get_action().takes_values();
    let added = match &defaults[..] {
        [_, ..] if takes_values => format!(" [default: {}]", defaults.join(",")),
        _ => String::new(),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let long = arg.get_long_help().map(ToString::to_string);
    let long = long.unwrap_or(help.clone());
    let (first, rest) = long.split_once('\n').unwrap_or((&long, ""));
    let long = format!("{first}{added}\n{}", rest.trim_start_matches('\n'));
    arg.hide_default_value(takes_values)
        .hide_possible_values(takes_values)
        .help(help + &added)
        .long_help(long)
}

fn section(arg: &Arg) -> String {
    let heading = if arg.is_positional() {
        "Arguments"
    } else {
        arg.get_help_heading().unwrap_or("Options")
    };
    heading.to_string()
}

/// The column where the text begins in each section of `-h`.
fn short_columns(command: &Command) -> HashMap<String, usize> {
    let mut columns = HashMap::new();
    let shown = |arg: &&Arg| !arg.is_hide_set() && !arg.is_hide_short_help_set();
    for arg in command.get_arguments().filter(shown) {
        let column = columns.entry(section(arg)).or_insert(0);
        *column = (*column).max(width(arg));
    }
    columns
}

/// The width of an argument with its indent: `  -o, --output <FILE>  `, `  <INPUT>...  `.
fn width(arg: &Arg) -> usize {
    let name = arg.get_long().map_or(0, |name| 6 + name.len());
    let values = arg.get_value_names().map_or(0, |names| 3 + names[0].len());
    let repeated = arg.is_positional() && matches!(arg.get_action(), ArgAction::Append);
    let several = arg
        .get_num_args()
        .is_some_and(|number| number.max_values() > 1);
    let dots = if repeated || several { 3 } else { 0 };
    let takes_values = arg.get_action().takes_values();
    4 + name + if takes_values { values + dots } else { 0 }
}

/// An argument with its text wrapped to the available columns.
fn fitted(arg: Arg, columns: &HashMap<String, usize>) -> Arg {
    let column = columns.get(&section(&arg)).copied().unwrap_or(LONG_INDENT);
    let fit = |text: Option<&StyledStr>, width| {
        let text = text.map(ToString::to_string).unwrap_or_default();
        wrapped(&text, width)
    };
    let short = fit(arg.get_help(), WIDTH - column);
    let long = fit(arg.get_long_help(), WIDTH - LONG_INDENT);
    arg.help(short).long_help(long)
}

/// The help of the program: its commands in groups, which clap does not know.
pub(super) fn template(command: &Command, groups: &[(&str, &[&str])]) -> String {
    let mut template = "{about}\n\n{usage-heading} {usage}\n".to_string();
    for (heading, names) in groups {
        let entries = names.iter().filter_map(|name| {
            let name = name.to_lowercase();
            let about = command.find_subcommand(&name)?.get_about()?;
            Some(format!("  {name:<11}  {about}\n"))
        });
        let entries: String = entries.collect();
        if !entries.is_empty() {
            template += &format!("\n{heading}:\n{entries}");
        }
    }
    template + "\nOptions:\n{options}{after-help}"
}
