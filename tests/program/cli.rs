//! End-to-end tests of the binary: outputs and exit codes.

use std::io::Read;
use std::process::Stdio;

use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, DEPTH_3, EASY, LONGER_WHIPS, NO_SOLUTION, sukaku};
use gradus_harness::{Run, repository};
use serde_json::Value;

use crate::GRADUS;

/// Runs one puzzle that must be rejected for this reason.
fn rejected(puzzle: &str, reason: &str) {
    let run = GRADUS.run(["rate", "--", puzzle]);
    assert_eq!(run.code, Some(3), "{puzzle}");
    assert_eq!(run.out, "", "{puzzle}");
    assert!(run.err.starts_with("gradus: "), "{}", run.err);
    assert!(run.err.ends_with(&format!(": {reason}\n")), "{}", run.err);
    let run = GRADUS.run(["rate", "--json", "--", puzzle]);
    assert_eq!(run.code, Some(3), "{puzzle}");
    let objects = run.objects();
    assert_eq!(objects.len(), 1);
    assert_eq!(objects[0]["error"], reason);
    assert!(objects[0]["puzzle"].is_string());
}

#[test]
fn a_table_of_the_arguments() {
    let run = GRADUS.run(["rate", "--ratings", "te,w,b,gw", EASY, DEPTH_1, DEPTH_2]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> = run
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows,
        [
            vec![
                "puzzle",
                "clues",
                "candidates",
                "clues_brt",
                "candidates_brt",
                "candidates_w1",
                "te",
                "w",
                "b",
                "gw"
            ],
            vec![EASY, "17", "304", "81", "0", "0", "0", "0", "0", "0"],
            vec![DEPTH_1, "25", "224", "37", "149", "144", "1", "4", "4", "4"],
            vec![DEPTH_2, "24", "214", "24", "214", "214", "2", "∞", "∞", "2"],
        ]
    );
    let ends: Vec<usize> = run.out.lines().map(|line| line.chars().count()).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "aligned");
}

