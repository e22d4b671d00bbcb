//! What a value looks like by itself: a placeholder, a word, a piece of program, a token.
//!
//! A key alone does not make a secret: documentation says `access_token=YOUR_TOKEN`, and a form says "Password: required".
//! These predicates let such values through and catch what a machine or a careful person made up.

use super::REDACTED;

/// Words that stand where a value would, folded like keys.
const PLACEHOLDER_WORDS: [&str; 46] = [
    "string",
    "none",
    "null",
    "nil",
    "true",
    "false",
    "undefined",
    "token",
    "password",
    "passwd",
    "pass",
    "secret",
    "value",
    "required",
    "optional",
    "hidden",
    "redacted",
    "removed",
    "masked",
    "example",
    "sample",
    "changeme",
    "placeholder",
    "text",
    "number",
    "boolean",
    "bool",
    "object",
    "array",
    "any",
    "yes",
    "no",
    "on",
    "off",
    "empty",
    "unset",
    "todo",
    "tbd",
    "na",
    "default",
    "disabled",
    "enabled",
    "here",
    "username",
    "secretvalue",
    "key",
];

/// Beginnings of placeholders, folded like keys.
const PLACEHOLDER_STARTS: [&str; 10] =
    ["your", "insert", "replace", "enter", "mysecret", "mypassword", "mytoken", "myapikey", "example", "placeholder"];

/// Whether the value only says that there is one: `YOUR_TOKEN`, `<token>`, `${TOKEN}`, `****`, `[REDACTED]`.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    let Some(first) = value.chars().next() else { return true };
    if value == REDACTED || value.contains("...") || value.contains('…') {
        return true;
    }
    if value.chars().all(|character| matches!(character, '*' | '•' | '●' | '.' | '-' | '_' | '#' | '?' | ' ')) {
        return true;
    }
    let last = value.chars().next_back().unwrap_or(first);
    if matches!((first, last), ('<', '>') | ('{', '}') | ('[', ']') | ('%', '%')) || value.starts_with("&lt;") {
        return true;
    }
    // `$NAME` and `${NAME}`, `{{ name }}`, `%(name)s`, `#{name}`, `:name`
    if let Some(name) = value.strip_prefix('$')
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || b"{}()".contains(&byte))
    {
        return true;
    }
    if ["${", "$(", "{{", "%(", "#{", "<%", "@@"].iter().any(|mark| value.starts_with(mark)) {
        return true;
    }
    let folded = letters_of(value);
    if PLACEHOLDER_WORDS.contains(&folded.as_str()) {
        return true;
    }
    let words_only = !value.bytes().any(|byte| byte.is_ascii_digit());
    words_only && PLACEHOLDER_STARTS.iter().any(|start| folded.starts_with(start))
        || folded.len() >= 6 && folded.bytes().all(|byte| byte == b'x' || byte == b'0')
}

/// Letters and digits alone, in small letters.
fn letters_of(value: &str) -> String {
    value.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the value holds the very word that names it: a label, a translation, a variable.
pub(super) fn says_its_own_name(value: &str) -> bool {
    const OWN: [&str; 14] = [
        "password",
        "passwort",
        "token",
        "secret",
        "apikey",
        "passwd",
        "credential",
        "session",
        "kennwort",
        "contrase",
        "passphrase",
        "verification",
        "signature",
        "authenticat",
    ];
    if value.bytes().any(|byte| byte.is_ascii_digit()) || value.len() > 64 {
        return false;
    }
    let folded = letters_of(value);
    OWN.iter().any(|word| folded.contains(word))
        && value.chars().all(|character| character.is_alphabetic() || " _-.'’?!".contains(character))
}

/// Whether the value is a piece of program rather than a value: a call, a member, an operator.
pub(super) fn is_code(value: &str) -> bool {
    let name = value.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(byte)).count();
    if name == 0 {
        return value.starts_with(['(', '[', '{', '&', '|', '!', '/', '\\', '=', '>', '<', '?', '+', '*']);
    }
    let rest = &value.as_bytes()[name..];
    let head = &value[..name];
    let starts_name = head.as_bytes()[0].is_ascii_alphabetic() || matches!(head.as_bytes()[0], b'_' | b'$');
    if !starts_name {
        return false;
    }
    // `os.environ[...]`, `getToken()`, `this.token`, `a->b`
    let called = matches!(rest.first(), Some(b'(' | b'['));
    let path = head.split('.').filter(|part| !part.is_empty()).count() > 1
        && head.split('.').all(|part| is_identifier(part) && !part.bytes().any(|byte| byte.is_ascii_digit()));
    called || path && rest.is_empty()
}

/// A name as programs have it, without digits.
fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$')
}

/// Letters alone: a word, or a name of a program in any of its spellings.
pub(super) fn is_word(value: &str) -> bool {
    !value.is_empty()
        && value.chars().all(|character| character.is_alphabetic() || matches!(character, '_' | '\'' | '’'))
}

/// Words and small numbers with separators between them: `step-by-step`, `2026-edition`, `spring_sale_2`.
pub(super) fn is_slug(value: &str) -> bool {
    let parts: Vec<&str> =
        value.split(['-', '_', '.', '+', ' ', '/', ',', '~']).filter(|part| !part.is_empty()).collect();
    parts.len() > 1
        && parts.iter().all(|part| {
            let digits = part.bytes().filter(u8::is_ascii_digit).count();
            if digits == part.len() {
                return digits <= 4;
            }
            digits == 0 && is_pronounceable(part)
        })
}

