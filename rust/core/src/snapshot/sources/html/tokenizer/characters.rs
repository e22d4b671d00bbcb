//! Character references: `&amp;`, `&#38;`, `&#x26;` and the ones without a semicolon.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{CharacterTokens, TokenSink};

use super::Tokenizer;

/// The longest name of a character reference, semicolon included.
const LONGEST_NAME: usize = 33;

/// The longest name that counts without a semicolon (`&Aacute`).
const LONGEST_BARE_NAME: usize = 6;

/// What nearly all references are.
const COMMON: [(&[u8], char); 5] =
    [(b"amp;", '&'), (b"nbsp;", '\u{a0}'), (b"quot;", '"'), (b"lt;", '<'), (b"gt;", '>')];

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
    /// Reads text from `start`, with the first reference at `at`, up to what is no text (`<` or NUL) as one piece.
    pub(super) fn text_with_references(&mut self, start: usize) {
        let mut text = String::from(&self.input[start..self.at]);
        loop {
            match reference(&self.bytes()[self.at..], false) {
                Some(reference) => {
                    self.at += reference.length;
                    reference.push_to(&mut text);
                }
                None => {
                    self.at += 1;
                    text.push('&');
                }
            }
            let rest = &self.bytes()[self.at..];
            let length = memchr::memchr3(b'<', b'&', 0, rest).unwrap_or(rest.len());
            text.push_str(&self.input[self.at..self.at + length]);
            self.at += length;
            if self.peek(0) != Some(b'&') {
                break;
            }
        }
        self.send(CharacterTokens(StrTendril::from(text)));
    }
}

/// The reference that begins with the `&` at the start of `bytes`, if there is one.
///
/// In an attribute value a name without a semicolon counts only when no letter, digit or `=` follows.
pub(super) fn reference(bytes: &[u8], in_attribute: bool) -> Option<Reference> {
    if bytes.get(1) == Some(&b'#') {
        return numeric(bytes);
    }
    for (name, character) in COMMON {
        if bytes[1..].starts_with(name) {
            return Some(Reference { first: character, second: None, length: name.len() + 1 });
        }
    }
    let run = bytes[1..].iter().take(LONGEST_NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name_of = |length: usize| std::str::from_utf8(&bytes[1..=length]).ok();
    let found = |length: usize| NAMED_ENTITIES.get(name_of(length)?).copied().filter(|(first, _)| *first != 0);
    let next = bytes.get(1 + run);
    let whole = (next == Some(&b';')).then(|| found(run + 1).map(|characters| (run + 1, characters))).flatten();
    let (length, (first, second)) = match whole {
        Some(whole) => whole,
        // What follows a name inside of a longer word is a letter or a digit, with which it does not count here.
        None if in_attribute => {
            if run > LONGEST_BARE_NAME || next == Some(&b'=') {
                return None;
            }
            (run, found(run)?)
        }
        None => (2..=run.min(LONGEST_BARE_NAME)).rev().find_map(|length| found(length).map(|found| (length, found)))?,
    };
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
