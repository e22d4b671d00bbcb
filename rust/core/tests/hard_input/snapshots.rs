//! Wire data that is deep, damaged or made to look like something else.
//!
//! It comes from a process that runs hostile pages, so that what it says about itself is never believed.

use pagewarden_core::snapshot::RawSnapshot;
use pagewarden_core::text::{Rendering, TextOptions, page_text};
use pagewarden_core::{Budget, Error, Policy};

use super::page::{from_html, from_wire, read, whole_text};
use super::wire_data::{BLOCK, INLINE, Wire};

/// A page that uses every part of the format.
fn small_page() -> Vec<u8> {
    from_html(
        "<!doctype html><title>t</title><style>.h{opacity:0}</style><p class=h custom=1>\u{e9}\u{1f600}<!--c--></p>\
         <my-element data-x='https://e.example/?token=1'>b</my-element><svg><g></g></svg><iframe srcdoc='<i>f'>\
         </iframe><div><template shadowrootmode=open><slot></slot></template>s</div>",
    )
    .encode()
}

#[test]
fn fifty_thousand_levels_are_read_without_recursion() {
    let mut wire = Wire::document();
    for _ in 0..50_000 {
        wire.element(0, BLOCK, 1, &[]);
    }
    wire.text(0, b"deep");
    wire.text(50_001, b"after");
    let page = from_wire(&wire.finish());
    assert_eq!(page.node_count(), 50_003);
    assert_eq!(whole_text(&page), "deep\nafter");
    assert_eq!(whole_text(&from_wire(&page.encode())), "deep\nafter");
    for selector in ["html html html", "html:has(> html)", ":root > html + *", "html:nth-last-child(1)", "html:empty"] {
        let options = TextOptions { selector: Some(selector.to_owned()), ..TextOptions::default() };
        let reading = page_text(&page, &options, &Budget::default()).unwrap();
        assert!(reading.report.scope_matched.is_some(), "{selector}");
    }
}

#[test]
fn three_hundred_thousand_siblings_and_their_attributes() {
    let mut wire = Wire::document();
    for number in 0..300_000 {
        wire.element(usize::from(number > 0), INLINE, 1, &[(1, b"https://e.example/?token=FAKE"), (2, b"x")]);
    }
    wire.text(1, b"end");
    let page = from_wire(&wire.finish());
    assert_eq!(whole_text(&page), "end");
    assert!(!String::from_utf8_lossy(&page.encode()).contains("FAKE"));
}

#[test]
fn lone_surrogates_become_one_replacement_each() {
    let mut wire = Wire::document();
    wire.text(0, b"a\xed\xa0\xbdb");
    wire.text(1, b"\xed\xb8\x80c");
    // A pair that was written as two surrogates is no character either.
    wire.text(1, b"\xed\xa0\xbd\xed\xb8\x80");
    wire.text(1, "\u{1f600}".as_bytes());
    let text = whole_text(&from_wire(&wire.finish()));
    assert_eq!(text, "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\u{1f600}");
}

#[test]
fn invalid_and_split_characters_are_repaired_where_they_stand() {
    let mut wire = Wire::document();
    wire.text(0, b"a\xffb");
    wire.text(1, b"\xe4\xb8");
    wire.text(1, b"\xadc");
    wire.text(1, b"\0d");
    let text = whole_text(&from_wire(&wire.finish()));
    assert!(text.starts_with("a\u{fffd}b\u{fffd}\u{fffd}c") && text.ends_with('d'), "{text:?}");
}

#[test]
fn data_cut_at_any_byte_is_refused() {
    let data = small_page();
    assert!(RawSnapshot::decode(&data).is_ok());
    for length in 0..data.len() {
        match RawSnapshot::decode(&data[..length]).map(drop) {
            Err(Error::Snapshot { position, .. }) => assert!(position <= length),
            other => panic!("{length} bytes of {}: {other:?}", data.len()),
        }
    }
    let mut longer = data.clone();
    longer.push(0);
    assert!(matches!(RawSnapshot::decode(&longer).map(drop), Err(Error::Snapshot { .. })));
}

#[test]
fn any_flipped_bit_gives_an_error_or_a_page_that_can_be_read() {
    let data = small_page();
    for bit in 0..data.len() * 8 {
        let mut damaged = data.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Ok(raw) = RawSnapshot::decode(&damaged) else { continue };
        let page = raw.release(&Policy::default()).unwrap();
        for rendering in [Rendering::Person, Rendering::InnerText] {
            let text = read(&page, rendering).value;
            assert_eq!(text.utf16_len(), text.as_str().encode_utf16().count());
        }
        assert!(RawSnapshot::decode(&page.encode()).is_ok(), "bit {bit}: what was released does not decode");
    }
}

#[test]
fn counts_that_promise_more_than_there_is_reserve_nothing() {
    let header = b"PWSN\x01\x00\x01\x00";
    for place in 0..6 {
        for count in [&b"\xff\xff\xff\xff\x0f"[..], b"\x80\x80\x80\x40", b"\xff\xff\xff\xff\xff\x01"] {
            let mut data = header.to_vec();
            data.extend(std::iter::repeat_n(0, place));
            data.extend_from_slice(count);
            data.extend_from_slice(&[0; 64]);
            assert!(RawSnapshot::decode(&data).is_err(), "count {place}");
        }
    }
}

#[test]
fn no_nodes_at_all_is_a_page() {
    let page = from_wire(b"PWSN\x01\x00\x01\x00\0\0\0\0\0\0");
    assert_eq!(page.node_count(), 0);
    for rendering in [Rendering::Person, Rendering::InnerText] {
        assert_eq!(read(&page, rendering).value.as_str(), "");
    }
    assert_eq!(page.title(), None);
    let options = TextOptions { selector: Some(String::from("p")), ..TextOptions::default() };
    assert_eq!(page_text(&page, &options, &Budget::default()).unwrap().report.scope_matched, Some(0));
}
