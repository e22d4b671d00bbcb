//! All matches of a pattern in a text, counted to the end and listed up to a limit.

use super::Pattern;
use crate::text::utf16_length;
use crate::{Budget, Error};

/// How many matches are counted between two looks at the clock.
const CLOCK_STRIDE: u64 = 16;

/// The most matches that may be asked for.
pub const HARD_MATCHES: usize = 1000;

/// How to search.
#[derive(Debug, Clone, Copy)]
pub struct SearchOptions {
    /// Most matches that are listed. Default 100.
    pub max_matches: usize,
    /// Whether a match of nothing counts. Default false.
    pub keep_empty: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions { max_matches: 100, keep_empty: false }
    }
}

impl SearchOptions {
    /// Checks the number that a caller passed, and says whether it was lowered to the most that is allowed.
    ///
    /// # Errors
    /// [`Error::InvalidParameter`] for zero.
    pub fn from_request(max_matches: u64, keep_empty: bool) -> Result<(Self, bool), Error> {
        if max_matches == 0 {
            return Err(Error::InvalidParameter { name: "max_matches", expected: "an integer of 1 or more" });
        }
        let allowed = max_matches.min(HARD_MATCHES as u64);
        Ok((SearchOptions { max_matches: allowed as usize, keep_empty }, allowed < max_matches))
    }
}

/// One match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The text that matched.
    pub text: String,
    /// Where it begins, in UTF-16 code units from the start of the text.
    pub offset: usize,
    /// How long it is, in UTF-16 code units.
    pub length: usize,
    /// The line in which it begins: 1 and one more for each line feed before it.
    pub line: usize,
    /// Where it begins in the text's bytes.
    pub(crate) start: usize,
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Matches {
    /// The first matches, in order.
    pub matches: Vec<Match>,
    /// How many there are.
    pub total: u64,
    /// Whether there may be more than `total`: the time was over before all were counted.
    pub total_is_lower_bound: bool,
}

impl Matches {
    /// Whether there are matches that are not listed.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.total > self.matches.len() as u64 || self.total_is_lower_bound
    }
}

/// Finds a pattern in a text. Matches are leftmost-first and do not overlap.
#[must_use]
pub fn search_text(text: &str, pattern: &Pattern, options: &SearchOptions, budget: &Budget) -> Matches {
    let mut found = Matches::default();
    let mut place = Place::default();
    let mut looked = 0u64;
    for (start, end) in pattern.find_all(text) {
        looked += 1;
        if looked.is_multiple_of(CLOCK_STRIDE) && budget.expired() {
            found.total_is_lower_bound = true;
            break;
        }
        if start == end && !options.keep_empty {
            continue;
        }
        found.total += 1;
        if found.matches.len() < options.max_matches {
            place.advance(text, start);
            let matched = &text[start..end];
            found.matches.push(Match {
                text: matched.to_owned(),
                offset: place.units,
                length: utf16_length(matched),
                line: place.line_feeds + 1,
                start,
            });
        }
    }
    found
}

/// How far the text was counted.
#[derive(Default)]
struct Place {
    bytes: usize,
    units: usize,
    line_feeds: usize,
}

impl Place {
    fn advance(&mut self, text: &str, to: usize) {
        let between = &text[self.bytes..to];
        self.units += utf16_length(between);
        self.line_feeds += memchr::memchr_iter(b'\n', between.as_bytes()).count();
        self.bytes = to;
    }
}
