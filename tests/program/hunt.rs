//! End-to-end tests of `gradus hunt`.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::Duration;

use gradus_harness::random::Rng;
use gradus_harness::{Folder, finished, signal};

use crate::GRADUS;

/// Golden Nugget: T&E depth 2.
const GOLDEN_NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Its one-clue expansions in T&E(1) have braids up to this length.
const LONGEST_NEAR_NUGGET: u64 = 22;

/// A minimal puzzle with B = 33.
const LONG_BRAIDS: &str =
    "........1.....2.....3.4..5...4.6..3..7...1..28..7.......8..65.3..9.8....64.....8.";

const TABLE: &str = if cfg!(feature = "polars") {
    "parquet"
} else {
    "csv"
};

fn folder() -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("seeds.txt", &[GOLDEN_NUGGET]);
    folder
}

/// A CSV table as rows of fields, header first.
fn rows(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let text = folder.text(name);
    let fields = |line: &str| line.split(',').map(str::to_string).collect();
    text.lines().map(fields).collect()
}

/// The values of a column.
fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let place = rows[0].iter().position(|head| head == name);
    let place = place.unwrap_or_else(|| panic!("no column {name}: {:?}", rows[0]));
    rows[1..].iter().map(|row| row[place].clone()).collect()
}

#[test]
fn a_signal_stops_a_hunt_that_still_makes_its_seeds() {
    let folder = folder();
    // They would take hours.
    let arguments = "hunt --random 1000000 --generator controlled-bias --maximise b -o finds.csv";
    let mut child = folder.command(arguments).spawn().unwrap();
    assert!(folder.wait_for("finds.csv.lock", &mut child));
    signal(&child, "TERM");
    let run = finished(child);
    assert_eq!(run.code, Some(130), "{}", run.err);
    assert!(!folder.has("finds.csv") && !folder.has("finds.csv.journal"));
}

#[test]
fn a_hunt_of_seconds_finds_the_best_of_all_expansions() {
    let folder = folder();
    folder.done(
        "hunt seeds.txt --target b --moves restart>expand --seed 1 --generations 30 \
         --quota 100 -o finds.csv --sort --watch best.jsonl -q",
    );
    // The same by other commands: all expansions, with ratings.
    folder.done("expand seeds.txt --one -o all.txt -q");
    folder.done("classify all.txt --ratings te,b -o all.csv -q");
    let all = rows(&folder, "all.csv");
    let values = |text: Vec<String>| {
        text.into_iter()
            .filter_map(|value| value.parse::<u64>().ok())
    };
    let best = values(column(&all, "b")).max();
    assert_eq!(best, Some(LONGEST_NEAR_NUGGET));
    let finds = rows(&folder, "finds.csv");
    let found: Vec<u64> = values(column(&finds, "b")).collect();
    assert_eq!(found.first().copied(), best);
    assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
    // Every class of expansions by Singles in T&E(1) occurs once.
    folder.done("expand all.txt --by brt -o brt.txt -q");
    let forms = folder.done("canon brt.txt --unique -q").out;
    let options = [
        "classify",
        "-",
        "--ratings",
        "te",
        "--where",
        "te = 1",
        "-o",
        "-",
        "-q",
    ];
    let expected = GRADUS.fed(options, forms).objects();
    let finds: BTreeSet<String> = column(&finds, "puzzle").into_iter().collect();
    assert_eq!(finds.len(), expected.len());
    let watched = folder.text("best.jsonl");
    let last: serde_json::Value = serde_json::from_str(watched.lines().last().unwrap()).unwrap();
    assert_eq!(last["b"], LONGEST_NEAR_NUGGET);
    assert_eq!(last["value"], LONGEST_NEAR_NUGGET as f64);
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let folder = folder();
    let hunts = [
        "seeds.txt --target b --seed 3 --generations 6",
        "seeds.txt --target gb --seed 3 --generations 3 --population 20 --quota 2",
        "--random 20 --target te --seed 4 --generations 8 --restart-after 3",
        "--random 10 --target w-b --minimal --seed 5 --tried 1000 --ratings te,s",
        "seeds.txt --target b --minimal --moves all-1+1 --bounds-below 14 --seed 3 --generations 4",
    ];
    for (number, hunt) in hunts.iter().enumerate() {
        let run = |threads: usize| {
            let name = format!("{number}-{threads}.{TABLE}");
            folder.done(&format!("hunt {hunt} --threads {threads} -o {name} -q"));
            assert!(!folder.has(&format!("{name}.journal")));
            folder.read(&name)
        };
        let one = run(1);
        for threads in [2, 4] {
            assert!(run(threads) == one, "{hunt} with {threads} threads");
        }
    }
    folder.done("hunt seeds.txt --target b --seed 9 --generations 6 -o other.csv -q");
    folder.done("hunt seeds.txt --target b --seed 3 --generations 6 -o same.csv -q");
    assert_ne!(folder.read("other.csv"), folder.read("same.csv"));
}

