//! Histograms and cross-tables of chosen rows.

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

/// Counts chosen rows along two axes: a list for each point of `down`, by the points of
/// `across`.
pub(super) fn cross(across: &AxisSeries, down: &AxisSeries, chosen: &Chosen) -> Vec<Vec<u64>> {
    let width = across.points.len();
    let mut cells = vec![0_u64; width * down.points.len()];
    let (a, b) = (across.codes(), down.codes());
    for row in chosen.iter() {
        let x = across.places[a.get(row)] as usize;
        let y = down.places[b.get(row)] as usize;
        cells[y * width + x] += 1;
    }
    cells.chunks(width.max(1)).map(<[u64]>::to_vec).collect()
}
