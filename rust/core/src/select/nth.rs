//! `:nth-child()` and its relatives: the `an+b` notation and the counting of siblings.

use super::ast::Complex;
use super::matcher::{MatchContext, Matching};
use super::tokens::{Kind, Token, clamped};
use super::tree::Tree;

/// Which siblings are counted, from which end, and which places match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nth {
    pub(super) step: i32,
    pub(super) offset: i32,
    pub(super) from_end: bool,
    pub(super) counted: Counted,
}

/// The siblings that count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Counted {
    All,
    SameType,
    /// `of S`
    Matching(Box<[Complex]>),
}

/// Reads `an+b` at the beginning of the tokens; gives step, offset and the number of tokens read. The error is the
/// index of the token that does not fit.
pub(super) fn parse_formula(tokens: &[Token]) -> Result<(i32, i32, usize), usize> {
    let mut at = skip_space(tokens, 0);
    let (step, suffix) = match tokens.get(at).map(|token| &token.kind) {
        Some(Kind::Number(number)) => {
            return number.integer.map(|offset| (0, offset, at + 1)).ok_or(at);
        }
        Some(Kind::Dimension(number, unit)) => match (number.integer, after_n(unit)) {
            (Some(step), Some(suffix)) => (step, suffix),
            _ => return Err(at),
        },
        Some(Kind::Ident(word)) if word.eq_ignore_ascii_case("odd") => return Ok((2, 1, at + 1)),
        Some(Kind::Ident(word)) if word.eq_ignore_ascii_case("even") => return Ok((2, 0, at + 1)),
        Some(Kind::Ident(word)) => match (word.strip_prefix('-').and_then(after_n), after_n(word)) {
            (Some(suffix), _) => (-1, suffix),
            (None, Some(suffix)) => (1, suffix),
            (None, None) => return Err(at),
        },
        Some(Kind::Delimiter('+')) => {
            at += 1;
            match tokens.get(at).map(|token| &token.kind) {
                Some(Kind::Ident(word)) => (1, after_n(word).ok_or(at)?),
                _ => return Err(at),
            }
        }
        _ => return Err(at),
    };
    let word_at = at;
    at += 1;
    match suffix {
        "" => {}
        "-" => return unsigned_at(tokens, at).map(|(value, end)| (step, -value, end)),
        digits => {
            let valid = digits.len() > 1 && digits[1..].bytes().all(|digit| digit.is_ascii_digit());
            return if valid { Ok((step, clamped(digits), at)) } else { Err(word_at) };
        }
    }
    let behind = skip_space(tokens, at);
    match tokens.get(behind).map(|token| &token.kind) {
        Some(Kind::Number(number)) if number.has_sign => {
            number.integer.map(|offset| (step, offset, behind + 1)).ok_or(behind)
        }
        Some(Kind::Delimiter('+')) => unsigned_at(tokens, behind + 1).map(|(value, end)| (step, value, end)),
        Some(Kind::Delimiter('-')) => unsigned_at(tokens, behind + 1).map(|(value, end)| (step, -value, end)),
        _ => Ok((step, 0, at)),
    }
}

/// What follows the `n` of a word that begins with it: nothing, `-`, or `-` and digits.
fn after_n(word: &str) -> Option<&str> {
    let suffix = word.strip_prefix(['n', 'N'])?;
    (suffix.is_empty() || suffix.starts_with('-')).then_some(suffix)
}

fn skip_space(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at).is_some_and(|token| token.kind == Kind::Whitespace) {
        at += 1;
    }
    at
}

fn unsigned_at(tokens: &[Token], at: usize) -> Result<(i32, usize), usize> {
    let at = skip_space(tokens, at);
    match tokens.get(at).map(|token| &token.kind) {
        Some(Kind::Number(number)) if !number.has_sign => number.integer.map(|value| (value, at + 1)).ok_or(at),
        _ => Err(at),
    }
}

