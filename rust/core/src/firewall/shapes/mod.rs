//! Shapes: tokens that are known by their looks, wherever they stand and whatever is written beside them.
//!
//! Three steps, each over less than the one before: long runs of token characters ([`runs`]), literals of providers in
//! them ([`literals`]), the whole pattern around a literal ([`rule`]). [`Shapes::find_slowly`] asks every rule at every
//! place and must find the same.

mod encoded;
mod literals;
mod private_keys;
mod rule;
mod runs;

use std::ops::Range;
use std::sync::LazyLock;

use regex_automata::meta::Regex;
use serde::Deserialize;

use super::boundary;
use crate::Error;
use literals::Literals;
use rule::{Rule, Span};

/// A token in a text, by its place in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The rule, for [`Shapes::name`].
    pub(crate) rule: u16,
}

/// Number of the rule for private keys, which is no pattern.
const PRIVATE_KEYS: u16 = u16::MAX;
/// Number of the rules of a policy.
const OF_POLICY: u16 = u16::MAX - 1;

/// Largest compiled pattern of a policy, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// A literal: of which rule, how long, and at which byte of a group when it is written in base64.
#[derive(Clone, Copy)]
struct Literal {
    rule: u16,
    length: u16,
    encoded: Option<u8>,
}

struct BuiltIn {
    rules: Vec<Rule>,
    literals: Vec<Literal>,
    texts: Literals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Rule>,
}

static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(BuiltIn::compile);

impl BuiltIn {
    fn compile() -> Self {
        let file: File =
            toml::from_str(include_str!("../rules/tokens.toml")).expect("the built-in shapes are valid TOML");
        let mut texts = Vec::new();
        let mut literals = Vec::new();
        for (number, rule) in file.rule.iter().enumerate() {
            for literal in &rule.literals {
                let rule = number as u16;
                let length = literal.len() as u16;
                texts.push(literal.clone());
                literals.push(Literal { rule, length, encoded: None });
                for (text, offset) in encoded::encodings(literal) {
                    texts.push(text);
                    literals.push(Literal { rule, length, encoded: Some(offset as u8) });
                }
            }
        }
        BuiltIn { rules: file.rule, literals, texts: Literals::new(&texts) }
    }
}

/// The shapes of one policy: the built-in ones and its own.
pub(crate) struct Shapes {
    extra: Vec<Regex>,
}

static WITHOUT_EXTRA: Shapes = Shapes { extra: Vec::new() };

