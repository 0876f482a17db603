//! Clients of `gradus explore` that are slow, many, or do not end their requests: nobody who
//! knows the address is locked out.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use gradus_harness::puzzles::EASY;
use gradus_harness::{Explored, Folder, PATIENCE};

use crate::GRADUS;

fn explored(folder: &Folder) -> Explored {
    folder.write("table.csv", format!("row,puzzle,clues\n0,{EASY},30\n"));
    Explored::start(GRADUS, &folder.path(""), "table.csv")
}

/// All that the server sends until it closes the connection.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A request for the page.
fn request(page: &Explored, more: &str) -> String {
    let (host, path) = page.parts();
    format!("GET /{path}api/about HTTP/1.1\r\nHost: {host}\r\n{more}\r\n")
}

#[test]
fn a_thousand_idle_connections_lock_nobody_out() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let mut idle = Vec::new();
    for number in 0..1000 {
        let mut stream = page.connect();
        // Some have sent nothing, others a part of a request.
        if number % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
        }
        idle.push(stream);
        if idle.len() > 400 {
            idle.remove(0);
        }
        if number % 50 == 49 {
            assert_eq!(page.ask("about")["rows"], 1);
        }
    }
    // The oldest connections made room, and the latest are still open.
    assert_eq!(rest(&mut idle[0]), "");
    let latest = idle.last_mut().unwrap();
    latest
        .set_read_timeout(Some(Duration::from_millis(50)))
        .unwrap();
    let waited = latest.read(&mut [0]).unwrap_err().kind();
    assert!(matches!(
        waited,
        ErrorKind::WouldBlock | ErrorKind::TimedOut
    ));
}

#[test]
fn a_request_that_trickles_in_is_given_up() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let mut stream = page.connect();
    stream
        .set_read_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    let start = Instant::now();
    let mut sent = 0;
    let ended = loop {
        assert!(start.elapsed() < PATIENCE, "{sent} bytes sent");
        if stream.write_all(b"G").is_err() {
            break true;
        }
        sent += 1;
        // The timeout sets the pace.
        match stream.read(&mut [0]) {
            Ok(count) => break count == 0,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break true,
        }
    };
    assert!(
        ended && start.elapsed() > Duration::from_secs(5),
        "{sent} bytes sent"
    );
}

#[test]
fn a_second_request_on_a_connection_is_ignored_and_the_first_response_is_whole() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let one = request(&page, "Connection: keep-alive\r\n");
    let mut stream = page.connect();
    stream.write_all(one.repeat(3).as_bytes()).unwrap();
    let sent = rest(&mut stream);
    assert_eq!(sent.matches("HTTP/1.1 200 OK").count(), 1);
    assert!(sent.contains("Connection: close") && sent.ends_with('}'));
}

#[test]
fn half_closed_connections_are_answered() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let whole = request(&page, "");
    let mut stream = page.connect();
    stream.write_all(whole.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 200 OK"));
    let mut stream = page.connect();
    stream.write_all(&whole.as_bytes()[..30]).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(rest(&mut stream), "");
}

#[test]
fn the_body_of_a_request_is_not_waited_for() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let body = "Content-Length: 1000000000\r\nExpect: 100-continue\r\n";
    let mut stream = page.connect();
    stream.write_all(request(&page, body).as_bytes()).unwrap();
    stream.write_all(&[b'x'; 5000]).unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 200 OK"));
}

#[test]
fn an_old_version_is_named() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let mut stream = page.connect();
    let old = request(&page, "").replace("HTTP/1.1", "HTTP/1.0");
    stream.write_all(old.as_bytes()).unwrap();
    let sent = rest(&mut stream);
    assert!(sent.starts_with("HTTP/1.1 505 ") && sent.contains("HTTP/1.1 is needed"));
}

#[test]
fn clients_that_read_nothing_lock_nobody_out() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let (host, path) = page.parts();
    // The largest file of the page, sent to clients that do not read it.
    let one = format!("GET /{path}viewer/viewer.js HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut deaf = Vec::new();
    for number in 0..300 {
        let mut stream = page.connect();
        stream.write_all(one.as_bytes()).unwrap();
        deaf.push(stream);
        if number % 50 == 49 {
            assert_eq!(page.ask("about")["rows"], 1);
        }
    }
}

#[test]
#[cfg(unix)]
fn a_server_without_free_files_makes_room() {
    let folder = GRADUS.folder();
    folder.write("table.csv", format!("row,puzzle,clues\n0,{EASY},30\n"));
    let program = GRADUS.command_in(&folder.path(""));
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -n 48; exec \"$0\" \"$@\""])
        .arg(program.get_program())
        .args(["explore", "--no-open", "table.csv"])
        .current_dir(folder.path(""))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let page = Explored::of(&mut command);
    let idle: Vec<TcpStream> = (0..100).map(|_| page.connect()).collect();
    for _ in 0..5 {
        assert_eq!(page.ask("about")["rows"], 1);
    }
    drop(idle);
}
