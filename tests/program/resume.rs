//! Jobs that are killed, interrupted, run out of disk space or meet a broken input
//! resume with `--resume` and write identical output; different jobs are refused.

use std::fs;
use std::io::Write;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use gradus_harness::puzzles::puzzles;
use gradus_harness::random::Rng;
use gradus_harness::{Folder, compressed, exits_within, finished, signal, skipped};

use crate::GRADUS;

/// Puzzles with long comments, so that the journal is written often, and bad lines.
/// Many are isomorphic: each is only rated again with HLS levels, which depend on
/// the orientation of a puzzle, so that a job takes some time.
fn heavy(count: usize) -> Vec<u8> {
    let filler = "lorem ipsum ".repeat(3000);
    let line = |(row, puzzle): (usize, String)| match row % 50 {
        7 => format!("bad line {row}\n"),
        _ => format!("{puzzle} {row} {filler}\n"),
    };
    let text: String = puzzles(count).into_iter().enumerate().map(line).collect();
    compressed(text.as_bytes(), "zst")
}

/// Ends the names of files that are being written.
const PART: &str = ".gradus-part";

/// The last available format; any must work.
const TABLE: &str = if cfg!(feature = "polars") {
    "parquet"
} else {
    "csv.zst"
};

/// Returns true if two jobs left identical files, and no others.
fn same(folder: &Folder, one: &str, other: &str) {
    let names = folder.names();
    for name in &names {
        assert!(
            !name.ends_with("-part") && !name.ends_with(".journal"),
            "{names:?}"
        );
        if let Some(ending) = name.strip_prefix(&format!("{one}.")) {
            let twin = format!("{other}.{ending}");
            assert!(
                folder.read(name) == folder.read(&twin),
                "{name} and {twin} differ"
            );
        }
    }
    let count = |stem: &str| {
        names
            .iter()
            .filter(|n| n.starts_with(&format!("{stem}.")))
            .count()
    };
    assert_eq!(count(one), count(other), "{names:?}");
    assert!(count(one) > 0, "{names:?}");
}

#[test]
fn kills_at_random_moments() {
    let folder = GRADUS.folder();
    folder.write("in.zst", heavy(2500));
    let whole = folder.run(&format!(
        "classify in.zst --ratings te,w,b,gw,hls -o whole.{TABLE} -q"
    ));
    assert_eq!(whole.code, Some(3), "{}", whole.err);
    let journal = format!("cut.{TABLE}.journal");
    let (mut kills, mut advances, mut length) = (0, 0, 0);
    let mut rng = Rng(4);
    while kills < 25 {
        let threads = 1 + rng.below(3);
        let mut child = folder
            .command(&format!(
                "classify in.zst --ratings te,w,b,gw,hls -o cut.{TABLE} -q --resume --threads {threads}"
            ))
            .spawn()
            .unwrap();
        // Not a synchronisation: the process is killed at an arbitrary moment.
        thread::sleep(Duration::from_millis(rng.below(800) as u64));
        child.kill().unwrap();
        let run = finished(child);
        if run.code.is_some() {
            // It finished before it could be killed: start over.
            assert_eq!(run.code, Some(3), "{}", run.err);
            same(&folder, "whole", "cut");
            for name in folder.names() {
                if name.starts_with("cut.") {
                    fs::remove_file(folder.path(&name)).unwrap();
                }
            }
            length = 0;
            continue;
        }
        kills += 1;
        let now = fs::metadata(folder.path(&journal)).map_or(0, |metadata| metadata.len());
        advances += usize::from(now > length);
        length = now;
    }
    let last = folder.run(&format!(
        "classify in.zst --ratings te,w,b,gw,hls -o cut.{TABLE} -q --resume"
    ));
    assert_eq!(last.code, Some(3), "{}", last.err);
    assert!(advances >= 5, "the job went on only {advances} times");
    same(&folder, "whole", "cut");
}

