//! A text in the form in which it is searched, with the way back to where each part stood.
//!
//! Whatever hides a secret from a search (invisible characters, letters in another dress, encodings) is undone here
//! once, so that the rules see plain text, and what they find is withheld in the text as it is.

use std::ops::Range;

use super::normal::{BLOCK, is_invisible, lookalike, plain};

/// A piece of the view that stands in the source in one go.
#[derive(Clone, Copy)]
struct Segment {
    view: usize,
    source: usize,
    /// Bytes of the source that one character of the view stands for; 0 when the piece is a copy, byte for byte.
    whole: usize,
}

/// The view and its map. Offsets of the source are what the caller says they are when it pushes.
#[derive(Default)]
pub(super) struct View {
    pub(super) text: String,
    /// Where one text of a page ends and the next begins without anything between, although they may be no one word.
    pub(super) seams: Vec<usize>,
    segments: Vec<Segment>,
}

impl View {
    /// Adds a block boundary, which stands nowhere in the source.
    pub(super) fn push_block(&mut self) {
        if self.text.as_bytes().last().is_some_and(|last| *last != BLOCK as u8) {
            self.text.push(BLOCK);
        }
    }

    /// Adds white space that nothing is ever found in, and that therefore stands nowhere in the source.
    pub(super) fn push_space(&mut self, ends_line: bool) {
        if !self.text.is_empty() {
            self.text.push(if ends_line { '\n' } else { ' ' });
        }
    }

    /// Marks the end of a text behind which the next one follows directly.
    pub(super) fn push_seam(&mut self) {
        self.seams.push(self.text.len());
    }

    /// Adds a copy.
    pub(super) fn push_copy(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            self.segments.push(Segment { view: self.text.len(), source, whole: 0 });
            self.text.push_str(text);
        }
    }

    /// Adds one character that stands for `length` bytes of the source.
    pub(super) fn push_whole(&mut self, character: char, source: Range<usize>) {
        self.segments.push(Segment { view: self.text.len(), source: source.start, whole: source.len() });
        self.text.push(character);
    }

    /// Adds a text, with everything undone that hides its characters.
    pub(super) fn push_plain(&mut self, text: &str, source: usize) {
        if is_plain(text) {
            self.push_copy(text, source);
            return;
        }
        let mut copied = 0;
        let mut after_latin = false;
        for (at, character) in text.char_indices() {
            if character.is_ascii() && character >= ' ' {
                after_latin = character.is_ascii_alphanumeric();
                continue;
            }
            let end = at + character.len_utf8();
            let form = if is_invisible(character) {
                None
            } else if let Some(form) = plain(character).or_else(|| {
                let latin = after_latin || text.as_bytes().get(end).is_some_and(u8::is_ascii_alphanumeric);
                lookalike(character).filter(|_| latin)
            }) {
                after_latin = true;
                Some(form)
            } else {
                after_latin = false;
                continue;
            };
            self.push_copy(&text[copied..at], source + copied);
            if let Some(form) = form {
                self.push_whole(form, source + at..source + end);
            }
            copied = end;
        }
        self.push_copy(&text[copied..], source + copied);
    }

    /// Adds another view of the same source.
    pub(super) fn append(&mut self, other: &View) {
        let shift = self.text.len();
        self.segments.extend(other.segments.iter().map(|segment| Segment { view: segment.view + shift, ..*segment }));
        self.text.push_str(&other.text);
    }

    /// Where a range of the view stands in the source; from the first to the last character, whatever is between them.
    pub(super) fn source_of(&self, range: &Range<usize>) -> Range<usize> {
        if range.is_empty() || self.segments.is_empty() {
            return 0..0;
        }
        let first = self.segment_at(range.start);
        let last = self.segment_at(range.end - 1);
        let start = if first.whole > 0 { first.source } else { first.source + (range.start - first.view) };
        let end = if last.whole > 0 { last.source + last.whole } else { last.source + (range.end - last.view) };
        start..end.max(start)
    }

    fn segment_at(&self, offset: usize) -> Segment {
        let after = self.segments.partition_point(|segment| segment.view <= offset);
        self.segments[after.saturating_sub(1)]
    }
}

/// Whether a text is ASCII without control characters other than white space. It looks at every byte without branches,
/// which is done for many at once.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch for each byte")]
fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |plain, byte| plain & (byte < 0x80) & ((byte >= b' ') | (byte.wrapping_sub(b'\t') < 5)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::View;

    fn plain(text: &str) -> View {
        let mut view = View::default();
        view.push_plain(text, 0);
        view
    }

    #[test]
    fn hidden_characters_go_and_the_way_back_stays() {
        let text = "a\u{200b}b 𝐀c ghр_x";
        let view = plain(text);
        assert_eq!(view.text, "ab Ac ghp_x");
        assert_eq!(&text[view.source_of(&(0..2))], "a\u{200b}b");
        assert_eq!(&text[view.source_of(&(3..5))], "𝐀c");
        assert_eq!(&text[view.source_of(&(6..11))], "ghр_x");
        assert_eq!(plain("привет мир").text, "привет мир");
    }

    proptest! {
        #[test]
        fn every_part_is_found_again(text in "\\PC{0,40}|[a-z\u{200b}\u{ad}\u{ff41}-\u{ff4f}бгджз ]{0,40}", from in 0usize..40, length in 1usize..20) {
            let view = plain(&text);
            let offsets: Vec<usize> = view.text.char_indices().map(|(at, _)| at).chain([view.text.len()]).collect();
            if from + 1 < offsets.len() {
                let range = offsets[from]..offsets[(from + length).min(offsets.len() - 1)];
                let source = view.source_of(&range);
                prop_assert!(text.is_char_boundary(source.start) && text.is_char_boundary(source.end));
                prop_assert_eq!(plain(&text[source]).text, &view.text[range]);
            }
        }
    }
}
