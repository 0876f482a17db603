//! The threads of the program: workers and data parallelism run in rayon pools from `job::pool`.
//! This test searches the sources for all other places that start a thread or pool.

use std::collections::BTreeMap;
use std::fs;

use gradus_harness::repository;
use walkdir::WalkDir;

/// The places that start threads, by path suffix.
const ALLOWED: &[(&str, &str)] = &[
    // The server accepts connections on one thread and answers each on its own.
    ("explore/server.rs", "thread::spawn"),
    ("explore/server.rs", "thread::Builder"),
    // Readers wait for disks and pipes.
    ("io/read_ahead.rs", "thread::spawn"),
    ("job/pump.rs", "thread::scope"),
    // The pools.
    ("job/pool.rs", "ThreadPoolBuilder"),
    // The interpreter's thread handles signals in the meantime.
    ("python/src/waiting.rs", "thread::spawn"),
];

/// Code that starts threads.
const STARTS: [&str; 5] = [
    "thread::spawn",
    "thread::scope",
    "thread::Builder",
    "ThreadPoolBuilder::new",
    "build_global",
];

/// Returns true for a file of the program, excluding its tests and benches.
fn is_production(path: &str) -> bool {
    path.ends_with(".rs") && (path.starts_with("src/") || path.contains("/src/"))
}

/// The code of a file without comments and without the unit tests at the end.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines
        .take_while(|line| *line != "#[cfg(test)]")
        .filter(|line| !line.starts_with("//"))
}

#[test]
fn threads_start_in_known_places_only() {
    let root = repository();
    let mut found = BTreeMap::<(String, &str), usize>::new();
    for folder in ["src", "crates", "python/src"] {
        for entry in WalkDir::new(root.join(folder)) {
            let entry = entry.unwrap();
            let path = entry.path().strip_prefix(root).unwrap();
            let path = path.to_str().unwrap().replace('\\', "/");
            if !is_production(&path) {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            for line in code(&text) {
                for start in STARTS.iter().filter(|start| line.contains(**start)) {
                    let place = ALLOWED
                        .iter()
                        .find(|(end, allowed)| path.ends_with(end) && start.starts_with(allowed));
                    let name = place.map_or(&*path, |(end, _)| end);
                    let start = place.map_or(*start, |(_, allowed)| allowed);
                    *found.entry((name.to_string(), start)).or_default() += 1;
                }
            }
        }
    }
    let mut allowed = BTreeMap::<(String, &str), usize>::new();
    for (end, start) in ALLOWED {
        *allowed.entry((end.to_string(), start)).or_default() += 1;
    }
    assert_eq!(found, allowed);
}
