//! Searches, as plain values: each match is (text, offset, length, line), offsets in UTF-16 units, lines from 1.

use std::time::{Duration, Instant};

use pagewarden_core::Budget;
use pagewarden_core::search::{Matches, Pattern, SearchOptions, search_text};
use pyo3::prelude::*;

use crate::guard;

/// The matches that are listed, how many there are, and whether there may be more.
pub(crate) type Found = (Vec<(String, usize, usize, usize)>, u64, bool);

/// What a search found, for Python.
pub(crate) fn found(matches: Matches) -> Found {
    let listed = matches.matches.into_iter().map(|one| (one.text, one.offset, one.length, one.line)).collect();
    (listed, matches.total, matches.total_is_lower_bound)
}

/// Finds a pattern of RE2 in a text.
#[pyfunction]
#[pyo3(name = "search_text")]
pub(crate) fn in_text(
    py: Python<'_>,
    text: &str,
    pattern: &str,
    case_sensitive: bool,
    max_matches: u64,
    keep_empty: bool,
    timeout_ms: u64,
) -> PyResult<Found> {
    guard::run(py, || {
        let (options, _) = SearchOptions::from_request(max_matches, keep_empty)?;
        let pattern = Pattern::compile(pattern, case_sensitive)?;
        let deadline = Instant::now().checked_add(Duration::from_millis(timeout_ms));
        let budget = Budget { deadline, ..Budget::unlimited() };
        Ok(found(search_text(text, &pattern, &options, &budget)))
    })
}
