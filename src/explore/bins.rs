//! The axes of a cross-table. An axis with many whole numbers is cut into ranges of equal width,
//! so that the number of cells does not grow with the number of values.

use serde_json::{Value, json};

use super::series::{AxisSeries, PointLabel};

/// Points of an axis that is not cut: two such axes have [`MOST_CELLS`] cells.
const MOST_POINTS: usize = 100;

/// The most cells of a cross-table.
pub(super) const MOST_CELLS: usize = 10_000;

/// The most ranges of an axis, as on the page.
const MOST_BINS: i64 = 30;

/// One side of a cross-table.
#[derive(Debug)]
pub(super) struct CrossAxis {
    /// The number of rows or columns of the table.
    pub len: usize,
    /// For each point of the series, its row or column.
    pub places: Vec<u32>,
    labels: Labels,
}

#[derive(Debug)]
enum Labels {
    Points(Vec<PointLabel>),
    Bins(Vec<Bin>),
}

#[derive(Debug, serde::Serialize)]
struct Bin {
    label: String,
    low: Option<i64>,
    high: Option<i64>,
    kind: &'static str,
}

impl CrossAxis {
    /// The axis of a series: its points, or ranges if they are many.
    pub(super) fn new(series: &AxisSeries) -> CrossAxis {
        let points = series.labels();
        let cut = (points.len() > MOST_POINTS).then(|| cut(&points)).flatten();
        let (labels, places) = match cut {
            Some((bins, places)) => (Labels::Bins(bins), places),
            None => {
                let places = (0..points.len() as u32).collect();
                (Labels::Points(points), places)
            }
        };
        CrossAxis {
            len: match &labels {
                Labels::Points(points) => points.len(),
                Labels::Bins(bins) => bins.len(),
            },
            places,
            labels,
        }
    }

    /// The axis for the page, which has either points or bins.
    pub(super) fn shown(&self, name: &str, heading: &str) -> Value {
        let mut shown = json!({ "name": name, "heading": heading });
        match &self.labels {
            Labels::Points(points) => shown["points"] = json!(points),
            Labels::Bins(bins) => shown["bins"] = json!(bins),
        }
        shown
    }
}

/// Cuts an axis of whole numbers into ranges, also those without points. Returns the bin of
/// each point. Points that are no numbers stay as they are. `None` if there are fractions.
fn cut(points: &[PointLabel]) -> Option<(Vec<Bin>, Vec<u32>)> {
    let mut numbers = points.iter().filter_map(|point| point.value).peekable();
    let whole = |value: f64| (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64);
    let least = whole(*numbers.peek()?)?;
    let mut largest = least;
    for number in numbers {
        largest = whole(number)?;
    }
    let width = width(largest - least + 1);
    let start = least.div_euclid(width) * width;
    let mut bins: Vec<Bin> = Vec::new();
    let mut places = Vec::new();
    // The index of the first range, after minus infinity.
    let mut first = None;
    for point in points {
        let place = match point.value {
            Some(value) => {
                let first = *first.get_or_insert_with(|| {
                    let first = bins.len();
                    let starts = (start..=largest).step_by(width as usize);
                    bins.extend(starts.map(|low| Bin {
                        label: format!("{low}–{}", low + width - 1),
                        low: Some(low),
                        high: Some(low + width - 1),
                        kind: point.kind,
                    }));
                    first
                });
                first + ((value as i64 - start) / width) as usize
            }
            None => {
                bins.push(Bin {
                    label: point.label.clone(),
                    low: None,
                    high: None,
                    kind: point.kind,
                });
                bins.len() - 1
            }
        };
        places.push(place as u32);
    }
    Some((bins, places))
}

/// The width of ranges: 1, 2 or 5 times a power of ten.
fn width(span: i64) -> i64 {
    let powers = (0..16).map(|power| 10_i64.pow(power));
    let mut widths = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    let fits = widths.find(|width| span <= MOST_BINS * width);
    fits.unwrap_or(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: Option<f64>, label: &str, kind: &'static str) -> PointLabel {
        PointLabel {
            value,
            label: label.to_string(),
            kind,
        }
    }

    #[test]
    fn whole_numbers_are_cut_into_ranges() {
        let mut points = vec![point(None, "-∞", "infinite")];
        points.extend((-3..200).map(|number| point(Some(f64::from(number)), "", "number")));
        points.push(point(None, "none", "missing"));
        let (bins, places) = cut(&points).expect("whole numbers");
        let labels: Vec<&str> = bins.iter().map(|bin| bin.label.as_str()).collect();
        assert_eq!(labels[..3], ["-∞", "-10–-1", "0–9"]);
        assert_eq!(labels[labels.len() - 2..], ["190–199", "none"]);
        assert_eq!(places[..5], [0, 1, 1, 1, 2]);
        assert_eq!(places[places.len() - 1] as usize, bins.len() - 1);
        // Ranges without a point are there too, and there are few for any span.
        let points = [0.0, 9e14].map(|value| point(Some(value), "", "number"));
        let (bins, places) = cut(&points).expect("whole numbers");
        assert!(bins.len() <= MOST_BINS as usize + 1);
        assert_eq!(places, [0, bins.len() as u32 - 1]);
        let fractions = [0.0, 0.5].map(|value| point(Some(value), "", "number"));
        assert!(cut(&fractions).is_none());
    }
}
