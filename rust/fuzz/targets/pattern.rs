//! Patterns come from models: any text is read or refused, and what matches stands in the text where it is said to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::Budget;
use pagewarden_core::search::{Pattern, SearchOptions, search_text};

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else { return };
    // The first line is the pattern, what follows is the text.
    let (pattern, text) = input.split_once('\n').unwrap_or((input, "tea \u{212a}elvin\n7 \u{1f600}b"));
    let Ok(pattern) = Pattern::compile(pattern, data.len() % 2 == 0) else { return };
    let options = SearchOptions { keep_empty: true, ..SearchOptions::default() };
    let found = search_text(text, &pattern, &options, &Budget::unlimited());
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut end = 0;
    for one in &found.matches {
        assert!(one.offset >= end);
        end = one.offset + one.length;
        assert_eq!(String::from_utf16(&units[one.offset..end]).ok().as_deref(), Some(one.text.as_str()));
        assert_eq!(one.line, units[..one.offset].iter().filter(|unit| **unit == 10).count() + 1);
    }
    assert!(found.total >= found.matches.len() as u64);
});
