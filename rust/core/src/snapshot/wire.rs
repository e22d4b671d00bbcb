//! The wire format: a captured page as bytes, from a browser or another process to the core.
//!
//! The format is versioned and compact (variable-length integers, one table of names, one of style words), and it is
//! decoded leniently where content is concerned (a lone surrogate or another invalid byte becomes U+FFFD) and strictly
//! where structure is concerned (what is cut off or inconsistent is an error that says where).
//!
//! Layout, all fixed-width integers little-endian, `varint` being LEB128 of at most 32 bits:
//!
//! ```text
//! "PWSN"  version:u16  source:u8  flags:u8 (bit 0 quirks, bit 1 has url, bit 2 has keys)
//! names:varint   styles:varint   nodes:varint   attributes:varint   boxes:varint   strings:varint (bytes)
//! names  x { length:varint, bytes }            the names that occur; nodes and attributes give places in this list
//! styles x { varint }
//! nodes  x { kind|namespace<<4 :u8, pops:varint, style:varint, then by kind:
//!            element: name:varint, attributes:varint x { name:varint, length:varint }
//!            text:    length:varint }
//! boxes  x { node:varint, x y width height : f32 }
//! [nodes x { key:u64 }]                        the source's own numbers of the nodes
//! [url length:varint]  strings: the url, then every attribute value and text, in order
//! ```
//!
//! `pops` is how many ancestors end before this node, so that depth costs nothing.

use std::collections::HashMap;

use super::columns::{MAX_ARENA, MAX_NODES};
use super::{Columns, Kind, NO_NODE, Namespace, NodeId, Origin, Span, Style};
use crate::Error;
use crate::report::Source;

const MAGIC: &[u8; 4] = b"PWSN";
const VERSION: u16 = 1;
const QUIRKS: u8 = 1;
const HAS_URL: u8 = 2;
const HAS_KEYS: u8 = 4;

const SOURCES: [Source; 5] =
    [Source::Static, Source::TreeWalker, Source::VisibleDom, Source::DomSnapshot, Source::Accessibility];

fn put(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes a page as wire data.
pub(crate) fn encode(columns: &Columns) -> Vec<u8> {
    let mut styles: Vec<u32> = Vec::new();
    let mut style_index: HashMap<u32, u32> = HashMap::new();
    let mut nodes = Vec::with_capacity(columns.len() * 6);
    let mut strings: Vec<u8> = Vec::with_capacity(columns.arena.len());
    if let Some(url) = &columns.origin.url {
        strings.extend_from_slice(url.as_bytes());
    }
    let mut names: Vec<u32> = Vec::new();
    let mut name_index: HashMap<u32, u32> = HashMap::new();
    let mut place = |name: u32| {
        *name_index.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() as u32 - 1
        })
    };
    let mut open: Vec<NodeId> = Vec::new();
    for node in 0..columns.len() as NodeId {
        let index = node as usize;
        let mut pops = 0;
        while open.last().is_some_and(|last| *last <= node) {
            open.pop();
            pops += 1;
        }
        open.push(columns.end[index]);
        nodes.push(columns.kind[index] as u8 | (columns.namespace[index] as u8) << 4);
        put(&mut nodes, pops);
        let word = columns.style[index].0;
        let style = *style_index.entry(word).or_insert_with(|| {
            styles.push(word);
            styles.len() as u32 - 1
        });
        put(&mut nodes, style);
        match columns.kind[index] {
            Kind::Element => {
                put(&mut nodes, place(columns.name[index]));
                let attributes = columns.attribute_range(node);
                put(&mut nodes, attributes.len() as u32);
                for attribute in attributes {
                    let value = columns.attribute_value[attribute];
                    put(&mut nodes, place(columns.attribute_name[attribute]));
                    put(&mut nodes, value.length);
                    strings.extend_from_slice(columns.str(value).as_bytes());
                }
            }
            Kind::Text => {
                let text = columns.text[index];
                put(&mut nodes, text.length);
                strings.extend_from_slice(columns.str(text).as_bytes());
            }
            _ => {}
        }
    }
    let mut out = Vec::with_capacity(nodes.len() + strings.len() + 256);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.push(SOURCES.iter().position(|source| *source == columns.origin.source).unwrap_or(0) as u8);
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    out.push(
        flag(columns.origin.quirks, QUIRKS)
            | flag(columns.origin.url.is_some(), HAS_URL)
            | flag(!columns.backend_key.is_empty(), HAS_KEYS),
    );
    for count in
        [names.len(), styles.len(), columns.len(), columns.attribute_value.len(), columns.boxes.len(), strings.len()]
    {
        put(&mut out, count as u32);
    }
    for number in names {
        let text = columns.names.text(number);
        put(&mut out, text.len() as u32);
        out.extend_from_slice(text.as_bytes());
    }
    for style in styles {
        put(&mut out, style);
    }
    out.extend_from_slice(&nodes);
    for (node, sides) in &columns.boxes {
        put(&mut out, *node);
        for side in sides {
            out.extend_from_slice(&side.to_le_bytes());
        }
    }
    for key in &columns.backend_key {
        out.extend_from_slice(&key.to_le_bytes());
    }
    if let Some(url) = &columns.origin.url {
        put(&mut out, url.len() as u32);
    }
    out.extend_from_slice(&strings);
    out
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, problem: &'static str) -> Result<T, Error> {
        Err(Error::Snapshot { problem, position: self.at })
    }

    #[inline]
    fn byte(&mut self) -> Result<u8, Error> {
        match self.data.get(self.at) {
            Some(byte) => {
                self.at += 1;
                Ok(*byte)
            }
            None => self.fail("the data is cut off"),
        }
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Error> {
        match self.at.checked_add(count).and_then(|end| self.data.get(self.at..end)) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => self.fail("the data is cut off"),
        }
    }

    #[inline]
    fn varint(&mut self) -> Result<u32, Error> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u32::from(first));
        }
        let mut value = u32::from(first & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if shift == 28 && byte > 0x0f {
                    break;
                }
                return Ok(value);
            }
        }
        self.fail("a number is too large")
    }

    /// A count of records, each of which takes at least `size` bytes of what is left: refuses counts that would
    /// reserve memory for data that is not there.
    fn count(&mut self, size: usize, maximum: usize) -> Result<usize, Error> {
        let count = self.varint()? as usize;
        if count > maximum {
            return Err(Error::TooLarge { limit: "the size of a snapshot", maximum: maximum as u64 });
        }
        if count.saturating_mul(size) > self.data.len() - self.at {
            return self.fail("the data is cut off");
        }
        Ok(count)
    }
}

