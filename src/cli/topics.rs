//! `gradus help`: the help of a command, or a page of the documentation.

use anyhow::Result;
use clap::Args;

use super::exit::{ExitStatus, bail_usage};
use super::markdown::{rendered, sections};
use super::messages::{print_text, style};
use super::program;
use gradus_csp::Style;
use gradus_engine::rating::nearest;

/// Explain a command or a topic: conditions, formats, ratings.
///
/// Prints the long help of a command, or what the documentation says about a topic.
#[derive(Args)]
#[command(after_long_help = topics())]
pub(super) struct Arguments {
    /// Command or topic
    #[arg(value_name = "COMMAND|TOPIC")]
    word: Option<String>,
}

/// A page of the documentation, or some of its sections.
struct Topic {
    name: &'static str,
    about: &'static str,
    page: &'static str,
    /// The headings of the sections, or none for all.
    headings: &'static [&'static str],
}

const TOPICS: &[Topic] = &[
    Topic {
        name: "conditions",
        about: "How to select rows with --where",
        page: include_str!("../../docs/commands.md"),
        headings: &["Conditions"],
    },
    Topic {
        name: "formats",
        about: "What files are read and written",
        page: include_str!("../../docs/formats.md"),
        headings: &[],
    },
    Topic {
        name: "ratings",
        about: "Ratings and facts, and the statuses of values",
        page: include_str!("../../docs/columns.md"),
        headings: &["Ratings", "Facts", "Statuses"],
    },
    Topic {
        name: "columns",
        about: "All columns of a ratings table",
        page: include_str!("../../docs/columns.md"),
        headings: &[],
    },
    Topic {
        name: "concepts",
        about: "The theory: rules, Trial and Error, bounds, budgets",
        page: include_str!("../../docs/concepts.md"),
        headings: &[],
    },
    Topic {
        name: "kinds",
        about: "Puzzles of other kinds, and how to write them",
        page: include_str!("../../docs/puzzles/README.md"),
        headings: &[],
    },
    Topic {
        name: "options",
        about: "Exit codes, and options that commands share",
        page: include_str!("../../docs/commands.md"),
        headings: &["Common options"],
    },
    Topic {
        name: "pipelines",
        about: "Studies in a file, from puzzles to a report",
        page: include_str!("../../docs/pipelines.md"),
        headings: &[],
    },
    Topic {
        name: "statistics",
        about: "What stats and reports compute",
        page: include_str!("../../docs/statistics.md"),
        headings: &[],
    },
];

/// The topics and examples, for the help.
fn topics() -> String {
    let line = |topic: &Topic| format!("  {:<11}  {}\n", topic.name, topic.about);
    let topics: String = TOPICS.iter().map(line).collect();
    format!(
        "Topics:\n{topics}\nExamples:\n  gradus help conditions\n  gradus help formats\n  \
         gradus help classify"
    )
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let mut program = program::command();
    let Some(word) = &arguments.word else {
        print_text(&styled(&program.render_help()))?;
        return Ok(ExitStatus::Done);
    };
    let same = |name: &str| name.eq_ignore_ascii_case(word);
    if let Some(topic) = TOPICS.iter().find(|topic| same(topic.name)) {
        let mut text = rendered(&sections(topic.page, topic.headings), style());
        if program.find_subcommand(topic.name).is_some() {
            text += &format!(
                "\nThe command of this name: gradus {0} --help\n",
                topic.name
            );
        }
        print_text(&text)?;
    } else if let Some(command) = program.find_subcommand_mut(word.to_lowercase()) {
        print_text(&styled(&command.render_long_help()))?;
    } else {
        let topics = TOPICS.iter().map(|topic| topic.name);
        let commands = program.get_subcommands().map(clap::Command::get_name);
        let near = nearest(word, topics.clone().chain(commands));
        let near = near.map_or(String::new(), |near| format!(": did you mean {near}?"));
        let topics: Vec<&str> = topics.collect();
        bail_usage!(
            "unknown command or topic {word:?}{near} (topics: {})",
            topics.join(", ")
        );
    }
    Ok(ExitStatus::Done)
}

/// Help in the style of stdout.
fn styled(help: &clap::builder::StyledStr) -> String {
    match style() {
        Style::Coloured => help.ansi().to_string(),
        Style::Plain => help.to_string(),
    }
}
