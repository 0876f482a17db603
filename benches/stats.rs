//! Statistics over a synthetic table: how long a scan and its summary take.
//!
//! ```sh
//! cargo bench --bench stats                 # one million rows
//! cargo bench --bench stats -- 10000000     # so many rows
//! cargo bench --bench stats -- 1000000 DIR  # and the tables are kept in DIR
//! ```
//!
//! The table has the columns of `classify --ratings te,w,b,gw,gb`. Time is what
//! passes: polars reads on all cores.

#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gradus::stats::extremes::End;
use gradus::stats::{Extremes, Gap, Reading, Summary, SummaryOptions, Tables, published};
use gradus::table::metadata::{self, Metadata};
use gradus::table::{Columns, Format, Row};
use gradus_engine::rating::{Rating, Request, Status};

/// A sequence of numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// How many of some coins fall on their heads.
    fn heads(&mut self, coins: u64) -> u64 {
        (0..coins).map(|_| self.below(2)).sum()
    }

    fn row(&mut self, row: u64) -> Row {
        let w = (self.heads(6) + 1) as u8 * u8::from(self.below(3) > 0);
        let apart = |dice: &mut Dice| u8::from(w > 3 && dice.below(100) == 0);
        let (b, gw) = (w - apart(self), w - apart(self));
        let gb = b.min(gw);
        let exact = |value| Rating {
            value: Some(value),
            status: Status::Exact,
        };
        let upper = |value, least| Rating {
            value: Some(value),
            status: if value == least {
                Status::Exact
            } else {
                Status::Upper
            },
        };
        let cell = |dice: &mut Dice| match dice.below(81) {
            0..25 => char::from(b'1' + dice.below(9) as u8),
            _ => '.',
        };
        Row {
            facts: Vec::new(),
            kept: Vec::new(),
            row,
            puzzle: (0..81).map(|_| cell(self)).collect(),
            comment: None,
            clues: (22 + self.heads(8)) as u16,
            candidates: (180 + self.heads(50)) as u16,
            clues_brt: (30 + self.heads(40)) as u16,
            candidates_brt: (100 + self.heads(120)) as u16,
            candidates_w1: (90 + self.heads(120)) as u16,
            ratings: vec![
                exact(u8::from(w > 0)),
                upper(w, b),
                exact(b),
                upper(gw, gb),
                exact(gb),
            ],
        }
    }
}

fn write(path: &Path, rows: u64) {
    let names = "te,w,b,gw,gb".parse().unwrap();
    let request = Request {
        names,
        ..Request::default()
    };
    let metadata = Metadata {
        kind: None,
        kinds: Vec::new(),
        kept: Vec::new(),
        hunt: None,
        version: env!("CARGO_PKG_VERSION").to_string(),
        options: metadata::Options::new(&request, None),
        inputs: Vec::new(),
        records_blake3: String::new(),
        generated: Vec::new(),
        rows,
        rejected: 0,
        rated: None,
        shard: None,
        max_depth: request.limits.max_depth as u64,
    };
    let (format, _) = Format::of(path).unwrap();
    let file = File::create(path).unwrap();
    let columns = Columns::of(&request.names);
    let mut writer = format.writer(file, columns, &metadata).unwrap();
    let mut dice = Dice(1);
    for row in 0..rows {
        writer.write(&dice.row(row)).unwrap();
    }
    writer.finish().unwrap();
}

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

fn summary(path: &Path) -> [Duration; 5] {
    let paths = [path.to_path_buf()];
    let options = SummaryOptions {
        by: vec!["clues".parse().unwrap()],
        unbiased: true,
        gaps: Gap::published(|_| true),
        crosses: Gap::published(|_| true)
            .into_iter()
            .map(|gap| (gap.minuend, gap.subtrahend))
            .collect(),
        tables: vec![published::find("pbcs-6.4").unwrap()],
        ..SummaryOptions::default()
    };
    let tables = Tables::open(&paths).unwrap();
    let (scan, reading) = timed(|| Reading::of(&tables, &options.wanted(5)).unwrap());
    let (sum, _) = timed(|| Summary::of(&reading, &options).unwrap());
    let by = "w-b".parse().unwrap();
    let (extremes, _) = timed(|| Extremes::of(&tables, &by, End::Top, 20).unwrap().0);
    let chosen = |condition: &str| {
        let mut tables = Tables::open(&paths).unwrap();
        tables.choose(&condition.parse().unwrap()).unwrap();
        timed(|| Reading::of(&tables, &options.wanted(5)).unwrap()).0
    };
    let [all, some] = CONDITIONS.map(chosen);
    [scan, sum, extremes, all, some]
}

/// A condition that all rows satisfy, which costs most, and one for a few.
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
    println!("table                scan   summary  extremes where all where few      bytes");
    let names = ["table.parquet", "table.csv", "table.csv.zst", "table.jsonl"];
    for name in names {
        let path = folder.join(name);
        if !path.exists() {
            write(&path, rows);
        }
        let bytes = path.metadata().unwrap().len();
        let times = summary(&path).map(|time| time.as_secs_f64());
        let [scan, sum, extremes, all, few] = times;
        println!(
            "{name:16} {scan:>8.3} {sum:>9.3} {extremes:>9.3} {all:>9.3} {few:>9.3} {bytes:>10}"
        );
    }
}
