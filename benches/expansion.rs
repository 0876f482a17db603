//! Compares the published chain of expansions (`pipelines/expansion.toml`) with the results
//! published for 40 seeds: the expansions by Singles, those with one more clue, the classes of
//! the minimals that Singles do not solve, and their T&E depth, B and BpB. Reads
//! `expand-sample40` from `GRADUS_DATA` and is skipped without it. A difference is an
//! error.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use gradus::table::{Columns, TableReader};
use gradus::{Name, Rating, Status, read};

/// A row of the published table: role, puzzle, T&E depth, B, BpB.
type Published = Vec<String>;

fn main() {
    let data = std::env::var_os("GRADUS_DATA").map(PathBuf::from);
    let file = data.map(|data| data.join("expand-sample40.tsv.zst"));
    let Some(file) = file.filter(|file| file.exists()) else {
        println!("skipped: no expand-sample40.tsv.zst in GRADUS_DATA");
        return;
    };
    let text = zstd::decode_all(fs::File::open(file).unwrap()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let rows = text.lines().skip(1);
    let rows: Vec<Published> = rows
        .map(|row| row.split('\t').map(str::to_string).collect())
        .collect();
    let of = |role: &str| -> Vec<&Published> { rows.iter().filter(|r| r[0] == role).collect() };

    let folder = tempfile::tempdir().unwrap();
    let seeds: Vec<&str> = of("seed").iter().map(|row| row[1].as_str()).collect();
    fs::write(folder.path().join("seeds.txt"), seeds.join("\n")).unwrap();
    let started = Instant::now();
    run(folder.path());
    println!(
        "{} seeds: the chain took {:.1} s",
        seeds.len(),
        started.elapsed().as_secs_f64()
    );

    for (file, role) in [
        ("step-1-expand.txt.zst", "brt-expand"),
        ("step-2-expand.txt.zst", "one-expand"),
    ] {
        let published: BTreeSet<&str> = of(role).iter().map(|row| row[1].as_str()).collect();
        let path = folder.path().join("w").join(file);
        let lines = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        let ours: BTreeSet<&str> = lines.lines().collect();
        assert_eq!(ours, published, "{role}");
        println!("{role}: {} as published", ours.len());
    }

    let published = of("minimal").into_iter().map(|row| {
        let number = |place: usize| row.get(place).and_then(|text| text.parse::<u8>().ok());
        (class(&row[1]), [number(2), number(3), number(4)])
    });
    let published: BTreeMap<String, _> = published.collect();
    let ours = minimals(&folder.path().join("w"));
    assert!(
        ours.keys().eq(published.keys()),
        "other classes of minimals"
    );
    let differ = ours
        .iter()
        .filter(|(class, numbers)| published[*class] != **numbers);
    let differ: Vec<_> = differ.collect();
    assert!(differ.is_empty(), "other ratings: {differ:?}");
    let deepest = ours.values().filter_map(|numbers| numbers[1]).max();
    println!(
        "minimal: {} classes as published, with the same T&E depth, B (up to {}) and BpB",
        ours.len(),
        deepest.unwrap_or(0)
    );
}

/// Runs the pipeline in a directory.
fn run(folder: &Path) {
    let pipeline = Path::new(env!("CARGO_MANIFEST_DIR")).join("pipelines/expansion.toml");
    let status = Command::new(env!("CARGO_BIN_EXE_gradus"))
        .current_dir(folder)
        .args(["run", "--source", "seeds.txt", "--work", "w", "--quiet"])
        .arg(pipeline)
        .status();
    assert!(status.unwrap().success());
}

/// The representative of all isomorphic puzzles.
fn class(puzzle: &str) -> String {
    let puzzle = read(puzzle).unwrap();
    puzzle.canonical(&[]).unwrap().puzzle.to_string()
}

/// The classes of the table with their published ratings: B inside T&E(1), BpB beyond.
fn minimals(work: &Path) -> BTreeMap<String, [Option<u8>; 3]> {
    let names = [Name::TE, Name::B, Name::BPB].into_iter().collect();
    let files = ["ratings.parquet", "ratings.csv.zst"].map(|name| work.join(name));
    let table = files.iter().find(|path| path.exists()).unwrap();
    let rows = TableReader::open(table, Columns::of(&names)).unwrap();
    let number = |rating: Rating| rating.value.filter(|_| rating.status == Status::Exact);
    let row = rows.map(|row| {
        let row = row.unwrap();
        let [te, b, bpb] = [0, 1, 2].map(|place| number(row.ratings[place]));
        (class(&row.puzzle), [te, b, bpb])
    });
    row.collect()
}
