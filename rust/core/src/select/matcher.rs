//! Matches a parsed selector against an element, from right to left.
//!
//! When a compound fails, the answer says how far the search may go back: without that, a chain of descendant
//! combinators would try every combination of ancestors. Recursion follows the selector, whose depth the parser bounds;
//! ancestors and siblings are walked in loops.

use std::cell::Cell;

use super::ast::{Combinator, Complex, Compound, Part, SelectorList};
use super::tree::Tree;
use super::{direction, language, relative, state};

/// The work that one or many matches may take, so that no page can make a selector run for ever.
///
/// One unit is about one compound tried on one element. When it runs out, every match answers `false`, also one that
/// would have been true: look at [`Work::is_exhausted`] before you trust a result.
#[derive(Debug)]
pub struct Work {
    limit: u64,
    spent: Cell<u64>,
}

impl Work {
    /// Allows that many units.
    #[must_use]
    pub const fn new(limit: u64) -> Self {
        Work { limit, spent: Cell::new(0) }
    }

    /// The units used so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Whether the work did not suffice.
    pub fn is_exhausted(&self) -> bool {
        self.spent.get() > self.limit
    }

    /// Takes units; false when they are used up.
    pub(super) fn charge(&self, units: u64) -> bool {
        self.spent.set(self.spent.get().saturating_add(units));
        !self.is_exhausted()
    }
}

/// The circumstances of a match.
#[derive(Debug, Clone, Copy)]
pub struct MatchContext<'w, N> {
    /// What `:scope` and `&` mean; the root element when `None`.
    pub scope: Option<N>,
    /// The work that may be done.
    pub work: &'w Work,
    /// The element asked for `:has()`.
    pub(super) anchor: Option<N>,
}

impl<'w, N> MatchContext<'w, N> {
    /// A context in which `:scope` means the given element, or the root when there is none.
    pub fn new(scope: Option<N>, work: &'w Work) -> Self {
        MatchContext { scope, work, anchor: None }
    }
}

impl SelectorList {
    /// Whether any selector of the list matches the element.
    pub fn matches<T: Tree>(&self, tree: &T, node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        Matching::new(tree).any(&self.selectors, node, context) && !context.work.is_exhausted()
    }
}

impl Complex {
    /// Whether the selector matches the element. One that ends in a pseudo-element matches none.
    pub fn matches<T: Tree>(&self, tree: &T, node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        self.pseudo_element.is_none() && self.matches_originating(tree, node, context)
    }

    /// Whether the selector without its pseudo-element matches the element.
    pub fn matches_originating<T: Tree>(&self, tree: &T, node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        Matching::new(tree).whole(self, node, context) && !context.work.is_exhausted()
    }
}

/// A tree with the answers that hold for all of it.
pub(super) struct Matching<'t, T: Tree> {
    pub(super) tree: &'t T,
    pub(super) quirks: bool,
    pub(super) html_document: bool,
}

/// How a try ended, and what else can still succeed.
#[derive(PartialEq, Eq)]
enum Outcome {
    Matched,
    /// Another ancestor or another sibling may do.
    Failed,
    /// No sibling of the element will do; another ancestor may.
    FailedForSiblings,
    /// Nothing further up will do.
    FailedForAll,
}

impl<'t, T: Tree> Matching<'t, T> {
    pub(super) fn new(tree: &'t T) -> Self {
        Matching { tree, quirks: tree.quirks(), html_document: tree.is_html_document() }
    }

    /// Whether any of the selectors matches.
    pub(super) fn any(&self, selectors: &[Complex], node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        selectors.iter().any(|selector| selector.pseudo_element.is_none() && self.whole(selector, node, context))
    }

    /// Whether the selector matches, with its pseudo-element left aside.
    pub(super) fn whole(&self, selector: &Complex, node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        self.from(&selector.compounds, node, context) == Outcome::Matched
    }