impl Nth {
    /// Whether the place, counted from 1, is one of `step * n + offset` for an n of 0 or more.
    fn holds(&self, place: i64) -> bool {
        // Chromium gives up on numbers of this size, also where arithmetic would find a match.
        let most = u32::try_from(i32::MAX / 2).unwrap_or(u32::MAX);
        if self.step.unsigned_abs() > most || self.offset.unsigned_abs() > most {
            return false;
        }
        let (step, distance) = (i64::from(self.step), place - i64::from(self.offset));
        if step == 0 { distance == 0 } else { distance % step == 0 && distance / step >= 0 }
    }

    /// Whether the element stands at such a place.
    pub(super) fn matches<T: Tree>(
        &self,
        matching: &Matching<'_, T>,
        context: &MatchContext<'_, T::Node>,
        node: T::Node,
    ) -> bool {
        let tree = matching.tree;
        let counts = |sibling: T::Node| match &self.counted {
            Counted::All => true,
            Counted::SameType => same_type(tree, sibling, node),
            Counted::Matching(selectors) => matching.any(selectors, sibling, context),
        };
        if matches!(self.counted, Counted::Matching(_)) && !counts(node) {
            return false;
        }
        if matches!(self.counted, Counted::All)
            && !self.from_end
            && let Some(place) = tree.sibling_index(node)
        {
            return self.holds(i64::from(place));
        }
        let mut place = 1;
        let mut current = node;
        // A formula for one place needs no count beyond it.
        let enough = if self.step <= 0 { i64::from(self.offset) } else { i64::MAX };
        while let Some(sibling) = if self.from_end { tree.next(current) } else { tree.previous(current) } {
            if !context.work.charge(1) || place > enough {
                return false;
            }
            place += i64::from(counts(sibling));
            current = sibling;
        }
        self.holds(place)
    }
}

/// Whether two elements count as one type: the same name in the same namespace, as far as the tree knows it.
pub(super) fn same_type<T: Tree>(tree: &T, one: T::Node, other: T::Node) -> bool {
    tree.is_html(one) == tree.is_html(other) && tree.name(one) == tree.name(other)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokenize;
    use super::*;

    fn formula(text: &str) -> Option<(i32, i32)> {
        let tokens = tokenize(text);
        let (step, offset, end) = parse_formula(&tokens).ok()?;
        (skip_space(&tokens, end) == tokens.len()).then_some((step, offset))
    }

    #[test]
    fn reads_each_way_to_write_a_formula() {
        for (text, expected) in [
            ("odd", (2, 1)),
            ("EVEN", (2, 0)),
            ("5", (0, 5)),
            ("+5", (0, 5)),
            ("2n+1", (2, 1)),
            ("2n + 1", (2, 1)),
            ("2n- 1", (2, -1)),
            ("2n-1", (2, -1)),
            ("-n+3", (-1, 3)),
            ("-n- 1", (-1, -1)),
            ("+n", (1, 0)),
            ("n", (1, 0)),
            ("N-3", (1, -3)),
            ("2n/**/+ 1", (2, 1)),
        ] {
            assert_eq!(formula(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_chromium_refuses() {
        for text in [
            "", "+ 5", "+ 2n", "2 n", "- n", "2n+ -1", "2n++1", "2n--1", "n2", "2m", "2n+", "2.5n", "1.0", "-",
            "10n+-1",
        ] {
            assert_eq!(formula(text), None, "{text}");
        }
    }

    #[test]
    fn places_follow_the_formula() {
        let nth = |step, offset| Nth { step, offset, from_end: false, counted: Counted::All };
        let places = |step, offset| (1..=6).filter(|&place| nth(step, offset).holds(place)).collect::<Vec<_>>();
        assert_eq!(places(2, 1), [1, 3, 5]);
        assert_eq!(places(-1, 3), [1, 2, 3]);
        assert_eq!(places(5, -3), [2]);
        assert_eq!(places(0, 0), [] as [i64; 0]);
        assert_eq!(places(i32::MAX, 1), [] as [i64; 0]);
    }
}