impl Shapes {
    /// The built-in shapes alone.
    pub(crate) fn builtin() -> &'static Shapes {
        &WITHOUT_EXTRA
    }

    /// The built-in shapes and the patterns of a policy.
    ///
    /// # Errors
    /// [`Error::Policy`] when a pattern is not valid, too large, or matches the empty text.
    pub(crate) fn with_extra(patterns: &[String]) -> Result<Shapes, Error> {
        let compile = |pattern: &String| {
            let config = Regex::config().nfa_size_limit(Some(LARGEST_PATTERN));
            let regex = Regex::builder().configure(config).build(pattern).map_err(|_| Error::Policy {
                line: 0,
                problem: "extra_patterns entries are regular expressions of RE2 syntax and moderate size",
            })?;
            if regex.find("").is_some() {
                return Err(Error::Policy { line: 0, problem: "an entry of extra_patterns matches the empty text" });
            }
            Ok(regex)
        };
        Ok(Shapes { extra: patterns.iter().map(compile).collect::<Result<_, _>>()? })
    }

    /// Finds the tokens of a text: sorted and disjoint. Linear in the text. A token can begin and end at a seam although
    /// letters stand on both sides; seams are sorted.
    pub(crate) fn find(&self, text: &str, seams: &[usize], hits: &mut Vec<Hit>) {
        let built_in = &*BUILT_IN;
        let bytes = text.as_bytes();
        let first = hits.len();
        let mut search = Search { built_in, bytes, seams, passed: vec![0; built_in.rules.len()], hits };
        runs::each_run(bytes, |start, end| {
            built_in.texts.each(bytes, start..end, |literal, at| search.try_literal(literal, at, start..end));
        });
        self.find_the_rest(text, hits);
        finish(text, hits, first);
    }

    /// The same by the slow way: no filter and no table, every literal of every rule is looked for in the whole text.
    #[cfg(test)]
    pub(crate) fn find_slowly(&self, text: &str, seams: &[usize], hits: &mut Vec<Hit>) {
        let built_in = &*BUILT_IN;
        let bytes = text.as_bytes();
        let first = hits.len();
        let mut search = Search { built_in, bytes, seams, passed: vec![0; built_in.rules.len()], hits };
        for rule in 0..built_in.rules.len() as u16 {
            let mut places: Vec<(usize, usize)> = Vec::new();
            for (number, literal) in
                built_in.texts.texts().iter().enumerate().filter(|(number, _)| built_in.literals[*number].rule == rule)
            {
                let starts = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(literal));
                places.extend(starts.map(|at| (at, number)));
            }
            places.sort_unstable();
            for (at, number) in places {
                let floor =
                    bytes[..at].iter().rposition(|byte| !runs::is_token_byte(*byte)).map_or(0, |before| before + 1);
                let end =
                    bytes[at..].iter().position(|byte| !runs::is_token_byte(*byte)).map_or(bytes.len(), |end| at + end);
                search.try_literal(number, at, floor..end);
            }
        }
        self.find_the_rest(text, hits);
        finish(text, hits, first);
    }

    /// What is not found by literals in runs.
    fn find_the_rest(&self, text: &str, hits: &mut Vec<Hit>) {
        let mut spans: Vec<Span> = Vec::new();
        private_keys::find(text.as_bytes(), &mut spans);
        hits.extend(spans.into_iter().map(|span| Hit { start: span.start, end: span.end, rule: PRIVATE_KEYS }));
        for regex in &self.extra {
            let found = regex.find_iter(text).filter(|found| !found.is_empty());
            hits.extend(found.map(|found| Hit { start: found.start(), end: found.end(), rule: OF_POLICY }));
        }
    }

    /// The name of the first shape in a text.
    pub(crate) fn name_in(&self, text: &str) -> Option<&'static str> {
        let mut hits = Vec::new();
        self.find(text, &[], &mut hits);
        hits.first().map(|hit| Self::name(hit.rule))
    }

    /// The name of a rule.
    fn name(rule: u16) -> &'static str {
        match rule {
            PRIVATE_KEYS => "private_key",
            OF_POLICY => "policy_pattern",
            _ => BUILT_IN.rules.get(rule as usize).map_or("", |rule| rule.name.as_str()),
        }
    }
}

struct Search<'a> {
    built_in: &'static BuiltIn,
    bytes: &'a [u8],
    seams: &'a [usize],
    /// Up to where each rule has looked in vain.
    passed: Vec<usize>,
    hits: &'a mut Vec<Hit>,
}

impl Search<'_> {
    fn try_literal(&mut self, number: usize, at: usize, run: Range<usize>) {
        let Literal { rule, length, encoded } = self.built_in.literals[number];
        let compiled = &self.built_in.rules[rule as usize];
        if at < self.passed[rule as usize] {
            return;
        }
        if let Some(offset) = encoded {
            let Some(piece) = encoded::decode(self.bytes, at, offset as usize) else { return };
            let length = length as usize;
            let end = piece.decoded[piece.literal..].iter().position(|byte| !runs::is_token_byte(*byte));
            let run = 0..end.map_or(piece.decoded.len(), |end| piece.literal + end);
            if compiled.try_at(&piece.decoded, &[], piece.literal, length, run).is_ok() {
                let extent = encoded::extent(self.bytes, at);
                self.passed[rule as usize] = extent.end;
                self.hits.push(Hit { start: extent.start, end: extent.end, rule });
            }
            return;
        }
        match compiled.try_at(self.bytes, self.seams, at, length as usize, run) {
            Ok(Span { start, end }) => {
                self.hits.push(Hit { start, end, rule });
                self.passed[rule as usize] = end;
            }
            Err(passed) => self.passed[rule as usize] = passed,
        }
    }
}

/// Sorts, joins what overlaps, and keeps to whole characters.
fn finish(text: &str, hits: &mut Vec<Hit>, first: usize) {
    let mut found = hits.split_off(first);
    found.sort_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end)));
    for mut hit in found {
        hit.start = boundary::floor(text, hit.start);
        hit.end = boundary::ceil(text, hit.end);
        match hits[first..].last_mut() {
            Some(last) if hit.start < last.end => last.end = last.end.max(hit.end),
            _ => hits.push(hit),
        }
    }
}

#[cfg(test)]
mod tests;