    fn from(&self, compounds: &[Compound], node: T::Node, context: &MatchContext<'_, T::Node>) -> Outcome {
        let Some((first, rest)) = compounds.split_first() else { return Outcome::Matched };
        if !context.work.charge(1) {
            return Outcome::FailedForAll;
        }
        if !first.parts.iter().all(|part| self.part(part, node, context)) {
            return Outcome::Failed;
        }
        match first.combinator {
            None => Outcome::Matched,
            Some(Combinator::Child) => {
                let Some(parent) = self.tree.parent(node) else { return Outcome::FailedForAll };
                match self.from(rest, parent, context) {
                    // The siblings have the same parent.
                    Outcome::Failed | Outcome::FailedForSiblings => Outcome::FailedForSiblings,
                    ended => ended,
                }
            }
            Some(Combinator::Descendant) => {
                let mut current = node;
                while let Some(parent) = self.tree.parent(current) {
                    match self.from(rest, parent, context) {
                        Outcome::Failed | Outcome::FailedForSiblings => current = parent,
                        ended => return ended,
                    }
                }
                Outcome::FailedForAll
            }
            Some(Combinator::NextSibling) => match self.tree.previous(node) {
                Some(sibling) => self.from(rest, sibling, context),
                None => Outcome::FailedForSiblings,
            },
            Some(Combinator::SubsequentSibling) => {
                let mut current = node;
                while let Some(sibling) = self.tree.previous(current) {
                    match self.from(rest, sibling, context) {
                        Outcome::Failed => current = sibling,
                        ended => return ended,
                    }
                }
                Outcome::FailedForSiblings
            }
        }
    }

