//! The constraint graph of one Kakuro (PBCS 15.2): labels are digits in white cells and
//! combinations of controllers. A cell has one digit and a clue one combination; a digit of
//! all combinations of a clue, magic or pseudo-magic, is in one cell of its sector. Links that
//! are no variable: the same digit twice in a sector, and a digit against a combination
//! without it.

use std::sync::{Arc, OnceLock};

use super::Digits;
use super::grid::Grid;
use super::place::Direction;
use gradus_csp::{Label, Model, ModelBuilder, TooLarge, Variable, VariableKind};

/// The digit of a cell.
pub(super) const CELL: VariableKind = VariableKind(0);
/// The combination of a horizontal clue; that of a vertical one is the next kind.
pub(super) const CONTROLLER: VariableKind = VariableKind(1);
/// The cell of a magic digit in a horizontal sector; in a vertical one it is the next kind.
pub(super) const MAGIC: VariableKind = VariableKind(3);

/// What a label says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A digit in a white cell.
    Digit {
        /// The number of the cell.
        cell: usize,
        /// From 1 to 9.
        digit: u8,
    },
    /// The digits of a sector.
    Combination {
        /// The number of the sector.
        sector: usize,
        /// Its digits.
        digits: Digits,
    },
}

/// What a variable asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Which digit has this cell?
    Cell(usize),
    /// Which combination has this sector?
    Controller(usize),
    /// Which cell of this sector has the digit?
    Magic(usize, u8),
}

/// One Kakuro without its givens.
#[derive(Debug)]
pub struct KakuroDomain {
    grid: Grid,
    labels: Vec<Meaning>,
    /// The first label of each cell; its digits follow in ascending order.
    cells: Vec<u16>,
    /// The first label of each sector; its combinations follow in order.
    sectors: Vec<u16>,
    built: OnceLock<Built>,
}

/// What is made when it is first asked for.
#[derive(Debug)]
struct Built {
    model: Arc<Model>,
    questions: Vec<Question>,
}

impl KakuroDomain {
    /// Refuses a grid that has too many labels.
    pub(super) fn check_size(grid: &Grid) -> Result<(), TooLarge> {
        let digits = (0..grid.cells.len()).map(|cell| grid.digits(cell).iter().count());
        let combinations = grid.sectors.iter().map(|sector| sector.combinations.len());
        TooLarge::check(digits.chain(combinations).sum())
    }

    /// The domain of a grid that is not too large.
    pub(super) fn new(grid: Grid) -> KakuroDomain {
        let mut labels = Vec::new();
        let mut cells = Vec::with_capacity(grid.cells.len());
        for cell in 0..grid.cells.len() {
            cells.push(labels.len() as u16);
            let digits = grid.digits(cell).iter();
            labels.extend(digits.map(|digit| Meaning::Digit { cell, digit }));
        }
        let mut sectors = Vec::with_capacity(grid.sectors.len());
        for (sector, data) in grid.sectors.iter().enumerate() {
            sectors.push(labels.len() as u16);
            let combinations = data.combinations.iter();
            labels.extend(combinations.map(|&digits| Meaning::Combination { sector, digits }));
        }
        KakuroDomain {
            grid,
            labels,
            cells,
            sectors,
            built: OnceLock::new(),
        }
    }

    /// Its cells and sectors.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What a label says.
    pub fn meaning(&self, label: Label) -> Meaning {
        self.labels[label.index()]
    }

    /// A digit in a cell, if it is possible there.
    pub fn digit(&self, cell: usize, digit: u8) -> Option<Label> {
        let digits = self.grid.digits(cell);
        let place = digits.iter().position(|own| own == digit)?;
        Some(Label(self.cells[cell] + place as u16))
    }

    /// The digits of a cell, with their labels.
    pub fn digits(&self, cell: usize) -> impl Iterator<Item = (u8, Label)> + '_ {
        let labels = (self.cells[cell]..).map(Label);
        self.grid.digits(cell).iter().zip(labels)
    }

    /// The combinations of a sector, with their labels.
    pub fn combinations(&self, sector: usize) -> impl Iterator<Item = (Digits, Label)> + '_ {
        let labels = (self.sectors[sector]..).map(Label);
        let combinations = &self.grid.sectors[sector].combinations;
        combinations.iter().copied().zip(labels)
    }

    /// The constraint graph, built on first use.
    pub(super) fn graph(&self) -> &Arc<Model> {
        &self.built().model
    }

    pub(super) fn question(&self, variable: Variable) -> Question {
        self.built().questions[variable.index()]
    }

    fn built(&self) -> &Built {
        self.built.get_or_init(|| {
            let (model, questions) = self.model();
            let model = Arc::new(model);
            Built { model, questions }
        })
    }

    fn model(&self) -> (Model, Vec<Question>) {
        let mut model = ModelBuilder::new(self.labels.len());
        let mut questions = Vec::new();
        let cells = 0..self.grid.cells.len();
        for cell in cells.filter(|&cell| !self.grid.digits(cell).is_empty()) {
            model.variable(CELL, self.digits(cell).map(|(_, label)| label));
            questions.push(Question::Cell(cell));
        }
        for (number, sector) in self.grid.sectors.iter().enumerate() {
            let kind = |first: VariableKind| match sector.direction {
                Direction::Horizontal => first,
                Direction::Vertical => VariableKind(first.0 + 1),
            };
            if sector.clue.is_some() {
                let combinations = self.combinations(number).map(|(_, label)| label);
                model.variable(kind(CONTROLLER), combinations);
                questions.push(Question::Controller(number));
            }
            for digit in 1..=9 {
                let labels = sector.cells.iter();
                let labels = labels.filter_map(|&cell| self.digit(cell, digit));
                let labels: Vec<Label> = labels.collect();
                let magic = sector.magic().contains(digit);
                if magic && !labels.is_empty() {
                    model.variable(kind(MAGIC), labels.iter().copied());
                    questions.push(Question::Magic(number, digit));
                }
                for (place, &label) in labels.iter().enumerate() {
                    if !magic {
                        let others = labels[place + 1..].iter();
                        others.for_each(|&other| model.link(label, other));
                    }
                    let combinations = self.combinations(number);
                    let without = combinations.filter(|(digits, _)| !digits.contains(digit));
                    without.for_each(|(_, combination)| model.link(label, combination));
                }
            }
        }
        let model = model.build().expect("cells and sectors are sound");
        (model, questions)
    }
}
