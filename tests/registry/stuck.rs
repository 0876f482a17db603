//! A rating that never ends and cannot be halted, and the signals that end its job all the same.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use gradus_engine::rating::registry::RatingEntry;
use gradus_engine::rating::{Case, Rating};
use gradus_harness::puzzles::{DEPTH_1, EASY};
use gradus_harness::{Folder, exits_within, signal};

use crate::{ARGUMENTS, GRADUS, STUCK};

/// The rating. It ends only if the variable that adds it is `ends`.
pub(crate) static ENTRY: RatingEntry = RatingEntry::new("stuck", "Stuck", stuck)
    .meaning("0, some day")
    .section("nowhere");

fn stuck(case: &mut dyn Case) -> Rating {
    let ends = std::env::var_os(STUCK).is_some_and(|text| text == "ends");
    while case.candidates() > 0 && !ends {
        thread::sleep(Duration::from_millis(5));
    }
    Rating::exact(0)
}

/// Starts a job in which the fourth puzzle is stuck, unless the rating ends.
fn start(folder: &Folder, arguments: &str, mode: &str) -> Child {
    let arguments = format!("classify a.txt --ratings stuck {arguments}");
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["program", "--exact", "--nocapture", "--test-threads", "1"])
        .env(ARGUMENTS, arguments.join("\n"))
        .env(STUCK, mode)
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_signal_does_not_wait_for_a_puzzle_that_cannot_be_halted() {
    let folder = GRADUS.folder();
    let mut lines = [EASY; 100];
    lines[3] = DEPTH_1;
    folder.write_lines("a.txt", &lines);
    let mut whole = start(&folder, "-o whole.csv", "ends");
    assert!(whole.wait().unwrap().success());
    for (name, resume) in [("INT", ""), ("TERM", " --resume")] {
        let options = format!("-o cut.csv --progress always --threads 2{resume}");
        let mut child = start(&folder, &options, "never");
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut next = || said.next().expect("it is running").unwrap();
        let place = "waiting for line 4 of a.txt for ";
        while !next().contains(place) {}
        signal(&child, name);
        assert!(exits_within(&mut child, Duration::from_secs(2)), "{name}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
        // All but those of its batch, of which the first three took no time.
        let hint = "stopped after 84 rows; nothing is lost; rerun with --resume to continue";
        assert!(said.any(|line| line.unwrap().contains(hint)));
        assert!(!folder.has("cut.csv"));
    }
    let mut last = start(&folder, "-o cut.csv --resume", "ends");
    assert!(last.wait().unwrap().success());
    assert!(folder.read("cut.csv") == folder.read("whole.csv"));
}
