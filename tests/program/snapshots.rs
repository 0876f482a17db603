//! Text read by users: the help of every command (`tests/snapshots/COMMAND.md`) and the `console`
//! blocks of `README.md`, `docs/*.md` and `docs/puzzles/*.md`, which are run and compared.
//!
//! To refresh them: `TRYCMD=overwrite cargo test --release --test program snapshots`.
//!
//! A `console` block has commands after `$ ` and, below each, the combined output; `? 3`
//! in its first line is a nonzero exit code, a line `...` stands for any lines, `[..]` for
//! any characters. The last line of a block is empty. The commands are run in the root of
//! the repository without a shell: they must not need network access, must write no files
//! and end within a second or two. A block that must not be run has another language in
//! its fence, such as `text`; it needs one, because a block without a language is run too.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gradus_harness::{PATIENCE, repository};
use trycmd::TestCases;

use crate::GRADUS;

/// Runs all commands of these files and compares the output.
fn compare(files: &[&str]) {
    let cases = TestCases::new();
    cases.register_bin("gradus", Path::new(env!("CARGO_BIN_EXE_gradus")));
    cases.timeout(PATIENCE);
    for file in files {
        cases.case(file);
    }
    cases.run();
}

#[test]
fn every_help_is_as_it_was() {
    compare(&["tests/snapshots/*.md"]);
}

#[test]
fn examples_in_documents_print_what_they_say() {
    compare(&["README.md", "docs/*.md", "docs/puzzles/*.md"]);
}

#[test]
fn every_command_has_a_snapshot_of_its_help() {
    let help = GRADUS.run(["--help"]).out;
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    let entries = commands.lines().filter(|line| line.starts_with("  "));
    let names = entries.filter_map(|line| line.split_whitespace().next());
    let mut names: BTreeSet<String> = names.map(str::to_string).collect();
    assert!(names.remove("help") && names.insert("gradus".to_string()));
    let entries = fs::read_dir(repository().join("tests/snapshots")).unwrap();
    let files: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    assert_eq!(files, names, "files in tests/snapshots and commands");
    for name in names {
        let path = repository().join(format!("tests/snapshots/{name}.md"));
        let command = match name.as_str() {
            "gradus" => "$ gradus --help\n".to_string(),
            name => format!("$ gradus {name} --help\n"),
        };
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(&command), "{name}.md does not run {command}");
    }
}
