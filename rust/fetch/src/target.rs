//! Turns the text of a URL into a target that may be contacted, or into the class of its refusal.
//!
//! The text is parsed exactly once, by the rules that browsers follow (WHATWG URL), and everything later (look-up,
//! connection, Host, SNI) uses the parsed value: two parsers that disagree are how checks of this kind are evaded.

use std::net::IpAddr;

use pagewarden_core::Policy;
use url::{Host, Url};

use crate::address::{address_class, can_be_allowed};
use crate::names::{is_within, name_class};
use crate::ports;

/// The reason of an allowed target on the public internet.
pub(crate) const PUBLIC: &str = "public";
/// The reason of a target that an `allow_hosts` entry names.
pub(crate) const LISTED: &str = "allow_hosts";

/// A parsed URL whose scheme, port and host the policy accepts. A name still needs its addresses judged.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    url: Url,
    /// Canonical host without brackets and final dot.
    host: String,
    literal: Option<IpAddr>,
    port: u16,
    listed: bool,
}

impl Target {
    /// Judges an absolute URL.
    pub(crate) fn parse(text: &str, policy: &Policy) -> Result<Self, &'static str> {
        refuse_raw(text)?;
        Target::judge(Url::parse(text).map_err(|_| "url")?, policy)
    }

    /// Judges the value of a `Location` header that this target answered with.
    pub(crate) fn follow(&self, location: &str, policy: &Policy) -> Result<Self, &'static str> {
        // HTTP allows blanks around a header value; they are no part of the URL.
        let location = location.trim_matches([' ', '\t']);
        refuse_raw(location)?;
        let mut url = self.url.join(location).map_err(|_| "url")?;
        if url.fragment().is_none() {
            url.set_fragment(self.url.fragment());
        }
        Target::judge(url, policy)
    }

    fn judge(mut url: Url, policy: &Policy) -> Result<Self, &'static str> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err("scheme");
        }
        // Credentials in a URL are a trick to show another host more often than a login: they are never sent.
        url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| "url")?;
        let port = url.port_or_known_default().ok_or("port")?;
        let (host, literal) = match url.host().ok_or("url")? {
            Host::Domain(name) => (name.strip_suffix('.').unwrap_or(name).to_owned(), None),
            Host::Ipv4(address) => (address.to_string(), Some(IpAddr::V4(address))),
            Host::Ipv6(address) => (address.to_string(), Some(IpAddr::V6(address))),
        };
        let listed = is_listed(&host, port, policy);
        let target = Target { url, host, literal, port, listed };
        if !listed && ports::is_bad(port) {
            return Err("port");
        }
        match literal {
            Some(address) => target.judge_address(address)?,
            None => match name_class(&target.host) {
                Some("metadata") => return Err("metadata"),
                Some(class) if !listed => return Err(class),
                _ => {}
            },
        }
        if !listed && !is_in_domains(&target.host, policy) {
            return Err("domain");
        }
        Ok(target)
    }

    /// Judges all addresses of one look-up together: one bad address refuses the name. The class is `dns` for a bad
    /// answer as for none, so that a refusal does not tell which inner names exist.
    pub(crate) fn judge_answers(&self, answers: &[IpAddr]) -> Result<(), &'static str> {
        if answers.is_empty() || answers.iter().any(|address| self.judge_address(*address).is_err()) {
            return Err("dns");
        }
        Ok(())
    }

    fn judge_address(&self, address: IpAddr) -> Result<(), &'static str> {
        match address_class(address) {
            Some(class) if !(self.listed && can_be_allowed(class)) => Err(class),
            _ => Ok(()),
        }
    }

    /// Why the target is allowed.
    pub(crate) fn reason(&self) -> &'static str {
        if self.listed { LISTED } else { PUBLIC }
    }

    /// The address when the host is a literal; no look-up is needed then.
    pub(crate) fn literal(&self) -> Option<IpAddr> {
        self.literal
    }

    /// Host name as it is looked up.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// TCP port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Canonical URL without credentials.
    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// What a loop check compares: a fragment is never sent, so it makes no new request.
    pub(crate) fn request_text(&self) -> &str {
        &self.url[..url::Position::AfterQuery]
    }
}

