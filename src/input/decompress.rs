//! Streams decompressed as they are read, recognised by their first bytes and
//! not by a name: zstd, gzip, bzip2, xz, or none of them.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};

/// Decoders may take so much memory for their windows; what needs more is refused.
/// `xz -9` takes 65 MiB and `zstd --long` 128 MiB.
const LARGEST_WINDOW_LOG: u32 = 27;

/// The longest of the signatures below.
const SIGNATURE: usize = 6;

/// How a stream is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Not at all.
    None,
    /// Zstandard, or a skippable frame of it.
    Zstd,
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
}

impl Compression {
    /// The compression that a stream with these first bytes has.
    pub fn of(start: &[u8]) -> Compression {
        match start {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            _ => Compression::None,
        }
    }
}

/// A stream as it was before it was compressed, and how it was.
pub fn decompressed<'a>(
    mut input: impl BufRead + Send + 'a,
) -> io::Result<(Box<dyn BufRead + Send + 'a>, Compression)> {
    let mut start = Vec::with_capacity(SIGNATURE);
    input
        .by_ref()
        .take(SIGNATURE as u64)
        .read_to_end(&mut start)?;
    let compression = Compression::of(&start);
    let input = Cursor::new(start).chain(input);
    let output: Box<dyn BufRead + Send> = match compression {
        Compression::None => Box::new(input),
        Compression::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(input)?;
            decoder.window_log_max(LARGEST_WINDOW_LOG)?;
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        }
        Compression::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input))),
        Compression::Bzip2 => {
            Box::new(BufReader::with_capacity(BUFFER, MultiBzDecoder::new(input)))
        }
        Compression::Xz => {
            let stream = Stream::new_stream_decoder(1 << LARGEST_WINDOW_LOG, CONCATENATED)?;
            Box::new(BufReader::with_capacity(
                BUFFER,
                XzDecoder::new_stream(input, stream),
            ))
        }
    };
    Ok((output, compression))
}

/// Bytes decompressed at a time.
const BUFFER: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn compressed(text: &[u8], compression: Compression) -> Vec<u8> {
        let mut output = Vec::new();
        match compression {
            Compression::None => output.extend(text),
            Compression::Zstd => output = zstd::encode_all(text, 3).expect("memory"),
            Compression::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut output, Default::default());
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory");
            }
            Compression::Bzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(&mut output, Default::default());
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory");
            }
            Compression::Xz => {
                let mut encoder = liblzma::write::XzEncoder::new(&mut output, 6);
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory");
            }
        }
        output
    }

    const ALL: [Compression; 5] = [
        Compression::None,
        Compression::Zstd,
        Compression::Gzip,
        Compression::Bzip2,
        Compression::Xz,
    ];

    fn read(input: &[u8]) -> (Compression, io::Result<Vec<u8>>) {
        let (mut output, compression) = decompressed(input).expect("a known stream");
        let mut bytes = Vec::new();
        (compression, output.read_to_end(&mut bytes).map(|_| bytes))
    }

    #[test]
    fn all_kinds_in_one_or_several_pieces() {
        let text: Vec<u8> = (0..200_000u32)
            .map(|i| (i.wrapping_mul(i) >> 7) as u8)
            .collect();
        for compression in ALL {
            let mut bytes = compressed(&text, compression);
            bytes.extend(compressed(b"more", compression));
            let (found, output) = read(&bytes);
            assert_eq!(found, compression);
            let output = output.unwrap_or_else(|error| panic!("{compression:?}: {error}"));
            assert!(output == [&text[..], b"more"].concat(), "{compression:?}");
        }
    }

    #[test]
    fn a_cut_stream_gives_what_it_has_and_an_error() {
        let text: Vec<u8> = (0..200_000u32)
            .map(|i| (i.wrapping_mul(i) >> 7) as u8)
            .collect();
        for compression in &ALL[1..] {
            let bytes = compressed(&text, *compression);
            let (mut output, _) = decompressed(&bytes[..bytes.len() - 5]).expect("a known stream");
            let mut read = Vec::new();
            assert!(output.read_to_end(&mut read).is_err(), "{compression:?}");
            assert!(text.starts_with(&read), "{compression:?}");
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
}
