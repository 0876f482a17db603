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

/// An output that compresses. The same bytes in give the same bytes out, in
/// whatever pieces they come: some compressors see the pieces, so that they are
/// given blocks of one size.
pub struct Encoder<'a> {
    kind: Kind<'a>,
    block: Vec<u8>,
}

/// Bytes that are compressed at a time.
const BLOCK: usize = 1 << 16;

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
        let kind = match compression {
            Compression::None => Kind::Plain(output),
            Compression::Zstd => Kind::Zstd(zstd::Encoder::new(output, LEVEL)?),
            Compression::Gzip => Kind::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Compression::Bzip2 => {
                Kind::Bzip2(BzEncoder::new(output, bzip2::Compression::default()))
            }
            Compression::Xz => Kind::Xz(XzEncoder::new(output, XZ_LEVEL)),
        };
        let block = Vec::with_capacity(BLOCK);
        Ok(Encoder { kind, block })
    }

    /// Writes the end of the stream.
    pub fn finish(mut self) -> io::Result<()> {
        self.compress()?;
        let mut output = match self.kind {
            Kind::Plain(output) => output,
            Kind::Zstd(encoder) => encoder.finish()?,
            Kind::Gzip(encoder) => encoder.finish()?,
            Kind::Bzip2(encoder) => encoder.finish()?,
            Kind::Xz(encoder) => encoder.finish()?,
        };
        output.flush()
    }

    /// Compresses what is in the block.
    fn compress(&mut self) -> io::Result<()> {
        self.kind.writer().write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl Kind<'_> {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Kind::Plain(output) => output,
            Kind::Zstd(encoder) => encoder,
            Kind::Gzip(encoder) => encoder,
            Kind::Bzip2(encoder) => encoder,
            Kind::Xz(encoder) => encoder,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_show() {
        let text: Vec<u8> = (0..400_000u32)
            .map(|i| (i.wrapping_mul(i) >> 9) as u8 % 60)
            .collect();
        let kinds = [
            Compression::None,
            Compression::Zstd,
            Compression::Gzip,
            Compression::Bzip2,
            Compression::Xz,
        ];
        for compression in kinds {
            let encoded = |size: usize| {
                let mut output = Vec::new();
                let mut encoder = Encoder::new(&mut output, compression).expect("memory");
                for piece in text.chunks(size) {
                    encoder.write_all(piece).expect("memory");
                }
                encoder.finish().expect("memory");
                output
            };
            let whole = encoded(text.len());
            for size in [7, 1000, 70_001] {
                assert!(
                    encoded(size) == whole,
                    "{compression:?} in pieces of {size}"
                );
            }
        }
    }
}
