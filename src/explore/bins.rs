//! The bins of an axis: one per value if these are few, else ranges of equal width, so that the
//! size of a chart does not grow with the number of values. Each bin knows the condition that
//! selects it.

use super::series::PointLabel;

/// A bin of an axis.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(super) struct Bin {
    pub label: String,
    /// A shorter label for an axis, without the end of a range.
    pub tick: String,
    pub kind: &'static str,
    /// The condition that selects it alone, empty if it cannot be selected.
    pub only: String,
    /// The conditions that select it with everything above, and with everything below; empty
    /// unless it has an order.
    pub from: String,
    pub to: String,
}

/// An axis cut into bins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bins {
    pub all: Vec<Bin>,
    /// For each point of the axis, its bin.
    pub places: Vec<u32>,
    /// The width of ranges, empty if each value has a bin.
    pub width: String,
}

/// The names of an axis in conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct AxisNames {
    /// A column or formula.
    pub formula: String,
    /// The column of its status, if it has one.
    pub status: Option<String>,
    /// True if there are numbers between the points.
    pub is_coarse: bool,
}

/// Ranges of numbers whose ends are multiples of a width: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranges {
    width: f64,
    decimals: usize,
}

impl Ranges {
    /// Ranges over a span, at most this many. Whole numbers have ranges of at least 1.
    pub(super) fn of(span: f64, most: usize, whole: bool) -> Ranges {
        let least = (span / most as f64).max(if whole { 1.0 } else { f64::MIN_POSITIVE });
        let power = least.log10().floor() as i32;
        let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
        let mut widths = factors.map(|factor| match power {
            0.. => factor * 10_f64.powi(power),
            _ => factor / 10_f64.powi(-power),
        });
        Ranges {
            width: widths
                .find(|width| *width >= least * (1.0 - 1e-12))
                .unwrap_or(least),
            decimals: (-power).max(0) as usize,
        }
    }

    /// The number of the range of a value.
    pub(super) fn place(self, value: f64) -> i64 {
        // Multiples of a decimal fraction are not exact.
        (value / self.width + 1e-9).floor() as i64
    }

    /// The least value of a range, as text.
    pub(super) fn least(self, place: i64) -> String {
        self.written(place as f64 * self.width)
    }

    fn written(self, value: f64) -> String {
        format!("{:.*}", self.decimals, value + 0.0)
    }
}

impl Bins {
    /// Cuts the points of an axis, which are in order. At most `most` bins have numbers.
    pub(super) fn new(points: &[PointLabel], names: &AxisNames, most: usize) -> Bins {
        let numbers: Vec<f64> = points.iter().filter_map(|point| point.value).collect();
        let ends = numbers.first().zip(numbers.last());
        let whole = !names.is_coarse && numbers.iter().all(|n| n.fract() == 0.0 && n.abs() < 1e15);
        let mut bins = Bins {
            all: Vec::new(),
            places: Vec::new(),
            width: String::new(),
        };
        let ranges = ends.filter(|_| whole || numbers.len() > most);
        let ranges = ranges.map(|(least, largest)| {
            let span = largest - least + f64::from(u8::from(whole));
            // Ranges begin at multiples of their width, so one more may be needed.
            let ranges = Ranges::of(span, most.saturating_sub(1).max(1), whole);
            let ranges = if whole && span <= most as f64 {
                Ranges {
                    width: 1.0,
                    decimals: 0,
                }
            } else {
                ranges
            };
            (ranges, ranges.place(*least)..=ranges.place(*largest))
        });
        if let Some((ranges, _)) = &ranges
            && (!whole || ranges.width > 1.0)
        {
            bins.width = ranges.written(ranges.width);
        }
        let ends = ends.map(|(least, largest)| (least.to_string(), largest.to_string()));
        // The index of the first range, after minus infinity.
        let mut first = None;
        for point in points {
            if let (Some((ranges, places)), Some(value)) = (&ranges, point.value) {
                let first = *first.get_or_insert_with(|| {
                    let first = bins.all.len();
                    let all = places.clone().map(|place| ranges.bin(place, names, whole));
                    bins.all.extend(all);
                    first
                });
                let place = first + (ranges.place(value) - places.start()) as usize;
                // Words stand for values.
                if bins.width.is_empty() {
                    bins.all[place].label.clone_from(&point.label);
                    bins.all[place].tick.clone_from(&point.label);
                }
                bins.places.push(place as u32);
            } else {
                bins.places.push(bins.all.len() as u32);
                bins.all.push(single(point, names, ends.as_ref()));
            }
        }
        bins
    }

