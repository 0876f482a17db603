//! End-to-end tests of `gradus generate`: identical output for any number of
//! threads and after any interruption, and clear errors for impossible requests.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use gradus::generate::Footer;
use gradus_engine::solve::count_solutions;
use gradus_generate::Generator;
use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_harness::{Run, fed, wait_until};
use gradus_puzzles::read;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle};
use tempfile::TempDir;

use crate::GRADUS;

fn generate(folder: &Path, arguments: &str) -> Run {
    generate_with(folder, arguments, "")
}

fn generate_with(folder: &Path, arguments: &str, input: &str) -> Run {
    let mut command = GRADUS.command_in(folder);
    fed(command.arg("generate").args(arguments.split(' ')), input)
}

/// Starts a run without waiting for it.
fn start(folder: &Path, arguments: &str) -> Child {
    GRADUS
        .command_in(folder)
        .arg("generate")
        .args(arguments.split(' '))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the journal exceeds this length and has puzzles. Returns its length.
fn wait_for_puzzles(journal: &Path, than: u64) -> u64 {
    let length = || fs::metadata(journal).map_or(0, |data| data.len());
    wait_until("puzzles in the journal", || length() > than.max(4096));
    length()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn complete_grids(count: usize) -> Vec<Grid> {
    let mut dice = Dice::new(1, "tests of gradus generate", 0);
    (0..count).map(|_| random_grid(&mut dice)).collect()
}

fn lines(grids: &[Grid]) -> String {
    grids.iter().map(|grid| format!("{grid}\n")).collect()
}

#[test]
fn puzzles_and_footer() {
    let folder = TempDir::new().unwrap();
    for kind in Generator::ALL {
        let run = generate(
            folder.path(),
            &format!("{kind} --count 5 --seed 9 --threads 1"),
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
        let mut lines: Vec<&str> = run.out.lines().collect();
        let footer: Footer = lines.pop().unwrap().parse().unwrap();
        assert_eq!((footer.kind, footer.seed, footer.count), (kind, 9, 5));
        assert_eq!(footer.version, env!("CARGO_PKG_VERSION"));
        assert_eq!(footer.grids.is_some(), kind == Generator::ControlledBias);
        assert_eq!(lines.len(), 5);
        for line in lines {
            let (puzzle, clues) = line.split_once(' ').unwrap();
            let puzzle: Puzzle = puzzle.parse().unwrap();
            assert_eq!(clues, puzzle.clues().to_string());
        }
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn squares_of_other_sizes_are_minimal_and_the_same_whatever_the_threads() {
    let folder = TempDir::new().unwrap();
    for (arguments, kind) in [
        ("top-down --size 4 --count 5 --seed 3", "sudoku"),
        ("top-down --size 12 --count 2", "sudoku"),
        ("top-down --kind windoku --count 2", "windoku"),
        (
            "top-down --kind pandiagonal --size 7 --count 3",
            "pandiagonal",
        ),
    ] {
        let run = generate(folder.path(), arguments);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let again = generate(folder.path(), &format!("{arguments} --threads 3"));
        assert_eq!(run.out, again.out);
        let lines: Vec<&str> = run.out.lines().collect();
        let (footer, lines) = lines.split_last().unwrap();
        let footer: Footer = footer.parse().unwrap();
        assert_eq!(footer.count, lines.len() as u64);
        assert!(
            footer
                .squares
                .is_some_and(|squares| squares.starts_with(kind))
        );
        for line in lines {
            let (text, clues) = line.split_once('\t').unwrap();
            let puzzle = read(text).unwrap();
            assert_eq!(puzzle.kind(), kind);
            assert_eq!(puzzle.givens().len().to_string(), clues);
            assert_eq!(count_solutions(puzzle.as_ref(), 2), 1, "{text}");
            let start = kind.len() + 1;
            for (place, _) in text
                .char_indices()
                .filter(|&(place, c)| place >= start && c != '.')
            {
                let mut less = text.to_string();
                less.replace_range(place..=place, ".");
                assert_eq!(
                    count_solutions(read(&less).unwrap().as_ref(), 2),
                    2,
                    "{less}"
                );
            }
        }
    }
    let arguments = "top-down --size 6 --count 50 -o six.txt";
    assert_eq!(generate(folder.path(), arguments).code, Some(0));
    let whole = generate(folder.path(), &format!("{arguments} --resume"));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let other = generate(
        folder.path(),
        "top-down --size 8 --count 50 -o six.txt --resume",
    );
    assert_ne!(other.code, Some(0));
    assert!(other.err.contains("squares changed"), "{}", other.err);
}

#[test]
fn squares_that_cannot_be_generated_are_refused() {
    let folder = TempDir::new().unwrap();
    for (arguments, reason) in [
        (
            "top-down --size 7 --count 1",
            "cannot generate sudoku of size 7",
        ),
        (
            "top-down --kind jigsaw --count 1",
            "cannot generate jigsaw of size 9",
        ),
        ("top-down --size 25 --count 1", "one of its sizes up to 16"),
        (
            "bottom-up --size 16 --count 1",
            "--kind and --size need top-down",
        ),
    ] {
        let run = generate(folder.path(), arguments);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

#[test]
fn the_footer_reads_as_promised() {
    let footer = |grids| Footer {
        tried: None,
        condition: None,
        kind: Generator::ControlledBias,
        seed: 1,
        count: 20_000,
        grids,
        squares: None,
        version: "0.1.0".to_string(),
    };
    let with =
        "# gradus generate controlled-bias seed=1 count=20000 grids=5150280000 version=0.1.0";
    let without = "# gradus generate controlled-bias seed=1 count=20000 version=0.1.0";
    for (text, footer) in [(with, footer(Some(5_150_280_000))), (without, footer(None))] {
        assert_eq!(footer.to_string(), text);
        assert_eq!(text.parse(), Ok(footer));
    }
    for text in [
        "",
        "# gradus generate",
        "# gradus generate x seed=1 count=1 version=1",
    ] {
        assert!(text.parse::<Footer>().is_err(), "{text}");
    }
}

#[test]
fn threads_make_no_difference() {
    let folder = TempDir::new().unwrap();
    for (kind, count) in [
        (Generator::BottomUp, 300),
        (Generator::TopDown, 700),
        (Generator::ControlledBias, 12),
        (Generator::Suexg, 200),
    ] {
        let outputs = [1, 2, 3].map(|threads| {
            let run = generate(
                folder.path(),
                &format!("{kind} --count {count} --threads {threads}"),
            );
            assert_eq!(run.code, Some(0), "{}", run.err);
            run.out
        });
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0], outputs[2]);
        let other = generate(folder.path(), &format!("{kind} --count {count} --seed 1"));
        assert_ne!(other.out, outputs[0]);
    }
}

/// A longer run begins with the same puzzles and grids.
#[test]
fn a_longer_run_begins_alike() {
    let folder = TempDir::new().unwrap();
    let [short, long] = [4, 9].map(|count| {
        let run = generate(folder.path(), &format!("controlled-bias --count {count}"));
        let (puzzles, footer) = run.out.trim_end().rsplit_once('\n').unwrap();
        (puzzles.to_string(), footer.parse::<Footer>().unwrap())
    });
    assert!(long.0.starts_with(&short.0));
    assert!(long.1.grids > short.1.grids);
}

#[test]
fn outputs_are_compressed_by_their_names() {
    let folder = TempDir::new().unwrap();
    let plain = generate(folder.path(), "top-down --count 100 -o -").out;
    for name in ["p.txt", "p.zst", "p.gz", "p.bz2", "p.xz"] {
        let run = generate(folder.path(), &format!("top-down --count 100 -o {name}"));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert_eq!(name == "p.txt", bytes == plain.as_bytes());
        let (mut input, _) = gradus::io::decompressed(&bytes[..]).unwrap();
        let mut text = String::new();
        input.read_to_string(&mut text).unwrap();
        assert_eq!(text, plain, "{name}");
    }
    assert_eq!(
        names(folder.path()),
        ["p.bz2", "p.gz", "p.txt", "p.xz", "p.zst"]
    );
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("p.txt");
    fs::write(&output, "precious").unwrap();
    let run = generate(folder.path(), "top-down --count 3 -o p.txt");
    assert_eq!(run.code, Some(1));
    assert!(
        run.err
            .contains("p.txt exists (use --force to overwrite it)"),
        "{}",
        run.err
    );
    let run = generate(folder.path(), "top-down --count 3 -o p.txt --resume");
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("not made by gradus generate"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    let run = generate(folder.path(), "top-down --count 3 -o p.txt --force");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 4);

    // A completed job does nothing; a different one is refused.
    let run = generate(folder.path(), "top-down --count 3 -o p.txt --resume");
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("already complete"), "{}", run.err);
    for (other, difference) in [
        ("top-down --count 4", "count changed from 3 to 4"),
        ("top-down --count 3 --seed 5", "seed changed from 0 to 5"),
        (
            "bottom-up --count 3",
            "generator changed from top-down to bottom-up",
        ),
    ] {
        let run = generate(folder.path(), &format!("{other} -o p.txt --resume"));
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains(difference), "{}", run.err);
    }
}

/// Enough puzzles for a few seconds.
const LONG: &str = "bottom-up --count 24000 --threads 1 -o p.txt.gz";

#[test]
fn killed_and_resumed_it_gives_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let whole = generate(folder.path(), LONG);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let output = folder.path().join("p.txt.gz");
    let expected = fs::read(&output).unwrap();
    fs::remove_file(&output).unwrap();

    let journal = folder.path().join("p.txt.gz.journal");
    let mut length = 0;
    for _ in 0..2 {
        let mut child = start(folder.path(), &format!("{LONG} --resume"));
        length = wait_for_puzzles(&journal, length);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!output.exists() && journal.exists());
    }
    // A write that was cut short leaves a torn end.
    let mut torn = fs::read(&journal).unwrap();
    torn.extend(&torn.clone()[..40]);
    fs::write(&journal, torn).unwrap();

    let run = generate(folder.path(), LONG);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("--resume to continue"), "{}", run.err);
    let run = generate(folder.path(), &format!("{LONG} --resume --seed 4"));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("seed changed from 0 to 4"), "{}", run.err);

    let mut torn = fs::read(&journal).unwrap();
    torn.extend([7; 40]);
    fs::write(&journal, torn).unwrap();
    let run = generate(
        folder.path(),
        &LONG.replace("threads 1", "threads 3 --resume"),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    // The killed job may have left a torn end of its own.
    assert!(run.err.contains(" bytes were cut off"), "{}", run.err);
    assert!(fs::read(&output).unwrap() == expected);
    assert_eq!(names(folder.path()), ["p.txt.gz"]);
}

