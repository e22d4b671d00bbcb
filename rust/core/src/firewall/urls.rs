//! URLs: user information, the values of secret keys and the segments that open something are withheld wherever a URL
//! can stand.
//!
//! A URL is taken apart by hand and not by a URL parser, because a page holds relative, broken and nested URLs, and
//! because everything that is not secret must come out as it went in. What is encoded inside of a value is found by the
//! search in decoded islands.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::receipt::Class;
use super::rules::{Rules, fold};
use super::search::Found;
use super::values;

/// Stands between the scheme and the rest of every URL that is looked for in text.
static MARKER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("://"));

/// Beginnings of segments after which even a UUID opens something.
const OPENERS: [&str; 9] =
    ["reset", "magic", "verif", "confirm", "invit", "activat", "unsubscribe", "unlock", "recover"];

/// Shortest segment that can be a token, in bytes.
const LEAST_SEGMENT: usize = 16;

/// Finds what is secret in one URL, absolute or relative. `base` is added to every place.
pub(super) fn find(url: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    let (before_fragment, fragment) = split_at_byte(url, b'#');
    let (path, query) = split_at_byte(before_fragment, b'?');
    find_in_path(path, base, rules, found);
    if let Some(query) = query {
        find_parameters(query, base + path.len() + 1, rules, found);
    }
    if let Some(fragment) = fragment {
        let base = base + before_fragment.len() + 1;
        // `#/route?key=value`, `#!key=value`, `#key=value`
        let (route, query) = split_at_byte(fragment, b'?');
        let skip = route.len() - route.trim_start_matches(['!', '/']).len();
        find_parameters(&route[skip..], base + skip, rules, found);
        find_segments(route, base, rules, found);
        if let Some(query) = query {
            find_parameters(query, base + route.len() + 1, rules, found);
        }
    }
}

fn split_at_byte(text: &str, byte: u8) -> (&str, Option<&str>) {
    match memchr::memchr(byte, text.as_bytes()) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// The part before the query: user information, matrix parameters and segments that are tokens.
fn find_in_path(path: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    let bytes = path.as_bytes();
    let mut start = 0;
    let slashes = memchr::memchr(b'/', bytes).filter(|at| bytes.get(at + 1) == Some(&b'/'));
    if let Some(at) = slashes.filter(|at| *at == 0 || bytes[at - 1] == b':') {
        let begin = at + 2;
        let end = memchr::memchr2(b'/', b'\\', &bytes[begin..]).map_or(path.len(), |length| begin + length);
        start = begin;
        if let Some(length) = memchr::memrchr(b'@', &bytes[begin..end]) {
            find_user_information(&path[begin..begin + length], base + begin, rules, found);
            start = begin + length + 1;
        }
    }
    find_segments(&path[start..], base + start, rules, found);
    if memchr::memchr(b';', &bytes[start..]).is_none() {
        return;
    }
    // Matrix parameters belong to a path segment: `/a;k=v;l=w/b`.
    let mut at = start;
    for segment in path[start..].split('/') {
        if let Some((name, parameters)) = segment.split_once(';') {
            find_parameters(parameters, base + at + name.len() + 1, rules, found);
        }
        at += segment.len() + 1;
    }
}

fn find_user_information(user: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    let class = Class::UrlUserInformation;
    let (name, password) = split_at_byte(user, b':');
    let simple = rules.urls.public_users.contains(name)
        || name.len() <= 32 && !values::is_made_up(name) && name.bytes().filter(u8::is_ascii_digit).count() < 4;
    match password {
        Some(password) if !password.is_empty() => {
            let secret = !values::is_placeholder(password) || values::is_token_like(name);
            found.extend(secret.then_some(Found { range: base..base + user.len(), class }));
        }
        _ if !simple && !values::is_placeholder(name) => found.push(Found { range: base..base + name.len(), class }),
        _ => {}
    }
}

/// Segments of a path that open something for whoever has them: `/reset-password/...`.
fn find_segments(path: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    if path.len() < LEAST_SEGMENT {
        return;
    }
    let bytes = path.as_bytes();
    // The first segment has none before it.
    let Some(mut at) = memchr::memchr(b'/', bytes) else { return };
    let mut before = 0..at;
    while bytes.len() - at > LEAST_SEGMENT {
        let start = at + 1;
        at = memchr::memchr(b'/', &bytes[start..]).map_or(bytes.len(), |length| start + length);
        if at - start >= LEAST_SEGMENT && (1..=32).contains(&before.len()) {
            let end = memchr::memchr3(b';', b'&', b'=', &bytes[start..at]).map_or(at, |length| start + length);
            let value = &path[start..end];
            if values::is_token_like(value) && !is_file(value) && opens(&path[before], value, rules) {
                found.push(Found { range: base + start..base + end, class: Class::UrlKeys });
            }
        }
        before = start..at;
    }
}

/// Whether a segment that looks made by a machine opens something behind the one before it.
fn opens(before: &str, value: &str, rules: &Rules) -> bool {
    let folded = fold(before);
    rules.urls.before_secret_segment.contains(&folded)
        && (!values::is_uuid(value) || OPENERS.iter().any(|opener| folded.starts_with(opener)))
}

/// A name with an ending, as files have it.
fn is_file(segment: &str) -> bool {
    segment.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

/// `k=v` pairs, separated by `&`, `&amp;` or `;`.
pub(super) fn find_parameters(text: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    if memchr::memchr(b'=', text.as_bytes()).is_none() {
        return;
    }
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let end = memchr::memchr2(b'&', b';', rest.as_bytes()).unwrap_or(rest.len());
        find_parameter(&rest[..end], base + at, rules, found);
        if end == rest.len() {
            return;
        }
        let entity = rest[end..].get(..5).is_some_and(|start| start.eq_ignore_ascii_case("&amp;"));
        at += end + if entity { 5 } else { 1 };
    }
}

fn find_parameter(pair: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    let (key, Some(value)) = split_at_byte(pair, b'=') else { return };
    if value.is_empty() || key.len() > 512 {
        return;
    }
    if rules.is_secret_parameter(key, value) && !values::is_placeholder(value) {
        let start = base + key.len() + 1;
        found.push(Found { range: start..start + value.len(), class: Class::UrlKeys });
    }
}

/// Finds what is secret in the absolute URLs of a running text.
pub(super) fn find_in_text(text: &str, rules: &Rules, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = MARKER.find(&bytes[from..]) {
        let marker = from + at;
        let scheme = bytes[from..marker]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            .count();
        let start = marker - scheme;
        let end = end_of_url(text, marker + 3);
        if scheme > 0 {
            find(&text[start..end], start, rules, found);
        }
        from = end.max(marker + 3);
    }
}

/// Where a URL in a text ends, from a place within it.
fn end_of_url(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let length = text.as_bytes()[at..].iter().position(|byte| ends_url(*byte));
        at = length.map_or(text.len(), |length| at + length);
        match text[at..].chars().next() {
            Some(character) if !character.is_ascii() && !character.is_whitespace() && !character.is_control() => {
                at += character.len_utf8();
            }
            _ => return at,
        }
    }
}