/// Starts a job repeatedly, kills it soon after a file exists or is being written, and finally
/// lets it finish.
fn killed_at(file: &str, table: &str) {
    let folder = GRADUS.folder();
    folder.write("in.zst", heavy(60));
    let whole = folder.run(&format!("classify in.zst -o whole.{table} -q --ratings te"));
    assert_eq!(whole.code, Some(3), "{}", whole.err);
    let arguments = format!("classify in.zst -o cut.{table} -q --ratings te --resume");
    let remove = |name: &str| drop(fs::remove_file(folder.path(name)));
    for kill in 0..10 {
        if folder.has(&format!("cut.{table}")) {
            let names = folder.names();
            names
                .iter()
                .filter(|name| name.starts_with("cut."))
                .for_each(|name| remove(name));
        }
        let file = format!("cut.{file}");
        let mut child;
        if let Some(output) = file.strip_suffix(PART) {
            let left = folder.parts(output);
            left.iter().for_each(|path| fs::remove_file(path).unwrap());
            child = folder.command(&arguments).spawn().unwrap();
            folder.wait_for_part(output, &mut child);
        } else {
            if !file.ends_with(".journal") {
                remove(&file);
            }
            child = folder.command(&arguments).spawn().unwrap();
            folder.wait_for(&file, &mut child);
        }
        thread::sleep(Duration::from_micros(300 * kill));
        child.kill().unwrap();
        let run = finished(child);
        assert!(matches!(run.code, None | Some(3)), "{}", run.err);
    }
    let last = folder.run(&arguments);
    assert_eq!(last.code, Some(3), "{}", last.err);
    same(&folder, "whole", "cut");
}

#[test]
fn killed_as_the_journal_begins() {
    killed_at("csv.journal", "csv");
}

#[test]
fn killed_as_the_outputs_are_written() {
    killed_at("csv.gradus-part", "csv");
    killed_at("rejects.csv.gradus-part", "jsonl.gz");
    killed_at("jsonl.meta.json", "jsonl");
    #[cfg(feature = "polars")]
    killed_at("parquet.gradus-part", "parquet");
}

#[test]
fn a_journal_that_was_only_begun_is_begun_anew() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(20));
    folder.done("classify a.txt -o whole.csv -q --ratings te");
    for torn in [
        &b""[..],
        b"gradus",
        b"gradus journal 3",
        b"gradus journal 3\x20\0\0\0\x40",
    ] {
        folder.write("cut.csv.journal", torn);
        folder.done("classify a.txt -o cut.csv -q --ratings te --resume");
        same(&folder, "whole", "cut");
        fs::remove_file(folder.path("cut.csv")).unwrap();
    }
    folder.write(
        "cut.csv.journal",
        "a diary that somebody keeps under this name",
    );
    folder.fails("classify a.txt -o cut.csv --resume", "not a journal");
}

#[test]
fn a_journal_that_is_repaired_says_so() {
    let folder = GRADUS.folder();
    let lines = puzzles(3000).join("\n") + "\n";
    let whole = compressed(lines.as_bytes(), "zst");
    folder.write("a.zst", &whole);
    folder.done("classify a.zst -o whole.csv -q --ratings te");
    // A broken input leaves a job that can be resumed; then its journal is damaged, too.
    folder.write("a.zst", &whole[..whole.len() / 2]);
    let run = folder.run("classify a.zst -o cut.csv -q --ratings te");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let mut journal = folder.read("cut.csv.journal");
    journal.extend([7; 23]);
    folder.write("cut.csv.journal", journal);
    folder.write("a.zst", &whole);
    let run = folder.done("classify a.zst -o cut.csv --ratings te --resume");
    let said = "cut.csv.journal was damaged at its end: 23 bytes were cut off";
    assert!(run.err.contains(said), "{}", run.err);
    same(&folder, "whole", "cut");
}

/// A job that lasts some seconds once it has started to rate.
fn underway(folder: &Folder, options: &str) -> Child {
    folder.write("in.zst", heavy(2500));
    let arguments = format!("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst {options}");
    let mut child = folder.command(&arguments).spawn().unwrap();
    folder.wait_for_results("cut.csv.zst.journal", &mut child);
    child
}

