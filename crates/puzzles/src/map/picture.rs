//! IDs of Tatham's Map, `WxHnN:BORDERS,GIVENS`: a rectangle of squares, the borders between
//! them as runs of equal places, and the given colours. Regions are numbered by their
//! first square in reading order. IDs are printed as read, but without a difficulty.

use crate::tatham::Id;
use crate::text::runs;

/// Tatham's colours 0 to 3 as places among those of [`super::domain`]: red, yellow, green, blue.
pub(super) const COLOURS: [usize; 4] = [2, 1, 3, 0];

/// The most squares in a row or column.
const MOST: usize = 255;

/// A rectangle of squares, each with its region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    /// Squares in a row.
    pub(super) width: usize,
    /// Squares in a column.
    pub(super) height: usize,
    /// The region of each square, row by row, counted from 0.
    pub(super) regions: Vec<usize>,
}

/// A run of letters: up to 25 and a change, or 25 and more to come.
const LONGEST_RUN: usize = 25;

/// The pairs of neighbouring squares in the order of ids: above each other row by row, then
/// beside each other column by column.
fn places(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    let square = move |x: usize, y: usize| y * width + x;
    let down = (0..height.saturating_sub(1)).flat_map(move |y| (0..width).map(move |x| (x, y)));
    let across = (0..width.saturating_sub(1)).flat_map(move |x| (0..height).map(move |y| (x, y)));
    let down = down.map(move |(x, y)| (square(x, y), square(x, y + 1)));
    let across = across.map(move |(x, y)| (square(x, y), square(x + 1, y)));
    down.chain(across)
}

/// True for each place with a border; the first place is implicit and has none.
fn lines(text: &str) -> Result<Vec<bool>, String> {
    let mut lines = Vec::new();
    let mut is_border = false;
    for (position, found) in (1..).zip(text.chars()) {
        if !found.is_ascii_lowercase() {
            return Err(format!(
                "character {position} of the borders is {found:?}: expected a letter from a to z"
            ));
        }
        let run = found as usize - 'a' as usize + 1;
        lines.extend(std::iter::repeat_n(is_border, run.min(LONGEST_RUN)));
        is_border ^= run <= LONGEST_RUN;
    }
    Ok(lines)
}

/// The given colours.
fn givens(text: &str) -> Result<Vec<Option<usize>>, String> {
    let places = runs(text).map_err(|(position, found)| {
        format!(
            "character {position} of the givens is {found:?}: expected a colour from 0 to 3 or a \
             letter from a to z"
        )
    })?;
    let colour = |number: Option<u8>| number.map(|number| COLOURS[usize::from(number)]);
    Ok(places.into_iter().map(colour).collect())
}

