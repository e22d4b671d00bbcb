//! The names behind colons that Chromium knows. A name that is missing here is an error, as it is there.

use super::ast::{Part, PseudoElement};
use super::nth::{Counted, Nth};
use super::state::State;

/// The pseudo-class without arguments of that (lower-case) name, as the conditions it stands for.
pub(super) fn plain_class(name: &str) -> Option<Vec<Part>> {
    let state = |state| Some(vec![Part::State(state)]);
    match name {
        "root" => Some(vec![Part::Root]),
        "empty" => Some(vec![Part::Empty]),
        "scope" => Some(vec![Part::Scope]),
        "first-child" => Some(vec![Part::FirstChild]),
        "last-child" => Some(vec![Part::LastChild]),
        "only-child" => Some(vec![Part::FirstChild, Part::LastChild]),
        "first-of-type" => Some(vec![end_of_type(false)]),
        "last-of-type" => Some(vec![end_of_type(true)]),
        "only-of-type" => Some(vec![end_of_type(false), end_of_type(true)]),
        "link" | "any-link" | "-webkit-any-link" => state(State::Link),
        "checked" => state(State::Checked),
        "enabled" => state(State::Enabled),
        "disabled" => state(State::Disabled),
        "required" => state(State::Required),
        "optional" => state(State::Optional),
        "read-only" | "-webkit-read-only" => state(State::ReadOnly),
        "read-write" | "-webkit-read-write" => state(State::ReadWrite),
        "default" => state(State::Default),
        "indeterminate" => state(State::Indeterminate),
        "placeholder-shown" => state(State::PlaceholderShown),
        "valid" => state(State::Valid),
        "invalid" => state(State::Invalid),
        "in-range" => state(State::InRange),
        "out-of-range" => state(State::OutOfRange),
        "defined" => state(State::Defined),
        "open" => state(State::Open),
        _ if is_user_action(name) || is_scrollbar(name) || is_never(name) => Some(vec![Part::Never]),
        _ => None,
    }
}

fn end_of_type(from_end: bool) -> Part {
    Part::Nth(Box::new(Nth { step: 0, offset: 1, from_end, counted: Counted::SameType }))
}

fn is_user_action(name: &str) -> bool {
    matches!(name, "hover" | "active" | "focus" | "focus-visible" | "focus-within")
}

fn is_scrollbar(name: &str) -> bool {
    matches!(
        name,
        "horizontal"
            | "vertical"
            | "decrement"
            | "increment"
            | "start"
            | "end"
            | "double-button"
            | "single-button"
            | "no-button"
            | "corner-present"
            | "window-inactive"
    )
}

/// What holds only while somebody uses the page, plays media, runs a script, or inside of a shadow tree.
fn is_never(name: &str) -> bool {
    matches!(
        name,
        "visited"
            | "target"
            | "target-current"
            | "target-before"
            | "target-after"
            | "fullscreen"
            | "-webkit-full-screen"
            | "-webkit-full-screen-ancestor"
            | "-webkit-full-page-media"
            | "modal"
            | "popover-open"
            | "picture-in-picture"
            | "autofill"
            | "-webkit-autofill"
            | "-webkit-drag"
            | "user-valid"
            | "user-invalid"
            | "current"
            | "past"
            | "future"
            | "host"
            | "has-slotted"
            | "active-view-transition"
            | "interest-source"
            | "interest-target"
            | "xr-overlay"
    )
}

/// What may stand behind a pseudo-element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Nothing,
    Marker,
    ScrollMarker,
    UserAction,
    Scrollbar,
    WindowInactive,
    /// It stands for a real element, so that all but the structural pseudo-classes make sense.
    Element,
    /// A child of a shadow host, of which only the generated boxes can be asked for.
    Slotted,
    OnlyChild,
}

impl Behind {
    pub(super) fn allows_class(self, name: &str) -> bool {
        // They are always allowed; what stands in them is judged by the same rule.
        if matches!(name, "is" | "where" | "not" | "has") {
            return true;
        }
        match self {
            Behind::Nothing | Behind::Marker | Behind::Slotted => false,
            Behind::UserAction => is_user_action(name),
            Behind::ScrollMarker => is_user_action(name) || name.starts_with("target-"),
            Behind::Scrollbar => is_scrollbar(name) || matches!(name, "enabled" | "disabled" | "hover" | "active"),
            Behind::WindowInactive => name == "window-inactive",
            Behind::OnlyChild => name == "only-child",
            Behind::Element => {
                !matches!(name, "root" | "empty" | "scope" | "host" | "host-context")
                    && !["nth-", "first-", "last-", "only-"].iter().any(|start| name.starts_with(start))
            }
        }
    }

