//! The last stage: which lines are written, and what they say of their class.
//!
//! Lines come in the order of the inputs. When there is no room for another key, the keys
//! that are there stay, and what they do not decide is put off to the next pass. Whatever
//! is put off comes after all that was decided, so that neither the order of the lines nor
//! the numbers of the classes depend on the passes.

use serde::{Deserialize, Serialize};

use super::form::Formed;
use super::keys::{Found, Keys};
use super::tape::{Tape, put_off};
use crate::job::Error;
use crate::job::line_output::Output;

/// A line that may be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The puzzle.
    pub formed: Formed,
    /// Its comment.
    pub comment: Option<String>,
}

/// The first of each class, written as they come.
pub(crate) struct Firsts {
    keys: Keys<()>,
    put_off: Option<Tape<Line>>,
}

impl Firsts {
    pub(crate) fn new(memory: u64) -> Firsts {
        Firsts {
            keys: Keys::new(memory),
            put_off: None,
        }
    }

    /// Takes the next line, and writes it if it is the first of its class.
    pub(crate) fn take(&mut self, line: Line, writer: &mut Writer) -> Result<(), Error> {
        match self.keys.find(line.formed.key, || ()) {
            Found::There(()) => Ok(()),
            Found::New => writer.write(&line, None),
            Found::Full => put_off(&mut self.put_off)?.push(&line),
        }
    }

    /// Decides all lines that were put off. Returns early if stopped.
    pub(crate) fn finish(
        &mut self,
        writer: &mut Writer,
        is_over: impl Fn() -> bool,
    ) -> Result<(), Error> {
        while let Some(mut lines) = self.put_off.take() {
            self.keys.clear();
            for line in lines.read()? {
                if is_over() {
                    return Ok(());
                }
                self.take(line?, writer)?;
            }
        }
        Ok(())
    }
}

/// A class of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Class {
    /// In the order of their first lines, from 1.
    pub number: u64,
    /// How many lines are in it.
    pub size: u64,
}

/// The classes of the keys that fit into memory.
struct Numbers {
    keys: Keys<Class>,
    /// Classes so far.
    count: u64,
}

impl Numbers {
    fn count(&mut self, key: u128) {
        let class = Class {
            number: self.count + 1,
            size: 1,
        };
        match self.keys.find(key, || class) {
            Found::There(class) => class.size += 1,
            Found::New => self.count += 1,
            // Its turn comes in another pass.
            Found::Full => {}
        }
    }
}

/// All lines, until the sizes of their classes are known.
pub(crate) struct Classes {
    numbers: Numbers,
    lines: Tape<(Line, Option<Class>)>,
}

impl Classes {
    pub(crate) fn new(memory: u64) -> Result<Classes, Error> {
        Ok(Classes {
            numbers: Numbers {
                keys: Keys::new(memory),
                count: 0,
            },
            lines: Tape::new()?,
        })
    }

    /// Takes the next line.
    pub(crate) fn take(&mut self, line: Line) -> Result<(), Error> {
        self.numbers.count(line.formed.key);
        self.lines.push(&(line, None))
    }

    /// Writes all lines, or the first of each class. Returns early if stopped.
    pub(crate) fn finish(
        &mut self,
        writer: &mut Writer,
        firsts_only: bool,
        is_over: impl Fn() -> bool,
    ) -> Result<(), Error> {
        while self.numbers.keys.is_full() {
            // The known classes are written, which makes room for others.
            let mut known = Tape::new()?;
            for line in self.lines.read()? {
                if is_over() {
                    return Ok(());
                }
                let (line, class) = line?;
                let class = class.or_else(|| self.numbers.keys.get(line.formed.key).copied());
                known.push(&(line, class))?;
            }
            self.lines = known;
            self.numbers.keys.clear();
            for line in self.lines.read()? {
                if let (line, None) = line? {
                    self.numbers.count(line.formed.key);
                }
            }
        }
        let mut next = 1;
        for line in self.lines.read()? {
            if is_over() {
                return Ok(());
            }
            let (line, class) = line?;
            let class = class.or_else(|| self.numbers.keys.get(line.formed.key).copied());
            let is_first = class.is_some_and(|class| class.number == next);
            next += u64::from(is_first);
            if is_first || !firsts_only {
                writer.write(&line, class)?;
            }
        }
        Ok(())
    }
}

/// Writes lines with their annotations.
pub(crate) struct Writer<'a, 'o> {
    pub output: &'a mut Output<'o>,
    pub automorphisms: bool,
}

impl Writer<'_, '_> {
    /// Writes a line: the form, the order of the group, number and size of the class, as
    /// far as they are asked for, and the comment.
    pub(crate) fn write(&mut self, line: &Line, class: Option<Class>) -> Result<(), Error> {
        let mut said = Vec::new();
        if self.automorphisms {
            said.push(line.formed.automorphisms.to_string());
        }
        if let Some(class) = class {
            said.extend([class.number.to_string(), class.size.to_string()]);
        }
        said.extend(line.comment.clone());
        let said = said.join(" ");
        let said = (!said.is_empty()).then_some(said.as_str());
        self.output.line(&line.formed.text, said)
    }
}
