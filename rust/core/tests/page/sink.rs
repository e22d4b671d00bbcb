//! Lets html5ever build a [`Page`].

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{LocalName, Namespace, QualName};

use super::{Attribute, Content, Element, Node, Page};

pub(super) fn parse(text: &str) -> Page {
    let page = Page { nodes: vec![Node::default()], quirks: false, is_html: true };
    let sink = Sink {
        page: RefCell::new(page),
        names: RefCell::new(vec![None]),
        templates: RefCell::default(),
        integration_points: RefCell::default(),
    };
    html5ever::parse_document(sink, html5ever::ParseOpts::default()).one(text)
}

struct Sink {
    page: RefCell<Page>,
    /// The name of each node as html5ever spells it.
    names: RefCell<Vec<Option<QualName>>>,
    /// Pairs of a template and its contents.
    templates: RefCell<Vec<(usize, usize)>>,
    /// Elements of mathematics that hold HTML.
    integration_points: RefCell<Vec<usize>>,
}

#[derive(Debug)]
struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

fn attributes(from: Vec<html5ever::Attribute>) -> impl Iterator<Item = Attribute> {
    from.into_iter().map(|one| Attribute {
        namespace: one.name.ns.to_string(),
        name: one.name.local.to_string(),
        value: one.value.to_string(),
    })
}

impl Sink {
    fn push(&self, content: Content, name: Option<QualName>) -> usize {
        self.names.borrow_mut().push(name);
        self.page.borrow_mut().push(content)
    }

    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let text = match child {
            NodeOrText::AppendNode(node) => return self.page.borrow_mut().attach(parent, place, node),
            NodeOrText::AppendText(text) => text,
        };
        let mut page = self.page.borrow_mut();
        let before = place.checked_sub(1).map(|before| page.nodes[parent].children[before]);
        if let Some(Content::Text(own)) = before.map(|before| &mut page.nodes[before].content) {
            own.push_str(&text);
            return;
        }
        drop(page);
        let node = self.push(Content::Text(text.to_string()), None);
        self.page.borrow_mut().attach(parent, place, node);
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Page;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Page {
        self.page.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.names.borrow(), |names| names[*target].as_ref().expect("an element")))
    }

    fn create_element(&self, name: QualName, from: Vec<html5ever::Attribute>, flags: ElementFlags) -> usize {
        let element = Element {
            namespace: name.ns.to_string(),
            name: name.local.to_string(),
            attributes: attributes(from).collect(),
        };
        let node = self.push(Content::Element(element), Some(name));
        if flags.template {
            let contents = self.push(Content::Other, None);
            self.templates.borrow_mut().push((node, contents));
        }
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().push(node);
        }
        node
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &usize) -> bool {
        self.integration_points.borrow().contains(node)
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.push(Content::Other, None)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.push(Content::Other, None)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let place = self.page.borrow().nodes[*parent].children.len();
        self.insert(*parent, place, child);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.page.borrow_mut().detach(*node);
        }
        let (parent, place) = {
            let page = self.page.borrow();
            (page.nodes[*sibling].parent.expect("an attached sibling"), page.siblings(*sibling).1)
        };
        self.insert(parent, place, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        if self.page.borrow().nodes[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        let templates = self.templates.borrow();
        templates.iter().find(|(template, _)| template == target).expect("a template").1
    }

    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.page.borrow_mut().quirks = mode == QuirksMode::Quirks;
    }

    fn add_attrs_if_missing(&self, target: &usize, from: Vec<html5ever::Attribute>) {
        if let Content::Element(element) = &mut self.page.borrow_mut().nodes[*target].content {
            for attribute in attributes(from) {
                if !element.attributes.iter().any(|one| one.name == attribute.name) {
                    element.attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.page.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut page = self.page.borrow_mut();
        for child in page.nodes[*node].children.clone() {
            let place = page.nodes[*new_parent].children.len();
            page.attach(*new_parent, place, child);
        }
    }
}
