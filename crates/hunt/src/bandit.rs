//! A bandit over moves: those that pay are played more often, and every one now and then.
//!
//! What a move pays is what it has earned for what it has cost, both counted, never timed,
//! so that the same seed makes the same choices on every machine. Old earnings fade: what
//! paid at the beginning may be dry later.

use gradus_generate::dice::Dice;

/// The share left of earnings and costs after a generation.
const FADING: f64 = 0.98;

/// The share of choices that are made without regard to earnings.
const FREE: f64 = 0.2;

/// The cost up to which a move is taken to pay what moves pay on average.
const CREDIT: f64 = 2000.0;

/// The earnings and costs of the moves.
#[derive(Clone, Debug)]
pub struct Bandit {
    arms: Vec<Arm>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    earned: f64,
    cost: f64,
}

impl Bandit {
    /// A bandit with this many arms, of which nothing is known.
    pub fn new(arms: usize) -> Bandit {
        Bandit {
            arms: vec![Arm::default(); arms],
        }
    }

    /// The arm to be played next.
    pub fn choose(&self, dice: &mut Dice) -> usize {
        let drawn = dice.below(1 << 20) as f64 / (1u32 << 20) as f64;
        if drawn < FREE {
            return dice.below(self.arms.len());
        }
        let mut left = (drawn - FREE) / (1.0 - FREE);
        for arm in 0..self.arms.len() {
            left -= self.share(arm);
            if left < 0.0 {
                return arm;
            }
        }
        self.arms.len() - 1
    }

    /// Notes what an arm earned and cost.
    pub fn note(&mut self, arm: usize, earned: u64, cost: u64) {
        self.arms[arm].earned += earned as f64;
        self.arms[arm].cost += cost as f64;
    }

    /// Lets a generation pass.
    pub fn fade(&mut self) {
        for arm in &mut self.arms {
            arm.earned *= FADING;
            arm.cost *= FADING;
        }
    }

    /// The present pay of an arm, as a share of the pay of all.
    pub fn share(&self, arm: usize) -> f64 {
        let total: f64 = (0..self.arms.len()).map(|arm| self.pay(arm)).sum();
        self.pay(arm) / total
    }

    /// The earnings of an arm for its costs. An arm of which little is known is as good as
    /// all are on average.
    fn pay(&self, arm: usize) -> f64 {
        let sum = |of: fn(&Arm) -> f64| self.arms.iter().map(of).sum::<f64>();
        let average = (1.0 + sum(|arm| arm.earned)) / (1.0 + sum(|arm| arm.cost));
        let Arm { earned, cost } = self.arms[arm];
        (earned + average * CREDIT) / (cost + CREDIT)
    }
}
