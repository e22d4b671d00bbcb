//! The tokenizer of the HTML standard (section 13.2.5) over a whole document in memory.
//!
//! html5ever's own tokenizer takes four fifths of the time of a parse, because it works character by character on a
//! queue of buffers. This one searches for the next byte that matters and hands out pieces of the input without a copy;
//! tree construction stays html5ever's. Parse errors are not reported: nobody reads them here.

mod characters;
mod doctype;
mod markup;
mod script;
mod tag;

use std::time::Instant;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    CharacterTokens, CommentToken, EOFToken, NullCharacterToken, Token, TokenSink, TokenSinkResult,
};

use tag::NameCache;

/// How much text is read between two looks at the clock and at the sink, in bytes.
const CHECK_BYTES: usize = 64 * 1024;

/// How the text after a start tag is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Data,
    /// `title`, `textarea`: character references, no tags but the end tag.
    Rcdata,
    /// `style`, `iframe` and the like: no character references either.
    Rawtext,
    Script,
    Plaintext,
}

/// Why the tokenizer ended before the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The deadline passed.
    Deadline,
    /// The caller's check said so.
    Refused,
}

/// Reads a document.
pub(super) struct Tokenizer<'s, S: TokenSink> {
    sink: &'s S,
    input: StrTendril,
    at: usize,
    content: Content,
    /// Name of the start tag that the text after it belongs to.
    last_start: String,
    names: NameCache,
}

impl<'s, S: TokenSink> Tokenizer<'s, S> {
    /// A tokenizer at the start of a document.
    pub(super) fn new(html: &str, sink: &'s S) -> Self {
        Tokenizer {
            sink,
            input: normalize_line_feeds(html),
            at: 0,
            content: Content::Data,
            last_start: String::new(),
            names: NameCache::new(),
        }
    }

