//! What the tests of the batch runner share: puzzles, folders that vanish, and
//! runs of the built binary.

// Each test binary takes what it needs.
#![allow(dead_code)]

pub mod inside;
pub mod puzzles;

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder that vanishes with its value, and the commands that are run in it.
pub struct Folder(TempDir);

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes a file of lines.
    pub fn write_lines<L: AsRef<str>>(&self, name: &str, lines: &[L]) {
        let text: String = lines.iter().flat_map(|l| [l.as_ref(), "\n"]).collect();
        self.write(name, text);
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of all files, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries.map(|e| name(e).into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command in this folder, its arguments split at spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gradus"));
        command
            .current_dir(self.0.path())
            .args(arguments.split_whitespace())
            .env("TMPDIR", self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the command.
    pub fn run(&self, arguments: &str) -> Run {
        finished(self.command(arguments).spawn().unwrap())
    }

    /// Runs the command, which must end well.
    pub fn done(&self, arguments: &str) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments}: {}", run.err);
        run
    }

    /// Runs the command, which must fail and say this.
    pub fn fails(&self, arguments: &str, said: &str) {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(1), "{arguments}: {}", run.err);
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
    }

    /// Runs the command with something on its standard input.
    pub fn fed(&self, arguments: &str, input: &[u8]) -> Run {
        let mut child = self.start_piped(arguments);
        let mut stdin = child.stdin.take().unwrap();
        thread::scope(|scope| {
            // A command that ends early does not read all.
            scope.spawn(move || drop(stdin.write_all(input)));
            finished(child)
        })
    }

    /// Starts the command with a pipe for its standard input.
    pub fn start_piped(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a file is there; false if the child ended before.
    pub fn wait_for(&self, name: &str, child: &mut Child) -> bool {
        let start = Instant::now();
        while !self.has(name) {
            if child.try_wait().unwrap().is_some() {
                return self.has(name);
            }
            assert!(start.elapsed() < PATIENCE, "{name} does not come");
            thread::sleep(Duration::from_micros(200));
        }
        true
    }
}

/// No step of a test takes as long, unless something hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a child to end.
pub fn finished(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Run {
    /// Standard output as lines of JSON.
    pub fn objects(&self) -> Vec<serde_json::Value> {
        let parse = |line| serde_json::from_str(line).unwrap();
        str::from_utf8(&self.out)
            .unwrap()
            .lines()
            .map(parse)
            .collect()
    }
}

/// Sends a signal by its name.
pub fn signal(child: &Child, name: &str) {
    let (name, process) = (format!("-{name}"), child.id().to_string());
    let status = Command::new("kill").args([&name, &process]).status();
    assert!(status.unwrap().success());
}

/// The most memory that a child ever had, in MiB, asked again and again until it
/// ends; what it says and does is returned with it.
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

/// All candidates but those that the cells' givens exclude, as a sukaku.
pub fn sukaku(puzzle: &str) -> String {
    let keep = |digit: char, cell: char| {
        if cell == '.' || cell == digit {
            digit
        } else {
            '.'
        }
    };
    let cell = |cell: char| "123456789".chars().map(move |digit| keep(digit, cell));
    puzzle.chars().flat_map(cell).collect()
}

/// Bytes as a compressor leaves them.
pub fn compressed(bytes: &[u8], how: &str) -> Vec<u8> {
    let mut output = Vec::new();
    match how {
        "zst" => {
            let mut encoder = zstd::Encoder::new(&mut output, 3).unwrap();
            // As the command zstd does.
            encoder.include_checksum(true).unwrap();
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "gz" => {
            let mut encoder = flate2::write::GzEncoder::new(&mut output, Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(&mut output, Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "xz" => {
            let mut encoder = liblzma::write::XzEncoder::new(&mut output, 6);
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        _ => output.extend(bytes),
    }
    output
}

/// Whether Python has a module; says so if not.
pub fn python_has(module: &str) -> bool {
    let mut command = Command::new("python3");
    let output = command.args(["-c", &format!("import {module}")]).output();
    let has = output.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("skipped: python3 cannot import {module}");
    }
    has
}

/// Runs a Python script in a folder; it must end well. What it printed.
pub fn python(folder: &Folder, script: &str) -> String {
    let mut command = Command::new("python3");
    let command = command.current_dir(folder.path("")).args(["-c", script]);
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    String::from_utf8(output.stdout).unwrap()
}
