//! Work beside the interpreter: its lock is released, Ctrl-C is heard, and a panic becomes
//! an exception.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Does some work in a thread of its own and waits for it. After Ctrl-C nobody waits any
/// more; the thread ends when it has done what it does.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    thread::spawn(move || {
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    loop {
        let (done, back) = py.detach(move || (receiver.recv_timeout(LOOK), receiver));
        receiver = back;
        match done {
            Ok(Ok(result)) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(defect()),
        }
    }
}

/// What a panic becomes.
pub(crate) fn defect() -> PyErr {
    PyRuntimeError::new_err("gradus failed, which is a defect: please report it")
}
