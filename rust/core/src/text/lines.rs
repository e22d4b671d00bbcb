//! The line machine: turns pieces of text and breaks into text as it is laid out.
//!
//! It holds back collapsible spaces until it is known that they are not at the end of a line, and required line
//! breaks until text follows them (the `innerText` algorithm of the HTML standard, with the white space of CSS Text 3).
//! It also keeps the character budget, because only here is it known what a piece of text becomes.

use super::transform::transform;
use super::utf16::{utf16_length, utf16_prefix};
use crate::snapshot::{TextTransform, WhiteSpace};

/// A collapsible space that has not been written yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    None,
    /// A space that is written when something follows it in the line.
    Space,
    /// A space of invisible text: it takes the place of later ones and is not written.
    Unseen,
}

/// How a line stood when it was left for a box out of its flow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Left {
    line_start: bool,
    had_space: bool,
}

/// Text under construction.
pub(super) struct Lines {
    out: String,
    units: usize,
    max_units: usize,
    full: bool,
    required: u8,
    line_start: bool,
    pending: Pending,
    /// Why the text that comes next is hidden, until its mark is written.
    deferred_mark: Option<&'static str>,
    mark_start: usize,
}

fn is_collapsible(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl Lines {
    pub(super) fn new(max_units: usize) -> Self {
        Lines {
            out: String::new(),
            units: 0,
            max_units,
            full: false,
            required: 0,
            line_start: true,
            pending: Pending::None,
            deferred_mark: None,
            mark_start: 0,
        }
    }

    /// Whether the character budget cut something.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// UTF-16 units written.
    pub(super) fn units(&self) -> usize {
        self.units
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Adds the text of one text node. Text that is not `visible` takes part in the layout without being written.
    pub(super) fn text(&mut self, text: &str, white_space: WhiteSpace, kind: TextTransform, visible: bool) {
        if self.full {
            return;
        }
        match white_space {
            WhiteSpace::Collapse => self.collapse(text, kind, visible),
            WhiteSpace::Preserve => self.preserve(text, kind, visible),
            WhiteSpace::PreserveBreaks => {
                let mut lines = text.split('\n');
                if let Some(first) = lines.next() {
                    self.collapse(first, kind, visible);
                }
                for line in lines {
                    self.preserved_line_feed(visible);
                    self.collapse(line, kind, visible);
                }
            }
            WhiteSpace::PreserveSpaces => {
                let spaced = text.replace(['\n', '\t', '\r'], " ");
                self.preserve(&spaced, kind, visible);
            }
        }
    }

    fn collapse(&mut self, text: &str, kind: TextTransform, visible: bool) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if is_collapsible(bytes[at]) {
                while at < bytes.len() && is_collapsible(bytes[at]) {
                    at += 1;
                }
                self.space(visible);
                continue;
            }
            let start = at;
            // A run ends at white space that is more than one space between two characters.
            loop {
                while at < bytes.len() && !is_collapsible(bytes[at]) {
                    at += 1;
                }
                let single =
                    bytes.get(at) == Some(&b' ') && bytes.get(at + 1).is_some_and(|next| !is_collapsible(*next));
                if !single {
                    break;
                }
                at += 1;
            }
            self.content(&text[start..at], kind, visible);
        }
    }

    fn space(&mut self, visible: bool) {
        if !self.line_start && self.pending == Pending::None {
            self.pending = if visible { Pending::Space } else { Pending::Unseen };
        }
    }

    fn preserve(&mut self, text: &str, kind: TextTransform, visible: bool) {
        let mut lines = text.split('\n');
        if let Some(first) = lines.next()
            && !first.is_empty()
        {
            self.content(first, kind, visible);
        }
        for line in lines {
            self.preserved_line_feed(visible);
            if !line.is_empty() {
                self.content(line, kind, visible);
            }
        }
    }

    fn preserved_line_feed(&mut self, visible: bool) {
        self.pending = Pending::None;
        if visible {
            self.write("\n");
        }
        self.line_start = true;
    }

    /// Adds characters that are all kept.
    fn content(&mut self, text: &str, kind: TextTransform, visible: bool) {
        self.resolve_space();
        if visible {
            let in_word = kind == TextTransform::Capitalize
                && !self.line_start
                && self.required == 0
                && self.out.ends_with(char::is_alphanumeric);
            self.write(&transform(text, kind, in_word));
        }
        self.line_start = false;
    }

    /// Writes a space that was held back, now that something follows it in its line.
    fn resolve_space(&mut self) {
        if std::mem::replace(&mut self.pending, Pending::None) == Pending::Space {
            // Not `write`: the space came before the hidden text that may begin now.
            self.write_breaks();
            self.put(" ");
        }
    }

    /// A replaced element: it stands in the line without text.
    pub(super) fn object(&mut self) {
        self.resolve_space();
        self.line_start = false;
    }

    /// Begins a box with lines of its own inside a line.
    pub(super) fn open_inline_box(&mut self) {
        self.resolve_space();
        self.line_start = true;
    }

    /// Ends such a box.
    pub(super) fn close_inline_box(&mut self) {
        self.pending = Pending::None;
        self.line_start = false;
    }

    /// Whether a space waits for something to follow it.
    pub(super) fn space_waits(&self) -> bool {
        self.pending == Pending::Space
    }

    /// Leaves the line for a box out of its flow. When the line goes on after the box, the space before the box is
    /// written, and stands for the one after it.
    pub(super) fn leave_line(&mut self, goes_on: bool) -> Left {
        let had_space = self.pending != Pending::None;
        if goes_on {
            self.resolve_space();
        }
        Left { line_start: self.line_start, had_space }
    }

    /// Goes on where the line was left.
    pub(super) fn return_to_line(&mut self, left: Left) {
        self.line_start = left.line_start;
        self.pending = if left.had_space { Pending::Unseen } else { Pending::None };
    }

    /// Ends the line without asking for a break (cells, rows, invisible blocks).
    pub(super) fn end_line(&mut self) {
        self.pending = Pending::None;
        self.line_start = true;
    }

    /// Asks for at least `count` line breaks before the next text. None are written at the beginning or at the end.
    pub(super) fn require_breaks(&mut self, count: u8) {
        self.end_line();
        if !self.out.is_empty() {
            self.required = self.required.max(count);
        }
    }

    /// A line break that is always written (`br`, between table rows).
    pub(super) fn line_break(&mut self) {
        self.end_line();
        self.write("\n");
    }

    /// The tab between table cells.
    pub(super) fn tab(&mut self) {
        self.end_line();
        self.write("\t");
    }

    /// What is written from here on is hidden, for this reason: a mark stands before it.
    pub(super) fn open_hidden(&mut self, reason: &'static str) {
        self.deferred_mark = Some(reason);
    }

    /// Ends hidden text; gives where its mark begins in UTF-16 units, or `None` when there was no text to mark.
    pub(super) fn close_hidden(&mut self) -> Option<usize> {
        if self.deferred_mark.take().is_some() {
            return None;
        }
        self.put(" [/hidden]");
        Some(self.mark_start)
    }

    fn write(&mut self, text: &str) {
        self.write_breaks();
        if let Some(reason) = self.deferred_mark.take() {
            self.mark_start = self.units;
            self.put(&format!("[hidden:{reason}] "));
        }
        self.put(text);
    }

    fn write_breaks(&mut self) {
        while self.required > 0 {
            self.required -= 1;
            self.put("\n");
        }
    }

    fn put(&mut self, text: &str) {
        if self.full || text.is_empty() {
            return;
        }
        let units = utf16_length(text);
        if self.units + units <= self.max_units {
            self.out.push_str(text);
            self.units += units;
            return;
        }
        let (bytes, counted) = utf16_prefix(text, self.max_units - self.units);
        self.out.push_str(&text[..bytes]);
        self.units += counted;
        self.full = true;
    }
}
