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
use super::{Policy, REDACTED, assignments, blocks, decoded, phrases, urls, wrapped};
use crate::Error;

/// A secret in a text, by its place in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) class: Class,
}

impl Found {
    /// The same in a text in which the one that was searched begins at a place.
    pub(super) fn moved(self, by: usize) -> Self {
        Found { range: self.range.start + by..self.range.end + by, ..self }
    }
}

/// The rules of one policy, ready to search, and what is remembered of one page.
pub(super) struct Searcher<'a> {
    pub(super) rules: Rules,
    pub(super) shapes: &'a Shapes,
    pub(super) memory: Memory,
}

impl<'a> Searcher<'a> {
    /// A search under a policy that remembers nothing yet.
    pub(super) fn new(policy: &'a Policy) -> Self {
        Searcher { rules: Rules::new(policy), shapes: policy.shapes(), memory: Memory::new() }
    }

    /// Finds what is secret in a view, by places in its source: sorted, disjoint, and never a part of a placeholder.
    ///
    /// `prose` is how much of the view, from its start, is text in which names stand before values; with `blocks`, also
    /// in blocks of their own.
    ///
    /// # Errors
    /// [`Error::Firewall`] when a text is made so that no bounded search gets through it.
    pub(super) fn find(&self, view: &View, prose: usize, blocks: bool) -> Result<Vec<Found>, Error> {
        let mut found = self.find_in(view, prose, blocks)?;
        spare_placeholders(&view.text, &mut found);
        let mut places: Vec<Found> =
            found.into_iter().map(|Found { range, class }| Found { range: view.source_of(&range), class }).collect();
        let islands = decoded::islands(&view.text, prose);
        if !islands.text.is_empty() {
            let mut inner = self.find_in(&islands, islands.text.len(), false)?;
            spare_placeholders(&islands.text, &mut inner);
            places.extend(inner.into_iter().map(|Found { range, class }| {
                let in_view = islands.source_of(&range);
                Found { range: view.source_of(&in_view), class }
            }));
        }
        order(&mut places);
        Ok(places)
    }

    fn find_in(&self, view: &View, prose: usize, in_blocks: bool) -> Result<Vec<Found>, Error> {
        let text = view.text.as_str();
        let mut found = Vec::new();
        found.extend(shapes_in(view, self.shapes));
        if !self.memory.is_empty() {
            let mut ranges = Vec::new();
            self.memory.find(text, &mut ranges);
            found.extend(ranges.into_iter().map(|range| Found { range, class: Class::Remembered }));
        }
        let prose = &text[..prose];
        urls::find_in_text(prose, &self.rules, &mut found);
        assignments::find(prose, &self.rules, &mut found);
        if in_blocks {
            wrapped::find(prose, self.shapes, &mut found);
            blocks::find(prose, &self.rules, &mut found);
        }
        phrases::find(prose, &mut found)?;
        Ok(found)
    }
}

fn shapes_in(view: &View, shapes: &Shapes) -> impl Iterator<Item = Found> {
    let mut hits: Vec<Hit> = Vec::new();
    shapes.find(&view.text, &view.seams, &mut hits);
    hits.into_iter().map(|hit| Found { range: hit.start..hit.end, class: Class::TokenShapes })
}

/// Finds shapes alone in a view, by places in its source.
pub(super) fn find_shapes(view: &View, shapes: &Shapes) -> impl Iterator<Item = Found> {
    shapes_in(view, shapes).map(|Found { range, class }| Found { range: view.source_of(&range), class })
}

/// Leaves placeholders alone, so that a second pass changes nothing: what lies within one becomes empty, what reaches
/// into one takes all of it.
fn spare_placeholders(text: &str, found: &mut [Found]) {
    if found.is_empty() {
        return;
    }
    let covered: Vec<Range<usize>> =
        memchr::memmem::find_iter(text.as_bytes(), REDACTED).map(|at| at..at + REDACTED.len()).collect();
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
