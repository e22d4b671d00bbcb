//! Reads selector text into [`SelectorList`], with the error set of Chromium.
//!
//! The parser works on ranges of tokens whose brackets were paired beforehand. So an argument is a range like any
//! other, an unclosed one ends where the text ends, and a forgiving list can drop a member without losing its place.
//! It is total: every text gives a list or an error, and nesting, length and depth are limited.

use std::ops::Range;

use crate::Error;

use super::ast::{Combinator, Complex, Compound, Part, PseudoElement, SelectorList, Specificity};
use super::attribute::{AttributeTest, Operator, html_ignores_case};
use super::pseudo::Behind;
use super::tokens::{Bracket, Kind, Token, tokenize};

impl SelectorList {
    /// Longest selector text, in bytes.
    pub const LONGEST: usize = 65_536;
    /// Deepest nesting of pseudo-classes with arguments.
    pub const DEEPEST_NESTING: usize = 32;
    /// Most compounds that can be on the way from the rightmost compound to the innermost argument.
    pub const DEEPEST_MATCH: usize = 256;

    /// Reads a selector list.
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] with the first character that does not fit.
    pub fn parse(text: &str) -> Result<SelectorList, Error> {
        read(text, None)
    }

    /// Reads the selector list of a rule that is nested in a rule with the list `parent`: `&` means the parent, members
    /// may begin with a combinator, and one without `&` means a descendant of the parent.
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] with the first character that does not fit.
    pub fn parse_nested(text: &str, parent: &SelectorList) -> Result<SelectorList, Error> {
        read(text, Some(parent))
    }
}

fn read(text: &str, parent: Option<&SelectorList>) -> Result<SelectorList, Error> {
    if text.len() > SelectorList::LONGEST {
        let position = text.char_indices().take_while(|&(at, _)| at < SelectorList::LONGEST).count();
        return Err(Error::InvalidSelector { position, problem: "the selector is too long" });
    }
    let tokens = tokenize(text);
    let closings = pair_brackets(&tokens);
    let parser = Parser { tokens, closings, parent };
    let all = 0..parser.tokens.len();
    let result = if parent.is_some() { parser.nested_list(all) } else { parser.list(all, Mode::default()) };
    match result {
        Ok(selectors) => Ok(SelectorList { selectors: selectors.into() }),
        Err(failure) => {
            let start = parser.tokens.get(failure.token).map_or(text.len(), |token| token.start);
            Err(Error::InvalidSelector { position: text[..start].chars().count(), problem: failure.problem })
        }
    }
}

/// For each opening token the index of its closing one; the number of tokens when it stays open.
fn pair_brackets(tokens: &[Token]) -> Vec<usize> {
    let mut closings = vec![tokens.len(); tokens.len()];
    let mut open: Vec<(usize, Bracket)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(bracket) => open.push((at, bracket)),
            Kind::Function(_) => open.push((at, Bracket::Round)),
            // A closing token of another kind closes nothing.
            Kind::Close(bracket) => {
                if let Some((opening, _)) = open.pop_if(|(_, expected)| *expected == bracket) {
                    closings[opening] = at;
                }
            }
            _ => {}
        }
    }
    closings
}

/// What the surroundings allow.
#[derive(Clone, Copy, Default)]
pub(super) struct Mode {
    pub(super) nesting: usize,
    pub(super) in_has: bool,
    /// The pseudo-element in whose pseudo-class arguments we are.
    pub(super) behind: Option<Behind>,
}

/// An error at a token.
pub(super) struct Failure {
    token: usize,
    problem: &'static str,
    /// Whether it is a limit, which not even a forgiving list may hide.
    is_limit: bool,
}

pub(super) type Parsed<T> = Result<T, Failure>;

pub(super) fn fail<T>(token: usize, problem: &'static str) -> Parsed<T> {
    Err(Failure { token, problem, is_limit: false })
}

pub(super) fn exceed<T>(token: usize, problem: &'static str) -> Parsed<T> {
    Err(Failure { token, problem, is_limit: true })
}

/// What a relative selector starts from, and how it is joined to that.
struct Lead {
    combinator: Combinator,
    start: Draft,
}

