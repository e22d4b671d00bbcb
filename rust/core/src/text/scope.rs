//! From a selector to the element it names, on the released snapshot.
//!
//! Matching happens after the firewall, so that no attribute value or state can be found out by asking for it.

use crate::select::{MatchContext, SelectorList, Tree, Work};
use crate::snapshot::{Columns, Kind, NO_NODE, Namespace, NodeId, Snapshot, name};
use crate::{Budget, Report};

/// Most steps that matching one selector may take.
const MAX_WORK: u64 = 200_000_000;

/// What a selector found.
pub(super) struct Found {
    /// The first match in document order.
    pub(super) first: Option<NodeId>,
    /// How many elements match.
    pub(super) matched: u32,
}

/// Finds the first element that a selector names, and how many there are.
pub(super) fn find(snapshot: &Snapshot, list: &SelectorList, budget: &Budget, report: &mut Report) -> Found {
    let nodes = find_all(snapshot, list, budget, report);
    Found { first: nodes.first().copied(), matched: u32::try_from(nodes.len()).unwrap_or(u32::MAX) }
}

/// All elements that a selector names, in the main document, or when there is none, in shadow trees and frames.
pub(super) fn find_all(snapshot: &Snapshot, list: &SelectorList, budget: &Budget, report: &mut Report) -> Vec<NodeId> {
    let nodes = matches_in(snapshot, list, budget, report, false);
    if !nodes.is_empty() || !report.limits.is_empty() {
        return nodes;
    }
    matches_in(snapshot, list, budget, report, true)
}

fn matches_in(
    snapshot: &Snapshot,
    list: &SelectorList,
    budget: &Budget,
    report: &mut Report,
    inner: bool,
) -> Vec<NodeId> {
    let mut found = Vec::new();
    let columns = snapshot.columns();
    let tree = ColumnsTree::new(columns);
    let work = Work::new(MAX_WORK);
    let context = MatchContext::new(None, &work);
    let mut node: NodeId = 0;
    let mut steps = 0usize;
    while (node as usize) < columns.len() {
        let index = node as usize;
        if !inner && matches!(columns.kind[index], Kind::ShadowRoot | Kind::ClosedShadowRoot | Kind::FrameDocument) {
            node = columns.end[index];
            continue;
        }
        if columns.kind[index] == Kind::Element && list.matches(&tree, node, &context) {
            found.push(node);
        }
        steps += 1;
        if steps.is_multiple_of(crate::budget::CLOCK_STRIDE) && budget.expired() {
            report.limit("timeout_ms", 0);
            return found;
        }
        node += 1;
    }
    if work.is_exhausted() {
        report.limit("selector_work", MAX_WORK);
    }
    found
}

/// The columns as a tree for the selector engine.
struct ColumnsTree<'a> {
    columns: &'a Columns,
    /// The element sibling before each element; asked for often by sibling combinators and `:nth-child()`.
    previous: Vec<NodeId>,
    /// 1-based place among the element siblings.
    place: Vec<u32>,
}

impl<'a> ColumnsTree<'a> {
    fn new(columns: &'a Columns) -> Self {
        let count = columns.len();
        let mut previous = vec![NO_NODE; count];
        let mut place = vec![0u32; count];
        // The last element child seen of each node that can have children.
        let mut last = vec![NO_NODE; count];
        for node in 0..count as NodeId {
            let parent = columns.parent[node as usize];
            if columns.kind[node as usize] == Kind::Element && parent != NO_NODE {
                let before = std::mem::replace(&mut last[parent as usize], node);
                previous[node as usize] = before;
                place[node as usize] = if before == NO_NODE { 1 } else { place[before as usize] + 1 };
            }
        }
        ColumnsTree { columns, previous, place }
    }
}

impl Tree for ColumnsTree<'_> {
    type Node = NodeId;

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.columns.parent[node as usize];
        (parent != NO_NODE && self.columns.is_element(parent)).then_some(parent)
    }

    fn previous(&self, node: NodeId) -> Option<NodeId> {
        let previous = self.previous[node as usize];
        (previous != NO_NODE).then_some(previous)
    }

    fn next(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.columns.parent[node as usize];
        let end = if parent == NO_NODE { self.columns.len() as NodeId } else { self.columns.end[parent as usize] };
        let mut next = self.columns.end[node as usize];
        while next < end {
            if self.columns.is_element(next) {
                return Some(next);
            }
            next = self.columns.end[next as usize];
        }
        None
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.columns.children(node).find(|child| self.columns.is_element(*child))
    }

    fn name(&self, node: NodeId) -> &str {
        self.columns.names.text(self.columns.name[node as usize])
    }

    fn is_html(&self, node: NodeId) -> bool {
        self.columns.namespace[node as usize] == Namespace::Html
    }

    fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        let columns = self.columns;
        columns.attributes(node).find(|(number, _)| columns.names.text(*number) == name).map(|(_, value)| value)
    }

    fn attribute_ignoring_case(&self, node: NodeId, name: &str) -> Option<&str> {
        let columns = self.columns;
        columns
            .attributes(node)
            .find(|(number, _)| columns.names.text(*number).eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    fn any_namespace_attribute(&self, node: NodeId, name: &str, test: &mut dyn FnMut(&str) -> bool) -> bool {
        let columns = self.columns;
        let html = self.is_html(node);
        columns
            .attributes(node)
            .filter(|(number, _)| crate::select::has_local_name(columns.names.text(*number), name, html))
            .any(|(_, value)| test(value))
    }

    fn id(&self, node: NodeId) -> Option<&str> {
        self.columns.attribute(node, name::ID)
    }

    fn has_class(&self, node: NodeId, class: &str, ignore_case: bool) -> bool {
        let Some(classes) = self.columns.attribute(node, name::CLASS) else { return false };
        classes
            .split_ascii_whitespace()
            .any(|one| if ignore_case { one.eq_ignore_ascii_case(class) } else { one == class })
    }

    fn is_empty(&self, node: NodeId) -> bool {
        self.columns
            .children(node)
            .all(|child| !matches!(self.columns.kind[child as usize], Kind::Element | Kind::Text))
    }

    fn is_root(&self, node: NodeId) -> bool {
        let parent = self.columns.parent[node as usize];
        parent != NO_NODE && matches!(self.columns.kind[parent as usize], Kind::Document | Kind::FrameDocument)
    }

    fn quirks(&self) -> bool {
        self.columns.origin.quirks
    }

    fn sibling_index(&self, node: NodeId) -> Option<u32> {
        Some(self.place[node as usize])
    }

    fn text_run(&self, parent: NodeId, after: Option<NodeId>, visit: &mut dyn FnMut(&str)) {
        let end = self.columns.end[parent as usize];
        let mut node = after.map_or(parent + 1, |after| self.columns.end[after as usize]);
        while node < end && !self.columns.is_element(node) {
            if self.columns.kind[node as usize] == Kind::Text {
                visit(self.columns.str(self.columns.text[node as usize]));
            }
            node = self.columns.end[node as usize];
        }
    }
}