#[test]
fn a_signal_leaves_a_job_that_goes_on() {
    let folder = GRADUS.folder();
    for (name, resume) in [("INT", ""), ("TERM", "--resume")] {
        let child = underway(&folder, resume);
        signal(&child, name);
        let run = finished(child);
        assert_eq!(run.code, Some(130), "{}", run.err);
        assert!(run.err.contains("stopped after "), "{}", run.err);
        assert!(
            run.err.contains("rerun with --resume to continue"),
            "{}",
            run.err
        );
        assert!(!folder.has("cut.csv.zst"));
    }
    let run = folder.run("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("--resume to continue"), "{}", run.err);
    folder.run("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst -q --resume");
    folder.run("classify in.zst --ratings te,w,b,gw,hls -o whole.csv.zst -q");
    same(&folder, "whole", "cut");
}

#[test]
fn two_runs_of_one_job_do_not_mix() {
    let folder = GRADUS.folder();
    let child = underway(&folder, "-q");
    // Suspended, so that it is still running when the others start.
    signal(&child, "STOP");
    let in_use = format!("cut.csv.zst is in use: process {} ", child.id());
    for options in ["", "--resume", "--force"] {
        let begun = Instant::now();
        folder.fails(
            &format!("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst {options}"),
            &in_use,
        );
        assert!(begun.elapsed() >= Duration::from_secs(5), "{options}");
    }
    folder.fails("merge in.zst -o cut.csv.zst --force", &in_use);
    signal(&child, "INT");
    signal(&child, "CONT");
    assert_eq!(finished(child).code, Some(130));
    assert!(!folder.has("cut.csv.zst.lock"));
}

#[test]
fn a_job_that_is_just_ending_is_waited_for() {
    let folder = GRADUS.folder();
    let first = underway(&folder, "-q");
    signal(&first, "STOP");
    let mut command =
        folder.command("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst -q --resume");
    let mut second = command.spawn().unwrap();
    let time = Duration::from_millis(500);
    assert!(!exits_within(&mut second, time), "it does not wait");
    signal(&first, "INT");
    signal(&first, "CONT");
    assert_eq!(finished(first).code, Some(130));
    let second = finished(second);
    assert_eq!(second.code, Some(3), "{}", second.err);
    folder.run("classify in.zst --ratings te,w,b,gw,hls -o whole.csv.zst -q");
    same(&folder, "whole", "cut");
}

#[test]
fn a_lock_that_a_killed_job_left_behind_blocks_nobody() {
    let folder = GRADUS.folder();
    let mut child = underway(&folder, "-q");
    child.kill().unwrap();
    finished(child);
    assert!(folder.has("cut.csv.zst.lock"));
    // Another process may have reused the number.
    let number = std::process::id();
    folder.write("cut.csv.zst.lock", format!("gradus {number}\n"));
    let run = folder.run("classify in.zst --ratings te,w,b,gw,hls -o cut.csv.zst -q --resume");
    assert_eq!(run.code, Some(3), "{}", run.err);
    folder.run("classify in.zst --ratings te,w,b,gw,hls -o whole.csv.zst -q");
    same(&folder, "whole", "cut");
}

/// Both see that no file exists; only one of them may write.
#[test]
fn of_two_jobs_that_begin_together_one_is_refused() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(200));
    for round in 0..5 {
        let arguments = format!("classify a.txt -o {round}.csv -q --ratings te");
        let start = || folder.command(&arguments).spawn().unwrap();
        let runs = [start(), start()].map(finished);
        let mut codes = runs.each_ref().map(|run| run.code);
        codes.sort();
        let said = format!("{}{}", runs[0].err, runs[1].err);
        assert_eq!(codes, [Some(0), Some(1)], "{said}");
        assert!(
            said.contains(&format!("{round}.csv exists (use --force")),
            "{said}"
        );
    }
}

