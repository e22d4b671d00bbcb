//! `:valid`, `:invalid` and the range states: the constraints of HTML that attributes and values alone decide.
//!
//! `pattern` is left out (it is a JavaScript expression), and so are lengths, which bind only what a person typed.

use super::form::{self, InputType};
use super::matcher::Work;
use super::state;
use super::tree::Tree;

/// Whether the element satisfies its constraints; `None` when it has none to satisfy.
pub(super) fn is_valid<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Option<bool> {
    match tree.name(node) {
        "form" | "fieldset" => Some(contents_are_valid(tree, node, work)),
        _ => control_is_valid(tree, node, work),
    }
}

fn contents_are_valid<T: Tree>(tree: &T, group: T::Node, work: &Work) -> bool {
    let is_form = tree.name(group) == "form";
    // A form also owns what names it from elsewhere; a fieldset only what it holds.
    let top = if is_form && tree.id(group).is_some() { form::root(tree, group, work) } else { group };
    !form::elements(tree, top, work).any(|one| {
        tree.is_html(one)
            && control_is_valid(tree, one, work) == Some(false)
            && (!is_form || form::owner(tree, one, work) == Some(group))
    })
}

/// Whether the control is checked at all when its form is sent.
fn is_candidate<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    let by_kind = match tree.name(node) {
        "input" => {
            !matches!(form::input_type(tree, node), InputType::Hidden | InputType::Reset | InputType::Button)
                && tree.attribute(node, "readonly").is_none()
        }
        "textarea" => tree.attribute(node, "readonly").is_none(),
        "select" => true,
        "button" => !tree
            .attribute(node, "type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("button") || kind.eq_ignore_ascii_case("reset")),
        _ => false,
    };
    by_kind && !form::is_disabled(tree, node, work) && form::ancestor(tree, node, "datalist", work).is_none()
}

fn control_is_valid<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Option<bool> {
    if !is_candidate(tree, node, work) {
        return None;
    }
    let missing = state::is_required(tree, node) && lacks_value(tree, node, work);
    let misfit = tree.name(node) == "input" && {
        let value = form::value(tree, node);
        match form::input_type(tree, node) {
            _ if value.is_empty() => false,
            InputType::Email if tree.attribute(node, "multiple").is_some() => {
                !value.split(',').all(|one| is_email(one.trim()))
            }
            InputType::Email => !is_email(value.trim()),
            InputType::Url => !is_absolute_url(value.trim()),
            InputType::Number => breaks_step(tree, node, value),
            _ => false,
        }
    };
    Some(!missing && !misfit && is_in_range(tree, node, work) != Some(false))
}

fn lacks_value<T: Tree>(tree: &T, node: T::Node, work: &Work) -> bool {
    match tree.name(node) {
        "select" => {
            let shows_one = tree.attribute(node, "multiple").is_none()
                && tree.attribute(node, "size").and_then(|size| size.parse::<u32>().ok()).is_none_or(|size| size <= 1);
            let mut options = form::elements(tree, node, work).filter(|&one| form::is_element(tree, one, "option"));
            let first = options.next();
            // The first option with an empty value is a label, not a choice.
            let counts = |option: T::Node| {
                !(shows_one && Some(option) == first && is_label(tree, option)) && form::is_selected(tree, option, work)
            };
            !(first.is_some_and(counts) || options.any(counts))
        }
        "input" => match form::input_type(tree, node) {
            InputType::Checkbox => !tree.is_checked(node),
            InputType::Radio => !form::group_is_checked(tree, node, work),
            // No file is ever chosen on a page at rest.
            InputType::File => true,
            InputType::Number => number(form::value(tree, node)).is_none(),
            _ => form::has_no_value(tree, node),
        },
        _ => form::has_no_value(tree, node),
    }
}

