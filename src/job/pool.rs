//! The program's own thread pools.
//!
//! All work that takes time runs in a `rayon` pool from this file: the workers of a job
//! in a pool of the size that `--threads` requests, data parallelism (`par_iter`) in one
//! shared pool with a thread for every core. The only other threads read inputs ahead,
//! serve `explore`, and wait for signals.
//!
//! Each job has its own pool because its workers wait for each other's queues: in a
//! shared pool, a second job (Python may run several) would wait for the first to end,
//! and forever if the first reads the results of the second.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Builds a pool for the workers of a job.
///
/// # Panics
/// If the system refuses to start this many threads.
pub(super) fn for_job(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads.max(1));
    let pool = builder
        .thread_name(|number| format!("worker-{number}"))
        .build();
    pool.unwrap_or_else(|error| panic!("cannot start {threads} threads: {error}"))
}

/// The number of threads of the shared pool, if it was set.
#[cfg(feature = "polars")]
static SIZE: std::sync::OnceLock<usize> = std::sync::OnceLock::new();

/// Sets the number of threads of the shared pool, unless it has been used before.
#[cfg(feature = "polars")]
pub(crate) fn set_threads(threads: usize) {
    // Within a process, the first choice holds.
    let _ = SIZE.set(threads);
}

/// Runs a function in the shared pool, where `par_iter` uses all cores or the number that
/// was set.
#[cfg(feature = "polars")]
pub fn install<T: Send>(function: impl FnOnce() -> T + Send) -> T {
    static SHARED: std::sync::LazyLock<ThreadPool> = std::sync::LazyLock::new(|| {
        let threads = SIZE.get().copied();
        for_job(threads.unwrap_or_else(super::cores))
    });
    SHARED.install(function)
}
