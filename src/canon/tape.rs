//! Values written to a temporary file, and read again in the same order. The file has no
//! name, so it disappears when the process ends for any reason.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::job::Error;

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 18;

/// A tape that is being written.
pub(crate) struct Tape<T> {
    file: BufWriter<File>,
    buffer: Vec<u8>,
    count: u64,
    kind: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Tape<T> {
    /// An empty tape.
    pub(crate) fn new() -> Result<Tape<T>, Error> {
        Ok(Tape {
            file: BufWriter::with_capacity(BUFFER, tempfile::tempfile().map_err(Error::temporary)?),
            buffer: Vec::new(),
            count: 0,
            kind: PhantomData,
        })
    }

    /// Adds a value.
    pub(crate) fn push(&mut self, thing: &T) -> Result<(), Error> {
        self.buffer.clear();
        self.count += 1;
        let mut write = || -> io::Result<()> {
            let buffer = std::mem::take(&mut self.buffer);
            self.buffer = postcard::to_extend(thing, buffer).map_err(io::Error::other)?;
            let length = self.buffer.len() as u32;
            self.file.write_all(&length.to_le_bytes())?;
            self.file.write_all(&self.buffer)
        };
        write().map_err(Error::temporary)
    }

    /// Reads all values from the beginning.
    pub(crate) fn read(&mut self) -> Result<TapeReader<'_, T>, Error> {
        self.file.flush().map_err(Error::temporary)?;
        let file = self.file.get_mut();
        file.rewind().map_err(Error::temporary)?;
        Ok(TapeReader {
            file: BufReader::with_capacity(BUFFER, file),
            buffer: Vec::new(),
            left: self.count,
            kind: PhantomData,
        })
    }
}

/// The tape, created when it is needed.
pub(crate) fn put_off<T: Serialize + DeserializeOwned>(
    tape: &mut Option<Tape<T>>,
) -> Result<&mut Tape<T>, Error> {
    Ok(match tape {
        Some(tape) => tape,
        none => none.insert(Tape::new()?),
    })
}

/// A tape that is being read.
pub(crate) struct TapeReader<'a, T> {
    file: BufReader<&'a mut File>,
    buffer: Vec<u8>,
    left: u64,
    kind: PhantomData<T>,
}

impl<T: DeserializeOwned> TapeReader<'_, T> {
    fn thing(&mut self) -> io::Result<T> {
        let mut length = [0; 4];
        self.file.read_exact(&mut length)?;
        self.buffer.resize(u32::from_le_bytes(length) as usize, 0);
        self.file.read_exact(&mut self.buffer)?;
        postcard::from_bytes(&self.buffer).map_err(io::Error::other)
    }
}

impl<T: DeserializeOwned> Iterator for TapeReader<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Result<T, Error>> {
        self.left = self.left.checked_sub(1)?;
        Some(self.thing().map_err(Error::temporary))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again_and_again() -> Result<(), Error> {
        let mut tape = Tape::new()?;
        let things: Vec<(u128, String)> = (0..1000).map(|n| (n << 99, n.to_string())).collect();
        for thing in &things {
            tape.push(thing)?;
        }
        for _ in 0..2 {
            let read: Result<Vec<_>, Error> = tape.read()?.collect();
            assert_eq!(read?, things);
        }
        assert_eq!(Tape::<u8>::new()?.read()?.count(), 0);
        Ok(())
    }
}
