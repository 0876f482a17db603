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
        if value < 9.95 {
            format!("{value:.1}{letter}")
        } else {
            format!("{value:.0}{letter}")
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
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
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

/// Decimals of percentages of a whole: just enough to show a single puzzle.
pub fn percent_decimals(whole: u64) -> usize {
    let digits = whole.max(1).ilog10() as usize + 1;
    digits.saturating_sub(2).clamp(1, 8)
}

/// Significant digits of a number with this error: two more than the error leaves sure.
pub fn digits(value: f64, error: f64) -> usize {
    let magnitude = |number: f64| number.abs().log10().floor();
    let digits = magnitude(value) - magnitude(error) + 2.0;
    if digits.is_finite() && error > 0.0 {
        (digits as i64).clamp(3, 7) as usize
    } else {
        6
    }
}

/// A count with its noun, in the plural unless it is one: `1 puzzle`, `2 puzzles`.
pub fn counted(count: u64, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", grouped(count))
}

/// With a true minus sign.
fn signed(text: &str) -> String {
    text.replace('-', "−")
}
