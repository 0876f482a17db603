//! What a job is, and whether another is the same.

use serde::{Deserialize, Serialize};

use crate::io::Source;
use crate::io::digest::digest;
use crate::job::{Error, changed};
use crate::table::columns::PUZZLE;
use crate::table::metadata::{Input, Options};

/// What a job is: it can go on only if all of this is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description {
    /// The version of gradus.
    pub version: String,
    /// What is asked for.
    pub options: Options,
    /// Deeper T&E is not tried for depths.
    pub max_depth: u64,
    /// The inputs with their digests.
    pub inputs: Vec<Input>,
    /// Files that were found and cannot be read.
    pub unreadable: Vec<(String, String)>,
    /// The part of the rows that is classified.
    pub shard: String,
    /// The kind of the puzzles that do not show theirs.
    pub kind: Option<String>,
}

impl Description {
    /// What is not as it was, if anything is. The digest of the input that was
    /// `broken` may be another.
    pub(crate) fn difference(&self, now: &Description, broken: Option<&str>) -> Option<String> {
        let names = |job: &Description| {
            let names: Vec<_> = job.inputs.iter().map(|input| input.name.as_str()).collect();
            names.join(", ")
        };
        let limit = |job: &Description| job.options.limit.map_or("none".into(), |n| n.to_string());
        let (then, new) = (&self.options, &now.options);
        let column = |options: &Options| options.column.clone().unwrap_or(PUZZLE.into());
        let kind = |job: &Description| job.kind.clone().unwrap_or("none".into());
        let condition = |options: &Options| options.condition.clone().unwrap_or("none".into());
        let ratings = |options: &Options| options.ratings.join(",");
        changed("the version of gradus", &self.version, &now.version)
            .or_else(|| changed("the list of ratings", ratings(then), ratings(new)))
            .or_else(|| changed("the maximum length", then.max_length, new.max_length))
            .or_else(|| changed("the maximum depth", self.max_depth, now.max_depth))
            .or_else(|| changed("the budget", then.budget, new.budget))
            .or_else(|| changed("the limit", limit(self), limit(now)))
            .or_else(|| changed("the column of puzzles", column(then), column(new)))
            .or_else(|| changed("the columns to keep", &then.keep, &new.keep))
            .or_else(|| changed("the kind of the puzzles", kind(self), kind(now)))
            .or_else(|| changed("the condition", condition(then), condition(new)))
            .or_else(|| changed("the shard", &self.shard, &now.shard))
            .or_else(|| changed("the list of inputs", names(self), names(now)))
            .or_else(|| {
                let mut pairs = self.inputs.iter().zip(&now.inputs);
                let changed = pairs.find(|(then, now)| then != now && broken != Some(&then.name));
                changed.map(|(then, _)| format!("the input {} has changed", then.name))
            })
            .or_else(|| {
                let same = self.unreadable == now.unreadable;
                (!same).then(|| "other inputs than before cannot be read".to_string())
            })
    }
}

/// An input with its digest.
pub(crate) fn input(source: &Source) -> Result<Input, Error> {
    let name = source.name.clone();
    let path = source.path.as_ref().filter(|_| source.length.is_some());
    match path.map(|path| digest(path)).transpose() {
        Ok(blake3) => Ok(Input { name, blake3 }),
        Err(source) => Err(Error::Input {
            name,
            line: 0,
            source,
        }),
    }
}