    fn part(&self, part: &Part, node: T::Node, context: &MatchContext<'_, T::Node>) -> bool {
        let tree = self.tree;
        match part {
            Part::Type { name, lower } => {
                let actual = tree.name(node);
                if !self.html_document {
                    actual == &**name
                } else if tree.is_html(node) {
                    actual == &**lower
                } else {
                    // A stylesheet of an HTML document finds `linearGradient` in any case.
                    actual.eq_ignore_ascii_case(lower)
                }
            }
            Part::Class(class) => tree.has_class(node, class, self.quirks),
            Part::Id(id) => tree
                .id(node)
                .is_some_and(|actual| if self.quirks { actual.eq_ignore_ascii_case(id) } else { actual == &**id }),
            Part::Attribute(test) => test.matches(self, node, context.work),
            Part::NoNamespace => !tree.has_namespace(node),
            Part::Is(selectors) => self.any(selectors, node, context),
            Part::Not(selectors) => !self.any(selectors, node, context),
            Part::Has(selectors) => relative::matches(self, selectors, node, context),
            Part::Nth(nth) => nth.matches(self, context, node),
            Part::FirstChild => tree.previous(node).is_none(),
            Part::LastChild => tree.next(node).is_none(),
            Part::Root => tree.is_root(node),
            Part::Empty => tree.is_empty(node),
            Part::Scope => match context.scope {
                Some(scope) => scope == node,
                None => tree.is_root(node),
            },
            Part::Language(wanted) => language::matches(tree, node, wanted, context.work),
            Part::Direction(wanted) => {
                wanted.is_some_and(|wanted| direction::of_element(tree, node, context.work) == wanted)
            }
            Part::State(wanted) => state::matches(self, *wanted, node, context.work),
            Part::Never => false,
            Part::Anchor => context.anchor == Some(node),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::test_tree::TestTree;
    use super::*;

    /// The numbers of the elements that match.
    pub(in super::super) fn select(tree: &TestTree, text: &str) -> Vec<usize> {
        let list = SelectorList::parse(text).expect("a valid selector");
        let work = Work::new(1_000_000);
        let context = MatchContext::new(None, &work);
        tree.nodes().filter(|&node| list.matches(tree, node, &context)).collect()
    }

    #[test]
    fn combinators_walk_in_their_direction() {
        let tree = TestTree::new("a(b(c d) e(c(d) d))");
        assert_eq!(select(&tree, "a d"), [3, 6, 7]);
        assert_eq!(select(&tree, "e > d"), [7]);
        assert_eq!(select(&tree, "c + d"), [3, 7]);
        assert_eq!(select(&tree, "b ~ e d"), [6, 7]);
        assert_eq!(select(&tree, "b > c + d, c > d"), [3, 6]);
    }

    #[test]
    fn a_failed_try_goes_back_to_another_ancestor() {
        // The nearest x has no y above it, an outer one has.
        let tree = TestTree::new("y(x(z(x(w))))");
        assert_eq!(select(&tree, "y > x w"), [4]);
        assert_eq!(select(&tree, "y + x w"), [] as [usize; 0]);
        let siblings = TestTree::new("r(p(a b a c a))");
        assert_eq!(select(&siblings, "b + a ~ a"), [6]);
    }

    #[test]
    fn case_counts_for_classes_except_in_quirks_mode() {
        let mut tree = TestTree::new("a(b#X.Y+z svg:gradientB)");
        assert_eq!(select(&tree, "#x, .y"), [] as [usize; 0]);
        assert_eq!(select(&tree, "B.Y.z"), [1]);
        assert_eq!(select(&tree, "GRADIENTb"), [2]);
        tree.quirks = true;
        assert_eq!(select(&tree, "#x.y"), [1]);
    }

    #[test]
    fn the_scope_is_the_root_unless_one_is_given() {
        let tree = TestTree::new("a(b(c))");
        assert_eq!(select(&tree, ":scope"), [0]);
        assert_eq!(select(&tree, "& > b"), [1]);
        let work = Work::new(100);
        let list = SelectorList::parse(":scope > c").expect("valid");
        assert!(list.matches(&tree, 2, &MatchContext::new(Some(1), &work)));
        assert!(!list.matches(&tree, 2, &MatchContext::new(Some(0), &work)));
    }

    #[test]
    fn nested_rules_start_from_their_parent() {
        let tree = TestTree::new("a(b(c) c d(c))");
        let parent = SelectorList::parse("b, d").expect("valid");
        let matching = |text| {
            let list = SelectorList::parse_nested(text, &parent).expect("valid");
            let work = Work::new(1000);
            let context = MatchContext::new(None, &work);
            tree.nodes().filter(|&node| list.matches(&tree, node, &context)).collect::<Vec<_>>()
        };
        assert_eq!(matching("c"), [2, 5]);
        assert_eq!(matching("+ c"), [3]);
        assert_eq!(matching("a > &"), [1, 4]);
    }

    #[test]
    fn a_pseudo_element_matches_only_its_originating_element() {
        let tree = TestTree::new("a");
        let list = SelectorList::parse("a::before").expect("valid");
        let work = Work::new(10);
        let context = MatchContext::new(None, &work);
        assert!(!list.selectors()[0].matches(&tree, 0, &context));
        assert!(list.selectors()[0].matches_originating(&tree, 0, &context));
    }

    #[test]
    fn descendant_chains_do_not_multiply() {
        let depth = 60;
        let tree = TestTree::new(&format!("{}{}", "a(".repeat(depth), ")".repeat(depth)));
        let list = SelectorList::parse(&format!("b {} c", "a ".repeat(20))).expect("valid");
        let miss = SelectorList::parse(&format!("b {}", "a ".repeat(20))).expect("valid");
        let work = Work::new(100_000);
        let context = MatchContext::new(None, &work);
        assert!(!list.matches(&tree, depth - 1, &context));
        assert!(!miss.matches(&tree, depth - 1, &context));
        assert!(work.spent() < 200, "{}", work.spent());
    }

    #[test]
    fn neither_deep_pages_nor_the_deepest_selector_exhaust_the_stack() {
        let depth = 20_000;
        let tree = TestTree::new(&format!("{}b{}", "a(".repeat(depth), ")".repeat(depth)));
        let innermost = (0..31).fold("a".to_owned(), |inner, _| format!("a a a a a a a:is({inner})"));
        for text in [&*"a ".repeat(250), &*"a>".repeat(250), ":has(b)", &*innermost] {
            let list = SelectorList::parse(text.trim_end_matches('>')).expect("valid");
            let work = Work::new(1_000_000);
            let context = MatchContext::new(None, &work);
            let node = if text.contains("has") { 0 } else { depth - 1 };
            assert!(list.matches(&tree, node, &context), "{text}");
        }
        assert_eq!(select(&TestTree::new("a(a(b))"), "b:dir(ltr):not(:lang(en))"), [2]);
    }

    #[test]
    fn exhausted_work_matches_nothing() {
        let tree = TestTree::new("a(b b b b b b)");
        let list = SelectorList::parse(":not(:has(c))").expect("valid");
        let work = Work::new(4);
        assert!(!list.matches(&tree, 0, &MatchContext::new(None, &work)));
        assert!(work.is_exhausted());
    }
}
