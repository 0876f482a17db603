//! What several sections share.

use crate::stats::Entry;

/// Colours of the series: there are four, and more cannot be distinguished.
pub(super) const CLASSES: [&str; 4] = ["s1", "s2", "s3", "s4"];

/// Returns true if a column has more than entries that are not known or not applicable.
pub(super) fn is_informative<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> bool {
    let nothing = [Entry::Unknown, Entry::NotApplicable];
    entries.into_iter().any(|entry| !nothing.contains(entry))
}
