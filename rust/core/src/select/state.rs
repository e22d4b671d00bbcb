//! The pseudo-classes that ask for the state of an element: links, form controls, `:defined` and `:open`.

use super::form::{self, InputType};
use super::matcher::{Matching, Work};
use super::tree::Tree;
use super::validity;

/// A state that an element can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Link,
    Checked,
    Enabled,
    Disabled,
    Required,
    Optional,
    ReadOnly,
    ReadWrite,
    Default,
    Indeterminate,
    PlaceholderShown,
    Valid,
    Invalid,
    InRange,
    OutOfRange,
    Defined,
    Open,
}

/// Whether the element is in the state.
pub(super) fn matches<T: Tree>(matching: &Matching<'_, T>, state: State, node: T::Node, work: &Work) -> bool {
    let tree = matching.tree;
    if !tree.is_html(node) {
        return match state {
            State::Link => is_foreign_link(tree, node),
            State::ReadOnly | State::Defined => true,
            _ => false,
        };
    }
    let name = tree.name(node);
    match state {
        State::Link => matches!(name, "a" | "area") && tree.attribute(node, "href").is_some(),
        State::Checked => match name {
            "input" => is_checkable(tree, node) && tree.is_checked(node),
            "option" => form::is_selected(tree, node, work),
            _ => false,
        },
        State::Enabled => form::can_be_disabled(tree, node) && !form::is_disabled(tree, node, work),
        State::Disabled => form::is_disabled(tree, node, work),
        State::Required => is_required(tree, node),
        State::Optional => matches!(name, "input" | "select" | "textarea") && !is_required(tree, node),
        State::ReadOnly => !is_read_write(tree, node, work),
        State::ReadWrite => is_read_write(tree, node, work),
        State::Default => is_default(tree, node, work),
        State::Indeterminate => match name {
            "input" => match form::input_type(tree, node) {
                InputType::Checkbox => tree.is_indeterminate(node),
                InputType::Radio => !form::group_is_checked(tree, node, work),
                _ => false,
            },
            "progress" => tree.attribute(node, "value").is_none(),
            _ => false,
        },
        State::PlaceholderShown => {
            (name == "textarea" || (name == "input" && form::input_type(tree, node).has_placeholder()))
                && tree.attribute(node, "placeholder").is_some_and(|text| !text.is_empty())
                && form::has_no_value(tree, node)
        }
        State::Valid => validity::is_valid(tree, node, work) == Some(true),
        State::Invalid => validity::is_valid(tree, node, work) == Some(false),
        State::InRange => validity::is_in_range(tree, node, work) == Some(true),
        State::OutOfRange => validity::is_in_range(tree, node, work) == Some(false),
        State::Defined => !is_custom_name(name) && tree.attribute(node, "is").is_none(),
        State::Open => matches!(name, "details" | "dialog") && tree.attribute(node, "open").is_some(),
    }
}

fn is_foreign_link<T: Tree>(tree: &T, node: T::Node) -> bool {
    tree.name(node) == "a" && tree.any_namespace_attribute(node, "href", &mut |_| true)
}

fn is_checkable<T: Tree>(tree: &T, node: T::Node) -> bool {
    matches!(form::input_type(tree, node), InputType::Checkbox | InputType::Radio)
}

pub(super) fn is_required<T: Tree>(tree: &T, node: T::Node) -> bool {
    let possible = match tree.name(node) {
        "input" => form::input_type(tree, node).can_be_required(),
        "select" | "textarea" => true,
        _ => false,
    };
    possible && tree.attribute(node, "required").is_some()
}

fn is_read_write<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    let is_field = match tree.name(node) {
        "input" => form::input_type(tree, node).can_be_read_only(),
        "textarea" => true,
        _ => return is_editable(tree, node, work),
    };
    is_field && tree.attribute(node, "readonly").is_none() && !form::is_disabled(tree, node, work)
}

/// Whether `contenteditable` of the element or of the nearest ancestor that has it allows editing.
fn is_editable<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    let mut current = Some(node);
    while let Some(node) = current {
        if !work.charge(1) {
            return false;
        }
        if let Some(value) = tree.attribute(node, "contenteditable") {
            if ["", "true", "plaintext-only"].iter().any(|one| value.eq_ignore_ascii_case(one)) {
                return true;
            }
            if value.eq_ignore_ascii_case("false") {
                return false;
            }
        }
        current = tree.parent(node);
    }
    false
}

