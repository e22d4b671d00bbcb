//! Tokens that are broken into lines, as terminals, e-mails and source files break what is too long for them.
//!
//! Where a line ends in a run of token characters and the next is nothing else, the two are read as one. Only shapes are
//! looked for in that form, and only where no shape was found in the lines themselves.

use std::ops::Range;

use super::receipt::Class;
use super::search::{Found, find_shapes};
use super::shapes::Shapes;
use super::view::View;

/// Shortest run at the end of a line that can go on in the next.
const LEAST_BEFORE: usize = 12;
/// Shortest line that can be the rest of one.
const LEAST_AFTER: usize = 4;
/// Most lines that are read as one.
const MOST_LINES: usize = 64;

/// Finds the tokens that go over several lines.
pub(super) fn find(text: &str, shapes: &Shapes, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut known: Vec<Range<usize>> =
        found.iter().filter(|one| one.class == Class::TokenShapes).map(|one| one.range.clone()).collect();
    known.sort_unstable_by_key(|range| range.end);
    let mut from = 0;
    for at in memchr::memchr_iter(b'\n', bytes) {
        if at < from {
            continue;
        }
        let end = line_end(bytes, at);
        let start = end - bytes[from..end].iter().rev().take_while(|byte| is_body(**byte)).count();
        if end - start < LEAST_BEFORE {
            continue;
        }
        let mut view = View::default();
        view.push_copy(&text[start..end], start);
        let mut next = at + 1;
        let mut lines = 0;
        while lines < MOST_LINES && next < bytes.len() {
            let begin = next + bytes[next..].iter().take(32).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let length = bytes[begin..].iter().take_while(|byte| is_body(**byte)).count();
            let stop = bytes.get(begin + length).copied().unwrap_or(b'\n');
            if length < LEAST_AFTER {
                break;
            }
            let whole = matches!(stop, b'\n' | b'\r' | 0x1e);
            // The last line may go on with a mark that ends the token.
            if !whole && !matches!(stop, b'"' | b'\'' | b'<' | b',' | b';' | b')') {
                break;
            }
            view.push_copy(&text[begin..begin + length], begin);
            lines += 1;
            next = begin + length;
            if stop == b'\r' {
                next += 1;
            }
            if !whole || bytes.get(next) != Some(&b'\n') {
                break;
            }
            next += 1;
        }
        if lines == 0 {
            continue;
        }
        let span = start..next;
        from = next.max(at + 1);
        let first = known.partition_point(|range| range.end <= span.start);
        if known.get(first).is_some_and(|range| range.start < span.end) {
            continue;
        }
        found.extend(find_shapes(&view, shapes));
    }
}

/// Where the characters of a line end whose line feed is at `at`.
fn line_end(bytes: &[u8], at: usize) -> usize {
    at - usize::from(at > 0 && bytes[at - 1] == b'\r')
}

fn is_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'=')
}

#[cfg(test)]
mod tests {
    use super::super::search::replace;
    use super::super::shapes::Shapes;
    use super::find;

    fn covered(text: &str) -> String {
        let mut found = Vec::new();
        find(text, Shapes::builtin(), &mut found);
        replace(text, &found)
    }

    #[test]
    fn broken_tokens_are_one() {
        let token = ["sk-a", "nt-api03-NotReal0NotReal0NotReal0"];
        let text = format!("key:\n{}{}\nNotReal1NotReal2NotReal3No\ntReal4NotReal5AA\nmake deploy", token[0], token[1]);
        assert_eq!(covered(&text), "key:\n[REDACTED]\nmake deploy");
        assert_eq!(covered("one-word-line-here\nanother-line\n"), "one-word-line-here\nanother-line\n");
    }
}
