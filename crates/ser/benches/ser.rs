//! Times ratings on one core, in CPU milliseconds per puzzle, by bands of the published rating:
//! `ser` alone, and `ser` with `fpgx` in one pass. The puzzles are those of the collections in
//! `GRADUS_DATA`, or else the golden ones. Ratings that differ from the published ones are counted.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use gradus_ser::{Meter, Profile, State, Tenths, rate_both, rate_within};

/// Bands of ratings in tenths, with the collection, and how many of its rows are taken (evenly).
const BANDS: [(&str, u16, u16, usize); 11] = [
    ("cbg-dev", 10, 200, 4000),
    ("cbg-dev", 10, 44, 2000),
    ("cbg-dev", 45, 62, 500),
    ("cbg-dev", 65, 70, 500),
    ("cbg-dev", 71, 74, 500),
    ("cbg-dev", 75, 83, 200),
    ("cbg-dev", 84, 89, 100),
    ("mat18", 90, 99, 100),
    ("eleven-te2", 106, 109, 10),
    ("eleven-te2", 110, 114, 6),
    ("eleven-te2", 115, 119, 5),
];

fn main() {
    println!("collection    band         rows   ser mean  median      max   both mean  different");
    match std::env::var_os("GRADUS_DATA").map(PathBuf::from) {
        Some(data) => {
            for (name, from, to, count) in BANDS {
                let rows = collection(&data, name, Tenths(from), Tenths(to));
                let step = rows.len().div_ceil(count).max(1);
                let rows: Vec<_> = rows.into_iter().step_by(step).collect();
                time(name, Tenths(from), Tenths(to), &rows);
            }
        }
        None => {
            let golden = include_str!("../tests/data/golden.txt").lines();
            let rows: Vec<(State, Tenths)> = golden
                .filter_map(|line| line.strip_prefix("se121 | "))
                .map(|line| {
                    let fields: Vec<&str> = line.split(" | ").collect();
                    let rating = fields[1].split('/').next().unwrap();
                    (fields[0].parse().unwrap(), rating.parse().unwrap())
                })
                .collect();
            time("golden", Tenths(10), Tenths(89), &rows);
        }
    }
}

/// The puzzles of a collection with their published ratings, if they are in a band.
fn collection(data: &Path, name: &str, from: Tenths, to: Tenths) -> Vec<(State, Tenths)> {
    let Ok(file) = std::fs::File::open(data.join(format!("{name}.tsv.zst"))) else {
        return Vec::new();
    };
    let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
    let mut lines = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let titles = lines.next().unwrap();
    let column = |title| titles.iter().position(|other| *other == title).unwrap();
    let (puzzle, ser) = (column("puzzle"), column("ser"));
    lines
        .filter_map(|cells| Some((cells[puzzle].parse().ok()?, cells[ser].parse().ok()?)))
        .filter(|&(_, rating)| from <= rating && rating <= to)
        .collect()
}

fn time(name: &str, from: Tenths, to: Tenths, rows: &[(State, Tenths)]) {
    if rows.is_empty() {
        return;
    }
    let mut times = Vec::new();
    let mut different = 0;
    for (state, published) in rows {
        let start = cpu_time();
        let rated = rate_within(state, Profile::Se121, &mut Meter::unlimited()).unwrap();
        times.push(cpu_time() - start);
        different += usize::from(rated.er != *published);
    }
    let start = cpu_time();
    for (state, _) in rows {
        rate_both(state, &mut Meter::unlimited()).unwrap();
    }
    let both = cpu_time() - start;
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let n = rows.len();
    println!(
        "{name:12}  {:>4}-{:<5}  {n:>6}  {:>9.3}  {:>6.3}  {:>7.1}  {:>10.3}  {different:>9}",
        from.to_string(),
        to.to_string(),
        ms(times.iter().sum()) / n as f64,
        ms(times[n / 2]),
        ms(times[n - 1]),
        ms(both) / n as f64,
    );
}

/// The CPU time of this thread, as Linux shows it.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}
