//! The door to the network: the only crate of pagewarden that opens sockets.
//!
//! [`decide`] says, without any I/O, whether a URL may be contacted under a [`Policy`](pagewarden_core::Policy).
//! [`fetch`] asks the same rules before every hop, connects only to addresses that were judged, and reads within
//! [`Limits`].
//!
//! ```
//! use pagewarden_core::Policy;
//! use pagewarden_fetch::{Verdict, decide};
//!
//! let decision = decide("http://0x7f.1/admin", None, &Policy::default());
//! assert_eq!((decision.verdict, decision.reason), (Verdict::Block, "loopback"));
//! ```
#![forbid(unsafe_code)]

mod address;
mod answers;
mod body;
mod coding;
mod decision;
mod fetch;
mod limits;
mod look_up;
mod names;
mod ports;
mod ranges;
mod request;
mod target;
mod tls;

pub use address::address_class;
pub use answers::Answers;
pub use body::Cut;
pub use decision::{Decision, Verdict, decide, decide_chain};
pub use fetch::{Fetched, fetch, fetch_with};
pub use limits::{Limits, MAX_REDIRECTS};
pub use look_up::{LookUp, SystemLookUp};
