//! What a hunt is, and whether another is the same. When it stops is no part of it: a hunt
//! can go on for longer than was said at first.

use serde::{Deserialize, Serialize};

use super::job::Job;
use crate::job::{Error, changed};
use crate::table::metadata::{Hunt, Input, Options};

/// What a hunt is: it can go on only if all of this is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description {
    /// The version of gradus.
    pub version: String,
    /// The ratings and limits.
    pub options: Options,
    /// Deeper T&E is not tried for depths.
    pub max_depth: u64,
    /// The files with seeds, with their digests.
    pub inputs: Vec<Input>,
    /// What it is after, and how.
    pub hunt: Hunt,
}

impl Description {
    /// What a job is.
    pub(crate) fn of(job: &Job) -> Result<Description, Error> {
        let sources = job.seeds.iter().flat_map(|seeds| &seeds.found.sources);
        let inputs = sources.map(crate::classify::description::input);
        let seeds = job.seeds.as_ref();
        Ok(Description {
            version: env!("CARGO_PKG_VERSION").to_string(),
            options: Options {
                column: seeds.and_then(|seeds| seeds.reading.column.clone()),
                ..Options::new(&job.request, seeds.and_then(|seeds| seeds.limit))
            },
            max_depth: job.request.limits.max_depth as u64,
            inputs: inputs.collect::<Result<_, _>>()?,
            hunt: job.hunt(),
        })
    }

    /// What is not as it was, if anything is.
    pub(crate) fn difference(&self, now: &Description) -> Option<String> {
        let names = |of: &Description| {
            let names: Vec<_> = of.inputs.iter().map(|input| input.name.as_str()).collect();
            names.join(", ")
        };
        let (a, b) = (&self.hunt, &now.hunt);
        let text = |text: &Option<String>| text.clone().unwrap_or("none".to_string());
        let number = |number: Option<u64>| number.map_or("none".to_string(), |n| n.to_string());
        changed("the version of gradus", &self.version, &now.version)
            .or_else(|| changed("the target", &a.target, &b.target))
            .or_else(|| changed("the tie", text(&a.tie), text(&b.tie)))
            .or_else(|| changed("the least value", text(&a.least), text(&b.least)))
            .or_else(|| {
                let (a, b) = (number(a.bounds_below), number(b.bounds_below));
                changed("the value from which bounds do not do", a, b)
            })
            .or_else(|| changed("the seed", a.seed, b.seed))
            .or_else(|| changed("the number of random puzzles", a.random, b.random))
            .or_else(|| changed("the generator", &a.generator, &b.generator))
            .or_else(|| changed("the list of moves", a.moves.join(","), b.moves.join(",")))
            .or_else(|| changed("the population", a.population, b.population))
            .or_else(|| changed("the quota", a.quota, b.quota))
            .or_else(|| changed("whether puzzles must be minimal", a.minimal, b.minimal))
            .or_else(|| {
                let (a, b) = (number(a.restart_after), number(b.restart_after));
                changed("the patience before a restart", a, b)
            })
            .or_else(|| {
                let ratings = |of: &Description| of.options.ratings.join(",");
                changed("the list of ratings", ratings(self), ratings(now))
            })
            .or_else(|| changed("the list of inputs", names(self), names(now)))
            .or_else(|| (self.inputs != now.inputs).then(|| "an input has changed".to_string()))
            .or_else(|| (self != now).then(|| "an option is another".to_string()))
    }
}
