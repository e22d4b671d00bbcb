//! What the elements of forms are and hold: kinds of input, values, owners, and whether they are disabled.
//!
//! Attributes are the default source; a tree that knows the live state answers through [`Tree`] and is believed.

use super::matcher::Work;
use super::relative::following;
use super::tree::Tree;

/// The kinds of input, as far as their states differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InputType {
    /// `text`, and every word that is no kind.
    Text,
    Search,
    Telephone,
    Url,
    Email,
    Password,
    Date,
    Month,
    Week,
    Time,
    LocalDateTime,
    Number,
    Range,
    Color,
    Checkbox,
    Radio,
    File,
    Submit,
    Image,
    Reset,
    Button,
    Hidden,
}

const INPUT_TYPES: [(&str, InputType); 21] = [
    ("search", InputType::Search),
    ("tel", InputType::Telephone),
    ("url", InputType::Url),
    ("email", InputType::Email),
    ("password", InputType::Password),
    ("date", InputType::Date),
    ("month", InputType::Month),
    ("week", InputType::Week),
    ("time", InputType::Time),
    ("datetime-local", InputType::LocalDateTime),
    ("number", InputType::Number),
    ("range", InputType::Range),
    ("color", InputType::Color),
    ("checkbox", InputType::Checkbox),
    ("radio", InputType::Radio),
    ("file", InputType::File),
    ("submit", InputType::Submit),
    ("image", InputType::Image),
    ("reset", InputType::Reset),
    ("button", InputType::Button),
    ("hidden", InputType::Hidden),
];

impl InputType {
    /// Whether one types free text into it.
    pub(super) fn is_text(self) -> bool {
        use InputType::{Email, Password, Search, Telephone, Text, Url};
        matches!(self, Text | Search | Telephone | Url | Email | Password)
    }

    /// Whether a placeholder can show in it.
    pub(super) fn has_placeholder(self) -> bool {
        self.is_text() || self == InputType::Number
    }

    /// Whether `readonly` has a meaning for it.
    pub(super) fn can_be_read_only(self) -> bool {
        use InputType::{Date, LocalDateTime, Month, Number, Time, Week};
        self.is_text() || matches!(self, Date | Month | Week | Time | LocalDateTime | Number)
    }

    /// Whether `required` has a meaning for it.
    pub(super) fn can_be_required(self) -> bool {
        self.can_be_read_only() || matches!(self, InputType::Checkbox | InputType::Radio | InputType::File)
    }

    /// Whether `dir=auto` looks at its value.
    pub(super) fn has_text_direction(self) -> bool {
        use InputType::{Button, Hidden, Reset, Submit};
        self.is_text() || matches!(self, Hidden | Submit | Reset | Button)
    }
}

/// The kind of an input element.
pub(super) fn input_type<T: Tree>(tree: &T, node: T::Node) -> InputType {
    let word = tree.attribute(node, "type").unwrap_or_default();
    INPUT_TYPES
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name))
        .map_or(InputType::Text, |&(_, input_type)| input_type)
}

/// Whether the element is the HTML element of that name.
pub(super) fn is_element<T: Tree>(tree: &T, node: T::Node, name: &str) -> bool {
    tree.is_html(node) && tree.name(node) == name
}

/// The value of an input.
pub(super) fn value<T: Tree>(tree: &T, node: T::Node) -> &str {
    tree.live_value(node).or_else(|| tree.attribute(node, "value")).unwrap_or_default()
}

/// Whether an input or a text area holds nothing.
pub(super) fn has_no_value<T: Tree>(tree: &T, node: T::Node) -> bool {
    if tree.name(node) == "textarea" && tree.live_value(node).is_none() {
        let mut is_empty = true;
        tree.text_run(node, None, &mut |text| is_empty &= text.is_empty());
        return is_empty;
    }
    value(tree, node).is_empty()
}

/// The nearest ancestor that is the HTML element of that name.
pub(super) fn ancestor<T: Tree>(tree: &T, node: T::Node, name: &str, work: &Work) -> Option<T::Node> {
    let mut current = tree.parent(node);
    while let Some(node) = current {
        if is_element(tree, node, name) {
            return Some(node);
        }
        if !work.charge(1) {
            return None;
        }
        current = tree.parent(node);
    }
    None
}

