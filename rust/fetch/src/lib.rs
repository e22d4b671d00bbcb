//! The door to the network: the only crate of pagewarden that opens sockets.
//!
//! [`decide`] says, without any I/O, whether a URL may be contacted under a [`Policy`](pagewarden_core::Policy).
//! [`fetch`] asks it before every hop, connects only to addresses that it has judged, and reads within [`Limits`].
#![forbid(unsafe_code)]

mod address;
mod answers;
mod decision;
mod limits;
mod names;
mod ports;
mod ranges;
mod target;

pub use address::address_class;
pub use answers::Answers;
pub use decision::{Decision, Verdict, decide, decide_chain};
pub use limits::{Limits, MAX_REDIRECTS};
