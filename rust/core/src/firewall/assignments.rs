//! Values that stand behind a name in running text: `password: ...`, `"access_token": "..."`, `?token=...`.
//!
//! Texts are searched for the separator, because names are many and separators are few. What is before it has to be a
//! name that the rules know, what is behind it a value and neither a placeholder nor a piece of program. Each byte is
//! looked at a bounded number of times, whatever the text.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::normal::BLOCK;
use super::receipt::Class;
use super::rules::{Header, Rules, Strength, fold};
use super::search::Found;
use super::{boundary, headers, values};

/// Longest name, in bytes.
const LONGEST_NAME: usize = 64;
/// Longest value of which the letters are looked at; what is longer and has no space in it is no word.
const LONGEST_WORD: usize = 512;

/// The verbs that separate a name from its value; no two of them overlap where both could.
static VERBS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::new([" is ", " ist ", " es ", " est ", " lautet "]).expect("the verbs are few and short")
});

/// What separates a name from its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Equals,
    Colon,
    /// The verb of a sentence: "your password is ...".
    Verb,
}

/// The name in front of a separator.
struct Name<'a> {
    text: &'a str,
    /// Where it begins.
    start: usize,
    quoted: bool,
    strength: Strength,
    /// It follows `?`, `&` or `#`, as the key of a URL does.
    in_url: bool,
}

/// The value behind a separator.
struct Value<'a> {
    text: &'a str,
    range: Range<usize>,
    quoted: bool,
}

/// Finds the secret values of a text.
pub(super) fn find(text: &str, rules: &Rules, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut quotes = Quotes::default();
    let mut lines = headers::LineEnds::default();
    for at in memchr::memchr2_iter(b'=', b':', bytes) {
        if at < from {
            continue;
        }
        let separator = if bytes[at] == b'=' { Separator::Equals } else { Separator::Colon };
        if !separates(bytes, at, separator) {
            continue;
        }
        let Some(name) = name_before(text, at, separator, rules) else { continue };
        let after = at + 1 + usize::from(bytes[at] == b':' && bytes.get(at + 1) == Some(&b'='));
        let first = found.len();
        let header =
            (!name.in_url).then(|| headers::find_line(text, name.text, name.start, after, rules, &mut lines, found));
        if let Some(end) = header.flatten() {
            from = end;
        } else if let Some(end) = list_after(text, after, &name, rules, &mut quotes, found) {
            from = end;
        } else {
            take(text, after, separator, &name, rules, &mut quotes, found);
        }
        if found.len() > first {
            from = from.max(found[found.len() - 1].range.end);
        }
    }
    for verb in VERBS.find_iter(text) {
        if let Some(name) = name_before(text, verb.start(), Separator::Verb, rules) {
            take(text, verb.end(), Separator::Verb, &name, rules, &mut quotes, found);
        }
    }
}

/// Whether the sign separates a name from a value and is no part of an operator or of a URL.
fn separates(bytes: &[u8], at: usize, separator: Separator) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let after = bytes.get(at + 1).copied().unwrap_or(b' ');
    match separator {
        Separator::Equals => {
            !matches!(before, b'=' | b'!' | b'<' | b'>' | b'~' | b':') && !matches!(after, b'=' | b'>' | b'~')
        }
        Separator::Colon => before != b':' && after != b':' && !(after == b'/' && bytes.get(at + 2) == Some(&b'/')),
        Separator::Verb => true,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.$[]%@".contains(&byte) || byte >= 0x80
}

