//! The parser's arena as a tree for the selector engine.

use super::arena::Document;
use crate::select::Tree;
use crate::snapshot::{Kind, NO_NODE, Namespace, NodeId, name};

/// Elements of an arena.
pub(super) struct ArenaTree<'a>(pub(super) &'a Document);

impl ArenaTree<'_> {
    fn element_from(&self, mut node: NodeId, step: impl Fn(NodeId) -> NodeId) -> Option<NodeId> {
        while node != NO_NODE && self.0.node(node).kind != Kind::Element {
            node = step(node);
        }
        (node != NO_NODE).then_some(node)
    }
}

impl Tree for ArenaTree<'_> {
    type Node = NodeId;

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.0.node(node).parent;
        (parent != NO_NODE && self.0.node(parent).kind == Kind::Element).then_some(parent)
    }

    fn previous(&self, node: NodeId) -> Option<NodeId> {
        self.element_from(self.0.node(node).previous, |node| self.0.node(node).previous)
    }

    fn next(&self, node: NodeId) -> Option<NodeId> {
        self.element_from(self.0.node(node).next, |node| self.0.node(node).next)
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.element_from(self.0.node(node).first_child, |node| self.0.node(node).next)
    }

    fn name(&self, node: NodeId) -> &str {
        self.0.names.text(self.0.node(node).name)
    }

    fn is_html(&self, node: NodeId) -> bool {
        self.0.node(node).namespace == Namespace::Html
    }

    fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        self.0.attribute(node, self.0.names.find(name)?)
    }

    fn attribute_ignoring_case(&self, node: NodeId, name: &str) -> Option<&str> {
        let document = self.0;
        let found = document
            .attributes_of(node)
            .iter()
            .find(|attribute| document.names.text(attribute.name).eq_ignore_ascii_case(name))?;
        Some(&document.arena[found.value.range()])
    }

    fn id(&self, node: NodeId) -> Option<&str> {
        self.0.attribute(node, name::ID)
    }

    fn has_class(&self, node: NodeId, class: &str, ignore_case: bool) -> bool {
        let Some(classes) = self.0.attribute(node, name::CLASS) else { return false };
        classes
            .split_ascii_whitespace()
            .any(|one| if ignore_case { one.eq_ignore_ascii_case(class) } else { one == class })
    }

    fn is_empty(&self, node: NodeId) -> bool {
        let mut child = self.0.node(node).first_child;
        while child != NO_NODE {
            let node = self.0.node(child);
            if matches!(node.kind, Kind::Element | Kind::Text) {
                return false;
            }
            child = node.next;
        }
        true
    }

    fn is_root(&self, node: NodeId) -> bool {
        self.0.node(node).parent == 0
    }

    fn quirks(&self) -> bool {
        self.0.quirks
    }

    fn text_run(&self, parent: NodeId, after: Option<NodeId>, visit: &mut dyn FnMut(&str)) {
        let mut child = after.map_or(self.0.node(parent).first_child, |after| self.0.node(after).next);
        while child != NO_NODE && self.0.node(child).kind != Kind::Element {
            if self.0.node(child).kind == Kind::Text {
                self.0.text_pieces(child).for_each(&mut *visit);
            }
            child = self.0.node(child).next;
        }
    }
}
