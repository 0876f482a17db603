//! Compression, both ways: streams decompressed as they are read, recognised by
//! their first bytes and not by a name, and outputs compressed as they are written.

use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Write};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use bzip2::write::BzEncoder;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};
use liblzma::write::XzEncoder;

/// Decoders may take this much memory for their windows; streams that need more are refused.
/// `xz -9` takes 65 MiB and `zstd --long` 128 MiB.
const LARGEST_WINDOW_LOG: u32 = 27;

/// The longest of the signatures below.
const SIGNATURE: usize = 6;

/// Level of zstd: its own default.
const ZSTD_LEVEL: i32 = 3;

/// Level of xz: its own default.
const XZ_LEVEL: u32 = 6;

/// Bytes that are compressed or decompressed at a time.
const BLOCK: usize = 1 << 16;

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
    pub(crate) fn of(start: &[u8]) -> Compression {
        match start {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            _ => Compression::None,
        }
    }
}

/// The compression that the ending of a name stands for.
impl From<&Path> for Compression {
    fn from(path: &Path) -> Compression {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("zst") => Compression::Zstd,
            Some("gz") => Compression::Gzip,
            Some("bz2") => Compression::Bzip2,
            Some("xz") => Compression::Xz,
            _ => Compression::None,
        }
    }
}

/// Why a stream with these first bytes is not read, if it is an archive of several files.
fn archive(start: &[u8]) -> Option<&'static str> {
    match start {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(
            "it is a zip archive, which gradus does not read: unpack it, or use unzip -p FILE.zip \
             | gradus COMMAND - (of a spreadsheet, save the sheet as CSV)",
        ),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some(
            "it is a 7z archive, which gradus does not read: unpack it, or use 7z x -so FILE.7z | \
             gradus COMMAND -",
        ),
        [b'R', b'a', b'r', b'!', 0x1a, 0x07, ..] => {
            Some("it is a rar archive, which gradus does not read: unpack it")
        }
        _ => None,
    }
}

/// A stream as it was before it was compressed, and how it was. Archives are refused.
pub fn decompressed<'a>(
    mut input: impl BufRead + Send + 'a,
) -> io::Result<(Box<dyn BufRead + Send + 'a>, Compression)> {
    let mut start = Vec::with_capacity(SIGNATURE);
    input
        .by_ref()
        .take(SIGNATURE as u64)
        .read_to_end(&mut start)?;
    if let Some(archive) = archive(&start) {
        return Err(io::Error::new(io::ErrorKind::Unsupported, archive));
    }
    let compression = Compression::of(&start);
    let input = Cursor::new(start).chain(input);
    let output: Box<dyn BufRead + Send> = match compression {
        Compression::None => Box::new(input),
        Compression::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(input)?;
            decoder.window_log_max(LARGEST_WINDOW_LOG)?;
            Box::new(BufReader::with_capacity(BLOCK, decoder))
        }
        Compression::Gzip => Box::new(BufReader::with_capacity(BLOCK, MultiGzDecoder::new(input))),
        Compression::Bzip2 => Box::new(BufReader::with_capacity(BLOCK, MultiBzDecoder::new(input))),
        Compression::Xz => {
            let stream = Stream::new_stream_decoder(1 << LARGEST_WINDOW_LOG, CONCATENATED)?;
            Box::new(BufReader::with_capacity(
                BLOCK,
                XzDecoder::new_stream(input, stream),
            ))
        }
    };
    Ok((output, compression))
}

/// An output that compresses. The same bytes in give the same bytes out, in
/// any pieces: some compressors depend on the pieces, so they get blocks of one size.
pub struct Encoder<'a> {
    kind: Codec<'a>,
    block: Vec<u8>,
}

type BoxedWriter<'a> = BufWriter<Box<dyn Write + Send + 'a>>;

enum Codec<'a> {
    Plain(BoxedWriter<'a>),
    Zstd(zstd::Encoder<'static, BoxedWriter<'a>>),
    Gzip(GzEncoder<BoxedWriter<'a>>),
    Bzip2(BzEncoder<BoxedWriter<'a>>),
    Xz(XzEncoder<BoxedWriter<'a>>),
}

impl<'a> Encoder<'a> {
    /// Compresses everything that is written.
    pub fn new(output: impl Write + Send + 'a, compression: Compression) -> io::Result<Self> {
        let output: BoxedWriter = BufWriter::with_capacity(BLOCK, Box::new(output));
        let kind = match compression {
            Compression::None => Codec::Plain(output),
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(output, ZSTD_LEVEL)?;
                // As the others do: damage is seen when the stream is read.
                encoder.include_checksum(true)?;
                Codec::Zstd(encoder)
            }
            Compression::Gzip => {
                Codec::Gzip(GzEncoder::new(output, flate2::Compression::default()))
            }
            Compression::Bzip2 => {
                Codec::Bzip2(BzEncoder::new(output, bzip2::Compression::default()))
            }
            Compression::Xz => Codec::Xz(XzEncoder::new(output, XZ_LEVEL)),
        };
        let block = Vec::with_capacity(BLOCK);
        Ok(Encoder { kind, block })
    }

    /// Writes the end of the stream.
    pub fn finish(mut self) -> io::Result<()> {
        self.compress()?;
        let mut output = match self.kind {
            Codec::Plain(output) => output,
            Codec::Zstd(encoder) => encoder.finish()?,
            Codec::Gzip(encoder) => encoder.finish()?,
            Codec::Bzip2(encoder) => encoder.finish()?,
            Codec::Xz(encoder) => encoder.finish()?,
        };
        output.flush()
    }

    fn compress(&mut self) -> io::Result<()> {
        self.kind.writer().write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl Codec<'_> {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Codec::Plain(output) => output,
            Codec::Zstd(encoder) => encoder,
            Codec::Gzip(encoder) => encoder,
            Codec::Bzip2(encoder) => encoder,
            Codec::Xz(encoder) => encoder,
        }
    }
}

impl Write for Encoder<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == BLOCK {
            self.compress()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.compress()?;
        self.kind.writer().flush()
    }
}
