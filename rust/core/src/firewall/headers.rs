//! HTTP headers: as lines of a message, where every credential goes, and quoted in running text, where documentation
//! and recipes ("Cookie: 2 cups") have to come through.

use std::ops::Range;

use super::receipt::Class;
use super::rules::{Header, Rules};
use super::search::Found;
use super::{boundary, values};

/// Longest part of a line that is read as the value of a header.
const LONGEST_LINE: usize = 16_384;

/// Most cookies of one header.
const MOST_COOKIES: usize = 512;

/// Attributes of a cookie, which are no values of it.
const COOKIE_ATTRIBUTES: [&str; 9] =
    ["path", "domain", "expires", "max-age", "samesite", "version", "priority", "comment", "port"];

/// Parts of the names of headers whose values are made by machines and open nothing.
const PUBLIC_MARKS: [&str; 20] = [
    "id",
    "trace",
    "request",
    "cache",
    "etag",
    "digest",
    "version",
    "ray",
    "nonce",
    "hash",
    "date",
    "policy",
    "report",
    "build",
    "commit",
    "served",
    "timer",
    "span",
    "correlation",
    "content",
];

/// Finds the credentials of a header that is quoted in a text; gives where the header ends when it is one.
pub(super) fn find_line(
    text: &str,
    name: &str,
    name_start: usize,
    after: usize,
    rules: &Rules,
    lines: &mut LineEnds,
    found: &mut Vec<Found>,
) -> Option<usize> {
    let kind = rules.header(name);
    // A property of a style sheet begins with two hyphens.
    let before = name_start.checked_sub(1).map_or(b' ', |before| text.as_bytes()[before]);
    let whole_word = !before.is_ascii_alphanumeric() && before != b'-';
    if !whole_word || matches!(kind, Header::Other | Header::Url) {
        return None;
    }
    let named_alone = kind == Header::Secret && !name.contains('-');
    if named_alone && !name.eq_ignore_ascii_case("authorization") && !name.eq_ignore_ascii_case("dpop") {
        return None;
    }
    let start = after
        + text[after..].bytes().take(64).take_while(|byte| matches!(byte, b' ' | b'\t' | b'"' | b'\'' | b'\\')).count();
    let line = lines.from(text, start);
    let before = found.len();
    match kind {
        Header::Cookies => find_cookies(text, &line, name, false, found),
        Header::Challenge => find_challenge(text, &line, rules, found),
        _ => find_credential(text, &line, rules, found),
    }
    (found.len() > before).then(|| found[found.len() - 1].range.end)
}

/// Where lines end, remembered for the one that was looked at last: a line can hold many names.
#[derive(Default)]
pub(super) struct LineEnds {
    last: Range<usize>,
}

impl LineEnds {
    /// The rest of a line, with the lines that are folded into it, up to a quotation mark.
    fn from(&mut self, text: &str, start: usize) -> Range<usize> {
        if !self.last.contains(&start) {
            self.last = start..line_end(text, start);
        }
        start..self.last.end
    }
}

fn line_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    let limit = bytes.len().min(start + LONGEST_LINE);
    while end < limit {
        match bytes[end] {
            b'"' | b'\'' | b'`' | 0x1e | b'}' => break,
            b'\n' if !matches!(bytes.get(end + 1), Some(b' ' | b'\t')) => break,
            b'\r' if bytes.get(end + 1) == Some(&b'\n') && !matches!(bytes.get(end + 2), Some(b' ' | b'\t')) => break,
            _ => end += 1,
        }
    }
    boundary::floor(text, end)
}

/// The words of a range, with their places.
fn words<'a>(text: &'a str, range: &Range<usize>) -> impl Iterator<Item = (Range<usize>, &'a str)> {
    let base = range.start;
    let line = &text[range.clone()];
    line.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).map(move |word| {
        let start = base + (word.as_ptr() as usize - line.as_ptr() as usize);
        (start..start + word.len(), word)
    })
}

fn find_credential(text: &str, line: &Range<usize>, rules: &Rules, found: &mut Vec<Found>) {
    let mut words = words(text, line);
    let Some((first, scheme)) = words.next() else { return };
    let named = rules.headers.schemes.contains(&scheme.to_ascii_lowercase());
    let (range, credential) = if named {
        match words.next() {
            Some(next) => next,
            None => return,
        }
    } else {
        (first, scheme)
    };
    let bare = credential.trim_end_matches([',', ';', '.', ')', ']']);
    if values::is_placeholder(bare) || values::is_word(bare) && bare.len() < 24 || bare.starts_with('<') {
        return;
    }
    if bare.len() < 6 || values::is_slug(bare) && !named {
        return;
    }
    // A credential of parameters goes on to the end of the line.
    let parameters = named && credential.contains('=') && !credential.ends_with('=');
    let end = if parameters { line.end } else { range.start + bare.len() };
    found.push(Found { range: range.start..end, class: Class::Headers });
}

fn find_cookies(text: &str, line: &Range<usize>, name: &str, whole: bool, found: &mut Vec<Found>) {
    let only_first = name.trim().to_ascii_lowercase().starts_with("set-cookie");
    let mut at = line.start;
    for (number, part) in text[line.clone()].split(';').enumerate() {
        let start = at;
        at += part.len() + 1;
        if only_first && number > 0 || number == MOST_COOKIES {
            return;
        }
        let Some(equals) = part.find('=') else {
            if number == 0 {
                return;
            }
            continue;
        };
        let cookie = part[..equals].trim();
        let token = !cookie.is_empty()
            && cookie.bytes().all(|byte| byte.is_ascii_graphic() && !b"()<>@,:/?={}".contains(&byte));
        if !token {
            return;
        }
        if number > 0 && COOKIE_ATTRIBUTES.contains(&cookie.to_ascii_lowercase().as_str()) {
            continue;
        }
        let value = &part[equals + 1..];
        let value =
            if whole { value.trim_end() } else { value.split([' ', '\t', '\n', '\r', ',']).next().unwrap_or("") };
        if value.is_empty() || !whole && values::is_placeholder(value) {
            continue;
        }
        let begin = start + equals + 1;
        found.push(Found { range: begin..begin + value.len(), class: Class::Headers });
    }
}

