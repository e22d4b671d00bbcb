//! A pattern that was read and compiled, within bounds of length and of memory.

use regex_automata::meta::{Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;

use super::re2::{self, SyntaxError};
use crate::Error;

/// The longest pattern, in bytes. RE2 itself has no such bound; its bound of memory is reached long before.
const MOST_BYTES: usize = 1 << 16;

/// Memory of a compiled pattern. With it the same patterns are too large that are too large for the 8 MB of RE2.
const MOST_MEMORY: usize = 7_000_000;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
    cuts_characters: bool,
}

impl Pattern {
    /// Reads and compiles a pattern in the syntax of RE2.
    ///
    /// # Errors
    /// [`Error::InvalidPattern`] with the kind and the argument that RE2 gives.
    pub fn compile(pattern: &str, case_sensitive: bool) -> Result<Self, Error> {
        Self::compiled(pattern, case_sensitive).map_err(Error::InvalidPattern)
    }

    fn compiled(pattern: &str, case_sensitive: bool) -> Result<Self, SyntaxError> {
        if pattern.len() > MOST_BYTES {
            return Err(SyntaxError::too_large());
        }
        let parsed = re2::parse(pattern, !case_sensitive)?;
        let config =
            Config::new().utf8_empty(true).nfa_size_limit(Some(MOST_MEMORY)).which_captures(WhichCaptures::Implicit);
        // What was read is always valid; only its size can be refused.
        let regex =
            Regex::builder().configure(config).build_from_hir(&parsed.hir).map_err(|_| SyntaxError::too_large())?;
        Ok(Pattern { regex, cuts_characters: parsed.cuts_characters })
    }

    /// The ends of all matches from left to right, in bytes. An empty match that touches the one before it is none.
    pub(super) fn find_all<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, usize)> + 't {
        let found = self.regex.find_iter(text.as_bytes()).map(|found| (found.start(), found.end()));
        // `\C` is a byte, and may be a part of a character.
        found.filter(|(start, end)| {
            !self.cuts_characters || (text.is_char_boundary(*start) && text.is_char_boundary(*end))
        })
    }
}
