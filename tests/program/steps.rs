//! End-to-end tests of pipelines with steps.

use std::fs;
use std::process::Stdio;

use gradus_harness::{Folder, Run, compressed, fed, finished, repository, run, signal};
use serde_json::{Value, json};

use crate::GRADUS;

/// A puzzle of T&E depth 2 with few minimals near it.
const HARD: &str =
    "....5....4....92....632............83...9.5...7.....1.5..9..3...8......6..1..4.75";
/// A puzzle of the book, of T&E depth 1 (PBCS 5.2.3).
const SEED: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";

/// The published chain, with the seeds from a file.
fn expansion() -> String {
    let path = repository().join("pipelines/expansion.toml");
    let text = fs::read_to_string(path).unwrap();
    text.replace("runs/expansion/report", "report")
}

fn folder(pipeline: &str, seeds: &str) -> Folder {
    let folder = GRADUS.folder();
    folder.write("p.toml", pipeline);
    folder.write("seeds.txt", seeds);
    folder
}

fn go(folder: &Folder) -> Run {
    folder.run("run p.toml --source seeds.txt --work w")
}

/// The output of a step, as lines.
fn left(folder: &Folder, file: &str) -> Vec<String> {
    let bytes = zstd::decode_all(&folder.read(file)[..]).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    text.lines().map(str::to_string).collect()
}

#[test]
fn the_published_chain_is_the_pipe_of_its_commands() {
    let folder = folder(&expansion(), &format!("{HARD} a\n"));
    let ended = go(&folder);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let mut lines = format!("{HARD} a\n");
    for (file, arguments) in [
        ("w/step-1-expand.txt.zst", "expand - --by brt"),
        ("w/step-2-expand.txt.zst", "expand - --one"),
        ("w/step-3-minimals.txt.zst", "minimals -"),
        ("w/step-4-canon.txt.zst", "canon - --form solution --unique"),
    ] {
        let piped = folder.fed(arguments, lines.as_bytes());
        assert_eq!(piped.code, Some(0), "{}", piped.err);
        lines = piped.out;
        assert!(left(&folder, file).iter().eq(lines.lines()), "{file}");
    }
    assert!(lines.lines().count() > 10, "{lines}");
    let rated = "classify - -o - --ratings te,b,bpb --max-length 25 --where te>0";
    let rated = folder.fed(rated, lines.as_bytes());
    let said = format!("{} rows written where te > 0", rated.out.lines().count());
    assert!(ended.err.contains(&said), "{said}: {}", ended.err);

    let again = go(&folder);
    assert_eq!(again.err.matches("skipped").count(), 6, "{}", again.err);
    // Only the steps after a change are rerun.
    folder.write("p.toml", expansion().replace("form = \"solution\"", ""));
    let other = go(&folder);
    assert_eq!(other.code, Some(0), "{}", other.err);
    assert_eq!(other.err.matches("skipped").count(), 3, "{}", other.err);
    let said = "step 4, canon: rerun, form changed";
    assert!(other.err.contains(said), "{}", other.err);
    // A modified file is not replaced.
    folder.write("w/step-2-expand.txt.zst", "something else");
    let changed = go(&folder);
    assert_eq!(changed.code, Some(1), "{}", changed.err);
    assert!(
        changed.err.contains("step-2-expand.txt.zst"),
        "{}",
        changed.err
    );
}

const ALL: &str = "name = \"All steps\"\n[source]\nfiles = [\"x\"]\n\
    [[step]]\ndo = \"isomorph\"\nseed = 5\ncount = 2\n\
    [[step]]\ndo = \"neighbours\"\nminimal = true\n\
    [[step]]\ndo = \"classify\"\nratings = [\"te\", \"w\"]\nwhere = \"te = 1 and w <= 3\"\n\
    [[step]]\ndo = \"solve\"\n\
    [[step]]\ndo = \"canon\"\nunique = true\n\
    [[step]]\ndo = \"minimals\"\nsample = 2\nseed = 1\n\
    [classify]\nratings = [\"te\", \"canon\"]\n[report]\ndir = \"report\"\n";

#[test]
fn every_kind_of_step_hands_its_puzzles_on() {
    let lines = format!("{SEED} a\nno puzzle\n");
    let (one, two) = (folder(ALL, &lines), folder(ALL, &lines));
    let ended = go(&one);
    assert_eq!(ended.code, Some(3), "a line was rejected: {}", ended.err);
    assert!(
        ended.err.contains("1 line rejected, 2 lines written"),
        "{}",
        ended.err
    );
    assert!(
        ended.err.contains("written where te = 1 and w <= 3"),
        "{}",
        ended.err
    );
    let solved = left(&one, "w/step-4-solve.txt.zst");
    assert!(!solved.is_empty() && solved.iter().all(|line| line.ends_with(" a")));
    let again = go(&one);
    assert_eq!(again.code, Some(3), "it is still known: {}", again.err);
    let threads = two.run("run p.toml --source seeds.txt --work w --threads 1");
    assert_eq!(threads.code, Some(3), "{}", threads.err);
    for file in ["w/step-2-neighbours.txt.zst", "w/step-6-minimals.txt.zst"] {
        assert_eq!(one.read(file), two.read(file), "{file}");
    }
}