/// Reads wire data.
pub(crate) fn decode(data: &[u8]) -> Result<Columns, Error> {
    let mut reader = Reader { data, at: 0 };
    if reader.bytes(4)? != MAGIC {
        return Err(Error::Snapshot { problem: "this is not snapshot data", position: 0 });
    }
    let version = reader.bytes(2)?;
    if version != VERSION.to_le_bytes() {
        return Err(Error::Snapshot { problem: "the version is not supported", position: 4 });
    }
    let Some(source) = SOURCES.get(reader.byte()? as usize).copied() else { return reader.fail("unknown source") };
    let flags = reader.byte()?;
    let name_count = reader.count(1, MAX_NODES)?;
    let style_count = reader.count(1, MAX_NODES)?;
    let node_count = reader.count(3, MAX_NODES)?;
    let attribute_count = reader.count(2, MAX_NODES)?;
    let box_count = reader.count(17, MAX_NODES)?;
    let string_bytes = reader.count(1, MAX_ARENA)?;

    let quirks = flags & QUIRKS != 0;
    let mut columns =
        Columns::empty(Origin { source, url: None, encoding: "", limits: Vec::new(), quirks, captured: None });
    let mut name_map: Vec<u32> = Vec::with_capacity(name_count);
    for _ in 0..name_count {
        let length = reader.varint()? as usize;
        let text = String::from_utf8_lossy(reader.bytes(length)?);
        name_map.push(columns.names.intern(&text));
    }
    let mut styles = Vec::with_capacity(style_count);
    for _ in 0..style_count {
        styles.push(Style(reader.varint()?));
    }
    let mut strings = Strings { at: 0 };
    // The url comes first in the strings; its length is only known after the boxes, so spans are shifted at the end.
    decode_nodes(&mut reader, &mut columns, &mut strings, node_count, attribute_count, &name_map, &styles)?;
    for _ in 0..box_count {
        let node = reader.varint()?;
        if node as usize >= node_count {
            return reader.fail("a box names a node that does not exist");
        }
        let mut sides = [0f32; 4];
        for side in &mut sides {
            let bytes = reader.bytes(4)?;
            *side = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        columns.boxes.push((node, sides));
    }
    if !columns.boxes.is_sorted_by_key(|(node, _)| *node) {
        return reader.fail("boxes are out of order");
    }
    if flags & HAS_KEYS != 0 {
        let keys = reader.bytes(node_count * 8)?;
        columns.backend_key.extend(keys.chunks_exact(8).map(|key| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(key);
            u64::from_le_bytes(bytes)
        }));
    }
    let url_length = if flags & HAS_URL == 0 { 0 } else { reader.varint()? as usize };
    let text = reader.bytes(string_bytes)?;
    if url_length as u64 + u64::from(strings.at) != string_bytes as u64 {
        return reader.fail("the strings do not have the announced size");
    }
    if reader.at != data.len() {
        return reader.fail("there is data after the end");
    }
    if flags & HAS_URL != 0 {
        columns.origin.url = Some(String::from_utf8_lossy(&text[..url_length]).into_owned());
    }
    fill_strings(&mut columns, &text[url_length..])?;
    Ok(columns)
}

struct Strings {
    at: u32,
}

impl Strings {
    fn next(&mut self, length: u32) -> Option<Span> {
        let start = self.at;
        self.at = start.checked_add(length)?;
        Some(Span { start, length })
    }
}

