//! `:dir()`: the direction of an element by the rules of HTML, which read `dir`, text and form values, never styles.

use super::form;
use super::matcher::Work;
use super::tree::Tree;

/// A direction of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left to right.
    LeftToRight,
    /// Right to left.
    RightToLeft,
}

impl Direction {
    /// The direction that the first strong character of the text asks for.
    pub fn of_text(text: &str) -> Option<Direction> {
        text.chars().find_map(strong)
    }
}

/// Only letters are taken for strong, apart from the marks that exist to be strong; digits and punctuation are not.
fn strong(character: char) -> Option<Direction> {
    match character {
        '\u{200e}' => Some(Direction::LeftToRight),
        '\u{200f}' | '\u{61c}' => Some(Direction::RightToLeft),
        _ if !character.is_alphabetic() => None,
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => Some(Direction::RightToLeft),
        _ => Some(Direction::LeftToRight),
    }
}

/// What the element says of its own direction.
enum Declared {
    Fixed(Direction),
    Automatic,
    /// From its parent.
    Inherited,
}

fn has_valid_dir<T: Tree>(tree: &T, node: T::Node) -> bool {
    tree.attribute(node, "dir")
        .is_some_and(|value| ["ltr", "rtl", "auto"].iter().any(|one| value.eq_ignore_ascii_case(one)))
}

fn declared<T: Tree>(tree: &T, node: T::Node) -> Declared {
    if !tree.is_html(node) {
        return Declared::Inherited;
    }
    match tree.attribute(node, "dir") {
        Some(value) if value.eq_ignore_ascii_case("ltr") => Declared::Fixed(Direction::LeftToRight),
        Some(value) if value.eq_ignore_ascii_case("rtl") => Declared::Fixed(Direction::RightToLeft),
        Some(value) if value.eq_ignore_ascii_case("auto") => Declared::Automatic,
        _ if tree.name(node) == "bdi" => Declared::Automatic,
        // A telephone number reads from left to right in every language.
        _ if tree.name(node) == "input" && form::input_type(tree, node) == form::InputType::Telephone => {
            Declared::Fixed(Direction::LeftToRight)
        }
        _ => Declared::Inherited,
    }
}

/// The direction of an element.
pub(super) fn of_element<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Direction {
    let mut current = Some(node);
    while let Some(node) = current {
        if !work.charge(1) {
            break;
        }
        match declared(tree, node) {
            Declared::Fixed(direction) => return direction,
            Declared::Automatic => return automatic(tree, node, work).unwrap_or(Direction::LeftToRight),
            Declared::Inherited => current = tree.parent(node),
        }
    }
    Direction::LeftToRight
}

fn automatic<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Option<Direction> {
    match tree.name(node) {
        "input" if form::input_type(tree, node).has_text_direction() => Direction::of_text(form::value(tree, node)),
        "input" => None,
        "textarea" if tree.live_value(node).is_some() => tree.live_value(node).and_then(Direction::of_text),
        _ => of_contents(tree, node, work),
    }
}

fn of_run<T: Tree>(tree: &T, parent: T::Node, after: Option<T::Node>) -> Option<Direction> {
    let mut found = None;
    tree.text_run(parent, after, &mut |text| found = found.or_else(|| Direction::of_text(text)));
    found
}

/// The first strong character in document order, without the parts that choose a direction for themselves.
fn of_contents<T: Tree>(tree: &T, top: T::Node, work: &Work) -> Option<Direction> {
    let mut parent = top;
    let mut after = None;
    loop {
        if !work.charge(1) {
            return None;
        }
        if let Some(direction) = of_run(tree, parent, after) {
            return Some(direction);
        }
        let child = match after {
            Some(child) => tree.next(child),
            None => tree.first_child(parent),
        };
        match child {
            Some(child) if is_set_apart(tree, child) => after = Some(child),
            Some(child) => (parent, after) = (child, None),
            None if parent == top => return None,
            None => {
                after = Some(parent);
                parent = tree.parent(parent)?;
            }
        }
    }
}

fn is_set_apart<T: Tree>(tree: &T, node: T::Node) -> bool {
    tree.is_html(node)
        && (matches!(tree.name(node), "bdi" | "script" | "style" | "textarea" | "input") || has_valid_dir(tree, node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_decides() {
        assert_eq!(Direction::of_text("12 שלום abc"), Some(Direction::RightToLeft));
        assert_eq!(Direction::of_text("(a) מ"), Some(Direction::LeftToRight));
        assert_eq!(Direction::of_text("123 !"), None);
        assert_eq!(Direction::of_text("مرحبا"), Some(Direction::RightToLeft));
    }
}
