//! Exact numbers: fractions and infinities. Decimals are exact, so `0.1 + 0.2 = 0.3` holds,
//! and an infinite rating exceeds every number.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

/// A fraction, or infinite.
///
/// An infinite number remembers the finite part that was added to it: of two infinite
/// gaps, that whose subtrahend is smaller is more. Only the order of ranks sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    /// 1 if it exceeds every fraction, -1 if every fraction exceeds it.
    beyond: i8,
    over: i64,
    /// Positive; the fraction is reduced.
    under: i64,
}

/// Digits of a number, at most: all such numbers can be compared exactly.
pub(super) const MOST_DIGITS: usize = 18;

impl Number {
    /// Zero.
    pub(super) const ZERO: Number = Number::whole(0);

    /// Larger than every fraction.
    pub const INFINITE: Number = Number {
        beyond: 1,
        over: 0,
        under: 1,
    };

    /// A whole number.
    pub(super) const fn whole(value: i64) -> Number {
        Number {
            beyond: 0,
            over: value,
            under: 1,
        }
    }

    /// A fraction, or `None` if it takes too many digits, or divides by zero.
    fn fraction(over: i128, under: i128) -> Option<Number> {
        let shared = match under {
            1 => 1,
            _ => gcd(over.unsigned_abs(), under.unsigned_abs()) as i128 * under.signum(),
        };
        if under == 0 {
            return None;
        }
        Some(Number {
            beyond: 0,
            over: fit(over / shared)?,
            under: fit(under / shared)?,
        })
    }

    /// The number that a text is: digits with a sign, a point or an exponent, such as
    /// `7`, `-0.5` or `1.2e3`, or `None` if it is something else, or has too many digits.
    pub fn parse(text: &str) -> Option<Number> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i8>().ok()?),
            None => (text, 0),
        };
        let (sign, digits) = match mantissa.as_bytes().first()? {
            b'-' => (-1, &mantissa[1..]),
            b'+' => (1, &mantissa[1..]),
            _ => (1, mantissa),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let decimals = decimals.trim_end_matches('0');
        let all = || whole.bytes().chain(decimals.bytes());
        let is_empty = whole.is_empty() && !digits[whole.len()..].contains(|c: char| c != '.');
        if is_empty || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut value: i128 = 0;
        for digit in all().skip_while(|byte| *byte == b'0') {
            value = value * 10 + i128::from(digit - b'0');
            if value >= 10_i128.pow(MOST_DIGITS as u32) {
                return None;
            }
        }
        let power = i32::from(exponent) - i32::try_from(decimals.len()).ok()?;
        let scale = 10_i128.checked_pow(power.unsigned_abs())?;
        match power {
            0.. => Number::fraction((sign * value).checked_mul(scale)?, 1),
            _ => Number::fraction(sign * value, scale),
        }
    }

    /// Returns true if it is infinite.
    pub(super) fn is_infinite(self) -> bool {
        self.beyond != 0
    }

    /// 1, 0 or -1.
    pub(super) fn sign(self) -> i8 {
        match self.beyond {
            0 => self.over.signum() as i8,
            beyond => beyond,
        }
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        match self.beyond {
            0 => self.over as f64 / self.under as f64,
            beyond => f64::from(beyond) * f64::INFINITY,
        }
    }

    /// The sum, or `None` if it is not defined, or takes too many digits.
    pub(crate) fn plus(self, other: Number) -> Option<Number> {
        if self.beyond * other.beyond < 0 {
            return None;
        }
        let finite = match (self.under, other.under) {
            (1, 1) => Number::whole(fit(i128::from(self.over) + i128::from(other.over))?),
            _ => {
                let [a, b, c, d] = [self.over, self.under, other.over, other.under].map(i128::from);
                Number::fraction(a * d + c * b, b * d)?
            }
        };
        Some(Number {
            beyond: (self.beyond + other.beyond).signum(),
            ..finite
        })
    }

    /// The product, or `None` if it is not defined, or takes too many digits.
    pub(crate) fn times(self, other: Number) -> Option<Number> {
        let [a, b, c, d] = [self.over, self.under, other.over, other.under].map(i128::from);
        match (self.beyond, other.beyond) {
            (0, 0) => Number::fraction(a * c, b * d),
            _ if self.sign() * other.sign() == 0 => None,
            (0, _) | (_, 0) => Some(Number {
                beyond: self.sign() * other.sign(),
                ..Number::fraction(a * c, b * d)?
            }),
            _ => Some(Number {
                beyond: self.sign() * other.sign(),
                ..Number::ZERO
            }),
        }
    }

    /// The quotient, or `None` if it is not defined, or takes too many digits.
    pub(crate) fn divided_by(self, other: Number) -> Option<Number> {
        match (self.is_infinite(), other.is_infinite()) {
            (true, true) => None,
            (false, true) => Some(Number::ZERO),
            _ if other.over == 0 => None,
            _ => self.times(Number::fraction(other.under.into(), other.over.into())?),
        }
    }

    /// How two numbers compare; all that are infinite on one side are equal.
    pub fn compare(self, other: Number) -> Ordering {
        match self.beyond.cmp(&other.beyond) {
            Ordering::Equal if self.is_infinite() => Ordering::Equal,
            Ordering::Equal => self.finite_order(other),
            order => order,
        }
    }

    fn finite_order(self, other: Number) -> Ordering {
        if self.under == other.under {
            self.over.cmp(&other.over)
        } else {
            let [a, b, c, d] = [self.over, self.under, other.over, other.under].map(i128::from);
            (a * d).cmp(&(c * b))
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::whole(value)
    }
}

impl Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        Number {
            beyond: -self.beyond,
            over: -self.over,
            under: self.under,
        }
    }
}

/// The order of ranks: of two infinite numbers, the finite parts decide.
impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        let beyond = self.beyond.cmp(&other.beyond);
        beyond.then_with(|| self.finite_order(*other))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A part of a fraction, or `None` if it is too large. `i64::MIN` is excluded, so that every
/// number has a negative.
fn fit(part: i128) -> Option<i64> {
    i64::try_from(part).ok().filter(|part| *part != i64::MIN)
}

fn gcd(a: u128, b: u128) -> u128 {
    match b {
        0 => a.max(1),
        _ => gcd(b, a % b),
    }
}

/// The number as a decimal: exact if it is one, else with six decimals.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.beyond, self.under) {
            (1, _) => "∞".to_string(),
            (-1, _) => "-∞".to_string(),
            (_, 1) => self.over.to_string(),
            _ => decimal(self.over, self.under).unwrap_or_else(|| {
                let text = format!("{:.6}", self.to_f64());
                text.trim_end_matches('0').trim_end_matches('.').to_string()
            }),
        };
        f.pad(&text)
    }
}

/// A fraction as a decimal, if it is one.
fn decimal(over: i64, under: i64) -> Option<String> {
    let places = (1..=MOST_DIGITS).find(|places| 10_i64.pow(*places as u32) % under == 0)?;
    let scale = 10_i64.pow(places as u32);
    let all = i128::from(over) * i128::from(scale / under);
    let (whole, decimals) = (all.abs() / i128::from(scale), all.abs() % i128::from(scale));
    let sign = if all < 0 { "-" } else { "" };
    Some(format!("{sign}{whole}.{decimals:0places$}"))
}
