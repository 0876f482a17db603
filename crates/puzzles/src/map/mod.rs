//! Map colouring (PBCS 16.1; CSP-Rules manual, 12): regions that share a border have different
//! colours. A line is `map:` and `COLOURS,GIVENS,BORDERS`: the number of colours, a symbol for
//! each region, and lists of regions, the first of which borders on the others:
//! `4,R..B,1-2-3:2-4`. Ids of Tatham's Map say the same with a picture of the map.

mod colours;
mod domain;
mod drawing;
mod error;
mod picture;
mod regions;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use crate::built::Built;
use crate::tatham::Id;
use gradus_csp::{Domain, Instance, Label, ReadError, ReadResult, TooLarge};

pub use colours::COLOURS;
pub use domain::MapDomain;
pub use error::MapError;
pub use picture::Picture;
pub use regions::Regions;

/// A map to be coloured.
#[derive(Clone, Debug)]
pub struct Map {
    regions: Arc<Regions>,
    domain: Arc<OnceLock<Built<MapDomain>>>,
    /// The colour of each region, if it is given.
    givens: Vec<Option<usize>>,
}

impl Map {
    fn new(mut regions: Regions, givens: Vec<Option<usize>>) -> Result<Map, MapError> {
        regions.borders.sort_unstable();
        regions.borders.dedup();
        TooLarge::check(regions.count * regions.colours)?;
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

/// Reads an id of Tatham's Map.
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
    match read {
        Ok(map) => Ok(Box::new(map)),
        Err(error) => Err(ReadError::data("map", error)),
    }
}

/// The regions of a list, counted from 1 in the text.
fn list(text: &str, number: usize, count: usize) -> Result<Vec<usize>, MapError> {
    let words = text.split(|c: char| matches!(c, '-' | '.' | ',') || c.is_whitespace());
    let words = words.filter(|word| !word.is_empty());
    let region = |word: &str| match word.parse() {
        Ok(region @ 1..) if region <= count => Ok(region - 1),
        _ => Err(MapError::Region {
            list: number,
            found: word.to_string(),
            count,
        }),
    };
    words.map(region).collect()
}

impl FromStr for Map {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut parts = text.splitn(3, ',');
        let (Some(colours), Some(givens), Some(borders)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(MapError::Parts(text.split(',').count()));
        };
        let colours = match colours.trim().parse() {
            Ok(colours) if (1..=COLOURS.len()).contains(&colours) => colours,
            _ => return Err(MapError::Colours(colours.to_string())),
        };
        let given = |(place, found): (usize, char)| {
            let symbol = COLOURS.find(found.to_ascii_uppercase());
            match (found, symbol) {
                ('.', _) => Ok(None),
                (_, Some(colour)) if colour < colours => Ok(Some(colour)),
                _ => Err(MapError::Given {
                    region: place + 1,
                    found,
                    colours: &COLOURS[..colours],
                }),
            }
        };
        let givens = givens.trim().chars().enumerate().map(given);
        let givens = givens.collect::<Result<Vec<_>, _>>()?;
        let count = givens.len();
        if count == 0 {
            return Err(MapError::Empty);
        }
        let mut pairs = Vec::new();
        for (number, text) in (1..).zip(borders.split([':', '|'])) {
            let list = list(text, number, count)?;
            let Some((&first, others)) = list.split_first() else {
                continue;
            };
            for &other in others {
                if other == first {
                    return Err(MapError::Itself(first + 1));
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

/// The line that stands for it: an id if there is a picture.
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
            let mut text = (list[0].0 + 1).to_string();
            for (_, other) in list {
                text.push_str(&format!("-{}", other + 1));
            }
            text
        });
        write!(f, ",{}", lists.collect::<Vec<_>>().join(":"))
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
