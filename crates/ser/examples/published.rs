//! Compares ratings with those of a collection in `GRADUS_DATA`, and lists every difference:
//! `published NAME [both|se121|fpgx] [FIRST [COUNT [STRIDE]]]`.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::Duration;

use gradus_ser::{Meter, Profile, Rated, State, rate_both, rate_within};

/// The CPU time of this thread, as Linux shows it.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let data = PathBuf::from(std::env::var_os("GRADUS_DATA").expect("GRADUS_DATA"));
    let name = arguments.first().expect("the name of a collection");
    let profile = arguments.get(1).map_or("both", String::as_str);
    let number = |i: usize, default: usize| match arguments.get(i) {
        Some(text) => text.parse().unwrap(),
        None => default,
    };
    let (first, count, stride) = (number(2, 0), number(3, usize::MAX), number(4, 1));
    let file = std::fs::File::open(data.join(format!("{name}.tsv.zst"))).unwrap();
    let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |title: &str| titles.iter().position(|other| *other == title);
    let (puzzle, ser, fpgx) = (column("puzzle").unwrap(), column("ser"), column("fpgx"));
    let mut equal = [0; 2];
    let mut different = [0; 2];
    let mut slowest: Vec<(Duration, String)> = Vec::new();
    let mut total = Duration::ZERO;
    let mut rows = 0u32;
    for line in lines.skip(first).step_by(stride).take(count) {
        let cells: Vec<&str> = line.split('\t').collect();
        let state: State = match cells[puzzle].parse() {
            Ok(state) => state,
            Err(_) => continue,
        };
        let start = cpu_time();
        let meter = &mut Meter::unlimited();
        let none = Rated::default();
        let (a, b) = match profile {
            "se121" => (rate_within(&state, Profile::Se121, meter).unwrap(), none),
            "fpgx" => (none, rate_within(&state, Profile::Fpgx, meter).unwrap()),
            _ => rate_both(&state, meter).unwrap(),
        };
        let time = cpu_time() - start;
        total += time;
        rows += 1;
        slowest.push((time, cells[puzzle].to_string()));
        if slowest.len() > 10 {
            slowest.sort_by(|a, b| b.cmp(a));
            slowest.truncate(5);
        }
        let ratings = [(a, ser, "ser"), (b, fpgx, "fpgx")];
        for (i, (rated, column, name)) in ratings.into_iter().enumerate() {
            // Collections without a column of their own for FPGX publish one rating.
            let Some(column) = column.or(ser) else {
                continue;
            };
            let published = cells[column];
            if published.is_empty() || rated == none {
                continue;
            }
            let short = rated.er.to_string();
            if short == published || short.trim_end_matches(".0") == published {
                equal[i] += 1;
            } else {
                different[i] += 1;
                println!(
                    "{name} {} published {published} rated {short}",
                    cells[puzzle]
                );
            }
        }
    }
    slowest.sort_by(|a, b| b.cmp(a));
    let mean = total.as_secs_f64() * 1000.0 / f64::from(rows.max(1));
    println!("{name}: {rows} rows, mean {mean:.3} ms");
    println!("ser equal {} different {}", equal[0], different[0]);
    println!("fpgx equal {} different {}", equal[1], different[1]);
    for (time, puzzle) in slowest.iter().take(3) {
        println!("slow: {:.1} ms {puzzle}", time.as_secs_f64() * 1000.0);
    }
}
