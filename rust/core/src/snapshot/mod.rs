//! The page as columns: how page bytes are held before and after the firewall.
//!
//! A source (`sources/`) or the wire format fills [`Columns`]; they are sealed in a [`RawSnapshot`], which has no
//! reader. The firewall turns that into a [`Snapshot`], which every reader takes.

mod columns;
pub(crate) mod names;
mod raw;
mod released;
mod sources;
mod style;
mod wire;

pub use raw::RawSnapshot;
pub use released::{Snapshot, Withheld};
pub use sources::collector::{
    ABSENT, CANDIDATES, Capture, CollectorCall, LATE, Mode, closed_root_call, collector, collector_call, decode_capture,
};
pub use sources::html::{Charset, HtmlInput, MAX_HTML_BYTES, ParseOptions, parse_html, sniff_charset};

pub(crate) use columns::{Columns, Kind, NO_NODE, Namespace, NodeId, Origin, Span};
pub(crate) use names::{Names, name};
pub(crate) use style::{Display, Flag, Style, TextTransform, Visibility, WhiteSpace};
