//! Text with UTF-16 offsets: the unit in which JavaScript, and so every browser tool, counts.
//!
//! The text is kept once, as UTF-8, with a count of UTF-16 units at every 256 bytes. A slice at any offset then costs
//! a look-up and a scan of at most that much, however long the text is.

use std::sync::Arc;

use super::HiddenRun;

/// Distance of the checkpoints, in bytes.
const STRIDE: usize = 256;

/// Number of UTF-16 code units of a text: one a character, two beyond the basic plane.
pub(crate) fn utf16_length(text: &str) -> usize {
    count_units(text.as_bytes())
}

/// UTF-16 units of the character that begins with this byte of UTF-8; none for a continuation byte.
fn units_begun(byte: u8) -> u8 {
    u8::from(byte.cast_signed() >= -64) + u8::from(byte >= 0xf0)
}

/// UTF-16 units of the characters that begin in these bytes of a text.
fn count_units(bytes: &[u8]) -> usize {
    // A byte that begins a character counts one, a byte that begins a four-byte character one more. The loop over
    // fixed blocks with a small counter, which 96 bytes cannot overflow, is what compilers turn into vector code.
    let mut units = 0usize;
    let mut blocks = bytes.chunks_exact(96);
    for block in &mut blocks {
        let count: u8 = block.iter().map(|byte| units_begun(*byte)).sum();
        units += usize::from(count);
    }
    units + blocks.remainder().iter().map(|byte| usize::from(units_begun(*byte))).sum::<usize>()
}

/// The byte offset at which `units` UTF-16 units of the text end, and how many units that really are: one less when
/// the limit falls into a surrogate pair.
pub(crate) fn utf16_prefix(text: &str, units: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let mut counted = 0;
    let mut at = 0;
    // Whole blocks first, large ones before small ones, then what is left character by character.
    for size in [4096, 256, 32] {
        while bytes.len() - at > size {
            let block = count_units(&bytes[at..at + size]);
            if counted + block > units {
                break;
            }
            counted += block;
            at += size;
        }
    }
    // A block may end inside a character, which was counted where it began.
    while !text.is_char_boundary(at) {
        at += 1;
    }
    for character in text[at..].chars() {
        let width = character.len_utf16();
        if counted + width > units {
            break;
        }
        counted += width;
        at += character.len_utf8();
    }
    (at, counted)
}

/// A piece of a [`Text`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// The piece.
    pub text: String,
    /// Where it begins, in UTF-16 units; moved back by one when the asked offset fell into a surrogate pair.
    pub offset: usize,
    /// How many UTF-16 units it has.
    pub returned: usize,
    /// Where the next piece begins; `None` at the end.
    pub next_offset: Option<usize>,
    /// UTF-16 units of the whole text.
    pub total: usize,
}

/// Released text with constant-time access by UTF-16 offset.
#[derive(Debug, Clone)]
pub struct Text {
    utf8: Arc<str>,
    /// UTF-16 units before each `STRIDE`-th byte; empty when the text is ASCII, where both counts agree.
    checkpoints: Arc<[u32]>,
    units: usize,
    hidden: Arc<[HiddenRun]>,
}

