//! Ratings with one decimal, exactly.

use std::fmt;
use std::str::FromStr;

/// A rating in tenths: 72 is shown as 7.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u16);

impl Tenths {
    /// The rating of a puzzle that no technique can advance.
    pub const UNSOLVED: Tenths = Tenths(200);
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The text is not a rating with at most one decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rating has at most one decimal, as in 7.2")]
pub struct NotTenths;

impl FromStr for Tenths {
    type Err = NotTenths;

    fn from_str(text: &str) -> Result<Tenths, NotTenths> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(tenth) || tenth.len() != 1 {
            return Err(NotTenths);
        }
        let whole: u16 = whole.parse().map_err(|_| NotTenths)?;
        let tenth: u16 = tenth.parse().map_err(|_| NotTenths)?;
        let tenths = whole
            .checked_mul(10)
            .and_then(|tens| tens.checked_add(tenth));
        tenths.map(Tenths).ok_or(NotTenths)
    }
}

/// The surcharge of a complexity in tenths.
pub(crate) const fn surcharge(complexity: u32) -> u16 {
    let (mut tenths, mut threshold, mut odd) = (0, 4u64, true);
    while complexity as u64 > threshold + 2 {
        tenths += 1;
        threshold = if odd {
            threshold * 3 / 2
        } else {
            threshold * 4 / 3
        };
        odd = !odd;
    }
    tenths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surcharges_follow_the_thresholds() {
        for (complexity, tenths) in [(4, 0), (6, 0), (7, 1), (8, 1), (9, 2), (14, 3), (15, 4)] {
            assert_eq!(surcharge(complexity), tenths, "{complexity}");
        }
        for (complexity, tenths) in [(50, 7), (51, 8), (98, 9), (130, 10), (131, 11), (770, 15)] {
            assert_eq!(surcharge(complexity), tenths, "{complexity}");
        }
    }

    #[test]
    fn ratings_are_read_as_they_are_shown() {
        for tenths in [0, 10, 72, 119, 200] {
            assert_eq!(Tenths(tenths).to_string().parse(), Ok(Tenths(tenths)));
        }
        assert_eq!("9".parse(), Ok(Tenths(90)));
        for text in ["", "x", "7.25", "7.", ".5", "-1", "9999.0"] {
            assert_eq!(text.parse::<Tenths>(), Err(NotTenths), "{text}");
        }
    }
}