/// The name that ends before a separator, when the rules know it.
fn name_before<'a>(text: &'a str, at: usize, separator: Separator, rules: &Rules) -> Option<Name<'a>> {
    let bytes = text.as_bytes();
    let mut end = at;
    while end > 0 && at - end < 3 && matches!(bytes[end - 1], b' ' | b'\t') {
        end -= 1;
    }
    let floor = end.saturating_sub(LONGEST_NAME);
    // `name` and `key` name a pair.
    let pair = end > 4 && bytes[end - 1] == b'"';
    if !pair && !rules.may_end_in_name(&bytes[floor..end]) {
        return None;
    }
    if end > 0 && matches!(bytes[end - 1], b'"' | b'\'' | b'`') {
        let quote = bytes[end - 1];
        // A quotation mark that is quoted itself has a backslash before it.
        end -= 1 + usize::from(end > 1 && bytes[end - 2] == b'\\');
        let start = memchr::memrchr(quote, &bytes[floor.min(end)..end])? + floor.min(end) + 1;
        let name = &text[start..end];
        if !is_pair_key(name) && !rules.may_end_in_name(name.as_bytes()) {
            return None;
        }
        let strength = rules.judge(name);
        let listed = rules.is_plural(name) || is_pair_key(name) || rules.header(name) != Header::Other;
        let known = strength != Strength::None || listed;
        return known.then_some(Name { text: name, start, quoted: true, strength, in_url: false });
    }
    let mut start = end;
    while start > floor && is_name_byte(bytes[start - 1]) {
        start -= 1;
    }
    start = boundary::ceil(text, start);
    let mut name = &text[start..end];
    if name.len() < 2 && separator == Separator::Verb || name.is_empty() {
        return None;
    }
    // `--password=`, `-Dpassword=`
    let trimmed = name.trim_start_matches(['-', '$', '@', '%', '.']);
    start += name.len() - trimmed.len();
    name = trimmed;
    let in_url = start > 0 && matches!(bytes[start - 1], b'?' | b'&' | b'#') && separator == Separator::Equals;
    let mut strength = rules.judge(name);
    if strength < Strength::Strong && separator != Separator::Equals {
        // A label has several words, and the last of them make it what it is: "recovery code", "mot de passe".
        let mut word = start;
        for _ in 0..3 {
            if word == 0 || bytes[word - 1] != b' ' {
                break;
            }
            let mut earlier = word - 1;
            while earlier > floor && is_name_byte(bytes[earlier - 1]) {
                earlier -= 1;
            }
            if earlier == word - 1 || !text.is_char_boundary(earlier) {
                break;
            }
            word = earlier;
            let folded: String = fold(&text[word..end].replace(['.', ':'], " "));
            let judged = rules.judge_folded(&folded, &text[word..end]);
            if judged > strength {
                strength = judged;
            }
        }
    }
    let known = strength != Strength::None || rules.header(name) != Header::Other || rules.is_plural(name);
    known.then_some(Name { text: name, start, quoted: false, strength, in_url })
}

/// Where the next quotation mark of each kind is, so that a text with a single one is not searched again and again.
#[derive(Default)]
struct Quotes {
    next: [usize; 3],
    asked: [usize; 3],
}

impl Quotes {
    /// The next mark at or after a place; the end of the text when there is none.
    fn next(&mut self, bytes: &[u8], quote: u8, from: usize) -> usize {
        let kind = match quote {
            b'"' => 0,
            b'\'' => 1,
            _ => 2,
        };
        if self.next[kind] < from || self.asked[kind] == 0 || from < self.asked[kind] - 1 {
            self.next[kind] = memchr::memchr(quote, &bytes[from..]).map_or(bytes.len(), |at| from + at);
            self.asked[kind] = from + 1;
        }
        self.next[kind]
    }
}

/// The value that begins behind a separator.
fn value_after<'a>(
    text: &'a str,
    after: usize,
    separator: Separator,
    in_url: bool,
    quotes: &mut Quotes,
) -> Option<Value<'a>> {
    let bytes = text.as_bytes();
    let mut start = after;
    while start < bytes.len() && start - after < 4 && matches!(bytes[start], b' ' | b'\t') {
        start += 1;
    }
    let mut quote = *bytes.get(start)?;
    let mut opened = start;
    if quote == b'\\' && matches!(bytes.get(start + 1), Some(b'"' | b'\'')) {
        opened += 1;
        quote = bytes[opened];
    }
    if matches!(quote, b'"' | b'\'' | b'`') {
        let begin = opened + 1;
        let mut end = quotes.next(bytes, quote, begin);
        // An escaped mark belongs to the value, unless the marks around it are escaped as well.
        let mut turns = 0;
        while opened == start && end < bytes.len() && bytes[end - 1] == b'\\' && end > begin && turns < 64 {
            end = quotes.next(bytes, quote, end + 1);
            turns += 1;
        }
        if opened > start && end > begin && bytes[end - 1] == b'\\' {
            end -= 1;
        }
        // No value goes over a block or over several lines.
        let limit =
            memchr::memchr2(b'\n', BLOCK as u8, &bytes[begin..end.min(begin + 65_536)]).map_or(end, |at| begin + at);
        let end = boundary::floor(text, end.min(limit));
        return Some(Value { text: &text[begin..end], range: begin..end, quoted: true });
    }
    let rest = &bytes[start..];
    let length = rest
        .iter()
        .position(|byte| match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'' | b'`' | b'<' | b'>' | 0x1e => true,
            b'&' | b';' | b'#' => in_url || separator == Separator::Equals && *byte != b'#',
            b',' | b'|' => separator == Separator::Equals && !in_url,
            _ => false,
        })
        .unwrap_or(rest.len());
    let mut end = start + length;
    if !in_url {
        // What closes a sentence or a bracket around the value is none of it.
        while end > start && matches!(bytes[end - 1], b',' | b';' | b')' | b']' | b'}' | b'.' | b':') {
            let opening = match bytes[end - 1] {
                b')' => b'(',
                b']' => b'[',
                b'}' => b'{',
                _ => 0,
            };
            if opening != 0 && memchr::memchr(opening, &bytes[start..end]).is_some() {
                break;
            }
            end -= 1;
        }
    }
    Some(Value { text: &text[start..end], range: start..end, quoted: false })
}

