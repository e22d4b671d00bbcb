//! From the answers of all frames to one sealed page.
//!
//! The answer of the main document comes with marks where frames (and closed shadow roots) stand that it could not read
//! in place; their own answers are decoded at those marks. One loop with a stack of streams does it, so that frames may
//! nest as deep as they like.

use std::collections::HashMap;

use super::reader::{Head, LATE, Record, Records, SENTINEL, Tail};
use crate::Error;
use crate::firewall::REDACTED;
use crate::report::{Geometry, LimitFired, Source};
use crate::snapshot::columns::{Captured, MAX_NODES};
use crate::snapshot::wire::push_lossy;
use crate::snapshot::{Columns, Display, Kind, NO_NODE, Namespace, NodeId, Origin, RawSnapshot, Span, Style};

/// What the driver got from a live page. The answers are bytes of UTF-8 in which lone surrogates may stand.
#[derive(Debug, Clone, Copy)]
pub struct Capture<'a> {
    /// The answer of the main document.
    pub main: &'a [u8],
    /// The answers of frames and closed shadow roots, in any order.
    pub inner: &'a [&'a [u8]],
    /// What became of frames that gave no answer: a status of the report's `frames`.
    pub unread: &'a str,
    /// Closed shadow roots that are known to be there and were not read.
    pub closed_shadow: u32,
    /// The limits of the reading, for the report.
    pub max_chars: u64,
    /// See `max_chars`.
    pub max_nodes: u64,
    /// See `max_chars`.
    pub timeout_ms: u64,
}

/// Decodes what a live page answered.
///
/// An answer that was cut, or is damaged from some point on, gives the page until there, with the limit in the report.
///
/// # Errors
/// [`Error::Snapshot`] when the answer of the main document is none of the collector's;
/// [`Error::Timeout`] when the reading had expired before it began.
pub fn decode_capture(capture: &Capture<'_>) -> Result<RawSnapshot, Error> {
    if capture.main == LATE.as_bytes() {
        return Err(Error::Timeout { timeout_ms: capture.timeout_ms });
    }
    let main = text_of(capture.main);
    let inner: Vec<String> = capture.inner.iter().map(|bytes| text_of(bytes)).collect();
    let mut streams: HashMap<&str, &str> = HashMap::new();
    let mut heads: Vec<(Head, &str)> = Vec::with_capacity(inner.len());
    for text in &inner {
        // An inner answer that is none is a frame without an answer.
        if let Ok((head, _)) = Records::begin(text) {
            heads.push((head, text));
        }
    }
    for (head, text) in &heads {
        streams.insert(&head.path, text);
    }
    let (columns, matched) = assemble(&main, streams.clone(), capture)?;
    if matched != Some(0) {
        return Ok(RawSnapshot::seal(columns));
    }
    // The scope is not in the main document: it may be in a frame of another origin.
    let url = columns.origin.url.clone();
    for text in &inner {
        if let Ok((mut other, Some(1..))) = assemble(text, streams.clone(), capture) {
            other.origin.url = url;
            return Ok(RawSnapshot::seal(other));
        }
    }
    Ok(RawSnapshot::seal(columns))
}

/// The answer as text. Length in UTF-16 units is kept: a lone surrogate becomes one U+FFFD.
fn text_of(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut text = String::with_capacity(bytes.len());
    push_lossy(&mut text, bytes);
    text
}

/// A stream and what its numbers mean.
struct Layer<'a> {
    records: Records<'a>,
    path: String,
    names: Vec<u32>,
    styles: Vec<Style>,
    /// How many nodes were open when it began.
    base: usize,
}

impl<'a> Layer<'a> {
    fn new(records: Records<'a>, head: Head, base: usize) -> Self {
        Layer { records, path: head.path, names: Vec::new(), styles: Vec::new(), base }
    }
}

struct Assembly<'a> {
    columns: Columns,
    captured: Captured,
    open: Vec<NodeId>,
    capture: &'a Capture<'a>,
    scope_comes: bool,
}

