//! The server of the page: on this machine only, for those who know its address. Each
//! request has its own thread, because some take long; browsers send a handful at a time.

use std::io::{self, Cursor, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::answers::{Body, Response, respond};
use super::explorer::Explorer;
use super::guard::Guard;
use super::http::{self, HttpRequest};

/// The content policy of the page: it may load files of this server, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The content policy of a picture, which has inline style.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const MOST_CONNECTIONS: usize = 256;

pub(crate) struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    stop: Sender<()>,
    stopped: Receiver<()>,
}

impl Server {
    /// Listens on a port that only this machine can reach. 0 means any free port.
    pub(crate) fn bind(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = unbounded();
        Ok(Server {
            listener,
            guard: Arc::new(Guard::new(port)?),
            stop,
            stopped,
        })
    }

    pub(crate) fn address(&self) -> String {
        self.guard.address()
    }

    /// A function that stops the server.
    pub(crate) fn stopper(&self) -> impl Fn() + Send + 'static {
        let stop = self.stop.clone();
        move || {
            // It may have stopped already.
            let _ = stop.send(());
        }
    }

    pub(crate) fn serve(self, explorer: Arc<Explorer>) {
        let (listener, guard, stop) = (self.listener, self.guard, self.stop);
        thread::spawn(move || {
            let busy = Arc::new(AtomicUsize::new(0));
            // A connection that cannot be accepted was closed by the other side.
            for stream in listener.incoming().flatten() {
                if busy.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                    busy.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                let (guard, explorer) = (guard.clone(), explorer.clone());
                let (stop, busy) = (stop.clone(), busy.clone());
                thread::spawn(move || {
                    // The other side may close the connection at any time.
                    let _ = handle(stream, &guard, &explorer, &stop);
                    busy.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
        let _ = self.stopped.recv();
    }
}

fn handle(
    mut stream: TcpStream,
    guard: &Guard,
    explorer: &Explorer,
    stop: &Sender<()>,
) -> io::Result<()> {
    http::set_timeouts(&stream)?;
    let Some(request) = HttpRequest::read(&mut stream)? else {
        return Ok(());
    };
    let response = match (guard.admit(&request), request.method.as_str()) {
        (Err((code, text)), _) => Response::plain(code, text),
        (Ok("api/quit"), "POST") => {
            let sent = send(&mut stream, Response::plain(200, "Stopped"));
            let _ = stop.send(());
            return sent;
        }
        (Ok(target), "GET") => {
            // A panic is a defect, and the page should know.
            let work = std::panic::AssertUnwindSafe(|| respond(explorer, target));
            std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Response::plain(500, "Internal server error"))
        }
        _ => Response::plain(405, "Method not allowed"),
    };
    send(&mut stream, response)
}

fn send(stream: &mut TcpStream, response: Response) -> io::Result<()> {
    let policy = match response.media_type {
        "image/svg+xml" => PICTURE_POLICY,
        _ => POLICY,
    };
    let caching = if response.may_keep {
        "private, max-age=3600"
    } else {
        "no-store"
    };
    let name = response.save_as.unwrap_or_default();
    let disposition = format!("attachment; filename=\"{name}\"");
    let mut headers = vec![
        ("Content-Type", response.media_type),
        ("Content-Security-Policy", policy),
        ("Cache-Control", caching),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ];
    if !name.is_empty() {
        headers.push(("Content-Disposition", &disposition));
    }
    let (length, mut content): (u64, Box<dyn Read>) = match response.body {
        Body::Text(text) => (text.len() as u64, Box::new(Cursor::new(text.into_bytes()))),
        Body::File(file) => (file.metadata()?.len(), Box::new(file)),
    };
    http::respond(stream, response.code, &headers, length, &mut content)
}
