//! End-to-end tests of `gradus explain` and `gradus check`: output, files, and exit codes.

use std::fs;
use std::path::Path;

use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, DEPTH_3, EASY, NO_SOLUTION};
use serde_json::Value;
use tempfile::tempdir;

use crate::GRADUS;

/// Standard output of a successful run.
fn out(arguments: &[&str]) -> String {
    let run = GRADUS.run(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

/// A record. What to ask next may be beside it, on stderr.
fn record(arguments: &[&str]) -> String {
    let run = GRADUS.run([&["explain", "--json"], arguments].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
    run.out
}

#[test]
fn a_path_in_nrc_notation() {
    let text = out(&["explain", DEPTH_2, "--theory", "gW"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], DEPTH_2);
    assert_eq!(lines[1], "24 clues, theory gW, rating 2");
    assert_eq!(
        lines[3],
        "      1  g-whip[2]: r7n4{c5 c123} - c3n4{r8 .} ==> r5c5 ≠ 4"
    );
    assert_eq!(
        lines[4],
        "      2  g-whip[2]: r1n9{c5 c789} - c9n9{r2 .} ==> r5c5 ≠ 9"
    );
    assert!(lines[5].starts_with("   3-59  singles: r5c5=8 r6c2=8 "));
    let solution =
        "641592873875613249239478561316247958754189326982356417428731695597864132163925784";
    assert_eq!(lines[7], format!("solution {solution}"));
    assert_eq!(
        lines[8..11],
        ["longest pattern 2, gW = 2", "", "steps by rule"]
    );
    let counts = lines[11..]
        .iter()
        .map(|line| line.trim().split_once("  ").unwrap());
    let counts: Vec<(usize, &str)> = counts.map(|(n, rule)| (n.parse().unwrap(), rule)).collect();
    assert_eq!(counts.iter().map(|(count, _)| count).sum::<usize>(), 59);
    assert_eq!(counts.last(), Some(&(2, "g-whip[2]")), "{text}");
    let all = out(&["explain", DEPTH_2, "--theory", "gW", "--all-singles"]);
    assert_eq!(all.lines().count(), 2 + 1 + 59 + 1 + 2 + 2 + counts.len());
    assert!(all.contains("      3  naked-single ==> r5c5=8\n"));
}

#[test]
fn whips_are_the_default_and_columns_name_theories() {
    let whips = out(&["explain", DEPTH_1]);
    assert!(whips.contains("theory W, rating 4"));
    assert_eq!(out(&["explain", "--theory", "w", DEPTH_1]), whips);
    let both = out(&["explain", "--theory", "S+W", DEPTH_1]);
    assert_eq!(out(&["explain", "--theory", "ws", DEPTH_1]), both);
    assert_eq!(out(&["explain", &format!("{DEPTH_1} a comment")]), whips);
    let run = GRADUS.run(["explain", "--theory", "whips", DEPTH_1]);
    assert_eq!(run.code, Some(2));
    let said = "unknown theory \"whips\" (gradus explain --help lists all)";
    assert!(run.err.contains(said), "{}", run.err);
}

#[test]
fn special_chains_and_forcing_whips_have_paths_that_check_accepts() {
    // Published: W 7, FW 5, F3W 5, B 7.
    let puzzle =
        ".2....78.4....9.3..6..32........85....1...6...9.51..2...56.....6...21.....2.4.3.1";
    let columns = ["bc", "z", "tw", "tyw", "fw", "f3w", "sgw", "bs", "gbs"];
    for column in columns {
        let path = record(&["--theory", column, puzzle]);
        let object: Value = serde_json::from_str(&path).unwrap();
        let rated = out(&["rate", "--json", "--ratings", column, puzzle]);
        let rated: Value = serde_json::from_str(&rated).unwrap();
        if rated[format!("{column}_status")] != "lower" {
            assert_eq!(object["rating"], rated[column], "{column}");
        }
        let run = GRADUS.fed(["check", "-"], &path);
        assert!(matches!(run.code, Some(0 | 3)), "{column}: {}", run.out);
    }
    let text = out(&["explain", "--theory", "fw", puzzle]);
    assert!(text.contains("theory FW, rating 5"), "{text}");
    assert!(text.contains("forcing-whip["), "{text}");
    let text = out(&["explain", "--theory", "TyW", DEPTH_1]);
    assert!(text.contains("whip-"), "{text}");
}

#[test]
fn a_puzzle_that_a_theory_does_not_solve() {
    for theory in ["BRT", "W1", "W", "B"] {
        let text = out(&["explain", DEPTH_2, "--theory", theory]);
        assert!(text.contains(&format!("stuck: {theory} has no more patterns; ")));
        assert!(text.contains(
            "\nT&E depth 2: g-braids solve it, see --theory gB; --theory bpb classifies it\n"
        ));
    }
    let text = out(&["explain", DEPTH_2, "--theory", "BRT"]);
    assert!(text.contains("; 214 candidates left"));
    let first = "\nr1 | 45678  4678   1     | 5678  5789   2     | 689   6789   3    |\n";
    assert!(text.contains(first), "{text}");
    // Records end where the rules do; what to ask next is beside them.
    let run = GRADUS.run(["explain", "--json", DEPTH_2]);
    let note =
        "gradus: T&E depth 2: g-braids solve it, see --theory gB; --theory bpb classifies it\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), note));
    let object: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["end"], "stuck");
    assert_eq!(
        (&object["rating"], &object["status"]),
        (&Value::Null, &"infinite".into())
    );
    let text = out(&["explain", NO_SOLUTION, "--theory", "B"]);
    assert!(text.contains("22 clues, theory B, no solution\n"));
    assert!(text.contains("a variable has no candidate left: there is no solution\n"));
    let run = GRADUS.run(["explain", &"1".repeat(81)]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("contradict each other"), "{}", run.err);
}

#[test]
fn limits_stop_a_path() {
    let text = out(&["explain", DEPTH_1, "--max-length", "3"]);
    assert!(text.contains("theory W, rating ≥4\n"));
    assert!(text.contains("\nstopped: longer chains or a larger budget may go on; "));
    let object: Value = serde_json::from_str(&record(&[DEPTH_1, "--max-length", "3"])).unwrap();
    assert_eq!(
        (&object["end"], &object["longest"]),
        (&"stopped".into(), &3.into())
    );
}

#[test]
fn states_before_steps() {
    let step = [
        "explain",
        DEPTH_2,
        "--theory",
        "gW",
        "--step",
        "1",
        "--show-state",
    ];
    let text = out(&step);
    let expected = "     c1     c2      c3       c4    c5     c6      c7    c8     c9
   +-----------------------+--------------------+-------------------+
r1 | 45678  4678    1      | 5678  5789   2     | 689   6789   3    |
r2 | 35678  3678    3579   | 5678  1      35689 | 2689  4      2679 |
r3 | 2      3678    379    | 4     3789   3689  | 5     16789  1679 |
   +-----------------------+--------------------+-------------------+
r4 | 34     1234    6      | 125   2459   7     | 139   1359   8    |
r5 | 3478   5       347    | 168   4x89   4689  | 1369  2      1679 |
r6 | 9      1278    27     | 3     258    568   | 4     1567   167  |
   +-----------------------+--------------------+-------------------+
r7 | 34+67  234+67  8      | 27    234-7  1     | 2369  369    5    |
r8 | 3457   9       234-57 | 2578  6      3458  | 1238  138    124  |
r9 | 1      2346    2345   | 9     23458  3458  | 7     368    246  |
   +-----------------------+--------------------+-------------------+
- left-linking, + right-linking, x target
      1  g-whip[2]: r7n4{c5 c123} - c3n4{r8 .} ==> r5c5 ≠ 4
";
    assert!(text.ends_with(&format!("\n\n{expected}")), "{text}");
    let end = out(&["explain", DEPTH_2, "--theory", "gW", "--step", "60"]);
    assert!(end.ends_with("longest pattern 2, gW = 2\n"));
    let run = GRADUS.run(["explain", DEPTH_2, "--theory", "gW", "--step", "61"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("no step 61: the path has 59 steps"));
    let all = out(&["explain", DEPTH_2, "--theory", "gW", "--show-state"]);
    assert_eq!(all.matches("x target").count(), 2);
    let object = record(&[DEPTH_2, "--theory", "gW", "--step", "2", "--show-state"]);
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["state"]["before_step"], 2);
    assert_eq!(object["state"]["cells"][40], "89");
}

#[test]
fn a_step_as_svg() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("step.svg");
    let name = file.to_str().unwrap();
    let run = GRADUS.run([
        "explain", DEPTH_2, "--theory", "gW", "--step", "1", "--svg", name,
    ]);
    assert_eq!(run.err, format!("gradus: wrote {name}\n"));
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("class=\"gradus-target\"") && !svg.contains("<script"));
    let run = GRADUS.run(["explain", DEPTH_2, "--svg", "/nowhere/at/all.svg"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("/nowhere/at/all.svg"), "{}", run.err);
}

#[test]
fn trials_in_numbers() {
    let text = out(&["explain", DEPTH_2, "--theory", "te"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "24 clues, T&E depth 2");
    assert_eq!(
        lines[3],
        "BRT          0 candidates eliminated by rules; 214 candidates left"
    );
    assert!(lines[4].starts_with("T&E(BRT, 1)  ") && lines[4].ends_with("198 candidates left"));
    assert!(lines[6].starts_with("T&E(BRT, 2)  ") && lines[6].ends_with("; solved"));
    let text = out(&["explain", DEPTH_2, "--theory", "bpb"]);
    assert!(text.contains("T&E depth 2, BpB 1\n"));
    let text = out(&["explain", DEPTH_1, "--theory", "bpb"]);
    assert!(text.contains("T&E depth 1, BpB not defined at this depth\n"));
    let run = GRADUS.run(["explain", DEPTH_2, "--theory", "te", "--step", "1"]);
    assert_eq!(run.code, Some(1));
}

#[test]
fn where_no_chain_solves_trials_do_each_with_its_refutation() {
    for theory in ["W", "gB", "S+W"] {
        let (puzzle, depth) = match theory {
            "W" => (DEPTH_2, 2),
            _ => (DEPTH_3, 3),
        };
        let text = out(&["explain", puzzle, "--theory", theory]);
        let reason = match depth {
            2 => {
                "\nneither whips nor braids solve this puzzle; trials do, each with its refutation:"
            }
            _ => "\nno chain solves this puzzle; trials do, each with its refutation:",
        };
        let (rules, trials) = text.split_once(reason).unwrap();
        assert!(rules.contains(&format!("stuck: {theory} has no more patterns")));
        let numbered = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let steps: Vec<&str> = trials.lines().filter(numbered).collect();
        let is_trial = |line: &&&str| line.contains("  trial: ");
        let inside = |line: &&&str| line.split_whitespace().next().unwrap().contains('.');
        // A refutation comes right after its trial; some trials meet a contradiction at once.
        let number = |line: &str| line.split_whitespace().next().unwrap().to_string();
        let refuted = steps
            .windows(2)
            .filter(|pair| number(pair[1]).starts_with(&format!("{}.1", number(pair[0]))));
        let trials_shown = steps.iter().filter(is_trial).count();
        assert!(2 * refuted.count() > trials_shown, "{trials}");
        assert!(steps.iter().filter(inside).count() > 20, "{trials}");
        // As many trials inside each other as the puzzle is deep.
        let depths = steps.iter().filter(is_trial);
        let depths = depths.map(|line| line.split_whitespace().next().unwrap().split('.').count());
        assert_eq!(depths.max(), Some(depth), "{theory}");
        let solution = GRADUS.fed(["solve", "-"], puzzle).out;
        assert!(trials.contains(&format!("\nsolution {}\n", solution.trim())));
        let next = match depth {
            2 => "g-braids solve it, see --theory gB; --theory bpb classifies it",
            _ => "--theory bpbb classifies it, and --theory trid tries chains of tridagons",
        };
        assert!(trials.contains(&format!("\nT&E depth {depth}: {next}\n")));
    }
    // A puzzle that braids solve needs no trials.
    let text = out(&["explain", DEPTH_1, "--theory", "S"]);
    assert!(!text.contains("trial"), "{text}");
    assert!(
        text.contains("\nT&E depth 1: braids solve it, see --theory B\n"),
        "{text}"
    );
}

#[test]
fn steps_of_trials_are_shown_one_by_one() {
    let text = out(&["explain", DEPTH_2]);
    let first = text
        .lines()
        .find(|line| line.contains("  trial: "))
        .unwrap();
    let number = first.split_whitespace().next().unwrap();
    let step = out(&["explain", DEPTH_2, "--step", number, "--show-state"]);
    assert!(step.contains(first) && step.contains("x target"), "{step}");
    assert!(step.contains(&format!("{number}.1")), "{step}");
    // The state is a puzzle again.
    let state = step
        .lines()
        .find_map(|line| line.strip_prefix("state "))
        .unwrap();
    let rated = GRADUS.run(["rate", "--json", "--ratings", "te", state]);
    assert_eq!(rated.objects()[0]["te"], 2);
    let drawn: Vec<&str> = step
        .lines()
        .filter(|line| line.contains('|') || line.contains("--"))
        .collect();
    let again = GRADUS.fed(["rate", "--json", "--ratings", "te", "-"], drawn.join("\n"));
    assert_eq!(again.objects()[0]["puzzle"], rated.objects()[0]["puzzle"]);
    let folder = GRADUS.folder();
    folder.done(&format!("explain {DEPTH_2} --step {number} -o trial.svg"));
    assert!(folder.text("trial.svg").contains("gradus-target"));
    folder.fails(
        &format!("explain {DEPTH_2} --step 999"),
        "no step 999: the path has ",
    );
}

#[test]
fn drawings_with_rows_and_columns_are_read_again() {
    for puzzle in [DEPTH_1, DEPTH_2] {
        let drawn = out(&[
            "explain",
            puzzle,
            "--theory",
            "S",
            "--step",
            "1",
            "--show-state",
        ]);
        let lines = drawn.lines().skip_while(|line| !line.contains("c1"));
        let lines = lines.take_while(|line| !line.contains("value") && !line.contains("target"));
        let drawn: String = lines.map(|line| format!("{line}\n")).collect();
        assert!(drawn.contains("\nr9 | "), "{drawn}");
        let run = GRADUS.fed(["rate", "--json", "--ratings", "te", "-"], &drawn);
        let expected = GRADUS.run(["rate", "--json", "--ratings", "te", puzzle]);
        assert_eq!(
            run.objects()[0]["te"],
            expected.objects()[0]["te"],
            "{drawn}"
        );
        assert_eq!((run.code, run.objects().len()), (Some(0), 1), "{}", run.err);
    }
}

#[test]
fn candidates_can_be_deleted_first() {
    let text = out(&["explain", DEPTH_2, "--delete", "r1c1=5,n9r5c5"]);
    let head = text.lines().nth(1).unwrap();
    let remark =
        "after the deletion of candidates (r1c1 ≠ 5, r5c5 ≠ 9): proves nothing of the puzzle";
    assert!(head.ends_with(remark), "{head}");
    let run = GRADUS.run(["explain", DEPTH_2, "--delete", "r1c1=5", "--json"]);
    assert!(
        run.err.contains("proves nothing of the puzzle"),
        "{}",
        run.err
    );
    assert_eq!(run.objects()[0]["puzzle"].as_str().unwrap().len(), 729);
    let folder = GRADUS.folder();
    for (list, message) in [
        ("r1c1=1", "r1c1=1 is not a candidate"),
        ("r1c1", "unknown candidate"),
        ("r0c1=1", "unknown candidate"),
    ] {
        folder.fails(&format!("explain {DEPTH_2} --delete {list}"), message);
    }
    folder.fails(
        "explain latin:..2..3.44......1 --delete r1c1=1",
        "9×9 Sudokus only",
    );
}

#[test]
fn what_is_written_is_said() {
    let folder = GRADUS.folder();
    let run = folder.done(&format!(
        "explain {DEPTH_1} -o a.html -o b.svg -o c.json -o d.txt"
    ));
    let notes =
        ["a.html", "b.svg", "c.json", "d.txt"].map(|name| format!("gradus: wrote {name}\n"));
    assert_eq!((run.out.as_str(), run.err), ("", notes.concat()));
    let run = folder.done(&format!("explain {DEPTH_1} --html e.html --svg f.svg"));
    assert!(run.out.contains("longest pattern 4"), "{}", run.out);
    let notes = ["e.html", "f.svg"].map(|name| format!("gradus: wrote {name}\n"));
    assert_eq!(run.err, notes.concat());
    let run = folder.done(&format!("explain {DEPTH_2} -o g.html"));
    let note =
        "gradus: T&E depth 2: g-braids solve it, see --theory gB; --theory bpb classifies it\n";
    assert_eq!(run.err, format!("{note}gradus: wrote g.html\n"));
}

#[cfg(feature = "png")]
#[test]
fn a_picture_as_png() {
    let folder = GRADUS.folder();
    let run = folder.done(&format!("explain {DEPTH_1} --step 16 -o a.png"));
    assert_eq!(run.err, "gradus: wrote a.png\n");
    folder.done(&format!("explain {DEPTH_1} --step 16 -o a.svg"));
    let png = fs::read(folder.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let svg = folder.text("a.svg");
    let (width, height) = (number(16), number(20));
    let viewed = svg
        .split_once("viewBox=\"")
        .unwrap()
        .1
        .split_once('"')
        .unwrap()
        .0;
    let sizes: Vec<f32> = viewed.split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!(
        [width as f32, height as f32],
        [3.0 * sizes[2], 3.0 * sizes[3]]
    );
    // Every kind that can be drawn.
    for (number, (_, puzzle)) in gradus_puzzles::examples().enumerate() {
        folder.done(&format!("explain {puzzle} --theory BRT -o {number}.png"));
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn a_program_without_png_says_so() {
    let folder = GRADUS.folder();
    let run = folder.run(&format!("explain {DEPTH_1} -o a.png"));
    assert_eq!((run.code, folder.has("a.png")), (Some(2), false));
    assert!(
        run.err.contains("built without PNG (feature png)"),
        "{}",
        run.err
    );
}

/// Writes the records of some puzzles.
fn write_records(file: &Path, records: &[String]) {
    fs::write(file, records.concat()).unwrap();
}

#[test]
fn paths_are_checked_in_bulk() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let solved = [
        record(&[EASY]),
        record(&[DEPTH_1]),
        record(&[DEPTH_2, "--theory", "S"]),
    ];
    write_records(&at("a.jsonl"), &solved);
    let others = [record(&[DEPTH_2]), record(&[NO_SOLUTION, "--theory", "B"])];
    fs::create_dir(at("more")).unwrap();
    let packed = zstd::encode_all(others.concat().as_bytes(), 3).unwrap();
    fs::write(at("more/b.jsonl.zst"), packed).unwrap();
    fs::write(at("notes.txt"), "no paths here").unwrap();
    let name = folder.path().to_str().unwrap();
    let run = GRADUS.run(["check", name]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    let counts = "paths: 5; solution proved: 3, no solution proved: 1, \
                  nothing more applies: 1, accepted as far as they go: 0, \
                  not verified: 0, refused: 0\n";
    assert_eq!(run.err, counts);
    assert_eq!(GRADUS.run(["check", name, "--threads", "1"]).err, counts);
    let one = GRADUS.fed(["explain", "--check", "-"], &solved[1]);
    assert_eq!(one.code, Some(0));
    assert!(one.err.starts_with("paths: 1; solution proved: 1,"));
}

#[test]
fn refused_paths_are_listed_with_their_reason() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("paths.jsonl");
    let good = record(&[DEPTH_1]);
    let short = good.replace("\"longest\":4", "\"longest\":3");
    let step = good.replacen("biv-chain[4]", "whip[4]", 1);
    let other = record(&[DEPTH_2, "--theory", "te"]).replacen("steps", "trials", 1);
    let lines = [
        good.clone(),
        short,
        "\n".into(),
        "garbage\n".into(),
        step,
        other,
        good,
    ];
    write_records(&file, &lines);
    let name = file.to_str().unwrap();
    let run = GRADUS.run(["check", name, "--threads", "3"]);
    assert_eq!(run.code, Some(1));
    let listed: Vec<&str> = run.out.lines().collect();
    assert_eq!(listed.len(), 4, "{}", run.out);
    let wrong = "the longest pattern has length 4, not 3";
    assert_eq!(listed[0], format!("{name}:2: {DEPTH_1} in W: {wrong}"));
    assert!(listed[1].starts_with(&format!("{name}:4: not a path: ")));
    assert!(listed[2].starts_with(&format!("{name}:5: {DEPTH_1} in W: step 22: ")));
    assert!(listed[2].contains(" (whip[4]: ") && listed[2].ends_with("≠ 2)"));
    assert!(listed[3].starts_with(&format!("{name}:6: not a path: ")));
    assert!(run.err.contains("refused: 4\n") && run.err.contains("gradus: 4 refused"));
    assert_eq!(GRADUS.run(["check", name, "--threads", "1"]).out, run.out);
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let folder = tempdir().unwrap();
    let empty = folder.path().join("empty.json");
    fs::write(&empty, "\n\n").unwrap();
    let run = GRADUS.run(["check", empty.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("no paths found"), "{}", run.err);
    let missing = folder.path().join("missing.json");
    let run = GRADUS.run(["check", missing.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("missing.json"), "{}", run.err);
    let cut = folder.path().join("cut.jsonl.zst");
    let packed = zstd::encode_all(record(&[DEPTH_1]).as_bytes(), 3).unwrap();
    fs::write(&cut, &packed[..packed.len() / 2]).unwrap();
    let run = GRADUS.run(["check", cut.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cut.jsonl.zst"), "{}", run.err);
    let bare = tempdir().unwrap();
    let run = GRADUS.run(["check", bare.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("no files in the folder"), "{}", run.err);
    assert_eq!(GRADUS.run(["check"]).code, Some(2));
    assert_eq!(GRADUS.run(["explain"]).code, Some(2));
    assert_eq!(
        GRADUS.run(["explain", "--check", "x", DEPTH_1]).code,
        Some(2)
    );
}

#[test]
fn help_has_examples() {
    for command in ["explain", "check"] {
        let help = out(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}");
    }
}

#[test]
fn no_file_is_written_twice() {
    let folder = GRADUS.folder();
    for files in [
        "--svg a.html --html a.html",
        "-o a.html -o a.html",
        "-o a.html -o ./a.html",
        "--html a.json -o a.json",
    ] {
        let run = folder.run(&format!("explain {files} {DEPTH_1}"));
        assert_eq!(run.code, Some(2), "{files}: {}", run.err);
        assert!(run.err.contains("would be written twice"), "{}", run.err);
        assert!(folder.names().is_empty(), "{files}");
    }
    let run = folder.run(&format!("explain -o a.html -o a.svg {DEPTH_1}"));
    assert_eq!(run.code, Some(0), "{}", run.err);
}
