//! Parsing: our tokenizer, and the tree construction of html5ever, into our own arena.
//!
//! Readers know [`HtmlParser`] only, so that another parser can take this one's place.

use std::borrow::Cow;
use std::cell::RefCell;
use std::time::Instant;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute as ParsedAttribute, LocalName, Namespace as ParsedNamespace, QualName, ns};

use super::arena::{Attribute, Document, VOID};
use super::depth_guard::{Depth, DepthGuard};
use super::tokenizer::{Stop, Tokenizer};
use crate::snapshot::{Kind, Namespace, NodeId, name};

/// Turns HTML text into a document. Total: any text gives a document.
pub(crate) trait HtmlParser {
    /// Parses until the end or the deadline; the second value says whether the deadline cut it.
    fn parse(&self, html: &str, srcdoc: bool, deadline: Option<Instant>) -> (Document, bool);
}

/// The parser of html5ever.
pub(crate) struct Html5ever;

impl HtmlParser for Html5ever {
    fn parse(&self, html: &str, srcdoc: bool, deadline: Option<Instant>) -> (Document, bool) {
        let html = html.strip_prefix('\u{feff}').unwrap_or(html);
        let sink = ArenaSink { document: RefCell::new(Document::new(html.len())), recent: RefCell::new(Recent::new()) };
        let options = TreeBuilderOpts { iframe_srcdoc: srcdoc, ..TreeBuilderOpts::default() };
        let guard = DepthGuard::new(Builder(TreeBuilder::new(sink, options)));
        // When the tree has no room left, what follows could not be kept.
        let has_room = || !guard.inner.0.sink.document.borrow().overflow;
        let stop = Tokenizer::new(html, &guard).run(deadline, has_room);
        (guard.inner.0.sink.finish(), stop == Some(Stop::Deadline))
    }
}

/// Tree construction, which the depth guard stands in front of.
struct Builder(TreeBuilder<Handle, ArenaSink>);

impl TokenSink for Builder {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        self.0.process_token(token, line)
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Depth for Builder {
    fn last_depth(&self) -> u32 {
        self.0.sink.document.borrow().last_depth
    }
}

/// A node together with its name, which tree construction asks for all the time.
#[derive(Clone)]
struct Handle {
    id: NodeId,
    namespace: ParsedNamespace,
    local: LocalName,
}

impl Handle {
    fn plain(id: NodeId) -> Self {
        Handle { id, namespace: ns!(), local: LocalName::default() }
    }
}

#[derive(Debug)]
struct HandleName<'a> {
    namespace: &'a ParsedNamespace,
    local: &'a LocalName,
}

impl ElemName for HandleName<'_> {
    fn ns(&self) -> &ParsedNamespace {
        self.namespace
    }

    fn local_name(&self) -> &LocalName {
        self.local
    }
}

/// The names that were numbered last, by the hash that an atom carries: an atom compares as one word.
struct Recent {
    slots: Vec<(LocalName, u32)>,
}

impl Recent {
    const SLOTS: usize = 512;

    fn new() -> Self {
        Recent { slots: vec![(LocalName::default(), 0); Self::SLOTS] }
    }

    fn number(&mut self, document: &mut Document, local: &LocalName) -> u32 {
        let slot = &mut self.slots[local.get_hash() as usize % Self::SLOTS];
        if slot.0 != *local {
            *slot = (local.clone(), document.names.intern(local));
        }
        slot.1
    }
}

struct ArenaSink {
    document: RefCell<Document>,
    recent: RefCell<Recent>,
}

impl ArenaSink {
    fn attribute_name(&self, document: &mut Document, name: &QualName) -> u32 {
        match &name.prefix {
            Some(prefix) if !prefix.is_empty() => {
                let full = format!("{prefix}:{}", name.local);
                document.names.intern(&full)
            }
            _ => self.recent.borrow_mut().number(document, &name.local),
        }
    }
}

impl TreeSink for ArenaSink {
    type Handle = Handle;
    type Output = Document;
    type ElemName<'a> = HandleName<'a>;

    fn finish(self) -> Document {
        self.document.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle::plain(0)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> HandleName<'a> {
        HandleName { namespace: &target.namespace, local: &target.local }
    }

