//! Map colouring (PBCS 16.1; CSP-Rules manual, 12): regions that share a border have different
//! colours. A line is `map:` and `COLOURS,GIVENS,BORDERS`: the number of colours, a symbol for
//! each region, and lists of regions, the first of which borders on the others:
//! `4,R..B,1-2-3:2-4`. IDs of Tatham's Map contain a picture of the map instead.

mod domain;
mod drawing;
mod picture;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use crate::built::Built;
use crate::tatham::Id;
use crate::text::joined;
use gradus_csp::{Domain, Instance, Label, ReadError, ReadResult, TooLarge};

use domain::{COLOURS, MapDomain, Regions};
use picture::Picture;

/// A map to be coloured.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    regions: Arc<Regions>,
    domain: Arc<OnceLock<Built<MapDomain>>>,
    /// The colour of each region, if given.
    givens: Vec<Option<usize>>,
}

impl Map {
    fn new(mut regions: Regions, givens: Vec<Option<usize>>) -> Result<Map, String> {
        regions.borders.sort_unstable();
        regions.borders.dedup();
        TooLarge::check(regions.count * regions.colours).map_err(|error| error.to_string())?;
        Ok(Map {
            regions: Arc::new(regions),
            domain: Arc::default(),
            givens,
        })
    }

    fn built(&self) -> &Built<MapDomain> {
        self.domain
            .get_or_init(|| MapDomain::new(self.regions.clone()))
    }
}

/// Reads an ID of Tatham's Map.
pub(crate) fn read_id(id: &Id<'_>) -> ReadResult {
    let read = Picture::of_id(id).and_then(|(picture, givens)| {
        let regions = Regions {
            colours: picture::COLOURS.len(),
            count: picture.count(),
            borders: picture.borders(),
            picture: Some(picture),
        };
        Map::new(regions, givens)
    });
    let map = read.map_err(|reason| ReadError::data("map", reason))?;
    Ok(Box::new(map))
}

/// The regions of a list, counted from 1 in the text.
fn list(text: &str, number: usize, count: usize) -> Result<Vec<usize>, String> {
    let words = text.split(|c: char| matches!(c, '-' | '.' | ',') || c.is_whitespace());
    let words = words.filter(|word| !word.is_empty());
    let region = |word: &str| match word.parse() {
        Ok(region @ 1..) if region <= count => Ok(region - 1),
        _ => Err(format!(
            "list {number} of the borders has {word:?}: expected a region from 1 to {count}"
        )),
    };
    words.map(region).collect()
}

impl FromStr for Map {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.splitn(3, ',').collect();
        let [colours, givens, borders] = parts[..] else {
            return Err(format!(
                "{} parts between commas: expected COLOURS,GIVENS,BORDERS, such as \
                 4,R..B,1-2-3:2-4, or an id of Tatham's Map",
                parts.len()
            ));
        };
        let colours = match colours.trim().parse() {
            Ok(colours) if (1..=COLOURS.len()).contains(&colours) => colours,
            _ => {
                let most = COLOURS.len();
                return Err(format!(
                    "the number of colours is {colours:?}: expected 1 to {most}"
                ));
            }
        };
        let given = |(region, found): (usize, char)| {
            let symbol = COLOURS.find(found.to_ascii_uppercase());
            match (found, symbol) {
                ('.', _) => Ok(None),
                (_, Some(colour)) if colour < colours => Ok(Some(colour)),
                _ => Err(format!(
                    "region {region} is {found:?}: expected one of {}, or `.`",
                    &COLOURS[..colours]
                )),
            }
        };
        let givens = (1..).zip(givens.trim().chars()).map(given);
        let givens = givens.collect::<Result<Vec<_>, _>>()?;
        let count = givens.len();
        if count == 0 {
            return Err("there is no region".to_string());
        }
        let mut pairs = Vec::new();
        for (number, text) in (1..).zip(borders.split([':', '|'])) {
            let list = list(text, number, count)?;
            let Some((&first, others)) = list.split_first() else {
                continue;
            };
            for &other in others {
                if other == first {
                    return Err(format!("region {} borders on itself", first + 1));
                }
                pairs.push((first.min(other), first.max(other)));
            }
        }
        let regions = Regions {
            colours,
            count,
            borders: pairs,
            picture: None,
        };
        Map::new(regions, givens)
    }
}

/// The line of the puzzle: an ID if the map has a picture.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(picture) = &self.regions.picture {
            return write!(f, "map:{}", picture.id(&self.givens));
        }
        write!(f, "map:{},", self.regions.colours)?;
        let symbol = |colour: usize| &COLOURS[colour..=colour];
        for colour in &self.givens {
            f.write_str(colour.map_or(".", symbol))?;
        }
        let lists = self.regions.borders.chunk_by(|a, b| a.0 == b.0);
        let lists = lists.map(|list| {
            let others = list.iter().map(|(_, other)| *other);
            joined(
                [list[0].0]
                    .into_iter()
                    .chain(others)
                    .map(|region| region + 1),
                "-",
            )
        });
        write!(f, ",{}", joined(lists, ":"))
    }
}

impl Instance for Map {
    fn kind(&self) -> &'static str {
        "map"
    }

    fn domain(&self) -> &Domain {
        &self.built().domain
    }

    fn givens(&self) -> Vec<Label> {
        let given = |(region, colour): (usize, &Option<usize>)| {
            Some(self.built().names.label_of(region, (*colour)?))
        };
        self.givens.iter().enumerate().filter_map(given).collect()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut map = self.clone();
        for &label in more {
            let (region, colour) = self.built().names.parts(label);
            map.givens[region] = Some(colour);
        }
        Some(Box::new(map))
    }
}
