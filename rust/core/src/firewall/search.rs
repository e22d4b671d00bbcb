//! Everything that can be secret in a text, found in one pass for each kind of rule.
//!
//! What a page shows, what its attributes hold and what a caller hands in are searched alike. Encodings are undone piece
//! by piece, and what is found in the plain form is withheld in the form in which it stands.

use std::ops::Range;

use super::memory::Memory;
use super::receipt::Class;
use super::rules::Rules;
use super::shapes::{Hit, Shapes};
use super::view::View;
use super::{REDACTED, assignments, blocks, decoded, phrases, tables, urls, wrapped};
use crate::Error;

/// A secret in a text, by its place in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) class: Class,
}

/// The rules of one policy, ready to search.
pub(super) struct Searcher<'a> {
    pub(super) rules: &'a Rules,
    pub(super) shapes: &'a Shapes,
    pub(super) memory: &'a Memory,
}

impl Searcher<'_> {
    /// Finds what is secret in a view, by places in its source: sorted, disjoint, and never a part of a placeholder.
    ///
    /// `prose` is how much of the view, from its start, is text in which names stand before values; with `blocks`, also
    /// in blocks of their own.
    ///
    /// # Errors
    /// [`Error::Firewall`] when a text is made so that no bounded search gets through it.
    pub(super) fn find(&self, view: &View, prose: usize, blocks: bool) -> Result<Vec<Found>, Error> {
        let mut found = self.find_in(&view.text, prose, blocks)?;
        settle(&view.text, &mut found);
        let mut places: Vec<Found> =
            found.into_iter().map(|Found { range, class }| Found { range: view.source_of(&range), class }).collect();
        let islands = decoded::islands(&view.text, prose);
        if !islands.text.is_empty() {
            let mut inner = self.find_in(&islands.text, islands.text.len(), false)?;
            settle(&islands.text, &mut inner);
            places.extend(inner.into_iter().map(|Found { range, class }| {
                let in_view = islands.source_of(&range);
                Found { range: view.source_of(&in_view), class }
            }));
        }
        order(&mut places);
        Ok(places)
    }

    /// Finds shapes alone, by places in the source of the view.
    pub(super) fn find_shapes(&self, view: &View) -> impl Iterator<Item = Found> {
        let mut hits: Vec<Hit> = Vec::new();
        self.shapes.find(&view.text, &mut hits);
        hits.into_iter().map(|hit| Found { range: view.source_of(&(hit.start..hit.end)), class: Class::TokenShapes })
    }

    fn find_in(&self, text: &str, prose: usize, in_blocks: bool) -> Result<Vec<Found>, Error> {
        let mut found = Vec::new();
        let mut hits: Vec<Hit> = Vec::new();
        self.shapes.find(text, &mut hits);
        found.extend(hits.into_iter().map(|hit| Found { range: hit.start..hit.end, class: Class::TokenShapes }));
        if !self.memory.is_empty() {
            let mut ranges = Vec::new();
            self.memory.find(text, &mut ranges);
            found.extend(ranges.into_iter().map(|range| Found { range, class: Class::Remembered }));
        }
        let prose = &text[..prose];
        urls::find_in_text(prose, self.rules, &mut found);
        assignments::find(prose, self.rules, &mut found);
        if in_blocks {
            wrapped::find(prose, self.shapes, &mut found);
            blocks::find(prose, self.rules, &mut found);
            tables::find(prose, self.rules, &mut found);
        }
        phrases::find(prose, &mut found)?;
        Ok(found)
    }
}

/// Puts what was found into order and leaves placeholders alone, so that a second pass changes nothing.
fn settle(text: &str, found: &mut Vec<Found>) {
    found.retain(|one| !one.range.is_empty());
    if found.is_empty() {
        return;
    }
    let mut covered: Vec<Range<usize>> =
        memchr::memmem::find_iter(text.as_bytes(), REDACTED).map(|at| at..at + REDACTED.len()).collect();
    covered.retain(|range| !range.is_empty());
    for one in found.iter_mut() {
        let first = covered.partition_point(|range| range.end <= one.range.start);
        let Some(range) = covered.get(first) else { continue };
        if range.start <= one.range.start && one.range.end <= range.end {
            one.range = 0..0;
            continue;
        }
        if range.start < one.range.end {
            one.range.start = one.range.start.min(range.start);
            let last = covered.partition_point(|range| range.start < one.range.end);
            one.range.end = one.range.end.max(covered[last - 1].end);
        }
    }
    found.retain(|one| !one.range.is_empty());
    found.sort_by_key(|one| one.range.start);
}

/// Sorts what was found and joins what overlaps or touches.
pub(super) fn order(found: &mut Vec<Found>) {
    found.retain(|one| !one.range.is_empty());
    // Structure before shape: of several rules for one place, the first names its class.
    found.sort_by_key(|one| (one.range.start, one.class));
    let mut kept: Vec<Found> = Vec::with_capacity(found.len());
    for one in found.drain(..) {
        match kept.last_mut() {
            Some(last) if one.range.start <= last.range.end => last.range.end = last.range.end.max(one.range.end),
            _ => kept.push(one),
        }
    }
    *found = kept;
}

/// The text with everything that was found replaced.
pub(super) fn replace(text: &str, found: &[Found]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for Found { range, .. } in found {
        let start = range.start.max(copied);
        if range.end <= start {
            continue;
        }
        out.push_str(&text[copied..start]);
        out.push_str(REDACTED);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}
