//! Statistics: from the published counts of a collection to all its published
//! statistics, and small tables whose statistics can be computed by hand.

use crate::collection;
use crate::collection::ByClues;
use gradus::sheet::layout::{self, SummaryPart};
use gradus::stats::published::{self, Comparison, PublishedTable, TableError, Word};
use gradus::stats::{
    Column, Entry, Gap, Generator, Joint, Origin, PERCENTS, ReadPlan, Slice, Summary, SummaryError,
    SummaryOptions, TableSet, TablesRead,
};
use gradus_engine::rating::Name;

const CLUES: Column = Column::Clues;
const W: Column = Column::Rating(Name::W);
const B: Column = Column::Rating(Name::B);
const BPB: Column = Column::Rating(Name::BPB);

/// The joint distribution of the number of clues and a rating.
fn by_clues(column: Column, counts: ByClues) -> Joint {
    let cells = counts.iter().flat_map(|(clues, counts)| {
        let cell = |(value, count): (usize, &u64)| {
            (
                vec![Entry::Exact(*clues), Entry::Exact(value as u16)],
                *count,
            )
        };
        counts.iter().enumerate().map(cell)
    });
    Joint::new(vec![CLUES, column], cells)
}

/// A joint distribution in which two ratings differ by this much, and nothing else is known.
fn differences(gap: Gap, counts: ByClues) -> Joint {
    let cells = counts.iter().flat_map(|(clues, counts)| {
        let cell = |(value, count): (usize, &u64)| {
            let entries = [*clues, value as u16, 0].map(Entry::Exact);
            (entries.to_vec(), *count)
        };
        counts.iter().enumerate().map(cell)
    });
    Joint::new(vec![CLUES, gap.minuend, gap.subtrahend], cells)
}

fn controlled_bias(joint: Joint) -> (TablesRead, Origin) {
    let reading = TablesRead {
        joint,
        ..TablesRead::default()
    };
    let origin = Origin {
        kind: Some(Generator::ControlledBias),
        seed: None,
        grids: Some(collection::GRIDS),
    };
    (reading, origin)
}

fn compared(table: &str, joint: Joint) -> Comparison {
    let (reading, origin) = controlled_bias(joint);
    published::find(table).unwrap().compare(&reading, &origin)
}

fn summary(joint: Joint, options: &SummaryOptions) -> Summary {
    Summary::of(&controlled_bias(joint).0, options).unwrap()
}

fn unbiased(joint: Joint, grids: Option<u64>) -> Summary {
    let options = SummaryOptions {
        unbiased: true,
        grids,
        ..SummaryOptions::default()
    };
    summary(joint, &options)
}

/// The data that a published table collects from other tables.
fn plan(table: &PublishedTable) -> ReadPlan {
    let options = SummaryOptions {
        tables: vec![table.clone()],
        ..SummaryOptions::default()
    };
    options.plan(0)
}

/// Returns true if any number of a column could be measured.
fn is_measured(comparison: &Comparison, column: usize) -> bool {
    let mut lines = comparison.lines.iter();
    lines.any(|line| line.cells[column].measured.is_some())
}

/// The largest absolute difference in standard errors.
fn largest_sigmas(comparison: &Comparison) -> f64 {
    let cells = comparison.lines.iter().flat_map(|line| &line.cells);
    let sigmas = cells.filter_map(|cell| cell.sigmas).map(f64::abs);
    sigmas.reduce(f64::max).unwrap()
}

/// Every measured number must equal the printed one, to its last digit.
fn assert_reproduced(comparison: &Comparison) -> usize {
    let mut count = 0;
    for line in &comparison.lines {
        for cell in &line.cells {
            let (Some(published), Some(measured)) = (cell.published(), cell.measured) else {
                continue;
            };
            // The printed number may be truncated rather than rounded.
            let difference = (measured.value - published.value()).abs();
            assert!(
                difference < 1.001 * published.unit(),
                "{} {}: {published} printed, {} computed",
                comparison.id,
                line.label,
                measured.value
            );
            count += 1;
        }
    }
    count
}

#[test]
fn the_published_percentages_follow_from_the_published_counts() {
    let w = compared("cb-w", by_clues(W, collection::W));
    assert_eq!(assert_reproduced(&w), 2 * 17);
    let b = compared("cb-b", by_clues(B, collection::B));
    assert_eq!(assert_reproduced(&b), 2 * 14);
    let gaps = [
        ("cb-w-b", collection::W_B, 6),
        ("cb-w-gw", collection::W_GW, 7),
        ("cb-gw-gb", collection::GW_GB, 5),
        ("cb-b-gb", collection::B_GB, 5),
    ];
    for ((table, counts, lines), gap) in gaps.into_iter().zip(Gap::published(|_| true)) {
        let comparison = compared(table, differences(gap, counts));
        assert_eq!(assert_reproduced(&comparison), 2 * lines, "{table}");
    }
}

#[test]
fn the_same_collection_is_not_surprising() {
    for table in ["cb-w", "pbcs-6.1", "pbcs-6.4"] {
        let comparison = compared(table, by_clues(W, collection::W));
        let largest = largest_sigmas(&comparison);
        assert!(largest < 2.5, "{table}: {largest}");
        let verdict = comparison.verdict();
        assert_eq!(verdict.word, Word::Agrees, "{table}: {verdict:?}");
        // The chi-squares of both columns, and two moments of each in table 6.1.
        let moments = if table == "pbcs-6.1" { 4 } else { 0 };
        assert_eq!(verdict.tests, 2 + moments, "{table}");
    }
}

