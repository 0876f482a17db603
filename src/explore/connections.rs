//! The open connections, at most [`MOST`] of them. When all places are taken, a new connection
//! takes that of the oldest one that waits for its client, so that nobody can lock out those
//! who know the address: their requests arrive at once, and are answered.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most open connections. Each has a thread.
pub(super) const MOST: usize = 256;

/// A response that was not taken for this long may be given up for another connection.
const STALLED: Duration = Duration::from_secs(1);

/// How long to wait for a place before looking again.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, Default)]
pub(super) struct Connections {
    open: Mutex<Open>,
    closed: Condvar,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    /// By number: the oldest comes first.
    places: BTreeMap<u64, (Arc<TcpStream>, Phase)>,
}

/// What a connection is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Its client has not sent a complete request with the token, or has its response.
    Idle,
    /// The response is being computed.
    Working,
    /// A piece of the response waits for the client since then.
    Sending(Instant),
    /// It was closed in favour of another, and its thread is about to end.
    Evicted,
}

/// The place of a connection, which becomes free when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    number: u64,
    connections: Arc<Connections>,
    pub stream: Arc<TcpStream>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection. Waits if all others are busy.
    pub(super) fn add(self: &Arc<Self>, stream: TcpStream) -> Place {
        let mut open = self.lock();
        while open.places.len() >= MOST {
            open = self.wait_for_another(open);
        }
        let (number, stream) = (open.next, Arc::new(stream));
        open.next += 1;
        open.places.insert(number, (stream.clone(), Phase::Idle));
        Place {
            number,
            connections: self.clone(),
            stream,
        }
    }

    /// Closes the connection that can be spared most, and waits a moment until one is closed.
    pub(super) fn make_room(&self) {
        drop(self.wait_for_another(self.lock()));
    }

    fn wait_for_another<'a>(&self, mut open: MutexGuard<'a, Open>) -> MutexGuard<'a, Open> {
        if let Some((stream, phase)) = open.evictable() {
            *phase = Phase::Evicted;
            // Its thread fails to read or write, and ends. It may have ended already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        let waited = self.closed.wait_timeout(open, PAUSE);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Open {
    /// The connection that can be spared most: the oldest idle one, or else the one whose
    /// client has not taken its response for the longest time.
    fn evictable(&mut self) -> Option<&mut (Arc<TcpStream>, Phase)> {
        let rank = |(number, (_, phase)): (&u64, &(Arc<TcpStream>, Phase))| match phase {
            Phase::Idle => Some((None, *number)),
            Phase::Sending(since) if since.elapsed() >= STALLED => Some((Some(*since), *number)),
            _ => None,
        };
        let (_, number) = self.places.iter().filter_map(rank).min()?;
        self.places.get_mut(&number)
    }
}

impl Place {
    pub(super) fn set(&self, phase: Phase) {
        let mut open = self.connections.lock();
        match open.places.get_mut(&self.number) {
            Some((_, own)) if *own != Phase::Evicted => *own = phase,
            _ => {}
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().places.remove(&self.number);
        self.connections.closed.notify_all();
    }
}
