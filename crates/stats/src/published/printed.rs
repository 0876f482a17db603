//! A printed number, whose last digit shows its precision.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A printed number; empty where nothing is printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct PrintedNumber(String);

impl TryFrom<String> for PrintedNumber {
    type Error = String;

    fn try_from(text: String) -> Result<PrintedNumber, String> {
        let number = text.parse::<f64>();
        if text.is_empty() || number.is_ok_and(f64::is_finite) {
            Ok(PrintedNumber(text))
        } else {
            Err(format!("{text:?} is not a number"))
        }
    }
}

impl From<PrintedNumber> for String {
    fn from(printed: PrintedNumber) -> String {
        printed.0
    }
}

impl From<u64> for PrintedNumber {
    fn from(number: u64) -> PrintedNumber {
        PrintedNumber(number.to_string())
    }
}

impl fmt::Display for PrintedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl PrintedNumber {
    pub(crate) fn is_blank(&self) -> bool {
        self.0.is_empty()
    }

    /// The number; 0 for an empty one.
    pub fn value(&self) -> f64 {
        self.0.parse().unwrap_or(0.0)
    }

    /// The value of one unit of the last printed digit.
    pub fn unit(&self) -> f64 {
        let (mantissa, exponent) = self.0.split_once('e').unwrap_or((&self.0, "0"));
        let decimals = mantissa
            .split_once('.')
            .map_or(0, |(_, digits)| digits.len());
        let exponent: i32 = exponent.parse().unwrap_or(0);
        10_f64.powi(exponent - decimals as i32)
    }

    /// The least and the greatest number with this printed form. An integer is a count, and exact.
    pub(super) fn range(&self) -> (f64, f64) {
        let half = self.uncertain() / 2.0;
        (self.value() - half, self.value() + half)
    }

    /// The variance added by rounding to the last digit; 0 for integers, which are
    /// counts, and exact.
    pub(super) fn rounding_variance(&self) -> f64 {
        self.uncertain() * self.uncertain() / 12.0
    }

    /// One unit of the last printed digit, or 0 if the number is a count.
    fn uncertain(&self) -> f64 {
        Some(self.unit()).filter(|unit| *unit != 1.0).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_number_is_known_to_half_its_last_digit() {
        let range = |text: &str| super::PrintedNumber(text.to_string()).range();
        assert_eq!(range("0.5"), (0.45, 0.55));
        assert_eq!(range("3"), (3.0, 3.0));
    }
}
