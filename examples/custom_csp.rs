//! A puzzle that Gradus does not know: who owns the zebra? Five houses in a row have five
//! colours, nationalities, drinks, cigarettes and pets, each once, and clues say what goes
//! with what (*Life International*, 1962).
//!
//! ```text
//! cargo run --release --no-default-features --example custom_csp
//! ```
//!
//! A [`Model`](gradus_csp::Model) says what is possible and which labels exclude each other, a
//! [`Domain`] adds names, and an [`Instance`] adds the givens of one puzzle. Every rating,
//! resolution path and check then works as it does for Sudoku.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use gradus_check::check_path;
use gradus_csp::{
    Domain, Instance, Label, Model, ModelBuilder, Nomenclature, Position, Variable, VariableKind,
};
use gradus_engine::proof::path_of;
use gradus_engine::rating::{Limits, Name, Request, classify};
use gradus_path::PathTheory;
use gradus_path::notation::step_text;

/// Number of houses, and of things of each sort.
const HOUSES: usize = 5;

/// All things, sort by sort.
const THINGS: [&str; 25] = [
    "red",
    "green",
    "ivory",
    "yellow",
    "blue", // colours
    "Englishman",
    "Spaniard",
    "Ukrainian",
    "Norwegian",
    "Japanese", // nationalities
    "coffee",
    "tea",
    "milk",
    "juice",
    "water", // drinks
    "Old Gold",
    "Kools",
    "Chesterfields",
    "Lucky Strike",
    "Parliaments", // cigarettes
    "dog",
    "snails",
    "fox",
    "horse",
    "zebra", // pets
];

/// The sorts, in the order of [`THINGS`].
const SORTS: [&str; 5] = ["colour", "nationality", "drink", "cigarettes", "pet"];

/// The relative position of two houses: the same, adjacent, the first just right of the
/// second.
#[derive(Clone, Copy)]
enum Clue {
    Same,
    Beside,
    RightOf,
}

const CLUES: [(&str, Clue, &str); 12] = [
    ("Englishman", Clue::Same, "red"),
    ("Spaniard", Clue::Same, "dog"),
    ("coffee", Clue::Same, "green"),
    ("Ukrainian", Clue::Same, "tea"),
    ("green", Clue::RightOf, "ivory"),
    ("Old Gold", Clue::Same, "snails"),
    ("Kools", Clue::Same, "yellow"),
    ("Chesterfields", Clue::Beside, "fox"),
    ("Kools", Clue::Beside, "horse"),
    ("Lucky Strike", Clue::Same, "juice"),
    ("Japanese", Clue::Same, "Parliaments"),
    ("Norwegian", Clue::Beside, "blue"),
];

/// Kinds of variables: the house of a thing, and the thing of a sort in a house.
const THING: VariableKind = VariableKind(0);
const HOUSE: VariableKind = VariableKind(1);

/// A label is a thing in a house.
fn label(thing: usize, house: usize) -> Label {
    Label::new(thing * HOUSES + house)
}

fn thing_named(name: &str) -> Result<usize, Box<dyn Error>> {
    let found = THINGS.iter().position(|thing| *thing == name);
    Ok(found.ok_or("no such thing")?)
}

/// The street with its clues.
struct Street {
    model: Arc<Model>,
}

impl Street {
    fn new() -> Result<Street, Box<dyn Error>> {
        let things = THINGS.len();
        let mut model = ModelBuilder::new(things * HOUSES);
        for thing in 0..things {
            model.variable(THING, (0..HOUSES).map(|house| label(thing, house)));
        }
        for (first, house) in (0..things)
            .step_by(5)
            .flat_map(|s| (0..HOUSES).map(move |h| (s, h)))
        {
            model.variable(HOUSE, (first..first + 5).map(|thing| label(thing, house)));
        }
        // The labels of a variable are already linked. A clue links what it forbids.
        for (a, clue, b) in CLUES {
            let (a, b) = (thing_named(a)?, thing_named(b)?);
            for (x, y) in (0..HOUSES).flat_map(|x| (0..HOUSES).map(move |y| (x, y))) {
                let allowed = match clue {
                    Clue::Same => x == y,
                    Clue::Beside => x.abs_diff(y) == 1,
                    Clue::RightOf => x == y + 1,
                };
                let in_variable = a / 5 == b / 5 && x == y;
                if !allowed && !in_variable {
                    model.link(label(a, x), label(b, y));
                }
            }
        }
        let model = Arc::new(model.build()?);
        Ok(Street { model })
    }
}

/// A label is `zebra@5`; a variable is `zebra` or `pet@5`.
impl Nomenclature for Street {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        let (thing, house) = (label.index() / HOUSES, label.index() % HOUSES);
        format!("{}@{}", THINGS[thing], house + 1)
    }

    fn variable(&self, variable: Variable) -> String {
        match variable.index().checked_sub(THINGS.len()) {
            None => THINGS[variable.index()].to_string(),
            Some(place) => format!("{}@{}", SORTS[place / 5], place % 5 + 1),
        }
    }

    fn value(&self, label: Label) -> String {
        self.label(label)
    }

    fn elimination(&self, label: Label) -> String {
        format!("not {}", self.label(label))
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        match self.model.kind_of(variable) {
            THING => (label.index() % HOUSES + 1).to_string(),
            _ => THINGS[label.index() / HOUSES].to_string(),
        }
    }

    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let house = |house: usize| {
            let things = (0..THINGS.len()).filter(|&thing| has(label(thing, house)));
            let names: Vec<&str> = things.map(|thing| THINGS[thing]).collect();
            names.join(", ")
        };
        (0..HOUSES).map(house).collect()
    }
}

/// One puzzle: the street and the given things of single houses.
struct Zebra {
    street: Domain,
    known: Vec<Label>,
}

impl Instance for Zebra {
    fn kind(&self) -> &'static str {
        "zebra"
    }

    fn domain(&self) -> &Domain {
        &self.street
    }

    fn givens(&self) -> Vec<Label> {
        self.known.clone()
    }
}

impl fmt::Display for Zebra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<String> = self
            .known
            .iter()
            .map(|&l| self.street.names().label(l))
            .collect();
        write!(f, "zebra:{}", known.join(","))
    }
}

impl fmt::Debug for Zebra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let street = Arc::new(Street::new()?);
    let puzzle = Zebra {
        street: Domain::new(street.model.clone(), street.clone(), None)?,
        known: vec![
            label(thing_named("Norwegian")?, 0),
            label(thing_named("milk")?, 2),
        ],
    };
    let request = Request {
        names: "te,w,b,gw,gb".parse()?,
        ..Request::default()
    };
    let found = classify(&puzzle, &request)?;
    println!("{puzzle}");
    for (name, rating) in &found.ratings {
        println!("{:>9}  {rating}", name.heading());
    }

    let theory: PathTheory = "W".parse()?;
    let path = path_of(&puzzle, theory, found.rating(Name::W), Limits::default())?;
    println!();
    for step in &path.steps {
        println!("{}", step_text(&*street, step));
    }
    let end = check_path(&street.model, Position::initial(&puzzle), &path)?;
    println!("\nchecked: {:?}", path.end);
    for (house, things) in (1..).zip(street.cells(&|label| end.values.contains(&label))) {
        println!("house {house}: {things}");
    }
    Ok(())
}
