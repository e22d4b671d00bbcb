//! One GET request to one judged target, sent to the addresses that were judged and to no other.
//!
//! The HTTP client is built anew for each hop with everything switched off that could reach elsewhere: its own name
//! resolution, proxies from the environment, redirects, cookies and reuse of connections.

use std::error::Error as StdError;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use pagewarden_core::Error;
use ureq::config::Config;
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{Connector, NextTimeout, TcpConnector};
use ureq::{Agent, Body};

use crate::coding;
use crate::target::Target;
use crate::tls::{self, SharedTls};

const USER_AGENT: &str = concat!("pagewarden/", env!("CARGO_PKG_VERSION"));
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5";

/// Addresses that are tried at most; the client keeps no more.
const MAX_ADDRESSES: usize = 16;

/// Answers every question of the client with the addresses of the decision.
#[derive(Debug)]
struct Pinned(Vec<SocketAddr>);

impl Resolver for Pinned {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut addresses = self.empty();
        for address in self.0.iter().take(MAX_ADDRESSES) {
            addresses.push(*address);
        }
        if addresses.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(addresses) }
    }
}

/// Sends the request and reads the response up to its headers. The URL of the target gives Host and SNI.
///
/// # Errors
/// [`Error::Timeout`] at the deadline (with `timeout` as the budget), [`Error::Fetch`] otherwise.
pub(crate) fn send(
    target: &Target,
    addresses: &[IpAddr],
    deadline: Instant,
    timeout: Duration,
) -> Result<Response<Body>, Error> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(timed_out(timeout));
    }
    let config = Config::builder()
        .proxy(None)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .max_idle_connections(0)
        .timeout_global(Some(left))
        .tls_config(tls::configuration())
        .user_agent(USER_AGENT)
        .accept(ACCEPT)
        .accept_encoding(coding::ACCEPTED)
        .build();
    let pinned = addresses.iter().map(|address| SocketAddr::new(*address, target.port())).collect();
    let connector = ().chain(TcpConnector::default()).chain(SharedTls);
    let agent = Agent::with_parts(config, connector, Pinned(pinned));
    agent.get(target.request_text()).call().map_err(|error| translate(&error, timeout))
}

pub(crate) fn timed_out(timeout: Duration) -> Error {
    Error::Timeout { timeout_ms: u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX) }
}

/// Keeps the kind of a failure and drops its text, which may repeat the URL or what the server sent.
fn translate(error: &ureq::Error, timeout: Duration) -> Error {
    let kind = match error {
        ureq::Error::Timeout(_) => return timed_out(timeout),
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => return timed_out(timeout),
        ureq::Error::Io(error) if error.get_ref().is_some_and(<dyn StdError + Send + Sync>::is::<rustls::Error>) => {
            "tls"
        }
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::TlsRequired => "tls",
        ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => "connect",
        _ => "protocol",
    };
    Error::Fetch { kind, status: 0 }
}
