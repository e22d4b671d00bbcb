//! What begins with `<`: tags, comments, and everything that is treated as a comment.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{CharacterTokens, NullCharacterToken, TokenSink};

use super::Tokenizer;

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads the markup at `at`, where a `<` stands that begins some.
    pub(super) fn markup(&mut self) {
        match self.peek(1) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(),
            Some(b'/') => match self.peek(2) {
                Some(byte) if byte.is_ascii_alphabetic() => self.tag(),
                Some(b'>') => self.at += 3,
                Some(_) => self.bogus_comment(2),
                None => {
                    self.at += 2;
                    self.send(CharacterTokens(StrTendril::from("</")));
                }
            },
            Some(b'!') => self.declaration(),
            _ => self.bogus_comment(1),
        }
    }

    fn declaration(&mut self) {
        let rest = &self.bytes()[self.at + 2..];
        if rest.starts_with(b"--") {
            self.comment();
        } else if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.doctype();
        } else if rest.starts_with(b"[CDATA[") && self.sink.adjusted_current_node_present_but_not_in_html_namespace() {
            self.cdata();
        } else {
            self.bogus_comment(2);
        }
    }

    /// A comment that ends at the next `>`; its text begins after `skip` bytes.
    fn bogus_comment(&mut self, skip: usize) {
        let start = self.at + skip;
        let end = memchr::memchr(b'>', &self.bytes()[start..]).map_or(self.input.len(), |found| start + found);
        self.at = (end + 1).min(self.input.len());
        self.send_comment(start, end);
    }

    fn comment(&mut self) {
        let start = self.at + 4;
        let bytes = self.bytes();
        // `<!-->` and `<!--->` are whole comments.
        let abrupt = match &bytes[start..] {
            [b'>', ..] => Some(1),
            [b'-', b'>', ..] => Some(2),
            _ => None,
        };
        if let Some(length) = abrupt {
            self.at = start + length;
            return self.send_comment(start, start);
        }
        let mut from = start;
        while let Some(found) = memchr::memmem::find(&bytes[from..], b"--") {
            let dashes = from + found;
            let mut after = dashes + 2;
            while bytes.get(after) == Some(&b'-') {
                after += 1;
            }
            let closing = match (bytes.get(after), bytes.get(after + 1)) {
                (Some(b'>'), _) => Some(1),
                (Some(b'!'), Some(b'>')) => Some(2),
                _ => None,
            };
            if let Some(length) = closing {
                self.at = after + length;
                return self.send_comment(start, after - 2);
            }
            from = after;
        }
        // The end of the input ends the comment, and what could have begun its end is no part of it.
        let rest = &bytes[start..];
        let length = rest
            .strip_suffix(b"--!")
            .or_else(|| rest.strip_suffix(b"--"))
            .or_else(|| rest.strip_suffix(b"-"))
            .map_or(rest.len(), <[u8]>::len);
        self.at = self.input.len();
        self.send_comment(start, start + length);
    }

    /// A CDATA section, which only foreign elements have.
    fn cdata(&mut self) {
        let mut start = self.at + "<![CDATA[".len();
        let end = memchr::memmem::find(&self.bytes()[start..], b"]]>").map(|found| start + found);
        let text_end = end.unwrap_or(self.input.len());
        while let Some(found) = memchr::memchr(0, &self.bytes()[start..text_end]) {
            self.send_text(start, start + found);
            self.send(NullCharacterToken);
            start += found + 1;
        }
        self.send_text(start, text_end);
        self.at = end.map_or(text_end, |end| end + 3);
    }
}
