//! Times statistics over a synthetic table: the scan and its summary, extreme puzzles and their
//! rows, the comparison with itself.
//!
//! ```sh
//! cargo bench --bench stats                 # one million rows
//! cargo bench --bench stats -- 10000000     # with this many rows
//! cargo bench --bench stats -- 1000000 DIR  # keep the tables in DIR
//! ```
//!
//! The table has the columns of `classify --ratings te,w,b,gw,gb`. Times are wall-clock
//! times: polars reads on all cores.

#![allow(clippy::unwrap_used)]

mod synthetic;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gradus::stats::ExtremeSide;
use gradus::stats::{
    Agreement, Extremes, Gap, Summary, SummaryOptions, TableSet, TablesRead, published, write_rows,
};

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

fn summary(path: &Path) -> [Duration; 7] {
    let paths = [path.to_path_buf()];
    let tables = TableSet::open(&paths).unwrap();
    let columns = tables.columns();
    let has = |column| columns.contains(&column);
    let options = SummaryOptions {
        by: vec!["clues".parse().unwrap()],
        unbiased: true,
        gaps: Gap::published(has),
        crosses: Gap::published(has)
            .into_iter()
            .map(|gap| (gap.minuend, gap.subtrahend))
            .collect(),
        tables: vec![published::find("pbcs-6.4").unwrap()],
        ..SummaryOptions::default()
    };
    let (scan, reading) = timed(|| TablesRead::of(&tables, &options.plan(5)).unwrap());
    let (sum, _) = timed(|| Summary::of(&reading, &options).unwrap());
    let by = "w-b".parse().unwrap();
    let (extremes, _) = timed(|| Extremes::of(&tables, &by, ExtremeSide::Top, 20).unwrap().0);
    let best = path.with_extension("best.parquet");
    let (rows, _) = timed(|| {
        let (found, _) = Extremes::of(&tables, &by, ExtremeSide::Top, FOUND).unwrap();
        let places: Vec<_> = found.puzzles.iter().map(|found| found.place).collect();
        write_rows(&tables, &places, &found.sources, &best, None).unwrap()
    });
    let (compare, _) = timed(|| Agreement::of(&tables, &tables, 10).unwrap());
    let chosen = |condition: &str| {
        let mut tables = TableSet::open(&paths).unwrap();
        tables.choose(&condition.parse().unwrap()).unwrap();
        timed(|| TablesRead::of(&tables, &options.plan(5)).unwrap()).0
    };
    let [all, some] = CONDITIONS.map(chosen);
    [scan, sum, extremes, rows, compare, all, some]
}

/// Extreme puzzles whose rows are written.
const FOUND: usize = 5_000;

/// A condition that all rows satisfy, which costs the most, and one that few satisfy.
const CONDITIONS: [&str; 2] = [
    "w - b >= 0 and clues < 100 and not w_status = infinite",
    "w - b >= 1 and clues <= 25",
];

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let rows = arguments
        .first()
        .map_or(1_000_000, |rows| rows.parse().unwrap());
    let temporary = tempfile::tempdir().unwrap();
    let folder = arguments
        .get(1)
        .map_or(temporary.path().to_path_buf(), PathBuf::from);
    println!("{rows} rows, seconds:");
    println!(
        "table                scan   summary  extremes with rows   compare where all where few      \
         bytes"
    );
    let names = ["table.parquet", "table.csv", "table.csv.zst", "table.jsonl"];
    for name in names {
        let path = folder.join(name);
        if !path.exists() {
            synthetic::write(&path, rows);
        }
        let bytes = path.metadata().unwrap().len();
        let times = summary(&path).map(|time| time.as_secs_f64());
        let [scan, sum, extremes, found, compare, all, few] = times;
        println!(
            "{name:16} {scan:>8.3} {sum:>9.3} {extremes:>9.3} {found:>9.3} {compare:>9.3} \
             {all:>9.3} {few:>9.3} {bytes:>10}"
        );
    }
}
