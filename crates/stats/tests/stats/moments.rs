//! Moments, quantiles and intervals of distributions that can be computed by hand.

use gradus_engine::rating::Name;
use gradus_stats::{
    Column, Entry, Gap, Interval, Joint, PERCENTS, Summary, SummaryOptions, TablesRead, published,
};

const W: Column = Column::Rating(Name::W);

/// The summary of puzzles with 20 clues and these values of W, over which unbiased estimates
/// are the same as the others.
fn summary(counts: &[(Entry, u64)]) -> Summary {
    let cells = counts
        .iter()
        .map(|(w, count)| (vec![Entry::Exact(20), *w], *count));
    let reading = TablesRead {
        joint: Joint::new(vec![Column::Clues, W], cells),
        ..TablesRead::default()
    };
    let options = SummaryOptions {
        unbiased: true,
        ..SummaryOptions::default()
    };
    Summary::of(&reading, &options).unwrap()
}

fn exact(counts: impl IntoIterator<Item = (u16, u64)>) -> Summary {
    let counts = counts
        .into_iter()
        .map(|(value, count)| (Entry::Exact(value), count));
    summary(&counts.collect::<Vec<_>>())
}

#[test]
fn a_die_and_a_constant() {
    let moments = exact((1..=6).map(|value| (value, 5))).moments[1].moments;
    assert_eq!((moments.n, moments.min, moments.max), (30, 1, 6));
    assert!((moments.mean - 3.5).abs() < 1e-12);
    assert!((moments.sd - (35.0_f64 / 12.0).sqrt()).abs() < 1e-12);
    assert!(moments.skewness.unwrap().abs() < 1e-12);
    // 3(3n² − 7)/5(n² − 1) − 3 for n faces.
    let kurtosis = 3.0 * 101.0 / (5.0 * 35.0) - 3.0;
    assert!((moments.kurtosis.unwrap() - kurtosis).abs() < 1e-12);
    let constant = exact([(4, 2), (7, 0)]).moments[1].moments;
    let found = (constant.max, constant.sd, constant.skewness);
    assert_eq!(found, (4, 0.0, None));
    let nothing = summary(&[(Entry::Infinite, 3)]);
    assert_eq!((nothing.moments.len(), nothing.quantiles.len()), (1, 1));
}

#[test]
fn quantiles_are_numbers_that_occur_and_weights_count_as_often_as_they_say() {
    let hundred = exact((1..=100).map(|value| (value, 3)));
    assert_eq!(hundred.quantiles[1].quantiles.values, PERCENTS);
    let two = exact([(2, 1), (5, 0), (9, 1)]);
    let values = [2, 2, 2, 2, 2, 9, 9, 9, 9];
    assert_eq!(two.quantiles[1].quantiles.values, values);
    // Bounds are numbers too.
    let bounds = [
        (Entry::Exact(3), 1),
        (Entry::Upper(2), 2),
        (Entry::Exact(2), 1),
    ];
    let some = exact([(1, 3), (4, 10), (5, 7), (9, 1)]);
    for summary in [hundred, two, some, summary(&bounds)] {
        let quantiles = summary.quantiles[1].quantiles.values;
        let unbiased = summary.resampled.unwrap().quantiles[1].values;
        assert_eq!(unbiased.map(|quantile| quantile.value as u16), quantiles);
    }
}

#[test]
fn wilson_intervals_hold_the_share_and_never_leave_the_range() {
    let none = Interval::wilson(0, 100).unwrap();
    assert_eq!((none.value, none.low), (0.0, 0.0));
    // z²/(n + z²)
    assert!((none.high - 3.6995).abs() < 1e-3, "{none:?}");
    let half = Interval::wilson(50, 100).unwrap();
    assert!((half.low - 40.383).abs() < 1e-3 && (half.high - 59.617).abs() < 1e-3);
    assert_eq!(Interval::wilson(7, 7).unwrap().high, 100.0);
    assert_eq!(Interval::wilson(0, 0), None);
}

#[test]
fn the_last_digit_printed_shows_the_precision() {
    let unit = |text: &str| {
        let number = published::PrintedNumber::try_from(text.to_string());
        number.map(|number| number.unit())
    };
    let printed = ["35.08", "0.0030", "3.8e-3", "1.6208e11", "16"];
    let units = [0.01, 0.0001, 0.0001, 1e7, 1.0];
    assert_eq!(printed.map(|text| unit(text).unwrap()), units);
    assert!(unit("almost 100").is_err() && unit("inf").is_err() && unit("").is_ok());
}

#[test]
fn the_largest_published_values_are_those_of_ratings_and_gaps() {
    let largest = |by: &str| published::Largest::published(&by.parse().unwrap());
    let ratings = Name::all().map(|name| name.column().to_string());
    let gaps = Gap::published(|_| true)
        .into_iter()
        .map(|gap| gap.to_string());
    let found = ratings
        .chain(gaps)
        .filter_map(|by| Some((largest(&by)?, by)));
    let found: Vec<_> = found.collect();
    assert!(found.iter().all(|(largest, by)| largest.of == *by));
    let file = include_str!("../../data/extremes.toml");
    assert_eq!(file.matches("[[largest]]").count(), found.len());
    assert_eq!(largest("b-gb"), None);
}
