//! What must hold for every reading of every page; each target brings its own way to make a page and asks this.
//!
//! The promises are stated once, so that a new target cannot check fewer of them than the others do.

use pagewarden_core::snapshot::{HtmlInput, ParseOptions, RawSnapshot, parse_html};
use pagewarden_core::text::{Rendering, Text, TextOptions, page_text};
use pagewarden_core::{Budget, Error, Policy, Snapshot};

/// Parses and releases; only the size of the input may be refused.
///
/// # Panics
/// When a document is refused for any other reason.
pub fn released_html(input: HtmlInput<'_>) -> Snapshot {
    let raw = parse_html(input, &ParseOptions::default()).expect("any document gives a snapshot");
    raw.release(&Policy::default()).expect("any document is released")
}

/// Decodes and releases what `Snapshot::encode` wrote.
///
/// # Panics
/// When a page of ours is refused.
pub fn released_again(page: &Snapshot) -> Snapshot {
    let raw = RawSnapshot::decode(&page.encode()).expect("encoded pages decode");
    raw.release(&Policy::default()).expect("encoded pages are released")
}

/// Reads a page in both renderings, with and without hidden text, inside several budgets.
///
/// # Panics
/// When a budget is exceeded or a smaller one does not give a prefix.
pub fn check_readings(page: &Snapshot) {
    for rendering in [Rendering::Person, Rendering::InnerText] {
        for visible_only in [true, false] {
            let options = TextOptions { selector: None, visible_only, rendering };
            let whole = read(page, &options, Budget::unlimited());
            for max_chars in [1, 2, 7, 64, whole.utf16_len().saturating_sub(1).max(1)] {
                let part = read(page, &options, Budget { max_chars, ..Budget::unlimited() });
                assert!(part.utf16_len() <= max_chars, "more characters than the budget allows");
                check_prefix(part.as_str(), whole.as_str(), &options);
            }
            for max_nodes in [1, 5, 20] {
                let part = read(page, &options, Budget { max_nodes, ..Budget::unlimited() });
                check_prefix(without_closing_mark(part.as_str()), whole.as_str(), &options);
            }
        }
    }
}

/// A reading that runs out of nodes inside hidden text closes the mark there, so only what stands before is a prefix.
fn without_closing_mark(part: &str) -> &str {
    part.strip_suffix(" [/hidden]").map_or(part, str::trim_end)
}

fn check_prefix(part: &str, whole: &str, options: &TextOptions) {
    assert!(whole.starts_with(part), "{options:?}: no prefix: {part:?} of {whole:?}");
}

/// Checks that passing the gate a second time changes nothing.
///
/// # Panics
/// When the second passage gives other bytes or other text.
pub fn check_second_passage(page: &Snapshot) {
    let again = released_again(page);
    let (first, second) = (page.encode(), again.encode());
    let (first, second) = (String::from_utf8_lossy(&first), String::from_utf8_lossy(&second));
    assert!(first == second, "the second passage changes the page: {first:?} to {second:?}");
    for rendering in [Rendering::Person, Rendering::InnerText] {
        let options = TextOptions { rendering, ..TextOptions::default() };
        let (first, second) = (read(page, &options, Budget::unlimited()), read(&again, &options, Budget::unlimited()));
        assert_eq!(first.as_str(), second.as_str(), "the second passage changes the text");
    }
}

/// Reads within a budget and checks what the report says about the amount.
///
/// # Panics
/// When the reading fails or the report disagrees with the text.
pub fn read(page: &Snapshot, options: &TextOptions, budget: Budget) -> Text {
    let reading = page_text(page, options, &budget).expect("reading without a selector cannot fail");
    assert_eq!(reading.report.returned.chars, reading.value.utf16_len() as u64);
    assert_eq!(reading.value.utf16_len(), reading.value.as_str().encode_utf16().count());
    let report = &reading.report;
    let unread = report.closed_shadow > 0 || report.frames.iter().any(|frame| frame.status != "read");
    assert!(report.complete || unread || !report.limits.is_empty(), "incomplete without a reason");
    reading.value
}

/// Reads the part that a selector names; a selector may be refused, but only with a position inside it.
///
/// # Panics
/// When the reading fails in another way.
pub fn check_selector(page: &Snapshot, selector: &str) {
    let options = TextOptions { selector: Some(selector.to_owned()), ..TextOptions::default() };
    match page_text(page, &options, &Budget::default()) {
        Ok(reading) => assert!(reading.report.scope_matched.is_some()),
        Err(Error::InvalidSelector { position, .. }) => assert!(position <= selector.chars().count()),
        Err(error) => panic!("unexpected error: {error}"),
    }
}