fn find_challenge(text: &str, line: &Range<usize>, rules: &Rules, found: &mut Vec<Found>) {
    for (number, (range, word)) in words(text, line).enumerate() {
        let bare = word.trim_end_matches(',');
        let blob = bare.len() >= 16 && !bare.trim_end_matches('=').contains('=') && !values::is_placeholder(bare);
        if blob
            && (values::is_made_up(bare) || number > 0 && !values::is_word(bare) && !values::is_slug(bare))
            && !rules.headers.schemes.contains(&bare.to_ascii_lowercase())
        {
            found.push(Found { range: range.start..range.start + bare.len(), class: Class::Headers });
        }
    }
}

/// What of the value of a header of a real message is secret; `None` when the value is to be looked at as a text.
pub(super) fn find_value(name: &str, value: &str, rules: &Rules) -> Option<Vec<Found>> {
    let mut found = Vec::new();
    let everything = 0..value.len();
    match rules.header(name) {
        Header::Secret => {
            let trimmed = value.trim();
            if !trimmed.is_empty() {
                let start = value.len() - value.trim_start().len();
                found.push(Found { range: start..start + trimmed.len(), class: Class::Headers });
            }
            return Some(found);
        }
        Header::Cookies => {
            find_cookies(value, &everything, name, true, &mut found);
            // A recipe has a line that begins like this as well.
            if found.is_empty() && !value.trim().is_empty() && !value.trim().contains(' ') {
                found.push(Found { range: everything, class: Class::Headers });
            }
            return Some(found);
        }
        Header::Challenge => find_challenge(value, &everything, rules, &mut found),
        Header::Url => return None,
        Header::Other => {
            let bare = value.trim();
            let lower = name.to_ascii_lowercase();
            let public = lower.split('-').any(|part| PUBLIC_MARKS.contains(&part));
            if lower.starts_with("x-") && !public && bare.len() >= 20 && is_mixed(bare) && !values::is_uuid(bare) {
                found.push(Found { range: everything, class: Class::Headers });
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Letters in both cases and digits, in one word.
fn is_mixed(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_lowercase())
        && value.bytes().any(|byte| byte.is_ascii_uppercase())
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+/=~".contains(&byte))
}

/// A line of a message: `Name: value`, or the continuation of the one before.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) value: Range<usize>,
}

/// Takes a text apart into headers, when it is a block of them; the first line may be that of a request or a status.
pub(super) fn parse_block(text: &str) -> Option<Vec<Line<'_>>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let body = line.trim_end_matches(['\r', '\n']);
        if body.trim().is_empty() {
            continue;
        }
        if body.starts_with([' ', '\t']) {
            let last = lines.last_mut()?;
            last.value.end = start + body.len();
            continue;
        }
        let Some((name, value)) = body.split_once(':').filter(|(name, _)| is_name(name)) else {
            if number == 0 && is_start_line(body) {
                continue;
            }
            return None;
        };
        let begin = start + name.len() + 1 + usize::from(value.starts_with(' '));
        lines.push(Line { name, value: begin.min(start + body.len())..start + body.len() });
    }
    (!lines.is_empty()).then_some(lines)
}

fn is_name(name: &str) -> bool {
    let name = name.strip_prefix(':').unwrap_or(name);
    !name.is_empty()
        && name.len() <= 64
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.!#$%&'*+^`|~".contains(&byte))
}

fn is_start_line(line: &str) -> bool {
    line.starts_with("HTTP/") || line.contains(" HTTP/") || line.split(' ').count() == 2 && line.contains(" /")
}

#[cfg(test)]
mod tests {
    use super::super::search::Found;
    use super::{Rules, find_value, parse_block};
    use crate::Policy;

    fn withheld(name: &str, value: &str) -> Vec<String> {
        let found = find_value(name, value, &Rules::new(&Policy::default())).unwrap_or_default();
        found.iter().map(|Found { range, .. }| value[range.clone()].to_owned()).collect()
    }

    #[test]
    fn credentials_of_a_message_go() {
        assert_eq!(withheld("authorization", "Bearer NotReal"), ["Bearer NotReal"]);
        assert_eq!(withheld("Cookie", "theme=dark; sid=NotReal"), ["dark", "NotReal"]);
        assert_eq!(withheld("Set-Cookie", "a=NotReal; Secure; Path=/"), ["NotReal"]);
        assert_eq!(withheld("WWW-Authenticate", "Negotiate NotReal1NotReal1NotReal1"), ["NotReal1NotReal1NotReal1"]);
        assert!(withheld("WWW-Authenticate", "Bearer realm=\"api\", error=\"invalid_token\"").is_empty());
        assert!(withheld("X-Request-Id", "f14ebadd-99c6-4960-a776-24b7e7cc03d2").is_empty());
        assert_eq!(withheld("X-Odd", "NotReal1NotReal2NotReal3").len(), 1);
    }

    #[test]
    fn blocks_are_taken_apart() {
        let block =
            parse_block("GET /me HTTP/1.1\r\nHost: a.test\r\nAuthorization: Bearer\r\n NotReal\r\n\r\n").unwrap();
        assert_eq!(block.len(), 2);
        assert_eq!(block[1].name, "Authorization");
        assert!(parse_block("Dear all,\nthe note: see below").is_none());
    }
}
