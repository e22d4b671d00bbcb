//! The address table: which ranges of IPv4 and IPv6 are not the public internet, and why.
//!
//! It is our own, one line per range with its source, because the predicates of standard libraries differ between
//! versions and count special ranges as public. The first line that contains an address decides, so single addresses
//! stand before the range that holds them.

/// What a range means for an address inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Never reached; the word is the class of the refusal.
    Refused(&'static str),
    /// Carries an IPv4 address that starts at this bit (from the left); that address decides.
    Embedded(u32),
    /// Refused whatever it carries, under the class of the IPv4 address at this bit when that one is refused too.
    RefusedEmbedded(u32),
}

use Meaning::{Embedded, Refused, RefusedEmbedded};

/// An IPv4 range: first address, prefix length in bits, class of the refusal.
pub(crate) type RangeV4 = ([u8; 4], u32, &'static str);

/// An IPv6 range: first address as eight groups, prefix length in bits, meaning.
pub(crate) type RangeV6 = ([u16; 8], u32, Meaning);

/// Every IPv4 range outside the public internet.
#[rustfmt::skip]
pub(crate) const RANGES_V4: &[RangeV4] = &[
    ([168, 63, 129, 16],  32, "metadata"),    // Azure wire server: public by number, internal by routing
    ([100, 100, 100, 200], 32, "metadata"),   // Alibaba Cloud metadata
    ([192, 0, 0, 192],    32, "metadata"),    // Oracle Cloud classic metadata
    ([169, 254, 169, 254], 32, "metadata"),   // AWS, Google, Azure, DigitalOcean, OpenStack and others
    ([169, 254, 169, 253], 32, "metadata"),   // AWS resolver
    ([169, 254, 169, 250], 32, "metadata"),   // AWS licence service
    ([169, 254, 169, 249], 32, "metadata"),   // AWS service endpoint
    ([169, 254, 169, 123], 32, "metadata"),   // AWS time service
    ([169, 254, 170, 2],  32, "metadata"),    // AWS ECS task credentials
    ([169, 254, 170, 23], 32, "metadata"),    // AWS EKS pod identity
    ([169, 254, 0, 23],   32, "metadata"),    // Tencent Cloud
    ([169, 254, 42, 42],  32, "metadata"),    // Scaleway
    ([0, 0, 0, 0],         8, "reserved"),    // RFC 1122: this network (many systems route it to themselves)
    ([10, 0, 0, 0],        8, "private"),     // RFC 1918
    ([100, 64, 0, 0],     10, "private"),     // RFC 6598: shared address space of carriers
    ([127, 0, 0, 0],       8, "loopback"),    // RFC 1122
    ([169, 254, 0, 0],    16, "link_local"),  // RFC 3927
    ([172, 16, 0, 0],     12, "private"),     // RFC 1918
    ([192, 0, 0, 0],      24, "reserved"),    // RFC 6890: protocol assignments
    ([192, 0, 2, 0],      24, "reserved"),    // RFC 5737: documentation
    ([192, 31, 196, 0],   24, "reserved"),    // RFC 7535: AS112
    ([192, 52, 193, 0],   24, "reserved"),    // RFC 7450: automatic multicast tunnelling
    ([192, 88, 99, 0],    24, "reserved"),    // RFC 7526: retired relays of 6to4
    ([192, 168, 0, 0],    16, "private"),     // RFC 1918
    ([192, 175, 48, 0],   24, "reserved"),    // RFC 7534: AS112
    ([198, 18, 0, 0],     15, "reserved"),    // RFC 2544: benchmarks
    ([198, 51, 100, 0],   24, "reserved"),    // RFC 5737: documentation
    ([203, 0, 113, 0],    24, "reserved"),    // RFC 5737: documentation
    ([224, 0, 0, 0],       4, "multicast"),   // RFC 5771
    ([240, 0, 0, 0],       4, "reserved"),    // RFC 1112, RFC 919: reserved, limited broadcast
];

/// Every IPv6 range with a meaning of its own.
#[rustfmt::skip]
pub(crate) const RANGES_V6: &[RangeV6] = &[
    ([0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254],      128, Refused("metadata")),    // AWS metadata
    ([0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0253],      128, Refused("metadata")),    // AWS resolver
    ([0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0023],      128, Refused("metadata")),    // AWS EKS pod identity
    ([0xfd20, 0x00ce, 0, 0, 0, 0, 0, 0x0254],      128, Refused("metadata")),    // Google Cloud
    ([0xfd00, 0x00c1, 0, 0, 0, 0, 0xa9fe, 0xa9fe], 128, Refused("metadata")),    // Oracle Cloud
    ([0xfd00, 0x0042, 0, 0, 0, 0, 0, 0x0042],      128, Refused("metadata")),    // Scaleway
    ([0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe],      128, Refused("metadata")),    // OpenStack
    ([0, 0, 0, 0, 0, 0, 0, 1],                     128, Refused("loopback")),    // RFC 4291
    ([0, 0, 0, 0, 0, 0, 0, 0],                     128, Refused("reserved")),    // RFC 4291: unspecified
    ([0, 0, 0, 0, 0, 0, 0, 0],                      96, RefusedEmbedded(96)),    // RFC 4291: IPv4-compatible, retired
    ([0, 0, 0, 0, 0, 0xffff, 0, 0],                 96, Embedded(96)),           // RFC 4291: IPv4-mapped
    ([0, 0, 0, 0, 0xffff, 0, 0, 0],                 96, RefusedEmbedded(96)),    // RFC 2765: IPv4-translated, retired
    ([0x0064, 0xff9b, 0, 0, 0, 0, 0, 0],            96, Embedded(96)),           // RFC 6052: NAT64
    ([0x0064, 0xff9b, 1, 0, 0, 0, 0, 0],            48, Refused("reserved")),    // RFC 8215: local NAT64
    ([0x0100, 0, 0, 0, 0, 0, 0, 0],                 64, Refused("reserved")),    // RFC 6666: discard only
    ([0x2001, 0, 0, 0, 0, 0, 0, 0],                 23, Refused("reserved")),    // RFC 2928: Teredo, ORCHID, benchmarks
    ([0x2001, 0x0db8, 0, 0, 0, 0, 0, 0],            32, Refused("reserved")),    // RFC 3849: documentation
    ([0x2002, 0, 0, 0, 0, 0, 0, 0],                 16, RefusedEmbedded(16)),    // RFC 3056, RFC 7526: 6to4
    ([0x2620, 0x004f, 0x8000, 0, 0, 0, 0, 0],       48, Refused("reserved")),    // RFC 7534: AS112
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0],                 20, Refused("reserved")),    // RFC 9637: documentation
    ([0x5f00, 0, 0, 0, 0, 0, 0, 0],                 16, Refused("reserved")),    // RFC 9602: segment routing
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0],                  7, Refused("private")),     // RFC 4193: unique local
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0],                 10, Refused("link_local")),  // RFC 4291
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0],                 10, Refused("private")),     // RFC 3879: site local, retired
    ([0xff00, 0, 0, 0, 0, 0, 0, 0],                  8, Refused("multicast")),   // RFC 4291
];

/// RFC 4291: the only part of IPv6 that is handed out as global unicast; all else is refused.
pub(crate) const GLOBAL_UNICAST_V6: ([u16; 8], u32) = ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// RFC 5214: upper halves of an ISATAP interface identifier; an IPv4 address of any kind follows.
pub(crate) const ISATAP_MARKS: [[u16; 2]; 2] = [[0x0000, 0x5efe], [0x0200, 0x5efe]];
