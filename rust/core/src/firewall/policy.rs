//! What the owner of the process allows and forbids: hosts for the network, extra secret names for the firewall.
//!
//! A policy can only be made stricter towards secrets: its keys are added to the built-in rules and cannot remove any.
//! It is a plain value with a revision, so that a later step can tie continuations to it.

use std::fmt::Write as _;

use serde::Deserialize;

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
#[derive(Debug, Clone, Default)]
pub struct Policy {
    allow_hosts: Vec<HostPort>,
    allow_domains: Vec<String>,
    extra_keys: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct PolicyFile {
    allow_hosts: Vec<String>,
    allow_domains: Vec<String>,
    extra_keys: Vec<String>,
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
        let mut keys = Vec::with_capacity(extra_keys.len());
        for entry in extra_keys {
            if entry.trim().is_empty() {
                return Err(Error::Policy { line: 0, problem: "extra_keys entries must not be empty" });
            }
            keys.push(entry.trim().to_owned());
        }
        Ok(Policy { allow_hosts, allow_domains: domains, extra_keys: keys })
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
                problem: "not a valid policy (keys: allow_hosts, allow_domains, extra_keys; each a list of strings)",
            }
        })?;
        Policy::new(&file.allow_hosts, &file.allow_domains, &file.extra_keys)
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
        // FNV-1a, 64 bits: stable over releases and platforms, which the standard hasher does not promise.
        let hash = canonical
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }
}
