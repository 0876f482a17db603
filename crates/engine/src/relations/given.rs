//! Impossible patterns that are given as text, one per line: a name, the digits, the cells.
//! CSP-Rules manual, 14.19.
//!
//! ```text
//! # Ten cells that cannot have three digits alone.
//! EL10c8: n1 n2 n3 in r8c2 r8c5 r8c8 r2c5 r1c2 r1c4 r1c8 r3c2 r3c6 r3c8
//! ```
//!
//! The digits stand for any as many, and the cells for any that are linked to each other in
//! the same way. So a pattern stands for all its images under the symmetries of the puzzle.
//! With more than eight guardians it is left aside, as the manual advises. A pattern that
//! is not impossible is refused when it is read.

use thiserror::Error;

use super::{Occurrence, PatternSource, each_choice};
use crate::kernel::Kernel;
use gradus_csp::{Bits, Label, Labels, Model, Nomenclature, Variable, VariableKind};

/// Guardians that an occurrence may have: with more of them it says too little, and there
/// are too many.
const MOST_GUARDIANS: u32 = 8;

/// Ways to fill a pattern that are tried before it is refused.
const WAYS: usize = 10_000_000;

/// A pattern.
#[derive(Clone, Debug)]
pub struct GivenPattern {
    name: String,
    digits: usize,
    /// For each of its cells and each earlier one, true if they are linked.
    linked: Vec<Vec<bool>>,
    places: PatternPlaces,
}

/// The variables of a kind, and which of them are linked.
#[derive(Clone, Debug)]
struct PatternPlaces {
    variables: Vec<Variable>,
    /// Labels of each of them.
    width: usize,
    /// A row for each variable: true if each label is linked to the label at the same place in
    /// another.
    linked: Vec<Vec<bool>>,
}

/// An error in a list of patterns.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivenError {
    /// A line of another form.
    #[error(
        "line {0}: expected a name, a colon, digits, \"in\" and cells, such as \"EL10c8: n1 n2 n3 in r1c2 r1c4\""
    )]
    Form(usize),
    /// A name of no cell.
    #[error("line {0}: {1:?} is not the name of a cell of this puzzle")]
    Cell(usize, String),
    /// A name of no digit.
    #[error("line {0}: {1:?} is not a digit of this puzzle")]
    Digit(usize, String),
    /// A cell or a digit that comes twice.
    #[error("line {0}: {1:?} comes twice")]
    Twice(usize, String),
    /// Cells of several kinds, or with different numbers of candidates.
    #[error("line {0}: {1:?} is not of the same kind as the other cells")]
    Kind(usize, String),
    /// A pattern that can be filled.
    #[error("line {0}: {1} is not impossible: its cells can have these digits alone")]
    Possible(usize, String),
    /// A pattern of which it is not known.
    #[error("line {0}: whether {1} is impossible takes too long to find out")]
    TooLarge(usize, String),
}

impl GivenPattern {
    /// The patterns of a text, by the names that the domain of a puzzle gives to things.
    pub fn read(
        text: &str,
        model: &Model,
        names: &dyn Nomenclature,
    ) -> Result<Vec<GivenPattern>, GivenError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let wanted = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        wanted
            .map(|(number, line)| GivenPattern::of_line(number, line, model, names))
            .collect()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn of_line(
        number: usize,
        line: &str,
        model: &Model,
        names: &dyn Nomenclature,
    ) -> Result<GivenPattern, GivenError> {
        let form = || GivenError::Form(number);
        let (name, rest) = line.split_once(':').ok_or_else(form)?;
        let (digits, cells) = rest.split_once(" in ").ok_or_else(form)?;
        let name = name.trim().to_string();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(form());
        }
        let mut variables = Vec::new();
        for cell in cells.split_whitespace() {
            let variable = names.variable_named(cell);
            let variable = variable.ok_or_else(|| GivenError::Cell(number, cell.to_string()))?;
            if variables.contains(&variable) {
                return Err(GivenError::Twice(number, cell.to_string()));
            }
            variables.push(variable);
        }
        let &first = variables.first().ok_or_else(form)?;
        let places = PatternPlaces::new(model, model.kind_of(first), model.labels_of(first).len());
        let other = variables.iter().find(|v| !places.variables.contains(v));
        if let Some(&other) = other {
            return Err(GivenError::Kind(number, names.variable(other)));
        }
        let mut chosen = Vec::new();
        for digit in digits.split_whitespace() {
            let labels = model.labels_of(first).iter();
            let mut answers = labels.map(|&label| names.answer(first, label));
            let place = answers.position(|answer| answer == digit);
            let place = place.ok_or_else(|| GivenError::Digit(number, digit.to_string()))?;
            if chosen.contains(&place) {
                return Err(GivenError::Twice(number, digit.to_string()));
            }
            chosen.push(place);
        }
        if chosen.is_empty() {
            return Err(form());
        }
        let of = |&v: &Variable| chosen.iter().map(|&at| model.labels_of(v)[at]).collect();
        let choices: Vec<Vec<Label>> = variables.iter().map(of).collect();
        match fill(model, &choices, &mut Vec::new(), &mut { WAYS }) {
            Some(false) => {}
            Some(true) => return Err(GivenError::Possible(number, name)),
            None => return Err(GivenError::TooLarge(number, name)),
        }
        let index = |v: &Variable| places.variables.iter().position(|other| other == v);
        let cells = in_order(&places, variables.iter().filter_map(index).collect());
        let earlier = |(at, &cell): (usize, &usize)| {
            let before = cells[..at].iter();
            before.map(|&other| places.linked[cell][other]).collect()
        };
        Ok(GivenPattern {
            name,
            digits: chosen.len(),
            linked: cells.iter().enumerate().map(earlier).collect(),
            places,
        })
    }
}

