//! Builds what was asked of a job from its inputs.

use super::error::Error;
use crate::io::Source;
use crate::io::digest;
use crate::table::Input;

/// Inputs with their sizes, without reading them.
pub(crate) fn unread(sources: &[Source]) -> Vec<Input> {
    let input = |source: &Source| Input {
        name: source.name.clone(),
        blake3: None,
        size: source.length,
    };
    sources.iter().map(input).collect()
}

/// Inputs with digests that are known.
pub(crate) fn with_digests(sources: &[Source], digests: Vec<Option<String>>) -> Vec<Input> {
    let input = |(source, blake3): (&Source, Option<String>)| Input {
        name: source.name.clone(),
        blake3,
        size: None,
    };
    sources.iter().zip(digests).map(input).collect()
}

/// Inputs with the digests of all files.
pub(crate) fn digested<'a>(
    sources: impl IntoIterator<Item = &'a Source>,
) -> Result<Vec<Input>, Error> {
    let input = |source: &'a Source| {
        let name = source.name.clone();
        let path = source.path.as_ref().filter(|_| source.length.is_some());
        match path.map(|path| digest(path)).transpose() {
            Ok(blake3) => Ok(Input {
                name,
                blake3,
                size: None,
            }),
            Err(source) => Err(Error::Input {
                name,
                line: 0,
                source,
            }),
        }
    };
    sources.into_iter().map(input).collect()
}
