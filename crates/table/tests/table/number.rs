//! Numbers as people read them: thousands apart, no more digits than mean

use gradus_table::io::*;

#[test]
fn counts() {
    let shown = [0, 999, 1000, 5_926_343].map(grouped);
    assert_eq!(shown, ["0", "999", "1,000", "5,926,343"]);
    let counts = [0, 999, 1000, 9_949, 9_951, 999_499, 999_500, 12_345_678];
    let shown = counts.map(short);
    let expected = ["0", "999", "1.0k", "9.9k", "10k", "999k", "1.0M", "12M"];
    assert_eq!(shown, expected);
}

#[test]
fn digits_that_mean_something() {
    assert_eq!(significant(29.170_84, 4), "29.17");
    assert_eq!(significant(0.001_505_79, 4), "0.001506");
    assert_eq!(significant(3.246e-6, 3), "3.25 × 10⁻⁶");
    assert_eq!(significant(2.5477e25, 3), "2.55 × 10²⁵");
    assert_eq!(significant(2_166_509.2, 4), "2,166,509");
    assert_eq!(significant(9.999_96, 4), "10.00");
    assert_eq!(significant(-1.5, 2), "−1.5");
    assert_eq!(significant(1234.0, 2), "1234");
    assert_eq!(percent(2, 8), "25.0");
    assert_eq!(percent(7_017, 20_000), "35.085");
    assert_eq!(percent(1, 5_926_343), "0.00002");
    let digits = [digits(4.0, 1.06), digits(25.6667, 0.0016), digits(3.0, 0.0)];
    assert_eq!(digits, [3, 6, 6]);
    assert_eq!(
        [counted(1, "puzzle"), counted(2, "row")],
        ["1 puzzle", "2 rows"]
    );
    assert_eq!(fixed(-0.0004, 2), "0.00");
    assert_eq!(fixed(-0.126_4, 3), "−0.126");
}
