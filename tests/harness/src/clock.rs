//! CPU time for the benches: what other programs take does not count.

use std::time::Duration;

/// The CPU time of a run on this thread, and what it returned.
pub fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    measured(THREAD, run)
}

/// The CPU time of a run on all threads, and what it returned.
pub fn timed_on_all_threads<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    measured(PROCESS, run)
}

fn measured<T>(clock: i32, run: impl FnOnce() -> T) -> (Duration, T) {
    let start = cpu_time(clock);
    let result = run();
    (cpu_time(clock) - start, result)
}

/// The clocks, as Linux numbers them.
const PROCESS: i32 = 2;
const THREAD: i32 = 3;

/// The CPU time of this thread or process: other programs do not count.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn cpu_time(clock: i32) -> Duration {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    let mut time = Time {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the C library fills in a `timespec`, which on 64-bit Linux is two
    // 64-bit numbers; the pointer is to one that lives until the call returns.
    let failed = unsafe { clock_gettime(clock, &mut time) };
    assert_eq!(failed, 0, "no CPU clock");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// Elsewhere, the time that passed.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn cpu_time(_clock: i32) -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
