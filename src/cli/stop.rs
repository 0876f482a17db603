//! Signals that stop a job: the first gives the puzzles in progress a moment to end, the second
//! ends the job at once. Either way it can be resumed.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use super::messages::print_notice;
use super::summary;

/// Set when the job should stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code that a shell gives to an interrupted program.
pub(super) const INTERRUPTED: u8 = 130;

/// Handles Ctrl-C and similar signals from now on. Returns the flag that they set.
pub(super) fn on_signal() -> Result<&'static AtomicBool> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            exit();
        }
        print_notice("finishing puzzles in progress; press Ctrl-C again to stop now");
    };
    ctrlc::set_handler(handler).context("cannot handle signals")?;
    Ok(&STOP)
}

/// Ends the program without waiting for anything.
pub(super) fn exit() -> ! {
    std::process::exit(summary::end(INTERRUPTED).into());
}
