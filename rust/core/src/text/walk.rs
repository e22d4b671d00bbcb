//! The walk that reads text: one pass over the columns with a stack of open elements, in both renderings.

use super::boxes::is_inside_of_table;
use super::hidden::{self, HiddenRun};
use super::lines::{Left, Lines};
use super::page_text::{Rendering, TextOptions};
use super::slots::Slots;
use crate::budget::CLOCK_STRIDE;
use crate::report::FrameStatus;
use crate::snapshot::{
    Columns, Display, Flag, Kind, NO_NODE, Namespace, NodeId, Snapshot, Style, TextTransform, Visibility, WhiteSpace,
    name,
};
use crate::{Budget, Report};

/// What is still to be read of an element.
pub(super) enum Rest {
    /// Nodes of the columns, from here to there.
    Range(NodeId, NodeId),
    /// Nodes that are assembled from elsewhere (slotted children), the next one last.
    List(Vec<NodeId>),
}

/// What ends with an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Close {
    Nothing,
    /// Required line breaks.
    Breaks(u8),
    /// A box in a line, perhaps with required breaks around it.
    InlineBox(u8),
    /// The lines of a cell or row.
    Line,
    /// A block out of the flow, with required breaks; the line around it goes on after it.
    OutOfFlow(u8, Left),
}

pub(super) struct Open {
    pub(super) rest: Rest,
    pub(super) style: Style,
    pub(super) close: Close,
    /// A cell of this row, or a row of this table, has been seen.
    pub(super) has_cell: bool,
    pub(super) has_row: bool,
    /// The last child was no part of a table and so stands in a cell of its own making.
    pub(super) in_anonymous_cell: bool,
    /// Why its text is hidden, when marks stand around it.
    pub(super) mark: Option<&'static str>,
    /// An ancestor has such marks already.
    pub(super) inside_mark: bool,
    /// A closed `details`: every child but this one is hidden.
    pub(super) shows_only: Option<NodeId>,
}

pub(super) struct Walk<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) columns: &'a Columns,
    pub(super) budget: &'a Budget,
    pub(super) report: &'a mut Report,
    pub(super) person: bool,
    pub(super) with_hidden: bool,
    pub(super) lines: Lines,
    pub(super) open: Vec<Open>,
    pub(super) slots: Slots,
    pub(super) runs: Vec<HiddenRun>,
    pub(super) visited: usize,
    pub(super) stopped: bool,
}

/// Why an element cannot be seen because of what it stands in.
pub(in crate::text) fn hidden_by_ancestor(columns: &Columns, node: NodeId, person: bool) -> Option<&'static str> {
    let mut at = node;
    let mut child;
    while columns.parent[at as usize] != NO_NODE {
        child = at;
        at = columns.parent[at as usize];
        let style = columns.style[at as usize];
        if let Some(reason) = hidden::of_subtree(style) {
            return Some(reason);
        }
        if is_locked(style, person) {
            return Some("content_visibility");
        }
        if style.has(Flag::ClosedDetails) && Some(child) != summary_of(columns, at) {
            return Some("closed_details");
        }
    }
    None
}