    /// The rows in each bin, from those of each point.
    pub(super) fn sums(&self, rows: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.all.len()];
        for (place, rows) in self.places.iter().zip(rows) {
            sums[*place as usize] += rows;
        }
        sums
    }

    pub(super) fn ticks(&self) -> Vec<String> {
        self.all.iter().map(|bin| bin.tick.clone()).collect()
    }
}

impl Ranges {
    fn bin(self, place: i64, names: &AxisNames, whole: bool) -> Bin {
        let (name, low, next) = (&names.formula, self.least(place), self.least(place + 1));
        let from = format!("{name} >= {low}");
        let (label, to, only) = if whole && self.width <= 1.0 {
            let only = format!("{name} = {low}");
            (low.clone(), format!("{name} <= {low}"), only)
        } else if whole {
            let high = self.written((place + 1) as f64 * self.width - 1.0);
            let to = format!("{name} <= {high}");
            (
                format!("{low}–{high}"),
                to.clone(),
                format!("{from} and {to}"),
            )
        } else {
            let to = format!("{name} < {next}");
            (
                format!("{low}–{next}"),
                to.clone(),
                format!("{from} and {to}"),
            )
        };
        Bin {
            label,
            tick: low,
            kind: "number",
            only,
            from,
            to,
        }
    }
}

