//! The page that explores tables, served while Python does other things.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use gradus::explore::{Explorer, Loaded, Server};
use gradus::expression::Condition;
use gradus::io::quoted;
use gradus::stats::TableSet;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::tables::open;
use crate::waiting::{self, SIGNAL_CHECK, lock, wait};

/// Stops a server.
type Stopper = Box<dyn Fn() + Send>;

/// A server of the page.
#[pyclass(frozen, name = "Server", module = "gradus._native")]
pub(crate) struct PageServer {
    address: String,
    stop: Mutex<Stopper>,
    end: Receiver<thread::Result<()>>,
}

#[pymethods]
impl PageServer {
    /// Loads tables and serves them.
    #[new]
    fn new(
        py: Python<'_>,
        tables: Vec<OsString>,
        reference: Option<Vec<OsString>>,
        condition: Option<String>,
        port: u16,
    ) -> PyResult<PageServer> {
        let names: Vec<String> = tables.iter().map(quoted).collect();
        let command = format!("gradus explore {}", names.join(" "));
        let loaded = wait(py, move || -> PyResult<_> {
            let tables = open(&tables, None)?;
            if let Some(condition) = condition {
                let condition: Condition = condition.parse().map_err(bad)?;
                condition.bind(&tables.scope()).map_err(bad)?;
            }
            let reference = reference.map(|paths| open(&paths, None)).transpose()?;
            let load = |tables: TableSet| {
                tables.need_puzzles().map_err(unreadable)?;
                Loaded::load(tables).map_err(unreadable)
            };
            Ok((load(tables)?, reference.map(load).transpose()?))
        })?;
        let (ours, reference) = loaded?;
        let server = Server::bind(port);
        let server = server.map_err(|error| {
            PyOSError::new_err(format!(
                "cannot listen on port {port} of 127.0.0.1: {error}"
            ))
        })?;
        let (address, stop) = (server.address(), Box::new(server.stopper()));
        let explorer = Arc::new(Explorer::new(ours, reference, command));
        Ok(PageServer {
            address,
            stop: Mutex::new(stop),
            end: waiting::start(move || server.serve(explorer)),
        })
    }

    /// The address, with the token.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Stops the server.
    fn stop(&self) {
        lock(&self.stop)();
    }

    /// Waits some seconds for the end of the server, or for ever. Returns true if it has ended.
    fn wait(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<bool> {
        let mut left = seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
        loop {
            let patience = left.map_or(SIGNAL_CHECK, |left| left.min(SIGNAL_CHECK));
            match py.detach(|| self.end.recv_timeout(patience)) {
                Ok(_) | Err(RecvTimeoutError::Disconnected) => return Ok(true),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
            if let Some(left) = &mut left {
                *left = left.saturating_sub(patience);
                if left.is_zero() {
                    return Ok(false);
                }
            }
        }
    }
}

impl Drop for PageServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn bad(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn unreadable(error: impl ToString) -> PyErr {
    PyOSError::new_err(error.to_string())
}
