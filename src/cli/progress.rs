//! The progress of a long job on stderr: a bar on a terminal, else a line per minute.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressStyle};
use serde_json::{Map, Value};

use super::messages::{
    When, is_json, is_quiet, print_note, print_notice, print_progress, print_warning,
};
use super::{stop, summary};
use crate::io::counted;
use crate::job::{Observer, Snapshot};

pub(super) struct ProgressBar {
    bar: Option<indicatif::ProgressBar>,
    /// The time between two updates, or `None` if progress is not shown.
    interval: Option<Duration>,
    shown: Instant,
    begin: Option<Begin>,
    /// How to continue if the program must exit before the job has ended.
    pub(super) hint: &'static str,
}

/// The state when this run had finished its first rows. Rows of earlier runs are skipped
/// quickly and do not predict the remaining time.
#[derive(Clone, Copy)]
struct Begin {
    time: Instant,
    share: f64,
    rows: u64,
}

impl ProgressBar {
    /// Shows progress when this says so.
    pub(super) fn new(when: When) -> ProgressBar {
        let terminal = std::io::stderr().is_terminal() && !is_json();
        let interval = match when {
            _ if is_quiet() => None,
            When::Never => None,
            _ if terminal => Some(Duration::from_millis(100)),
            When::Always => Some(Duration::from_secs(1)),
            When::Auto => Some(Duration::from_secs(60)),
        };
        ProgressBar {
            bar: (terminal && interval.is_some()).then(bar),
            interval,
            shown: Instant::now(),
            begin: None,
            hint: "",
        }
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Prints a note, unless quiet.
    pub(super) fn print(&self, message: &str) {
        self.above(|| print_note(message));
    }

    fn above(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn line(snapshot: &Snapshot, begin: Begin) -> String {
        let seconds = begin.time.elapsed().as_secs_f64().max(0.001);
        let mut parts = vec![counted(snapshot.rows, "puzzle")];
        let rows = snapshot.rows.saturating_sub(begin.rows);
        parts.extend(rate(rows, begin.time.elapsed()));
        parts.extend(remaining(snapshot, begin, seconds));
        if snapshot.rejected > 0 {
            parts.push(format!("{} rejected", HumanCount(snapshot.rejected)));
        }
        parts.extend(snapshot.waiting.map(|waiting| {
            let (input, line, time) = (waiting.input, waiting.line, HumanDuration(waiting.time));
            format!("waiting for line {line} of {input} for {time}")
        }));
        parts.extend(snapshot.note.map(ToString::to_string));
        parts.join(", ")
    }
}

/// `, 12/s` for a count in a time, or nothing if it is zero.
pub(super) fn and_rate(count: u64, time: Duration) -> String {
    rate(count, time).map_or(String::new(), |rate| format!(", {rate}"))
}

/// A count per second, or per minute or hour if it is small, or `None` if it is zero.
fn rate(count: u64, time: Duration) -> Option<String> {
    let per_second = count as f64 / time.as_secs_f64().max(0.001);
    let (rate, unit) = match per_second {
        1.0.. => (per_second, "s"),
        _ if 60.0 * per_second >= 1.0 => (60.0 * per_second, "min"),
        _ => (3600.0 * per_second, "h"),
    };
    match rate {
        9.95.. => Some(format!("{}/{unit}", HumanCount(rate.round() as u64))),
        _ if count > 0 => Some(format!("{rate:.1}/{unit}")),
        _ => None,
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The remaining time, from the share of the inputs that was read.
fn remaining(snapshot: &Snapshot, begin: Begin, seconds: f64) -> Option<String> {
    let share = snapshot.share?;
    let done = share - begin.share;
    if done <= 0.0 || seconds < 1.0 {
        return None;
    }
    let left = Duration::try_from_secs_f64(seconds * (1.0 - share).max(0.0) / done).ok()?;
    Some(format!("{} to go", HumanDuration(left)))
}

/// The numbers of a line of progress.
fn numbers(snapshot: &Snapshot) -> Map<String, Value> {
    let mut numbers = Map::new();
    numbers.insert("rows".into(), snapshot.rows.into());
    numbers.insert("rejected".into(), snapshot.rejected.into());
    numbers.insert("share".into(), snapshot.share.into());
    numbers
}

/// The length of the bar.
const STEPS: f64 = 1000.0;

fn bar() -> indicatif::ProgressBar {
    indicatif::ProgressBar::no_length().with_style(style("{wide_msg}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template has known keys only")
}

impl Observer for ProgressBar {
    fn progress(&mut self, snapshot: &Snapshot) {
        summary::set_count("puzzles", snapshot.rows);
        summary::set_count("rejected", snapshot.rejected);
        let now = Begin {
            time: Instant::now(),
            share: snapshot.share.unwrap_or(0.0),
            rows: snapshot.rows,
        };
        // A hunt reads its inputs first; what follows starts over, perhaps far ahead.
        let own = snapshot.rows_before..=snapshot.rows;
        self.begin = self.begin.filter(|begin| own.contains(&begin.rows));
        if self.begin.is_none() && snapshot.rows > snapshot.rows_before {
            self.begin = Some(now);
        }
        let begin = self.begin.unwrap_or(now);
        let Some(interval) = self.interval else {
            return;
        };
        if self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let line = ProgressBar::line(snapshot, begin);
        let Some(bar) = &self.bar else {
            let share = |share| format!("{:.1} %, ", 100.0 * share);
            let share = snapshot.share.map_or(String::new(), share);
            print_progress(&format!("{share}{line}"), numbers(snapshot));
            return;
        };
        if let (Some(_), None) = (snapshot.share, bar.length()) {
            bar.set_length(STEPS as u64);
            bar.set_style(style("{bar:24} {percent:>3} %  {wide_msg}"));
        }
        bar.set_position((STEPS * snapshot.share.unwrap_or(0.0)) as u64);
        bar.set_message(line);
        bar.tick();
    }

    fn rendering(&mut self, rows: u64) {
        if let Some(bar) = &self.bar {
            bar.set_style(style("{wide_msg}"));
            bar.set_message(format!("writing {}", counted(rows, "row")));
            bar.tick();
        }
    }

    fn note(&mut self, message: &str) {
        self.print(message);
    }

    fn rejected(&mut self, reason: &str) {
        summary::add_reject(reason, 1);
    }

    fn warn(&mut self, message: &str) {
        self.above(|| print_warning(message));
    }

    fn overdue(&mut self, rows: u64) {
        self.clear();
        let (rows, hint) = (counted(rows, "row"), self.hint);
        print_notice(&format!("stopped after {rows}{hint}"));
        stop::exit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::WaitingLine;

    fn snapshot(rows: u64, share: f64) -> Snapshot<'static> {
        Snapshot {
            rows,
            rows_before: 1000,
            rejected: 0,
            share: Some(share),
            waiting: None,
            note: None,
        }
    }

    /// The line ten seconds after the first rows of a run.
    fn shown(first: Snapshot, later: Snapshot) -> String {
        let mut progress = ProgressBar::new(When::Never);
        progress.progress(&snapshot(1000, 0.0));
        progress.progress(&first);
        let begin = progress.begin.expect("rows have been done");
        let time = begin.time - Duration::from_secs(10);
        ProgressBar::line(&later, Begin { time, ..begin })
    }

    /// Earlier runs do not count, and an absurd time is not shown.
    #[test]
    fn remaining_time() {
        let line = shown(snapshot(1016, 0.875), snapshot(1116, 0.9375));
        assert_eq!(line, "1,116 puzzles, 10/s, 10 seconds to go");
        let line = shown(snapshot(1016, 0.0), snapshot(1116, 1e-30));
        assert_eq!(line, "1,116 puzzles, 10/s");
    }

    #[test]
    fn the_line_that_all_wait_for_is_named() {
        let waiting = WaitingLine {
            input: "a.txt",
            line: 7,
            time: Duration::from_secs(12),
        };
        let later = Snapshot {
            waiting: Some(waiting),
            ..snapshot(1016, 0.5)
        };
        let line = shown(snapshot(1016, 0.5), later);
        let expected = "1,016 puzzles, waiting for line 7 of a.txt for 12 seconds";
        assert_eq!(line, expected);
    }

    #[test]
    fn reading_inputs_does_not_count_for_the_hunt() {
        let mut progress = ProgressBar::new(When::Never);
        let cases = [
            (421, 0, 421),
            (1016, 1000, 1016),
            (1116, 1000, 1016),
            (64, 0, 64),
        ];
        for (rows, rows_before, begin) in cases {
            progress.progress(&Snapshot {
                rows_before,
                ..snapshot(rows, 0.5)
            });
            assert_eq!(progress.begin.map(|begin| begin.rows), Some(begin));
        }
    }

    #[test]
    fn rates_of_all_sizes() {
        let rate = |count, seconds| rate(count, Duration::from_secs(seconds));
        assert_eq!(rate(0, 10), None);
        assert_eq!(rate(12_345, 1).as_deref(), Some("12,345/s"));
        assert_eq!(rate(5, 2).as_deref(), Some("2.5/s"));
        assert_eq!(rate(1, 2).as_deref(), Some("30/min"));
        assert_eq!(rate(1, 600).as_deref(), Some("6.0/h"));
    }
}