impl Picture {
    /// The picture of an ID, and the given colours.
    pub(super) fn of_id(id: &Id<'_>) -> Result<(Picture, Vec<Option<usize>>), String> {
        let (width, height) = (id.width, id.height.unwrap_or(0));
        if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
            return Err(format!(
                "a map of {width} by {height} squares: expected 1 to {MOST} of each"
            ));
        }
        let parts = id.description.split_once(',');
        let missing = "the description of the id has no comma between borders and givens";
        let (borders, colours) = parts.ok_or(missing)?;
        let lines = lines(borders)?;
        let expected = places(width, height).count();
        if lines.len() != expected + 1 {
            let found = lines.len().saturating_sub(1);
            return Err(format!(
                "the borders have {found} places: a map of this size has {expected}"
            ));
        }
        let open = places(width, height).zip(&lines[1..]);
        let open = open.filter(|(_, is_border)| !**is_border).map(|(p, _)| p);
        let picture = Picture {
            width,
            height,
            regions: connected(width * height, open),
        };
        let expected = id.number.unwrap_or(0);
        if picture.count() != expected {
            let found = picture.count();
            return Err(format!(
                "the borders make {found} regions: the parameters say {expected}"
            ));
        }
        let givens = givens(colours)?;
        if givens.len() != expected {
            let found = givens.len();
            return Err(format!(
                "the givens are for {found} regions: there are {expected}"
            ));
        }
        Ok((picture, givens))
    }

    /// Number of regions.
    pub(super) fn count(&self) -> usize {
        self.regions.iter().max().map_or(0, |last| last + 1)
    }

    /// Pairs of regions with a common border.
    pub(super) fn borders(&self) -> Vec<(usize, usize)> {
        let pairs = places(self.width, self.height);
        let pairs = pairs.map(|(a, b)| (self.regions[a], self.regions[b]));
        let pairs = pairs.filter(|(a, b)| a != b);
        pairs.map(|(a, b)| (a.min(b), a.max(b))).collect()
    }

    /// The ID with these givens.
    pub(super) fn id(&self, givens: &[Option<usize>]) -> String {
        let letter = |run: usize| char::from(b'a' + run as u8 - 1);
        let mut id = format!("{}x{}n{}:", self.width, self.height, self.count());
        let (mut state, mut run) = (false, 1);
        for (a, b) in places(self.width, self.height) {
            let is_border = self.regions[a] != self.regions[b];
            if is_border == state {
                if run == LONGEST_RUN {
                    id.push('z');
                    run = 0;
                }
                run += 1;
            } else {
                id.push(letter(run));
                (state, run) = (is_border, 1);
            }
        }
        id.push(letter(run));
        id.push(',');
        let mut empty = 0;
        for given in givens.iter().map(Some).chain([None]) {
            let colour = given.and_then(|colour| *colour);
            let is_empty = given.is_some() && colour.is_none();
            empty += usize::from(is_empty);
            if empty > 0 && (!is_empty || empty == 26) {
                id.push(letter(empty));
                empty = 0;
            }
            if let Some(colour) = colour {
                let number = COLOURS.iter().position(|&own| own == colour);
                id.extend(number.map(|number| char::from(b'0' + number as u8)));
            }
        }
        id
    }

    /// The square of each region that is deepest inside it, where its name goes.
    pub(super) fn middles(&self) -> Vec<usize> {
        let (width, height) = (self.width as i64, self.height as i64);
        let at = |x: i64, y: i64| {
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            inside.then(|| self.regions[(y * width + x) as usize])
        };
        // The extent of the region in all four directions.
        let depth = |square: usize| {
            let (x, y) = (square as i64 % width, square as i64 / width);
            let region = Some(self.regions[square]);
            let ring = |&r: &i64| {
                let own = |(a, b): (i64, i64)| at(x + a, y + b) == region;
                [(r, 0), (-r, 0), (0, r), (0, -r)].into_iter().all(own)
            };
            (1..width.max(height)).take_while(ring).count()
        };
        let mut best = vec![(0, None); self.count()];
        for (square, &region) in self.regions.iter().enumerate() {
            let depth = depth(square);
            if best[region].1.is_none() || depth > best[region].0 {
                best[region] = (depth, Some(square));
            }
        }
        best.into_iter().filter_map(|(_, square)| square).collect()
    }
}

/// The component of each square, numbered by first appearance, if these pairs are connected.
fn connected(squares: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..squares).collect();
    fn root(parent: &mut [usize], mut square: usize) -> usize {
        while parent[square] != square {
            parent[square] = parent[parent[square]];
            square = parent[square];
        }
        square
    }
    for (a, b) in pairs {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        // The first square stays the root.
        parent[a.max(b)] = a.min(b);
    }
    let mut count = 0;
    let mut numbers = vec![0; squares];
    for square in 0..squares {
        let first = root(&mut parent, square);
        numbers[square] = if first == square {
            count += 1;
            count - 1
        } else {
            numbers[first]
        };
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_shows_regions_and_givens() {
        let text = "6x4n6:dbdcacbcacaaaaccc,3010a2";
        let id = Id::of(text).expect("an id");
        let (picture, givens) = Picture::of_id(&id).expect("a map");
        let letters = picture.regions.iter().map(|&r| char::from(b'A' + r as u8));
        let letters: Vec<char> = letters.collect();
        let rows: Vec<String> = letters.chunks(6).map(|row| row.iter().collect()).collect();
        assert_eq!(rows, ["ABCDDC", "ABCCCC", "ABCEFF", "AAAAFF"]);
        let mut borders = picture.borders();
        borders.sort_unstable();
        borders.dedup();
        let name = |&(a, b): &(usize, usize)| [a, b].map(|r| char::from(b'A' + r as u8));
        let borders: Vec<String> = borders.iter().map(|p| name(p).iter().collect()).collect();
        assert_eq!(
            borders,
            ["AB", "AC", "AE", "AF", "BC", "CD", "CE", "CF", "EF"]
        );
        let colours: String = (givens.iter())
            .map(|given| {
                given.map_or('.', |c| {
                    char::from(super::super::domain::COLOURS.as_bytes()[c])
                })
            })
            .collect();
        assert_eq!(colours, "BRYR.G");
        assert_eq!(picture.id(&givens), text);
    }

    #[test]
    fn long_runs_are_written_as_they_were_read() {
        // 25, 26 and 50 places without a border, and one region.
        for (width, height) in [(25, 1), (26, 1), (27, 1), (50, 1), (51, 1), (52, 1), (9, 7)] {
            let picture = Picture {
                width,
                height,
                regions: vec![0; width * height],
            };
            let text = picture.id(&[None]);
            let id = Id::of(&text).expect("an id");
            let (read, givens) = Picture::of_id(&id).expect("a map");
            assert_eq!((read, givens), (picture, vec![None]), "{text}");
        }
    }
}
