//! The names of labels and variables of Kakuro, as KakuRules prints them: `r2c3` is a cell,
//! `hr2c1` and `vr1c3` are controllers, `r2n5` and `c3n5` are the cells of magic digits.
//! If several sectors of a line have the same magic digit, the first has this name,
//! and the others are named by their controllers: `hr2c6n5`.

use super::combinations::Digits;
use super::domain::{KakuroDomain, KakuroLabel, KakuroVariable};
use super::grid::{Direction, Sector};
use crate::text::joined;
use gradus_csp::{GLabel, Label, Model, Nomenclature, Variable};

impl KakuroDomain {
    pub(super) fn controller(&self, sector: usize) -> String {
        let sector = &self.grid.sectors[sector];
        format!("{}{}", sector.direction.letter(), sector.controller)
    }

    /// True if an earlier sector of the same line has this digit as a magic one.
    fn comes_again(&self, number: usize, digit: u8) -> bool {
        let sectors = &self.grid.sectors;
        let line = |sector: &Sector| match sector.direction {
            Direction::Horizontal => (Direction::Horizontal, sector.controller.row),
            Direction::Vertical => (Direction::Vertical, sector.controller.column),
        };
        let own = line(&sectors[number]);
        let mut before = sectors[..number].iter();
        before.any(|sector| line(sector) == own && sector.magic().contains(digit))
    }

    /// The place and the value of a label.
    fn parts(&self, label: Label) -> (String, String) {
        match self.meaning(label) {
            KakuroLabel::Digit { cell, digit } => {
                (self.grid.cells[cell].to_string(), digit.to_string())
            }
            KakuroLabel::Combination { sector, digits } => {
                (self.controller(sector), digits.to_string())
            }
        }
    }
}

impl Nomenclature for KakuroDomain {
    fn graph(&self) -> &Model {
        KakuroDomain::graph(self)
    }

    fn label(&self, label: Label) -> String {
        let (place, value) = self.parts(label);
        format!("n{value}{place}")
    }

    fn variable(&self, variable: Variable) -> String {
        match self.question(variable) {
            KakuroVariable::Cell(cell) => self.grid.cells[cell].to_string(),
            KakuroVariable::Controller(sector) => self.controller(sector),
            KakuroVariable::Magic(sector, digit) if self.comes_again(sector, digit) => {
                format!("{}n{digit}", self.controller(sector))
            }
            KakuroVariable::Magic(sector, digit) => {
                let sector = &self.grid.sectors[sector];
                match sector.direction {
                    Direction::Horizontal => format!("r{}n{digit}", sector.controller.row),
                    Direction::Vertical => format!("c{}n{digit}", sector.controller.column),
                }
            }
        }
    }

    fn value(&self, label: Label) -> String {
        let (place, value) = self.parts(label);
        format!("{place}={value}")
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        match (self.question(variable), self.meaning(label)) {
            (KakuroVariable::Magic(sector, _), KakuroLabel::Digit { cell, .. }) => {
                let place = self.grid.cells[cell];
                match self.grid.sectors[sector].direction {
                    Direction::Horizontal => format!("c{}", place.column),
                    Direction::Vertical => format!("r{}", place.row),
                }
            }
            _ => format!("n{}", self.parts(label).1),
        }
    }

    /// All labels, because several sets of combinations may have the same digits.
    fn glabel(&self, glabel: GLabel) -> String {
        let variable = self.graph().glabel_variable(glabel);
        let labels = self.graph().glabel_labels(glabel).iter();
        let answers = joined(labels.map(|&l| self.answer(variable, l)), "|");
        format!("{}{{{answers}}}", self.variable(variable))
    }

    /// The digits of a cell or of combinations are written as one number.
    fn grouped_answer(&self, glabel: GLabel) -> String {
        let variable = self.graph().glabel_variable(glabel);
        let labels = self.graph().glabel_labels(glabel).iter();
        if let KakuroVariable::Magic(..) = self.question(variable) {
            return joined(labels.map(|&l| self.answer(variable, l)), "|");
        }
        let digits = labels.map(|&label| match self.meaning(label) {
            KakuroLabel::Digit { digit, .. } => Digits::one(digit),
            KakuroLabel::Combination { digits, .. } => digits,
        });
        format!("n{}", digits.fold(Digits::NONE, Digits::or))
    }

    fn kind(&self, variable: Variable) -> String {
        let kind = match self.question(variable) {
            KakuroVariable::Cell(_) => "rc",
            KakuroVariable::Controller(_) => "ctr",
            KakuroVariable::Magic(..) => "magic",
        };
        kind.to_string()
    }

    fn single(&self, variable: Variable) -> String {
        let rule = match self.question(variable) {
            KakuroVariable::Cell(_) | KakuroVariable::Controller(_) => "naked-single",
            KakuroVariable::Magic(sector, _) => {
                let sector = &self.grid.sectors[sector];
                match (sector.direction, sector.combinations.len()) {
                    (Direction::Horizontal, 1) => "hidden-single-in-magic-horiz-sector",
                    (Direction::Vertical, 1) => "hidden-single-in-magic-verti-sector",
                    (Direction::Horizontal, _) => "hidden-single-for-magic-digit-in-horiz-sector",
                    (Direction::Vertical, _) => "hidden-single-for-magic-digit-in-verti-sector",
                }
            }
        };
        rule.to_string()
    }

    /// The digits of white cells, row by row.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let cell = |cell| {
            let digits = self.digits(cell).filter(|(_, label)| has(*label));
            digits.map(|(digit, _)| char::from(b'0' + digit)).collect()
        };
        (0..self.grid.cells.len()).map(cell).collect()
    }
}