type Assembled = (Columns, Option<u32>);

fn assemble(main: &str, mut streams: HashMap<&str, &str>, capture: &Capture<'_>) -> Result<Assembled, Error> {
    let (main_head, records) = Records::begin(main)?;
    let origin = Origin {
        source: Source::TreeWalker,
        url: Some(main_head.url.replace(SENTINEL, REDACTED)),
        encoding: "",
        limits: Vec::new(),
        quirks: main_head.quirks,
        captured: None,
    };
    let captured = Captured { closed_shadow: capture.closed_shadow, ..Captured::default() };
    let mut assembly =
        Assembly { columns: Columns::empty(origin), captured, open: Vec::new(), capture, scope_comes: false };
    assembly.push(Kind::Document, Namespace::Html, 0, Style::default().with_display(Display::Block));
    let mut layers = vec![Layer::new(records, main_head, assembly.open.len())];
    while let Some(layer) = layers.last_mut() {
        let Some(record) = layer.records.next() else {
            // Cut off without a tail: by a limit of the transport or by damage.
            assembly.limit("timeout_ms");
            assembly.end_layer(layer.base);
            layers.pop();
            continue;
        };
        match record {
            Record::Tail(text) => {
                assembly.tail(text, layers.len() == 1);
                if let Some(layer) = layers.pop() {
                    assembly.end_layer(layer.base);
                }
            }
            // Every answer is used once, so that no frame can hold itself.
            Record::Hole(path) => match streams.remove(path).map(Records::begin) {
                Some(Ok((head, records))) => {
                    let style = Style::default().with_display(Display::Block);
                    assembly.push(Kind::FrameDocument, Namespace::Html, 0, style);
                    layers.push(Layer::new(records, head, assembly.open.len()));
                }
                _ => assembly.unread(),
            },
            Record::Candidate(number) => {
                // Places within a closed root are numbered on from those around it.
                let frame = layer.path.split('#').next().unwrap_or_default();
                let path = format!("{frame}#{number}");
                if let Some(Ok((head, records))) = streams.remove(path.as_str()).map(Records::begin) {
                    assembly.push(Kind::ClosedShadowRoot, Namespace::Html, 0, Style::default());
                    layers.push(Layer::new(records, head, assembly.open.len()));
                }
            }
            other => {
                if assembly.record(layer, &other).is_none() {
                    assembly.limit("timeout_ms");
                    let base = layer.base;
                    layers.pop();
                    assembly.end_layer(base);
                }
            }
        }
    }
    assembly.end_layer(0);
    let matched = assembly.captured.matched;
    let mut columns = assembly.columns;
    columns.origin.captured = Some(assembly.captured);
    Ok((columns, matched))
}

