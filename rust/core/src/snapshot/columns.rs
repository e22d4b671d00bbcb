//! A page as a struct of arrays in document order, so that a walk touches memory once and in order.
//!
//! Nodes are numbered in preorder; `end[n]` is the number after the last descendant of `n`, which makes "skip this
//! subtree" and "next sibling" one look-up, and needs no recursion at any depth. Strings live in one arena.

use super::{Names, Style};
use crate::report::{Geometry, LimitFired, Source};

/// Number of a node in document order.
pub(crate) type NodeId = u32;

/// Stands for "no node".
pub(crate) const NO_NODE: NodeId = u32::MAX;

/// Most nodes that a snapshot holds.
pub(crate) const MAX_NODES: usize = 1 << 27;

/// Most bytes of text and attribute values that a snapshot holds.
pub(crate) const MAX_ARENA: usize = 1 << 30;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Document = 0,
    Element = 1,
    Text = 2,
    Comment = 3,
    ProcessingInstruction = 4,
    Doctype = 5,
    /// An open shadow root; it comes before the light children of its host.
    ShadowRoot = 6,
    /// A closed shadow root.
    ClosedShadowRoot = 7,
    /// The document of a frame; it is a child of the frame element.
    FrameDocument = 8,
}

impl Kind {
    /// Whether it is a shadow root, open or closed.
    pub(crate) fn is_shadow_root(self) -> bool {
        matches!(self, Kind::ShadowRoot | Kind::ClosedShadowRoot)
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Kind::Document,
            1 => Kind::Element,
            2 => Kind::Text,
            3 => Kind::Comment,
            4 => Kind::ProcessingInstruction,
            5 => Kind::Doctype,
            6 => Kind::ShadowRoot,
            7 => Kind::ClosedShadowRoot,
            8 => Kind::FrameDocument,
            _ => return None,
        })
    }
}

/// The namespace of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Namespace {
    Html = 0,
    Svg = 1,
    MathMl = 2,
    Other = 3,
}

impl Namespace {
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Namespace::Html,
            1 => Namespace::Svg,
            2 => Namespace::MathMl,
            3 => Namespace::Other,
            _ => return None,
        })
    }
}

/// A piece of the arena, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl Span {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// Where a snapshot came from and what was already cut when it was captured.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    pub(crate) source: Source,
    /// The address of the page; the firewall rewrites it like every other URL.
    pub(crate) url: Option<String>,
    /// Name of the character encoding that was used, empty for text input.
    pub(crate) encoding: &'static str,
    /// Limits that fired during the capture.
    pub(crate) limits: Vec<LimitFired>,
    /// Whether class and id compare without ASCII case.
    pub(crate) quirks: bool,
    /// What only a capture of a live page knows.
    pub(crate) captured: Option<Captured>,
}

