//! What the owner of the process allows and forbids: hosts for the network, extra secret names for the firewall.
//!
//! A policy can only be made stricter towards secrets: its keys are added to the built-in rules and cannot remove any.
//! It is a plain value with a revision, so that a later step can tie continuations to it.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use serde::Deserialize;

use super::shapes::Shapes;
use crate::Error;

/// A host that may be reached although it is private, with its port: both must match exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPort {
    /// Lower-case host name or address literal, without brackets.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

impl HostPort {
    /// Reads `HOST:PORT` or `[IPV6]:PORT`.
    ///
    /// # Errors
    /// [`Error::Policy`] when the port is missing or the host is empty.
    pub fn parse(text: &str) -> Result<Self, Error> {
        const SHAPE: Error = Error::Policy { line: 0, problem: "allow_hosts entries have the form HOST:PORT" };
        let (host, port) = text.trim().rsplit_once(':').ok_or(SHAPE)?;
        let port: u16 = port.parse().map_err(|_| SHAPE)?;
        let bracketed = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let host = bracketed.unwrap_or(host);
        let plain = bracketed.is_some() || !host.contains(':');
        if host.is_empty() || port == 0 || !plain || host.contains(|c: char| c.is_whitespace() || "/@\\#?".contains(c))
        {
            return Err(SHAPE);
        }
        Ok(HostPort { host: host.trim_end_matches('.').to_ascii_lowercase(), port })
    }
}

/// The rules under which pages are fetched and released. The default allows the public web and adds nothing.
#[derive(Clone, Default)]
pub struct Policy {
    allow_hosts: Vec<HostPort>,
    allow_domains: Vec<String>,
    extra_keys: Vec<String>,
    extra_headers: Vec<String>,
    extra_patterns: Vec<String>,
    /// The shapes with the patterns of this policy, compiled once; without any, the built-in ones serve.
    shapes: Option<Arc<Shapes>>,
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("revision", &self.revision()).finish_non_exhaustive()
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct PolicyFile {
    allow_hosts: Vec<String>,
    allow_domains: Vec<String>,
    extra_keys: Vec<String>,
    extra_headers: Vec<String>,
    extra_patterns: Vec<String>,
}

impl Policy {
    /// Makes a policy from its parts.
    ///
    /// * `allow_hosts`: `HOST:PORT` entries that may be reached although they are loopback or private.
    /// * `allow_domains`: when not empty, only these domains and their subdomains are fetched.
    /// * `extra_keys`: further names of URL keys and fields whose values are secret; folded like the built-in ones.
    ///
    /// # Errors
    /// [`Error::Policy`] when an entry has not the form that is asked for.
    pub fn new(allow_hosts: &[String], allow_domains: &[String], extra_keys: &[String]) -> Result<Self, Error> {
        let allow_hosts = allow_hosts.iter().map(|entry| HostPort::parse(entry)).collect::<Result<_, _>>()?;
        let mut domains = Vec::with_capacity(allow_domains.len());
        for entry in allow_domains {
            let domain = entry.trim().trim_start_matches("*.").trim_matches('.').to_ascii_lowercase();
            if domain.is_empty() || domain.contains(|c: char| c.is_whitespace() || "/:@\\#?*".contains(c)) {
                return Err(Error::Policy { line: 0, problem: "allow_domains entries are domain names" });
            }
            domains.push(domain);
        }
        let policy = Policy { allow_hosts, allow_domains: domains, ..Policy::default() };
        policy.with_extra_keys(extra_keys)
    }

    /// Adds names of URL keys, JSON keys, labels and fields whose values are secret; folded like the built-in ones.
    ///
    /// # Errors
    /// [`Error::Policy`] when an entry is empty.
    pub fn with_extra_keys(mut self, keys: &[String]) -> Result<Self, Error> {
        for entry in keys {
            if entry.trim().is_empty() {
                return Err(Error::Policy { line: 0, problem: "extra_keys entries must not be empty" });
            }
            self.extra_keys.push(entry.trim().to_owned());
        }
        Ok(self)
    }

