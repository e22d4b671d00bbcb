//! Which selectors may be resolved in a live page, before the firewall has seen it.
//!
//! A selector that asks for a type, an id, a class, a role or a place in the tree tells nothing about values. Every
//! other one could be used to ask for a secret letter by letter, and is matched on the released page alone.

use super::ast::{Complex, Part, SelectorList};
use super::nth::Counted;

impl SelectorList {
    /// Whether the list asks only for types, ids, classes, roles, combinators and places in the tree.
    #[must_use]
    pub fn is_structural(&self) -> bool {
        // The parser limits how deep arguments nest, so that this stack stays small.
        let mut left: Vec<&Complex> = self.selectors.iter().collect();
        while let Some(selector) = left.pop() {
            if selector.pseudo_element.is_some() {
                return false;
            }
            for part in selector.compounds.iter().flat_map(|compound| compound.parts.iter()) {
                match part {
                    Part::Type { .. }
                    | Part::Id(_)
                    | Part::Class(_)
                    | Part::FirstChild
                    | Part::LastChild
                    | Part::Root
                    | Part::Empty => {}
                    Part::Attribute(test) if &*test.lower == "role" => {}
                    Part::Is(arguments) => left.extend(arguments.iter()),
                    Part::Not(arguments) => left.extend(arguments.iter()),
                    Part::Nth(nth) => match &nth.counted {
                        Counted::All | Counted::SameType => {}
                        Counted::Matching(arguments) => left.extend(arguments.iter()),
                    },
                    _ => return false,
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::SelectorList;

    #[test]
    fn values_and_states_are_no_structure() {
        let structural = |text: &str| SelectorList::parse(text).unwrap().is_structural();
        for text in
            ["#list > li.row", "main p:first-child", "[role=main]", "div:not(.a, #b) + p", "li:nth-child(2n+1)", "*"]
        {
            assert!(structural(text), "{text}");
        }
        for text in ["[value^=s]", "a[href*=token]", "input:checked", ":has([value=x])", "p:not([data-x])", ":hover"] {
            assert!(!structural(text), "{text}");
        }
    }
}