#[test]
fn another_collection_is_surprising() {
    // All puzzles with W = 1 moved to W = 2, as by a wrong rating.
    let joint = by_clues(W, collection::W);
    let cells = joint.project([CLUES, W]).unwrap().into_iter();
    let moved = cells.map(|([clues, w], count)| match w {
        Entry::Exact(1) => (vec![clues, Entry::Exact(2)], count),
        w => (vec![clues, w], count),
    });
    let comparison = compared("pbcs-6.4", Joint::new(vec![CLUES, W], moved));
    assert!(largest_sigmas(&comparison) > 100.0);
    let verdict = comparison.verdict();
    assert_eq!((verdict.word, verdict.p), (Word::Differs, Some(0.0)));
}

/// A sample with the distribution of the collection, rounded to whole puzzles.
fn one_in(factor: u64, counts: ByClues) -> Joint {
    let joint = by_clues(W, counts);
    let cells = joint.project([CLUES, W]).unwrap().into_iter();
    let cells = cells.map(|(entries, count)| (entries.to_vec(), (count + factor / 2) / factor));
    Joint::new(vec![CLUES, W], cells)
}

#[test]
fn few_puzzles_are_compared_by_exact_tests() {
    let mut cells: Vec<(Vec<Entry>, u64)> = one_in(300, collection::W)
        .project([CLUES, W])
        .unwrap()
        .into_iter()
        .map(|(entries, count)| (entries.to_vec(), count))
        .collect();
    // One where 0.02 are expected: by standard errors it would be sensational.
    cells.push((vec![Entry::Exact(26), Entry::Exact(13)], 1));
    let rows: u64 = cells.iter().map(|(_, count)| count).sum();
    let comparison = compared("cb-w", Joint::new(vec![CLUES, W], cells));
    let cell = |value: usize| &comparison.lines[value].cells[0];
    assert_eq!(cell(13).sigmas, None);
    // It is one of the 1 + 7 puzzles of the two samples that have W = 13.
    let part = rows as f64 / (rows + 5_926_343) as f64;
    let expected = 1.0 - (1.0 - part).powi(8);
    let p = cell(13).exact_p.unwrap();
    assert!((p / expected - 1.0).abs() < 1e-3, "{p} {expected}");
    // Where many are expected, there are standard errors.
    for value in 0..=8 {
        assert!(cell(value).sigmas.is_some() && cell(value).exact_p.is_none());
    }
    for value in 9..=16 {
        assert!(cell(value).sigmas.is_none() && cell(value).exact_p.is_some());
    }
    // Also in the weighted column.
    let weighted = |value: usize| &comparison.lines[value].cells[1];
    assert!(weighted(3).sigmas.is_some());
    let p = weighted(13).exact_p.unwrap();
    assert!((0.005..0.2).contains(&p), "{p}");
    let verdict = comparison.verdict();
    assert_eq!(verdict.word, Word::Agrees);
    assert_eq!(verdict.all.smallest_exact.unwrap().place, "unbiased, 13");
    assert_eq!(verdict.all.in_sigmas + verdict.all.exact, 2 * 17);
}

#[test]
fn nearly_all_puzzles_are_compared_by_those_that_are_left() {
    // W = B for all of 3,000 puzzles, where eight are expected to differ.
    let gap = "w-b".parse::<Gap>().unwrap();
    let entries = [26, 3, 3].map(Entry::Exact).to_vec();
    let joint = Joint::new(vec![CLUES, W, B], [(entries, 3000)]);
    let comparison = compared(&format!("cb-{gap}"), joint);
    let p = comparison.lines[0].cells[0].exact_p.unwrap();
    // (1 − 0.00257)³⁰⁰⁰ on one side, and the same on the other.
    assert!((0.0004..0.0015).contains(&p), "{p}");
}

#[test]
fn grids_that_gave_few_puzzles_are_compared_by_exact_tests() {
    let mut comparison = compared("pbcs-6.2", one_in(300, collection::W));
    let number = |comparison: &Comparison, line: usize| comparison.lines[line].cells[0].clone();
    // Puzzles with 20 clues, two in the collection, are missing here, for the same
    // assumed number of grids.
    let none = number(&comparison, 0);
    assert_eq!(none.measured.unwrap().value, 0.0);
    assert_eq!(none.sigmas, None);
    assert!((none.exact_p.unwrap() - 0.5).abs() < 1e-6);
    let many = number(&comparison, 6);
    assert!(many.exact_p.is_none() && many.sigmas.unwrap() < -100.0);
    comparison.lines.truncate(1);
    assert_eq!(comparison.verdict().word, Word::Agrees);
}

#[test]
fn unbiased_quantiles_and_correlations_have_bootstrap_errors() {
    let resampled = |joint| unbiased(joint, None).resampled.unwrap();
    let whole = resampled(by_clues(W, collection::W));
    let w = &whole.quantiles[1];
    assert_eq!((w.column, w.n), (W, 5_926_343));
    // 50.2 % have W ≤ 2: certain for millions of puzzles, but not for thousands.
    let median = w.values[PERCENTS.len() / 2];
    assert_eq!((median.value, median.error), (2.0, 0.0));
    let sample = resampled(one_in(300, collection::W));
    let median = sample.quantiles[1].values[PERCENTS.len() / 2];
    assert_eq!(median.value, 2.0);
    assert!((0.3..0.6).contains(&median.error), "{median:?}");
    // Errors scale with the root of the size.
    let [whole, sample] = [whole, sample].map(|of| of.correlation(W, CLUES).unwrap());
    assert!((whole.value - sample.value).abs() < 4.0 * sample.error);
    let ratio = sample.error / whole.error;
    assert!((14.0..22.0).contains(&ratio), "{ratio}");
    // By hand: 24 clues with W 1, 26 with W 2 and 3, in their weights.
    let entries = |clues, w| vec![Entry::Exact(clues), Entry::Exact(w)];
    let cells = [
        (entries(24, 1), 50),
        (entries(26, 2), 30),
        (entries(26, 3), 40),
    ];
    let small = resampled(Joint::new(vec![CLUES, W], cells));
    let r = small.correlation(CLUES, W).unwrap().value;
    // C(81, 24) / C(81, 26).
    let light: f64 = 26.0 * 25.0 / (57.0 * 56.0) * 5.0;
    let (all, mean) = (light + 7.0, (light + 6.0 + 12.0) / (light + 7.0));
    let (dx, heavy) = (2.0 * light / all, 7.0);
    let covariance = light * (1.0 - mean) * (dx - 2.0)
        + (3.0 * (2.0 - mean) + 4.0 * (3.0 - mean)) * (2.0 - 2.0 * heavy / all);
    let variances = [
        light * (dx - 2.0).powi(2) + heavy * dx.powi(2),
        light * (1.0 - mean).powi(2) + 3.0 * (2.0 - mean).powi(2) + 4.0 * (3.0 - mean).powi(2),
    ];
    let expected = covariance / (variances[0] * variances[1]).sqrt();
    assert!((r - expected).abs() < 1e-12, "{r} {expected}");
}

