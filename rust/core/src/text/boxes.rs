//! What the box of an element does to the lines: breaks around blocks, tabs between cells, a place for objects.
//!
//! The rules are those of the `innerText` algorithm in the HTML standard where browsers follow it, and Chromium's where
//! they do not (boxes out of the flow, cells that a table makes up for stray content).

use super::walk::{Close, Open, Walk};
use crate::snapshot::{Columns, Display, Flag, Kind, NO_NODE, NodeId, Style, WhiteSpace, name};

impl Walk<'_> {
    /// What an element does to the lines before its content; gives what it does after it.
    pub(super) fn begin(&mut self, node: NodeId, element: u32, html: bool, style: Style, visible: bool) -> Close {
        let paragraph = if html && element == name::P { 2 } else { 0 };
        match style.display() {
            Display::None | Display::Contents => return Close::Nothing,
            Display::Cell => {
                self.cell_begins(visible);
                self.lines.end_line();
                return Close::Line;
            }
            Display::Row => {
                self.row_begins(visible);
                self.lines.end_line();
                return Close::Line;
            }
            Display::RowGroup | Display::HeaderGroup | Display::FooterGroup | Display::Column => {
                self.lines.end_line();
                return Close::Line;
            }
            _ => {}
        }
        if style.display() != Display::Caption {
            self.anonymous_cell_begins();
        }
        if !visible {
            // An invisible box still ends the line it would have ended.
            return match style.display() {
                Display::Inline | Display::Ruby | Display::RubyText => Close::Nothing,
                Display::InlineBlock | Display::InlineTable | Display::InlineFlex => {
                    self.lines.open_inline_box();
                    Close::InlineBox(0)
                }
                _ => {
                    self.lines.end_line();
                    Close::Line
                }
            };
        }
        match style.display() {
            Display::Block | Display::ListItem | Display::Flex | Display::Grid | Display::Table | Display::Caption => {
                let breaks = paragraph.max(1);
                if style.has(Flag::OutOfFlow) {
                    let goes_on = self.lines.space_waits() && line_goes_on(self.columns, node);
                    let left = self.lines.leave_line(goes_on);
                    self.lines.require_breaks(breaks);
                    return Close::OutOfFlow(breaks, left);
                }
                self.lines.require_breaks(breaks);
                Close::Breaks(breaks)
            }
            Display::InlineBlock | Display::InlineTable | Display::InlineFlex => {
                if paragraph > 0 {
                    self.lines.require_breaks(paragraph);
                }
                if style.has(Flag::Replaced) {
                    self.lines.object();
                    Close::Nothing
                } else {
                    self.lines.open_inline_box();
                    Close::InlineBox(paragraph)
                }
            }
            _ if paragraph > 0 => {
                self.lines.require_breaks(paragraph);
                Close::Breaks(paragraph)
            }
            _ if style.has(Flag::Replaced) => {
                self.lines.object();
                Close::Nothing
            }
            _ => Close::Nothing,
        }
    }

    /// A tab behind every visible cell that is not the last of its row: it is written when the next one begins.
    pub(super) fn cell_begins(&mut self, visible: bool) {
        let row = self.open.iter_mut().rev().find(|open| open.style.display() != Display::Contents);
        if let Some(row) = row {
            row.in_anonymous_cell = false;
            if std::mem::replace(&mut row.has_cell, visible) {
                self.lines.tab();
            }
        }
    }

    /// The same for content that stands in a table without a cell.
    pub(super) fn anonymous_cell_begins(&mut self) {
        let around = self.open.iter_mut().rev().find(|open| open.style.display() != Display::Contents);
        if let Some(around) = around
            && is_inside_of_table(around.style.display())
            && !std::mem::replace(&mut around.in_anonymous_cell, true)
            && std::mem::replace(&mut around.has_cell, true)
        {
            self.lines.tab();
        }
    }

    /// A line break behind every visible row that is not the last of its table, likewise.
    pub(super) fn row_begins(&mut self, visible: bool) {
        let is_group = |open: &Open| {
            let display = open.style.display();
            matches!(display, Display::Contents | Display::RowGroup | Display::HeaderGroup | Display::FooterGroup)
        };
        // A row group that is read by itself stands for its table.
        let table = self.open.iter().rposition(|open| !is_group(open)).unwrap_or(0);
        if let Some(table) = self.open.get_mut(table)
            && std::mem::replace(&mut table.has_row, visible)
        {
            self.lines.line_break();
        }
    }
}

/// Whether children of such an element are parts of a table.
pub(super) fn is_inside_of_table(display: Display) -> bool {
    matches!(
        display,
        Display::Table
            | Display::InlineTable
            | Display::RowGroup
            | Display::HeaderGroup
            | Display::FooterGroup
            | Display::Row
    )
}

/// How far [`line_goes_on`] looks, in nodes.
const LOOK_AHEAD: usize = 64;

/// Whether something follows a node in its line: the space before a box out of the flow depends on it.
fn line_goes_on(columns: &Columns, node: NodeId) -> bool {
    let mut next = columns.end[node as usize];
    let mut around = columns.parent[node as usize];
    for _ in 0..LOOK_AHEAD {
        while around != NO_NODE && next >= columns.end[around as usize] {
            let inline = matches!(columns.style[around as usize].display(), Display::Inline | Display::Contents);
            if !inline || !columns.is_element(around) {
                return false;
            }
            around = columns.parent[around as usize];
        }
        if around == NO_NODE || next as usize >= columns.len() {
            return false;
        }
        let style = columns.style[next as usize];
        match columns.kind[next as usize] {
            Kind::Text => {
                let collapses = columns.style[around as usize].white_space() == WhiteSpace::Collapse;
                if !collapses || !columns.str(columns.text[next as usize]).trim_ascii().is_empty() {
                    return true;
                }
            }
            Kind::Element if columns.is_html(next, name::BR) => return false,
            Kind::Element if style.display() == Display::None || style.has(Flag::OutOfFlow) => {}
            Kind::Element => match style.display() {
                Display::Inline | Display::Contents if !style.has(Flag::Replaced) => {
                    around = next;
                    next += 1;
                    continue;
                }
                Display::Inline | Display::InlineBlock | Display::InlineFlex | Display::InlineTable => return true,
                _ => return false,
            },
            _ => {}
        }
        next = columns.end[next as usize];
    }
    true
}
