//! The server of the page: on this machine only, for whoever has its address. Each request
//! has a thread of its own, because some take long; the browser asks for a handful at a
//! time.

use std::io::{self, Cursor, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::answers::{Answer, Content, answer};
use super::explorer::Explorer;
use super::guard::{Caller, Guard, Refusal};
use super::http::{self, Request};

/// What the page may load and do: what comes from here, and nothing that is written into
/// it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The same for a picture, whose style is in it.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Connections at a time, at most.
const MOST_CONNECTIONS: usize = 256;

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    stopped: Receiver<()>,
    stop: Stop,
}

/// Ends a server, from wherever.
#[derive(Clone, Debug)]
pub struct Stop(Sender<()>);

impl Stop {
    /// Ends the server.
    pub fn now(&self) {
        // That it has ended already is as good.
        let _ = self.0.send(());
    }
}

impl Server {
    /// Takes a port of this machine, which other machines cannot reach; 0 is any that is
    /// free.
    pub fn bind(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let (sender, stopped) = unbounded();
        Ok(Server {
            listener,
            guard: Arc::new(Guard::new(port)?),
            stopped,
            stop: Stop(sender),
        })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        self.guard.address()
    }

    /// What ends the server.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Answers until it is ended.
    pub fn serve(self, explorer: Arc<Explorer>) {
        let (listener, guard, stop) = (self.listener, self.guard, self.stop);
        thread::spawn(move || {
            let busy = Arc::new(AtomicUsize::new(0));
            // A connection that could not be taken is one that nobody waits for any more.
            for stream in listener.incoming().flatten() {
                if busy.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                    busy.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                let (guard, explorer) = (guard.clone(), explorer.clone());
                let (stop, busy) = (stop.clone(), busy.clone());
                thread::spawn(move || {
                    // That the other side went away is its right.
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
    stop: &Stop,
) -> io::Result<()> {
    http::patient(&stream)?;
    let Some(request) = Request::read(&mut stream)? else {
        return Ok(());
    };
    let [host, origin, site] =
        ["Host", "Origin", "Sec-Fetch-Site"].map(|name| request.header(name));
    let caller = Caller {
        is_post: request.method != "GET",
        target: &request.target,
        host: host.as_deref(),
        origin: origin.as_deref(),
        site: site.as_deref(),
    };
    let answered = match (guard.admit(&caller), request.method.as_str()) {
        (Err(Refusal::Foreign), _) => Answer::plain(403, "this is not for you"),
        (Err(Refusal::NoToken), _) => Answer::plain(404, "there is nothing here"),
        (Ok("api/quit"), "POST") => {
            let sent = respond(&mut stream, Answer::plain(200, "ended"));
            stop.now();
            return sent;
        }
        (Ok(target), "GET") => {
            // A panic is a defect of ours, and no reason to answer nothing.
            let work = std::panic::AssertUnwindSafe(|| answer(explorer, target));
            std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Answer::plain(500, "the program met a defect of its own"))
        }
        _ => Answer::plain(405, "there is nothing to change here"),
    };
    respond(&mut stream, answered)
}

fn respond(stream: &mut TcpStream, answer: Answer) -> io::Result<()> {
    let policy = match answer.media_type {
        "image/svg+xml" => PICTURE_POLICY,
        _ => POLICY,
    };
    let keep = match answer.may_keep {
        true => "private, max-age=3600",
        false => "no-store",
    };
    let name = answer.save_as.unwrap_or_default();
    let disposition = format!("attachment; filename=\"{name}\"");
    let mut headers = vec![
        ("Content-Type", answer.media_type),
        ("Content-Security-Policy", policy),
        ("Cache-Control", keep),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ];
    if !name.is_empty() {
        headers.push(("Content-Disposition", &disposition));
    }
    let (length, mut content): (u64, Box<dyn Read>) = match answer.content {
        Content::Text(text) => (text.len() as u64, Box::new(Cursor::new(text.into_bytes()))),
        Content::File(file) => (file.metadata()?.len(), Box::new(file)),
    };
    http::respond(stream, answer.code, &headers, length, &mut content)
}