#[test]
fn ratings_by_clues_have_medians_and_skewness() {
    let options = SummaryOptions {
        by: vec![CLUES],
        ..SummaryOptions::default()
    };
    let by = &summary(by_clues(W, collection::W), &options).by[0];
    let line = by
        .cross
        .down_entries
        .iter()
        .position(|e| *e == Entry::Exact(26));
    let line = line.unwrap();
    assert_eq!(by.medians[line], Some(2));
    let skewness = by.moments[line].unwrap().skewness.unwrap();
    let error = by.skewness_errors[line].unwrap();
    assert!(
        skewness > 0.1 && error > 0.0 && error < 0.002,
        "{skewness} {error}"
    );
    assert_eq!(by.skewness_errors[0], None, "of two puzzles with 20 clues");
}

#[test]
fn moments_and_correlation_of_the_collection() {
    let joint = by_clues(W, collection::W);
    let (reading, _) = controlled_bias(joint);
    let options = SummaryOptions {
        by: vec![CLUES],
        unbiased: true,
        ..SummaryOptions::default()
    };
    let summary = Summary::of(&reading, &options).unwrap();
    assert_eq!(summary.rows, 5_926_343);
    let near = |value: f64, published: f64| assert!((value - published).abs() < 6e-8, "{value}");
    let [clues, w] = [0, 1].map(|place| summary.moments[place].moments);
    near(clues.mean, 25.666_736_0);
    near(clues.sd, 1.116_618_4);
    near(w.mean, 1.901_768_8);
    near(w.sd, 1.708_580_4);
    assert_eq!((clues.min, clues.max, w.max), (20, 32, 16));
    let near = |value: f64, published: f64| assert!((value - published).abs() < 6e-7, "{value}");
    near(summary.correlations.pearson[0][1].unwrap(), 0.191_841);
    let unbiased = summary.unbiased.unwrap();
    near(unbiased.moments[0].mean.value, 26.577_982);
    near(unbiased.moments[0].sd.value, 1.117_261);
    let means: Vec<f64> = summary.by[0]
        .moments
        .iter()
        .map(|m| m.unwrap().mean)
        .collect();
    // More clues, longer whips (PBCS 6.4); 20 and 32 clues have two puzzles each.
    assert!(means[1..12].is_sorted(), "{means:?}");
}

#[test]
fn minimal_puzzles_are_counted_as_in_table_6_2() {
    let mut comparison = compared("pbcs-6.2", by_clues(W, collection::W));
    // The printed relative error of a sum is larger than the one derived from the lines.
    let totals = comparison.lines.split_off(13);
    for line in &totals {
        assert_eq!(
            format!("{:.3}", line.cells[1].measured.unwrap().value),
            "0.056"
        );
        let number = &line.cells[0];
        let ratio = number.measured.unwrap().value / number.published().unwrap().value();
        assert!((ratio - 1.0).abs() < 2e-5, "{}: {ratio}", line.label);
    }
    assert_eq!(assert_reproduced(&comparison), 13 * 3);
    let estimates = |grids| {
        unbiased(by_clues(W, collection::W), grids)
            .unbiased
            .unwrap()
    };
    let totals = estimates(Some(collection::GRIDS)).totals.unwrap();
    assert_eq!(format!("{:.4e}", totals.all.value), "3.1055e37");
    assert_eq!(
        format!("{:.4e}", totals.essentially_different.value),
        "2.5477e25"
    );
    assert_eq!(estimates(None).totals, None);
}

#[test]
fn correction_factors_are_those_of_the_book() {
    let published = [
        (19, "0.00134"),
        (20, "0.00415"),
        (21, "0.0120"),
        (22, "0.0329"),
        (23, "0.0843"),
        (24, "0.204"),
        (25, "0.464"),
        (26, "1"),
        (27, "2.037"),
        (28, "3.929"),
        (29, "7.180"),
        (30, "12.445"),
        (31, "20.474"),
    ];
    let cells = published.map(|(clues, _)| (vec![Entry::Exact(clues)], 1));
    let estimates = unbiased(Joint::new(vec![CLUES], cells), None).unbiased;
    let lines = estimates.unwrap().clues;
    let factor = |clues| {
        lines
            .iter()
            .find(|line| line.clues == clues)
            .unwrap()
            .factor
    };
    for (clues, printed) in published {
        let decimals = printed
            .split_once('.')
            .map_or(0, |(_, digits)| digits.len());
        let factor = factor(clues);
        let unit = 10_f64.powi(-(decimals as i32));
        let printed: f64 = printed.parse().unwrap();
        assert!((factor - printed).abs() < unit, "{clues}: {factor}");
    }
}

