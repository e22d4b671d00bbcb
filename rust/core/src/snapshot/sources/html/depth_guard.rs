//! Keeps the stack of open elements short, because tree construction looks through all of it at every tag.
//!
//! The HTML standard allows any depth, and so makes a page of nested `<div>`s cost the square of its size. Like
//! Chromium, which stops at the same depth, the guard makes deeper elements siblings: text and order stay, only the
//! nesting is lost. Pages that people write stay far below the limit.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult};
use html5ever::{LocalName, local_name};

/// Greatest depth of the tree.
pub(super) const MAX_DEPTH: u32 = 512;

/// How many names are compared to find the element that an end tag closes.
const LOOK_BACK: usize = 64;

/// Something that knows how deep the element that came last stands.
pub(super) trait Depth {
    fn last_depth(&self) -> u32;
}

/// A token sink in front of tree construction.
pub(super) struct DepthGuard<S> {
    pub(super) inner: S,
    /// Elements beyond the limit that are open in the text; only the last one may be open in the tree.
    beyond: RefCell<Vec<LocalName>>,
    last_is_open: Cell<bool>,
}

impl<S: TokenSink + Depth> DepthGuard<S> {
    pub(super) fn new(inner: S) -> Self {
        DepthGuard { inner, beyond: RefCell::new(Vec::new()), last_is_open: Cell::new(false) }
    }

    fn end(&self, name: LocalName, line: u64) {
        let tag = Tag { kind: EndTag, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false };
        let _ = self.inner.process_token(TagToken(tag), line);
    }

    /// Closes the element beyond the limit that is still open in the tree.
    fn end_last(&self, line: u64) {
        if self.last_is_open.replace(false)
            && let Some(name) = self.beyond.borrow().last().cloned()
        {
            self.end(name, line);
        }
    }

    /// Takes an end tag that belongs to an element beyond the limit; gives whether it did.
    fn takes_end(&self, name: &LocalName, line: u64) -> bool {
        let from_top = self.beyond.borrow().iter().rev().take(LOOK_BACK).position(|open| open == name);
        let Some(from_top) = from_top else {
            self.end_last(line);
            self.beyond.borrow_mut().clear();
            return false;
        };
        self.end_last(line);
        let mut beyond = self.beyond.borrow_mut();
        let left = beyond.len() - from_top - 1;
        beyond.truncate(left);
        true
    }
}

impl<S: TokenSink + Depth> TokenSink for DepthGuard<S> {
    type Handle = S::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<S::Handle> {
        let TagToken(tag) = &token else { return self.inner.process_token(token, line) };
        let beyond = !self.beyond.borrow().is_empty();
        if tag.kind == EndTag {
            if beyond && self.takes_end(&tag.name, line) {
                return TokenSinkResult::Continue;
            }
            return self.inner.process_token(token, line);
        }
        if self.inner.last_depth() < MAX_DEPTH && !beyond || tag.kind != StartTag || closes_by_itself(&tag.name) {
            return self.inner.process_token(token, line);
        }
        let name = tag.name.clone();
        self.end_last(line);
        let result = self.inner.process_token(token, line);
        if self.inner.last_depth() > MAX_DEPTH {
            self.beyond.borrow_mut().push(name);
            self.last_is_open.set(true);
        }
        result
    }

    fn end(&self) {
        self.inner.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.inner.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Elements without an end tag, those that hold text only, and the frame of the document.
fn closes_by_itself(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("body")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("frameset")
            | local_name!("head")
            | local_name!("hr")
            | local_name!("html")
            | local_name!("iframe")
            | local_name!("image")
            | local_name!("img")
            | local_name!("input")
            | local_name!("keygen")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("noscript")
            | local_name!("param")
            | local_name!("plaintext")
            | local_name!("script")
            | local_name!("source")
            | local_name!("style")
            | local_name!("textarea")
            | local_name!("title")
            | local_name!("track")
            | local_name!("wbr")
            | local_name!("xmp")
    )
}