/// The summary that a `details` element shows.
pub(super) fn summary_of(columns: &Columns, details: NodeId) -> Option<NodeId> {
    columns.children(details).find(|child| columns.is_html(*child, name::SUMMARY))
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        options: &TextOptions,
        budget: &'a Budget,
        report: &'a mut Report,
    ) -> Self {
        let person = options.rendering == Rendering::Person;
        Walk {
            snapshot,
            columns: snapshot.columns(),
            budget,
            report,
            person,
            with_hidden: person && !options.visible_only,
            lines: Lines::new(budget.max_chars),
            open: Vec::new(),
            slots: Slots::default(),
            runs: Vec::new(),
            visited: 0,
            stopped: false,
        }
    }

    pub(super) fn finish(self) -> (String, Vec<HiddenRun>) {
        self.report.returned.nodes = self.visited as u64;
        (self.lines.finish(), self.runs)
    }

    /// Reads one subtree.
    pub(super) fn read(&mut self, scope: NodeId) {
        if scope as usize >= self.columns.len() {
            return;
        }
        let style = self.columns.style[scope as usize];
        let outer = hidden_by_ancestor(self.columns, scope, self.person);
        if !self.person {
            let locked =
                is_locked(style, self.person) || matches!(outer, Some("content_visibility" | "closed_details"));
            if self.columns.is_element(scope) && locked {
                return;
            }
            let boxless = style.display() == Display::None || outer == Some("display_none");
            if self.columns.is_element(scope) && (boxless || self.is_unslotted(scope)) {
                self.text_content(scope);
                return;
            }
        } else if let Some(reason) = outer
            && !self.with_hidden
        {
            self.count_hidden(scope, reason);
            return;
        }
        if self.person {
            self.open.push(Self::frame(Rest::List(vec![scope]), Style::default().with_display(Display::Block)));
        } else {
            // The target itself asks for no breaks and gives no tab; its children do.
            self.enter_target(scope, style);
        }
        self.run();
        if self.lines.is_full() {
            self.report.limit("max_chars", self.budget.max_chars as u64);
        }
    }

    fn frame(rest: Rest, style: Style) -> Open {
        Open {
            rest,
            style,
            close: Close::Nothing,
            has_cell: false,
            has_row: false,
            in_anonymous_cell: false,
            mark: None,
            inside_mark: false,
            shows_only: None,
        }
    }

    fn enter_target(&mut self, scope: NodeId, style: Style) {
        if matches!(self.columns.name[scope as usize], name::SELECT | name::OPTGROUP) && self.columns.is_element(scope)
        {
            self.options(scope);
            return;
        }
        if let Some(rest) = self.contents(scope, style) {
            let open = Self::frame(rest, style);
            self.open.push(open);
        }
    }

    fn run(&mut self) {
        while let Some(top) = self.open.last_mut() {
            let node = match &mut top.rest {
                Rest::Range(next, end) => {
                    let node = *next;
                    (node < *end).then(|| {
                        *next = self.columns.end[node as usize];
                        node
                    })
                }
                Rest::List(list) => list.pop(),
            };
            let Some(node) = node else {
                self.close();
                continue;
            };
            if self.lines.is_full() || self.stopped || !self.may_visit() {
                break;
            }
            match self.columns.kind[node as usize] {
                Kind::Text => self.text(node),
                Kind::Element => self.element(node),
                Kind::Document | Kind::ShadowRoot | Kind::ClosedShadowRoot => {
                    let style = top_style(&self.open);
                    let open = Self::frame(Rest::Range(node + 1, self.columns.end[node as usize]), style);
                    self.push_inheriting(open);
                }
                _ => {}
            }
        }
        // What is still open ends here, so that the marks of hidden text are closed.
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// Counts a node; false when the budget of nodes or time does not allow it.
    fn may_visit(&mut self) -> bool {
        if self.visited >= self.budget.max_nodes {
            self.report.limit("max_nodes", self.budget.max_nodes as u64);
            return false;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CLOCK_STRIDE) && self.budget.expired() {
            self.report.limit("timeout_ms", 0);
            return false;
        }
        true
    }

    fn push_inheriting(&mut self, mut open: Open) {
        open.inside_mark = self.is_marked();
        self.open.push(open);
    }

    fn text(&mut self, node: NodeId) {
        let Some(top) = self.open.last() else { return };
        let style = top.style;
        let text = self.columns.str(self.columns.text[node as usize]);
        if is_inside_of_table(style.display()) {
            // White space between the parts of a table makes no box; other text makes a cell.
            if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
                return;
            }
            self.anonymous_cell_begins();
        }
        let mut visible = style.visibility() == Visibility::Visible;
        if self.person {
            let reason = if !visible {
                Some("visibility")
            } else if style.has(Flag::FontSizeZero) {
                Some("font_size")
            } else {
                // A live page judges each text by its own boxes.
                hidden::of_box(self.columns.style[node as usize])
            };
            if let Some(reason) = reason {
                let units = super::utf16_length(text.trim_ascii()) as u64;
                self.note_hidden(reason, units);
                if self.with_hidden && units > 0 {
                    self.hidden_text(text, style, reason);
                    return;
                }
                visible = false;
            } else if self.with_hidden
                && let Some(reason) = self.hidden_as_child(node)
            {
                self.hidden_text(text, style, reason);
                return;
            }
        }
        if style.has(Flag::FirstLetterUpper) && visible {
            self.first_letter(text, style);
            return;
        }
        self.lines.text(text, style.white_space(), style.text_transform(), visible);
    }

    fn first_letter(&mut self, text: &str, style: Style) {
        let letter = text.find(char::is_alphanumeric);
        let Some((at, character)) = letter.and_then(|at| text[at..].chars().next().map(|character| (at, character)))
        else {
            return self.lines.text(text, style.white_space(), style.text_transform(), true);
        };
        let end = at + character.len_utf8();
        self.lines.text(&text[..end], style.white_space(), TextTransform::Uppercase, true);
        self.lines.text(&text[end..], style.white_space(), style.text_transform(), true);
        // The rule is used up: no other text of this block has the first letter.
        for open in &mut self.open {
            open.style = open.style.with(Flag::FirstLetterUpper, false);
        }
    }

    /// Text that is hidden by itself, between marks.
    fn hidden_text(&mut self, text: &str, style: Style, reason: &'static str) {
        let marked = self.is_marked();
        if !marked {
            self.lines.open_hidden(reason);
        }
        self.lines.text(text, style.white_space(), style.text_transform(), true);
        if !marked {
            self.end_mark(reason);
        }
    }

    fn end_mark(&mut self, reason: &'static str) {
        if let Some(start) = self.lines.close_hidden() {
            let length = self.lines.units().saturating_sub(start);
            if length > 0 {
                self.runs.push(HiddenRun { offset: start, length, reason });
            }
        }
    }

    /// Why a child of the innermost open element is hidden although nothing is wrong with it.
    fn hidden_as_child(&self, node: NodeId) -> Option<&'static str> {
        let shown = self.open.last()?.shows_only?;
        (shown != node).then_some("closed_details")
    }

    /// Whether marks of hidden text stand around what is read now.
    fn is_marked(&self) -> bool {
        self.open.last().is_some_and(|top| top.inside_mark || top.mark.is_some())
    }

    fn note_hidden(&mut self, reason: &'static str, units: u64) {
        if units > 0 {
            *self.report.hidden.entry(reason).or_default() += units;
        }
    }

    fn count_hidden(&mut self, node: NodeId, reason: &'static str) {
        self.note_hidden(reason, self.snapshot.content_units(node));
    }

    fn element(&mut self, node: NodeId) {
        let mut style = self.columns.style[node as usize];
        let element = self.columns.name[node as usize];
        let namespace = self.columns.namespace[node as usize];
        let html = namespace == Namespace::Html;
        if self.person && namespace == Namespace::MathMl && style.display() == Display::Block {
            // A person reads a formula in its line and its letters as letters, however its boxes are made.
            style = style.with_display(Display::Inline).with_text_transform(TextTransform::None);
        }
        let mut mark = None;
        if self.person {
            if let Some(reason) = hidden::of_subtree(style) {
                self.count_hidden(node, reason);
                self.note_frame(node, element, "hidden");
                if !self.with_hidden || is_program(element) {
                    return;
                }
                mark = Some(reason);
            } else if self.with_hidden {
                mark = self.hidden_as_child(node).or(is_locked(style, self.person).then_some("content_visibility"));
            }
        } else if style.display() == Display::None || is_locked(style, self.person) {
            return;
        }
        if html && element == name::CANVAS {
            self.report.canvas += 1;
        }
        let visible = style.visibility() == Visibility::Visible || self.with_hidden;
        if html && element == name::BR {
            if visible {
                self.lines.line_break();
            } else {
                self.lines.end_line();
            }
            return;
        }
        if html && element == name::WBR {
            return;
        }
        let close = self.begin(node, element, html, style, visible);
        if style.has(Flag::ContentBefore) && !style.display().has_items() {
            self.lines.object();
        }
        let mark = self.begin_mark(mark);
        let rest = if html && element == name::SELECT {
            self.options(node);
            None
        } else {
            self.contents(node, style)
        };
        let mut open = Self::frame(rest.unwrap_or(Rest::Range(0, 0)), style);
        open.close = close;
        open.mark = mark;
        if self.with_hidden && style.has(Flag::ClosedDetails) {
            open.shows_only = Some(summary_of(self.columns, node).unwrap_or(NO_NODE));
        }
        self.push_inheriting(open);
    }

    fn begin_mark(&mut self, reason: Option<&'static str>) -> Option<&'static str> {
        let reason = reason?;
        if self.is_marked() {
            return None;
        }
        self.lines.open_hidden(reason);
        Some(reason)
    }

    /// What there is to read inside an element.
    fn contents(&mut self, node: NodeId, style: Style) -> Option<Rest> {
        let columns = self.columns;
        let end = columns.end[node as usize];
        let first = node + 1;
        let element = columns.name[node as usize];
        if self.person && matches!(element, name::IFRAME | name::FRAME) {
            if style.visibility() != Visibility::Visible && !self.with_hidden {
                self.count_hidden(node, "visibility");
                self.note_frame(node, element, "hidden");
                return None;
            }
            return self.frame_contents(node, element);
        }
        if self.person
            && element == name::SLOT
            && let Some(assigned) = self.slots.assigned(columns, node)
        {
            return Some(Rest::List(assigned));
        }
        if style.has(Flag::Replaced) {
            return None;
        }
        if is_locked(style, self.person) {
            if self.person {
                self.count_hidden(node, "content_visibility");
                return self.with_hidden.then_some(Rest::Range(first, end));
            }
            return None;
        }
        if style.has(Flag::ClosedDetails) {
            let summary = summary_of(columns, node);
            if self.person {
                let shown = summary.map_or(0, |summary| self.snapshot.content_units(summary));
                let all = self.snapshot.content_units(node);
                self.note_hidden("closed_details", all.saturating_sub(shown));
                if self.with_hidden {
                    return Some(Rest::Range(first, end));
                }
            }
            return summary.map(|summary| Rest::List(vec![summary]));
        }
        if first >= end {
            return None;
        }
        if columns.kind[first as usize].is_shadow_root() {
            return Some(if self.person {
                Rest::Range(first, columns.end[first as usize])
            } else {
                Rest::List(self.slots.slotted_children(columns, node))
            });
        }
        Some(Rest::Range(first, end))
    }

    fn frame_contents(&mut self, node: NodeId, element: u32) -> Option<Rest> {
        let first = node + 1;
        let end = self.columns.end[node as usize];
        if first < end && self.columns.kind[first as usize] == Kind::FrameDocument {
            self.note_frame(node, element, "read");
            self.lines.require_breaks(1);
            return Some(Rest::Range(first + 1, self.columns.end[first as usize]));
        }
        let status = match &self.columns.origin.captured {
            None => "not_fetched",
            Some(captured) => captured
                .unread_frames
                .binary_search_by_key(&node, |(frame, _)| *frame)
                .map_or("not_read", |at| captured.unread_frames[at].1),
        };
        self.note_frame(node, element, status);
        None
    }

    fn note_frame(&mut self, node: NodeId, element: u32, status: &'static str) {
        if matches!(element, name::IFRAME | name::FRAME) && self.columns.is_element(node) {
            let index = self.report.frames.len() as u32 + 1;
            self.report.frames.push(FrameStatus { index, status });
            if !matches!(status, "read" | "hidden") {
                self.report.complete = false;
            }
        }
    }

    /// The options of a select element, one a line: they are text without boxes.
    fn options(&mut self, select: NodeId) {
        let end = self.columns.end[select as usize];
        let mut node = select + 1;
        let mut any = false;
        while node < end && !self.lines.is_full() {
            if !self.may_visit() {
                self.stopped = true;
                return;
            }
            let next = self.columns.end[node as usize];
            if self.columns.is_html(node, name::OPTION) {
                any = true;
                self.lines.require_breaks(1);
                for inner in node + 1..next {
                    if self.columns.kind[inner as usize] == Kind::Text {
                        let text = self.columns.str(self.columns.text[inner as usize]);
                        let transform = self.columns.style[node as usize].text_transform();
                        self.lines.text(text, WhiteSpace::Collapse, transform, true);
                    }
                }
                self.lines.require_breaks(1);
                node = next;
            } else if self.columns.is_html(node, name::OPTGROUP) {
                self.lines.require_breaks(1);
                node += 1;
            } else {
                node += 1;
            }
        }
        if any {
            self.lines.require_breaks(1);
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if let Some(reason) = open.mark {
            self.end_mark(reason);
        }
        if open.style.has(Flag::ContentAfter) && !open.style.display().has_items() {
            self.lines.object();
        }
        match open.close {
            Close::Nothing => {}
            Close::Breaks(count) => self.lines.require_breaks(count),
            Close::InlineBox(0) => self.lines.close_inline_box(),
            Close::InlineBox(count) => self.lines.require_breaks(count),
            Close::Line => self.lines.end_line(),
            Close::OutOfFlow(count, left) => {
                self.lines.require_breaks(count);
                self.lines.return_to_line(left);
            }
        }
    }

    fn is_unslotted(&mut self, node: NodeId) -> bool {
        let columns = self.columns;
        let host = columns.parent[node as usize];
        let Some(first) = columns.kind.get(host as usize + 1) else { return false };
        let in_host = host != NO_NODE
            && columns.is_element(host)
            && first.is_shadow_root()
            && columns.parent[host as usize + 1] == host;
        in_host && !self.slots.slotted_children(columns, host).contains(&node)
    }

    /// `textContent`, which `innerText` gives for an element that is not rendered.
    fn text_content(&mut self, scope: NodeId) {
        let end = self.columns.end[scope as usize];
        let mut node = scope + 1;
        while node < end {
            let index = node as usize;
            match self.columns.kind[index] {
                Kind::ShadowRoot | Kind::ClosedShadowRoot | Kind::FrameDocument => {
                    node = self.columns.end[index];
                    continue;
                }
                Kind::Text => {
                    let text = self.columns.str(self.columns.text[index]);
                    self.lines.text(text, WhiteSpace::Preserve, TextTransform::None, true);
                }
                _ => {}
            }
            if self.lines.is_full() || !self.may_visit() {
                break;
            }
            node += 1;
        }
        if self.lines.is_full() {
            self.report.limit("max_chars", self.budget.max_chars as u64);
        }
    }
}

/// Whether the content of the element is not laid out; an inline box cannot be locked so. Content that is skipped only
/// because it is far from the viewport is there for a person.
fn is_locked(style: Style, person: bool) -> bool {
    let locked = style.has(Flag::ContentHidden) || style.has(Flag::Skipped) && !person;
    locked && style.display() != Display::Inline
}

fn top_style(open: &[Open]) -> Style {
    open.last().map_or(Style::default(), |top| top.style)
}

/// Elements whose text is program text.
fn is_program(element: u32) -> bool {
    matches!(element, name::SCRIPT | name::STYLE | name::TEMPLATE | name::NOSCRIPT | name::HEAD | name::TITLE)
}
