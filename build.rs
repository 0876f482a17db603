//! Makes the program three megabytes smaller, where the linker and the loader support it:
//! packs its relocations, and folds functions with the same instructions into one.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// Folds identical functions. Nothing in the program compares addresses of functions.
const FOLD: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
    std::fs::write(&source, "fn main() {}\n").ok()?;
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
