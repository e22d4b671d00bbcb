//! JSON by its structure: keys before values, `name` and `value` side by side, headers, bodies in base64, private keys.
//!
//! The text is scanned and not rebuilt, so that what is not secret comes out byte for byte. The scanner keeps its own
//! stack: no depth overflows it.

use std::ops::Range;

use super::receipt::Class;
use super::rules::{Header, Rules, Strength, fold};
use super::search::Found;
use super::{assignments, base64, headers, urls, values};

/// What was found in a JSON text.
#[derive(Default)]
pub(super) struct Secrets {
    /// Within strings, without their quotation marks.
    pub(super) in_strings: Vec<Found>,
    /// Whole numbers, in the place of which a string has to stand.
    pub(super) numbers: Vec<Found>,
    /// Strings that hold a text in base64; the second is what they hold.
    pub(super) encoded: Vec<(Range<usize>, String)>,
}

/// One open object or array.
#[derive(Default)]
struct Open<'a> {
    is_object: bool,
    /// The key under which it stands.
    under: &'a str,
    key: &'a str,
    expects_key: bool,
    /// The member that names what another member holds.
    name: Option<String>,
    value: Option<Range<usize>>,
    text: Option<Range<usize>>,
    in_base64: bool,
    is_form: bool,
    is_key: bool,
    /// Members that are private when the object is a key.
    private: Vec<Range<usize>>,
    /// Strings in an array so far.
    strings: usize,
    first: Option<Range<usize>>,
}

/// Finds what is secret by structure; `None` when the text is no JSON object or array.
pub(super) fn find(text: &str, rules: &Rules) -> Option<Secrets> {
    let trimmed = text.trim();
    if !trimmed.starts_with(['{', '[']) || !trimmed.ends_with(['}', ']']) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut secrets = Secrets::default();
    let mut stack: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            open @ (b'{' | b'[') => {
                let under = match stack.last() {
                    Some(parent) if parent.is_object => parent.key,
                    Some(parent) => parent.under,
                    None => "",
                };
                let is_object = open == b'{';
                stack.push(Open { is_object, under, expects_key: is_object, ..Open::default() });
                at += 1;
            }
            b'}' | b']' => {
                let closed = stack.pop()?;
                if closed.is_object != (bytes[at] == b'}') {
                    return None;
                }
                close(text, &closed, rules, &mut secrets);
                at += 1;
            }
            b'"' => {
                let end = string_end(bytes, at)?;
                let inner = at + 1..end;
                at = end + 1;
                let open = stack.last_mut()?;
                if open.is_object && open.expects_key {
                    open.key = &text[inner];
                    open.expects_key = false;
                } else {
                    string(text, inner, open, rules, &mut secrets);
                }
            }
            b',' => {
                let open = stack.last_mut()?;
                open.expects_key = open.is_object;
                at += 1;
            }
            b':' | b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => {
                let length =
                    bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
                let open = stack.last()?;
                let digits = length >= 4 && bytes[at..at + length].iter().all(u8::is_ascii_digit);
                if open.is_object && digits && number_is_secret(open.key, &text[at..at + length], rules) {
                    secrets.numbers.push(Found { range: at..at + length, class: Class::NamedValues });
                }
                at += length;
            }
            _ => return None,
        }
    }
    stack.is_empty().then_some(secrets)
}

fn number_is_secret(key: &str, number: &str, rules: &Rules) -> bool {
    match rules.judge(key) {
        Strength::Strong => true,
        Strength::Digits => values::is_digits(number),
        Strength::TokenLike => fold(key) == "pin" && values::is_digits(number),
        Strength::Weak | Strength::None => false,
    }
}

/// Where a string ends: the place of its closing mark.
fn string_end(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// Members of a JWK that are private (RFC 7518, section 6).
const PRIVATE_MEMBERS: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "k", "oth"];

fn string(text: &str, inner: Range<usize>, open: &mut Open<'_>, rules: &Rules, secrets: &mut Secrets) {
    let value = &text[inner.clone()];
    let take = |secrets: &mut Secrets, class| secrets.in_strings.push(Found { range: inner.clone(), class });
    if !open.is_object {
        open.strings += 1;
        match open.strings {
            1 => open.first = Some(inner.clone()),
            // A pair of a name and its value: headers as most clients list them.
            2 => {
                if let Some(first) = open.first.clone() {
                    header_or_parameter(text, &text[first], inner.clone(), "", rules, secrets);
                }
            }
            _ => open.first = None,
        }
        let listed = rules.is_plural(open.under) || rules.judge(open.under) == Strength::Strong;
        if listed && (values::is_made_up(value) || values::is_scrambled(value)) && !values::is_placeholder(value) {
            take(secrets, Class::NamedValues);
        }
        return;
    }
    match open.key {
        "name" | "key" | "header" | "field" => open.name = Some(value.to_owned()),
        "value" => open.value = Some(inner.clone()),
        "text" | "body" => open.text = Some(inner.clone()),
        "encoding" => open.in_base64 = value.eq_ignore_ascii_case("base64"),
        "mimeType" => open.is_form = value.contains("x-www-form-urlencoded"),
        "kty" => open.is_key = true,
        _ => {}
    }
    if PRIVATE_MEMBERS.contains(&open.key) {
        open.private.push(inner.clone());
    }
    if matches!(open.key, "url" | "uri" | "href" | "redirectURL" | "redirect_uri" | "location" | "src") {
        urls::find(value, inner.start, rules, &mut secrets.in_strings);
    }
    let is_header =
        open.key.contains('-') || matches!(open.key.to_ascii_lowercase().as_str(), "authorization" | "cookie" | "dpop");
    if is_header || open.under.eq_ignore_ascii_case("headers") {
        header_value(text, open.key, inner.clone(), rules, secrets);
    }
    if assignments::is_secret_member(open.key, value, rules) {
        take(secrets, Class::NamedValues);
    }
}

