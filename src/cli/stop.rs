//! Signals that ask a job to stop: the first lets it finish what it has in hand,
//! the second ends it at once. Either way it can be resumed.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Set when the job is asked to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code that a shell gives a program that was interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// From now on, Ctrl-C and its like set the flag that is returned.
pub(super) fn on_signal() -> Result<&'static AtomicBool> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        super::complain("stopping when what is in hand is done; again stops at once");
    };
    ctrlc::set_handler(handler).context("cannot listen to signals")?;
    Ok(&STOP)
}