impl PatternPlaces {
    fn new(model: &Model, kind: VariableKind, width: usize) -> PatternPlaces {
        let of_kind = |&v: &Variable| model.kind_of(v) == kind && model.labels_of(v).len() == width;
        let variables: Vec<Variable> = model.variables().filter(of_kind).collect();
        let linked = |one: Variable, other: Variable| {
            let mut pairs = model.labels_of(one).iter().zip(model.labels_of(other));
            one != other && pairs.all(|(&a, &b)| model.linked(a, b))
        };
        let row = |&one: &Variable| variables.iter().map(|&v| linked(one, v)).collect();
        PatternPlaces {
            linked: variables.iter().map(row).collect(),
            variables,
            width,
        }
    }
}

/// Orders cells so that each is linked to as many earlier ones as possible: they are found sooner.
fn in_order(places: &PatternPlaces, mut cells: Vec<usize>) -> Vec<usize> {
    let mut ordered: Vec<usize> = Vec::new();
    while !cells.is_empty() {
        let links = |&at: &usize| {
            let linked = &places.linked[cells[at]];
            ordered.iter().filter(|&&other| linked[other]).count()
        };
        let next = (0..cells.len()).max_by_key(links).unwrap_or(0);
        ordered.push(cells.remove(next));
    }
    ordered
}

/// Returns true if each cell can have one of its choices with no two linked, or `None` if there
/// are too many ways to try.
fn fill(
    model: &Model,
    choices: &[Vec<Label>],
    chosen: &mut Vec<Label>,
    ways: &mut usize,
) -> Option<bool> {
    let Some((first, rest)) = choices.split_first() else {
        return Some(true);
    };
    for &label in first {
        *ways = ways.checked_sub(1)?;
        if chosen.iter().any(|&other| model.linked(other, label)) {
            continue;
        }
        chosen.push(label);
        let filled = fill(model, rest, chosen, ways)?;
        chosen.pop();
        if filled {
            return Some(true);
        }
    }
    Some(false)
}

impl<K: Kernel> PatternSource<K> for GivenPattern {
    fn occurrences(&self, kernel: &K, left: &K::Set) -> Vec<Occurrence> {
        let model = kernel.model();
        // The labels left of each variable, as a mask of places.
        let mask = |&variable: &Variable| {
            let labels = model.labels_of(variable).iter().enumerate();
            let bits = labels.map(|(at, &label)| u32::from(left.contains(label)) << at);
            bits.sum::<u32>()
        };
        let masks: Vec<u32> = self.places.variables.iter().map(mask).collect();
        let mut found: Vec<Occurrence> = Vec::new();
        let all = ((1u64 << self.places.width.min(32)) - 1) as u32;
        each_choice(all, self.digits as u32, 0, &mut |digits| {
            let has_all = |&at: &usize| masks[at] & digits == digits;
            let open: Vec<usize> = (0..masks.len()).filter(has_all).collect();
            if open.len() < self.linked.len() {
                return;
            }
            let guardians: Vec<u32> = masks.iter().map(|m| (m & !digits).count_ones()).collect();
            let search = PatternSearch {
                pattern: self,
                open: &open,
                guardians: &guardians,
            };
            search.extend(&mut Vec::new(), 0, &mut |cells| {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                let variables = cells.iter().map(|&at| self.places.variables[at]);
                let variables: Vec<Variable> = variables.collect();
                let of = |&v: &Variable| Bits(digits.into()).map(move |at| (v, at as usize));
                let inside = variables.iter().flat_map(of);
                let mut inside: Vec<Label> = inside.map(|(v, at)| model.labels_of(v)[at]).collect();
                inside.sort_unstable();
                let occurrence = Occurrence {
                    pattern: self.name.clone(),
                    variables,
                    inside,
                };
                // The same cells may be found in several orders.
                if !found.contains(&occurrence) {
                    found.push(occurrence);
                }
            });
        });
        found
    }
}

/// A search for the cells of a pattern, with one choice of digits.
struct PatternSearch<'a> {
    pattern: &'a GivenPattern,
    /// The cells that have all the digits.
    open: &'a [usize],
    /// How many other candidates each cell has.
    guardians: &'a [u32],
}

impl PatternSearch<'_> {
    /// Finds all ways to go on with cells that are linked as those of the pattern are.
    fn extend(&self, cells: &mut Vec<usize>, guardians: u32, found: &mut dyn FnMut(&[usize])) {
        let GivenPattern { linked, places, .. } = self.pattern;
        let Some(wanted) = linked.get(cells.len()) else {
            found(cells);
            return;
        };
        for &cell in self.open {
            let guardians = guardians + self.guardians[cell];
            let linked = &places.linked[cell];
            let mut before = cells.iter().zip(wanted);
            let fits = before.all(|(&other, &wanted)| other != cell && linked[other] == wanted);
            if fits && guardians <= MOST_GUARDIANS {
                cells.push(cell);
                self.extend(cells, guardians, found);
                cells.pop();
            }
        }
    }
}
