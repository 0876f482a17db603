//! Runs and paths as chains to show.

use super::nested::Context;
use crate::chain::{Cause, Chain, Node};
use crate::forcing::Found;
use crate::run::{ADVANCED, CELL, REGION, Run, START, Why};

fn cause(why: Why) -> Cause {
    match why {
        START => Cause::Assumed,
        CELL => Cause::Cell,
        ADVANCED => Cause::Technique,
        region => Cause::region(usize::from(region - REGION)),
    }
}

fn node(value: u16, why: Why) -> Node {
    Node {
        cell: (value / 18) as u8,
        digit: (value / 2 % 9) as u8 + 1,
        on: value & 1 == 1,
        cause: cause(why),
        parents: Vec::new(),
        nested: None,
    }
}

/// Appends a target of a run with its ancestors; the target is the first of the list.
pub(crate) fn append(
    chain: &mut Chain,
    run: &Run,
    list: &[u16],
    context: &Context<'_, '_>,
    known: &mut Vec<u32>,
) {
    let first = chain.nodes.len();
    chain.targets.push(first);
    for &index in list {
        let from = run.at(index);
        let mut shown = node(from.value, from.why);
        run.parents(from, |parent| {
            // A fresh node stands for an older one of its value.
            let same = |&other: &u16| run.at(other).value == run.at(parent).value;
            let place = list.iter().position(|other| same(other));
            shown.parents.extend(place.map(|place| first + place));
        });
        if from.why == ADVANCED {
            let nested = run.entries[usize::from(from.parent)].chain;
            if let Some(nested) = context.chains.get(nested as usize)
                && let Some(inner) = &nested.chain
            {
                let place = known.iter().position(|known| *known == nested.signature);
                shown.nested = Some(place.unwrap_or_else(|| {
                    known.push(nested.signature);
                    chain.nested.push(Chain::clone(inner));
                    known.len() - 1
                }));
            }
        }
        chain.nodes.push(shown);
    }
}

impl Found {
    /// The path as a chain: of a cycle, from the source back to it.
    pub(crate) fn chain(&self) -> Chain {
        let mut nodes: Vec<Node> = Vec::new();
        let count = self.path.len();
        for (index, &(value, why)) in self.path.iter().enumerate() {
            let mut shown = node(value, why);
            if index + 1 < count {
                shown.parents.push(index + 1);
            } else if self.cycle {
                shown.parents.push(0);
            }
            nodes.push(shown);
        }
        Chain {
            technique: self.technique(),
            complexity: self.rank.complexity,
            nodes,
            targets: vec![0],
            nested: Vec::new(),
        }
    }
}
