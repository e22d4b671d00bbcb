//! The one reader of web pages: page bytes come in, released values come out.
//!
//! Every face of pagewarden (Python, MCP, CLI, C) calls the functions of this crate, so that they all give the same
//! answer. The crate is pure: it opens no file and no socket, prints nothing, and contains no `unsafe`.
//!
//! The order of a read is fixed by the types: bytes become a [`RawSnapshot`], which has no reader;
//! [`RawSnapshot::release`] applies a [`Policy`] and gives a [`Snapshot`]; only a [`Snapshot`] can be read.
#![forbid(unsafe_code)]

pub mod budget;
pub mod error;
pub mod firewall;
pub mod report;
pub mod search;
pub mod select;
pub mod snapshot;
pub mod text;

#[cfg(test)]
mod shared_data;

pub use budget::Budget;
pub use error::Error;
pub use firewall::Policy;
pub use report::{Reading, Report};
pub use snapshot::{RawSnapshot, Snapshot};