/// Sends a signal by its name.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let (name, id) = (format!("-{name}"), child.id().to_string());
    let status = Command::new("kill").args([name, id]).status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
#[test]
fn interrupted_it_says_how_to_go_on() {
    let folder = TempDir::new().unwrap();
    let mut child = start(folder.path(), LONG);
    wait_for_puzzles(&folder.path().join("p.txt.gz.journal"), 0);
    signal(&child, "INT");
    let code = child.wait().unwrap().code();
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("rerun with --resume to continue"), "{err}");
    assert_eq!(names(folder.path()), ["p.txt.gz.journal"]);
}

#[cfg(unix)]
#[test]
fn only_one_at_a_time() {
    let folder = TempDir::new().unwrap();
    let mut child = start(folder.path(), LONG);
    wait_for_puzzles(&folder.path().join("p.txt.gz.journal"), 0);
    // Suspended, so that it is still running when the others start.
    signal(&child, "STOP");
    for options in ["--quiet", "--resume", "--force"] {
        let run = generate(folder.path(), &format!("{LONG} {options}"));
        assert_eq!(run.code, Some(1));
        let in_use = format!("p.txt.gz is in use: process {} ", child.id());
        assert!(run.err.contains(&in_use), "{}", run.err);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The lock left behind does not block.
    let run = generate(folder.path(), &format!("{LONG} --resume"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(names(folder.path()), ["p.txt.gz"]);
}

#[test]
fn given_grids_from_a_file_and_from_a_pipe() {
    let folder = TempDir::new().unwrap();
    let grids = complete_grids(150);
    fs::write(
        folder.path().join("grids.zst"),
        zstd::encode_all(lines(&grids).as_bytes(), 3).unwrap(),
    )
    .unwrap();
    let file = generate(folder.path(), "top-down --grids grids.zst --threads 2");
    assert_eq!(file.code, Some(0), "{}", file.err);
    let pipe = generate_with(
        folder.path(),
        "top-down --grids - --threads 1",
        &lines(&grids),
    );
    assert_eq!(pipe.out, file.out);
    let puzzles: Vec<&str> = file.out.lines().collect();
    assert_eq!(puzzles.len(), 151);
    assert!(puzzles[150].contains("count=150"));
    for (line, grid) in puzzles.iter().zip(&grids) {
        let puzzle: Puzzle = line.split(' ').next().unwrap().parse().unwrap();
        assert_eq!(solve(&puzzle.givens()), GridSolutions::One(*grid));
    }
    // Controlled bias tries each grid once, and reports how many there were.
    let run = generate(folder.path(), "controlled-bias --grids grids.zst");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.lines().last().unwrap().contains(" grids=150 "),
        "{}",
        run.out
    );
}

#[test]
fn lines_without_a_grid_are_told() {
    let folder = TempDir::new().unwrap();
    let grids = complete_grids(3);
    let mut wrong = grids[0];
    wrong.0.swap(0, 1);
    let text = format!(
        "# grids\n{}\n{wrong}\nabc\n{}{}\n",
        grids[0],
        lines(&grids[1..]),
        ".".repeat(81)
    );
    let run = generate_with(folder.path(), "top-down --grids -", &text);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out.lines().count(), 4);
    for line in [
        "-, line 3: not a complete grid",
        "-, line 4: neither 81 characters",
        "-, line 7: not a complete grid",
        "3 lines without a grid",
    ] {
        assert!(run.err.contains(line), "{line}: {}", run.err);
    }
}

/// A job that ran out of grids resumes with more grids, if they start with the same ones.
#[test]
fn more_grids_can_be_given_later() {
    let folder = TempDir::new().unwrap();
    let grids = complete_grids(200);
    let path = folder.path().join("grids.txt");
    let command = "top-down --count 190 --grids grids.txt -o p.txt";
    fs::write(&path, lines(&grids)).unwrap();
    assert_eq!(generate(folder.path(), command).code, Some(0));
    let output = folder.path().join("p.txt");
    let expected = fs::read(&output).unwrap();

    fs::write(&path, lines(&grids[..140])).unwrap();
    let run = generate(folder.path(), &format!("{command} --force"));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("after 140 of 190 puzzles"), "{}", run.err);
    assert!(run.err.contains("--resume to continue"), "{}", run.err);

    fs::write(&path, lines(&grids[1..])).unwrap();
    let run = generate(folder.path(), &format!("{command} --resume"));
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("the first 140 grids have changed"),
        "{}",
        run.err
    );

    fs::remove_file(&output).unwrap();
    fs::write(&path, lines(&grids)).unwrap();
    let run = generate(folder.path(), &format!("{command} --resume"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read(&output).unwrap() == expected);
}

