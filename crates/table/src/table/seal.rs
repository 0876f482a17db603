//! The seal of a Parquet file: digests of all its bytes, kept in its own footer, so that
//! a table that was damaged is not mistaken for another table.
//!
//! The part before the end of the file is cut into blocks, each with a digest. The end has a
//! digest as well, calculated with zeros in the place of the digest itself. The
//! seal is found by its mark and not by the structure of the file: a damaged file is
//! recognised before anything in it is believed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

const BLOCK: usize = 1 << 20;

/// Starts every seal.
const MARK: &str = "gradus-blake3:";

const DIGITS: usize = 16;

/// The end of every Parquet file: the length of the footer and four letters.
const LAST: usize = 8;

/// The digest of some bytes. It guards against accidents, not against forgery.
fn digest(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..DIGITS].to_string()
}

/// An output that is sealed: everything written is digested, and the first failure is
/// remembered.
pub(super) struct Sealing<W> {
    output: W,
    /// Bytes before the end.
    length: u64,
    /// The block that is being written, and its bytes so far.
    block: (blake3::Hasher, usize),
    /// The digests of the blocks before.
    blocks: String,
    /// The end, as soon as it has begun.
    end: Option<Vec<u8>>,
    /// The first failure of the output.
    pub(super) failure: Option<io::ErrorKind>,
}

impl<W: Write> Sealing<W> {
    /// Seals an output.
    pub(super) fn new(output: W) -> Sealing<W> {
        Sealing {
            output,
            length: 0,
            block: (blake3::Hasher::new(), 0),
            blocks: String::new(),
            end: None,
            failure: None,
        }
    }

    /// Begins the end of the file. Returns the seal, which must be in it.
    pub(super) fn begin_end(&mut self) -> String {
        self.end_block();
        self.end = Some(Vec::new());
        let nothing = "0".repeat(DIGITS);
        format!("{MARK}{nothing}:{}:{}", self.length, self.blocks)
    }

