//! The document type declaration, which decides about quirks mode.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Doctype, DoctypeToken, TokenSink};

use super::Tokenizer;

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads `<!DOCTYPE ...>` at `at`.
    pub(super) fn doctype(&mut self) {
        let start = self.at + "<!doctype".len();
        let found = memchr::memchr(b'>', &self.bytes()[start..]);
        let text = &self.input[start..found.map_or(self.input.len(), |found| start + found)];
        let (mut doctype, complete) = parse(text);
        // What follows a complete declaration is ignored, and so is that it does not end.
        doctype.force_quirks |= found.is_none() && !complete;
        self.at = found.map_or(self.input.len(), |found| start + found + 1);
        self.send(DoctypeToken(doctype));
    }
}

fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{c}' | ' ')
}

/// Reads what stands between `<!DOCTYPE` and the first `>` (which ends the declaration even inside quotes). The second
/// value says whether something followed the system identifier.
fn parse(text: &str) -> (Doctype, bool) {
    let mut doctype = Doctype::default();
    let mut complete = false;
    let text = text.trim_start_matches(is_space);
    let end = text.find(is_space).unwrap_or(text.len());
    if end == 0 {
        doctype.force_quirks = true;
        return (doctype, false);
    }
    doctype.name = Some(StrTendril::from(text[..end].to_ascii_lowercase().replace('\0', "\u{fffd}")));
    let rest = text[end..].trim_start_matches(is_space);
    if rest.is_empty() {
        return (doctype, false);
    }
    let keyword = rest.get(..6).unwrap_or("");
    if keyword.eq_ignore_ascii_case("public") {
        let Some((public, rest)) = quoted(rest[6..].trim_start_matches(is_space)) else {
            doctype.force_quirks = true;
            return (doctype, false);
        };
        doctype.public_id = Some(identifier(public.text));
        doctype.force_quirks |= public.unclosed;
        let rest = rest.trim_start_matches(is_space);
        if public.unclosed || rest.is_empty() {
            return (doctype, false);
        }
        complete = set_system(&mut doctype, rest);
    } else if keyword.eq_ignore_ascii_case("system") {
        complete = set_system(&mut doctype, rest[6..].trim_start_matches(is_space));
    } else {
        doctype.force_quirks = true;
    }
    (doctype, complete)
}

fn set_system(doctype: &mut Doctype, rest: &str) -> bool {
    let Some((system, after)) = quoted(rest) else {
        doctype.force_quirks = true;
        return false;
    };
    doctype.system_id = Some(identifier(system.text));
    doctype.force_quirks |= system.unclosed;
    !after.trim_start_matches(is_space).is_empty()
}

struct Quoted<'a> {
    text: &'a str,
    unclosed: bool,
}

fn quoted(text: &str) -> Option<(Quoted<'_>, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let inner = &text[1..];
    Some(match inner.find(quote) {
        Some(end) => (Quoted { text: &inner[..end], unclosed: false }, &inner[end + 1..]),
        None => (Quoted { text: inner, unclosed: true }, ""),
    })
}

fn identifier(text: &str) -> StrTendril {
    StrTendril::from(text.replace('\0', "\u{fffd}"))
}
