//! Judges one address against the range table, looking through IPv6 forms that carry an IPv4 address.
//!
//! Every literal and every answer of a name server passes here, so that no spelling of an address and no tunnel
//! around it gets another verdict than the address itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::ranges::{GLOBAL_UNICAST_V6, ISATAP_MARKS, Meaning, RANGES_V4, RANGES_V6};

/// The class under which an address is refused (`loopback`, `private`, `link_local`, `metadata`, `multicast`,
/// `reserved`), or `None` when it belongs to the public internet.
#[must_use]
pub fn address_class(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => class_v4(address),
        IpAddr::V6(address) => class_v6(address),
    }
}

/// Whether an `allow_hosts` entry may lift a refusal of this class. Metadata services hand out credentials and the
/// other classes are no host at all, so an entry for them is more likely an attack than a wish.
pub(crate) fn can_be_allowed(class: &str) -> bool {
    matches!(class, "loopback" | "private")
}

fn class_v4(address: Ipv4Addr) -> Option<&'static str> {
    let bits = address.to_bits();
    RANGES_V4
        .iter()
        .find(|(first, length, _)| (bits ^ u32::from_be_bytes(*first)).leading_zeros() >= *length)
        .map(|(_, _, class)| *class)
}

fn class_v6(address: Ipv6Addr) -> Option<&'static str> {
    let bits = address.to_bits();
    let inside = |first: &[u16; 8], length: u32| (bits ^ Ipv6Addr::from(*first).to_bits()).leading_zeros() >= length;
    // The shift leaves the 32 bits that start at `start` at the low end, and the mask cuts the rest.
    let embedded = |start: u32| class_v4(Ipv4Addr::from_bits((bits >> (96 - start) & 0xffff_ffff) as u32));

    let range = RANGES_V6.iter().find(|(first, length, _)| inside(first, *length));
    match range.map(|(_, _, meaning)| *meaning) {
        Some(Meaning::Refused(class)) => Some(class),
        Some(Meaning::Embedded(start)) => embedded(start),
        Some(Meaning::RefusedEmbedded(start)) => embedded(start).or(Some("reserved")),
        None if !inside(&GLOBAL_UNICAST_V6.0, GLOBAL_UNICAST_V6.1) => Some("reserved"),
        None => {
            let groups = address.segments();
            ISATAP_MARKS.contains(&[groups[4], groups[5]]).then(|| embedded(96).unwrap_or("reserved"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Option<&'static str> {
        address_class(text.parse().expect("the test names an address"))
    }

    #[test]
    fn borders_of_every_v4_range_are_exact() {
        for (first, length, expected) in RANGES_V4 {
            let start = u32::from_be_bytes(*first);
            let end = start | u32::MAX.checked_shr(*length).unwrap_or(0);
            assert_eq!(start & !(end ^ start), start, "a range starts on its own border");
            for inside in [start, end] {
                let class = class_v4(Ipv4Addr::from_bits(inside));
                assert!(class.is_some(), "{inside:#x} lies in a refused range");
                assert!(*length < 32 || class == Some(*expected));
            }
        }
        for outside in ["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"] {
            assert_eq!(class(outside), None, "{outside}");
        }
        for outside in ["172.15.255.255", "172.32.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"] {
            assert_eq!(class(outside), None, "{outside}");
        }
    }

    #[test]
    fn carried_addresses_decide_or_name_the_class() {
        assert_eq!(class("::ffff:8.8.8.8"), None);
        assert_eq!(class("::ffff:10.0.0.1"), Some("private"));
        assert_eq!(class("64:ff9b::a9fe:a9fe"), Some("metadata"));
        assert_eq!(class("64:ff9b::808:808"), None);
        assert_eq!(class("::127.0.0.1"), Some("loopback"));
        assert_eq!(class("::8.8.8.8"), Some("reserved"));
        assert_eq!(class("2002:7f00:1::"), Some("loopback"));
        assert_eq!(class("2002:808:808::"), Some("reserved"));
        assert_eq!(class("2a00:1450::5efe:10.0.0.1"), Some("private"));
        assert_eq!(class("2a00:1450::200:5efe:8.8.8.8"), Some("reserved"));
    }

    #[test]
    fn only_global_unicast_is_public() {
        assert_eq!(class("2606:4700:4700::1111"), None);
        assert_eq!(class("2001:4860:4860::8888"), None);
        for refused in ["1fff::1", "4000::1", "fb00::1", "2001:1ff::1", "2001:db8::1", "3fff:fff::1", "200::1"] {
            assert_eq!(class(refused), Some("reserved"), "{refused}");
        }
        assert_eq!(class("2001:200::1"), None);
        assert_eq!(class("3fff:1000::1"), None);
        assert_eq!(class("fdff::1"), Some("private"));
        assert_eq!(class("fe80::1"), Some("link_local"));
        assert_eq!(class("ff0e::1"), Some("multicast"));
        assert_eq!(class("::1"), Some("loopback"));
    }

    #[test]
    fn only_ordinary_inner_hosts_can_be_allowed() {
        assert!(can_be_allowed("loopback") && can_be_allowed("private"));
        for class in ["metadata", "link_local", "multicast", "reserved"] {
            assert!(!can_be_allowed(class));
        }
    }
}