#[test]
fn table_6_3_counts_w_0_as_nine_tenths() {
    let comparison = compared("pbcs-6.3", by_clues(W, collection::W));
    let mean = &comparison.lines[0].cells;
    assert!(mean[0].measured.is_none(), "another generator");
    for cell in &mean[2..4] {
        let difference = cell.difference.unwrap();
        assert!(difference.abs() < 0.005, "{difference}");
    }
    // Two standard deviations are misprinted.
    for cell in &comparison.lines[1].cells[2..4] {
        assert!(cell.correct.is_some() && cell.difference.unwrap().abs() < 0.005);
    }
    assert_eq!(comparison.verdict().word, Word::Agrees);
    let max = &comparison.lines[2].cells[2];
    assert_eq!(max.measured.unwrap().value, 16.0);
    assert_eq!(max.difference, None);
}

#[test]
fn a_table_is_measured_only_with_puzzles_that_it_speaks_of() {
    let (reading, _) = controlled_bias(by_clues(W, collection::W));
    let table = published::find("pbcs-6.4").unwrap();
    let measured = |kind| {
        let origin = Origin {
            kind,
            ..Origin::default()
        };
        let comparison = table.compare(&reading, &origin);
        [0, 1, 2, 3].map(|column| is_measured(&comparison, column))
    };
    assert_eq!(measured(None), [false; 4]);
    let top_down = measured(Some(Generator::TopDown));
    assert_eq!(top_down, [false, true, false, false]);
    let controlled_bias = measured(Some(Generator::ControlledBias));
    assert_eq!(controlled_bias, [false, false, true, true]);
}

/// Twelve puzzles: (clues, W, B) and their number.
fn small() -> Joint {
    use Entry::{Exact, Infinite, Lower, Upper};
    let cells = [
        (vec![Exact(25), Exact(0), Exact(0)], 4),
        (vec![Exact(25), Exact(3), Exact(3)], 2),
        (vec![Exact(26), Upper(5), Exact(3)], 1),
        (vec![Exact(26), Exact(5), Exact(5)], 2),
        (vec![Exact(26), Lower(9), Exact(7)], 1),
        (vec![Exact(27), Infinite, Infinite], 2),
    ];
    Joint::new(vec![CLUES, W, B], cells)
}

#[test]
fn bounds_and_infinity_have_lines_of_their_own() {
    let summary = summary(small(), &SummaryOptions::default());
    let distribution = &summary.distributions[1];
    let lines: Vec<(Entry, u64, u64)> = distribution
        .lines
        .iter()
        .map(|line| (line.entry, line.count, line.upper))
        .collect();
    let expected = [
        (Entry::Exact(0), 4, 0),
        (Entry::Exact(3), 2, 0),
        (Entry::Exact(5), 3, 1),
        (Entry::Lower(9), 1, 0),
        (Entry::Infinite, 2, 0),
    ];
    assert_eq!(lines, expected);
    assert_eq!(summary.notes.len(), 2, "of W: {:?}", summary.notes);
    assert_eq!(distribution.lines[1].cumulated, 50.0);
    assert_eq!(distribution.lines[4].cumulated, 100.0);
    // The values 0, 0, 0, 0, 3, 3, 5, 5, 5.
    let moments = distribution.moments.unwrap();
    assert_eq!((moments.n, moments.max), (9, 5));
    assert!((moments.mean - 21.0 / 9.0).abs() < 1e-12);
    let variance = (4.0 * 0.0 + 2.0 * 9.0 + 3.0 * 25.0) / 9.0 - (21.0_f64 / 9.0).powi(2);
    assert!((moments.sd - variance.sqrt()).abs() < 1e-12);
}

#[test]
fn classes_that_are_not_applicable_are_no_part_of_the_whole() {
    let cells = [
        (vec![Entry::NotApplicable], 6),
        (vec![Entry::Exact(2)], 3),
        (vec![Entry::Exact(3)], 1),
    ];
    let summary = summary(Joint::new(vec![BPB], cells), &SummaryOptions::default());
    let distribution = &summary.distributions[0];
    assert_eq!((distribution.n, distribution.not_applicable), (4, 6));
    assert_eq!(distribution.lines[0].percent, 75.0);
}

#[test]
fn cross_tables_and_differences_of_a_small_table() {
    let options = SummaryOptions {
        by: vec![CLUES],
        crosses: vec![(W, B)],
        gaps: vec!["w-b".parse::<Gap>().unwrap()],
        ..SummaryOptions::default()
    };
    let summary = summary(small(), &options);
    let cross = &summary.crosses[0];
    assert_eq!(cross.down_entries.len(), 5);
    assert_eq!(cross.counts[2], [0, 1, 2, 0, 0], "W = 5");
    let by = &summary.by[0];
    assert_eq!(by.moments[1].unwrap().n, 3, "26 clues");
    assert_eq!(by.moments[2], None, "27 clues");
    let difference = &summary.differences[0];
    assert_eq!((difference.n, difference.incomparable), (9, 3));
    assert_eq!((difference.greater, difference.smaller), (1, 0));
    let lines: Vec<(i32, u64)> = difference
        .lines
        .iter()
        .map(|line| (line.difference, line.count))
        .collect();
    assert_eq!(lines, [(0, 8), (2, 1)]);
}