#[test]
fn kills_at_random_moments() {
    let folder = folder();
    let hunt = "hunt seeds.txt --random 30 --target b --seed 2 --generations 25 -q";
    folder.done(&format!("{hunt} -o whole.{TABLE}"));
    let mut rng = Rng(11);
    let (mut kills, mut advances, mut length) = (0, 0, 0);
    while kills < 12 {
        let threads = 1 + rng.below(3);
        let command = format!("{hunt} -o cut.{TABLE} --threads {threads} --resume");
        let mut child = folder.command(&command).spawn().unwrap();
        // Not a synchronisation: the process is killed at an arbitrary moment.
        thread::sleep(Duration::from_millis(100 + rng.below(500) as u64));
        child.kill().unwrap();
        if finished(child).code.is_some() {
            // It finished before it could be killed.
            break;
        }
        kills += 1;
        let journal = folder.path(&format!("cut.{TABLE}.journal"));
        let now = fs::metadata(journal).map_or(0, |metadata| metadata.len());
        advances += usize::from(now > length);
        length = now;
    }
    assert!(
        kills > 0 && advances > 0,
        "{kills} kills, {advances} advances"
    );
    if !folder.has(&format!("cut.{TABLE}")) {
        folder.done(&format!("{hunt} -o cut.{TABLE} --resume"));
    }
    assert!(folder.read(&format!("cut.{TABLE}")) == folder.read(&format!("whole.{TABLE}")));
    assert!(!folder.has(&format!("cut.{TABLE}.journal")));
    let again = folder.done(&format!(
        "{} -o cut.{TABLE} --resume",
        &hunt[..hunt.len() - 3]
    ));
    assert!(again.err.contains("is already complete"), "{}", again.err);
}

