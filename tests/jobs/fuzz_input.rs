//! Arbitrary bytes through the readers, and arbitrary damage to a journal:
//! nothing panics, nothing is made up, nothing is lost in silence.

use std::fs;
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use gradus::classify::Outcome;
use gradus::input::{ColumnError, Fields, PuzzleRecord, ReadOptions, Records, text_records};
use gradus::io::{Compression, decompressed};
use gradus::job::StartMode;
use gradus_csp::Instance;
use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, compressed};
use gradus_puzzles::read;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::GRADUS;
use crate::inside::{self, done, job, quick};

/// The same cases every time.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Bytes that mean something to the readers more often than chance has it.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        4 => vec(any::<u8>(), 0..40),
        4 => select(vec![
            &b"\n"[..], b"\r\n", b"\r", b",", b";", b"\t", b" ", b"\"", b"\"\"", b"#", b"puzzle", b"comment",
            b"\xef\xbb\xbf", b"# gradus generate ", b"\xff", b"\0", b"PAR1",
        ]).prop_map(<[u8]>::to_vec),
        1 => select(puzzles(3)).prop_map(String::into_bytes),
        1 => vec(select(b"123456789.0*_-x".to_vec()), 78..84),
    ];
    vec(word, 0..40).prop_map(|words| words.concat())
}

/// How many lines end in a text: at a line feed, a carriage return, or both.
fn ends(text: &[u8]) -> u64 {
    let pairs = text.windows(2).filter(|pair| *pair == b"\r\n").count();
    let all = text.iter().filter(|byte| b"\r\n".contains(byte)).count();
    (all - pairs) as u64
}

/// All records of a text, as they are parsed: none of a table without puzzles.
fn records(text: &[u8]) -> Vec<(u64, Option<PuzzleRecord>, String)> {
    let mut records = text_records(text, &ReadOptions::default());
    let mut all = Vec::new();
    loop {
        let fields = match records.next() {
            Ok(Some(fields)) => fields,
            Ok(None) => break,
            Err(error) => {
                assert!(ColumnError::of(&error).is_some(), "{error}");
                assert!(all.is_empty(), "{error}");
                break;
            }
        };
        let parsed = fields.parse();
        let shown = parsed
            .as_ref()
            .err()
            .map_or(String::new(), |bad| bad.text.clone());
        all.push((fields.line, parsed.ok(), shown));
    }
    all
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn every_line_is_a_record_or_has_none(text in bytes()) {
        let all = records(&text);
        let lines = ends(&text) + 1;
        let numbers: Vec<u64> = all.iter().map(|record| record.0).collect();
        prop_assert!(numbers.is_sorted_by(|a, b| a < b));
        prop_assert!(numbers.iter().all(|&number| (1..=lines).contains(&number)));
        for (_, given, shown) in &all {
            prop_assert!(!shown.contains(|c: char| c.is_control() && c != '\t'));
            prop_assert!(shown.chars().count() <= 800);
            if let Some(given) = given {
                let text = given.puzzle.to_string();
                let parsed = read(&text).map(|puzzle| format!("{puzzle:?}"));
                prop_assert_eq!(parsed, Ok(format!("{:?}", given.puzzle)));
            }
        }
    }

    #[test]
    fn a_puzzle_on_a_line_of_its_own_is_found(before in bytes(), after in bytes(), wanted in select(puzzles(50))) {
        // A header before it would say where puzzles stand.
        let text = [&wanted[..], "\n"].concat();
        let text = [text.as_bytes(), &before, b"\n", wanted.as_bytes(), b"\n", &after].concat();
        let puzzle = read(&wanted).unwrap().to_string();
        let found = records(&text);
        let lines = 2 + ends(&[&before[..], b"\n"].concat());
        let is_it = |(line, given, _): &&(u64, Option<PuzzleRecord>, String)| {
            (*line == 1 || *line == lines) && given.as_ref().is_some_and(|g| g.puzzle.to_string() == puzzle)
        };
        prop_assert_eq!(found.iter().filter(is_it).count(), 2);
    }

    #[test]
    fn fields_of_any_bytes(puzzle in bytes(), comment in proptest::option::of(bytes()), too_long: bool) {
        let fields = Fields { line: 1, text: &puzzle, puzzle: &puzzle, comment: comment.as_deref(), kind: None, kept: None, too_long, fault: None };
        match fields.parse() {
            Ok(given) => {
                prop_assert!(!too_long);
                prop_assert!(puzzle.len() == 81 || puzzle.len() == 729);
                prop_assert_eq!(given.comment.is_some(), comment.is_some());
            }
            Err(bad) => prop_assert!(!bad.reason.is_empty()),
        }
    }

    #[test]
    fn any_stream_is_decompressed_or_refused(bytes in bytes(), how in select(vec!["", "zst", "gz", "bz2", "xz"]), damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..3), cut in any::<prop::sample::Index>()) {
        prop_assume!(matches!(decompressed(&bytes[..]), Ok((_, Compression::None))));
        let whole = compressed(&bytes, how);
        let (mut output, _) = decompressed(&whole[..]).unwrap();
        let mut read = Vec::new();
        output.read_to_end(&mut read).unwrap();
        prop_assert_eq!(&read, &bytes);
        // Now the same, damaged: an end or an error, but no panic, and no bytes without end.
        let mut broken = whole.clone();
        for (place, byte) in &damage {
            if !broken.is_empty() {
                let place = place.index(broken.len());
                broken[place] ^= byte;
            }
        }
        broken.truncate(cut.index(broken.len() + 1));
        if let Ok((output, _)) = decompressed(&broken[..]) {
            let mut read = Vec::new();
            let _ = output.take(1 << 24).read_to_end(&mut read);
        }
    }
}