    fn create_element(&self, name: QualName, attributes: Vec<ParsedAttribute>, flags: ElementFlags) -> Handle {
        let document = &mut *self.document.borrow_mut();
        let first = document.attributes.len() as u32;
        for attribute in &attributes {
            let name = self.attribute_name(document, &attribute.name);
            let value = document.store(&attribute.value);
            document.attributes.push(Attribute { name, value });
        }
        let namespace = match name.ns {
            ns!(html) => Namespace::Html,
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Other,
        };
        let number = self.recent.borrow_mut().number(document, &name.local);
        let id = document.push_element(namespace, number, first);
        if flags.mathml_annotation_xml_integration_point {
            document.integration_points.insert(id);
        }
        Handle { id, namespace: name.ns, local: name.local }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Handle::plain(self.document.borrow_mut().push(Kind::Comment, Namespace::Html, 0, (0, 0)))
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Handle::plain(self.document.borrow_mut().push(Kind::ProcessingInstruction, Namespace::Html, 0, (0, 0)))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let document = &mut *self.document.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => document.append(parent.id, node.id),
            NodeOrText::AppendText(text) => document.append_text(parent.id, &text),
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let attached = element.id != VOID && self.document.borrow().node(element.id).parent != crate::snapshot::NO_NODE;
        if attached {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {
        let document = &mut *self.document.borrow_mut();
        let doctype = document.push(Kind::Doctype, Namespace::Html, 0, (0, 0));
        document.append(0, doctype);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        // Template contents are no part of the page. They hang below a detached node of their own.
        let document = &mut *self.document.borrow_mut();
        let contents = if let Some(contents) = document.shadow_roots.get(&target.id) {
            *contents
        } else {
            let contents = document.push(Kind::Document, Namespace::Html, 0, (0, 0));
            document.shadow_roots.insert(target.id, contents);
            contents
        };
        Handle::plain(contents)
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.document.borrow_mut().quirks = mode == QuirksMode::Quirks;
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let document = &mut *self.document.borrow_mut();
        match new_node {
            NodeOrText::AppendNode(node) => {
                document.detach(node.id);
                document.insert_before(sibling.id, node.id);
            }
            NodeOrText::AppendText(text) => document.insert_text_before(sibling.id, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<ParsedAttribute>) {
        let document = &mut *self.document.borrow_mut();
        for attribute in attributes {
            let name = self.attribute_name(document, &attribute.name);
            document.add_late_attribute(target.id, name, &attribute.value);
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.document.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        self.document.borrow_mut().reparent_children(node.id, new_parent.id);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.document.borrow().integration_points.contains(&handle.id)
    }

    fn attach_declarative_shadow(&self, host: &Handle, template: &Handle, attributes: &[ParsedAttribute]) -> bool {
        let document = &mut *self.document.borrow_mut();
        if host.id == VOID || document.shadow_roots.contains_key(&host.id) || !can_host(document, host.id) {
            return false;
        }
        let closed = attributes.iter().any(|attribute| {
            attribute.name.local == *"shadowrootmode" && attribute.value.eq_ignore_ascii_case("closed")
        });
        let kind = if closed { Kind::ClosedShadowRoot } else { Kind::ShadowRoot };
        let root = document.push(kind, Namespace::Html, 0, (0, 0));
        if root == VOID {
            return false;
        }
        document.nodes[root as usize].parent = host.id;
        document.shadow_roots.insert(host.id, root);
        // The parser goes on to fill the contents of the template, which are the shadow tree.
        document.shadow_roots.insert(template.id, root);
        true
    }
}

/// Whether an element may have a shadow root (the DOM standard's list, and names with a hyphen).
fn can_host(document: &Document, host: NodeId) -> bool {
    const HOSTS: [u32; 18] = [
        name::ARTICLE,
        name::ASIDE,
        name::BLOCKQUOTE,
        name::BODY,
        name::DIV,
        name::FOOTER,
        name::H1,
        name::H2,
        name::H3,
        name::H4,
        name::H5,
        name::H6,
        name::HEADER,
        name::MAIN,
        name::NAV,
        name::P,
        name::SECTION,
        name::SPAN,
    ];
    let node = document.node(host);
    node.namespace == Namespace::Html && (HOSTS.contains(&node.name) || document.names.text(node.name).contains('-'))
}
