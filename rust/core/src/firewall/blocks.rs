//! A label in one block and its value in the next: a term and its definition, a cell and its neighbour, a heading and
//! the list below it.

use super::normal::BLOCK;
use super::receipt::Class;
use super::rules::{Rules, Strength, fold};
use super::search::Found;
use super::tables::Table;
use super::values;

/// Longest label, in bytes.
const LONGEST_LABEL: usize = 48;
/// Longest value.
const LONGEST_VALUE: usize = 512;
/// Most values below one heading.
const MOST_VALUES: usize = 64;
/// Most blocks between a heading and its first value: a sentence on how to keep the codes.
const MOST_BETWEEN: usize = 2;

/// What the last label asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Nothing,
    /// The next block, if it is a value.
    One(Strength),
    /// The blocks that follow, as long as they are values; so many blocks may come first.
    Many {
        left: usize,
        between: usize,
    },
}

/// The blocks and lines of a text, each with its place.
fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = memchr::memchr2_iter(BLOCK as u8, b'\n', text.as_bytes()).chain([text.len()]);
    ends.scan(0, move |start, end| {
        let begin = std::mem::replace(start, end + 1);
        Some((begin, &text[begin..end]))
    })
}

/// Finds the values that stand in a block of their own, behind the block that names them, and those below a heading
/// such as `user,password`.
pub(super) fn find(text: &str, rules: &Rules, found: &mut Vec<Found>) {
    let mut expected = Expected::Nothing;
    let mut table = Table::default();
    for (begin, block) in split(text) {
        let trimmed = block.trim_ascii();
        if trimmed.is_empty() {
            table.end();
            continue;
        }
        table.take(begin, block, rules, found);
        // Most blocks are text that names nothing, behind others of the kind.
        if expected == Expected::Nothing && trimmed.len() > LONGEST_LABEL {
            continue;
        }
        let offset = begin + (block.len() - block.trim_ascii_start().len());
        match expected {
            Expected::One(strength) => {
                expected = Expected::Nothing;
                if is_value(trimmed, strength) {
                    found.push(Found { range: offset..offset + trimmed.len(), class: Class::NamedValues });
                    continue;
                }
            }
            Expected::Many { left, between } => {
                let bare = without_number(trimmed);
                if left > 0
                    && (values::is_made_up(bare) || values::is_scrambled(bare) || is_code_in_groups(bare))
                    && !values::is_placeholder(bare)
                {
                    let from = offset + (trimmed.len() - bare.len());
                    found.push(Found { range: from..from + bare.len(), class: Class::NamedValues });
                    expected = Expected::Many { left: left - 1, between: 0 };
                    continue;
                }
                expected = if between > 0 { Expected::Many { left, between: between - 1 } } else { Expected::Nothing };
            }
            Expected::Nothing => {}
        }
        if let Some(label) = judge_label(trimmed, rules) {
            expected = label;
        }
    }
}

/// What a block asks for when it is a label.
fn judge_label(block: &str, rules: &Rules) -> Option<Expected> {
    if block.len() > LONGEST_LABEL {
        return None;
    }
    let ends_in_letter = block.as_bytes()[block.len() - 1].is_ascii_alphanumeric();
    let label = if ends_in_letter { block } else { block.trim_end_matches([':', '：', '*', ' ']) };
    if !rules.may_end_in_name(label.as_bytes()) {
        return None;
    }
    // Most blocks are long sentences or single words that no rule knows; words are few in a label.
    let words = word_count(label);
    if words == 0 || words > 5 || label.starts_with('-') || label.contains(['.', '?', '!', '=', '"', '{', '(', '<']) {
        return None;
    }
    if last_words(label, words).any(|tail| rules.is_plural(tail)) {
        return Some(Expected::Many { left: MOST_VALUES, between: MOST_BETWEEN });
    }
    let strength = last_words(label, MOST_WORDS).map(|tail| rules.judge(tail)).max()?;
    (strength != Strength::None).then_some(Expected::One(strength))
}

/// Most words at the end of a label that make it what it is.
const MOST_WORDS: usize = 4;

fn word_count(label: &str) -> usize {
    label.split(' ').filter(|word| !word.is_empty()).count()
}

/// The last words of a label: at most so many, then one less, down to the last alone.
fn last_words(label: &str, most: usize) -> impl Iterator<Item = &str> {
    let surplus = word_count(label).saturating_sub(most);
    let mut tails = std::iter::successors(Some(label), |tail| Some(tail.split_once(' ')?.1.trim_start()));
    if surplus > 0 {
        tails.nth(surplus - 1);
    }
    tails
}

/// A value in a block of its own.
fn is_value(block: &str, strength: Strength) -> bool {
    if block.len() > LONGEST_VALUE
        || values::is_placeholder(block)
        || values::is_code(block)
        || values::is_uuid(block) && strength != Strength::Strong
    {
        return false;
    }
    let digits = values::is_digits(block);
    match strength {
        Strength::Strong => {
            digits
                || values::is_made_up(block)
                || values::is_scrambled(block)
                || is_code_in_groups(block)
                || is_hyphenated(block)
        }
        Strength::Weak => values::is_token_like(block) || values::is_made_up(block) && block.len() >= 12,
        Strength::Digits => digits,
        Strength::TokenLike => values::is_token_like(block) && block.len() >= 24,
        Strength::None => false,
    }
}

/// Three or more words with hyphens, as generators of passwords make them.
fn is_hyphenated(block: &str) -> bool {
    block.len() >= 12
        && block.split('-').count() >= 3
        && block.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// `ABCD-EF12-...`, `a1b2 c3d4`: codes in groups of one length.
fn is_code_in_groups(block: &str) -> bool {
    let groups: Vec<&str> = block.split(['-', ' ']).collect();
    let length = groups[0].len();
    groups.len() >= 2
        && (3..=8).contains(&length)
        && groups.iter().all(|group| group.len() == length && group.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        && block.bytes().any(|byte| byte.is_ascii_digit())
        && (block.bytes().any(|byte| byte.is_ascii_alphabetic()) || groups.len() <= 4)
}

/// The value without the number in front of it: `1. ABCD-EF12`.
fn without_number(block: &str) -> &str {
    let rest = block.trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.len() < block.len() && block.len() - rest.len() <= 3 {
        for mark in [". ", ") ", ": "] {
            if let Some(value) = rest.strip_prefix(mark) {
                return value;
            }
        }
    }
    block
}

/// Whether a heading names a secret and nothing else: "API key", "Temporary password".
pub(super) fn names_strong(heading: &str, rules: &Rules) -> bool {
    (1..=MOST_WORDS).contains(&word_count(heading))
        && last_words(heading, MOST_WORDS).any(|tail| rules.judge(tail) == Strength::Strong)
}

/// The strength of a label that stands on its own, for the name of a field: "Your API key".
pub(super) fn names_secret(label: &str, rules: &Rules) -> bool {
    let label = label.trim().trim_end_matches([':', '：', '*', ' ']);
    if !(1..=6).contains(&word_count(label)) || label.len() > LONGEST_LABEL {
        return false;
    }
    // "Show password" is the name of a button, and no label of a field says it.
    last_words(label, MOST_WORDS).any(|tail| rules.is_secret_field(tail)) && fold(label) != "showpassword"
}
