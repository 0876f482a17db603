//! Hostile inputs: memory is always bounded, nothing panics, and errors are reported.

use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::{Child, Command, Stdio};
use std::thread;

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Run, compressed, finished, memory_of, signal};

use crate::GRADUS;

/// Memory limit for all jobs of these tests, in MiB.
const BOUND: u64 = 300;

/// Feeds a child process in pieces and measures it.
fn fed(mut child: Child, pieces: impl Iterator<Item = Vec<u8>> + Send) -> (u64, Run) {
    let mut input = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            for piece in pieces {
                input.write_all(&piece).unwrap();
            }
        });
        memory_of(child)
    })
}

#[test]
fn a_line_of_a_gigabyte() {
    let folder = GRADUS.folder();
    let puzzle = puzzles(1).remove(0) + "\n";
    let pieces = [puzzle.clone().into_bytes()].into_iter();
    let pieces = pieces.chain((0..1024).map(|_| vec![b'7'; 1 << 20]));
    let pieces = pieces.chain([format!("\n{puzzle}").into_bytes()]);
    let child = folder.start_piped("classify - -o o.csv --ratings te -q");
    let (memory, run) = fed(child, pieces);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(memory < BOUND, "{memory} MiB");
    assert_eq!(folder.text("o.csv").lines().count(), 3);
    let rejects = folder.text("o.rejects.csv");
    assert!(rejects.contains("1,-,2,more than 65536 bytes"), "{rejects}");
    assert!(rejects.len() < 2000);
}

#[test]
fn decompression_bombs() {
    let folder = GRADUS.folder();
    // One endless line, and endless empty lines.
    for (byte, code) in [(b'7', 3), (b'\n', 0)] {
        let zeros = vec![byte; 1 << 20];
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        for _ in 0..512 {
            encoder.write_all(&zeros).unwrap();
        }
        let bomb = encoder.finish().unwrap();
        assert!(bomb.len() < 1 << 18);
        folder.write("bomb", &bomb);
        folder.write("twice", compressed(&bomb, "gz"));
        let mut command = folder.command("classify bomb -o o.csv --force --ratings te -q");
        let (memory, run) = memory_of(command.spawn().unwrap());
        assert_eq!(run.code, Some(code), "{}", run.err);
        assert!(memory < BOUND, "{memory} MiB");
        // Data compressed twice is not text.
        let run = folder.run("classify twice -o o.csv --force --ratings te -q");
        assert_eq!(run.code, Some(3), "{}", run.err);
    }
}

#[test]
fn a_decoder_that_asks_for_too_much_is_refused() {
    let folder = GRADUS.folder();
    // A frame of five bytes that declares a window of one gibibyte (RFC 8878, 3.1.1).
    let frame = b"\x28\xb5\x2f\xfd\x00\xa0\x29\x00\x00hello";
    folder.write("wide.zst", frame);
    folder.fails(
        "classify wide.zst -o o.csv",
        "cannot read wide.zst after line",
    );
}

#[test]
fn long_comments_do_not_add_up() {
    let ending = if cfg!(feature = "polars") {
        "parquet"
    } else {
        "csv.zst"
    };
    let folder = GRADUS.folder();
    let comment = "long ".repeat(12_000);
    let lines = puzzles(100).into_iter().cycle().take(5_000);
    let lines = lines
        .enumerate()
        .map(move |(n, puzzle)| format!("{puzzle} {n} {comment}\n").into_bytes());
    let child = folder.start_piped(&format!("classify - -o o.{ending} --ratings te -q"));
    let (memory, run) = fed(child, lines);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(memory < BOUND, "{memory} MiB for 300 MB");
}

#[test]
fn lines_of_generators_do_not_add_up() {
    let folder = GRADUS.folder();
    let line = format!("# gradus generate {}\n", "x".repeat(300));
    let piece = line.repeat(1000).into_bytes();
    let pieces = (0..700).map(|_| piece.clone());
    let child = folder.start_piped("classify - -o o.csv --ratings te -q");
    let (memory, run) = fed(child, pieces);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(memory < 100, "{memory} MiB for 700,000 lines");
    assert!(folder.read("o.csv.meta.json").len() < 50 << 20);
}

