//! A folder for tables, and the program run in it.

#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// What a run left behind.
pub struct Run {
    /// Its exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// The run must fail with a message that has all these words, and without a
    /// panic.
    pub fn fails_with(&self, words: &[&str]) {
        assert_eq!(self.code, 1, "{}{}", self.out, self.err);
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

/// A folder for tables, and the program run in it.
pub struct Desk(TempDir);

impl Desk {
    /// An empty folder.
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Runs the program with the words of a line as arguments.
    pub fn run(&self, line: &str) -> Run {
        let output = assert_cmd::Command::new(cargo_bin!("gradus"))
            .args(line.split_whitespace())
            .current_dir(self.0.path())
            .output()
            .unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A puzzle that is told from others by its first cells.
pub fn puzzle(number: usize) -> String {
    format!("{number:0>4}{}", ".".repeat(77)).replace('0', ".")
}
