//! Any bytes are a page: both inputs are parsed, released and read inside budgets, and nothing may panic or hang.
//!
//! The first byte chooses the transport header, so that the fuzzer reaches every decoder; the rest is the document.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::snapshot::HtmlInput;
use pagewarden_fuzz::{check_readings, check_second_passage, released_html};

const HEADERS: [Option<&str>; 8] = [
    None,
    Some("text/html"),
    Some("text/html; charset=utf-16le"),
    Some("text/html; charset=shift_jis"),
    Some("text/html; charset=iso-2022-jp"),
    Some("text/html; charset=gb18030"),
    Some("text/html; charset=\"big5\""),
    Some("text/html; charset=windows-1251"),
];

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    // Letters choose no header, so that a seed is an ordinary page after one letter.
    let content_type = HEADERS.get(*choice as usize).copied().flatten();
    let page = released_html(HtmlInput::Bytes { bytes, content_type });
    check_readings(&page);
    check_second_passage(&page);
    let page = released_html(HtmlInput::Text(&String::from_utf8_lossy(bytes)));
    check_readings(&page);
});