/// Refuses what the URL parser would silently drop or turn into something else.
fn refuse_raw(text: &str) -> Result<(), &'static str> {
    let unclear = |c: char| c == '\\' || c.is_control() || c.is_whitespace();
    if text.contains(unclear) { Err("url") } else { Ok(()) }
}

fn is_listed(host: &str, port: u16, policy: &Policy) -> bool {
    policy.allow_hosts().iter().any(|entry| entry.port == port && canonical(&entry.host).as_deref() == Some(host))
}

fn is_in_domains(host: &str, policy: &Policy) -> bool {
    let domains = policy.allow_domains();
    domains.is_empty() || domains.iter().any(|domain| canonical(domain).is_some_and(|domain| is_within(host, &domain)))
}

/// A policy entry in the spelling that a parsed URL has: policies may be written in Unicode or with long zeros.
fn canonical(entry: &str) -> Option<String> {
    if let Ok(address) = entry.parse::<std::net::Ipv6Addr>() {
        return Some(address.to_string());
    }
    Host::parse(entry).ok().map(|host| host.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(hosts: &[&str], domains: &[&str]) -> Policy {
        let owned = |entries: &[&str]| entries.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>();
        Policy::new(&owned(hosts), &owned(domains), &[]).expect("the policy of the test is valid")
    }

    fn class(url: &str, policy: &Policy) -> Option<&'static str> {
        Target::parse(url, policy).err()
    }

    #[test]
    fn listed_hosts_match_by_host_and_port_in_any_spelling() {
        let policy = policy(&["127.0.0.1:8000", "[0:0:0:0:0:0:0:1]:8000", "Bücher.local:81", "wiki:6667"], &[]);
        for url in ["http://127.0.0.1:8000/", "http://2130706433:8000/", "http://[::1]:8000/", "http://wiki.:6667/"] {
            assert_eq!(class(url, &policy), None, "{url}");
        }
        assert_eq!(class("http://bücher.local:81/", &policy), None);
        assert_eq!(class("http://127.0.0.1:8001/", &policy), Some("loopback"));
        assert_eq!(class("http://localhost:8000/", &policy), Some("loopback"));
        assert_eq!(class("http://wiki/", &policy), Some("name"));
    }

    #[test]
    fn no_entry_opens_metadata_or_reserved_addresses() {
        let policy = policy(&["169.254.169.254:80", "metadata.google.internal:80", "0.0.0.0:80", "wiki:80"], &[]);
        assert_eq!(class("http://169.254.169.254/", &policy), Some("metadata"));
        assert_eq!(class("http://metadata.google.internal/", &policy), Some("metadata"));
        assert_eq!(class("http://0/", &policy), Some("reserved"));
        let wiki = Target::parse("http://wiki/", &policy).expect("listed");
        assert_eq!(wiki.judge_answers(&["10.0.0.9".parse().unwrap()]), Ok(()));
        assert_eq!(wiki.judge_answers(&["10.0.0.9".parse().unwrap(), "169.254.169.254".parse().unwrap()]), Err("dns"));
    }

    #[test]
    fn domains_restrict_names_and_literals_but_not_listed_hosts() {
        let policy = policy(&["127.0.0.1:8000"], &["example.org", "*.Bücher.example"]);
        for url in ["http://example.org/", "http://a.example.org./", "http://x.bücher.example/", "http://127.1:8000/"]
        {
            assert_eq!(class(url, &policy), None, "{url}");
        }
        for url in ["http://example.com/", "http://badexample.org/", "http://1.1.1.1/"] {
            assert_eq!(class(url, &policy), Some("domain"), "{url}");
        }
    }

    #[test]
    fn credentials_are_dropped_and_fragments_inherited() {
        let policy = policy(&[], &[]);
        let first = Target::parse("https://user:word@example.org/a?b#c", &policy).expect("public");
        assert_eq!(first.url().as_str(), "https://example.org/a?b#c");
        assert_eq!(first.request_text(), "https://example.org/a?b");
        let second = first.follow(" /next\t", &policy).expect("public");
        assert_eq!(second.url().as_str(), "https://example.org/next#c");
        assert_eq!(first.follow("ftp://example.org/", &policy).err(), Some("scheme"));
        assert_eq!(first.follow("http:\\\\example.org", &policy).err(), Some("url"));
    }
}
