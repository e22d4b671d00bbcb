//! The cascade of a page's own style sheets: which declarations apply to an element, and in which order.
//!
//! Rules are filed by the rarest thing they ask for (an id, a class, an attribute, a name), and a filter of the
//! ancestors turns most candidates away before they are matched. The work for one document is bounded: when it is
//! spent, the rest of the page is read without its style sheets and the report says so.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::arena::Document;
use super::compute;
use super::declarations::{self, Declaration, Property, Value};
use super::matching::ArenaTree;
use super::stylesheet::Rules;
use crate::select::{AncestorKind, BucketKey, Complex, MatchContext, PseudoElement, Specificity, Work, ancestor_hash};
use crate::snapshot::names::NameHasher;
use crate::snapshot::{Kind, NO_NODE, NodeId, TextTransform, name};

/// Most selector steps that are spent on one document.
pub(super) const MAX_WORK: u64 = 50_000_000;

/// Most candidate rules that are looked at for one document.
const MAX_CANDIDATES: u64 = 400_000_000;

/// Most style sheets of one document that are looked at.
const MAX_SHEETS: usize = 4096;

/// What is known about the ancestors of an element: a Bloom filter of their names, ids and classes.
#[derive(Clone, Copy, Default)]
pub(super) struct Filter([u64; 4]);

impl Filter {
    fn add(&mut self, hash: u32) {
        for bit in [hash as usize & 255, (hash >> 8) as usize & 255] {
            self.0[bit >> 6] |= 1 << (bit & 63);
        }
    }

    fn may_hold(&self, hash: u32) -> bool {
        [hash as usize & 255, (hash >> 8) as usize & 255].iter().all(|bit| self.0[bit >> 6] >> (bit & 63) & 1 == 1)
    }
}

/// Adds an element to the filter for its descendants.
pub(super) fn extend_filter(document: &Document, id: NodeId, mut filter: Filter) -> Filter {
    filter.add(ancestor_hash(AncestorKind::Type, document.names.text(document.node(id).name)));
    if let Some(text) = document.attribute(id, name::ID) {
        filter.add(ancestor_hash(AncestorKind::Id, text));
    }
    if let Some(classes) = document.attribute(id, name::CLASS) {
        for class in classes.split_ascii_whitespace() {
            filter.add(ancestor_hash(AncestorKind::Class, class));
        }
    }
    filter
}

type Filed<K, V = Vec<u32>> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// Most different `style` attributes that are kept parsed.
const MAX_INLINE: usize = 4096;

struct Entry {
    selector: Complex,
    declarations: Rc<[Declaration]>,
    layer: u32,
    specificity: Specificity,
    ancestors: Box<[u32]>,
}

/// The rules of one tree scope (the document or a shadow tree).
#[derive(Default)]
struct RuleSet {
    entries: Vec<Entry>,
    by_id: Filed<Box<str>>,
    by_class: Filed<Box<str>>,
    by_type: Filed<Box<str>>,
    by_attribute: HashMap<u32, Vec<u32>>,
    universal: Vec<u32>,
}

impl RuleSet {
    fn file(rules: Rules, document: &Document, inline_fonts: bool) -> Self {
        let mut set = RuleSet::default();
        for rule in rules.finish(inline_fonts) {
            let wanted = match rule.selector.pseudo_element() {
                Some(PseudoElement::FirstLetter) => rule.declarations.iter().any(raises_letters),
                None | Some(PseudoElement::Before | PseudoElement::After) => true,
                Some(_) => false,
            };
            if !wanted {
                continue;
            }
            let number = set.entries.len() as u32;
            let key = |text: &str| -> Box<str> {
                if document.quirks { text.to_ascii_lowercase().into() } else { text.into() }
            };
            match rule.selector.bucket_key() {
                BucketKey::Id(id) => set.by_id.entry(key(id)).or_default().push(number),
                BucketKey::Class(class) => set.by_class.entry(key(class)).or_default().push(number),
                BucketKey::Type(text) => set.by_type.entry(text.into()).or_default().push(number),
                BucketKey::Attribute(text) => match document.names.find(text) {
                    Some(attribute) => set.by_attribute.entry(attribute).or_default().push(number),
                    None => set.universal.push(number),
                },
                BucketKey::Universal => set.universal.push(number),
            }
            set.entries.push(Entry {
                specificity: rule.selector.specificity(),
                ancestors: rule.selector.ancestor_hashes().into(),
                selector: rule.selector,
                declarations: rule.declarations,
                layer: rule.layer,
            });
        }
        set
    }
}

