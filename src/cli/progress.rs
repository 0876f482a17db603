//! How a long job is shown: a bar on a terminal, a line a minute elsewhere,
//! nothing if it is unwanted. Always on standard error.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::complain;
use crate::io::number::counted;
use crate::job::{Observer, Snapshot};

/// Whether progress is shown.
#[derive(Args, Clone, Copy)]
pub(super) struct ProgressOptions {
    /// When to show progress; auto: a bar on a terminal, elsewhere a line a
    /// minute; always: elsewhere a line a second
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,

    /// Say nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Always,
    Auto,
    Never,
}

/// Shows how far a job is.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// Between two looks; none if nothing is shown.
    interval: Option<Duration>,
    quiet: bool,
    shown: Instant,
    begin: Option<Begin>,
}

/// Where this run was when its first rows were done: what earlier runs did is
/// passed over quickly, and says nothing of the rest.
#[derive(Clone, Copy)]
struct Begin {
    time: Instant,
    share: f64,
    rows: u64,
}

impl ProgressOptions {
    /// Shows a job as the options say.
    pub(super) fn show(self) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let interval = match self.progress {
            _ if self.quiet => None,
            When::Never => None,
            _ if terminal => Some(Duration::from_millis(100)),
            When::Always => Some(Duration::from_secs(1)),
            When::Auto => Some(Duration::from_secs(60)),
        };
        Progress {
            bar: (terminal && interval.is_some()).then(bar),
            interval,
            quiet: self.quiet,
            shown: Instant::now(),
            begin: None,
        }
    }
}

impl Progress {
    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Says something that is not an error.
    pub(super) fn say(&self, message: &str) {
        if !self.quiet {
            self.above(message);
        }
    }

    /// Says something without tearing the bar.
    fn above(&self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| complain(message)),
            None => complain(message),
        }
    }

    fn line(snapshot: &Snapshot, begin: Begin) -> String {
        let seconds = begin.time.elapsed().as_secs_f64().max(0.001);
        let mut parts = vec![counted(snapshot.rows, "puzzle")];
        parts.extend(rate(snapshot.rows - begin.rows, begin.time.elapsed()));
        parts.extend(rest(snapshot, begin, seconds));
        if snapshot.rejected > 0 {
            parts.push(format!("{} rejected", HumanCount(snapshot.rejected)));
        }
        parts.extend(snapshot.note.map(ToString::to_string));
        parts.join(", ")
    }
}

/// How many in what time: a second, or a minute or an hour if they are few; none if
/// there are none.
pub(super) fn rate(count: u64, time: Duration) -> Option<String> {
    let a_second = count as f64 / time.as_secs_f64().max(0.001);
    let (rate, unit) = [
        (a_second, "s"),
        (60.0 * a_second, "min"),
        (3600.0 * a_second, "h"),
    ]
    .into_iter()
    .find(|(rate, unit)| *rate >= 1.0 || *unit == "h")?;
    match rate {
        9.95.. => Some(format!("{}/{unit}", HumanCount(rate.round() as u64))),
        _ if count > 0 => Some(format!("{rate:.1}/{unit}")),
        _ => None,
    }
}

/// The bar does not outlive what it shows.
impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What is still to come, from the share of the inputs that was read.
fn rest(snapshot: &Snapshot, begin: Begin, seconds: f64) -> Option<String> {
    let share = snapshot.share?;
    let done = share - begin.share;
    if done <= 0.0 || seconds < 1.0 {
        return None;
    }
    let left = Duration::try_from_secs_f64(seconds * (1.0 - share).max(0.0) / done).ok()?;
    Some(format!("{} to go", HumanDuration(left)))
}

/// A thousand steps from end to end.
const STEPS: f64 = 1000.0;

fn bar() -> ProgressBar {
    ProgressBar::no_length().with_style(style("{wide_msg}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template of known keys")
}

impl Observer for Progress {
    fn progress(&mut self, snapshot: &Snapshot) {
        let now = Begin {
            time: Instant::now(),
            share: snapshot.share.unwrap_or(0.0),
            rows: snapshot.rows,
        };
        // A hunt reads its seeds first: what comes after begins anew, perhaps far ahead.
        let is_other =
            |begin: &Begin| !(snapshot.rows_before..=snapshot.rows).contains(&begin.rows);
        self.begin = self.begin.filter(|begin| !is_other(begin));
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
        let line = Progress::line(snapshot, begin);
        let Some(bar) = &self.bar else {
            let share = snapshot
                .share
                .map(|share| format!("{:.1} %, ", 100.0 * share));
            complain(&format!("{}{line}", share.unwrap_or_default()));
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
            bar.set_message(format!("writing {} rows", HumanCount(rows)));
            bar.tick();
        }
    }

    fn note(&mut self, message: &str) {
        self.say(message);
    }

    fn warn(&mut self, message: &str) {
        self.above(message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(rows: u64, share: f64) -> Snapshot<'static> {
        Snapshot {
            rows,
            rows_before: 1000,
            rejected: 0,
            share: Some(share),
            note: None,
        }
    }

    /// What is shown ten seconds after the first rows of a run were done.
    fn shown(first: Snapshot, later: Snapshot) -> String {
        let options = ProgressOptions {
            progress: When::Never,
            quiet: true,
        };
        let mut progress = options.show();
        progress.progress(&snapshot(1000, 0.0));
        progress.progress(&first);
        let begin = progress.begin.expect("rows are done");
        let time = begin.time - Duration::from_secs(10);
        Progress::line(&later, Begin { time, ..begin })
    }

    #[test]
    fn what_earlier_runs_did_says_nothing_of_the_rest() {
        let line = shown(snapshot(1016, 0.875), snapshot(1116, 0.9375));
        assert_eq!(line, "1,116 puzzles, 10/s, 10 seconds to go");
    }

    #[test]
    fn what_is_read_first_says_nothing_of_what_comes_after() {
        let options = ProgressOptions {
            progress: When::Never,
            quiet: true,
        };
        let mut progress = options.show();
        for (rows, rows_before) in [(421, 0), (1016, 1000), (1116, 1000)] {
            progress.progress(&Snapshot {
                rows_before,
                ..snapshot(rows, 0.5)
            });
        }
        assert_eq!(progress.begin.map(|begin| begin.rows), Some(1016));
        progress.progress(&Snapshot {
            rows_before: 0,
            ..snapshot(64, 0.5)
        });
        assert_eq!(progress.begin.map(|begin| begin.rows), Some(64));
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

    #[test]
    fn a_rest_beyond_all_time_is_not_shown() {
        let line = shown(snapshot(1016, 0.0), snapshot(1116, 1e-30));
        assert_eq!(line, "1,116 puzzles, 10/s");
    }
}
