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
use crate::waiting::{self, SIGNAL_CHECK, lock};

/// Puzzles generated ahead.
const AHEAD: usize = 1024;

/// Generated puzzles, in the order of the program.
#[pyclass(frozen, name = "Generator", module = "gradus._native")]
pub(crate) struct PuzzleStream {
    lines: Mutex<Option<Receiver<Result<String, String>>>>,
    footer: Mutex<Option<String>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl PuzzleStream {
    #[new]
    fn new(kind: &str, count: u64, seed: u64, threads: usize) -> PyResult<PuzzleStream> {
        let kind: gradus::generators::Generator = kind.parse().map_err(refused)?;
        kind.check_seed(seed).map_err(refused)?;
        let job = Job {
            grids: Grids::Own(kind),
            seed,
            count: Some(count),
            filter: None,
            threads,
        };
        let (sender, lines) = bounded(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        waiting::start(move || {
            let output = LineSender {
                lines: sender.clone(),
                pending: Vec::new(),
            };
            if let Err(error) = stream(&job, output, &stopped, &mut Quiet) {
                let _ = sender.send(Err(error.to_string()));
            }
        });
        Ok(PuzzleStream {
            lines: Mutex::new(Some(lines)),
            footer: Mutex::default(),
            stop,
        })
    }

    /// The next puzzle, or `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            let receive = |lines: &Receiver<_>| lines.recv_timeout(SIGNAL_CHECK);
            let next = py.detach(|| lock(&self.lines).as_ref().map(receive));
            match next {
                Some(Ok(Ok(line))) if line.starts_with('#') => {
                    *lock(&self.footer) = Some(line);
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
        lock(&self.footer).clone()
    }

    /// Stops generating.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(lock(&self.lines).take());
    }
}

impl Drop for PuzzleStream {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends the lines that are written to it.
struct LineSender {
    lines: Sender<Result<String, String>>,
    pending: Vec<u8>,
}

impl Write for LineSender {
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