#[test]
fn a_slow_pipe_does_not_hold_up_what_is_done() {
    let folder = TempDir::new().unwrap();
    let mut child = GRADUS
        .command_in(folder.path())
        .current_dir(folder.path())
        .args("generate top-down --grids - --count 10 --threads 1".split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The pipe stays open after the grids of one unit.
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, lines(&complete_grids(64)).as_bytes()).unwrap();
    wait_until("the program exits", || child.try_wait().unwrap().is_some());
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(out.lines().count(), 11);
    drop(input);
}

#[test]
fn bad_usage_is_told() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        "top-down",
        "sideways --count 1",
        "top-down --count 0",
        "top-down --count -1",
        "top-down --count 1 --seed x",
        "top-down --count 1 --threads 0",
        "top-down --count 1 --resume",
        "top-down --count 1 --force",
        "top-down --count 1 -o p --force --resume",
        "top-down --count 1 -o - --resume",
        "bottom-up --count 1 --grids grids",
        "top-down --count 1 --progress sometimes",
    ] {
        let run = generate(folder.path(), arguments);
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
        assert!(run.err.contains("--help"), "{arguments}: {}", run.err);
        assert_eq!(run.out, "", "{arguments}");
    }
    let run = generate(folder.path(), "top-down --grids nowhere.txt");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot read nowhere.txt"), "{}", run.err);
    let run = generate(folder.path(), "top-down --count 1 -o nowhere/p.txt");
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("cannot write nowhere/p.txt"),
        "{}",
        run.err
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn quiet_is_quiet_and_a_reader_may_leave() {
    let folder = TempDir::new().unwrap();
    let run = generate(folder.path(), "top-down --count 3 --quiet");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let mut child = GRADUS
        .command_in(folder.path())
        .args("generate top-down --count 1000000 --quiet".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 81];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn help_has_an_example() {
    let run = generate(Path::new("."), "--help");
    assert_eq!(run.code, Some(0));
    assert!(
        run.out.contains("gradus generate controlled-bias"),
        "{}",
        run.out
    );
}

/// The first puzzles of suexg, as published.
#[test]
fn suexg_makes_the_published_puzzles() {
    let folder = TempDir::new().unwrap();
    let run = generate(folder.path(), "suexg --count 2 --seed 17");
    let lines = [
        "9.234..7.3....8...8..7...64....54..9..9......254...8..........6...53.....8..71... 25",
        "....1.6...9...3........215....1...6.8.2.......4.56.9....94.....5.6.9.8..2.....5.9 24",
        concat!(
            "# gradus generate suexg seed=17 count=2 version=",
            env!("CARGO_PKG_VERSION")
        ),
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), lines);
}