#[cfg(feature = "polars")]
#[test]
fn two_runs_of_one_pipeline_do_not_mix() {
    let folder = GRADUS.folder();
    folder.write("in.zst", heavy(1000));
    folder.write(
        "p.toml",
        "name = \"Two\"\n[source]\nfiles = [\"in.zst\"]\n[report]\ndir = \"report\"\n",
    );
    let mut child = folder.command("run p.toml -q").spawn().unwrap();
    let table = if cfg!(feature = "polars") {
        "ratings.parquet"
    } else {
        "ratings.csv.zst"
    };
    assert!(folder.wait_for(&format!("runs/p/{table}.journal"), &mut child));
    signal(&child, "STOP");
    let in_use = format!("runs/p is in use: process {} ", child.id());
    folder.fails("run p.toml", &in_use);
    folder.fails("run p.toml --force", &in_use);
    child.kill().unwrap();
    finished(child);
    let run = folder.run("run p.toml -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(!folder.has("runs/p/.lock"));
}

/// A small job left unfinished by a strict stop.
fn unfinished() -> Folder {
    let folder = GRADUS.folder();
    let mut lines = puzzles(60);
    folder.write_lines("mended.txt", &lines);
    lines[40] = "bad".into();
    folder.write_lines("a.txt", &lines);
    folder.write_lines("b.txt", &lines[..3]);
    folder.fails("classify b.txt a.txt -o o.csv --strict", "a.txt, line 41");
    folder
}

#[test]
fn other_options_are_refused() {
    let folder = unfinished();
    for (options, said) in [
        ("--ratings te", "ratings changed from te,w,b,gw to te"),
        ("--max-length 7", "max_length changed from 36 to 7"),
        ("--budget 5", "budget changed from"),
        ("--max-depth 2", "max_depth changed from 3 to 2"),
        ("--limit 9", "limit changed from none to 9"),
        (
            "--shard 0/2",
            "shard changed from none to 0/2 (use --force to start over)",
        ),
    ] {
        let arguments = format!("classify b.txt a.txt -o o.csv --strict --resume {options}");
        folder.fails(&arguments, said);
    }
    // The number of threads and strictness do not define a job.
    let run = folder.run("classify b.txt a.txt -o o.csv -q --resume --threads 3");
    assert_eq!(run.code, Some(3), "{}", run.err);
}

#[test]
fn other_inputs_are_refused() {
    let folder = unfinished();
    let refused = |inputs: &str, said: &str| {
        folder.fails(
            &format!("classify {inputs} -o o.csv --strict --resume"),
            said,
        );
    };
    refused(
        "a.txt b.txt",
        "inputs changed from b.txt, a.txt to a.txt, b.txt",
    );
    refused("a.txt", "inputs changed from");
    let before = folder.text("b.txt");
    folder.write("b.txt", before.clone() + "# one more line\n");
    refused("b.txt a.txt", "the input b.txt has changed");
    folder.write("b.txt", before);
    // None of this has changed the job.
    folder.write("a.txt", folder.text("mended.txt"));
    folder.done("classify b.txt a.txt -o o.csv -q --strict --resume");
    folder.done("classify b.txt a.txt -o whole.csv -q --strict");
    same(&folder, "whole", "o");
}

#[test]
fn a_broken_input_may_be_mended_anywhere() {
    let folder = unfinished();
    let mended = folder.text("mended.txt");
    let mut lines: Vec<&str> = mended.lines().collect();
    // Changed before the position reached, and then shorter than that position.
    lines.swap(1, 2);
    for lines in [&lines[..50], &lines[..1]] {
        let folder = unfinished();
        folder.write_lines("a.txt", lines);
        folder.done("classify b.txt a.txt -o o.csv -q --strict --resume");
        folder.done("classify b.txt a.txt -o whole.csv -q --strict");
        same(&folder, "whole", "o");
    }
}

#[test]
fn a_table_that_is_whole_stays() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(5));
    folder.done("classify a.txt -o o.csv -q --resume");
    let run = folder.done("classify a.txt -o o.csv --resume");
    assert!(run.err.contains("o.csv is already complete"), "{}", run.err);
    folder.fails(
        "classify a.txt -o o.csv --resume --ratings te",
        "ratings changed from",
    );
    // Rejected lines are reported again.
    folder.write_lines("b.txt", &["bad".to_string(), puzzles(1).remove(0)]);
    for _ in 0..2 {
        let run = folder.run("classify b.txt -o p.csv --resume");
        assert_eq!(run.code, Some(3), "{}", run.err);
    }
}