    /// Closes the seal and writes the end.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let mut end = self.end.take().unwrap_or_default();
        if let Some(start) = find_mark(&end) {
            let mut hasher = blake3::Hasher::new();
            let digest = digest(hasher.update(&end));
            end[start..start + DIGITS].copy_from_slice(digest.as_bytes());
        }
        self.output.write_all(&end)?;
        self.output.flush()
    }

    fn end_block(&mut self) {
        let (hasher, bytes) = &mut self.block;
        if *bytes > 0 {
            self.blocks += &digest(hasher);
            hasher.reset();
            *bytes = 0;
        }
    }

    fn note(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - self.block.1));
            self.block.0.update(now);
            self.block.1 += now.len();
            if self.block.1 == BLOCK {
                self.end_block();
            }
            rest = later;
        }
        self.length += bytes.len() as u64;
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(end) = &mut self.end {
            end.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        match self.output.write(bytes) {
            Ok(count) => {
                self.note(&bytes[..count]);
                Ok(count)
            }
            Err(error) => {
                self.failure.get_or_insert(error.kind());
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Where the first digest of the seal begins: the seal is the last text with its mark.
fn find_mark(end: &[u8]) -> Option<usize> {
    let mut places = end.windows(MARK.len());
    let start = places.rposition(|bytes| bytes == MARK.as_bytes())? + MARK.len();
    (start + DIGITS <= end.len()).then_some(start)
}

#[derive(Clone, Debug)]
pub(super) struct Seal {
    /// Bytes before the end.
    length: u64,
    /// The digests of their blocks, one after the other.
    blocks: String,
}

/// Why the bytes of a file are not accepted.
#[derive(Debug)]
pub(super) enum Broken {
    Read(io::Error),
    /// They differ from the bytes that were written.
    Damaged,
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::Read(error)
    }
}

impl Seal {
    /// The seal of a file, if it has one; an error if the end of the file is not what
    /// it was when it was sealed.
    pub(super) fn of(file: &mut File) -> Result<Option<Seal>, Broken> {
        let all = file.metadata()?.len();
        let Some(last) = all.checked_sub(LAST as u64) else {
            return Ok(None);
        };
        let mut length = [0; 4];
        file.seek(SeekFrom::Start(last))?;
        file.read_exact(&mut length)?;
        let Some(footer) = last.checked_sub(u32::from_le_bytes(length).into()) else {
            return Ok(None);
        };
        let Some((seal, given)) = Seal::parse(&read(file, footer, all)?)? else {
            return Ok(None);
        };
        if seal.length > footer {
            return Err(Broken::Damaged);
        }
        let mut end = read(file, seal.length, all)?;
        let start = find_mark(&end).ok_or(Broken::Damaged)?;
        end[start..start + DIGITS].fill(b'0');
        let found = digest(blake3::Hasher::new().update(&end));
        if given == found {
            Ok(Some(seal))
        } else {
            Err(Broken::Damaged)
        }
    }

    /// The seal in a footer, and the digest of the end.
    fn parse(footer: &[u8]) -> Result<Option<(Seal, String)>, Broken> {
        let Some(start) = find_mark(footer) else {
            return Ok(None);
        };
        let text = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(|_| Broken::Damaged)?;
            Ok::<_, Broken>(text.to_string())
        };
        let (given, rest) = footer[start..].split_at(DIGITS);
        let mut parts = rest.splitn(3, |byte| *byte == b':');
        let (Some([]), Some(length), Some(blocks)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(Broken::Damaged);
        };
        let length: u64 = text(length)?.parse().map_err(|_| Broken::Damaged)?;
        let size = length.div_ceil(BLOCK as u64).saturating_mul(DIGITS as u64);
        let size = usize::try_from(size).map_err(|_| Broken::Damaged)?;
        let blocks = text(blocks.get(..size).ok_or(Broken::Damaged)?)?;
        Ok(Some((Seal { length, blocks }, text(given)?)))
    }

    /// Checks whole blocks from a place on until another is passed. Returns where it stopped.
    pub(super) fn check(&self, file: &mut File, from: u64, until: u64) -> Result<u64, Broken> {
        let mut place = from;
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        while place < until.min(self.length) {
            let number = (place / BLOCK as u64) as usize;
            let size = (BLOCK as u64).min(self.length - place);
            bytes.clear();
            file.take(size).read_to_end(&mut bytes)?;
            let found = digest(blake3::Hasher::new().update(&bytes));
            if self.blocks.get(number * DIGITS..(number + 1) * DIGITS) != Some(&found) {
                return Err(Broken::Damaged);
            }
            place += size;
        }
        Ok(place)
    }
}

fn read(file: &mut File, from: u64, to: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(to - from).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with a head of these bytes and an end that has the seal.
    fn sealed(head: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut sealing = Sealing::new(&mut bytes);
        // Digests do not depend on the pieces.
        for piece in head.chunks(70_001) {
            sealing.write_all(piece).expect("memory");
        }
        let seal = sealing.begin_end();
        let footer = format!("a {MARK} of another, then {seal} and more");
        sealing.write_all(footer.as_bytes()).expect("memory");
        let length = (footer.len() as u32).to_le_bytes();
        sealing.write_all(&length).expect("memory");
        sealing.write_all(b"PAR1").expect("memory");
        sealing.finish().expect("memory");
        bytes
    }

    /// Returns true if a file of these bytes has a seal that holds.
    fn check(bytes: &[u8]) -> Result<bool, Broken> {
        let mut file = tempfile::tempfile()?;
        file.write_all(bytes)?;
        let Some(seal) = Seal::of(&mut file)? else {
            return Ok(false);
        };
        let half = seal.check(&mut file, 0, seal.length / 2)?;
        let all = seal.check(&mut file, half, seal.length)?;
        assert_eq!(all, seal.length);
        Ok(true)
    }

    #[test]
    fn every_byte_counts() {
        let head: Vec<u8> = (0..2_500_000u32)
            .map(|i| (i.wrapping_mul(i) >> 9) as u8)
            .collect();
        let whole = sealed(&head);
        assert!(matches!(check(&whole), Ok(true)));
        assert!(matches!(check(&sealed(b"")), Ok(true)));
        let places = (0..head.len()).step_by(400_001);
        // The mark itself may be lost; then nothing is known.
        let end = head.len()..whole.len() - LAST;
        for place in places.chain(end) {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(!matches!(check(&damaged), Ok(true)), "{place}");
        }
        for cut in [1, 100, 1_000_000] {
            assert!(!matches!(check(&whole[..whole.len() - cut]), Ok(true)));
        }
    }

    #[test]
    fn other_files_have_no_seal() {
        for text in ["", "PAR1", "a text that is longer than the end of a file"] {
            assert!(matches!(check(text.as_bytes()), Ok(false)), "{text:?}");
        }
    }
}
