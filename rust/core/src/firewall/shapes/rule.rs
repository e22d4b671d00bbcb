//! The rules of shapes, compiled, with the proof for each that the filter of runs cannot miss it.

use std::ops::Range;
use std::sync::OnceLock;

use regex_automata::meta::{Config, Regex};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use regex_syntax::hir::{Class, Hir, HirKind};
use serde::Deserialize;

use super::runs;

/// One rule (`rules/tokens.toml`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) literals: Vec<String>,
    pattern: String,
    #[serde(default)]
    before: usize,
    #[serde(default)]
    ranging: bool,
    #[serde(default)]
    longer: bool,
    #[serde(default = "yes")]
    mixed: bool,
    #[serde(default)]
    keep: usize,
    #[serde(default)]
    runs_on: bool,
    /// The literal stands once more, so many bytes behind the first.
    #[serde(default)]
    again_after: Option<usize>,
    /// The pattern, compiled when its literal is seen for the first time: most pages have next to none.
    #[serde(skip)]
    regex: OnceLock<Regex>,
}

fn yes() -> bool {
    true
}

/// A match of a rule: where the secret is, and where the search goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Rule {
    /// The compiled pattern. It panics for a rule that the filter could miss, which a test sees before anyone else.
    pub(super) fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| {
            let syntax = syntax::Config::new().unicode(false).utf8(true);
            let hir = syntax::parse_with(&self.pattern, &syntax).expect("the built-in shapes are valid patterns");
            let least = hir.properties().minimum_len().unwrap_or(0);
            assert!(only_token_bytes(&hir) && least >= runs::LEAST, "{}: the filter would miss it", self.name);
            let config = Config::new().auto_prefilter(false).onepass(false).backtrack(false).dfa(false);
            Regex::builder().configure(config).build_from_hir(&hir).expect("the built-in shapes are small")
        })
    }

    /// Matches the rule around a literal that was found within a run of token bytes; words end at seams as well. Without a match it says up to where
    /// the rule needs not be tried again.
    pub(super) fn try_at(
        &self,
        text: &[u8],
        seams: &[usize],
        literal: usize,
        literal_length: usize,
        run: Range<usize>,
    ) -> Result<Span, usize> {
        let floor = run.start;
        let again = Err(literal + 1);
        if let Some(distance) = self.again_after
            && !text
                .get(literal + distance..)
                .is_some_and(|rest| rest.starts_with(&text[literal..literal + literal_length]))
        {
            return again;
        }
        let mut start = literal;
        if self.ranging {
            let floor = floor.max(literal.saturating_sub(self.before));
            while start > floor && is_body(text[start - 1]) {
                start -= 1;
            }
        } else {
            match literal.checked_sub(self.before).filter(|start| *start >= floor) {
                Some(begin) => start = begin,
                None => return again,
            }
        }
        let is_seam = |at: usize| seams.binary_search(&at).is_ok();
        let begins_word = |start: usize| start == 0 || !text[start - 1].is_ascii_alphanumeric() || is_seam(start);
        if !self.ranging && !begins_word(start) {
            return again;
        }
        // A pattern that needs a sign after an unbounded part has to see all of it; others see enough to decide, and
        // what follows is added below.
        let limit = if self.runs_on { run.end } else { run.end.min(literal + REACH) };
        let anchored = if self.ranging { Anchored::No } else { Anchored::Yes };
        let input = Input::new(&text[..limit]).range(start..limit).anchored(anchored);
        let Some(found) = self.regex().find(input) else {
            // Whatever begins later in the same unbounded part misses the same sign.
            let body = || literal + text[literal..limit].iter().take_while(|byte| is_body(**byte)).count();
            return if self.runs_on { Err(body().max(literal + 1)) } else { again };
        };
        let token = &text[found.range()];
        let skip = if self.before == 0 { literal_length } else { 0 };
        if found.start() > literal
            || found.end() < literal + literal_length
            || !begins_word(found.start())
            || is_example(token)
            || self.mixed && !is_mixed(&token[skip.min(token.len())..])
        {
            return again;
        }
        let mut end = found.end();
        if self.longer {
            end += text[end..].iter().take_while(|byte| is_body(**byte)).count();
        } else if text.get(end).is_some_and(u8::is_ascii_alphanumeric) && !is_seam(end) {
            return again;
        }
        Ok(Span { start: found.start() + self.keep, end })
    }
}

/// How far behind a literal a pattern looks, in bytes; the longest bounded pattern needs less.
const REACH: usize = 512;

fn is_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Small letters, capitals and digits: two of the three at least.
fn is_mixed(body: &[u8]) -> bool {
    let kinds = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
    kinds.iter().filter(|kind| body.iter().any(kind)).count() >= 2
}

/// Whether what has the shape only shows the shape: an example of documentation, a filler.
fn is_example(token: &[u8]) -> bool {
    let lower: Vec<u8> = token.iter().take(512).map(u8::to_ascii_lowercase).collect();
    let says_so = [
        &b"example"[..],
        b"placeholder",
        b"xxxxxx",
        b"your_",
        b"your-",
        b"redacted",
        b"000000000000",
        b"1234567890123456",
    ];
    if says_so.iter().any(|word| memchr::memmem::find(&lower, word).is_some()) {
        return true;
    }
    let mut seen = [false; 256];
    for byte in &lower {
        seen[*byte as usize] = true;
    }
    seen.iter().filter(|seen| **seen).count() < 8
}

/// Whether everything that a pattern matches is made of token bytes.
fn only_token_bytes(hir: &Hir) -> bool {
    // Patterns are ours and small; still no recursion.
    let mut open = vec![hir];
    while let Some(hir) = open.pop() {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => {
                if !literal.0.iter().all(|byte| runs::is_token_byte(*byte)) {
                    return false;
                }
            }
            HirKind::Class(class) => {
                let whole = match class {
                    Class::Bytes(class) => {
                        class.ranges().iter().all(|range| (range.start()..=range.end()).all(runs::is_token_byte))
                    }
                    Class::Unicode(class) => class.ranges().iter().all(|range| {
                        (range.start()..=range.end()).all(|c| c.is_ascii() && runs::is_token_byte(c as u8))
                    }),
                };
                if !whole {
                    return false;
                }
            }
            HirKind::Repetition(repetition) => open.push(&repetition.sub),
            HirKind::Capture(capture) => open.push(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => open.extend(parts),
        }
    }
    true
}
