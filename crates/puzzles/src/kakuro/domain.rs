//! The constraint graph of one Kakuro (PBCS 15.2): labels are digits in white cells and
//! combinations of controllers. A cell has one digit and a clue one combination; a digit of
//! all combinations of a clue, magic or pseudo-magic, is in one cell of its sector. Other
//! links exclude the same digit twice in a sector, and a digit with a combination
//! without it.

use std::sync::{Arc, OnceLock};

use super::combinations::Digits;
use super::coupling::Coupling;
use super::grid::{Direction, KakuroGrid};
use crate::built::{self, Built};
use gradus_csp::{Label, Model, ModelBuilder, TooLarge, Variable, VariableKind};

/// The digit of a cell.
const CELL: VariableKind = VariableKind(0);
/// The combination of a horizontal clue; that of a vertical one is the next kind.
const CONTROLLER: VariableKind = VariableKind(1);
/// The cell of a magic digit in a horizontal sector; in a vertical one it is the next kind.
const MAGIC: VariableKind = VariableKind(3);

/// The meaning of a label.
#[derive(Clone, Copy, Debug)]
pub(super) enum KakuroLabel {
    /// A digit in a white cell.
    Digit { cell: usize, digit: u8 },
    /// The digits of a sector.
    Combination { sector: usize, digits: Digits },
}

/// The question of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum KakuroVariable {
    /// Which digit does this cell have?
    Cell(usize),
    /// Which combination does this sector have?
    Controller(usize),
    /// Which cell of this sector has the digit?
    Magic(usize, u8),
}

/// One Kakuro without its givens.
#[derive(Debug)]
pub(super) struct KakuroDomain {
    pub(super) grid: Arc<KakuroGrid>,
    labels: Vec<KakuroLabel>,
    /// The first label of each cell; its digits follow in ascending order.
    cells: Vec<usize>,
    /// The first label of each sector; its combinations follow in order.
    sectors: Vec<usize>,
    /// The constraint graph and the questions of its variables, built on first use.
    built: OnceLock<(Arc<Model>, Vec<KakuroVariable>)>,
}

/// Fails if a grid has too many labels.
pub(super) fn check_size(grid: &KakuroGrid) -> Result<(), TooLarge> {
    let digits = (0..grid.cells.len()).map(|cell| grid.digits(cell).iter().count());
    let combinations = grid.sectors.iter().map(|sector| sector.combinations.len());
    TooLarge::check(digits.chain(combinations).sum())
}

impl KakuroDomain {
    /// The domain of a grid that is not too large.
    pub(super) fn new(grid: Arc<KakuroGrid>) -> Built<KakuroDomain> {
        let mut labels = Vec::new();
        let mut cells = Vec::with_capacity(grid.cells.len());
        for cell in 0..grid.cells.len() {
            cells.push(labels.len());
            let digits = grid.digits(cell).iter();
            labels.extend(digits.map(|digit| KakuroLabel::Digit { cell, digit }));
        }
        let mut sectors = Vec::with_capacity(grid.sectors.len());
        for (sector, data) in grid.sectors.iter().enumerate() {
            sectors.push(labels.len());
            let combinations = data.combinations.iter();
            labels.extend(combinations.map(|&digits| KakuroLabel::Combination { sector, digits }));
        }
        let names = Arc::new(KakuroDomain {
            grid,
            labels,
            cells,
            sectors,
            built: OnceLock::new(),
        });
        let rules = Arc::new(Coupling::new(&names));
        let domain = built::domain(names.graph().clone(), names.clone()).with_rules(rules);
        Built { names, domain }
    }

    /// The meaning of a label.
    pub(super) fn meaning(&self, label: Label) -> KakuroLabel {
        self.labels[label.index()]
    }

    /// A digit in a cell, if it is possible there.
    pub(super) fn digit(&self, cell: usize, digit: u8) -> Option<Label> {
        let mut digits = self.digits(cell);
        digits.find_map(|(own, label)| (own == digit).then_some(label))
    }

    /// The digits of a cell, with their labels.
    pub(super) fn digits(&self, cell: usize) -> impl Iterator<Item = (u8, Label)> + '_ {
        let labels = (self.cells[cell]..).map(Label::new);
        self.grid.digits(cell).iter().zip(labels)
    }

    /// The combinations of a sector, with their labels.
    pub(super) fn combinations(&self, sector: usize) -> impl Iterator<Item = (Digits, Label)> + '_ {
        let labels = (self.sectors[sector]..).map(Label::new);
        let combinations = &self.grid.sectors[sector].combinations;
        combinations.iter().copied().zip(labels)
    }

    pub(super) fn question(&self, variable: Variable) -> KakuroVariable {
        self.built().1[variable.index()]
    }

    pub(super) fn graph(&self) -> &Arc<Model> {
        &self.built().0
    }

    fn built(&self) -> &(Arc<Model>, Vec<KakuroVariable>) {
        self.built.get_or_init(|| {
            let (model, variables) = self.model();
            (Arc::new(model), variables)
        })
    }

    fn model(&self) -> (Model, Vec<KakuroVariable>) {
        let mut model = ModelBuilder::new(self.labels.len());
        let mut variables = Vec::new();
        let cells = 0..self.grid.cells.len();
        for cell in cells.filter(|&cell| !self.grid.digits(cell).is_empty()) {
            model.variable(CELL, self.digits(cell).map(|(_, label)| label));
            variables.push(KakuroVariable::Cell(cell));
        }
        for (number, sector) in self.grid.sectors.iter().enumerate() {
            let kind = |first: VariableKind| match sector.direction {
                Direction::Horizontal => first,
                Direction::Vertical => VariableKind(first.0 + 1),
            };
            if sector.clue.is_some() {
                let combinations = self.combinations(number).map(|(_, label)| label);
                model.variable(kind(CONTROLLER), combinations);
                variables.push(KakuroVariable::Controller(number));
            }
            for digit in 1..=9 {
                let labels = sector.cells.iter();
                let labels = labels.filter_map(|&cell| self.digit(cell, digit));
                let labels: Vec<Label> = labels.collect();
                let magic = sector.magic().contains(digit);
                if magic && !labels.is_empty() {
                    model.variable(kind(MAGIC), labels.iter().copied());
                    variables.push(KakuroVariable::Magic(number, digit));
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
        (model, variables)
    }
}