/// A run of letters in one case (or with a capital in front) that has vowels as words have them.
fn is_pronounceable(part: &str) -> bool {
    let bytes = part.as_bytes();
    if bytes.is_empty() || bytes.len() > 16 {
        return false;
    }
    let tail = &bytes[1..];
    let one_case = tail.iter().all(u8::is_ascii_lowercase) || bytes.iter().all(u8::is_ascii_uppercase);
    if !one_case {
        return !part.is_ascii() && part.chars().all(char::is_alphabetic);
    }
    bytes.len() <= 3 || bytes.iter().any(|byte| b"aeiouyAEIOUY".contains(byte))
}

/// Whether the value looks made by a machine: 16 or more characters without a space, letters and digits mixed.
pub(super) fn is_token_like(value: &str) -> bool {
    value.len() >= 16
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !value.bytes().any(|byte| byte.is_ascii_whitespace())
        && !is_slug(value)
}

/// Whether a single word of a text looks like a secret that was made up: letters with digits or signs among them.
pub(super) fn is_made_up(value: &str) -> bool {
    let length = value.chars().count();
    if length < 6 || is_slug(value) || value.bytes().any(|byte| byte.is_ascii_whitespace()) {
        return false;
    }
    let lower = value.bytes().any(|byte| byte.is_ascii_lowercase());
    let upper = value.bytes().any(|byte| byte.is_ascii_uppercase());
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let signs = value.bytes().filter(|byte| b"!#$%&*+=?@^~|<>\\".contains(byte)).count();
    let letters = lower || upper || value.chars().any(|character| !character.is_ascii() && character.is_alphabetic());
    letters && (digits > 0 || signs > 0 || lower && upper && length >= 20)
        || !letters && digits + signs >= 8 && signs > 0
        || upper && !lower && length >= 16 && digits > 0
}

/// Letters that make no words, in any spelling of names: too many changes of case, or long runs without a vowel.
pub(super) fn is_scrambled(value: &str) -> bool {
    if value.len() < 8 || !value.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let bytes = value.as_bytes();
    let mut humps = 1;
    let mut run = 0;
    let mut longest = 0;
    for (at, byte) in bytes.iter().enumerate() {
        humps += usize::from(at > 0 && byte.is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase());
        run = if b"aeiouyAEIOUY".contains(byte) { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    humps * 4 > value.len() || longest >= 7
}

/// 4 to 8 digits, perhaps in two groups: a PIN or a code for one time.
pub(super) fn is_digits(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let separators = value.bytes().filter(|byte| matches!(byte, b' ' | b'-')).count();
    (4..=8).contains(&digits) && digits + separators == value.len() && separators <= 1
}

/// A UUID, which names things in public as often as it opens doors.
pub(super) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 8 | 13 | 18 | 23) { byte == b'-' } else { byte.is_ascii_hexdigit() })
}

#[cfg(test)]
mod tests {
    use super::{
        is_code, is_digits, is_made_up, is_placeholder, is_scrambled, is_slug, is_token_like, is_uuid, is_word,
    };

    #[test]
    fn placeholders_are_no_values() {
        for value in [
            "",
            "[REDACTED]",
            "YOUR_ACCESS_TOKEN",
            "<token>",
            "{token}",
            "${DB_PASSWORD}",
            "$KEY",
            "********",
            "••••••••",
            "sk_live_...",
            "string",
            "changeme",
            "xxxxxxxx",
            "{{ token }}",
            "your-api-key-here",
            "%TOKEN%",
            "000000",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["$ecret1", "hunter2", "your2Fast4", "velvet-otter-anchor", "Juniper#42", "[a"] {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn programs_are_no_values() {
        for value in ["getToken()", "os.environ[\"A\"]", "this.token", "process.env.TOKEN", "(a", "=>", "{"] {
            assert!(is_code(value), "{value}");
        }
        for value in ["hunter2", "Al3x9SQ.7xQ2", "velvet-otter"] {
            assert!(!is_code(value), "{value}");
        }
    }

    #[test]
    fn words_and_slugs_are_no_tokens() {
        assert!(is_word("required") && is_word("currentUserSession") && !is_word("hunter2"));
        for value in ["step-by-step", "2026-edition", "spring_sale_2", "blue+shoes", "C-major"] {
            assert!(is_slug(value), "{value}");
        }
        for value in ["velvet", "a1b2-c3d4", "Xk9fTqLm2", "kqzxw-trbfh"] {
            assert!(!is_slug(value), "{value}");
        }
        assert!(is_token_like("4a8f9d2e1c7b6a5f") && !is_token_like("home-page-2024-edition") && !is_token_like("404"));
        assert!(is_made_up("JuniperBadger369#") && is_made_up("Copper2!") && !is_made_up("12-character"));
        assert!(
            is_scrambled("TWFwbGVCYWRnZXIyNzQj") && is_scrambled("pvgrbtvgpbVH") && !is_scrambled("currentUserSession")
        );
        assert!(is_digits("4711") && is_digits("482 913") && !is_digits("123") && !is_digits("4 7 1 1"));
        assert!(is_uuid("457934d8-d67a-4ebd-af7a-6f03880ecdaa") && !is_uuid("457934d8"));
    }
}