#[test]
fn correlations_with_ties() {
    // Ranks of x: 1.5, 1.5, 3, 4; of y: 1, 2.5, 2.5, 4.
    let pairs = [(1, 1, 1), (1, 5, 1), (2, 5, 1), (9, 6, 1)];
    let correlations = |pairs: &[(u16, u16, u64)]| {
        let cells = pairs
            .iter()
            .map(|(x, y, n)| (vec![Entry::Exact(*x), Entry::Exact(*y)], *n));
        let joint = Joint::new(vec![W, B], cells);
        summary(joint, &SummaryOptions::default()).correlations
    };
    let spearman = |pairs: &[_]| correlations(pairs).spearman[0][1].unwrap();
    let rank = spearman(&pairs);
    let (sxy, sxx, syy) = (3.75, 4.5, 4.5);
    assert!((rank - sxy / f64::sqrt(sxx * syy)).abs() < 1e-12, "{rank}");
    // Counts represent repeated pairs.
    let twice = pairs.map(|(x, y, _)| (x, y, 7));
    assert!((spearman(&twice) - rank).abs() < 1e-12);
    let line = correlations(&[(1, 2, 3), (2, 4, 5), (5, 10, 1)]);
    assert_eq!(line.pearson[0][1], Some(1.0));
    let constant = correlations(&[(1, 2, 3), (1, 4, 5)]);
    assert_eq!(
        constant.columns,
        [B],
        "a column that does not vary has none"
    );
    let correlations = summary(small(), &SummaryOptions::default()).correlations;
    assert_eq!(correlations.columns, [CLUES, W, B]);
    assert_eq!(correlations.n[1][2], 9);
    assert_eq!(correlations.pearson[1][1], Some(1.0));
}

#[test]
fn standard_errors_are_those_of_the_delta_method() {
    // With equal weights: errors of a binomial share and of a mean.
    let estimates = |cells: &[(u16, u16, u64)]| {
        let cells = cells
            .iter()
            .map(|(clues, w, n)| (vec![Entry::Exact(*clues), Entry::Exact(*w)], *n));
        unbiased(Joint::new(vec![CLUES, W], cells), None)
    };
    let share = |of: &Summary| of.distributions[1].lines[0].unbiased.unwrap();
    let equal = estimates(&[(25, 0, 30), (25, 1, 70)]);
    assert!((share(&equal).value - 30.0).abs() < 1e-12);
    let error = 100.0 * f64::sqrt(0.3 * 0.7 / 100.0);
    assert!((share(&equal).error - error).abs() < 1e-12);
    let size = equal.unbiased.unwrap().effective_size;
    assert!((size - 100.0).abs() < 1e-9, "{size}");
    let halves = estimates(&[(25, 0, 50), (25, 1, 50)]).unbiased.unwrap();
    let (mean, sd) = (halves.moments[1].mean, halves.moments[1].sd);
    assert!((mean.error - 0.05).abs() < 1e-12 && (sd.value - 0.5).abs() < 1e-12);
    assert!(sd.error.abs() < 1e-12, "0 and 1 are as far from the mean");
    // With unequal weights, where that of 26 clues is 1.
    let heavy = 55.0 / 27.0;
    let share = share(&estimates(&[(27, 0, 100), (26, 1, 400)]));
    let all = 100.0 * heavy + 400.0;
    let p: f64 = 100.0 * heavy / all;
    let variance = 100.0 * (heavy * (1.0 - p)).powi(2) + 400.0 * p.powi(2);
    assert!((share.error - 100.0 * variance.sqrt() / all).abs() < 1e-9);
}

#[test]
fn wide_columns_are_counted_pairwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    let head = "puzzle,clues,candidates,candidates_brt,w,w_status,b\n";
    let rows = "1...,25,200,0,0,exact,\n2...,25,210,150,4,exact,\n3...,26,200,160,,infinite,\n";
    std::fs::write(&path, format!("{head}{rows}{rows}")).unwrap();
    let tables = TableSet::open(&[path]).unwrap();
    let reading = TablesRead::of(&tables, &ReadPlan::default()).unwrap();
    let joint = &reading.joint;
    assert_eq!(joint.rows(), 6);
    assert!(!joint.has(B), "a column without values");
    let candidates = joint.project([Column::Candidates]).unwrap();
    assert_eq!(
        candidates,
        [([Entry::Exact(200)], 4), ([Entry::Exact(210)], 2)]
    );
    let pairs = joint.project([W, Column::CandidatesBrt]).unwrap();
    let expected = [
        ([Entry::Exact(0), Entry::Exact(0)], 2),
        ([Entry::Exact(4), Entry::Exact(150)], 2),
    ];
    assert_eq!(pairs, expected);
    assert!(joint.project([CLUES, W, Column::Candidates]).is_none());
    assert_eq!(joint.project([CLUES, W]).unwrap().len(), 3);
    let correlations = Summary::of(&reading, &SummaryOptions::default())
        .unwrap()
        .correlations;
    assert_eq!(correlations.columns.len(), 4);
    assert_eq!(correlations.n[1][3], 4, "candidates and W");
}