#[test]
fn json_has_the_names_of_the_columns() {
    let run = GRADUS.run(["rate", "--json", DEPTH_1]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let expected = format!(
        r#"{{"puzzle":"{DEPTH_1}","clues":25,"candidates":224,"clues_brt":37,"candidates_brt":149,"candidates_w1":144,"te":1,"te_status":"exact","w":4,"w_status":"exact","b":4,"b_status":"exact","gw":4,"gw_status":"exact"}}"#
    );
    assert_eq!(run.out.lines().collect::<Vec<_>>(), [expected]);
}

#[test]
fn options_may_follow_puzzles() {
    let run = GRADUS.run(["rate", EASY, "--json"]);
    assert_eq!((run.code, run.objects().len()), (Some(0), 1));
}

#[test]
fn lines_of_standard_input() {
    let input = format!(
        "# a comment\n\n{EASY}\r\n  {DEPTH_1} named\n{DEPTH_2},1,2\n{EASY}\tx\n   \n{EASY};y"
    );
    let run = GRADUS.fed(["rate", "-", "--json"], input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let puzzles: Vec<String> = run
        .objects()
        .iter()
        .map(|object| object["puzzle"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(puzzles, [EASY, DEPTH_1, DEPTH_2, EASY, EASY]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_puzzle() {
    let run = GRADUS.fed(["rate", "-"], format!("\u{feff}{EASY}\n").as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn nothing_on_standard_input_is_nothing_to_do() {
    let run = GRADUS.run(["rate", "-"]);
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn arguments_and_standard_input_keep_their_order() {
    let run = GRADUS.fed(
        ["rate", "--json", DEPTH_1, "-", DEPTH_2],
        format!("{EASY}\n").as_bytes(),
    );
    let depths: Vec<Value> = run.objects().iter().map(|o| o["te"].clone()).collect();
    assert_eq!(depths, [1, 0, 2]);
}

#[test]
fn bytes_that_are_no_text_are_one_rejected_line() {
    let input = [EASY.as_bytes(), b"\n\xff\xfe\x80\n", DEPTH_1.as_bytes()].concat();
    let run = GRADUS.fed(["rate", "--json", "-"], &input);
    assert_eq!(run.code, Some(3));
    let objects = run.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[1]["error"], "not UTF-8 text");
    assert_eq!(objects[2]["te"], 1);
    assert!(run.err.starts_with("gradus: line 2: "), "{}", run.err);
    // A comment in another encoding is harmless.
    let input = [EASY.as_bytes(), b" caf\xe9\n# \xe9\n"].concat();
    assert_eq!(GRADUS.fed(["rate", "-"], &input).code, Some(0));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_rejected() {
    use std::os::unix::ffi::OsStrExt;
    let bad = std::ffi::OsStr::from_bytes(b"\xff");
    let run = GRADUS.run([std::ffi::OsStr::new("rate"), bad, EASY.as_ref()]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("not UTF-8 text"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 2);
}

#[test]
fn every_blank_is_accepted_even_in_front() {
    for blank in gradus_puzzles::sudoku::puzzle::BLANKS.chars() {
        let run = GRADUS.run(["rate", "--json", &EASY.replace('.', &blank.to_string())]);
        assert_eq!(run.code, Some(0), "{blank}");
        assert_eq!(run.objects()[0]["puzzle"], EASY, "{blank}");
    }
}

#[test]
fn sukakus() {
    let run = GRADUS.run(["rate", "--json", &sukaku(DEPTH_1)]);
    assert_eq!(run.code, Some(0));
    let object = &run.objects()[0];
    assert_eq!(object["puzzle"].as_str().unwrap().len(), 729);
    assert_eq!(object["clues"], 25);
    assert_eq!(object["candidates_w1"], 144);
    assert_eq!(object["te"], 1);
    // The table is too narrow for all of it.
    let run = GRADUS.run(["rate", &sukaku(DEPTH_1), DEPTH_1]);
    let ends: Vec<usize> = run.out.lines().map(|line| line.chars().count()).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "aligned");
}

#[test]
fn every_error_has_its_message() {
    let length = |n: usize| format!("{n} characters: a puzzle has 81 (or 729 for a sukaku)");
    let neither = "neither 81 characters (729 for a sukaku) nor KIND:DATA";
    for text in ["", "1", "12", "hello", "1) hello"] {
        rejected(text, neither);
    }
    rejected(&EASY[1..], &length(80));
    rejected(&format!("{EASY}."), &length(82));
    let blanks = "expected 1 to 9 or one of .0*_-xX for empty";
    rejected(
        &EASY.replacen('.', "a", 1),
        &format!("character 1 is 'a': {blanks}"),
    );
    rejected(
        &EASY.replacen("12", "1é", 1),
        &format!("character 9 is 'é': {blanks}"),
    );
    rejected(
        &EASY.replacen('.', "1", 1),
        "the givens n1r1c1 and n1r1c8 contradict each other",
    );
    rejected(NO_SOLUTION, "no solution");
    rejected(&".".repeat(81), "several solutions");
    rejected(&EASY.replacen('8', ".", 1), "several solutions");
    let all = sukaku(&".".repeat(81));
    rejected(&all, "several solutions");
    rejected(&all.replacen("123456789", ".........", 1), "no solution");
    rejected(&".".repeat(729), "no solution");
    rejected(
        &all.replacen("12", "21", 1),
        "character 1 is 2: in a sukaku only 1 or a blank can be there",
    );
}

#[test]
fn a_rejected_puzzle_does_not_stop_the_others() {
    let run = GRADUS.run(["rate", "nonsense", EASY]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out.lines().count(), 2);
    assert!(
        run.err
            .starts_with("gradus: nonsense: neither 81 characters"),
        "{}",
        run.err
    );
}

#[test]
fn nothing_that_a_terminal_would_obey_is_echoed() {
    let input = b"\x1b[31mred\x07\n\xc2\x9b31m\n\xe2\x80\xae\0\n";
    let run = GRADUS.fed(["rate", "-"], input);
    assert_eq!((run.code, run.err.lines().count()), (Some(3), 3));
    let odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!run.err.contains(odd), "{:?}", run.err);
    let run = GRADUS.fed(["rate", "--json", "-"], input);
    assert_eq!(run.objects().len(), 3);
    assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'));
}

#[test]
fn a_huge_line_is_named_shortly() {
    for length in [1000, 100_000, 10_000_000] {
        let input = format!("{}\n{EASY}\n", "9".repeat(length));
        let run = GRADUS.fed(["rate", "--json", "-"], input.as_bytes());
        assert_eq!(run.code, Some(3));
        assert!(run.err.len() < 300, "{}", run.err);
        let objects = run.objects();
        assert_eq!(objects.len(), 2);
        assert!(objects[0]["puzzle"].as_str().unwrap().chars().count() <= 729);
        assert_eq!(objects[1]["te"], 0);
    }
    // A comment may have any length.
    let input = format!("{EASY} {}\n{EASY}\n", "é".repeat(100_000));
    let run = GRADUS.fed(["rate", "-"], input.as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 3));
}

/// The columns of a table after `candidates_w1`: names and cells.
fn rating_columns(run: &Run) -> Vec<Vec<&str>> {
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
        .lines()
        .map(|line| line.split_whitespace().skip(6).collect())
        .collect()
}

#[test]
fn ratings_are_what_is_asked_for() {
    let columns = |list: &str| {
        let run = GRADUS.run(["rate", "--ratings", list, DEPTH_1]);
        let rows: Vec<String> = rating_columns(&run).iter().map(|r| r.join(" ")).collect();
        rows.join(": ")
    };
    assert_eq!(columns("te"), "te: 1");
    assert_eq!(columns("b"), "b: 4");
    assert_eq!(columns("gb,w"), "w gb: 4 4");
    assert_eq!(columns("b,te,b"), "te b: 1 4");
    assert_eq!(columns("te,w,b,gw,gb"), "te w b gw gb: 1 4 4 4 4");
    assert_eq!(columns("bpb,s,spb"), "s spb bpb: ∞ 0 -");
    assert_eq!(
        columns("all"),
        "te s w ws b gw gb spb bpb bpbb: 1 ∞ 4 4 4 4 4 0 - -"
    );
    let run = GRADUS.run(["rate", "--json", "--ratings=gb,b", DEPTH_1]);
    let object = &run.objects()[0];
    let names: Vec<&String> = object.as_object().unwrap().keys().skip(6).collect();
    assert_eq!(names, ["b", "b_status", "gb", "gb_status"]);
    assert_eq!(
        (&object["gb"], &object["gb_status"]),
        (&4.into(), &"exact".into())
    );
}

#[test]
fn every_status_has_its_sign() {
    let run = GRADUS.run(["rate", "--ratings", "w,b", EASY, LONGER_WHIPS, DEPTH_2]);
    let expected = [["w", "b"], ["0", "0"], ["5", "4"], ["∞", "∞"]];
    assert_eq!(rating_columns(&run), expected);
    let ends: Vec<usize> = run.out.lines().map(|line| line.chars().count()).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "aligned");

    let arguments = ["rate", "--ratings", "w,b", "--max-length", "3"];
    let run = GRADUS.run(arguments.into_iter().chain([LONGER_WHIPS, DEPTH_2]));
    assert_eq!(rating_columns(&run), [["w", "b"], ["≥4", "≥4"], ["∞", "∞"]]);

    let pairs = |arguments: &[&str]| -> Vec<(Value, Value)> {
        let run = GRADUS.run(
            ["rate", "--json", "--ratings", "w,b"]
                .iter()
                .chain(arguments),
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
        let object = &run.objects()[0];
        let pair = |name: &str| {
            let status = format!("{name}_status");
            (object[name].clone(), object[status.as_str()].clone())
        };
        vec![pair("w"), pair("b")]
    };
    let value = |value: u8, status: &str| (Value::from(value), Value::from(status));
    assert_eq!(
        pairs(&[LONGER_WHIPS]),
        [value(5, "exact"), value(4, "exact")]
    );
    assert_eq!(
        pairs(&[LONGER_WHIPS, "--max-length", "3"]),
        [value(4, "lower"), value(4, "lower")]
    );
    let infinite = (Value::Null, Value::from("infinite"));
    assert_eq!(pairs(&[DEPTH_2]), [infinite.clone(), infinite]);
}

#[test]
fn by_default_the_class_of_the_depth_is_rated_too() {
    let names = |puzzle: &str| {
        let run = GRADUS.run(["rate", "--json", puzzle]);
        let row = run.objects().remove(0);
        let names = row.as_object().unwrap().keys();
        let names = names.filter(|name| row.get(format!("{name}_status")).is_some());
        (names.cloned().collect::<Vec<_>>().join(","), run.err)
    };
    let nothing = String::new();
    assert_eq!(names(DEPTH_1), ("te,w,b,gw".into(), nothing.clone()));
    assert_eq!(names(DEPTH_2), ("te,w,b,gw,bpb".into(), nothing));
    let note = "gradus: none of these chains solves this puzzle (--ratings trid tries chains of tridagons)\n";
    assert_eq!(names(DEPTH_3), ("te,w,b,gw,bpbb".into(), note.into()));
    // In a table, all rows have the columns of those before.
    let run = GRADUS.run(["rate", DEPTH_1, DEPTH_2, EASY, DEPTH_3, DEPTH_2]);
    let lines: Vec<Vec<&str>> = run
        .out
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    let lines: Vec<&[&str]> = lines.iter().map(|line| &line[6..]).collect();
    let expected: [&[&str]; 8] = [
        &["te", "w", "b", "gw"],
        &["1", "4", "4", "4"],
        &["te", "w", "b", "gw", "bpb"],
        &["2", "∞", "∞", "2", "1"],
        &["0", "0", "0", "0", "-"],
        &["te", "w", "b", "gw", "bpb", "bpbb"],
        &["3", "∞", "∞", "∞", "-", "2"],
        &["2", "∞", "∞", "2", "1", "-"],
    ];
    assert_eq!(lines, expected);
    let auto = GRADUS.run(["rate", "--ratings", "auto", DEPTH_2]);
    assert_eq!(auto.out, GRADUS.run(["rate", DEPTH_2]).out);
    // A list computes what it names, at any depth.
    let run = GRADUS.run(["rate", "--json", "--ratings", "te,w,b,gw,bpb,bpbb", DEPTH_1]);
    assert_eq!(run.objects()[0]["bpbb_status"], "not applicable");
    assert_eq!(run.err, "");
}

#[test]
fn after_infinity_a_note_says_what_to_ask_next() {
    let notes = |ratings: &str, puzzles: &[&str]| {
        let run = GRADUS.run(["rate", "--ratings", ratings].iter().chain(puzzles));
        assert_eq!(run.code, Some(0));
        run.err.replace("gradus: ", "")
    };
    let both = "none of these chains solves this puzzle (--ratings bpbb,trid says more)\n";
    assert_eq!(notes("te,b", &[DEPTH_3]), both);
    assert_eq!(notes("te,b,bpbb,trid", &[DEPTH_3]), "");
    let one = "none of these chains solves this puzzle (--ratings bpb says more)\n";
    assert_eq!(notes("te,w", &[DEPTH_2]), one);
    let several =
        "none of these chains solves 2 puzzles of T&E depth 2 (--ratings bpb says more)\n";
    assert_eq!(notes("te,w", &[DEPTH_2, EASY, DEPTH_2]), several);
    let unknown = "none of these chains solves this puzzle (--ratings auto says more)\n";
    assert_eq!(notes("w", &[DEPTH_2]), unknown);
    assert_eq!(notes("w,b", &[DEPTH_1]), "");
    // g-whips are chains too.
    assert_eq!(notes("te,w,gw", &[DEPTH_2]), "");
    assert_eq!(notes("te", &[DEPTH_2]), "");
}

#[test]
fn a_class_that_is_not_defined_is_not_infinite() {
    let puzzles = [DEPTH_1, DEPTH_2, DEPTH_3];
    let run = GRADUS.run(
        ["rate", "--ratings", "te,bpb,bpbb"]
            .into_iter()
            .chain(puzzles),
    );
    let expected = [
        ["te", "bpb", "bpbb"],
        ["1", "-", "-"],
        ["2", "1", "-"],
        ["3", "∞", "2"],
    ];
    assert_eq!(rating_columns(&run), expected);
    let run = GRADUS.run(
        ["rate", "--json", "--ratings", "bpb"]
            .into_iter()
            .chain(puzzles),
    );
    let status = |o: &Value| (o["bpb"].clone(), o["bpb_status"].clone());
    let statuses: Vec<(Value, Value)> = run.objects().iter().map(status).collect();
    let expected = [
        (Value::Null, "not applicable".into()),
        (1.into(), "exact".into()),
        (Value::Null, "infinite".into()),
    ];
    assert_eq!(statuses, expected);
}

#[test]
fn a_budget_stops_the_search() {
    let rated = |budget: &str| {
        let run = GRADUS.run(["rate", "--ratings", "b", "--budget", budget, DEPTH_1, EASY]);
        rating_columns(&run)
            .iter()
            .map(|row| row.join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(rated("1"), ["b", "≥2", "0"]);
    assert_eq!(rated("1000000000"), ["b", "4", "0"]);
    // No limit.
    assert_eq!(rated("0"), ["b", "4", "0"]);
}

#[test]
fn bad_ratings_and_limits_are_bad_usage() {
    for (option, value, message) in [
        ("--ratings", "wb", "unknown rating \"wb\""),
        ("--ratings", "w,,b", "unknown rating \"\""),
        (
            "--ratings",
            "bp",
            "did you mean bpb? (gradus ratings lists all)",
        ),
        ("--ratings", "all,w", "unknown rating \"all\""),
        ("--max-length", "0", "0 is not in 1..=99"),
        ("--max-length", "100", "100 is not in 1..=99"),
        ("--max-length", "x", "invalid digit"),
        ("--max-depth", "0", "0 is not in 1..=9"),
        ("--max-depth", "10", "10 is not in 1..=9"),
        ("--budget", "-1", "-1"),
        ("--budget", "many", "invalid digit"),
    ] {
        let run = GRADUS.run(["rate", &format!("{option}={value}"), EASY]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (Some(2), ""),
            "{option} {value}"
        );
        assert!(run.err.contains(option), "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
        assert!(run.err.contains("--help"), "{}", run.err);
    }
}

#[test]
fn the_books_are_reproduced() {
    // g-whips of three puzzles take seconds: the golden tests have them.
    let run = GRADUS.run(["rate", "--book", "--ratings", "te,w,b,gb"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.err,
        "259 puzzles: 118 published values of b (1 misprinted), 99 published values of gb, \
         142 published T&E depths (1 misprinted), 126 published values of w, all reproduced\n"
    );
    assert_eq!(run.out.lines().count(), 260);
    assert!(!run.out.contains("WRONG"));
    let line = |id: &str| {
        let mut lines = run.out.lines();
        let line = lines.find(|line| line.split(' ').next() == Some(id));
        line.unwrap().to_string()
    };
    assert!(line("PBCS-1.1").ends_with("te 0, w 0, b 0, gb 0"));
    assert!(line("PBCS-5.10.1").contains("    5    4    4  te 1, w 5, b 4"));
    assert!(line("PBCS-7.7.1").contains("misprint: b is 6, not 7. "));
    assert!(line("PBCS-11.5.3-13").contains("te 2       misprint: te is 1, not 2. T&E(BRT)"));
    assert!(line("PBCS-5.10.5").ends_with("no solution"));
    assert!(line("HLS-XXII-2").ends_with("several solutions"));
}

#[test]
fn the_books_as_json() {
    let run = GRADUS.run(["rate", "--book", "--json", "--ratings", "te,b"]);
    assert_eq!(run.code, Some(0));
    let objects = run.objects();
    assert_eq!(objects.len(), 259);
    assert!(objects.iter().all(|object| object["as_expected"] == true));
    let count = |key: &str, test: fn(&Value) -> bool| {
        let found = objects.iter().filter(|object| test(&object[key]));
        found.count()
    };
    assert_eq!(count("te", Value::is_u64), 257);
    assert_eq!(count("b", Value::is_u64), 127);
    assert_eq!(count("b_status", |s| s == "infinite"), 130);
    assert_eq!(count("published", |p| p["te"].is_u64()), 142);
    assert_eq!(count("published", |p| !p["b"].is_null()), 118);
}

#[test]
fn help_has_examples() {
    for arguments in [vec!["--help"], vec!["-h"], vec!["help"]] {
        let run = GRADUS.run(&arguments);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains("Examples:\n  gradus rate puzzles.txt"));
        assert!(run.out.contains("Exit codes"));
    }
    for arguments in [["rate", "--help"], ["rate", "-h"], ["help", "rate"]] {
        let run = GRADUS.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let examples = run.out.contains("Examples:\n  gradus rate ");
        assert_eq!(examples, arguments != ["rate", "-h"]);
        let options = ["--json", "--book", "--ratings", "--max-length", "--budget"];
        assert!(options.iter().all(|option| run.out.contains(option)));
        assert!(run.out.contains("[default: auto]"), "{}", run.out);
    }
}

#[test]
fn bad_usage() {
    for arguments in [
        vec![],
        vec!["rate"],
        vec!["rate", "--json"],
        vec!["rate", "--book", EASY],
        vec!["rate", "--jsn", EASY],
        vec!["rate", EASY, "-x"],
        vec!["fate"],
    ] {
        let run = GRADUS.run(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = GRADUS
        .command_in(repository())
        .args(["rate", "--json", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = format!("{EASY}\n");
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), line.as_bytes());
    let mut err = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(err, "");
}

#[cfg(target_os = "linux")]
#[test]
fn trouble_with_input_and_output_is_told() {
    let folder = std::fs::File::open(repository()).unwrap();
    let run = gradus_harness::run(
        GRADUS
            .command_in(repository())
            .args(["rate", "-"])
            .stdin(folder),
    );
    assert_eq!(run.code, Some(1));
    let said = "gradus: cannot read stdin: ";
    assert!(run.err.starts_with(said), "{}", run.err);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut command = GRADUS.command_in(repository());
    let run = gradus_harness::run(command.args(["rate", EASY]).stdout(full.unwrap()));
    assert_eq!(run.code, Some(1));
}
