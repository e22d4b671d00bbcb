//! Encodings within a text: percent signs, character references, the escapes of JSON, style sheets and programs.
//!
//! A run without white space in which an encoding stands is an island. It is decoded as often as it can be, up to three
//! layers, and searched in that form; the rest of the text is not touched. Islands are disjoint, so that the work is
//! linear.

use super::normal::BLOCK;
use super::view::View;
use super::{boundary, percent};

/// How often an island is decoded.
const MOST_LAYERS: usize = 3;
/// Longest island, in bytes; a longer run is cut into several.
const LONGEST: usize = 65_536;

/// The islands within the first `limit` bytes of a text, in their plain form and one after the other; the source of the
/// view is the text.
pub(super) fn islands(text: &str, limit: usize) -> View {
    let bytes = text.as_bytes();
    let mut all = View::default();
    let mut from = 0;
    while from < limit {
        let Some(found) = memchr::memchr3(b'%', b'&', b'\\', &bytes[from..limit]) else { break };
        let at = from + found;
        if !begins_encoding(&bytes[at..]) {
            from = at + 1;
            continue;
        }
        let floor = from.max(at.saturating_sub(LONGEST));
        let mut start = at;
        while start > floor && !ends_run(bytes[start - 1]) {
            start -= 1;
        }
        let mut end = at;
        while end < bytes.len() && end - start < LONGEST && !ends_run(bytes[end]) {
            end += 1;
        }
        let (start, end) = (boundary::ceil(text, start), boundary::ceil(text, end));
        from = end.max(at + 1);
        if let Some(view) = decode(text, start, end) {
            all.append(&view);
            all.push_block();
        }
    }
    all
}

fn ends_run(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r') || byte == BLOCK as u8
}

