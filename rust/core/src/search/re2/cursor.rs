//! A place in a pattern, and the pieces between two places, which errors quote.

use super::error::{ErrorKind, SyntaxError};

/// What is still to be read of a pattern.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'p> {
    pattern: &'p str,
    at: usize,
}

impl<'p> Cursor<'p> {
    pub(super) fn new(pattern: &'p str) -> Self {
        Cursor { pattern, at: 0 }
    }

    pub(super) fn whole(&self) -> &'p str {
        self.pattern
    }

    pub(super) fn rest(&self) -> &'p str {
        &self.pattern[self.at..]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.pattern.len()
    }

    /// The byte that stands `ahead` bytes further on.
    pub(super) fn byte(&self, ahead: usize) -> Option<u8> {
        self.pattern.as_bytes().get(self.at + ahead).copied()
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.pattern.len() - self.at
    }

    /// Goes on over ASCII characters that were looked at.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Goes on over a byte if it stands here.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte(0) == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    /// The next character. There being none is what RE2 calls invalid UTF-8.
    pub(super) fn next(&mut self) -> Result<char, SyntaxError> {
        let next = self.rest().chars().next().ok_or_else(|| SyntaxError::new(ErrorKind::BadUtf8, ""))?;
        self.at += next.len_utf8();
        Ok(next)
    }

    /// What was read since an earlier place.
    pub(super) fn since(&self, start: Cursor<'p>) -> &'p str {
        &self.pattern[start.at..self.at]
    }

    /// An error about what was read since an earlier place.
    pub(super) fn error(&self, kind: ErrorKind, start: Cursor<'p>) -> SyntaxError {
        SyntaxError::new(kind, self.since(start))
    }
}
