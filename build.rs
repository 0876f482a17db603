//! Packs the relocations of the program, which shortens it by two megabytes.
//!
//! The loader must know the packed form: that of glibc does since version 2.36. Whoever builds
//! with an older one, or for another system, gets a program with plain relocations.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_native = env::var("HOST").ok() == env::var("TARGET").ok();
    let is_glibc = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux")
        && env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu");
    if is_native && is_glibc && glibc_version().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
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
