//! URLs: user information and the values of secret keys are withheld wherever a URL can stand.
//!
//! The text of a URL is taken apart by hand and not by a URL parser, because a page holds relative, broken and nested
//! URLs, and because everything that is not secret must come out as it went in.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::rules::Rules;
use super::{REDACTED, percent};

/// How many URLs may stand inside each other before the innermost is withheld as a whole.
const MAX_NESTING: usize = 5;

/// Stands between the scheme and the rest of every URL that is looked for in text.
static MARKER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("://"));

/// What was withheld.
#[derive(Default)]
pub(super) struct Withheld {
    pub(super) keys: bool,
    pub(super) user_information: bool,
}

/// How often a text is looked at again after something was withheld.
const MAX_PASSES: usize = 6;

/// Redacts one URL, absolute or relative; `None` when nothing is secret.
pub(super) fn redact(url: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    settle(url, |url| redact_nested(url, rules, withheld, 0))
}

/// Repeats a redaction until it changes nothing, because what stands in the place of one secret can make a rule about
/// values look at another differently. What does not settle is withheld as a whole.
fn settle(text: &str, mut pass: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let mut current = pass(text)?;
    for _ in 0..MAX_PASSES {
        match pass(&current) {
            None => return Some(current),
            Some(next) if next == current => return Some(current),
            Some(next) => current = next,
        }
    }
    Some(String::from(REDACTED))
}

fn redact_nested(url: &str, rules: &Rules, withheld: &mut Withheld, depth: usize) -> Option<String> {
    memchr::memchr2(b'=', b'@', url.as_bytes())?;
    let trimmed = url.trim_start();
    if ["data:", "javascript:", "blob:"].iter().any(|scheme| starts_with_ignoring_case(trimmed, scheme)) {
        return None;
    }
    let (before_fragment, fragment) = split_at_byte(url, b'#');
    let (path, query) = split_at_byte(before_fragment, b'?');
    let mut out = String::with_capacity(url.len());
    let mut changed = false;
    changed |= push_path(&mut out, path, rules, withheld);
    if let Some(query) = query {
        out.push('?');
        changed |= push_parameters(&mut out, query, rules, withheld, depth);
    }
    if let Some(fragment) = fragment {
        out.push('#');
        // `#/route?key=value`, `#!key=value`, `#key=value`
        let (route, query) = split_at_byte(fragment, b'?');
        if let Some(query) = query {
            changed |= push_parameters(&mut out, route, rules, withheld, depth);
            out.push('?');
            changed |= push_parameters(&mut out, query, rules, withheld, depth);
        } else {
            let skip = fragment.len() - fragment.trim_start_matches(['!', '/']).len();
            out.push_str(&fragment[..skip]);
            changed |= push_parameters(&mut out, &fragment[skip..], rules, withheld, depth);
        }
    }
    changed.then_some(out)
}

