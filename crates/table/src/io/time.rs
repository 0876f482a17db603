//! Times in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// A time as `2026-11-16 13:05 UTC`.
pub fn utc(time: SystemTime) -> String {
    let ([year, month, day], [hour, minute, _]) = parts(time);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// A time as `2026-11-16T13:05:07Z`.
pub fn rfc3339(time: SystemTime) -> String {
    let ([year, month, day], [hour, minute, second]) = parts(time);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day; hour, minute and second.
fn parts(time: SystemTime) -> ([u64; 3], [u64; 3]) {
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (days, seconds) = (seconds / 86_400, seconds % 86_400);
    (
        date(days),
        [seconds / 3_600, seconds / 60 % 60, seconds % 60],
    )
}

/// The date a number of days after 1 January 1970 in the Gregorian calendar. Years
/// begin in March here, so that a leap day is the last of its year.
fn date(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    [era * 400 + year + next, month, day]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_in_utc() {
        let time = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(utc(time(0)), "1970-01-01 00:00 UTC");
        assert_eq!(utc(time(951_782_399)), "2000-02-28 23:59 UTC");
        assert_eq!(utc(time(951_782_400)), "2000-02-29 00:00 UTC");
        assert_eq!(utc(time(1_795_000_000)), "2026-11-18 11:06 UTC");
        assert_eq!(rfc3339(time(1_795_000_000)), "2026-11-18T11:06:40Z");
    }
}
