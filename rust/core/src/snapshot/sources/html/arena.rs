//! The tree that an HTML parser builds: linked nodes in one vector, all strings in one arena.
//!
//! It exists between parsing and sealing only. Tree construction moves nodes about (foster parenting, the adoption
//! agency), so that it needs links; readers need order, so that [`flatten`](super::flatten) turns it into columns.

use std::collections::{HashMap, HashSet};

use crate::snapshot::columns::{MAX_ARENA, MAX_NODES};
use crate::snapshot::{Kind, NO_NODE, Names, Namespace, NodeId, Span, name};

/// Given out in place of a node when the page has too many; whatever is attached to it is dropped.
pub(crate) const VOID: NodeId = NO_NODE - 1;

/// A value at least this long is looked up before it is stored again: tree construction copies the attributes of
/// formatting elements, and a page must not multiply a megabyte by ten thousand.
pub(crate) const SHARED_VALUE: usize = 128;

pub(crate) struct Node {
    pub(crate) parent: NodeId,
    pub(crate) first_child: NodeId,
    pub(crate) last_child: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    pub(crate) name: u32,
    /// Elements: first attribute and their number. Texts: first and last chunk.
    pub(crate) data: (u32, u32),
    /// Distance from the document when the node was attached.
    depth: u32,
    /// Which of the attributes that are asked for most it has ([`asked_often`]).
    has: u8,
    pub(crate) kind: Kind,
    pub(crate) namespace: Namespace,
}

#[derive(Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: u32,
    pub(crate) value: Span,
}

/// A piece of a text node; pieces are chained because a text node can grow after others were stored.
pub(crate) struct Chunk {
    pub(crate) span: Span,
    pub(crate) next: u32,
}

/// A parsed document.
pub(crate) struct Document {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) arena: String,
    pub(crate) names: Names,
    /// Attributes that came after the element (`<html>` and `<body>` repeated).
    pub(crate) late_attributes: HashMap<NodeId, Vec<Attribute>>,
    late_names: HashSet<(NodeId, u32)>,
    /// Shadow root of a host, its mode being the kind of the root.
    pub(crate) shadow_roots: HashMap<NodeId, NodeId>,
    /// `annotation-xml` elements whose content is HTML.
    pub(crate) integration_points: HashSet<NodeId>,
    pub(crate) quirks: bool,
    /// Set when nodes or text had to be dropped.
    pub(crate) overflow: bool,
    shared: HashMap<(u32, u64), Span>,
    /// Depth of the element that was attached last.
    pub(crate) last_depth: u32,
    node_limit: usize,
}

impl Document {
    pub(crate) fn new(input_bytes: usize) -> Self {
        let mut document = Document {
            nodes: Vec::with_capacity(input_bytes / 24 + 8),
            attributes: Vec::with_capacity(input_bytes / 64),
            chunks: Vec::with_capacity(input_bytes / 48),
            arena: String::with_capacity(input_bytes / 2),
            names: Names::new(),
            late_attributes: HashMap::new(),
            late_names: HashSet::new(),
            shadow_roots: HashMap::new(),
            integration_points: HashSet::new(),
            quirks: false,
            overflow: false,
            shared: HashMap::new(),
            last_depth: 0,
            // Tree construction can copy formatting elements without end; a page has no more nodes than characters.
            node_limit: MAX_NODES.min(input_bytes + 4096),
        };
        document.push(Kind::Document, Namespace::Html, 0, (0, 0));
        document
    }

    pub(crate) fn push(&mut self, kind: Kind, namespace: Namespace, name: u32, data: (u32, u32)) -> NodeId {
        if self.nodes.len() >= self.node_limit {
            self.overflow = true;
            return VOID;
        }
        let none = NO_NODE;
        self.nodes.push(Node {
            parent: none,
            first_child: none,
            last_child: none,
            previous: none,
            next: none,
            name,
            data,
            depth: 0,
            has: 0,
            kind,
            namespace,
        });
        self.nodes.len() as NodeId - 1
    }

