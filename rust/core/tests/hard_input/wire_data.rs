//! Writes wire data by hand, by the layout that the format documents.
//!
//! The encoder of the core only writes what a released page holds; hostile data needs a writer without its scruples.

/// Style words: `display: block` and `display: inline`, everything else as it starts.
pub(crate) const BLOCK: u32 = 4;
pub(crate) const INLINE: u32 = 0;

/// Wire data in the making. Names are numbers of the table that every snapshot starts with; 1 is `html`.
#[derive(Default)]
pub(crate) struct Wire {
    styles: Vec<u32>,
    nodes: Vec<u8>,
    node_count: usize,
    attribute_count: usize,
    strings: Vec<u8>,
}

fn put(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The names of elements and attributes, by their place.
const NAMES: [&str; 3] = ["p", "div", "id"];

impl Wire {
    /// Data that holds the document node.
    pub(crate) fn document() -> Self {
        let mut wire = Wire { styles: vec![INLINE, BLOCK], ..Wire::default() };
        wire.node(0, 0, 0);
        wire
    }

    fn node(&mut self, kind: u8, pops: usize, style: usize) {
        self.nodes.push(kind);
        put(&mut self.nodes, pops);
        put(&mut self.nodes, style);
        self.node_count += 1;
    }

    /// An element, after closing some ancestors.
    pub(crate) fn element(&mut self, pops: usize, style: u32, name: usize, attributes: &[(usize, &[u8])]) {
        self.node(1, pops, self.style_number(style));
        put(&mut self.nodes, name);
        put(&mut self.nodes, attributes.len());
        for (name, value) in attributes {
            put(&mut self.nodes, *name);
            put(&mut self.nodes, value.len());
            self.strings.extend_from_slice(value);
        }
        self.attribute_count += attributes.len();
    }

    /// A text of any bytes.
    pub(crate) fn text(&mut self, pops: usize, bytes: &[u8]) {
        self.node(2, pops, 0);
        put(&mut self.nodes, bytes.len());
        self.strings.extend_from_slice(bytes);
    }

    fn style_number(&self, style: u32) -> usize {
        self.styles.iter().position(|known| *known == style).expect("a style of the table")
    }

    /// The finished data.
    pub(crate) fn finish(&self) -> Vec<u8> {
        let mut out = b"PWSN\x01\x00\x01\x00".to_vec();
        // No boxes.
        for count in [NAMES.len(), self.styles.len(), self.node_count, self.attribute_count, 0, self.strings.len()] {
            put(&mut out, count);
        }
        for name in NAMES {
            put(&mut out, name.len());
            out.extend_from_slice(name.as_bytes());
        }
        for style in &self.styles {
            put(&mut out, *style as usize);
        }
        out.extend_from_slice(&self.nodes);
        out.extend_from_slice(&self.strings);
        out
    }
}