    /// Adds names of headers whose values are secret, in any case.
    ///
    /// # Errors
    /// [`Error::Policy`] when an entry is no name of a header.
    pub fn with_extra_headers(mut self, headers: &[String]) -> Result<Self, Error> {
        for entry in headers {
            let name = entry.trim();
            let token = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
            if name.is_empty() || !token {
                return Err(Error::Policy { line: 0, problem: "extra_headers entries are names of headers" });
            }
            self.extra_headers.push(name.to_ascii_lowercase());
        }
        Ok(self)
    }

    /// Adds patterns in RE2 syntax; whatever they match is secret. A pattern that matches the empty text is refused.
    ///
    /// # Errors
    /// [`Error::Policy`] when a pattern cannot be compiled, is too large or matches nothing at all.
    pub fn with_extra_patterns(mut self, patterns: &[String]) -> Result<Self, Error> {
        if patterns.is_empty() {
            return Ok(self);
        }
        self.extra_patterns.extend_from_slice(patterns);
        self.shapes = Some(Arc::new(Shapes::with_extra(&self.extra_patterns)?));
        Ok(self)
    }

    /// Reads a policy from TOML; an unknown key is an error, because a misspelt rule would protect nothing.
    ///
    /// # Errors
    /// [`Error::Policy`] with the line.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        let file: PolicyFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            Error::Policy {
                line,
                problem: "not a valid policy (keys: allow_hosts, allow_domains, extra_keys, extra_headers, extra_patterns; each a list of strings)",
            }
        })?;
        Policy::new(&file.allow_hosts, &file.allow_domains, &file.extra_keys)?
            .with_extra_headers(&file.extra_headers)?
            .with_extra_patterns(&file.extra_patterns)
    }

    /// Hosts that may be reached although they are private.
    #[must_use]
    pub fn allow_hosts(&self) -> &[HostPort] {
        &self.allow_hosts
    }

    /// The only domains that are fetched; empty means every public one.
    #[must_use]
    pub fn allow_domains(&self) -> &[String] {
        &self.allow_domains
    }

    /// Names of URL keys and fields that are secret in addition to the built-in ones.
    #[must_use]
    pub fn extra_keys(&self) -> &[String] {
        &self.extra_keys
    }

    /// Names of headers that are secret in addition to the built-in ones, in lower case.
    #[must_use]
    pub fn extra_headers(&self) -> &[String] {
        &self.extra_headers
    }

    /// Patterns of which every match is secret, in addition to the built-in shapes.
    #[must_use]
    pub fn extra_patterns(&self) -> &[String] {
        &self.extra_patterns
    }

    /// The built-in shapes of tokens and the patterns of this policy.
    pub(super) fn shapes(&self) -> &Shapes {
        self.shapes.as_deref().unwrap_or_else(|| Shapes::builtin())
    }

    /// Sixteen hexadecimal digits that change when a rule changes; it identifies, it does not authenticate.
    #[must_use]
    pub fn revision(&self) -> String {
        let mut canonical = String::from(env!("CARGO_PKG_VERSION"));
        for entry in &self.allow_hosts {
            let _ = write!(canonical, "\u{1}{}\u{2}{}", entry.host, entry.port);
        }
        for entry in &self.allow_domains {
            let _ = write!(canonical, "\u{3}{entry}");
        }
        for entry in &self.extra_keys {
            let _ = write!(canonical, "\u{4}{entry}");
        }
        for entry in &self.extra_headers {
            let _ = write!(canonical, "\u{5}{entry}");
        }
        for entry in &self.extra_patterns {
            let _ = write!(canonical, "\u{6}{entry}");
        }
        // FNV-1a, 64 bits: stable over releases and platforms, which the standard hasher does not promise.
        let hash = canonical
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }
}
