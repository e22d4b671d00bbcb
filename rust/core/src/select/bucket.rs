//! What a cascade can know of a selector before it tries it: where to file it, and what the ancestors must have.
//!
//! A stylesheet holds thousands of rules and an element matches a few; both answers let a caller skip the others.

use super::ast::{Combinator, Complex, Part};

/// The rarest thing an element must have for the selector to match it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BucketKey<'s> {
    /// This id; in quirks mode in any ASCII case.
    Id(&'s str),
    /// This class; in quirks mode in any ASCII case.
    Class(&'s str),
    /// An attribute of this (lower-case) local name; for elements that are not HTML in any case.
    Attribute(&'s str),
    /// This local name, given in lower case.
    Type(&'s str),
    /// Nothing in particular.
    Universal,
}

/// What a hash of [`Complex::ancestor_hashes`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AncestorKind {
    /// An id.
    Id,
    /// A class.
    Class,
    /// A local name.
    Type,
}

/// The hash of a name for a filter of ancestors. It ignores ASCII case, so that it serves quirks mode and foreign
/// elements too: a filter may let through too much, never too little.
#[must_use]
pub fn ancestor_hash(kind: AncestorKind, name: &str) -> u32 {
    let seed: u32 = match kind {
        AncestorKind::Id => 0x811c_9dc5,
        AncestorKind::Class => 0x2f0b_4c47,
        AncestorKind::Type => 0x6b43_a9b5,
    };
    name.bytes().fold(seed, |hash, byte| (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193))
}

impl Complex {
    /// Where to file the selector: by what its rightmost compound asks for.
    pub fn bucket_key(&self) -> BucketKey<'_> {
        let mut selector = self;
        // `:where(.a)` files like `.a`. Each turn enters an argument, so that it ends with the nesting.
        loop {
            let Some(rightmost) = selector.compounds.first() else { return BucketKey::Universal };
            let best = rightmost.parts.iter().map(key_of).max_by_key(|&key| rank(key));
            match best {
                Some(key) if key != BucketKey::Universal => return key,
                _ => {}
            }
            let only = rightmost.parts.iter().find_map(|part| match part {
                Part::Is(arguments) if arguments.len() == 1 => arguments.first(),
                _ => None,
            });
            match only {
                Some(argument) => selector = argument,
                None => return BucketKey::Universal,
            }
        }
    }

    /// Hashes of the ids, classes and types that some ancestor must have (see [`ancestor_hash`]). When a filter lacks
    /// one of them, the selector cannot match.
    #[must_use]
    pub fn ancestor_hashes(&self) -> Vec<u32> {
        let mut hashes = Vec::new();
        let mut is_ancestor = false;
        for compound in &self.compounds {
            if is_ancestor {
                hashes.extend(compound.parts.iter().filter_map(|part| match part {
                    Part::Id(id) => Some(ancestor_hash(AncestorKind::Id, id)),
                    Part::Class(class) => Some(ancestor_hash(AncestorKind::Class, class)),
                    Part::Type { lower, .. } => Some(ancestor_hash(AncestorKind::Type, lower)),
                    _ => None,
                }));
            }
            // The sibling of an ancestor is no ancestor.
            is_ancestor = matches!(compound.combinator, Some(Combinator::Child | Combinator::Descendant));
        }
        hashes
    }
}

fn key_of(part: &Part) -> BucketKey<'_> {
    match part {
        Part::Id(id) => BucketKey::Id(id),
        Part::Class(class) => BucketKey::Class(class),
        Part::Attribute(test) => BucketKey::Attribute(&test.lower),
        Part::Type { lower, .. } => BucketKey::Type(lower),
        _ => BucketKey::Universal,
    }
}

fn rank(key: BucketKey<'_>) -> u8 {
    match key {
        BucketKey::Id(_) => 4,
        BucketKey::Class(_) => 3,
        BucketKey::Attribute(_) => 2,
        BucketKey::Type(_) => 1,
        BucketKey::Universal => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::SelectorList;
    use super::*;

    fn with_first<R>(text: &str, check: impl Fn(&Complex) -> R) -> R {
        let list = SelectorList::parse(text).expect("a valid selector");
        check(&list.selectors()[0])
    }

    #[test]
    fn files_by_the_rarest_condition() {
        for (text, key) in [
            ("p.a#b[c]", BucketKey::Id("b")),
            ("p.a[c]", BucketKey::Class("a")),
            ("DIV[Data-X]", BucketKey::Attribute("data-x")),
            ("a > DIV", BucketKey::Type("div")),
            (":hover", BucketKey::Universal),
            (":where(:is(.x))", BucketKey::Class("x")),
            (":is(.x, .y)", BucketKey::Universal),
            (".a::before", BucketKey::Class("a")),
        ] {
            with_first(text, |selector| assert_eq!(selector.bucket_key(), key, "{text}"));
        }
    }

    #[test]
    fn asks_ancestors_only_for_what_they_must_have() {
        let hashes = with_first("#a .b ~ p + i > Q u", Complex::ancestor_hashes);
        assert_eq!(
            hashes,
            [
                ancestor_hash(AncestorKind::Type, "q"),
                ancestor_hash(AncestorKind::Type, "I"),
                ancestor_hash(AncestorKind::Id, "a")
            ]
        );
    }
}