fn header_value(text: &str, name: &str, inner: Range<usize>, rules: &Rules, secrets: &mut Secrets) {
    let value = &text[inner.clone()];
    if rules.header(name) == Header::Url {
        urls::find(value, inner.start, rules, &mut secrets.in_strings);
    }
    if let Some(found) = headers::find_value(name, value, rules) {
        secrets.in_strings.extend(found.into_iter().map(|one| one.moved(inner.start)));
    }
}

fn header_or_parameter(text: &str, name: &str, value: Range<usize>, under: &str, rules: &Rules, secrets: &mut Secrets) {
    if name.is_empty() || name.len() > 128 {
        return;
    }
    let content = &text[value.clone()];
    if under == "headers" || rules.header(name) != Header::Other && !matches!(under, "queryString" | "params") {
        header_value(text, name, value.clone(), rules, secrets);
    }
    let secret = under == "cookies" && !content.is_empty() || rules.is_secret_parameter(name, content);
    if secret && !values::is_placeholder(content) {
        secrets.in_strings.push(Found { range: value, class: Class::NamedValues });
    }
}

fn close(text: &str, open: &Open<'_>, rules: &Rules, secrets: &mut Secrets) {
    if let (Some(name), Some(value)) = (&open.name, open.value.clone()) {
        header_or_parameter(text, name, value, open.under, rules, secrets);
    }
    if open.is_key {
        let private = open.private.iter().filter(|range| range.len() >= 8);
        secrets.in_strings.extend(private.map(|range| Found { range: range.clone(), class: Class::NamedValues }));
    }
    let Some(body) = open.text.clone() else { return };
    if open.in_base64 {
        let decoded =
            base64::decode(text[body.clone()].as_bytes()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if let Some(decoded) = decoded {
            secrets.encoded.push((body, decoded));
        }
    } else if open.is_form {
        urls::find_parameters(&text[body.clone()], body.start, rules, &mut secrets.in_strings);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rules::Rules;
    use super::find;
    use crate::Policy;

    fn found(text: &str) -> Vec<&str> {
        let secrets = find(text, &Rules::new(&Policy::default())).unwrap();
        let mut ranges: Vec<_> = secrets.in_strings.into_iter().chain(secrets.numbers).map(|one| one.range).collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn structure_names_values() {
        assert_eq!(found(r#"{"a":{"accessToken":"NotReal-1","expires":3600}}"#), ["NotReal-1"]);
        assert_eq!(
            found(r#"{"queryString":[{"name":"access_token","value":"NotReal"},{"name":"page","value":"2"}]}"#),
            ["NotReal"]
        );
        assert_eq!(found(r#"[["Cookie","a=NotReal"],["Accept","b"]]"#), ["NotReal"]);
        assert_eq!(found(r#"{"tokens":["NotReal1NotReal2"],"count":2,"pin":4711}"#), ["NotReal1NotReal2", "4711"]);
        assert_eq!(found(r#"{"kty":"EC","x":"public-key-part","d":"NotRealNotReal"}"#), ["NotRealNotReal"]);
        assert_eq!(found(r#"{"headers":{"X-Odd-Thing":"NotReal1NotReal2NotReal3"}}"#), ["NotReal1NotReal2NotReal3"]);
    }

    #[test]
    fn what_is_not_secret_stays() {
        for text in [
            r#"{"tokens":42,"model":"demo"}"#,
            r#"{"password":"string","type":"object"}"#,
            r#"{"passwordPolicy":{"minLength":12}}"#,
            r#"{"secret":false,"pin":false,"pinned":["a","b"]}"#,
            r#"{"password":"Please enter your password"}"#,
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
        assert!(find("{not json", &Rules::new(&Policy::default())).is_none());
    }

    proptest! {
        #[test]
        fn total(text in "[{}\\[\\]\":,a-z0-9\\\\ é]{0,60}") {
            if let Some(secrets) = find(&text, &Rules::new(&Policy::default())) {
                for one in secrets.in_strings.iter().chain(&secrets.numbers) {
                    prop_assert!(text.get(one.range.clone()).is_some());
                }
            }
        }
    }

    #[test]
    fn depth_is_no_matter() {
        let text = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(found(&text).is_empty());
    }
}
