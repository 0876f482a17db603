//! Times `gradus explore` over a large table, with the real program as its server: the first
//! view, filters, orders and pages of rows, and the peak memory; also in a browser, if one is
//! installed.
//!
//! ```sh
//! cargo bench --bench explore                 # one million rows
//! cargo bench --bench explore -- 10000000     # this many rows
//! cargo bench --bench explore -- 1000000 DIR  # keep the table in DIR
//! ```

#![allow(clippy::unwrap_used)]

mod synthetic;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use gradus_harness::browser::Browser;
use gradus_harness::{Explored, Program};

/// The program built with this bench.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));

/// The peak memory of a program in MB.
fn memory(server: &Explored) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.child.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kibibytes.unwrap_or(0.0) * 1024.0 / 1e6
}

/// Sends a query, as the page does.
fn ask(server: &Explored, question: &str) {
    let answer = server.get(&format!("api/{question}"));
    assert_eq!(answer.code, 200, "{question}");
}

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

fn shown(what: &str, time: Duration) {
    println!("{what:44} {:>8.1} ms", time.as_secs_f64() * 1e3);
}

/// All histograms, as the page requests them.
const ALL: &str = "histograms?of=te&of=w&of=b&of=gw&of=gb&of=clues&of=candidates&of=clues_brt\
    &of=candidates_brt&of=candidates_w1&width=300";

/// Conditions with their names, encoded for an address.
const CONDITIONS: [(&str, &str); 6] = [
    ("w >= 5", "w+%3E%3D+5"),
    ("w - b >= 2", "w+-+b+%3E%3D+2"),
    (
        "w - b >= 2 and clues = 26",
        "w+-+b+%3E%3D+2+and+clues+%3D+26",
    ),
    (
        "candidates_brt > candidates_w1 + 20",
        "candidates_brt+%3E+candidates_w1+%2B+20",
    ),
    ("w_status = upper or b = 3", "w_status+%3D+upper+or+b+%3D+3"),
    ("comment ~ \"77\"", "comment+~+%2277%22"),
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
    let table = folder.join("explore.parquet");
    if !table.exists() {
        synthetic::write(&table, rows);
    }
    println!("{rows} rows, {} bytes", table.metadata().unwrap().len());
    let (start, server) = timed(|| Explored::start(GRADUS, &folder, "explore.parquet"));
    shown("until the address is printed", start);
    let (first, _) = timed(|| ask(&server, ALL));
    shown("all histograms, no condition", first);
    shown("first view, from the start of the program", start + first);
    let (rows, _) = timed(|| ask(&server, "rows?count=100"));
    shown("first rows, which wait for the texts", rows);
    for (name, condition) in CONDITIONS {
        let (time, _) = timed(|| ask(&server, &format!("{ALL}&where={condition}")));
        shown(&format!("where {name}"), time);
    }
    for (name, question) in [
        (
            "rows by w - b, largest first",
            "rows?sort=w-b&order=desc&count=100",
        ),
        (
            "the same from the middle",
            "rows?sort=w-b&order=desc&count=100&from=500000",
        ),
        (
            "rows by w where clues = 26",
            "rows?sort=w&count=100&where=clues+%3D+26",
        ),
        ("rows by comment", "rows?sort=comment&count=100"),
        ("cross-table of w and b", "cross?x=w&y=b&width=800"),
        (
            "cross-table of candidates and w - b",
            "cross?x=candidates&y=w-b&width=800",
        ),
        (
            "save w - b >= 2 as Parquet",
            "export?format=parquet&where=w+-+b+%3E%3D+2",
        ),
    ] {
        let (time, _) = timed(|| ask(&server, question));
        shown(name, time);
    }
    println!("{:44} {:>8.0} MB", "memory, at most", memory(&server));
    let (time, ()) = timed(|| {
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| ask(&server, "export?format=parquet"));
            }
        });
    });
    shown("save all rows as Parquet, six at a time", time);
    println!("{:44} {:>8.0} MB", "memory, at most", memory(&server));
    drop(server);
    in_browser(&table);
}

fn in_browser(table: &Path) {
    let Some(mut page) = Browser::start() else {
        return;
    };
    page.resize(1200, 900);
    let server = Explored::start(GRADUS, table.parent().unwrap(), "explore.parquet");
    let (time, ()) = timed(|| {
        page.open(&server.address);
        page.wait_until("document.body.dataset.ready === 'yes'");
    });
    shown("browser: page opened until all is drawn", time);
    for (name, condition) in &CONDITIONS[..4] {
        // Timed by the page: from the change of the condition until the page is idle.
        let time = page.evaluate(&format!(
            "(async () => {{ const a = await import('./address.js'); const t = performance.now(); \
             a.go({{ where: decodeURIComponent({condition:?}.replaceAll('+', ' ')) }}); \
             while (document.body.hasAttribute('aria-busy')) await new Promise(r => requestAnimationFrame(r)); \
             return performance.now() - t; }})()"
        ));
        shown(
            &format!("browser: where {name}"),
            Duration::from_secs_f64(time.as_f64().unwrap() / 1e3),
        );
    }
    println!(
        "{:44} {:>8.0} MB",
        "memory of the server, at most",
        memory(&server)
    );
}
