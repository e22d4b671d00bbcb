//! CSS selectors: parsed once, matched against any tree that can answer a few questions about its elements.
//!
//! The same engine serves the cascade of the static source (over the parser's arena) and queries on a released
//! snapshot, so that both agree on what a selector means. What parses, and what it matches, is what Chromium does: a
//! selector that was tried in the developer tools of the browser gives the same elements here.

mod arguments;
mod ast;
mod attribute;
mod bucket;
mod direction;
mod form;
mod language;
mod matcher;
mod nth;
mod parser;
mod pseudo;
mod relative;
mod state;
mod structural;
#[cfg(test)]
mod test_tree;
mod tokens;
mod tree;
mod validity;

pub use ast::{Complex, PseudoElement, SelectorList, Specificity};
pub use bucket::{AncestorKind, BucketKey, ancestor_hash};
pub use direction::Direction;
pub use matcher::{MatchContext, Work};
pub use tree::Tree;
pub(crate) use tree::has_local_name;
