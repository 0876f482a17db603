//! Random complete grids against exact counts: every first band has a known number of
//! completions, which this test computes again, so the shares of the 416 classes of bands
//! among all grids are known exactly, and the sample must agree with them.

use std::collections::HashMap;

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::unavoidable::small_sets;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};

/// A set of digits; bit `d` is digit `d + 1`.
type Triple = u16;
/// Nine digits in three sets, sorted.
type Partition = [Triple; 3];
/// Three rows of nine digits, from 0.
type Band = [[u8; 9]; 3];

const ALL: Triple = 0x1ff;
const ROWS: [Triple; 3] = [0o7, 0o70, 0o700];

#[test]
fn grids_are_complete() {
    let mut dice = Dice::new(1, "grids are complete", 0);
    for _ in 0..1000 {
        let grid = random_grid(&mut dice);
        assert_eq!(grid.filled(), 81);
        assert_eq!(solve(&grid), GridSolutions::One(grid));
    }
}

#[test]
fn band_classes_have_their_shares() {
    let classes = Classes::new();
    assert_eq!(classes.shares.len(), 416);
    agrees_with_shares(&classes, 2, 30_000);
}

/// The same for a hundred times as many: minutes.
#[test]
#[ignore = "takes minutes"]
fn band_classes_have_their_shares_in_a_long_run() {
    agrees_with_shares(&Classes::new(), 3, 4_000_000);
}

/// Draws grids and compares the classes of all their bands and stacks, and the mean number
/// of unavoidable sets of four cells, with what is exact.
fn agrees_with_shares(classes: &Classes, seed: u64, grids: usize) {
    let mut dice = Dice::new(seed, "band classes", 0);
    let mut seen = vec![vec![0_u64; classes.shares.len()]; 6];
    let (mut fours, mut squares) = (0.0, 0.0);
    for _ in 0..grids {
        let grid = random_grid(&mut dice);
        for (chute, seen) in seen.iter_mut().enumerate() {
            seen[classes.of(&chute_of(&grid, chute))] += 1;
        }
        let four = |set: &&u128| set.count_ones() == 4;
        let count = small_sets(&grid).iter().filter(four).count() as f64;
        fours += count;
        squares += count * count;
    }
    let n = grids as f64;
    for (chute, seen) in seen.iter().enumerate() {
        let (mut chi, mut cells) = (0.0, 0);
        for (&seen, share) in seen.iter().zip(&classes.shares) {
            let expected = share * n;
            if expected >= 5.0 {
                chi += (seen as f64 - expected).powi(2) / expected;
                cells += 1;
            }
        }
        let freedom = f64::from(cells - 1);
        let z = (chi - freedom) / (2.0 * freedom).sqrt();
        println!("chute {chute}: chi-square {chi:.1} of {cells} classes, z = {z:.2}");
        assert!(
            z.abs() < 4.0,
            "chute {chute}: chi-square {chi} of {cells} classes"
        );
    }
    let mean = fours / n;
    let error = ((squares / n - mean * mean) / n).sqrt();
    let exact = 6.0 * classes.fours_in_a_band;
    println!(
        "sets of four: mean {mean:.4}, exact {exact:.4}, z = {:.2}",
        (mean - exact) / error
    );
    assert!((mean - exact).abs() < 4.0 * error, "{mean} for {exact}");
}

/// Bands (0, 1, 2) and stacks (3, 4, 5) of a grid, stacks lying on their side.
fn chute_of(grid: &Grid, chute: usize) -> Band {
    let digit = |line: usize, place: usize| match chute {
        0..3 => grid.0[9 * (3 * chute + line) + place] - 1,
        _ => grid.0[9 * place + 3 * (chute - 3) + line] - 1,
    };
    std::array::from_fn(|line| std::array::from_fn(|place| digit(line, place)))
}

/// The classes of bands up to isomorphism.
struct Classes {
    /// The class of every reduced band.
    class: HashMap<Band, usize>,
    /// The share of each class among all bands of all grids.
    shares: Vec<f64>,
    /// The mean number of unavoidable sets of four cells within a band.
    fours_in_a_band: f64,
}

