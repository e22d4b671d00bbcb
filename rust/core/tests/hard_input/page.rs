//! From input to text in one step, so that a test of hard input is only the input and what must come out.

use pagewarden_core::snapshot::{HtmlInput, ParseOptions, RawSnapshot, parse_html};
use pagewarden_core::text::{Rendering, Text, TextOptions, page_text};
use pagewarden_core::{Budget, Policy, Reading, Snapshot};

pub(crate) fn from_html(html: &str) -> Snapshot {
    released(parse_html(HtmlInput::Text(html), &ParseOptions::default()).unwrap())
}

pub(crate) fn from_bytes(bytes: &[u8], content_type: Option<&str>) -> Snapshot {
    released(parse_html(HtmlInput::Bytes { bytes, content_type }, &ParseOptions::default()).unwrap())
}

pub(crate) fn from_wire(data: &[u8]) -> Snapshot {
    released(RawSnapshot::decode(data).unwrap())
}

fn released(raw: RawSnapshot) -> Snapshot {
    raw.release(&Policy::default()).unwrap()
}

pub(crate) fn read(page: &Snapshot, rendering: Rendering) -> Reading<Text> {
    let options = TextOptions { rendering, ..TextOptions::default() };
    page_text(page, &options, &Budget::unlimited()).unwrap()
}

/// The text as a person sees it; the report must say that nothing is missing.
pub(crate) fn whole_text(page: &Snapshot) -> String {
    let reading = read(page, Rendering::Person);
    assert!(reading.report.complete, "{}", reading.report.to_json());
    reading.value.as_str().to_owned()
}
