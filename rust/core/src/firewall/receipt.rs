//! What the gate did to a page: classes, yes or no, and the policy's revision. A count or a place would be an oracle.

use std::collections::BTreeMap;

/// The kinds of secrets, by the rule that knows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Class {
    Fields,
    Meta,
    UrlKeys,
    UrlUserInformation,
    TokenShapes,
    NamedValues,
    Headers,
    Remembered,
}

/// The classes by the names under which reports have them.
const NAMES: [(Class, &str); 8] = [
    (Class::Fields, "fields"),
    (Class::Meta, "meta"),
    (Class::UrlKeys, "url_keys"),
    (Class::UrlUserInformation, "url_user_information"),
    (Class::TokenShapes, "token_shapes"),
    (Class::NamedValues, "named_values"),
    (Class::Headers, "headers"),
    (Class::Remembered, "remembered_values"),
];

impl Class {
    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|(class, _)| *class == self).map_or("", |(_, name)| name)
    }
}

/// A set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Classes(u16);

impl Classes {
    pub(super) fn add(&mut self, class: Class) {
        self.0 |= 1 << class as u8;
    }

    pub(super) fn has(self, class: Class) -> bool {
        self.0 >> class as u8 & 1 == 1
    }
}

/// A place of a page from which something was withheld.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The address of the page.
    Url,
    /// A text node.
    Text(u32),
    /// An attribute, by its number in the columns.
    Attribute(u32),
}

/// Most places that are kept for a person who asks.
const MOST_PLACES: usize = 1000;

/// What a release has done so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    pub(super) classes: Classes,
    pub(super) places: Vec<(Place, Class)>,
}

impl Log {
    pub(super) fn add(&mut self, class: Class, place: Place) {
        self.classes.add(class);
        if self.places.len() < MOST_PLACES {
            self.places.push((place, class));
        }
    }
}

/// The receipt of one released page.
#[derive(Debug, Clone)]
pub(crate) struct Receipt {
    pub(crate) revision: String,
    pub(super) log: Log,
}

impl Receipt {
    /// The classes of secrets and whether something of them was withheld in this document.
    pub(crate) fn withheld(&self) -> BTreeMap<&'static str, bool> {
        NAMES.iter().map(|(class, name)| (*name, self.log.classes.has(*class))).collect()
    }

    /// The places from which something was withheld, with the class of each, for the person who owns the rules. They
    /// are no part of a report: a place or a count would tell an agent what it must not know.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Place, &'static str)> {
        self.log.places.iter().map(|(place, class)| (*place, class.name()))
    }
}