impl Assembly<'_> {
    fn push(&mut self, kind: Kind, namespace: Namespace, name: u32, style: Style) -> NodeId {
        let node = self.columns.len() as NodeId;
        let parent = self.open.last().copied().unwrap_or(NO_NODE);
        self.columns.push(kind, namespace, name, parent, style);
        if kind != Kind::Text {
            self.open.push(node);
        }
        node
    }

    /// Stores a string of the page; what the collector covered reads as withheld.
    fn store(&mut self, text: &str) -> Option<Span> {
        if !text.contains(SENTINEL) {
            return self.columns.store(text);
        }
        self.columns.store(&text.replace(SENTINEL, REDACTED))
    }

    fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            self.columns.end[node as usize] = self.columns.len() as NodeId;
        }
    }

    /// Ends everything that a stream left open, its own document included.
    fn end_layer(&mut self, base: usize) {
        while self.open.len() >= base.max(1) {
            self.close();
        }
    }

    fn limit(&mut self, name: &'static str) {
        let value = match name {
            "max_chars" => self.capture.max_chars,
            "max_nodes" => self.capture.max_nodes,
            _ => self.capture.timeout_ms,
        };
        let limits = &mut self.columns.origin.limits;
        if !limits.iter().any(|fired| fired.limit == name) {
            limits.push(LimitFired { limit: name, value });
        }
    }

    fn tail(&mut self, text: &str, is_main: bool) {
        let Ok(tail) = serde_json::from_str::<Tail>(text) else { return self.limit("timeout_ms") };
        match tail.cut.as_deref() {
            None => {}
            Some("max_chars") => self.limit("max_chars"),
            Some("max_nodes") => self.limit("max_nodes"),
            Some(_) => self.limit("timeout_ms"),
        }
        self.captured.only_mounted_rows |= tail.r#virtual;
        self.captured.hidden_is_lower_bound |= tail.hidden_is_lower_bound;
        if is_main {
            self.captured.matched = tail.matched;
            self.captured.geometry = if tail.geometry == "checked" { Geometry::Checked } else { Geometry::Unchecked };
        }
    }

    fn unread(&mut self) {
        let Some(node) = self.open.last().copied() else { return };
        let status = match self.capture.unread {
            "denied" => "denied",
            "renderer_busy" => "renderer_busy",
            "navigated" => "navigated",
            "max_frames" => "max_frames",
            "not_read" => "not_read",
            _ => "out_of_process",
        };
        self.captured.unread_frames.push((node, status));
    }

    /// Takes one record; `None` when it refers to something that is not there.
    fn record(&mut self, layer: &mut Layer<'_>, record: &Record<'_>) -> Option<()> {
        if self.columns.len() >= MAX_NODES {
            return None;
        }
        match *record {
            Record::Name(text) => layer.names.push(self.columns.names.intern(text)),
            Record::Style(word) => layer.styles.push(Style(word)),
            Record::Element { namespace, style, name } => {
                let namespace = Namespace::from_byte(u8::try_from(namespace).ok()?)?;
                let style = *layer.styles.get(style as usize)?;
                let name = *layer.names.get(name as usize)?;
                let node = self.push(Kind::Element, namespace, name, style);
                if std::mem::take(&mut self.scope_comes) {
                    self.captured.scope.get_or_insert(node);
                }
            }
            Record::Attribute { name, value } => {
                let name = *layer.names.get(name as usize)?;
                // Attributes belong to the element that was written last.
                let last = self.columns.len().checked_sub(1)?;
                if self.columns.kind[last] != Kind::Element {
                    return None;
                }
                let value = self.store(value)?;
                self.columns.push_attribute(name, value);
            }
            Record::Text { style, text } => {
                let style = match style {
                    Some(number) => *layer.styles.get(number as usize)?,
                    None => Style::default(),
                };
                let span = self.store(text)?;
                let node = self.push(Kind::Text, Namespace::Html, 0, style);
                self.columns.text[node as usize] = span;
            }
            Record::Restyle(style) => {
                let style = *layer.styles.get(style as usize)?;
                // Texts directly in a shadow tree are laid out by the host.
                let element =
                    self.open.iter().rev().find(|node| self.columns.kind[**node as usize] == Kind::Element)?;
                self.columns.style[*element as usize] = style;
            }
            Record::Elided(units) => self.columns.elided.push((*self.open.last()?, units)),
            Record::Box(sides) => {
                let node = self.columns.len().checked_sub(1)? as NodeId;
                if self.columns.boxes.last().is_none_or(|(last, _)| *last < node) {
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "beyond 16 million pixels a pixel more is no matter"
                    )]
                    self.columns.boxes.push((node, sides.map(|side| side as f32)));
                }
            }
            Record::ShadowRoot => {
                self.push(Kind::ShadowRoot, Namespace::Html, 0, Style::default());
            }
            Record::FrameDocument => {
                let style = Style::default().with_display(Display::Block);
                self.push(Kind::FrameDocument, Namespace::Html, 0, style);
            }
            Record::Scope => self.scope_comes = true,
            Record::Close => {
                // The document of a stream ends with the stream.
                if self.open.len() > layer.base {
                    self.close();
                }
            }
            Record::Hole(_) | Record::Candidate(_) | Record::Tail(_) => {}
        }
        Some(())
    }
}

