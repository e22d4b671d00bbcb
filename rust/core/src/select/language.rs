//! `:lang()`: the language an element inherits, compared the way Chromium does it: by prefix up to a hyphen.

use super::matcher::Work;
use super::tree::Tree;

/// Whether the language of the element begins with the wanted one.
pub(super) fn matches<T: Tree>(tree: &T, node: T::Node, wanted: &str, work: &Work) -> bool {
    let mut current = Some(node);
    while let Some(node) = current {
        if !work.charge(1) {
            return false;
        }
        if let Some(language) = tree.declared_language(node) {
            return begins_with(language, wanted);
        }
        current = tree.parent(node);
    }
    tree.document_language().is_some_and(|language| begins_with(language, wanted))
}

fn begins_with(language: &str, wanted: &str) -> bool {
    let (language, wanted) = (language.as_bytes(), wanted.as_bytes());
    !language.is_empty()
        && language.len() >= wanted.len()
        && language[..wanted.len()].eq_ignore_ascii_case(wanted)
        && matches!(language.get(wanted.len()), None | Some(b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_a_hyphen() {
        assert!(begins_with("en-US", "EN"));
        assert!(begins_with("de", "de"));
        assert!(!begins_with("english", "en"));
        assert!(!begins_with("", ""));
        assert!(!begins_with("de-DE", "*-DE"));
    }
}
