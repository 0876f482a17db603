//! Access control: only a browser that knows the address of the page may send requests.
//!
//! The server listens on this machine only, but other users and the pages of every site in
//! the browser can reach it. So the address has a token that cannot be guessed. The `Host`
//! must be ours, or the name of another site could lead here (DNS rebinding). And requests
//! from the pages of other sites, which browsers mark in `Origin` and `Sec-Fetch-Site`, are
//! refused.

use std::fmt::Write;

use super::http::HttpRequest;

/// The status code and the text of a refusal.
pub(super) type AccessDenied = (u16, &'static str);

/// Another host, origin or site.
const FOREIGN: AccessDenied = (403, "Forbidden");

/// A missing or wrong token.
const NO_TOKEN: AccessDenied = (404, "Not found");

#[derive(Debug)]
pub(super) struct Guard {
    token: String,
    hosts: [String; 2],
}

/// Bytes of a token.
const TOKEN: usize = 16;

impl Guard {
    /// A guard with a new token for a server at this port. Fails if the system has no
    /// randomness.
    pub(super) fn new(port: u16) -> std::io::Result<Guard> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let mut token = String::new();
        for byte in bytes {
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Guard {
            token,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        })
    }

    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Returns the target behind the token.
    pub(super) fn admit<'a>(&self, request: &'a HttpRequest) -> Result<&'a str, AccessDenied> {
        // Several headers of one name are joined, which never matches.
        let host = request.header("Host").ok_or(FOREIGN)?;
        let site = request.header("Sec-Fetch-Site");
        let is_own_site = matches!(site.as_deref(), None | Some("same-origin" | "none"));
        let is_own_origin = match request.header("Origin") {
            Some(origin) => origin == format!("http://{host}"),
            // Browsers name the origin of every request that changes something.
            None => request.method == "GET",
        };
        if !self.hosts.contains(&host) || !is_own_origin || !is_own_site {
            return Err(FOREIGN);
        }
        let path = request.target.strip_prefix('/');
        match path.and_then(|path| path.split_once('/')) {
            Some((token, rest)) if is_same(token.as_bytes(), self.token.as_bytes()) => Ok(rest),
            _ => Err(NO_TOKEN),
        }
    }
}

/// Returns true if two strings are equal, in a time that does not reveal where they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let differences = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differences == 0
}
