//! Pages in the encodings that are still met, declared in each way that the standard knows.
//!
//! The bytes are written out, because an encoder of the library that decodes them would hide a common mistake.

use pagewarden_core::text::Rendering;

use super::page::{from_bytes, read, whole_text};

/// Name in the Encoding standard, bytes, and the text that they mean.
const SAMPLES: [(&str, &[u8], &str); 14] = [
    ("windows-1251", b"\xcc\xe8\xf0", "\u{41c}\u{438}\u{440}"),
    ("KOI8-R", b"\xed\xc9\xd2", "\u{41c}\u{438}\u{440}"),
    ("IBM866", b"\x8c\xa8\xe0", "\u{41c}\u{438}\u{440}"),
    ("windows-1252", b"caf\xe9 \x80", "caf\u{e9} \u{20ac}"),
    ("ISO-8859-2", b"\xb1\xbe", "\u{105}\u{17e}"),
    ("windows-1256", b"\xd3\xe1\xc7\xe3", "\u{633}\u{644}\u{627}\u{645}"),
    ("Shift_JIS", b"\x93\xfa\x96\x7b\x8c\xea", "\u{65e5}\u{672c}\u{8a9e}"),
    ("EUC-JP", b"\xc6\xfc\xcb\xdc\xb8\xec", "\u{65e5}\u{672c}\u{8a9e}"),
    ("ISO-2022-JP", b"\x1b$BF|K\\8l\x1b(B", "\u{65e5}\u{672c}\u{8a9e}"),
    ("GBK", b"\xd6\xd0\xce\xc4", "\u{4e2d}\u{6587}"),
    ("gb18030", b"\x81\x30\x81\x30\xd6\xd0", "\u{80}\u{4e2d}"),
    ("Big5", b"\xa4\xa4\xa4\xe5", "\u{4e2d}\u{6587}"),
    ("EUC-KR", b"\xc7\xd1\xb1\xdb", "\u{d55c}\u{ae00}"),
    ("UTF-8", "\u{65e5}\u{1f600}".as_bytes(), "\u{65e5}\u{1f600}"),
];

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[test]
fn declared_in_the_header() {
    for (name, bytes, text) in SAMPLES {
        for header in [format!("text/html; charset={name}"), format!("text/html;charset=\"{}\"", name.to_lowercase())] {
            let page = from_bytes(&joined(&[b"<p>", bytes]), Some(&header));
            assert_eq!(whole_text(&page), text, "{name}");
            assert_eq!(read(&page, Rendering::Person).report.encoding, name);
        }
    }
}

#[test]
fn declared_in_a_meta_element() {
    for (name, bytes, text) in SAMPLES {
        let short = format!("<!doctype html><meta charset=\"{name}\"><title>t</title><p>");
        let long = format!("<meta http-equiv=content-type content='text/html; charset={name}'><p>");
        for head in [short, long] {
            let page = from_bytes(&joined(&[head.as_bytes(), bytes]), None);
            assert_eq!(whole_text(&page), text, "{name}");
            assert_eq!(read(&page, Rendering::Person).report.encoding, name);
        }
    }
}

#[test]
fn a_header_wins_over_a_meta_element_and_a_mark_over_both() {
    let meta_lies = joined(&[b"<meta charset=koi8-r><p>", b"\xcc\xe8\xf0"]);
    assert_eq!(whole_text(&from_bytes(&meta_lies, Some("text/html; charset=windows-1251"))), "\u{41c}\u{438}\u{440}");
    let marked = joined(&[b"\xef\xbb\xbf<meta charset=big5><p>", "\u{e9}".as_bytes()]);
    assert_eq!(whole_text(&from_bytes(&marked, Some("text/html; charset=gbk"))), "\u{e9}");
}

#[test]
fn utf_16_by_its_mark_or_its_header() {
    let html = "<title>t</title><p>\u{65e5}\u{1f600}";
    let little: Vec<u8> = html.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = html.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let header = Some("text/html; charset=utf-16le");
    for (page, name) in [
        (from_bytes(&joined(&[b"\xff\xfe", &little]), None), "UTF-16LE"),
        (from_bytes(&joined(&[b"\xfe\xff", &big]), Some("text/html; charset=utf-8")), "UTF-16BE"),
        (from_bytes(&little, header), "UTF-16LE"),
    ] {
        assert_eq!(whole_text(&page), "\u{65e5}\u{1f600}");
        assert_eq!(read(&page, Rendering::Person).report.encoding, name);
    }
    // Half a unit at the end, and half a pair.
    let cut = joined(&[b"\xff\xfe", &little[..little.len() - 1]]);
    assert!(whole_text(&from_bytes(&cut, None)).starts_with("\u{65e5}\u{fffd}"));
}

#[test]
fn malformed_bytes_are_replaced_and_nothing_else_is_lost() {
    for (header, bytes) in [
        ("text/html; charset=shift_jis", &b"<p>a\x81<b>b</b>"[..]),
        ("text/html; charset=big5", b"<p>a\xff<b>b</b>"),
        ("text/html; charset=gb18030", b"<p>a\x81<b>b</b>"),
        ("text/html; charset=utf-8", b"<p>a\xe4\xb8<b>b</b>"),
    ] {
        // The lead byte must not swallow the `<`: that would hide markup from the reader but not from a browser.
        assert_eq!(whole_text(&from_bytes(bytes, Some(header))), "a\u{fffd}b", "{header}");
    }
}

#[test]
fn an_unknown_declaration_is_no_reason_to_refuse() {
    for header in ["text/html; charset=klingon", "charset", "text/html; charset=", "\u{1f600}"] {
        assert_eq!(whole_text(&from_bytes("<p>\u{e9}".as_bytes(), Some(header))), "\u{e9}", "{header}");
    }
}
