//! Secrets in the fixed forms of commands and files: `curl -u user:...`, `Bearer ...`, `WIFI:...;P:...;`.
//!
//! A form is a pattern with one group and a literal that stands in each of its matches; the pattern is asked only around
//! the literal, so that texts without any of them cost one search for all literals together.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, Input, Span, packed};
use regex_automata::Anchored;
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use serde::Deserialize;

use super::receipt::Class;
use super::search::Found;
use super::{boundary, values};
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
    /// The beginnings of the literals in the ways in which they are written; `None` where the processor cannot do it,
    /// and the automaton serves.
    starts: Option<packed::Searcher>,
    automaton: AhoCorasick,
    /// The literals in small letters, each with its form, by the number of their beginning.
    literals: Vec<Vec<(String, usize)>>,
    /// Each with its pattern, which is compiled when its literal is seen for the first time: most processes never see it.
    forms: Vec<(Form, OnceLock<Regex>)>,
}

/// How much of a literal the first search looks for, in bytes.
const START: usize = 4;

static FORMS: LazyLock<Compiled> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("rules/phrases.toml")).expect("the built-in forms are valid TOML");
    let mut texts: Vec<String> = Vec::new();
    let mut literals: Vec<Vec<(String, usize)>> = Vec::new();
    let mut forms = Vec::new();
    for (number, form) in file.form.into_iter().enumerate() {
        for literal in &form.literals {
            let start = &literal[..START];
            let capital = start[..1].to_ascii_uppercase() + &start[1..];
            for written in [start.to_owned(), capital, start.to_ascii_uppercase()] {
                let known = texts.iter().position(|text| *text == written).unwrap_or_else(|| {
                    texts.push(written);
                    literals.push(Vec::new());
                    texts.len() - 1
                });
                if !literals[known].iter().any(|(text, _)| text == literal) {
                    literals[known].push((literal.clone(), number));
                }
            }
        }
        forms.push((form, OnceLock::new()));
    }
    let starts = packed::Searcher::new(&texts);
    let automaton = AhoCorasick::new(&texts).expect("the literals are few");
    Compiled { starts, automaton, literals, forms }
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
    let mut at = 0;
    while let Some((start, pattern)) = compiled.next(text, at) {
        at = start + 1;
        for (literal, number) in &compiled.literals[pattern] {
            let end = start + literal.len();
            let whole =
                text.as_bytes().get(start..end).is_some_and(|bytes| bytes.eq_ignore_ascii_case(literal.as_bytes()));
            if whole {
                left = left.checked_sub(1).ok_or(Error::Firewall)?;
                compiled.look(text, start..end, *number, &mut captures, found);
            }
        }
    }
    Ok(())
}

impl Compiled {
    /// The next beginning of a literal.
    fn next(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let found = match &self.starts {
            Some(starts) => starts.find_in(text, Span { start: from, end: text.len() }),
            None => self.automaton.find(Input::new(text).span(from..text.len())),
        };
        found.map(|found| (found.start(), found.pattern().as_usize()))
    }

    /// Asks a form around one of its literals.
    fn look(
        &self,
        text: &str,
        literal: Range<usize>,
        number: usize,
        captures: &mut [Option<Captures>],
        found: &mut Vec<Found>,
    ) {
        let (form, regex) = &self.forms[number];
        let regex = regex
            .get_or_init(|| Regex::new(&form.pattern).expect("the built-in forms are valid patterns, as a test sees"));
        let start = boundary::ceil(text, literal.start.saturating_sub(form.before));
        let end = boundary::floor(text, text.len().min(literal.end + form.after));
        let captures = captures[number].get_or_insert_with(|| regex.create_captures());
        let anchored = if form.before == 0 { Anchored::Yes } else { Anchored::No };
        regex.search_captures(&regex_automata::Input::new(text).range(start..end).anchored(anchored), captures);
        let Some(span) = captures.get_group(1) else { return };
        let value = &text[span.range()];
        if values::is_placeholder(value) || form.made_up && !values::is_made_up(value) {
            return;
        }
        found.push(Found { range: span.range(), class: Class::NamedValues });
    }
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
    fn every_pattern_is_valid() {
        for (form, _) in &super::FORMS.forms {
            assert!(regex_automata::meta::Regex::new(&form.pattern).is_ok(), "{}", form.pattern);
        }
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
