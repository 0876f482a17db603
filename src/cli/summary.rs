//! `--summary FILE`: a run in numbers, as JSON: counts, rejected lines by reason, time, CPU
//! time, memory, threads, host. It is written however the run ends, unless it is killed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result};
use clap::ArgMatches;
use serde_json::{Map, Value, json};

use super::exit::bail_usage;
use super::messages::print_error;
use super::stop::INTERRUPTED;
use super::version::commit;
use crate::io::{IfExists, rfc3339, write_file};

/// The name of the option.
pub(super) const SUMMARY: &str = "summary";

/// Marks a file that may be overwritten.
const MARK: &str = "{\n  \"summary_of\": \"gradus ";

/// Reasons to list; all others are counted as one.
const MOST_REASONS: usize = 1000;

/// What is known about this run.
struct Summary {
    path: PathBuf,
    command: String,
    arguments: Vec<String>,
    began: Instant,
    started: SystemTime,
    threads: Option<usize>,
    counts: Map<String, Value>,
    reasons: BTreeMap<String, u64>,
    error: Option<String>,
}

/// The summary of this run, or `None` if none was requested.
static SUMMARY_OF_RUN: Mutex<Option<Summary>> = Mutex::new(None);

/// Begins the summary of a run if its options request one. Refuses to overwrite any file that
/// is not a summary.
pub(super) fn begin(matches: &ArgMatches, arguments: &[OsString]) -> Result<()> {
    let (command, options) = matches.subcommand().unwrap_or(("classify", matches));
    let path: Option<&PathBuf> = options.try_get_one(SUMMARY).ok().flatten();
    let summary = path.map(|path| Summary {
        path: path.clone(),
        command: command.to_string(),
        arguments: arguments
            .iter()
            .skip(1)
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
        began: Instant::now(),
        started: SystemTime::now(),
        threads: None,
        counts: Map::new(),
        reasons: BTreeMap::new(),
        error: None,
    });
    if let Some(Summary { path, .. }) = &summary {
        check(path)?;
    }
    *of_run() = summary;
    Ok(())
}

/// Checks that a summary may be written, before hours of work.
fn check(path: &Path) -> Result<()> {
    let name = path.display();
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail_usage!("cannot write {name}: its directory does not exist");
    }
    match fs::read(path) {
        Ok(text) if !text.is_empty() && !text.starts_with(MARK.as_bytes()) => {
            bail_usage!("{name} exists and is not a summary (choose another name for --summary)")
        }
        _ => Ok(()),
    }
}

fn of_run() -> std::sync::MutexGuard<'static, Option<Summary>> {
    let summary = SUMMARY_OF_RUN.lock();
    summary.unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn with(change: impl FnOnce(&mut Summary)) {
    of_run().as_mut().map(change);
}

/// Notes the number of threads.
pub(super) fn set_threads(threads: usize) {
    with(|summary| summary.threads = Some(threads));
}

/// Sets a count.
pub(super) fn set_count(name: &str, count: u64) {
    with(|summary| {
        summary.counts.insert(name.into(), count.into());
    });
}

/// Counts a line that is rejected for a reason.
pub(super) fn add_reject(reason: &str, count: u64) {
    with(|summary| {
        let known = summary.reasons.len() < MOST_REASONS || summary.reasons.contains_key(reason);
        let reason = if known { reason } else { "others" };
        *summary.reasons.entry(reason.to_string()).or_default() += count;
    });
}

/// Notes why the run failed.
pub(super) fn set_error(error: &str) {
    with(|summary| summary.error = Some(error.to_string()));
}

/// Writes the summary of a run that ends with an exit code. Returns the exit code, or that of
/// a failure if the summary cannot be written.
pub(super) fn end(code: u8) -> u8 {
    let Some(summary) = of_run().take() else {
        return code;
    };
    match summary.write(code) {
        Ok(()) => code,
        Err(error) => {
            print_error(&format!("{error:#}"));
            code.max(1)
        }
    }
}

impl Summary {
    fn write(&self, code: u8) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.json(code))? + "\n";
        let written = write_file(&self.path, text, IfExists::Replace);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn json(&self, code: u8) -> Value {
        let status = match code {
            0 => "done",
            3 => "rejected",
            INTERRUPTED => "interrupted",
            1 if self.error.is_none() => "different",
            _ => "failed",
        };
        let seconds = |seconds: f64| (1000.0 * seconds).round() / 1000.0;
        let usage = Usage::of_process();
        json!({
            "summary_of": format!("gradus {}", self.command),
            "version": env!("CARGO_PKG_VERSION"),
            "commit": commit(),
            "arguments": self.arguments,
            "status": status,
            "exit_code": code,
            "error": self.error,
            "started": rfc3339(self.started),
            "ended": rfc3339(SystemTime::now()),
            "seconds": seconds(self.began.elapsed().as_secs_f64()),
            "cpu_seconds": usage.as_ref().map(|usage| seconds(usage.cpu_seconds)),
            "peak_memory_bytes": usage.as_ref().map(|usage| usage.peak_bytes),
            "threads": self.threads,
            "host": host(),
            "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            "counts": self.counts,
            "rejects": self.reasons,
        })
    }
}

/// What the process has used.
struct Usage {
    cpu_seconds: f64,
    peak_bytes: u64,
}

impl Usage {
    #[cfg(unix)]
    fn of_process() -> Option<Usage> {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;

        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let time = usage.user_time() + usage.system_time();
        // macOS counts bytes, other systems kilobytes.
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        Some(Usage {
            cpu_seconds: time.num_microseconds() as f64 / 1e6,
            peak_bytes: u64::try_from(usage.max_rss()).ok()? * unit,
        })
    }

    #[cfg(not(unix))]
    fn of_process() -> Option<Usage> {
        None
    }
}

/// The name of this machine.
#[cfg(unix)]
fn host() -> Option<String> {
    let name = nix::unistd::gethostname().ok()?;
    Some(name.to_string_lossy().into_owned())
}

#[cfg(not(unix))]
fn host() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}
