//! Ratings whose values have names: words in every table and all human-readable output.

use gradus_harness::puzzles::EASY;
#[cfg(feature = "polars")]
use gradus_harness::{Folder, run};

use crate::GRADUS;

/// The puzzles printed in the book as examples of their levels.
const PUZZLES: [(&str, &str); 4] = [
    (EASY, "L1_0"),
    (
        "1...9..8.5...1.......4.....2......3...68.4.1...8.5.4...2...3.5......18.7..7.....6",
        "L1",
    ),
    (
        "...17.5..7.8...9...5.........9.4..1....3.....5.2..7.....62....1.....3.6.3..6..79.",
        "L4",
    ),
    (
        "..4.6...7..231.56..5..2..4.5.....8....9....14.6.........7.9.6.......1..8...2....3",
        ">L16",
    ),
];

/// A directory with the puzzles.
#[cfg(feature = "polars")]
fn folder() -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &PUZZLES.map(|(puzzle, _)| puzzle));
    folder
}

#[test]
fn rate_shows_words() {
    for (puzzle, level) in PUZZLES {
        let run = GRADUS.run(["rate", "--ratings", "hls", puzzle]);
        assert_eq!(run.out.split_whitespace().last(), Some(level));
        let run = GRADUS.run(["rate", "--json", "--ratings", "hls,hls_rule", puzzle]);
        let object = &run.objects()[0];
        assert_eq!(object["hls"], level);
        let is_solved = level != ">L16";
        let status = if is_solved { "exact" } else { "infinite" };
        assert_eq!(object["hls_status"], status);
        let by_basics = ["L1_0", "L1"].contains(&level);
        assert_eq!(object["hls_rule"].is_u64(), by_basics, "{object}");
    }
}

#[test]
fn lengths_of_chains_are_numbers_from_0_for_puzzles_without() {
    let columns = [
        "hls_xy",
        "hls_hxy",
        "hls_c",
        "hls_xyt",
        "hls_hxyt",
        "hls_xyzt",
        "hls_hxyzt",
    ];
    // The puzzle in L4 needs c-chains, for any length of xy- and hxy-chains.
    let expected: [&[&str]; 4] = [
        &["0", "0", "0", "0", "0", "0", "0"],
        &["0", "0", "0", "0", "0", "0", "0"],
        &["∞", "∞", "4", "4", "4", "4", "4"],
        &["∞", "∞", "∞", "∞", "∞", "∞", "∞"],
    ];
    for ((puzzle, _), expected) in PUZZLES.into_iter().zip(expected) {
        let run = GRADUS.run(["rate", "--ratings", &columns.join(","), puzzle]);
        let line = run.out.lines().last().unwrap().to_string();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(&words[words.len() - 7..], expected, "{puzzle}");
    }
}

