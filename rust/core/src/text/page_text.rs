//! The reader of rendered text: scope, budget and report around one walk.

use std::time::Instant;

use super::utf16::Text;
use super::walk::Walk;
use crate::report::{Amount, LimitFired};
use crate::select::SelectorList;
use crate::snapshot::{NodeId, Snapshot, name};
use crate::{Budget, Error, Reading, Report};

/// What counts as the text of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rendering {
    /// What a person sees: shadow trees and frames are read; text that cannot be seen (opacity zero, clipped, off
    /// screen, of zero size) is left out and counted.
    #[default]
    Person,
    /// Exactly what the platform's `innerText` gives.
    InnerText,
}

impl Rendering {
    /// The rendering with this name.
    ///
    /// # Errors
    /// [`Error::InvalidParameter`] for any other name than `person` and `innertext`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        match text {
            "person" => Ok(Rendering::Person),
            "innertext" => Ok(Rendering::InnerText),
            _ => Err(Error::InvalidParameter { name: "rendering", expected: "\"person\" or \"innertext\"" }),
        }
    }
}

/// What to read and how.
#[derive(Debug, Clone)]
pub struct TextOptions {
    /// Read the first element that this selector matches; the whole page when `None`.
    pub selector: Option<String>,
    /// Leave out what a person cannot see. When false, hidden text is added between marks that name the reason.
    /// `innertext` knows no hidden text and ignores this.
    pub visible_only: bool,
    /// What counts as text.
    pub rendering: Rendering,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { selector: None, visible_only: true, rendering: Rendering::Person }
    }
}

/// Reads the rendered text of a page or of one element, in document order.
///
/// The text is deterministic for a given snapshot and given character and node limits, and a smaller limit gives a
/// prefix of what a larger one gives; only when hidden text is asked for, a cut inside of it is followed by its closing
/// mark. When a limit fires the answer is what was read until then.
///
/// # Errors
/// [`Error::InvalidSelector`] when the selector cannot be parsed. A selector that matches nothing is no error: the text
/// is empty, `scope_matched` is 0 and a note says so.
pub fn page_text(snapshot: &Snapshot, options: &TextOptions, budget: &Budget) -> Result<Reading<Text>, Error> {
    let started = Instant::now();
    let mut report = Report::new(snapshot.source(), snapshot.receipt().revision.clone());
    report.encoding = snapshot.columns().origin.encoding;
    for fired in &snapshot.columns().origin.limits {
        report.limit(fired.limit, fired.value);
    }
    let captured = snapshot.columns().origin.captured.as_ref();
    if let Some(captured) = captured {
        report.geometry = captured.geometry;
        report.closed_shadow = captured.closed_shadow;
        report.only_mounted_rows = captured.only_mounted_rows;
        if captured.hidden_is_lower_bound {
            report.notes.push("there is more hidden text than was counted");
        }
    }
    let scope = match &options.selector {
        None => {
            report.withheld = Some(snapshot.receipt().withheld());
            Some(whole_page(snapshot, options.rendering))
        }
        Some(_) if captured.is_some_and(|captured| captured.matched.is_some()) => {
            // The selector was resolved in the page, and only its element is here.
            let captured = captured.map(|captured| (captured.scope, captured.matched));
            let (scope, matched) = captured.unwrap_or_default();
            report.scope_matched = matched;
            if matched == Some(0) {
                report.notes.push("the selector matched nothing");
            }
            scope
        }
        Some(selector) => {
            let list = SelectorList::parse(selector)?;
            let found = super::scope::find(snapshot, &list, budget, &mut report);
            report.scope_matched = Some(found.matched);
            if found.first.is_none() && report.limits.is_empty() {
                report.notes.push("the selector matched nothing");
            }
            found.first
        }
    };
    let mut walk = Walk::new(snapshot, options, budget, &mut report);
    if let Some(scope) = scope {
        walk.read(scope);
    }
    let (text, hidden) = walk.finish();
    let text = Text::with_hidden(text, hidden);
    report.returned.chars = text.utf16_len() as u64;
    if text.utf16_len() == 0 && options.selector.is_none() && report.complete {
        let hidden = report.hidden.values().any(|units| *units > 0);
        report.notes.push(if hidden { "everything on the page is hidden" } else { "the page has no text" });
    }
    report.total = Amount { chars: report.returned.chars, nodes: report.returned.nodes };
    report.total_is_lower_bound = !report.complete;
    report.next = next_step(&report.limits);
    report.elapsed_ms = started.elapsed().as_millis() as u64;
    Ok(Reading { value: text, report })
}

fn next_step(limits: &[LimitFired]) -> &'static str {
    match limits.first().map(|fired| fired.limit) {
        None => "",
        Some("max_chars") => "raise max_chars, or read a part with selector",
        Some("max_nodes") => "raise max_nodes, or read a part with selector",
        Some("timeout_ms") => "raise timeout_ms, or read a part with selector",
        Some("max_bytes") => "raise max_bytes to fetch the whole document",
        Some(_) => "read a part with selector",
    }
}

/// The element whose text is the text of the page.
fn whole_page(snapshot: &Snapshot, rendering: Rendering) -> NodeId {
    let columns = snapshot.columns();
    if rendering == Rendering::Person || columns.len() == 0 {
        return 0;
    }
    // document.body: the first body or frameset child of the root element.
    let root = columns.children(0).find(|node| columns.is_element(*node));
    let body = root.and_then(|root| {
        columns.children(root).find(|node| columns.is_html(*node, name::BODY) || columns.is_html(*node, name::FRAMESET))
    });
    body.or(root).unwrap_or(0)
}
