//! Text in UTF-16, as some editors and spreadsheets write it, read as UTF-8.

use std::io::Read;

use gradus_table::io::open_file;

fn read(bytes: &[u8]) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("a file");
    let mut found = Vec::new();
    let mut opened = open_file(file.path()).expect("a file");
    opened.input.read_to_end(&mut found).expect("a file");
    found
}

#[test]
fn all_characters_in_both_orders() {
    let text = "\u{feff}53..7 M\u{fc}ller \u{1f600}\n".repeat(5000);
    let units: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [little, big] {
        assert!(read(&bytes) == text.as_bytes());
    }
}

#[test]
fn broken_characters_are_not_text() {
    for bytes in [
        &b"\xff\xfe1\x00\x00\xd8"[..],
        b"\xff\xfe1\x00\x00\xdc2\x00",
        b"\xff\xfe1\x002",
    ] {
        assert!(str::from_utf8(&read(bytes)).is_err(), "{bytes:?}");
    }
}
