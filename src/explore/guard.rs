//! Access control: only a browser that knows the address of the page may send requests.
//!
//! The server listens on this machine only, but other users and the pages of every site in
//! the browser can reach it. So the address has a token that cannot be guessed. The `Host`
//! must be ours, or the name of another site could lead here (DNS rebinding). And requests
//! from the pages of other sites, which browsers mark in `Origin` and `Sec-Fetch-Site`, are
//! refused.

use std::fmt::Write;

/// The parts of a request that decide about access.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caller<'a> {
    /// True if it changes something.
    pub is_post: bool,
    /// The path and the query.
    pub target: &'a str,
    /// The host. Several headers of one name are joined, which never matches.
    pub host: Option<&'a str>,
    /// The origin of the page that sent the request.
    pub origin: Option<&'a str>,
    /// The relation of that page to ours.
    pub site: Option<&'a str>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessDenied {
    /// Another host, origin or site: 403.
    Foreign,
    /// A missing or wrong token: 404.
    NoToken,
}

/// Decides about access.
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

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Returns the target behind the token.
    pub(super) fn admit<'a>(&self, caller: &Caller<'a>) -> Result<&'a str, AccessDenied> {
        let host = self.hosts.iter().find(|host| caller.host == Some(host));
        let Some(host) = host else {
            return Err(AccessDenied::Foreign);
        };
        let is_ours = |origin: &str| origin.strip_prefix("http://") == Some(host);
        match caller.origin {
            Some(origin) if !is_ours(origin) => return Err(AccessDenied::Foreign),
            // Browsers name the origin of every request that changes something.
            None if caller.is_post => return Err(AccessDenied::Foreign),
            _ => {}
        }
        if !matches!(caller.site, None | Some("same-origin" | "none")) {
            return Err(AccessDenied::Foreign);
        }
        let rest = caller
            .target
            .strip_prefix('/')
            .ok_or(AccessDenied::NoToken)?;
        let (token, rest) = rest.split_once('/').ok_or(AccessDenied::NoToken)?;
        if is_same(token.as_bytes(), self.token.as_bytes()) {
            Ok(rest)
        } else {
            Err(AccessDenied::NoToken)
        }
    }
}

/// Returns true if two strings are equal, in a time that does not reveal where they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let differences = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differences == 0
}
