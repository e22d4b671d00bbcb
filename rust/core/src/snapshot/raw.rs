//! A captured page that nothing can read.
//!
//! `RawSnapshot` holds what a source saw, secrets included. It offers no accessor, no `Debug`, no iterator and no
//! encoding; [`RawSnapshot::release`] is the single gate out. The compiler enforces it:
//!
//! ```compile_fail
//! let raw = pagewarden_core::snapshot::parse_html(
//!     pagewarden_core::snapshot::HtmlInput::Text("<p>secret"), &Default::default()).unwrap();
//! println!("{raw:?}"); // no Debug
//! ```
//!
//! ```compile_fail
//! use pagewarden_core::{Budget, snapshot::{HtmlInput, parse_html}, text::{TextOptions, page_text}};
//! let raw = parse_html(HtmlInput::Text("<p>secret"), &Default::default()).unwrap();
//! page_text(&raw, &TextOptions::default(), &Budget::unlimited()); // readers take a Snapshot
//! ```
//!
//! ```
//! use pagewarden_core::{Budget, Policy, snapshot::{HtmlInput, parse_html}, text::{TextOptions, page_text}};
//! let raw = parse_html(HtmlInput::Text("<p>Hello <b>world</b>"), &Default::default()).unwrap();
//! let page = raw.release(&Policy::default()).unwrap();
//! let reading = page_text(&page, &TextOptions::default(), &Budget::unlimited()).unwrap();
//! assert_eq!(reading.value.as_str(), "Hello world");
//! ```

use super::{Columns, Snapshot, wire};
use crate::{Error, Policy, firewall};

/// A captured page before the firewall. See the module text for why it has no reader.
pub struct RawSnapshot {
    columns: Columns,
}

impl RawSnapshot {
    pub(in crate::snapshot) fn seal(columns: Columns) -> Self {
        RawSnapshot { columns }
    }

    /// The columns, for the firewall, which looks at documents in attributes as pages of their own.
    pub(crate) fn into_columns(self) -> Columns {
        self.columns
    }

    /// Decodes wire data that a capture produced (see the wire module for the format).
    ///
    /// # Errors
    /// [`Error::Snapshot`] with the byte offset when the data is cut off, damaged or of another version.
    pub fn decode(data: &[u8]) -> Result<Self, Error> {
        wire::decode(data).map(RawSnapshot::seal)
    }

    /// Passes the page through the firewall: secrets are replaced by `[REDACTED]` before anything can be read.
    ///
    /// # Errors
    /// The firewall fails closed: when it cannot finish, there is an error and no page.
    pub fn release(self, policy: &Policy) -> Result<Snapshot, Error> {
        let (columns, receipt) = firewall::release(self.columns, policy)?;
        Ok(Snapshot::new(columns, receipt))
    }
}
