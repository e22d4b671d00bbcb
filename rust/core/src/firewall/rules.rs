//! The firewall's rules: TOML data, compiled once, extended by a policy and never reduced.
//!
//! A name is judged in a folded form, so that `access_token`, `accessToken` and `a[access-token]` are one name, and
//! written with Cyrillic letters or a null byte it is that name still.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use serde::Deserialize;

use super::endings::Endings;
use super::normal::{is_invisible, lookalike, plain};
use super::{Policy, percent, values};

/// A list of folded names.
type Words = HashSet<String, RandomState>;

/// Names whose values are secret (`rules/keys.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyRules {
    strong: Words,
    weak: Words,
    suffixes: Vec<String>,
    harmless: Words,
    when_token_like: Words,
    when_digits: Words,
    plural: Words,
}

/// Where URLs stand (`rules/urls.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UrlRules {
    pub(super) attributes: Vec<String>,
    pub(super) list_attributes: Vec<String>,
    pub(super) before_secret_segment: Words,
    pub(super) public_users: Words,
}

/// Rules for form fields (`rules/fields.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldRules {
    pub(super) autocomplete: Words,
    names: Words,
    suffixes: Vec<String>,
    pub(super) exempt_types: Words,
    pub(super) value_attributes: Vec<String>,
    meta: Words,
}

/// Rules for headers (`rules/headers.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeaderRules {
    secret: Words,
    cookies: Words,
    challenges: Words,
    pub(super) schemes: Words,
    urls: Words,
    suffixes: Vec<String>,
}

static KEYS: LazyLock<KeyRules> = LazyLock::new(|| compile(include_str!("rules/keys.toml")));
static URLS: LazyLock<UrlRules> = LazyLock::new(|| compile(include_str!("rules/urls.toml")));
static FIELDS: LazyLock<FieldRules> = LazyLock::new(|| compile(include_str!("rules/fields.toml")));
static HEADERS: LazyLock<HeaderRules> = LazyLock::new(|| compile(include_str!("rules/headers.toml")));

fn compile<T: serde::de::DeserializeOwned>(text: &str) -> T {
    // The files are part of the program; a test compiles them, so that this cannot fail in use.
    toml::from_str(text).expect("the built-in rules are valid TOML")
}

/// The attributes that repeat the value of a field; a live page does not let them out at all.
pub(crate) fn value_attributes() -> &'static [String] {
    &FIELDS.value_attributes
}

/// How much a name says about the value that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Nothing.
    None,
    /// The value is secret when it is 4 to 8 digits.
    Digits,
    /// The value is secret when it looks like a token.
    TokenLike,
    /// The value is secret in a place for values; in a text it has to look made up.
    Weak,
    /// The value is secret.
    Strong,
}

/// What a header holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    Secret,
    Cookies,
    Challenge,
    Url,
    Other,
}

static ENDINGS: LazyLock<Endings> = LazyLock::new(|| {
    let mut endings = Endings::new();
    let keys = &*KEYS;
    for names in [&keys.strong, &keys.weak, &keys.when_token_like, &keys.when_digits, &keys.plural] {
        for name in names {
            endings.add(name);
        }
    }
    let headers = &*HEADERS;
    for names in [&headers.secret, &headers.cookies, &headers.challenges] {
        for name in names {
            endings.add(name);
        }
    }
    for suffix in keys.suffixes.iter().chain(&headers.suffixes) {
        endings.add(suffix);
    }
    endings
});

/// The built-in rules and what a policy adds.
pub(super) struct Rules {
    pub(super) urls: &'static UrlRules,
    pub(super) fields: &'static FieldRules,
    pub(super) headers: &'static HeaderRules,
    extra_keys: Words,
    extra_headers: Words,
    endings: Cow<'static, Endings>,
}

impl Rules {
    pub(super) fn new(policy: &Policy) -> Self {
        let mut endings = Cow::Borrowed(&*ENDINGS);
        for name in policy.extra_keys().iter().chain(policy.extra_headers()) {
            // Lists of them have an s at the end.
            let endings = endings.to_mut();
            endings.add(&fold(name));
            endings.add(&format!("{}s", fold(name)));
        }
        Rules {
            urls: &URLS,
            fields: &FIELDS,
            headers: &HEADERS,
            extra_keys: policy.extra_keys().iter().map(|key| fold(key)).collect(),
            extra_headers: policy.extra_headers().iter().map(|name| name.to_ascii_lowercase()).collect(),
            endings,
        }
    }

