//! Compression, both ways: streams decompressed as they are read, recognised by

use std::io::{self, Read, Write};

use gradus_table::io::*;

const ALL: [Compression; 5] = [
    Compression::None,
    Compression::Zstd,
    Compression::Gzip,
    Compression::Bzip2,
    Compression::Xz,
];

fn noise(length: u32) -> Vec<u8> {
    (0..length)
        .map(|i| (i.wrapping_mul(i) >> 7) as u8)
        .collect()
}

/// A text compressed in pieces of this size.
fn compressed(text: &[u8], compression: Compression, size: usize) -> Vec<u8> {
    let mut output = Vec::new();
    let mut encoder = Encoder::new(&mut output, compression).expect("memory");
    for piece in text.chunks(size) {
        encoder.write_all(piece).expect("memory");
    }
    encoder.finish().expect("memory");
    output
}

fn read(input: &[u8]) -> (Compression, io::Result<Vec<u8>>) {
    let (mut output, compression) = decompressed(input).expect("a known stream");
    let mut bytes = Vec::new();
    (compression, output.read_to_end(&mut bytes).map(|_| bytes))
}

#[test]
fn pieces_do_not_show() {
    let text = noise(400_000);
    for compression in ALL {
        let whole = compressed(&text, compression, text.len());
        for size in [7, 1000, 70_001] {
            assert!(
                compressed(&text, compression, size) == whole,
                "{compression:?} in pieces of {size}"
            );
        }
    }
}

#[test]
fn all_kinds_in_one_or_several_streams() {
    let text = noise(200_000);
    for compression in ALL {
        let mut bytes = compressed(&text, compression, text.len());
        bytes.extend(compressed(b"more", compression, 4));
        let (found, output) = read(&bytes);
        assert_eq!(found, compression);
        let output = output.unwrap_or_else(|error| panic!("{compression:?}: {error}"));
        assert!(output == [&text[..], b"more"].concat(), "{compression:?}");
    }
}

#[test]
fn a_cut_stream_gives_what_it_has_and_an_error() {
    let text = noise(200_000);
    for compression in &ALL[1..] {
        let bytes = compressed(&text, *compression, text.len());
        let (mut output, _) = decompressed(&bytes[..bytes.len() - 5]).expect("a known stream");
        let mut read = Vec::new();
        assert!(output.read_to_end(&mut read).is_err(), "{compression:?}");
        assert!(text.starts_with(&read), "{compression:?}");
    }
}

#[test]
fn a_damaged_stream_is_an_error() {
    let text = noise(1000);
    for compression in &ALL[1..] {
        let whole = compressed(&text, *compression, text.len());
        // The beginning says what it is, and padding at the end means nothing.
        for place in 20..whole.len() - 12 {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            let read = read(&bytes).1;
            assert!(
                read.is_err() || read.is_ok_and(|read| read == text),
                "{compression:?}, byte {place}"
            );
        }
    }
}

#[test]
fn short_streams_are_plain() {
    for text in ["", "1", "BZh", "12345"] {
        let (found, output) = read(text.as_bytes());
        assert_eq!(
            (found, output.expect("plain")),
            (Compression::None, text.into())
        );
    }
}
