//! A parsed selector. Compounds are stored from right to left, the order in which they are matched.
//!
//! Everything that can be computed once (specificity, lower-case names) is computed by the parser, so that matching
//! neither allocates nor converts.

use std::ops::Add;
use std::sync::Arc;

use super::attribute::AttributeTest;
use super::direction::Direction;
use super::nth::Nth;
use super::state::State;

/// A comma-separated list of selectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorList {
    /// Shared, because nested rules refer to the list of their parent.
    pub(super) selectors: Arc<[Complex]>,
}

impl SelectorList {
    /// The selectors of the list, in the order in which they were written.
    #[must_use]
    pub fn selectors(&self) -> &[Complex] {
        &self.selectors
    }
}

/// One selector of a list: compounds joined by combinators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complex {
    /// The rightmost compound first.
    pub(super) compounds: Box<[Compound]>,
    pub(super) pseudo_element: Option<PseudoElement>,
    pub(super) specificity: Specificity,
    /// How many compounds can be in the middle of being matched at once, arguments included.
    pub(super) depth: usize,
}

impl Complex {
    /// Weight in the cascade.
    #[must_use]
    pub fn specificity(&self) -> Specificity {
        self.specificity
    }

    /// The pseudo-element at the end, if there is one. Such a selector matches no element; see
    /// [`Complex::matches_originating`].
    #[must_use]
    pub fn pseudo_element(&self) -> Option<PseudoElement> {
        self.pseudo_element
    }
}

/// The weight of a selector; a greater one wins in the cascade.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Specificity {
    /// Number of ids.
    pub ids: u32,
    /// Number of classes, attributes and pseudo-classes.
    pub classes: u32,
    /// Number of types and pseudo-elements.
    pub types: u32,
}

impl Specificity {
    pub(super) const ID: Self = Specificity { ids: 1, classes: 0, types: 0 };
    pub(super) const CLASS: Self = Specificity { ids: 0, classes: 1, types: 0 };
    pub(super) const TYPE: Self = Specificity { ids: 0, classes: 0, types: 1 };

    /// The greatest of a list of arguments, which is what `:is`, `:not` and `:has` weigh.
    pub(super) fn greatest(selectors: &[Complex]) -> Self {
        selectors.iter().map(|selector| selector.specificity).max().unwrap_or_default()
    }
}

impl Add for Specificity {
    type Output = Self;

    /// Saturates, because nested rules can multiply the weight of their parents beyond any number.
    fn add(self, other: Self) -> Self {
        Specificity {
            ids: self.ids.saturating_add(other.ids),
            classes: self.classes.saturating_add(other.classes),
            types: self.types.saturating_add(other.types),
        }
    }
}

/// What the right side is to the left side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

/// Conditions on one element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compound {
    /// Empty for `*`.
    pub(super) parts: Box<[Part]>,
    /// How it is joined to the compound on its left; `None` for the leftmost.
    pub(super) combinator: Option<Combinator>,
}

/// One condition on an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Type {
        /// As written, for documents in which case counts.
        name: Box<str>,
        lower: Box<str>,
    },
    /// `|*`
    NoNamespace,
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<AttributeTest>),
    /// `:is()` and `:where()`, which differ in specificity only, and `&` in a nested rule.
    Is(Arc<[Complex]>),
    Not(Box<[Complex]>),
    Has(Box<[Complex]>),
    Nth(Box<Nth>),
    FirstChild,
    LastChild,
    Root,
    Empty,
    /// `:scope`, and `&` outside of a nested rule.
    Scope,
    Language(Box<str>),
    /// `None`: neither `ltr` nor `rtl` was asked for, which is valid and matches nothing.
    Direction(Option<Direction>),
    State(State),
    /// A pseudo-class that cannot hold on a page at rest (`:hover`, `:fullscreen`, `:host` ...).
    Never,
    /// The element that is asked for `:has()`; the leftmost compound of each relative selector.
    Anchor,
}

/// The pseudo-elements the cascade tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PseudoElement {
    /// `::before`
    Before,
    /// `::after`
    After,
    /// `::first-letter`
    FirstLetter,
    /// `::first-line`
    FirstLine,
    /// `::marker`
    Marker,
    /// `::placeholder`
    Placeholder,
    /// Any other, including one of the five above with a pseudo-class behind it.
    Other,
}