/// Whether the bytes begin with something that stands for another character.
fn begins_encoding(bytes: &[u8]) -> bool {
    match bytes {
        [b'%', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        [b'&', b'#', ..] => true,
        [b'&', next, ..] => next.is_ascii_alphabetic() && reference(bytes).is_some(),
        [b'\\', next, ..] => {
            matches!(next, b'u' | b'x' | b'n' | b't' | b'r' | b'/' | b'"' | b'\'' | b'\\') || next.is_ascii_hexdigit()
        }
        _ => false,
    }
}

/// Decodes a piece, layer by layer; `None` when nothing in it stands for anything else.
fn decode(text: &str, start: usize, end: usize) -> Option<View> {
    let mut current = decode_layer(&text[start..end], |range| start + range.start..start + range.end)?;
    for _ in 1..MOST_LAYERS {
        let next = decode_layer(&current.text, |range| current.source_of(&range));
        match next {
            Some(view) => current = view,
            None => break,
        }
    }
    // What an encoding hid can be hidden once more.
    if current.text.is_ascii() {
        return Some(current);
    }
    let mut shown = View::default();
    shown.push_plain(&current.text, 0);
    let mut joined = View::default();
    for (at, character) in shown.text.char_indices() {
        let within = shown.source_of(&(at..at + character.len_utf8()));
        joined.push_whole(character, current.source_of(&within));
    }
    Some(joined)
}

fn decode_layer(text: &str, place: impl Fn(std::ops::Range<usize>) -> std::ops::Range<usize>) -> Option<View> {
    let bytes = text.as_bytes();
    let mut view = View::default();
    let mut changed = false;
    let mut at = 0;
    let mut copied = 0;
    while let Some(found) = memchr::memchr3(b'%', b'&', b'\\', &bytes[at..]) {
        let begin = at + found;
        let Some((character, length)) = decode_one(&bytes[begin..]) else {
            at = begin + 1;
            continue;
        };
        copy(&mut view, text, copied..begin, &place);
        view.push_whole(character, place(begin..begin + length));
        changed = true;
        at = begin + length;
        copied = at;
    }
    if !changed {
        return None;
    }
    copy(&mut view, text, copied..text.len(), &place);
    Some(view)
}

/// Copies a piece; in the first layer it stands in one go, later each character has its own place.
fn copy(
    view: &mut View,
    text: &str,
    range: std::ops::Range<usize>,
    place: &impl Fn(std::ops::Range<usize>) -> std::ops::Range<usize>,
) {
    if range.is_empty() {
        return;
    }
    let source = place(range.clone());
    if source.len() == range.len() {
        view.push_copy(&text[range], source.start);
        return;
    }
    for (at, character) in text[range.clone()].char_indices() {
        let start = range.start + at;
        view.push_whole(character, place(start..start + character.len_utf8()));
    }
}

/// One encoded character: what it is, and how many bytes stand for it.
fn decode_one(bytes: &[u8]) -> Option<(char, usize)> {
    match bytes {
        [b'%', ..] => percent(bytes),
        [b'&', ..] => reference(bytes),
        [b'\\', ..] => escape(bytes),
        _ => None,
    }
}

/// `%C3%A9`, the bytes of one character of UTF-8.
fn percent(bytes: &[u8]) -> Option<(char, usize)> {
    let mut decoded = [0_u8; 4];
    let mut count = 0;
    while count < 4 {
        let Some(byte) = percent::byte(bytes.get(3 * count..)?) else { break };
        decoded[count] = byte;
        count += 1;
        if let Ok(text) = std::str::from_utf8(&decoded[..count]) {
            return text.chars().next().map(|character| (character, 3 * count));
        }
        if byte < 0x80 {
            break;
        }
    }
    (count > 0).then_some(('\u{fffd}', 3))
}

/// `&#115;`, `&#x73;`, `&amp;` and the other names that stand in URLs and markup.
fn reference(bytes: &[u8]) -> Option<(char, usize)> {
    const NAMES: [(&[u8], char); 16] = [
        (b"&amp;", '&'),
        (b"&lt;", '<'),
        (b"&gt;", '>'),
        (b"&quot;", '"'),
        (b"&apos;", '\''),
        (b"&nbsp;", ' '),
        (b"&equals;", '='),
        (b"&colon;", ':'),
        (b"&sol;", '/'),
        (b"&quest;", '?'),
        (b"&lowbar;", '_'),
        (b"&num;", '#'),
        (b"&period;", '.'),
        (b"&commat;", '@'),
        (b"&dash;", '-'),
        (b"&shy;", '\u{ad}'),
    ];
    if bytes.get(1) != Some(&b'#') {
        let found =
            NAMES.iter().find(|(name, _)| bytes.len() >= name.len() && bytes[..name.len()].eq_ignore_ascii_case(name));
        return found.map(|(name, character)| (*character, name.len()));
    }
    let (radix, start) = if matches!(bytes.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let digits =
        bytes[start.min(bytes.len())..].iter().take(7).take_while(|byte| (**byte as char).is_digit(radix)).count();
    let number = std::str::from_utf8(bytes.get(start..start + digits)?).ok()?;
    let character = char::from_u32(u32::from_str_radix(number, radix).ok()?)?;
    let end = start + digits;
    Some((character, end + usize::from(bytes.get(end) == Some(&b';'))))
}

/// `\u0026`, `\u{26}`, `\x26`, `\/`, `\"` and, of style sheets, `\26 `.
fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let hex = |start: usize, most: usize| {
        let digits =
            bytes[start.min(bytes.len())..].iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let number = std::str::from_utf8(&bytes[start.min(bytes.len())..start.min(bytes.len()) + digits]).ok()?;
        Some((u32::from_str_radix(number, 16).ok()?, digits))
    };
    match bytes.get(1)? {
        b'u' if bytes.get(2) == Some(&b'{') => {
            let (number, digits) = hex(3, 6)?;
            (bytes.get(3 + digits) == Some(&b'}')).then_some((char::from_u32(number)?, digits + 4))
        }
        b'u' => {
            let (number, digits) = hex(2, 4)?;
            if digits < 4 {
                return None;
            }
            if (0xd800..0xdc00).contains(&number)
                && bytes.get(6..8) == Some(b"\\u")
                && let Some((low, 4)) = hex(8, 4)
                && (0xdc00..0xe000).contains(&low)
            {
                return Some((char::from_u32(0x1_0000 + ((number - 0xd800) << 10) + (low - 0xdc00))?, 12));
            }
            Some((char::from_u32(number).unwrap_or('\u{fffd}'), 6))
        }
        b'x' => {
            let (number, digits) = hex(2, 2)?;
            (digits == 2).then_some((char::from_u32(number)?, 4))
        }
        b'n' => Some(('\n', 2)),
        b't' => Some(('\t', 2)),
        b'r' => Some(('\r', 2)),
        sign @ (b'/' | b'"' | b'\'' | b'\\') => Some((*sign as char, 2)),
        next if next.is_ascii_hexdigit() => {
            let (number, digits) = hex(1, 6)?;
            let space = usize::from(bytes.get(1 + digits) == Some(&b' '));
            (digits >= 2)
                .then_some((char::from_u32(number).filter(|character| !character.is_control())?, 1 + digits + space))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::normal::BLOCK;

    fn islands(text: &str) -> Vec<String> {
        let view = super::islands(text, text.len());
        view.text.split(BLOCK).filter(|island| !island.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn encodings_are_undone() {
        assert_eq!(islands("a %67hp b"), ["ghp"]);
        assert_eq!(islands("x &#x67;&#104;p y"), ["ghp"]);
        assert_eq!(islands(r#"{"u":"https:\/\/a.test\/?a\u0026b"}"#), [r#"{"u":"https://a.test/?a&b"}"#]);
        assert_eq!(islands("a%2525b 100% sure AT&T"), ["a%b"]);
        assert_eq!(islands("%C3%A9%ff"), ["é\u{fffd}"]);
        assert_eq!(islands(r"\ud83d\ude00x"), ["😀x"]);
    }

    #[test]
    fn places_lead_back() {
        let text = "see a%2520b%3Dc here";
        let view = super::islands(text, text.len());
        assert_eq!(view.text.trim_end_matches(BLOCK), "a b=c");
        assert_eq!(&text[view.source_of(&(4..5))], "c");
        assert_eq!(&text[view.source_of(&(1..2))], "%2520");
        assert_eq!(&text[view.source_of(&(0..5))], "a%2520b%3Dc");
    }

    proptest! {
        #[test]
        fn total_and_on_boundaries(text in "[%&#;x0-9a-fA-F\\\\u{}é ]{0,60}|\\PC{0,60}") {
            let view = super::islands(&text, text.len());
            for (at, character) in view.text.char_indices().filter(|(_, character)| *character != BLOCK) {
                let source = view.source_of(&(at..at + character.len_utf8()));
                prop_assert!(text.is_char_boundary(source.start) && text.is_char_boundary(source.end));
            }
        }
    }
}
