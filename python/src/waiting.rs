//! Work outside of the interpreter's thread: its lock is released, Ctrl-C is handled, and a
//! panic becomes an exception.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are checked.
pub(crate) const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// Starts work on another thread, because the thread of the interpreter must handle
/// signals. The receiver gets the result, or the panic.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Receiver<thread::Result<T>> {
    let (sender, receiver) = bounded(1);
    thread::spawn(move || {
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    receiver
}

/// Does work on another thread and waits for it. After Ctrl-C the work continues, but its
/// result is dropped.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    wait_with(py, work, || Ok(()))
}

/// The same, and calls a function every now and then.
pub(crate) fn wait_with<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let receiver = start(work);
    loop {
        match py.detach(|| receiver.recv_timeout(SIGNAL_CHECK)) {
            Ok(Ok(result)) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals()?;
                tick()?;
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(defect()),
        }
    }
}

/// Locks a value that no panic can leave inconsistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls a function when it is dropped.
pub(crate) struct OnDrop<F: FnMut()>(pub(crate) F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// The exception for a panic.
pub(crate) fn defect() -> PyErr {
    PyRuntimeError::new_err("gradus failed, which is a defect: please report it")
}
