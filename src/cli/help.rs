//! Parsing of arguments, and help that fits 80 columns: `-h` is one screen, `--help` adds
//! rare options, explanations and examples.

use std::collections::HashMap;
use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};

use super::cluster::CLUSTER;
use gradus_puzzles::read;

/// Columns of the help.
const WIDTH: usize = 80;

/// Columns that `--help` indents the text of an option by.
const LONG_INDENT: usize = 10;

/// Parses arguments, the first of which is the program. Prints the help if it is requested,
/// or the error, and returns its exit code.
pub(super) fn parse<T: CommandFactory + FromArgMatches>(
    arguments: impl IntoIterator<Item = OsString>,
    finish: impl FnOnce(Command) -> Command,
) -> Result<T, u8> {
    let arguments = arguments.into_iter().map(undashed);
    let matches = finish(T::command()).try_get_matches_from(arguments);
    let parsed = matches.and_then(|mut matches| T::from_arg_matches_mut(&mut matches));
    parsed.map_err(|error| {
        let _ = error.print();
        u8::try_from(error.exit_code()).unwrap_or(2)
    })
}

/// Replaces the first `-` of a puzzle by a dot, so that it does not look like an option.
fn undashed(argument: OsString) -> OsString {
    match argument.to_str().and_then(|text| text.strip_prefix('-')) {
        Some(rest) if read(&format!(".{rest}")).is_ok() => format!(".{rest}").into(),
        _ => argument,
    }
}

/// Completes a command: old names, the option for help, and text that fits.
pub(super) fn finished(command: Command) -> Command {
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
        .arg(help)
        .mut_args(with_defaults);
    let columns = short_columns(&command);
    let about = command.get_long_about().map(ToString::to_string);
    let command = command.mut_args(|arg| fitted(arg, &columns));
    match about {
        Some(about) => command.long_about(wrapped(&about, WIDTH)),
        None => command,
    }
}

/// Adds the old names of options that several commands share. They still work but do not
/// appear in the help; those of other options are aliases.
fn accept_old_names(command: Command) -> Command {
    match command.get_name() {
        "explain" => command.mut_arg("max_length", |arg| arg.alias("length")),
        "canon" | "classify" | "expand" | "isomorph" | "neighbours" | CLUSTER => {
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

/// Breaks lines between words so that none is longer than `width`. Lines that begin with a
/// blank stay as they are, and `[default: 1]` stays together.
fn wrapped(text: &str, width: usize) -> String {
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
            } else if current.chars().count() + 1 + word.chars().count() > width {
                lines.push(word.to_string());
            } else {
                *current += &format!(" {word}");
            }
        }
        lines.push(String::new());
    }
    lines.join("\n").trim_end().replace('\u{a0}', " ")
}

/// The help of the program: its commands in groups, which clap does not know.
pub(super) fn template(command: &Command, groups: &[(&str, &[&str])]) -> String {
    let mut template = "{about}\n\n{usage-heading} {usage}\n".to_string();
    for (heading, names) in groups {
        let entries = names.iter().filter_map(|name| {
            let about = match *name {
                "help" => "Explain a command".to_string(),
                name => command.find_subcommand(name)?.get_about()?.to_string(),
            };
            Some(format!("  {name:<11}  {about}\n"))
        });
        let entries: String = entries.collect();
        if !entries.is_empty() {
            template += &format!("\n{heading}:\n{entries}");
        }
    }
    template + "\nOptions:\n{options}{after-help}"
}
