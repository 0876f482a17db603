//! Inputs that can be read only once: standard input, pipes, terminals. They are read on a
//! separate thread, so that a job can stop without waiting for them.

use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::read_ahead::read_ahead;

/// Reads a stream until it ends or the job stops. A stop is an error, because the bytes so
/// far may end anywhere.
pub(crate) struct Pipe<'a> {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    stop: &'a AtomicBool,
    ended: bool,
}

const PIECE: usize = 1 << 16;

const AHEAD: usize = 4;

/// How often the stop flag is checked while no bytes come.
const TICK: Duration = Duration::from_millis(100);

/// A signal that ended the writer of the pipe is meant for this process too, but may arrive
/// later.
const GRACE: Duration = Duration::from_millis(100);

impl<'a> Pipe<'a> {
    /// Reads a stream while `stop` is not set.
    pub(crate) fn new(input: impl Read + Send + 'static, stop: &'a AtomicBool) -> Pipe<'a> {
        Pipe {
            // Nothing can wake the thread from a read: it ends with the program.
            pieces: read_ahead(AHEAD, move |pieces| send_pieces(input, pieces)),
            piece: Cursor::default(),
            stop,
            ended: false,
        }
    }

    /// Waits for a piece. Returns `None` at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(io::Error::other("the job was asked to stop"));
            }
            match self.pieces.recv_timeout(TICK) {
                Ok(piece) => return piece.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.ended => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(GRACE);
                    self.ended = true;
                }
            }
        }
    }
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.piece.position() == self.piece.get_ref().len() as u64 {
            match self.next()? {
                Some(piece) => self.piece = Cursor::new(piece),
                None => return Ok(0),
            }
        }
        self.piece.read(buffer)
    }
}

fn send_pieces(mut input: impl Read, pieces: &Sender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let piece = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(count) => {
                piece.truncate(count);
                Ok(piece)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = piece.is_err();
        if pieces.send(piece).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_in_order() {
        let bytes: Vec<u8> = (0..300_000u32)
            .map(|i| (i.wrapping_mul(i) >> 7) as u8)
            .collect();
        let stop = AtomicBool::new(false);
        let mut read = Vec::new();
        let mut pipe = Pipe::new(Cursor::new(bytes.clone()), &stop);
        pipe.read_to_end(&mut read).expect("memory can be read");
        assert!(read == bytes);
    }

    #[test]
    fn a_stop_ends_the_wait() {
        let stop = AtomicBool::new(false);
        let (silent, _writer) = io::pipe().expect("a pipe");
        thread::scope(|scope| {
            let reader = scope.spawn(|| Pipe::new(silent, &stop).read(&mut [0; 10]));
            stop.store(true, Ordering::Relaxed);
            assert!(reader.join().expect("no panic").is_err());
        });
    }

    #[test]
    fn an_error_is_handed_on() {
        struct FailingInput;
        impl Read for FailingInput {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let stop = AtomicBool::new(false);
        let read = Pipe::new(FailingInput, &stop).read(&mut [0; 10]);
        let error = read.expect_err("it is broken");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    }
}
