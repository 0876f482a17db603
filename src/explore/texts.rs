//! Columns of text, compressed in blocks of rows. A million puzzles take a third of their
//! length, and a row is read in a tenth of a millisecond.

use std::convert::Infallible;
use std::io;

use super::recent::Recent;
use crate::expression::Number;
use crate::table::Texts;

/// Rows per block.
pub(super) const BLOCK: usize = 1024;

/// Blocks that stay decompressed.
const KEPT: usize = 64;

/// The fastest compression: loading a table should not take long.
const LEVEL: i32 = 1;

#[derive(Debug, Default)]
pub(super) struct PackedTexts {
    blocks: Vec<Box<[u8]>>,
    rows: usize,
    /// Texts that are numbers, and other texts that are not empty.
    numbers: usize,
    words: usize,
    recent: Recent<usize, Texts, KEPT>,
}

impl PackedTexts {
    /// The text of a row, empty if it has none.
    pub(super) fn get(&self, row: usize) -> String {
        let unpack = |block: &usize| Ok::<_, Infallible>(self.unpacked(*block));
        let Ok(block) = self.recent.get(row / BLOCK, unpack);
        block.get(row % BLOCK).unwrap_or_default().to_string()
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Returns true if all its texts are numbers, except those that are empty or NaN.
    pub(super) fn is_numeric(&self) -> bool {
        self.numbers > 0 && self.words == 0
    }

    pub(super) fn unpacked(&self, place: usize) -> Texts {
        let mut texts = Texts::default();
        if let Some(block) = self.blocks.get(place)
            && let Ok(bytes) = zstd::decode_all(&block[..])
            && let Some((count, rest)) = bytes.split_first_chunk()
        {
            let count = u32::from_le_bytes(*count) as usize;
            let (lengths, mut rest) = rest.split_at((4 * count).min(rest.len()));
            for length in lengths.as_chunks().0 {
                let length = u32::from_le_bytes(*length) as usize;
                let (text, after) = rest.split_at(length.min(rest.len()));
                texts.push_field(&String::from_utf8_lossy(text));
                rest = after;
            }
        }
        texts
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// Compresses a column while its rows are read.
#[derive(Default)]
pub(super) struct Packer {
    packed: PackedTexts,
    lengths: Vec<u32>,
    bytes: Vec<u8>,
}

impl Packer {
    pub(super) fn push(&mut self, text: &str) -> io::Result<()> {
        self.lengths.push(text.len() as u32);
        self.bytes.extend_from_slice(text.as_bytes());
        self.packed.rows += 1;
        // After some words, a column will not become numeric.
        if self.packed.words == 0 {
            match text.trim() {
                text if text.is_empty() || text.eq_ignore_ascii_case("nan") => {}
                text if Number::parse(text).is_some() => self.packed.numbers += 1,
                _ => self.packed.words += 1,
            }
        }
        if self.lengths.len() == BLOCK {
            self.end_block()?;
        }
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        let mut block = (self.lengths.len() as u32).to_le_bytes().to_vec();
        let lengths = self.lengths.drain(..);
        block.extend(lengths.flat_map(u32::to_le_bytes));
        block.append(&mut self.bytes);
        let packed = zstd::bulk::compress(&block, LEVEL)?;
        self.packed.blocks.push(packed.into_boxed_slice());
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<PackedTexts> {
        if !self.lengths.is_empty() {
            self.end_block()?;
        }
        Ok(self.packed)
    }
}