#[test]
fn standard_input_is_read_again() {
    let folder = GRADUS.folder();
    let mut lines = puzzles(300);
    let text = |lines: &[String]| lines.join("\n").into_bytes();
    let whole = folder.fed("classify - -o whole.csv -q", &text(&lines));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    // The pipe is held open so that the job cannot end.
    let mut child = folder.start_piped("classify - -o cut.csv -q");
    let mut input = child.stdin.take().unwrap();
    input.write_all(&text(&lines[..200])).unwrap();
    input.flush().unwrap();
    // Its first frame is shorter, frames with rows are longer.
    folder.wait_longer("cut.csv.journal", 2000);
    child.kill().unwrap();
    finished(child);
    lines.swap(0, 1);
    let run = folder.fed("classify - -o cut.csv -q --resume", &text(&lines));
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("input lines have changed"), "{}", run.err);
    lines.swap(0, 1);
    let run = folder.fed("classify - -o cut.csv -q --resume", &text(&lines));
    assert_eq!(run.code, Some(0), "{}", run.err);
    same(&folder, "whole", "cut");
}

#[test]
fn a_broken_compressed_input_can_be_mended() {
    for how in ["zst", "gz", "bz2", "xz"] {
        let folder = GRADUS.folder();
        let line =
            |(row, puzzle): (usize, String)| format!("{puzzle} {:x}\n", Rng(row as u64).next());
        let text: String = puzzles(4000).into_iter().enumerate().map(line).collect();
        let bytes = compressed(text.as_bytes(), how);
        let name = format!("in.{how}");
        let mut flipped = bytes.clone();
        flipped[2 * bytes.len() / 3] ^= 0x10;
        let mut rows = Vec::new();
        for broken in [
            &bytes[..2 * bytes.len() / 3],
            &bytes[..bytes.len() - 2],
            &flipped,
        ] {
            folder.write(&name, broken);
            let run = folder.run(&format!("classify {name} -o cut.csv --resume --ratings te"));
            assert_eq!(run.code, Some(1), "{how}: {}", run.err);
            assert!(
                run.err.contains(&format!("cannot read {name} after line")),
                "{}",
                run.err
            );
            assert!(run.err.contains("--resume to continue"), "{}", run.err);
            let line = run.err.split("after line ").nth(1).unwrap();
            let line: usize = line.split(':').next().unwrap().parse().unwrap();
            rows.push(line);
        }
        assert!(
            rows.iter().all(|&rows| rows > 0 || how == "bz2"),
            "{how}: nothing was read: {rows:?}"
        );
        folder.write(&name, &bytes);
        folder.done(&format!(
            "classify {name} -o cut.csv -q --resume --ratings te"
        ));
        folder.done(&format!("classify {name} -o whole.csv -q --ratings te"));
        same(&folder, "whole", "cut");
    }
}

/// Runs a shell script that may mount, in a namespace of its own. Returns what it said, or `None`
/// if that is not possible here.
fn with_mounts(folder: &Folder, script: &str) -> Option<String> {
    let shell = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["-rm", "sh", "-ec", script])
            .current_dir(folder.path(""));
        command.env("GRADUS", env!("CARGO_BIN_EXE_gradus")).output()
    };
    fs::create_dir_all(folder.path("disk")).unwrap();
    let possible = shell("mount -t tmpfs -o size=1m none disk");
    if !possible.is_ok_and(|output| output.status.success()) {
        skipped("no file system can be mounted here");
        return None;
    }
    let output = shell(script).unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{text}");
    Some(text)
}