/// Whether no URL goes over this byte; of characters that are not ASCII it cannot be said from one.
fn ends_url(byte: u8) -> bool {
    byte <= b' ' || byte >= 0x7f || b"\"'<>`{}|^".contains(&byte)
}

/// Finds what is secret in each URL of a list (`srcset`, `ping`).
pub(super) fn find_in_list(text: &str, base: usize, rules: &Rules, found: &mut Vec<Found>) {
    let mut at = 0;
    for piece in text.split_inclusive(|character: char| character.is_ascii_whitespace()) {
        let url = piece.trim_end_matches(|character: char| character.is_ascii_whitespace());
        find(url, base + at, rules, found);
        at += piece.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::super::search::replace;
    use super::{find, find_in_list, find_in_text};
    use crate::Policy;

    fn url(text: &str) -> String {
        let mut found = Vec::new();
        find(text, 0, &Rules::new(&Policy::default()), &mut found);
        found.sort_by_key(|one| one.range.start);
        replace(text, &found)
    }

    #[test]
    fn secret_keys_everywhere() {
        assert_eq!(url("/a?x=1&access_token=NotReal&y=2"), "/a?x=1&access_token=[REDACTED]&y=2");
        assert_eq!(url("https://u:p4ssw0rd@example.test/a"), "https://[REDACTED]@example.test/a");
        assert_eq!(url("//u:p@q@example.test/"), "//[REDACTED]@example.test/");
        assert_eq!(url("/x;jsessionid=NotReal?y=1"), "/x;jsessionid=[REDACTED]?y=1");
        assert_eq!(url("#/login?token=NotReal"), "#/login?token=[REDACTED]");
        assert_eq!(url("#access_token=NotReal&state=ok"), "#access_token=[REDACTED]&state=ok");
        assert_eq!(url("?a[access_token]=NotReal"), "?a[access_token]=[REDACTED]");
        assert_eq!(url("?x=1&amp;token=NotReal"), "?x=1&amp;token=[REDACTED]");
        assert_eq!(url("/reset-password/NotReal1NotReal2?a=b"), "/reset-password/[REDACTED]?a=b");
    }

    #[test]
    fn what_is_not_secret_stays() {
        for text in [
            "/a?code=404&key=C-major&author=me",
            "mailto:a@b.test",
            "/a@b?c=d",
            "#section",
            "?q=a=b",
            "https://git@example.test/a",
            "/password/reset",
            "/auth/main.fe0192c3314e568f035a.js",
            "/sessions/457934d8-d67a-4ebd-af7a-6f03880ecdaa",
            "?token=&lang=en",
            "?access_token=<token>",
        ] {
            assert_eq!(url(text), text);
        }
    }

    #[test]
    fn urls_in_text_and_lists() {
        let rules = Rules::new(&Policy::default());
        let text = "see https://a.test/?token=NotReal, or <http://u:p4ss@b.test/>.";
        let mut found = Vec::new();
        find_in_text(text, &rules, &mut found);
        assert_eq!(replace(text, &found), "see https://a.test/?token=[REDACTED] or <http://[REDACTED]@b.test/>.");
        let list = "a.png?sig=NotReal 1x, b.png 2x";
        let mut found = Vec::new();
        find_in_list(list, 0, &rules, &mut found);
        assert_eq!(replace(list, &found), "a.png?sig=[REDACTED] 1x, b.png 2x");
    }
}
