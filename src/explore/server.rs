//! The server of the page: on this machine only, for whoever has its address.
//!
//! Each request has a thread of its own, because some take long; the browser asks for a
//! handful at a time.

use std::io::{self, Cursor};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use tiny_http::{Header, Method, Request, Response};

use super::answers::{Answer, Content, answer};
use super::explorer::Explorer;
use super::guard::{Caller, Guard, Refusal};

/// What the page may load and do: what comes from here, and nothing that is written into
/// it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The same for a picture, whose style is in it.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Requests at a time, at most.
const MOST_REQUESTS: usize = 64;

/// A server that has its port.
pub struct Server {
    http: Arc<tiny_http::Server>,
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
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port));
        let http = http.map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other.to_string()),
        })?;
        let port = http
            .server_addr()
            .to_ip()
            .map_or(port, |address| address.port());
        let (sender, stopped) = channel();
        Ok(Server {
            http: Arc::new(http),
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
    pub fn serve(&self, explorer: Arc<Explorer>) {
        let (http, guard, stop) = (self.http.clone(), self.guard.clone(), self.stop.clone());
        thread::spawn(move || {
            let busy = Arc::new(AtomicUsize::new(0));
            while let Ok(request) = http.recv() {
                let (guard, explorer) = (guard.clone(), explorer.clone());
                let (stop, busy) = (stop.clone(), busy.clone());
                if busy.fetch_add(1, Ordering::Relaxed) >= MOST_REQUESTS {
                    busy.fetch_sub(1, Ordering::Relaxed);
                    let _ = respond(request, Answer::plain(503, "too many requests at a time"));
                    continue;
                }
                thread::spawn(move || {
                    handle(request, &guard, &explorer, &stop);
                    busy.fetch_sub(1, Ordering::Relaxed);
                });
            }
            stop.now();
        });
        let _ = self.stopped.recv();
    }
}

fn handle(request: Request, guard: &Guard, explorer: &Explorer, stop: &Stop) {
    let header = |name: &str| {
        let is_it = |header: &&Header| header.field.as_str().as_str().eq_ignore_ascii_case(name);
        let all = request.headers().iter().filter(is_it);
        let values: Vec<&str> = all.map(|header| header.value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    let [host, origin, site] = ["Host", "Origin", "Sec-Fetch-Site"].map(header);
    let is_post = *request.method() != Method::Get;
    let target = request.url().to_string();
    let caller = Caller {
        is_post,
        target: &target,
        host: host.as_deref(),
        origin: origin.as_deref(),
        site: site.as_deref(),
    };
    let answered = match (guard.admit(&caller), request.method()) {
        (Err(Refusal::Foreign), _) => Answer::plain(403, "this is not for you"),
        (Err(Refusal::NoToken), _) => Answer::plain(404, "there is nothing here"),
        (Ok("api/quit"), Method::Post) => {
            let _ = respond(request, Answer::plain(200, "ended"));
            return stop.now();
        }
        (Ok(target), Method::Get) => {
            // A panic is a defect of ours, and no reason to answer nothing.
            let work = std::panic::AssertUnwindSafe(|| answer(explorer, target));
            std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Answer::plain(500, "the program met a defect of its own"))
        }
        _ => Answer::plain(405, "there is nothing to change here"),
    };
    // That nobody waits for the answer any more is no error.
    let _ = respond(request, answered);
}

/// The headers that every answer has.
fn common_headers() -> &'static [Header] {
    static HEADERS: OnceLock<Vec<Header>> = OnceLock::new();
    HEADERS.get_or_init(|| {
        let all = [
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ];
        all.into_iter()
            .filter_map(|(name, value)| header(name, value))
            .collect()
    })
}

/// A header; none if its value is not ASCII, which ours are.
fn header(name: &str, value: &str) -> Option<Header> {
    Header::from_bytes(name, value).ok()
}

fn respond(request: Request, answer: Answer) -> io::Result<()> {
    let policy = match answer.media_type {
        "image/svg+xml" => PICTURE_POLICY,
        _ => POLICY,
    };
    let keep = match answer.may_keep {
        true => "private, max-age=3600",
        false => "no-store",
    };
    let mut headers = common_headers().to_vec();
    headers.extend(header("Content-Type", answer.media_type));
    headers.extend(header("Content-Security-Policy", policy));
    headers.extend(header("Cache-Control", keep));
    if let Some(name) = &answer.save_as {
        let value = format!("attachment; filename=\"{name}\"");
        headers.extend(header("Content-Disposition", &value));
    }
    let code = answer.code.into();
    match answer.content {
        Content::Text(text) => {
            let length = text.len();
            let text = Cursor::new(text.into_bytes());
            request.respond(Response::new(code, headers, text, Some(length), None))
        }
        Content::File(file) => {
            let length = file.metadata()?.len() as usize;
            request.respond(Response::new(code, headers, file, Some(length), None))
        }
    }
}
