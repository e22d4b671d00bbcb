//! Rendered text: what a person sees or what `innerText` gives, inside a budget, with a report.
//!
//! One walk serves both renderings. Text is produced in document order with the white space of the page's layout, so
//! that a smaller budget always gives a prefix of what a larger one gives.

mod boxes;
mod facts;
mod hidden;
mod lines;
mod page_text;
mod scope;
mod slots;
mod transform;
mod utf16;
mod walk;

pub use facts::{Element, Facts, query};
pub use hidden::HiddenRun;
pub use page_text::{Rendering, TextOptions, page_text};
pub use utf16::{Slice, Text};

pub(crate) use utf16::utf16_length;