/// Its random numbers are one stream, which a resumed job continues.
#[test]
fn suexg_killed_and_resumed_gives_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let whole = generate(folder.path(), "suexg --count 9000 --seed 5").out;
    let job = "suexg --count 9000 --seed 5 -o p.txt --resume";
    let mut child = start(folder.path(), job);
    wait_for_puzzles(&folder.path().join("p.txt.journal"), 0);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.path().join("p.txt").exists());
    let run = generate(folder.path(), &format!("{job} --threads 3"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read_to_string(folder.path().join("p.txt")).unwrap() == whole);
}

#[test]
fn suexg_takes_seeds_of_32_bits_and_no_grids() {
    let folder = TempDir::new().unwrap();
    let run = generate(folder.path(), "suexg --count 1 --seed 4294967295");
    assert_eq!(run.code, Some(0), "{}", run.err);
    for (arguments, said) in [
        (
            "suexg --count 1 --seed 4294967296",
            "the seed 4294967296 is too large: suexg takes 0 to 4294967295",
        ),
        (
            "suexg --grids grids.txt",
            "--grids needs top-down or controlled-bias: suexg starts from an empty grid",
        ),
    ] {
        let run = generate(folder.path(), arguments);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn puzzles_are_generated_by_difficulty() {
    let folder = TempDir::new().unwrap();
    let run_with = |arguments: &str, condition: &str| {
        let mut command = GRADUS.command_in(folder.path());
        let command = command.arg("generate").args(arguments.split(' '));
        gradus_harness::run(command.args(["--where", condition]))
    };
    let condition = "w >= 2 and clues <= 25";
    for generator in ["top-down", "bottom-up", "controlled-bias", "suexg"] {
        let count = if generator == "controlled-bias" { 1 } else { 4 };
        let arguments = format!("{generator} --count {count} --seed 3");
        let one = run_with(&format!("{arguments} --threads 1"), condition);
        assert_eq!(one.code, Some(0), "{}", one.err);
        assert!(one.err.contains("accepted"), "{}", one.err);
        let two = run_with(&format!("{arguments} --threads 2"), condition);
        assert_eq!(one.out, two.out, "{generator}");
        let (lines, footer) = one.out.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(lines.lines().count(), count);
        let footer: Footer = footer.parse().unwrap();
        assert_eq!(footer.condition.as_deref(), Some(condition));
        assert_eq!((footer.count, footer.grids), (count as u64, None));
        // They are the first ones of the generator that satisfy the condition.
        let tried = footer.tried.unwrap();
        let all = generate(
            folder.path(),
            &format!("{generator} --count {tried} --seed 3"),
        );
        fs::write(folder.path().join("all.txt"), &all.out).unwrap();
        let mut command = GRADUS.command_in(folder.path());
        let command = command.args("rate all.txt --ratings w --json".split(' '));
        let rated = gradus_harness::run(command).objects();
        let holds = |row: &&serde_json::Value| {
            let is_hard = row["w_status"] != "infinite" && row["w"].as_u64() >= Some(2);
            (is_hard || row["w_status"] == "infinite") && row["clues"].as_u64() <= Some(25)
        };
        let chosen: Vec<&str> = rated
            .iter()
            .filter(holds)
            .map(|row| row["puzzle"].as_str().unwrap())
            .collect();
        let found: Vec<&str> = lines.lines().map(|line| &line[..81]).collect();
        assert_eq!(found, chosen, "{generator}");
    }
    let refused = run_with("top-down --count 1", "x = 1");
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(
        refused.err.contains("no column is called"),
        "{}",
        refused.err
    );
}

#[test]
fn an_interrupted_choice_of_puzzles_is_resumed() {
    let folder = TempDir::new().unwrap();
    let arguments = "top-down --count 150 --seed 5 --where w>=2 -q";
    let whole = generate(folder.path(), &format!("{arguments} -o whole.txt"));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let mut child = start(folder.path(), &format!("{arguments} -o half.txt"));
    let journal = folder.path().join("half.txt.journal");
    wait_until("a journal", || {
        journal.exists() || folder.path().join("half.txt").exists()
    });
    gradus_harness::signal(&child, "INT");
    child.wait().unwrap();
    let resumed = generate(folder.path(), &format!("{arguments} -o half.txt --resume"));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("whole.txt"), read("half.txt"));
    let other = generate(
        folder.path(),
        &arguments.replace("w>=2", "w>=3 -o half.txt --resume"),
    );
    assert_eq!(other.code, Some(1), "{}", other.err);
    assert!(other.err.contains("where changed"), "{}", other.err);
}