/// The bin of a single point. `ends` are the least and the largest number.
fn single(point: &PointLabel, names: &AxisNames, ends: Option<&(String, String)>) -> Bin {
    let name = &names.formula;
    let status = names.status.as_ref();
    let by_status = |word: &str| status.map(|status| format!("{status} = {word}"));
    let (mut from, mut to) = (String::new(), String::new());
    let only = match (point.kind, point.value) {
        (_, Some(value)) if point.label.parse() == Ok(value) => {
            (from, to) = (
                format!("{name} >= {}", point.label),
                format!("{name} <= {}", point.label),
            );
            Some(format!("{name} = {}", point.label))
        }
        // A recurring decimal: between its neighbours of six digits.
        (_, Some(value)) => {
            let low = (value * 1e6).floor();
            let [low, next] = [low, low + 1.0].map(|end| format!("{:.6}", end / 1e6));
            (from, to) = (format!("{name} >= {low}"), format!("{name} < {next}"));
            Some(format!("{from} and {to}"))
        }
        ("infinite", _) if point.label.starts_with('-') => {
            ends.map(|(least, _)| format!("{name} < {least}"))
        }
        ("infinite", _) => {
            let beyond = || ends.map(|(_, largest)| format!("{name} > {largest}"));
            by_status("infinite").or_else(beyond)
        }
        ("na", _) => by_status("\"not applicable\""),
        ("missing", _) => by_status("\"\""),
        ("word", _) => {
            let text = point.label.replace('\\', "\\\\").replace('"', "\\\"");
            Some(format!("{name} = \"{text}\""))
        }
        ("empty", _) => Some(format!("{name} = \"\"")),
        _ => None,
    };
    Bin {
        label: point.label.clone(),
        tick: point.label.clone(),
        kind: point.kind,
        only: only.unwrap_or_default(),
        from,
        to,
    }
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

    fn number(value: f64) -> PointLabel {
        point(Some(value), &value.to_string(), "number")
    }

    fn names(formula: &str) -> AxisNames {
        AxisNames {
            formula: formula.to_string(),
            status: Some(format!("{formula}_status")),
            is_coarse: false,
        }
    }

    fn labels(bins: &Bins) -> Vec<&str> {
        bins.all.iter().map(|bin| bin.label.as_str()).collect()
    }

    #[test]
    fn whole_numbers_are_cut_into_ranges() {
        let mut points = vec![point(None, "-∞", "infinite")];
        points.extend((-3..200).map(f64::from).map(number));
        points.push(point(None, "none", "missing"));
        let bins = Bins::new(&points, &names("w"), 30);
        let shown = labels(&bins);
        assert_eq!(shown[..3], ["-∞", "-10–-1", "0–9"]);
        assert_eq!(shown[shown.len() - 2..], ["190–199", "none"]);
        assert_eq!(bins.places[..5], [0, 1, 1, 1, 2]);
        assert_eq!(bins.all[0].only, "w < -3");
        assert_eq!(bins.all[2].only, "w >= 0 and w <= 9");
        assert_eq!(bins.width, "10");
        // Ranges without a point are there too, and there are few for any span.
        let bins = Bins::new(&[0.0, 9e14].map(number), &names("w"), 30);
        assert!(bins.all.len() <= 31, "{}", bins.all.len());
        assert_eq!(bins.places, [0, bins.all.len() as u32 - 1]);
    }

    #[test]
    fn few_values_have_a_bin_each() {
        let mut points = [0.0, 2.0].map(number).to_vec();
        points[0].label = "easy".to_string();
        points.push(point(None, "∞", "infinite"));
        points.push(point(None, "n/a", "na"));
        let bins = Bins::new(&points, &names("w"), 40);
        assert_eq!(labels(&bins), ["easy", "1", "2", "∞", "n/a"]);
        let only: Vec<&str> = bins.all.iter().map(|bin| bin.only.as_str()).collect();
        let statuses = ["w_status = infinite", "w_status = \"not applicable\""];
        assert_eq!(only, ["w = 0", "w = 1", "w = 2", statuses[0], statuses[1]]);
        assert_eq!(
            (&bins.all[1].from[..], &bins.all[1].to[..]),
            ("w >= 1", "w <= 1")
        );
        // Without a status, infinity exceeds the largest number.
        let plain = AxisNames {
            formula: "w - b".to_string(),
            ..AxisNames::default()
        };
        let bins = Bins::new(&points, &plain, 40);
        assert_eq!(bins.all[3].only, "w - b > 2");
        assert_eq!(bins.all[4].only, "");
        assert_eq!(bins.sums(&[5, 6, 7, 8]), [5, 0, 6, 7, 8]);
    }

    #[test]
    fn fractions_have_bins_of_their_own_or_ranges() {
        let third = point(Some(1.0 / 3.0), "0.333333", "number");
        let bins = Bins::new(&[third, number(0.5)], &names("w/b"), 40);
        assert_eq!(bins.all[0].only, "w/b >= 0.333333 and w/b < 0.333334");
        assert_eq!(bins.all[1].only, "w/b = 0.5");
        let many: Vec<PointLabel> = (0..200).map(|n| number(f64::from(n) / 100.0)).collect();
        let bins = Bins::new(&many, &names("se"), 40);
        assert!((20..=41).contains(&bins.all.len()), "{:?}", labels(&bins));
        assert_eq!(labels(&bins)[1], "0.1–0.2");
        assert_eq!(bins.all[1].only, "se >= 0.1 and se < 0.2");
        let sums = bins.sums(&[1; 200]);
        assert!(sums.iter().all(|sum| *sum == 10), "{sums:?}");
    }

    #[test]
    fn words_are_quoted() {
        let bins = Bins::new(
            &[
                point(None, "a \"b\" \\", "word"),
                point(None, "3 other values", "other"),
                point(None, "none", "empty"),
            ],
            &names("comment"),
            40,
        );
        let only: Vec<&str> = bins.all.iter().map(|bin| bin.only.as_str()).collect();
        assert_eq!(only, [r#"comment = "a \"b\" \\""#, "", "comment = \"\""]);
    }
}
