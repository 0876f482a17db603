//! Names that a job takes for its own purposes may belong to others: links are not followed,
//! locks and parts of other programs stay, and leftovers of killed jobs are removed.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, finished, signal, wait_until};

use crate::GRADUS;

const PRECIOUS: &str = "precious\n";

const CLASSIFY: &str = "classify a.txt -o o.csv --ratings te -q";

fn folder() -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(12));
    folder.write("precious.txt", PRECIOUS);
    folder
}

/// Makes a link to the precious file, symbolic or hard.
fn link(folder: &Folder, name: &str, is_hard: bool) {
    let precious = folder.path("precious.txt");
    if is_hard {
        fs::hard_link(precious, folder.path(name)).unwrap();
    } else {
        symlink(precious, folder.path(name)).unwrap();
    }
}

#[test]
fn links_under_the_names_of_parts_are_not_followed() {
    for is_hard in [false, true] {
        let folder = folder();
        let names = ["o.csv.gradus-part", "o.csv.meta.json.gradus-part"];
        names.iter().for_each(|name| link(&folder, name, is_hard));
        folder.done(CLASSIFY);
        assert_eq!(folder.text("precious.txt"), PRECIOUS);
        names.iter().for_each(|name| {
            assert_eq!(folder.text(name), PRECIOUS, "{name}");
        });
        assert!(folder.text("o.csv").starts_with("row,puzzle"));
    }
}

#[test]
fn a_lock_is_no_way_to_another_file() {
    // Texts that a lock of gradus or of another program could have.
    for text in [PRECIOUS, "", "4711\n", "gradus 4711\n"] {
        for is_hard in [false, true] {
            let folder = folder();
            folder.write("precious.txt", text);
            link(&folder, "o.csv.lock", is_hard);
            folder.fails(CLASSIFY, "o.csv.lock is not a lock of gradus");
            folder.fails(&format!("{CLASSIFY} --force"), "move it away");
            assert_eq!(folder.text("precious.txt"), text);
            assert_eq!(folder.text("o.csv.lock"), text);
            assert!(!folder.has("o.csv"));
        }
    }
    let folder = folder();
    symlink("nowhere", folder.path("o.csv.lock")).unwrap();
    folder.fails(CLASSIFY, "o.csv.lock is not a lock of gradus");
    assert!(!folder.has("nowhere"), "the link was followed");
    for text in [PRECIOUS, "", "4711\n", "gradus 4711\nand more\n"] {
        fs::remove_file(folder.path("o.csv.lock")).unwrap();
        folder.write("o.csv.lock", text);
        folder.fails(CLASSIFY, "o.csv.lock is not a lock of gradus");
        assert_eq!(folder.text("o.csv.lock"), text);
    }
    // What a killed job left is no obstacle, whatever became of its number.
    folder.write("o.csv.lock", "gradus 4711\n");
    folder.done(CLASSIFY);
    assert!(!folder.has("o.csv.lock"));
}

#[test]
fn a_job_that_is_killed_leaves_nothing_for_long() {
    let folder = folder();
    // Names that only resemble those of parts.
    let mine = [
        "o.txt.gradus-part".to_string(),
        format!("o.txt.{}.gradus-part", "0".repeat(24)),
    ];
    mine.iter().for_each(|name| folder.write(name, PRECIOUS));
    for _ in 0..3 {
        let mut child = folder.start_piped("solve - -o o.txt --force");
        // One of those that are mine looks like a part.
        wait_until("a part", || folder.parts("o.txt").len() > 1);
        assert!(child.try_wait().unwrap().is_none());
        signal(&child, "KILL");
        finished(child);
        assert_eq!(folder.parts("o.txt").len(), 2);
        // The next run removes what this one has left.
        folder.done("solve a.txt -o o.txt --force");
        assert_eq!(folder.parts("o.txt").len(), 1);
    }
    for name in &mine {
        assert_eq!(folder.text(name), PRECIOUS, "{name}");
    }
    assert!(!folder.has("o.txt.lock"));
}

#[test]
fn a_table_that_is_a_link_is_replaced_and_its_target_stays() {
    let folder = folder();
    link(&folder, "o.csv", false);
    folder.fails(CLASSIFY, "o.csv exists (use --force to overwrite it)");
    folder.done(&format!("{CLASSIFY} --force"));
    assert_eq!(folder.text("precious.txt"), PRECIOUS);
    let table = folder.path("o.csv");
    assert!(fs::symlink_metadata(&table).unwrap().is_file());
    assert!(folder.text("o.csv").starts_with("row,puzzle"));
    // Neither is a file with other names changed under those.
    fs::remove_file(&table).unwrap();
    link(&folder, "o.csv", true);
    folder.done(&format!("{CLASSIFY} --force"));
    assert_eq!(folder.text("precious.txt"), PRECIOUS);
    // A link that leads nowhere is in the way like any other.
    fs::remove_file(&table).unwrap();
    symlink("nowhere", &table).unwrap();
    folder.fails(CLASSIFY, "o.csv exists (use --force to overwrite it)");
    folder.done(&format!("{CLASSIFY} --force"));
    assert!(!folder.has("nowhere"));
}

#[test]
fn force_keeps_modes() {
    let folder = folder();
    for name in ["o.csv", "o.txt", "o.svg"] {
        folder.write(name, PRECIOUS);
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(folder.path(name), private).unwrap();
    }
    let puzzle = &puzzles(1)[0];
    folder.done(&format!("{CLASSIFY} --force"));
    folder.done("solve a.txt -o o.txt --force");
    folder.done(&format!("explain {puzzle} --svg o.svg --force"));
    for name in ["o.csv", "o.txt", "o.svg"] {
        assert_ne!(folder.text(name), PRECIOUS);
        let mode = fs::metadata(folder.path(name)).unwrap().mode();
        assert_eq!(mode & 0o7777, 0o600, "{name}");
    }
    let fresh = fs::metadata(folder.path("a.txt")).unwrap().mode();
    let meta = fs::metadata(folder.path("o.csv.meta.json")).unwrap();
    assert_eq!(meta.mode(), fresh, "a new file is as open as any");
}
