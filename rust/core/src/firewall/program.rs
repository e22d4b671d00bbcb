//! The text of programs, which leaves with nobody.
//!
//! A script or a style sheet is no content: no reader shows it, a live capture does not even collect it, and half of the
//! bytes of a page from a file are such text. It is dropped at the gate, where it would have to be searched otherwise.
//! Data in a script of a JSON type stays, because it is what pages say about themselves.

use crate::snapshot::{Columns, Display, Kind, NodeId, Span, name};

/// Drops the text of scripts and style sheets that nobody sees.
pub(super) fn drop_text(columns: &mut Columns) {
    for node in 0..columns.len() as NodeId {
        let index = node as usize;
        if !matches!(columns.name[index], name::SCRIPT | name::STYLE)
            || columns.kind[index] != Kind::Element
            || columns.style[index].display() != Display::None
            || is_data(columns, node)
        {
            continue;
        }
        for inner in index + 1..columns.end[index] as usize {
            columns.text[inner] = Span::default();
        }
    }
}

/// Whether a script is of a JSON type: `application/ld+json`, `application/json`, `importmap` is none.
fn is_data(columns: &Columns, node: NodeId) -> bool {
    let kind = columns.attribute(node, name::TYPE).unwrap_or_default().trim();
    let essence = kind.split(';').next().unwrap_or_default().trim_end().as_bytes();
    essence.len() >= 4 && essence[essence.len() - 4..].eq_ignore_ascii_case(b"json")
}