fn is_label<T: Tree>(tree: &T, option: T::Node) -> bool {
    if let Some(value) = tree.attribute(option, "value") {
        return value.is_empty();
    }
    let mut is_blank = tree.first_child(option).is_none();
    tree.text_run(option, None, &mut |text| is_blank &= text.trim().is_empty());
    is_blank
}

/// Whether the value lies between `min` and `max`; `None` when the element has no limits or is not checked.
pub(super) fn is_in_range<T: Tree>(tree: &T, node: T::Node, work: &Work) -> Option<bool> {
    if tree.name(node) != "input" || !is_candidate(tree, node, work) {
        return None;
    }
    let read: fn(&str) -> Option<f64> = match form::input_type(tree, node) {
        // A slider cannot leave its limits.
        InputType::Range => return Some(true),
        InputType::Number => number,
        InputType::Date => |text| digits_of(text, "dddd-dd-dd"),
        InputType::Month => |text| digits_of(text, "dddd-dd"),
        InputType::Week => |text| digits_of(text, "dddd-Wdd"),
        InputType::Time => |text| digits_of(text.get(..5)?, "dd:dd"),
        InputType::LocalDateTime => |text| digits_of(text.get(..16)?, "dddd-dd-ddTdd:dd"),
        _ => return None,
    };
    let limit = |name| tree.attribute(node, name).and_then(read);
    let (least, most) = (limit("min"), limit("max"));
    if least.is_none() && most.is_none() {
        return None;
    }
    let value = read(form::value(tree, node));
    Some(value.is_none_or(|value| least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)))
}

/// The digits of a text of exactly that form, as one number: texts of one form compare like their numbers.
fn digits_of(text: &str, form: &str) -> Option<f64> {
    let fits = text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, wanted)| match wanted {
            b'd' => byte.is_ascii_digit(),
            b'T' => byte == b'T' || byte == b' ',
            _ => byte == wanted,
        });
    fits.then(|| text.bytes().filter(u8::is_ascii_digit).fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0')))
}

/// A number as HTML writes it: no plus sign in front, no `inf`, no blanks.
fn number(text: &str) -> Option<f64> {
    let valid = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
        && !text.starts_with('+')
        && !text.ends_with('.');
    if valid { text.parse().ok().filter(|value: &f64| value.is_finite()) } else { None }
}

fn breaks_step<T: Tree>(tree: &T, node: T::Node, value: &str) -> bool {
    let Some(value) = number(value) else { return false };
    let step = match tree.attribute(node, "step") {
        Some(step) if step.eq_ignore_ascii_case("any") => return false,
        Some(step) => number(step).filter(|&step| step > 0.0).unwrap_or(1.0),
        None => 1.0,
    };
    let base = ["min", "value"].iter().find_map(|name| tree.attribute(node, name).and_then(number)).unwrap_or(0.0);
    let steps = (value - base) / step;
    (steps - steps.round()).abs() > 1e-7
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let name_is_valid = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    let label_is_valid = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    name_is_valid && host.split('.').all(label_is_valid)
}

fn is_absolute_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let scheme_is_valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let needs_host = ["http", "https", "ws", "wss", "ftp"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
    scheme_is_valid && (!needs_host || !rest.trim_start_matches(['/', '\\']).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_words() {
        assert!(is_email("a@b.co") && is_email("a.b+c@localhost"));
        assert!(!is_email("bad") && !is_email("a@") && !is_email("a@-b") && !is_email("@b"));
        assert!(is_absolute_url("https://a") && is_absolute_url("mailto:x"));
        assert!(!is_absolute_url("a/b") && !is_absolute_url("http://"));
    }

    #[test]
    fn dates_compare_like_their_digits() {
        let date = |text| digits_of(text, "dddd-dd-dd");
        assert!(date("2024-01-31") < date("2024-02-01"));
        assert_eq!(date("2024-1-1"), None);
        assert_eq!(number("+1"), None);
        assert_eq!(number("-1.5e1"), Some(-15.0));
        assert_eq!(number("inf"), None);
    }
}
