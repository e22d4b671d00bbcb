//! A small arena of page nodes for the integration tests of selectors, so that they need no other part of the core.
//!
//! HTML is read by html5ever, XHTML by a reader of the few XML constructs that the cases use.

mod sink;
mod xml;

use pagewarden_core::select::Tree;

const HTML: &str = "http://www.w3.org/1999/xhtml";

/// A parsed page; node 0 is the document.
pub(crate) struct Page {
    nodes: Vec<Node>,
    quirks: bool,
    is_html: bool,
}

#[derive(Default)]
struct Node {
    content: Content,
    parent: Option<usize>,
    children: Vec<usize>,
}

#[derive(Default)]
enum Content {
    #[default]
    Other,
    Text(String),
    Element(Element),
}

struct Element {
    namespace: String,
    name: String,
    attributes: Vec<Attribute>,
}

struct Attribute {
    namespace: String,
    name: String,
    value: String,
}

impl Page {
    pub(crate) fn from_html(text: &str) -> Self {
        sink::parse(text)
    }

    pub(crate) fn from_xhtml(text: &str) -> Self {
        xml::parse(text)
    }

    /// All elements in document order, without the contents of templates.
    pub(crate) fn elements(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut pending = vec![0];
        while let Some(node) = pending.pop() {
            if matches!(self.nodes[node].content, Content::Element(_)) {
                found.push(node);
            }
            pending.extend(self.nodes[node].children.iter().rev());
        }
        found
    }

    pub(crate) fn is_inside(&self, node: usize, top: usize) -> bool {
        std::iter::successors(self.nodes[node].parent, |&one| self.nodes[one].parent).any(|one| one == top)
    }

    fn element(&self, node: usize) -> &Element {
        match &self.nodes[node].content {
            Content::Element(element) => element,
            _ => panic!("node {node} is not an element"),
        }
    }

    fn is_element(&self, node: usize) -> bool {
        matches!(self.nodes[node].content, Content::Element(_))
    }

    fn siblings(&self, node: usize) -> (&[usize], usize) {
        let parent = self.nodes[node].parent.expect("an attached node");
        let siblings = &self.nodes[parent].children;
        (siblings, siblings.iter().position(|&one| one == node).expect("a child of its parent"))
    }

    fn push(&mut self, content: Content) -> usize {
        self.nodes.push(Node { content, ..Node::default() });
        self.nodes.len() - 1
    }

    fn attach(&mut self, parent: usize, place: usize, child: usize) {
        self.detach(child);
        self.nodes[parent].children.insert(place, child);
        self.nodes[child].parent = Some(parent);
    }

    fn detach(&mut self, child: usize) {
        if let Some(parent) = self.nodes[child].parent.take() {
            self.nodes[parent].children.retain(|&one| one != child);
        }
    }
}

impl Tree for Page {
    type Node = usize;

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent.filter(|&parent| self.is_element(parent))
    }

    fn previous(&self, node: usize) -> Option<usize> {
        let (siblings, place) = self.siblings(node);
        siblings[..place].iter().rev().copied().find(|&one| self.is_element(one))
    }

    fn next(&self, node: usize) -> Option<usize> {
        let (siblings, place) = self.siblings(node);
        siblings[place + 1..].iter().copied().find(|&one| self.is_element(one))
    }

    fn first_child(&self, node: usize) -> Option<usize> {
        self.nodes[node].children.iter().copied().find(|&one| self.is_element(one))
    }

    fn name(&self, node: usize) -> &str {
        &self.element(node).name
    }

    fn is_html(&self, node: usize) -> bool {
        self.element(node).namespace == HTML
    }

    fn has_namespace(&self, node: usize) -> bool {
        !self.element(node).namespace.is_empty()
    }

    fn is_html_document(&self) -> bool {
        self.is_html
    }

    fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        let attributes = &self.element(node).attributes;
        let found = attributes.iter().find(|one| one.namespace.is_empty() && one.name == name)?;
        Some(&found.value)
    }

    fn attribute_ignoring_case(&self, node: usize, name: &str) -> Option<&str> {
        let attributes = &self.element(node).attributes;
        let found = attributes.iter().find(|one| one.namespace.is_empty() && one.name.eq_ignore_ascii_case(name))?;
        Some(&found.value)
    }

    fn any_namespace_attribute(&self, node: usize, name: &str, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.element(node).attributes.iter().any(|one| one.name == name && test(&one.value))
    }

    fn is_empty(&self, node: usize) -> bool {
        self.nodes[node].children.iter().all(|&child| match &self.nodes[child].content {
            Content::Other => true,
            Content::Text(text) => text.is_empty(),
            Content::Element(_) => false,
        })
    }

    fn is_root(&self, node: usize) -> bool {
        self.nodes[node].parent == Some(0)
    }

    fn quirks(&self) -> bool {
        self.quirks
    }

    fn text_run(&self, parent: usize, after: Option<usize>, visit: &mut dyn FnMut(&str)) {
        let children = &self.nodes[parent].children;
        let start = after.map_or(0, |after| 1 + children.iter().position(|&one| one == after).expect("a child"));
        for &child in &children[start..] {
            match &self.nodes[child].content {
                Content::Text(text) => visit(text),
                Content::Element(_) => return,
                Content::Other => {}
            }
        }
    }

    fn declared_language(&self, node: usize) -> Option<&str> {
        let attributes = &self.element(node).attributes;
        let xml = attributes.iter().find(|one| one.name == "lang" && !one.namespace.is_empty());
        xml.map(|one| &*one.value).or_else(|| self.attribute(node, "lang"))
    }
}
