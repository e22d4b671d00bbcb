//! All the strings of a page that are searched together, laid out one after the other.
//!
//! A token can be spread over many elements: what stands in one line is joined without anything between, and blocks are
//! kept apart, so that the search sees what a person reads. One search over the whole is also what makes it fast.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::REDACTED;
use super::search::Found;
use super::view::View;
use crate::snapshot::{Columns, Display, Flag, Kind, NodeId, Span, name};

/// A string of the page within the sheet.
struct Piece {
    /// Where it begins in the source of the view.
    start: usize,
    /// The node or the attribute that has it.
    index: usize,
}

/// The strings of one kind (texts, or attribute values) and their common view.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) view: View,
    /// How much of the view is text in which names stand before values.
    pub(super) prose: usize,
    /// The texts that were joined to others without a space, each by itself.
    pub(super) apart: View,
    last_apart: Option<usize>,
    pieces: Vec<Piece>,
    length: usize,
}

impl Sheet {
    fn push(&mut self, text: &str, index: usize) {
        self.pieces.push(Piece { start: self.length, index });
        self.view.push_plain(text, self.length);
        // One byte more, so that the end of a string is not the start of the next.
        self.length += text.len() + 1;
    }

    /// Lays out the texts of a page.
    pub(super) fn of_texts(columns: &Columns) -> Self {
        let mut sheet = Sheet::default();
        let mut walk = Lines::default();
        for node in 0..columns.len() as NodeId {
            if walk.boundary(columns, node) {
                sheet.end_line(columns, &mut walk);
            } else if columns.name[node as usize] == name::BR {
                sheet.view.push_space(true);
            }
            if columns.kind[node as usize] != Kind::Text {
                continue;
            }
            let span = columns.text[node as usize];
            if span.length == 0 {
                continue;
            }
            if walk.is_aside(node) {
                walk.aside.push(node);
                continue;
            }
            let text = columns.str(span);
            if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
                // The space between elements, which is every second text of a page.
                sheet.view.push_space(text.contains('\n'));
                continue;
            }
            let glued = text.as_bytes()[0].is_ascii_alphanumeric()
                && sheet.view.text.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric);
            if glued {
                // What stands beside a token without a space is another element's text as often as its rest.
                sheet.push_apart(columns, sheet.pieces.len() - 1);
                sheet.view.push_seam();
            }
            sheet.push(text, node as usize);
            if glued {
                sheet.push_apart(columns, sheet.pieces.len() - 1);
            }
        }
        sheet.end_line(columns, &mut walk);
        sheet.prose = sheet.view.text.len();
        sheet
    }

    fn push_apart(&mut self, columns: &Columns, piece: usize) {
        let Piece { start, index } = self.pieces[piece];
        if self.last_apart != Some(piece) {
            self.last_apart = Some(piece);
            self.apart.push_block();
            self.apart.push_plain(columns.str(columns.text[index]), start);
        }
    }

    /// Ends the line, and lays out what is hidden within it, each on its own.
    fn end_line(&mut self, columns: &Columns, walk: &mut Lines) {
        self.view.push_block();
        for node in walk.aside.drain(..) {
            self.push(columns.str(columns.text[node as usize]), node as usize);
            self.view.push_block();
        }
    }

    /// Lays out the values of attributes: first those with text and addresses, then those that hold names only. A value
    /// that stands in many elements is laid out once.
    pub(super) fn of_attributes(columns: &Columns, holds_names: impl Fn(u32) -> bool) -> Self {
        let mut sheet = Sheet::default();
        let mut known: HashSet<(u32, &str), RandomState> = HashSet::default();
        for names_only in [false, true] {
            for (index, value) in columns.attribute_value.iter().enumerate() {
                if value.length < 4 || holds_names(columns.attribute_name[index]) != names_only {
                    continue;
                }
                let text = columns.str(*value);
                if !known.insert((columns.attribute_name[index], text)) || is_binary(text) {
                    continue;
                }
                sheet.push(text, index);
                sheet.view.push_block();
            }
            if !names_only {
                sheet.prose = sheet.view.text.len();
            }
        }
        sheet
    }

    /// Replaces what was found in the strings that hold it. A secret that goes over several strings leaves one
    /// placeholder, in the first of them. `None` when the page is full.
    pub(super) fn withhold(&self, found: &[Found], columns: &mut Columns, of_texts: bool) -> Option<()> {
        let mut next = 0;
        let mut piece = 0;
        let mut replaced: HashMap<(u32, String), Span> = HashMap::new();
        while next < found.len() {
            piece = piece.max(self.piece_of(found[next].range.start));
            let Piece { start, index } = *self.pieces.get(piece)?;
            let span = if of_texts { columns.text[index] } else { columns.attribute_value[index] };
            let text = columns.str(span);
            let end = start + text.len();
            let mut out = String::with_capacity(text.len() + REDACTED.len());
            let mut copied = 0;
            for Found { range, .. } in found[next..].iter().take_while(|one| one.range.start < end) {
                out.push_str(&text[copied..range.start.saturating_sub(start).max(copied)]);
                if range.start >= start {
                    out.push_str(REDACTED);
                }
                copied = (range.end - start).min(text.len());
            }
            out.push_str(&text[copied..]);
            let before = text.to_owned();
            let span = columns.store(&out)?;
            if of_texts {
                columns.text[index] = span;
            } else {
                replaced.insert((columns.attribute_name[index], before), span);
            }
            while next < found.len() && found[next].range.end <= end + 1 {
                next += 1;
            }
            piece += 1;
        }
        if !replaced.is_empty() {
            // Every attribute of the same name and value.
            for index in 0..columns.attribute_value.len() {
                let key = (columns.attribute_name[index], columns.str(columns.attribute_value[index]).to_owned());
                if let Some(span) = replaced.get(&key) {
                    columns.attribute_value[index] = *span;
                }
            }
        }
        Some(())
    }

    fn piece_of(&self, source: usize) -> usize {
        self.pieces.partition_point(|piece| piece.start <= source).saturating_sub(1)
    }

    /// The node or the attribute in which something was found.
    pub(super) fn index_of(&self, found: &Found) -> usize {
        self.pieces.get(self.piece_of(found.range.start)).map_or(0, |piece| piece.index)
    }

    /// The strings: the node or attribute that has each, and where it begins in the source of the view.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pieces.iter().map(|piece| (piece.index, piece.start))
    }
}