    /// Whether a text can end with a name that these rules know; a quick no for nearly all.
    pub(super) fn may_end_in_name(&self, text: &[u8]) -> bool {
        self.endings.may_end_in_name(text)
    }

    /// How much a name says, as it is written.
    pub(super) fn judge(&self, name: &str) -> Strength {
        if !self.may_end_in_name(name.as_bytes()) {
            return Strength::None;
        }
        let folded = fold(name);
        self.judge_folded(&folded, name)
    }

    /// The same for a name that is folded already; `name` is how it is written.
    pub(super) fn judge_folded(&self, folded: &str, name: &str) -> Strength {
        if KEYS.strong.contains(folded) || self.extra_keys.contains(folded) {
            return Strength::Strong;
        }
        if KEYS.weak.contains(folded) {
            return Strength::Weak;
        }
        if has_suffix(&KEYS.suffixes, folded, name) && !KEYS.harmless.contains(folded) {
            return Strength::Strong;
        }
        if KEYS.when_digits.contains(folded) {
            return if KEYS.when_token_like.contains(folded) { Strength::TokenLike } else { Strength::Digits };
        }
        if KEYS.when_token_like.contains(folded) { Strength::TokenLike } else { Strength::None }
    }

    /// Whether the value of a key is secret where values stand: in a URL, in JSON.
    pub(super) fn is_secret_parameter(&self, key: &str, value: &str) -> bool {
        match self.judge(key) {
            Strength::Strong | Strength::Weak => true,
            Strength::TokenLike => {
                values::is_token_like(value) || may_be_digits(&fold(key)) && values::is_digits(value)
            }
            Strength::Digits => values::is_digits(value),
            Strength::None => false,
        }
    }

    /// Whether a name stands for a list of secrets.
    pub(super) fn is_plural(&self, name: &str) -> bool {
        if !self.may_end_in_name(name.as_bytes()) {
            return false;
        }
        let folded = fold(name);
        KEYS.plural.contains(&folded) || folded.strip_suffix('s').is_some_and(|one| self.extra_keys.contains(one))
    }

    /// Whether a field of this name (or id, or label) holds a secret.
    pub(super) fn is_secret_field(&self, name: &str) -> bool {
        let folded = fold(name);
        self.judge_folded(&folded, name) == Strength::Strong
            || self.fields.names.contains(&folded)
            || has_suffix(&self.fields.suffixes, &folded, name)
    }

    /// Whether the content of a meta element of this name is secret.
    pub(super) fn is_secret_meta(&self, name: &str) -> bool {
        self.fields.meta.contains(&fold(name)) || self.judge(name) >= Strength::Weak
    }

    /// What a header of this name holds.
    pub(super) fn header(&self, name: &str) -> Header {
        let name = name.trim().to_ascii_lowercase();
        let rules = self.headers;
        if rules.cookies.contains(&name) {
            Header::Cookies
        } else if rules.challenges.contains(&name) {
            Header::Challenge
        } else if rules.secret.contains(&name)
            || self.extra_headers.contains(&name)
            || !name.starts_with("access-control-")
                && rules.suffixes.iter().any(|suffix| name.ends_with(suffix.as_str()))
        {
            Header::Secret
        } else if rules.urls.contains(&name) {
            Header::Url
        } else {
            Header::Other
        }
    }
}

/// Whether a key that asks for a token can have a short number as well.
fn may_be_digits(folded: &str) -> bool {
    KEYS.when_digits.contains(folded)
}

/// An ending with a hyphen in front is a word of its own: `user_pass` and `userPass`, but not `compass`.
fn has_suffix(suffixes: &[String], folded: &str, name: &str) -> bool {
    suffixes.iter().any(|suffix| match suffix.strip_prefix('-') {
        Some(word) => folded.ends_with(word) && last_word_is(name, word),
        None => folded.ends_with(suffix.as_str()),
    })
}

fn last_word_is(name: &str, word: &str) -> bool {
    let name = name.trim_end_matches(|character: char| !character.is_alphanumeric());
    let Some(start) = name.len().checked_sub(word.len()).filter(|start| name.is_char_boundary(*start)) else {
        return false;
    };
    let (before, last) = name.split_at(start);
    last.eq_ignore_ascii_case(word)
        && before.chars().next_back().is_some_and(|previous| {
            !previous.is_alphanumeric()
                || previous.is_ascii_digit()
                || last.starts_with(|first: char| first.is_ascii_uppercase()) && previous.is_ascii_lowercase()
        })
}