fn is_default<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    match tree.name(node) {
        "input" if is_checkable(tree, node) => tree.attribute(node, "checked").is_some(),
        "option" => tree.attribute(node, "selected").is_some(),
        "input" | "button" if is_submit(tree, node) => {
            let Some(form) = form::owner(tree, node, work) else { return false };
            let top = form::root(tree, node, work);
            form::elements(tree, top, work)
                .find(|&one| is_submit(tree, one) && form::owner(tree, one, work) == Some(form))
                == Some(node)
        }
        _ => false,
    }
}

fn is_submit<T: Tree>(tree: &T, node: T::Node) -> bool {
    if form::is_element(tree, node, "button") {
        let kind = tree.attribute(node, "type").unwrap_or_default();
        return !kind.eq_ignore_ascii_case("button") && !kind.eq_ignore_ascii_case("reset");
    }
    form::is_element(tree, node, "input")
        && matches!(form::input_type(tree, node), InputType::Submit | InputType::Image)
}

/// Whether only a script could define an HTML element of that name; no script ever runs here.
fn is_custom_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.contains('-')
        && !matches!(
            name,
            "annotation-xml"
                | "color-profile"
                | "font-face"
                | "font-face-src"
                | "font-face-uri"
                | "font-face-format"
                | "font-face-name"
                | "missing-glyph"
        )
}

#[cfg(test)]
mod tests {
    use super::super::matcher::tests::select;
    use super::super::test_tree::TestTree;

    #[test]
    fn a_disabled_fieldset_spares_its_first_legend() {
        let tree = TestTree::new("form(fieldset[disabled](legend(input) legend(input) input))");
        assert_eq!(select(&tree, ":disabled"), [1, 5, 6]);
        assert_eq!(select(&tree, "input:enabled"), [3]);
    }

    #[test]
    fn links_need_an_address() {
        let tree = TestTree::new("r(a[href=x] a area[href=y] link[href=z] svg:a[href=u])");
        assert_eq!(select(&tree, ":any-link"), [1, 3, 5]);
        assert_eq!(select(&tree, ":visited"), [] as [usize; 0]);
    }

    #[test]
    fn editing_is_inherited_and_fields_decide_for_themselves() {
        let tree =
            TestTree::new("r(div[contenteditable](p div[contenteditable=false](i)) input[readonly] textarea input)");
        assert_eq!(select(&tree, ":read-write"), [1, 2, 6, 7]);
    }

    #[test]
    fn one_option_is_selected_in_a_list_for_one() {
        let tree = TestTree::new("r(select(option[disabled] option option) select(option[selected] option[selected]))");
        assert_eq!(select(&tree, "option:checked"), [3, 7]);
        let tree =
            TestTree::new("r(select[multiple](option[selected] option option[selected]) select[size=4](option))");
        assert_eq!(select(&tree, "option:checked"), [2, 4]);
    }

    #[test]
    fn the_first_submit_button_of_a_form_is_its_default() {
        let tree = TestTree::new("r(form(button[type=button] button input[type=submit]) button form#f button[form=f])");
        assert_eq!(select(&tree, ":default"), [3, 7]);
    }

    #[test]
    fn radio_buttons_are_undecided_until_one_is_checked() {
        let tree = TestTree::new(
            "r(input[type=radio][name=a] form(input[type=radio][name=a][checked] input[type=radio][name=a]))",
        );
        assert_eq!(select(&tree, ":indeterminate"), [1]);
    }

    #[test]
    fn only_custom_names_are_undefined() {
        let tree = TestTree::new("r(x-y font-face svg:a-b p[is=q])");
        assert_eq!(select(&tree, ":not(:defined)"), [1, 4]);
    }

    #[test]
    fn constraints_make_a_form_invalid() {
        let tree = TestTree::new(
            "r(form(input[required]) form(input[required][value=x] input[type=number][max=3][value=9][disabled]))",
        );
        assert_eq!(select(&tree, ":invalid"), [1, 2]);
        assert_eq!(select(&tree, ":valid"), [3, 4]);
    }

    #[test]
    fn a_placeholder_shows_while_the_field_is_empty() {
        let tree =
            TestTree::new("r(input[placeholder=p] input[placeholder=p][value=v] textarea[placeholder=p]('t') input)");
        assert_eq!(select(&tree, ":placeholder-shown"), [1]);
    }
}