#[test]
fn a_pipeline_that_was_stopped_goes_on_after_the_steps_that_are_done() {
    let pipeline = ALL.replace("minimal = true", "minus = 2\nplus = 2");
    let folder = folder(&pipeline, &format!("{SEED} a\n"));
    let mut command = GRADUS.command_in(&folder.path(""));
    command.args(["run", "p.toml", "--source", "seeds.txt", "--work", "w"]);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    // The second step begins when the first is recorded.
    assert!(folder.wait_for_part("w/step-2-neighbours.txt.zst", &mut child));
    signal(&child, "INT");
    let status = child.wait().unwrap();
    assert_ne!(status.code(), Some(0), "it was stopped");
    assert!(!folder.has("report/index.html"));
    folder.write("p.toml", ALL);
    let ended = go(&folder);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.err.contains("step 1, isomorph: skipped"),
        "{}",
        ended.err
    );
}

/// A pipeline of one step whose puzzles change.
const TURNED: &str = "name = \"x\"\n[source]\nfiles = [\"x\"]\n[[step]]\ndo = \"isomorph\"\n\
    [classify]\nratings = [\"te\"]\n[report]\ndir = \"report\"\npaths = 0\n";

#[test]
fn a_step_that_was_killed_before_it_was_recorded_is_recognised() {
    let folder = folder(TURNED, &format!("{SEED} a\n"));
    let step = "w/step-1-isomorph.txt.zst";
    assert_eq!(go(&folder).code, Some(0));
    let records =
        |folder: &Folder| -> Value { serde_json::from_str(&folder.text("w/state.json")).unwrap() };
    let first = records(&folder)["step 1, isomorph"].clone();
    // The record as it is while the file is moved into place.
    let announced = |before: &Value, next: &Value| {
        let mut all = records(&folder);
        all["step 1, isomorph"] = before.clone();
        all["step 1, isomorph"]["next"] = next.clone();
        folder.write("w/state.json", all.to_string());
    };
    let never = json!({ "task": {}, "outputs": {}, "seconds": 0.0, "rejected": 0 });
    announced(&never, &first);
    let ended = go(&folder);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.err.contains("step 1, isomorph: skipped"),
        "{}",
        ended.err
    );
    // Other bytes are not what was announced, and somebody else's.
    announced(&never, &first);
    let own = folder.read(step);
    folder.write(step, compressed(b"mine\n", "zst"));
    folder
        .run("run p.toml --source seeds.txt --work w")
        .fails_with(&[step, "move it away"]);
    folder.write(step, &own);
    // Killed just before the move: the file of the earlier run is still in its place.
    folder.write(
        "p.toml",
        TURNED.replace("\"isomorph\"", "\"isomorph\"\nseed = 5"),
    );
    let ended = go(&folder);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_ne!(folder.read(step), own);
    let second = records(&folder)["step 1, isomorph"].clone();
    announced(&first, &second);
    folder.write(step, &own);
    let ended = go(&folder);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.err.contains("step 1, isomorph: rerun"),
        "{}",
        ended.err
    );
}

#[test]
fn a_pipeline_may_be_killed_as_a_step_ends() {
    let folder = folder(TURNED, &format!("{SEED} a\n"));
    let command = "run p.toml --source seeds.txt --work w";
    for kill in 0..8 {
        let _ = std::fs::remove_dir_all(folder.path("w"));
        let mut child = folder.command(command).spawn().unwrap();
        folder.wait_for("w/step-1-isomorph.txt.zst", &mut child);
        // Not a synchronisation: the process is killed at an arbitrary moment.
        std::thread::sleep(std::time::Duration::from_micros(400 * kill));
        child.kill().unwrap();
        finished(child);
        let ended = go(&folder);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
    }
}

#[test]
fn puzzles_with_more_minimals_than_are_kept_are_named() {
    let pipeline = "name = \"x\"\n[source]\nfiles = [\"x\"]\n[[step]]\ndo = \"minimals\"\n\
        limit = 1\n[classify]\nratings = [\"te\"]\n[report]\ndir = \"report\"\n";
    let many = "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";
    let ended = go(&folder(pipeline, many));
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let said = format!("1 puzzle has more minimals than the limit of 1: {many}");
    assert!(ended.err.contains(&said), "{}", ended.err);
}

#[test]
fn keys_that_do_not_belong_are_errors() {
    for (from, to, said) in [
        ("count = 2", "counts = 2", "line 7: unknown field `counts`"),
        (
            "count = 2",
            "minus = 2",
            "step: minus does not go with isomorph",
        ),
        (
            "do = \"solve\"",
            "do = \"dissolve\"",
            "step: unknown step \"dissolve\"",
        ),
        ("sample = 2", "", "step: seed goes with sample"),
        ("te = 1 and w <= 3", "te =", "step.where: "),
        ("\"te\", \"w\"]", "\"x\"]", "ratings: unknown rating \"x\""),
    ] {
        assert!(ALL.contains(from));
        let refused = go(&folder(&ALL.replacen(from, to, 1), SEED));
        assert_eq!(refused.code, Some(1), "{}", refused.err);
        assert!(refused.err.contains(said), "{said}: {}", refused.err);
    }
    let unknown = "te = 1 and b <= 3";
    let refused = go(&folder(&ALL.replace("te = 1 and w <= 3", unknown), SEED));
    assert!(refused.err.contains("b is not computed"), "{}", refused.err);
    let nothing = fed(
        GRADUS
            .command_in(&GRADUS.folder().path(""))
            .args(["run", "none.toml"]),
        "",
    );
    assert_eq!(nothing.code, Some(1), "{}", nothing.err);
    assert!(run(GRADUS.command_in(&GRADUS.folder().path("")).args(["run"])).code == Some(2));
}
