//! What the documentation says of the checker, read from its sources: it depends on the
//! constraint graph and the form of paths only, and its trusted core uses no other part of it.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The dependencies of a crate of this workspace, without those of its tests.
fn dependencies(name: &str) -> BTreeSet<String> {
    let manifest = crates()
        .join(name.trim_start_matches("gradus-"))
        .join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let tables = manifest.split("\n[");
    let own = tables.filter(|table| table.starts_with("dependencies]"));
    let lines = own.flat_map(|table| table.lines().skip(1));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next());
    let names = names.filter(|name| !name.is_empty() && !name.starts_with('#'));
    names.map(str::to_string).collect()
}

/// The crates of this workspace that a crate is compiled with.
fn compiled_with(name: &str, found: &mut BTreeSet<String>) {
    for dependency in dependencies(name) {
        if dependency.starts_with("gradus-") && found.insert(dependency.clone()) {
            compiled_with(&dependency, found);
        }
    }
}

/// The source files below a directory of the checker.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found)
        } else {
            found.push(path)
        }
    }
}

/// The parts of the checker that the files of one of its parts name.
fn parts_used_by(part: &str) -> BTreeSet<&'static str> {
    let source = crates().join("check/src");
    let mut files = Vec::new();
    if source.join(part).is_dir() {
        sources(&source.join(part), &mut files)
    } else {
        files.push(source.join(format!("{part}.rs")))
    }
    assert!(!files.is_empty(), "{part}");
    let mut used = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap());
        let code: String = code.collect::<Vec<_>>().join("\n");
        for other in ["claims", "kinds", "record", "replay"] {
            let named = ["crate::", "super::super::"].map(|to| format!("{to}{other}"));
            let grouped = code.contains("crate::{") || code.contains("super::super::{");
            assert!(
                !grouped,
                "name the parts one by one, or this test does not see them"
            );
            if other != part && named.iter().any(|name| code.contains(name)) {
                used.insert(other);
            }
        }
    }
    used
}

#[test]
fn the_checker_is_compiled_with_the_model_and_the_paths_only() {
    let direct = dependencies("gradus-check");
    let expected = ["gradus-csp", "gradus-path", "thiserror"];
    assert_eq!(direct, expected.map(str::to_string).into());
    let mut all = BTreeSet::new();
    compiled_with("gradus-check", &mut all);
    assert_eq!(
        all,
        expected[..2].iter().map(|name| name.to_string()).collect()
    );
}

#[test]
fn the_trusted_core_uses_no_other_part() {
    assert_eq!(parts_used_by("replay"), BTreeSet::new());
    assert_eq!(parts_used_by("kinds"), ["replay"].into());
    assert_eq!(parts_used_by("claims"), ["replay"].into());
    assert_eq!(
        parts_used_by("record"),
        ["claims", "kinds", "replay"].into()
    );
}
