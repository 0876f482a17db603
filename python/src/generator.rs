//! Generated puzzles, one after the other, made ahead on several threads.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use gradus::generate::{Grids, Job, stream};
use gradus::job::Quiet;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::request::refused;
use crate::waiting::{self, SIGNAL_CHECK};

/// Puzzles generated ahead.
const AHEAD: usize = 1024;

/// Generated puzzles, in the order of the program.
#[pyclass(frozen, module = "gradus._native")]
pub(crate) struct Generator {
    lines: Mutex<Option<Receiver<Result<String, String>>>>,
    footer: Mutex<Option<String>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Generator {
    #[new]
    fn new(kind: &str, count: u64, seed: u64, threads: usize) -> PyResult<Generator> {
        let kind: gradus::generators::Generator = kind.parse().map_err(refused)?;
        kind.check_seed(seed).map_err(refused)?;
        let job = Job {
            grids: Grids::Own(kind),
            seed,
            count: Some(count),
            threads,
        };
        let (sender, lines) = bounded(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        waiting::start(move || {
            let output = Sending {
                lines: sender.clone(),
                pending: Vec::new(),
            };
            if let Err(error) = stream(&job, output, &stopped, &mut Quiet) {
                let _ = sender.send(Err(error.to_string()));
            }
        });
        Ok(Generator {
            lines: Mutex::new(Some(lines)),
            footer: Mutex::default(),
            stop,
        })
    }

    /// The next puzzle, or `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            let next = py.detach(|| {
                let lines = self.lines.lock().unwrap_or_else(|lock| lock.into_inner());
                lines.as_ref().map(|lines| lines.recv_timeout(SIGNAL_CHECK))
            });
            match next {
                Some(Ok(Ok(line))) if line.starts_with('#') => {
                    let mut footer = self.footer.lock().unwrap_or_else(|lock| lock.into_inner());
                    *footer = Some(line);
                }
                Some(Ok(Ok(line))) => {
                    let puzzle = line.split(' ').next().unwrap_or_default();
                    return Ok(Some(puzzle.to_string()));
                }
                Some(Ok(Err(error))) => return Err(PyRuntimeError::new_err(error)),
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) | None => return Ok(None),
            }
        }
    }

    /// How the puzzles were made; available after the last one.
    fn footer(&self) -> Option<String> {
        let footer = self.footer.lock().unwrap_or_else(|lock| lock.into_inner());
        footer.clone()
    }

    /// Stops generating.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(
            self.lines
                .lock()
                .unwrap_or_else(|lock| lock.into_inner())
                .take(),
        );
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends the lines that are written to it.
struct Sending {
    lines: Sender<Result<String, String>>,
    pending: Vec<u8>,
}

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        while let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            let sent = self.lines.send(Ok(line));
            sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
