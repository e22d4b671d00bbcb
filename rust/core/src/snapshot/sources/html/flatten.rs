//! From the parser's tree to columns: document order, computed style, shadow trees and `srcdoc` frames in place.
//!
//! One iterative walk does it all, so that a page may nest as deep as it likes.

use std::time::Instant;

use super::arena::Document;
use super::cascade::{self, Cascade, Filter};
use super::sink::HtmlParser;
use super::{compute, declarations, ua_sheet};
use crate::report::LimitFired;
use crate::snapshot::columns::{MAX_ARENA, MAX_NODES};
use crate::snapshot::{Columns, Display, Flag, Kind, NO_NODE, NodeId, Span, Style, name};

/// How many `srcdoc` frames may stand inside each other.
const MAX_FRAME_DEPTH: usize = 8;

/// An element that is being walked.
struct Open {
    /// Next child in the arena.
    next: NodeId,
    /// Its number in the columns.
    number: NodeId,
    style: Style,
    filter: Filter,
    /// Which rules apply below: the document's or a shadow tree's.
    scope: NodeId,
    /// The frame document to read before this element ends.
    frame: Option<String>,
}

/// A document while it is walked.
struct Layer {
    document: Document,
    cascade: Cascade,
    open: Vec<Open>,
    /// Where its arena will begin in the snapshot's.
    offset: u32,
    /// Its place among the arenas.
    place: usize,
    /// From its name numbers to the snapshot's; empty when they are the same.
    names: Vec<u32>,
}

/// What the walk over all documents shares.
struct Walk<'a> {
    columns: &'a mut Columns,
    arenas: Vec<String>,
    arena_bytes: usize,
    matched: Vec<declarations::Declaration>,
    overflow: bool,
}

/// Appends a parsed document, with everything in it, to empty columns.
pub(super) fn flatten(document: Document, columns: &mut Columns, parser: &dyn HtmlParser, deadline: Option<Instant>) {
    columns.origin.quirks = document.quirks;
    columns.names = document.names.clone();
    columns.reserve(document.nodes.len(), document.attributes.len());
    let mut walk = Walk { columns, arenas: Vec::new(), arena_bytes: 0, matched: Vec::new(), overflow: false };
    let mut style_work = false;
    let mut layers: Vec<Layer> = Vec::new();
    layers.extend(walk.start(document, Kind::Document, NO_NODE));
    while let Some(mut layer) = layers.pop() {
        if let Some((html, host)) = walk.step(&mut layer, layers.len()) {
            let (inner, cut) = parser.parse(&html, true, deadline);
            walk.overflow |= cut;
            layers.push(layer);
            layers.extend(walk.start(inner, Kind::FrameDocument, host));
        } else {
            style_work |= layer.cascade.exhausted();
            walk.arenas[layer.place] = layer.document.arena;
        }
    }
    let Walk { arenas, overflow, columns, .. } = walk;
    let mut arenas = arenas.into_iter();
    columns.arena = arenas.next().unwrap_or_default();
    columns.arena.extend(arenas);
    if overflow {
        columns.origin.limits.push(LimitFired { limit: "max_nodes", value: MAX_NODES as u64 });
    }
    if style_work {
        columns.origin.limits.push(LimitFired { limit: "style_work", value: cascade::MAX_WORK });
    }
}

impl Columns {
    fn reserve(&mut self, nodes: usize, attributes: usize) {
        self.kind.reserve(nodes);
        self.namespace.reserve(nodes);
        self.name.reserve(nodes);
        self.parent.reserve(nodes);
        self.end.reserve(nodes);
        self.text.reserve(nodes);
        self.style.reserve(nodes);
        self.attribute_start.reserve(nodes);
        self.attribute_name.reserve(attributes);
        self.attribute_value.reserve(attributes);
    }

    /// Adds a node without attributes; its end is set when it is known.
    fn push_node(&mut self, kind: Kind, parent: NodeId, text: Span, style: Style) -> NodeId {
        let number = self.len() as NodeId;
        self.kind.push(kind);
        self.namespace.push(crate::snapshot::Namespace::Html);
        self.name.push(0);
        self.parent.push(parent);
        self.end.push(number + 1);
        self.text.push(text);
        self.style.push(style);
        self.attribute_start.push(self.attribute_name.len() as u32);
        number
    }
}

