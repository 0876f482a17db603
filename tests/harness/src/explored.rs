//! A running `gradus explore`, and requests to it as any program on the machine could send
//! them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;

use serde_json::Value;

use super::run::{PATIENCE, Program};

/// A server that runs until it is dropped.
pub struct Explored {
    /// The process.
    pub child: Child,
    /// The address of the page.
    pub address: String,
}

/// An answer to a request.
pub struct Answer {
    /// The status code.
    pub code: u16,
    /// The head, as it was sent.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

impl Explored {
    /// Starts the server in a directory, its arguments split at spaces.
    pub fn start(program: Program, folder: &Path, arguments: &str) -> Explored {
        let mut command = program.command_in(folder);
        command
            .args(["explore", "--no-open"])
            .args(arguments.split_whitespace());
        Explored::of(&mut command)
    }

    /// Starts a server by its command.
    pub fn of(command: &mut Command) -> Explored {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut said = String::new();
            child
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut said)
                .unwrap();
            panic!("no address: {said}");
        }
        // Its messages must not fill the pipe.
        let mut err = child.stderr.take().unwrap();
        thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = err.read_to_end(&mut rest);
        });
        let address = line.trim().to_string();
        Explored { child, address }
    }

    /// The host and port, and the path with the token.
    pub fn parts(&self) -> (&str, &str) {
        let rest = self.address.strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        (host, path.split('?').next().unwrap())
    }

    /// Sends a request line with headers, as they are.
    pub fn send(&self, line: &str, headers: &[(&str, &str)]) -> Answer {
        let (host, _) = self.parts();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "Content-Length: 0\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let code = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = &bytes[end + 4..];
        let body = if head.contains("Transfer-Encoding: chunked") {
            dechunked(body).expect("the body has its end")
        } else {
            body.to_vec()
        };
        Answer { code, head, body }
    }

    /// A connection on which nothing has been sent.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.parts().0).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Requests a path behind the token, as the page does.
    pub fn get(&self, what: &str) -> Answer {
        let (host, path) = self.parts();
        self.send(&format!("GET /{path}{what}"), &[("Host", host)])
    }

    /// The answer to a request of the page, which must succeed.
    pub fn ask(&self, what: &str) -> Value {
        let answer = self.get(&format!("api/{what}"));
        assert_eq!(answer.code, 200, "{what}: {}", answer.text());
        answer.json()
    }
}

/// The content of a body in chunks, or `None` if its end is missing.
fn dechunked(mut chunks: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n")?;
        let (length, rest) = chunks.split_at(end);
        let length = usize::from_str_radix(str::from_utf8(length).ok()?, 16).ok()?;
        let rest = &rest[2..];
        if length == 0 {
            return (rest == b"\r\n").then_some(body);
        }
        body.extend_from_slice(rest.get(..length)?);
        chunks = rest.get(length..)?.strip_prefix(b"\r\n")?;
    }
}

impl Drop for Explored {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