#[cfg(feature = "polars")]
#[test]
fn tables_hold_words_in_every_format_and_are_read_alike() {
    let folder = folder();
    let mut all = Vec::new();
    for name in ["a.csv", "a.jsonl", "a.parquet"] {
        folder.done(&format!("classify a.txt -o {name} -q --ratings te,hls"));
        let mut summary = folder.done(&format!("stats {name} --json")).json();
        summary["sources"].take();
        all.push(summary);
        let text = folder.done(&format!("stats {name}")).out;
        for (_, level) in PUZZLES {
            assert!(text.contains(&format!("\n| {level} ")), "{text}");
        }
        let text = folder
            .done(&format!("extremes {name} --by hls --top 2"))
            .out;
        assert!(text.contains(" L4 ") && text.contains(" L1 "), "{text}");
        assert!(!text.contains("L1_0"), "{text}");
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
    let csv = folder.text("a.csv");
    for (line, (puzzle, level)) in csv.lines().skip(1).zip(PUZZLES) {
        assert!(line.contains(puzzle), "{line}");
        let word = format!(",{level},");
        assert!(line.contains(&word), "{line}");
    }
    assert!(folder.text("a.jsonl").contains("\"hls\":\">L16\""));

    let run = folder.done("compare a.csv a.parquet");
    assert!(!run.out.contains("Differences"), "{}", run.out);
    folder.done("report a.parquet -o report");
    for file in ["report/index.html", "report/report.md"] {
        let text = folder.text(file).replace("&gt;", ">").replace("\\_", "_");
        assert!(text.contains("L1_0") && text.contains(">L16"), "{file}");
    }
    // The output of extremes can be read again.
    let top = folder.done("extremes a.parquet --by te --csv --rows top.parquet");
    folder.write("top.csv", top.out);
    for name in ["top.csv", "top.parquet"] {
        let text = folder.done(&format!("stats {name}")).out;
        let has = |level: &str| text.contains(&format!("\n| {level} "));
        assert!(has(">L16") && has("L1_0"), "{text}");
    }
}

#[cfg(feature = "polars")]
#[test]
fn a_rank_stands_for_its_level_and_another_word_for_none() {
    let folder = GRADUS.folder();
    let header = "puzzle,clues,hls\n";
    folder.write("ranks.csv", format!("{header}{EASY},20,6\n{EASY},20,L5\n"));
    let text = folder.done("stats ranks.csv").out;
    assert!(
        text.contains("\n| L4 ") && text.contains("\n| L5 "),
        "{text}"
    );
    folder.write("bad.csv", format!("{header}{EASY},20,L99\n"));
    folder.fails("stats bad.csv", "\"L99\" is not a value of this rating");
}

#[test]
fn all_stays_what_it_was_and_everything_is_more() {
    let columns = |list: &str| {
        let run = GRADUS.run(["rate", "--json", "--ratings", list, EASY]);
        let object = run.objects().remove(0);
        let names = object.as_object().unwrap().keys();
        let ratings = names.filter(|name| object.get(format!("{name}_status")).is_some());
        ratings.cloned().collect::<Vec<String>>()
    };
    let all = columns("all");
    let first = ["te", "s", "w", "ws", "b", "gw", "gb", "spb", "bpb", "bpbb"];
    assert_eq!(all, first);
    let everything = columns("everything");
    assert_eq!(everything[..10], first);
    for name in ["hls", "hls_rule", "hls_xy", "hls_hxyzt"] {
        assert!(everything.contains(&name.to_string()), "{everything:?}");
    }
    let run = GRADUS.run(["rate", "--ratings", "all,hls", EASY]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("unknown rating \"all\""), "{}", run.err);
}

#[cfg(feature = "polars")]
#[test]
fn a_condition_compares_levels_by_their_words() {
    let folder = folder();
    folder.done("classify a.txt -o a.csv -q --ratings te,hls");
    let chosen = |condition: &str| {
        let mut command = folder.command("classify a.txt -o - -q --ratings hls --where");
        let run = run(command.arg(condition));
        assert_eq!(run.code, Some(0), "{condition}: {}", run.err);
        let objects = run.objects();
        let levels = objects.iter().map(|object| object["hls"].as_str());
        levels.flatten().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(chosen("hls > L1"), ["L4", ">L16"]);
    assert_eq!(chosen("l1_0 >= hls"), ["L1_0"]);
    assert_eq!(chosen("hls = \"L4\" or hls = \">L16\""), ["L4", ">L16"]);
    assert_eq!(chosen("hls != L4 and hls <= 6"), ["L1_0", "L1"]);
    let mut command = folder.command("stats a.csv --where");
    let text = run(command.arg("hls >= L2")).out;
    assert!(text.contains("hls >= L2: 2 of 4"), "{text}");
    let mut command = folder.command("stats a.csv --where");
    let failed = run(command.arg("hls = \"L99\""));
    assert_eq!(failed.code, Some(2), "{}", failed.err);
    assert!(
        failed.err.contains("the values are L1_0, L1,"),
        "{}",
        failed.err
    );
}