impl Text {
    /// Indexes a text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Text::with_hidden(text, Vec::new())
    }

    pub(crate) fn with_hidden(text: String, hidden: Vec<HiddenRun>) -> Self {
        let bytes = text.as_bytes();
        let mut checkpoints = Vec::new();
        let mut units = bytes.len();
        if !text.is_ascii() {
            units = 0;
            checkpoints.reserve(bytes.len() / STRIDE + 1);
            for block in bytes.chunks(STRIDE) {
                checkpoints.push(units as u32);
                units += count_units(block);
            }
        }
        Text { utf8: text.into(), checkpoints: checkpoints.into(), units, hidden: hidden.into() }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.utf8
    }

    /// Its length in UTF-16 code units.
    #[must_use]
    pub fn utf16_len(&self) -> usize {
        self.units
    }

    /// The hidden pieces of the text, when hidden text was asked for.
    #[must_use]
    pub fn hidden_runs(&self) -> &[HiddenRun] {
        &self.hidden
    }

    /// At most `max_units` UTF-16 units from an offset. Never splits a surrogate pair; to make progress, a pair is
    /// given whole when `max_units` is 1. An offset beyond the end gives an empty piece at the end.
    #[must_use]
    pub fn slice(&self, offset: usize, max_units: usize) -> Slice {
        let (start, offset) = self.locate(offset.min(self.units));
        let rest = &self.utf8[start..];
        let (mut length, mut returned) = if self.checkpoints.is_empty() {
            let length = rest.len().min(max_units);
            (length, length)
        } else {
            let (end, reached) = self.locate(offset.saturating_add(max_units).min(self.units));
            (end.max(start) - start, reached.max(offset) - offset)
        };
        if returned == 0
            && max_units > 0
            && let Some(character) = rest.chars().next()
        {
            length = character.len_utf8();
            returned = character.len_utf16();
        }
        let next = offset + returned;
        Slice {
            text: rest[..length].to_owned(),
            offset,
            returned,
            next_offset: (next < self.units).then_some(next),
            total: self.units,
        }
    }

    /// The byte offset of a UTF-16 offset, and the offset itself, moved back when it falls into a surrogate pair.
    pub(crate) fn locate(&self, offset: usize) -> (usize, usize) {
        if self.checkpoints.is_empty() {
            return (offset, offset);
        }
        let block = self.checkpoints.partition_point(|units| *units as usize <= offset).max(1) - 1;
        let mut start = block * STRIDE;
        // A checkpoint may stand inside a character, which was counted before it.
        while !self.utf8.is_char_boundary(start) {
            start += 1;
        }
        let before = self.checkpoints[block] as usize;
        let (length, counted) = utf16_prefix(&self.utf8[start..], offset.saturating_sub(before));
        (start + length, before + counted)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Text, utf16_length, utf16_prefix};

    #[test]
    fn a_pair_is_never_split_and_never_blocks() {
        let text = Text::new(String::from("a\u{1f600}b"));
        assert_eq!(text.utf16_len(), 4);
        let slice = text.slice(1, 1);
        assert_eq!((slice.text.as_str(), slice.returned, slice.next_offset), ("\u{1f600}", 2, Some(3)));
        let slice = text.slice(2, 5);
        assert_eq!((slice.offset, slice.text.as_str()), (1, "\u{1f600}b"));
        assert_eq!(text.slice(0, 2).text, "a");
        assert_eq!(text.slice(99, 5).next_offset, None);
    }

    proptest! {
        #[test]
        fn lengths_agree_with_the_standard_library(text in "(\\PC|[a\u{e9}\u{4e00}\u{1f600}]{1,600}){0,20}") {
            prop_assert_eq!(utf16_length(&text), text.encode_utf16().count());
            let units: Vec<u16> = text.encode_utf16().collect();
            for limit in [0, 1, 2, 7, units.len() / 2, units.len()] {
                let (bytes, counted) = utf16_prefix(&text, limit);
                prop_assert!(counted <= limit && counted + 1 >= limit.min(units.len()));
                prop_assert_eq!(&String::from_utf16(&units[..counted]).unwrap(), &text[..bytes]);
            }
        }

        #[test]
        fn slices_join_to_the_text(text in "[a\u{e9}\u{4e00}\u{1f600}\n]{0,3000}", size in 1usize..700) {
            let indexed = Text::new(text.clone());
            let mut joined = String::new();
            let mut offset = 0;
            loop {
                let slice = indexed.slice(offset, size);
                prop_assert_eq!(slice.offset, offset);
                prop_assert_eq!(slice.returned, slice.text.encode_utf16().count());
                joined.push_str(&slice.text);
                match slice.next_offset {
                    Some(next) => offset = next,
                    None => break,
                }
            }
            prop_assert_eq!(joined, text);
        }
    }
}