/// Pictures, fonts and sounds within an address: no text, and often large.
fn is_binary(value: &str) -> bool {
    let start = &value.as_bytes()[..value.len().min(48)];
    start.len() > 11
        && start[..5].eq_ignore_ascii_case(b"data:")
        && ["image/", "font/", "audio/", "video/", "application/font", "application/octet"].iter().any(|kind| {
            start[5..].len() >= kind.len() && start[5..5 + kind.len()].eq_ignore_ascii_case(kind.as_bytes())
        })
        && memchr::memmem::find(start, b";base64,").is_some()
}

/// Which nodes begin and end a line, on a walk over a page.
#[derive(Default)]
struct Lines {
    /// Ends of the open elements that are blocks.
    blocks: Vec<NodeId>,
    /// End of the outermost open element within a line that shows nothing.
    hidden_until: NodeId,
    /// Texts of the line that nobody sees.
    aside: Vec<NodeId>,
}

impl Lines {
    /// Whether a line ends before this node.
    fn boundary(&mut self, columns: &Columns, node: NodeId) -> bool {
        let mut ends = false;
        while self.blocks.last().is_some_and(|end| *end <= node) {
            self.blocks.pop();
            ends = true;
        }
        let index = node as usize;
        match columns.kind[index] {
            Kind::Text | Kind::Comment | Kind::ProcessingInstruction => {}
            Kind::Element => {
                let style = columns.style[index];
                match style.display() {
                    Display::Inline | Display::Contents | Display::Ruby | Display::RubyText => {
                        ends |= style.has(Flag::Replaced);
                    }
                    // Letters in boxes of their own stand in the line; controls do not belong to its words.
                    Display::InlineBlock | Display::InlineFlex
                        if !matches!(
                            columns.name[index],
                            name::BUTTON | name::INPUT | name::SELECT | name::TEXTAREA
                        ) => {}
                    // Nothing of it is seen: the line goes on around it, unless it stands between blocks anyway.
                    Display::None if node >= self.hidden_until => self.hidden_until = columns.end[index],
                    Display::None => {}
                    _ => {
                        self.blocks.push(columns.end[index]);
                        ends = true;
                    }
                }
            }
            // What a shadow tree shows and what it shows of its host stand in one line.
            Kind::ShadowRoot | Kind::ClosedShadowRoot => {}
            _ => {
                self.blocks.push(columns.end[index]);
                ends = true;
            }
        }
        ends
    }

    /// Whether a text stands in something that shows nothing.
    fn is_aside(&self, node: NodeId) -> bool {
        node < self.hidden_until
    }
}

#[cfg(test)]
mod tests {
    use super::super::normal::BLOCK;
    use super::Sheet;
    use crate::snapshot::{HtmlInput, ParseOptions, parse_html};

    fn lines(html: &str) -> Vec<String> {
        let columns = parse_html(HtmlInput::Text(html), &ParseOptions::default()).unwrap().into_columns();
        let sheet = Sheet::of_texts(&columns);
        let lines = sheet.view.text.split(BLOCK);
        lines.filter(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn what_stands_in_a_line_is_joined() {
        assert_eq!(lines("<p>a<b>b</b><!-- x --><i>c</i> d<p>e"), ["abc d", "e"]);
        assert_eq!(lines("<div>a<br>b</div><table><tr><td>c<td>d</table>"), ["a\nb", "c", "d"]);
        assert_eq!(lines("<p>a<span style=display:none>x</span>b"), ["ab", "x"]);
        assert_eq!(lines("<p>a<script>x</script>b</p>"), ["ab", "x"]);
    }
}
