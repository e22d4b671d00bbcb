//! Script text, with the three states that keep `<!-- <script> -->` inside a script from ending it.

use html5ever::tokenizer::TokenSink;

use super::Tokenizer;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    /// After `<!--`.
    Escaped,
    /// After `<script` inside of that.
    Double,
}

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads script text and the end tag after it.
    pub(super) fn script(&mut self) {
        let end = self.script_end();
        self.text_without_nulls(end);
        if self.at < self.input.len() {
            self.end_of_raw_text();
        }
    }

    fn script_end(&self) -> usize {
        let bytes = self.bytes();
        let mut escape = Escape::None;
        let mut at = self.at;
        loop {
            let found = match escape {
                Escape::None => memchr::memchr(b'<', &bytes[at..]),
                _ => memchr::memchr2(b'<', b'-', &bytes[at..]),
            };
            let Some(found) = found else { return bytes.len() };
            at += found;
            let rest = &bytes[at..];
            if rest[0] == b'-' {
                if rest.starts_with(b"-->") {
                    escape = Escape::None;
                    at += 3;
                } else {
                    at += 1;
                }
                continue;
            }
            match escape {
                Escape::None if rest.starts_with(b"<!--") => {
                    escape = Escape::Escaped;
                    // The two dashes may be part of `-->` too.
                    at += 2;
                }
                Escape::None | Escape::Escaped if self.is_appropriate_end(at) => return at,
                Escape::Escaped if names_script(&rest[1..]) => {
                    escape = Escape::Double;
                    at += 1;
                }
                Escape::Double if rest.get(1) == Some(&b'/') && names_script(&rest[2..]) => {
                    escape = Escape::Escaped;
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }
}

/// Whether `script` stands there, followed by what ends a name.
fn names_script(rest: &[u8]) -> bool {
    rest.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"script"))
        && rest.get(6).is_some_and(|byte| matches!(byte, b'\t' | b'\n' | 0x0c | b' ' | b'/' | b'>'))
}
