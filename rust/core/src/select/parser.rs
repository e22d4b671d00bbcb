//! Reads selector text into [`SelectorList`], with the error set of Chromium.
//!
//! The parser works on ranges of tokens whose brackets were paired beforehand. So an argument is a range like any
//! other, an unclosed one ends where the text ends, and a forgiving list can drop a member without losing its place.
//! It is total: every text gives a list or an error, and nesting, length and depth are limited.

use std::ops::Range;

use crate::Error;

use super::ast::{Combinator, Complex, Compound, Part, PseudoElement, SelectorList, Specificity};
use super::attribute::{AttributeTest, Operator, html_ignores_case};
use super::direction::Direction;
use super::nth::{Counted, Nth, parse_formula};
use super::pseudo::{self, Behind, ElementArgument};
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
        if text.len() > Self::LONGEST {
            let position = text.char_indices().take_while(|&(at, _)| at < Self::LONGEST).count();
            return Err(Error::InvalidSelector { position, problem: "the selector is too long" });
        }
        let tokens = tokenize(text);
        let closings = pair_brackets(&tokens);
        let parser = Parser { tokens, closings };
        match parser.list(0..parser.tokens.len(), Mode::default()) {
            Ok(selectors) => Ok(SelectorList { selectors: selectors.into_boxed_slice() }),
            Err(failure) => {
                let start = parser.tokens.get(failure.token).map_or(text.len(), |token| token.start);
                Err(Error::InvalidSelector { position: text[..start].chars().count(), problem: failure.problem })
            }
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
struct Mode {
    nesting: usize,
    in_has: bool,
    /// The pseudo-element in whose pseudo-class arguments we are.
    behind: Option<Behind>,
}

/// An error at a token.
struct Failure {
    token: usize,
    problem: &'static str,
    /// Whether it is a limit, which not even a forgiving list may hide.
    is_limit: bool,
}

type Parsed<T> = Result<T, Failure>;

fn fail<T>(token: usize, problem: &'static str) -> Parsed<T> {
    Err(Failure { token, problem, is_limit: false })
}

fn exceed<T>(token: usize, problem: &'static str) -> Parsed<T> {
    Err(Failure { token, problem, is_limit: true })
}

/// A compound while it is read.
#[derive(Default)]
struct Draft {
    parts: Vec<Part>,
    specificity: Specificity,
    pseudo_element: Option<PseudoElement>,
    /// What may follow, once a pseudo-element was read.
    behind: Option<Behind>,
    /// Depth of the deepest argument.
    depth: usize,
}

impl Draft {
    fn add(&mut self, part: Part, specificity: Specificity) {
        self.parts.push(part);
        self.specificity = self.specificity + specificity;
    }

    fn note_depth(&mut self, arguments: &[Complex]) {
        let deepest = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        self.depth = self.depth.max(deepest);
    }
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    closings: Vec<usize>,
}

impl Parser<'_> {
    fn kind(&self, at: usize, end: usize) -> Option<&Kind<'_>> {
        if at < end { self.tokens.get(at).map(|token| &token.kind) } else { None }
    }

    fn is_delimiter(&self, at: usize, end: usize, character: char) -> bool {
        self.kind(at, end) == Some(&Kind::Delimiter(character))
    }

    fn skip_space(&self, at: &mut usize, end: usize) -> bool {
        let before = *at;
        while self.kind(*at, end) == Some(&Kind::Whitespace) {
            *at += 1;
        }
        *at > before
    }

    fn without_space(&self, mut range: Range<usize>) -> Range<usize> {
        self.skip_space(&mut range.start, range.end);
        while range.end > range.start && self.tokens[range.end - 1].kind == Kind::Whitespace {
            range.end -= 1;
        }
        range
    }

    /// The members of a comma-separated list, without the space around them. There is always one, perhaps empty.
    fn members(&self, range: Range<usize>) -> Vec<Range<usize>> {
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

    fn list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
        self.members(range).into_iter().map(|member| self.complex(member, mode, None)).collect()
    }

    /// Like [`Parser::list`], without the members that are not valid.
    fn forgiving_list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
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
    fn relative_list(&self, range: Range<usize>, mode: Mode) -> Parsed<Vec<Complex>> {
        self.members(range)
            .into_iter()
            .map(|mut member| {
                let leading = self.combinator_token(member.start, member.end);
                if leading.is_some() {
                    member.start += 1;
                    self.skip_space(&mut member.start, member.end);
                }
                self.complex(member, mode, Some(leading.unwrap_or(Combinator::Descendant)))
            })
            .collect()
    }

    fn combinator_token(&self, at: usize, end: usize) -> Option<Combinator> {
        match self.kind(at, end)? {
            Kind::Delimiter('>') => Some(Combinator::Child),
            Kind::Delimiter('+') => Some(Combinator::NextSibling),
            Kind::Delimiter('~') => Some(Combinator::SubsequentSibling),
            _ => None,
        }
    }

    /// One selector without space around it. With `leading`, it is anchored by that combinator.
    fn complex(&self, range: Range<usize>, mode: Mode, leading: Option<Combinator>) -> Parsed<Complex> {
        let Range { start: mut at, end } = range;
        let first = at;
        let mut compounds: Vec<Compound> = Vec::new();
        let mut specificity = Specificity::default();
        let mut depth = 0;
        let mut combinator = leading;
        if leading.is_some() {
            compounds.push(Compound { parts: Box::new([Part::Anchor]), combinator: None });
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

    fn compound(&self, at: &mut usize, end: usize, mode: Mode) -> Parsed<Draft> {
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
                    draft.add(Part::Scope, Specificity::default());
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

    fn pseudo(&self, at: &mut usize, end: usize, mode: Mode, draft: &mut Draft) -> Parsed<()> {
        let colon = *at;
        let is_double = self.kind(colon + 1, end) == Some(&Kind::Colon);
        let name_at = colon + 1 + usize::from(is_double);
        let (name, arguments) = match self.kind(name_at, end) {
            Some(Kind::Ident(name)) => {
                *at = name_at + 1;
                (name, None)
            }
            Some(Kind::Function(name)) => {
                let closing = self.closings[name_at].min(end);
                *at = (closing + 1).min(end);
                (name, Some(name_at + 1..closing))
            }
            _ => return fail(name_at, "the name of a pseudo-class or pseudo-element is expected here"),
        };
        let name = name.to_ascii_lowercase();
        let name = name.as_str();
        if is_double || (arguments.is_none() && pseudo::is_legacy_element(name)) {
            return self.pseudo_element(name, colon, arguments, mode, draft);
        }
        if let Some(behind) = draft.behind {
            if !behind.allows_class(name) {
                return fail(colon, "this pseudo-class cannot follow a pseudo-element");
            }
            // The cascade knows no such state of a pseudo-element.
            draft.pseudo_element = draft.pseudo_element.map(|_| PseudoElement::Other);
        }
        match arguments {
            None => {
                let Some(parts) = pseudo::plain_class(name) else {
                    return fail(colon, "Chromium knows no pseudo-class of this name");
                };
                draft.parts.extend(parts);
                draft.specificity = draft.specificity + Specificity::CLASS;
                Ok(())
            }
            Some(arguments) => self.functional_class(name, colon, arguments, mode, draft),
        }
    }

    fn nested(mode: Mode, at: usize, draft: &Draft) -> Parsed<Mode> {
        if mode.nesting >= SelectorList::DEEPEST_NESTING {
            return exceed(at, "pseudo-classes are nested too deep");
        }
        Ok(Mode { nesting: mode.nesting + 1, behind: draft.behind, ..mode })
    }

    fn functional_class(
        &self,
        name: &str,
        at: usize,
        arguments: Range<usize>,
        mode: Mode,
        draft: &mut Draft,
    ) -> Parsed<()> {
        let inner = Self::nested(mode, at, draft)?;
        let arguments = self.without_space(arguments);
        match name {
            "is" | "where" | "-webkit-any" => {
                let selectors = self.forgiving_list(arguments, inner)?;
                let weight = if name == "where" { Specificity::default() } else { Specificity::greatest(&selectors) };
                draft.note_depth(&selectors);
                draft.add(Part::Is(selectors.into_boxed_slice()), weight);
            }
            "not" => {
                let selectors = self.list(arguments, inner)?;
                draft.note_depth(&selectors);
                let weight = Specificity::greatest(&selectors);
                draft.add(Part::Not(selectors.into_boxed_slice()), weight);
            }
            "has" if mode.in_has => return fail(at, ":has() cannot stand inside of :has()"),
            "has" => {
                let selectors = self.relative_list(arguments, Mode { in_has: true, ..inner })?;
                draft.note_depth(&selectors);
                let weight = Specificity::greatest(&selectors);
                draft.add(Part::Has(selectors.into_boxed_slice()), weight);
            }
            "nth-child" => self.nth(arguments, inner, draft, false, true)?,
            "nth-last-child" => self.nth(arguments, inner, draft, true, true)?,
            "nth-of-type" => self.nth(arguments, inner, draft, false, false)?,
            "nth-last-of-type" => self.nth(arguments, inner, draft, true, false)?,
            "lang" => {
                let language = self.only_name(arguments, "a language is expected here, as one name without quotes")?;
                draft.add(Part::Language(language.into()), Specificity::CLASS);
            }
            "dir" => {
                let word = self.only_name(arguments, "ltr or rtl is expected here")?;
                let direction = match word {
                    _ if word.eq_ignore_ascii_case("ltr") => Some(Direction::LeftToRight),
                    _ if word.eq_ignore_ascii_case("rtl") => Some(Direction::RightToLeft),
                    _ => None,
                };
                draft.add(Part::Direction(direction), Specificity::CLASS);
            }
            "host" | "host-context" => {
                let weight = self.only_compound(arguments, inner)?;
                draft.add(Part::Never, Specificity::CLASS + weight);
            }
            "state" => {
                self.only_name(arguments, "a name is expected here")?;
                draft.add(Part::Never, Specificity::CLASS);
            }
            "active-view-transition-type" => {
                for member in self.members(arguments) {
                    self.only_name(member, "a name is expected here")?;
                }
                draft.add(Part::Never, Specificity::CLASS);
            }
            _ => return fail(at, "Chromium knows no pseudo-class of this name with arguments"),
        }
        Ok(())
    }

    fn nth(
        &self,
        arguments: Range<usize>,
        mode: Mode,
        draft: &mut Draft,
        from_end: bool,
        is_child: bool,
    ) -> Parsed<()> {
        let Range { start, end } = arguments;
        let (step, offset, length) = match parse_formula(&self.tokens[start..end]) {
            Ok(formula) => formula,
            Err(bad) => return fail(start + bad, "a place like 3, odd or 2n+1 is expected here"),
        };
        let mut at = start + length;
        self.skip_space(&mut at, end);
        let mut weight = Specificity::CLASS;
        let mut counted = if is_child { Counted::All } else { Counted::SameType };
        if at < end {
            if !is_child || !matches!(self.kind(at, end), Some(Kind::Ident(word)) if word == "of") {
                return fail(at, "this cannot follow the place");
            }
            let selectors = self.list(at + 1..end, mode)?;
            draft.note_depth(&selectors);
            weight = weight + Specificity::greatest(&selectors);
            counted = Counted::Matching(selectors.into_boxed_slice());
        }
        draft.add(Part::Nth(Box::new(Nth { step, offset, from_end, counted })), weight);
        Ok(())
    }

    fn pseudo_element(
        &self,
        name: &str,
        at: usize,
        arguments: Option<Range<usize>>,
        mode: Mode,
        draft: &mut Draft,
    ) -> Parsed<()> {
        if mode.nesting > 0 {
            return fail(at, "a pseudo-element cannot stand in an argument");
        }
        if draft.behind.is_some_and(|behind| !behind.allows_element(name)) {
            return fail(at, "this pseudo-element cannot follow another one");
        }
        let (element, behind) = match arguments {
            None => match pseudo::plain_element(name) {
                Some(known) => known,
                None => return fail(at, "Chromium knows no pseudo-element of this name"),
            },
            Some(arguments) => {
                let Some((argument, behind)) = pseudo::functional_element(name) else {
                    return fail(at, "Chromium knows no pseudo-element of this name with arguments");
                };
                let inner = Self::nested(mode, at, draft)?;
                self.element_argument(argument, arguments, inner)?;
                (PseudoElement::Other, behind)
            }
        };
        draft.specificity = draft.specificity + Specificity::TYPE;
        draft.pseudo_element = Some(if draft.behind.is_some() { PseudoElement::Other } else { element });
        draft.behind = Some(behind);
        Ok(())
    }

    fn element_argument(&self, argument: ElementArgument, arguments: Range<usize>, mode: Mode) -> Parsed<()> {
        let arguments = self.without_space(arguments);
        match argument {
            ElementArgument::Compound => self.only_compound(arguments, mode).map(drop),
            ElementArgument::Name => self.only_name(arguments, "a name is expected here").map(drop),
            ElementArgument::OneOf(words) => {
                let found = match self.kind(arguments.start, arguments.end) {
                    Some(Kind::Ident(word)) => words.iter().any(|one| word.eq_ignore_ascii_case(one)),
                    Some(Kind::Delimiter('*')) => words.contains(&"*"),
                    _ => false,
                };
                if found && arguments.len() == 1 { Ok(()) } else { fail(arguments.start, "this argument is not known") }
            }
            ElementArgument::NameAndClasses => {
                let Range { start: mut at, end } = arguments.clone();
                if matches!(self.kind(at, end), Some(Kind::Ident(_) | Kind::Delimiter('*'))) {
                    at += 1;
                }
                while self.is_delimiter(at, end, '.') && matches!(self.kind(at + 1, end), Some(Kind::Ident(_))) {
                    at += 2;
                }
                if at == end && !arguments.is_empty() { Ok(()) } else { fail(at, "a name is expected here") }
            }
            ElementArgument::Names => {
                let is_name = |kind: &Kind| matches!(kind, Kind::Ident(_) | Kind::Whitespace);
                match arguments.clone().find(|&at| !is_name(&self.tokens[at].kind)) {
                    None if arguments.is_empty() => fail(arguments.start, "a name is expected here"),
                    None => Ok(()),
                    Some(at) => fail(at, "a name is expected here"),
                }
            }
        }
    }

    fn only_name(&self, range: Range<usize>, problem: &'static str) -> Parsed<&str> {
        match self.kind(range.start, range.end) {
            Some(Kind::Ident(name)) if range.len() == 1 => Ok(name),
            Some(Kind::Ident(_)) => fail(range.start + 1, problem),
            _ => fail(range.start, problem),
        }
    }

    /// Checks an argument of one compound, and gives its weight.
    fn only_compound(&self, range: Range<usize>, mode: Mode) -> Parsed<Specificity> {
        let mut at = range.start;
        let draft = self.compound(&mut at, range.end, Mode { behind: None, ..mode })?;
        if at < range.end {
            return fail(at, "only one compound can stand here");
        }
        Ok(draft.specificity)
    }
}