    /// Adds an element, whose attributes are the ones from `first` on.
    pub(crate) fn push_element(&mut self, namespace: Namespace, name: u32, first: u32) -> NodeId {
        let attributes = &self.attributes[first as usize..];
        let has = attributes.iter().fold(0, |has, attribute| has | asked_often(attribute.name));
        let id = self.push(Kind::Element, namespace, name, (first, attributes.len() as u32));
        if id != VOID {
            self.node_mut(id).has = has;
        }
        id
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Stores a string; an empty span when the arena is full.
    pub(crate) fn store(&mut self, text: &str) -> Span {
        if text.is_empty() {
            return Span::default();
        }
        if text.len() < SHARED_VALUE {
            return self.store_anew(text);
        }
        let key = (text.len() as u32, fingerprint(text.as_bytes()));
        if let Some(span) = self.shared.get(&key).copied()
            && self.arena[span.range()] == *text
        {
            return span;
        }
        let span = self.store_anew(text);
        self.shared.insert(key, span);
        span
    }

    fn store_anew(&mut self, text: &str) -> Span {
        if self.arena.len() + text.len() > MAX_ARENA {
            self.overflow = true;
            return Span::default();
        }
        let start = self.arena.len() as u32;
        self.arena.push_str(text);
        Span { start, length: text.len() as u32 }
    }

    /// Adds text to the end of a text node.
    fn extend_text(&mut self, node: NodeId, text: &str) {
        let span = self.store_anew(text);
        if span.length == 0 {
            return;
        }
        let last = self.node(node).data.1;
        let tail = &mut self.chunks[last as usize];
        if tail.span.start + tail.span.length == span.start {
            tail.span.length += span.length;
            return;
        }
        self.chunks.push(Chunk { span, next: NO_NODE });
        let chunk = self.chunks.len() as u32 - 1;
        self.chunks[last as usize].next = chunk;
        self.node_mut(node).data.1 = chunk;
    }

    fn new_text(&mut self, text: &str) -> NodeId {
        let span = self.store_anew(text);
        self.chunks.push(Chunk { span, next: NO_NODE });
        let chunk = self.chunks.len() as u32 - 1;
        self.push(Kind::Text, Namespace::Html, 0, (chunk, chunk))
    }

    /// The text of a text node, joined.
    pub(crate) fn text_pieces(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let mut chunk = self.node(node).data.0;
        std::iter::from_fn(move || {
            let piece = self.chunks.get(chunk as usize)?;
            chunk = piece.next;
            Some(&self.arena[piece.span.range()])
        })
    }

    fn note_depth(&mut self, parent: NodeId, child: NodeId) {
        let depth = self.node(parent).depth + 1;
        self.node_mut(child).depth = depth;
        if self.node(child).kind == Kind::Element {
            self.last_depth = depth;
        }
    }

    pub(crate) fn append(&mut self, parent: NodeId, child: NodeId) {
        if parent == VOID || child == VOID {
            return;
        }
        let last = self.node(parent).last_child;
        self.note_depth(parent, child);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous = last;
        node.next = NO_NODE;
        if last == NO_NODE {
            self.node_mut(parent).first_child = child;
        } else {
            self.node_mut(last).next = child;
        }
        self.node_mut(parent).last_child = child;
    }

    pub(crate) fn append_text(&mut self, parent: NodeId, text: &str) {
        if parent == VOID || text.is_empty() {
            return;
        }
        let last = self.node(parent).last_child;
        if last != NO_NODE && self.node(last).kind == Kind::Text {
            self.extend_text(last, text);
        } else {
            let child = self.new_text(text);
            self.append(parent, child);
        }
    }

    pub(crate) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        if sibling == VOID || child == VOID {
            return;
        }
        let (parent, previous) = (self.node(sibling).parent, self.node(sibling).previous);
        if parent == NO_NODE {
            return;
        }
        self.note_depth(parent, child);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous = previous;
        node.next = sibling;
        self.node_mut(sibling).previous = child;
        if previous == NO_NODE {
            self.node_mut(parent).first_child = child;
        } else {
            self.node_mut(previous).next = child;
        }
    }

    pub(crate) fn insert_text_before(&mut self, sibling: NodeId, text: &str) {
        if sibling == VOID || text.is_empty() || self.node(sibling).parent == NO_NODE {
            return;
        }
        let previous = self.node(sibling).previous;
        if previous != NO_NODE && self.node(previous).kind == Kind::Text {
            self.extend_text(previous, text);
        } else {
            let child = self.new_text(text);
            self.insert_before(sibling, child);
        }
    }

