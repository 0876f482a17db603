//! CPU time for the benches: what other programs take does not count.

use std::time::Duration;

/// The CPU time of a run, and what it returned.
pub fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = cpu_time();
    let result = run();
    (cpu_time() - start, result)
}

/// The CPU time of this thread: other programs do not count.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn cpu_time() -> Duration {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = Time {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the C library fills in a `timespec`, which on 64-bit Linux is two
    // 64-bit numbers; the pointer is to one that lives until the call returns.
    let failed = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "no CPU clock");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// Elsewhere, the time that passed.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
