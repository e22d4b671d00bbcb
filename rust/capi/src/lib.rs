//! The C border: `harmonia_*` functions around the calls of `pagewarden-core`, and nothing else.
//!
//! Programs in C, Go, Node and every other language with a C interface get the same answers as Rust and Python, because
//! the same functions give them. `include/harmonia.h` is the contract; this crate only checks pointers, turns text into
//! Rust strings and back, and keeps every panic on this side of the border.

#[cfg(panic = "abort")]
compile_error!("libharmonia must unwind: with panic = \"abort\" a defect in a page would end the host process");

mod border;
pub mod last_error;
mod options;
pub mod page;
mod quiet_panic;
pub mod raw;
pub mod strings;
pub mod text;
pub mod version;