/// The form the element belongs to: the one its `form` attribute names, otherwise the one it stands in.
pub(super) fn owner<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Option<T::Node> {
    let Some(id) = tree.attribute(node, "form") else { return ancestor(tree, node, "form", work) };
    let named = elements(tree, root(tree, node, work), work).find(|&one| tree.id(one) == Some(id))?;
    is_element(tree, named, "form").then_some(named)
}

/// The topmost element above this one.
pub(super) fn root<T: Tree>(tree: &T, node: T::Node, work: &Work) -> T::Node {
    let mut top = node;
    while let Some(parent) = tree.parent(top) {
        if !work.charge(1) {
            break;
        }
        top = parent;
    }
    top
}

/// The element and all below it in document order, one unit of work each.
pub(super) fn elements<'a, T: Tree>(
    tree: &'a T,
    top: T::Node,
    work: &'a Work,
) -> impl Iterator<Item = T::Node> + use<'a, T> {
    let mut next = Some(top);
    std::iter::from_fn(move || {
        let node = next.filter(|_| work.charge(1))?;
        next = tree.first_child(node).or_else(|| following(tree, node, top));
        Some(node)
    })
}

/// Whether the element is of a kind that can be disabled.
pub(super) fn can_be_disabled<T: Tree>(tree: &T, node: T::Node) -> bool {
    tree.is_html(node)
        && matches!(tree.name(node), "button" | "input" | "select" | "textarea" | "optgroup" | "option" | "fieldset")
}

/// Whether the element cannot be used, by its own attribute or by that of a group around it.
pub(super) fn is_disabled<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    if !can_be_disabled(tree, node) {
        return false;
    }
    if tree.attribute(node, "disabled").is_some() {
        return true;
    }
    match tree.name(node) {
        "optgroup" => false,
        "option" => tree
            .parent(node)
            .is_some_and(|parent| is_element(tree, parent, "optgroup") && tree.attribute(parent, "disabled").is_some()),
        _ => in_disabled_fieldset(tree, node, work),
    }
}

/// A disabled fieldset disables what it holds, except for the contents of its first legend.
fn in_disabled_fieldset<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    let mut child = node;
    while let Some(parent) = tree.parent(child) {
        if !work.charge(1) {
            return false;
        }
        if is_element(tree, parent, "fieldset") && tree.attribute(parent, "disabled").is_some() {
            let mut legend = tree.first_child(parent);
            while let Some(one) = legend.filter(|&one| !is_element(tree, one, "legend")) {
                legend = if work.charge(1) { tree.next(one) } else { None };
            }
            if legend != Some(child) {
                return true;
            }
        }
        child = parent;
    }
    false
}

/// Whether an option is selected: at this moment if the tree knows, otherwise by the attributes of its list.
pub(super) fn is_selected<T: Tree>(tree: &T, option: T::Node, work: &Work) -> bool {
    if let Some(selected) = tree.is_selected(option) {
        return selected;
    }
    let marked = tree.attribute(option, "selected").is_some();
    let Some(list) = ancestor(tree, option, "select", work) else { return marked };
    if tree.attribute(list, "multiple").is_some() {
        return marked;
    }
    let options = || elements(tree, list, work).filter(|&one| is_element(tree, one, "option"));
    // A list for one choice keeps the last that is marked, and takes the first that can be used when none is.
    if let Some(last) = options().filter(|&one| tree.attribute(one, "selected").is_some()).last() {
        return last == option;
    }
    let shows_one = tree.attribute(list, "size").and_then(|size| size.parse::<u32>().ok()).is_none_or(|size| size <= 1);
    shows_one && options().find(|&one| !is_disabled(tree, one, work)) == Some(option)
}

/// Whether a radio button belongs to a group in which one is checked.
pub(super) fn group_is_checked<T: Tree>(tree: &T, radio: T::Node, work: &Work) -> bool {
    if tree.is_checked(radio) {
        return true;
    }
    let Some(name) = tree.attribute(radio, "name").filter(|name| !name.is_empty()) else { return false };
    let form = owner(tree, radio, work);
    let top = root(tree, radio, work);
    elements(tree, top, work).any(|one| {
        is_element(tree, one, "input")
            && input_type(tree, one) == InputType::Radio
            && tree.attribute(one, "name") == Some(name)
            && tree.is_checked(one)
            && owner(tree, one, work) == form
    })
}
