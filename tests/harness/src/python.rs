//! Python as a second reader of what the program writes.

use std::process::Command;

use super::{Folder, skipped};

/// Returns true if Python has a module. Prints a message otherwise.
pub fn python_has(module: &str) -> bool {
    let mut command = Command::new("python3");
    let output = command.args(["-c", &format!("import {module}")]).output();
    let has = output.is_ok_and(|output| output.status.success());
    if !has {
        skipped(format!("python3 cannot import {module}"));
    }
    has
}

/// Runs a Python script in a directory; it must end well. Returns what it printed.
pub fn python(folder: &Folder, script: &str) -> String {
    let mut command = Command::new("python3");
    let command = command.current_dir(folder.path("")).args(["-c", script]);
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    String::from_utf8(output.stdout).unwrap()
}
