//! The part of the parser that reads what stands behind a colon: pseudo-classes, pseudo-elements and their arguments.
//!
//! Each argument has a grammar of its own, and most of the ways in which Chromium departs from the Selectors text are
//! here: which lists forgive, what may be nested in what, what may follow a pseudo-element.

use std::ops::Range;

use super::ast::{Part, PseudoElement, SelectorList, Specificity};
use super::direction::Direction;
use super::nth::{Counted, Nth, parse_formula};
use super::parser::{Draft, Mode, Parsed, Parser, exceed, fail};
use super::pseudo::{self, ElementArgument};
use super::tokens::Kind;

impl Parser<'_> {
    pub(super) fn pseudo(&self, at: &mut usize, end: usize, mode: Mode, draft: &mut Draft) -> Parsed<()> {
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
                draft.add(Part::Is(selectors.into()), weight);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_valid(text: &str) -> bool {
        SelectorList::parse(text).is_ok()
    }

    #[test]
    fn pseudo_elements_end_a_selector() {
        for text in
            ["::before", "p:after", "::-webkit-nosuch", "::part(a b)", "::slotted(p.q)::before", "::before::marker"]
        {
            assert!(is_valid(text), "{text}");
        }
        for text in [
            "::nosuch",
            "::before p",
            "::before.a",
            "::slotted",
            "::slotted(a b)",
            "::part()",
            "::marker::before",
            "::-moz-x",
        ] {
            assert!(!is_valid(text), "{text}");
        }
    }

    #[test]
    fn few_states_follow_a_pseudo_element() {
        for text in ["::-webkit-scrollbar:hover", "::selection:window-inactive", "::part(a):checked", "::before:is(.a)"]
        {
            assert!(is_valid(text), "{text}");
        }
        for text in ["::before:hover", "::part(a):first-child", "::selection:hover", "::before:not(.a)"] {
            assert!(!is_valid(text), "{text}");
        }
    }

    #[test]
    fn a_state_behind_a_pseudo_element_makes_it_another() {
        let element = |text| SelectorList::parse(text).expect("valid").selectors()[0].pseudo_element();
        assert_eq!(element("a::before"), Some(PseudoElement::Before));
        assert_eq!(element("a::first-line"), Some(PseudoElement::FirstLine));
        assert_eq!(element("::before::marker"), Some(PseudoElement::Other));
        assert_eq!(element("::before:is()"), Some(PseudoElement::Other));
        assert_eq!(element("a"), None);
    }

    #[test]
    fn names_in_arguments_stand_alone() {
        for text in
            [":lang(en)", ":dir( ltr )", ":state(x)", ":host(.a)", "::picker(select)", "::view-transition-group(*.a)"]
        {
            assert!(is_valid(text), "{text}");
        }
        for text in [":lang(en, de)", ":dir()", ":state()", ":host(a b)", "::picker(x)", "::view-transition-group()"] {
            assert!(!is_valid(text), "{text}");
        }
    }
}
