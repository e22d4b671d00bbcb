//! Character references: `&amp;`, `&#38;`, `&#x26;` and the ones without a semicolon.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{CharacterTokens, TokenSink};

use super::Tokenizer;

/// The longest name of a character reference, semicolon included.
const LONGEST_NAME: usize = 33;

/// A reference that was understood: its characters and how many bytes it took, the `&` included.
pub(super) struct Reference {
    first: char,
    second: Option<char>,
    pub(super) length: usize,
}

impl Reference {
    pub(super) fn push_to(&self, text: &mut String) {
        text.push(self.first);
        text.extend(self.second);
    }
}

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads the `&` at `at` in text.
    pub(super) fn reference_in_text(&mut self) {
        if let Some(reference) = reference(&self.bytes()[self.at..], false) {
            self.at += reference.length;
            let mut text = String::new();
            reference.push_to(&mut text);
            self.send(CharacterTokens(StrTendril::from(text)));
        } else {
            let start = self.at;
            self.at += 1;
            self.send_text(start, start + 1);
        }
    }
}

/// The reference that begins with the `&` at the start of `bytes`, if there is one.
///
/// In an attribute value a name without a semicolon counts only when no letter, digit or `=` follows.
pub(super) fn reference(bytes: &[u8], in_attribute: bool) -> Option<Reference> {
    if bytes.get(1) == Some(&b'#') {
        return numeric(bytes);
    }
    let run = bytes[1..].iter().take(LONGEST_NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let with_semicolon = run + usize::from(bytes.get(1 + run) == Some(&b';'));
    // The table holds every prefix of a name too, so that the search ends with the first letter that fits no name.
    let mut longest = None;
    for length in 2..=with_semicolon {
        let name = std::str::from_utf8(&bytes[1..=length]).ok()?;
        match NAMED_ENTITIES.get(name) {
            None => break,
            Some((0, _)) => {}
            Some(characters) => longest = Some((length, *characters)),
        }
    }
    let (length, (first, second)) = longest?;
    let next = bytes.get(1 + length);
    if in_attribute && bytes[length] != b';' && next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'=') {
        return None;
    }
    Some(Reference {
        first: char::from_u32(first)?,
        second: char::from_u32(second).filter(|_| second != 0),
        length: length + 1,
    })
}

fn numeric(bytes: &[u8]) -> Option<Reference> {
    let hexadecimal = matches!(bytes.get(2), Some(b'x' | b'X'));
    let (start, radix) = if hexadecimal { (3, 16) } else { (2, 10) };
    let mut value: u32 = 0;
    let mut at = start;
    while let Some(digit) = bytes.get(at).and_then(|byte| (*byte as char).to_digit(radix)) {
        // Anything beyond Unicode stays beyond it.
        value = value.saturating_mul(radix).saturating_add(digit).min(0x11_0000);
        at += 1;
    }
    if at == start {
        return None;
    }
    if bytes.get(at) == Some(&b';') {
        at += 1;
    }
    let first = match value {
        0 => '\u{fffd}',
        0x80..=0x9f => C1_REPLACEMENTS[(value - 0x80) as usize].or(char::from_u32(value))?,
        _ => char::from_u32(value).unwrap_or('\u{fffd}'),
    };
    Some(Reference { first, second: None, length: at })
}
