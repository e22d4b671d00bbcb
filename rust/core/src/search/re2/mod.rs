//! The syntax of RE2, read exactly as RE2 reads it and turned into the engine's intermediate form.
//!
//! Patterns of the `regex` crate look alike and mean other things (`\d`, `\b`, `\<`, `[a&&b]`), so that they cannot
//! simply be handed on. Checks stand in the order in which RE2 makes them: a pattern that it refuses is refused here
//! with the same kind of error and the same argument.

mod class;
mod cursor;
mod error;
mod escape;
mod flags;
mod groups;
mod parser;
mod repeat;

pub use error::{ErrorKind, SyntaxError};
pub(crate) use parser::parse;