#[test]
fn a_full_disk_leaves_a_job_that_goes_on() {
    let folder = GRADUS.folder();
    let lines: Vec<String> = puzzles(2000)
        .iter()
        .enumerate()
        .map(|(n, p)| {
            let mut rng = Rng(n as u64);
            format!("{p} {:x}{:x}", rng.next(), rng.next())
        })
        .collect();
    folder.write_lines("in.txt", &lines);
    folder.write_lines("bad.txt", &vec!["x".repeat(700); 1500]);
    // Too small for the journal; large enough for it but not for the outputs.
    let cases = [
        ("csv", "in.txt", "60k"),
        ("csv", "in.txt", "300k"),
        ("jsonl", "in.txt", "400k"),
        ("csv", "bad.txt", "300k"),
        #[cfg(feature = "polars")]
        ("parquet", "in.txt", "150k"),
    ];
    for (ending, input, size) in cases {
        let whole = folder.run(&format!(
            "classify {input} -o whole.{ending} --ratings te -q --force"
        ));
        let code = whole.code.unwrap();
        let script = format!(
            "mount -t tmpfs -o size={size} none disk
             if $GRADUS classify {input} -o disk/o.{ending} --ratings te -q; then exit 9; fi
             test ! -e disk/o.{ending}
             mount -o remount,size=20m disk
             $GRADUS classify {input} -o disk/o.{ending} --ratings te -q --resume || test $? = {code}
             cmp disk/o.{ending} whole.{ending}
             test ! -e whole.rejects.csv || cmp disk/o.rejects.csv whole.rejects.csv
             test ! -e disk/o.{ending}.journal"
        );
        let Some(said) = with_mounts(&folder, &script) else {
            return;
        };
        assert!(
            said.contains("the disk is full: cannot write disk/o."),
            "{said}"
        );
        assert!(said.contains("--resume to continue"), "{said}");
    }
}

#[cfg(feature = "polars")]
#[test]
fn a_full_disk_leaves_no_half_of_a_folder() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(12));
    folder.done("classify a.txt -o y.csv --ratings te,w,b -q");
    folder.done("classify a.txt -o z.csv --ratings te,w -q");
    for (command, file) in [
        ("report y.csv --paths 0 -o", "index.html"),
        ("stats y.csv --csv", "moments.csv"),
    ] {
        let again = command.replace("y.csv", "z.csv");
        let script = format!(
            "mount -t tmpfs -o size=32k none disk
             if $GRADUS {command} disk/deep/d; then exit 9; fi
             test -z \"$(ls -A disk/deep)\"
             mount -o remount,size=20m disk
             $GRADUS {command} disk/deep/d
             test -s disk/deep/d/{file}
             rm -rf saved
             cp -r disk/deep saved
             mount -o remount,size=$(du -sk disk | cut -f 1)k disk
             if $GRADUS {again} disk/deep/d --force; then exit 9; fi
             diff -r disk/deep saved
             mount -o remount,size=20m disk
             $GRADUS {again} disk/deep/d --force
             if diff -r disk/deep saved > differences; then exit 9; fi"
        );
        let Some(said) = with_mounts(&folder, &script) else {
            return;
        };
        assert!(said.contains("cannot write disk/deep/d"), "{said}");
        assert!(said.contains("No space left"), "{said}");
    }
}

#[test]
fn a_full_standard_output_is_told() {
    if !fs::exists("/dev/full").unwrap() {
        skipped("there is no /dev/full");
        return;
    }
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(100));
    let mut command = folder.command("classify a.txt -o - --ratings te");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let run = finished(command.stdout(full).spawn().unwrap());
    assert_eq!(run.code, Some(1));
    assert!(
        run.err
            .contains("the disk is full: cannot write standard output"),
        "{}",
        run.err
    );
}
