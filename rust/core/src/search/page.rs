//! Search in the text of a page: the same text that a reading of the page returns, so that offsets fit into it.

use super::{Matches, Pattern, SearchOptions, search_text};
use crate::text::{TextOptions, page_text};
use crate::{Budget, Error, Reading, Snapshot};

/// Finds a pattern in the text that a person sees on a page.
///
/// Offsets count in the text that [`page_text`] gives with its default options. When a limit cuts that text, what is
/// behind the cut is not searched, and the total is a lower bound.
///
/// # Errors
/// Those of [`page_text`].
pub fn search_page(
    snapshot: &Snapshot,
    pattern: &Pattern,
    options: &SearchOptions,
    budget: &Budget,
) -> Result<Reading<Matches>, Error> {
    let text = page_text(snapshot, &TextOptions::default(), budget)?;
    let mut found = search_text(text.value.as_str(), pattern, options, budget);
    found.total_is_lower_bound |= !text.report.limits.is_empty();
    let mut report = text.report;
    if found.total_is_lower_bound && report.limits.is_empty() {
        report.limit("timeout_ms", 0);
    }
    Ok(Reading { value: found, report })
}
