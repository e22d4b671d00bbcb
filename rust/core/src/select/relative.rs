//! `:has()`: looks from an element forward to those its argument may mean, and asks each whether it matches back.
//!
//! The combinators of the argument tell where a match can be at all, so that `:has(> a)` visits the children only.

use super::ast::{Combinator, Complex};
use super::matcher::{MatchContext, Matching};
use super::tree::Tree;

/// Whether any of the relative selectors finds an element.
pub(super) fn matches<T: Tree>(
    matching: &Matching<'_, T>,
    selectors: &[Complex],
    anchor: T::Node,
    context: &MatchContext<'_, T::Node>,
) -> bool {
    let context = MatchContext { anchor: Some(anchor), ..*context };
    selectors.iter().any(|selector| finds(matching, selector, anchor, &context))
}

fn finds<T: Tree>(
    matching: &Matching<'_, T>,
    selector: &Complex,
    anchor: T::Node,
    context: &MatchContext<'_, T::Node>,
) -> bool {
    let tree = matching.tree;
    // The last compound is the anchor itself; the one before it holds the leading combinator.
    let mut combinators = selector.compounds.iter().rev().skip(1).filter_map(|compound| compound.combinator);
    let leading = combinators.next().unwrap_or(Combinator::Descendant);
    let descends = combinators.any(|one| matches!(one, Combinator::Child | Combinator::Descendant));
    let hit = |node: T::Node| matching.whole(selector, node, context);
    let below = |top: T::Node| any_descendant(tree, top, context, &hit);
    match leading {
        Combinator::Descendant => below(anchor),
        Combinator::Child if descends => below(anchor),
        Combinator::Child => any_sibling(tree, tree.first_child(anchor), context, &hit),
        // What `+` joins is one element, unless further siblings or children follow in the argument.
        Combinator::NextSibling if selector.compounds.len() == 2 => tree.next(anchor).is_some_and(hit),
        Combinator::NextSibling | Combinator::SubsequentSibling if descends => {
            any_sibling(tree, tree.next(anchor), context, &below)
        }
        Combinator::NextSibling | Combinator::SubsequentSibling => any_sibling(tree, tree.next(anchor), context, &hit),
    }
}

fn any_sibling<T: Tree>(
    tree: &T,
    first: Option<T::Node>,
    context: &MatchContext<'_, T::Node>,
    hit: &dyn Fn(T::Node) -> bool,
) -> bool {
    let mut current = first;
    while let Some(node) = current {
        if hit(node) {
            return true;
        }
        if !context.work.charge(1) {
            return false;
        }
        current = tree.next(node);
    }
    false
}

fn any_descendant<T: Tree>(
    tree: &T,
    top: T::Node,
    context: &MatchContext<'_, T::Node>,
    hit: &dyn Fn(T::Node) -> bool,
) -> bool {
    let mut current = tree.first_child(top);
    while let Some(node) = current {
        if hit(node) {
            return true;
        }
        if !context.work.charge(1) {
            return false;
        }
        current = tree.first_child(node).or_else(|| following(tree, node, top));
    }
    false
}

/// The next element in document order that is neither inside of `node` nor outside of `top`.
pub(super) fn following<T: Tree>(tree: &T, node: T::Node, top: T::Node) -> Option<T::Node> {
    let mut current = node;
    while current != top {
        if let Some(next) = tree.next(current) {
            return Some(next);
        }
        current = tree.parent(current)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::matcher::tests::select;
    use super::super::test_tree::TestTree;

    #[test]
    fn looks_where_the_leading_combinator_points() {
        let tree = TestTree::new("r(a(b(c)) d(e) f)");
        assert_eq!(select(&tree, ":has(c)"), [0, 1, 2]);
        assert_eq!(select(&tree, ":has(> c)"), [2]);
        assert_eq!(select(&tree, ":has(+ d)"), [1]);
        assert_eq!(select(&tree, ":has(~ f)"), [1, 4]);
        assert_eq!(select(&tree, ":has(~ d > e)"), [1]);
        assert_eq!(select(&tree, ":has(+ d ~ f)"), [1]);
        assert_eq!(select(&tree, ":has(> a + d)"), [0]);
    }

    #[test]
    fn does_not_look_above_the_element() {
        let tree = TestTree::new("r(a(b(c)))");
        assert_eq!(select(&tree, "b:has(a c)"), [] as [usize; 0]);
        assert_eq!(select(&tree, "b:has(:is(a c))"), [2]);
        assert_eq!(select(&tree, "a:has(:scope c)"), [] as [usize; 0]);
    }
}
