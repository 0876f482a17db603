//! The lines of an input that may be anything: bounded in length, whatever ends them:

use gradus_table::io::*;

fn lines(input: &[u8]) -> Vec<(u64, Vec<u8>, bool)> {
    let mut lines = Lines::new(input);
    let mut all = Vec::new();
    while let Some(line) = lines.next_line().expect("memory can be read") {
        all.push((line.number, line.bytes.to_vec(), line.too_long));
    }
    all
}

#[test]
fn ends_of_all_kinds() {
    let all = lines(b"\xef\xbb\xbfone\r\n\n  two \t\nthree\rfour\r\rsix");
    let expected = [
        (1, "one"),
        (2, ""),
        (3, "  two \t"),
        (4, "three"),
        (5, "four"),
        (6, ""),
        (7, "six"),
    ];
    let expected = expected.map(|(number, text)| (number, text.as_bytes().to_vec(), false));
    assert_eq!(all, expected);
}

#[test]
fn a_long_line_is_cut_and_the_next_is_whole() {
    let mut input = vec![b'1'; LONGEST_LINE + 5];
    input.extend(b"\nnext\n");
    let all = lines(&input);
    assert_eq!(all.len(), 2);
    assert_eq!((all[0].1.len(), all[0].2), (LONGEST_LINE, true));
    assert_eq!(all[1], (2, b"next".to_vec(), false));
}

#[test]
fn the_longest_line_is_not_too_long() {
    let mut input = vec![b'1'; LONGEST_LINE];
    input.push(b'\n');
    assert!(!lines(&input)[0].2);
    assert!(!lines(&input[..LONGEST_LINE])[0].2);
}
