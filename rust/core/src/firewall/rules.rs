//! The firewall's rules: TOML data, compiled once, extended by the keys of a policy.
//!
//! Keys are compared in a folded form, so that `access_token`, `accessToken` and `a[access-token]` are one key.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// Rules for URLs (`rules/urls.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UrlRules {
    always: HashSet<String>,
    suffixes: Vec<String>,
    prefixes: Vec<String>,
    when_token_like: HashSet<String>,
    when_digits: HashSet<String>,
    pub(super) attributes: Vec<String>,
    pub(super) list_attributes: Vec<String>,
}

/// Rules for form fields (`rules/fields.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldRules {
    pub(super) autocomplete: HashSet<String>,
    names: HashSet<String>,
    suffixes: Vec<String>,
    pub(super) exempt_types: HashSet<String>,
    pub(super) value_attributes: Vec<String>,
    pub(super) meta: HashSet<String>,
}

static URLS: LazyLock<UrlRules> = LazyLock::new(|| compile(include_str!("rules/urls.toml")));
static FIELDS: LazyLock<FieldRules> = LazyLock::new(|| compile(include_str!("rules/fields.toml")));

fn compile<T: serde::de::DeserializeOwned>(text: &str) -> T {
    // The files are part of the program; a test compiles them, so that this cannot fail in use.
    toml::from_str(text).expect("the built-in rules are valid TOML")
}

/// The attributes that repeat the value of a field; a live page does not let them out at all.
pub(crate) fn value_attributes() -> &'static [String] {
    &FIELDS.value_attributes
}

/// The built-in rules and what a policy adds.
pub(super) struct Rules {
    pub(super) urls: &'static UrlRules,
    pub(super) fields: &'static FieldRules,
    extra: HashSet<String>,
}

impl Rules {
    pub(super) fn new(extra_keys: &[String]) -> Self {
        Rules { urls: &URLS, fields: &FIELDS, extra: extra_keys.iter().map(|key| fold(key)).collect() }
    }

    /// Whether the value of a URL key is secret.
    pub(super) fn is_secret_parameter(&self, key: &str, value: &str) -> bool {
        let folded = fold(key);
        if folded.is_empty() {
            return false;
        }
        let rules = self.urls;
        rules.always.contains(&folded)
            || self.extra.contains(&folded)
            || rules.suffixes.iter().any(|suffix| folded.ends_with(suffix.as_str()))
            || rules.prefixes.iter().any(|prefix| folded.starts_with(prefix.as_str()))
            || rules.when_token_like.contains(&folded) && is_token_like(value)
            || rules.when_digits.contains(&folded) && is_digits(value)
    }

    /// Whether a field of this name (or id) holds a secret.
    pub(super) fn is_secret_field(&self, name: &str) -> bool {
        let folded = fold(name);
        self.fields.names.contains(&folded)
            || self.extra.contains(&folded)
            || self.fields.suffixes.iter().any(|suffix| folded.ends_with(suffix.as_str()))
    }
}

/// The form in which keys are compared.
pub(super) fn fold(key: &str) -> String {
    let mut decoded = std::borrow::Cow::Borrowed(key);
    for _ in 0..3 {
        match super::percent::decode(&decoded) {
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
    text.chars()
        .filter(|character| {
            !matches!(character, '-' | '_' | '.' | ' ' | '+' | '$' | '\u{200b}'..='\u{200d}' | '\u{feff}' | '\u{ad}')
        })
        .flat_map(char::to_lowercase)
        .collect()
}

fn is_token_like(value: &str) -> bool {
    value.len() >= 16
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !value.contains(' ')
}

fn is_digits(value: &str) -> bool {
    (4..=8).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Rules, fold};

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
        ] {
            assert_eq!(fold(key), "accesstoken", "{key}");
        }
    }

    #[test]
    fn values_decide_where_names_do_not() {
        let rules = Rules::new(&[String::from("Magic-Link")]);
        assert!(rules.is_secret_parameter("code", "4a8f9d2e1c7b6a5f"));
        assert!(!rules.is_secret_parameter("code", "404"));
        assert!(!rules.is_secret_parameter("key", "C-major"));
        assert!(!rules.is_secret_parameter("pin", "drop"));
        assert!(rules.is_secret_parameter("pin", "4711"));
        assert!(rules.is_secret_parameter("magic_link", "x"));
        assert!(!rules.is_secret_parameter("author", "token"));
    }
}
