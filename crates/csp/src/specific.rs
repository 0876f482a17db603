//! Rules of one kind of puzzle: what its constraints allow beyond labels, variables and
//! links, such as the sums of Kakuro or the loop of Slitherlink ("application-specific
//! rules" of CSP-Rules). They only ever eliminate candidates; what is then alone in a
//! variable is asserted by Singles.
//!
//! Such rules must be stable for confluence: what they eliminate in a state, they also
//! eliminate in any later one. A rule of [`RuleLevel::Basic`] belongs to the basic resolution
//! theory of its kind and is applied wherever Singles are, inside trials too; one of
//! [`RuleLevel::Whips1`] is applied wherever whips\[1\] are. Chains do not use them.

use std::fmt;
use std::ops::ControlFlow;

use super::ids::Label;

/// The level at which a rule is applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RuleLevel {
    /// With Singles.
    Basic = 0,
    /// With whips\[1\].
    Whips1 = 1,
}

/// A resolution state as rows of bits, one bit for each label.
#[derive(Clone, Copy, Debug)]
pub struct StateBits<'a> {
    /// Candidates and values.
    pub left: &'a [u64],
    /// Values.
    pub values: &'a [u64],
}

fn has(row: &[u64], label: Label) -> bool {
    let word = row.get(label.index() / 64).copied().unwrap_or(0);
    word >> (label.index() % 64) & 1 == 1
}

impl StateBits<'_> {
    /// Returns true if a label is a candidate or a value.
    pub fn is_left(&self, label: Label) -> bool {
        has(self.left, label)
    }

    /// Returns true if a label is a value.
    pub fn is_value(&self, label: Label) -> bool {
        has(self.values, label)
    }
}

/// One application of a rule. Labels that are gone already may be among its targets.
pub struct Deduction<'a> {
    /// The name of the rule: `horiz-sector-to-ctr`.
    pub rule: &'a str,
    /// The place where it was applied, in the notation of the kind; called only if it is shown.
    pub premise: &'a dyn Fn() -> String,
    /// The labels that are false.
    pub targets: &'a [Label],
}

/// Receives deductions until it breaks.
pub type Visitor<'a> = dyn FnMut(Deduction<'_>) -> ControlFlow<()> + 'a;

/// The rules of a kind of puzzle, for one puzzle.
pub trait SpecificRules: fmt::Debug + Send + Sync {
    /// Visits the conclusions of the rules of a level from a state, simplest rules first.
    fn visit(&self, level: RuleLevel, known: StateBits<'_>, visitor: &mut Visitor<'_>);

    /// Returns true if a state in which every variable has a value, free of contradictions
    /// between labels, is a solution. Checks what variables and links do not express.
    fn accepts(&self, _values: &dyn Fn(Label) -> bool) -> bool {
        true
    }

    /// The first deduction of a level that eliminates a candidate.
    fn first_application(&self, level: RuleLevel, known: StateBits<'_>) -> Option<Application> {
        let mut found = None;
        self.visit(level, known, &mut |deduction| {
            let targets = deduction.targets.iter().copied();
            let mut targets: Vec<Label> = targets.filter(|&target| known.is_left(target)).collect();
            targets.sort_unstable();
            targets.dedup();
            if targets.is_empty() {
                return ControlFlow::Continue(());
            }
            found = Some(Application {
                rule: deduction.rule.to_string(),
                premise: (deduction.premise)(),
                level,
                targets,
            });
            ControlFlow::Break(())
        });
        found
    }
}

/// A deduction that eliminates candidates, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// The name of the rule.
    pub rule: String,
    /// The place where it was applied.
    pub premise: String,
    /// The level of the rule.
    pub level: RuleLevel,
    /// The candidates that it eliminates.
    pub targets: Vec<Label>,
}