impl Classes {
    fn new() -> Classes {
        let mut class = HashMap::new();
        let mut sizes: Vec<(Band, u128)> = Vec::new();
        let bands = reduced_bands();
        for &band in &bands {
            if class.contains_key(&band) {
                continue;
            }
            let before = class.len();
            class.extend(variants(&band).map(|variant| (variant, sizes.len())));
            sizes.push((band, (class.len() - before) as u128));
        }
        assert_eq!(class.len(), bands.len());
        let arrangements = Arrangements::new();
        let weights: Vec<u128> = sizes
            .iter()
            .map(|(band, size)| size * arrangements.completions(band))
            .collect();
        // A reduced band stands for all names of digits and orders of six of its columns.
        let total: u128 = weights.iter().sum();
        assert_eq!(total * 362_880 * 36, 6_670_903_752_021_072_936_960);
        let shares: Vec<f64> = weights.iter().map(|&w| w as f64 / total as f64).collect();
        let fours = sizes.iter().zip(&shares);
        let fours_in_a_band = fours.map(|((band, _), share)| share * fours_in(band)).sum();
        Classes {
            class,
            shares,
            fours_in_a_band,
        }
    }

    fn of(&self, band: &Band) -> usize {
        self.class[&reduced(band)]
    }
}

/// Number of pairs of digits that two rows have in the same two columns.
fn fours_in(band: &Band) -> f64 {
    let mut fours = 0;
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        for left in 0..9 {
            for right in left + 1..9 {
                let crossed = band[a][left] == band[b][right] && band[a][right] == band[b][left];
                fours += usize::from(crossed);
            }
        }
    }
    fours as f64
}

/// The bands that begin with 123, 456, 789 and have sorted columns in the other blocks.
fn reduced_bands() -> Vec<Band> {
    let mut bands = Vec::new();
    for second in turns(ROWS) {
        let third: [Triple; 3] = std::array::from_fn(|r| ALL & !ROWS[r] & !second[r]);
        for order in 0..6_usize.pow(4) {
            // The first row of each block is in order; the other four triples are in any.
            let order = [order % 6, order / 6 % 6, order / 36 % 6, order / 216];
            let mut band = [
                [0, 1, 2, 0, 0, 0, 0, 0, 0],
                [3, 4, 5, 0, 0, 0, 0, 0, 0],
                [6, 7, 8, 0, 0, 0, 0, 0, 0],
            ];
            for (block, rows) in [(1, second), (2, third)] {
                for (r, &row) in rows.iter().enumerate() {
                    let order = if r == 0 {
                        0
                    } else {
                        order[2 * (block - 1) + r - 1]
                    };
                    for (c, place) in permutation(order).into_iter().enumerate() {
                        band[r][3 * block + c] = digits(row)[place];
                    }
                }
            }
            bands.push(band);
        }
    }
    bands
}

/// The same band with its first block named 123, 456, 789 and the other columns sorted.
fn reduced(band: &Band) -> Band {
    let mut names = [0; 9];
    for (i, place) in (0..9).map(|i| (i, (i / 3, i % 3))) {
        names[usize::from(band[place.0][place.1])] = i as u8;
    }
    let mut reduced = band.map(|row| row.map(|digit| names[usize::from(digit)]));
    for block in [3, 6] {
        let mut columns = [0, 1, 2].map(|c| [0, 1, 2].map(|r: usize| reduced[r][block + c]));
        columns.sort();
        for (c, column) in columns.into_iter().enumerate() {
            for (r, digit) in column.into_iter().enumerate() {
                reduced[r][block + c] = digit;
            }
        }
    }
    reduced
}

/// The reduced forms of a band, its rows, blocks and first three columns in all orders.
fn variants(band: &Band) -> impl Iterator<Item = Band> {
    let band = *band;
    (0..216).map(move |i| {
        let (rows, blocks, columns) = (
            permutation(i % 6),
            permutation(i / 6 % 6),
            permutation(i / 36),
        );
        reduced(&std::array::from_fn(|r| {
            std::array::from_fn(|c| band[rows[r]][3 * blocks[c / 3] + columns[c % 3]])
        }))
    })
}