fn decode_nodes(
    reader: &mut Reader<'_>,
    columns: &mut Columns,
    strings: &mut Strings,
    node_count: usize,
    attribute_count: usize,
    name_map: &[u32],
    styles: &[Style],
) -> Result<(), Error> {
    columns.kind.reserve(node_count);
    columns.namespace.reserve(node_count);
    columns.name.reserve(node_count);
    columns.parent.reserve(node_count);
    columns.text.reserve(node_count);
    columns.style.reserve(node_count);
    columns.attribute_start.reserve(node_count);
    columns.attribute_name.reserve(attribute_count);
    columns.attribute_value.reserve(attribute_count);
    columns.end = vec![node_count as NodeId; node_count];
    let mut open: Vec<NodeId> = Vec::new();
    for node in 0..node_count as NodeId {
        let head = reader.byte()?;
        let (Some(kind), Some(namespace)) = (Kind::from_byte(head & 0x0f), Namespace::from_byte(head >> 4)) else {
            return reader.fail("unknown kind of node");
        };
        let pops = reader.varint()? as usize;
        if pops > open.len() || (pops == open.len() && node > 0) {
            return reader.fail("a node ends more ancestors than are open");
        }
        for _ in 0..pops {
            if let Some(closed) = open.pop() {
                columns.end[closed as usize] = node;
            }
        }
        let parent = open.last().copied().unwrap_or(NO_NODE);
        if (parent == NO_NODE) != (kind == Kind::Document) {
            return reader.fail("a document stands at the top and nowhere else");
        }
        if open.last().is_some_and(|parent| matches!(columns.kind[*parent as usize], Kind::Text | Kind::Comment)) {
            return reader.fail("a text or comment has children");
        }
        let Some(style) = styles.get(reader.varint()? as usize).copied() else { return reader.fail("unknown style") };
        let mut name = 0;
        let mut text = Span::default();
        match kind {
            Kind::Element => {
                let Some(number) = name_map.get(reader.varint()? as usize) else { return reader.fail("unknown name") };
                name = *number;
                let count = reader.varint()? as usize;
                if count > attribute_count - columns.attribute_name.len() {
                    return reader.fail("more attributes than announced");
                }
                for _ in 0..count {
                    let number = reader.varint()? as usize;
                    let Some(number) = name_map.get(number) else { return reader.fail("unknown name") };
                    let length = reader.varint()?;
                    let Some(span) = strings.next(length) else { return reader.fail("the strings are too long") };
                    columns.attribute_name.push(*number);
                    columns.attribute_value.push(span);
                }
            }
            Kind::Text => {
                let length = reader.varint()?;
                let Some(span) = strings.next(length) else { return reader.fail("the strings are too long") };
                text = span;
            }
            _ => {}
        }
        columns.kind.push(kind);
        columns.namespace.push(namespace);
        columns.name.push(name);
        columns.parent.push(parent);
        columns.text.push(text);
        columns.style.push(style);
        columns.attribute_start.push(columns.attribute_name.len() as u32);
        open.push(node);
    }
    if columns.attribute_name.len() != attribute_count {
        return reader.fail("fewer attributes than announced");
    }
    Ok(())
}

/// Puts the strings into the arena. Valid text whose pieces end at character boundaries is taken as it is; anything
/// else is repaired piece by piece.
fn fill_strings(columns: &mut Columns, bytes: &[u8]) -> Result<(), Error> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let whole = |span: &Span| text.is_char_boundary(span.start as usize);
        if columns.text.iter().all(whole) && columns.attribute_value.iter().all(whole) {
            text.clone_into(&mut columns.arena);
            return Ok(());
        }
    }
    let mut arena = String::with_capacity(bytes.len() + bytes.len() / 8);
    let spans = columns.text.iter_mut().chain(columns.attribute_value.iter_mut());
    for span in spans {
        let start = arena.len();
        push_lossy(&mut arena, &bytes[span.range()]);
        if arena.len() > MAX_ARENA {
            return Err(Error::TooLarge { limit: "the text of a snapshot", maximum: MAX_ARENA as u64 });
        }
        *span = Span { start: start as u32, length: (arena.len() - start) as u32 };
    }
    columns.arena = arena;
    Ok(())
}

/// Appends bytes as text. A surrogate code point that was encoded like a character (three bytes) is one U+FFFD, so that
/// UTF-16 offsets stay valid.
pub(in crate::snapshot) fn push_lossy(arena: &mut String, bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        match std::str::from_utf8(rest) {
            Ok(text) => {
                arena.push_str(text);
                return;
            }
            Err(error) => {
                let (good, bad) = rest.split_at(error.valid_up_to());
                arena.push_str(&String::from_utf8_lossy(good));
                arena.push('\u{fffd}');
                let surrogate = matches!(bad, [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..]);
                let skip = if surrogate { 3 } else { error.error_len().unwrap_or(bad.len()) };
                rest = &bad[skip..];
            }
        }
    }
}