#[test]
fn slices_are_compared_count_by_count() {
    // The first 24 puzzles of Eleven's list, with their correct classes.
    let classes = |counts: [(u16, u64); 4]| {
        Joint::new(
            vec![BPB],
            counts.map(|(class, count)| (vec![Entry::Exact(class)], count)),
        )
    };
    let mut reading = TablesRead::default();
    let slice = |first, last| Slice { first, last };
    let first = classes([(5, 3), (6, 1), (7, 0), (4, 0)]);
    reading.slices.insert(slice(1, 4), first);
    let second = classes([(4, 1), (5, 9), (6, 9), (7, 1)]);
    reading.slices.insert(slice(5, 24), second);
    // Not the complete slice: nothing to compare.
    reading
        .slices
        .insert(slice(25, 58), classes([(4, 4), (5, 20), (6, 9), (7, 0)]));
    let table = published::find("pbcs-11.2").unwrap();
    assert!(plan(&table).slices.contains(&slice(17813, 17912)));
    let comparison = table.compare(&reading, &Origin::default());
    for line in &comparison.lines[..2] {
        for cell in &line.cells {
            assert!(matches!(cell.difference, None | Some(0.0)), "{line:?}");
            assert_eq!(cell.sigmas, None);
        }
    }
    let verdict = comparison.verdict();
    assert_eq!((verdict.word, verdict.p), (Word::Equal, None));
    assert_eq!(verdict.all.misprints, 20);
    assert_eq!(verdict.all.largest_difference, None);
    // The printed class of Eleven's third puzzle, which is one too high.
    let wrong = classes([(5, 3), (6, 0), (7, 1), (4, 0)]);
    reading.slices.insert(slice(1, 4), wrong);
    let verdict = table.compare(&reading, &Origin::default()).verdict();
    assert_eq!(verdict.word, Word::Unequal);
    let largest = verdict.all.largest_difference.unwrap();
    assert_eq!(
        (largest.value, &largest.place[..]),
        (-1.0, "B6B, SER 11.9 (1-4)")
    );
    let eleven_3 = &comparison.lines[0].cells[5];
    assert_eq!(
        eleven_3.printed.as_ref().unwrap().value(),
        1.0,
        "misprinted"
    );
    assert_eq!(eleven_3.measured.unwrap().value, 0.0);
    assert!(
        comparison.lines[2]
            .cells
            .iter()
            .all(|cell| cell.measured.is_none())
    );
}

#[test]
fn cumulated_tables_count_what_needs_less() {
    use Entry::{Exact, Infinite, NotApplicable};
    let cells = [
        (vec![NotApplicable], 300),
        (vec![Exact(1)], 100),
        (vec![Exact(2)], 50),
        (vec![Exact(6)], 49),
        (vec![Infinite], 1),
    ];
    let mut reading = TablesRead::default();
    let slice = Slice {
        first: 1,
        last: 500,
    };
    reading.slices.insert(slice, Joint::new(vec![BPB], cells));
    let table = published::find("pbcs-11.1").unwrap();
    let comparison = table.compare(&reading, &Origin::default());
    let measured = |cell: &published::ComparisonCell| cell.measured.unwrap().value;
    let first: Vec<f64> = comparison.lines[0].cells.iter().map(measured).collect();
    assert_eq!(first, [400.0, 450.0, 450.0, 450.0, 450.0, 499.0]);
}

#[test]
fn lists_of_puzzles_are_found_by_their_puzzles() {
    let table = published::find("pbcs-11.3").unwrap();
    let puzzles = plan(&table).puzzles;
    assert_eq!(puzzles.len(), 48);
    let mut reading = TablesRead::default();
    let entries = [(BPB, Entry::Exact(6))].into_iter().collect();
    reading.puzzles.insert(puzzles[2].clone(), entries);
    let comparison = table.compare(&reading, &Origin::default());
    let eleven_3 = &comparison.lines[2].cells[1];
    assert_eq!(eleven_3.printed.as_ref().unwrap().to_string(), "7");
    assert_eq!(eleven_3.correct.as_ref().unwrap().to_string(), "6");
    assert_eq!(eleven_3.difference, Some(0.0));
    assert!(comparison.lines[3].cells[1].measured.is_none());
}

/// A table of counts, of twelve puzzles.
const COUNTS: &str = r#"
id = "x"
title = "x"
source = "x"

[[counts.columns]]
name = "new"
where = "b = at"
generator = "suexg"
seed = 3
sample = 12

[[counts.columns]]
name = "total"
where = "b <= at"
generator = "suexg"
seed = 3
sample = 12

[[counts.columns]]
name = "gap"
where = "w - b = at"
generator = "suexg"
seed = 3
sample = 12

[[counts.lines]]
label = "0"
at = 0
printed = ["4", "4", ""]

[[counts.lines]]
label = "3"
at = 3
printed = ["3", "7", ""]

[[counts.lines]]
label = "more"
each = ["b > 3", "b >= 0", "w - b > 3"]
printed = ["5", "12", ""]
"#;

#[test]
fn counts_are_those_of_the_very_collection() {
    let table = PublishedTable::parse(COUNTS).unwrap();
    let (reading, _) = controlled_bias(small());
    let origin = |kind, seed| Origin {
        kind: Some(kind),
        seed: Some(seed),
        grids: None,
    };
    let compared = table.compare(&reading, &origin(Generator::Suexg, 3));
    let numbers = |column: usize| {
        let cells = compared.lines.iter().map(|line| &line.cells[column]);
        let numbers = cells.map(|cell| Some(cell.measured?.value));
        numbers.collect::<Vec<_>>()
    };
    assert_eq!(numbers(0), [Some(4.0), Some(3.0), Some(5.0)]);
    assert_eq!(numbers(1), [Some(4.0), Some(7.0), Some(12.0)]);
    // Two puzzles have no known difference.
    assert_eq!(numbers(2), [None; 3]);
    assert!(
        compared
            .lines
            .iter()
            .all(|line| line.cells[0].difference == Some(0.0))
    );
    for other in [origin(Generator::Suexg, 4), origin(Generator::TopDown, 3)] {
        let compared = table.compare(&reading, &other);
        assert!((0..3).all(|column| !is_measured(&compared, column)));
    }
    let larger = PublishedTable::parse(&COUNTS.replace("sample = 12", "sample = 13")).unwrap();
    let compared = larger.compare(&reading, &origin(Generator::Suexg, 3));
    assert!((0..3).all(|column| !is_measured(&compared, column)));
    let wrong_lines = [
        ("label = \"more\"", "label = \"more\"\nat = 4"),
        ("each = [\"b > 3\", ", "each = ["),
    ];
    for (right, wrong) in wrong_lines {
        let error = PublishedTable::parse(&COUNTS.replace(right, wrong)).map(|_| ());
        assert_eq!(error, Err(TableError::Line("more".to_string())));
    }
    let wrong = COUNTS.replace("b <= at", "b <=");
    let error = PublishedTable::parse(&wrong).map(|_| ());
    assert!(matches!(error, Err(TableError::Condition(..))));
}