/// Judges the value behind a name, and takes it when it is secret.
fn take(
    text: &str,
    after: usize,
    separator: Separator,
    name: &Name<'_>,
    rules: &Rules,
    quotes: &mut Quotes,
    found: &mut Vec<Found>,
) {
    if is_pair_key(name.text) && name.quoted {
        take_pair(text, after, rules, quotes, found);
    }
    if name.strength == Strength::None {
        return;
    }
    let Some(value) = value_after(text, after, separator, name.in_url, quotes) else { return };
    if is_secret(text, separator, name, &value) {
        found.push(Found { range: value.range, class: if name.in_url { Class::UrlKeys } else { Class::NamedValues } });
    }
}

fn is_secret(text: &str, separator: Separator, name: &Name<'_>, value: &Value<'_>) -> bool {
    let written = value.text;
    if written.is_empty() {
        return false;
    }
    let has_space = written.bytes().take(LONGEST_WORD).any(|byte| byte == b' ');
    if written.len() > LONGEST_WORD {
        return name.strength >= Strength::Weak && !has_space;
    }
    if values::is_placeholder(written) || values::says_its_own_name(written) {
        return false;
    }
    match name.strength {
        Strength::None => return false,
        Strength::Digits => return values::is_digits(written) && !goes_on(text, value),
        Strength::TokenLike => {
            let place = name.quoted || value.quoted || name.in_url || separator == Separator::Equals;
            let digits = fold(name.text) == "pin" && values::is_digits(written);
            return place && values::is_token_like(written) && !is_digest(written) && !values::is_code(written)
                || digits && !goes_on(text, value);
        }
        Strength::Weak | Strength::Strong => {}
    }
    let strong = name.strength == Strength::Strong;
    if name.in_url {
        return true;
    }
    if name.quoted && !value.quoted {
        // JSON: a number, a truth value, an object.
        return strong && written.bytes().all(|byte| byte.is_ascii_digit()) && written.len() >= 4;
    }
    if has_space {
        // Sentences are no secrets, but a phrase of words may be one.
        return strong && is_phrase_of_words(name.text, written);
    }
    if values::is_code(written) && !value.quoted {
        return false;
    }
    if value.quoted {
        return strong || !values::is_word(written) && !values::is_slug(written);
    }
    if values::is_word(written) {
        return strong && values::is_scrambled(written) && !goes_on(text, value);
    }
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        return strong && (4..=12).contains(&written.len()) && !goes_on(text, value);
    }
    if !strong || separator == Separator::Verb {
        let long = written.len() >= if strong { 6 } else { 12 };
        return long && values::is_made_up(written);
    }
    if separator == Separator::Colon && goes_on(text, value) {
        return values::is_made_up(written);
    }
    // A name that a program or a file has: `token = user_token_2`, `password=./secret.txt`
    !is_path(written) && (separator == Separator::Colon || !is_name_with_number(written))
}

/// Whether more of a sentence follows: a word in small letters.
fn goes_on(text: &str, value: &Value<'_>) -> bool {
    let rest = &text.as_bytes()[value.range.end..];
    rest.first() == Some(&b' ')
        && rest.get(1).is_some_and(u8::is_ascii_lowercase)
        && rest[1..].iter().take(24).take_while(|byte| byte.is_ascii_alphabetic()).count() >= 2
}

