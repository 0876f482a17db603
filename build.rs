//! Tells the program the commit that it is built from, and makes it three megabytes smaller,
//! where the linker and the loader support it: packs its relocations, and folds functions with
//! the same instructions into one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Folds identical functions. Nothing in the program compares addresses of functions.
const FOLD: &str = "-Wl,--icf=all";

fn main() {
    // A commit alone rebuilds nothing: the program names the commit that its sources were on
    // when they were compiled, and says if they had changed since.
    let own = ["build.rs", "src", "Cargo.toml", "Cargo.lock", VCS].map(PathBuf::from);
    let crates = fs::read_dir("crates").into_iter().flatten().flatten();
    let crates = crates.map(|entry| entry.path().join("src"));
    for path in own.into_iter().chain(crates).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    if let Some(commit) = packaged_commit().or_else(checked_out_commit) {
        println!("cargo::rustc-env=GRADUS_COMMIT={commit}");
    }
    let is_native = env::var("HOST").ok() == env::var("TARGET").ok();
    let is_glibc = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux")
        && env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu");
    if !is_native || !is_glibc {
        return;
    }
    // The loader must know packed relocations: that of glibc does since version 2.36.
    if glibc_version().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // lld, the linker that rustc uses by default here, folds functions; that of GNU does not.
    if links_with(FOLD).unwrap_or(false) {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
}

/// The file in which `cargo package` notes the commit.
const VCS: &str = ".cargo_vcs_info.json";

/// Digits of a commit to show.
const DIGITS: usize = 12;

/// The commit of a packaged crate.
fn packaged_commit() -> Option<String> {
    let text = fs::read_to_string(VCS).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    let is_commit = commit.len() >= DIGITS && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then(|| commit[..DIGITS].to_string())
}

/// The commit of a git checkout whose root is this package; that of an enclosing repository
/// would say nothing.
fn checked_out_commit() -> Option<String> {
    let root = fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    if root != fs::canonicalize(env::var_os("CARGO_MANIFEST_DIR")?).ok()? {
        return None;
    }
    let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])?;
    let sources = ["src", "crates", "Cargo.toml", "Cargo.lock", "build.rs"];
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changed = git(&[&status[..], &sources].concat())?;
    Some(if changed.is_empty() {
        commit
    } else {
        format!("{commit} with changes")
    })
}

/// What git prints, or `None` if there is no git or if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // Reading a status must not write the index of the repository.
    git.env("GIT_OPTIONAL_LOCKS", "0").args(arguments);
    let output = git.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

/// The version of the C library of this machine.
fn glibc_version() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let printed = String::from_utf8(output.ok()?.stdout).ok()?;
    let (major, minor) = printed.trim().strip_prefix("glibc ")?.split_once('.')?;
    // The minor version may be followed by another number.
    let minor = minor.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Returns true if an empty program can be linked with an argument for the linker, by the
/// compiler and with the flags of this build.
fn links_with(argument: &str) -> Option<bool> {
    let folder = PathBuf::from(env::var_os("OUT_DIR")?);
    let source = folder.join("empty.rs");
    fs::write(&source, "fn main() {}\n").ok()?;
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or(OsString::from("rustc")));
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut option = OsString::from("linker=");
        option.push(linker);
        rustc.arg("-C").arg(option);
    }
    rustc.args(["--edition=2024", "-C", &format!("link-arg={argument}")]);
    let output = rustc
        .arg("-o")
        .arg(folder.join("empty"))
        .arg(source)
        .output();
    Some(output.ok()?.status.success())
}
