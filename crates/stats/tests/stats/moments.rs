//! Moments of a distribution of numbers: mean, standard deviation, skewness,

use gradus_stats::moments::*;

#[test]
fn a_die_and_a_constant() {
    let die: Vec<(u16, u64)> = (1..=6).map(|value| (value, 5)).collect();
    let moments = Moments::of(&die).expect("there are numbers");
    assert_eq!((moments.n, moments.min, moments.max), (30, 1, 6));
    assert!((moments.mean - 3.5).abs() < 1e-12);
    assert!((moments.sd - (35.0_f64 / 12.0).sqrt()).abs() < 1e-12);
    assert!(
        moments
            .skewness
            .is_some_and(|skewness| skewness.abs() < 1e-12)
    );
    // 3(3n² − 7)/5(n² − 1) − 3 for n faces.
    let kurtosis = 3.0 * 101.0 / (5.0 * 35.0) - 3.0;
    assert!(
        moments
            .kurtosis
            .is_some_and(|k| (k - kurtosis).abs() < 1e-12)
    );
    let constant = Moments::of(&[(4, 2), (7, 0)]).expect("there are numbers");
    assert_eq!(
        (constant.max, constant.sd, constant.skewness),
        (4, 0.0, None)
    );
    assert_eq!(Moments::of(&[(4, 0)]), None);
}
