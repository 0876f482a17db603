//! An output that compresses what goes through it, or does not.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

/// How a text is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Not at all.
    None,
    /// Zstandard.
    Zstd,
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
}

impl Compression {
    /// The compression that the ending of a name tells.
    pub fn of_name(path: &Path) -> Compression {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("zst") => Compression::Zstd,
            Some("gz") => Compression::Gzip,
            Some("bz2") => Compression::Bzip2,
            Some("xz") => Compression::Xz,
            _ => Compression::None,
        }
    }
}

/// An output that compresses. The same bytes in give the same bytes out.
pub struct Encoder<'a>(Kind<'a>);

type Output<'a> = BufWriter<Box<dyn Write + Send + 'a>>;

enum Kind<'a> {
    Plain(Output<'a>),
    Zstd(zstd::Encoder<'static, Output<'a>>),
    Gzip(GzEncoder<Output<'a>>),
    Bzip2(BzEncoder<Output<'a>>),
    Xz(XzEncoder<Output<'a>>),
}

/// Level of zstd: its own default.
const LEVEL: i32 = 3;

/// Level of xz: its own default.
const XZ_LEVEL: u32 = 6;

impl<'a> Encoder<'a> {
    /// Compresses what is written and hands it on.
    pub fn new(output: impl Write + Send + 'a, compression: Compression) -> io::Result<Self> {
        let output: Output = BufWriter::with_capacity(1 << 16, Box::new(output));
        Ok(Encoder(match compression {
            Compression::None => Kind::Plain(output),
            Compression::Zstd => Kind::Zstd(zstd::Encoder::new(output, LEVEL)?),
            Compression::Gzip => Kind::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Compression::Bzip2 => {
                Kind::Bzip2(BzEncoder::new(output, bzip2::Compression::default()))
            }
            Compression::Xz => Kind::Xz(XzEncoder::new(output, XZ_LEVEL)),
        }))
    }

    /// Writes the end of the stream.
    pub fn finish(self) -> io::Result<()> {
        let mut output = match self.0 {
            Kind::Plain(output) => output,
            Kind::Zstd(encoder) => encoder.finish()?,
            Kind::Gzip(encoder) => encoder.finish()?,
            Kind::Bzip2(encoder) => encoder.finish()?,
            Kind::Xz(encoder) => encoder.finish()?,
        };
        output.flush()
    }
}

impl Write for Encoder<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Plain(output) => output.write(bytes),
            Kind::Zstd(encoder) => encoder.write(bytes),
            Kind::Gzip(encoder) => encoder.write(bytes),
            Kind::Bzip2(encoder) => encoder.write(bytes),
            Kind::Xz(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Plain(output) => output.flush(),
            Kind::Zstd(encoder) => encoder.flush(),
            Kind::Gzip(encoder) => encoder.flush(),
            Kind::Bzip2(encoder) => encoder.flush(),
            Kind::Xz(encoder) => encoder.flush(),
        }
    }
}
