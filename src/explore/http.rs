//! The part of HTTP that a page on this machine needs: one request per connection, responses
//! with their length.
//!
//! Connections are never kept for another request. On this machine a new one costs next to
//! nothing, and no request ever waits behind an idle connection. `httparse` parses the heads.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

const LONGEST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

/// How long the other side may stay silent.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HttpRequest {
    /// `GET`, `POST` or another.
    pub method: String,
    pub target: String,
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
            headers: parsed.headers.iter().map(header).collect(),
        })
    }
}

pub(super) fn set_timeouts(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)
}

/// Sends a response and closes the connection.
pub(super) fn respond(
    stream: &mut TcpStream,
    code: u16,
    headers: &[(&str, &str)],
    length: u64,
    content: &mut dyn Read,
) -> io::Result<()> {
    let reason = match code {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    };
    let mut head = format!("HTTP/1.1 {code} {reason}\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    io::copy(content, stream)?;
    stream.flush()?;
    stream.shutdown(Shutdown::Write)
}
