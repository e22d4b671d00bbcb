//! Value memory: what a secret field holds is withheld wherever else it stands on the page.
//!
//! Values are compared without case, in the forms in which pages repeat them: as they are, in base64, and, through the
//! search in decoded islands, in every encoding that is undone there. A page may put an ordinary word into a password
//! field to have its own text blotted out: what is short or stands everywhere is withheld in its field only
//! (requirement R10). Whoever knows a value can always write it in yet another way; that is no claim of this module.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use super::base64;
use super::values;
use super::view::View;

/// Shortest value that is looked for, in characters: shorter ones cannot be told from ordinary text.
pub(super) const LEAST_SECRET: usize = 6;
/// Most values of a page.
pub(super) const MOST_SECRETS: usize = 64;
/// Longest value, in bytes.
const LONGEST_SECRET: usize = 4096;
/// Shortest base64 of a value, in characters.
const LEAST_ENCODED: usize = 8;
/// How often a plain word may stand in a text and still be taken for a secret.
pub(super) const MOST_HITS_OF_A_WORD: usize = 32;

/// The values of one page.
#[derive(Default)]
pub(super) struct Memory {
    /// In lower case and plain form.
    values: Vec<String>,
    /// As they were written: of that, base64 is made.
    written: Vec<String>,
    folded: Option<AhoCorasick>,
    /// The values in base64.
    encoded: Option<AhoCorasick>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory::default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.folded.is_none()
    }

    /// Remembers a value, unless it is too short or says nothing.
    pub(super) fn learn(&mut self, value: &str) {
        let value = value.trim();
        if value.len() > LONGEST_SECRET || self.values.len() >= MOST_SECRETS {
            return;
        }
        let mut view = View::default();
        view.push_plain(value, 0);
        let shown = fold_case(&view.text);
        if shown.chars().count() >= LEAST_SECRET && !values::is_placeholder(&shown) && !self.values.contains(&shown) {
            self.values.push(shown);
            self.written.push(value.to_owned());
        }
    }

    /// Makes the search; once, before the first [`find`](Self::find).
    pub(super) fn compile(&mut self) {
        if self.values.is_empty() {
            return;
        }
        // The longest first, so that no secret leaves the rest of one that it is a part of.
        let build =
            |patterns: &[String]| AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(patterns).ok();
        self.folded = build(&self.values);
        let forms = self.written.iter().flat_map(|value| base64::encodings(value.as_bytes(), LEAST_ENCODED));
        let encoded: Vec<String> = forms.map(|(form, _)| form).collect();
        self.encoded = if encoded.is_empty() { None } else { build(&encoded) };
    }

    /// Finds the values in a text: ranges of bytes, sorted and disjoint.
    pub(super) fn find(&self, text: &str, hits: &mut Vec<Range<usize>>) {
        let first = hits.len();
        if let Some(automaton) = &self.encoded {
            hits.extend(automaton.find_iter(text).map(|found| found.range()));
        }
        let Some(automaton) = &self.folded else { return };
        let hay = &*fold_case(text);
        let mut counts = vec![0_usize; self.values.len()];
        let found: Vec<(usize, Range<usize>)> =
            automaton.find_iter(hay).map(|found| (found.pattern().as_usize(), found.range())).collect();
        let is_word: Vec<bool> = self.values.iter().map(|value| values::is_word(value)).collect();
        let stands_alone = |range: &Range<usize>| {
            let letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
            !letter(hay[..range.start].chars().next_back()) && !letter(hay[range.end..].chars().next())
        };
        for (value, _) in &found {
            counts[*value] += 1;
        }
        for (value, range) in found {
            if is_word[value] && (counts[value] > MOST_HITS_OF_A_WORD || !stands_alone(&range)) {
                continue;
            }
            hits.push(range);
        }
        hits[first..].sort_by_key(|range| range.start);
    }
}

/// Small letters, character by character, so that places stay what they are: letters that change their length with
/// their case are left alone.
fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let fold = |character: char| {
        let mut lower = character.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(one), None) if one.len_utf8() == character.len_utf8() => one,
            _ => character,
        }
    };
    text.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MOST_HITS_OF_A_WORD, Memory};

    fn covered(secrets: &[&str], text: &str) -> String {
        let mut memory = Memory::new();
        for secret in secrets {
            memory.learn(secret);
        }
        memory.compile();
        let mut hits = Vec::new();
        memory.find(text, &mut hits);
        let mut out = String::new();
        let mut copied = 0;
        for range in hits {
            if range.start >= copied {
                out.push_str(&text[copied..range.start]);
                out.push('#');
                copied = range.end;
            }
        }
        out + &text[copied..]
    }

    #[test]
    fn values_are_found_in_their_forms() {
        assert_eq!(covered(&["NotReal1!"], "it is NotReal1! and NOTREAL1! or notreal1!x"), "it is # and # or #x");
        assert_eq!(covered(&["NotReal1!"], "blob Tm90UmVhbDEh and eE5vdFJlYWwxIXg="), "blob # and eE#Xg=");
        assert_eq!(covered(&["NotReal", "NotReal-longer"], "NotReal-longer"), "#");
    }

    #[test]
    fn brakes_hold() {
        assert_eq!(covered(&["short"], "short"), "short");
        assert_eq!(covered(&["summer"], "summer in summertime"), "# in summertime");
        let often = "summer ".repeat(MOST_HITS_OF_A_WORD + 1);
        assert_eq!(covered(&["summer"], &often), often);
        assert_eq!(covered(&["[REDACTED]"], "[REDACTED]"), "[REDACTED]");
    }

    proptest! {
        #[test]
        fn nothing_of_a_value_is_left(value in "[a-zA-Z0-9!#]{5}[0-9!#][a-zA-Z0-9é]{0,6}", before in "\\PC{0,9}", after in "\\PC{0,9}") {
            let text = format!("{before}{value}{after}");
            prop_assert!(!covered(&[&value], &text).contains(&value));
        }
    }
}
