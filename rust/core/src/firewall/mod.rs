//! The firewall: the only way from a [`RawSnapshot`](crate::RawSnapshot) to something that can be read.
//!
//! Structure comes first: fields are judged by what they are (type, autocomplete, name) and URLs by their keys. The
//! rules are TOML data in `rules/`, compiled once. A policy can add rules and can take none away.

mod percent;
mod policy;
mod release;
mod rules;
mod urls;

pub use policy::{HostPort, Policy};
pub use release::redact_url;
pub(crate) use release::{Receipt, release};
pub(crate) use rules::value_attributes;

/// What stands in the place of every withheld value: constant, so that it tells nothing (requirement R8).
pub const REDACTED: &str = "[REDACTED]";
