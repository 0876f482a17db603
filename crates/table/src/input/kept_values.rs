//! The values of the kept columns in a record.

use crate::table::Spelling;

/// Values that share one allocation, which is used again for the next record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptValues {
    text: String,
    /// Where each value ends, and how it is spelled; `None` is null.
    ends: Vec<(usize, Option<Spelling>)>,
}

impl KeptValues {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Adds a value.
    pub(super) fn push(&mut self, value: Option<&str>, spelling: Spelling) {
        self.text.push_str(value.unwrap_or_default());
        let spelling = value.map(|_| spelling);
        self.ends.push((self.text.len(), spelling));
    }

    /// The bytes of all values.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The values, in the order of the columns.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        self.spelled().map(|value| Some(value?.0))
    }

    /// The values, and how they are spelled.
    pub fn spelled(&self) -> impl Iterator<Item = Option<(&str, Spelling)>> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(end, _)| *end));
        let values = starts.zip(&self.ends);
        values.map(|(start, (end, spelling))| Some((&self.text[start..*end], (*spelling)?)))
    }
}
