//! The name that was probably meant by a misspelled one.

/// The name that is nearest to a word, if it is near enough for a slip of the pen; the first
/// of equals. Capitals do not matter.
///
/// ```
/// use gradus_engine::rating::nearest;
///
/// assert_eq!(nearest("bbp", ["w", "b", "bpb"]), Some("bpb"));
/// assert_eq!(nearest("nonsense", ["w", "b", "bpb"]), None);
/// ```
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |name: &str| strsim::osa_distance(&word, &name.to_lowercase());
    let most = (word.chars().count() / 3).max(1);
    let near = names.into_iter().map(|name| (distance(name), name));
    let near = near.filter(|(distance, name)| *distance <= most && *distance < name.len());
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// `: did you mean NAME?`, or nothing if no name is near.
pub(crate) fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = nearest(word, names);
    near.map_or(String::new(), |near| format!(": did you mean {near}?"))
}