/// Whether a declaration of `::first-letter` changes text.
fn raises_letters(declaration: &Declaration) -> bool {
    declaration.property == Property::TextTransform
        && matches!(declaration.value, Value::TextTransform(TextTransform::Uppercase | TextTransform::Capitalize))
}

/// What the pseudo-elements of an element do to its text.
#[derive(Clone, Copy, Default)]
pub(super) struct Generated {
    pub(super) before: bool,
    pub(super) after: bool,
    /// The first letter is made upper case.
    pub(super) first_letter: bool,
}

/// The style sheets of a document.
pub(super) struct Cascade {
    scopes: HashMap<NodeId, RuleSet>,
    work: Work,
    candidates: Cell<u64>,
    spent: Cell<bool>,
    inline: RefCell<Filed<Box<str>, Rc<[Declaration]>>>,
    matched: RefCell<Vec<u32>>,
}

impl Cascade {
    /// Reads every `<style>` of a document.
    pub(super) fn collect(document: &Document) -> Self {
        let mut sheets: HashMap<NodeId, Rules> = HashMap::new();
        let style_elements = (0..document.nodes.len() as NodeId)
            .filter(|id| document.node(*id).name == name::STYLE && document.node(*id).kind == Kind::Element);
        for id in style_elements.take(MAX_SHEETS) {
            let kind = document.attribute(id, name::TYPE).unwrap_or("").trim();
            let media = document.attribute(id, name::MEDIA).unwrap_or("").to_ascii_lowercase();
            if !(kind.is_empty() || kind.eq_ignore_ascii_case("text/css")) || !super::media::applies(&media) {
                continue;
            }
            let Some(scope) = tree_scope(document, id) else { continue };
            let mut text = String::new();
            let mut child = document.node(id).first_child;
            while child != NO_NODE {
                if document.node(child).kind == Kind::Text {
                    document.text_pieces(child).for_each(|piece| text.push_str(piece));
                }
                child = document.node(child).next;
            }
            sheets.entry(scope).or_default().add_sheet(&text);
        }
        let inline_fonts = !sheets.is_empty() && sets_fonts_inline(document);
        let scopes = sheets
            .into_iter()
            .map(|(scope, rules)| (scope, RuleSet::file(rules, document, inline_fonts)))
            .filter(|(_, set)| !set.entries.is_empty())
            .collect();
        Cascade {
            scopes,
            work: Work::new(MAX_WORK),
            candidates: Cell::new(0),
            spent: Cell::new(false),
            inline: RefCell::new(Filed::default()),
            matched: RefCell::new(Vec::new()),
        }
    }

    /// Whether there are no rules at all.
    pub(super) fn is_empty(&self) -> bool {
        self.scopes.is_empty()
    }

    /// Whether the work did not suffice for the whole document.
    pub(super) fn exhausted(&self) -> bool {
        self.spent.get()
    }

    /// The declarations that apply to an element, in cascade order, the strongest last. Gives what its pseudo-elements
    /// do to its text.
    pub(super) fn declarations(
        &self,
        document: &Document,
        id: NodeId,
        scope: NodeId,
        filter: &Filter,
        out: &mut Vec<Declaration>,
    ) -> Generated {
        let inline = self.inline(document, id);
        let mut generated = Generated::default();
        let set = if self.scopes.is_empty() { None } else { self.scopes.get(&scope) };
        if set.is_none() && inline.is_none() {
            return generated;
        }
        let mut matched = self.matched.borrow_mut();
        matched.clear();
        if let Some(set) = set
            && !self.spent.get()
        {
            self.matching(document, set, id, filter, &mut matched);
            matched.sort_unstable_by_key(|number| {
                let entry = &set.entries[*number as usize];
                (entry.layer, entry.specificity, *number)
            });
            // A class that is named twice has found its rules twice.
            matched.dedup();
            let pseudo = |number: &u32| set.entries[*number as usize].selector.pseudo_element();
            if matched.iter().any(|number| pseudo(number).is_some()) {
                let of = |wanted: PseudoElement| {
                    let rules = matched.iter().filter(move |number| pseudo(number) == Some(wanted));
                    compute::takes_place(rules.flat_map(|number| set.entries[*number as usize].declarations.iter()))
                };
                generated.before = of(PseudoElement::Before);
                generated.after = of(PseudoElement::After);
                generated.first_letter =
                    matched.iter().any(|number| pseudo(number) == Some(PseudoElement::FirstLetter));
                matched.retain(|number| pseudo(number).is_none());
            }
        }
        let rules = || set.into_iter().flat_map(|set| matched.iter().map(|number| &set.entries[*number as usize]));
        for important in [false, true] {
            let of_weight = |declaration: &&Declaration| declaration.important == important;
            let author = rules().flat_map(|entry| entry.declarations.iter());
            out.extend(author.chain(inline.iter().flat_map(|block| block.iter())).filter(of_weight));
        }
        generated
    }

