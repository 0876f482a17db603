//! The six coupling rules of Kakuro, three for each direction (PBCS 15.3 and 17.3.2;
//! KakuRules): from controllers to cells, from cells to controllers, and from sectors to
//! controllers. The last is not a whip\[1\]: only a magic digit has a variable for its cell.
//! All of them belong to the basic theory, also inside trials.

use std::ops::ControlFlow;

use super::combinations::Digits;
use super::domain::KakuroDomain;
use super::grid::{Direction, GridPoint, Sector};
use gradus_csp::{Deduction, Label, RuleLevel, SpecificRules, StateBits, Visitor};

/// The names of the rules, in the order in which they are applied.
const RULES: [[&str; 2]; 3] = [
    ["ctr-to-horiz-sector", "ctr-to-verti-sector"],
    ["cell-to-horiz-ctr", "cell-to-verti-ctr"],
    ["horiz-sector-to-ctr", "verti-sector-to-ctr"],
];

/// A sector with a clue.
#[derive(Debug)]
struct Coupled {
    direction: Direction,
    controller: GridPoint,
    cells: Vec<Vec<(u8, Label)>>,
    combinations: Vec<(Digits, Label)>,
}

/// The coupling rules of one puzzle.
#[derive(Debug)]
pub(super) struct Coupling {
    sectors: Vec<Coupled>,
}

/// The digits left in a sector.
struct SectorState {
    /// The digits in some combination left.
    combined: Digits,
    /// The digits left in each cell.
    cells: [Digits; 9],
    /// The digits left in some cell.
    in_cells: Digits,
}

impl Coupling {
    pub(super) fn new(domain: &KakuroDomain) -> Coupling {
        let sectors = domain.grid.sectors.iter().enumerate();
        let clued = sectors.filter(|(_, sector)| sector.clue.is_some());
        let coupled = |(number, sector): (usize, &Sector)| Coupled {
            direction: sector.direction,
            controller: sector.controller,
            cells: (sector.cells.iter())
                .map(|&cell| domain.digits(cell).collect())
                .collect(),
            combinations: domain.combinations(number).collect(),
        };
        Coupling {
            sectors: clued.map(coupled).collect(),
        }
    }
}

impl Coupled {
    fn left(&self, known: StateBits<'_>) -> SectorState {
        let mut left = SectorState {
            combined: Digits::NONE,
            cells: [Digits::NONE; 9],
            in_cells: Digits::NONE,
        };
        for &(digits, label) in &self.combinations {
            if known.is_left(label) {
                left.combined = left.combined.or(digits);
            }
        }
        for (own, cell) in left.cells.iter_mut().zip(&self.cells) {
            for &(digit, label) in cell {
                if known.is_left(label) {
                    *own = own.or(Digits::one(digit));
                }
            }
            left.in_cells = left.in_cells.or(*own);
        }
        left
    }

    /// Collects the labels that one of the three rules eliminates.
    fn targets(
        &self,
        rule: usize,
        known: StateBits<'_>,
        left: &SectorState,
        targets: &mut Vec<Label>,
    ) {
        let cells = &left.cells[..self.cells.len()];
        let fits = |digits: Digits| match rule {
            1 => !cells.iter().any(|cell| cell.and(digits).is_empty()),
            _ => digits.and(left.in_cells.others()).is_empty(),
        };
        match rule {
            0 => {
                let digits = self.cells.iter().flatten();
                let wrong = digits.filter(|&&(digit, label)| {
                    !left.combined.contains(digit) && known.is_left(label)
                });
                targets.extend(wrong.map(|(_, label)| *label));
            }
            _ => {
                let combinations = self.combinations.iter();
                let wrong =
                    combinations.filter(|(digits, label)| known.is_left(*label) && !fits(*digits));
                targets.extend(wrong.map(|(_, label)| *label));
            }
        }
    }
}

impl SpecificRules for Coupling {
    fn visit(&self, level: RuleLevel, known: StateBits<'_>, visitor: &mut Visitor<'_>) {
        if level != RuleLevel::Basic {
            return;
        }
        let left: Vec<SectorState> = self.sectors.iter().map(|s| s.left(known)).collect();
        let mut targets = Vec::new();
        for (rule, names) in RULES.iter().enumerate() {
            for (direction, name) in Direction::BOTH.into_iter().zip(names) {
                let sectors = self.sectors.iter().zip(&left);
                for (sector, left) in sectors.filter(|(s, _)| s.direction == direction) {
                    targets.clear();
                    sector.targets(rule, known, left, &mut targets);
                    if targets.is_empty() {
                        continue;
                    }
                    let deduction = Deduction {
                        rule: name,
                        premise: &|| format!("{}{}", direction.letter(), sector.controller),
                        targets: &targets,
                    };
                    if let ControlFlow::Break(()) = visitor(deduction) {
                        return;
                    }
                }
            }
        }
    }
}
