//! Tags and their attributes.

use std::collections::HashSet;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, Tag, TagToken, TokenSink};
use html5ever::{Attribute, LocalName, QualName, ns};

use super::characters::reference;
use super::{Content, Tokenizer};

/// Above this many attributes, duplicates are looked up instead of compared.
const MANY_ATTRIBUTES: usize = 12;

/// The names that came last, by a hash of their bytes: making an atom costs more than reading a tag.
pub(super) struct NameCache {
    slots: Vec<LocalName>,
}

impl NameCache {
    const SLOTS: usize = 1024;

    pub(super) fn new() -> Self {
        NameCache { slots: vec![LocalName::default(); Self::SLOTS] }
    }

    fn get(&mut self, text: &str) -> LocalName {
        let bytes = text.as_bytes();
        let mut hash = bytes.len() as u32;
        for byte in &bytes[..bytes.len().min(24)] {
            hash = (hash.rotate_left(5) ^ u32::from(*byte)).wrapping_mul(0x9e37_79b9);
        }
        let slot = &mut self.slots[(hash >> 16) as usize % Self::SLOTS];
        if **slot != *text {
            *slot = LocalName::from(text);
        }
        slot.clone()
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b' ')
}

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads the start or end tag at `at`.
    pub(super) fn tag(&mut self) {
        let is_end = self.peek(1) == Some(b'/');
        self.at += if is_end { 2 } else { 1 };
        let name_start = self.at;
        while self.peek(0).is_some_and(|byte| !is_space(byte) && byte != b'/' && byte != b'>') {
            self.at += 1;
        }
        let name = self.name(name_start, self.at);
        let mut attributes = Vec::new();
        let mut seen = HashSet::new();
        let mut had_duplicate_attributes = false;
        let mut self_closing = false;
        loop {
            while self.peek(0).is_some_and(is_space) {
                self.at += 1;
            }
            match self.peek(0) {
                // The end of the input inside of a tag: there is no tag.
                None => return,
                Some(b'>') => {
                    self.at += 1;
                    break;
                }
                Some(b'/') => {
                    self.at += 1;
                    if self.peek(0) == Some(b'>') {
                        self_closing = true;
                        self.at += 1;
                        break;
                    }
                }
                Some(_) => {
                    let Some((local, value)) = self.attribute() else {
                        self.at = self.input.len();
                        return;
                    };
                    if is_end {
                        continue;
                    }
                    if is_duplicate(&attributes, &mut seen, &local) {
                        had_duplicate_attributes = true;
                    } else {
                        attributes.push(Attribute { name: QualName::new(None, ns!(), local), value });
                    }
                }
            }
        }
        let kind = if is_end { EndTag } else { StartTag };
        if kind == StartTag {
            self.last_start.clear();
            self.last_start.push_str(&name);
        }
        let self_closing = self_closing && !is_end;
        let before = std::mem::replace(&mut self.content, Content::Data);
        debug_assert!(before == Content::Data, "tags are read in data only");
        self.send(TagToken(Tag { kind, name, self_closing, attrs: attributes, had_duplicate_attributes }));
    }

    /// A name in lower case, NUL replaced.
    fn name(&mut self, start: usize, end: usize) -> LocalName {
        let text = &self.input[start..end];
        if text.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
            let text = text.to_ascii_lowercase().replace('\0', "\u{fffd}");
            self.names.get(&text)
        } else {
            self.names.get(text)
        }
    }

    /// One attribute; `None` when the input ends in it.
    fn attribute(&mut self) -> Option<(LocalName, StrTendril)> {
        let start = self.at;
        // An equals sign at the start is part of the name.
        self.at += 1;
        while self.peek(0).is_some_and(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'=')) {
            self.at += 1;
        }
        let name = self.name(start, self.at);
        while self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        if self.peek(0)? != b'=' {
            return Some((name, StrTendril::new()));
        }
        self.at += 1;
        while self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        let value = match self.peek(0)? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let end = start + memchr::memchr(quote, &self.bytes()[start..])?;
                self.at = end + 1;
                self.value(start, end)
            }
            b'>' => StrTendril::new(),
            _ => {
                let start = self.at;
                while self.peek(0).is_some_and(|byte| !is_space(byte) && byte != b'>') {
                    self.at += 1;
                }
                self.peek(0)?;
                self.value(start, self.at)
            }
        };
        Some((name, value))
    }

    /// The text of an attribute value.
    fn value(&self, start: usize, end: usize) -> StrTendril {
        let bytes = &self.bytes()[start..end];
        if memchr::memchr2(b'&', 0, bytes).is_none() {
            return self.piece(start, end);
        }
        let text = &self.input[start..end];
        let mut decoded = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(found) = memchr::memchr2(b'&', 0, &bytes[at..]) {
            decoded.push_str(&text[at..at + found]);
            at += found;
            if bytes[at] == 0 {
                decoded.push('\u{fffd}');
                at += 1;
            } else if let Some(reference) = reference(&bytes[at..], true) {
                reference.push_to(&mut decoded);
                at += reference.length;
            } else {
                decoded.push('&');
                at += 1;
            }
        }
        decoded.push_str(&text[at..]);
        StrTendril::from(decoded)
    }
}

fn is_duplicate(attributes: &[Attribute], seen: &mut HashSet<LocalName>, name: &LocalName) -> bool {
    if attributes.len() < MANY_ATTRIBUTES {
        return attributes.iter().any(|attribute| attribute.name.local == *name);
    }
    if seen.is_empty() {
        seen.extend(attributes.iter().map(|attribute| attribute.name.local.clone()));
    }
    !seen.insert(name.clone())
}
