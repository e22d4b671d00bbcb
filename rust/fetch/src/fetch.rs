//! Fetches one page: decide, look up, decide again, connect, and the same for every redirect.
//!
//! The order is the safety: nothing is asked of the network before the name was judged, and nothing is sent before
//! all addresses were. One deadline covers the whole walk, so a chain of slow hops costs no more than one.

use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use pagewarden_core::{Error, Policy};
use ureq::http::header::{CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use ureq::http::{HeaderName, Response};

use crate::body::{self, Cut};
use crate::coding::Coding;
use crate::limits::{Limits, MAX_REDIRECTS};
use crate::look_up::{LookUp, SystemLookUp};
use crate::request;
use crate::target::Target;

/// Longest time that is waited, whatever the limits say; it also keeps the clock from overflowing.
const MAX_TIMEOUT: Duration = Duration::from_secs(3600);

/// Longest `Content-Type` that is passed on, in bytes.
const MAX_CONTENT_TYPE: usize = 256;

/// A page as it came from the network. Its bytes are raw: they belong into a snapshot before anybody reads them.
#[derive(Clone, PartialEq, Eq)]
pub struct Fetched {
    /// URL of the last hop, canonical, without credentials, with the fragment.
    pub url: String,
    /// HTTP status of the last hop, below 400.
    pub status: u16,
    /// The `Content-Type` header, when it is plain text of at most 256 bytes.
    pub content_type: Option<String>,
    /// The body after decoding, at most [`Limits::max_bytes`] bytes.
    pub body: Vec<u8>,
    /// Whether `body` is only the beginning; `cut` says why.
    pub truncated: bool,
    /// Why `body` is only the beginning; `None` when it is complete.
    pub cut: Option<Cut>,
    /// URLs that answered with a redirect, in order, without credentials; empty when there was none.
    pub redirects: Vec<String>,
}

/// Shows sizes only: URLs and bodies hold secrets, and debug output ends in logs, outside the firewall.
impl fmt::Debug for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fetched")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .field("cut", &self.cut)
            .field("redirects", &self.redirects.len())
            .finish_non_exhaustive()
    }
}

/// Fetches a page by GET over http or https with the resolver of the system.
///
/// No cookie, no credential of the URL and no referrer is sent, and no proxy of the environment is used. A body that
/// is too long, too slow or damaged is given as far as it was read, with `truncated` set.
///
/// # Errors
/// * [`Error::Blocked`] when the policy refuses the target or a redirect, with the class of
///   [`Decision::reason`](crate::Decision::reason). A name that does not resolve has the class `dns`, like one that
///   resolves to a refused address: the difference would map the inner network.
/// * [`Error::Fetch`] with the kind `status` (400 and above), `redirects` (too many, or a loop), `connect`, `tls` or
///   `protocol`.
/// * [`Error::Timeout`] when the deadline came before the first byte of the body.
pub fn fetch(url: &str, policy: &Policy, limits: &Limits) -> Result<Fetched, Error> {
    fetch_with(url, policy, limits, &SystemLookUp)
}

/// Like [`fetch`], with another resolver. Its answers are judged and pinned like those of the system.
///
/// # Errors
/// Those of [`fetch`].
pub fn fetch_with(url: &str, policy: &Policy, limits: &Limits, look_up: &dyn LookUp) -> Result<Fetched, Error> {
    let timeout = limits.timeout.min(MAX_TIMEOUT);
    let deadline = Instant::now() + timeout;
    let max_redirects = limits.max_redirects.min(MAX_REDIRECTS) as usize;

    let mut target = Target::parse(url, policy).map_err(blocked)?;
    let mut visited: Vec<Target> = Vec::new();
    loop {
        let addresses = addresses_of(&target, look_up, deadline, timeout)?;
        let response = request::send(&target, &addresses, deadline, timeout)?;
        let status = response.status().as_u16();
        if status >= 400 {
            return Err(Error::Fetch { kind: "status", status });
        }
        let Some(location) = redirect_of(&response) else {
            return finish(&target, response, &visited, limits.max_bytes, deadline, timeout);
        };
        let next = target.follow(location, policy).map_err(blocked)?;
        visited.push(target);
        let seen = visited.iter().any(|earlier| earlier.request_text() == next.request_text());
        if seen || visited.len() > max_redirects {
            return Err(Error::Fetch { kind: "redirects", status });
        }
        target = next;
    }
}

fn blocked(class: &'static str) -> Error {
    Error::Blocked { class }
}

/// The judged addresses of a target: its literal, or all answers of one look-up.
fn addresses_of(
    target: &Target,
    look_up: &dyn LookUp,
    deadline: Instant,
    timeout: Duration,
) -> Result<Vec<IpAddr>, Error> {
    if let Some(address) = target.literal() {
        return Ok(vec![address]);
    }
    let answers = look_up.look_up(target.host(), deadline.saturating_duration_since(Instant::now()));
    if answers.is_empty() && Instant::now() >= deadline {
        return Err(request::timed_out(timeout));
    }
    target.judge_answers(&answers).map_err(blocked)?;
    Ok(answers)
}

/// The `Location` of a redirect. A redirect without a usable one is an ordinary response with a body.
fn redirect_of<T>(response: &Response<T>) -> Option<&str> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    // Servers put unencoded UTF-8 here; the URL parser knows what to do with it.
    std::str::from_utf8(response.headers().get(LOCATION)?.as_bytes()).ok()
}

fn finish(
    target: &Target,
    response: Response<ureq::Body>,
    visited: &[Target],
    max_bytes: usize,
    deadline: Instant,
    timeout: Duration,
) -> Result<Fetched, Error> {
    let status = response.status().as_u16();
    let content_type = header(&response, &CONTENT_TYPE).filter(|value| value.len() <= MAX_CONTENT_TYPE);
    let content_type = content_type.map(str::to_owned);
    let coding = match response.headers().get_all(CONTENT_ENCODING).iter().count() {
        0 | 1 => Coding::from_header(header(&response, &CONTENT_ENCODING)),
        _ => None,
    };
    let coding = coding.ok_or(Error::Fetch { kind: "protocol", status })?;
    let body = body::read(response.into_body().into_reader(), coding, max_bytes, deadline);
    match body.cut {
        Some(Cut::Deadline) if body.bytes.is_empty() => return Err(request::timed_out(timeout)),
        Some(Cut::Connection) if body.bytes.is_empty() => return Err(Error::Fetch { kind: "connect", status }),
        Some(Cut::Encoding) if body.bytes.is_empty() => return Err(Error::Fetch { kind: "protocol", status }),
        _ => {}
    }
    Ok(Fetched {
        url: target.url().as_str().to_owned(),
        status,
        content_type,
        body: body.bytes,
        truncated: body.cut.is_some(),
        cut: body.cut,
        redirects: visited.iter().map(|earlier| earlier.url().as_str().to_owned()).collect(),
    })
}

fn header<'a, T>(response: &'a Response<T>, name: &HeaderName) -> Option<&'a str> {
    response.headers().get(name)?.to_str().ok()
}
