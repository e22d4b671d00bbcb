//! Redaction of what is no page: a string, an address, headers, JSON, a HAR, as they stand in logs and messages.

use super::receipt::Class;
use super::release::{find_in_string, settle};
use super::rules::{Header, Rules};
use super::search::{Found, Searcher, order};
use super::{Policy, REDACTED, headers, json, urls};
use crate::Error;

/// Headers that no rule needs, by which a block of headers is known.
const ORDINARY: [&str; 16] = [
    "accept",
    "host",
    "user-agent",
    "content-type",
    "content-length",
    "date",
    "server",
    "connection",
    "cache-control",
    "age",
    "via",
    "vary",
    "etag",
    "upgrade",
    "accept-language",
    "accept-encoding",
];

/// A secret of a text, for people who ask what would be withheld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Where it stands, in bytes.
    pub range: std::ops::Range<usize>,
    /// The class of rules that knows it, as receipts name it.
    pub class: &'static str,
    /// The one rule, where the class has several: the shape of a token.
    pub rule: &'static str,
}

/// Replaces every secret in a text by the placeholder. What the text is (an address, a block of headers, JSON, prose) is
/// seen from itself.
///
/// # Errors
/// [`Error::Firewall`] when the text is made so that no bounded search gets through it; nothing is given out then.
pub fn redact(text: &str, policy: &Policy) -> Result<String, Error> {
    let searcher = Searcher::new(policy);
    let redacted = settle(text, |text| {
        let (found, numbers) = find(text, &searcher, 0)?;
        Ok((!found.is_empty()).then(|| replace(text, &found, &numbers)))
    })?;
    Ok(redacted.unwrap_or_else(|| text.to_owned()))
}

/// The text with everything that was found replaced. A number in JSON gives way to a string; `numbers` is sorted.
fn replace(text: &str, found: &[Found], numbers: &[usize]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for Found { range, .. } in found {
        let quote = if numbers.binary_search(&range.start).is_ok() { "\"" } else { "" };
        out.push_str(&text[copied..range.start]);
        out.extend([quote, REDACTED, quote]);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// What [`redact`] would withhold, and which class of rules asks for it.
///
/// # Errors
/// As [`redact`].
pub fn explain(text: &str, policy: &Policy) -> Result<Vec<Explained>, Error> {
    let searcher = Searcher::new(policy);
    let (found, _) = find(text, &searcher, 0)?;
    let explained = |Found { range, class }: Found| {
        let shape = (class == Class::TokenShapes).then(|| policy.shapes().name_in(&text[range.clone()])).flatten();
        Explained { range, class: class.name(), rule: shape.unwrap_or_default() }
    };
    Ok(found.into_iter().map(explained).collect())
}

/// How many texts may stand inside each other in base64.
const DEEPEST_BODY: usize = 2;

/// What is secret in a text, in order, and where numbers are among it.
fn find(text: &str, searcher: &Searcher<'_>, depth: usize) -> Result<(Vec<Found>, Vec<usize>), Error> {
    let mut found = find_in_string(text, searcher, is_address(text))?;
    let mut numbers = Vec::new();
    if let Some(secrets) = json::find(text, &searcher.rules) {
        numbers = secrets.numbers.iter().map(|number| number.range.start).collect();
        found.extend(secrets.in_strings);
        found.extend(secrets.numbers);
        for (range, inner) in secrets.encoded {
            let hidden = depth >= DEEPEST_BODY || !find(&inner, searcher, depth + 1)?.0.is_empty();
            if hidden {
                found.push(Found { range, class: Class::NamedValues });
            }
        }
    } else if let Some(lines) = headers::parse_block(text).filter(|lines| is_message(lines, &searcher.rules)) {
        for line in lines {
            let value = &text[line.value.clone()];
            if searcher.rules.header(line.name) == Header::Url {
                urls::find(value, line.value.start, &searcher.rules, &mut found);
            }
            let secrets = headers::find_value(line.name, value, &searcher.rules).unwrap_or_default();
            found.extend(secrets.into_iter().map(|one| one.moved(line.value.start)));
        }
    }
    found.retain(|one| &text[one.range.clone()] != REDACTED);
    order(&mut found);
    Ok((found, numbers))
}

/// Whether lines of `Name: value` are the headers of a message and no list of something else.
fn is_message(lines: &[headers::Line<'_>], rules: &Rules) -> bool {
    lines.iter().any(|line| {
        rules.header(line.name) != Header::Other || ORDINARY.contains(&line.name.to_ascii_lowercase().as_str())
    }) && lines.iter().all(|line| !line.name.contains(['#', '`', '|']))
}

/// Whether the text is one address: it has no space, and begins as addresses do.
fn is_address(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.len() > 65_536 || text.bytes().any(|byte| byte == b' ' || byte == b'\n') {
        return false;
    }
    let scheme = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    text.starts_with(['/', '?', '#']) || scheme > 1 && text[scheme..].starts_with(':') && !text[scheme + 1..].is_empty()
}