impl Walk<'_> {
    /// Begins a document; `None` when there is no room for its strings.
    fn start(&mut self, mut document: Document, kind: Kind, parent: NodeId) -> Option<Layer> {
        document.join_texts();
        self.overflow |= document.overflow;
        if self.arena_bytes + document.arena.len() > MAX_ARENA {
            self.overflow = true;
            return None;
        }
        let names = if self.arenas.is_empty() {
            Vec::new()
        } else {
            (0..document.names.len() as u32).map(|name| self.columns.names.intern(document.names.text(name))).collect()
        };
        let offset = self.arena_bytes as u32;
        self.arena_bytes += document.arena.len();
        let place = self.arenas.len();
        self.arenas.push(String::new());
        let style = Style::default().with_display(Display::Block);
        let number = self.columns.push_node(kind, parent, Span::default(), style);
        let next = document.node(0).first_child;
        let open = vec![Open { next, number, style, filter: Filter::default(), scope: 0, frame: None }];
        let cascade = Cascade::collect(&document);
        Some(Layer { document, cascade, open, offset, place, names })
    }

    /// Walks a document until it ends (`None`) or a frame document comes first (its HTML and the frame's number).
    fn step(&mut self, layer: &mut Layer, depth: usize) -> Option<(String, NodeId)> {
        while let Some(top) = layer.open.last_mut() {
            if top.next == NO_NODE {
                if let Some(html) = top.frame.take() {
                    return Some((html, top.number));
                }
                self.columns.end[top.number as usize] = self.columns.len() as NodeId;
                layer.open.pop();
                continue;
            }
            let id = top.next;
            let (parent, parent_style, scope, filter) = (top.number, top.style, top.scope, top.filter);
            let node = layer.document.node(id);
            top.next = node.next;
            match node.kind {
                Kind::Element => self.element(layer, id, parent, parent_style, scope, filter, depth),
                Kind::Text => {
                    let span = layer.document.chunks[node.data.0 as usize].span;
                    let span = Span { start: span.start + layer.offset, length: span.length };
                    self.columns.push_node(Kind::Text, parent, span, Style::default());
                }
                // Comments and the like hold no readable text; they are left out so that nothing can read them.
                _ => {}
            }
        }
        None
    }

    #[allow(clippy::too_many_arguments)]
    fn element(
        &mut self,
        layer: &mut Layer,
        id: NodeId,
        parent: NodeId,
        parent_style: Style,
        scope: NodeId,
        filter: Filter,
        depth: usize,
    ) {
        let document = &layer.document;
        let element = document.node(id);
        let inherited = ua_sheet::inherit(parent_style);
        let base = ua_sheet::style(document, id, inherited);
        self.matched.clear();
        let generated = layer.cascade.declarations(document, id, scope, &filter, &mut self.matched);
        let style = compute::compute(base, inherited, parent_style, self.matched.iter())
            .with(Flag::FirstLetterUpper, generated.first_letter)
            .with(Flag::ContentBefore, generated.before)
            .with(Flag::ContentAfter, generated.after);
        let style = ua_sheet::whatever_the_page_says(document, id, style);
        let number = self.columns.push_node(Kind::Element, parent, Span::default(), style);
        self.columns.namespace[number as usize] = element.namespace;
        let map = |name: u32| layer.names.get(name as usize).copied().unwrap_or(name);
        self.columns.name[number as usize] = map(element.name);
        for attribute in document.attributes_of(id).iter().chain(document.late_attributes_of(id)) {
            let value = Span { start: attribute.value.start + layer.offset, length: attribute.value.length };
            self.columns.attribute_name.push(map(attribute.name));
            self.columns.attribute_value.push(value);
        }
        self.columns.attribute_start[number as usize + 1] = self.columns.attribute_name.len() as u32;
        let mut frame = None;
        if document.is_html(id, name::IFRAME) && depth < MAX_FRAME_DEPTH {
            frame = document.attribute(id, name::SRCDOC).map(str::to_owned);
        }
        let shadow = document.shadow_root(id);
        let next = element.first_child;
        if next == NO_NODE && frame.is_none() && shadow.is_none() {
            return;
        }
        let below = if layer.cascade.is_empty() { filter } else { cascade::extend_filter(document, id, filter) };
        layer.open.push(Open { next, number, style, filter: below, scope, frame });
        if let Some(root) = shadow {
            let node = document.node(root);
            let (kind, next) = (node.kind, node.first_child);
            let number = self.columns.push_node(kind, number, Span::default(), Style::default());
            layer.open.push(Open { next, number, style, filter: Filter::default(), scope: root, frame: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::snapshot::{HtmlInput, Kind, ParseOptions, parse_html};
    use crate::{Policy, Snapshot};

    fn page(html: &str) -> Snapshot {
        parse_html(HtmlInput::Text(html), &ParseOptions::default()).unwrap().release(&Policy::default()).unwrap()
    }

    #[test]
    fn shadow_trees_and_frames_stand_in_their_hosts() {
        let page = page(
            "<div><template shadowrootmode=open><b>in</b><slot></slot></template>light</div>\
             <iframe srcdoc='<p lang=de>inner'></iframe>",
        );
        let columns = page.columns();
        let kinds: Vec<Kind> = columns.kind.clone();
        let root = kinds.iter().position(|kind| *kind == Kind::ShadowRoot).unwrap();
        assert_eq!(columns.names.text(columns.name[columns.parent[root] as usize]), "div");
        let frame = kinds.iter().position(|kind| *kind == Kind::FrameDocument).unwrap();
        assert_eq!(columns.names.text(columns.name[columns.parent[frame] as usize]), "iframe");
        assert_eq!(columns.end[frame] as usize, columns.len());
        let last = columns.len() - 1;
        assert_eq!(columns.str(columns.text[last]), "inner");
    }

    #[test]
    fn ends_enclose_subtrees() {
        let page = page("<ul><li>a<li>b<ul><li>c</ul></ul><p>d");
        let columns = page.columns();
        for node in 1..columns.len() as u32 {
            let parent = columns.parent[node as usize];
            assert!(parent < node && columns.end[node as usize] <= columns.end[parent as usize]);
        }
    }
}
