//! Runs of the built program and their outputs.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Folder;

/// How long a test waits for one step before it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The outcome of a run.
pub struct Run {
    /// The exit code, or `None` after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output as JSON, of a run that must have succeeded.
    pub fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Standard output as lines of JSON.
    pub fn objects(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap();
        self.out.lines().map(parse).collect()
    }

    /// Asserts that the run failed with a message that has all these words, and without a
    /// panic.
    pub fn fails_with(&self, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

/// The built program.
#[derive(Clone, Copy, Debug)]
pub struct Program(&'static str);

impl Program {
    /// The program at a path: `env!("CARGO_BIN_EXE_gradus")`.
    pub const fn at(path: &'static str) -> Program {
        Program(path)
    }

    /// The path.
    pub fn path(self) -> &'static str {
        self.0
    }

    /// A new temporary directory to run the program in.
    pub fn folder(self) -> Folder {
        Folder::new(self)
    }

    /// The command in a directory, without standard input, with pipes for its output.
    pub fn command_in(self, folder: &Path) -> Command {
        let mut command = Command::new(self.0);
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with these arguments.
    pub fn run<A: AsRef<OsStr>>(self, arguments: impl IntoIterator<Item = A>) -> Run {
        run(self.command_in(Path::new(".")).args(arguments))
    }

    /// Runs the program with this standard input.
    pub fn fed<A: AsRef<OsStr>>(
        self,
        arguments: impl IntoIterator<Item = A>,
        input: impl AsRef<[u8]>,
    ) -> Run {
        fed(self.command_in(Path::new(".")).args(arguments), input)
    }
}

/// Runs a command until it exits.
pub fn run(command: &mut Command) -> Run {
    finished(command.spawn().unwrap())
}

/// Runs a command with this standard input.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let input = input.as_ref();
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // A command that ends early does not read all.
        scope.spawn(move || drop(stdin.write_all(input)));
        finished(child)
    })
}

/// Polls a condition on another process, which sends no events. Panics after [`PATIENCE`].
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_micros(200));
    }
}

/// Returns true if a child exits within some time.
pub fn exits_within(child: &mut Child, time: Duration) -> bool {
    let end = Instant::now() + time;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Waits for a child to exit.
pub fn finished(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Sends a signal by its name.
pub fn signal(child: &Child, name: &str) {
    let (name, process) = (format!("-{name}"), child.id().to_string());
    let status = Command::new("kill").args([&name, &process]).status();
    assert!(status.unwrap().success());
}

/// The peak memory of a child in MiB, sampled until it exits, and its outcome.
pub fn memory_of(mut child: Child) -> (u64, Run) {
    let path = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let mut err = child.stderr.take().unwrap();
    let listener = thread::spawn(move || {
        let mut text = Vec::new();
        err.read_to_end(&mut text).unwrap();
        text
    });
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|l| l.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kibibytes.unwrap_or(0) / 1024);
        thread::sleep(Duration::from_millis(2));
    }
    let mut run = finished(child);
    run.err = String::from_utf8_lossy(&listener.join().unwrap()).into_owned();
    (most, run)
}
