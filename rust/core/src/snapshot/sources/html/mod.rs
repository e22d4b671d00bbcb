//! The static source: HTML bytes become a sealed snapshot, without a browser and without a network.
//!
//! Decoding, parsing, the user-agent sheet, the page's style sheets and inline styles all happen here, before the
//! snapshot is sealed, so that no reader ever sees a style sheet or an unreleased attribute.

mod arena;
mod cascade;
mod charset;
mod compute;
mod declarations;
mod depth_guard;
mod flatten;
mod matching;
mod media;
mod sink;
mod stylesheet;
mod tokenizer;
#[cfg(test)]
mod tree_tests;
mod ua_sheet;
mod values;

use std::borrow::Cow;
use std::time::Instant;

pub use charset::{Charset, sniff_charset};
use sink::{Html5ever, HtmlParser};

use super::super::{Columns, Origin, RawSnapshot};
use crate::Error;
use crate::report::{LimitFired, Source};

/// Most bytes of HTML that are parsed; the parser needs a few times as much memory.
pub const MAX_HTML_BYTES: usize = 256 << 20;

/// HTML as the caller has it.
#[derive(Debug, Clone, Copy)]
pub enum HtmlInput<'a> {
    /// Decoded text.
    Text(&'a str),
    /// Bytes in an encoding that is found by the rules of the HTML standard.
    Bytes {
        /// The document.
        bytes: &'a [u8],
        /// The `Content-Type` header, when there was one.
        content_type: Option<&'a str>,
    },
}

/// What is known about the document besides its bytes.
#[derive(Debug, Clone, Default)]
pub struct ParseOptions {
    /// The address of the page.
    pub url: Option<String>,
    /// When parsing stops and gives what it has.
    pub deadline: Option<Instant>,
    /// Set when the bytes were already cut by a size limit, so that the report can say so.
    pub truncated: bool,
}

/// Parses a document. Any input gives a snapshot.
///
/// # Errors
/// [`Error::TooLarge`] beyond [`MAX_HTML_BYTES`].
pub fn parse_html(input: HtmlInput<'_>, options: &ParseOptions) -> Result<RawSnapshot, Error> {
    let size = match input {
        HtmlInput::Text(text) => text.len(),
        HtmlInput::Bytes { bytes, .. } => bytes.len(),
    };
    if size > MAX_HTML_BYTES {
        return Err(Error::TooLarge { limit: "the size of an HTML document in bytes", maximum: MAX_HTML_BYTES as u64 });
    }
    let (text, encoding) = match input {
        HtmlInput::Text(text) => (Cow::Borrowed(text), ""),
        HtmlInput::Bytes { bytes, content_type } => {
            let charset = sniff_charset(bytes, content_type);
            (charset.decode(bytes), charset.name())
        }
    };
    let mut limits = Vec::new();
    if options.truncated {
        limits.push(LimitFired { limit: "max_bytes", value: size as u64 });
    }
    let origin =
        Origin { source: Source::Static, url: options.url.clone(), encoding, limits, quirks: false, captured: None };
    let (document, cut) = Html5ever.parse(&text, false, options.deadline);
    let mut columns = Columns::empty(origin);
    flatten::flatten(document, &mut columns, &Html5ever, options.deadline);
    if cut {
        columns.origin.limits.push(LimitFired { limit: "timeout_ms", value: 0 });
    }
    Ok(RawSnapshot::seal(columns))
}