/// What a capture of a live page says about itself.
#[derive(Debug, Clone)]
pub(crate) struct Captured {
    pub(crate) geometry: Geometry,
    /// The element that the selector of the capture found: nothing else was captured.
    pub(crate) scope: Option<NodeId>,
    /// How many elements that selector matched; `None` when the whole page was captured.
    pub(crate) matched: Option<u32>,
    /// Frames without a document, with what became of them, in document order.
    pub(crate) unread_frames: Vec<(NodeId, &'static str)>,
    /// Closed shadow roots that were not read.
    pub(crate) closed_shadow: u32,
    pub(crate) only_mounted_rows: bool,
    /// Hidden text was not counted to its end.
    pub(crate) hidden_is_lower_bound: bool,
}

impl Default for Captured {
    fn default() -> Self {
        Captured {
            geometry: Geometry::Unchecked,
            scope: None,
            matched: None,
            unread_frames: Vec::new(),
            closed_shadow: 0,
            only_mounted_rows: false,
            hidden_is_lower_bound: false,
        }
    }
}

/// A captured page. Only the snapshot and firewall rooms can reach the fields' content.
#[derive(Clone)]
pub(crate) struct Columns {
    pub(crate) kind: Vec<Kind>,
    pub(crate) namespace: Vec<Namespace>,
    /// Element name (index into `names`), 0 for other nodes.
    pub(crate) name: Vec<u32>,
    pub(crate) parent: Vec<NodeId>,
    /// One after the last descendant.
    pub(crate) end: Vec<NodeId>,
    /// Text of text nodes, empty span for others.
    pub(crate) text: Vec<Span>,
    pub(crate) style: Vec<Style>,
    /// First attribute of each node; one entry more than there are nodes.
    pub(crate) attribute_start: Vec<u32>,
    pub(crate) attribute_name: Vec<u32>,
    pub(crate) attribute_value: Vec<Span>,
    /// The source's own number of the node; empty when the source has none.
    pub(crate) backend_key: Vec<u64>,
    /// Layout boxes (x, y, width, height in CSS pixels) of the nodes that have one, sorted by node.
    pub(crate) boxes: Vec<(NodeId, [f32; 4])>,
    /// UTF-16 units of hidden content below a node that the capture left out, sorted by node.
    pub(crate) elided: Vec<(NodeId, u32)>,
    pub(crate) names: Names,
    pub(crate) arena: String,
    pub(crate) origin: Origin,
}

impl Columns {
    pub(crate) fn empty(origin: Origin) -> Self {
        Columns {
            kind: Vec::new(),
            namespace: Vec::new(),
            name: Vec::new(),
            parent: Vec::new(),
            end: Vec::new(),
            text: Vec::new(),
            style: Vec::new(),
            attribute_start: vec![0],
            attribute_name: Vec::new(),
            attribute_value: Vec::new(),
            backend_key: Vec::new(),
            boxes: Vec::new(),
            elided: Vec::new(),
            names: Names::new(),
            arena: String::new(),
            origin,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.kind.len()
    }

    pub(crate) fn str(&self, span: Span) -> &str {
        &self.arena[span.range()]
    }

    /// The attributes of a node as (name index, value).
    pub(crate) fn attributes(&self, node: NodeId) -> impl Iterator<Item = (u32, &str)> {
        self.attribute_range(node).map(|index| (self.attribute_name[index], self.str(self.attribute_value[index])))
    }

    pub(crate) fn attribute_range(&self, node: NodeId) -> std::ops::Range<usize> {
        self.attribute_start[node as usize] as usize..self.attribute_start[node as usize + 1] as usize
    }

    /// The value of one attribute.
    pub(crate) fn attribute(&self, node: NodeId, name: u32) -> Option<&str> {
        self.attributes(node).find(|(candidate, _)| *candidate == name).map(|(_, value)| value)
    }

    /// Stores a string; gives `None` when the arena is full.
    pub(crate) fn store(&mut self, text: &str) -> Option<Span> {
        if self.arena.len() + text.len() > MAX_ARENA {
            return None;
        }
        let start = self.arena.len() as u32;
        self.arena.push_str(text);
        Some(Span { start, length: text.len() as u32 })
    }

    /// The children of a node, in order.
    pub(crate) fn children(&self, node: NodeId) -> Children<'_> {
        Children { columns: self, next: node + 1, end: self.end[node as usize] }
    }

    pub(crate) fn is_element(&self, node: NodeId) -> bool {
        self.kind[node as usize] == Kind::Element
    }

    /// Whether the node is the HTML element with this name.
    pub(crate) fn is_html(&self, node: NodeId, name: u32) -> bool {
        let index = node as usize;
        self.kind[index] == Kind::Element && self.name[index] == name && self.namespace[index] == Namespace::Html
    }
}

/// Iterator over children.
pub(crate) struct Children<'a> {
    columns: &'a Columns,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let node = self.next;
        self.next = self.columns.end[node as usize];
        Some(node)
    }
}