/// The form in which names are compared.
pub(super) fn fold(name: &str) -> String {
    let mut decoded = std::borrow::Cow::Borrowed(name);
    for _ in 0..3 {
        match percent::decode(&decoded) {
            Some(text) => decoded = text.into(),
            None => break,
        }
    }
    let mut text = decoded.trim();
    // user[password], form[items][0][token], tokens[]
    while let Some(open) = text.rfind('[') {
        let inner = text[open + 1..].trim_end_matches(']');
        if inner.is_empty() || inner.bytes().all(|byte| byte.is_ascii_digit()) {
            text = &text[..open];
        } else {
            text = inner;
            break;
        }
    }
    text = text.rsplit([':', '.']).find(|part| !part.is_empty()).unwrap_or(text);
    if text.is_ascii() {
        let mut folded = String::with_capacity(text.len());
        folded.extend(text.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_lowercase()));
        return folded;
    }
    let has_latin = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    text.chars()
        .filter(|character| !is_invisible(*character))
        .map(|character| plain(character).or_else(|| lookalike(character).filter(|_| has_latin)).unwrap_or(character))
        .filter(|character| character.is_alphanumeric() || !character.is_ascii() && !character.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Header, Rules, Strength, fold};
    use crate::Policy;

    fn rules() -> Rules {
        Rules::new(&Policy::default())
    }

    #[test]
    fn keys_fold_to_one_form() {
        for key in [
            "access_token",
            "accessToken",
            "Access-Token",
            "a[access_token]",
            "access%5Ftoken",
            "x.access_token",
            "access_token[]",
            "access_token[0]",
            "access%255Ftoken",
            "access_token%00",
            "+access_token",
            "аccess_token",
            "access\u{200b}_token",
            "acc\tess_to\nken",
            "ａｃｃｅｓｓ_token",
        ] {
            assert_eq!(fold(key), "accesstoken", "{key}");
        }
    }

    #[test]
    fn names_say_more_or_less() {
        let rules = rules();
        for name in [
            "password",
            "user_pass",
            "userPass",
            "my_access_token",
            "client-secret",
            "setup key",
            "パスワード",
            "db_pwd",
        ] {
            assert_eq!(rules.judge(name), Strength::Strong, "{name}");
        }
        for name in [
            "author",
            "keyword",
            "tokens",
            "compass",
            "token_type",
            "tokenize",
            "page_token_size",
            "passenger_count",
            "oauth",
        ] {
            assert_eq!(rules.judge(name), Strength::None, "{name}");
        }
        assert_eq!(rules.judge("session"), Strength::Weak);
        assert_eq!(rules.judge("state"), Strength::TokenLike);
        assert!(
            rules.is_secret_field("totp_code")
                && rules.is_secret_field("card_number")
                && !rules.is_secret_field("postcode")
        );
        assert!(rules.is_plural("recovery codes") && !rules.is_plural("codes"));
    }

    #[test]
    fn values_decide_where_names_do_not() {
        let policy = Policy::default().with_extra_keys(&[String::from("Door-Word")]).unwrap();
        let rules = Rules::new(&policy);
        assert!(rules.is_secret_parameter("code", "4a8f9d2e1c7b6a5f"));
        assert!(!rules.is_secret_parameter("code", "404"));
        assert!(!rules.is_secret_parameter("key", "C-major"));
        assert!(!rules.is_secret_parameter("pin", "drop"));
        assert!(rules.is_secret_parameter("pin", "4711"));
        assert!(rules.is_secret_parameter("door_word", "x"));
        assert!(!rules.is_secret_parameter("author", "token"));
    }

    #[test]
    fn headers_are_told_apart() {
        let rules = rules();
        assert_eq!(rules.header("AUTHORIZATION"), Header::Secret);
        assert_eq!(rules.header("X-Service-Token"), Header::Secret);
        assert_eq!(rules.header("set-cookie"), Header::Cookies);
        assert_eq!(rules.header("Location"), Header::Url);
        assert_eq!(rules.header("Access-Control-Expose-Headers"), Header::Other);
    }
}
