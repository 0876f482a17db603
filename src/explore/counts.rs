//! Histograms and cross-tables of chosen rows.

use super::bins::Bins;
use super::chosen::Chosen;
use super::series::AxisSeries;

/// How often each point of an axis occurs, and how many of these are lower bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(super) struct AxisCounts {
    /// Rows per point.
    pub rows: Vec<u64>,
    /// Rows per point whose number is a lower bound.
    pub lower: Vec<u64>,
}

/// Counts chosen rows along an axis.
pub(super) fn histogram(series: &AxisSeries, chosen: &Chosen) -> AxisCounts {
    let codes = series.codes();
    let mut of_codes = vec![0_u64; series.places.len()];
    if chosen.is_all() {
        (0..codes.len()).for_each(|row| of_codes[codes.get(row)] += 1);
    } else {
        chosen.iter().for_each(|row| of_codes[codes.get(row)] += 1);
    }
    let mut counts = AxisCounts {
        rows: vec![0; series.points.len()],
        lower: vec![0; series.points.len()],
    };
    for (code, count) in of_codes.into_iter().enumerate() {
        let place = series.places[code] as usize;
        counts.rows[place] += count;
        if series.lower[code] {
            counts.lower[place] += count;
        }
    }
    counts
}

/// One side of a cross-table.
pub(super) type CrossSide<'a> = (&'a AxisSeries, &'a Bins);

/// Counts chosen rows along two axes: a list for each row of the table, from the top.
pub(super) fn cross(across: CrossSide, down: CrossSide, chosen: &Chosen) -> Vec<Vec<u64>> {
    let width = across.1.all.len();
    let mut cells = vec![0_u64; width * down.1.all.len()];
    let place =
        |(series, axis): CrossSide, code: usize| axis.places[series.places[code] as usize] as usize;
    let (a, b) = (across.0.codes(), down.0.codes());
    for row in chosen.iter() {
        cells[place(down, b.get(row)) * width + place(across, a.get(row))] += 1;
    }
    cells.chunks(width.max(1)).map(<[u64]>::to_vec).collect()
}
