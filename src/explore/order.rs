//! The chosen rows in an order: by a column, by arithmetic over columns, or by texts. Rows
//! without a number come last, whichever way the others go, and equals keep the order of
//! the table.

use std::cmp::Ordering;

use super::chosen::Chosen;
use super::series::Series;
use super::texts::PackedTexts;
use crate::expression::{Number, Ranked};

/// The rows by what a series is for them.
pub(super) fn by_series(series: &Series, chosen: &Chosen, descending: bool) -> Vec<u32> {
    let codes = series.codes();
    let ranks = series
        .ranks
        .iter()
        .max()
        .map_or(0, |most| *most as usize + 1);
    let number: Vec<bool> = {
        let of_code = |code: usize| series.points[series.places[code] as usize].is_number();
        let mut number = vec![false; ranks];
        for (code, rank) in series.ranks.iter().enumerate() {
            number[*rank as usize] = of_code(code);
        }
        number
    };
    let numbers = number.iter().filter(|is_number| **is_number).count();
    let place = |code: usize| {
        let rank = series.ranks[code] as usize;
        match descending && number[rank] {
            true => numbers - 1 - rank,
            false => rank,
        }
    };
    let places: Vec<usize> = (0..series.ranks.len()).map(place).collect();
    // Counted first, so that each row is put where it belongs.
    let mut starts = vec![0_usize; ranks + 1];
    chosen
        .iter()
        .for_each(|row| starts[places[codes.get(row)] + 1] += 1);
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

/// The rows by their texts: numbers by their size, before other texts.
pub(super) fn by_texts(texts: &PackedTexts, chosen: &Chosen, descending: bool) -> Vec<u32> {
    let mut keyed = Vec::with_capacity(chosen.count());
    let mut rows = chosen.iter().peekable();
    for block in 0..texts.blocks() {
        let unpacked = texts.unpacked(block);
        let start = block * super::texts::BLOCK;
        while let Some(row) = rows.next_if(|row| *row < start + super::texts::BLOCK) {
            let text = unpacked.get(row - start);
            keyed.push((
                Number::parse(text.trim()).map(Ranked),
                Box::<str>::from(text),
                row as u32,
            ));
        }
    }
    keyed.sort_by(|(a, s, _), (b, t, _)| {
        let turned = |order: Ordering| match descending {
            true => order.reverse(),
            false => order,
        };
        let kinds = (s.is_empty(), a.is_none()).cmp(&(t.is_empty(), b.is_none()));
        kinds.then_with(|| turned(a.cmp(b).then_with(|| s.cmp(t))))
    });
    keyed.into_iter().map(|(_, _, row)| row).collect()
}
