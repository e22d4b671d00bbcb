//! Judges a host by its name alone, before any look-up: a name that can only mean something inside is never asked for.
//!
//! Asking would already tell the inner resolver what the page wanted to know, and its answer is not to be trusted.

/// Endings that never belong to the public internet, each with its source.
#[rustfmt::skip]
const INNER_SUFFIXES: &[(&str, &str)] = &[
    ("localhost",   "loopback"),  // RFC 6761
    ("localdomain", "name"),      // custom of Unix hosts files
    ("local",       "name"),      // RFC 6762: multicast DNS
    ("internal",    "name"),      // reserved by ICANN for private use
    ("home.arpa",   "name"),      // RFC 8375
    ("arpa",        "name"),      // RFC 3172: infrastructure, no pages
    ("lan",         "name"),      // custom of home routers
    ("home",        "name"),      // ICANN: name collisions, never delegated
    ("corp",        "name"),      // ICANN: name collisions, never delegated
    ("mail",        "name"),      // ICANN: name collisions, never delegated
    ("intranet",    "name"),      // custom, not delegated
    ("intra",       "name"),      // custom, not delegated
    ("private",     "name"),      // custom, not delegated
    ("dmz",         "name"),      // custom, not delegated
    ("workgroup",   "name"),      // custom of Windows networks, not delegated
    ("dhcp",        "name"),      // custom of routers, not delegated
    ("consul",      "name"),      // service discovery, not delegated
    ("svc",         "name"),      // Kubernetes services by their short search path, not delegated
    ("test",        "name"),      // RFC 6761
    ("invalid",     "name"),      // RFC 6761
    ("onion",       "name"),      // RFC 7686
    ("alt",         "name"),      // RFC 9476
];

/// Names of metadata services and of the machine around a container.
#[rustfmt::skip]
const METADATA_NAMES: &[&str] = &[
    "metadata", "instance-data", "rancher-metadata",                        // Google, AWS, Rancher: short names
    "metadata.google.internal", "metadata.goog",                            // Google Cloud
    "kubernetes.default.svc", "kubernetes.default.svc.cluster.local",       // Kubernetes API
    "kubernetes.docker.internal", "host.docker.internal", "gateway.docker.internal", "host.containers.internal",
];

/// Domains of cloud providers whose `metadata` names point inside, whatever a look-up says today.
#[rustfmt::skip]
const METADATA_DOMAINS: &[&str] = &[
    "tencentyun.com", "packet.net", "platformequinix.com", "azure.com", "azure.internal", "oraclecloud.com",
    "cloud.ibm.com", "hetzner.cloud", "aliyuncs.com", "digitalocean.com",
    "vultr.com", "linode.com", "scaleway.com", "ovh.net", "myhuaweicloud.com", "yandexcloud.net",
];

/// Labels that mark a metadata service inside one of those domains.
const METADATA_LABELS: &[&str] = &["metadata", "instance-data"];

/// Longest name and label that DNS can carry, in bytes (RFC 1035).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// The class under which a name is refused (`name`, `loopback`, `metadata`), or `None` when it may be looked up.
///
/// `name` is lower-case ASCII, as a URL parser leaves it; one final dot is meaningless and ignored.
pub(crate) fn name_class(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > MAX_NAME || name.split('.').any(|label| label.is_empty() || label.len() > MAX_LABEL) {
        return Some("name");
    }
    if METADATA_NAMES.contains(&name) || is_provider_metadata(name) {
        return Some("metadata");
    }
    if let Some((_, class)) = INNER_SUFFIXES.iter().find(|(suffix, _)| is_within(name, suffix)) {
        return Some(class);
    }
    (!name.contains('.')).then_some("name")
}

/// Whether `name` is `domain` or one of its subdomains.
pub(crate) fn is_within(name: &str, domain: &str) -> bool {
    name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn is_provider_metadata(name: &str) -> bool {
    METADATA_DOMAINS.iter().any(|domain| {
        is_within(name, domain)
            && name[..name.len() - domain.len()].split('.').any(|label| METADATA_LABELS.contains(&label))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_names_are_refused_with_their_class() {
        for name in ["localhost", "a.localhost", "localhost."] {
            assert_eq!(name_class(name), Some("loopback"), "{name}");
        }
        for name in ["router", "nas.local", "git.internal", "printer.home.arpa", "1.0.0.10.in-addr.arpa", "x.onion"] {
            assert_eq!(name_class(name), Some("name"), "{name}");
        }
        for name in
            ["metadata.google.internal.", "metadata.goog", "metadata.tencentyun.com", "api.metadata.cloud.ibm.com"]
        {
            assert_eq!(name_class(name), Some("metadata"), "{name}");
        }
    }

    #[test]
    fn names_that_only_look_alike_pass() {
        for name in ["metadata.example.org", "localhost.example.org", "mylocalhost.org", "notlocal.org", "azure.com"] {
            assert_eq!(name_class(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_dns_cannot_carry_are_refused() {
        for name in [String::new(), ".".into(), "a..b.org".into(), ".a.org".into(), "a.org..".into()] {
            assert_eq!(name_class(&name), Some("name"), "{name}");
        }
        assert_eq!(name_class(&format!("{}.org", "a".repeat(64))), Some("name"));
        assert_eq!(name_class(&format!("{}org", "ab.".repeat(90))), Some("name"));
    }

    #[test]
    fn a_domain_covers_itself_and_what_is_below() {
        assert!(is_within("example.org", "example.org") && is_within("a.b.example.org", "example.org"));
        assert!(!is_within("badexample.org", "example.org") && !is_within("org", "example.org"));
    }
}