/// A distribution over some ratings, like the collection of suexg with this seed.
fn suexg(columns: &[&str], cells: &[(&[Entry], u64)], seed: u64) -> (TablesRead, Origin) {
    let column = |name: &&str| match *name {
        "clues" => CLUES,
        name => Column::Rating(name.parse().unwrap()),
    };
    let cells = cells
        .iter()
        .map(|(entries, count)| (entries.to_vec(), *count));
    let reading = TablesRead {
        joint: Joint::new(columns.iter().map(column).collect(), cells),
        ..TablesRead::default()
    };
    let origin = Origin {
        kind: Some(Generator::Suexg),
        seed: Some(seed),
        grids: None,
    };
    (reading, origin)
}

/// The measured numbers of a line.
fn measured(comparison: &Comparison, line: usize) -> Vec<Option<f64>> {
    let cells = comparison.lines[line].cells.iter();
    cells.map(|cell| Some(cell.measured?.value)).collect()
}

#[test]
fn new_puzzles_are_those_that_a_smaller_theory_does_not_solve_yet() {
    use Entry::{Exact, Infinite};
    // The levels of `hls` are ranks, where 6 is L4: lines refer to them by word.
    let columns = [
        "hls",
        "hls_xy",
        "hls_hxy",
        "hls_c",
        "hls_xyt",
        "hls_hxyt",
        "hls_xyzt",
        "hls_hxyzt",
    ];
    let row = |level: Entry, lengths: [Entry; 7]| [[level].as_slice(), &lengths].concat();
    let basic = row(Exact(5), [Exact(0); 7]);
    let by_xy = row(Exact(6), [Exact(4); 7]);
    // Counted twice: by xy-chains at length 6, and by c-chains at length 5.
    let twice = row(Exact(7), [6, 6, 5, 5, 5, 5, 5].map(Exact));
    // A larger theory solves less.
    let mut lengths = [Infinite; 7];
    lengths[5] = Exact(6);
    let less = row(Exact(12), lengths);
    let by_seven = {
        let mut lengths = [Infinite; 7];
        lengths[6] = Exact(7);
        row(Infinite, lengths)
    };
    let cells: [(&[Entry], u64); 5] = [
        (&basic, 9980),
        (&by_xy, 10),
        (&twice, 6),
        (&less, 3),
        (&by_seven, 1),
    ];
    let (reading, origin) = suexg(&columns, &cells, 17);
    let table = published::find("hls-xxi.3-sudogen17").unwrap();
    let compared = table.compare(&reading, &origin);
    let expected = [
        // XY, HXY, C, XYT, HXYT, XYZT, HXYZT, Total, XYT after HXY, HXYZT up to 7
        [10, 0, 0, 0, 0, 0, 0, 9990, 0, 0],
        [0, 0, 6, 0, 0, 0, 0, 9996, 6, 0],
        [6, 0, 0, 0, 0, 3, 0, 9996, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 9996, 0, 1],
    ];
    for (line, expected) in expected.into_iter().enumerate() {
        let expected = expected.map(|number: i32| Some(number.into()));
        assert_eq!(measured(&compared, line), expected, "{line}");
    }
    let other = published::find("hls-xxi.3-sudogen0").unwrap();
    assert!(!is_measured(&other.compare(&reading, &origin), 0));
}

#[test]
fn a_line_that_is_named_by_a_word_has_its_value() {
    use Entry::Exact;
    let (reading, origin) = suexg(&["hls"], &[(&[Exact(5)], 4000), (&[Exact(6)], 6000)], 0);
    let table = published::find("hls-xxi.2").unwrap();
    let compared = table.compare(&reading, &origin);
    assert_eq!(measured(&compared, 0)[..2], [Some(4000.0), Some(4000.0)]);
    assert_eq!(measured(&compared, 1)[..2], [Some(6000.0), Some(10000.0)]);
}

/// A table of classes, of eight puzzles.
const CLASSES: &str = r#"
id = "x"
title = "x"
source = "x"

[[counts.columns]]
name = "24"
where = "clues = 24"
generator = "suexg"
seed = 3
sample = 8

[[counts.columns]]
name = "25"
where = "clues = 25"
generator = "suexg"
seed = 3
sample = 8

[[counts.columns]]
name = "26"
where = "clues = 26"
generator = "suexg"
seed = 3
sample = 8

[[counts.lines]]
label = "puzzles"
printed = ["3", "5", "0"]

[[counts.lines]]
label = "easy"
where = "w <= 1"
percent = true
printed = ["33", "12", ""]

[[counts.lines]]
label = "hard"
where = "w >= 3"
percent = true
printed = ["67", "60.0", ""]
"#;

