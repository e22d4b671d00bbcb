//! Whether an element can be seen: three questions that sound alike and are not.
//!
//! *Rendered* asks for a box, *painted* whether something of it is drawn, *in text* whether `innerText` of the page holds
//! its text. They are answered from the released page's style facts, as Chromium answers them on the live page.

use super::page_text::{Rendering, TextOptions};
use super::scope;
use super::slots::Slots;
use super::walk::Walk;
use crate::report::Reading;
use crate::select::SelectorList;
use crate::snapshot::{Columns, Display, Flag, Kind, NO_NODE, NodeId, Snapshot, Visibility, name};
use crate::{Budget, Error, Report};

/// What is known about how an element appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// It has a box (`checkVisibility()` without options).
    pub rendered: bool,
    /// Something of it may be drawn: it is rendered, visible, not transparent, and not skipped.
    pub painted: bool,
    /// The page's `innerText` holds its text; of an element without text, would hold it.
    pub in_text: bool,
}

/// An element that a selector found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its name, lower case in HTML.
    pub tag: String,
    /// How it appears.
    pub facts: Facts,
    /// Its attributes as they were released, in the order of the source.
    pub attributes: Vec<(String, String)>,
}

/// Finds the elements that a selector names: the first, or all of them up to the budget's nodes, in document order.
///
/// # Errors
/// [`Error::InvalidSelector`] when the selector cannot be parsed.
pub fn query(snapshot: &Snapshot, selector: &str, all: bool, budget: &Budget) -> Result<Reading<Vec<Element>>, Error> {
    let list = SelectorList::parse(selector)?;
    let mut report = Report::new(snapshot.source(), snapshot.receipt().revision.clone());
    for fired in &snapshot.columns().origin.limits {
        report.limit(fired.limit, fired.value);
    }
    let nodes = scope::find_all(snapshot, &list, budget, &mut report);
    report.scope_matched = Some(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
    let mut slots = Slots::default();
    let mut elements = Vec::new();
    for node in nodes {
        if elements.len() >= budget.max_nodes {
            report.limit("max_nodes", budget.max_nodes as u64);
            break;
        }
        let columns = snapshot.columns();
        let tag = columns.names.text(columns.name[node as usize]).to_owned();
        let attributes = columns.attributes(node);
        let attributes =
            attributes.map(|(number, value)| (columns.names.text(number).to_owned(), value.to_owned())).collect();
        elements.push(Element { tag, facts: facts(snapshot, node, &mut slots, budget), attributes });
        if !all {
            break;
        }
    }
    report.returned.nodes = elements.len() as u64;
    Ok(Reading { value: elements, report })
}

/// What an element is seen through, from its ancestors.
#[derive(Default)]
struct Around {
    no_box: bool,
    transparent: bool,
    skipped: bool,
    inside_other_tree: bool,
    inside_replaced: bool,
}

fn facts(snapshot: &Snapshot, node: NodeId, slots: &mut Slots, budget: &Budget) -> Facts {
    let columns = snapshot.columns();
    let style = columns.style[node as usize];
    let around = around(columns, node, slots);
    let boxless = matches!(style.display(), Display::None | Display::Contents);
    let rendered = !boxless && !around.no_box && !around.inside_replaced && !is_option_of_closed_select(columns, node);
    let painted = rendered
        && style.visibility() == Visibility::Visible
        && !style.has(Flag::OpacityZero)
        && !around.transparent
        && !around.skipped;
    let in_text = style.display() != Display::None
        && !around.no_box
        && !around.skipped
        && !around.inside_other_tree
        && !around.inside_replaced
        && (snapshot.content_units(node) == 0 || has_inner_text(snapshot, node, budget));
    Facts { rendered, painted, in_text }
}

fn around(columns: &Columns, node: NodeId, slots: &mut Slots) -> Around {
    let mut found = Around::default();
    // Hosts whose shadow tree was entered from below, through a slot.
    let mut entered: Vec<NodeId> = Vec::new();
    let mut child = node;
    let mut at = columns.parent[node as usize];
    while at != NO_NODE {
        let style = columns.style[at as usize];
        match columns.kind[at as usize] {
            Kind::Element => {
                found.no_box |= style.display() == Display::None;
                let locked = style.display() != Display::Inline;
                found.no_box |= style.has(Flag::ContentHidden) && locked;
                found.skipped |= style.has(Flag::Skipped) && locked;
                found.transparent |= style.has(Flag::OpacityZero);
                found.no_box |= style.has(Flag::ClosedDetails) && super::walk::summary_of(columns, at) != Some(child);
                let frame = matches!(columns.kind[child as usize], Kind::FrameDocument);
                found.inside_replaced |= style.has(Flag::Replaced) && !frame;
                // A light child of a shadow host is rendered where a slot takes it, and nowhere else.
                let first = columns.kind.get(at as usize + 1);
                let hosts = first.is_some_and(|kind| kind.is_shadow_root()) && columns.parent[at as usize + 1] == at;
                if hosts && !columns.kind[child as usize].is_shadow_root() {
                    match slots.slot_of(columns, at, child) {
                        Some(slot) => {
                            entered.push(at);
                            let style = columns.style[slot as usize];
                            found.no_box |= style.display() == Display::None;
                            child = slot;
                            at = columns.parent[slot as usize];
                            continue;
                        }
                        None => found.no_box = true,
                    }
                }
            }
            Kind::ShadowRoot | Kind::ClosedShadowRoot => {
                // A tree that was entered through a slot holds the element's place, not the element.
                if entered.last() == Some(&columns.parent[at as usize]) {
                    entered.pop();
                    at = columns.parent[at as usize];
                    // The host was passed already when its child was looked at.
                    let style = columns.style[at as usize];
                    found.no_box |= style.display() == Display::None;
                    found.transparent |= style.has(Flag::OpacityZero);
                } else {
                    found.inside_other_tree = true;
                }
            }
            Kind::FrameDocument => found.inside_other_tree = true,
            _ => {}
        }
        child = at;
        at = columns.parent[at as usize];
    }
    found
}

/// The options of a drop-down list have no boxes while it is closed, yet they are text.
fn is_option_of_closed_select(columns: &Columns, node: NodeId) -> bool {
    if !columns.is_html(node, name::OPTION) && !columns.is_html(node, name::OPTGROUP) {
        return false;
    }
    let mut at = columns.parent[node as usize];
    while at != NO_NODE {
        if columns.is_html(at, name::SELECT) {
            let rows = columns.attribute(at, name::SIZE).and_then(|size| size.trim().parse::<u32>().ok()).unwrap_or(0);
            return columns.attribute(at, name::MULTIPLE).is_none() && rows <= 1;
        }
        at = columns.parent[at as usize];
    }
    false
}

fn has_inner_text(snapshot: &Snapshot, node: NodeId, budget: &Budget) -> bool {
    let options = TextOptions { rendering: Rendering::InnerText, ..TextOptions::default() };
    let mut report = Report::new(snapshot.source(), String::new());
    // A few characters are enough to know.
    let one = Budget { max_chars: 256, ..*budget };
    let mut walk = Walk::new(snapshot, &options, &one, &mut report);
    walk.read(node);
    let (text, _) = walk.finish();
    !text.trim().is_empty()
}