/// A job of some hundred records that was interrupted, its journal, and the bytes
/// that it should come to.
struct Interrupted {
    folder: Folder,
    journal: Vec<u8>,
    table: Vec<u8>,
    rejects: Vec<u8>,
}

/// Interrupts a job several times so that its journal has several frames.
fn interrupted() -> Interrupted {
    let folder = GRADUS.folder();
    let mut lines = puzzles(400);
    for row in [0, 17, 100, 399] {
        lines[row] = format!("bad line {row}");
    }
    folder.write_lines("a.txt", &lines);
    let job = job(&[&folder.path("a.txt")], 1);
    done(&job, &folder.path("whole.csv"), StartMode::Fresh);
    for run in 0..5 {
        let (rated, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |puzzle: &dyn Instance| {
            stop.store(
                rated.fetch_add(1, Ordering::Relaxed) > 20,
                Ordering::Relaxed,
            );
            quick(puzzle)
        };
        let before = if run == 0 {
            StartMode::Fresh
        } else {
            StartMode::Resume
        };
        let end = inside::run(&job, &folder.path("cut.csv"), before, work, &stop);
        assert!(matches!(end, Ok(Outcome::Interrupted { .. })), "{end:?}");
    }
    Interrupted {
        journal: folder.read("cut.csv.journal"),
        table: folder.read("whole.csv"),
        rejects: folder.read("whole.rejects.csv"),
        folder,
    }
}

/// Damage to a journal.
#[derive(Clone, Debug)]
enum Damage {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Zero(prop::sample::Index, usize),
    Append(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        3 => index().prop_map(Damage::Cut),
        5 => (index(), 0..8u8).prop_map(|(place, bit)| Damage::Flip(place, bit)),
        1 => (index(), 1..5000usize).prop_map(|(place, count)| Damage::Zero(place, count)),
        1 => vec(any::<u8>(), 1..100).prop_map(Damage::Append),
    ]
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Damage::Cut(place) => bytes.truncate(place.index(bytes.len() + 1)),
            Damage::Append(more) => bytes.extend(more),
            _ if bytes.is_empty() => {}
            Damage::Flip(place, bit) => {
                let place = place.index(bytes.len());
                bytes[place] ^= 1 << bit;
            }
            Damage::Zero(place, count) => {
                let from = place.index(bytes.len());
                let to = (from + count).min(bytes.len());
                bytes[from..to].fill(0);
            }
        }
    }
}

#[test]
fn a_damaged_journal_goes_on_to_the_same_bytes_or_is_refused() {
    let case = interrupted();
    let job = job(&[&case.folder.path("a.txt")], 1);
    let (journal, table) = (
        case.folder.path("cut.csv.journal"),
        case.folder.path("cut.csv"),
    );
    let mut runner = TestRunner::new(config(400));
    let (went_on, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let test = |damages: Vec<Damage>| {
        let mut bytes = case.journal.clone();
        damages.iter().for_each(|damage| damage.apply(&mut bytes));
        fs::write(&journal, &bytes).unwrap();
        for name in ["cut.csv", "cut.csv.meta.json", "cut.rejects.csv"] {
            let _ = fs::remove_file(case.folder.path(name));
        }
        let stop = AtomicBool::new(false);
        match inside::run(&job, &table, StartMode::Resume, quick, &stop) {
            Ok(Outcome::Done { .. }) => {
                prop_assert!(case.folder.read("cut.csv") == case.table);
                prop_assert!(case.folder.read("cut.rejects.csv") == case.rejects);
                went_on.fetch_add(1, Ordering::Relaxed);
            }
            Ok(end) => prop_assert!(false, "{:?}", end),
            Err(error) => {
                prop_assert!(!table.exists(), "{}", error);
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    runner.run(&vec(damage(), 1..3), test).unwrap();
    // Damage to anything but the beginning costs work and nothing else.
    let (went_on, refused) = (went_on.into_inner(), refused.into_inner());
    assert!(
        went_on > 4 * refused,
        "{went_on} went on, {refused} were refused"
    );
}
