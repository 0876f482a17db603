//! The input columns that a table keeps: each once, in the order of the inputs.

use std::sync::Arc;

use crate::table::{Keep, kept_name};

/// The kept columns of the inputs read so far.
pub(crate) struct KeptColumns {
    /// Their names.
    pub names: Arc<Vec<String>>,
    /// True for those that an input has.
    met: Vec<bool>,
}

impl KeptColumns {
    /// The requested columns, or none so far.
    pub(crate) fn new(keep: &Keep) -> KeptColumns {
        let mut kept = KeptColumns {
            names: Arc::default(),
            met: Vec::new(),
        };
        if let Keep::Columns(names) = keep {
            for name in names {
                kept.place(&kept_name(name));
            }
            kept.met.fill(false);
        }
        kept
    }

    /// The place of a column that an input has.
    pub(crate) fn place(&mut self, name: &str) -> usize {
        let same = |known: &String| known.eq_ignore_ascii_case(name);
        let place = self.names.iter().position(same).unwrap_or_else(|| {
            Arc::make_mut(&mut self.names).push(name.to_string());
            self.met.push(true);
            self.met.len() - 1
        });
        self.met[place] = true;
        place
    }

    /// The columns that no input has.
    pub(crate) fn missing(&self) -> Vec<String> {
        let all = self.names.iter().zip(&self.met);
        all.filter(|(_, met)| !**met)
            .map(|(name, _)| name.clone())
            .collect()
    }
}

/// The values of an input's columns at their places in the table.
pub(crate) fn moved(values: Vec<Option<String>>, places: &[usize]) -> Vec<Option<String>> {
    if places.iter().copied().eq(0..places.len()) {
        return values;
    }
    let length = places.iter().max().map_or(0, |place| place + 1);
    let mut moved = vec![None; length];
    for (value, &place) in values.into_iter().zip(places) {
        moved[place] = value;
    }
    moved
}
