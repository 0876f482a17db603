//! A connection whose client must keep pace: a request has to arrive by a deadline, however
//! its bytes trickle in, and a response has to be taken at a minimum rate. Only the time in
//! which the client keeps us waiting counts, not the time in which we compute.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::connections::{Phase, Place};

#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The time for the head of a request.
    pub head: Duration,
    /// The time in which a client may take nothing of a response.
    pub grace: Duration,
    /// Bytes per second that it must take in the long run. The buffers of the system count as
    /// taken, so the grace starts when they are full.
    pub rate: u64,
    /// The time in which it must close its side after the response.
    pub linger: Duration,
}

impl Pace {
    /// Slow enough for a tunnel over a bad line.
    pub(super) const USUAL: Pace = Pace {
        head: Duration::from_secs(10),
        grace: Duration::from_secs(30),
        rate: 16 << 10,
        linger: Duration::from_secs(1),
    };

    /// How long a client may have kept us waiting, if it has taken this many bytes.
    fn allowed(&self, taken: u64) -> Duration {
        self.grace + Duration::from_millis(taken.saturating_mul(1000) / self.rate)
    }
}

/// Bytes written at a time, so that progress is noticed.
const PIECE: usize = 64 << 10;

/// Bytes of a request that are read and ignored after its response.
const MOST_IGNORED: u64 = 64 << 10;

/// Both directions of a connection.
#[derive(Debug)]
pub(super) struct Paced<'a> {
    place: &'a Place,
    pace: Pace,
    /// When the request must be complete.
    deadline: Instant,
    sent: u64,
    /// How long writing has taken.
    waited: Duration,
}

impl<'a> Paced<'a> {
    /// The time for a request starts now.
    pub(super) fn new(place: &'a Place, pace: Pace) -> Paced<'a> {
        Paced {
            place,
            pace,
            deadline: Instant::now() + pace.head,
            sent: 0,
            waited: Duration::ZERO,
        }
    }

    fn stream(&self) -> &'a TcpStream {
        &self.place.stream
    }

    /// Ends the response, and waits until the client has closed its side: a connection that is
    /// closed while bytes of the request are unread is reset, and the response may be lost.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.place.set(Phase::Idle);
        self.stream().shutdown(Shutdown::Write)?;
        self.deadline = Instant::now() + self.pace.linger;
        io::copy(&mut self.take(MOST_IGNORED), &mut io::sink()).map(drop)
    }
}

fn too_slow() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

impl Read for Paced<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_slow());
        }
        let mut stream = self.stream();
        stream.set_read_timeout(Some(left))?;
        stream.read(buffer)
    }
}

impl Write for Paced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.pace.allowed(self.sent).saturating_sub(self.waited);
        if left.is_zero() {
            return Err(too_slow());
        }
        let mut stream = self.stream();
        stream.set_write_timeout(Some(left))?;
        let start = Instant::now();
        self.place.set(Phase::Sending(start));
        let written = stream.write(&bytes[..bytes.len().min(PIECE)]);
        self.place.set(Phase::Working);
        self.waited += start.elapsed();
        self.sent += *written.as_ref().unwrap_or(&0) as u64;
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::Arc;

    use super::super::connections::Connections;
    use super::*;

    const QUICK: Pace = Pace {
        head: Duration::from_millis(300),
        grace: Duration::from_millis(300),
        rate: 64 << 20,
        linger: Duration::from_millis(300),
    };

    /// The two ends of a connection.
    fn connected() -> (TcpStream, Place) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let client = TcpStream::connect(address).expect("a connection");
        let (server, _) = listener.accept().expect("a connection");
        (client, Arc::new(Connections::default()).add(server))
    }

    #[test]
    fn bytes_that_trickle_in_do_not_extend_the_deadline() {
        let (mut client, place) = connected();
        let mut paced = Paced::new(&place, QUICK);
        let start = Instant::now();
        let mut byte = [0];
        let ended = loop {
            let _ = client.write(b"x");
            if let Err(error) = paced.read(&mut byte) {
                break error;
            }
        };
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() >= QUICK.head);
    }

    #[test]
    fn a_client_that_takes_nothing_is_given_up() {
        let (client, place) = connected();
        let mut paced = Paced::new(&place, QUICK);
        // More than the system buffers. The credit for these bytes is short at this rate.
        let wrote = paced.write_all(&vec![0; 256 << 20]);
        assert!(wrote.is_err());
        assert!(paced.waited >= QUICK.grace && paced.waited < QUICK.allowed(256 << 20));
        drop(client);
    }

    #[test]
    fn a_slow_client_that_keeps_the_rate_is_served() {
        let pace = Pace {
            rate: 1 << 20,
            ..QUICK
        };
        // After a megabyte it may have kept us waiting for a second more.
        assert_eq!(pace.allowed(0), pace.grace);
        assert_eq!(pace.allowed(1 << 20), pace.grace + Duration::from_secs(1));
        assert!(pace.allowed(u64::MAX) > pace.grace);
    }

    #[test]
    fn a_client_that_does_not_close_is_not_waited_for() {
        let (mut client, place) = connected();
        client.write_all(b"a second request").expect("sent");
        let start = Instant::now();
        let mut paced = Paced::new(&place, QUICK);
        paced.write_all(b"response").expect("sent");
        assert!(paced.finish().is_err());
        assert!(start.elapsed() >= QUICK.linger);
        drop(place);
        let mut response = String::new();
        client.read_to_string(&mut response).expect("no reset");
        assert_eq!(response, "response");
    }
}
