//! Reads the collector's record stream, letter by letter, without trusting it.
//!
//! The stream comes from a page's process. Numbers, lengths and references are checked, and whatever does not fit ends
//! the stream there: what was read until then is a page that was cut, not an error.

use serde::Deserialize;

use crate::Error;

/// How every answer begins; the digit is the version.
pub(super) const MAGIC: &str = "pagewarden1:";
/// Stands in the place of a value that a sensitive field holds. A page that writes it itself gets the placeholder.
pub(super) const SENTINEL: &str = "\u{e7f1}\u{e7f2}";
/// The answer of a reading that was started after it had expired.
pub const LATE: &str = "pagewarden-late";

/// What stands before the records.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Head {
    pub(super) url: String,
    pub(super) quirks: bool,
    /// The place of this document's frame, from the top: indexes among the frames of each parent.
    pub(super) path: String,
}

/// What stands behind them; absent when the stream was cut.
#[derive(Debug, Deserialize)]
pub(super) struct Tail {
    pub(super) cut: Option<String>,
    pub(super) geometry: String,
    pub(super) r#virtual: bool,
    pub(super) matched: Option<u32>,
    pub(super) hidden_is_lower_bound: bool,
}

/// One record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Record<'a> {
    Name(&'a str),
    Style(u32),
    Element {
        namespace: u32,
        style: u32,
        name: u32,
    },
    Attribute {
        name: u32,
        value: &'a str,
    },
    Text {
        style: Option<u32>,
        text: &'a str,
    },
    /// Facts of the open element that were found later.
    Restyle(u32),
    /// UTF-16 units of content below the open element that were left out.
    Elided(u32),
    Box([i32; 4]),
    ShadowRoot,
    FrameDocument,
    /// A frame that could not be read in place, by its path.
    Hole(&'a str),
    /// An element that may have a closed shadow root.
    Candidate(u32),
    /// The next element is the scope.
    Scope,
    Close,
    Tail(&'a str),
}

/// A stream while it is read.
pub(super) struct Records<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Records<'a> {
    /// Begins a stream.
    ///
    /// # Errors
    /// [`Error::Snapshot`] when it is not a stream of the collector's at all.
    pub(super) fn begin(text: &'a str) -> Result<(Head, Records<'a>), Error> {
        let wrong = |problem| Error::Snapshot { problem, position: 0 };
        if !text.starts_with(MAGIC) {
            return Err(wrong("this is not an answer of the collector"));
        }
        let mut records = Records { text, at: MAGIC.len() };
        let head = records.counted().ok_or(wrong("the head of the answer is cut off"))?;
        let head = serde_json::from_str(head).map_err(|_| wrong("the head of the answer is damaged"))?;
        Ok((head, records))
    }

    /// The next record; `None` at the end and at the first thing that is no record.
    pub(super) fn next(&mut self) -> Option<Record<'a>> {
        let letter = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(match letter {
            b'n' => Record::Name(self.counted()?),
            b's' => Record::Style(self.number()?),
            b'e' => Record::Element { namespace: 0, style: self.number()?, name: self.number()? },
            b'g' => Record::Element { namespace: self.number()?, style: self.number()?, name: self.number()? },
            b'a' => Record::Attribute { name: self.number()?, value: self.counted()? },
            b't' => Record::Text { style: None, text: self.counted()? },
            b'T' => Record::Text { style: Some(self.number()?), text: self.counted()? },
            b'y' => Record::Restyle(self.number()?),
            b'h' => Record::Elided(self.number()?),
            b'b' => Record::Box([self.signed()?, self.signed()?, self.signed()?, self.signed()?]),
            b'r' => Record::ShadowRoot,
            b'f' => Record::FrameDocument,
            b'o' => Record::Hole(self.counted()?),
            b'k' => Record::Candidate(self.number()?),
            b'*' => Record::Scope,
            b'/' => Record::Close,
            b'z' => Record::Tail(self.counted()?),
            _ => return None,
        })
    }

    /// Digits up to one of the two marks that end a number.
    fn digits(&mut self, mark: u8) -> Option<u32> {
        let bytes = self.text.as_bytes();
        let mut value: u32 = 0;
        let start = self.at;
        loop {
            let byte = *bytes.get(self.at)?;
            self.at += 1;
            if byte == mark && self.at > start + 1 {
                return Some(value);
            }
            let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
            value = value.checked_mul(10)?.checked_add(u32::from(digit))?;
        }
    }

    fn number(&mut self) -> Option<u32> {
        self.digits(b'.')
    }

    fn signed(&mut self) -> Option<i32> {
        let negative = self.text.as_bytes().get(self.at) == Some(&b'-');
        self.at += usize::from(negative);
        let value = i32::try_from(self.number()?).ok()?;
        Some(if negative { -value } else { value })
    }

    /// A text that is preceded by its length in UTF-16 units. A text that is cut off is taken as far as it goes.
    fn counted(&mut self) -> Option<&'a str> {
        let units = self.digits(b':')? as usize;
        let rest = self.text.get(self.at..)?;
        // Most text is ASCII, of which a unit is a byte.
        let length = match rest.as_bytes().get(..units) {
            Some(head) if head.is_ascii() => units,
            _ => utf16_bytes(rest, units),
        };
        let text = rest.get(..length)?;
        self.at += length;
        Some(text)
    }
}

/// How many bytes the first `units` UTF-16 units take; a pair is never split.
fn utf16_bytes(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, character) in text.char_indices() {
        let width = character.len_utf16();
        if width > left {
            return at;
        }
        left -= width;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Record, Records};

    fn records(body: &str) -> Vec<String> {
        let text = format!("pagewarden1:35:{{\"url\":\"\",\"quirks\":false,\"path\":\"\"}}{body}");
        let (_, mut records) = Records::begin(&text).unwrap();
        std::iter::from_fn(|| records.next().map(|record| format!("{record:?}"))).collect()
    }

    #[test]
    fn lengths_count_utf16_units() {
        assert_eq!(records("t2:😀t3:äöüt1:x").len(), 3);
        assert_eq!(records("n3:div")[0], format!("{:?}", Record::Name("div")));
    }

    #[test]
    fn whatever_does_not_fit_ends_the_stream() {
        assert_eq!(records("e0.0.e1").len(), 1);
        assert_eq!(records("t99999999999999999999:x").len(), 0);
        assert_eq!(records("?").len(), 0);
        assert_eq!(records("t:x").len(), 0);
        assert_eq!(records("t10:abc"), [format!("{:?}", Record::Text { style: None, text: "abc" })]);
    }
}
