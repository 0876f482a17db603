//! Waiting for something that another process does. Tests never sleep for a fixed time and
//! hope; they wait here until it has happened.

use std::fs;
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::process::{Child, ChildStdin};
use std::thread;
use std::time::{Duration, Instant};

use crate::PATIENCE;

/// Waits until a condition holds, and panics after [`PATIENCE`].
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{what}: never happened");
        // A pause between two looks, not a guess how long it takes.
        thread::sleep(Duration::from_micros(200));
    }
}

/// Waits until a file has more bytes than this. Returns false if the child exits first.
pub fn until_larger(path: &Path, bytes: u64, child: &mut Child) -> bool {
    let is_larger = || fs::metadata(path).is_ok_and(|file| file.len() > bytes);
    let mut has_exited = false;
    until(&format!("{} grows", path.display()), || {
        has_exited = child.try_wait().unwrap().is_some();
        has_exited || is_larger()
    });
    is_larger()
}

/// Waits until a child exits.
pub fn until_exit(child: &mut Child) {
    until("the program exits", || child.try_wait().unwrap().is_some());
}

/// Waits until a child has read everything written to its standard input.
pub fn until_read(input: &ChildStdin) {
    until("the input is read", || {
        bytes_in_pipe(input.as_raw_fd()) == 0
    });
}

/// Waits until a child has a file open.
pub fn until_open(child: &Child, file: &Path) {
    let file = file.canonicalize().unwrap();
    until(&format!("{} is opened", file.display()), || {
        let descriptors = fs::read_dir(format!("/proc/{}/fd", child.id()));
        let mut open = descriptors.into_iter().flatten().flatten();
        open.any(|entry| fs::read_link(entry.path()).is_ok_and(|target| target == file))
    });
}

/// The number of bytes that wait in a pipe.
fn bytes_in_pipe(pipe: RawFd) -> i32 {
    /// As Linux numbers it.
    const FIONREAD: usize = 0x541b;
    unsafe extern "C" {
        fn ioctl(descriptor: i32, request: usize, ...) -> i32;
    }
    let mut bytes: i32 = 0;
    // SAFETY: FIONREAD stores one `int` behind the pointer, which is valid for the call.
    let failed = unsafe { ioctl(pipe, FIONREAD, &raw mut bytes) };
    assert_eq!(failed, 0, "cannot look into the pipe");
    bytes
}
