//! The query of an address, after the question mark.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    /// Splits the target of a request into its path and its query.
    pub(super) fn split(target: &str) -> (&str, Query) {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        (path, Query(pairs.collect()))
    }

    /// The first value of a name, or the empty string.
    pub(super) fn get(&self, name: &str) -> &str {
        let named = self.0.iter().find(|(other, _)| other == name);
        named.map_or("", |(_, value)| value)
    }

    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(other, _)| other == name);
        named.map(|(_, value)| value.as_str())
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.get(name).parse().ok()
    }
}

/// Decodes `+` and percent signs. Invalid UTF-8 becomes replacement characters.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        let hex = match (first, after) {
            (b'%', [a, b, ..]) => digit(a).zip(digit(b)),
            _ => None,
        };
        match (first, hex) {
            (_, Some((a, b))) => {
                bytes.push((16 * a + b) as u8);
                rest = &after[2..];
                continue;
            }
            (b'+', _) => bytes.push(b' '),
            (other, _) => bytes.push(*other),
        }
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
