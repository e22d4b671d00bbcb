//! A tree for the unit tests of this module, written in a line: `div#a.b[x=y](p 'text' i)`.
//!
//! It answers only what a tree must answer, and so tests the defaults of the trait as well.

use super::tree::Tree;

#[derive(Default)]
pub(super) struct TestTree {
    elements: Vec<Element>,
    pub(super) quirks: bool,
}

#[derive(Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Each text with the child it follows.
    texts: Vec<(Option<usize>, String)>,
}

impl TestTree {
    /// Elements get their numbers in document order; names that begin with `svg:` are foreign.
    pub(super) fn new(notation: &str) -> Self {
        let mut tree = TestTree::default();
        let mut open: Vec<usize> = Vec::new();
        let mut last = None;
        let mut rest = notation;
        while let Some(first) = rest.chars().next() {
            match first {
                '(' => open.extend(last),
                ')' => last = open.pop(),
                '\'' => {
                    let end = rest[1..].find('\'').expect("a closing quote") + 1;
                    let parent = &mut tree.elements[*open.last().expect("an open element")];
                    parent.texts.push((parent.children.last().copied(), rest[1..end].to_owned()));
                    rest = &rest[end..];
                }
                ' ' => {}
                _ => {
                    let end = rest.find(['(', ')', ' ', '\'']).unwrap_or(rest.len());
                    last = Some(tree.push(&rest[..end], open.last().copied()));
                    rest = &rest[end..];
                    continue;
                }
            }
            rest = &rest[1..];
        }
        tree
    }

    fn push(&mut self, description: &str, parent: Option<usize>) -> usize {
        let index = self.elements.len();
        let mut element = Element { parent, ..Element::default() };
        for (at, piece) in split_keeping(description).into_iter().enumerate() {
            match piece.chars().next() {
                Some('#') if at > 0 => element.attributes.push(("id".into(), piece[1..].into())),
                Some('.') => element.attributes.push(("class".into(), piece[1..].replace('+', " "))),
                Some('[') => {
                    let (name, value) = piece[1..].split_once('=').unwrap_or((&piece[1..], ""));
                    element.attributes.push((name.into(), value.replace('_', " ")));
                }
                _ => element.name = piece.into(),
            }
        }
        self.elements.push(element);
        if let Some(parent) = parent {
            self.elements[parent].children.push(index);
        }
        index
    }

    /// All elements in document order.
    pub(super) fn nodes(&self) -> std::ops::Range<usize> {
        0..self.elements.len()
    }

    fn sibling(&self, node: usize, step: isize) -> Option<usize> {
        let siblings = &self.elements[self.elements[node].parent?].children;
        let place = siblings.iter().position(|&one| one == node)?;
        siblings.get(place.checked_add_signed(step)?).copied()
    }
}

/// `div#a.b[c=d]` to `div`, `#a`, `.b`, `[c=d`.
fn split_keeping(description: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut in_brackets = false;
    for (at, character) in description.char_indices() {
        if !in_brackets && at > 0 && matches!(character, '#' | '.' | '[') {
            pieces.push(description[start..at].trim_end_matches(']'));
            start = at;
        }
        in_brackets = (in_brackets || character == '[') && character != ']';
    }
    pieces.push(description[start..].trim_end_matches(']'));
    pieces
}

impl Tree for TestTree {
    type Node = usize;

    fn parent(&self, node: usize) -> Option<usize> {
        self.elements[node].parent
    }

    fn previous(&self, node: usize) -> Option<usize> {
        self.sibling(node, -1)
    }

    fn next(&self, node: usize) -> Option<usize> {
        self.sibling(node, 1)
    }

    fn first_child(&self, node: usize) -> Option<usize> {
        self.elements[node].children.first().copied()
    }

    fn name(&self, node: usize) -> &str {
        let name = &self.elements[node].name;
        name.strip_prefix("svg:").unwrap_or(name)
    }

    fn is_html(&self, node: usize) -> bool {
        !self.elements[node].name.starts_with("svg:")
    }

    fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        let attribute = self.elements[node].attributes.iter().find(|(own, _)| own == name)?;
        Some(&attribute.1)
    }

    fn is_empty(&self, node: usize) -> bool {
        let element = &self.elements[node];
        element.children.is_empty() && element.texts.iter().all(|(_, text)| text.is_empty())
    }

    fn is_root(&self, node: usize) -> bool {
        node == 0
    }

    fn quirks(&self) -> bool {
        self.quirks
    }

    fn text_run(&self, parent: usize, after: Option<usize>, visit: &mut dyn FnMut(&str)) {
        self.elements[parent].texts.iter().filter(|(own, _)| *own == after).for_each(|(_, text)| visit(text));
    }
}
