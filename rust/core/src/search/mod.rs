//! Search in released text with patterns of RE2, in linear time whatever the pattern and the text.
//!
//! [`Pattern`] is what was asked for, read as RE2 reads it; [`search_text`] finds it in a text, and
//! [`search_page`] in the text of a page, with offsets in UTF-16 code units and lines.

#[cfg(test)]
mod corpora;
mod matches;
mod page;
mod pattern;
pub mod re2;

pub use matches::{HARD_MATCHES, Match, Matches, SearchOptions, search_text};
pub use page::search_page;
pub use pattern::Pattern;
