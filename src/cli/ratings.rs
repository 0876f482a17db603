//! `gradus ratings`: the ratings of the registry, and the facts.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use super::exit::ExitStatus;
use super::messages::{print_note, print_text};
use super::options::names;
use super::text::{WIDTH, table};
use crate::io::counted;
use gradus_engine::rating::registry::{Cost, Shown};
use gradus_engine::rating::{Fact, Name, Names};

/// List the ratings: meaning, cost, definition.
///
/// Prints the name of each rating, as --ratings, conditions and columns of tables have it, its
/// meaning, what it costs, and the section of the book that defines it: PBCS is
/// Pattern-Based Constraint Satisfaction and Logic Puzzles, HLS The Hidden Logic of Sudoku, UM
/// the User Manual of CSP-Rules. With names, prints all that is known about these.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus ratings
  gradus ratings bpb trid
  gradus ratings --all --json")]
pub(super) struct Arguments {
    /// Ratings to describe [default: core]
    #[arg(value_name = "NAME", value_parser = names)]
    names: Vec<Names>,

    /// Also list the special ratings and the facts
    #[arg(long, conflicts_with = "names")]
    all: bool,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A rating or a fact.
#[derive(Clone, Copy)]
enum Entry {
    Rating(Name),
    Fact(Fact),
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let everything = entries(&Names::everything());
    let core: Names = Name::first_edition().collect();
    let listed = match (&arguments.names[..], arguments.all) {
        ([], true) => everything.clone(),
        ([], false) => entries(&core),
        (names, _) => names.iter().flat_map(entries).collect(),
    };
    let text: String = if arguments.json {
        listed
            .iter()
            .map(|entry| format!("{}\n", entry.json(&core)))
            .collect()
    } else if arguments.names.is_empty() {
        let header = ["name", "meaning", "cost", "defined in"].map(str::to_string);
        let rows = listed.iter().map(|entry| entry.cells().to_vec());
        let rows: Vec<Vec<String>> = [header.to_vec()].into_iter().chain(rows).collect();
        table(&rows, WIDTH) + "\n" + &costs()
    } else {
        let texts: Vec<String> = listed.iter().map(|entry| entry.text(&core)).collect();
        texts.join("\n")
    };
    print_text(&text)?;
    if let (false, more @ 1..) = (arguments.json, everything.len() - listed.len())
        && arguments.names.is_empty()
    {
        let more = counted(more as u64, "more rating");
        print_note(&format!("gradus ratings --all lists {more}"));
    }
    Ok(ExitStatus::Done)
}

/// The ratings and facts of a list.
fn entries(names: &Names) -> Vec<Entry> {
    let facts = names.facts().map(Entry::Fact);
    names.iter().map(Entry::Rating).chain(facts).collect()
}

/// What the costs mean.
fn costs() -> String {
    let cost = |cost: &Cost| {
        let [usual, hard] = cost.times();
        format!("  {cost:<9}  {usual}, {hard}\n")
    };
    let costs: String = Cost::ALL.iter().map(cost).collect();
    format!("Cost of a usual minimal 9×9 Sudoku, and of a hard one, on one core:\n{costs}")
}

impl Entry {
    fn name(self) -> &'static str {
        match self {
            Entry::Rating(name) => name.column(),
            Entry::Fact(fact) => fact.column(),
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Entry::Rating(name) => name.entry().meaning,
            Entry::Fact(fact) => fact.meaning(),
        }
    }

    fn cost(self) -> Option<String> {
        let cost = match self {
            Entry::Rating(name) => name.entry().cost,
            Entry::Fact(fact) => Some(fact.cost()),
        };
        cost.map(|cost| cost.to_string())
    }

    fn section(self) -> &'static str {
        match self {
            Entry::Rating(name) => name.entry().section,
            Entry::Fact(fact) => fact.section(),
        }
    }

    /// The theory of `gradus explain` that shows its values.
    fn explained_by(self) -> Option<String> {
        let Entry::Rating(name) = self else {
            return None;
        };
        match name.entry().shown_by {
            Shown::Path(theory) => Some(theory.to_string()),
            Shown::Trials(_) => Some(name.column().to_string()),
            _ => None,
        }
    }

    /// The ratings that it never exceeds.
    fn at_most(self) -> &'static [&'static str] {
        match self {
            Entry::Rating(name) => name.entry().at_most,
            Entry::Fact(_) => &[],
        }
    }

    fn is_in(self, names: &Names) -> bool {
        matches!(self, Entry::Rating(name) if names.contains(name))
    }

    fn cells(self) -> [String; 4] {
        let cost = self.cost().unwrap_or_else(|| "-".to_string());
        let [name, meaning, section] = [self.name(), self.meaning(), self.section()];
        [name.into(), meaning.into(), cost, section.into()]
    }

    /// All that is known, a line each.
    fn text(self, core: &Names) -> String {
        let heading = match self {
            Entry::Rating(name) => name.heading(),
            Entry::Fact(_) => "a fact",
        };
        let mut text = format!("{} ({heading})\n", self.name());
        let mut line = |what: &str, value: &str| {
            if !value.is_empty() {
                text += &format!("  {what:<14}{value}\n");
            }
        };
        line("meaning", self.meaning());
        line("cost", &self.cost().unwrap_or_default());
        line("defined in", self.section());
        line("never exceeds", &self.at_most().join(", "));
        let theory = self.explained_by().unwrap_or_default();
        if !theory.is_empty() {
            line("explained by", &format!("gradus explain --theory {theory}"));
        }
        line(
            "in the sets",
            if self.is_in(core) {
                "core, everything"
            } else {
                "everything"
            },
        );
        text
    }

    fn json(self, core: &Names) -> Value {
        let (kind, heading) = match self {
            Entry::Rating(name) => ("rating", Some(name.heading())),
            Entry::Fact(_) => ("fact", None),
        };
        json!({
            "name": self.name(),
            "kind": kind,
            "heading": heading,
            "meaning": self.meaning(),
            "cost": self.cost(),
            "section": self.section(),
            "core": self.is_in(core),
            "at_most": self.at_most(),
            "explained_by": self.explained_by(),
        })
    }
}
