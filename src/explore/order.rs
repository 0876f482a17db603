//! Sorts rows by a column, a formula, or text. Rows without a number come last in both
//! directions, and equal rows keep the order of the table.

use rayon::prelude::*;

use super::chosen::Chosen;
use super::series::AxisSeries;
use super::texts::{BLOCK, PackedTexts};
use crate::expression::Number;
use crate::job::pool;

/// Sorts rows by a series: a counting sort of the codes.
pub(super) fn by_series(series: &AxisSeries, chosen: &Chosen, descending: bool) -> Vec<u32> {
    let codes = series.codes();
    let is_number = |code: usize| series.points[series.places[code] as usize].is_number();
    // The numbers have the lowest ranks.
    let numbers = (0..series.ranks.len()).filter(|code| is_number(*code));
    let numbers = numbers.map(|code| series.ranks[code] as usize + 1).max();
    let place = |code: usize| match series.ranks[code] as usize {
        rank if descending && is_number(code) => numbers.unwrap_or(0) - 1 - rank,
        rank => rank,
    };
    let places: Vec<usize> = (0..series.ranks.len()).map(place).collect();
    let ranks = places.iter().max().map_or(0, |most| most + 1);
    let mut starts = vec![0_usize; ranks + 1];
    for row in chosen.iter() {
        starts[places[codes.get(row)] + 1] += 1;
    }
    for rank in 0..ranks {
        starts[rank + 1] += starts[rank];
    }
    let mut rows = vec![0; starts[ranks]];
    for row in chosen.iter() {
        let start = &mut starts[places[codes.get(row)]];
        rows[*start] = row as u32;
        *start += 1;
    }
    rows
}

/// Sorts rows by text: numbers by size, then other text, then empty text.
pub(super) fn by_texts(texts: &PackedTexts, chosen: &Chosen, descending: bool) -> Vec<u32> {
    let keys = |block: usize| {
        let unpacked = texts.unpacked(block);
        let rows = block * BLOCK..chosen.rows().min((block + 1) * BLOCK);
        let key = |row: usize| {
            let text = unpacked.get(row % BLOCK).unwrap_or_default();
            (
                Number::parse(text.trim()),
                Box::<str>::from(text),
                row as u32,
            )
        };
        let rows = rows.filter(|row| chosen.has(*row));
        rows.map(key).collect::<Vec<_>>()
    };
    pool::install(|| {
        let blocks = (0..texts.blocks()).into_par_iter();
        let mut keyed: Vec<_> = blocks.flat_map_iter(keys).collect();
        keyed.par_sort_by(|(a, s, _), (b, t, _)| {
            let kinds = (s.is_empty(), a.is_none()).cmp(&(t.is_empty(), b.is_none()));
            let order = a.cmp(b).then_with(|| s.cmp(t));
            kinds.then(if descending { order.reverse() } else { order })
        });
        keyed.into_iter().map(|(_, _, row)| row).collect()
    })
}
