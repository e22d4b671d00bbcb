//! Secrets in the fixed forms of commands and files: `curl -u user:...`, `Bearer ...`, `WIFI:...;P:...;`.
//!
//! A form is a pattern with one group and a literal that stands in each of its matches; the pattern is asked only around
//! the literal, so that texts without any of them cost one search for all literals together.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_automata::{Anchored, Input};
use serde::Deserialize;

use super::receipt::Class;
use super::search::Found;
use super::values;
use crate::Error;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    form: Vec<Form>,
}

/// One form (`rules/phrases.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    /// What stands in every match, in small letters; compared without case.
    literals: Vec<String>,
    /// Bytes before the literal in which the match may begin.
    before: usize,
    /// Bytes behind the literal in which it may end.
    after: usize,
    pattern: String,
    /// Whether the value has to look made up.
    #[serde(default)]
    made_up: bool,
}

struct Compiled {
    literals: AhoCorasick,
    /// The form of each literal.
    form_of: Vec<usize>,
    forms: Vec<(Form, Regex)>,
}

static FORMS: LazyLock<Compiled> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("rules/phrases.toml")).expect("the built-in forms are valid TOML");
    let mut literals = Vec::new();
    let mut form_of = Vec::new();
    let mut forms = Vec::new();
    for (number, form) in file.form.into_iter().enumerate() {
        for literal in &form.literals {
            literals.push(literal.clone());
            form_of.push(number);
        }
        let regex = Regex::new(&form.pattern).expect("the built-in forms are valid patterns");
        forms.push((form, regex));
    }
    let literals = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(&literals)
        .expect("the literals are few");
    Compiled { literals, form_of, forms }
});

/// How many bytes there have to be for each literal: no page says "curl" in every third word.
const BYTES_A_LITERAL: usize = 64;
/// Literals that are looked at in a text of any length.
const LITERALS_AT_ALL: usize = 4096;

/// Finds the secrets of the forms.
///
/// # Errors
/// [`Error::Firewall`] when the text is so full of literals that looking at each would not take linear time.
pub(super) fn find(text: &str, found: &mut Vec<Found>) -> Result<(), Error> {
    let compiled = &*FORMS;
    let mut left = LITERALS_AT_ALL + text.len() / BYTES_A_LITERAL;
    let mut captures: Vec<Option<Captures>> = compiled.forms.iter().map(|_| None).collect();
    for literal in compiled.literals.find_iter(text) {
        left = left.checked_sub(1).ok_or(Error::Firewall)?;
        let number = compiled.form_of[literal.pattern().as_usize()];
        let (form, regex) = &compiled.forms[number];
        let mut start = literal.start().saturating_sub(form.before);
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let mut end = text.len().min(literal.end() + form.after);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let captures = captures[number].get_or_insert_with(|| regex.create_captures());
        let anchored = if form.before == 0 { Anchored::Yes } else { Anchored::No };
        regex.search_captures(&Input::new(text).range(start..end).anchored(anchored), captures);
        let Some(span) = captures.get_group(1) else { continue };
        let value = &text[span.range()];
        if values::is_placeholder(value) || form.made_up && !values::is_made_up(value) {
            continue;
        }
        found.push(Found { range: span.range(), class: Class::NamedValues });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::find;

    fn found(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        find(text, &mut found).unwrap();
        found.iter().map(|one| &text[one.range.clone()]).collect()
    }

    #[test]
    fn commands_and_files_are_known() {
        assert_eq!(found("curl -u dana:not-real-1 https://a.test"), ["not-real-1"]);
        assert_eq!(found("WIFI:T:WPA;S:Guest;P:NotReal!;;"), ["NotReal!"]);
        assert_eq!(found("the header was Bearer NotReal1NotReal2x, they say"), ["NotReal1NotReal2x"]);
        assert_eq!(found("mysql -udana -pNotReal12 -h db.test"), ["NotReal12"]);
        assert_eq!(found("deploy --password not-real --verbose"), ["not-real"]);
    }

    #[test]
    fn prose_and_documentation_stay() {
        for text in [
            "Bearer of bad news, he walked slowly home.",
            "Authorization: Bearer YOUR_API_KEY",
            "--password <password>",
            "tar -pxf a.tar; mysql -p",
            "curl -u USER:PASSWORD https://a.test",
            "the basic understanding of things",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
