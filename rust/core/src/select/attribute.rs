//! `[name]` and `[name=value]`: the operators, and the rules by which case counts or not.

use super::matcher::{Matching, Work};
use super::tree::Tree;

/// A condition on an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttributeTest {
    /// As written, for documents in which case counts.
    pub(super) name: Box<str>,
    pub(super) lower: Box<str>,
    /// `*|name`
    pub(super) any_namespace: bool,
    pub(super) operator: Operator,
    pub(super) value: Box<str>,
    /// The `i` flag.
    pub(super) ignore_case: bool,
    /// Whether HTML compares the values of this attribute without case anyway.
    pub(super) html_ignores_case: bool,
}

/// How the value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Exists,
    Equals,
    /// `~=`: a word of a list.
    Word,
    /// `|=`: up to a hyphen.
    Hyphen,
    Prefix,
    Suffix,
    Substring,
}

impl Operator {
    /// The operator that ends in `=` and begins with this character.
    pub(super) fn with_first(first: char) -> Option<Operator> {
        match first {
            '~' => Some(Operator::Word),
            '|' => Some(Operator::Hyphen),
            '^' => Some(Operator::Prefix),
            '$' => Some(Operator::Suffix),
            '*' => Some(Operator::Substring),
            _ => None,
        }
    }
}

/// The attributes whose values HTML compares without ASCII case in selectors; sorted.
const WITHOUT_CASE: [&str; 46] = [
    "accept",
    "accept-charset",
    "align",
    "alink",
    "axis",
    "bgcolor",
    "charset",
    "checked",
    "clear",
    "codetype",
    "color",
    "compact",
    "declare",
    "defer",
    "dir",
    "direction",
    "disabled",
    "enctype",
    "face",
    "frame",
    "hreflang",
    "http-equiv",
    "lang",
    "language",
    "link",
    "media",
    "method",
    "multiple",
    "nohref",
    "noresize",
    "noshade",
    "nowrap",
    "readonly",
    "rel",
    "rev",
    "rules",
    "scope",
    "scrolling",
    "selected",
    "shape",
    "target",
    "text",
    "type",
    "valign",
    "valuetype",
    "vlink",
];

/// Whether HTML compares the values of the attribute without case.
pub(super) fn html_ignores_case(lower: &str) -> bool {
    WITHOUT_CASE.binary_search(&lower).is_ok()
}

impl AttributeTest {
    /// Whether the element has an attribute that passes.
    pub(super) fn matches<T: Tree>(&self, matching: &Matching<'_, T>, node: T::Node, work: &Work) -> bool {
        let tree = matching.tree;
        let as_html = matching.html_document && tree.is_html(node);
        let ignore_case = self.ignore_case || (as_html && self.html_ignores_case);
        let mut test = |value: &str| {
            // Long values cost more than one unit, or a page could hide unbounded work in one attribute.
            work.charge((value.len() / 64) as u64 * if ignore_case { 1 + self.value.len() as u64 / 64 } else { 1 })
                && self.operator.holds(value, &self.value, ignore_case)
        };
        let name = if matching.html_document { &*self.lower } else { &*self.name };
        if self.any_namespace {
            return tree.any_namespace_attribute(node, name, &mut test);
        }
        let mut value = tree.attribute(node, name);
        if value.is_none() && matching.html_document && !as_html {
            value = tree.attribute_ignoring_case(node, name);
        }
        value.is_some_and(test)
    }
}

impl Operator {
    fn holds(self, value: &str, wanted: &str, ignore_case: bool) -> bool {
        let (value, wanted) = (value.as_bytes(), wanted.as_bytes());
        let same = |one: &[u8], other: &[u8]| if ignore_case { one.eq_ignore_ascii_case(other) } else { one == other };
        let begins = || value.len() >= wanted.len() && same(&value[..wanted.len()], wanted);
        match self {
            Operator::Exists => true,
            Operator::Equals => same(value, wanted),
            Operator::Hyphen => begins() && matches!(value.get(wanted.len()), None | Some(b'-')),
            // An empty value is part of every text, and yet these operators never match it.
            _ if wanted.is_empty() => false,
            Operator::Word => value.split(|&byte| is_space(byte)).any(|word| same(word, wanted)),
            Operator::Prefix => begins(),
            Operator::Suffix => value.len() >= wanted.len() && same(&value[value.len() - wanted.len()..], wanted),
            Operator::Substring if ignore_case => value.windows(wanted.len()).any(|part| same(part, wanted)),
            Operator::Substring => memchr::memmem::find(value, wanted).is_some(),
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_because_it_is_searched() {
        assert!(WITHOUT_CASE.is_sorted());
        assert!(html_ignores_case("type") && !html_ignores_case("title"));
    }

    #[test]
    fn operators_compare_bytes() {
        assert!(Operator::Word.holds("a\tb c", "b", false));
        assert!(!Operator::Word.holds("a b", "a b", false));
        assert!(!Operator::Word.holds("a  b", "", false));
        assert!(Operator::Hyphen.holds("en-US", "EN", true));
        assert!(!Operator::Hyphen.holds("english", "en", false));
        assert!(Operator::Hyphen.holds("", "", false));
        assert!(Operator::Substring.holds("xFOOx", "foo", true));
        assert!(!Operator::Substring.holds("foo", "", false));
        assert!(Operator::Suffix.holds("é.png", ".PNG", true));
        assert!(!Operator::Prefix.holds("straße", "strass", true));
    }
}
