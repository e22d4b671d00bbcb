//! The live page: our collector, which runs in the page's isolated world, and the decoder of what it returns.
//!
//! The collector is one synchronous script. It is written in the folder `page/`, gets its tables from this crate (so that
//! a fact has one number on both sides), and answers with one string whose every prefix can be decoded.

mod assemble;
mod reader;
mod script;

pub use assemble::{Capture, decode_capture};
pub use reader::LATE;
pub use script::{ABSENT, CANDIDATES, CollectorCall, Mode, closed_root_call, collector, collector_call};