/// A compound while it is read.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) parts: Vec<Part>,
    pub(super) specificity: Specificity,
    pub(super) pseudo_element: Option<PseudoElement>,
    /// What may follow, once a pseudo-element was read.
    pub(super) behind: Option<Behind>,
    /// Depth of the deepest argument.
    depth: usize,
}

impl Draft {
    pub(super) fn add(&mut self, part: Part, specificity: Specificity) {
        self.parts.push(part);
        self.specificity = self.specificity + specificity;
    }

    pub(super) fn note_depth(&mut self, arguments: &[Complex]) {
        let deepest = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        self.depth = self.depth.max(deepest);
    }
}

pub(super) struct Parser<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) closings: Vec<usize>,
    /// What `&` means, in a nested rule.
    parent: Option<&'t SelectorList>,
}

impl Parser<'_> {
    pub(super) fn kind(&self, at: usize, end: usize) -> Option<&Kind<'_>> {
        if at < end { self.tokens.get(at).map(|token| &token.kind) } else { None }
    }

    pub(super) fn is_delimiter(&self, at: usize, end: usize, character: char) -> bool {
        self.kind(at, end) == Some(&Kind::Delimiter(character))
    }

    pub(super) fn skip_space(&self, at: &mut usize, end: usize) -> bool {
        let before = *at;
        while self.kind(*at, end) == Some(&Kind::Whitespace) {
            *at += 1;
        }
        *at > before
    }

    pub(super) fn without_space(&self, mut range: Range<usize>) -> Range<usize> {
        self.skip_space(&mut range.start, range.end);
        while range.end > range.start && self.tokens[range.end - 1].kind == Kind::Whitespace {
            range.end -= 1;
        }
        range
    }

    /// The members of a comma-separated list, without the space around them. There is always one, perhaps empty.
    pub(super) fn members(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut members = Vec::new();
        let (mut start, mut at) = (range.start, range.start);
        while at < range.end {
            match self.tokens[at].kind {
                Kind::Comma => {
                    members.push(self.without_space(start..at));
                    start = at + 1;
                }
                Kind::Open(_) | Kind::Function(_) => at = self.closings[at],
                _ => {}
            }
            at += 1;
        }
        members.push(self.without_space(start..range.end));
        members
    }

    pub(super) fn list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
        self.members(range).into_iter().map(|member| self.complex(member, mode, None)).collect()
    }

    /// Like [`Parser::list`], without the members that are not valid.
    pub(super) fn forgiving_list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
        let mut selectors = Vec::new();
        for member in self.members(range) {
            match self.complex(member, mode, None) {
                Ok(selector) => selectors.push(selector),
                Err(failure) if failure.is_limit => return Err(failure),
                Err(_) => {}
            }
        }
        Ok(selectors)
    }

    /// The argument of `:has()`, whose members may begin with a combinator.
    pub(super) fn relative_list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
        let relative = |mut member: Range<usize>| {
            let combinator = self.leading_combinator(&mut member).unwrap_or(Combinator::Descendant);
            let start = Draft { parts: vec![Part::Anchor], ..Draft::default() };
            self.complex(member, mode, Some(Lead { combinator, start }))
        };
        self.members(range).into_iter().map(relative).collect()
    }

    fn nested_list(&self, range: Range<usize>) -> Parsed<Vec<Complex>> {
        let nested = |mut member: Range<usize>| {
            let leading = self.leading_combinator(&mut member);
            let names_parent = member.clone().any(|at| self.is_delimiter(at, member.end, '&'));
            if leading.is_none() && names_parent {
                return self.complex(member, Mode::default(), None);
            }
            let mut start = Draft::default();
            self.add_parent(&mut start);
            let combinator = leading.unwrap_or(Combinator::Descendant);
            self.complex(member, Mode::default(), Some(Lead { combinator, start }))
        };
        self.members(range).into_iter().map(nested).collect()
    }

    fn add_parent(&self, draft: &mut Draft) {
        match self.parent {
            Some(parent) => {
                draft.note_depth(&parent.selectors);
                draft.add(Part::Is(parent.selectors.clone()), Specificity::greatest(&parent.selectors));
            }
            None => draft.add(Part::Scope, Specificity::default()),
        }
    }

    fn leading_combinator(&self, member: &mut Range<usize>) -> Option<Combinator> {
        let leading = self.combinator_token(member.start, member.end)?;
        member.start += 1;
        self.skip_space(&mut member.start, member.end);
        Some(leading)
    }

    fn combinator_token(&self, at: usize, end: usize) -> Option<Combinator> {
        match self.kind(at, end)? {
            Kind::Delimiter('>') => Some(Combinator::Child),
            Kind::Delimiter('+') => Some(Combinator::NextSibling),
            Kind::Delimiter('~') => Some(Combinator::SubsequentSibling),
            _ => None,
        }
    }

    /// One selector without space around it.
    fn complex(&self, range: Range<usize>, mode: Mode, lead: Option<Lead>) -> Parsed<Complex> {
        let Range { start: mut at, end } = range;
        let first = at;
        let mut compounds: Vec<Compound> = Vec::new();
        let mut specificity = Specificity::default();
        let mut depth = 0;
        let mut combinator = None;
        if let Some(Lead { combinator: leading, start }) = lead {
            compounds.push(Compound { parts: start.parts.into_boxed_slice(), combinator: None });
            specificity = start.specificity;
            depth = start.depth;
            combinator = Some(leading);
        }
        let pseudo_element = loop {
            let draft = self.compound(&mut at, end, mode)?;
            compounds.push(Compound { parts: draft.parts.into_boxed_slice(), combinator });
            specificity = specificity + draft.specificity;
            depth = depth.max(draft.depth);
            if draft.pseudo_element.is_some() && at < end {
                return fail(at, "nothing can follow a pseudo-element");
            }
            let spaced = self.skip_space(&mut at, end);
            if at >= end {
                break draft.pseudo_element;
            }
            combinator = match self.combinator_token(at, end) {
                Some(combinator) => {
                    at += 1;
                    self.skip_space(&mut at, end);
                    Some(combinator)
                }
                None if spaced => Some(Combinator::Descendant),
                None => return fail(at, "this character cannot stand here"),
            };
        };
        compounds.reverse();
        let depth = depth + compounds.len();
        if depth > SelectorList::DEEPEST_MATCH {
            return exceed(first, "the selector has too many parts");
        }
        Ok(Complex { compounds: compounds.into_boxed_slice(), pseudo_element, specificity, depth })
    }

    pub(super) fn compound(&self, at: &mut usize, end: usize, mode: Mode) -> Parsed<Draft> {
        let start = *at;
        let mut draft = Draft { behind: mode.behind, ..Draft::default() };
        self.type_selector(at, end, &mut draft)?;
        while let Some(kind) = self.kind(*at, end) {
            let token = *at;
            let is_plain = !matches!(kind, Kind::Colon);
            match kind {
                Kind::Hash { value, is_identifier: true } => {
                    draft.add(Part::Id((&**value).into()), Specificity::ID);
                    *at += 1;
                }
                Kind::Hash { .. } => return fail(token, "an id cannot begin with this character unless it is escaped"),
                Kind::Delimiter('.') => {
                    let Some(Kind::Ident(name)) = self.kind(token + 1, end) else {
                        return fail(token + 1, "a class name is expected here");
                    };
                    draft.add(Part::Class((&**name).into()), Specificity::CLASS);
                    *at += 2;
                }
                Kind::Open(Bracket::Square) => {
                    let closing = self.closings[token].min(end);
                    draft.add(self.attribute(token + 1..closing)?, Specificity::CLASS);
                    *at = (closing + 1).min(end);
                }
                Kind::Delimiter('&') => {
                    self.add_parent(&mut draft);
                    *at += 1;
                }
                Kind::Colon => self.pseudo(at, end, mode, &mut draft)?,
                _ => break,
            }
            if is_plain && draft.behind.is_some() {
                return fail(token, "only a pseudo-class can follow a pseudo-element");
            }
        }
        if *at == start {
            return fail(
                start,
                if start < end { "a selector cannot begin with this" } else { "a selector is expected here" },
            );
        }
        Ok(draft)
    }

    fn type_selector(&self, at: &mut usize, end: usize, draft: &mut Draft) -> Parsed<()> {
        let start = *at;
        let mut name_at = start;
        match self.kind(start, end) {
            Some(Kind::Ident(_)) if self.is_delimiter(start + 1, end, '|') => {
                return fail(start, "no namespace prefix is declared; write *| for any namespace");
            }
            Some(Kind::Delimiter('*')) if self.is_delimiter(start + 1, end, '|') => name_at += 2,
            Some(Kind::Delimiter('|')) => {
                draft.add(Part::NoNamespace, Specificity::default());
                name_at += 1;
            }
            _ => {}
        }
        match self.kind(name_at, end) {
            Some(Kind::Ident(name)) => {
                let lower = name.to_ascii_lowercase().into_boxed_str();
                draft.add(Part::Type { name: (&**name).into(), lower }, Specificity::TYPE);
            }
            Some(Kind::Delimiter('*')) => {}
            _ if name_at > start => return fail(name_at, "an element name is expected here"),
            _ => return Ok(()),
        }
        *at = name_at + 1;
        if draft.behind.is_some() {
            return fail(start, "only a pseudo-class can follow a pseudo-element");
        }
        Ok(())
    }

    fn attribute(&self, range: Range<usize>) -> Parsed<Part> {
        let Range { start: mut at, end } = self.without_space(range);
        let mut any_namespace = false;
        let has_bar = |at: usize| self.is_delimiter(at, end, '|') && !self.is_delimiter(at + 1, end, '=');
        match self.kind(at, end) {
            Some(Kind::Delimiter('*')) if has_bar(at + 1) => {
                any_namespace = true;
                at += 2;
            }
            Some(Kind::Delimiter('|')) if has_bar(at) => at += 1,
            Some(Kind::Ident(_)) if has_bar(at + 1) => {
                return fail(at, "no namespace prefix is declared; write *| for any namespace");
            }
            _ => {}
        }
        let Some(Kind::Ident(name)) = self.kind(at, end) else {
            return fail(at, "an attribute name is expected here");
        };
        at += 1;
        let lower = name.to_ascii_lowercase().into_boxed_str();
        let mut test = AttributeTest {
            name: (&**name).into(),
            html_ignores_case: html_ignores_case(&lower),
            lower,
            any_namespace,
            operator: Operator::Exists,
            value: Box::default(),
            ignore_case: false,
        };
        self.skip_space(&mut at, end);
        if at >= end {
            return Ok(Part::Attribute(Box::new(test)));
        }
        test.operator = match self.kind(at, end) {
            Some(Kind::Delimiter('=')) => Operator::Equals,
            Some(&Kind::Delimiter(first)) if self.is_delimiter(at + 1, end, '=') => match Operator::with_first(first) {
                Some(operator) => {
                    at += 1;
                    operator
                }
                None => return fail(at, "an attribute operator is expected here"),
            },
            _ => return fail(at, "an attribute operator is expected here"),
        };
        at += 1;
        self.skip_space(&mut at, end);
        let Some(Kind::Ident(value) | Kind::Text(value)) = self.kind(at, end) else {
            return fail(at, "an attribute value must be a name or a string in quotes");
        };
        test.value = (&**value).into();
        at += 1;
        self.skip_space(&mut at, end);
        if let Some(Kind::Ident(flag)) = self.kind(at, end) {
            if !flag.eq_ignore_ascii_case("i") {
                return fail(at, "the only flag of an attribute selector is i");
            }
            test.ignore_case = true;
            at += 1;
            self.skip_space(&mut at, end);
        }
        if at < end {
            return fail(at, "this character cannot stand here");
        }
        Ok(Part::Attribute(Box::new(test)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn position(text: &str) -> Option<usize> {
        match SelectorList::parse(text) {
            Ok(_) => None,
            Err(Error::InvalidSelector { position, .. }) => Some(position),
            Err(other) => panic!("{other}"),
        }
    }

    fn weight(text: &str) -> (u32, u32, u32) {
        let list = SelectorList::parse(text).expect("a valid selector");
        let Specificity { ids, classes, types } = list.selectors()[0].specificity();
        (ids, classes, types)
    }

    #[test]
    fn an_error_names_the_character_it_is_about() {
        for (text, expected) in [
            ("", 0),
            ("p >", 3),
            ("p > > a", 4),
            ("é, .1", 3),
            ("p,", 2),
            (".a.", 3),
            ("#1a", 0),
            ("[a=]", 3),
            ("[a=b s]", 5),
            ("日本 svg|p", 3),
            ("p:nosuch", 1),
            ("a :not(b, :nosuch)", 10),
            (":nth-child(2n+)", 14),
            (":has(a:has(b))", 6),
            ("p::before a", 9),
            (":is(a)b", 6),
            ("p)", 1),
            (":lang(\"en\")", 6),
        ] {
            assert_eq!(position(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_open_at_the_end_is_closed() {
        for text in [":is(p", "[a", "[a='b", ":not(:is(a, b", "p/*", "::slotted(a", ":nth-child(2n of a"] {
            assert_eq!(position(text), None, "{text}");
        }
    }

    #[test]
    fn lists_forgive_only_where_chromium_forgives() {
        for text in [":is()", ":where(,)", ":is(:nosuch, ]b, p)", ":is(::before)", ":has(:is(:has(a)))"] {
            assert_eq!(position(text), None, "{text}");
        }
        for text in [":not()", ":not(:nosuch)", ":has()", ":has(a,)", ":nth-child(1 of ,a)", ":not(::before)"] {
            assert!(position(text).is_some(), "{text}");
        }
    }

    #[test]
    fn specificity_counts_the_heaviest_argument() {
        assert_eq!(weight("#a .b[c] d::before"), (1, 2, 2));
        assert_eq!(weight("*"), (0, 0, 0));
        assert_eq!(weight(":is(a, #b)"), (1, 0, 0));
        assert_eq!(weight(":where(#a) b"), (0, 0, 1));
        assert_eq!(weight(":not(a, .b)"), (0, 1, 0));
        assert_eq!(weight("a:has(> #b)"), (1, 0, 1));
        assert_eq!(weight(":nth-child(2 of #a, b)"), (1, 1, 0));
        assert_eq!(weight(":only-child"), (0, 1, 0));
        assert_eq!(weight("&"), (0, 0, 0));
    }

    #[test]
    fn nested_rules_weigh_their_parent() {
        let parent = SelectorList::parse("#a, b").expect("valid");
        for (text, expected) in [("c", (1, 0, 1)), ("> .c", (1, 1, 0)), (".c &", (1, 1, 0)), ("&", (1, 0, 0))] {
            let list = SelectorList::parse_nested(text, &parent).expect("valid");
            let Specificity { ids, classes, types } = list.selectors()[0].specificity();
            assert_eq!((ids, classes, types), expected, "{text}");
        }
        assert!(SelectorList::parse_nested(">", &parent).is_err());
    }

    #[test]
    fn limits_are_errors_that_no_list_forgives() {
        assert!(position(&":is(".repeat(31)).is_none());
        assert!(position(&":is(".repeat(40)).is_some());
        assert!(position(&"a>".repeat(300)).is_some());
        let chain = |length| format!(":is({})", vec!["a"; length].join(" "));
        assert!(position(&chain(200)).is_none());
        assert!(position(&chain(300)).is_some());
        assert_eq!(position(&"é".repeat(40_000)), Some(32_768));
    }

    #[test]
    fn nesting_over_and_over_ends_at_a_limit() {
        let mut list = SelectorList::parse("a").expect("valid");
        let nested = (0..1000).find_map(|_| match SelectorList::parse_nested("& & b", &list) {
            Ok(next) => {
                list = next;
                None
            }
            Err(error) => Some(error),
        });
        assert!(nested.is_some());
    }

    proptest! {
        #[test]
        fn any_text_gives_a_list_or_a_position_inside_of_it(text in "\\PC{0,40}") {
            if let Some(position) = position(&text) {
                prop_assert!(position <= text.chars().count());
            }
        }

        #[test]
        fn any_sequence_of_tokens_gives_an_answer(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "a", "*", "|", ".b", "#c", "[", "]", "=", "~", "'x", "\"", ":", "::", "is(", ":not(", ":has(", ")", "(",
                ",", " ", ">", "+", "&", ":nth-child(", "2n", "+1", " of ", "\\", "\0", "/*", "*/", "{", "::before",
                ":hover", "::part(", "i", "-", "url(", "<!--", "\n", "é",
            ]), 0..24)
        ) {
            let text = pieces.concat();
            if let Some(position) = position(&text) {
                prop_assert!(position <= text.chars().count());
            }
        }
    }
}