#[test]
fn shares_of_classes_are_equal_if_they_round_to_what_is_printed() {
    use Entry::{Exact, Infinite, Unknown};
    let cells: [(&[Entry], u64); 4] = [
        (&[Exact(24), Exact(0)], 1),
        (&[Exact(24), Infinite], 2),
        (&[Exact(25), Exact(1)], 2),
        (&[Exact(25), Exact(3)], 3),
    ];
    let (reading, origin) = suexg(&["clues", "w"], &cells, 3);
    let table = PublishedTable::parse(CLASSES).unwrap();
    let compared = table.compare(&reading, &origin);
    assert_eq!(measured(&compared, 0), [Some(3.0), Some(5.0), Some(0.0)]);
    assert_eq!(measured(&compared, 1), [Some(33.0), Some(40.0), None]);
    assert_eq!(measured(&compared, 2), [Some(67.0), Some(60.0), None]);
    let verdict = compared.verdict();
    assert_eq!(verdict.word, Word::Unequal);
    assert_eq!((verdict.all.compared, verdict.all.equal), (7, 6));
    let largest = verdict.all.largest_difference.unwrap();
    assert_eq!((largest.value, &largest.place[..]), (28.0, "25, easy"));
    // A half may have been rounded down.
    let halves: [(&[Entry], u64); 2] = [(&[Exact(25), Exact(0)], 1), (&[Exact(25), Exact(5)], 7)];
    let (reading, _) = suexg(&["clues", "w"], &halves, 3);
    let compared = table.compare(&reading, &origin);
    assert_eq!(compared.lines[1].cells[1].difference, Some(0.0));

    let unknown: [(&[Entry], u64); 2] = [(&[Exact(24), Unknown], 1), (&[Exact(25), Exact(0)], 7)];
    let (reading, _) = suexg(&["clues", "w"], &unknown, 3);
    let compared = table.compare(&reading, &origin);
    assert_eq!(measured(&compared, 1), [None, Some(100.0), None]);
    let (reading, other) = suexg(&["clues", "w"], &cells, 4);
    let compared = table.compare(&reading, &other);
    assert!((0..3).all(|column| !is_measured(&compared, column)));
    let right = "where = \"w <= 1\"\npercent = true\n";
    for wrong in [right, "where = \"w <= 1\"\n", "percent = true\n"] {
        let text = CLASSES.replacen(right, wrong, 1);
        let is_right = text == CLASSES;
        assert_eq!(PublishedTable::parse(&text).is_ok(), is_right, "{wrong}");
    }
}

#[test]
fn published_tables_are_sound_and_strict() {
    let tables = published::tables();
    assert!(tables.len() >= 31);
    let mut names: Vec<&str> = tables.iter().map(|table| &table.id[..]).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), tables.len());
    assert!(published::find("pbcs-6.5").is_err());
    let parse = |text: &str| PublishedTable::parse(text).map(|_| ());
    let head = "id = \"x\"\ntitle = \"x\"\nsource = \"x\"\n";
    assert_eq!(parse(head), Err(TableError::Content));
    let column =
        "[[shares.columns]]\nname = \"W\"\nof = \"w\"\ngenerator = \"top-down\"\nsample = 10\n";
    let line = "[[shares.lines]]\nwhere = \"value = 1\"\nprinted = [\"1.5\"]\n";
    assert_eq!(parse(&format!("{head}{column}{line}")), Ok(()));
    let wrong = [
        format!("{head}colour = 1\n{column}{line}"),
        format!("{head}{column}size = 10\n{line}"),
        format!("{head}{column}{}", line.replace("1.5", "almost 100")),
        format!("{head}{}{line}", column.replace("\"w\"", "\"x\"")),
        format!("{head}{column}{}", line.replace("where", "wheres")),
    ];
    for text in wrong {
        assert!(matches!(parse(&text), Err(TableError::Toml(_))), "{text}");
    }
    let short = format!("{head}{column}{}", line.replace("\"1.5\"", ""));
    assert!(matches!(parse(&short), Err(TableError::Width { .. })));
    let both = format!(
        "{head}{column}{}",
        line.replace("printed", "measure = \"mean\"\nprinted")
    );
    assert!(matches!(parse(&both), Err(TableError::Line(_))));
}

#[test]
fn a_summary_refuses_what_it_cannot_compute() {
    let (reading, _) = controlled_bias(small());
    let summary = |options: &SummaryOptions| Summary::of(&reading, options).map(|_| ());
    let gb = Column::Rating(Name::GB);
    let options = SummaryOptions {
        by: vec![gb],
        ..SummaryOptions::default()
    };
    assert_eq!(summary(&options), Err(SummaryError::NoColumn(gb)));
    let options = SummaryOptions {
        unbiased: true,
        generator: Some(Generator::TopDown),
        ..SummaryOptions::default()
    };
    let error = Err(SummaryError::OtherBias(Generator::TopDown));
    assert_eq!(summary(&options), error);
    let empty = TablesRead::default();
    let error = Summary::of(&empty, &SummaryOptions::default()).map(|_| ());
    assert_eq!(error, Err(SummaryError::Empty));
}

#[test]
fn a_summary_has_sheets_and_json() {
    let (reading, _) = controlled_bias(small());
    let options = SummaryOptions {
        by: vec![CLUES],
        unbiased: true,
        grids: Some(1_000_000),
        crosses: vec![(W, B)],
        gaps: vec!["w-b".parse::<Gap>().unwrap()],
        tables: vec![published::find("pbcs-6.4").unwrap()],
        ..SummaryOptions::default()
    };
    let summary = Summary::of(&reading, &options).unwrap();
    let sheets = layout::parts(&summary, &SummaryPart::ALL);
    let ids: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
    let expected = [
        "overview",
        "moments",
        "quantiles",
        "distribution-clues",
        "distribution-w",
        "distribution-b",
        "w-by-clues",
        "b-by-clues",
        "correlations",
        "cross-w-b",
        "difference-w-b",
        "unbiased-clues",
        "unbiased-totals",
        "unbiased-quantiles",
        "pbcs-6.4",
        "verdicts",
    ];
    assert_eq!(ids, expected);
    for sheet in &sheets {
        for row in &sheet.rows {
            assert_eq!(row.len(), sheet.heads.len(), "{}", sheet.id);
        }
    }
    assert_eq!(summary.notes.len(), 2, "{:?}", summary.notes);
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["rows"], 12);
    assert_eq!(json["distributions"][1]["lines"][0]["entry"], 0);
    assert_eq!(json["distributions"][1]["lines"][3]["entry"], "≥9");
    assert_eq!(json["differences"][0]["gap"], "w-b");
    assert_eq!(json["unbiased"]["totals"]["grids"], 1_000_000);
}
