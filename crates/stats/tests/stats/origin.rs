//! Where the puzzles of some tables come from.

use gradus_stats::{Generator, Origin, TableSource};
use gradus_table::table::{Asked, JobKind, Metadata};

fn table(rows: u64, metadata: Option<Metadata>) -> TableSource {
    TableSource {
        name: "table.parquet".to_string(),
        rows,
        metadata,
        choice: None,
    }
}

fn source(job: &str, rows: u64, generated: &[&str]) -> TableSource {
    let metadata = Metadata {
        records_blake3: job.to_string(),
        generated: generated.iter().map(|line| line.to_string()).collect(),
        rows,
        ..Metadata::from(Asked {
            ratings: vec!["w".to_string()],
            max_length: 36,
            max_depth: 3,
            ..Asked::from(JobKind::Classify)
        })
    };
    table(rows, Some(metadata))
}

const LINE: &str = "controlled-bias seed=1 count=10 grids=2575140 version=0.1.0";

#[test]
fn one_job_in_one_table_or_in_shards() {
    let origin = Origin {
        kind: Some(Generator::ControlledBias),
        seed: Some(1),
        grids: Some(2_575_140),
    };
    assert_eq!(Origin::of(&[source("a", 10, &[LINE])]), origin);
    let shards = [source("a", 4, &[LINE]), source("a", 6, &[LINE])];
    assert_eq!(Origin::of(&shards), origin);
    let twice = [source("a", 10, &[LINE]), source("b", 10, &[LINE])];
    let twice = Origin::of(&twice);
    assert_eq!((twice.seed, twice.grids), (None, Some(2 * 2_575_140)));
}

#[test]
fn nothing_is_known_of_a_part_or_a_mixture() {
    assert_eq!(Origin::of(&[source("a", 9, &[LINE])]), Origin::default());
    assert_eq!(Origin::of(&[source("a", 10, &[])]), Origin::default());
    let other = "top-down seed=1 count=5 version=0.1.0";
    let mixed = [source("a", 10, &[LINE]), source("b", 5, &[other])];
    assert_eq!(Origin::of(&mixed), Origin::default());
    assert_eq!(Origin::of(&[table(3, None)]), Origin::default());
}
