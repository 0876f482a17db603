//! Days, times and points in time as texts, for every number that a column can hold.
//!
//! The calendar is that of ISO 8601 in both directions of time. Years beyond four digits have a
//! sign.

/// Seconds of a day.
const DAY: i128 = 86_400;

/// A day, counted from the first of 1970.
pub(super) fn date_text(days: i128) -> String {
    let (year, month, day) = civil(days);
    if (0..=9999).contains(&year) {
        format!("{year:04}-{month:02}-{day:02}")
    } else {
        format!("{year:+05}-{month:02}-{day:02}")
    }
}

/// The number of the day that a text is.
pub(super) fn date_of(text: &str) -> Option<i128> {
    let sign = text
        .find(|c: char| c.is_ascii_digit())
        .filter(|at| *at < 2)?;
    let mut parts = text[sign..].split('-');
    let mut number = || parts.next()?.parse::<i64>().ok().map(i128::from);
    let (year, month, day) = (number()?, number()?, number()?);
    let year = match &text[..sign] {
        "-" => -year,
        "" | "+" => year,
        _ => return None,
    };
    let days = days_from_civil(year, month, day);
    (parts.next().is_none() && civil(days) == (year, month, day)).then_some(days)
}

/// A time of the day in fractions of a second with this many digits.
pub(super) fn time_text(time: i128, digits: usize) -> String {
    let unit = 10_i128.pow(digits as u32);
    let (sign, time) = (if time < 0 { "-" } else { "" }, time.abs());
    let (seconds, fraction) = (time / unit, time % unit);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = fraction_text(fraction, digits);
    format!("{sign}{hours:02}:{minutes:02}:{seconds:02}{fraction}")
}

/// The time that a text is.
pub(super) fn time_of(text: &str, digits: usize) -> Option<i128> {
    let (sign, text) = signed(text);
    let (clock, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut parts = clock.split(':');
    let mut number = || parts.next()?.parse::<i64>().ok().map(i128::from);
    let (hours, minutes, seconds) = (number()?, number()?, number()?);
    let whole = hours * 3600 + minutes * 60 + seconds;
    let unit = 10_i128.pow(digits as u32);
    let time = whole.checked_mul(unit)? + fraction_of(fraction, digits)?;
    parts.next().is_none().then_some(sign * time)
}

/// A point in time, counted from the beginning of 1970.
pub(super) fn timestamp_text(time: i128, digits: usize, has_zone: bool) -> String {
    let unit = 10_i128.pow(digits as u32);
    let date = date_text(time.div_euclid(DAY * unit));
    let clock = time_text(time.rem_euclid(DAY * unit), digits);
    let zone = if has_zone { "Z" } else { "" };
    format!("{date}T{clock}{zone}")
}

/// The point in time that a text is; a day is its beginning.
pub(super) fn timestamp_of(text: &str, digits: usize) -> Option<i128> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, clock) = text.split_once('T').unwrap_or((text, "00:00:00"));
    let unit = 10_i128.pow(digits as u32);
    Some(date_of(date)? * DAY * unit + time_of(clock, digits)?)
}

/// A decimal number with this many digits after the point.
pub(super) fn decimal_text(number: i128, digits: usize) -> String {
    let text = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    if digits == 0 {
        return format!("{sign}{text}");
    }
    let text = format!("{text:0>width$}", width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{fraction}")
}

/// The number that a decimal is, in units of its last digit.
pub(super) fn decimal_of(text: &str, digits: usize) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > digits || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{whole}{fraction:0<digits$}").parse().ok()
}

/// Seconds as a decimal, without zeros at its end.
pub(super) fn seconds_text(time: i128, digits: usize) -> String {
    let text = decimal_text(time, digits);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

fn fraction_text(fraction: i128, digits: usize) -> String {
    match fraction {
        0 => String::new(),
        _ => format!(".{fraction:0digits$}"),
    }
}

fn fraction_of(text: &str, digits: usize) -> Option<i128> {
    if text.len() > digits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match format!("{text:0<digits$}").as_str() {
        "" => Some(0),
        text => text.parse().ok(),
    }
}

fn signed(text: &str) -> (i128, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    }
}

/// The date of a day. A year begins in March here, so that the leap day is its last.
fn civil(days: i128) -> (i128, i128, i128) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i128::from(month <= 2);
    (year, month, day)
}

fn days_from_civil(year: i128, month: i128, day: i128) -> i128 {
    let year = year - i128::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = (month + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}