impl Columns {
    /// Adds a node without text and attributes; its end is set when it is known.
    fn push(&mut self, kind: Kind, namespace: Namespace, name: u32, parent: NodeId, style: Style) {
        let node = self.len() as NodeId;
        self.kind.push(kind);
        self.namespace.push(namespace);
        self.name.push(name);
        self.parent.push(parent);
        self.end.push(node + 1);
        self.text.push(Span::default());
        self.style.push(style);
        self.attribute_start.push(self.attribute_name.len() as u32);
    }

    /// Adds an attribute to the last node.
    fn push_attribute(&mut self, name: u32, value: Span) {
        self.attribute_name.push(name);
        self.attribute_value.push(value);
        if let Some(end) = self.attribute_start.last_mut() {
            *end += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Capture, decode_capture};
    use crate::text::{Rendering, TextOptions, page_text};
    use crate::{Budget, Error, Policy, Reading, text::Text};

    const TAIL: &str =
        r#"z94:{"cut":null,"geometry":"checked","virtual":false,"matched":null,"hidden_is_lower_bound":false}"#;

    fn stream(path: &str, body: &str) -> String {
        let head = format!(r#"{{"url":"https://example.test/","quirks":false,"path":"{path}"}}"#);
        format!("pagewarden1:{}:{head}{body}", head.len())
    }

    fn read(main: &str, inner: &[&str], rendering: Rendering) -> Result<Reading<Text>, Error> {
        let inner: Vec<&[u8]> = inner.iter().map(|text| text.as_bytes()).collect();
        let capture = Capture {
            main: main.as_bytes(),
            inner: &inner,
            unread: "out_of_process",
            closed_shadow: 0,
            max_chars: 100,
            max_nodes: 100,
            timeout_ms: 700,
        };
        let page = decode_capture(&capture)?.release(&Policy::default())?;
        page_text(&page, &TextOptions { rendering, ..TextOptions::default() }, &Budget::unlimited())
    }

    // Style 4 is a block: <body>one<iframe>[hole]</iframe>two</body>
    const BODY: &str = "n4:htmls4.e0.0.n4:bodye0.1.t3:onen6:iframee0.2.o1:0/t3:two//";

    #[test]
    fn frames_stand_where_their_holes_are() {
        let main = stream("", &format!("{BODY}{TAIL}"));
        let inner = stream("0", &format!("n4:htmls4.e0.0.n4:bodye0.1.t5:inner//{TAIL}"));
        let reading = read(&main, &[&inner], Rendering::Person).unwrap();
        assert_eq!(reading.value.as_str(), "one\ninner\ntwo");
        assert_eq!(reading.report.frames[0].status, "read");
        assert!(reading.report.complete);
        let reading = read(&main, &[], Rendering::Person).unwrap();
        assert_eq!(reading.report.frames[0].status, "out_of_process");
        assert!(!reading.report.complete);
        // A frame that claims to hold itself is read once.
        let inner = stream("0", &format!("{BODY}{TAIL}"));
        assert!(read(&main, &[&inner, &inner], Rendering::Person).is_ok());
    }

    #[test]
    fn every_prefix_of_an_answer_can_be_read() {
        let main = stream("", &format!("{BODY}{TAIL}"));
        let whole = read(&main, &[], Rendering::InnerText).unwrap();
        let head = main.find("n4:html").unwrap();
        for end in head..main.len() {
            let reading = read(&main[..end], &[], Rendering::InnerText).unwrap();
            assert!(whole.value.as_str().starts_with(reading.value.as_str()), "{end}");
            assert_eq!(reading.report.limits[0].limit, "timeout_ms");
            assert_eq!(reading.report.limits[0].value, 700);
        }
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        assert!(matches!(read("", &[], Rendering::Person), Err(Error::Snapshot { .. })));
        assert!(matches!(read("<html>", &[], Rendering::Person), Err(Error::Snapshot { .. })));
        assert_eq!(read("pagewarden-late", &[], Rendering::Person).err(), Some(Error::Timeout { timeout_ms: 700 }));
    }
}