#[test]
fn little_address_space_is_enough() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(2000));
    let script = format!(
        "ulimit -v 1500000; exec {} classify a.txt -o o.csv --ratings te -q --threads 2",
        env!("CARGO_BIN_EXE_gradus")
    );
    let mut command = Command::new("sh");
    let command = command.args(["-c", &script]).current_dir(folder.path(""));
    let run = finished(
        command
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn bytes_of_all_kinds() {
    let folder = GRADUS.folder();
    let puzzle = puzzles(1).remove(0);
    let nul = puzzle.replacen('.', "\0", 1);
    let lines: Vec<Vec<u8>> = vec![
        b"\xef\xbb\xbf# a mark, then a comment".to_vec(),
        format!("{puzzle}\r").into_bytes(),
        nul.into_bytes(),
        [puzzle.as_bytes(), b" bad \xff\xfe comment \0 \x1b[31m"].concat(),
        [puzzle.as_bytes(), b" odd comment \0 \x1b[31m"].concat(),
        (0..=255).filter(|byte| !b"\r\n".contains(byte)).collect(),
        "９".repeat(81).into_bytes(),
        b"\r".to_vec(),
        b"\t  ".to_vec(),
        format!("  {puzzle}  ").into_bytes(),
    ];
    folder.write("a.txt", lines.join(&b'\n'));
    let run = folder.run("classify a.txt -o o.jsonl --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("3 puzzles classified, 4 lines rejected"),
        "{}",
        run.err
    );
    let rows = folder.text("o.jsonl");
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert!(rows.iter().all(|row| row["puzzle"] == puzzle));
    assert_eq!(rows[1]["comment"], "odd comment \0 \u{1b}[31m");
    // The rejects contain no terminal control characters.
    let rejects = folder.text("o.rejects.csv");
    assert!(
        !rejects.contains(|c: char| c.is_control() && c != '\n' && c != '\t'),
        "{rejects:?}"
    );
}

#[test]
fn folders_that_lead_into_themselves_and_files_that_are_not_there() {
    let folder = GRADUS.folder();
    folder.write_lines("in/a/b/p.txt", &puzzles(2));
    symlink("../..", folder.path("in/a/b/loop")).unwrap();
    symlink("nowhere", folder.path("in/a/gone.txt")).unwrap();
    symlink("self", folder.path("in/self")).unwrap();
    let run = folder.run("classify in -o o.csv --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("2 puzzles classified, 3 lines rejected"),
        "{}",
        run.err
    );
    for name in ["in/a/b/loop", "in/a/gone.txt", "in/self"] {
        assert!(
            run.err.contains(&format!("{name} cannot be read")),
            "{}",
            run.err
        );
        assert!(
            folder
                .text("o.rejects.csv")
                .contains(&format!("0,{name},0,"))
        );
    }
    folder.fails(
        "classify in/a/gone.txt -o p.csv",
        "cannot read in/a/gone.txt",
    );
    folder.fails("classify in -o p.csv --strict", "cannot be read");
}

#[test]
fn outputs_in_the_folder_of_the_inputs_are_no_inputs() {
    let folder = GRADUS.folder();
    folder.write_lines("in/p.txt", &puzzles(50));
    for options in ["", "--force", "--force --rejects in/r.csv"] {
        folder.done(&format!(
            "classify in -o in/o.csv -q --ratings te {options}"
        ));
        assert_eq!(folder.text("in/o.csv").lines().count(), 51);
    }
}

#[test]
fn inputs_with_nothing_in_them() {
    let folder = GRADUS.folder();
    let header = "puzzle,comment\n";
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("end", b"\n".to_vec()),
        ("mark", b"\xef\xbb\xbf".to_vec()),
        ("comments", b"# one\n  # two\r\n#".to_vec()),
        ("header", header.into()),
        ("zst", compressed(b"", "zst")),
        ("gz", compressed(b"", "gz")),
        ("bz2", compressed(b"", "bz2")),
        ("xz", compressed(header.as_bytes(), "xz")),
    ] {
        folder.write(name, bytes);
        let run = folder.done(&format!("classify {name} -o o.csv --force"));
        assert!(
            run.err.contains("0 puzzles classified, 0 lines rejected"),
            "{}",
            run.err
        );
        assert_eq!(folder.text("o.csv").lines().count(), 1);
        assert!(!folder.has("o.rejects.csv"));
    }
    folder.done("classify empty end zst /dev/null - -o p.jsonl");
    assert_eq!(folder.text("p.jsonl"), "");
}

#[test]
fn quotes_that_are_never_closed() {
    let folder = GRADUS.folder();
    let all = puzzles(3);
    folder.write(
        "a.csv",
        format!("n,puzzle\n\"1,{}\n2,{}\n3,\"{}\n", all[0], all[1], all[2]),
    );
    let run = folder.run("classify a.csv -o - --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.objects().len(), 1);
}

#[test]
fn an_interrupt_that_ends_what_feeds_the_pipe_first() {
    let folder = GRADUS.folder();
    let text = puzzles(40).join("\n");
    let mut child = folder.start_piped("classify - -o o.csv --ratings te");
    assert!(folder.wait_for("o.csv.journal", &mut child));
    // The other end dies in the middle of a line, before the signal is sent.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&text.as_bytes()[..16 * 82 - 20]).unwrap();
    drop(input);
    signal(&child, "INT");
    let run = finished(child);
    assert_eq!(run.code, Some(130), "{}", run.err);
    let run = folder.fed(
        "classify - -o o.csv --ratings te -q --resume",
        text.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(folder.text("o.csv").lines().count(), 41);
}

#[test]
fn an_interrupt_while_nothing_comes() {
    let folder = GRADUS.folder();
    let mut child = folder.start_piped("classify - -o o.csv --ratings te");
    folder.wait_longer("o.csv.journal", 0);
    let empty = folder.length("o.csv.journal");
    let input = child.stdin.as_mut().unwrap();
    input
        .write_all((puzzles(20).join("\n") + "\n").as_bytes())
        .unwrap();
    input.flush().unwrap();
    folder.wait_longer("o.csv.journal", empty);
    signal(&child, "INT");
    // The pipe is still open.
    let input = child.stdin.take();
    let run = finished(child);
    drop(input);
    assert_eq!(run.code, Some(130), "{}", run.err);
    let run = folder.fed(
        "classify - -o o.csv --ratings te -q --resume",
        puzzles(20).join("\n").as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
}