/// The numbers of ways to arrange a band whose columns have given digits. They depend on
/// the partition of the digits by the columns of each block, and the first can be named
/// 123, 456, 789.
struct Arrangements {
    index: HashMap<Partition, usize>,
    ways: Vec<u128>,
}

impl Arrangements {
    fn new() -> Arrangements {
        let triples = || (0..=ALL).filter(|triple| triple.count_ones() == 3);
        let mut partitions = Vec::new();
        for a in triples() {
            for b in triples().filter(|b| a & b == 0) {
                if a < b && b < ALL & !a & !b {
                    partitions.push([a, b, ALL & !a & !b]);
                }
            }
        }
        assert_eq!(partitions.len(), 280);
        let index = partitions
            .iter()
            .enumerate()
            .map(|(i, p)| (*p, i))
            .collect();
        let mut ways = vec![0; 280 * 280];
        let across = |rows: [Triple; 3]| -> Vec<usize> {
            let suits = |p: &Partition| {
                rows.iter()
                    .all(|row| p.iter().all(|column| row & column != 0))
            };
            (0..280).filter(|&i| suits(&partitions[i])).collect()
        };
        for first in across(ROWS) {
            // Each partition of the rows, in six orders.
            let first = partitions[first];
            for second in turns(first) {
                let third = std::array::from_fn(|r| ALL & !first[r] & !second[r]);
                let thirds = across(third);
                for b in across(second) {
                    for &c in &thirds {
                        ways[280 * b + c] += 6;
                    }
                }
            }
        }
        Arrangements { index, ways }
    }

    /// Number of ways to complete a grid below a first band.
    fn completions(&self, band: &Band) -> u128 {
        let column = |c: usize| (0..3).fold(0, |set, r| set | 1 << band[r][c]);
        let stacks = [0, 3, 6].map(|c| [column(c), column(c + 1), column(c + 2)]);
        // The columns of the middle band in each stack, and those left for the last band.
        let choices = stacks.map(|above| {
            turns(above).map(|middle| {
                let below: [Triple; 3] = std::array::from_fn(|c| ALL & !above[c] & !middle[c]);
                [middle, below]
            })
        });
        let mut total = 0;
        for first in &choices[0] {
            let named: [[[usize; 56]; 2]; 2] = [0, 1].map(|band| {
                let names = standard_names(first[band]);
                [1, 2].map(|stack| choices[stack].map(|choice| self.index_of(&names, choice[band])))
            });
            let [[middle_b, middle_c], [below_b, below_c]] = named;
            for (b, below_b) in middle_b.into_iter().zip(below_b) {
                for (c, below_c) in middle_c.into_iter().zip(below_c) {
                    total += self.ways[280 * b + c] * self.ways[280 * below_b + below_c];
                }
            }
        }
        total
    }

    fn index_of(&self, names: &[u16; 9], triples: [Triple; 3]) -> usize {
        let mut named = triples.map(|triple| {
            digits(triple)
                .iter()
                .fold(0, |set, &d| set | names[usize::from(d)])
        });
        named.sort();
        self.index[&named]
    }
}

/// Names that make three triples 123, 456, 789.
fn standard_names(triples: [Triple; 3]) -> [u16; 9] {
    let mut names = [0; 9];
    for (i, digit) in triples.into_iter().flat_map(digits).enumerate() {
        names[usize::from(digit)] = 1 << i;
    }
    names
}

/// The 56 ways to share the digits of three triples out again, none to its own place.
fn turns(triples: [Triple; 3]) -> [[Triple; 3]; 56] {
    let mut turns = Vec::new();
    let all = triples[0] | triples[1] | triples[2];
    let three = |set: Triple| (0..=ALL).filter(move |t| t & !set == 0 && t.count_ones() == 3);
    for x in three(all & !triples[0]) {
        for y in three(all & !triples[1] & !x) {
            let z = all & !x & !y;
            if z & triples[2] == 0 {
                turns.push([x, y, z]);
            }
        }
    }
    turns.try_into().unwrap()
}

fn digits(triple: Triple) -> [u8; 3] {
    let digits: Vec<u8> = (0..9).filter(|d| triple >> d & 1 == 1).collect();
    digits.try_into().unwrap()
}

fn permutation(number: usize) -> [usize; 3] {
    [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ][number]
}