/// Hexadecimal digits in the length of a digest, which names versions and files in public.
fn is_digest(value: &str) -> bool {
    matches!(value.len(), 32 | 40 | 64 | 96 | 128) && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_path(value: &str) -> bool {
    ["/", "./", "../", "~/", "file:", "http://", "https://", "\\\\"].iter().any(|start| value.starts_with(start))
}

/// A name of a program with a number at its end: `token2`, `user_password_1`.
fn is_name_with_number(value: &str) -> bool {
    let letters = value.trim_end_matches(|character: char| character.is_ascii_digit());
    value.len() - letters.len() <= 2
        && !letters.is_empty()
        && letters.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        && value.len() < 24
}

/// Words that open a wallet or a disk.
fn is_phrase_of_words(name: &str, value: &str) -> bool {
    let folded = fold(name);
    let words = value.split(' ').filter(|word| !word.is_empty());
    ["mnemonic", "phrase"].iter().any(|ending| folded.contains(ending))
        && words.clone().count() >= if folded.contains("passphrase") { 4 } else { 8 }
        && words.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
}

/// A key whose value is a name: `{"name": "access_token", "value": "..."}`.
fn is_pair_key(name: &str) -> bool {
    ["name", "key", "header", "field", "Name", "Key"].contains(&name)
}

/// Most bytes between a name and its value in a pair.
const LONGEST_GAP: usize = 64;

fn take_pair(text: &str, after: usize, rules: &Rules, quotes: &mut Quotes, found: &mut Vec<Found>) {
    let Some(named) = value_after(text, after, Separator::Colon, false, quotes) else { return };
    if !named.quoted || named.text.len() > LONGEST_NAME {
        return;
    }
    let header = rules.header(named.text);
    if rules.judge(named.text) < Strength::TokenLike && matches!(header, Header::Other | Header::Url) {
        return;
    }
    let begin = named.range.end;
    let window = &text[begin..boundary::floor(text, text.len().min(begin + LONGEST_GAP))];
    let Some(key) =
        ["\"value\"", "\"Value\"", "'value'"].iter().find_map(|key| window.find(key).map(|at| begin + at + key.len()))
    else {
        return;
    };
    let Some(colon) = text[key..].find(|character: char| !character.is_whitespace()).map(|at| key + at) else { return };
    if !text[colon..].starts_with(':') {
        return;
    }
    let Some(value) = value_after(text, colon + 1, Separator::Colon, false, quotes) else { return };
    let secret =
        matches!(header, Header::Secret | Header::Cookies) || rules.is_secret_parameter(named.text, value.text);
    if value.quoted && secret && !values::is_placeholder(value.text) {
        found.push(Found { range: value.range, class: Class::NamedValues });
    }
}

/// Most values of a list.
const MOST_OF_A_LIST: usize = 256;

/// `"tokens": ["...", "..."]`; gives where the list ends.
fn list_after(
    text: &str,
    after: usize,
    name: &Name<'_>,
    rules: &Rules,
    quotes: &mut Quotes,
    found: &mut Vec<Found>,
) -> Option<usize> {
    let bytes = text.as_bytes();
    let skip = |mut at: usize| {
        while at < bytes.len() && matches!(bytes[at], b' ' | b'\t' | b'\n' | b'\r' | b',') {
            at += 1;
        }
        at
    };
    let mut at = skip(after);
    if bytes.get(at) != Some(&b'[') || !(rules.is_plural(name.text) || name.strength == Strength::Strong) {
        return None;
    }
    at += 1;
    for _ in 0..MOST_OF_A_LIST {
        let begin = skip(at);
        if !matches!(bytes.get(begin), Some(b'"' | b'\'')) {
            break;
        }
        let value = value_after(text, begin, Separator::Colon, false, quotes)?;
        if values::is_made_up(value.text) && !values::is_placeholder(value.text) {
            found.push(Found { range: value.range.clone(), class: Class::NamedValues });
        }
        at = (value.range.end + 1).min(bytes.len());
    }
    Some(at)
}

/// Whether a member of a JSON object is secret by its key.
pub(super) fn is_secret_member(key: &str, value: &str, rules: &Rules) -> bool {
    let strength = rules.judge(key);
    if strength == Strength::None {
        return false;
    }
    let name = Name { text: key, start: 0, quoted: true, strength, in_url: false };
    is_secret("", Separator::Colon, &name, &Value { text: value, range: 0..0, quoted: true })
}