    pub(super) fn allows_element(self, name: &str) -> bool {
        match self {
            Behind::Marker => name == "marker",
            Behind::ScrollMarker => name == "scroll-marker",
            Behind::Element => name != "part" && name != "slotted",
            Behind::Slotted => matches!(
                name,
                "before" | "after" | "marker" | "placeholder" | "file-selector-button" | "backdrop" | "details-content"
            ),
            _ => false,
        }
    }
}

/// The pseudo-element without arguments of that (lower-case) name.
pub(super) fn plain_element(name: &str) -> Option<(PseudoElement, Behind)> {
    let other = |behind| Some((PseudoElement::Other, behind));
    match name {
        "before" => Some((PseudoElement::Before, Behind::Marker)),
        "after" => Some((PseudoElement::After, Behind::Marker)),
        "first-letter" => Some((PseudoElement::FirstLetter, Behind::Nothing)),
        "first-line" => Some((PseudoElement::FirstLine, Behind::Nothing)),
        "marker" => Some((PseudoElement::Marker, Behind::Nothing)),
        "placeholder" => Some((PseudoElement::Placeholder, Behind::Nothing)),
        "selection" => other(Behind::WindowInactive),
        "file-selector-button" | "scroll-marker-group" => other(Behind::UserAction),
        "details-content" => other(Behind::Element),
        "scroll-marker" | "column" => other(Behind::ScrollMarker),
        "backdrop" | "cue" | "target-text" | "spelling-error" | "grammar-error" | "search-text" | "view-transition"
        | "checkmark" | "picker-icon" => other(Behind::Nothing),
        "-webkit-resizer" | "-webkit-scrollbar" => other(Behind::Scrollbar),
        _ if name.starts_with("-webkit-scrollbar-") => other(Behind::Scrollbar),
        _ if name.starts_with("-webkit-") => other(Behind::UserAction),
        _ => None,
    }
}

/// Whether the pseudo-element may be written with one colon.
pub(super) fn is_legacy_element(name: &str) -> bool {
    matches!(name, "before" | "after" | "first-letter" | "first-line")
}

/// The argument a functional pseudo-element takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementArgument {
    Name,
    Names,
    /// One of these words; a list with `*` allows the star too.
    OneOf(&'static [&'static str]),
    /// A name, `*` or nothing, with classes behind it.
    NameAndClasses,
    Compound,
}

const SCROLL_DIRECTIONS: &[&str] =
    &["*", "left", "right", "up", "down", "block-start", "block-end", "inline-start", "inline-end", "prev", "next"];

/// The functional pseudo-element of that (lower-case) name.
pub(super) fn functional_element(name: &str) -> Option<(ElementArgument, Behind)> {
    match name {
        "part" => Some((ElementArgument::Names, Behind::Element)),
        "slotted" => Some((ElementArgument::Compound, Behind::Slotted)),
        "cue" => Some((ElementArgument::Compound, Behind::Nothing)),
        "highlight" => Some((ElementArgument::Name, Behind::Nothing)),
        "picker" => Some((ElementArgument::OneOf(&["select"]), Behind::Element)),
        "scroll-button" => Some((ElementArgument::OneOf(SCROLL_DIRECTIONS), Behind::UserAction)),
        "view-transition-group" | "view-transition-image-pair" | "view-transition-old" | "view-transition-new" => {
            Some((ElementArgument::NameAndClasses, Behind::OnlyChild))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_of_chromium_are_known() {
        for known in ["hover", "popover-open", "root", "only-of-type", "horizontal"] {
            assert!(plain_class(known).is_some(), "{known}");
        }
        for unknown in ["blank", "playing", "muted", "local-link", "target-within", "first", "visible", "nth-child"] {
            assert!(plain_class(unknown).is_none(), "{unknown}");
        }
        assert!(plain_element("-webkit-whatever").is_some() && plain_element("nosuch").is_none());
    }
}
