//! The server of the page: on this machine only, for those who know its address. Each
//! request has its own thread, because some take long; browsers send a handful at a time.

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::answers::{Body, Response, respond};
use super::connections::{Connections, Phase, Place};
use super::explorer::Explorer;
use super::guard::Guard;
use super::http::{self, Chunks, HttpRequest};
use super::paced::{Pace, Paced};

/// The content policy of the page: it may load files of this server, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// How long to wait for the port when the server stops.
const CLOSING: Duration = Duration::from_secs(1);

/// The content policy of a picture, which has inline style.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The server of a page.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    stop: Sender<()>,
    stopped: Receiver<()>,
}

impl Server {
    /// Listens on a port that only this machine can reach. 0 means any free port.
    pub fn bind(port: u16) -> io::Result<Server> {
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

    /// The address of the page. It holds a token: whoever has it can read the tables.
    pub fn address(&self) -> String {
        self.guard.address()
    }

    /// A function that stops the server.
    pub fn stopper(&self) -> impl Fn() + Send + 'static {
        let stop = self.stop.clone();
        move || {
            // It may have stopped already.
            let _ = stop.send(());
        }
    }

    /// Serves the page until it is stopped.
    pub fn serve(self, explorer: Arc<Explorer>) {
        let (listener, guard, stop) = (self.listener, self.guard, self.stop);
        let address = listener.local_addr();
        let ended = Arc::new(AtomicBool::new(false));
        let has_ended = ended.clone();
        let (closing, closed) = unbounded::<()>();
        thread::spawn(move || {
            let connections = Arc::new(Connections::default());
            for stream in listener.incoming() {
                if has_ended.load(Ordering::Relaxed) {
                    break;
                }
                let stream = match stream {
                    Ok(stream) => stream,
                    Err(error) if is_about_client(&error) => continue,
                    // Files or memory have run out: another connection has to end first.
                    Err(_) => {
                        connections.make_room();
                        continue;
                    }
                };
                let place = connections.add(stream);
                let (guard, explorer, stop) = (guard.clone(), explorer.clone(), stop.clone());
                let work = move || {
                    // The other side may close the connection at any time.
                    let _ = handle(&place, &guard, &explorer, &stop);
                };
                // Without a thread, the connection is closed.
                let _ = thread::Builder::new().spawn(work);
            }
            drop(listener);
            drop(closing);
        });
        let _ = self.stopped.recv();
        // Another process would end here; inside of one, the port must become free.
        ended.store(true, Ordering::Relaxed);
        if address.and_then(TcpStream::connect).is_ok() {
            // All places for connections may be taken.
            let _ = closed.recv_timeout(CLOSING);
        }
    }
}

/// Returns true if a connection could not be accepted because its client is gone.
fn is_about_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionReset | Interrupted
    )
}

fn handle(place: &Place, guard: &Guard, explorer: &Explorer, stop: &Sender<()>) -> io::Result<()> {
    place.stream.set_nodelay(true)?;
    let mut stream = Paced::new(place, Pace::USUAL);
    let Some(request) = HttpRequest::read(&mut stream)? else {
        return Ok(());
    };
    if !request.is_1_1 {
        let response = Response::plain(505, "HTTP/1.1 is needed");
        return send(&mut stream, response).and_then(|()| stream.finish());
    }
    let admitted = guard.admit(&request);
    if admitted.is_ok() {
        place.set(Phase::Working);
    }
    let response = match (admitted, request.method.as_str()) {
        (Err((code, text)), _) => Response::plain(code, text),
        (Ok("api/quit"), "POST") => {
            let sent = send(&mut stream, Response::plain(200, "Stopped"));
            let _ = stop.send(());
            return sent;
        }
        (Ok(target), "GET") => {
            // A panic is a defect, and the page should know.
            let work = AssertUnwindSafe(|| respond(explorer, target));
            catch_unwind(work).unwrap_or_else(|_| Response::plain(500, "Internal server error"))
        }
        _ => Response::plain(405, "Method not allowed"),
    };
    send(&mut stream, response)?;
    stream.finish()
}

fn send(stream: &mut Paced, response: Response) -> io::Result<()> {
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
    let head = |length| http::head(response.code, &headers, length);
    match response.body {
        Body::Text(text) => {
            let mut bytes = head(Some(text.len())).into_bytes();
            bytes.extend_from_slice(text.as_bytes());
            stream.write_all(&bytes)
        }
        Body::Rows(rows) => {
            stream.write_all(head(None).as_bytes())?;
            let mut chunks = Chunks::new(stream);
            // After an error or a panic the end is missing, and the client knows.
            let work = AssertUnwindSafe(|| rows.write(&mut chunks));
            catch_unwind(work).unwrap_or_else(|_| Err(io::Error::other("a panic")))?;
            chunks.finish().map(drop)
        }
    }
}
