//! The cascade of a page's own style sheets, bounded in work.

use super::arena::Document;
use super::declarations::{self, Declaration};
use crate::snapshot::{NodeId, name};

/// Most selector steps that are spent on one document.
pub(super) const MAX_WORK: u64 = 200_000_000;

/// What is known about the ancestors of an element: a Bloom filter of their names, ids and classes.
#[derive(Clone, Copy, Default)]
pub(super) struct Filter;

/// Adds an element to the filter for its descendants.
pub(super) fn extend_filter(_document: &Document, _id: NodeId, filter: Filter) -> Filter {
    filter
}

/// The style sheets of a document.
pub(super) struct Cascade {}

impl Cascade {
    pub(super) fn collect(_document: &Document) -> Self {
        Cascade {}
    }

    pub(super) fn is_empty(&self) -> bool {
        true
    }

    pub(super) fn exhausted(&self) -> bool {
        false
    }

    /// The declarations that apply to an element, in cascade order.
    pub(super) fn declarations(
        &self,
        document: &Document,
        id: NodeId,
        _scope: NodeId,
        _filter: &Filter,
        out: &mut Vec<Declaration>,
    ) {
        if let Some(inline) = document.attribute(id, name::STYLE) {
            out.extend(declarations::parse_block(inline));
        }
    }
}