    pub(crate) fn detach(&mut self, id: NodeId) {
        if id == VOID {
            return;
        }
        let (parent, previous, next) = {
            let node = self.node_mut(id);
            let links = (node.parent, node.previous, node.next);
            node.parent = NO_NODE;
            node.previous = NO_NODE;
            node.next = NO_NODE;
            links
        };
        if parent == NO_NODE {
            return;
        }
        if previous == NO_NODE {
            self.node_mut(parent).first_child = next;
        } else {
            self.node_mut(previous).next = next;
        }
        if next == NO_NODE {
            self.node_mut(parent).last_child = previous;
        } else {
            self.node_mut(next).previous = previous;
        }
    }

    pub(crate) fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        if from == VOID || to == VOID {
            return;
        }
        let mut child = self.node(from).first_child;
        while child != NO_NODE {
            let next = self.node(child).next;
            self.detach(child);
            self.append(to, child);
            child = next;
        }
    }

    /// Adds an attribute to an element that is already in the tree, unless it has one of that name.
    pub(crate) fn add_late_attribute(&mut self, node: NodeId, name: u32, value: &str) {
        if node == VOID || self.attributes_of(node).iter().any(|attribute| attribute.name == name) {
            return;
        }
        self.node_mut(node).has |= asked_often(name);
        if self.late_names.insert((node, name)) {
            let value = self.store(value);
            self.late_attributes.entry(node).or_default().push(Attribute { name, value });
        }
    }

    /// The attributes that the start tag had.
    pub(crate) fn attributes_of(&self, node: NodeId) -> &[Attribute] {
        let node = self.node(node);
        if node.kind != Kind::Element {
            return &[];
        }
        &self.attributes[node.data.0 as usize..(node.data.0 + node.data.1) as usize]
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, node: NodeId, name: u32) -> Option<&str> {
        let bit = asked_often(name);
        if bit != 0 && self.node(node).has & bit == 0 {
            return None;
        }
        let own = self.attributes_of(node).iter().find(|attribute| attribute.name == name);
        let found = own.or_else(|| self.late_attributes_of(node).iter().find(|attribute| attribute.name == name))?;
        Some(&self.arena[found.value.range()])
    }

    /// The attributes that were added to an element later; only `html` and `body` get any.
    pub(crate) fn late_attributes_of(&self, node: NodeId) -> &[Attribute] {
        if self.late_attributes.is_empty() {
            return &[];
        }
        self.late_attributes.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The shadow root of an element.
    pub(crate) fn shadow_root(&self, host: NodeId) -> Option<NodeId> {
        if self.shadow_roots.is_empty() {
            return None;
        }
        self.shadow_roots.get(&host).copied().filter(|root| self.node(*root).parent == host)
    }

    /// Whether the node is the HTML element with this name.
    pub(crate) fn is_html(&self, id: NodeId, name: u32) -> bool {
        let node = self.node(id);
        node.kind == Kind::Element && node.name == name && node.namespace == Namespace::Html
    }
}

/// The bit of an attribute that is asked for at every element; 0 for all others.
fn asked_often(name: u32) -> u8 {
    match name {
        name::ID => 1,
        name::CLASS => 2,
        name::STYLE => 4,
        name::HIDDEN => 8,
        name::POPOVER => 16,
        name::SRCDOC => 32,
        _ => 0,
    }
}

/// A hash of a long value by samples: constant cost, and the caller compares in full.
fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let step = bytes.len() / 64 + 1;
    for byte in bytes.iter().step_by(step).chain(bytes.iter().rev().take(16)) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

impl Document {
    /// Makes every text node one piece, so that it can be a span.
    pub(crate) fn join_texts(&mut self) {
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            if node.kind != Kind::Text || node.data.0 == node.data.1 {
                continue;
            }
            let first = node.data.0;
            let start = self.arena.len();
            let mut chunk = first;
            while let Some(piece) = self.chunks.get(chunk as usize) {
                if self.arena.len() + piece.span.length as usize > MAX_ARENA {
                    self.overflow = true;
                    break;
                }
                self.arena.extend_from_within(piece.span.range());
                chunk = piece.next;
            }
            let length = (self.arena.len() - start) as u32;
            self.chunks[first as usize] = Chunk { span: Span { start: start as u32, length }, next: NO_NODE };
            self.nodes[index].data.1 = first;
        }
    }
}