    fn inline(&self, document: &Document, id: NodeId) -> Option<Rc<[Declaration]>> {
        let text = document.attribute(id, name::STYLE)?;
        // Pages repeat their style attributes.
        let block = self.inline.borrow().get(text).cloned();
        Some(block.unwrap_or_else(|| {
            let block: Rc<[Declaration]> = declarations::parse_block(text).into();
            let mut inline = self.inline.borrow_mut();
            if inline.len() < MAX_INLINE {
                inline.insert(text.into(), block.clone());
            }
            block
        }))
    }

    fn matching(&self, document: &Document, set: &RuleSet, id: NodeId, filter: &Filter, matched: &mut Vec<u32>) {
        let node = document.node(id);
        let tree = ArenaTree(document);
        let context = MatchContext::new(None, &self.work);
        let mut try_all = |numbers: &[u32]| {
            self.candidates.set(self.candidates.get() + numbers.len() as u64);
            for number in numbers {
                let entry = &set.entries[*number as usize];
                if entry.ancestors.iter().all(|hash| filter.may_hold(*hash))
                    && entry.selector.matches_originating(&tree, id, &context)
                {
                    matched.push(*number);
                }
            }
        };
        let text = document.names.text(node.name);
        if !set.by_type.is_empty() {
            let found = match set.by_type.get(text) {
                None if text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                    set.by_type.get(text.to_ascii_lowercase().as_str())
                }
                found => found,
            };
            if let Some(numbers) = found {
                try_all(numbers);
            }
        }
        let fold = |text: &str| if document.quirks { text.to_ascii_lowercase().into() } else { Box::<str>::from(text) };
        if !set.by_id.is_empty()
            && let Some(text) = document.attribute(id, name::ID)
        {
            set.by_id.get(&fold(text)).into_iter().for_each(|numbers| try_all(numbers));
        }
        if !set.by_class.is_empty()
            && let Some(classes) = document.attribute(id, name::CLASS)
        {
            for class in classes.split_ascii_whitespace().take(256) {
                let found = if document.quirks { set.by_class.get(&fold(class)) } else { set.by_class.get(class) };
                if let Some(numbers) = found {
                    try_all(numbers);
                }
            }
        }
        if !set.by_attribute.is_empty() {
            for attribute in document.attributes_of(id) {
                set.by_attribute.get(&attribute.name).into_iter().for_each(|numbers| try_all(numbers));
            }
        }
        try_all(&set.universal);
        if self.work.is_exhausted() || self.candidates.get() > MAX_CANDIDATES {
            self.spent.set(true);
            matched.clear();
        }
    }
}

/// Whether a `style` attribute of the document sets a font size.
fn sets_fonts_inline(document: &Document) -> bool {
    document
        .attributes
        .iter()
        .filter(|attribute| attribute.name == name::STYLE)
        .any(|attribute| memchr::memmem::find(document.arena[attribute.value.range()].as_bytes(), b"font").is_some())
}

/// The document or shadow root that a style element belongs to; `None` when it is not part of the page.
fn tree_scope(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut at = id;
    loop {
        let node = document.node(at);
        match node.kind {
            Kind::ShadowRoot | Kind::ClosedShadowRoot => return Some(at),
            Kind::Document => return (at == 0).then_some(0),
            _ if node.parent == NO_NODE => return None,
            _ => at = node.parent,
        }
    }
}
