//! The Python package: its wheel is built, installed into an environment of its own in the
//! build directory, and tested by pytest against the program that was built with this test.
//!
//! Without Python, or without a package index on the first run, the test says so and
//! passes; with `GRADUS_REQUIRE_PYTHON` set it fails.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "polars")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use gradus_harness::{repository, skipped};

/// A wheel that is larger is too large for what it is.
const LARGEST: u64 = 25 << 20;

/// What builds wheels.
const MATURIN: &str = "maturin>=1.9,<2";

#[test]
fn the_package_passes_its_tests() {
    if let Err(why) = test() {
        let why = format!("the tests of the Python package: {why}");
        assert!(env::var_os("GRADUS_REQUIRE_PYTHON").is_none(), "{why}");
        skipped(why);
    }
}

/// Tests the package; an error says what is missing here.
fn test() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let environment = folder.join("environment");
    if !environment.join("bin/pip").exists() {
        let mut python = Command::new(env::var_os("PYTHON").unwrap_or("python3".into()));
        let made = run(python.args(["-m", "venv", "--clear"]).arg(&environment));
        made.map_err(|error| format!("python3 cannot make an environment: {error}"))?;
    }
    install(&environment, [MATURIN])?;
    let wheel = build(&environment, &folder.join("wheels"));
    let size = fs::metadata(&wheel).unwrap().len();
    assert!(size < LARGEST, "{} has {size} bytes", wheel.display());
    install(
        &environment,
        [
            "--force-reinstall".as_ref(),
            "--no-deps".as_ref(),
            wheel.as_os_str(),
        ],
    )?;
    let mut tested = wheel.into_os_string();
    tested.push("[test]");
    install(&environment, [tested])?;
    let mut pytest = Command::new(environment.join("bin/python"));
    pytest
        .args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--durations=5",
        ])
        .current_dir(repository().join("python"))
        .env("GRADUS_BUILT", env!("CARGO_BIN_EXE_gradus"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let status = pytest.status().unwrap();
    assert!(status.success(), "pytest: {status}");
    Ok(())
}

/// Installs packages; an error if there are none to be had.
fn install<A: AsRef<OsStr>>(
    environment: &Path,
    packages: impl IntoIterator<Item = A>,
) -> Result<(), String> {
    let mut pip = Command::new(environment.join("bin/python"));
    pip.args(["-m", "pip", "install", "-q", "--disable-pip-version-check"]);
    run(pip.args(packages)).map_err(|error| format!("pip cannot install what they need: {error}"))
}

/// Builds the wheel with the artefacts of this build.
fn build(environment: &Path, wheels: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(wheels);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut maturin = Command::new(environment.join("bin/maturin"));
    maturin
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(repository().join("python/Cargo.toml"))
        .arg("--out")
        .arg(wheels)
        .env("CARGO_TARGET_DIR", target)
        .env("VIRTUAL_ENV", environment);
    // What cargo says to a test is not meant for another cargo.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG") || text == "CARGO_MANIFEST_DIR" {
            maturin.env_remove(name);
        }
    }
    run(&mut maturin).unwrap_or_else(|error| panic!("the wheel cannot be built: {error}"));
    let mut found = fs::read_dir(wheels).unwrap();
    found.next().unwrap().unwrap().path()
}

/// Runs a command that must end well.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_string())
    }
}
