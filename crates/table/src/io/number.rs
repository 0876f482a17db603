//! Numbers as people read them: thousands apart, no more digits than mean
//! something, a true minus sign.

/// A count with thousands apart: `5,926,343`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count in at most four characters: `999`, `1.2k`, `12k`, `3.4M`.
pub fn short(count: u64) -> String {
    let in_units = |unit: f64, letter: &str| {
        let value = count as f64 / unit;
        match value < 9.95 {
            true => format!("{value:.1}{letter}"),
            false => format!("{value:.0}{letter}"),
        }
    };
    match count {
        0..=999 => count.to_string(),
        1_000..=999_499 => in_units(1e3, "k"),
        _ => in_units(1e6, "M"),
    }
}

/// A number with a given count of significant digits; very small and very large
/// ones as a product with a power of ten.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    if !value.is_finite() {
        return signed(&value.to_string());
    }
    let text = format!("{:.*e}", digits - 1, value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.parse::<i32>().unwrap_or(0) {
        exponent @ -4..=3 => {
            let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
            signed(&format!("{value:.decimals$}"))
        }
        4..=6 if value > 0.0 => grouped(value.round() as u64),
        exponent => format!("{} × 10{}", signed(mantissa), superscript(exponent)),
    }
}

/// A number in raised digits.
pub fn superscript(number: i32) -> String {
    let raise = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    number.to_string().chars().map(raise).collect()
}

/// A number with a given count of decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|c| "-0.".contains(c));
    signed(text.strip_prefix('-').filter(|_| is_zero).unwrap_or(&text))
}

/// A part of a whole in percent, with as many decimals as one more would change.
pub fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => fixed(0.0, 1),
        _ => fixed(100.0 * part as f64 / whole as f64, percent_decimals(whole)),
    }
}

/// Decimals of percentages of a whole: one puzzle of it can be seen, and no more.
pub fn percent_decimals(whole: u64) -> usize {
    let digits = whole.max(1).ilog10() as usize + 1;
    digits.saturating_sub(2).clamp(1, 8)
}

/// Significant digits of a number with this error: two more than the error leaves sure.
pub fn digits(value: f64, error: f64) -> usize {
    let magnitude = |number: f64| number.abs().log10().floor();
    let digits = magnitude(value) - magnitude(error) + 2.0;
    match digits.is_finite() && error > 0.0 {
        true => (digits as i64).clamp(3, 7) as usize,
        false => 6,
    }
}

/// A count with its noun, which has an s unless there is one: `1 puzzle`, `2 puzzles`.
pub fn counted(count: u64, word: &str) -> String {
    format!("{} {}", grouped(count), noun(count, word))
}

/// A noun as it goes with a count: with an s unless there is one.
pub fn noun(count: u64, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{word}{plural}")
}

/// With a true minus sign.
fn signed(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
