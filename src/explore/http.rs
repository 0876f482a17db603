//! The part of HTTP/1.1 that a page on this machine needs: one request per connection, and
//! responses with their length or in chunks.
//!
//! Connections are never kept for another request. On this machine a new one costs next to
//! nothing, and no request ever waits behind an idle connection. `httparse` parses the heads.

use std::io::{self, Read, Write};

const LONGEST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HttpRequest {
    /// `GET`, `POST` or another.
    pub method: String,
    pub target: String,
    /// True if the client knows chunks.
    pub is_1_1: bool,
    headers: Vec<(String, String)>,
}

impl HttpRequest {
    /// The value of a header. Several of one name are joined.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        let own = self.headers.iter();
        let own = own.filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let values: Vec<&str> = own.map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Reads a request. Returns `None` if it is incomplete or not HTTP.
    pub(super) fn read(stream: &mut impl Read) -> io::Result<Option<HttpRequest>> {
        let mut head = Vec::new();
        let mut piece = [0; 4096];
        while head.len() < LONGEST_HEAD {
            let count = stream.read(&mut piece)?;
            if count == 0 {
                return Ok(None);
            }
            head.extend_from_slice(&piece[..count]);
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut parsed = httparse::Request::new(&mut headers);
            match parsed.parse(&head) {
                Ok(httparse::Status::Partial) => {}
                Ok(httparse::Status::Complete(_)) => return Ok(HttpRequest::new(&parsed)),
                Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }

    fn new(parsed: &httparse::Request) -> Option<HttpRequest> {
        let header = |header: &httparse::Header| {
            let value = String::from_utf8_lossy(header.value).into_owned();
            (header.name.to_string(), value)
        };
        Some(HttpRequest {
            method: parsed.method?.to_string(),
            target: parsed.path?.to_string(),
            is_1_1: parsed.version? == 1,
            headers: parsed.headers.iter().map(header).collect(),
        })
    }
}

/// The head of a response. The body has this length, or is sent in [`Chunks`].
pub(super) fn head(code: u16, headers: &[(&str, &str)], length: Option<usize>) -> String {
    let reason = match code {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        410 => "Gone",
        505 => "HTTP Version Not Supported",
        _ => "Internal Server Error",
    };
    let mut head = format!("HTTP/1.1 {code} {reason}\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &match length {
        Some(length) => format!("Content-Length: {length}\r\n"),
        None => "Transfer-Encoding: chunked\r\n".to_string(),
    };
    head + "Connection: close\r\n\r\n"
}

/// Bytes of a chunk.
const CHUNK: usize = 64 << 10;

/// A body of unknown length. Without its end, which [`Chunks::finish`] sends, the client knows
/// that the body is incomplete.
pub(super) struct Chunks<W> {
    output: W,
    chunk: Vec<u8>,
}

impl<W: Write> Chunks<W> {
    pub(super) fn new(output: W) -> Chunks<W> {
        Chunks {
            output,
            chunk: Vec::with_capacity(CHUNK),
        }
    }

    fn send(&mut self) -> io::Result<()> {
        // An empty chunk would be the end.
        if self.chunk.is_empty() {
            return Ok(());
        }
        write!(self.output, "{:x}\r\n", self.chunk.len())?;
        self.chunk.extend_from_slice(b"\r\n");
        let sent = self.output.write_all(&self.chunk);
        self.chunk.clear();
        sent
    }

    /// Sends the end of the body.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.send()?;
        self.output.write_all(b"0\r\n\r\n")?;
        Ok(self.output)
    }
}

impl<W: Write> Write for Chunks<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = CHUNK - self.chunk.len();
        let count = bytes.len().min(room);
        self.chunk.extend_from_slice(&bytes[..count]);
        if count == room {
            self.send()?;
        }
        Ok(count)
    }

    /// Does nothing: a writer that flushes often must not make small chunks.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_have_their_length_and_an_end() {
        let mut chunks = Chunks::new(Vec::new());
        chunks.write_all(&[b'x'; CHUNK + 3]).expect("memory");
        let sent = chunks.finish().expect("memory");
        let end = b"\r\n3\r\nxxx\r\n0\r\n\r\n";
        assert!(sent.starts_with(b"10000\r\nxxx") && sent.ends_with(end));
        assert_eq!(sent.len(), 7 + CHUNK + end.len());
        let empty = Chunks::new(Vec::new()).finish().expect("memory");
        assert_eq!(empty, b"0\r\n\r\n");
    }
}