fn split_at_byte(text: &str, byte: u8) -> (&str, Option<&str>) {
    match memchr::memchr(byte, text.as_bytes()) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The part before the query: user information and matrix parameters.
fn push_path(out: &mut String, path: &str, rules: &Rules, withheld: &mut Withheld) -> bool {
    let mut changed = false;
    let mut rest = path;
    let authority = path.find("//").map(|at| at + 2).filter(|at| *at == 2 || path[..*at - 2].ends_with(':'));
    if let Some(start) = authority {
        let end = path[start..].find(['/', '\\']).map_or(path.len(), |length| start + length);
        if let Some(at) = path[start..end].rfind('@') {
            let user = &path[start..start + at];
            if !user.is_empty() && user != REDACTED {
                out.push_str(&path[..start]);
                out.push_str(REDACTED);
                rest = &path[start + at..];
                withheld.user_information = true;
                changed = true;
            }
        }
    }
    // Matrix parameters belong to a path segment: `/a;k=v;l=w/b`.
    let mut segments = rest.split('/');
    if let Some(first) = segments.next() {
        changed |= push_matrix(out, first, rules, withheld);
    }
    for segment in segments {
        out.push('/');
        changed |= push_matrix(out, segment, rules, withheld);
    }
    changed
}

fn push_matrix(out: &mut String, segment: &str, rules: &Rules, withheld: &mut Withheld) -> bool {
    if let Some((name, parameters)) = segment.split_once(';') {
        out.push_str(name);
        out.push(';');
        push_parameters(out, parameters, rules, withheld, MAX_NESTING)
    } else {
        out.push_str(segment);
        false
    }
}

/// `k=v` pairs, separated by `&`, `&amp;` or `;`.
fn push_parameters(out: &mut String, text: &str, rules: &Rules, withheld: &mut Withheld, depth: usize) -> bool {
    let mut changed = false;
    let mut rest = text;
    loop {
        let end = memchr::memchr2(b'&', b';', rest.as_bytes()).unwrap_or(rest.len());
        changed |= push_parameter(out, &rest[..end], rules, withheld, depth);
        if end == rest.len() {
            return changed;
        }
        let separator = if starts_with_ignoring_case(&rest[end..], "&amp;") { 5 } else { 1 };
        out.push_str(&rest[end..end + separator]);
        rest = &rest[end + separator..];
    }
}

fn push_parameter(out: &mut String, pair: &str, rules: &Rules, withheld: &mut Withheld, depth: usize) -> bool {
    let Some((key, value)) = pair.split_once('=') else {
        out.push_str(pair);
        return false;
    };
    out.push_str(key);
    out.push('=');
    if value.is_empty() || value == REDACTED {
        out.push_str(value);
        return false;
    }
    if rules.is_secret_parameter(key, value) {
        out.push_str(REDACTED);
        withheld.keys = true;
        return true;
    }
    // A URL inside a value, perhaps encoded several times.
    let mut decoded = std::borrow::Cow::Borrowed(value);
    let mut layers = 0;
    while layers < 3 {
        let Some(text) = percent::decode(&decoded) else { break };
        decoded = text.into();
        layers += 1;
    }
    if decoded.contains('=') || decoded.contains('@') {
        if depth + 1 >= MAX_NESTING {
            if layers > 0 && decoded.contains("://") {
                out.push_str(REDACTED);
                withheld.keys = true;
                return true;
            }
        } else if let Some(mut inner) = redact_nested(&decoded, rules, withheld, depth + 1) {
            for _ in 0..layers {
                inner = percent::encode(&inner);
            }
            out.push_str(&inner);
            return true;
        }
    }
    out.push_str(value);
    false
}

/// Redacts the absolute URLs in running text; `None` when nothing is secret.
pub(super) fn redact_text(text: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    settle(text, |text| redact_text_once(text, rules, withheld))
}

fn redact_text_once(text: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(found) = MARKER.find(&bytes[from..]) {
        let marker = from + found;
        let scheme = bytes[copied..marker]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            .count();
        let start = marker - scheme;
        let end = text[marker + 3..]
            .find(|character: char| character.is_whitespace() || "\"'<>`{}|^".contains(character))
            .map_or(text.len(), |length| marker + 3 + length);
        if scheme > 0
            && let Some(url) = redact(&text[start..end], rules, withheld)
        {
            out.push_str(&text[copied..start]);
            out.push_str(&url);
            copied = end;
        }
        from = end.max(marker + 3);
    }
    if out.is_empty() {
        return None;
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// Redacts each URL of a list (`srcset`, `ping`); separators stay as they are.
pub(super) fn redact_list(text: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    settle(text, |text| redact_list_once(text, rules, withheld))
}

/// Redacts an attribute of any name: absolute URLs in it, and what follows `url=` in a refresh.
pub(super) fn redact_any(value: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    settle(value, |value| redact_any_once(value, rules, withheld))
}

fn redact_any_once(value: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    let refresh = value.to_ascii_lowercase().find("url=").map(|at| value.split_at(at + 4));
    if let Some((before, url)) = refresh
        && let Some(redacted) = redact(url, rules, withheld)
    {
        return Some(format!("{before}{redacted}"));
    }
    redact_text_once(value, rules, withheld)
}

fn redact_list_once(text: &str, rules: &Rules, withheld: &mut Withheld) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    for piece in text.split_inclusive(|character: char| character.is_ascii_whitespace()) {
        let url = piece.trim_end_matches(|character: char| character.is_ascii_whitespace());
        match redact(url, rules, withheld) {
            Some(redacted) => {
                out.push_str(&redacted);
                out.push_str(&piece[url.len()..]);
                changed = true;
            }
            None => out.push_str(piece),
        }
    }
    changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rules::Rules;
    use super::{Withheld, redact, redact_list, redact_text};

    fn url(text: &str) -> String {
        redact(text, &Rules::new(&[]), &mut Withheld::default()).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn secret_keys_everywhere() {
        assert_eq!(url("/a?x=1&access_token=FAKE&y=2"), "/a?x=1&access_token=[REDACTED]&y=2");
        assert_eq!(url("https://u:p@example.test/a"), "https://[REDACTED]@example.test/a");
        assert_eq!(url("//u:p@q@example.test/"), "//[REDACTED]@example.test/");
        assert_eq!(url("/x;jsessionid=FAKE?y=1"), "/x;jsessionid=[REDACTED]?y=1");
        assert_eq!(url("#/login?token=FAKE"), "#/login?token=[REDACTED]");
        assert_eq!(url("#access_token=FAKE&state=ok"), "#access_token=[REDACTED]&state=ok");
        assert_eq!(url("?a[access_token]=FAKE"), "?a[access_token]=[REDACTED]");
        assert_eq!(url("?x=1&amp;token=FAKE"), "?x=1&amp;token=[REDACTED]");
        assert_eq!(
            url("/r?next=https%3A%2F%2Fa.test%2F%3Ftoken%3DFAKE%26x%3D1"),
            "/r?next=https://a.test/?token=[REDACTED]%26x=1"
        );
    }

    #[test]
    fn what_is_not_secret_stays() {
        for text in [
            "/a?code=404&key=C-major&author=me",
            "mailto:a@b.test",
            "/a@b?c=d",
            "#section",
            "?q=a=b",
            "data:text/plain,a=b",
        ] {
            assert_eq!(url(text), text);
        }
    }

    #[test]
    fn urls_in_text_and_lists() {
        let rules = Rules::new(&[]);
        let text = "see https://a.test/?token=FAKE, or <http://u:p@b.test/>.";
        let redacted = redact_text(text, &rules, &mut Withheld::default()).unwrap();
        assert_eq!(redacted, "see https://a.test/?token=[REDACTED] or <http://[REDACTED]@b.test/>.");
        let list = redact_list("a.png?sig=FAKE 1x, b.png 2x", &rules, &mut Withheld::default()).unwrap();
        assert_eq!(list, "a.png?sig=[REDACTED] 1x, b.png 2x");
    }

    proptest! {
        #[test]
        fn total_and_idempotent(text in "[a-z:/?#&;=@%\\[\\]0-9A-F .]{0,80}|\\PC{0,60}") {
            let rules = Rules::new(&[]);
            let once = url(&text);
            prop_assert_eq!(url(&once), once.clone());
            let in_text = redact_text(&text, &rules, &mut Withheld::default()).unwrap_or_else(|| text.clone());
            let again = redact_text(&in_text, &rules, &mut Withheld::default()).unwrap_or_else(|| in_text.clone());
            prop_assert_eq!(again, in_text);
        }
    }
}
