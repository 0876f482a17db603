//! The program, the tests and the Python package share one build of polars, which takes
//! minutes: no crate may enable features of polars's dependencies that another does not.

use std::collections::BTreeSet;
use std::process::Command;

use gradus_harness::repository;

/// The dependencies of some packages, each with its version and features.
fn dependencies(arguments: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(repository())
        .args(["tree", "--locked", "--offline", "--prefix", "none"])
        .args(["--format", "{p} {f}"])
        .args(arguments);
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let text = String::from_utf8(output.stdout).unwrap();
    let ours = |line: &str| line.is_empty() || line.starts_with("gradus");
    let lines = text.lines().map(|line| line.trim_end_matches("(*)").trim());
    let lines = lines.filter(|line| !ours(line));
    lines.map(str::to_string).collect()
}

/// If this fails, extend crates/workspace-hack/Cargo.toml.
#[test]
fn the_program_the_tests_and_the_wheel_share_one_build() {
    let name = |line: &String| line.split(' ').next().unwrap_or_default().to_string();
    let polars = dependencies(&["-p", "polars", "-e", "normal,build"]);
    let polars: BTreeSet<String> = polars.iter().map(name).collect();
    let mut program = dependencies(&["-p", "gradus", "-e", "normal,build"]);
    program.retain(|line| polars.contains(&name(line)));
    assert!(program.iter().any(|line| line.starts_with("polars ")));
    for others in [
        &["-p", "gradus-python", "-e", "normal,build"][..],
        &["--workspace", "-e", "normal,build,dev"],
    ] {
        let others = dependencies(others);
        let rebuilt: Vec<_> = program.difference(&others).collect();
        assert!(rebuilt.is_empty(), "other features: {rebuilt:?}");
    }
}
