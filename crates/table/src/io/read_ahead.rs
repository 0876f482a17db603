//! Readers on their own threads: they wait for disks and pipes, so they have no place in
//! the pool.

use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Reads on a thread that sends at most this many pieces ahead. The thread should end when
/// the receiver is dropped; a receiver that is disconnected early means that it panicked.
pub fn read_ahead<T: Send + 'static>(
    pieces: usize,
    read: impl FnOnce(&Sender<T>) + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = bounded(pieces);
    thread::spawn(move || read(&sender));
    receiver
}
