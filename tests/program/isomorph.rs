//! End-to-end tests of `gradus isomorph`.

use std::collections::HashSet;

use gradus::puzzles::sudoku::Puzzle;
use gradus::puzzles::sudoku::symmetry::Canoniser;
use gradus_harness::puzzles::{DEPTH_3, EASY, puzzles};
use gradus_harness::sukaku;

use crate::GRADUS;

fn least(text: &str) -> Puzzle {
    let puzzle: Puzzle = text.parse().unwrap();
    Canoniser::default().least(&puzzle).puzzle
}

#[test]
fn isomorphs_are_of_the_same_class_and_keep_the_comment() {
    let input = format!("{DEPTH_3} Loki\n{}\n{EASY} easy, 17\n", sukaku(EASY));
    let run = GRADUS.fed(["isomorph", "-", "--seed", "1"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let mut lines = run.out.lines();
    for line in input.lines() {
        let (text, comment) = line
            .split_once(' ')
            .map_or((line, None), |(t, c)| (t, Some(c)));
        let image = lines.next().unwrap();
        let (image, kept) = image
            .split_once(' ')
            .map_or((image, None), |(t, c)| (t, Some(c)));
        assert_eq!(kept, comment);
        assert_ne!(image, text);
        assert_eq!(least(image), least(text));
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn the_seed_and_the_row_decide() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(100));
    let one = folder.done("isomorph a.txt --seed 7 --threads 1").out;
    assert_eq!(one.lines().count(), 100);
    assert_eq!(folder.done("isomorph a.txt --seed 7 --threads 3").out, one);
    assert_eq!(folder.done("isomorph a.txt --seed 7 -o -").out, one);
    assert_ne!(folder.done("isomorph a.txt --seed 8").out, one);
    folder.done("isomorph a.txt --seed 7 -o b.txt.gz");
    assert_eq!(folder.done("isomorph b.txt.gz").out.lines().count(), 100);
    // The same puzzle in another row gets another isomorph.
    let twice = GRADUS.fed(["isomorph", "-"], format!("{EASY}\n{EASY}\n"));
    let lines: HashSet<&str> = twice.out.lines().collect();
    assert_eq!(lines.len(), 2);
}

#[test]
fn several_of_each() {
    let input = format!("{DEPTH_3} a\n{EASY} b\n");
    let run = |count: &str| GRADUS.fed(["isomorph", "-", "--count", count], &input).out;
    let (one, many) = (run("1"), run("5"));
    let many: Vec<&str> = many.lines().collect();
    assert_eq!(many.len(), 10);
    assert_eq!(many.iter().collect::<HashSet<_>>().len(), 10);
    assert!(many[..5].iter().all(|line| line.ends_with(" a")));
    // A larger count starts with those of a smaller one.
    assert_eq!(one.lines().collect::<Vec<_>>(), [many[0], many[5]]);
    let none = GRADUS.fed(["isomorph", "-", "--count", "0"], &input);
    assert_eq!(none.code, Some(2));
}

#[test]
fn what_is_no_sudoku_is_reported() {
    let input = format!("latin:1..4.3.....1....\n{EASY}\nnothing\n");
    let run = GRADUS.fed(["isomorph", "-"], input);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1);
    assert!(run.err.contains("line 1: not a 9×9 Sudoku"), "{}", run.err);
    assert!(run.err.contains("line 3: "), "{}", run.err);
}