    /// Reads to the end. Between pieces it looks at the deadline and asks `go_on`.
    pub(super) fn run(mut self, deadline: Option<Instant>, mut go_on: impl FnMut() -> bool) -> Option<Stop> {
        let mut next_check = CHECK_BYTES;
        let mut stop = None;
        while self.at < self.input.len() {
            if self.at >= next_check {
                next_check = self.at + CHECK_BYTES;
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    stop = Some(Stop::Deadline);
                    break;
                }
                if !go_on() {
                    stop = Some(Stop::Refused);
                    break;
                }
            }
            match self.content {
                Content::Data => self.data(),
                Content::Rcdata => self.rcdata(),
                Content::Rawtext => self.rawtext(),
                Content::Script => self.script(),
                Content::Plaintext => {
                    let end = self.input.len();
                    self.text_without_nulls(end);
                }
            }
        }
        self.send(EOFToken);
        self.sink.end();
        stop
    }

    fn bytes(&self) -> &[u8] {
        self.input.as_bytes()
    }

    fn peek(&self, offset: usize) -> Option<u8> {
        self.bytes().get(self.at + offset).copied()
    }

    /// A piece of the input, shared with it.
    fn piece(&self, start: usize, end: usize) -> StrTendril {
        self.input.subtendril(start as u32, (end - start) as u32)
    }

    fn send(&mut self, token: Token) {
        match self.sink.process_token(token, 1) {
            TokenSinkResult::RawData(kind) => {
                self.content = match kind {
                    RawKind::Rcdata => Content::Rcdata,
                    RawKind::Rawtext => Content::Rawtext,
                    RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => Content::Script,
                };
            }
            TokenSinkResult::Plaintext => self.content = Content::Plaintext,
            TokenSinkResult::Continue | TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => {}
        }
    }

    fn send_text(&mut self, start: usize, end: usize) {
        if start < end {
            let text = self.piece(start, end);
            self.send(CharacterTokens(text));
        }
    }

    /// Text up to `end`, in which NUL becomes U+FFFD.
    fn text_without_nulls(&mut self, end: usize) {
        let mut start = self.at;
        while let Some(found) = memchr::memchr(0, &self.bytes()[start..end]) {
            self.send_text(start, start + found);
            self.send(CharacterTokens(StrTendril::from("\u{fffd}")));
            start += found + 1;
        }
        self.send_text(start, end);
        self.at = end;
    }

    fn data(&mut self) {
        let start = self.at;
        let rest = &self.bytes()[start..];
        // Most text ends at a tag, within a few characters.
        let Some(found) = memchr::memchr3(b'<', b'&', 0, rest) else {
            self.at = self.input.len();
            self.send_text(start, self.input.len());
            return;
        };
        let stop = start + found;
        match rest[found] {
            b'<' => {
                if let Some(text_end) = self.not_markup(stop) {
                    // A run of `<` that begin nothing is one piece of text.
                    self.at = text_end;
                    self.send_text(start, text_end);
                    return;
                }
                self.at = stop;
                self.send_text(start, stop);
                self.markup();
            }
            b'&' => {
                self.at = stop;
                self.text_with_references(start);
            }
            _ => {
                self.at = stop + 1;
                self.send_text(start, stop);
                self.send(NullCharacterToken);
            }
        }
    }

    /// Where the text ends when the `<` at `at` begins no markup.
    fn not_markup(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes();
        let mut end = at;
        while bytes.get(end) == Some(&b'<') {
            let begins = match bytes.get(end + 1) {
                Some(byte) => byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?' | b'/'),
                None => false,
            };
            if begins {
                break;
            }
            end += 1;
        }
        (end > at).then_some(end)
    }

    fn rcdata(&mut self) {
        let start = self.at;
        let mut from = start;
        loop {
            let Some(found) = memchr::memchr3(b'<', b'&', 0, &self.bytes()[from..]) else {
                self.at = self.input.len();
                self.send_text(start, self.input.len());
                return;
            };
            let stop = from + found;
            match self.bytes()[stop] {
                b'<' => {
                    if self.is_appropriate_end(stop) {
                        self.at = stop;
                        self.send_text(start, stop);
                        self.end_of_raw_text();
                        return;
                    }
                    from = stop + 1;
                }
                b'&' => {
                    self.at = stop;
                    self.text_with_references(start);
                    return;
                }
                _ => {
                    self.at = start;
                    self.text_without_nulls(stop + 1);
                    return;
                }
            }
        }
    }

    fn rawtext(&mut self) {
        let mut from = self.at;
        let end = loop {
            match memchr::memchr(b'<', &self.bytes()[from..]) {
                None => break self.input.len(),
                Some(found) if self.is_appropriate_end(from + found) => break from + found,
                Some(found) => from += found + 1,
            }
        };
        self.text_without_nulls(end);
        if self.at < self.input.len() {
            self.end_of_raw_text();
        }
    }

    /// The end tag that ends the text of the last start tag.
    fn end_of_raw_text(&mut self) {
        self.content = Content::Data;
        self.tag();
    }

    /// Whether `</name` of the last start tag stands at `at`, followed by what ends a name.
    fn is_appropriate_end(&self, at: usize) -> bool {
        let bytes = self.bytes();
        let name = self.last_start.as_bytes();
        let Some(found) = bytes.get(at + 2..at + 2 + name.len()) else { return false };
        !name.is_empty()
            && bytes[at + 1] == b'/'
            && found.eq_ignore_ascii_case(name)
            && bytes
                .get(at + 2 + name.len())
                .is_some_and(|byte| matches!(byte, b'\t' | b'\n' | 0x0c | b' ' | b'/' | b'>'))
    }

    fn send_comment(&mut self, start: usize, end: usize) {
        let text = self.piece(start, end);
        let text = if text.contains('\0') { StrTendril::from(text.replace('\0', "\u{fffd}")) } else { text };
        self.send(CommentToken(text));
    }
}

/// The input with CR LF and CR as LF (section 13.2.3.5).
fn normalize_line_feeds(html: &str) -> StrTendril {
    if memchr::memchr(b'\r', html.as_bytes()).is_none() {
        return StrTendril::from(html);
    }
    let mut text = String::with_capacity(html.len());
    let mut pieces = html.split('\r');
    text.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        text.push('\n');
        text.push_str(piece.strip_prefix('\n').unwrap_or(piece));
    }
    StrTendril::from(text)
}

#[cfg(test)]
mod tests;
