//! Text in UTF-16, as some editors and spreadsheets write it, read as UTF-8.

use std::io::{self, BufRead, BufReader, Read};

/// The order of the bytes of a UTF-16 text, known by the mark that it begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order that a text with these first bytes has, or `None` if it is not UTF-16.
    pub(crate) fn of(start: &[u8]) -> Option<ByteOrder> {
        match start {
            [0xff, 0xfe, ..] => Some(ByteOrder::Little),
            [0xfe, 0xff, ..] => Some(ByteOrder::Big),
            _ => None,
        }
    }
}

/// The text as UTF-8, its mark included. Broken characters become bytes that
/// are not UTF-8 either, so that the reader of the line notices.
pub(crate) fn decoded(input: impl BufRead, order: ByteOrder) -> impl BufRead {
    BufReader::new(Decoder {
        input,
        order,
        first_half: None,
        ready: Vec::new(),
        given: 0,
    })
}

struct Decoder<R> {
    input: R,
    order: ByteOrder,
    /// The first half of a character that has two.
    first_half: Option<u16>,
    ready: Vec<u8>,
    /// The number of ready bytes that were already returned.
    given: usize,
}

/// Stands for a broken character.
const BROKEN: u8 = 0xff;

const PIECE: u64 = 1 << 15;

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.ready.len() {
            self.decode()?;
        }
        let count = (&self.ready[self.given..]).read(buffer)?;
        self.given += count;
        Ok(count)
    }
}

impl<R: BufRead> Decoder<R> {
    /// Decodes more bytes, if there are any.
    fn decode(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.given = 0;
        let mut bytes = Vec::new();
        self.input.by_ref().take(PIECE).read_to_end(&mut bytes)?;
        let is_end = (bytes.len() as u64) < PIECE;
        let (pairs, rest) = bytes.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| match self.order {
            ByteOrder::Little => u16::from_le_bytes(*pair),
            ByteOrder::Big => u16::from_be_bytes(*pair),
        };
        let mut units: Vec<u16> = self.first_half.take().into_iter().collect();
        units.extend(pairs.iter().map(unit));
        let is_first_half = |unit: &mut u16| (0xd800..0xdc00).contains(unit);
        if !is_end {
            self.first_half = units.pop_if(is_first_half);
        }
        for character in char::decode_utf16(units) {
            match character {
                Ok(character) => {
                    let text = character.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
                    self.ready.extend(text);
                }
                Err(_) => self.ready.push(BROKEN),
            }
        }
        self.ready.extend(rest.iter().map(|_| BROKEN));
        Ok(())
    }
}
