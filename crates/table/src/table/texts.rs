//! Texts, one after the other in one piece of memory.

/// A list of texts that shares one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    /// Removes all texts, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Returns the text at a place, or an empty one if there is none.
    pub fn get(&self, place: usize) -> &str {
        let Some(&end) = self.ends.get(place) else {
            return "";
        };
        let start = match place {
            0 => 0,
            _ => self.ends[place - 1],
        };
        &self.bytes[start..end]
    }

    /// Iterates over the texts, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|place| self.get(place))
    }
}