#[test]
fn a_hunt_whose_time_is_over_goes_on_for_longer() {
    let folder = folder();
    let hunt = "hunt seeds.txt --random 30 --target b --seed 2 -o cut.csv";
    let run = folder.run(&format!("{hunt} --time 1s"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("time is up"), "{}", run.err);
    assert!(run.err.contains("--resume to continue"), "{}", run.err);
    assert!(run.err.contains("above the bar"), "{}", run.err);
    assert!(folder.has("cut.csv") && folder.has("cut.csv.journal"));
    folder.fails(&format!("{hunt} --time 1s"), "--resume to continue");
    folder.fails(
        &format!("{hunt} --resume --quota 3 --time 1s"),
        "quota changed from 8 to 3",
    );
    let run = folder.run(&format!("{hunt} --resume --generations 12"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    folder.done("hunt seeds.txt --random 30 --target b --seed 2 -o whole.csv --generations 12 -q");
    assert_eq!(folder.text("cut.csv"), folder.text("whole.csv"));
}

#[test]
#[cfg(unix)]
fn control_c_leaves_the_finds_and_the_hunt_can_go_on() {
    let folder = folder();
    let hunt = "hunt seeds.txt --random 30 --target b --seed 2 -o cut.csv";
    let mut child = folder.command(&format!("{hunt} -q")).spawn().unwrap();
    folder.wait_for_results("cut.csv.journal", &mut child);
    signal(&child, "INT");
    let run = finished(child);
    assert_eq!(run.code, Some(130), "{}", run.err);
    assert!(folder.has("cut.csv") && folder.has("cut.csv.journal"));
    folder.done(&format!("{hunt} --resume --generations 40 -q"));
    assert!(!folder.has("cut.csv.journal"));
}

#[test]
fn every_find_says_where_it_comes_from() {
    let folder = folder();
    folder.done("hunt seeds.txt --random 20 --target b --seed 6 --generations 12 -o finds.csv -q");
    let finds = rows(&folder, "finds.csv");
    let heads = finds[0].join(",");
    assert!(heads.ends_with("parent,move,generation,tried"), "{heads}");
    let number = |text: &String| text.parse::<u64>().ok();
    let parents: Vec<_> = column(&finds, "parent").iter().map(number).collect();
    let generations: Vec<_> = column(&finds, "generation").iter().map(number).collect();
    let moves = column(&finds, "move");
    let mut with_parent = 0;
    for (row, parent) in parents.iter().enumerate() {
        assert_eq!(moves[row] == "seed", generations[row] == Some(0));
        if let Some(parent) = parent {
            with_parent += 1;
            assert!(*parent < row as u64, "a parent is older");
            assert!(generations[*parent as usize] < generations[row]);
            assert!(!moves[row].starts_with("restart"));
        }
    }
    assert!(with_parent > 5, "{with_parent}");
    // The ratings are correct, and each class occurs once.
    folder.done("classify finds.csv --ratings te,b --keep none -o again.csv -q");
    let again = rows(&folder, "again.csv");
    for name in ["puzzle", "clues", "te", "b", "b_status"] {
        assert_eq!(column(&finds, name), column(&again, name), "{name}");
    }
    folder.write_lines("puzzles.txt", &column(&finds, "puzzle"));
    let different = folder.done("canon puzzles.txt --unique -q").out;
    assert_eq!(different.lines().count(), finds.len() - 1);
}

#[test]
fn conditions_minimal_puzzles_and_the_least_value() {
    let folder = folder();
    folder.done(
        "hunt --random 30 --target b --minimal --least 4 --seed 1 --generations 6 -o min.csv -q",
    );
    let finds = rows(&folder, "min.csv");
    assert!(finds.len() > 5);
    assert!(
        column(&finds, "b")
            .iter()
            .all(|b| b.parse::<u64>().unwrap() >= 4)
    );
    folder.write_lines("puzzles.txt", &column(&finds, "puzzle"));
    folder.done("classify puzzles.txt --ratings redundant -o redundant.csv -q");
    let redundant = column(&rows(&folder, "redundant.csv"), "redundant");
    assert!(redundant.iter().all(|count| count == "0"), "{redundant:?}");
    // As many clues as possible at depth 2.
    let mut command = folder.command("hunt seeds.txt --seed 1 --generations 2 -o clues.csv -q");
    command.args(["--target", "clues where te = 2"]);
    let run = gradus_harness::run(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let finds = rows(&folder, "clues.csv");
    assert!(column(&finds, "te").iter().all(|te| te == "2"));
    let clues = column(&finds, "clues");
    let most = clues
        .iter()
        .map(|clues| clues.parse::<u64>().unwrap())
        .max();
    assert!(most > Some(26), "{most:?}");
    // As few as possible: the target begins like an option.
    folder.done("hunt seeds.txt --target -clues --minimal --generations 1 -o few.csv -q");
}

#[cfg(feature = "polars")]
#[test]
fn bounds_stand_for_values_below_a_limit() {
    let folder = folder();
    let hunt = "hunt --random 20 --target b --moves all-1+1 --seed 1 --generations 2";
    folder.done(&format!(
        "{hunt} --bounds-below 6 --least 3 -o bounds.{TABLE} --ratings te,s"
    ));
    folder.done(&format!(
        "classify bounds.{TABLE} --ratings te,b --keep none -o again.csv -q"
    ));
    folder.done(&format!(
        "classify bounds.{TABLE} --ratings te --keep b,b_status,move -o kept.csv -q"
    ));
    let (bounds, again) = (rows(&folder, "kept.csv"), rows(&folder, "again.csv"));
    let number = |text: &String| text.parse::<u64>().unwrap();
    let values = column(&again, "b");
    let (mut exact, mut upper) = (0, 0);
    for (row, bound) in column(&bounds, "input_b").iter().map(number).enumerate() {
        let value = number(&values[row]);
        match column(&bounds, "input_b_status")[row].as_str() {
            "exact" => {
                assert!(bound >= 6 && bound == value, "{bound} for {value}");
                exact += 1;
            }
            "upper" => {
                assert!(
                    (3..6).contains(&bound) && bound >= value,
                    "{bound} for {value}"
                );
                upper += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert!(exact > 3 && upper > 3, "{exact} {upper}");
    // Its report is one of a hunt, with an explanation of bounds.
    folder.done(&format!("report bounds.{TABLE} -o report"));
    assert!(
        folder
            .text("report/report.md")
            .contains("How the best b rose")
    );
    let run = folder.done(&format!("{hunt} --bounds-below 40 -o all.csv"));
    assert!(run.err.contains("best b ≤"), "{}", run.err);
    folder.fails(
        &format!("{hunt} --bounds-below 6 --least 3 -o all.csv --resume"),
        "not a table of this hunt",
    );
    for (options, words) in [
        (
            "--target gb --bounds-below 30",
            "--bounds-below needs --maximise b",
        ),
        (
            "--target b --bounds-below 30 --goal 29",
            "needs a --goal of at least 30",
        ),
        ("--target b --bounds-below 0", "is not in 1..=255"),
    ] {
        let run = folder.run(&format!("hunt seeds.txt {options} -o f.csv"));
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(words), "{}", run.err);
    }
}

#[test]
fn the_goal_ends_a_hunt() {
    let folder = folder();
    let run = folder.done("hunt seeds.txt --target b --goal 12 --seed 1 -o finds.csv");
    assert!(run.err.contains("goal reached"), "{}", run.err);
    let finds = rows(&folder, "finds.csv");
    let best = column(&finds, "b")
        .iter()
        .filter_map(|b| b.parse().ok())
        .max();
    assert!(best >= Some(12u64));
    let run = folder.done("hunt seeds.txt --target b --count 3 --seed 1 -o three.csv");
    assert!(run.err.contains("limit reached"), "{}", run.err);
}

#[test]
fn a_hunt_ends_at_closure() {
    let folder = folder();
    let run = folder.done("hunt seeds.txt --target b --moves restart>expand --seed 1 -o f.csv");
    assert!(run.err.contains("nothing new to try"), "{}", run.err);
    // All minimal puzzles with long braids reachable from one by exchanging a clue.
    folder.write_lines("long.txt", &[LONG_BRAIDS]);
    let run = folder.done(
        "hunt long.txt --target b --moves all-1+1 --bounds-below 60 --least 29 --minimal \
         --quota 1000 --population 1000 --seed 1 -o closed.csv",
    );
    assert!(run.err.contains("nothing new to try"), "{}", run.err);
    let closed = column(&rows(&folder, "closed.csv"), "puzzle");
    assert!(closed.len() > 3, "{}", closed.len());
    // Their neighbours, found by another command, lead to no new ones.
    folder.write_lines("closed.txt", &closed);
    folder.done("neighbours closed.txt --minus 1 --plus 1 --minimal -o next.txt -q");
    let run = folder.done(
        "hunt next.txt --target b --moves restart --bounds-below 60 --least 29 --minimal \
         --quota 1000 --population 1000 --generations 1 -o next.csv",
    );
    assert!(run.err.contains("in 1 generation,"), "{}", run.err);
    let canonical = |puzzles: Vec<String>| -> BTreeSet<String> {
        folder.write_lines("some.txt", &puzzles);
        folder.done("expand some.txt --by brt -o expanded.txt -q --force");
        let forms = folder.done("canon expanded.txt --unique -q").out;
        forms.lines().map(str::to_string).collect()
    };
    let next = canonical(column(&rows(&folder, "next.csv"), "puzzle"));
    assert!(next.len() > 2, "{}", next.len());
    assert!(next.is_subset(&canonical(closed)));
}

#[test]
fn keys_that_do_not_fit_into_memory_change_nothing() {
    let folder = folder();
    let hunt = "hunt seeds.txt --random 20 --target b --seed 2 --generations 10 -q";
    folder.done(&format!("{hunt} -o a.csv"));
    folder.done(&format!("{hunt} -o b.csv --memory 4K"));
    assert_eq!(folder.text("a.csv"), folder.text("b.csv"));
}

#[cfg(feature = "polars")]
#[test]
fn finds_are_no_sample_and_have_a_story() {
    let folder = folder();
    folder.done(&format!(
        "hunt seeds.txt --random 20 --target b --seed 2 --generations 10 -o finds.{TABLE} -q"
    ));
    folder.fails(
        &format!("stats finds.{TABLE} --unbiased"),
        "were found by a hunt for b: they are no sample",
    );
    folder.done(&format!("stats finds.{TABLE}"));
    folder.done(&format!("report finds.{TABLE} -o report --top 2"));
    let text = folder.text("report/report.md");
    for words in [
        "found by a hunt for the largest b",
        "How the best b rose",
        "Family trees of the best finds",
        "The stages of the cascade",
        "└",
    ] {
        assert!(text.contains(words), "no {words:?} in the report");
    }
    assert!(folder.has("report/figures/hunt-rise.csv"));
    assert!(folder.has("report/figures/hunt-families.csv"));
    // Chosen rows are not a sample either, in tables that have metadata.
    if cfg!(feature = "polars") {
        folder.done("extremes finds.parquet --by b --top 3 --rows top.parquet");
        folder.fails("stats top.parquet --unbiased", "found by a hunt");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    let usage = |arguments: &str, words: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
        assert!(run.err.contains(words), "{arguments}: {}", run.err);
    };
    usage("hunt --target b -o f.csv", "INPUT");
    usage(
        "hunt seeds.txt --target nothing -o f.csv",
        "no column is called",
    );
    usage("hunt seeds.txt --target nothing -o f.csv", "bpb_status");
    usage(
        "hunt seeds.txt --target b --moves sideways -o f.csv",
        "no move is called",
    );
    usage(
        "hunt seeds.txt --target b --time soon -o f.csv",
        "expected a number of seconds",
    );
    usage(
        "hunt seeds.txt --target b --generator suexg -o f.csv",
        "--generator must be",
    );
    usage("hunt seeds.txt --target b -o f.txt", "must end in");
    usage(
        "hunt seeds.txt --target b --generations 1 -o seeds.csv --watch seeds.txt",
        "is an input and an output",
    );
    folder.write("finds.csv", "something else\n");
    folder.fails(
        "hunt seeds.txt --target b --generations 1 -o finds.csv",
        "--force to overwrite it",
    );
    folder.write_lines("bad.txt", &[GOLDEN_NUGGET, "no puzzle", &".".repeat(81)]);
    let run = folder.run("hunt bad.txt --target b --generations 1 -o some.csv");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(GRADUS.run(["hunt", "--help"]).out.contains("Examples:"));
}
