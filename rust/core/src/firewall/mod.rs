//! The firewall: the only way from a [`RawSnapshot`](crate::RawSnapshot) to something that can be read.
//!
//! Structure comes first: fields are judged by what they are (type, autocomplete, name) and URLs by their keys. The
//! rules are TOML data in `rules/`, compiled once. A policy can add rules and can take none away.

mod assignments;
mod base64;
mod blocks;
mod boundary;
mod decoded;
mod endings;
mod fields;
mod headers;
mod json;
mod memory;
mod normal;
mod percent;
mod phrases;
mod policy;
mod program;
mod receipt;
mod redact;
mod release;
mod rules;
mod search;
mod shapes;
mod sheet;
mod tables;
mod urls;
mod values;
mod view;
mod wrapped;

pub use policy::{HostPort, Policy};
pub(crate) use receipt::{Place, Receipt};
pub use redact::{Explained, explain, redact};
pub use release::redact_url;
pub(crate) use release::release;
pub(crate) use rules::value_attributes;

/// Where the shapes of tokens are in a text, in bytes: the first of the searches that a page goes through, by itself.
#[must_use]
pub fn find_shapes(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut hits = Vec::new();
    shapes::Shapes::builtin().find(text, &[], &mut hits);
    hits.into_iter().map(|hit| hit.start..hit.end).collect()
}

/// What stands in the place of every withheld value: constant, so that it tells nothing (requirement R8).
pub const REDACTED: &str = "[REDACTED]";
