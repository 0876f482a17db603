//! Quantiles of a distribution of numbers: the value that a given part of the numbers

use gradus_stats::quantiles::*;

#[test]
fn quantiles_are_numbers_that_occur() {
    let hundred: Vec<(u16, u64)> = (1..=100).map(|value| (value, 3)).collect();
    let quantiles = Quantiles::of(&hundred).expect("there are numbers");
    assert_eq!(quantiles.values, PERCENTS);
    assert_eq!(quantiles.median(), 50);
    let two = Quantiles::of(&[(2, 1), (5, 0), (9, 1)]).expect("there are numbers");
    assert_eq!(two.values, [2, 2, 2, 2, 2, 9, 9, 9, 9]);
    assert_eq!(Quantiles::of(&[(3, 0)]), None);
}
#[test]
fn weights_count_as_often_as_they_say() {
    let counts = [(1, 3), (2, 0), (4, 10), (5, 7), (9, 1)];
    let plain = Quantiles::of(&counts).expect("there are numbers");
    let weights = counts
        .iter()
        .map(|(value, count)| (*value, 0.1 * *count as f64));
    assert_eq!(weighted_quantiles(weights), Some(plain.values));
    assert_eq!(weighted_quantiles([(3, 0.0)].into_iter()), None);
}
